"""Nim solved: who wins by the closed form of `evaluation.nim`, and how long it takes by counting back.

The winner hurries and the loser delays.  The distance of a position follows from those of its
successors; that is quick for a row and for a few heaps, and is left out where there would be too many.
"""

from functools import lru_cache
from typing import Any

from boxwood.core.contract import ONGOING, legal_moves
from boxwood.evaluation.nim import is_won
from boxwood.games import find
from boxwood.games.nim import Nim
from boxwood.solvers.solution import Solution

COUNTABLE = 3_000  # positions that are counted back while somebody waits


def solve(state: Nim) -> Solution:
    """Value, distance and best moves of a game that goes on."""
    countable = 1
    for size in state.sizes():
        countable *= size + 1
    known = countable <= COUNTABLE
    won = is_won(state)
    after = {move: state.play(move) for move in _moves(state)}
    keeping = [move for move, child in after.items() if won != bool(is_won(child))]
    if not known:
        return Solution(1 if won else -1, None, tuple(map(state.move_text, keeping)), len(after))
    distances = {move: 1 + _distance(after[move]._replace(turn=0)) for move in keeping}
    best = min(distances.values()) if won else max(distances.values())
    moves = tuple(state.move_text(move) for move, plies in distances.items() if plies == best)
    return Solution(1 if won else -1, best, moves, countable)


def _moves(state: Any) -> list[int]:
    return legal_moves(state, find("nim").facts)


@lru_cache(maxsize=200_000)
def _distance(state: Nim) -> int:
    """Plies to the end; whose turn it is does not matter, so it is always 0."""
    pending = [state]
    known: dict[Nim, int] = {}
    while pending:
        now = pending[-1]
        if now in known:
            pending.pop()
            continue
        if now.outcome() != ONGOING:
            known[now] = 0
            pending.pop()
            continue
        children = [now.play(move)._replace(turn=0) for move in _moves(now)]
        open_ones = [child for child in children if child not in known]
        if open_ones:
            pending += open_ones
            continue
        won = is_won(now)
        plies = [known[child] for child in children if bool(is_won(child)) != won]
        known[now] = 1 + (min(plies) if won else max(plies))
        pending.pop()
    return known[state]
