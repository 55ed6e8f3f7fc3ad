"""Win, loss or draw of every position in a few megabytes: the table that comes with the package.

A position is two bits: 0 draw, 1 win, 2 loss for the mover; the first of four is lowest in a byte.  Buried marbles
hardly matter, so what differs only on level 1 stands together: the numbering is that of `shapes`, but with rows and
columns of every block exchanged.

    magic        16 bytes
    checksum     32 bytes, SHA-256 of all that follows
    pieces       4 bytes, how many there are
    lengths      4 bytes each
    the pieces   2**22 positions each, as LZMA2: a look-up unpacks no more than one, 1 MiB

Numbers are little-endian.  The file is checked once and stays in memory, and so do the pieces used last.
"""

import hashlib
import lzma
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from boxwood.core.bits import popcount
from boxwood.core.bridge import dual
from boxwood.core.compiler import entry
from boxwood.core.errors import BoxwoodError
from boxwood.games.pylos.rules import FLOOR
from boxwood.games.pylos.solver.shapes import UPPER, UPPER_COUNTS, Shapes, position_in_block, shapes
from boxwood.games.pylos.solver.sweep import UNKNOWN, is_win

MAGIC = b"boxwood pylos 2\n"
HEAD = len(MAGIC) + 32
PIECE_BITS = 22
PIECE = 1 << PIECE_BITS
KEPT_PIECES = 64  # 64 MiB
FILTERS: list[dict[str, Any]] = [
    {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": PIECE // 4, "lc": 0, "lp": 0, "pb": 0}
]
VALUE = (0, 1, -1)  # of a position, by its two bits
SHIPPED = Path(__file__).parent.parent / "data" / "standard.xz"


@dual
def packed_index(maps: Any, own: int, other: int) -> int:
    """The number of a position among the packed ones."""
    block, row, rows, place, _ = position_in_block(maps, own, other)
    return block + place * rows + row


def _fill(maps: Any, table: Any, first: int, found: Any) -> None:
    """Write the two bits of the positions from number `first` on, a byte each."""
    last = first + len(found)
    group = np.searchsorted(maps.start, first, side="right") - 1
    while maps.start[group] < last:
        floor, upper = popcount(maps.least[group] & FLOOR), popcount(maps.least[group] & UPPER)
        for k in range(floor + 1):
            for j in range(upper + 1):
                rows, width = maps.choose[floor, k], maps.choose[upper, j]
                offset = maps.block[floor, upper, k * UPPER_COUNTS + j]
                begin = maps.start[group] + offset
                if offset >= 0:
                    for number in range(max(begin, first), min(begin + rows * width, last)):
                        place, row = (number - begin) // rows, (number - begin) % rows
                        code = table[begin + row * width + place]
                        found[number - first] = 0 if code == UNKNOWN else 1 if is_win(code) else 2
        group += 1


def make_piece(maps: Shapes, table: Any, number: int) -> bytes:
    """A piece, from a table of codes (of all classes, or of the first so many)."""
    first, last = number * PIECE, min((number + 1) * PIECE, len(table))
    found = np.zeros((last - first + 3) // 4 * 4, np.uint8)
    entry(_fill)(maps, table, first, found[: last - first])
    four = found.reshape(-1, 4)
    return (four[:, 0] | four[:, 1] << 2 | four[:, 2] << 4 | four[:, 3] << 6).tobytes()


def write(table: Any, file: Path, threads: int = 2, progress: Callable[[int, int, str], None] | None = None) -> None:
    """Pack a table of codes; the same table gives the same bytes."""
    maps = shapes()
    count = -(-len(table) // PIECE)

    def pack(number: int) -> bytes:
        if progress:
            progress(number, count, "packing")
        return lzma.compress(make_piece(maps, table, number), lzma.FORMAT_RAW, filters=FILTERS)

    with ThreadPoolExecutor(threads) as pool:
        pieces = list(pool.map(pack, range(count)))
    body = np.array([count, *map(len, pieces)], "<u4").tobytes() + b"".join(pieces)
    unfinished = file.with_suffix(".new")
    unfinished.write_bytes(MAGIC + hashlib.sha256(body).digest() + body)
    unfinished.replace(file)


class PackedValues:
    """A packed table: `table[number]` is 1, 0 or -1, for the player to move in the position of this number."""

    def __init__(self, file: Path = SHIPPED, kept: int = KEPT_PIECES) -> None:
        try:
            content = file.read_bytes()
        except OSError:
            raise BoxwoodError(f"pylos: {file} cannot be read: install Boxwood again") from None
        if content[: len(MAGIC)] != MAGIC or content[len(MAGIC) : HEAD] != hashlib.sha256(content[HEAD:]).digest():
            raise BoxwoodError(
                f"pylos: {file} is damaged and not used: install Boxwood again, or `boxwood table build pylos`"
            )
        count = int.from_bytes(content[HEAD : HEAD + 4], "little")
        begin = HEAD + 4 + 4 * count
        lengths = np.frombuffer(content[HEAD + 4 : begin], "<u4").astype(np.int64)
        self._content = content
        self._ends = (begin + np.cumsum(lengths)).tolist()
        self._begins = [begin, *self._ends[:-1]]
        self.piece = lru_cache(kept)(self._unpack)

    def __len__(self) -> int:
        """How many pieces there are."""
        return len(self._ends)

    def _unpack(self, number: int) -> bytes:
        packed = self._content[self._begins[number] : self._ends[number]]
        return lzma.decompress(packed, lzma.FORMAT_RAW, filters=FILTERS)

    def __getitem__(self, index: int) -> int:
        within = index & PIECE - 1
        return VALUE[self.piece(index >> PIECE_BITS)[within >> 2] >> 2 * (within & 3) & 3]
