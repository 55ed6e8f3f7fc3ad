"""Load on the server: many online games at one move a second, with the engine workers busy all the time.

    python -m benchmarks.server_load --games 500 --seconds 600

Starts `boxwood serve` in a process of its own (or takes --address), plays random games of all kinds between two
sockets each, and prints: how long it takes from sending a move until the other side has it, the server's
processor time for a move, which does not depend on what else the machine does, and its memory over time.
"""

import argparse
import asyncio
import gc
import json
import math
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import httpx
import uvloop
from websockets.asyncio.client import ClientConnection, connect

GAMES = ("nim", "connect4", "quarto", "quoridor", "pylos", "abalone")
WARM_UP = 15.0  # seconds in which all sit down, which do not count
LONGEST = (20, 90)  # moves of a game, so that random players come to an end, and not all at once
PAUSE = (0.5, 1.5)  # seconds between two moves of a game: a second on average, and never all at once
SEATS = [{"kind": "me"}, {"kind": "me"}]


class Load:
    """What is measured, and what the players share."""

    def __init__(self, address: str) -> None:
        self.address, self.sockets = address, address.replace("http", "ws")
        self.latencies: list[float] = []
        self.errors: list[str] = []
        self.finished = 0
        self.end = 0.0

    async def play_on(self, http: httpx.AsyncClient, number: int, games: int) -> None:
        """One table: game after game, a move every second."""
        chance = random.Random(number)
        await asyncio.sleep(number / games)
        while time.perf_counter() < self.end:
            game = GAMES[number % len(GAMES)]
            answer = await http.post("/api/games", json={"game": game, "seats": SEATS})
            made = answer.json()
            with suppress(ConnectionError):
                await self.play_one(made["id"], made["tokens"], chance)
            self.finished += 1

    async def play_one(self, id: str, tokens: list[str], chance: random.Random) -> None:
        url = f"{self.sockets}/api/games/{id}/socket"
        async with opened(url) as first, opened(url) as second:
            players = [first, second]
            for socket, token in zip(players, tokens, strict=True):
                await socket.send(json.dumps({"type": "hello", "tokens": [token], "since": 0}))
            for socket in players:
                text = await self.told(socket, "state")
            state = json.loads(text)["state"]
            due, last = time.perf_counter(), chance.randint(*LONGEST)
            while time.perf_counter() < self.end and state["result"] is None:
                seen = state["snapshot"]
                mover, ply = players[seen["player"]], len(seen["moves"])
                if ply == last:
                    return
                message = {"type": "move", "ref": ply, "ply": ply, "move": chance.choice(seen["legal"])}
                sent = time.perf_counter()
                await mover.send(json.dumps(message))
                text = await self.told(players[1 - seen["player"]])
                self.latencies.append(time.perf_counter() - sent)
                await self.told(mover)
                state = json.loads(text)["state"]
                due = max(due + chance.uniform(*PAUSE), time.perf_counter())
                await asyncio.sleep(due - time.perf_counter())

    async def told(self, socket: ClientConnection, type: str = "event") -> str:
        """The next message of this type, unread: to read it takes as long as to get it."""
        while not (text := str(await socket.recv())).startswith(f'{{"type":"{type}"'):
            if text.startswith('{"type":"error"'):
                self.errors.append(text)
        return text

    async def keep_busy(self, number: int) -> None:
        """One visitor who analyses without end."""
        async with opened(f"{self.sockets}/api/analysis") as socket:
            look = {"game": GAMES[-1 - number % 3]}
            await socket.send(json.dumps({"type": "analyse", "id": 1, "look": look, "lines": 2, "seconds": 3600}))
            async for _ in socket:
                pass


def opened(url: str) -> connect:
    """A socket like a browser's: it asks for nothing by itself.  (Compression is the server's to refuse.)"""
    return connect(url, compression=None, ping_interval=None, proxy=None)


class Spent(NamedTuple):
    """Processor time so far, in seconds, and when."""

    when: float
    server: float
    load: float  # this program
    engines: float  # the server's workers
    others: float  # whatever else runs on this machine

    @classmethod
    def now(cls, pid: int) -> "Spent":
        server, load = processor_seconds(pid), time.process_time()
        threads = Path(f"/proc/{pid}/task").iterdir()
        children = [child for thread in threads for child in (thread / "children").read_text().split()]
        engines = sum(processor_seconds(int(child)) for child in children)
        user, nice, system, _, _, *interrupts = Path("/proc/stat").read_text().splitlines()[0].split()[1:8]
        every = sum(map(int, (user, nice, system, *interrupts))) / os.sysconf("SC_CLK_TCK")
        return cls(time.perf_counter(), server, load, engines, every - server - load - engines)


def processor_seconds(pid: int) -> float:
    """User and system time of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def megabytes(pid: int) -> float:
    """Resident memory of a process."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def percentile(values: list[float], share: float) -> float:
    if not values:
        return math.nan
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


async def run(address: str, pid: int, games: int, seconds: float, analyses: int) -> None:
    gc.disable()  # with a thousand sockets it takes longer than a move
    load = Load(address)
    began = time.perf_counter()
    load.end = began + WARM_UP + seconds
    limits = httpx.Limits(max_connections=20)
    async with httpx.AsyncClient(base_url=address, timeout=120, limits=limits) as http:
        busy = [asyncio.create_task(load.keep_busy(number)) for number in range(analyses)]
        players = [asyncio.create_task(load.play_on(http, number, games)) for number in range(games)]
        await asyncio.sleep(WARM_UP)
        first = counted = len(load.latencies)
        before = Spent.now(pid)
        pause = min(30.0, seconds / 4)
        while time.perf_counter() + pause / 2 < load.end:
            await asyncio.sleep(pause)
            recent = load.latencies[counted:]
            counted += len(recent)
            now = Spent.now(pid)
            elapsed, server, *shares = (after - earlier for after, earlier in zip(now, before, strict=True))
            before = now
            cores = zip(("server", "load", "engines", "others"), (server, *shares), strict=True)
            print(
                f"{now.when - began:4.0f} s {len(recent) / elapsed:6.1f} moves/s, "
                f"median {1000 * percentile(recent, 0.5):5.1f} ms, p99 {1000 * percentile(recent, 0.99):5.1f} ms, "
                f"{1000 * server / max(1, len(recent)):4.2f} ms of processor a move, {megabytes(pid):5.1f} MB; cores: "
                + ", ".join(f"{name} {share / elapsed:.2f}" for name, share in cores),
                flush=True,
            )
        await asyncio.gather(*players, return_exceptions=True)
        for task in busy:
            task.cancel()
        await asyncio.gather(*busy, return_exceptions=True)
    every = load.latencies[first:]
    print(f"{len(every)} moves in {load.finished} games, {len(load.errors)} errors {load.errors[:3]}")
    print(f"median {1000 * percentile(every, 0.5):.1f} ms, p99 {1000 * percentile(every, 0.99):.1f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--analyses", type=int, default=2, help="visitors who keep the engine workers busy")
    parser.add_argument("--database", help="of the server, if not a new SQLite file")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "boxwood", "serve", "--port", "0", "--no-browser"]
        command += ["--database", given.database] if given.database else []
        environment = os.environ | {"BOXWOOD_DATA_DIR": folder}
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout is not None
                found = re.search(r"http://\S+(?=/)", server.stdout.readline())
                assert found, "the server did not start"
                uvloop.run(run(found.group(), server.pid, given.games, given.seconds, given.analyses))
            finally:
                server.terminate()


if __name__ == "__main__":
    main()
