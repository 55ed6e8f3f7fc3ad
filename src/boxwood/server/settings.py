"""How a server is set up: from the command line and, for what must stay secret, from the environment."""

import os
from dataclasses import dataclass, field
from pathlib import Path

from boxwood.core.errors import BoxwoodError
from boxwood.core.paths import data_directory
from boxwood.server.storage import sqlite_url
from boxwood.server.tokens import kept_secret, read_secret

SECRET = "BOXWOOD_SECRET"
ORIGINS = "BOXWOOD_ORIGINS"
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


@dataclass(frozen=True)
class Limits:
    """What one address may do; a bucket of `burst` that fills by `rate` a second."""

    requests: tuple[float, float] = (10.0, 60.0)  # over HTTP: rate, burst
    games: tuple[float, float] = (0.2, 30.0)  # new ones
    messages: tuple[float, float] = (20.0, 100.0)  # in one socket
    sockets: int = 40  # open at once
    jobs_waiting: int = 20  # for an engine worker


PUBLIC_LIMITS = Limits()
_PLENTY = (10_000.0, 100_000.0)
LOCAL_LIMITS = Limits(_PLENTY, _PLENTY, _PLENTY, 100_000, 10_000)


@dataclass(frozen=True)
class Settings:
    """Everything that `create_app` needs to know."""

    database: str
    secret: bytes = field(repr=False)
    workers: int = 1
    public: bool = False
    host: str = "127.0.0.1"
    origins: tuple[str, ...] = ()  # of pages elsewhere that may talk to us; our own always may
    limits: Limits = LOCAL_LIMITS
    warm: bool = True  # compile in the background what the engines need
    page: Path = Path(__file__).parent / "page"


def default_workers() -> int:
    """One process a core, but for the one that the server itself needs."""
    return max(1, (os.cpu_count() or 2) - 1)


def settings_for(
    *, database: str | None = None, workers: int | None = None, public: bool = False, host: str = "127.0.0.1"
) -> Settings:
    """The settings of `boxwood serve`; with --public the secret must come from the environment."""
    folder = data_directory("server")
    given = os.environ.get(SECRET, "")
    if public and not given:
        raise BoxwoodError(f"--public needs a secret of its own in the environment: set {SECRET} (docs/server.md)")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        secret = read_secret(given, SECRET) if given else kept_secret(folder / "secret")
    except OSError as error:
        raise BoxwoodError(f"{folder} cannot be used: {error.strerror}") from None
    origins = tuple(origin.strip().rstrip("/") for origin in os.environ.get(ORIGINS, "").split(",") if origin.strip())
    return Settings(
        database=database or sqlite_url(folder / "games.sqlite"),
        secret=secret,
        workers=default_workers() if workers is None else workers,
        public=public,
        host=host,
        origins=origins,
        limits=PUBLIC_LIMITS if public else LOCAL_LIMITS,
    )
