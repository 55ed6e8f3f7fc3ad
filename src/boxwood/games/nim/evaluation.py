"""What a position of Nim is worth: nothing until the end, or all that the closed form says.

A heap of n matches from which up to k may be taken is worth n modulo k + 1, and heaps add up by
exclusive or (Bouton's nim-sum).  Who takes the last match wins exactly when he moves from a sum other
than 0.  When the last match loses, the same holds as long as some heap is worth 2 or more; with none
left the sum must be 0, which for one row means: lost with 1, k + 2, 2k + 3, ... matches.
"""

from typing import NamedTuple

from boxwood.core.bridge import dual
from boxwood.core.contract import ONGOING
from boxwood.evaluation.evaluator import judge
from boxwood.games.nim.rules import HEAP, WIDTH, Nim


@dual
def matches_left(state: Nim) -> int:
    """The matches in all heaps."""
    total, heaps = 0, state.heaps
    while heaps:
        total += heaps & HEAP
        heaps >>= WIDTH
    return total


@dual
def nim_sum(state: Nim) -> int:
    """The exclusive or of what the heaps are worth."""
    total, heaps = 0, state.heaps
    while heaps:
        total ^= (heaps & HEAP) % (state.limit + 1)
        heaps >>= WIDTH
    return total


@dual
def largest_worth(state: Nim) -> int:
    """What the heap that is worth most is worth."""
    largest, heaps = 0, state.heaps
    while heaps:
        largest = max(largest, (heaps & HEAP) % (state.limit + 1))
        heaps >>= WIDTH
    return largest


@dual
def is_won(state: Nim) -> bool:
    """Whether the player to move wins with best play."""
    if state.misere and largest_worth(state) < 2:
        return nim_sum(state) == 0
    return nim_sum(state) != 0


@judge
class Terminal(NamedTuple):
    """The report's: even while a match is left, then the winner's 1 and the loser's -1."""

    win: int

    def evaluate(self, state: Nim) -> int:
        outcome = state.outcome()
        if outcome == ONGOING:
            return 0
        return self.win if outcome == 1 + state.player() else -self.win


@judge
class ClosedForm(NamedTuple):
    """Knows who wins.  How long it takes it only bounds, by the matches left."""

    win: int

    def evaluate(self, state: Nim) -> int:
        return self.win if is_won(state) else -self.win

    def order(self, state: Nim, move: int) -> int:
        # In a lost position the more matches are left, the more can go wrong for the other.
        return -(move & HEAP) if is_won(state.play(move)) else 1 << WIDTH

    def verdict(self, state: Nim) -> int:
        return matches_left(state) if is_won(state) else -matches_left(state)


def features(state: Nim) -> dict[str, float]:
    """What there is to see in a position, by name, for the player to move."""
    return {
        "matches": matches_left(state),
        "nim-sum": nim_sum(state),
        "largest worth": largest_worth(state),
        "won": int(is_won(state)),
    }


JUDGES = {
    # Linard & Schollaert, II.C: 1 for the winner, -1 for the loser, 0 before
    "terminal": Terminal(1),
    "engine": ClosedForm(100),
}
