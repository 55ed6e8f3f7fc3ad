"""The games, by name.  A game's module is imported when it is asked for.

Other packages add games through the entry point group `boxwood.games`, each naming a class of states.
"""

import importlib
from functools import cache
from typing import TYPE_CHECKING

from boxwood.core.contract import GameType, game_type
from boxwood.core.errors import ContractError, UnknownGame, quoted

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

_OWN = {
    "nim": "boxwood.games.nim:Nim",
    "connect4": "boxwood.games.connect4:ConnectFour",
    "quarto": "boxwood.games.quarto:Quarto",
    "quoridor": "boxwood.games.quoridor:Quoridor",
    "pylos": "boxwood.games.pylos:Pylos",
    "abalone": "boxwood.games.abalone:Abalone",
}


@cache
def _others() -> dict[str, "EntryPoint"]:
    from importlib.metadata import entry_points  # slow to import, and rarely wanted

    return {point.name: point for point in entry_points(group="boxwood.games") if point.name not in _OWN}


def names() -> list[str]:
    """The ids of all games, our six first."""
    return [*_OWN, *sorted(_others())]


@cache
def find(id: str) -> GameType:
    """The game of this id.

    >>> find("nim").title
    'Nim'
    """
    name = id.strip().lower()
    if name in _OWN:
        module, _, cls = _OWN[name].partition(":")
        return game_type(getattr(importlib.import_module(module), cls))
    if name in _others():
        return _from_elsewhere(_others()[name])
    raise UnknownGame(f"there is no game {quoted(id)}: the games are {', '.join(names())}")


def _from_elsewhere(point: "EntryPoint") -> GameType:
    """A game of another package, whose mistakes are told in a line."""
    try:
        kind = game_type(point.load())
    except Exception as error:
        told = f"{type(error).__name__}: {error}"
        raise ContractError(f"the game {point.name} cannot be loaded from {point.value}: {told}") from error
    if kind.id != point.name:
        raise ContractError(f"{point.value} is called {kind.id}, but its entry point {point.name}: give both one name")
    return kind
