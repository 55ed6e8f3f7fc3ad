"""The 7x6 board as sets of cells, one bit a cell, laid out as in `games.connect4`:

      5 12 19 26 33 40 47     even: the second player gets these by always answering on top of the last disc
      4 11 18 25 32 39 46     odd
      3 10 17 24 31 38 45     even
      2  9 16 23 30 37 44     odd
      1  8 15 22 29 36 43     even
      0  7 14 21 28 35 42     odd: the first player then gets these

Bits 6, 13, ... 48 are always empty, so that no line runs from one column into the next.  Results of
shifts may have bits there and beyond; whoever uses them masks with BOARD.
"""

from boxwood.core.bits import popcount
from boxwood.core.bridge import Table, dual

CELLS = 42
COLUMNS = 7
STRIDE = 7
BOTTOM = sum(1 << STRIDE * column for column in range(COLUMNS))
BOARD = BOTTOM * 0b111111
ODD = BOTTOM * 0b010101
EVEN = BOTTOM * 0b101010
SYMMETRIC = 20  # positions with more discs are hardly ever met in both images
COLUMN_OF = Table(0b1111111 << cell // STRIDE * STRIDE for cell in range(STRIDE * COLUMNS))


@dual
def playable(discs: int) -> int:
    """The lowest empty cell of every column that is not full."""
    return (discs + BOTTOM) & BOARD


@dual
def completing(stones: int) -> int:
    """The cells that make four in a row with three of these stones, the taken ones among them too."""
    found = stones << 1 & stones << 2 & stones << 3
    two = stones << 7 & stones << 14
    found |= two & (stones << 21 | stones >> 7)
    two = stones >> 7 & stones >> 14
    found |= two & (stones << 7 | stones >> 21)
    two = stones << 6 & stones << 12
    found |= two & (stones << 18 | stones >> 6)
    two = stones >> 6 & stones >> 12
    found |= two & (stones << 6 | stones >> 18)
    two = stones << 8 & stones << 16
    found |= two & (stones << 24 | stones >> 8)
    two = stones >> 8 & stones >> 16
    return found | two & (stones << 8 | stones >> 24)


@dual
def threats_of(stones: int, discs: int) -> int:
    """The empty cells where the owner of these stones would win, whether or not one can play there now."""
    return completing(stones) & BOARD & ~discs


@dual
def has_four(stones: int) -> bool:
    """Whether four of these are in a row."""
    pairs = stones & stones >> 1
    found = pairs & pairs >> 2
    pairs = stones & stones >> 7
    found |= pairs & pairs >> 14
    pairs = stones & stones >> 6
    found |= pairs & pairs >> 12
    pairs = stones & stones >> 8
    return found | pairs & pairs >> 16 != 0


@dual
def safe_moves(dangers: int, discs: int) -> int:
    """The moves after which an opponent who threatens to win in `dangers` cannot do so at once."""
    open_cells = playable(discs)
    forced = dangers & open_cells
    safe = open_cells & ~(dangers >> 1)
    if forced == 0:
        return safe
    return 0 if forced & (forced - 1) else safe & forced


@dual
def mirror(key: int) -> int:
    """The columns in reverse order."""
    return (
        (key & 127) << 42 | (key & 127 << 7) << 28 | (key & 127 << 14) << 14 | key & 127 << 21
        | key >> 14 & 127 << 14 | key >> 28 & 127 << 7 | key >> 42 & 127
    )  # fmt: skip


@dual
def key_of(own: int, discs: int) -> int:
    """A number of 49 bits for every position; the same for its mirror image as long as few discs are played."""
    key = own + discs
    return min(key, mirror(key)) if popcount(discs) < SYMMETRIC else key
