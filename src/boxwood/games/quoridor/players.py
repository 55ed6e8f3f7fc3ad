"""The players of the Quoridor report: two with a single idea, one that tosses a coin, two that look ahead.

The report's players may walk to and fro for ever: a wall that would be put behind them can make standing
still look best, move after move.  They are kept as they were; a cap on the moves of a game ends such
games.  (Its cures, other evaluations, are the weights `mertens` and `nonlinear` here.)
"""

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from boxwood.core.contract import GameType
from boxwood.core.options import Whole
from boxwood.evaluation.weights import Weights, read_weights
from boxwood.game import Game
from boxwood.games.quoridor.evaluation import Weighted
from boxwood.games.quoridor.pathfinding import a_star
from boxwood.games.quoridor.rules import CELLS, NO_CELLS, Edges, Quoridor, cutting, goal, only, wall_moves
from boxwood.players.classic import Classic
from boxwood.players.player import Choice, Maker, Player, PlayerType, Simple, Tell
from boxwood.players.simple import SEED
from boxwood.search.algorithms import Found, run
from boxwood.search.clock import Limits

REPORT = "Besancenot, Hua & Sandlarz, Quoridor (2022)"


def step(state: Quoridor) -> int:
    """The first move of a shortest way to the goal."""
    cell = a_star(state, state.turn).cells[1]
    if cell != state.other:
        return cell
    # The other pawn closes the only way as long as it stands there: wait for it as near as possible.
    cells, edges, end = state.pawn_moves(), state.edges(), goal(state.turn, state.size)
    free = [cell for cell in range(CELLS) if only(cell).meets(cells)]
    return min(free, key=lambda cell: edges.distance(only(cell), end))


def obstacle(state: Quoridor) -> int | None:
    """A wall across the other's shortest way, as near to his pawn as the rules allow."""
    if state.own_left == 0:
        return None
    legal = state.legal_walls()
    for edge in _edges(a_star(state, 1 - state.turn).cells, state.own):
        for move in wall_moves(cutting(edge) & legal):
            return move
    return None


def _edges(way: tuple[int, ...], pawn: int) -> Iterator[Edges]:
    """The edges of a way, one after the other; where it jumps, those over the pawn."""
    for here, there in pairwise(way):
        stations = (here, there) if abs(there - here) in (1, 9) else (here, pawn, there)
        for one, next_ in pairwise(stations):
            lower = only(min(one, next_))
            yield Edges(lower, NO_CELLS) if abs(one - next_) == 9 else Edges(NO_CELLS, lower)


class Move(Simple):
    """Follows its shortest way and minds nothing else."""

    def choose(self, game: Game, limits: Limits | None = None, tell: Tell | None = None) -> Choice:
        return Choice(step(game.state))


class Wall(Simple):
    """Puts walls in the other's way while it has any, then walks."""

    def choose(self, game: Game, limits: Limits | None = None, tell: Tell | None = None) -> Choice:
        wall = obstacle(game.state)
        return Choice(step(game.state) if wall is None else wall)


class MoveWall(Simple):
    """Tosses a coin between the two."""

    def __init__(self, parameters: dict[str, Any]) -> None:
        self._random, self._kinds = random.Random(parameters["seed"]), (Move(), Wall())

    def choose(self, game: Game, limits: Limits | None = None, tell: Tell | None = None) -> Choice:
        return self._random.choice(self._kinds).choose(game)


class Searcher(Classic):
    """One of the report's searches: scores are always those of the player who thinks, as in its formula."""

    def _search(self, state: Quoridor, depth: int) -> Found:
        return run(self._algorithm, self._game, state, self._judge._replace(me=state.turn), depth)


def _searcher(algorithm: str) -> Maker:
    def make(game: GameType, parameters: dict[str, Any]) -> Player:
        return Searcher(game, algorithm, read_weights(game, parameters["weights"], Weighted), parameters["depth"])

    return make


def _move(game: GameType, parameters: dict[str, Any]) -> Player:
    return Move()


def _wall(game: GameType, parameters: dict[str, Any]) -> Player:
    return Wall()


def _movewall(game: GameType, parameters: dict[str, Any]) -> Player:
    return MoveWall(parameters)


SEARCH = (
    Whole("depth", 2, 1, 8, "moves to look ahead"),
    Weights("weights", "plain", "the weights of its evaluation"),
)
QUORIDOR = ("quoridor",)
PLAYERS = [
    PlayerType("move", "Follows its shortest way to the goal, whatever the other does.", REPORT, _move, QUORIDOR),
    PlayerType(
        "wall", "Puts walls across the other's shortest way, near his pawn; then walks.", REPORT, _wall, QUORIDOR
    ),
    PlayerType("movewall", "Tosses a coin: walks, or puts a wall.", REPORT, _movewall, QUORIDOR, (SEED,)),
    PlayerType("minimax", "Minimax over distances and walls left.", REPORT, _searcher("minimax"), QUORIDOR, SEARCH),
    PlayerType(
        "negaalphabeta",
        "Negamax with alpha-beta over distances and walls left.",
        REPORT,
        _searcher("negamax"),
        QUORIDOR,
        SEARCH,
    ),
]
