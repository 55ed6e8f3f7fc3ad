"""Hand-made trees: nested lists with numbers for leaves, searched by the same algorithms as the games.

    [[3, 12, 8], [2, 4, 6], [14, 5, 2]]

Max is to move at the root, Min below it, and so on; a leaf is worth its number to Max.  Moves are numbered
from 1.  With ordering, the best move is tried first, as by a judge who never errs: less than that no
alpha-beta can do.  For a table, equal lists at the same height are one position.
"""

import hashlib
import json
from typing import NamedTuple

from boxwood.core.bridge import Buffer
from boxwood.core.contract import DRAW, ONGOING, Facts, GameType
from boxwood.core.errors import BoxwoodError, quoted
from boxwood.lab.recorder import Recorder
from boxwood.lab.tree import CAP, Tree, follow
from boxwood.search.stack import DEEPEST

LARGEST = 10**9  # the value of a leaf
MOST_LEAVES = 20_000
EXAMPLES = {
    # Linard & Schollaert, I: the figure of the exercise is lost, its answer is 4.  A tree of that answer.
    "minimax": "[[[4, 2], [9, 5]], [[3, 2], [8, 6]], [[1, 5], [2, 0]]]",
    # Besancenot, Hua & Sandlarz, figure 5: 7, 5 and 4, then 6, then 1, which cuts off the last two leaves;
    # the leaves that the text does not name are ours
    "cutoff": "[[7, 5, 4], [9, 6, 8], [1, 3, 2]]",
    "textbook": "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]",
}

Nested = int | tuple["Nested", ...]


class Branch(NamedTuple):
    """A place in the tree."""

    tree: Nested
    turn: int  # 0: Max

    def player(self) -> int:
        return self.turn

    def moves(self, out: Buffer) -> int:
        assert isinstance(self.tree, tuple)
        for i in range(len(self.tree)):
            out[i] = i
        return len(self.tree)

    def play(self, move: int) -> "Branch":
        assert isinstance(self.tree, tuple)
        return Branch(self.tree[move], 1 - self.turn)

    def outcome(self) -> int:
        return ONGOING if isinstance(self.tree, tuple) else DRAW

    def key(self) -> int:
        return int.from_bytes(hashlib.blake2b(repr(self).encode(), digest_size=7).digest())

    def move_text(self, move: int) -> str:
        return str(move + 1)

    def words(self) -> list[str]:
        return [json.dumps(self.tree, separators=(",", ":"))]


class Insight(NamedTuple):
    """A judge who knows what every move leads to."""

    def order(self, state: Branch, move: int) -> int:
        value = minimax_value(state.play(move))
        return value if state.turn == 0 else -value


def minimax_value(state: Branch) -> int:
    """What the tree is worth to Max."""
    if isinstance(state.tree, int):
        return state.tree
    values = [minimax_value(state.play(move)) for move in range(len(state.tree))]
    return max(values) if state.turn == 0 else min(values)


def _worth(state: Branch, outcome: int, ply: int) -> int:
    """What a leaf is worth to the player to move: its number, not a win or a loss."""
    assert isinstance(state.tree, int)
    return state.tree if state.turn == 0 else -state.tree


def read_nested(text: str) -> Nested:
    """The tree that a text describes, checked.

    >>> read_nested("[[3, 12], 4]")
    ((3, 12), 4)
    """
    try:
        given = json.loads(text)
    except (ValueError, RecursionError):
        given = None
    if not isinstance(given, list):
        raise BoxwoodError(f"{quoted(text)} is not a tree: write lists of numbers, like [[3, 12], [2, 4]]")
    if text.count(",") >= MOST_LEAVES:
        raise BoxwoodError(f"a tree has at most {MOST_LEAVES} leaves")
    return _frozen(given, 0)


def _frozen(part: object, depth: int) -> Nested:
    if isinstance(part, list):
        if not part:
            raise BoxwoodError("a tree has no empty brackets: a node without moves is a number")
        if depth >= DEEPEST:
            raise BoxwoodError(f"a tree is at most {DEEPEST} moves deep")
        return tuple(_frozen(each, depth + 1) for each in part)
    if type(part) is int and abs(part) <= LARGEST:
        return part
    raise BoxwoodError(f"{json.dumps(part)} is not a leaf: it is a whole number from {-LARGEST} to {LARGEST}")


def _widest(tree: Nested) -> int:
    return max(len(tree), *map(_widest, tree)) if isinstance(tree, tuple) else 0


def record_nested(text: str, algorithm: str, *, cap: int = CAP) -> Tree:
    """Search a hand-made tree and write the search down.

    >>> tree = record_nested(EXAMPLES["textbook"], "alphabeta")
    >>> tree.value, tree.line, tree.nodes, tree.cut
    (3, ['1', '1'], 11, 2)
    """
    tree = read_nested(text)
    widest = _widest(tree)
    kind = GameType("tree", "Hand-made tree", Branch, (), Facts(widest, widest))
    recorder = Recorder(kind, {}, algorithm, cap, ("Max", "Min"), final_score=_worth)
    return follow(recorder, kind, Branch(tree, 0), Insight(), DEEPEST, algorithm, "leaves")
