"""Solve files of Connect Four positions and print, a line a file, how many are right and what it took.

    python benchmarks/connect4_sets.py [--empty] [--first 100] [--warm] [--threads 2] [FILE...]

A line of a file is moves and the exact score for the player to move (`335662333565 -2`), or 42 cells from the
bottom of the first column up, `x` for the first player, `o`, `b` for empty, and the first player's result
(`...,b,win`); then only the sign of the score is searched for.  Lines that are empty or begin with # do not count.

The exit code is 1 if any is wrong.  Nodes do not depend on the machine.  Each position is solved without a book, from
an empty table unless --warm is given; emptying it is not timed.  With one thread the time is the processor's, so that
other work disturbs little.  With more, the nodes of the thread that had most to do tell how much they help, on a
machine with nothing else to do.
"""

import argparse
import re
import sys
import time
from pathlib import Path
from typing import NamedTuple

from boxwood.core.errors import BoxwoodError
from boxwood.game import Game
from boxwood.games.connect4.rules import ConnectFour
from boxwood.games.connect4.solver.solver import Solver
from position_files import one_or_more, read_positions

DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data" / "connect4"
EMPTY_BOARD = "empty board"

# The most economical of the other programs, then the best known: a position, one thread, no book.
OTHERS = {
    "L2_R2": "9,350 nodes; 39,800",
    "L1_R2": "326,000 nodes; 1,180,000",
    "L1_R3": "6,500,000 nodes, 2.6 s; 62,000,000, 10.8 s",
    EMPTY_BOARD: "94,000,000 nodes, 45 s",
}
RESULTS = {"win": 1, "draw": 0, "loss": -1}


class Position(NamedTuple):
    """A position, what is true of it for the player to move, and whether that is its score or only the sign."""

    state: ConnectFour
    truth: int
    strong: bool


def read_line(line: str) -> Position:
    """The position in a line; ValueError if there is none that the rules allow."""
    if "," in line:
        *cells, result = line.strip().split(",")
        if len(cells) != 42 or result not in RESULTS:
            raise ValueError(f"write 42 cells and {', '.join(RESULTS)}, separated by commas")
        rows = ["".join(cells[row::6]).replace("b", ".") for row in reversed(range(6))]
        player = cells.count("x") - cells.count("o")
        state = ConnectFour.from_words(["/".join(rows), str(player)], {})
        return Position(state, -RESULTS[result] if player else RESULTS[result], False)
    moves, _, score = line.partition(" ")
    if not re.fullmatch(r"\s*-?[0-9]{1,2}\s*", score):
        raise ValueError("write moves and a score, like 335662333565 -2")
    return Position(Game("connect4", moves).state, int(score), True)


def measure(name: str, positions: list[Position], solver: Solver, given: argparse.Namespace) -> bool:
    """Solve every position, and say how it went; whether all are right."""
    clock = time.thread_time if given.threads == 1 else time.perf_counter
    right = 0
    seconds, before, busiest = 0.0, solver.nodes, 0
    for state, truth, strong in positions:
        if not given.warm:
            solver.clear()
        threads, begin = solver.nodes_by_thread, clock()
        found = solver.score(state) if strong else solver.value(state)
        seconds += clock() - begin
        busiest += max(now - then for now, then in zip(solver.nodes_by_thread, threads, strict=True))
        right += found == truth
    nodes, count = solver.nodes - before, len(positions)
    alone = f"   {busiest / count:,.0f} on the busiest thread" if given.threads > 1 else ""
    other = f"   (others: {OTHERS[name]})" if name in OTHERS else ""
    print(
        f"{name:16} {right:5} of {count:5} right {nodes / count:14,.0f} nodes {seconds / count * 1000:12,.3f} ms"
        f" {nodes / max(seconds, 1e-9) / 1e6:6.2f} M/s{alone}{other}",
        flush=True,
    )
    return right == count


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="by default the sets that others use")
    parser.add_argument("--empty", action="store_true", help="solve the empty board as well")
    parser.add_argument("--threads", type=one_or_more, default=1)
    parser.add_argument("--table-bits", type=one_or_more, default=23, help="words of the table, as a power of two")
    parser.add_argument("--warm", action="store_true", help="keep what is known from one position to the next")
    parser.add_argument("--first", type=one_or_more, help="only so many positions of each file")
    given = parser.parse_args()
    files = given.files or sorted(DATA.glob("*.txt"))
    if not files and not given.empty:
        parser.error(f"there are no files in {DATA}: name some")
    try:
        sets = [(file.stem, read_positions(file, read_line, given.first)) for file in files]
        solver = Solver(table_bits=given.table_bits, threads=given.threads)
    except BoxwoodError as error:
        parser.error(str(error))
    except (MemoryError, ValueError):
        parser.error(f"there is no memory for a table of 2**{given.table_bits} words")
    if given.empty:
        sets.append((EMPTY_BOARD, [read_line(" 1")]))
    solver.score(read_line("444444333555 0").state)  # compiles, or loads what is compiled
    right = [measure(name, positions, solver, given) for name, positions in sets]
    sys.exit(not all(right))


if __name__ == "__main__":
    main()
