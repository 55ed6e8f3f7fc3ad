"""A fixed set of positions searched to a fixed depth: the search's signature, and its speed.

A change that is not meant to change the search leaves every number of nodes as it was.
"""

import random
from typing import Any

from boxwood.core.contract import ONGOING, GameType, legal_moves
from boxwood.evaluation import find as find_judge
from boxwood.search.clock import Limits
from boxwood.search.thinking import Thinker

# game -> plies of the random openings, depth
POSITIONS: dict[str, tuple[tuple[int, ...], int]] = {
    "nim": ((0, 2, 4), 12),
    "connect4": ((0, 3, 6, 9, 12), 15),
    "quarto": ((7, 9, 11, 13), 9),
    "quoridor": ((0, 4, 8, 12, 20), 6),
    "pylos": ((0, 5, 10, 15), 9),
    "abalone": ((0, 10, 20, 30), 6),
}


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


def bench_game(game: GameType, threads: int = 1) -> tuple[int, float]:
    """Nodes and seconds for all the positions of a game."""
    plies, depth = POSITIONS[game.id]
    thinker = Thinker(game, find_judge(game, "engine"), threads=threads)
    thinker.think(game.start(), Limits(depth=1))  # compiles
    nodes, seconds = 0, 0.0
    for number, count in enumerate(plies):
        thinker.clear()
        thought = thinker.think(opening(game, count, number), Limits(depth=depth))
        nodes, seconds = nodes + thought.nodes, seconds + thought.seconds
    return nodes, seconds
