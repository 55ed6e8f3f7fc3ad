"""Dynamic depth: look deeper where it is promising, drop a branch as soon as it looks lost.

The Pylos report's idea of how a person reads a game.  Down to `sure` moves every branch is looked at;
below that each child is first judged at a glance, and those that look worse than the best of their
sisters by more than `margin` are dropped and keep the judge's value.  The price is an error where
a sacrifice pays; the gain is a much deeper limit for the same work.
"""

from typing import Any

from boxwood.core.bridge import recursive
from boxwood.core.contract import ONGOING
from boxwood.search.scores import INFINITE, final_score
from boxwood.search.stack import Notes


@recursive
def refining(
    state: Any, judge: Any, ply: int, limit: int, sure: int, margin: int, alpha: int, beta: int, notes: Notes
) -> int:
    """The value for the player to move; lost-looking branches are judged, the others searched."""
    notes.nodes[0] += 1
    notes.forget_line()
    outcome = state.outcome()
    if outcome != ONGOING:
        return final_score(state, outcome, ply)
    if ply == limit:
        return judge.evaluate(state)
    player = state.player()
    count = state.moves(notes.room)
    hope = -INFINITE
    if ply >= sure:
        for i in range(count):
            child = state.play(notes.room[i])
            if child.outcome() == ONGOING:
                glance = judge.evaluate(child)
                hope = max(hope, glance if child.player() == player else -glance)
    best = -INFINITE
    for i in range(count):
        move = notes.room[i]
        child = state.play(move)
        dropped = False
        value = 0
        if ply >= sure and child.outcome() == ONGOING:
            value = judge.evaluate(child)
            if child.player() != player:
                value = -value
            dropped = value < hope - margin
        if dropped:
            notes.nodes[1] += 1
            notes.below(count).forget_line()
        elif child.player() == player:
            value = refining(child, judge, ply + 1, limit, sure, margin, alpha, beta, notes.below(count))
        else:
            value = -refining(child, judge, ply + 1, limit, sure, margin, -beta, -alpha, notes.below(count))
        if value > best:
            best = value
            notes.keep(move)
        alpha = max(alpha, best)
        if alpha >= beta:
            notes.nodes[1] += count - 1 - i
            break
    return best
