"""A fixed set of positions searched to a fixed depth: the search's signature, and its speed.

A change that is not meant to change the search leaves every number of nodes as it was.
"""

import random
import time
from dataclasses import dataclass
from typing import Any

from boxwood.core.contract import ONGOING, GameType, legal_moves
from boxwood.evaluation import find as find_judge
from boxwood.search.clock import Limits
from boxwood.search.iterative_deepening import Thinker


@dataclass(frozen=True)
class Bench:
    """What is searched: random openings of so many plies each, to a depth."""

    plies: tuple[int, ...] = (0, 2, 4)
    depth: int = 6


def opening(game: GameType, plies: int, seed: int) -> Any:
    """A position after so many random moves, the game still going on."""
    choose = random.Random(seed)
    while True:
        state = game.start()
        for _ in range(plies):
            state = state.play(choose.choice(legal_moves(state, game.facts)))
            if state.outcome() != ONGOING:
                break
        if state.outcome() == ONGOING:
            return state


@dataclass(frozen=True)
class Measured:
    """The work of a bench and the time it took, on the clock and on the processor."""

    nodes: int
    seconds: float
    processor_seconds: float

    @property
    def speed(self) -> float:
        """Nodes a second of one thread, whatever else the machine is busy with."""
        return self.nodes / max(self.processor_seconds, 1e-9)


def bench_game(game: GameType, threads: int = 1) -> Measured:
    """Search all the positions of a game."""
    bench: Bench = game.part("bench", "BENCH", Bench())
    thinker = Thinker(game, find_judge(game, "engine"), threads=threads)  # compiles
    nodes, seconds, processor_seconds = 0, 0.0, 0.0
    for number, count in enumerate(bench.plies):
        thinker.clear()
        position = opening(game, count, number)
        began = time.process_time()
        thought = thinker.think(position, Limits(depth=bench.depth))
        nodes += thought.nodes
        seconds += thought.seconds
        processor_seconds += time.process_time() - began
    return Measured(nodes, seconds, processor_seconds)
