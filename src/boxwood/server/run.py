"""Running the server: a free port, uvicorn, and the page in a browser."""

import asyncio
import contextlib
import errno
import gc
import socket
import sys
import threading
import webbrowser

import uvicorn

from boxwood.core.errors import BoxwoodError
from boxwood.server.app import create_app
from boxwood.server.protocols import Requests, Socket
from boxwood.server.settings import Settings, settings_for
from boxwood.server.sockets import LARGEST_MESSAGE
from boxwood.server.storage import Storage

USUAL_PORT = 8000
FULL_COLLECTION = 3600.0  # seconds
SWITCH = 0.0005  # seconds that a thread waits for the interpreter while another has it
YOUNG = 1_000  # new objects until the youngest are looked at, some milliseconds


def run(*, host: str, port: int | None, public: bool, database: str | None, workers: int | None, browser: bool) -> None:
    """Serve until Ctrl-C."""
    settings = settings_for(database=database, workers=workers, public=public, host=host)
    asyncio.run(check(settings))
    listener = listen(host, port)
    config = configured(settings)
    sys.setswitchinterval(SWITCH)  # else the thread that stores moves waits 5 ms a statement for the event loop
    with contextlib.suppress(KeyboardInterrupt):
        _Announced(config, address_of(listener), browser).run([listener])


def configured(settings: Settings) -> uvicorn.Config:
    """How uvicorn serves the application."""
    return uvicorn.Config(
        create_app(settings),
        http=Requests,
        ws=Socket,
        log_level="warning",
        access_log=False,
        ws_max_size=LARGEST_MESSAGE,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=3,
        server_header=False,
    )


async def check(settings: Settings) -> None:
    """Complain of a database that cannot be used, before anything else is begun."""
    storage = Storage(settings.database)
    await storage.start()
    await storage.stop()


class _Announced(uvicorn.Server):
    """Says where it is, once it is there."""

    def __init__(self, config: uvicorn.Config, address: str, browser: bool) -> None:
        super().__init__(config)
        self._address, self._browser = address, browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.started:
            return
        self._collecting = asyncio.create_task(collect_garbage())
        print(f"Boxwood is at {self._address}  (Ctrl-C ends it)", flush=True)
        if self._browser:
            threading.Thread(target=webbrowser.open, args=(self._address,), daemon=True).start()


async def collect_garbage() -> None:
    """Look through all objects for garbage every hour, and not whenever many are made.

    With a thousand sockets that takes most of a second, in which nobody's move goes through; there is little to
    find, since nearly all goes by itself.  What is loaded at the start is there to stay and is never looked at.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, 1, 1_000_000)
    while True:
        await asyncio.sleep(FULL_COLLECTION)
        gc.collect()


def listen(host: str, port: int | None) -> socket.socket:
    """A socket that listens at this port; without one at the usual port or, if that is taken, at any."""
    if port is None:
        with contextlib.suppress(BoxwoodError):
            return listen(host, USUAL_PORT)
        return listen(host, 0)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    if sys.platform != "win32":
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise BoxwoodError(f"port {port} is taken: choose another with --port, or any with --port 0") from None
        raise BoxwoodError(f"cannot listen at {host}, port {port}: {error.strerror}") from None
    return listener


def address_of(listener: socket.socket) -> str:
    """Where a browser on this machine finds it."""
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::", "127.0.0.1"):
        host = "127.0.0.1"
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"
