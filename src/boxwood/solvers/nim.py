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
from boxwood.solvers.solution import Solution, Verdict

COUNTABLE = 3_000  # positions that are counted back while somebody waits
FEW = 60  # moves whose answers are counted while somebody waits


def verdicts(state: Nim) -> list[Verdict]:
    """Every move of a game that goes on, best first; of equal moves the one with the fewest good answers."""
    known = _countable(state) <= COUNTABLE
    after = {move: state.play(move) for move in _moves(state)}
    found = []
    for move, child in after.items():
        distance = 1 + _distance(child._replace(turn=0)) if known else None
        replies = _good_answers(child) if len(after) <= FEW else 0
        found.append(Verdict(move, -1 if is_won(child) else 1, distance, replies))
    return sorted(found, key=Verdict.rank)


def solve(state: Nim) -> Solution:
    """Value, distance and best moves of a game that goes on."""
    found = verdicts(state)
    best = found[0]
    equal = sorted(v.move for v in found if (v.value, v.distance) == (best.value, best.distance))
    nodes = len(found) if best.distance is None else _countable(state)
    return Solution(best.value, best.distance, tuple(map(state.move_text, equal)), nodes)


def _countable(state: Nim) -> int:
    """How many positions can come of this one."""
    count = 1
    for size in state.sizes():
        count *= size + 1
    return count


def _good_answers(state: Nim) -> int:
    """How many moves keep a won position won; 0 if it is lost or over."""
    if state.outcome() != ONGOING or not is_won(state):
        return 0
    return sum(not is_won(state.play(move)) for move in _moves(state))


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
