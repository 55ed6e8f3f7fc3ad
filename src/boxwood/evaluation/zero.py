"""The judge without an opinion: everything is even until the game is over."""

from typing import Any, NamedTuple

from boxwood.evaluation.evaluator import judge


@judge
class Blank(NamedTuple):
    """For games without an evaluation of their own, and for searches to the end of the game."""

    nothing: int = 0

    def evaluate(self, state: Any) -> int:
        return 0
