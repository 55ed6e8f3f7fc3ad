"""What is known of positions already searched, one word each, so that threads may share it without locks.

A position is a key of 49 bits.  Multiplied by an odd number modulo 2**49, by which nothing is lost, its upper
bits say which bucket of four words to look in; the lower ones are kept:

    tag (49 - upper bits) | column of the best move, 7: none (3) | work (6) | least score + 32 (6) | greatest + 32 (6)

An empty word is 0.  The entry that took the least work makes room for a new one.
"""

from typing import Any

from boxwood.core.bits import multiply_add
from boxwood.core.bridge import dual

KEY_BITS = 49
BUCKET = 4
FEWEST_BITS = 10  # with fewer the tag would not fit
WORD_BYTES = 8
NO_COLUMN = 7
_TAG, _COLUMN, _WORK, _LOWER = 21, 18, 12, 6  # where they begin
_MIX = 0x1A3F5C8E2D4B7
_KEY = (1 << KEY_BITS) - 1


@dual
def shift_for(bits: int) -> int:
    """How many bits of the mixed key an entry keeps, in a table of 2**bits words."""
    return KEY_BITS + 2 - bits


@dual
def mix(key: int) -> int:
    """The key as the table uses it."""
    return multiply_add(key, _MIX, 0) & _KEY


@dual
def bucket_of(mixed: int, shift: int) -> int:
    """The first word of the bucket of a mixed key."""
    return mixed >> shift << 2


@dual
def recall(table: Any, shift: int, mixed: int) -> int:
    """The entry of a position, or 0."""
    first = bucket_of(mixed, shift)
    tag = mixed & (1 << shift) - 1
    for place in range(first, first + BUCKET):
        found = table[place]  # read once: another thread may write there at any moment
        if found >> _TAG == tag:
            return found
    return 0


@dual
def lower_bound(found: int) -> int:
    return (found >> _LOWER & 63) - 32


@dual
def upper_bound(found: int) -> int:
    return (found & 63) - 32


@dual
def best_column(found: int) -> int:
    return found >> _COLUMN & 7


@dual
def remember(table: Any, shift: int, mixed: int, lower: int, upper: int, nodes: int, column: int) -> None:
    """Keep bounds of a position that took so many nodes to find, along with what was known of it."""
    first = bucket_of(mixed, shift)
    tag = mixed & (1 << shift) - 1
    work = 0
    while nodes:
        work += 1
        nodes >>= 1
    chosen = first
    least = 64
    for place in range(first, first + BUCKET):
        old = table[place]
        if old == 0:
            chosen = place
            break
        old_work = old >> _WORK & 63
        if old >> _TAG == tag:
            chosen = place
            lower = max(lower, lower_bound(old))
            upper = min(upper, upper_bound(old))
            work = max(work, old_work)
            if column == NO_COLUMN:
                column = best_column(old)
            break
        if old_work < least:
            least = old_work
            chosen = place
    table[chosen] = tag << _TAG | column << _COLUMN | work << _WORK | lower + 32 << _LOWER | upper + 32
