"""Players that hardly think: at random, and the novice who sees one move ahead."""

import random
from typing import Any

from boxwood.core.contract import ONGOING, GameType, legal_moves
from boxwood.core.options import Whole
from boxwood.game import Game
from boxwood.players.player import Choice, Player, PlayerType, Simple, Tell
from boxwood.search.clock import Limits

LONGEST_TURN = 3  # moves of one player in a row that a novice oversees
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
        self._random.shuffle(moves)
        for move in moves:
            if _won(state.play(move), me):
                return Choice(move)
        return Choice(next((move for move in moves if not self._gives_a_win(state.play(move), me)), moves[0]))

    def _gives_a_win(self, state: Any, me: int, left: int = LONGEST_TURN) -> bool:
        """Whether the other player has won or can with one move, whatever I still do in this turn."""
        if state.outcome() != ONGOING:
            return _won(state, 1 - me)
        moves = legal_moves(state, self._facts)
        if state.player() != me:
            return any(_won(state.play(move), 1 - me) for move in moves)
        return left > 1 and all(self._gives_a_win(state.play(move), me, left - 1) for move in moves)


def _won(state: Any, player: int) -> bool:
    return bool(state.outcome() == 1 + player)


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
