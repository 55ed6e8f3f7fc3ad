"""A search written down: every node with its window, its value, and why the rest was not looked at.

    tree = record(Game("connect4", "4453"), "alphabeta", 3)
    tree.nodes, tree.cut, tree.line

`docs/trees.md` says what the JSON holds.
"""

from dataclasses import dataclass
from typing import Any

from boxwood.analysis import texts
from boxwood.core.contract import GameType
from boxwood.core.errors import BoxwoodError
from boxwood.evaluation import find as find_judge
from boxwood.game import Game
from boxwood.lab.recorder import Full, Recorder, Visit, score_text
from boxwood.search.algorithms import EXACT as ALGORITHMS
from boxwood.search.algorithms import run

CAP = 5000  # nodes that are written down unless told otherwise
MOST = 200_000


@dataclass(frozen=True)
class Tree:
    """What one search saw, in the order in which it saw it."""

    game: str
    position: str
    algorithm: str
    judge: str
    depth: int
    visits: list[Visit]
    complete: bool  # False: the cap was reached first
    nodes: int  # as the search itself counted
    cut: int  # branches it never looked at, likewise
    line: list[str]  # best play

    @property
    def value(self) -> int | None:
        """The first player's."""
        return self.visits[0].value

    def as_json(self) -> dict[str, Any]:
        """Plain values for a page or a file."""
        return {
            "game": self.game,
            "position": self.position,
            "algorithm": self.algorithm,
            "judge": self.judge,
            "depth": self.depth,
            "complete": self.complete,
            "nodes": self.nodes,
            "cut": self.cut,
            "value": self.value,
            "text": score_text(self.value),
            "line": self.line,
            "visits": [visit.as_json() for visit in self.visits],
        }


def record(game: Game, algorithm: str, depth: int, *, judge: str = "engine", cap: int = CAP) -> Tree:
    """Search a game's position, interpreted, and write down the first `cap` nodes.

    >>> tree = record(Game("nim", matches=4), "alphabeta", 3)
    >>> tree.value, tree.line, tree.nodes, tree.cut
    (1073741822, ['3', '1'], 13, 1)
    """
    if game.is_over:
        raise BoxwoodError(f"{game.id}: the game is over ({game.outcome()}): there is nothing to search")
    opinion = find_judge(game.type, judge)
    recorder = Recorder(game.type, game.options, _known(algorithm), _possible(cap))
    return follow(recorder, game.type, game.state, opinion, depth, algorithm, judge)


def _known(algorithm: str) -> str:
    if algorithm not in ALGORITHMS:
        raise BoxwoodError(f"no tree is written of '{algorithm}': there are {', '.join(ALGORITHMS)}")
    return algorithm


def _possible(cap: int) -> int:
    if not 1 <= cap <= MOST:
        raise BoxwoodError(f"{cap} nodes cannot be written down: it goes from 1 to {MOST}")
    return cap


def follow(
    recorder: Recorder, game: GameType, state: Any, opinion: Any, depth: int, algorithm: str, judge: str
) -> Tree:
    """Run a search under a recorder, and mark the line of best play."""
    try:
        found = run(_known(algorithm), game, state, opinion, depth, watch=recorder.watch)
    except Full:
        told = recorder.visits
        cut = sum(len(visit.cut) for visit in told)
        return Tree(game.id, told[0].position, algorithm, judge, depth, told, False, len(told), cut, [])
    visits, line = recorder.visits, texts(state, found.line)
    _mark(visits, line)
    return Tree(game.id, visits[0].position, algorithm, judge, depth, visits, True, found.nodes, found.cut, list(line))


def _mark(visits: list[Visit], line: tuple[str, ...]) -> None:
    """Mark where best play passes, as far as the tree goes: a line from the table may go further."""
    now: Visit | None = visits[0]
    for move in (*line, None):
        if now is None:
            return
        now.principal = True
        now = next((visits[child] for child in now.children if visits[child].move == move), None)
