"""How Quarto's solver does on files of solved positions, and on the proof that the game is a draw.

    python benchmarks/quarto_sets.py                 all of ../shared/data/quarto, if it is there, with --placed
    python benchmarks/quarto_sets.py FILE...         any others: 16 cells from a1, the piece in hand, the value
    python benchmarks/quarto_sets.py --placed FILE   also a line for each number of pieces placed
    python benchmarks/quarto_sets.py --proof         from the empty board, without a table

Nothing in a file says by which rule it is solved: one with "squares" in its name is played with squares, all others
without; --squares is for all files.  Lines that are empty or begin with # do not count.  Every position is searched
with an empty memory and without the table.  Nodes do not depend on the machine; times are processor time, beside those
of a trial of ours in C++ (medians by pieces placed, for lines).  The exit code is 1 if any value is wrong.
"""

import argparse
import statistics
import sys
import time
from collections import defaultdict
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from boxwood.core.errors import BoxwoodError
from boxwood.games.quarto.rules import Quarto
from boxwood.games.quarto.solver.memory import DRAW, WIN
from boxwood.games.quarto.solver.position import EMPTY
from boxwood.games.quarto.solver.search import REMEMBER
from boxwood.games.quarto.solver.solver import Solver, cells_of
from position_files import one_or_more, read_positions

DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data" / "quarto"
TRIAL_SECONDS = {3: 0.5, 4: 63e-3, 5: 6e-3, 6: 0.7e-3, 7: 0.13e-3, 9: 4e-6}
TRIAL_PROOF = {False: "21 s, 281 M nodes", True: "13 s"}


class Position(NamedTuple):
    """The pieces on the board, the one in hand, and the value for who places it."""

    cells: Any
    hand: int
    value: int

    @property
    def placed(self) -> int:
        return int(np.count_nonzero(self.cells != EMPTY))


def read_line(line: str, squares: bool) -> Position:
    """The position in a line; ValueError if there is none that the rules allow."""
    words = line.split()
    if len(words) != 3 or len(words[0]) != 16 or words[2] not in ("-1", "0", "1"):
        raise ValueError("write 16 cells, the piece in hand and the value, like ..7...2.0......A 6 0")
    board, hand, value = words
    ranks = "/".join(board[first : first + 4] for first in (12, 8, 4, 0))
    player = (board.count(".") + 1) % 2  # the first player gives the first piece
    state = Quarto.from_words([ranks, f"@{hand}", str(player)], {"squares": squares})
    return Position(cells_of(state), state.hand, int(value))


def show(seconds: float) -> str:
    """A time in the unit that suits it."""
    for unit, name in ((1.0, "s"), (1e-3, "ms")):
        if seconds >= unit:
            return f"{seconds / unit:.3g} {name}"
    return f"{seconds * 1e6:.3g} us"


def measure(name: str, squares: bool, positions: list[Position], by_placed: bool) -> bool:
    """Print a line for all, and if wanted one for each number of pieces placed; whether all are right."""
    solver = Solver(squares)
    solver.placing_value(np.array([0, 1, 2, 4, 7] + [EMPTY] * 11), 8)  # compiles, or loads what is compiled
    right, times, nodes = 0, defaultdict(list), defaultdict(list)
    for position in positions:
        cells, hand, value = position
        placed = position.placed
        if 16 - placed >= REMEMBER:
            solver.clear()
        before, began = solver.nodes, time.thread_time()
        right += solver.placing_value(cells, hand) == value
        times[placed].append(time.thread_time() - began)
        nodes[placed].append(solver.nodes - before)
    all_times = [seconds for some in times.values() for seconds in some]
    all_nodes = [number for some in nodes.values() for number in some]
    print(f"{name}: {right} of {len(positions)} right, mean {statistics.mean(all_nodes):,.0f} nodes, "
          f"mean {show(statistics.mean(all_times))}, median {show(statistics.median(all_times))}")  # fmt: skip
    for placed in sorted(times) if by_placed else []:
        median, trial = statistics.median(times[placed]), TRIAL_SECONDS.get(placed)
        beside = f", {median / trial:.1f} times the trial's {show(trial)}" if trial else ""
        print(f"  {placed:2} placed: {len(times[placed]):4} positions, "
              f"mean {statistics.mean(nodes[placed]):11,.0f} nodes, mean {show(statistics.mean(times[placed])):>7}, "
              f"median {show(median):>7}{beside}")  # fmt: skip
    return right == len(positions)


def prove(squares: bool, megabytes: int) -> None:
    """From the empty board with any piece in hand: no win, but a draw."""
    empty, total, seconds = np.full(16, EMPTY), 0, 0.0
    for goal, question in ((WIN, "can the player who places win?"), (DRAW, "can he draw?")):
        solver = Solver(squares, megabytes=megabytes)
        solver.decide(np.array([0, 1, 2, 4, 7] + [EMPTY] * 11), 8, WIN)
        solver.clear()
        before, began = solver.nodes, time.thread_time()
        answer = solver.decide(empty, 0, goal)
        took = time.thread_time() - began
        print(f"  {question} {'yes' if answer else 'no'}: {solver.nodes - before:,} nodes, {took:.1f} s", flush=True)
        total, seconds = total + solver.nodes - before, seconds + took
    name = "squares" if squares else "lines"
    print(f"{name}: a draw, proven with {total:,} nodes in {seconds:.1f} s (trial: {TRIAL_PROOF[squares]})")


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Quarto's solver on files of solved positions.")
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    parser.add_argument("--placed", action="store_true", help="a line for each number of pieces placed too")
    parser.add_argument("--squares", action="store_true", help="all files are played with squares")
    parser.add_argument("--proof", action="store_true", help="prove the draw from the empty board, both rules")
    parser.add_argument("--megabytes", type=one_or_more, default=128, help="memory for the proofs")
    options = parser.parse_args()
    if options.proof:
        prove(False, options.megabytes)
        prove(True, options.megabytes)
        return
    files = options.files or sorted(DATA.glob("*.txt"))
    if not files:
        parser.error(f"there are no files in {DATA}: name some")
    rules = {file: options.squares or "squares" in file.name for file in files}
    try:
        sets = [read_positions(file, partial(read_line, squares=squares)) for file, squares in rules.items()]
    except BoxwoodError as error:
        parser.error(str(error))
    by_placed = options.placed or not options.files
    right = [
        measure(file.name, squares, positions, by_placed)
        for (file, squares), positions in zip(rules.items(), sets, strict=True)
    ]
    sys.exit(not all(right))


if __name__ == "__main__":
    main()
