"""The application: all addresses, put together from rooms, storage, workers and the page.

    uvicorn.run(create_app(settings))

`boxwood serve` does that; docs/protocol.md says what is said at each address.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import urlsplit

from fastapi import APIRouter, FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.websockets import WebSocketDisconnect

from boxwood.core.errors import BoxwoodError
from boxwood.server import messages as m
from boxwood.server.advice import Adviser
from boxwood.server.limits import Buckets, Counters, visitor_address
from boxwood.server.line import NOT_ALLOWED, TOO_SLOW, Line
from boxwood.server.looks import check_spec, game_infos, open_game, snapshot
from boxwood.server.pool import WARMTH, Busy, Pool
from boxwood.server.rooms import DEFAULT_PACE, NoSuchGame, Rooms, Visitor
from boxwood.server.settings import LOOPBACK, Settings
from boxwood.server.site import Assets, Guard, page_file
from boxwood.server.storage import Storage, StorageFailed
from boxwood.server.tokens import BadToken, Signer

LARGEST_MESSAGE = 100_000  # bytes in a socket
HELLO_WITHIN = 10.0  # seconds
LOOKS_AT_ONCE = 4


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
        await self.rooms.stop()
        await self.pool.stop()
        await self.storage.stop()

    def allow(self, request: Request) -> str:
        """The address of a visitor who may ask now."""
        address = visitor_address(request.client and request.client.host)
        if not self.requests.take(address):
            raise Busy("you ask too often: wait a little")
        return address

    async def open(self, **given: Any) -> Any:
        """A game from what the page sent, played through beside the event loop."""
        async with self.looking:
            return await asyncio.to_thread(open_game, **given)

    def may_connect(self, socket: WebSocket) -> bool:
        """Pages of other sites may not use a visitor's browser to talk to us."""
        origin = socket.headers.get("origin")
        if origin is None or origin in self.settings.origins:
            return True
        there = urlsplit(origin)
        if there.netloc == socket.headers.get("host"):
            return True
        return not self.settings.public and (there.hostname or "") in ("localhost", "127.0.0.1", "::1")


def create_app(settings: Settings) -> FastAPI:
    """The whole application."""

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        server = Server(settings)
        app.state.server = server
        await server.start()
        try:
            yield
        finally:
            await server.stop()

    app = FastAPI(
        title="Boxwood",
        summary="Six abstract games: play, watch and analyse them.",
        description="The sockets and all messages are described in docs/protocol.md.",
        version="1",
        lifespan=lifespan,
        docs_url=None,  # they would load scripts from elsewhere
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.include_router(api)
    if (settings.page / "assets").is_dir():
        app.mount("/assets", Assets(directory=settings.page / "assets"))

    @app.get("/{path:path}", include_in_schema=False)
    def page(path: str) -> Response:
        if path.startswith("api/"):
            raise HTTPException(404, "there is nothing at this address")
        return page_file(settings.page, path)

    app.add_middleware(GZipMiddleware, minimum_size=1000)
    app.add_middleware(Guard)
    if not settings.public and settings.host in ("127.0.0.1", "localhost", "::1"):
        # A page elsewhere whose name leads to this machine must not be taken for ours.
        app.add_middleware(TrustedHostMiddleware, allowed_hosts=[*LOOPBACK, "testserver"], www_redirect=False)
    for error, code in ((NoSuchGame, 404), (Busy, 429), (StorageFailed, 503), (BoxwoodError, 400)):
        app.add_exception_handler(error, _complainer(code))
    app.add_exception_handler(RequestValidationError, _complain_of_request)
    return app


def _complainer(code: int) -> Any:
    async def complain(request: Request, error: Exception) -> JSONResponse:
        return JSONResponse({"detail": str(error)}, code)

    return complain


async def _complain_of_request(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    return JSONResponse({"detail": gist(error.errors())}, 422)


def gist(errors: Any) -> str:
    """The first complaint of pydantic's, on one line."""
    first = errors[0]
    place = ".".join(str(part) for part in first["loc"] if part != "body")
    return f"{place}: {first['msg']}" if place else str(first["msg"])


REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"model": m.Problem, "description": "What was wrong, and what would be right."},
    413: {"model": m.Problem, "description": "The request is too large."},
    422: {"model": m.Problem, "description": "The request is not of this form."},
    429: {"model": m.Problem, "description": "Too many requests from this address."},
}
MISSING: dict[int | str, dict[str, Any]] = REFUSALS | {
    404: {"model": m.Problem, "description": "There is no such game."}
}
api = APIRouter(prefix="/api", responses=REFUSALS)


def _server(request: Request) -> Server:
    server: Server = request.app.state.server
    return server


@api.get("/games", response_model=list[m.GameInfo], response_model_exclude_unset=True)
async def games(request: Request) -> Any:
    """The games with their options and players."""
    _server(request).allow(request)
    return _server(request).infos


@api.post("/look", response_model=m.Snapshot, response_model_exclude_unset=True)
async def look(asked: m.LookRequest, request: Request) -> Any:
    """A position, given as moves, as text or as a record: its legal moves, its result, drawings."""
    server = _server(request)
    server.allow(request)
    given = asked.model_dump(exclude={"extras"})
    return snapshot(await server.open(**given), extras=asked.extras)


@api.post("/games", response_model=m.Created, status_code=201)
async def create(asked: m.NewGame, request: Request) -> Any:
    """A new game with its own address; a token for each seat that is the caller's."""
    server = _server(request)
    if not server.new_games.take(server.allow(request)):
        raise Busy("you begin games too often: wait a little")
    game = await server.open(game=asked.game, options=asked.options, position=asked.position, record=asked.record)
    seats: list[dict[str, Any]] = []
    for place, seat in enumerate(asked.seats):
        if isinstance(seat, m.Program):
            check_spec(seat.player, game.type)
        kind = {"me": "person", "friend": "open"}.get(seat.kind, "program")
        seats.append({"kind": kind, "player": getattr(seat, "player", None), "host": place})
    clock = asked.clock.model_dump() if asked.clock else None
    id = await server.rooms.create(game, seats, clock, DEFAULT_PACE if asked.pace is None else asked.pace)
    kinds = [seat.kind for seat in asked.seats]
    yours = ("me",) if "me" in kinds or "friend" in kinds else ("program",)  # who lets programs play holds both seats
    tokens = [server.signer.token(id, place) if kind in yours else None for place, kind in enumerate(kinds)]
    return {"id": id, "tokens": tokens}


@api.get("/games/{id}", response_model=m.GameState, response_model_exclude_unset=True, responses=MISSING)
async def game_state(id: str, request: Request) -> Any:
    """A game as it stands, for anybody."""
    server = _server(request)
    server.allow(request)
    return (await server.rooms.find(id)).state()


@api.get("/games/{id}/record", response_class=PlainTextResponse, responses=MISSING)
async def record(id: str, request: Request) -> str:
    """The record of a game, as text."""
    server = _server(request)
    server.allow(request)
    contest = (await server.rooms.find(id)).contest
    return contest.record()


@api.post("/games/{id}/join", response_model=m.Joined, responses=MISSING)
async def join(id: str, asked: m.JoinRequest, request: Request) -> Any:
    """Take the open seat of a game."""
    server = _server(request)
    server.allow(request)
    seat = await (await server.rooms.find(id)).join()
    return {"seat": seat, "token": server.signer.token(id, seat)}


# --- sockets -------------------------------------------------------------------------------------


@api.websocket("/games/{id}/socket")
async def play(socket: WebSocket, id: str) -> None:
    """Play or watch a game."""
    server: Server = socket.app.state.server
    async with _opened(socket, server) as opened:
        if opened is None:
            return
        line, address = opened
        try:
            room = await server.rooms.find(id)
        except BoxwoodError as error:
            line.say({"type": "error", "ref": None, "message": str(error)})
            line.hang_up(NOT_ALLOWED)
            return
        visitor: Visitor | None = None
        try:
            async for text in _heard(socket, line, server, HELLO_WITHIN):
                try:
                    ask = m.ASK.validate_json(text)
                except ValidationError as error:
                    line.say({"type": "error", "ref": _ref(text), "message": gist(error.errors(include_url=False))})
                    continue
                if isinstance(ask, m.Ping):
                    line.say({"type": "pong"})
                elif isinstance(ask, m.Hello):
                    if visitor is not None:
                        room.leave(visitor)
                    visitor = Visitor(line, _held(server, ask, id, line), address)
                    await room.enter(visitor, ask.since)
                elif visitor is None:
                    line.say({"type": "error", "ref": ask.ref, "message": "say hello first"})
                elif isinstance(ask, m.HintAsk):
                    server.rooms.later(_hint(room, visitor, ask.ref))
                else:
                    await _do(room, visitor, ask)
        finally:
            if visitor is not None:
                room.leave(visitor)


def _held(server: Server, hello: m.Hello, id: str, line: Line) -> frozenset[int]:
    """The seats whose tokens are good; others are complained of."""
    held = set()
    for token in hello.tokens:
        try:
            held.add(server.signer.seat(token, id))
        except BadToken as error:
            line.say({"type": "error", "ref": None, "message": str(error)})
    return frozenset(held)


async def _do(room: Any, visitor: Visitor, ask: m.Deed) -> None:
    try:
        await room.ask(ask, visitor)
        visitor.line.say({"type": "done", "ref": ask.ref})
    except BoxwoodError as error:
        visitor.line.say({"type": "error", "ref": ask.ref, "message": str(error)})


async def _hint(room: Any, visitor: Visitor, ref: int) -> None:
    try:
        move, analysis = await room.hint(visitor)
        visitor.line.say({"type": "hint", "ref": ref, "move": move, "analysis": analysis})
        visitor.line.say({"type": "done", "ref": ref})
    except BoxwoodError as error:
        visitor.line.say({"type": "error", "ref": ref, "message": str(error)})


@api.websocket("/analysis")
async def analysis(socket: WebSocket) -> None:
    """Analyse positions, review games."""
    server: Server = socket.app.state.server
    async with _opened(socket, server) as opened:
        if opened is None:
            return
        line, address = opened
        adviser = Adviser(server.pool, server.open, line, address)
        try:
            async for text in _heard(socket, line, server):
                try:
                    ask = m.ANALYSIS_ASK.validate_json(text)
                except ValidationError as error:
                    message = gist(error.errors(include_url=False))
                    line.say({"type": "error", "id": _ref(text, "id"), "message": message})
                    continue
                adviser.ask(ask)
        finally:
            await adviser.close()


@contextlib.asynccontextmanager
async def _opened(socket: WebSocket, server: Server) -> AsyncIterator[tuple[Line, str] | None]:
    """A socket whose visitor may talk to us, with its line and his address; None if he may not."""
    address = visitor_address(socket.client and socket.client.host)
    if not server.may_connect(socket) or not server.requests.take(address) or not server.sockets.enter(address):
        await socket.close(NOT_ALLOWED)
        yield None
        return
    try:
        await socket.accept()
        line = Line(socket)
        talking = asyncio.create_task(line.talk())
        try:
            yield line, address
        finally:
            line.hang_up()
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(talking, 5.0)
    finally:
        server.sockets.leave(address)


async def _heard(socket: WebSocket, line: Line, server: Server, within: float | None = None) -> AsyncIterator[str]:
    """What a visitor says, as long as he is neither too fast, too long-winded nor (at first) silent."""
    speech = Buckets(*server.settings.limits.messages)
    while not line.closed:
        await line.calm()
        try:
            text = await asyncio.wait_for(_receive(socket), within)
        except (TimeoutError, WebSocketDisconnect, RuntimeError, UnicodeDecodeError):
            return
        within = None
        if len(text) > LARGEST_MESSAGE or not speech.take("here"):
            line.hang_up(TOO_SLOW)
            return
        yield text


async def _receive(socket: WebSocket) -> str:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code") or 1000)
    text: str | None = message.get("text")
    return text if text is not None else str(message.get("bytes", b""), "utf-8", "replace")


def _ref(text: str, name: str = "ref") -> int | None:
    """The number of a request that is otherwise wrong, if it has one."""
    import json

    with contextlib.suppress(ValueError, RecursionError):
        asked = json.loads(text)
        found = asked.get(name) if isinstance(asked, dict) else None
        return found if isinstance(found, int) and not isinstance(found, bool) else None
    return None
