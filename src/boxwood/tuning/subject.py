"""What is tuned: the weights of a player's evaluation in a game, whatever they mean.

A judge is a NamedTuple of whole numbers, but not all of these are weights: some are powers, depths or seats.  A
weight is a number that the value of a position is proportional to, which is found out by trying.

Methods see weights as a vector in units: 1 is as much as a weight of this judge usually weighs.
"""

import random
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from boxwood.core.contract import ONGOING, GameType, legal_moves
from boxwood.core.errors import BoxwoodError
from boxwood.core.options import read_pairs
from boxwood.evaluation.weights import Weights, read_weights
from boxwood.games import find
from boxwood.players import find as find_player

Vector = Any  # of numpy, one number a weight
GAMES, PLIES, EACH = 12, 160, 8  # positions on which a number is tried: games, their length, positions of each


@dataclass(frozen=True)
class Subject:
    """A player of a game, and which of its weights are to be found."""

    game: str
    player: str  # its spec, without weights
    judge: str  # the weights to begin with
    names: tuple[str, ...]  # of the weights
    parameter: str  # of the player, that takes them

    @cached_property
    def kind(self) -> GameType:
        return find(self.game)

    @cached_property
    def start(self) -> Any:
        """The judge to begin with."""
        return read_weights(self.kind, self.judge)

    @cached_property
    def units(self) -> Vector:
        """What is usual for each weight: its own size, or half the mean where that is more."""
        sizes = np.abs(np.array([getattr(self.start, name) for name in self.names], float))
        return np.maximum(sizes, max(sizes.mean() / 2, 1.0))

    @cached_property
    def origin(self) -> Vector:
        """The weights to begin with, in units."""
        return np.array([getattr(self.start, name) for name in self.names], float) / self.units

    def weights(self, vector: Vector) -> dict[str, int]:
        """The weights by name, as whole numbers."""
        return {
            name: round(float(value)) for name, value in zip(self.names, np.asarray(vector) * self.units, strict=True)
        }

    def spec(self, vector: Vector | None = None) -> str:
        """The player with these weights; with those to begin with, if none are given."""
        changes = "" if vector is None else "".join(f",{name}={value}" for name, value in self.weights(vector).items())
        return f"{self.player}:{self.parameter}={self.judge}{changes}"

    def random(self, choose: random.Random) -> Vector:
        """Any weights: of the sign they have, from nothing to twice what is usual."""
        signs = np.where(self.origin < 0, -1.0, 1.0)
        return signs * np.array([choose.uniform(0, 2) for _ in self.names])

    def bounded(self, vector: Vector) -> Vector:
        """The same within those bounds."""
        return np.where(self.origin < 0, np.clip(vector, -2, 0), np.clip(vector, 0, 2))


def subject(
    game: str, player: str, names: tuple[str, ...] = (), judge: str | None = None, options: str = ""
) -> Subject:
    """The weights of a player, all of them unless some are named."""
    kind = find(game)
    described = find_player(player, kind)
    takes = [o for o in described.parameters if isinstance(o, Weights)]
    if not takes:
        raise BoxwoodError(f"{kind.id}: the player {described.name} has no weights to tune")
    given = described.read([word for word in player.split(":")[1:] if word])
    judge = judge or str(given[takes[0].name])
    plain = ":".join(word for word in player.split(":") if not word.startswith(f"{takes[0].name}="))
    start = read_weights(kind, judge)
    known = weights_of(kind, start, options)
    for name in names:
        if name not in known:
            raise BoxwoodError(f"{kind.id}: '{name}' is not a weight of '{judge}': there are {', '.join(known)}")
    if not known:
        raise BoxwoodError(f"{kind.id}: the evaluation '{judge}' has no weights to tune")
    return Subject(kind.id, plain, judge, names or known, takes[0].name)


def weights_of(game: GameType, judge: Any, options: str = "") -> tuple[str, ...]:
    """The numbers of a judge that the value of a position is proportional to."""
    states = _positions(game, options)
    return tuple(name for name in judge._fields if _is_weight(judge, name, states))


def _is_weight(judge: Any, name: str, states: list[Any]) -> bool:
    old = getattr(judge, name)
    if not isinstance(old, int):
        return False
    step = 8 * max(1, abs(old))
    judges = [judge._replace(**{name: old + times * step}) for times in range(3)]
    matters = False
    for state in states:
        try:
            here, there, beyond = (each.evaluate(state) for each in judges)
        except (ArithmeticError, IndexError, ValueError):
            return False
        slope = there - here
        if abs(beyond - there - slope) > 4 + abs(slope) // 100:  # more than rounding does
            return False
        matters = matters or slope != 0
    return matters


def _positions(game: GameType, options: str) -> list[Any]:
    """Positions from random games, early and late."""
    choose, states = random.Random(1), []
    start = game.start(read_pairs(game.id, options.split()))
    for _ in range(GAMES):
        game_states = [start]
        while len(game_states) < PLIES and (moves := legal_moves(game_states[-1], game.facts)):
            game_states.append(game_states[-1].play(choose.choice(moves)))
        if game_states[-1].outcome() != ONGOING:
            game_states.pop()
        states += choose.sample(game_states, min(EACH, len(game_states)))
    return states
