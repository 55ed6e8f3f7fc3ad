"""How good a position looks: one file a game, named features times named weights.

Each `evaluation/<game>.py` ends with `JUDGES`, its judges by name; "engine" is the strongest.
"""

import importlib
from importlib.util import find_spec
from typing import Any

from boxwood.core.contract import GameType
from boxwood.core.errors import BoxwoodError


def judges(game: GameType) -> dict[str, Any]:
    """The judges of a game by name; a game from elsewhere may have its own in `JUDGES` of its module."""
    name = f"boxwood.evaluation.{game.id}"
    if game.state.__module__.startswith("boxwood.") and find_spec(name):
        found: dict[str, Any] = dict(importlib.import_module(name).JUDGES)
    else:
        found = dict(getattr(importlib.import_module(game.state.__module__), "JUDGES", {}))
    if "engine" not in found:
        from boxwood.evaluation.blank import Blank

        found["engine"] = Blank(0)
    return found


def find(game: GameType, name: str) -> Any:
    """One judge of a game."""
    known = judges(game)
    if name not in known:
        raise BoxwoodError(f"{game.id}: there is no evaluation '{name}': there are {', '.join(known)}")
    return known[name]
