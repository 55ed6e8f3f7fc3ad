"""Players that hardly think: at random, and the novice who sees one move ahead."""

import random
from typing import Any

from boxwood.core.contract import ONGOING, GameType, legal_moves
from boxwood.core.options import Whole
from boxwood.game import Game
from boxwood.players.player import Choice, Player, PlayerType, Simple, Tell
from boxwood.search.clock import Limits

SEED = Whole("seed", None, 0, 2**62, "for the same choices every time")


class Random(Simple):
    """Any legal move."""

    def __init__(self, game: GameType, parameters: dict[str, Any]) -> None:
        self._facts, self._random = game.facts, random.Random(parameters["seed"])

    def choose(self, game: Game, limits: Limits | None = None, tell: Tell | None = None) -> Choice:
        return Choice(self._random.choice(legal_moves(game.state, self._facts)))


class Novice(Simple):
    """Wins when a move wins, gives the opponent no win on the next move if it can, else plays at random."""

    def __init__(self, game: GameType, parameters: dict[str, Any]) -> None:
        self._facts, self._random = game.facts, random.Random(parameters["seed"])

    def choose(self, game: Game, limits: Limits | None = None, tell: Tell | None = None) -> Choice:
        state, me = game.state, game.player
        moves = legal_moves(state, self._facts)
        after = {move: state.play(move) for move in moves}
        wins = [move for move in moves if after[move].outcome() == 1 + me]
        safe = [move for move in moves if not self._can_lose_next(after[move], me)]
        return Choice(self._random.choice(wins or safe or moves))

    def _can_lose_next(self, state: Any, me: int) -> bool:
        if state.outcome() != ONGOING:
            return bool(state.outcome() == 2 - me)
        if state.player() == me:
            return False
        return any(state.play(move).outcome() == 2 - me for move in legal_moves(state, self._facts))


def _random(game: GameType, parameters: dict[str, Any]) -> Player:
    return Random(game, parameters)


def _novice(game: GameType, parameters: dict[str, Any]) -> Player:
    return Novice(game, parameters)


PLAYERS = [
    PlayerType("random", "Any legal move.", "Duboux & Trividic, Quarto (2021), level 1", _random, (), (SEED,)),
    PlayerType(
        "novice",
        "Takes a win, gives none away on the next move, else any legal move.",
        "Duboux & Trividic, Quarto (2021), level 2",
        _novice,
        (),
        (SEED,),
    ),
]
