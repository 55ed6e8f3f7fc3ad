"""What a solver knows of a position, for certain."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Solution:
    """The truth about a position, for the player to move."""

    value: int  # +1 wins, 0 draws, -1 loses with best play
    distance: int | None  # plies to the end with best play of both, where it is known
    best_moves: tuple[str, ...]  # every move that keeps the value, at the best distance where it is known
    nodes: int = 0
    score: int | None = None  # Connect Four: half the discs left when the winner wins, negative for a loss

    def __str__(self) -> str:
        if self.value == 0:
            return "draw, proven"
        word = "win" if self.value > 0 else "loss"
        return f"{word} in {self.distance}" if self.distance is not None else f"{word}, proven"
