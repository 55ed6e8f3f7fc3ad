"""Quiescence: the horizon waits until no capture or threat is pending.

At the depth limit the search goes on with the judge's `forcing` moves alone.  The player may also
stand still and take the judge's opinion, unless the judge says that one of them must be played.
"""

from typing import Any

from boxwood.core.bridge import recursive
from boxwood.core.contract import ONGOING
from boxwood.search.scores import INFINITE, final_score
from boxwood.search.stack import DEEPEST, Notes


@recursive
def quiet(state: Any, judge: Any, ply: int, limit: int, alpha: int, beta: int, notes: Notes) -> int:
    """Negamax to the limit and beyond it until the position is quiet."""
    notes.nodes[0] += 1
    notes.forget_line()
    outcome = state.outcome()
    if outcome != ONGOING:
        return final_score(state, outcome, ply)
    best = -INFINITE
    if ply < limit:
        count = state.moves(notes.room)
    else:
        count = judge.forcing(state, notes.room)
        if count >= 0 or ply >= DEEPEST:
            best = judge.evaluate(state)
            alpha = max(alpha, best)
            if count == 0 or ply >= DEEPEST or alpha >= beta:
                return best
        count = abs(count)
    for i in range(count):
        move = notes.room[i]
        child = state.play(move)
        if child.player() == state.player():
            value = quiet(child, judge, ply + 1, limit, alpha, beta, notes.below(count))
        else:
            value = -quiet(child, judge, ply + 1, limit, -beta, -alpha, notes.below(count))
        if value > best:
            best = value
            notes.keep(move)
        alpha = max(alpha, best)
        if alpha >= beta:
            notes.nodes[1] += count - 1 - i
            break
    return best
