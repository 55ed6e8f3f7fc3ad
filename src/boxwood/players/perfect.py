"""The player that nobody can beat, in the games that are solved."""

import time
from typing import Any

from boxwood.core.contract import GameType
from boxwood.game import Game
from boxwood.players.player import Choice, Player, PlayerType, Simple, Tell, keys_before
from boxwood.search.clock import Limits
from boxwood.search.scores import WIN, WON
from boxwood.solving.solution import Verdict
from boxwood.solving.solver import find_solver, is_solved, solver_for


class Perfect(Simple):
    """Asks the solver; of equal moves it takes the one that is hardest to answer."""

    def __init__(self, game: GameType) -> None:
        # Compile, or load what is compiled, before any clock runs.
        solver = find_solver(game, game.read_options({}))
        if solver is not None:
            solver.warm(game.start())

    def choose(self, game: Game, limits: Limits | None = None, tell: Tell | None = None) -> Choice:
        began = time.perf_counter()
        solver = solver_for(game.type, game.options)
        return solved_choice(solver.choose(game.state, keys_before(game)), began)


def solved_choice(verdict: Verdict, began: float) -> Choice:
    """What a solver has found, as a player's choice."""
    score = 0 if verdict.value == 0 else WON if verdict.distance is None else WIN - verdict.distance
    return Choice(
        verdict.move, -score if verdict.value < 0 else score, (verdict.move,),
        seconds=time.perf_counter() - began, remark="solved",
    )  # fmt: skip


def _perfect(game: GameType, parameters: dict[str, Any]) -> Player:
    return Perfect(game)


PLAYERS = [
    PlayerType(
        "perfect", "Never errs: plays from the exact solution of the game.", "Boxwood", _perfect, suits=is_solved
    )
]
