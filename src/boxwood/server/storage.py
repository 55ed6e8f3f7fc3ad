"""Where games are kept: an append-only log of events, unique by game and number.

SQLite (in WAL mode) or PostgreSQL, through SQLAlchemy.  Events that come while a transaction is being
written wait and share the next one, so that many games cost little more than one; each is answered only when
its transaction is on disk.  Of two processes that append the same number one is told that it was late.

A transaction is a function of a connection.  For PostgreSQL it runs on the event loop; for SQLite as a whole in a
thread of its own, since to go there and back for every statement takes far longer than the statements.
"""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from boxwood.core.errors import BoxwoodError
from boxwood.server.online_game import Event

LARGEST_BATCH = 500
RHYTHM = 0.01  # seconds from one transaction to the next: fewer and larger ones cost a busy server less
PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "wal_autocheckpoint=10000",  # pages: at each checkpoint all wait for the disk, so let there be few
    "foreign_keys=ON",
    "busy_timeout=5000",
)
MIGRATION_LOCK = 0x626F78  # any number that all our processes agree on
DRIVERS = {"sqlite": "sqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}

T = TypeVar("T")
metadata = sa.MetaData()
games = sa.Table(
    "games",
    metadata,
    sa.Column("id", sa.String(20), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("clocked", sa.Boolean, nullable=False),  # its flag may fall
    sa.Index("clocked_games", "clocked"),
)
events = sa.Table(
    "events",
    metadata,
    sa.Column("game", sa.String(20), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(20), nullable=False),
    sa.Column("time", sa.Float, nullable=False),
    sa.Column("seat", sa.Integer, nullable=True),
    sa.Column("data", sa.JSON, nullable=False),
)
alive = sa.Table(
    "alive",  # one row: when a server was last seen running
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("time", sa.Float, nullable=False),
)


@dataclass
class _Entry:
    game: str
    event: Event
    answer: "asyncio.Future[bool]"
    created: dict[str, Any] | None = None  # the game's row, with its first event


class Storage:
    """The log of all games."""

    def __init__(self, url: str) -> None:
        scheme, separator, rest = url.partition("://")
        driver = DRIVERS.get(scheme, scheme)
        if not separator or driver not in DRIVERS.values():
            raise BoxwoodError(f"'{url}' is not a database: write sqlite:///FILE or postgresql://USER@HOST/NAME")
        self.url = f"{driver}://{rest}"
        try:
            self.name = sa.make_url(self.url).render_as_string(hide_password=True)
        except sa.exc.ArgumentError:
            raise BoxwoodError(f"'{scheme}://...' is not the address of a database: see docs/server.md") from None
        self.is_postgres = driver.startswith("postgresql")
        self._insert = postgresql.insert if self.is_postgres else sqlite.insert
        self._insert_events = self._insert(events).on_conflict_do_nothing().returning(events.c.game, events.c.seq)
        self._network: AsyncEngine | None = create_async_engine(self.url) if self.is_postgres else None
        self._file: sa.Engine | None = None if self.is_postgres else sa.create_engine(self.url)
        self._thread = ThreadPoolExecutor(1, "storage")
        self._waiting: asyncio.Queue[_Entry | None] = asyncio.Queue()  # None: there is no more
        self._ending = False
        self._writer: asyncio.Task[None] | None = None
        self.announce: Callable[[sa.Connection, set[str]], None] | None = None  # before each commit
        if self._file is not None:
            sa.event.listen(self._file, "connect", _prepare_sqlite)

    async def start(self) -> None:
        """Bring the database up to date, whatever its age, and begin to write."""
        try:
            await self._transact(_upgrade)
        except (OSError, sa.exc.SQLAlchemyError) as error:
            await self._close()
            reason = getattr(error, "orig", None) or error
            raise BoxwoodError(f"the database {self.name} cannot be used: {reason}") from None
        self._writer = asyncio.create_task(self._write_on(), name="storage writer")

    async def stop(self) -> None:
        """Write what is still to be written, and close the database."""
        self._ending = True
        self._waiting.put_nowait(None)
        if self._writer is not None:
            await self._writer
        await self._close()

    async def _close(self) -> None:
        if self._network is not None:
            await self._network.dispose()
        if self._file is not None:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._file.dispose)
        self._thread.shutdown()

    async def _transact(self, work: Callable[[sa.Connection], T]) -> T:
        """Do this in a transaction."""
        if self._network is not None:
            async with self._network.begin() as connection:
                return await connection.run_sync(work)
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._transact_in_file, work)

    def _transact_in_file(self, work: Callable[[sa.Connection], T]) -> T:
        assert self._file is not None
        with self._file.begin() as connection:
            return work(connection)

    # Writing

    async def create(self, game: str, event: Event, *, clocked: bool) -> bool:
        """A new game and its first event; False if the name is taken."""
        row = {"id": game, "game": event.data["game"], "created": event.time, "clocked": clocked}
        return await self._put(game, event, row)

    async def append(self, game: str, event: Event) -> bool:
        """True when the event is stored; False when its number is taken already."""
        return await self._put(game, event)

    async def _put(self, game: str, event: Event, created: dict[str, Any] | None = None) -> bool:
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait(_Entry(game, event, answer, created))
        return await answer

    async def _write_on(self) -> None:
        """Write batch after batch until told to end."""
        while batch := await self._batch():
            began = time.monotonic()
            try:
                self._answer(batch, await self._transact(partial(self._write, batch)))
            except Exception as error:
                for entry in batch:
                    if not entry.answer.done():
                        entry.answer.set_exception(StorageFailed(f"nothing can be stored now: {error}"))
            if not self._ending:
                await asyncio.sleep(began + RHYTHM - time.monotonic())

    async def _batch(self) -> list[_Entry]:
        """All that wait, at least one; none when there is nothing more to come."""
        if self._ending and self._waiting.empty():
            return []
        entries = [await self._waiting.get()]
        while not self._waiting.empty() and len(entries) < LARGEST_BATCH:
            entries.append(self._waiting.get_nowait())
        return [entry for entry in entries if entry is not None]

    def _answer(self, batch: list[_Entry], stored: set[tuple[str, int]]) -> None:
        for entry in batch:
            key = entry.game, entry.event.seq
            if not entry.answer.done():
                entry.answer.set_result(key in stored)
            stored.discard(key)  # the first in a batch has it, a second of the same number has not

    def _write(self, batch: list[_Entry], connection: sa.Connection) -> set[tuple[str, int]]:
        created = [entry.created for entry in batch if entry.created]
        if created:
            connection.execute(self._insert(games).on_conflict_do_nothing(), created)
        rows = [entry.event.told() | {"game": entry.game} for entry in batch]
        stored = {(game, seq) for game, seq in connection.execute(self._insert_events, rows)}
        if self.announce:
            self.announce(connection, {game for game, _ in stored})
        return stored

    async def set_clocked(self, game: str, clocked: bool) -> None:
        """Whether a flag may fall in this game."""
        update = sa.update(games).where(games.c.id == game).values(clocked=clocked)
        await self._transact(lambda connection: connection.execute(update))

    async def say_alive(self) -> None:
        """Note that a server is running now."""
        row = {"id": 1, "time": time.time()}
        insert = self._insert(alive).values(row).on_conflict_do_update(index_elements=[alive.c.id], set_=row)
        await self._transact(lambda connection: connection.execute(insert))

    # Reading

    async def events(self, game: str, after: int = 0) -> list[Event]:
        """The events of a game after this number, in their order."""
        query = (
            sa.select(events.c.seq, events.c.kind, events.c.time, events.c.seat, events.c.data)
            .where(events.c.game == game, events.c.seq > after)
            .order_by(events.c.seq)
        )
        try:
            return await self._transact(lambda connection: [Event(*row) for row in connection.execute(query)])
        except (OSError, sa.exc.SQLAlchemyError) as error:
            raise StorageFailed(f"nothing can be looked up now: {error}") from None

    async def clocked_games(self) -> list[str]:
        """The games whose flag may fall."""
        query = sa.select(games.c.id).where(games.c.clocked)
        return await self._transact(lambda connection: list(connection.scalars(query)))

    async def last_alive(self) -> float | None:
        """When a server was last seen running."""
        return await self._transact(lambda connection: connection.scalar(sa.select(alive.c.time)))


class StorageFailed(BoxwoodError):
    """The database does not take what it is given."""


def sqlite_url(file: Path) -> str:
    """The URL of a database in a file."""
    return f"sqlite:///{file}"


def _prepare_sqlite(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _upgrade(connection: sa.Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
    config = Config()
    config.set_main_option("script_location", "boxwood.server:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
