"""Ratings of a whole pool of players from all their games, with draws and the advantage of the first move.

The model is Rao and Kupper's ("Ties in paired-comparison experiments", 1967): with x the first player's
strength less the second's, plus the advantage of moving first,

    P(first wins) = s(x - v)      P(second wins) = s(-x - v)      s(z) = 1 / (1 + exp(-z))

and v > 0 says how often games are drawn.  All of them are found together by maximum likelihood.  A very weak
opinion beforehand (nobody is thousands of Elo better) keeps everything finite where a player lost all games.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit, log_expit

from boxwood.arena.statistics import NORMAL, Z95, Estimate

ELO = 400 / math.log(10)  # in one unit of x
# How far from 0 (and from one draw in a few games) things are expected beforehand, as standard deviations.
SPREAD, FIRST_SPREAD, DRAW_SPREAD, USUAL_DRAWS = 800 / ELO, 400 / ELO, 2.0, math.log(0.3)

Table = Mapping[tuple[str, str], Sequence[float]]  # by first and second player: the first one's losses, draws, wins


@dataclass(frozen=True)
class Ratings:
    """In Elo; the mean of the pool is 0.  Errors are those of 95 %."""

    players: dict[str, Estimate]
    first_move: Estimate
    draw: float  # the probability of a draw between equals, neither having moved first
    covariance: Any

    def superiority(self, one: str, other: str) -> float:
        """The likelihood that one player is better than another, by all games of the pool."""
        names = list(self.players)
        i, j = names.index(one), names.index(other)
        variance = self.covariance[i, i] + self.covariance[j, j] - 2 * self.covariance[i, j]
        lead = (self.players[one].value - self.players[other].value) / ELO
        return NORMAL.cdf(lead / math.sqrt(max(variance, 1e-12)))


def rate(players: Sequence[str], table: Table) -> Ratings:
    """The ratings that make the results likeliest.

    >>> rated = rate(["a", "b"], {("a", "b"): (10, 20, 30), ("b", "a"): (30, 20, 10)})
    >>> rated.players["a"].value > 0 > rated.players["b"].value
    True
    """
    place = {player: i for i, player in enumerate(players)}
    count = len(players)
    met = [(place[a], place[b], *results) for (a, b), results in table.items() if sum(results)]
    rows = np.array(met, float).reshape(-1, 5)
    first, second = rows[:, 0].astype(int), rows[:, 1].astype(int)
    losses, draws, wins = rows[:, 2], rows[:, 3], rows[:, 4]

    def cost(values: Any) -> tuple[float, Any]:
        """The likelihood, as a cost, and its slopes."""
        strengths, advantage, log_v = values[:count], values[count], values[count + 1]
        v = math.exp(min(log_v, 50.0))
        x = strengths[first] + advantage - strengths[second]
        apart = math.log(math.expm1(min(2 * v, 600.0)))
        value = np.sum((wins + draws) * log_expit(x - v) + (losses + draws) * log_expit(-x - v)) + apart * draws.sum()
        up, down = (wins + draws) * expit(v - x), (losses + draws) * expit(v + x)
        slope = np.zeros(count + 2)
        np.add.at(slope, first, up - down)
        np.add.at(slope, second, down - up)
        slope[count] = np.sum(up - down)
        slope[count + 1] = v * (2 * draws.sum() / -math.expm1(-2 * v) - np.sum(up + down))
        value -= np.sum(strengths**2) / (2 * SPREAD**2) + advantage**2 / (2 * FIRST_SPREAD**2)
        value -= (log_v - USUAL_DRAWS) ** 2 / (2 * DRAW_SPREAD**2)
        slope[:count] -= strengths / SPREAD**2
        slope[count] -= advantage / FIRST_SPREAD**2
        slope[count + 1] -= (log_v - USUAL_DRAWS) / DRAW_SPREAD**2
        return -value, -slope

    start = np.zeros(count + 2)
    start[count + 1] = USUAL_DRAWS
    best = minimize(cost, start, jac=True, method="BFGS", options={"gtol": 1e-7}).x
    covariance = np.linalg.pinv(_curvature(lambda values: cost(values)[1], best), hermitian=True)
    centre = np.eye(count) - 1 / count  # strengths less their mean
    centred = centre @ covariance[:count, :count] @ centre
    strengths = best[:count] - best[:count].mean()
    rated = {
        player: Estimate(ELO * float(strengths[i]), ELO * Z95 * math.sqrt(max(float(centred[i, i]), 0.0)))
        for player, i in place.items()
    }
    advantage = Estimate(ELO * float(best[count]), ELO * Z95 * math.sqrt(max(float(covariance[count, count]), 0.0)))
    return Ratings(rated, advantage, 1 - 2 * float(expit(-math.exp(best[count + 1]))), centred)


def _curvature(slope: Any, at: Any, step: float = 1e-5) -> Any:
    """The second derivatives, from differences of the slopes."""
    rows = [(slope(at + move) - slope(at - move)) / (2 * step) for move in step * np.eye(len(at))]
    return (np.array(rows) + np.array(rows).T) / 2
