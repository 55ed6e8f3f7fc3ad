"""Make the table of values: search all positions with four pieces placed, then look one turn ahead for fewer.

    print(build({"squares": "true"}, threads=2, progress=lambda done, total, text: print(text)))

Beside the table grows a journal (see `boxwood.solving.journal`).  A portion of it is the number of a position in the
order of `table` (4 bytes), and what that one and those after it are worth, a byte each as in the table: 1 loss, 2 draw,
3 win.  A run searches what no portion tells, whether it was never found, cut off by a crash or damaged since.
"""

import random
import struct
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import numpy as np

from boxwood.core.errors import BoxwoodError
from boxwood.games import find
from boxwood.games.quarto.solver.memory import WIN
from boxwood.games.quarto.solver.position import EMPTY
from boxwood.games.quarto.solver.solver import Solver
from boxwood.games.quarto.solver.table import (
    MOST_PLACED,
    UNKNOWN,
    ValueTable,
    all_forms,
    built_directory,
    cells_of_form,
    table_file,
)
from boxwood.solving.journal import Journal

Progress = Callable[[int, int, str], None]
MEMORY = 256 << 20
MOST_MEMORY = 1 << 30  # more does not help
AT_A_TIME = 16  # positions that a thread is given
WRITE_SECONDS = 1.0
SAMPLES = 200
_FIRST = struct.Struct("<I")  # the number of the first position of a portion


@dataclass
class Report:
    """What a run found."""

    finished: bool
    searched: int  # positions with four pieces placed, in this run
    nodes: int
    seconds: float
    counts: list[list[int]] = field(default_factory=list)  # losses, draws and wins of who places, by pieces placed
    verified: int = 0  # positions searched a second time
    file: Path | None = None

    def __str__(self) -> str:
        if not self.finished:
            return f"{self.searched:,} positions searched, not all yet: the next run goes on"
        lines = [f"{self.file}: {self.verified} positions searched a second time, alike"]
        for placed, (losses, draws, wins) in enumerate(self.counts):
            lines.append(f"{placed} placed: {losses:,} losses, {draws:,} draws, {wins:,} wins of who places")
        return "\n".join(lines)


class Values:
    """What is known of the positions with four pieces placed, from a journal that what is found is added to."""

    def __init__(self, journal: Journal, count: int) -> None:
        self._journal = journal
        self.codes = np.full(count, UNKNOWN, np.uint8)  # the value + 2
        self.strange = sum(not self._believe(portion) for portion in journal.portions)
        self._new: list[int] = []  # numbers of positions that the journal does not know yet

    def _believe(self, portion: bytes) -> bool:
        """Take over a portion if it can be true; where two disagree, neither is believed."""
        if len(portion) <= _FIRST.size:
            return False
        [first] = _FIRST.unpack_from(portion)
        codes = np.frombuffer(portion, np.uint8, offset=_FIRST.size)
        if first + len(codes) > len(self.codes) or codes.min() < 1 or codes.max() > 3:
            return False
        known = self.codes[first : first + len(codes)]
        known[:] = np.where((known == UNKNOWN) | (known == codes), codes, UNKNOWN)
        return True

    @property
    def missing(self) -> Any:
        """The numbers of the positions that are yet to be searched."""
        return np.flatnonzero(self.codes == UNKNOWN)

    def put(self, number: int, value: int) -> None:
        """Note what a position is worth; the journal has it after `write`."""
        self.codes[number] = value + 2
        self._new.append(number)

    def write(self) -> None:
        """Let the journal have all, in portions without gaps."""
        numbers = np.array(self._new, np.int64)
        for row in np.split(numbers, np.flatnonzero(np.diff(numbers) != 1) + 1):
            if len(row):
                self._journal.add(_FIRST.pack(row[0]) + self.codes[row].tobytes())
        self._new = []


def build(
    options: Mapping[str, object] | None = None, *, directory: Path | None = None,
    memory: int = MEMORY, threads: int = 1, progress: Progress | None = None,
) -> Report:  # fmt: skip
    """Build the table of a rule set, or go on with it, where the solver finds it."""
    squares = bool(find("quarto").read_options(options or {})["squares"])
    file = table_file(squares, directory or built_directory())
    megabytes = min(memory, MOST_MEMORY) >> 20
    return build_table(file, squares, progress, megabytes=megabytes, threads=threads)


def build_table(
    file: Path, squares: bool, progress: Progress | None = None, *,
    seconds: float | None = None, megabytes: int = MEMORY >> 20, threads: int = 1, samples: int = SAMPLES,
) -> Report:  # fmt: skip
    """Build the table, or go on with it for so many seconds; raises BoxwoodError if a second search disagrees."""
    began = time.monotonic()
    tell = progress or (lambda done, total, text: None)
    table = ValueTable(squares)
    solver = Solver(squares, megabytes=megabytes, table=table)
    notes = file.with_suffix(".journal")
    # Nobody else may have the journal before the table is written.
    with Journal(notes, f"boxwood quarto journal 2, squares={str(squares).lower()}") as journal:
        values = Values(journal, len(all_forms(squares, MOST_PLACED)))
        if values.strange:
            told = f"{notes}: {values.strange:,} portions have impossible numbers or values and are left out"
            warnings.warn(told, RuntimeWarning, stacklevel=2)
        before = len(values.missing)
        _search(solver, values, threads, tell, None if seconds is None else began + seconds)
        searched = before - len(values.missing)
        if searched < before:
            return Report(False, searched, solver.nodes, time.monotonic() - began)
        table.set(MOST_PLACED, (values.codes.astype(np.int64) - 2).tolist())
        for placed in reversed(range(MOST_PLACED)):
            table.set(placed, [_look_ahead(solver, cells_of_form(int(form))) for form in all_forms(squares, placed)])
        _verify(table, samples, tell)
        table.write(file)
    return Report(True, searched, solver.nodes, time.monotonic() - began, table.counts(), samples, file)


def _search(solver: Solver, values: Values, threads: int, tell: Progress, until: float | None) -> None:
    """Find the values that are missing, as far as there is time; what is found is kept, whatever happens."""
    missing, count = values.missing, len(values.codes)
    forms = all_forms(solver.squares, MOST_PLACED)[missing]
    known, written = count - len(missing), time.monotonic()
    tell(known, count, "positions")
    try:
        for done, value in enumerate(_values(solver, forms, threads)):
            values.put(int(missing[done]), value)
            now = time.monotonic()
            if now >= written + WRITE_SECONDS:
                values.write()
                written = now
                tell(known + done + 1, count, "positions")
            if until is not None and now > until:
                break
    finally:
        values.write()


def _values(solver: Solver, forms: Any, threads: int) -> Iterator[int]:
    """The values of positions, in order, found by threads that share their memory."""
    idle: SimpleQueue[Solver] = SimpleQueue()
    for number in range(threads):
        idle.put(solver.twin() if number else solver)

    def value_of(form: Any) -> int:
        mine = idle.get()
        try:
            return mine.placing_value(cells_of_form(int(form)), 0)
        finally:
            idle.put(mine)

    with ThreadPoolExecutor(threads) as pool:
        for start in range(0, len(forms), AT_A_TIME * threads):
            yield from pool.map(value_of, forms[start : start + AT_A_TIME * threads])


def _look_ahead(solver: Solver, cells: Any) -> int:
    """The value for the player who places piece 0, from those after each cell and gift."""
    if solver.decide(cells, 0, WIN, horizon=1):
        return 1
    values = []
    for cell in range(16):
        if cells[cell] == EMPTY:
            after = cells.copy()
            after[cell] = 0
            values.append(solver.giving_value(after))
    return max(values)


def _verify(table: ValueTable, samples: int, tell: Progress) -> None:
    """Search some positions again, each alone: without the table, and with next to no memory."""
    solver = Solver(table.squares, megabytes=0)
    forms = all_forms(table.squares, MOST_PLACED)
    for done, number in enumerate(random.Random(samples).sample(range(len(forms)), samples)):
        solver.clear()
        cells = cells_of_form(int(forms[number]))
        if solver.placing_value(cells, 0) != table.value(cells, 0):
            raise BoxwoodError(f"quarto: position {number} has another value when searched again: build the table anew")
        tell(done + 1, samples, "verified")
