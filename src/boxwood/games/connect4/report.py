"""Linard & Schollaert, Minimax et ses variantes (ENSIIE): the exercise, Nim, and Connect Four.

The report has no tournament.  It has an exercise, a table of what cells are worth, a claim that alpha-beta looks
at far fewer nodes (its figures are in a file that is lost), a search with memory that did not work, and
a player who does not always take a win.
"""

from functools import partial
from typing import Any

from boxwood.core.contract import legal_moves
from boxwood.games import find
from boxwood.games.connect4.evaluation import JUDGES, fours_through
from boxwood.games.nim.evaluation import JUDGES as NIM_JUDGES
from boxwood.lab.compare import random_positions
from boxwood.lab.nested import EXAMPLES, record_nested
from boxwood.lab.reports.matches import Setting, match
from boxwood.lab.reports.notebook import Notebook
from boxwood.lab.reports.report import Experiment, Grid
from boxwood.search.algorithms import EXACT, run

SOURCE = "Jules Linard and Maximilien Schollaert, Minimax et ses variantes, ENSIIE"
WIDTH, HEIGHT = 7, 6
COLUMNS = [str(column + 1) for column in range(WIDTH)]
# Section III.C.1, from the top row to the bottom
CELLS = [
    [3, 4, 5, 7, 5, 4, 3],
    [4, 6, 8, 10, 8, 6, 4],
    [5, 8, 11, 13, 11, 8, 5],
    [5, 8, 11, 13, 11, 8, 5],
    [4, 6, 8, 10, 8, 6, 4],
    [3, 4, 5, 7, 5, 4, 3],
]
DEPTH = 5
AHEAD = 4  # moves, in the search for wins that are not taken
EVALUATION = "adjusted"  # the report's
REPORTS: Any = JUDGES[EVALUATION]


def experiments(notebook: Notebook, quick: bool) -> list[Experiment]:
    """The exercise, the cells, the work of each algorithm, wins not taken, and how the player plays."""
    return [
        exercise(),
        cells(),
        nim(),
        work(notebook, 10 if quick else 200),
        wins(notebook, 10 if quick else 100),
        strength(notebook, 3 if quick else 50),
    ]


def exercise() -> Experiment:
    """Section I."""
    rows = []
    for algorithm in EXACT:
        tree = record_nested(EXAMPLES["minimax"], algorithm)
        rows.append([algorithm, str(tree.value), str(tree.nodes), str(tree.cut)])
    return Experiment(
        "Section I: the warm-up exercise",
        f"A tree by hand: its value, the nodes looked at and the branches cut off. Its figure is lost; "
        f"{EXAMPLES['minimax']} is a tree with the same answer.",
        Grid(["algorithm", "value"], [["minimax", "4"], ["alphabeta", "4"]]),
        Grid(["algorithm", "value", "nodes", "cut"], rows),
        "The value is the report's, 4, by every algorithm, as it must be: only the work differs.",
    )


def cells() -> Experiment:
    """Section III.C.1."""
    ours = [[fours_through(column, row, WIDTH, HEIGHT) for column in range(WIDTH)] for row in reversed(range(HEIGHT))]
    same = "The two are equal" if ours == CELLS else "The two differ"
    return Experiment(
        "Section III.C: what a cell is worth",
        "In how many fours each cell can be, from the top row to the bottom.",
        Grid(COLUMNS, [[str(value) for value in row] for row in CELLS]),
        Grid(COLUMNS, [[str(value) for value in row] for row in ours]),
        f"{same}: both count the fours through a cell, ours on boards of any size.",
    )


def nim() -> Experiment:
    """Section II: the search finds the closed form."""
    kind, rows = find("nim"), []
    for matches in range(1, 14):
        state = kind.start({"matches": matches})
        found = run("alphabeta", kind, state, NIM_JUDGES["terminal"], matches)
        won = found.score > 0
        rows.append([str(matches), "won" if won else "lost", "lost" if matches % 4 == 1 else "won", str(found.nodes)])
    return Experiment(
        "Section II: Nim",
        "Alpha-beta to the end of the game, for the player to move; who takes the last match loses.",
        None,
        Grid(["matches", "by search", "by the closed form", "nodes"], rows),
        "The report lets the search find the way to win; the closed form, lost with 1, 5, 9, ... matches, says the "
        "same of every number.",
    )


def work(notebook: Notebook, count: int) -> Experiment:
    """Sections IV.B and IV.D: nodes, and whether the search with memory gives the same value."""
    kind = find("connect4")
    states = random_positions(kind, kind.read_options({}), count)
    notebook.plan(len(EXACT))
    results = {
        name: notebook.once(f"nodes {name} {count} {DEPTH}", partial(_search_all, name, states)) for name in EXACT
    }
    values = results["minimax"]["values"]
    nodes = {name: sum(result["nodes"]) for name, result in results.items()}
    rows = []
    for name, result in results.items():
        same = sum(one == other for one, other in zip(result["values"], values, strict=True))
        rows.append([name, str(nodes[name]), f"{nodes[name] / nodes['minimax']:.1%}", f"{same} of {count}"])
    return Experiment(
        "Sections IV.B and IV.D: the work of each algorithm",
        f"{count} positions of random games, {DEPTH} moves deep, with the report's evaluation: nodes, and on how many "
        "positions the value is minimax's.",
        None,
        Grid(["algorithm", "nodes", "of minimax", "same value"], rows),
        'The report says "nettement inférieur" of alpha-beta, which looks at '
        f"{nodes['alphabeta'] / nodes['minimax']:.0%} of minimax's nodes here, and gave up its search with memory: "
        "ours gives the same values, because an entry says whether its value is exact or a bound and counts only "
        "for the depth it was searched to.",
    )


def _search_all(name: str, states: list[Any]) -> dict[str, list[int]]:
    found = [run(name, find("connect4"), state, REPORTS, DEPTH) for state in states]
    return {"nodes": [each.nodes for each in found], "values": [each.score for each in found]}


def wins(notebook: Notebook, count: int) -> Experiment:
    """Sections III.C.2 and VI: the computer does not always take a win."""
    notebook.plan(count)
    found = [notebook.once(f"win {state}", partial(_takes, state, winning)) for state, winning in _winnable(count)]
    missed, taken = sum(not blind for blind, _ in found), sum(seeing for _, seeing in found)
    return Experiment(
        "Section VI: wins that are not taken",
        f"{count} positions of random games in which the player to move can complete a four at once: how often a "
        f"search {AHEAD} moves ahead prefers another move, when it judges finished games like all others, as the "
        "report's did, and when it knows that they are won.",
        None,
        Grid(
            ["finished games are", "takes the win", "does not"],
            [
                ["judged like others", str(count - missed), str(missed)],
                ["won", str(taken), str(count - taken)],
            ],
        ),
        f"The report's weakness is there, {missed / count:.0%} of the wins are let go, and its cause is that to its "
        "evaluation a four is worth no more than a few threes; our search asks whether the game is over before it "
        "asks for an opinion.",
    )


def _takes(state: Any, winning: set[int]) -> tuple[bool, bool]:
    """Whether the report's search takes a win that is there, and whether ours does."""
    kind = find("connect4")
    values = {move: -_blind(state.play(move), AHEAD - 1) for move in legal_moves(state, kind.facts)}
    blind = max(values, key=lambda move: values[move]) in winning
    return blind, run("alphabeta", kind, state, REPORTS, AHEAD).move in winning


def _winnable(count: int) -> list[tuple[Any, set[int]]]:
    """Positions in which the player to move wins at once, and his moves that do."""
    kind, found, seed = find("connect4"), list[tuple[Any, set[int]]](), 0
    while len(found) < count:
        seed += 1
        for state in random_positions(kind, kind.read_options({}), 100, seed):
            moves = legal_moves(state, kind.facts)
            winning = {move for move in moves if state.play(move).outcome() == 1 + state.player()}
            if winning:
                found.append((state, winning))
    return found[:count]


def _blind(state: Any, depth: int) -> int:
    """The report's search: it stops where the game is over, but does not know that somebody has won."""
    moves = legal_moves(state, find("connect4").facts)
    if depth == 0 or not moves:
        return REPORTS.evaluate(state)
    return max(-_blind(state.play(move), depth - 1) for move in moves)


def strength(notebook: Notebook, pairs: int) -> Experiment:
    """How its player does against others."""
    setting = Setting("connect4", {}, plies=2)
    others = {
        "random": "random:seed={seed}",
        "novice": "novice:seed={seed}",
        "engine:4": "engine:4:megabytes=1:seed={seed}",
    }
    notebook.plan(2 * pairs * len(others))
    spec = f"alphabeta:depth={DEPTH}:judge={EVALUATION}"
    scores = {name: match(notebook, setting, spec, other, pairs) for name, other in others.items()}
    return Experiment(
        "How its player plays",
        f"Alpha-beta {DEPTH} moves deep with the report's evaluation, {2 * pairs} games each from openings of two "
        "random moves.",
        None,
        Grid(
            ["against", "won", "drawn", "lost"],
            [[name, str(score.wins), str(score.draws), str(score.losses)] for name, score in scores.items()],
        ),
        'The report says that it plays "correctement": it takes '
        f"{scores['random'].share:.0%} of the points from random play and {scores['novice'].share:.0%} from a novice, "
        f"and {scores['engine:4'].share:.0%} from Boxwood's engine at level 4.",
    )
