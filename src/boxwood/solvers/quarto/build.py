"""Make the table of values: search all positions with four pieces placed, then look one turn ahead for fewer.

    report = build_table(Path("quarto-lines.table"), squares=False, progress=lambda done, total, text: print(text))

Beside the table grows a journal: a line that says what it is, then a letter a position in the order of `table`:
`-` loss, `=` draw, `+` win.  A run that was cut off, at whatever moment, goes on after the last letter.
"""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from boxwood.core.errors import BoxwoodError
from boxwood.solvers.quarto.memory import WIN
from boxwood.solvers.quarto.position import EMPTY
from boxwood.solvers.quarto.solver import Solver
from boxwood.solvers.quarto.table import MOST_PLACED, ValueTable, all_forms, cells_of_form

Progress = Callable[[int, int, str], None]
LETTERS = b"-=+"
FLUSH_SECONDS = 1.0
SAMPLES = 200


@dataclass
class Report:
    """What a run found; counts are of losses, draws and wins for the player who places."""

    finished: bool
    searched: int  # positions searched in this run
    nodes: int
    seconds: float
    by_placed: list[tuple[int, int, int]] = field(default_factory=list)
    verified: int = 0  # positions searched a second time


def build_table(
    file: Path, squares: bool, progress: Progress | None = None, *,
    seconds: float | None = None, megabytes: int = 256, samples: int = SAMPLES,
) -> Report:  # fmt: skip
    """Build the table, or go on for so many seconds; raises BoxwoodError if a second search disagrees."""
    began = time.monotonic()
    tell = progress or (lambda done, total, text: None)
    table = ValueTable(squares)
    solver = Solver(squares, megabytes=megabytes, table=table)
    forms = all_forms(squares, MOST_PLACED)
    with _open_journal(file, squares) as journal:
        found = journal.read()
        searched, flushed = len(found), began
        for number in range(len(found), len(forms)):
            now = time.monotonic()
            if now > flushed + FLUSH_SECONDS:
                journal.flush()
                flushed = now
                tell(number, len(forms), f"{solver.nodes:,} positions searched")
            if seconds is not None and now > began + seconds:
                break
            letter = LETTERS[1 + solver.placing_value(cells_of_form(int(forms[number])), 0)]
            journal.write(bytes([letter]))
            found += bytes([letter])
    searched = len(found) - searched
    if len(found) < len(forms):
        return Report(False, searched, solver.nodes, time.monotonic() - began)
    for number, letter in enumerate(found):
        table.codes[MOST_PLACED][number] = LETTERS.index(letter) + 1
    for placed in reversed(range(MOST_PLACED)):
        for number, form in enumerate(all_forms(squares, placed)):
            table.codes[placed][number] = 2 + _look_ahead(solver, cells_of_form(int(form)))
    _verify(table, samples, tell)
    table.write(file)
    by_placed = [tuple(int((codes == code).sum()) for code in (1, 2, 3)) for codes in table.codes]
    return Report(True, searched, solver.nodes, time.monotonic() - began, by_placed, samples)  # type: ignore[arg-type]


def _open_journal(file: Path, squares: bool) -> BinaryIO:
    """The journal, new or with a torn end cut off, placed after its title."""
    path = file.with_suffix(".journal")
    title = f"boxwood quarto journal, squares={str(squares).lower()}\n".encode()
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(title)
    journal = path.open("r+b")
    content = journal.read()
    if not content.startswith(title):
        journal.close()
        raise BoxwoodError(f"quarto: {path} is not the journal of this table: delete it to begin anew")
    whole = len(title)
    while whole < len(content) and content[whole] in LETTERS:
        whole += 1
    journal.truncate(whole)
    journal.seek(len(title))
    return journal


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
    codes, forms = table.codes[MOST_PLACED], all_forms(table.squares, MOST_PLACED)
    for done, number in enumerate(random.Random(samples).sample(range(len(forms)), samples)):
        solver.clear()
        if solver.placing_value(cells_of_form(int(forms[number])), 0) != codes[number] - 2:
            raise BoxwoodError(f"quarto: position {number} has another value when searched again: build the table anew")
        tell(done, samples, f"{done} of {samples} verified")
