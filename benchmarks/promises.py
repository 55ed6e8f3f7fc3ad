"""What the engine promises besides good moves: it keeps its time, stops when told, never breaks, stays in its memory.

    python -m benchmarks.promises                        all games
    python -m benchmarks.promises quoridor --games 1000  so many fast games for each number of threads

A line a promise: what was asked, how often it was tried, the worst that was seen.  Oversteps count from 20 ms + 2 %
of the time given; on a busy machine the other processes are measured too, so look at the load before you believe them.
"""

import argparse
import os
import resource
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from threading import Timer

from benchmarks.strength import OPENING_PLIES

from boxwood.arena.match import Clock, Pairing, play, random_opening
from boxwood.evaluation import find as find_judge
from boxwood.games import find, names
from boxwood.search.bench import opening
from boxwood.search.clock import Limits
from boxwood.search.iterative_deepening import Thinker

SECONDS = (0.02, 0.1, 0.5)
POSITIONS = 12
STOPS = 40
FIRST_MOVE = """
import time; began = time.perf_counter()
from boxwood import Game; from boxwood.players import make; from boxwood.search.clock import Limits
from boxwood.games import find
choice = make("engine", find({game!r})).choose(Game({game!r}), Limits(seconds=0.001))
print(time.perf_counter() - began, time.process_time())
"""


def keeps_time(game: str, threads: int) -> str:
    """Moves in a given time: the worst overstep."""
    kind = find(game)
    thinker = Thinker(kind, find_judge(kind, "engine"), threads=threads)
    late, worst, tries = 0, 0.0, 0
    for seconds in SECONDS:
        for number in range(POSITIONS):
            state = opening(kind, OPENING_PLIES[game], number)
            began = time.perf_counter()
            thinker.think(state, Limits(seconds=seconds))
            over = time.perf_counter() - began - seconds
            tries, worst = tries + 1, max(worst, over)
            late += over > 0.02 + 0.02 * seconds
    return f"time: {tries} moves, {late} overstepped, worst {1000 * worst:+.1f} ms"


def stops(game: str, threads: int) -> str:
    """An endless search told to stop: how long it takes."""
    kind = find(game)
    thinker = Thinker(kind, find_judge(kind, "engine"), threads=threads)
    state, worst = opening(kind, OPENING_PLIES[game], 0), 0.0
    for number in range(STOPS):
        told: list[float] = []
        timer = Timer(0.02 + number / 1000, lambda told=told: (told.append(time.perf_counter()), thinker.stop()))
        timer.start()
        thinker.think(state, Limits())
        if told:
            worst = max(worst, time.perf_counter() - told[0])
        timer.join()
    return f"stop: told {STOPS} times, worst {1000 * worst:.1f} ms"


def stays_small(game: str, megabytes: int = 16) -> str:
    """A longer search on a small table: how much memory it took beyond it."""
    kind = find(game)
    thinker = Thinker(kind, find_judge(kind, "engine"), megabytes=megabytes)
    state = opening(kind, OPENING_PLIES[game], 0)
    thinker.clear()  # touches the whole table
    thinker.think(state, Limits(nodes=1000))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    thought = thinker.think(state, Limits(nodes=5_000_000))
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    return f"memory: {thought.nodes:,} nodes on a table of {megabytes} MB, {grown} kB more at the end than at the start"


def first_move(game: str) -> str:
    """A new process, all compiled before: seconds to its first move."""
    seconds = []
    as_installed = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    for _ in range(4):
        command = [sys.executable, "-c", FIRST_MOVE.format(game=game)]
        done = subprocess.run(command, capture_output=True, text=True, env=as_installed)
        seconds.append(tuple(map(float, done.stdout.split())))
    wall, processor = min(seconds)
    return f"first move of a warm process: {wall:.2f} s ({processor:.2f} s of processor time)"


def fast_game(game: str, threads: int, seed: int) -> str:
    """How a game at a few positions a move ended."""
    start = random_opening(find(game), {}, OPENING_PLIES[game], seed)
    spec = f"engine:threads={threads}:megabytes=1:solvers=false"
    return play(Pairing(game, (spec, spec), start, clock=Clock(nodes=100))).reason.partition(":")[0]


def never_breaks(game: str, threads: int, games: int) -> str:
    """Many fast games: how many ended by anything but the rules."""
    with ProcessPoolExecutor(2) as pool:
        ends = Counter(pool.map(fast_game, repeat(game), repeat(threads), range(games), chunksize=20))
    faults = {reason: count for reason, count in ends.items() if reason in ("crash", "illegal move", "time")}
    return f"{games} fast games: {faults or 'no crash, no illegal move'}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*")
    parser.add_argument("--games", type=int, default=1000)
    given = parser.parse_args()
    for game in given.game or names():
        print(f"{game:9} {first_move(game)}", flush=True)
        print(f"{game:9} {stays_small(game)}", flush=True)
        for threads in (1, 2):
            for told in (keeps_time(game, threads), stops(game, threads), never_breaks(game, threads, given.games)):
                print(f"{game:9} {threads} thread{'s' * (threads > 1)}: {told}", flush=True)


if __name__ == "__main__":
    main()
