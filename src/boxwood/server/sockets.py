"""Sockets: play or watch a game, analyse positions."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from typing import Any

from fastapi import APIRouter, WebSocket
from pydantic import ValidationError
from starlette.websockets import WebSocketDisconnect

from boxwood.core.errors import BoxwoodError
from boxwood.server import messages as m
from boxwood.server.advice import Adviser
from boxwood.server.connection import NOT_ALLOWED, TOO_SLOW, Line
from boxwood.server.limits import Buckets, visitor_address
from boxwood.server.rooms import Visitor
from boxwood.server.server import Server, server_of
from boxwood.server.tokens import BadToken

LARGEST_MESSAGE = 100_000  # bytes
HELLO_WITHIN = 10.0  # seconds

api = APIRouter(prefix="/api")


@api.websocket("/games/{id}/socket")
async def play(socket: WebSocket, id: str) -> None:
    """Play or watch a game."""
    server = server_of(socket)
    async with opened(socket, server) as visit:
        if visit is None:
            return
        line, address = visit
        try:
            room = await server.rooms.find(id)
        except BoxwoodError as error:
            line.say({"type": "error", "ref": None, "message": str(error)})
            line.hang_up(NOT_ALLOWED)
            return
        visitor: Visitor | None = None
        try:
            async for text in heard(socket, line, server, HELLO_WITHIN):
                try:
                    ask = m.ASK.validate_json(text)
                except ValidationError as error:
                    line.say({"type": "error", "ref": _ref(text), "message": m.gist(error.errors(include_url=False))})
                    continue
                if isinstance(ask, m.Ping):
                    line.say({"type": "pong"})
                elif isinstance(ask, m.Hello):
                    if visitor is not None:
                        room.leave(visitor)
                    room = await server.rooms.find(id)  # it may have been closed while he was silent
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
    except BoxwoodError as error:
        visitor.line.say({"type": "error", "ref": ask.ref, "message": str(error)})


async def _hint(room: Any, visitor: Visitor, ref: int) -> None:
    try:
        move, analysis = await room.hint(visitor)
        visitor.line.say({"type": "hint", "ref": ref, "move": move, "analysis": analysis})
    except BoxwoodError as error:
        visitor.line.say({"type": "error", "ref": ref, "message": str(error)})


@api.websocket("/analysis")
async def analysis(socket: WebSocket) -> None:
    """Analyse positions, review games."""
    server = server_of(socket)
    async with opened(socket, server) as visit:
        if visit is None:
            return
        line, address = visit
        adviser = Adviser(server.pool, server.open, line, address)
        try:
            async for text in heard(socket, line, server):
                try:
                    ask = m.ANALYSIS_ASK.validate_json(text)
                except ValidationError as error:
                    message = m.gist(error.errors(include_url=False))
                    line.say({"type": "error", "id": _ref(text, "id"), "message": message})
                    continue
                adviser.ask(ask)
        finally:
            await adviser.close()


@contextlib.asynccontextmanager
async def opened(socket: WebSocket, server: Server) -> AsyncIterator[tuple[Line, str] | None]:
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


async def heard(socket: WebSocket, line: Line, server: Server, within: float | None = None) -> AsyncIterator[str]:
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
    with contextlib.suppress(ValueError, RecursionError):
        asked = json.loads(text)
        found = asked.get(name) if isinstance(asked, dict) else None
        return found if isinstance(found, int) and not isinstance(found, bool) else None
    return None
