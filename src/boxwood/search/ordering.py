"""Move ordering: negamax that looks at promising moves first, and so cuts off more.

What looks promising is the judge's `order`.  The order never changes the value, only the work.
"""

from typing import Any

from boxwood.core.bridge import Buffer, dual, recursive
from boxwood.core.contract import ONGOING
from boxwood.search.scores import INFINITE, final_score
from boxwood.search.stack import Notes

MOVE_BITS = 20  # more than any game's moves need; ratings keep within the other 43


@dual
def sort_moves(state: Any, judge: Any, moves: Buffer, count: int) -> int:
    """Sort the moves, best first, equal ones in the game's order (insertion sort: lists are short).

    The judge is asked once a move: while they are sorted, its ratings stand before the moves in the same words.
    """
    for i in range(count):
        rated = judge.order(state, moves[i]) << MOVE_BITS | moves[i]
        place = i
        while place > 0 and moves[place - 1] >> MOVE_BITS < rated >> MOVE_BITS:
            moves[place] = moves[place - 1]
            place -= 1
        moves[place] = rated
    for i in range(count):
        moves[i] &= (1 << MOVE_BITS) - 1
    return count


@recursive
def ordered(state: Any, judge: Any, ply: int, limit: int, alpha: int, beta: int, notes: Notes) -> int:
    """The value for the player to move, exact where it lies between alpha and beta."""
    notes.nodes[0] += 1
    notes.forget_line()
    outcome = state.outcome()
    if outcome != ONGOING:
        return final_score(state, outcome, ply)
    if ply == limit:
        return judge.evaluate(state)
    best = -INFINITE
    count = sort_moves(state, judge, notes.room, state.moves(notes.room))
    for i in range(count):
        move = notes.room[i]
        child = state.play(move)
        if child.player() == state.player():
            value = ordered(child, judge, ply + 1, limit, alpha, beta, notes.below(count))
        else:
            value = -ordered(child, judge, ply + 1, limit, -beta, -alpha, notes.below(count))
        if value > best:
            best = value
            notes.keep(move)
        alpha = max(alpha, best)
        if alpha >= beta:
            notes.nodes[1] += count - 1 - i
            break
    return best
