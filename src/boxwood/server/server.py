"""What all addresses share: storage, workers, rooms and limits, begun and ended together."""

import asyncio
import contextlib
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from boxwood.core.errors import BoxwoodError
from boxwood.game import Game
from boxwood.server import messages as m
from boxwood.server.limits import Buckets, Counters, visitor_address
from boxwood.server.pool import WARMTH, Busy, Pool
from boxwood.server.rooms import Rooms
from boxwood.server.settings import Settings
from boxwood.server.snapshot import game_infos, open_game, readings
from boxwood.server.storage import Storage
from boxwood.server.tokens import Signer
from boxwood.server.tournaments import Tournaments

LOOKS_AT_ONCE = 4
REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"model": m.Problem, "description": "What was wrong, and what would be right."},
    413: {"model": m.Problem, "description": "The request is too large."},
    422: {"model": m.Problem, "description": "The request is not of this form."},
    429: {"model": m.Problem, "description": "Too many requests from this address."},
}
MISSING: dict[int | str, dict[str, Any]] = REFUSALS | {
    404: {"model": m.Problem, "description": "There is no such game."}
}


class Server:
    """What the addresses share."""

    def __init__(self, settings: Settings) -> None:
        self.settings, limits = settings, settings.limits
        self.signer = Signer(settings.secret)
        self.storage = Storage(settings.database)
        most = None if not settings.public else max(1, settings.workers - 1)
        self.pool = Pool(settings.workers, most_waiting=limits.jobs_waiting, most_running=most)
        self.rooms = Rooms(self.storage, self.pool, self.signer)
        self.requests, self.new_games = Buckets(*limits.requests), Buckets(*limits.games)
        self.sockets = Counters(limits.sockets)
        self.tournaments = Tournaments()
        self.infos = game_infos()
        self.looking = asyncio.Semaphore(LOOKS_AT_ONCE)
        self._tasks: set[asyncio.Task[Any]] = set()

    async def start(self) -> None:
        await self.storage.start()
        self.pool.start()
        await self.rooms.start()
        if self.settings.warm:
            for info in self.infos:
                task = asyncio.create_task(self._warm(info["id"]))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _warm(self, game: str) -> None:
        with contextlib.suppress(BoxwoodError):
            await self.pool.run("warm", {"game": game}, address="the server", rank=WARMTH)

    async def stop(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.to_thread(self.tournaments.close)
        await self.rooms.stop()
        await self.pool.stop()
        await self.storage.stop()

    def allow(self, request: HTTPConnection) -> str:
        """The address of a visitor who may ask now."""
        address = visitor_address(request.client and request.client.host)
        if not self.requests.take(address):
            raise Busy("you ask too often: wait a little")
        return address

    async def open(self, **given: Any) -> Game:
        """A game from what the page sent, played through beside the event loop."""
        async with self.looking:
            return await asyncio.to_thread(open_game, **given)

    async def readings(self, text: str) -> list[Game]:
        """The games that a text could be of, read beside the event loop."""
        async with self.looking:
            return await asyncio.to_thread(readings, text)

    def may_connect(self, socket: HTTPConnection) -> bool:
        """Pages of other sites may not use a visitor's browser to talk to us."""
        origin = socket.headers.get("origin")
        if origin is None or origin in self.settings.origins:
            return True
        there = urlsplit(origin)
        if there.netloc == socket.headers.get("host"):
            return True
        return not self.settings.public and (there.hostname or "") in ("localhost", "127.0.0.1", "::1")


def server_of(connection: HTTPConnection) -> Server:
    """The server that a request or a socket has come to."""
    server: Server = connection.app.state.server
    return server
