"""The laboratory over HTTP: searches written down, races of algorithms, and tournaments.

Trees and races are made by a worker.  A tournament takes all the processors it can get, so only a server that is not
public begins one.
"""

import asyncio
import contextlib
from typing import Any

from fastapi import APIRouter, Request, WebSocket
from starlette.responses import StreamingResponse

from boxwood.core.errors import BoxwoodError
from boxwood.evaluation import judges
from boxwood.games import find, names
from boxwood.server import messages as m
from boxwood.server.connection import NOT_ALLOWED, as_text
from boxwood.server.pool import ADVICE
from boxwood.server.rooms import look_of
from boxwood.server.server import MISSING, REFUSALS, server_of
from boxwood.server.sockets import heard, opened

api = APIRouter(prefix="/api", responses=REFUSALS)

EVENTS = "text/event-stream"  # which our own compression does not hold back
AT_ONCE = {"X-Accel-Buffering": "no"}  # and nor does nginx
TOLD: dict[int | str, dict[str, Any]] = {
    200: {"model": m.RaceTell, "description": "A stream of events, one for each position and one at the end."}
}


@api.get("/lab", response_model=m.LabInfo)
async def lab(request: Request) -> Any:
    """What can be looked into: the algorithms, the evaluations of each game, trees made by hand."""
    from boxwood.lab.nested import EXAMPLES
    from boxwood.search.algorithms import EXACT

    server_of(request).allow(request)
    return {
        "algorithms": list(EXACT),
        "judges": {name: list(judges(find(name))) for name in names()},
        "examples": EXAMPLES,
    }


@api.post("/tree", response_model=m.SearchTree)
async def tree(asked: m.TreeRequest, request: Request) -> Any:
    """A search written down: every node with its window, its value, and what was cut off."""
    server = server_of(request)
    address = server.allow(request)
    look = None
    if asked.nested is None:
        look = look_of(await server.open(**asked.look.model_dump(exclude={"extras"})))
    arguments = asked.model_dump(exclude={"look"}) | {"look": look}
    return await server.pool.run("tree", arguments, address=address, rank=ADVICE)


@api.post("/race", response_class=StreamingResponse, responses=TOLD)
async def race(asked: m.RaceRequest, request: Request) -> Any:
    """Let algorithms race on many positions; how it stands is told after each.  Who leaves ends his race."""
    from boxwood.server.race import Race

    server = server_of(request)
    running = await Race.prepared(asked, server.pool, server.allow(request))
    events = (f"data: {as_text(news)}\n\n" async for news in running.told())
    return StreamingResponse(events, headers=AT_ONCE, media_type=EVENTS)


@api.get("/tournaments", response_model=list[m.TournamentInfo])
async def tournaments(request: Request) -> Any:
    """The tournaments in the journal, the latest first."""
    server = server_of(request)
    server.allow(request)
    return await asyncio.to_thread(server.tournaments.runs)


@api.post("/tournaments", response_model=m.TournamentBegun, status_code=201)
async def begin(asked: m.NewTournament, request: Request) -> Any:
    """Begin a tournament on this machine, or go on with the same one; not on a public server."""
    server = server_of(request)
    server.allow(request)
    if server.settings.public:
        raise BoxwoodError("a public server holds no tournaments: run one of your own")
    return {"id": await asyncio.to_thread(server.tournaments.begin, asked)}


@api.get("/tournaments/{id}", response_model=dict[str, Any], responses=MISSING)
async def standing(id: str, request: Request) -> Any:
    """How a tournament stands: cross table, ratings, and all that the journal gives."""
    server = server_of(request)
    server.allow(request)
    return await asyncio.to_thread(server.tournaments.standing, id)


@api.post("/tournaments/{id}/stop", response_model=m.Nothing, responses=MISSING)
async def stop(id: str, asked: m.Nothing, request: Request) -> Any:
    """Stop a tournament; what has been played is kept, and beginning it again goes on with it."""
    server = server_of(request)
    server.allow(request)
    if server.settings.public:
        raise BoxwoodError("a public server holds no tournaments")
    server.tournaments.stop(id)
    return {}


@api.websocket("/tournaments/{id}/socket")
async def watch(socket: WebSocket, id: str) -> None:
    """Watch a tournament: its standing now, and whenever there is news."""
    server = server_of(socket)
    async with opened(socket, server) as visit:
        if visit is None:
            return
        line, _ = visit
        loop = asyncio.get_running_loop()

        def tell(news: dict[str, Any]) -> None:
            with contextlib.suppress(RuntimeError):  # the server has ended
                loop.call_soon_threadsafe(line.say, {"type": "standing", "standing": news})

        try:
            line.say({"type": "standing", "standing": await asyncio.to_thread(server.tournaments.standing, id)})
        except BoxwoodError as error:
            line.say({"type": "error", "message": str(error)})
            line.hang_up(NOT_ALLOWED)
            return
        unsubscribe = server.tournaments.subscribe(id, tell)
        try:
            async for _ in heard(socket, line, server):
                pass
        finally:
            if unsubscribe is not None:
                unsubscribe()
