"""How fast the rules are: random playouts against open_spiel, and move sequences counted one by one.

    python -m benchmarks.rules [--rounds 5]        (make bench installs open_spiel and runs it)

Both programs do the same work in the same run: play games to the end, all legal moves generated at
every step and one chosen evenly at random.  open_spiel is C++ driven from Python, a call a step; we
are driven a call a playout, which has to reach the target, or one call for all of them, which is what a
program that wants many would do.  Rounds of the two alternate and the best of each counts, so that
a busy machine disturbs neither.  The mean length of a game says that the work is the same; `count` is
the machine-independent number that a rate rests on.
"""

import argparse
import random
import time
from collections.abc import Callable
from typing import Any

from boxwood.core.perft import Walker
from boxwood.games import find

# game, options, open_spiel's name for it, playouts a round, cap on plies, how many times faster we must be
PLAYOUTS: list[tuple[str, dict[str, object], str, int, int, float | None]] = [
    ("connect4", {}, "connect_four", 2000, 42, 20),
    ("quoridor", {}, "quoridor(board_size=9,wall_count=10)", 200, 324, 5),
    ("quoridor", {"size": 5, "walls": 3}, "quoridor(board_size=5,wall_count=3)", 500, 100, None),
    ("nim", {"heaps": "1,3,5,7", "take": 0}, "nim(pile_sizes=1;3;5;7)", 5000, 16, None),
]

# game, depth, positions a second that we must reach on one quiet core
COUNTS: list[tuple[str, int, float | None]] = [
    ("nim", 13, None),
    ("connect4", 9, 20e6),
    ("quarto", 6, None),
    ("quoridor", 3, 1e6),
    ("pylos", 6, None),
    ("abalone", 4, 3e6),
]


def best_time(work: Callable[[], Any], rounds: int) -> tuple[float, Any]:
    """The shortest of some runs in seconds, and what the work gave."""
    times, result = [], None
    for _ in range(rounds):
        begin = time.perf_counter()
        result = work()
        times.append(time.perf_counter() - begin)
    return min(times), result


def open_spiel_playouts(name: str, count: int) -> Callable[[], int]:
    """Work that plays so many games in open_spiel and gives the number of moves played."""
    import pyspiel

    game, choose = pyspiel.load_game(name), random.Random(1)

    def work() -> int:
        plies = 0
        for _ in range(count):
            state = game.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(actions[int(choose.random() * len(actions))])
                plies += 1
        return plies

    return work


def compare_playouts(rounds: int) -> bool:
    """Print a line a game; whether all targets were reached."""
    good = True
    print(f"{'random playouts to the end':34}{'open_spiel/s':>14}{'a call each/s':>15}{'ratio':>8}"
          f"{'in one call/s':>15}{'ratio':>8}{'target':>8}{'mean plies':>16}")  # fmt: skip
    for id, options, name, count, cap, target in PLAYOUTS:
        game = find(id)
        walker, start = Walker(game), game.start(options)
        walker.playouts(start, 1)  # compiles
        walker.playout(start, 1)

        def one_by_one(walker: Walker = walker, start: Any = start, count: int = count, cap: int = cap) -> int:
            return sum(walker.playout(start, seed, cap)[1] for seed in range(count))

        def at_once(walker: Walker = walker, start: Any = start, count: int = count, cap: int = cap) -> int:
            return walker.playouts(start, count, 1, cap)[1]

        works = [open_spiel_playouts(name, count), one_by_one, at_once]
        runs = [[best_time(work, 1) for work in works] for _ in range(rounds)]
        theirs, single, batch = (count / min(run[i][0] for run in runs) for i in range(3))
        their_plies = sum(run[0][1] for run in runs) / rounds / count
        our_plies = runs[0][2][1] / count
        title = " ".join([id, *(f"{key}={value}" for key, value in options.items())])
        print(f"{title:34}{theirs:14,.0f}{single:15,.0f}{single / theirs:8.1f}{batch:15,.0f}{batch / theirs:8.1f}"
              f"{target or '':>8}{their_plies:8.1f}{our_plies:8.1f}")  # fmt: skip
        good &= target is None or single / theirs >= target
    return good


def count_sequences(rounds: int) -> bool:
    """Print a line a game; whether all targets were reached."""
    good = True
    print(f"\n{'sequences counted one by one':34}{'depth':>6}{'count':>15}{'seconds':>10}{'M/s':>8}{'target':>8}")
    for id, depth, target in COUNTS:
        game = find(id)
        walker, start = Walker(game), game.start()
        walker.perft(start, 1)  # compiles
        seconds, count = best_time(lambda w=walker, s=start, d=depth: w.perft(s, d), rounds)
        rate = count / seconds
        wanted = f"{target / 1e6:g}" if target else ""
        print(f"{id:34}{depth:6}{count:15,}{seconds:10.3f}{rate / 1e6:8.1f}{wanted:>8}")
        good &= target is None or rate >= target
    return good


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the rules of all games.")
    parser.add_argument("--rounds", type=int, default=5, help="how often each is measured (the best counts)")
    rounds = parser.parse_args().rounds
    good = compare_playouts(rounds) & count_sequences(rounds)
    print("\nall targets reached" if good else "\nNOT all targets reached")
    raise SystemExit(not good)


if __name__ == "__main__":
    main()
