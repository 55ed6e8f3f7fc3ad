"""What the results of a match prove: Elo, normalized Elo, likelihood of superiority, SPRT.

Results are counts by points, from the worst to the best: `[losses, draws, wins]` of single games, or of
pairs of games with colours swapped (0, 1/2, 1, 3/2, 2 points).  Pairs are the better measure: the
two games share an opening, so their results depend on each other, and counting them one by one
makes the error bars too wide or too narrow.

Formulas: Michel Van den Bergh, "Normalized Elo in practice" and "Comments on normalized Elo", and his
note on the multinomial maximum-likelihood test, as used by fishtest.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import NormalDist

from boxwood.core.errors import BoxwoodError

NORMAL = NormalDist()
Z95 = NORMAL.inv_cdf(0.975)
NELO_UNIT = 800 / math.log(10)  # normalized Elo of a mean score one standard deviation above 1/2
SELDOM = 1e-3  # counted where nothing happened
LARGEST_ELO = 1200.0  # told of a match without a single point the other way


@dataclass(frozen=True)
class Estimate:
    """A number with its 95 % error: the true value lies within it 19 times in 20."""

    value: float
    error: float

    def __str__(self) -> str:
        return f"{self.value:+.1f} +- {self.error:.1f}"


Distribution = list[tuple[float, float]]  # (score, probability)


def distribution(counts: Sequence[float], *, fill: bool = False) -> tuple[float, Distribution]:
    """How many results there are, and how they are spread over the scores from 0 to 1.

    With `fill` no score is impossible: those never seen count as SELDOM.
    """
    if len(counts) not in (3, 5):
        raise BoxwoodError(f"{list(counts)} are not results: give 3 counts of games or 5 of pairs, worst first")
    if any(count < 0 for count in counts):
        raise BoxwoodError(f"{list(counts)} are not results: a count is never negative")
    seen = sum(count > 0 for count in counts)
    # Where all results are alike, or there are none, nothing could be said of their spread.
    filled = [count or SELDOM for count in counts] if fill or seen < 2 else counts
    total = sum(filled)
    return total, [(place / (len(counts) - 1), count / total) for place, count in enumerate(filled)]


def mean_and_variance(spread: Distribution) -> tuple[float, float]:
    mean = sum(score * probability for score, probability in spread)
    return mean, sum(probability * (score - mean) ** 2 for score, probability in spread)


def expected_score(elo: float) -> float:
    """The mean score of a player so much better than the other."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """The difference in Elo that gives this mean score.

    >>> round(elo_of(0.75), 1)
    190.8
    """
    if not 0 < score < 1:
        return math.copysign(LARGEST_ELO, score - 0.5)
    return max(-LARGEST_ELO, min(LARGEST_ELO, -400 * math.log10(1 / score - 1)))


def elo(counts: Sequence[float]) -> Estimate:
    """How much better the player is, in Elo."""
    total, spread = distribution(counts)
    mean, variance = mean_and_variance(spread)
    margin = Z95 * math.sqrt(variance / total)
    return Estimate(elo_of(mean), (elo_of(mean + margin) - elo_of(mean - margin)) / 2)


def normalized_elo(counts: Sequence[float]) -> Estimate:
    """How much better in units of the spread of a single game: what decides how long a test takes."""
    total, spread = distribution(counts)
    mean, variance = mean_and_variance(spread)
    games = _games_in(counts)
    per_game = math.sqrt(games * variance)
    return Estimate((mean - 0.5) / per_game * NELO_UNIT, Z95 * NELO_UNIT / math.sqrt(games * total))


def _games_in(counts: Sequence[float]) -> int:
    """Games in one result: 1, or 2 for pairs."""
    return (len(counts) - 1) // 2


def superiority(counts: Sequence[float]) -> float:
    """The likelihood that the player is the better one.

    >>> superiority([0, 0, 0])
    0.5
    """
    total, spread = distribution(counts)
    mean, variance = mean_and_variance(spread)
    return NORMAL.cdf((mean - 0.5) / math.sqrt(variance / total))


def _root(function: Callable[[float], float], low: float, high: float) -> float:
    """Where a falling function passes 0, by halving."""
    for _ in range(200):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if function(middle) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _most_likely(spread: Distribution, mean: float) -> Distribution:
    """The distribution with this mean that makes what was seen likeliest."""
    # Its probabilities are p / (1 + x (score - mean)) for the x that makes them sum up.
    lowest, highest = spread[0][0] - mean, spread[-1][0] - mean
    if lowest >= 0 or highest <= 0:
        raise BoxwoodError("a mean beyond the lowest or highest result is not possible")

    def excess(x: float) -> float:
        return sum(p * (a - mean) / (1 + x * (a - mean)) for a, p in spread)

    x = _root(excess, -1 / highest * (1 - 1e-12), -1 / lowest * (1 - 1e-12))
    return [(a, p / (1 + x * (a - mean))) for a, p in spread]


def _most_likely_normalized(spread: Distribution, t: float) -> Distribution:
    """Likewise with a mean that is t standard deviations above 1/2."""
    best = [(a, 1 / len(spread)) for a, _ in spread]
    for _ in range(100):
        mean, variance = mean_and_variance(best)
        deviation = math.sqrt(variance)
        # To first order the condition is a mean of 0 of these shifted scores.
        shifted = [(a - 0.5 - t * deviation * (1 + ((mean - a) / deviation) ** 2) / 2, p) for a, p in spread]
        order = sorted(range(len(shifted)), key=lambda i: shifted[i][0])
        solved = _most_likely([shifted[i] for i in order], 0.0)
        following = list(best)
        for place, (_, probability) in zip(order, solved, strict=True):
            following[place] = (spread[place][0], probability)
        change = max(abs(new[1] - old[1]) for new, old in zip(following, best, strict=True))
        best = following
        if change < 1e-13:
            break
    return best


def _log_ratio(total: float, spread: Distribution, one: Distribution, zero: Distribution) -> float:
    return total * sum(p * math.log(one[i][1] / zero[i][1]) for i, (_, p) in enumerate(spread))


def log_likelihood_ratio(counts: Sequence[float], elo0: float, elo1: float, *, normalized: bool = False) -> float:
    """How much likelier the results are if the player is elo1 better than if it is elo0, as a logarithm."""
    if not any(counts):
        return 0.0
    total, spread = distribution(counts, fill=True)
    if normalized:
        scale = math.sqrt(_games_in(counts)) / NELO_UNIT
        zero, one = (_most_likely_normalized(spread, bound * scale) for bound in (elo0, elo1))
    else:
        zero, one = (_most_likely(spread, expected_score(bound)) for bound in (elo0, elo1))
    return _log_ratio(total, spread, one, zero)


@dataclass(frozen=True)
class Sprt:
    """A test that stops as soon as the results tell whether a player is elo1 better rather than elo0.

    It accepts the worse hypothesis by mistake with probability `alpha`, and refuses the better with `beta`.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    normalized: bool = False

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise BoxwoodError(f"SPRT: elo0={self.elo0:g} must be below elo1={self.elo1:g}")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise BoxwoodError("SPRT: alpha and beta lie between 0 and 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """Below the first the test fails, above the second it passes."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, counts: Sequence[float]) -> float:
        """The log-likelihood ratio of these results."""
        return log_likelihood_ratio(counts, self.elo0, self.elo1, normalized=self.normalized)

    def verdict(self, counts: Sequence[float]) -> bool | None:
        """True: passed, False: failed, None: go on."""
        ratio, (low, high) = self.ratio(counts), self.bounds
        return True if ratio >= high else False if ratio <= low else None
