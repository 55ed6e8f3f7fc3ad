"""A score that is sought: the range it is in, and the number to ask about next.

Every question is whether the score is above a number.  Several threads may ask about one position, each about another
number, while there are several.
"""

from dataclasses import dataclass, field
from itertools import pairwise

from boxwood.core.bits import popcount

SELDOM_MORE = 3  # than what it is at least is a score


@dataclass(eq=False)
class Sought:
    """A position, the discs of the player to move and those of both, and the range in which its score is sought."""

    own: int
    discs: int
    lower: int
    upper: int
    least: int | None = None  # that it can be, if that is known from elsewhere
    busy: list[int] = field(default_factory=list)  # the numbers that are being asked about
    nodes: int = 0

    def __post_init__(self) -> None:
        self._highest = self.upper

    @property
    def is_open(self) -> bool:
        """Whether there is something left to ask."""
        return self.lower < self.upper

    @property
    def score(self) -> int:
        """The score, when nothing is left to ask, or the end of the range that is nearer to it."""
        return min(self.lower, self._highest)

    def matters(self, alpha: int) -> bool:
        """Whether it is still to be found out if the score is above this number."""
        return self.lower <= alpha < self.upper

    def learn(self, alpha: int, bound: int) -> None:
        """The search has found a bound on one side of the number that it was asked about."""
        if bound > alpha:
            self.lower = max(self.lower, bound)
        else:
            self.upper = min(self.upper, bound)

    def next_alpha(self) -> int:
        """The number to ask about next: in the middle of what nobody else is about to decide, if there is any."""
        low, high = self._likely()
        low, high = max(self.lower, low), min(self.upper, high)
        if low >= high:
            low, high = self.lower, self.upper
        ends = [low - 1, *sorted(alpha for alpha in self.busy if low <= alpha < high), high]
        before, after = max(pairwise(ends), key=lambda gap: gap[1] - gap[0])
        return before + 1 + after >> 1 if after > before + 1 else ends[1]

    def _likely(self) -> tuple[int, int]:
        """Near the least if that is known, which it is most often; else, with few discs played, not far from 0."""
        if self.least is not None:
            return self.lower, self.lower + (1 if self.lower == self.least else SELDOM_MORE)
        far = 3 + popcount(self.discs) // 3
        return -far, far
