"""The local search of the Abalone report, as it was written, and with what makes it work.

Lao (2023), sections 5.3.1 to 5.3.3: of 40 random sets of weights, each tried in 10 games against others, the best 8
are kept.  From each of these one goes to the first neighbour (every weight at most a step of 0.125 away) that wins
a comparison of five games, until five neighbours in a row have lost.  The eight that come out of it play each other.

Five games cannot tell neighbours so near to each other apart, whatever they are.  `Improved` begins with the weights
there are, changes one at a time by large steps first and smaller ones later, and lets an SPRT decide.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np

from boxwood.arena.statistics import Sprt
from boxwood.tuning.subject import Subject, Vector
from boxwood.tuning.trials import Trials

WIN, DRAW = 3, 1  # the report's points


def report_points(points: float) -> tuple[int, int]:
    """A pair's points, as two results of 3, 1 or 0 each can best explain them: to one player, to the other."""
    return {0.0: (0, 2 * WIN), 0.5: (DRAW, WIN + DRAW), 1.0: (WIN, WIN), 1.5: (WIN + DRAW, DRAW), 2.0: (2 * WIN, 0)}[
        points
    ]


@dataclass(frozen=True)
class Report:
    """The report's numbers.  Its comparison of five games is made of three pairs here."""

    configurations: int = 40
    trials: int = 5  # pairs, ten games
    kept: int = 8
    step: float = 0.125
    comparison: int = 3  # pairs
    defences: int = 5  # neighbours to be beaten in a row
    seed: int = 1

    def run(self, subject: Subject, trials: Trials, start: Vector, opening: int) -> Iterator[Vector]:
        choose = random.Random(self.seed)
        pool = self._pool(subject, trials, choose, opening)
        yield pool[0]
        opening += self.trials
        found = []
        for weights in pool:
            beaten = 0
            while beaten < self.defences:
                moved = np.array([choose.choice((-self.step, 0, self.step)) for _ in subject.names])
                neighbour = subject.bounded(weights + moved)
                games = [
                    trials.pair(subject.spec(neighbour), subject.spec(weights), opening + number)
                    for number in range(self.comparison)
                ]
                opening += self.comparison
                scores = [report_points(points) for points in trials.play(games)]
                if sum(mine for mine, _ in scores) > sum(theirs for _, theirs in scores):
                    weights, beaten = neighbour, 0
                    yield weights
                else:
                    beaten += 1
            found.append(weights)
        yield self._best(subject, trials, found, opening)

    def _pool(self, subject: Subject, trials: Trials, choose: random.Random, opening: int) -> list[Vector]:
        tried = [subject.random(choose) for _ in range(self.configurations)]
        games = [
            trials.pair(subject.spec(one), subject.spec(subject.random(choose)), opening + number)
            for one in tried
            for number in range(self.trials)
        ]
        points = [report_points(points)[0] for points in trials.play(games)]
        scores = np.array(points).reshape(self.configurations, self.trials).sum(axis=1)
        return [tried[place] for place in np.argsort(-scores, kind="stable")[: self.kept]]

    def _best(self, subject: Subject, trials: Trials, found: list[Vector], opening: int) -> Vector:
        couples = list(combinations(range(len(found)), 2))
        games = [
            trials.pair(subject.spec(found[i]), subject.spec(found[j]), opening + number)
            for i, j in couples
            for number in range(self.trials)
        ]
        scores = np.zeros(len(found))
        for place, points in enumerate(trials.play(games)):
            i, j = couples[place // self.trials]
            mine, theirs = report_points(points)
            scores[i] += mine
            scores[j] += theirs
        return found[int(np.argmax(scores))]


@dataclass(frozen=True)
class Improved:
    """Coarse to fine, one weight at a time, decided by a sequential test."""

    steps: tuple[float, ...] = (0.5, 0.25, 0.125)
    sprt: Sprt = field(default_factory=lambda: Sprt(0, 40, alpha=0.1, beta=0.1))
    most: int = 100  # pairs for one decision
    seed: int = 1

    def run(self, subject: Subject, trials: Trials, start: Vector, opening: int) -> Iterator[Vector]:
        choose, weights = random.Random(self.seed), np.array(start, float)
        for step in self.steps:
            ways = [(place, sign) for place in range(len(subject.names)) for sign in (-1, 1)]
            choose.shuffle(ways)
            for place, sign in ways:
                changed = weights.copy()
                changed[place] += sign * step
                better, _ = trials.test(subject.spec(changed), subject.spec(weights), self.sprt, opening, self.most)
                opening += self.most
                if better:
                    weights = changed
                yield weights
