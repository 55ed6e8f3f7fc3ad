"""Named opponents made of search, evaluation and solvers.  See `player` for what a player is.

Each module lists its kinds of player in `PLAYERS`, as a game's own `players.py` does; they are imported when players
are asked for.
Other packages add theirs through the entry point group `boxwood.players`, each naming a `PlayerType`.
"""

import importlib
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from boxwood.core.contract import GameType
from boxwood.core.errors import BoxwoodError, ContractError
from boxwood.players.player import Choice, Player, PlayerType, Simple

__all__ = ["Choice", "Player", "PlayerType", "Simple", "available", "find", "make"]

_MODULES = ("engine", "perfect", "simple", "classic", "mcts")


@cache
def _known() -> tuple[PlayerType, ...]:
    kinds: list[PlayerType] = []
    for name in _MODULES:
        kinds += importlib.import_module(f"boxwood.players.{name}").PLAYERS
    return (*kinds, *map(_from_elsewhere, entry_points(group="boxwood.players")))


def _from_elsewhere(point: EntryPoint) -> PlayerType:
    """A player of another package, whose mistakes are told in a line."""
    try:
        kind = point.load()
    except Exception as error:
        told = f"{type(error).__name__}: {error}"
        raise ContractError(f"the player {point.name} cannot be loaded from {point.value}: {told}") from error
    if not isinstance(kind, PlayerType):
        raise ContractError(f"the player {point.name}: {point.value} is not a PlayerType")
    return kind


def available(game: GameType) -> list[PlayerType]:
    """The kinds of player that play this game; its own go before general ones of the same name."""
    general = [kind for kind in _known() if kind.plays(game)]
    return list({kind.name: kind for kind in (*general, *game.part("players", "PLAYERS", ()))}.values())


def find(spec: str, game: GameType) -> PlayerType:
    """The kind of player that a spec names."""
    name = spec.partition(":")[0].strip().lower()
    kinds = {kind.name: kind for kind in available(game)}
    if name not in kinds:
        raise BoxwoodError(f"{game.id}: there is no player '{name}': there are {', '.join(kinds)}")
    return kinds[name]


def make(spec: str, game: GameType) -> Player:
    """The player that a spec describes, ready to play this game.

    >>> from boxwood import Game
    >>> from boxwood.games import find as find_game
    >>> make("random:seed=1", find_game("nim")).choose(Game("nim")).move in (1, 2, 3)
    True
    """
    kind = find(spec, game)
    return kind.make(game, kind.read([word for word in spec.split(":")[1:] if word]))
