"""Make the table of values: search all positions with four pieces placed, then look one turn ahead for fewer.

    print(build({"squares": "true"}, threads=2, progress=lambda done, total, text: print(text)))

Beside the table grows a journal: a line that says what it is, then a letter a position in the order of `table`:
`-` loss, `=` draw, `+` win.  A run that was cut off, at whatever moment, goes on after the last letter.
"""

import random
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from types import TracebackType
from typing import Any

from boxwood.core.errors import BoxwoodError
from boxwood.games import find
from boxwood.solvers.quarto.memory import WIN
from boxwood.solvers.quarto.position import EMPTY
from boxwood.solvers.quarto.solver import Solver
from boxwood.solvers.quarto.table import MOST_PLACED, ValueTable, all_forms, built_directory, cells_of_form, table_file

Progress = Callable[[int, int, str], None]
MEMORY = 256 << 20
MOST_MEMORY = 1 << 30  # more does not help
PORTION = 16  # positions that a thread is given at a time
LETTERS = b"-=+"  # by value + 1
FLUSH_SECONDS = 1.0
SAMPLES = 200


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


class Journal:
    """The values found so far, in a file that only ever grows."""

    def __init__(self, path: Path, title: str) -> None:
        head = title.encode() + b"\n"
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(head)
        content = path.read_bytes()
        if not content.startswith(head):
            raise BoxwoodError(f"quarto: {path} is not the journal of this table: delete it to begin anew")
        letters = content[len(head) :]
        whole = len(letters) - len(letters.lstrip(LETTERS))
        self.values = [LETTERS.index(letter) - 1 for letter in letters[:whole]]
        self._file = path.open("r+b")
        self._file.truncate(len(head) + whole)  # whatever a crash has left at the end
        self._file.seek(0, 2)
        self._flushed = time.monotonic()

    def append(self, value: int) -> bool:
        """Note the next value; whether all are on the disk now."""
        self.values.append(value)
        self._file.write(LETTERS[value + 1 : value + 2])
        now = time.monotonic()
        if now < self._flushed + FLUSH_SECONDS:
            return False
        self._file.flush()
        self._flushed = now
        return True

    def __enter__(self) -> "Journal":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()


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
    forms = all_forms(squares, MOST_PLACED)
    with Journal(file.with_suffix(".journal"), f"boxwood quarto journal, squares={str(squares).lower()}") as journal:
        before = len(journal.values)
        tell(before, len(forms), "positions")
        for value in _values(solver, forms[before:], threads):
            if journal.append(value):
                tell(len(journal.values), len(forms), "positions")
                if seconds is not None and time.monotonic() > began + seconds:
                    break
    searched = len(journal.values) - before
    if len(journal.values) < len(forms):
        return Report(False, searched, solver.nodes, time.monotonic() - began)
    table.set(MOST_PLACED, journal.values)
    for placed in reversed(range(MOST_PLACED)):
        table.set(placed, [_look_ahead(solver, cells_of_form(int(form))) for form in all_forms(squares, placed)])
    _verify(table, samples, tell)
    table.write(file)
    return Report(True, searched, solver.nodes, time.monotonic() - began, table.counts(), samples, file)


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
        for start in range(0, len(forms), PORTION * threads):
            yield from pool.map(value_of, forms[start : start + PORTION * threads])


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
