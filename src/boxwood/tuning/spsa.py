"""SPSA: two players a little to either side of the present weights meet, and the weights follow the winner.

Spall's simultaneous perturbation with the gains that fishtest uses: in iteration k of N each weight is moved by
+- c(k), at random, and then by r(k) c(k) times the points by which that side won,

    c(k) = c_end (N / k) ** 0.101        r(k) c(k) ** 2 = r_end c_end ** 2 ((A + N) / (A + k)) ** 0.602      A = N / 10
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from boxwood.tuning.subject import Subject, Vector
from boxwood.tuning.trials import Trials

ALPHA, GAMMA, STABILITY = 0.602, 0.101, 0.1
AT_ONCE = 8  # pairs of one iteration, with different perturbations; their steps are added up


@dataclass(frozen=True)
class Spsa:
    """End values of the gains in units of the weights; of those tried, these gained most."""

    pairs: int = 1000
    c_end: float = 0.2
    r_end: float = 0.02
    seed: int = 1

    def run(self, subject: Subject, trials: Trials, start: Vector, opening: int) -> Iterator[Vector]:
        """The weights after each iteration."""
        choose, weights = random.Random(self.seed), np.array(start, float)
        for k in range(1, self.pairs + 1, AT_ONCE):
            c = self.c_end * (self.pairs / k) ** GAMMA
            offset = STABILITY * self.pairs
            a = self.r_end * self.c_end**2 * ((offset + self.pairs) / (offset + k)) ** ALPHA
            here = range(k, min(k + AT_ONCE, self.pairs + 1))
            flips = [np.array([choose.choice((-1.0, 1.0)) for _ in subject.names]) for _ in here]
            pairs = [
                trials.pair(subject.spec(weights + c * flip), subject.spec(weights - c * flip), opening + number)
                for number, flip in zip(here, flips, strict=True)
            ]
            for flip, points in zip(flips, trials.play(pairs), strict=True):
                weights = weights + a / c * 2 * (points - 1) * flip
            yield weights
