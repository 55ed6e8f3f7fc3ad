"""What a number means: WIN less the plies to it for a won game, the negative for a lost one.

-WIN ... -WON   lost, in WIN + score plies
-WON ... WON    a judge's opinion
 WON ... WIN    won, in WIN - score plies
"""

from typing import Any

from boxwood.core.bridge import dual

WIN = 1 << 30
MAX_PLY = 128
WON = WIN - 10_000
INFINITE = 1 << 31


@dual
def final_score(state: Any, outcome: int, ply: int) -> int:
    """The score of a finished game for the player to move, `ply` moves after the root."""
    if outcome == 3:  # DRAW
        return 0
    return WIN - ply if outcome == 1 + state.player() else ply - WIN


@dual
def verdict_score(verdict: int, ply: int) -> int:
    """The score of what a judge is certain of."""
    return WIN - ply - verdict if verdict > 0 else ply - verdict - WIN
