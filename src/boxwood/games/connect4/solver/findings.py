"""What a build of the book knows: what it has found so far, kept in a journal, and what it has taken over from a book.

In a portion of the journal a position is a word:

    byte as in the book, or EASY (6) | key of the position or its mirror image, the smaller (49)
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from boxwood.core.compiler import entry
from boxwood.games.connect4.solver.book import OFFSET, UNKNOWN, Book, smaller_key
from boxwood.games.connect4.solver.positions import Position, Scores, deepest_entry
from boxwood.games.connect4.solver.table import KEY_BITS
from boxwood.solving.journal import Journal

EASY = 1  # instead of a score: so soon solved that it has no place in the book
TITLE = "boxwood connect4 journal 2"
_KEY = (1 << KEY_BITS) - 1


class Findings:
    """What is known of positions with up to so many discs or more; what is added is written down in a journal."""

    def __init__(self, file: Path, last: int) -> None:
        self._journal = Journal(file, TITLE)
        words = np.frombuffer(b"".join(self._journal.portions), "<i8").astype(np.int64)
        self._known = Scores(max(last, entry(deepest_entry)(words & _KEY)))
        self._known.put_keys(words & _KEY, words >> KEY_BITS)
        self.added = 0

    def __enter__(self) -> "Findings":
        return self

    def __exit__(self, *_: object) -> None:
        self._journal.close()

    def add(self, positions: list[Position], scores: Sequence[int | None]) -> None:
        """Write down scores, None for an easy position, so that the next build knows them."""
        keys = smaller_key(*np.array(positions, np.int64).reshape(-1, 2).T)
        values = np.array([EASY if score is None else score + OFFSET for score in scores], np.int64)
        self._known.put_keys(keys, values)
        self._journal.add((values << KEY_BITS | keys).astype("<i8").tobytes())
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
