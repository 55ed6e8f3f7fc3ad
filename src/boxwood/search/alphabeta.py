"""Alpha-beta: minimax that does not look where the result cannot matter.

`alpha` is what player 0 is sure of already, `beta` what player 1 is.  When they meet, the players
would not come here, and the remaining moves are cut off.  The value is exactly minimax's.
"""

from typing import Any

from boxwood.core.bridge import recursive
from boxwood.core.contract import ONGOING
from boxwood.search.scores import final_score
from boxwood.search.stack import Notes


@recursive
def alphabeta(state: Any, judge: Any, ply: int, limit: int, alpha: int, beta: int, notes: Notes) -> int:
    """The value for player 0, exact where it lies between alpha and beta."""
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
        value = alphabeta(state.play(move), judge, ply + 1, limit, alpha, beta, notes.below(count))
        if i == 0 or (player == 0 and value > best) or (player == 1 and value < best):
            best = value
            notes.keep(move)
        if player == 0:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            notes.nodes[1] += count - 1 - i
            break
    return best
