"""What an agent sees of a game and what it may do, the same for every game.

An observation is a dictionary:

    observation   the fields of the state (see the game's class) as bits, one row a field: 63 bits, lowest
                  first, then 1 if the field is negative
    action_mask   1 for every move that is legal now; a move is its number, below the game's `move_codes`
"""

from typing import Any

import numpy as np
from gymnasium import spaces

from boxwood.core.contract import GameType, legal_moves

BITS = 63

Observation = dict[str, Any]


def observation_space(game: GameType) -> spaces.Dict:
    """What `observe` gives."""
    fields = len(game.state._fields)
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 1, (fields, BITS + 1), np.int8),
            "action_mask": spaces.Box(0, 1, (game.facts.move_codes,), np.int8),
        }
    )


def action_space(game: GameType) -> spaces.Discrete:
    """Every move that the game has, legal now or not."""
    return spaces.Discrete(game.facts.move_codes)


def observe(game: GameType, state: Any) -> Observation:
    """A state as an agent sees it."""
    rows = [[*(abs(field) >> bit & 1 for bit in range(BITS)), int(field < 0)] for field in state]
    return {"observation": np.array(rows, np.int8), "action_mask": mask(game, state)}


def mask(game: GameType, state: Any) -> Any:
    """Which moves are legal."""
    found = np.zeros(game.facts.move_codes, np.int8)
    found[legal_moves(state, game.facts)] = 1
    return found
