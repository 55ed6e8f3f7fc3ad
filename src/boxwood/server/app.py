"""The application: all addresses, put together.

    uvicorn.run(create_app(settings))

`boxwood serve` does that; docs/protocol.md says what is said at each address.
"""

import contextlib
from collections.abc import AsyncIterator
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.responses import JSONResponse, Response

from boxwood.core.errors import BoxwoodError
from boxwood.server import lab, requests, sockets
from boxwood.server.messages import gist
from boxwood.server.pool import Busy
from boxwood.server.rooms import NoSuchGame
from boxwood.server.server import Server
from boxwood.server.settings import LOOPBACK, Settings
from boxwood.server.site import Assets, Guard, page_file
from boxwood.server.storage import StorageFailed


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
    for router in (requests.api, sockets.api, lab.api):
        app.include_router(router)
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
