"""One open socket: what is to be said waits in a short queue, and who does not listen is hung up on."""

import asyncio
import contextlib
from typing import Any

from pydantic_core import to_json
from starlette.websockets import WebSocket, WebSocketDisconnect

LONGEST_QUEUE = 100  # messages that a slow reader may be behind
CALM = 20  # messages
TOO_SLOW = 1013  # close codes of WebSocket: try again later
NOT_ALLOWED = 1008  # and: against the rules


class Line:
    """A socket that never makes its speaker wait."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._queue: asyncio.Queue[str | None] = asyncio.Queue(LONGEST_QUEUE)
        self._code = 1000
        self._calm = asyncio.Event()  # nearly all is said
        self._calm.set()
        self.closed = False

    def say(self, message: dict[str, Any]) -> None:
        self.say_text(as_text(message))

    def say_text(self, text: str) -> None:
        if self.closed:
            return
        try:
            self._queue.put_nowait(text)
        except asyncio.QueueFull:
            self.hang_up(TOO_SLOW)
        if self._queue.qsize() > CALM:
            self._calm.clear()

    async def calm(self) -> None:
        """Wait until nearly all is said: who asks faster than he listens waits for himself."""
        await self._calm.wait()

    def hang_up(self, code: int = 1000) -> None:
        """Close the socket after what is said already; at once if that is too much."""
        if self.closed:
            return
        self.closed, self._code = True, code
        if self._queue.full():
            while not self._queue.empty():
                self._queue.get_nowait()
        self._queue.put_nowait(None)
        self._calm.set()

    async def talk(self) -> None:
        """Send what is to be said, until the line is closed."""
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
            while (text := await self._queue.get()) is not None:
                await self._socket.send_text(text)
                if self._queue.qsize() <= CALM:
                    self._calm.set()
            await self._socket.close(self._code)
        self.closed = True
        self._calm.set()


def as_text(message: dict[str, Any]) -> str:
    """JSON, by the fastest writer at hand: the server spends much of its time here."""
    return to_json(message).decode()
