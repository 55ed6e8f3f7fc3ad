"""The player that nobody can beat, in the games that are solved."""

import time
from typing import Any

from boxwood.core.contract import GameType
from boxwood.game import Game
from boxwood.players.player import Choice, Player, PlayerType, Simple, Tell
from boxwood.search.clock import Limits
from boxwood.solvers.solve import solver_for


class Perfect(Simple):
    """Asks the solver; of equal moves it takes the one that is hardest to answer."""

    def choose(self, game: Game, limits: Limits | None = None, tell: Tell | None = None) -> Choice:
        began = time.perf_counter()
        move = solver_for(game.type, game.options).best(game.state)
        return Choice(move, line=(move,), seconds=time.perf_counter() - began)


def _perfect(game: GameType, parameters: dict[str, Any]) -> Player:
    return Perfect()


PLAYERS = [
    PlayerType("perfect", "Never errs: plays from the exact solution of the game.", "Boxwood", _perfect, ("nim",))
]
