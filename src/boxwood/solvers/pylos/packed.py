"""Win, loss or draw of every position in a few megabytes: the table that comes with the package.

Two bits a position (0 draw, 1 win, 2 loss for the mover), numbered as in `shapes` except that in each block the
choices of level 1 run fastest: buried marbles hardly matter, so there are long runs.  In pieces of 2**20 positions:

    magic        16 bytes
    checksum     32 bytes, SHA-256 of all that follows
    pieces       4 bytes, how many there are
    lengths      4 bytes each
    the pieces   LZMA2, each on its own, so that a look-up unpacks 256 KiB

Numbers are little-endian.  The pieces used last stay unpacked.
"""

import hashlib
import lzma
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from boxwood.core.bits import popcount
from boxwood.core.bridge import dual
from boxwood.core.compiler import entry
from boxwood.core.errors import BoxwoodError
from boxwood.games.pylos import FLOOR
from boxwood.solvers.pylos.shapes import BLOCKS, UPPER, UPPER_COUNTS, locate, shapes
from boxwood.solvers.pylos.sweep import UNKNOWN, is_win

MAGIC = b"boxwood pylos 1\n"
PIECE_BITS = 20
PIECE_BYTES = 1 << PIECE_BITS - 2
KEPT_PIECES = 256  # 64 MiB
FILTERS: list[dict[str, Any]] = [
    {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": PIECE_BYTES, "lc": 0, "lp": 0, "pb": 0}
]
VALUE = (0, 1, -1)  # of a position, by its two bits
SHIPPED = Path(__file__).parent.parent / "data" / "pylos-standard.xz"


@dual
def packed_index(maps: Any, own: int, other: int) -> int:
    """The number of a position in the packed table."""
    block, row, place, rows, _ = locate(maps, own, other)
    return block + place * rows + row


def _pack_class(maps: Any, table: Any, group: int, packed: Any) -> None:
    """Write the values of a class as pairs of bits."""
    shape = maps.least[group]
    floor, upper = popcount(shape & FLOOR), popcount(shape & UPPER)
    for number in range(BLOCKS):
        begin = maps.block[floor, upper, number]
        if begin < 0:
            continue
        begin += maps.start[group]
        rows, width = maps.choose[floor, number // UPPER_COUNTS], maps.choose[upper, number % UPPER_COUNTS]
        to = begin
        for place in range(width):
            for row in range(rows):
                code = table[begin + row * width + place]
                value = 0 if code == UNKNOWN else 1 if is_win(code) else 2
                packed[to >> 2] |= value << 2 * (to & 3)
                to += 1


def _compress(piece: Any) -> bytes:
    return lzma.compress(piece.tobytes(), lzma.FORMAT_RAW, filters=FILTERS)


def write(table: Any, file: Path, threads: int = 2) -> None:
    """Pack a table of codes; the same table gives the same bytes."""
    maps = shapes()
    packed = np.zeros((len(table) + (1 << PIECE_BITS) - 1 >> PIECE_BITS) * PIECE_BYTES, np.uint8)
    pack = entry(_pack_class)
    for group in range(len(maps.least)):
        pack(maps, table, group, packed)
    with ThreadPoolExecutor(threads) as pool:
        pieces = list(pool.map(_compress, packed.reshape(-1, PIECE_BYTES)))
    lengths = np.array([len(pieces), *map(len, pieces)], "<u4").tobytes()
    body = lengths + b"".join(pieces)
    file.write_bytes(MAGIC + hashlib.sha256(body).digest() + body)


class PackedValues:
    """A packed table: `table[index]` is 1, 0 or -1 for a `packed_index`."""

    def __init__(self, file: Path = SHIPPED) -> None:
        self._file = file
        with file.open("rb") as stream:
            head = stream.read(len(MAGIC) + 32 + 4)
            if head[: len(MAGIC)] != MAGIC:
                raise BoxwoodError(f"pylos: {file} is not a packed table of Pylos")
            count = int.from_bytes(head[-4:], "little")
            lengths = np.frombuffer(stream.read(4 * count), "<u4").astype(np.int64)
        self._checksum = head[len(MAGIC) : -4]
        self._ends = len(head) + 4 * count + np.cumsum(lengths)
        self._lengths = lengths
        self._piece = lru_cache(KEPT_PIECES)(self._unpack)

    def _unpack(self, number: int) -> bytes:
        length = int(self._lengths[number])
        with self._file.open("rb") as stream:
            stream.seek(int(self._ends[number]) - length)
            return lzma.decompress(stream.read(length), lzma.FORMAT_RAW, filters=FILTERS)

    def __getitem__(self, index: int) -> int:
        at = index & (1 << PIECE_BITS) - 1
        return VALUE[self._piece(index >> PIECE_BITS)[at >> 2] >> 2 * (at & 3) & 3]

    def intact(self) -> bool:
        """Whether the file is what was written."""
        body = self._file.read_bytes()[len(MAGIC) + 32 :]
        return hashlib.sha256(body).digest() == self._checksum
