"""The textbook algorithms as players: minimax, alpha-beta and their variants to a fixed depth."""

from typing import Any

from boxwood.core.contract import GameType
from boxwood.game import Game
from boxwood.players.player import Choice, Simple, Tell
from boxwood.search.algorithms import Found, run
from boxwood.search.clock import Limits

REPORT = "Linard & Schollaert, Minimax et ses variantes"


class Classic(Simple):
    """One of the teaching algorithms with one of the game's judges."""

    def __init__(self, game: GameType, algorithm: str, judge: Any, depth: int, **settings: Any) -> None:
        self._game, self._algorithm, self._judge, self._depth = game, algorithm, judge, depth
        self._settings = settings

    def choose(self, game: Game, limits: Limits | None = None, tell: Tell | None = None) -> Choice:
        return as_choice(self._search(game.state, self._depth), self._depth)

    def _search(self, state: Any, depth: int) -> Found:
        return run(self._algorithm, self._game, state, self._judge, depth, **self._settings)


def as_choice(found: Found, depth: int) -> Choice:
    """What an algorithm found, as a player's choice."""
    return Choice(found.move, found.score, found.line, depth, found.nodes, found.seconds)
