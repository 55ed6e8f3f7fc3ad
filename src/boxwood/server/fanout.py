"""Several server processes on one PostgreSQL: each hears what the others have stored, and who is with them.

    NOTIFY boxwood, 'events <process> <game> <game> ...'       sent with the transaction that stores them
    NOTIFY boxwood, 'presence <process> <game> <seats> <watching>'

A program thinks in one process only: in the one that holds the game's advisory lock, which the database
takes back when the process ends.  With SQLite there is one process, and nothing to do.
"""

import asyncio
import contextlib
import hashlib
import logging
import secrets
from collections.abc import Callable, Coroutine
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import sqlalchemy as sa

CHANNEL = "boxwood"
LISTENER = "boxwood listener"  # as the database knows us
LOST = 1.0  # seconds between attempts to connect again

log = logging.getLogger("boxwood.server")


class Fanout:
    """This process among the others."""

    def __init__(self, url: str, heard: Callable[[str, list[str]], Coroutine[Any, Any, None]]) -> None:
        """`heard` is called with "events" or "presence" and its words; with "lost" when some may have been missed."""
        self.process = secrets.token_hex(4)
        self._url, self._heard = url.replace("+asyncpg", ""), heard
        self._connection: Any = None
        self._turn = asyncio.Lock()  # one query at a time
        self._locked: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        self._connection = await asyncpg.connect(self._url, server_settings={"application_name": LISTENER})
        self._connection.add_termination_listener(lambda _: self._later(self._connect_again))
        await self._connection.add_listener(CHANNEL, self._notified)

    async def stop(self) -> None:
        connection, self._connection = self._connection, None
        for task in list(self._tasks):
            task.cancel()
        if connection is not None:
            await connection.close()

    def _later(self, work: Callable[..., Coroutine[Any, Any, Any]], *values: Any) -> None:
        if self._connection is not None:  # else we have gone ourselves
            task = asyncio.create_task(work(*values))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _connect_again(self) -> None:
        self._locked.clear()
        log.warning("the database has hung up")
        while True:
            await asyncio.sleep(LOST)
            with contextlib.suppress(OSError, asyncpg.PostgresError):
                await self.start()
                await self._heard("lost", [])
                return

    def _notified(self, connection: Any, pid: int, channel: str, payload: str) -> None:
        kind, process, *words = payload.split()
        if process != self.process:
            self._later(self._heard, kind, words if kind == "events" else [process, *words])

    def announce(self, connection: sa.Connection, games: set[str]) -> None:
        """Tell the others, with the transaction of this connection, that there is news in these games."""
        if games:
            payload = " ".join(["events", self.process, *games])
            connection.execute(sa.select(sa.func.pg_notify(CHANNEL, payload)))

    def say_presence(self, game: str, online: list[bool], watching: int) -> None:
        """Tell the others who is in a game here."""
        seats = "".join("01"[on] for on in online)
        payload = f"presence {self.process} {game} {seats} {watching}"
        self._later(self._query, "SELECT pg_notify($1, $2)", CHANNEL, payload)

    async def drive(self, game: str) -> bool:
        """Whether programs of this game are to think here."""
        if game not in self._locked and await self._query("SELECT pg_try_advisory_lock($1)", _number(game)):
            self._locked.add(game)
        return game in self._locked

    def let_go(self, game: str) -> None:
        """Leave the programs of this game to others."""
        if game in self._locked:
            self._locked.discard(game)
            self._later(self._query, "SELECT pg_advisory_unlock($1)", _number(game))

    async def _query(self, query: str, *values: Any) -> Any:
        async with self._turn:
            try:
                return await self._connection.fetchval(query, *values)
            except (OSError, AttributeError, asyncpg.PostgresError, asyncpg.InterfaceError):
                return None  # the connection is lost and will be made again


def _number(game: str) -> int:
    return int.from_bytes(hashlib.sha256(game.encode()).digest()[:8], signed=True)
