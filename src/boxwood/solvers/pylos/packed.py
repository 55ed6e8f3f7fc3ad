"""Win, loss or draw of every position in a few megabytes: the table that comes with the package.

A position is 0 (draw), 1 (win) or 2 (loss for the mover), numbered as in `shapes`.  Buried marbles hardly matter, so
neighbouring rows are much alike.  In pieces of 2**20 positions, a byte each, for rows then repeat byte by byte:

    magic        16 bytes
    checksum     32 bytes, SHA-256 of all that follows
    pieces       4 bytes, how many there are
    lengths      4 bytes each
    the pieces   LZMA2, each on its own, so that a look-up unpacks no more than 1 MiB

Numbers are little-endian.  The pieces used last stay unpacked.
"""

import hashlib
import lzma
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import numpy as np

from boxwood.core.errors import BoxwoodError
from boxwood.solvers.pylos.sweep import UNKNOWN, is_win

MAGIC = b"boxwood pylos 1\n"
PIECE_BITS = 20
PIECE = 1 << PIECE_BITS
KEPT_PIECES = 64  # 64 MiB
FILTERS: list[dict[str, Any]] = [
    {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": PIECE, "lc": 0, "lp": 0, "pb": 0}
]
VALUE = (0, 1, -1)  # of a position, by its byte
PACKED = np.array([0 if code == UNKNOWN else 1 if is_win(code) else 2 for code in range(256)], np.uint8)
SHIPPED = Path(__file__).parent.parent / "data" / "pylos-standard.xz"


def _pack(table: Any, number: int) -> bytes:
    """A piece of a table of codes."""
    return lzma.compress(
        PACKED[table[number * PIECE : (number + 1) * PIECE]].tobytes(), lzma.FORMAT_RAW, filters=FILTERS
    )


def write(table: Any, file: Path, threads: int = 2) -> None:
    """Pack a table of codes; the same table gives the same bytes."""
    with ThreadPoolExecutor(threads) as pool:
        pieces = list(pool.map(partial(_pack, table), range(-(-len(table) // PIECE))))
    lengths = np.array([len(pieces), *map(len, pieces)], "<u4").tobytes()
    body = lengths + b"".join(pieces)
    file.write_bytes(MAGIC + hashlib.sha256(body).digest() + body)


class PackedValues:
    """A packed table: `table[index]` is 1, 0 or -1, for the player to move in the position of this number."""

    def __init__(self, file: Path = SHIPPED) -> None:
        self._file = file
        with file.open("rb") as stream:
            head = stream.read(len(MAGIC) + 32 + 4)
            if head[: len(MAGIC)] != MAGIC:
                raise BoxwoodError(f"pylos: {file} is not a packed table of Pylos")
            count = int.from_bytes(head[-4:], "little")
            self._lengths = np.frombuffer(stream.read(4 * count), "<u4").astype(np.int64)
        self._checksum = head[len(MAGIC) : -4]
        self._ends = len(head) + 4 * count + np.cumsum(self._lengths)
        self._piece = lru_cache(KEPT_PIECES)(self._unpack)

    def _unpack(self, number: int) -> bytes:
        length = int(self._lengths[number])
        with self._file.open("rb") as stream:
            stream.seek(int(self._ends[number]) - length)
            return lzma.decompress(stream.read(length), lzma.FORMAT_RAW, filters=FILTERS)

    def __getitem__(self, index: int) -> int:
        return VALUE[self._piece(index >> PIECE_BITS)[index & PIECE - 1]]

    def intact(self) -> bool:
        """Whether the file is what was written."""
        body = self._file.read_bytes()[len(MAGIC) + 32 :]
        return hashlib.sha256(body).digest() == self._checksum
