"""Games of a tuning: asked for in pairs, played by a crew, kept in the journal.

A tuning is a calculation on the points of pairs.  Whatever it asks for is looked up in the journal first, so that
a tuning that was broken off is run again from its beginning and comes back, at once, to where it was.  For this to
hold a method may depend on nothing but its seed and these points.
"""

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from boxwood.arena.journal import Journal
from boxwood.arena.match import Result, pair_points
from boxwood.arena.schedule import Key, Opening, Pair, Plan
from boxwood.arena.statistics import Sprt
from boxwood.arena.tournament import patience, play_pair
from boxwood.arena.workers import Crew, Failure
from boxwood.core.errors import BoxwoodError

BATCH = 8  # pairs between two looks of a sequential test
ROOM = 1_000_000  # openings kept apart for each part of a tuning


class Stopped(Exception):
    """Somebody has asked the tuning to stop."""


class Trials:
    """The games of one run."""

    def __init__(self, run: str, plan: Plan, journal: Journal, workers: Crew) -> None:
        self.run, self.plan = run, plan
        self._journal, self._crew = journal, workers
        self._points = journal.points(run)
        self.stop = threading.Event()
        self.played = 0  # pairs of this run, looked up or played
        self.tell: Callable[[], Any] = lambda: None  # called after each pair

    def pair(self, a: str, b: str, number: int) -> Pair:
        """A pair from the opening of this number; each ROOM of numbers has random openings of its own."""
        return Pair(a, b, self.opening(number), number)

    def opening(self, number: int) -> Opening:
        area, place = divmod(number, ROOM)
        return replace(self.plan, seed=self.plan.seed + area).opening(place)

    def play(self, pairs: Sequence[Pair]) -> list[float]:
        """The points of the first player in each pair, 0 to 2."""
        missing: dict[Key, Pair] = {pair.key: pair for pair in pairs if pair.key not in self._points}
        tasks = [(self.plan, pair) for pair in missing.values()]
        for answers in self._crew.run(play_pair, tasks, stop=self.stop, patience=patience(self.plan)):
            done = []
            for (_, pair), results in answers:
                done.append((pair, _sound(pair, results)))
                self._points[pair.key] = pair_points(*done[-1][1])
            self._journal.add(self.run, done)
            self.tell()
        if self.stop.is_set():
            raise Stopped
        self.played += len(pairs)
        return [self._points[pair.key] for pair in pairs]

    def count(self, pairs: Sequence[Pair]) -> list[int]:
        """The same counted by points: 0, 1/2, 1, 3/2, 2."""
        counts = [0] * 5
        for points in self.play(pairs):
            counts[round(2 * points)] += 1
        return counts

    def test(self, a: str, b: str, sprt: Sprt, first: int, most: int) -> tuple[bool | None, list[int]]:
        """Whether `a` is better than `b`, from the opening `first` on; None if `most` pairs do not tell."""
        counts, verdict = [0] * 5, None
        for place in range(first, first + most, BATCH):
            batch = [self.pair(a, b, number) for number in range(place, min(place + BATCH, first + most))]
            counts = [old + new for old, new in zip(counts, self.count(batch), strict=True)]
            verdict = sprt.verdict(counts)
            if verdict is not None:
                break
        return verdict, counts

    def records(self, pairs: Sequence[Pair]) -> list[tuple[str, str]]:
        """Result and record of the games of these pairs."""
        wanted = {pair.key for pair in pairs}
        games = sorted(self._journal.games(self.run), key=lambda game: (game.seed, game.leg))
        return [(game.result.result, game.result.record) for game in games if game.key in wanted]


def _sound(pair: Pair, results: tuple[Result, Result] | Failure) -> tuple[Result, Result]:
    """The results; a player that cannot play with its weights is not to be tuned."""
    if isinstance(results, Failure):
        raise BoxwoodError(f"{pair.a} - {pair.b}: {results.reason}")
    crashes = [result.reason for result in results if result.reason.startswith("crash")]
    if crashes:
        raise BoxwoodError(f"{pair.a} - {pair.b}: {crashes[0]}")
    return results
