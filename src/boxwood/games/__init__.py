"""The games, by name.  A game is a folder here, imported when it is asked for; `core.parts` says what lies in it.

Other packages add games through the entry point group `boxwood.games`, each naming a class of states.
"""

import importlib
import pkgutil
from functools import cache
from typing import TYPE_CHECKING

from boxwood.core.contract import GameType, declared_in, game_type
from boxwood.core.errors import ContractError, UnknownGame, quoted

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


@cache
def _own() -> tuple[str, ...]:
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg))


@cache
def _others() -> dict[str, "EntryPoint"]:
    from importlib.metadata import entry_points  # slow to import, and rarely wanted

    return {point.name: point for point in entry_points(group="boxwood.games") if point.name not in _own()}


def names() -> list[str]:
    """The ids of all games, our own first."""
    return [*_own(), *sorted(_others())]


@cache
def find(id: str) -> GameType:
    """The game of this id.

    >>> find("nim").title
    'Nim'
    """
    name = id.strip().lower()
    if name in _own():
        return declared_in(importlib.import_module(f"{__name__}.{name}.rules"))
    if name in _others():
        return _from_elsewhere(_others()[name])
    raise UnknownGame(f"there is no game {quoted(id)}: the games are {', '.join(names())}")


def _from_elsewhere(point: "EntryPoint") -> GameType:
    """A game of another package, whose mistakes are reported in a line."""
    try:
        kind = game_type(point.load())
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise ContractError(f"the game {point.name} cannot be loaded from {point.value}: {reason}") from error
    if kind.id != point.name:
        raise ContractError(f"{point.value} is called {kind.id}, but its entry point {point.name}: give both one name")
    return kind
