"""How good a position looks.  Each game's `evaluation.py` has named features times named weights.

It ends with `JUDGES`, its judges by name; "engine" is the strongest.
"""

from typing import Any

from boxwood.core.contract import GameType
from boxwood.core.errors import BoxwoodError


def judges(game: GameType) -> dict[str, Any]:
    """The judges of a game by name."""
    found: dict[str, Any] = dict(game.part("evaluation", "JUDGES", {}))
    if "engine" not in found:
        from boxwood.evaluation.zero import Blank

        found["engine"] = Blank(0)
    return found


def find(game: GameType, name: str) -> Any:
    """One judge of a game."""
    known = judges(game)
    if name not in known:
        raise BoxwoodError(f"{game.id}: there is no evaluation '{name}': there are {', '.join(known)}")
    return known[name]
