"""One game between two players, refereed: crashes, illegal moves and overstepped time lose the game.

A game is described by a `Pairing`, plain values that travel to other processes and machines, and gives a
`Result` with the record of the game.  Two pairings with one opening and swapped seats make a pair.
"""

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from boxwood.core.contract import GameType, legal_moves
from boxwood.core.errors import BoxwoodError
from boxwood.game import Game
from boxwood.games import find
from boxwood.players import Player, make
from boxwood.search.clock import Limits

GRACE = 0.05  # seconds that a clock forgives
PLY_CAP = 400  # then the game is a draw
DRAW = "1/2-1/2"


@dataclass(frozen=True)
class Clock:
    """Time for each player: so many seconds for the game, an increment a move; or so many a move."""

    seconds: float | None = None
    increment: float = 0.0
    per_move: float | None = None
    nodes: int | None = None
    depth: int | None = None

    def limits(self, left: float) -> Limits:
        """What a player with so much left on the clock may use for one move."""
        clock = None if self.seconds is None else left
        return Limits(self.per_move, self.depth, self.nodes, clock, self.increment)


@dataclass(frozen=True)
class Pairing:
    """A game to be played."""

    game: str
    players: tuple[str, str]  # specs of the first and the second player
    opening: tuple[str, ...] = ()
    options: tuple[tuple[str, Any], ...] = ()
    clock: Clock = field(default_factory=lambda: Clock(per_move=0.2))
    ply_cap: int = PLY_CAP
    seed: int = 0


@dataclass(frozen=True)
class Result:
    """How a game went: the result as records write it, why, and what each player used."""

    result: str
    reason: str
    record: str
    nodes: tuple[int, int]
    seconds: tuple[float, float]
    moves: tuple[int, int]

    @property
    def points(self) -> float:
        """The first player's: 1, 1/2 or 0."""
        return {"1-0": 1.0, "0-1": 0.0, DRAW: 0.5}[self.result]


@lru_cache(maxsize=64)
def _seat(spec: str, game: GameType, seat: int) -> Player:
    """A player is made once a process, and told when a new game begins; two seats never share one."""
    return make(spec, game)


def random_opening(game: GameType, options: dict[str, Any], plies: int, seed: int) -> tuple[str, ...]:
    """Random moves after which the game still goes on; the same for the same seed."""
    choose = random.Random(seed)
    for _ in range(1000):
        board = Game(game, **options)
        while board.ply < plies and not board.is_over:
            board.push(board.state.move_text(choose.choice(legal_moves(board.state, game.facts))))
        if not board.is_over:
            return tuple(board.moves)
    raise BoxwoodError(f"{game.id}: no opening of {plies} random moves leaves the game open")


def play(pairing: Pairing) -> Result:
    """Play the game; whatever a player does wrong ends it, never the tournament."""
    kind = find(pairing.game)
    board = Game(kind, pairing.opening, **dict(pairing.options))
    board.tags["Players"] = " vs ".join(pairing.players)
    used: list[list[float]] = [[0, 0.0, 0], [0, 0.0, 0]]  # nodes, seconds, moves of each
    result, reason = _play(pairing, kind, board, used)
    board.tags["Result"], board.tags["Termination"] = result, reason
    nodes, seconds, moves = zip(*used, strict=True)
    return Result(
        result,
        reason,
        board.record(),
        (int(nodes[0]), int(nodes[1])),
        (seconds[0], seconds[1]),
        (int(moves[0]), int(moves[1])),
    )


def _play(pairing: Pairing, kind: GameType, board: Game, used: list[list[float]]) -> tuple[str, str]:
    left = [pairing.clock.seconds or 0.0] * 2
    seats: list[Player] = []
    for seat, spec in enumerate(pairing.players):
        try:
            seats.append(_seat(spec, kind, seat))
            seats[seat].begin()
        except Exception as error:
            return _lost(seat), f"crash: {_gist(error)}"
    while (outcome := board.outcome()) is None:
        if board.ply >= pairing.ply_cap:
            return DRAW, f"{pairing.ply_cap} moves played"
        player = board.player
        limits = pairing.clock.limits(left[player])
        began = time.perf_counter()
        try:
            choice = seats[player].choose(board, limits)
        except Exception as error:
            _seat.cache_clear()
            return _lost(player), f"crash: {_gist(error)}"
        spent = time.perf_counter() - began
        used[player][0] += choice.nodes
        used[player][1] += spent
        used[player][2] += 1
        if choice.move not in legal_moves(board.state, kind.facts):
            return _lost(player), f"illegal move: {choice.move}"
        if pairing.clock.seconds is not None:
            left[player] += pairing.clock.increment - spent
            if left[player] < -GRACE:
                return _lost(player), "time"
        board.push(board.state.move_text(choice.move))
    return outcome.result, outcome.reason


def _lost(seat: int) -> str:
    return "0-1" if seat == 0 else "1-0"


def _gist(error: Exception) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())[:200]


def pair_points(first: Result, second: Result) -> float:
    """The points of the player who began the first of two games with swapped seats: 0 to 2."""
    return first.points + 1 - second.points


def pentanomial(pairs: Sequence[tuple[Result, Result]]) -> list[int]:
    """Pairs counted by points: 0, 1/2, 1, 3/2, 2."""
    counts = [0] * 5
    for first, second in pairs:
        counts[round(2 * pair_points(first, second))] += 1
    return counts
