"""Minimax, as in any textbook: the first algorithm to read.

Player 0 picks the move of the highest value, player 1 that of the lowest.  A value is always player
0's: what a finished game is worth, or at the depth limit what the judge thinks.  With a limit that no
game reaches this is plain minimax over the whole tree.
"""

from typing import Any

from boxwood.core.bridge import recursive
from boxwood.core.contract import ONGOING
from boxwood.search.scores import final_score
from boxwood.search.stack import Notes


@recursive
def minimax(state: Any, judge: Any, ply: int, limit: int, notes: Notes) -> int:
    """The value for player 0 of a state `ply` moves after the root."""
    notes.nodes[0] += 1
    notes.forget_line()
    player = state.player()
    outcome = state.outcome()
    if outcome != ONGOING:
        value = final_score(state, outcome, ply)
        return value if player == 0 else -value
    if ply == limit:
        value = judge.evaluate(state)
        return value if player == 0 else -value
    best = 0
    count = state.moves(notes.room)
    for i in range(count):
        move = notes.room[i]
        value = minimax(state.play(move), judge, ply + 1, limit, notes.below(count))
        if i == 0 or (player == 0 and value > best) or (player == 1 and value < best):
            best = value
            notes.keep(move)
    return best
