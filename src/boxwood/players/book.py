"""Opening books: the move to play in positions that were thought about at leisure (`boxwood book build GAME`).

A book is a file of text, a position a line, for games with the usual options (of Abalone, from every layout):

    key (hex)  move  score  depth

The key is the smallest of a position's images under the symmetries of its game, and the move is that of this image, so
that positions that are mirrored or turned share a line.  A user's own book goes before the one of the package.
"""

import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from boxwood.core.contract import GameType, legal_moves
from boxwood.core.options import Layout, Value
from boxwood.core.paths import data_directory
from boxwood.game import Game


class Entry(NamedTuple):
    """What a book says of a position; the move is that of the canonical image."""

    move: int
    score: int
    depth: int


def as_usual(game: GameType, options: Mapping[str, Value]) -> bool:
    """Whether these options leave the rules as they are, wherever the pieces stand at first."""
    return all(options[option.name] == option.default for option in game.options if not isinstance(option, Layout))


def beginnings(game: GameType) -> list[Any]:
    """The states in which games begin that are played as usual."""
    layouts = [
        {option.name: choice} for option in game.options if isinstance(option, Layout) for choice in option.choices
    ]
    return [game.start(layout) for layout in layouts or [{}]]


def canonical(state: Any) -> tuple[int, int]:
    """The smallest key among a state's images, and which of them has it."""
    return min((int(state.image(which).key()), which) for which in range(state.symmetries()))


def own_frame(game: GameType, state: Any, which: int, move: int) -> int | None:
    """The legal move of this state whose image is that move."""
    return next((m for m in legal_moves(state, game.facts) if state.image_move(which, m) == move), None)


@dataclass(frozen=True)
class Book:
    """A book that has been read."""

    game: GameType
    entries: dict[int, Entry]

    def find(self, game: Game) -> tuple[int, Entry] | None:
        """The move of the book for a game's position, and what it says of it."""
        if not as_usual(self.game, game.options):
            return None
        key, which = canonical(game.state)
        entry = self.entries.get(key)
        if entry is None:
            return None
        move = own_frame(self.game, game.state, which, entry.move)
        return None if move is None else (move, entry)


def shipped_book(game: GameType) -> Path:
    """Where the book that comes with a game is, if there is one."""
    return game.folder / "data" / "openings.book"


def find_book(game: GameType) -> Book | None:
    """The book of a game, if there is one: that of the package with the user's own, which goes before it."""
    entries: dict[int, Entry] = {}
    for path in (shipped_book(game), data_directory("books") / f"{game.id}.book"):
        if path.is_file():
            entries |= _read(path, path.stat().st_mtime)
    return Book(game, entries) if entries else None


@lru_cache(maxsize=8)
def _read(path: Path, changed: float) -> dict[int, Entry]:
    try:
        lines = [line.split() for line in path.read_text(encoding="ascii").splitlines()]
        return {int(key, 16): Entry(int(move), int(score), int(depth)) for key, move, score, depth in lines}
    except (OSError, ValueError):
        warnings.warn(
            f"{path} is not a book and is not used: build it again, or remove it", RuntimeWarning, stacklevel=2
        )
        return {}
