"""The teaching algorithms by name, run compiled or interpreted: value, best line and work.

found = run("alphabeta", find("connect4"), state, judge, depth=6)
found.score, found.line, found.nodes
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from boxwood.core.bridge import Memory
from boxwood.core.compiler import entry
from boxwood.core.contract import GameType
from boxwood.core.errors import BoxwoodError
from boxwood.search.alphabeta import alphabeta
from boxwood.search.alphabeta_table import SLOT, remembering
from boxwood.search.dynamic import refining
from boxwood.search.minimax import minimax
from boxwood.search.negamax import negamax
from boxwood.search.ordering import ordered
from boxwood.search.quiescence import quiet
from boxwood.search.scores import INFINITE
from boxwood.search.stack import DEEPEST, LINE, notes_on

SLOTS = 1 << 16  # of the table, unless told otherwise
QUIET_PLIES = 64  # room for quiescence beyond the limit


@dataclass(frozen=True)
class Found:
    """What a search found: the score for the player to move, the best line, the work."""

    score: int
    line: tuple[int, ...]
    nodes: int
    cut: int  # branches cut off
    seconds: float

    @property
    def move(self) -> int:
        return self.line[0]


# Each of these is compiled as it stands; `0 * depth` is a zero of the compiled type of `depth`.


def _minimax(s: Any, judge: Any, depth: int, low: int, high: int, margin: int, n: Any, r: Any, b: Any, t: Any) -> int:
    value = minimax(s, judge, 0 * depth, depth, notes_on(n, r, b, t))
    return value if s.player() == 0 else -value


def _alphabeta(s: Any, judge: Any, depth: int, low: int, high: int, margin: int, n: Any, r: Any, b: Any, t: Any) -> int:
    if s.player() == 0:
        return alphabeta(s, judge, 0 * depth, depth, low, high, notes_on(n, r, b, t))
    return -alphabeta(s, judge, 0 * depth, depth, -high, -low, notes_on(n, r, b, t))


def _negamax(s: Any, judge: Any, depth: int, low: int, high: int, margin: int, n: Any, r: Any, b: Any, t: Any) -> int:
    return negamax(s, judge, 0 * depth, depth, low, high, notes_on(n, r, b, t))


def _ordered(s: Any, judge: Any, depth: int, low: int, high: int, margin: int, n: Any, r: Any, b: Any, t: Any) -> int:
    return ordered(s, judge, 0 * depth, depth, low, high, notes_on(n, r, b, t))


def _memory(s: Any, judge: Any, depth: int, low: int, high: int, margin: int, n: Any, r: Any, b: Any, t: Any) -> int:
    return remembering(s, judge, 0 * depth, depth, low, high, 0 * depth, notes_on(n, r, b, t))


def _both(s: Any, judge: Any, depth: int, low: int, high: int, margin: int, n: Any, r: Any, b: Any, t: Any) -> int:
    return remembering(s, judge, 0 * depth, depth, low, high, 0 * depth + 1, notes_on(n, r, b, t))


def _quiet(s: Any, judge: Any, depth: int, low: int, high: int, margin: int, n: Any, r: Any, b: Any, t: Any) -> int:
    return quiet(s, judge, 0 * depth, depth, low, high, notes_on(n, r, b, t))


def _dynamic(s: Any, judge: Any, depth: int, low: int, high: int, margin: int, n: Any, r: Any, b: Any, t: Any) -> int:
    return refining(s, judge, 0 * depth, depth, (depth + 1) // 2, margin, low, high, notes_on(n, r, b, t))


ALGORITHMS: dict[str, Callable[..., int]] = {
    "minimax": _minimax,
    "alphabeta": _alphabeta,
    "negamax": _negamax,
    "ordered": _ordered,
    "memory": _memory,
    "ordered+memory": _both,
    "quiescence": _quiet,
    "dynamic": _dynamic,
}
EXACT = ("minimax", "alphabeta", "negamax", "ordered", "memory", "ordered+memory")  # all give one value


def run(
    name: str,
    game: GameType,
    state: Any,
    judge: Any,
    depth: int,
    *,
    window: tuple[int, int] = (-INFINITE, INFINITE),
    margin: int = 40,
    slots: int = SLOTS,
    compiled: bool = True,
    watch: Callable[[Callable[..., int]], Callable[..., int]] | None = None,
) -> Found:
    """Search `depth` moves ahead with one of the algorithms.

    `window` is what alpha and beta begin with; `margin` is for "dynamic" alone, how much worse than
    the best a branch may look before it is dropped; `slots` is the size of the table.  `watch` gives
    what is run, interpreted, in place of the algorithm: `lab.recorder` follows it so.
    """
    if name not in ALGORITHMS:
        raise BoxwoodError(f"there is no algorithm '{name}': there are {', '.join(ALGORITHMS)}")
    if not 0 < depth <= DEEPEST:
        raise BoxwoodError(f"depth {depth} is not possible: it goes from 1 to {DEEPEST}")
    levels = depth + QUIET_PLIES + 2
    sizes = (2, levels * game.facts.max_moves, (DEEPEST + 2) * LINE, 1 + SLOT * slots)
    began = time.perf_counter()
    if compiled and watch is None:
        arrays = [np.zeros(size, np.int64) for size in sizes]
        arrays[3][0] = slots
        score = int(entry(ALGORITHMS[name], game.state, type(judge))(state, judge, depth, *window, margin, *arrays))
        nodes, line = arrays[0].tolist(), arrays[2].tolist()
    else:
        lists = [[0] * size for size in sizes]
        lists[3][0] = slots
        algorithm = watch(ALGORITHMS[name]) if watch else ALGORITHMS[name]
        score = algorithm(state, judge, depth, *window, margin, *map(Memory, lists))
        nodes, line = lists[0], lists[2]
    return Found(score, tuple(line[1 : 1 + line[0]]), nodes[0], nodes[1], time.perf_counter() - began)


def whole_tree(name: str, game: GameType, state: Any, judge: Any, **settings: Any) -> Found:
    """Search to the end of every game: plain minimax, plain alpha-beta and so on."""
    if game.facts.can_cycle:
        raise BoxwoodError(f"{game.id} can go round in circles: search it to a depth")
    return run(name, game, state, judge, DEEPEST, **settings)
