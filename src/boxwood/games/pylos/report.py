"""Corpet, Pylos (ENST): what its conclusions claim, in numbers.

The report has no table.  It says that level 4 beats nearly every beginner, that even levels are the better
ones and 6 is well above 5, that marbles alone are a poor evaluation, and that the first player has a handicap.
"""

from boxwood.lab.reports.matches import NOTHING, Setting, cross_table, match
from boxwood.lab.reports.notebook import Notebook
from boxwood.lab.reports.report import Experiment, Grid

SOURCE = "Pascal Corpet, Pylos, ENST, Brique IAMR"
SETTING = Setting("pylos", {}, plies=3, ply_cap=400)
OPENINGS = "openings of three random moves, each played in both colours"


def experiments(notebook: Notebook, quick: bool) -> list[Experiment]:
    """Levels against each other, seven rules against marbles alone, and who begins."""
    highest, pairs = (3, 2) if quick else (6, 10)
    return [
        levels(notebook, highest, pairs),
        rules(notebook, (1, 2) if quick else (1, 2, 3, 4), pairs),
        beginning(notebook, (1, 2) if quick else (2, 3, 4, 5), 2 * pairs),
    ]


def levels(notebook: Notebook, highest: int, pairs: int) -> Experiment:
    """Each level against each."""
    players = {f"level {level}": f"corpet:level={level}" for level in range(1, highest + 1)}
    scores = cross_table(notebook, SETTING, players, pairs)
    rows = []
    for one in players:
        total = sum((scores[one, other] for other in players if other != one), NOTHING)
        rows.append(
            [one, *("" if one == other else str(scores[one, other]) for other in players), f"{total.share:.0%}"]
        )
    steps = [scores[f"level {level + 1}", f"level {level}"].share for level in range(1, highest)]
    even = [share for level, share in enumerate(steps, 2) if level % 2 == 0]
    odd = [share for level, share in enumerate(steps, 2) if level % 2 == 1]
    even_gain, odd_gain = (100 * sum(part) / len(part) for part in (even, odd))
    told = "as the report says" if even_gain > odd_gain else "against what the report says"
    return Experiment(
        "Even levels are the better ones",
        f"Games won by the row's level, then by the column's, drawn ones in brackets; {2 * pairs} games each from "
        f"{OPENINGS}.",
        None,
        Grid(["", *players, "points"], rows),
        f"A step up to an even level takes {even_gain:.0f} % of the points from the level below, one to an odd level "
        f"{odd_gain:.0f} %, {told}: an even number of turns ends with the opponent's, so that the rules judge the "
        "position after his answer.",
    )


def rules(notebook: Notebook, depths: tuple[int, ...], pairs: int) -> Experiment:
    """The seven rules against the report's first idea, the difference of marbles."""
    notebook.plan(2 * pairs * len(depths))
    scores = {
        level: match(notebook, SETTING, f"corpet:level={level}", f"corpet:level={level}:judge=marbles", pairs)
        for level in depths
    }
    worst = min(scores, key=lambda level: scores[level].share)
    return Experiment(
        "Seven rules or marbles alone",
        f"The same level with the seven rules and with the difference of marbles alone, {2 * pairs} games each from "
        f"{OPENINGS}.",
        None,
        Grid(
            ["level", "won with the rules", "drawn", "lost"],
            [[str(level), str(s.wins), str(s.draws), str(s.losses)] for level, s in scores.items()],
        ),
        "The report calls marbles alone unsatisfactory up to a depth of six: here the rules take "
        f"{min(s.share for s in scores.values()):.0%} of the points or more, least at level {worst}, since whoever "
        "counts only marbles sees no difference between most moves.",
    )


def beginning(notebook: Notebook, depths: tuple[int, ...], pairs: int) -> Experiment:
    """A level against itself: how the one who begins does."""
    notebook.plan(2 * pairs * len(depths))
    firsts = {}
    for level in depths:
        spec = f"corpet:level={level}"
        firsts[level] = match(notebook, SETTING, spec, spec, pairs).first
    lost = sum(first[2] for first in firsts.values())
    won = sum(first[0] for first in firsts.values())
    return Experiment(
        "Who begins has a handicap",
        f"A level against itself, {pairs} games each from openings of three random moves: the one who began.",
        None,
        Grid(["level", "won", "drawn", "lost"], [[str(level), *map(str, first)] for level, first in firsts.items()]),
        f"Who begins wins {won} games and loses {lost}: "
        + (
            "the report's handicap is there, "
            if lost > won
            else "the report's handicap does not show at these levels, "
        )
        + "and the full solution says why there is one: with perfect play the player who begins loses.",
    )
