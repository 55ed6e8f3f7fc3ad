"""What a build of the book has found so far, in a file that outlives the build however it ends.

One word a position:

    check (8) | byte as in the book, or EASY (6) | key of the position or its mirror image, the smaller (49)

Half a word at the end is cut off.  A word whose check is wrong is reported and left out.
"""

import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from boxwood.core.compiler import entry
from boxwood.solvers.connect4.book import OFFSET, UNKNOWN, Book, smaller_key
from boxwood.solvers.connect4.positions import Position, Scores, deepest_entry
from boxwood.solvers.connect4.table import KEY_BITS

EASY = 1  # instead of a score: so soon solved that it has no place in the book
WORD = 8  # bytes
_BYTE = (1 << 6) - 1


class Journal:
    """An open journal: what is known of positions with up to so many discs or more, and a place to write down more."""

    def __init__(self, file: Path, last: int) -> None:
        self._file = file
        words = _words(file)
        keys = words & (1 << KEY_BITS) - 1
        self._known = Scores(max(last, entry(deepest_entry)(keys)))
        self._known.put_keys(keys, words >> KEY_BITS & _BYTE)
        self.added = 0

    def __enter__(self) -> "Journal":
        self._out = self._file.open("ab")
        self._out.truncate(self._out.tell() // WORD * WORD)
        return self

    def __exit__(self, *_: object) -> None:
        self._out.close()

    def add(self, positions: list[Position], scores: Sequence[int | None]) -> None:
        """Write down scores, None for an easy position, so that the next build knows them."""
        keys = smaller_key(*np.array(positions, np.int64).reshape(-1, 2).T)
        values = np.array([EASY if score is None else score + OFFSET for score in scores], np.int64)
        self._known.put_keys(keys, values)
        self._out.write(_with_check(values << KEY_BITS | keys).astype("<i8").tobytes())
        self._out.flush()
        self.added += len(positions)

    def take_over(self, book: Book, ply: int) -> None:
        """Know what a book knows of positions with so many discs or more, without writing it down."""
        for numbered in range(ply, min(book.plies, self._known.last) + 1):
            self._known.put_ply(numbered, book.bytes_of_ply(numbered))
        keys, values = book.more
        self._known.put_keys(keys, values)

    def score(self, own: int, discs: int) -> int | None:
        """The score of a position, where it is known."""
        byte = self._known.byte_of(own, discs)
        return byte - OFFSET if byte > EASY else None

    @property
    def more(self) -> list[int]:
        """The keys of the hard positions that are known and have too many discs for a number."""
        return [key for key, byte in self._known.more.items() if byte > EASY]

    def scores(self) -> Scores:
        """What is known and has a place in the book."""
        found = Scores(self._known.last)
        found.bytes[:] = np.where(self._known.bytes == EASY, UNKNOWN, self._known.bytes)
        found.more = {key: byte for key, byte in self._known.more.items() if byte != EASY}
        return found

    def missing(self, owns: Any, all_discs: Any, *, easy: bool) -> Any:
        """Which of these positions, given as arrays, are yet to be solved; whether it is enough that they are easy."""
        return np.flatnonzero(self._known.bytes_of(owns, all_discs) <= (UNKNOWN if easy else EASY))


def _words(file: Path) -> Any:
    """The words of a journal that are whole."""
    content = file.read_bytes() if file.exists() else b""
    words = np.frombuffer(content[: len(content) // WORD * WORD], "<i8")
    good = _with_check(words & (1 << KEY_BITS + 6) - 1) == words
    if not good.all():
        bad = np.count_nonzero(~good)
        warnings.warn(f"connect4: {file}: {bad:,} of {len(words):,} words are damaged and left out", stacklevel=3)
    return words[good].astype(np.int64)


def _with_check(word: Any) -> Any:
    """The word (or array of words) with its check in the upper bits, which is never 0."""
    return (word % 127 + 1) << KEY_BITS + 6 | word
