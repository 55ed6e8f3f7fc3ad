"""Alpha-beta with memory: what was found of a position is not searched again.

After a cut-off the value is not known exactly, only a bound of it, and the table must say which: a
value at or above beta is a lower bound, one that never reached alpha an upper bound.  Forgetting
this is the classic mistake.  Three words a slot: the position's key; depth left, bound and value in
one; the best move.  An entry counts only for the same depth, so the value stays exactly minimax's.
"""

from typing import Any

from boxwood.core.bits import multiply_add
from boxwood.core.bridge import Buffer, advance, dual, recursive
from boxwood.core.contract import ONGOING
from boxwood.search.ordering import sort_moves
from boxwood.search.scores import INFINITE, final_score
from boxwood.search.stack import Notes
from boxwood.search.transposition import EXACT, LOWER, UPPER, to_table

SLOT = 3
_OFFSET = 1 << 33
_MIX = 7046029254386353131


@dual
def slot_for(table: Buffer, key: int) -> Buffer:
    """Where a position is kept; table[0] is the number of slots."""
    return advance(table, 1 + SLOT * (multiply_add(key, _MIX, 0) % table[0]))


@recursive
def remembering(
    state: Any, judge: Any, ply: int, limit: int, alpha: int, beta: int, in_order: int, notes: Notes
) -> int:
    """The value for the player to move, exact where it lies between alpha and beta."""
    notes.nodes[0] += 1
    notes.forget_line()
    outcome = state.outcome()
    if outcome != ONGOING:
        return final_score(state, outcome, ply)
    if ply == limit:
        return judge.evaluate(state)
    key, first = state.key(), alpha
    slot = slot_for(notes.table, key)
    known_move = -1
    if slot[0] == key + 1:
        known_move = slot[2]
        if slot[1] & 255 == limit - ply:
            value = to_table((slot[1] >> 10) - _OFFSET, -ply)
            bound = (slot[1] >> 8) & 3
            if bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha):
                notes.line[0], notes.line[1] = 1, known_move
                notes.below(0).forget_line()
                return value
    best, best_move = -INFINITE, -1
    count = state.moves(notes.room)
    if in_order != 0:
        sort_moves(state, judge, notes.room, count)
    for i in range(count):
        if notes.room[i] == known_move:  # what was best at another depth goes first
            for j in range(i, 0, -1):
                notes.room[j] = notes.room[j - 1]
            notes.room[0] = known_move
    for i in range(count):
        move = notes.room[i]
        child = state.play(move)
        if child.player() == state.player():
            value = remembering(child, judge, ply + 1, limit, alpha, beta, in_order, notes.below(count))
        else:
            value = -remembering(child, judge, ply + 1, limit, -beta, -alpha, in_order, notes.below(count))
        if value > best:
            best, best_move = value, move
            notes.keep(move)
        alpha = max(alpha, best)
        if alpha >= beta:
            notes.nodes[1] += count - 1 - i
            break
    bound = UPPER if best <= first else (LOWER if best >= beta else EXACT)
    slot[0] = key + 1
    slot[1] = ((to_table(best, ply) + _OFFSET) << 10) | (bound << 8) | (limit - ply)
    slot[2] = best_move
    return best
