"""The search: is the score of the player to move above `alpha`?

A null-window alpha-beta search over positions in which the player to move cannot win at once.  What makes it small:

    - moves that let the opponent win are never looked at; if only one is left, it is played without a node;
    - a move that leaves the opponent no safe reply wins; if there is none, and the next chance comes too late, enough;
    - the player who moved is often sure of enough by following (see `parity`);
    - replies whose value is known from the table are not searched, and may settle the matter before any is;
    - when the opponent refutes a move by a double threat, other moves that do not touch it are refuted as well.

What a thread needs besides the shared table is on its desk, raw memory laid out as

    0      counters, see below
    64     history: for each player and cell how well it did lately, 2 x 64 words
    192    for each number of discs: up to 7 moves, the threats and the key after each, and a refutation, 24 words
    1280   a small table for positions near the end of the search, which stays in the processor's own cache

A score is 22 minus the discs that the winner needs: 1 if he wins with his last, negative for a loss.
"""

from typing import Any

from boxwood.core.bits import lowest, popcount
from boxwood.core.bridge import Table, advance, pointer, prefetch, recursive
from boxwood.games.connect4.solver.board import (
    BOARD,
    CELLS,
    COLUMN_OF,
    COLUMNS,
    STRIDE,
    key_of,
    playable,
    safe_moves,
    threats_of,
)
from boxwood.games.connect4.solver.parity import follower_reaches
from boxwood.games.connect4.solver.table import (
    NO_COLUMN,
    best_column,
    bucket_of,
    lower_bound,
    mix,
    recall,
    remember,
    shift_for,
    upper_bound,
)

# Counters: positions looked at, how many at most (which others may change at any time), whether the search has given up
# for that, the shared table's shift, how much to vary the order of moves.
NODES, LIMIT, GAVE_UP, SHIFT, SPREAD = 0, 1, 2, 3, 4
HISTORY, FRAMES, FRAME, SMALL = 64, 192, 24, 1280
THREATS, REFUTATION, REPLIES = 8, 15, 16  # in a frame
SMALL_BITS = 15
SMALL_SHIFT = shift_for(SMALL_BITS)
DESK = SMALL + (1 << SMALL_BITS)

NEAR = 5  # discs of one player up to the end of the search from which on the small table is used
PLACE = 50  # where the rank of a move begins, above its bit

# Ranks of moves, found by trying: threats count most, then the middle, then what did well elsewhere.
PER_THREAT = 64
OPEN_THREAT = -12  # the opponent just stops it
PER_REPLY = -4
MIDDLE = Table(1000 + 16 * (3 - abs(cell // STRIDE - 3)) for cell in range(STRIDE * COLUMNS))
HISTORY_ONE, HISTORY_SHIFT, HISTORY_RATE = 1 << 16, 11, 6  # full marks, what they weigh (32), how fast they change
FROM_TABLE = 4000


@recursive
def search(own: int, discs: int, dangers: int, alpha: int, desk: Any, table: Any) -> int:
    """A lower bound of the score if it is above alpha, else an upper one; in `dangers` the opponent would win."""
    desk[NODES] += 1
    started = desk[NODES]
    if started > desk[LIMIT]:
        desk[GAVE_UP] = 1
        return 0
    other = own ^ discs
    count = popcount(discs)
    first_count = count
    sign = 1
    while True:
        moves = safe_moves(dangers, discs)
        if moves == 0:
            return -sign * (CELLS - count >> 1)
        if count >= CELLS - 2:
            return 0
        upper = CELLS - 1 - count >> 1
        lower = -(CELLS - 2 - count >> 1)
        if upper <= alpha:
            return sign * upper
        if lower > alpha:
            return sign * lower
        if moves & (moves - 1):
            break
        own |= moves
        discs |= moves
        count += 1
        dangers = threats_of(own, discs)
        if follower_reaches(own, other, discs, dangers, count & 1 == 0, alpha + 1):
            return sign * (alpha + 1)
        own, other = other, own
        alpha = -1 - alpha
        sign = -sign

    near = min(upper - alpha, alpha + 1 - lower) < NEAR
    memory = advance(desk, SMALL) if near else table
    shift = SMALL_SHIFT if near else desk[SHIFT]
    key = key_of(own, discs)
    mirrored = key != own + discs
    mixed = mix(key)
    known = recall(memory, shift, mixed)
    favourite = 0
    if known:
        if lower_bound(known) > alpha:
            return sign * lower_bound(known)
        if upper_bound(known) <= alpha:
            return sign * upper_bound(known)
        column = best_column(known)
        if column != NO_COLUMN:
            favourite = COLUMN_OF[STRIDE * (COLUMNS - 1 - column if mirrored else column)]

    replies_near = min((CELLS - 2 - count >> 1) + alpha + 1, (CELLS - 3 - count >> 1) - alpha) < NEAR
    reply_memory = advance(desk, SMALL) if replies_near else table
    reply_shift = SMALL_SHIFT if replies_near else desk[SHIFT]
    frame = advance(desk, FRAMES + FRAME * count)
    total = 0
    while moves:
        move = moves & -moves
        moves ^= move
        after = discs | move
        threats = threats_of(own | move, after)
        if safe_moves(threats, after) == 0:
            frame[REFUTATION] = move if count == first_count else 0
            return sign * upper
        frame[total] = move
        frame[THREATS + total] = threats
        reply = mix(key_of(other, after))
        frame[REPLIES + total] = reply
        prefetch(reply_memory, bucket_of(reply, reply_shift))
        total += 1
    upper = CELLS - 3 - count >> 1
    if upper <= alpha:
        return sign * upper

    best = lower
    history = advance(desk, HISTORY + 64 * (count & 1))
    left = 0
    for index in range(total):
        move = frame[index]
        threats = frame[THREATS + index]
        after = discs | move
        if follower_reaches(own | move, other, after, threats, count & 1 == 1, alpha + 1):
            return sign * (alpha + 1)
        forced = threats & playable(after)
        if forced == 0:
            known = recall(reply_memory, reply_shift, frame[REPLIES + index])
            if known:
                if -upper_bound(known) > alpha:
                    remember(memory, shift, mixed, -upper_bound(known), upper, 0, NO_COLUMN)
                    return sign * -upper_bound(known)
                if -lower_bound(known) <= alpha:
                    best = max(best, -lower_bound(known))
                    continue
        cell = lowest(move)
        rank = (
            (key >> (cell & 31) & desk[SPREAD])
            + MIDDLE[cell]
            + PER_THREAT * popcount(threats)
            + (history[cell] >> HISTORY_SHIFT)
        )
        if forced:
            rank += OPEN_THREAT + PER_REPLY
        else:
            rank += PER_REPLY * popcount(safe_moves(threats, after))
        if move & favourite:
            rank = FROM_TABLE
        place = left
        left += 1
        while place > 0 and frame[place - 1] >> PLACE < rank:
            frame[place] = frame[place - 1]
            frame[THREATS + place] = frame[THREATS + place - 1]
            place -= 1
        frame[place] = move | rank << PLACE
        frame[THREATS + place] = threats

    column = NO_COLUMN
    touching = BOARD  # the moves that may spoil every double threat that has refuted another
    replied = 0
    refutation = advance(frame, FRAME + REFUTATION)
    for index in range(left):
        move = frame[index] & BOARD
        threats = frame[THREATS + index]
        after = discs | move
        if move & touching == 0 and threats & (replied | playable(after)) == 0:
            continue
        refutation[0] = 0
        value = -search(other, after, threats, -1 - alpha, desk, table)
        if desk[GAVE_UP]:
            return 0
        if value > alpha:
            best = value
            column = lowest(move) // STRIDE
            for worse in range(index + 1):
                cell = lowest(frame[worse])
                marks = HISTORY_ONE if worse == index else -HISTORY_ONE
                history[cell] += marks - history[cell] >> HISTORY_RATE
            break
        best = max(best, value)
        answer = refutation[0] & playable(discs)
        if answer:
            double = threats_of(other | answer, discs | answer)
            now = double & playable(discs | answer)
            if now & (now - 1) or now & double >> 1:
                touching &= answer | double
                replied |= answer << 1

    nodes = desk[NODES] - started
    if best > alpha:
        remember(memory, shift, mixed, best, upper, nodes, COLUMNS - 1 - column if mirrored else column)
    else:
        remember(memory, shift, mixed, lower, best, nodes, NO_COLUMN)
    return sign * best


def search_entry(own: int, discs: int, alpha: int, desk: Any, table: Any) -> int:
    """The search from a position of a game that goes on, where the player to move cannot win at once.

    What it gives means nothing if it has given up.
    """
    desk[GAVE_UP] = 0
    return search(own, discs, threats_of(own ^ discs, discs), alpha, pointer(desk), pointer(table))
