"""One game between two players, refereed: crashes, illegal moves and overstepped time lose the game.

A game is described by a `Pairing`, plain values that travel to other processes and machines, and gives a
`Result` with the record of the game.  Two pairings with one opening and swapped seats make a pair.
"""

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from boxwood.arena.external import External, is_external
from boxwood.core.contract import GameType, legal_moves
from boxwood.core.errors import BoxwoodError, NotAMove
from boxwood.game import Game
from boxwood.games import find
from boxwood.players import Player, make
from boxwood.search.clock import Limits

GRACE = 0.05  # seconds that a clock forgives
PLY_CAP = 400  # then the game is a draw
MANY = 40  # legal moves at the start, from which on compiling is worth while
DRAW = "1/2-1/2"


@dataclass(frozen=True)
class Clock:
    """Time for each player: so many seconds for the game, an increment a move; or so many a move."""

    seconds: float | None = None
    increment: float = 0.0
    per_move: float | None = None
    nodes: int | None = None
    depth: int | None = None
    grace: float | None = None  # seconds beyond those of a move that lose the game; None: they are forgiven

    @property
    def loses(self) -> bool:
        """Whether a player can lose by it."""
        return self.seconds is not None or self.grace is not None

    def limits(self, left: float) -> Limits:
        """What a player with so much left on the clock may use for one move."""
        clock = None if self.seconds is None else left
        return Limits(self.per_move, self.depth, self.nodes, clock, self.increment)


@dataclass(frozen=True)
class Adjudication:
    """A game is won when both players say so in turn: by `score` hundredths, so many moves in a row."""

    score: int
    moves: int = 6


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
    start: str = ""  # a position text, where the game does not begin as usual
    adjudication: Adjudication | None = None

    def board(self) -> Game:
        """The game after its opening."""
        if self.start:
            return Game.from_position(self.start, self.opening, game=self.game)
        return Game(find(self.game), self.opening, **dict(self.options))


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
def _seat(spec: str, game: GameType, seat: int, timed: bool) -> Player:
    """A player is made once a process, and told when a new game begins; two seats never share one."""
    if is_external(spec):
        return External(spec, game)
    player = make(spec, game)
    if timed:  # whatever has to be compiled is compiled before its clock runs
        player.choose(Game(game), Limits(depth=1))
    return player


def forget_players() -> None:
    """Have every player made anew, after a crash or when the settings behind a name have changed."""
    _seat.cache_clear()


@lru_cache(maxsize=8)
def _lister(game: GameType) -> Callable[[Any], list[int]]:
    """What lists the legal moves of a state that goes on; compiled where there are many."""
    if len(legal_moves(game.start(), game.facts)) < MANY:
        return lambda state: legal_moves(state, game.facts)
    from boxwood.core.perft import Walker

    return Walker(game).moves


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
    kind, board = find(pairing.game), pairing.board()
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
            seats.append(_seat(spec, kind, seat, pairing.clock.loses))
            seats[seat].begin()
        except Exception as error:
            return _lost(seat), f"crash: {_gist(error)}"
    agreed = 0  # moves in a row with which both players saw one of them winning; below 0: the second
    while (outcome := board.outcome()) is None:
        if board.ply >= pairing.ply_cap:
            return DRAW, f"{pairing.ply_cap} moves played"
        player = board.player
        limits = pairing.clock.limits(left[player])
        began = time.perf_counter()
        try:
            choice = seats[player].choose(board, limits)
        except NotAMove as error:
            return _lost(player), f"illegal move: {error}"
        except TimeoutError as error:
            return _lost(player), f"time: {error}"
        except Exception as error:
            forget_players()
            return _lost(player), f"crash: {_gist(error)}"
        spent = time.perf_counter() - began
        used[player][0] += choice.nodes
        used[player][1] += spent
        used[player][2] += 1
        if choice.move not in _lister(kind)(board.state):
            return _lost(player), f"illegal move: {choice.move}"
        if pairing.clock.seconds is not None:
            left[player] += pairing.clock.increment - spent
            if left[player] < -GRACE:
                return _lost(player), "time"
        elif _overstepped(pairing.clock, spent):
            return _lost(player), f"time: {spent:.2f} s for a move"
        board.push_code(choice.move)  # known to be legal: `push` would look again
        agreed = _agreement(pairing.adjudication, agreed, player, choice.score)
        if pairing.adjudication and abs(agreed) >= pairing.adjudication.moves:
            return _lost(1 if agreed > 0 else 0), "adjudicated"
    return outcome.result, outcome.reason


def _overstepped(clock: Clock, spent: float) -> bool:
    return clock.per_move is not None and clock.grace is not None and spent > clock.per_move + clock.grace


def _agreement(rule: Adjudication | None, agreed: int, player: int, score: int | None) -> int:
    """The moves in a row that agree, the one just made included."""
    if rule is None or score is None or abs(score) < rule.score:
        return 0
    winner = 1 if (score > 0) == (player == 0) else -1
    return agreed + winner if agreed * winner >= 0 else winner


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
