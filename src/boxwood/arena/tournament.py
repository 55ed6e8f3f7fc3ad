"""Playing a tournament: pairs go out to a crew, games come back into the journal, and everybody is told.

    with Journal(default_journal()) as journal, crew() as workers:
        Tournament(plan, journal, workers).run(print)

What is in the journal is never played again: to go on after whatever has happened is to run the same plan
once more.  `start` does it in the background, for programs such as a web server.
"""

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from boxwood.arena.journal import Journal
from boxwood.arena.match import Result, pair_points, play
from boxwood.arena.schedule import Pair, Plan
from boxwood.arena.standing import Standing
from boxwood.arena.workers import Crew, Failure, crew

TELL = 0.5  # seconds between two tellings
SPARE = 60.0  # seconds that a pair may take beyond its clocks before it is taken for lost
UNTIMED = 3600.0  # the same where there is no clock

News = dict[str, Any]
Tell = Callable[[News], None]


def play_pair(task: tuple[Plan, Pair]) -> tuple[Result, Result]:
    """Both games of a pair; what a worker does."""
    plan, pair = task
    first, second = plan.pairings(pair)
    return play(first), play(second)


def patience(plan: Plan) -> float:
    """Seconds in which a pair must be done."""
    clock = plan.clock
    if clock.seconds is not None:
        return 4 * clock.seconds + 2 * plan.ply_cap * clock.increment + SPARE
    if clock.per_move is not None:
        return 2 * plan.ply_cap * (clock.per_move + (clock.grace or 0.0)) + SPARE
    return UNTIMED


class Tournament:
    """One run of a plan."""

    def __init__(self, plan: Plan, journal: Journal, workers: Crew) -> None:
        self.plan, self.id = plan, plan.id
        self._journal, self._crew = journal, workers
        self.stop = threading.Event()
        self.standing = Standing(plan)
        self.failures: list[str] = []
        self._points = journal.points(self.id)
        self._last = 0  # the last game that the standing knows
        self._began, self._before = time.monotonic(), len(self._points)
        self._told = 0.0

    def run(self, tell: Tell | None = None) -> bool:
        """Play what is missing; False if it was stopped before the end."""
        self._journal.begin(self.id, "tournament", self.plan.game, self.plan.name, self.plan.as_json())
        self._look()
        state = "stopped"
        try:
            while not self._over() and self._play_batch(tell):
                pass
            if not self.stop.is_set():
                state = "finished"
        finally:
            self._journal.mark(self.id, state)
        if tell is not None:
            tell(self.news(state))
        return state == "finished"

    def _play_batch(self, tell: Tell | None) -> bool:
        """Play all that can be played now; False if there is nothing."""
        some = False
        lost = len(self.failures)
        tasks = ((self.plan, pair) for pair in self._missing())
        for answers in self._crew.run(play_pair, tasks, stop=self.stop, patience=patience(self.plan)):
            done = []
            for (_, pair), results in answers:
                if isinstance(results, Failure):
                    self.failures.append(f"{pair.a} - {pair.b}, {pair.opening.text}: {results.reason}")
                    continue
                some = True
                done.append((pair, results))
                self._points[pair.key] = pair_points(*results)
            self._journal.add(self.id, done)
            self._look()
            if tell is not None and time.monotonic() > self._told + TELL:
                self._told = time.monotonic()
                tell(self.news("running"))
            if self._over():
                return False
        return some and not self.stop.is_set() and len(self.failures) == lost

    def _missing(self) -> Iterator[Pair]:
        return (pair for pair in self.plan.batch(self._points) if pair.key not in self._points)

    def _look(self) -> None:
        """Take in what is new in the journal."""
        games = self._journal.games(self.id, self._last)
        if games:
            self.standing.add(games)
            self._last = games[-1].id

    def _over(self) -> bool:
        return self.stop.is_set() or self.standing.verdict() is not None

    def news(self, state: str) -> News:
        """How it stands and how long it will take, as plain values."""
        done, total = len(self._points), self.plan.total()
        fresh, seconds = done - self._before, time.monotonic() - self._began
        return {
            "run": self.id,
            "state": state,
            "name": self.plan.name,
            "done": done,
            "total": total,
            "seconds": seconds,
            "seconds_left": (total - done) * seconds / fresh if fresh else None,
            "failures": list(self.failures),
            **self.standing.as_json(),
        }


class Handle:
    """A tournament that goes on in the background."""

    def __init__(self, plan: Plan, journal: str | Path, **workers: Any) -> None:
        self.id, self._journal_at, self._workers = plan.id, journal, workers
        self._plan, self._lock = plan, threading.Lock()
        self._listeners: list[Tell] = []
        self._tournament: Tournament | None = None
        self._stopped = threading.Event()
        self.news: News = {
            "run": plan.id,
            "state": "running",
            "name": plan.name,
            "done": 0,
            "total": plan.total(),
            "seconds": 0.0,
            "seconds_left": None,
            "failures": [],
            **Standing(plan).as_json(),
        }  # until there is any
        self.error: str | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def subscribe(self, tell: Tell) -> Callable[[], None]:
        """Be told now and whenever there is news, from another thread; call what comes back to end it."""
        with self._lock:
            self._listeners.append(tell)
        tell(self.news)
        return lambda: self._listeners.remove(tell) if tell in self._listeners else None

    def stop(self) -> None:
        """End it; what has been played is kept."""
        self._stopped.set()
        if self._tournament is not None:
            self._tournament.stop.set()

    def join(self, seconds: float | None = None) -> bool:
        """Wait for its end; False if it goes on."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def _run(self) -> None:
        try:
            with Journal(self._journal_at) as journal, crew(**self._workers) as workers:
                self._tournament = Tournament(self._plan, journal, workers)
                if self._stopped.is_set():
                    self._tournament.stop.set()
                self._tournament.run(self._tell)
        except Exception as error:
            self.error = str(error)
            self._tell({**self.news, "state": "failed", "error": self.error})

    def _tell(self, news: News) -> None:
        self.news = news
        with self._lock:
            listeners = list(self._listeners)
        for tell in listeners:
            tell(news)


def start(plan: Plan, journal: str | Path, **workers: Any) -> Handle:
    """Begin a tournament, or go on with it, in the background; `workers` as for `workers.crew`."""
    return Handle(plan, journal, **workers)


def standing(journal: Journal, run: str) -> News:
    """How a tournament of the journal stands, whoever plays it."""
    told = journal.run(run)
    table = Standing(Plan.from_json(told["plan"]))
    table.add(journal.games(told["id"]))
    return {"run": told["id"], "state": told["state"], "name": told["name"], **table.as_json()}
