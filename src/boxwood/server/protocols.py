"""Uvicorn's connections, made to go as soon as they are closed.

Both hold a parser that holds them.  Only a full collection of garbage finds such rings once they are old, and that
stops everybody, so it is seldom done (see `run.collect_garbage`): every socket that was ever closed would lie about
until then, 1.3 kB each.  Here the ring is opened at the end.
"""

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


class Requests(HttpToolsProtocol):
    """A connection for requests, until it becomes a socket."""

    def handle_websocket_upgrade(self) -> None:
        super().handle_websocket_upgrade()
        del self.parser


class Socket(WebSocketsSansIOProtocol):
    """A connection that has become a socket."""

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.conn.parser.close()
