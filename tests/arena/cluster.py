"""A cluster on this machine for tests: a scheduler and workers that can be killed."""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager

QUIET = {"DASK_DISTRIBUTED__DASHBOARD__LINK": "", "DASK_DISTRIBUTED__ADMIN__TICK__LIMIT": "1h"}


class LocalCluster:
    """Processes of their own, on a port that the system chose."""

    def __init__(self):
        self._running, self.port = [], 0
        self.scheduler = self.start_scheduler()
        self.workers = [self.start_worker(), self.start_worker()]

    @property
    def address(self):
        return f"tcp://127.0.0.1:{self.port}"

    def start_scheduler(self):
        """On the port of the one before, if there was one."""
        arguments = ["scheduler", "--host", "127.0.0.1", "--port", str(self.port), "--no-dashboard", "--no-jupyter"]
        process = self._start(arguments, r"Scheduler at:\s+tcp://127\.0\.0\.1:(\d+)")
        self.scheduler = process
        return process

    def start_worker(self):
        arguments = ["worker", self.address, "--no-nanny", "--nthreads", "1", "--no-dashboard", "--host", "127.0.0.1"]
        return self._start(arguments, None)

    def _start(self, arguments, sign):
        process = subprocess.Popen(
            [sys.executable, "-m", "dask", *arguments],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | QUIET,
        )
        self._running.append(process)
        if sign is not None:
            for line in process.stderr:
                if found := re.search(sign, line):
                    self.port = int(found[1])
                    break
        threading.Thread(target=process.stderr.read, daemon=True).start()
        return process

    def close(self):
        for process in self._running:
            kill(process)


def kill(process):
    if process.poll() is None:
        os.kill(process.pid, signal.SIGKILL)
        process.wait()


@contextmanager
def local_cluster():
    cluster = LocalCluster()
    try:
        yield cluster
    finally:
        cluster.close()


def wait_until(condition, seconds=60.0):
    """Look again and again; a test that waits in vain fails."""
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, "it did not happen in time"
        time.sleep(0.05)
