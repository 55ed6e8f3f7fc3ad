"""The engine workers: long-lived processes, shared out fairly among visitors.

Of the visitors who wait, the one goes first who has had the least time of late; of his jobs, moves go before
analyses.  An analysis that others wait for is stopped and goes on later.  A process that dies or hangs
is replaced, and its job is done again.
"""

import asyncio
import contextlib
import itertools
import multiprocessing
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any

from boxwood.core.errors import BoxwoodError
from boxwood.server.worker import main

MOVE, ADVICE, ANALYSIS, WARMTH = range(4)  # what goes first
HALF_LIFE = 30.0  # seconds until used time counts half
LEAST_SLICE = 1.0  # seconds that an analysis runs before it makes room
GRACE = 2.0  # seconds from a stop to the end of the process
LONGEST = 60.0  # seconds a job that is not an analysis may take
COMPILING = 600.0  # seconds until a job must have begun to think
ATTEMPTS = 2
REST = 1.0  # seconds before a process that died without work is replaced
NICE = 10  # workers give way to the event loop

Work = Callable[[Connection, int], None]  # what a process does: worker.main, or a test's


class Busy(BoxwoodError):
    """Too much is asked for at once."""


class Failed(BoxwoodError):
    """A job could not be done."""


@dataclass(eq=False)
class Job:
    """Something to think about, and who is told."""

    kind: str
    arguments: dict[str, Any]
    address: str
    rank: int
    news: Callable[[Any], None]
    answer: "asyncio.Future[Any]"
    number: int = field(default_factory=itertools.count(1).__next__)
    attempts: int = 0
    began: float = 0.0
    making_room: bool = False
    wanted: bool = True


class Pool:
    """The processes and those who wait for one."""

    def __init__(
        self, size: int, *, most_waiting: int = 200, most_running: int | None = None, work: Work = main
    ) -> None:
        self._size, self._most_waiting, self.work = size, most_waiting, work
        self._most_running = most_running or size  # at once for one visitor
        self._waiting: list[Job] = []
        self._processes: list[_Process] = []
        self._look: asyncio.TimerHandle | None = None
        self._used: dict[str, tuple[float, float]] = {}  # by address: seconds, as of when

    def start(self) -> None:
        self._processes = [_Process(self) for _ in range(self._size)]

    async def stop(self) -> None:
        waiting, self._waiting = self._waiting, []
        for job in waiting:
            job.answer.cancel()
        for process in self._processes:
            process.end()
        await asyncio.gather(*[asyncio.to_thread(process.join) for process in self._processes])

    async def run(
        self,
        kind: str,
        arguments: dict[str, Any],
        *,
        address: str,
        rank: int,
        news: Callable[[Any], None] = lambda value: None,
    ) -> Any:
        """Have a job done and give its result; cancelling stops it."""
        if sum(job.address == address for job in self._waiting) >= self._most_waiting:
            raise Busy("you have asked for more than the server can think about: wait a little")
        job = Job(kind, arguments, address, rank, news, asyncio.get_running_loop().create_future())
        self._waiting.append(job)
        self._serve()
        try:
            return await job.answer
        finally:
            job.wanted = False
            if job in self._waiting:
                self._waiting.remove(job)
            for process in self._processes:
                if process.job is job:
                    process.interrupt()

    def busy(self) -> int:
        """How many processes are at work."""
        return sum(process.job is not None for process in self._processes)

    # Sharing out

    def _serve(self) -> None:
        """Give idle processes work, and make room for those who wait; look again as long as somebody does."""
        for process in self._processes:
            if process.job is None:
                job = self._next()
                if job is None:
                    return
                self._waiting.remove(job)
                process.begin(job)
        job = self._next()
        if job is not None:
            self._make_room(job)
            if self._look is None:
                self._look = asyncio.get_running_loop().call_later(LEAST_SLICE / 2, self._look_again)

    def _look_again(self) -> None:
        self._look = None
        self._serve()

    def _next(self) -> Job | None:
        """Who of those who wait goes first."""
        running = [process.job.address for process in self._processes if process.job]
        able = [job for job in self._waiting if running.count(job.address) < self._most_running]
        return min(able, key=self._claim, default=None)

    def _claim(self, job: Job) -> tuple[bool, float, int, int]:
        return job.rank == WARMTH, self.used(job.address), job.rank, job.number

    def _make_room(self, job: Job) -> None:
        """Stop the analysis of whoever has had most, if the one who waits is to go before it."""
        running = [(process, process.job) for process in self._processes if process.job]
        analyses = [(process, held) for process, held in running if held.rank == ANALYSIS]
        if job.rank == WARMTH or not analyses or any(held.making_room for _, held in analyses):
            return
        process, held = max(analyses, key=lambda pair: self.used(pair[1].address))
        its_turn_is_over = time.monotonic() - held.began >= LEAST_SLICE
        goes_before = job.rank < ANALYSIS or self.used(job.address) < self.used(held.address)
        if job.rank == MOVE or (its_turn_is_over and goes_before):
            held.making_room = True
            process.interrupt()

    def used(self, address: str) -> float:
        """The time that a visitor has had of late, what runs now included."""
        now = time.monotonic()
        seconds, when = self._used.get(address, (0.0, now))
        running = sum(now - p.job.began for p in self._processes if p.job and p.job.address == address)
        return float(seconds * 0.5 ** ((now - when) / HALF_LIFE) + running)

    # What processes tell

    def ended(self, process: "_Process", job: Job, outcome: str, value: Any) -> None:
        """A process has finished a job, or has died over it (`outcome` is "died")."""
        now = time.monotonic()
        seconds, when = self._used.get(job.address, (0.0, now))
        self._used[job.address] = seconds * 0.5 ** ((now - when) / HALF_LIFE) + now - job.began, now
        if len(self._used) > 10_000:
            self._used = {a: u for a, u in self._used.items() if now - u[1] < 10 * HALF_LIFE}
        if job.answer.done():
            pass
        elif job.making_room and outcome == "done" and job.wanted:
            job.making_room = False
            spent = now - job.began
            if job.arguments["seconds"] - spent > 0.05:
                job.arguments["seconds"] -= spent
                job.news(value)
                self._waiting.append(job)
            else:
                job.answer.set_result(value)
        elif outcome == "done":
            job.answer.set_result(value)
        elif outcome == "died" and job.wanted and job.attempts < ATTEMPTS:
            self._waiting.append(job)
        else:
            job.answer.set_exception(Failed(str(value)))
        self._serve()


class _Process:
    """One worker process, as the event loop sees it."""

    def __init__(self, pool: Pool) -> None:
        self._pool, self._loop = pool, asyncio.get_running_loop()
        self.job: Job | None = None
        self._ending = self._ready = False
        self._timer: asyncio.TimerHandle | None = None
        self._spawn()

    def _spawn(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=self._pool.work, args=(theirs, NICE), daemon=True, name="boxwood worker")
        threading.Thread(target=self._listen, args=(self._process, self._pipe, theirs), daemon=True).start()

    def _listen(self, process: Any, pipe: Any, theirs: Any) -> None:
        """In a thread: start the process and pass on what it says, until it is no more."""
        with contextlib.suppress(EOFError, OSError, RuntimeError):
            process.start()
            theirs.close()
            while True:
                self._tell(self._heard, pipe.recv())
        self._tell(self._lost, pipe)

    def _tell(self, call: Callable[..., None], *arguments: Any) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(call, *arguments)

    def begin(self, job: Job) -> None:
        self.job, job.began, job.attempts = job, time.monotonic(), job.attempts + 1
        with contextlib.suppress(OSError):  # then we shall hear that it is lost
            self._pipe.send(("job", job.number, job.kind, job.arguments))
        self._ready = False
        self._set_timer(COMPILING)

    def interrupt(self) -> None:
        """Stop the job under way, by force if it does not listen."""
        if self.job is not None:
            with contextlib.suppress(OSError):
                self._pipe.send(("stop", self.job.number))
            if self._ready:  # else it compiles, which the next job needs as well
                self._set_timer(GRACE)

    def _set_timer(self, seconds: float | None) -> None:
        """End the process after so long, unless the job ends before."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if seconds is None else self._loop.call_later(seconds, self._kill)

    def _kill(self) -> None:
        if self._process.pid is not None:
            self._process.kill()

    def _heard(self, message: tuple[str, int, Any]) -> None:
        what, number, value = message
        job = self.job
        if job is None or job.number != number:
            return
        if what == "ready":
            self._ready = True
            self._set_timer(GRACE if not job.wanted or job.making_room else LONGEST if job.rank != ANALYSIS else None)
            return
        if what == "news":
            if job.wanted:
                job.news(value)
            return
        self._finish(job, what, value)

    def _lost(self, pipe: Any) -> None:
        pipe.close()
        if self._ending:
            return
        if self.job is None:  # it died of itself: do not spin if it does so again
            self._loop.call_later(REST, self._spawn)
            return
        self._spawn()
        self._finish(self.job, "died", "the program failed")

    def _finish(self, job: Job, outcome: str, value: Any) -> None:
        self.job = None
        self._set_timer(None)
        self._pool.ended(self, job, outcome, value)

    def end(self) -> None:
        self._ending = True
        with contextlib.suppress(OSError):
            self._pipe.send(None)

    def join(self) -> None:
        if self._process.pid is not None:
            self._process.join(1.0)
            if self._process.exitcode is None:
                self._process.kill()
                self._process.join()
