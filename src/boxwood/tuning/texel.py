"""Texel's method: the weights with which the evaluation foretells best who won one's own games.

The value of a position is proportional to each weight, so that what a weight multiplies, its feature, is the
difference that it makes.  The outcome is taken to be logistic in the value; the scale is that of the old weights,
and a slight pull towards them keeps a weight where the games say nothing of it.
"""

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import minimize, minimize_scalar
from scipy.special import expit, log_expit

from boxwood.core.compiler import entry
from boxwood.core.contract import ONGOING
from boxwood.core.errors import BoxwoodError
from boxwood.game import Game
from boxwood.tuning.subject import Subject, Vector
from boxwood.tuning.trials import Trials

OUTCOMES = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}


def _evaluate(state: Any, judge: Any) -> int:
    return judge.evaluate(state)


@dataclass(frozen=True)
class Texel:
    """Games between the player and players with weights around its own, for they should differ."""

    pairs: int = 150
    spread: float = 0.3  # of the weights around the old ones, in units
    positions: int = 12  # taken from each game
    skip: int = 2  # moves after the opening that do not count
    pull: float = 5.0  # positions' worth towards the old weights, in units
    seed: int = 1

    def run(self, subject: Subject, trials: Trials, start: Vector, opening: int) -> Iterator[Vector]:
        choose = random.Random(self.seed)
        games = []
        for number in range(opening, opening + self.pairs):
            one, other = (start + self.spread * np.array([choose.gauss(0, 1) for _ in subject.names]) for _ in range(2))
            games.append(trials.pair(subject.spec(one), subject.spec(other), number))
        trials.play(games)
        skipped = len(trials.opening(opening).moves.split()) + self.skip
        values, features, outcomes = self._positions(subject, trials.records(games), start, skipped)
        yield self._fit(values, features, outcomes, start)

    def _positions(
        self, subject: Subject, games: list[tuple[str, str]], start: Vector, skipped: int
    ) -> tuple[Any, Any, Any]:
        """Of quiet positions the value, what each weight multiplies (in units), and who won: for the player to move."""
        judge, choose = subject.start._replace(**subject.weights(start)), random.Random(self.seed)
        evaluate = entry(_evaluate, subject.kind.state, type(judge))
        steps = {name: max(1, round(8 * float(unit))) for name, unit in zip(subject.names, subject.units, strict=True)}
        changed = [judge._replace(**{name: getattr(judge, name) + step}) for name, step in steps.items()]
        scale = subject.units / np.array(list(steps.values()), float)
        values, features, outcomes = [], [], []
        for result, record in games:
            states = Game.from_record(record).states[skipped:]
            states = tuple(state for state in states if quiet(judge, state, subject))
            for state in choose.sample(states, min(self.positions, len(states))):
                value = evaluate(state, judge)
                values.append(value)
                features.append([evaluate(state, other) - value for other in changed])
                outcomes.append(OUTCOMES[result] if state.player() == 0 else 1 - OUTCOMES[result])
        if len(values) < 50:
            raise BoxwoodError(f"{subject.game}: {len(values)} quiet positions are too few: play more games")
        return np.array(values, float), np.array(features, float) * scale, np.array(outcomes)

    def _fit(self, values: Any, features: Any, outcomes: Any, start: Vector) -> Vector:
        typical = max(float(np.abs(values).mean()), 1.0)

        def loss(logits: Any) -> float:
            return -float(np.sum(outcomes * log_expit(logits) + (1 - outcomes) * log_expit(-logits)))

        scale = minimize_scalar(lambda k: loss(math.exp(k) * values / typical), bounds=(-6, 4), method="bounded").x
        steepness = math.exp(float(scale)) / typical

        def cost(change: Any) -> tuple[float, Any]:
            logits = steepness * (values + features @ change)
            slope = steepness * features.T @ (expit(logits) - outcomes) + 2 * self.pull * change
            return loss(logits) + self.pull * float(change @ change), slope

        found = minimize(cost, np.zeros(len(start)), jac=True, method="L-BFGS-B")
        return np.asarray(start) + found.x


def quiet(judge: Any, state: Any, subject: Subject) -> bool:
    """Whether the game goes on, nothing is certain and nothing is pending."""
    if state.outcome() != ONGOING or judge.verdict(state):
        return False
    return bool(judge.forcing(state, [0] * subject.kind.facts.max_moves) == 0)
