"""Who does the work: processes of this machine, or a cluster; either may break, and the work goes on.

A `Crew` runs a function on many tasks and gives the answers as they come.  A task whose worker died, or whose
answer never came, is handed out again; it may therefore be done twice, but is answered once.  A crew that has
broken is replaced by a new one.
"""

import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from typing import Any, TypeVar

from boxwood.core.errors import BoxwoodError

T = TypeVar("T")
R = TypeVar("R")

ATTEMPTS = 4  # how often a task is handed out
AHEAD = 2  # tasks handed out at a time for each worker, so that none has to wait
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
    ) -> Iterator[tuple[T, R | Failure]]:
        """The answers as they come.  After `patience` seconds without any, all work is handed out again."""
        source, again = iter(tasks), deque[tuple[T, int]]()
        pending: dict[Future[Any], tuple[T, int]] = {}
        heard = time.monotonic()
        try:
            while True:
                broken = False
                while not (stop and stop.is_set()) and len(pending) < AHEAD * self.size:
                    task, attempt = again.popleft() if again else (next(source, None), 1)
                    if task is None:
                        break
                    try:
                        pending[self._submit(_guarded, function, task)] = task, attempt
                    except RuntimeError:  # it broke between two looks
                        again.appendleft((task, attempt))
                        broken = True
                        break
                if not pending and not again:
                    return
                if stop and stop.is_set():
                    return
                done, _ = wait(pending, NAP, FIRST_COMPLETED)
                for future in done:
                    task, attempt = pending.pop(future)
                    try:
                        answer = future.result()
                    except BaseException as error:
                        if isinstance(error, KeyboardInterrupt):
                            raise
                        broken = True
                        if attempt < ATTEMPTS:
                            again.append((task, attempt + 1))
                            continue
                        answer = Failure(f"no answer after {ATTEMPTS} attempts: {type(error).__name__}")
                    heard = time.monotonic()
                    yield task, answer
                if broken or time.monotonic() > heard + patience or (pending and not self._alive()):
                    again.extend((task, attempt + 1) for task, attempt in pending.values())
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
            processes = list((pool._processes or {}).values())
            pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.kill()

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


def _guarded(function: Callable[[Any], Any], task: Any) -> Any:
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
            client.close(timeout=2)


def crew(cluster: str | None = None, workers: int | None = None, security: dict[str, str] | None = None) -> Crew:
    """The cluster at this address, or processes of this machine."""
    return Crew(workers) if cluster is None else Cluster(cluster, security)
