"""One position for all that are alike under the symmetries of Quarto.

The board has 32 symmetries, with squares 8, and the pieces have 384.  The board is four planes of 16 cells, one an
attribute, packed in two words: planes 0 and 1 in `low`, 2 and 3 in `high`.  Only how the pieces differ from the one in
hand matters, so a plane marks the cells whose piece differs from it there; and the order of the attributes does not
matter, so the planes are sorted.  That is all there is to the 384.  Every piece differs from the one in hand, so the
planes together also tell which cells are taken.

Of the board's symmetries only those are tried that make the set of taken cells, as a number, smallest: one or two,
mostly.  Of what they give the smallest, (low, high), is the canonical form.
"""

from functools import cache
from typing import Any

import numpy as np

from boxwood.core.bits import WORD, lowest
from boxwood.core.bridge import Table, dual
from boxwood.games.quarto.rules import FULL, Quarto

PLANE = 16
PLANES = Table((0, 1, 1 << PLANE, 1 | 1 << PLANE))  # two attributes of a piece, as a cell of two planes


@cache
def symmetry_tables(squares: bool) -> tuple[Any, Any]:
    """Where each symmetry takes a set of cells, by its lower and its upper byte; and for each set of cells,
    which symmetries make it smallest, a bit each."""
    start = Quarto.start(squares)
    count = 8 if squares else 32
    images = np.zeros((count, 2, 256), np.int64)
    for which in range(count):
        for cell in range(16):
            half, bit = divmod(cell, 8)
            images[which, half] |= (np.arange(256) >> bit & 1) << start.image_move(which, cell)
    cells = np.arange(FULL + 1)
    moved = images[:, 0, cells & 255] | images[:, 1, cells >> 8]
    smallest = moved == moved.min(axis=0)
    fitting = (smallest.astype(np.int64) << np.arange(count)[:, None]).sum(axis=0)
    return images.reshape(-1), fitting


@dual
def move_cells(images: Any, which: int, cells: int) -> int:
    """The set of cells after a symmetry."""
    return images[512 * which + (cells & 255)] | images[512 * which + 256 + (cells >> 8)]


@dual
def canonical(images: Any, fitting: Any, taken: int, low: int, high: int, hand: int) -> tuple[int, int]:
    """The canonical form of a position with a piece in hand."""
    low ^= taken * PLANES[hand & 3]
    high ^= taken * PLANES[hand >> 2]
    best_low = best_high = WORD
    symmetries = fitting[taken]
    while symmetries:
        which = lowest(symmetries)
        symmetries &= symmetries - 1
        a, b = move_cells(images, which, low & FULL), move_cells(images, which, low >> PLANE)
        c, d = move_cells(images, which, high & FULL), move_cells(images, which, high >> PLANE)
        a, b, c, d = min(a, b), max(a, b), min(c, d), max(c, d)
        a, b, c, d = min(a, c), min(b, d), max(a, c), max(b, d)
        b, c = min(b, c), max(b, c)
        new_low, new_high = a | b << PLANE, c | d << PLANE
        if new_low < best_low or (new_low == best_low and new_high < best_high):
            best_low, best_high = new_low, new_high
    return best_low, best_high
