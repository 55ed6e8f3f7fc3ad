"""The genetic algorithm of the Quoridor report: matches, losers out, crossover, mutation.

Besancenot, Hua & Sandlarz (2022), section 4.5.2: a random population; each plays a match against another; who
loses goes; the others have children, whose weights are each those of one parent, now and then a little changed.
The report ran out of time for it.  The best of a population is mostly the luckiest, so the answer is its mean.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from boxwood.tuning.subject import Subject, Vector
from boxwood.tuning.trials import Trials


@dataclass(frozen=True)
class Genetic:
    """The report gives no numbers."""

    generations: int = 20
    population: int = 16
    match: int = 2  # pairs of games
    mutation: float = 0.1  # how often a weight of a child is changed
    strength: float = 0.2  # by how much, in units
    seed: int = 1

    def run(self, subject: Subject, trials: Trials, start: Vector, opening: int) -> Iterator[Vector]:
        """The mean of each generation; the weights to begin with are one of the first."""
        choose = random.Random(self.seed)
        people = [np.array(start, float)] + [subject.random(choose) for _ in range(self.population - 1)]
        for generation in range(self.generations):
            choose.shuffle(people)
            couples = list(zip(people[::2], people[1::2], strict=False))
            first = opening + generation * self.match
            games = [
                trials.pair(subject.spec(one), subject.spec(other), number)
                for one, other in couples
                for number in range(first, first + self.match)
            ]
            points = np.array(trials.play(games)).reshape(len(couples), self.match).sum(axis=1)
            people = [
                one if won > self.match or (won == self.match and choose.random() < 0.5) else other
                for (one, other), won in zip(couples, points, strict=True)
            ]
            yield np.mean(people, axis=0)
            parents = list(people)
            while len(people) < self.population:
                father, mother = choose.sample(parents, 2)
                people.append(self._child(subject, choose, father, mother))

    def _child(self, subject: Subject, choose: random.Random, father: Vector, mother: Vector) -> Vector:
        genes = [choose.choice(pair) for pair in zip(father, mother, strict=True)]
        changed = [gene + (choose.gauss(0, self.strength) if choose.random() < self.mutation else 0) for gene in genes]
        return subject.bounded(np.array(changed))
