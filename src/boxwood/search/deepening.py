"""Iterative deepening: depth 1, then 2, then 3, until time or depth runs out.

Each round costs little beside the next and leaves the best line for it; so there is always an answer
at hand.  This is the teaching form over any algorithm of `algorithms`; the engine's is in `thinking`.
"""

import time
from collections.abc import Iterator
from typing import Any

from boxwood.core.contract import GameType
from boxwood.search.algorithms import Found, run
from boxwood.search.scores import WON


def deepen(
    game: GameType,
    state: Any,
    judge: Any,
    *,
    algorithm: str = "ordered+memory",
    depth: int = 64,
    seconds: float | None = None,
    **settings: Any,
) -> Iterator[Found]:
    """What is found at depth 1, 2, 3, ...; ends early when the game is decided."""
    began = time.perf_counter()
    for limit in range(1, depth + 1):
        found = run(algorithm, game, state, judge, limit, **settings)
        yield found
        if abs(found.score) > WON or (seconds is not None and time.perf_counter() - began > seconds / 2):
            return
