"""Besancenot, Hua & Sandlarz, Quoridor (2022): the cross table of section 5."""

from boxwood.lab.reports.matches import NOTHING, Score, Setting, match
from boxwood.lab.reports.notebook import Notebook
from boxwood.lab.reports.report import Experiment, Grid

SOURCE = "Henri Besancenot, Zhichun Hua and Nino Sandlarz, Quoridor, LU2IN013, 2021-2022"
SETTING = Setting("quoridor", {}, ply_cap=200)
PLAYERS = {
    "wall": "wall",
    "move": "move",
    "movewall": "movewall:seed={seed}",
    "minimax": "minimax",
    "nab 1": "negaalphabeta:depth=1",
    "nab 2": "negaalphabeta:depth=2",
}
# Section 5: games won by the row's player, then by the column's
THEIRS = {
    "wall": ["1-1", "2-0", "2-8", "0-2", "0-2", "0-2"],
    "move": ["0-2", "1-1", "1-9", "0-2", "0-2", "0-2"],
    "movewall": ["8-2", "9-1", "1-1", "0-10", "0-10", "1-9"],
    "minimax": ["2-0", "2-0", "2-0", "1-1", "1-1", "1-1"],
    "nab 1": ["2-0", "2-0", "10-0", "1-1", "1-1", "0-2"],
    "nab 2": ["2-0", "2-0", "9-1", "1-1", "2-0", "1-1"],
}


def experiments(notebook: Notebook, quick: bool) -> list[Experiment]:
    """The cross table as it was played, and again from random openings, where luck evens out."""
    return [
        cross(
            notebook,
            SETTING,
            "Section 5: everyone against everyone",
            2 if quick else 5,
            "As in the report: deterministic players meet once in either colour, the one that tosses a coin more "
            "often. Cells are games won by the row's player, then by the column's; drawn ones, broken off after "
            f"{SETTING.ply_cap} moves, in brackets.",
            Grid(["", *PLAYERS], [[name, *cells] for name, cells in THEIRS.items()]),
        ),
        cross(
            notebook,
            Setting("quoridor", {}, plies=4, ply_cap=200),
            "The same from random openings",
            2 if quick else 10,
            "Every pairing from openings of four random moves, each played in both colours.",
            None,
            always=True,
        ),
    ]


def cross(
    notebook: Notebook, setting: Setting, title: str, pairs: int, about: str, theirs: Grid | None, always: bool = False
) -> Experiment:
    """A cross table; where both players are deterministic one pair of games tells all, unless openings differ."""
    names = list(PLAYERS)
    scores: dict[tuple[str, str], Score] = {}
    for i, one in enumerate(names):
        for other in names[i:]:
            many = always or "movewall" in (one, other)
            count = pairs if many else 1
            notebook.plan(2 * count)
            scores[one, other] = match(notebook, setting, PLAYERS[one], PLAYERS[other], count)
            if one != other:
                scores[other, one] = scores[one, other].turned()
    rows = [[one, *(str(scores[one, other]) for other in names)] for one in names]
    return Experiment(title, about, theirs, Grid(["", *names], rows), verdict(scores, theirs is not None))


def verdict(scores: dict[tuple[str, str], Score], deterministic: bool) -> str:
    """Who is strongest here, and what kept the report from seeing it."""
    totals = {name: sum((s for (one, _), s in scores.items() if one == name), NOTHING) for name in PLAYERS}
    ranking = sorted(totals, key=lambda name: -totals[name].share)
    endless = sum(score.draws for (one, other), score in scores.items() if one <= other)
    order = ", ".join(f"{name} {totals[name].share:.0%}" for name in ranking)
    if deterministic:
        return (
            f"Ours end in the order {order}, nearly as theirs; cells differ because a single pair of games between "
            "deterministic players turns on which of equal moves is tried first, which the report does not tell, and "
            f"{endless} of our games walk to and fro until they are broken off, the fault that its section 6 describes."
        )
    return f"From many openings the order is {order}: who looks ahead beats every rule of thumb, as the report says."
