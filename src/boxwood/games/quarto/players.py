"""The players of the Quarto report beyond random, which is in `simple`.

The report counts depth in turns: in its tree one step is to place the piece in hand and give the
next.  Here these are two moves of the same player, so that d turns are 2d moves for who must place
first and 2d - 1 for who only has to give: both look to the same horizon, and a turn's two halves fit.
"""

import random
from typing import Any

from boxwood.core.bits import popcount
from boxwood.core.contract import GameType, legal_moves
from boxwood.core.options import Choice as OneOf
from boxwood.core.options import Whole
from boxwood.game import Game
from boxwood.games.quarto.evaluation import JUDGES, cell_grade, piece_grade
from boxwood.games.quarto.rules import GIVE, NOBODY, Quarto
from boxwood.players.classic import Classic
from boxwood.players.player import Choice, Player, PlayerType, Simple, Tell
from boxwood.players.simple import SEED
from boxwood.search.adaptive import adaptive_depth
from boxwood.search.clock import Limits

REPORT = "Duboux & Trividic, Quarto (2021)"
TURNS = 16  # in the longest game


class Minimax(Classic):
    """Alpha-beta that looks one turn ahead at first, and further as the choices get fewer."""

    def depth_at(self, state: Quarto) -> int:
        placing = state.hand != NOBODY
        placed = max(0, popcount(state.taken) - (not placing))  # when this turn began
        turns = adaptive_depth(placed, TURNS, 1, self._depth)
        return 2 * turns if placing else 2 * turns - 1


class Graded(Simple):
    """Any of the moves with the highest grade."""

    def __init__(self, game: GameType, parameters: dict[str, Any]) -> None:
        self._facts, self._random = game.facts, random.Random(parameters["seed"])

    def choose(self, game: Game, limits: Limits | None = None, tell: Tell | None = None) -> Choice:
        state = game.state
        grades = {move: self.grade(state, move) for move in legal_moves(state, self._facts)}
        best = max(grades.values())
        return Choice(self._random.choice([move for move, grade in grades.items() if grade == best]))

    def grade(self, state: Quarto, move: int) -> int:
        raise NotImplementedError


class Novice(Graded):
    """Completes a line if it can and gives no piece that does; beyond that anything, anywhere.

    Unlike the novice of other games it places without a thought of what it will have to give.
    """

    def grade(self, state: Quarto, move: int) -> int:
        if move >= GIVE:
            return state.safe_gifts() >> move - GIVE & 1
        return state.winning_cells() >> move & 1


class Fressinaud(Graded):
    """Places where the piece's grade is highest and gives the piece whose grade is lowest."""

    def grade(self, state: Quarto, move: int) -> int:
        if move >= GIVE:
            return -piece_grade(state, move - GIVE)
        return cell_grade(state, state.hand, move)


def _minimax(game: GameType, parameters: dict[str, Any]) -> Player:
    return Minimax(game, "alphabeta", JUDGES[parameters["judge"]], parameters["turns"])


def _novice(game: GameType, parameters: dict[str, Any]) -> Player:
    return Novice(game, parameters)


def _fressinaud(game: GameType, parameters: dict[str, Any]) -> Player:
    return Fressinaud(game, parameters)


PLAYERS = [
    PlayerType(
        "novice",
        "Completes a line when it can, gives no piece that completes one, else plays at random.",
        f"{REPORT}, level 2",
        _novice,
        ("quarto",),
        (SEED,),
    ),
    PlayerType(
        "minimax",
        "Alpha-beta with adaptive depth: one turn ahead at first, up to four at the end.",
        f"{REPORT}, level 3",
        _minimax,
        ("quarto",),
        (
            Whole("turns", 4, 1, 8, "turns (place and give) to look ahead at the end of the game"),
            OneOf("judge", tuple(JUDGES), "its evaluation; the report's is terminal"),
        ),
    ),
    PlayerType(
        "fressinaud",
        "Places on the cell of the highest grade and gives the piece of the lowest, without looking ahead.",
        f"Fressinaud (2013), as told by {REPORT}",
        _fressinaud,
        ("quarto",),
        (SEED,),
    ),
]
