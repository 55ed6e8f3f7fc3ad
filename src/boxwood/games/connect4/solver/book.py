"""The book: scores of positions with few discs, one byte each, found by counting, and of some with more by their keys.

The positions of a ply are numbered: first by the heights of the columns, then by which of the discs, taken
column by column from the bottom up, belong to the first player.  That leaves few gaps.  Of a position and its
mirror image only the one with the smaller key is in the book, and none where the player to move wins at once.
The byte is the score + 32, or 0 if it is not known.

The file:

    boxwood connect4 book 3\\n
    <SHA-256 of all that follows, in hexadecimal>\\n
    {"plies": [[known, size of a piece, ...], ...], "more": [known, size]}\\n
    for each ply from 0 on its bytes, in pieces of 2**17, as LZMA2: a look-up unpacks no more than one, in a millisecond
    the gaps (int64) between the smaller keys, in order, of positions with more discs, and their bytes, as LZMA2
"""

import hashlib
import json
import lzma
import warnings
from collections.abc import Mapping
from functools import cached_property, lru_cache
from itertools import accumulate, pairwise
from math import comb
from pathlib import Path
from typing import Any

import numpy as np

from boxwood.core.bits import popcount
from boxwood.core.bridge import Table, dual
from boxwood.core.errors import BoxwoodError
from boxwood.core.paths import data_directory
from boxwood.games.connect4.solver.board import COLUMNS, STRIDE, mirror

MAGIC = b"boxwood connect4 book 3\n"
SHIPPED = Path(__file__).parent.parent / "data" / "scores.book"
PIECE = 1 << 17
UNPACKED = 512  # pieces kept at most, 64 MB: as many as there are up to DEEPEST
FILTERS: list[dict[str, Any]] = [
    {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": PIECE, "pb": 0}
]
DEEPEST = 13  # plies whose positions are numbered: of more there will never be enough to make it worth while
FARTHEST = 18  # discs of a position in a book: with more, none is hard enough to be in one
OFFSET, UNKNOWN = 32, 0
HEIGHT = STRIDE - 1
_TOTALS = HEIGHT * COLUMNS + 1


def _count_fillings() -> list[int]:
    """How many ways there are to put some discs into the last columns: [columns left out * _TOTALS + discs]."""
    counts = [[0] * _TOTALS for _ in range(COLUMNS)] + [[1] + [0] * (_TOTALS - 1)]
    for column in reversed(range(COLUMNS)):
        for discs in range(_TOTALS):
            counts[column][discs] = sum(counts[column + 1][discs - h] for h in range(min(HEIGHT, discs) + 1))
    return [count for row in counts for count in row]


FILLINGS = Table(_count_fillings())
CHOICES = Table(comb(n, k) for n in range(DEEPEST + 1) for k in range(DEEPEST + 1))


@dual
def choices(n: int, k: int) -> int:
    """How many ways there are to choose k of n."""
    return CHOICES[n * (DEEPEST + 1) + k]


@dual
def size_of_ply(ply: int) -> int:
    """How many numbers the positions of a ply have."""
    return FILLINGS[ply] * choices(ply, (ply + 1) // 2)


@dual
def number_of(first: int, discs: int) -> int:
    """The number of a position among those of its ply; `first` are the discs of the first player."""
    ply = popcount(discs)
    left, seen, chosen = ply, 0, 0
    heights = colours = 0
    for column in range(COLUMNS):
        own = first >> STRIDE * column
        for row in range(popcount(discs >> STRIDE * column & 127)):
            # Earlier are the fillings that stop here, and the colourings that have the disc later.
            heights += FILLINGS[(column + 1) * _TOTALS + left]
            left -= 1
            if own >> row & 1:
                chosen += 1
                colours += choices(seen, chosen)
            seen += 1
    return heights * choices(ply, (ply + 1) // 2) + colours


@dual
def book_number(own: int, discs: int) -> int:
    """The number under which the book keeps a position or its mirror image; `own` are the mover's discs."""
    if mirror(own + discs) < own + discs:
        own, discs = mirror(own), mirror(discs)
    return number_of(own ^ discs if popcount(discs) & 1 else own, discs)


def smaller_key(own: Any, discs: Any) -> Any:
    """The key of a position or of its mirror image; or those of many, as arrays."""
    return np.minimum(own + discs, mirror(own + discs))


class BadBook(BoxwoodError):
    """The file is no book, or not as it was written."""


class Book:
    """Scores by ply, in pieces that are unpacked when they are asked for, and of some positions with more discs."""

    def __init__(self, packed: list[list[bytes]], more: bytes, known: list[int]) -> None:
        self._packed, self._more = packed, more
        self.known = known  # positions by number of discs; at the end those with more
        self._piece = lru_cache(UNPACKED)(self._unpack)

    @property
    def plies(self) -> int:
        """How many discs the last positions have that are numbered."""
        return len(self._packed) - 1

    def score(self, own: int, discs: int) -> int | None:
        """The score for the player to move, where it is known."""
        ply = popcount(discs)
        if ply > self.plies:
            byte = self._listed(smaller_key(own, discs))
        else:
            which, place = divmod(book_number(own, discs), PIECE)
            byte = self._piece(ply, which)[place]
        return None if byte == UNKNOWN else byte - OFFSET

    def bytes_of_ply(self, ply: int) -> bytes:
        """All bytes of a ply."""
        return b"".join(self._unpack(ply, which) for which in range(len(self._packed[ply])))

    def _unpack(self, ply: int, which: int) -> bytes:
        return _unpacked(self._packed[ply][which])

    @cached_property
    def more(self) -> tuple[Any, Any]:
        """The smaller keys of the positions that are not numbered, in order, and their bytes."""
        content, count = _unpacked(self._more), self.known[-1]
        return np.cumsum(np.frombuffer(content, "<i8", count)), np.frombuffer(content, np.uint8, offset=8 * count)

    def _listed(self, key: int) -> int:
        keys, values = self.more
        place = int(np.searchsorted(keys, key))
        return int(values[place]) if place < len(keys) and keys[place] == key else UNKNOWN

    @staticmethod
    def read(file: Path) -> "Book":
        """The book in a file; raises BadBook unless it is whole."""
        try:
            content = file.read_bytes()
        except OSError as error:
            raise BadBook(f"connect4: the book {file} cannot be read: {error.strerror}") from None
        if content.startswith(MAGIC.rstrip(b"0123456789\n")) and not content.startswith(MAGIC):
            raise BadBook(f"connect4: the book {file} is of another version: build it again, or remove it")
        if not content.startswith(MAGIC):
            raise BadBook(f"connect4: {file} is not a book: it should begin with '{MAGIC.decode().strip()}'")
        checksum, _, rest = content[len(MAGIC) :].partition(b"\n")
        if hashlib.sha256(rest).hexdigest().encode() != checksum:
            raise BadBook(f"connect4: the book {file} is damaged: its checksum is wrong; build it again")
        line, _, content = rest.partition(b"\n")
        header = json.loads(line)
        packed, known, begin = [], [], 0
        for count, *sizes in [*header["plies"], header["more"]]:
            ends = list(accumulate(sizes, initial=begin))
            packed.append([content[start:end] for start, end in pairwise(ends)])
            known.append(count)
            begin = ends[-1]
        [more] = packed.pop()
        return Book(packed, more, known)


def _packed(content: bytes) -> bytes:
    return lzma.compress(content, lzma.FORMAT_RAW, filters=FILTERS)


def _unpacked(content: bytes) -> bytes:
    return lzma.decompress(content, lzma.FORMAT_RAW, filters=FILTERS)


def write_book(file: Path, scores: list[Any], more: Mapping[int, int] | None = None) -> None:
    """Write the arrays of bytes of plies 0, 1, ..., and bytes of positions with more discs by their smaller keys.

    Either all of it or nothing.
    """
    pieces = [[_packed(ply[at : at + PIECE].tobytes()) for at in range(0, len(ply), PIECE)] for ply in scores]
    listed = sorted((more or {}).items())
    gaps = np.diff(np.array([0, *(key for key, _ in listed)], "<i8"))
    pieces.append([_packed(gaps.tobytes() + bytes(value for _, value in listed))])
    known = [*(int(np.count_nonzero(ply)) for ply in scores), len(listed)]
    *plies, last = [[count, *map(len, parts)] for count, parts in zip(known, pieces, strict=True)]
    header = json.dumps({"plies": plies, "more": last}).encode() + b"\n"
    rest = header + b"".join(part for parts in pieces for part in parts)
    new = file.with_suffix(".new")
    new.write_bytes(MAGIC + hashlib.sha256(rest).hexdigest().encode() + b"\n" + rest)
    new.replace(file)


def open_book(file: Path) -> Book | None:
    """The book in a file; none if there is none, or with a warning if it is damaged."""
    if not file.exists():
        return None
    try:
        return Book.read(file)
    except BadBook as error:
        warnings.warn(f"{error} (it is not used)", RuntimeWarning, stacklevel=2)
        return None


def built_file() -> Path:
    """Where a book that is built on this machine goes."""
    return data_directory("connect4") / SHIPPED.name


def find_book() -> Book | None:
    """The book built on this machine or the one that comes with the package, whichever knows more."""
    books = [book for book in map(open_book, (built_file(), SHIPPED)) if book]
    return max(books, key=lambda book: sum(book.known), default=None)
