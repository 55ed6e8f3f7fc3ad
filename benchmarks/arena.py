"""The arena measured: is it quick, does it err no more than it says, are its ratings right?

    python -m benchmarks.arena games      1,000 fast games: how busy the processors are, what a game costs the driver
    python -m benchmarks.arena sprt       simulated matches: how often the sequential test errs, how long it takes
    python -m benchmarks.arena ratings    simulated pools: how often the truth lies within the error bars

A worker counts as busy while it runs or waits for a processor that others use, so that the figure does not
depend on what else the machine does (Linux tells both in /proc/PID/schedstat).  The driver's cost is processor time.
"""

import argparse
import math
import os
import random
import tempfile
import time
from pathlib import Path

import numpy as np

from boxwood.arena.journal import Journal
from boxwood.arena.match import Clock
from boxwood.arena.ratings import ELO, rate
from boxwood.arena.schedule import Plan
from boxwood.arena.statistics import Sprt, expected_score
from boxwood.arena.tournament import Tournament
from boxwood.arena.workers import Crew


def wanted(process: int) -> float:
    """Seconds in which a process ran or would have liked to."""
    running, waiting, _ = Path(f"/proc/{process}/schedstat").read_text().split()
    return (int(running) + int(waiting)) / 1e9


class Watch:
    """Begins when the workers are up, that is some pairs after the first."""

    def __init__(self, workers: Crew) -> None:
        self._crew, self._at = workers, 0.0
        self._busy: dict[int, float] = {}
        self.pairs, self.share, self.driver = 0, 0.0, 0.0

    def look(self, done: int) -> None:
        processes = list(self._crew._executor._processes)  # type: ignore[union-attr]
        if not self._at:
            self._at, self.pairs, self._cpu = time.perf_counter(), done, time.process_time()
            self._busy = {process: wanted(process) for process in processes}
            return
        elapsed = time.perf_counter() - self._at
        self.share = sum(wanted(p) - self._busy[p] for p in processes) / elapsed / len(processes)
        self.driver = (time.process_time() - self._cpu) / max(1, 2 * (done - self.pairs))


def games(pairs: int) -> None:
    plan = Plan("connect4", ("random", "novice"), pairs=pairs, clock=Clock())
    with tempfile.TemporaryDirectory() as directory, Journal(Path(directory) / "j.sqlite") as journal:
        with Crew() as workers:
            watch = Watch(workers)
            tournament = Tournament(plan, journal, workers)
            ready = 20 * workers.size

            def tell(news: dict[str, object]) -> None:
                if news["state"] == "running" and int(str(news["done"])) > ready:
                    watch.look(int(str(news["done"])))

            tournament.run(tell)
        counted = tournament.standing.games
    print(
        f"{counted} games, {os.cpu_count()} cores: workers busy {100 * watch.share:.1f} % of the time, "
        f"driver {1000 * watch.driver:.2f} ms of processor time a game"
    )


def sprt(runs: int) -> None:
    """Matches with draws in half of the games, at either bound and beside them."""
    test, choose = Sprt(0, 20), random.Random(1)
    for elo in (-20, 0, 10, 20, 40):
        score = expected_score(elo)
        passed = length = 0
        for _ in range(runs):
            counts, verdict = [0] * 5, None
            while verdict is None:
                for _ in range(16):
                    counts[sum(_half_points(choose.random(), score) for _ in range(2))] += 1
                verdict = test.verdict(counts)
            passed += verdict
            length += sum(counts)
        error = 196 * math.sqrt(max(passed * (runs - passed), 1) / runs) / runs
        print(f"{elo:+4} Elo: {100 * passed / runs:5.1f} % +- {error:.1f} pass, {length / runs:6.0f} pairs on average")


def _half_points(luck: float, score: float) -> int:
    if luck < 0.5:
        return 1
    return 2 if (luck - 0.5) * 2 < 2 * score - 0.5 else 0


def ratings(runs: int) -> None:
    chance, true = np.random.default_rng(1), {f"p{i}": 60.0 * (i - 3.5) for i in range(8)}
    within = told = 0
    for _ in range(runs):
        table = {}
        for one in true:
            for other in true:
                if one != other:
                    x = (true[one] + 30 - true[other]) / ELO
                    win, loss = 1 / (1 + math.exp(0.3 - x)), 1 / (1 + math.exp(0.3 + x))
                    table[one, other] = chance.multinomial(10, [loss, 1 - win - loss, win]).tolist()
        rated = rate(list(true), table)
        within += sum(abs(rated.players[p].value - true[p]) <= rated.players[p].error for p in true)
        told += len(true)
    print(f"{told} ratings of 8 players, 140 games each: the truth within the bars in {100 * within / told:.1f} %")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("games", "sprt", "ratings"))
    parser.add_argument("--count", type=int, help="pairs of games, or simulations")
    given = parser.parse_args()
    if given.what == "games":
        games(given.count or 500)
    elif given.what == "sprt":
        sprt(given.count or 200)
    else:
        ratings(given.count or 100)


if __name__ == "__main__":
    main()
