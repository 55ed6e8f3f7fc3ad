"""A Quarto position as the solver holds it: what the pieces of each line share, and which pieces are safe to give.

A piece has four of eight values: bit i of a set of values says that it has attribute i, bit 4 + i that it lacks it.
Each line, and each block of 2x2, is a field of 12 bits, five of them to a word, four words in all:

      11 10 9 8      7 6 5 4   3 2 1 0
    its empty cells  values that all of its pieces share

so that putting a piece on a cell is one AND for each word, and a line that shares nothing any more is out of play by
itself.  Without the squares rule the blocks share nothing from the start.

A value is *hot* when a piece that has it can complete a line: then no piece with it may be given.  Which values will be
hot once a piece lies on a cell is kept for all cells at once, a byte a cell, cells 0 to 7 in the first of two words:

    fixed   hot whatever the piece is
    bound   hot if the piece has the value itself

Four such words, fixed, fixed, bound, bound, are the `threats` of a position.  They alone use bit 63 of a word;
whatever is shifted out of them is masked.
"""

from typing import Any

from boxwood.core.bits import each_bit
from boxwood.core.bridge import Table, dual
from boxwood.games.quarto.rules import BLOCKS, LINES

EMPTY = -1  # a cell without a piece
FIELD, FIELDS, WORDS = 12, 5, 4
GROUPS = LINES + BLOCKS
EACH_FIELD = sum(1 << FIELD * place for place in range(FIELDS))
EACH_BYTE = sum(1 << 8 * cell for cell in range(8))

VALUES = Table(piece | (15 ^ piece) << 4 for piece in range(16))  # of each piece
SAFE = Table(sum(1 << piece for piece in range(16) if not VALUES[piece] & hot) for hot in range(256))


def _words(fields: list[int]) -> list[int]:
    """Fields of all lines and blocks, packed."""
    fields += [0] * (FIELDS * WORDS - len(fields))
    return [
        sum(field << FIELD * place for place, field in enumerate(fields[first : first + FIELDS]))
        for first in range(0, FIELDS * WORDS, FIELDS)
    ]


def _kept(cell: int, group: int) -> int:
    """All of a field but, if the cell is on the line, that cell and all values: those of its piece come back."""
    return 0xFFF & ~(0xFF | 0x100 << list(each_bit(group)).index(cell)) if group >> cell & 1 else 0xFFF


def _marks(group: int, empty: int) -> list[int]:
    """The bytes of the last empty cell of a line (two words), or of the last two (two words more)."""
    open_cells = [cell for place, cell in enumerate(each_bit(group)) if empty >> place & 1]
    words = [0] * 4
    if len(open_cells) in (1, 2):
        for cell in open_cells:
            words[2 * len(open_cells) - 2 + cell // 8] |= 0xFF << 8 * (cell % 8)
    return [word - (word >> 63 << 64) for word in words]


START = Table(_words([0xFFF] * len(LINES)) + _words([0xFFF] * len(GROUPS)))  # without squares, and with
KEPT = Table(word for cell in range(16) for word in _words([_kept(cell, group) for group in GROUPS]))
MARKS = Table([word for group in GROUPS for empty in range(16) for word in _marks(group, empty)] + [0] * 64)


@dual
def put(lines: Any, cell: int, piece: int, after: Any) -> None:
    """Write what the lines share after this piece is put on this cell."""
    values = VALUES[piece] * EACH_FIELD
    for word in range(WORDS):
        after[word] = lines[word] & (KEPT[WORDS * cell + word] | values)


@dual
def hot_values(lines: Any) -> int:
    """The values that complete a line now."""
    hot = 0
    for word in range(WORDS):
        for place in range(FIELDS):
            field = lines[word] >> FIELD * place
            empty = field >> 8 & 15
            if empty != 0 and empty & (empty - 1) == 0:
                hot |= field & 255
    return hot


@dual
def find_threats(lines: Any, threats: Any) -> None:
    """Work out fixed and bound for every cell."""
    hot_0 = hot_1 = bound_0 = bound_1 = 0
    for half in range(0, WORDS, 2):
        if lines[half] | lines[half + 1]:
            for word in range(half, half + 2):
                for place in range(FIELDS):
                    field = lines[word] >> FIELD * place
                    shared = (field & 255) * EACH_BYTE
                    marks = (FIELDS * word + place) * 64 + (field >> 6 & 60)
                    hot_0 |= shared & MARKS[marks]
                    hot_1 |= shared & MARKS[marks + 1]
                    bound_0 |= shared & MARKS[marks + 2]
                    bound_1 |= shared & MARKS[marks + 3]
    # A piece put on the only cell where a value is hot takes that away.
    several, some = hot_0 & hot_1, hot_0 | hot_1
    several, some = several | several >> 32 | some & some >> 32, some | some >> 32
    several, some = several | several >> 16 | some & some >> 16, some | some >> 16
    several, some = several | several >> 8 | some & some >> 8, some | some >> 8
    once = (some & ~several & 255) * EACH_BYTE
    everywhere = (some & 255) * EACH_BYTE
    threats[0] = everywhere ^ hot_0 & once
    threats[1] = everywhere ^ hot_1 & once
    threats[2] = bound_0
    threats[3] = bound_1


@dual
def safe_after(threats: Any, cell: int, piece: int) -> int:
    """The pieces that complete nothing once this piece lies on this cell."""
    half = cell >> 3
    return SAFE[(threats[half] | threats[half + 2] & VALUES[piece] * EACH_BYTE) >> 8 * (cell & 7) & 255]
