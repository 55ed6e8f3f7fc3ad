"""What a solver knows of a position, for certain: of the whole, and of each move."""

from dataclasses import dataclass
from typing import NamedTuple

LONG = 10_000  # more plies or turns than any solved game has: six heaps of Nim may last 6,000


@dataclass(frozen=True)
class Solution:
    """The truth about a position, for the player to move."""

    value: int  # +1 wins, 0 draws, -1 loses with best play
    distance: int | None  # to the end with best play of both, in `unit`, where it is known
    best_moves: tuple[str, ...]  # every move that keeps the value, at the best distance where it is known
    nodes: int = 0
    score: int | None = None  # Connect Four: 22 minus the discs that the winner needs, negative for a loss
    unit: str = "plies"  # Pylos counts turns: a put or a raise with its take-backs

    def __str__(self) -> str:
        if self.value == 0:
            return "draw, proven"
        word = "win" if self.value > 0 else "loss"
        if self.distance is None:
            return f"{word}, proven"
        return f"{word} in {self.distance}" + ("" if self.unit == "plies" else f" {self.unit}")


class Verdict(NamedTuple):
    """The truth about a move, for the player who makes it."""

    move: int
    value: int  # +1, 0, -1
    distance: int | None  # to the end with best play of both, this move included, where it is known
    replies: int = 0  # good answers that it leaves the opponent, where they are counted

    def rank(self) -> tuple[int, int, int]:
        """Smaller is better: win soon, lose late, and leave the opponent little to find."""
        return -self.value, self.value * (LONG if self.distance is None else self.distance), self.replies


class Unfinished(Exception):
    """A solver was told to stop, or has looked at as many positions as it may."""
