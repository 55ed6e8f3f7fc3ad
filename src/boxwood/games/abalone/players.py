"""Lao's agent for Abalone: alpha-beta with ordering, table and quiescence, and a rule for its clock.

It was made for 25 moves a player without side steps in 15 minutes, and plays any other game as well.
"""

from functools import lru_cache
from operator import mul
from typing import Any

from boxwood.core.contract import GameType, game_type, legal_moves
from boxwood.core.options import Flag, Whole
from boxwood.core.welford import Running
from boxwood.evaluation.weights import Weights, read_weights
from boxwood.game import Game
from boxwood.games.abalone.evaluation import OMEGA, Settled, report_features
from boxwood.games.abalone.evaluation import Lao as Judge
from boxwood.games.abalone.rules import step
from boxwood.players.classic import Classic
from boxwood.players.player import Choice, Player, PlayerType, Tell
from boxwood.search.clock import Limits

# Lao (2023), section 5.3.3: the best of the eight
BEST = "omega3"
# Lao (2023), Table 3: who of the eight scores most against each; against the best nobody does better than itself
ANSWERS = dict.fromkeys(OMEGA, BEST) | {"omega1": "omega6", "omega7": "omega6"}
SHALLOW, DEEP = 3, 4  # the depths between which its clock decides
ENOUGH = 5  # moves of an opponent that tell his style


class Durations(Running):
    """How long searches took so far."""

    @property
    def careful(self) -> float:
        """Longer than nearly all: the mean and three deviations more; nothing before the first measurement."""
        return self.mean + 3 * self.deviation()


def depth_for(moves: int, seconds: float, shallow: Durations, deep: Durations) -> int:
    """The report's p(c, t): deep if the other moves can then still be searched shallowly in the time left."""
    return DEEP if (moves - 1) * shallow.careful <= seconds - deep.careful else SHALLOW


def in_contact(state: Any) -> bool:
    """Whether marbles of different colour touch."""
    return any(step(state.own, direction) & state.other for direction in range(6))


class Lao(Classic):
    """Keeps a clock for either side, and its measurements from game to game."""

    def __init__(self, game: GameType, parameters: dict[str, Any]) -> None:
        self._own = Settled(read_weights(game, parameters["weights"], Judge))
        self._adapt, self._fixed = parameters["adapt"], parameters["depth"]
        super().__init__(game, "ordered+memory", self._own, self._fixed or SHALLOW)
        self._moves, self._seconds = parameters["moves"], 60.0 * parameters["minutes"]
        self._used = [0.0, 0.0]  # seconds, by player
        self._durations = {SHALLOW: Durations(), DEEP: Durations()}
        self._compiled = False

    def begin(self) -> None:
        self._used = [0.0, 0.0]

    def choose(self, game: Game, limits: Limits | None = None, tell: Tell | None = None) -> Choice:
        limits = limits or Limits()
        if self._adapt:
            answer = answer_to(game)
            self._judge = Settled(OMEGA[answer]) if answer else self._own
        if not self._compiled:  # that takes time, and is not to be measured
            self._search(game.state, 1)
            self._compiled = True
        if not self._fixed:
            self._depth = self._affordable(game, limits)
            if limits.nodes is None:
                limits = Limits(depth=limits.depth)  # the time is seen to
        choice = super().choose(game, limits, tell)
        self._used[game.player] += choice.seconds
        if choice.depth in self._durations:
            self._durations[choice.depth].add(choice.seconds)
        return choice

    def _affordable(self, game: Game, limits: Limits) -> int:
        if not in_contact(game.state):
            return SHALLOW
        moves, seconds = self._moves_left(game), self._seconds - self._used[game.player]
        if limits.clock is not None:
            moves, seconds = limits.moves_to_go or moves, limits.clock
        if limits.seconds is not None:
            moves, seconds = 1, limits.seconds
        return depth_for(moves, seconds, self._durations[SHALLOW], self._durations[DEEP])

    def _moves_left(self, game: Game) -> int:
        """How many moves are still to be made, this one included; in a game that goes on and on, always one."""
        left: int = game.state.left
        if left >= 0:
            return (left + 1) // 2
        made = sum(state.player() == game.player for state in game.states[:-1])
        return max(self._moves - made, 1)


def answer_to(game: Game) -> str | None:
    """The weights to play against this opponent, once he has shown his style: that of the eight agents which
    thinks most of his moves.  The report wished for it; Table 3 has the answers."""
    pairs = zip(game.states, game.states[1:], strict=False)
    seen = [likeness(before, after) for before, after in pairs if before.player() != game.player]
    if len(seen) < ENOUGH:
        return None
    totals = map(sum, zip(*seen, strict=True))
    return ANSWERS[max(zip(totals, OMEGA, strict=True))[1]]


@lru_cache(maxsize=1000)
def likeness(before: Any, after: Any) -> tuple[float, ...]:
    """For each of the eight, the share of all moves that it likes no better than the one that was played."""
    facts = game_type(type(before)).facts
    colour = 1 if before.player() else -1  # the features are white's
    features = [report_features(before.play(move)) for move in legal_moves(before, facts)]
    played = report_features(after)
    shares = []
    for weights in OMEGA.values():
        values = [colour * sum(map(mul, weights, each)) for each in (played, *features)]
        shares.append(sum(value <= values[0] for value in values[1:]) / len(features))
    return tuple(shares)


def _lao(game: GameType, parameters: dict[str, Any]) -> Player:
    return Lao(game, parameters)


PLAYERS = [
    PlayerType(
        "lao",
        "Alpha-beta with ordering, table and quiescence, 3 or 4 moves deep as its clock allows.",
        "Lao, Abalone (2023)",
        _lao,
        ("abalone",),
        (
            Weights("weights", BEST, "what it values: omega1 to omega8 are those of Table 2"),
            Whole("depth", None, 1, 6, "how far it looks; none: as its clock allows"),
            Whole("moves", 25, 1, 10_000, "moves it must make in its time, where the game does not say"),
            Whole("minutes", 15, 1, 10_000, "its time for a game when no limit is set"),
            Flag("adapt", False, "whether it changes its weights to suit the opponent's style"),
        ),
    )
]
