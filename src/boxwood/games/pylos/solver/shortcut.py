"""Winning without detours when only values are known.

Every move of a winner that keeps the value wins in the end, but he could keep it for ever without getting nearer.  So
he goes where few turns seem to be left: a guess, linear in a few counts, fitted to the exact distances of the full
table (`python -m benchmarks.pylos_table --fit`), and backed up over two turns in which only value-keeping ends count:

    my end  ->  any reply  ->  my best end that still wins: its guess
"""

from typing import Any

from boxwood.core.bits import popcount
from boxwood.core.bridge import Table, advance, dual, pointer
from boxwood.games.pylos.rules import FLOOR, MARBLES, Pylos, can_raise, free, landings, square_gaps
from boxwood.games.pylos.solver.packed import packed_index
from boxwood.games.pylos.solver.turns import WIDTH, turn_ends

# Thousandths of a turn for each count of `count_features`, for a position that its mover loses.
WEIGHTS = Table((-4202, 2208, 642, 7, -13, 762, -112, 268, 358, 4988, 483, 258))
FEATURES = len(WEIGHTS)


@dual
def count_features(own: int, other: int, counts: Any) -> None:
    """What the guess depends on; `own` belongs to the loser, who is to move."""
    taken = own | other
    places, loose = landings(taken), free(taken)
    mine, theirs = MARBLES - popcount(own), MARBLES - popcount(other)
    counts[0] = 1
    counts[1], counts[2] = mine, theirs
    counts[3], counts[4] = mine * mine, mine * theirs
    counts[5], counts[6] = popcount(own & loose), popcount(other & loose)
    counts[7], counts[8] = popcount(places & FLOOR), popcount(places & ~FLOOR)
    counts[9] = popcount(square_gaps(own) & places)
    counts[10] = popcount(square_gaps(other) & places)
    counts[11] = 1 if can_raise(own, taken) else 0


@dual
def guess(own: int, other: int, counts: Any) -> int:
    """Turns that a lost position may last, in thousandths; 0 when it is over."""
    if popcount(own) == MARBLES:
        return 0
    count_features(own, other, counts)
    total = 0
    for i in range(FEATURES):
        total += WEIGHTS[i] * counts[i]
    return total


def survey(maps: Any, state: Pylos, room: Any, marbles: Any, indices: Any, guesses: Any) -> int:
    """List the ends of a turn: the marbles of both, the number among the packed values and the guess; how many."""
    memory = pointer(room)
    ends, counts = pointer(marbles), advance(memory, 3 * WIDTH)
    count = turn_ends(state, memory, ends)
    for i in range(count):
        indices[i] = packed_index(maps, ends[2 * i], ends[2 * i + 1])
        guesses[i] = guess(ends[2 * i], ends[2 * i + 1], counts)
    return count
