"""How long exact play takes: the move of `perfect`, and the truth about every move, in positions drawn at random.

    python benchmarks/exact_times.py [connect4|quarto|squares] [--positions 300] [--plies 8 10 12] [--seed 1]
    python benchmarks/exact_times.py connect4 --climb --positions 5000 --plies 13
    python benchmarks/exact_times.py connect4 --file FILE

A line a number of plies: mean, what 99 of 100 stay within, the worst, which it was, and how many are above 0.2 s.  With
--climb a tenth is drawn at random, and the others are like the slowest found so far: that finds far slower ones.  A
file has Connect Four positions as `connect4_sets` reads them.  Books and tables are used, memory is empty each time.
Times are by the clock: let nothing else run.
"""

import argparse
import random
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

from boxwood import Game
from boxwood.core.contract import ONGOING
from boxwood.core.errors import BoxwoodError
from boxwood.games.connect4.solver import slowest
from boxwood.games.connect4.solver.solver import solver_for as connect4
from boxwood.games.quarto.solver.solver import solver_for as quarto
from connect4_sets import read_line
from position_files import read_positions

PROMISED = 0.2  # seconds
KINDS: dict[str, tuple[str, dict[str, bool], Callable[[], Any], list[int]]] = {
    "connect4": ("connect4", {}, connect4, [0, 4, 6, 8, 9, 10, 11, 12, 13, 14, 16, 18, 20, 24]),
    "quarto": ("quarto", {}, lambda: quarto(False), list(range(0, 20))),
    "squares": ("quarto", {"squares": True}, lambda: quarto(True), list(range(0, 20))),
}


def drawn(start: Game, plies: int, choose: random.Random) -> tuple[Any, str]:
    """A state of a game that goes on after so many moves, and the moves."""
    while True:
        game = start.copy()
        while len(game.moves) < plies and not game.is_over:
            game.push(choose.choice(game.legal_moves))
        if not game.is_over:
            return game.state, " ".join(game.moves) or "the beginning"


def read_sets(file: Path) -> dict[int, list[tuple[Any, str]]]:
    """The states of a file and their lines, by the number of discs."""
    sets: dict[int, list[tuple[Any, str]]] = {}
    for state, line in read_positions(file, lambda line: (read_line(line).state, line.strip())):
        if state.outcome() == ONGOING:
            sets.setdefault(state.discs.bit_count(), []).append((state, line))
    return dict(sorted(sets.items()))


def timed(solver: Any, question: Callable[[Any], object], state: Any) -> float:
    """The seconds that a question takes with empty memory."""
    solver.clear()
    began = time.perf_counter()
    question(state)
    return time.perf_counter() - began


def climbed(question: Callable[[Any], object], ply: int, count: int, choose: random.Random) -> list[tuple[float, str]]:
    """The times of Connect Four positions that are slower and slower, and the positions as text."""
    start, solver = Game("connect4").state, connect4()
    times = []

    def cost(position: tuple[int, int]) -> int:
        before = solver.nodes
        state = start._replace(own=position[0], discs=position[1])
        times.append((timed(solver, question, state), " ".join(state.words())))
        return solver.nodes - before

    starts = (slowest.drawn(ply, choose) for _ in range(max(1, count // 10)))
    for _ in islice(slowest.climb(starts, cost, choose), count):
        pass
    return times


def told(text: str, times: list[tuple[float, str]]) -> str:
    """The times of one question, in a few words."""
    ordered = sorted(times)
    seconds = [second for second, _ in ordered]
    mean, most = sum(seconds) / len(seconds), seconds[99 * (len(seconds) - 1) // 100]
    late = sum(second > PROMISED for second in seconds)
    return (
        f"{text}: mean {1000 * mean:6.1f} ms, 99 of 100 within {1000 * most:6.1f} ms, "
        f"worst {1000 * seconds[-1]:6.1f} ms ({ordered[-1][1]}), {late} above {PROMISED} s"
    )


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("kind", nargs="?", choices=KINDS, default="connect4")
    words.add_argument("--positions", type=int, default=300)
    words.add_argument("--plies", type=int, nargs="+")
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--climb", action="store_true")
    words.add_argument("--file", type=Path)
    given = words.parse_args()
    id, options, make, plies = KINDS[given.kind]
    if given.kind != "connect4" and (given.file or given.climb):
        words.error(f"{'--file' if given.file else '--climb'} is for connect4 only")
    if given.file:
        try:
            sets = read_sets(given.file)
        except BoxwoodError as error:
            words.error(str(error))
    start, solver, choose = Game(id, **options), make(), random.Random(given.seed)
    questions = {"its move": solver.choose, "every move": solver.verdicts}
    solver.warm(start.state)
    for question in questions.values():
        question(drawn(start, 12, choose)[0])
    for ply in sets if given.file else given.plies or plies:
        some = sets[ply] if given.file else [drawn(start, ply, choose) for _ in range(given.positions)]
        for text, question in questions.items():
            if given.climb:
                times = climbed(question, ply, given.positions, choose)
            else:
                times = [(timed(solver, question, state), name) for state, name in some]
            print(f"{given.kind}, {ply:2} plies, {told(text, times)}", flush=True)


if __name__ == "__main__":
    main()
