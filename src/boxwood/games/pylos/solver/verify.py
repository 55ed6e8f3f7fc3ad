"""Checks of a finished table against the rules, by code that shares nothing with the sweeps but the numbering."""

from typing import Any

import numpy as np

from boxwood.core.bits import next_random
from boxwood.core.bridge import advance, dual, pointer
from boxwood.core.contract import ONGOING
from boxwood.games.pylos.rules import Pylos
from boxwood.games.pylos.solver.shapes import own_marbles, position_index
from boxwood.games.pylos.solver.sweep import UNKNOWN, is_win
from boxwood.games.pylos.solver.turns import MOST_ENDS, WIDTH, turn_ends


@dual
def code_from_ends(maps: Any, values: Any, ends: Any, count: int) -> int:
    """The code of a position, from those of the ends of its turns."""
    shortest_loss, longest_win, undecided = 256, 0, 0
    for i in range(count):
        code = values[position_index(maps, ends[2 * i], ends[2 * i + 1])]
        if code == UNKNOWN:
            undecided += 1
        elif is_win(code):
            longest_win = max(longest_win, code)
        else:
            shortest_loss = min(shortest_loss, code)
    if shortest_loss < 256:
        return shortest_loss + 1
    return UNKNOWN if undecided else longest_win + 1


def fresh_room() -> Any:
    """Where `check_positions` keeps moves and ends."""
    return np.empty(3 * WIDTH + 2 * MOST_ENDS, np.int64)


def check_positions(
    maps: Any, table: Any, room: Any, first: int, last: int, samples: int, seed: int, rules: int, sweeps: int
) -> int:
    """Compare random positions of classes first to last - 1 (all, with samples = 0) with what follows from the rules.

    With `sweeps` less than 255 the table is taken to hold what is decided in fewer turns than that.
    The index of a position that is wrong, or -1.
    """
    values, moves, ends = pointer(table), pointer(room), advance(pointer(room), 3 * WIDTH)
    begin, count = maps.start[first], maps.start[last] - maps.start[first]
    for number in range(samples if samples else count):
        index = begin + number
        if samples:
            seed = next_random(seed)
            index = begin + (seed >> 20) % count  # more positions than `pick` can choose from
        group = np.searchsorted(maps.start, index, side="right") - 1
        own = own_marbles(maps, group, index - maps.start[group])
        state = Pylos(own, maps.least[group] ^ own, 0, 0, rules)
        code = 1
        if state.outcome() == ONGOING:
            code = code_from_ends(maps, values, ends, turn_ends(state, moves, ends))
        if code > sweeps:
            code = UNKNOWN
        if code != values[index] or position_index(maps, own, state.other) != index:
            return index
    return -1
