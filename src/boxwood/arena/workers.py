"""Who does the work: processes of this machine, or a cluster; either may break, and the work goes on.

A `Crew` runs a function on many tasks and gives the answers as they come, some at a time.  A task whose worker
died, or whose answer never came, is handed out again; it may therefore be done twice, but is answered once.  A
crew that has broken is replaced by a new one.
"""

import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeVar

from boxwood.core.errors import BoxwoodError

T = TypeVar("T")
R = TypeVar("R")

ATTEMPTS = 4  # how often a task is handed out
AHEAD = 2  # bundles handed out at a time for each worker, so that none has to wait
BUNDLE, LARGEST = 0.2, 64  # short tasks go out in bundles: of about so many seconds, and at most so many tasks
NAP = 0.5  # seconds after which one looks up
ANSWER = 10.0  # seconds in which a cluster must answer
RECONNECT = 60.0  # and in which it must come back


@dataclass(frozen=True)
class Failure:
    """What comes back instead of an answer."""

    reason: str


class Crew:
    """Processes of this machine."""

    def __init__(self, workers: int | None = None) -> None:
        self.size = workers or os.cpu_count() or 1
        self._executor: Executor | None = None

    def __enter__(self) -> "Crew":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def run(
        self,
        function: Callable[[T], R],
        tasks: Iterable[T],
        *,
        stop: threading.Event | None = None,
        patience: float = 3600.0,
    ) -> Iterator[list[tuple[T, R | Failure]]]:
        """The answers as they come.  After `patience` seconds without any, all work is handed out again."""
        source, again = iter(tasks), deque[tuple[list[T], int]]()
        pending: dict[Future[Any], tuple[list[T], int]] = {}
        heard, mean = time.monotonic(), BUNDLE  # when there was news, and what a task takes
        try:
            while not (stop and stop.is_set()):
                broken = False
                while not broken and len(pending) < AHEAD * self.size:
                    size = max(1, min(LARGEST, int(BUNDLE / mean)))
                    bundle, attempt = again.popleft() if again else (list(islice(source, size)), 1)
                    if not bundle:
                        break
                    try:
                        pending[self._submit(_work, function, bundle)] = bundle, attempt
                    except RuntimeError:  # it broke between two looks
                        again.appendleft((bundle, attempt))
                        broken = True
                if not pending and not again:
                    return
                done, _ = wait(pending, NAP, FIRST_COMPLETED)
                for future in done:
                    bundle, attempt = pending.pop(future)
                    try:
                        answers, seconds = future.result()
                        mean = 0.8 * mean + 0.2 * seconds / len(bundle)
                    except Exception as error:
                        broken = True
                        if attempt < ATTEMPTS:  # one by one: only one of them may be to blame
                            again.extend(([task], attempt + 1) for task in bundle)
                            continue
                        answers = [Failure(f"no answer after {ATTEMPTS} attempts: {type(error).__name__}")] * len(
                            bundle
                        )
                    heard = time.monotonic()
                    yield list(zip(bundle, answers, strict=True))
                if broken or time.monotonic() > heard + patience or (pending and not self._alive()):
                    again.extend(([task], attempt + 1) for bundle, attempt in pending.values() for task in bundle)
                    pending.clear()
                    self._renew()
                    heard = time.monotonic()
        finally:
            for future in pending:
                future.cancel()
            if pending:
                self.close()

    def close(self) -> None:
        """Let all work lie and go home."""
        pool, self._executor = self._executor, None
        if isinstance(pool, ProcessPoolExecutor):
            # What is under way may take long, and nobody waits for it.
            for process in list((pool._processes or {}).values()):
                process.kill()
            pool.shutdown(wait=True, cancel_futures=True)

    def _submit(self, *call: Any) -> "Future[Any]":
        if self._executor is None:
            self._executor = self._open()
        return self._executor.submit(*call)

    def _open(self) -> Executor:
        spawn = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.size, mp_context=spawn, initializer=_begin)

    def _alive(self) -> bool:
        return True

    def _renew(self) -> None:
        self.close()


def _begin() -> None:
    """What a worker process does first: leave Ctrl-C to the driver, and end when the driver does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: Any) -> None:
    parent.join()
    os._exit(1)


def _work(function: Callable[[Any], Any], bundle: list[Any]) -> tuple[list[Any], float]:
    """What a worker does: the answers to a bundle of tasks, and how long they took."""
    began = time.perf_counter()
    return [_answer(function, task) for task in bundle], time.perf_counter() - began


def _answer(function: Callable[[Any], Any], task: Any) -> Any:
    """So that an error of the task is told from one of the crew."""
    try:
        return function(task)
    except Exception as error:
        return Failure(f"{type(error).__name__}: {error}")


class Cluster(Crew):
    """The workers of a dask.distributed scheduler."""

    def __init__(self, address: str, security: dict[str, str] | None = None) -> None:
        super().__init__(1)
        self._address, self._security, self._client = address, security, None
        self._connect(ANSWER)

    def _connect(self, seconds: float) -> None:
        from distributed import Client
        from distributed.security import Security

        security = Security(require_encryption=True, **self._security) if self._security else None
        until = time.monotonic() + seconds
        while True:
            try:
                client: Any = Client(
                    self._address, timeout=min(5.0, seconds + 1), security=security, set_as_default=False
                )
                break
            except (OSError, ValueError, TimeoutError) as error:
                if time.monotonic() > until:
                    raise BoxwoodError(f"the cluster at {self._address} does not answer: {error}") from None
                time.sleep(1.0)
        self._client = client
        self.size = max(1, sum(client.nthreads().values()))

    def _open(self) -> Executor:
        client: Any = self._client
        executor: Executor = client.get_executor(pure=False, retries=3)
        return executor

    def _alive(self) -> bool:
        client: Any = self._client
        return bool(client.status == "running")

    def _renew(self) -> None:
        self.close()
        self._connect(RECONNECT)

    def close(self) -> None:
        client: Any
        client, self._client, self._executor = self._client, None, None
        if client is not None:
            # It may be on its way back to a scheduler that is gone.
            with suppress(OSError, RuntimeError, TimeoutError):
                client.close(timeout=2)


def crew(cluster: str | None = None, workers: int | None = None, security: dict[str, str] | None = None) -> Crew:
    """The cluster at this address, or processes of this machine."""
    return Crew(workers) if cluster is None else Cluster(cluster, security)
