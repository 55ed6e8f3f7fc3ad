"""Nim solved by closed forms: who wins, as in `evaluation.nim`, and how long it takes if the loser delays.

A heap of n matches from which up to k may be taken lasts as many plies as it is worth, n modulo k + 1, and two more
for each round of k + 1.  A lost position lasts as long as all its heaps together, or one ply less if the last match
loses and some heap is worth 2 or more.  A won one takes one ply more than the shortest lost one that can follow.
"""

# Why a lost position lasts that long, if the last match wins: whatever the loser takes, the winner can lower a worth in
# answer, or complete the round that the loser has begun, and both moves together shorten the game by two plies or more.
# The loser can see to it that it is never more: he takes one match where the lowest bit of the worth is lowest of all
# (any number, if all are worth 0).  Then lowering a worth wins only by one, and raising one shortens by one at most.
# If the last match loses, the same moves do, except at the end: the answer that leaves no heap worth 2 or more must
# leave an odd number worth 1, which is the ply less, and a winner who is left with all worth 0 takes k of a round.

from collections.abc import Iterable
from typing import Any

from boxwood.core.contract import legal_moves
from boxwood.core.options import Options
from boxwood.games import find
from boxwood.games.nim.rules import HEAP, WIDTH, Nim
from boxwood.solving.solution import Solution, Verdict
from boxwood.solving.solver import Instant, Solver


def verdicts(state: Nim) -> list[Verdict]:
    """Every move of a game that goes on, best first; of equal moves the one with the fewest good answers."""
    found, sizes = [], list(state.sizes())
    for move in _moves(state):
        heap, taken = move >> WIDTH, move & HEAP
        sizes[heap] -= taken
        value, plies, answers = _prospect(sizes, state.limit, state.misere)
        sizes[heap] += taken
        found.append(Verdict(move, -value, 1 + plies, answers))
    return sorted(found, key=Verdict.rank)


def solve(state: Nim) -> Solution:
    """Value, distance and best moves of a game that goes on."""
    found = verdicts(state)
    best = found[0]
    equal = sorted(v.move for v in found if (v.value, v.distance) == (best.value, best.distance))
    return Solution(best.value, best.distance, tuple(map(state.move_text, equal)), len(found))


def _moves(state: Any) -> list[int]:
    return legal_moves(state, find("nim").facts)


def _prospect(sizes: list[int], limit: int, misere: int) -> tuple[int, int, int]:
    """The value for the player to move, the plies to the end, and how many moves win."""
    total = large = lasts = 0
    for size in sizes:
        rounds, worth = divmod(size, limit + 1)
        total ^= worth
        large += worth > 1
        lasts += worth + 2 * rounds
    winning = []  # the plies after each such move, of which no heap has more than one
    for size in sizes:
        worth = size % (limit + 1)
        shorter = misere and large > (worth > 1)  # some other heap is worth 2 or more
        wanted = total ^ worth ^ (misere and not shorter)  # what this heap must be worth for the next player to lose
        if wanted == worth:
            return -1, lasts - shorter, 0
        if wanted < worth:
            winning.append(lasts - shorter - worth + wanted)
        elif wanted <= limit < size:
            winning.append(lasts - shorter - worth + wanted - 2)
    return 1, 1 + min(winning, default=-1), len(winning)  # who need not take the last match has won already


class _Solver(Instant):
    """These functions as a solver."""

    solution = staticmethod(solve)
    verdicts = staticmethod(verdicts)

    def choose(self, state: Nim, avoid: Iterable[int] = ()) -> Verdict:
        return verdicts(state)[0]


def new_solver(options: Options, *, afresh: bool = False) -> Solver:
    """The solver of Nim; it has no book or table to do without."""
    return Solver(_Solver())
