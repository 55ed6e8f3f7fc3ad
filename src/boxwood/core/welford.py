"""Mean and spread of numbers that come one by one, without keeping them (Welford's way)."""

import math


class Running:
    """How many there were, their mean, and how far they lie from it."""

    def __init__(self) -> None:
        self.count, self.mean, self._squares = 0, 0.0, 0.0

    def add(self, value: float) -> None:
        self.count += 1
        before = value - self.mean
        self.mean += before / self.count
        self._squares += before * (value - self.mean)

    def deviation(self, freedom: int = 0) -> float:
        """The standard deviation; of a sample of more, one degree of freedom less is left."""
        left = self.count - freedom
        return math.sqrt(self._squares / left) if left > 0 else 0.0
