"""Games that were left before their end, kept as records until somebody goes on with them.

    <user data>/boxwood/unfinished/<when begun>-<game>.txt

A game is written after every move, so that nothing is lost whatever ends the program.
"""

import contextlib
import time
from pathlib import Path

from boxwood.cli.common import save_text
from boxwood.core.errors import BoxwoodError
from boxwood.core.paths import data_directory
from boxwood.game import Game

KEPT = 20  # the oldest beyond these are removed


def folder() -> Path:
    """Where they are; BOXWOOD_DATA_DIR overrides the user's data directory."""
    return data_directory("unfinished")


def files(game: str | None = None) -> list[Path]:
    """The records, of one game or of all, the last played first."""
    found = folder().glob(f"*-{game}.txt" if game else "*-*.txt")
    return sorted(found, key=lambda file: (file.stat().st_mtime_ns, file.name), reverse=True)


def new_file(game: Game) -> Path:
    """A name that no other game has."""
    begun = time.time_ns()
    second = time.strftime("%Y%m%d-%H%M%S", time.localtime(begun // 10**9))
    return folder() / f"{second}-{begun % 10**9:09}-{game.id}.txt"


def keep(file: Path, game: Game) -> None:
    """Write the game down; once it is over or has no moves there is nothing to keep.

    A place that cannot be written to spoils no game: then it is just not kept.
    """
    if game.is_over or not game.moves:
        forget(file)
        return
    with contextlib.suppress(BoxwoodError, OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        save_text(str(file), game.record())
        for old in files()[KEPT:]:
            forget(old)


def forget(file: Path) -> None:
    """Remove a record, if it is there."""
    with contextlib.suppress(OSError):
        file.unlink(missing_ok=True)
