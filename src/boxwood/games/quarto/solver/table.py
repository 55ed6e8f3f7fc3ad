"""The values of all positions with at most four pieces placed and one in hand, for the player who places it.

Canonical positions (see `canonical`) are numbered by the pieces placed, then in the order of their forms: low, then
high.  A file is a line that says what it is, a line with the SHA-256 of the rest, and two bits a position, four to a
byte, the first in the lowest bits: 1 loss, 2 draw, 3 win, 0 not known.

    boxwood quarto table, squares=false, 95285 positions
    5f0c...
"""

import hashlib
import warnings
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import numpy as np
from numba import int64

from boxwood.core.bits import each_bit, lowest, popcount
from boxwood.core.bridge import pointer
from boxwood.core.compiler import entry
from boxwood.core.errors import BoxwoodError
from boxwood.core.paths import data_directory
from boxwood.games.quarto.rules import FULL
from boxwood.games.quarto.solver.canonical import PLANE, PLANES, canonical, symmetry_tables
from boxwood.games.quarto.solver.position import EMPTY
from boxwood.games.quarto.solver.search import FRAME, canonical_entry

MOST_PLACED = 4
MOST_FORMS = 400_000  # with so many pieces placed
UNKNOWN = 0  # otherwise the value + 2
SHIPPED = Path(__file__).resolve().parent.parent / "data"


@cache
def _arrangements(placed: int) -> Any:
    """The ways to choose pieces, not 0, for so many cells, four bits a cell; of those that differ only in the order of
    the attributes the one whose planes are in order."""
    found = []
    for planes in combinations_with_replacement(range(1 << placed), 4):
        pieces = [sum((plane >> cell & 1) << bit for bit, plane in enumerate(planes)) for cell in range(placed)]
        if len({0, *pieces}) == placed + 1:
            found.append(sum(piece << 4 * cell for cell, piece in enumerate(pieces)))
    return np.array(found, np.int64)


def forms_entry(placed: int, arrangements: Any, images: Any, fitting: Any, forms: Any) -> int:
    """Write the form of every canonical position with so many pieces placed and 0 in hand; how many there are."""
    count = 0
    for taken in range(FULL + 1):
        if popcount(taken) != placed or fitting[taken] & 1 == 0:
            continue
        for pieces in arrangements:
            low, high, cells = int64(0), int64(0), taken
            while cells:
                low |= PLANES[pieces & 3] << lowest(cells)
                high |= PLANES[pieces >> 2 & 3] << lowest(cells)
                pieces >>= 4
                cells &= cells - 1
            form = canonical(pointer(images), pointer(fitting), taken, low, high, int64(0))
            if form[0] == low and form[1] == high:
                forms[count] = low << 32 | high
                count += 1
    return count


@cache
def all_forms(squares: bool, placed: int) -> Any:
    """The canonical positions with so many pieces placed and one in hand, low << 32 | high, in order."""
    forms = np.zeros(MOST_FORMS, np.int64)
    count = entry(forms_entry)(placed, _arrangements(placed), *symmetry_tables(squares), forms)
    return np.sort(forms[:count].view(np.uint64))


def cells_of_form(form: int) -> Any:
    """The board of a canonical position; the piece in hand is 0."""
    planes = [form >> 32 + PLANE * place & FULL for place in range(2)] + [
        form >> PLANE * place & FULL for place in range(2)
    ]
    cells = np.full(16, EMPTY, np.int64)
    for cell in each_bit(planes[0] | planes[1] | planes[2] | planes[3]):
        cells[cell] = sum((plane >> cell & 1) << place for place, plane in enumerate(planes))
    return cells


class ValueTable:
    """The values of one rule set; any of them may be unknown."""

    def __init__(self, squares: bool) -> None:
        self.squares = squares
        self.codes = [np.zeros(len(all_forms(squares, placed)), np.uint8) for placed in range(MOST_PLACED + 1)]
        self._symmetries = symmetry_tables(squares)
        self._frame = np.zeros(FRAME, np.int64)
        self._canonical = entry(canonical_entry)

    def value(self, cells: Any, hand: int) -> int | None:
        """The value for the player who places the piece in hand, or None if it is not known here."""
        placed = 16 - int(np.count_nonzero(cells == EMPTY))
        if placed > MOST_PLACED:
            return None
        low, high = self._canonical(cells, hand, self._frame, *self._symmetries)
        code = self.codes[placed][np.searchsorted(all_forms(self.squares, placed), np.uint64(low << 32 | high))]
        return None if code == UNKNOWN else int(code) - 2

    def set(self, placed: int, values: list[int]) -> None:
        """All values with so many pieces placed, in order; raises BoxwoodError if they cannot be."""
        count = len(all_forms(self.squares, placed))
        if len(values) != count:
            raise BoxwoodError(
                f"quarto: {len(values):,} values with {placed} pieces placed: there are {count:,} positions"
            )
        if not set(values) <= {-1, 0, 1}:
            raise BoxwoodError(f"quarto: a value with {placed} pieces placed is none: give -1, 0 and 1")
        self.codes[placed] = (np.array(values, np.int64) + 2).astype(np.uint8)

    def counts(self) -> list[list[int]]:
        """How many losses, draws and wins there are, for each number of pieces placed."""
        return [np.bincount(codes, minlength=4)[1:].tolist() for codes in self.codes]

    def _title(self) -> bytes:
        count = sum(map(len, self.codes))
        return f"boxwood quarto table, squares={str(self.squares).lower()}, {count} positions\n".encode()

    def write(self, file: Path) -> None:
        """Write the file, whole or not at all."""
        codes = np.concatenate(self.codes)
        four = np.append(codes, np.zeros(-len(codes) % 4, np.uint8)).reshape(-1, 4)
        body = (four << np.array([0, 2, 4, 6], np.uint8)).sum(axis=1, dtype=np.uint8).tobytes()
        unfinished = file.with_suffix(".part")
        unfinished.write_bytes(self._title() + hashlib.sha256(body).hexdigest().encode() + b"\n" + body)
        unfinished.replace(file)

    @staticmethod
    def read(file: Path, squares: bool) -> "ValueTable":
        """The table in a file; raises BoxwoodError if it is not what was written."""
        table = ValueTable(squares)
        try:
            title, checksum, body = file.read_bytes().split(b"\n", 2)
        except (OSError, ValueError):
            raise BoxwoodError(f"quarto: {file} cannot be read as a table: build it anew") from None
        if title + b"\n" != table._title() or hashlib.sha256(body).hexdigest().encode() != checksum:
            raise BoxwoodError(f"quarto: {file} is damaged or another table: build it anew")
        codes = (np.frombuffer(body, np.uint8)[:, None] >> np.array([0, 2, 4, 6], np.uint8) & 3).reshape(-1)
        ends = np.cumsum([len(part) for part in table.codes])
        table.codes = np.split(codes[: ends[-1]], ends[:-1])
        return table


def built_directory() -> Path:
    """Where tables that are built on this machine go."""
    return data_directory("quarto")


def table_file(squares: bool, directory: Path = SHIPPED) -> Path:
    """Where the table of a rule set is."""
    return directory / f"{'squares' if squares else 'lines'}.table"


@cache
def find_table(squares: bool) -> ValueTable | None:
    """The table that comes with the package or one built here; if there is none that is whole, all is searched."""
    for directory in (SHIPPED, built_directory()):
        file = table_file(squares, directory)
        if file.exists():
            try:
                return ValueTable.read(file, squares)
            except BoxwoodError as error:
                warnings.warn(f"{error}; it is not used", stacklevel=2)
    return None
