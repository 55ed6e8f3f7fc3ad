"""What the search has found out, in a table of fixed size that never takes one position for another.

A canonical position is 64 bits, and 4 more say how much sooner than the end of the game it was decided to stop looking.
`bits` of them, mixed with the rest so that they spread, say which pair of words of the table is asked; the rest is kept
there, so that nothing is lost:

    rest of the position (68 - bits) | plies looked ahead (4) | facts (4)

The first word of a pair keeps the deeper search, the second the latest.
"""

from typing import Any

from boxwood.core.bits import WORD
from boxwood.core.bridge import dual

DRAW, WIN = 0, 1  # the goal of a search: at least this much for the player who places
YES = 0b0001  # the goal is reached; shifted by 2 * goal
NO = 0b0010

FEWEST_BITS = 13  # below, an entry does not fit in a word
_MIX = 0x1F3A5C7E9B2D4F61


@dual
def locate(low: int, high: int, early: int, bits: int) -> tuple[int, int]:
    """Where a canonical position belongs, and what is to be kept of it."""
    rest = high | early << 32 | (low >> bits) << 36
    mixed = (rest ^ rest >> 29) * _MIX & WORD
    return 2 * (mixed >> (63 - bits) ^ low & ((1 << bits) - 1)), rest


@dual
def recall(table: Any, slot: int, rest: int) -> int:
    """The facts known of a position."""
    entry = table[slot]
    if entry >> 8 != rest:
        entry = table[slot + 1]
    return entry & 15 if entry >> 8 == rest else 0


@dual
def remember(table: Any, slot: int, rest: int, depth: int, facts: int) -> None:
    """Keep facts of a position, along with those already known."""
    old = table[slot]  # read once: another thread may write there at any moment
    if old >> 8 != rest and old >> 4 & 15 > depth:
        slot += 1
        old = table[slot]
    if old >> 8 == rest:
        facts |= old & 15
    table[slot] = rest << 8 | depth << 4 | facts
