"""The ends of a turn: every way in which the player to move can leave the board to the other.

The table holds positions between turns only, while a move of the game is one decision.  A turn takes at most three (a
step and two take-backs), so three loops find them all, from the rules themselves.
"""

from typing import Any

from boxwood.core.bridge import advance, dual
from boxwood.games.pylos.rules import Pylos

WIDTH = 128  # room for the moves of one decision
MOST_ENDS = 1 << 14


@dual
def turn_ends(state: Pylos, room: Any, ends: Any) -> int:
    """Write the marbles of the next player and of this one, in pairs; how many pairs.

    `room` is for 3 * WIDTH numbers, `ends` for 2 * MOST_ENDS.
    """
    count = 0
    seconds, thirds = advance(room, WIDTH), advance(room, 2 * WIDTH)
    for i in range(state.moves(room)):
        one = state.play(room[i])
        if one.pending == 0:
            ends[2 * count], ends[2 * count + 1] = one.own, one.other
            count += 1
            continue
        for j in range(one.moves(seconds)):
            two = one.play(seconds[j])
            if two.pending == 0:
                ends[2 * count], ends[2 * count + 1] = two.own, two.other
                count += 1
                continue
            for k in range(two.moves(thirds)):
                three = two.play(thirds[k])
                ends[2 * count], ends[2 * count + 1] = three.own, three.other
                count += 1
    return count
