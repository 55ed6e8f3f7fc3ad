"""The page itself: built files, the headers that keep it safe, and what may not get past them."""

from pathlib import Path
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST_BODY = 100_000  # bytes of a request
CONTENT_SECURITY_POLICY = "; ".join(
    [
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",  # boards place their pieces by style attributes
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "worker-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), interest-cohort=()",
}
FOR_EVER = "public, max-age=31536000, immutable"  # files whose names have a hash of their contents
NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Boxwood</title>
<h1>Boxwood</h1><p>The server runs, but its page has not been built: <code>make page</code> builds it.</p></html>"""


class Guard:
    """Adds the security headers to every answer, and refuses requests that are too large."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        length = Headers(scope=scope).get("content-length", "0")
        if not length.isdigit() or int(length) > LARGEST_BODY:
            await _too_large()(scope, receive, send_guarded)
            return
        received = 0

        async def receive_guarded() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > LARGEST_BODY:
                raise HTTPException(413, "the request is too large")
            return message

        await self._app(scope, receive_guarded, send_guarded)


def _too_large() -> Response:
    return JSONResponse({"detail": f"the request is too large: at most {LARGEST_BODY} bytes"}, 413)


class Assets(StaticFiles):
    """Files whose names change with their contents: kept by browsers for ever."""

    def file_response(self, *arguments: Any, **named: Any) -> Response:
        response = super().file_response(*arguments, **named)
        response.headers["Cache-Control"] = FOR_EVER
        return response


def page_file(page: Path, path: str) -> Response:
    """A file of the page by its name, else the page itself, which knows its addresses."""
    index = page / "index.html"
    if not index.is_file():
        return HTMLResponse(NOT_BUILT, 503)
    root = page.resolve()
    named = (root / path).resolve()
    if path and named.is_relative_to(root) and named.is_file():
        return FileResponse(named, headers={"Cache-Control": "no-cache"})
    if "." in path.rpartition("/")[2]:
        raise HTTPException(404, "there is no such file")
    return FileResponse(index, headers={"Cache-Control": "no-cache"})
