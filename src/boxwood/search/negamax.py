"""Negamax: alpha-beta with one case instead of two.

A value is that of the player to move, so what is good for one is the negative of it for the other.
The sign flips where the player changes, which in some games is not after every move.
"""

from typing import Any

from boxwood.core.bridge import recursive
from boxwood.core.contract import ONGOING
from boxwood.search.scores import INFINITE, final_score
from boxwood.search.stack import Notes


@recursive
def negamax(state: Any, judge: Any, ply: int, limit: int, alpha: int, beta: int, notes: Notes) -> int:
    """The value for the player to move, exact where it lies between alpha and beta."""
    notes.nodes[0] += 1
    notes.forget_line()
    outcome = state.outcome()
    if outcome != ONGOING:
        return final_score(state, outcome, ply)
    if ply == limit:
        return judge.evaluate(state)
    best = -INFINITE
    count = state.moves(notes.room)
    for i in range(count):
        move = notes.room[i]
        child = state.play(move)
        if child.player() == state.player():
            value = negamax(child, judge, ply + 1, limit, alpha, beta, notes.below(count))
        else:
            value = -negamax(child, judge, ply + 1, limit, -beta, -alpha, notes.below(count))
        if value > best:
            best = value
            notes.keep(move)
        alpha = max(alpha, best)
        if alpha >= beta:
            notes.nodes[1] += count - 1 - i
            break
    return best
