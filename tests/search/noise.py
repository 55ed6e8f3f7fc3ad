"""A judge for tests: opinions that look random but depend on the position alone."""

from typing import Any, NamedTuple

from boxwood.core.bits import multiply_add
from boxwood.evaluation.evaluator import judge


@judge
class Noise(NamedTuple):
    """The best adversary of a search: no two positions look alike."""

    seed: int

    def evaluate(self, state: Any) -> int:
        return (multiply_add(state.key() ^ self.seed, 6364136223846793005, 0) >> 40) % 201 - 100

    def order(self, state: Any, move: int) -> int:
        return multiply_add((move + 1) * (self.seed + 1), 1442695040888963407, 0) >> 55

    def forcing(self, state: Any, out: Any) -> int:
        # every third position has something going on: its first two moves
        if state.key() % 3 != 0:
            return 0
        count = state.moves(out)
        return 2 if count > 2 else count
