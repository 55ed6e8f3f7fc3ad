"""Requests over HTTP: the games, positions, and games in play."""

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import PlainTextResponse

from boxwood.server import messages as m
from boxwood.server.pool import Busy
from boxwood.server.rooms import DEFAULT_PACE
from boxwood.server.server import MISSING, REFUSALS, server_of
from boxwood.server.snapshot import check_spec, snapshot

api = APIRouter(prefix="/api", responses=REFUSALS)


@api.get("/games", response_model=list[m.GameInfo], response_model_exclude_unset=True)
async def games(request: Request) -> Any:
    """The games with their options and players."""
    server_of(request).allow(request)
    return server_of(request).infos


@api.post("/look", response_model=m.Snapshot, response_model_exclude_unset=True)
async def look(asked: m.LookRequest, request: Request) -> Any:
    """A position, given as moves, as text or as a record: its legal moves, its result, drawings."""
    server = server_of(request)
    server.allow(request)
    given = asked.model_dump(exclude={"extras"})
    return snapshot(await server.open(**given), extras=asked.extras)


@api.post("/readings", response_model=list[m.Snapshot], response_model_exclude_unset=True)
async def read(asked: m.ReadingsRequest, request: Request) -> Any:
    """The games that a text could be of, whatever game it names: where each stands."""
    server = server_of(request)
    server.allow(request)
    return [snapshot(game) for game in await server.readings(asked.text)]


@api.post("/games", response_model=m.Created, status_code=201)
async def create(asked: m.NewGame, request: Request) -> Any:
    """A new game with its own address; a token for each seat that is the caller's."""
    server = server_of(request)
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
    server = server_of(request)
    server.allow(request)
    return (await server.rooms.find(id)).state()


@api.get("/games/{id}/record", response_class=PlainTextResponse, responses=MISSING)
async def record(id: str, request: Request) -> str:
    """The record of a game, as text."""
    server = server_of(request)
    server.allow(request)
    contest = (await server.rooms.find(id)).contest
    return contest.record()


@api.post("/games/{id}/join", response_model=m.Joined, responses=MISSING)
async def join(id: str, asked: m.JoinRequest, request: Request) -> Any:
    """Take the open seat of a game."""
    server = server_of(request)
    server.allow(request)
    seat = await (await server.rooms.find(id)).join()
    return {"seat": seat, "token": server.signer.token(id, seat)}
