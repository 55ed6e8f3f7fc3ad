"""The search: can the player who places the piece in hand win?  Can he at least draw?

Each is a yes-or-no question about what he can reach: yes, if for some cell and some safe gift the opponent cannot reach
the opposite goal.  Gifts that let the opponent complete a line are never looked at; who has no safe gift loses.
What makes it fast is the order: first the cell and gift that leave the opponent the fewest replies (cells to choose
from, each counted with the gifts that are safe then).  None at all: he has lost, and no search is needed.

`horizon` is how many placements are looked ahead, the one at hand included.  If it is the number of empty cells, the
answer is exact; if it is less, it says who wins within so many placements, everything longer being a draw.

Memory is handed down as raw pointers.  A frame, one a ply, is laid out as

    0   4 words     lines, see `position`
    4   16 x 4      threats after the piece in hand is put on each cell
    68  240         moves: replies left to the opponent << 8 | cell << 4 | gift
"""

from typing import Any

from numba import int64, njit

from boxwood.core.bits import lowest, popcount
from boxwood.core.bridge import advance, dual, pointer
from boxwood.games.quarto.rules import FULL
from boxwood.games.quarto.solver.canonical import PLANES, canonical
from boxwood.games.quarto.solver.memory import DRAW, NO, WIN, YES, locate, recall, remember
from boxwood.games.quarto.solver.position import (
    EACH_BYTE,
    EMPTY,
    SAFE,
    START,
    VALUES,
    WORDS,
    find_threats,
    hot_values,
    put,
    safe_after,
)

THREATS, MOVES = WORDS, WORDS + 16 * 4
FRAME = MOVES + 16 * 15
FRAMES = 18
STOP, NODES, LIMIT, DESK = 0, 1, 2, 3  # the desk: not 0 to stop, positions looked at, how many at most

REMEMBER = 8  # empty cells from which on results are kept: below it is faster to search again
PEEK = 10  # from which on the replies are looked up before any is searched

LOST = -1  # instead of the number of moves: the opponent can be left without a reply


@dual
def count_replies(threats: Any, empty: int, hand: int, left: int) -> int:
    """How many ways there are to place the piece in hand and then give a safe one of those left."""
    values = VALUES[hand] * EACH_BYTE
    lower = threats[0] | threats[2] & values
    upper = threats[1] | threats[3] & values
    count = 0
    cells = empty & 255
    while cells:
        count += popcount(left & SAFE[lower >> 8 * lowest(cells) & 255])
        cells &= cells - 1
    cells = empty >> 8
    while cells:
        count += popcount(left & SAFE[upper >> 8 * lowest(cells) & 255])
        cells &= cells - 1
    return count


@njit
def list_moves(frame: Any, threats: Any, empty: int, hand: int, left: int) -> int:
    """Write every cell with every safe gift, and how many; or LOST as soon as one leaves the opponent no reply."""
    child = advance(frame, FRAME)
    count = 0
    cells = empty
    while cells:
        cell = lowest(cells)
        cells &= cells - 1
        gifts = left & safe_after(threats, cell, hand)
        if gifts == 0:
            continue
        put(frame, cell, hand, child)
        after = advance(frame, THREATS + 4 * cell)
        find_threats(child, after)
        while gifts:
            gift = lowest(gifts)
            gifts &= gifts - 1
            replies = count_replies(after, empty ^ 1 << cell, gift, left ^ 1 << gift)
            if replies == 0:
                return LOST
            frame[MOVES + count] = replies << 8 | cell << 4 | gift
            count += 1
    return count


@dual
def any_gift(threats: Any, empty: int, hand: int, left: int) -> bool:
    """Whether the piece can be placed so that a safe gift is left."""
    while empty:
        if left & safe_after(threats, lowest(empty), hand):
            return True
        empty &= empty - 1
    return False


@dual
def take_first(moves: Any, first: int, count: int) -> int:
    """Bring the smallest of the moves from `first` on to the front."""
    best = first
    for place in range(first + 1, count):
        if moves[place] < moves[best]:
            best = place
    move = moves[best]
    moves[best] = moves[first]
    return move


@dual
def is_over(desk: Any) -> bool:
    """Whether to give up; what is answered from then on means nothing."""
    return desk[STOP] != 0 or desk[NODES] > desk[LIMIT]


@njit
def search(
    frame: Any, threats: Any, desk: Any, table: Any, bits: int, images: Any, fitting: Any,
    taken: int, low: int, high: int, left: int, hand: int, goal: int, horizon: int,
) -> int:  # fmt: skip
    """Whether (1 or 0) the player who places the piece in hand, which completes nothing now, reaches the goal."""
    desk[NODES] += 1
    if goal == WIN and horizon <= 2:
        return int64(0)
    if horizon == 1:
        return int64(1)
    empty = FULL ^ taken
    if horizon <= 3 and goal == DRAW:
        return int64(any_gift(threats, empty, hand, left))

    early = popcount(empty) - horizon
    slot = rest = int64(0)
    if horizon >= REMEMBER:
        if is_over(desk):
            return int64(0)
        form = canonical(images, fitting, taken, low, high, hand)
        slot, rest = locate(form[0], form[1], early, bits)
        facts = recall(table, slot, rest) >> 2 * goal
        if facts & (YES | NO):
            return facts & YES

    result = int64(0)
    count = list_moves(frame, threats, empty, hand, left)
    if count == LOST:
        result = int64(1)
        count = int64(0)
    elif goal == WIN and horizon <= 4:
        return int64(0)

    if horizon >= PEEK:
        kept = int64(0)
        for place in range(count):
            move = frame[MOVES + place]
            cell, gift = move >> 4 & 15, move & 15
            form = canonical(images, fitting, taken | 1 << cell, low | PLANES[hand & 3] << cell,
                             high | PLANES[hand >> 2] << cell, gift)  # fmt: skip
            spot = locate(form[0], form[1], early, bits)
            facts = recall(table, spot[0], spot[1]) >> 2 * (1 - goal)
            if facts & NO:
                result = int64(1)
                break
            if facts & YES == 0:
                frame[MOVES + kept] = move
                kept += 1
        count = kept

    child = advance(frame, FRAME)
    place = int64(0)
    while result == 0 and place < count:
        move = take_first(advance(frame, MOVES), place, count)
        place += 1
        cell, gift = move >> 4 & 15, move & 15
        put(frame, cell, hand, child)
        reached = search(
            child, advance(frame, THREATS + 4 * cell), desk, table, bits, images, fitting,
            taken | 1 << cell, low | PLANES[hand & 3] << cell, high | PLANES[hand >> 2] << cell,
            left ^ 1 << gift, gift, 1 - goal, horizon - 1,
        )  # fmt: skip
        result = 1 - reached

    if horizon >= REMEMBER and not is_over(desk):
        # Who wins does not lose, and who loses does not win.
        facts = (YES | YES << 2 * goal) if result else (NO << 2 | NO << 2 * goal)
        remember(table, slot, rest, horizon - 1, facts)
    return result


@dual
def set_up(cells: Any, hand: int, squares: int, frame: Any) -> tuple[int, int, int, int]:
    """Write the first frame; taken cells, planes, and the pieces left."""
    for word in range(WORDS):
        frame[word] = START[WORDS * squares + word]
    taken, low, high, left = int64(0), int64(0), int64(0), int64(FULL)
    for cell in range(16):
        piece = cells[cell]
        if piece != EMPTY:
            put(frame, cell, piece, frame)
            taken |= 1 << cell
            low |= PLANES[piece & 3] << cell
            high |= PLANES[piece >> 2] << cell
            left ^= 1 << piece
    if hand != EMPTY:
        left ^= 1 << hand
    return taken, low, high, left


def decide_entry(
    cells: Any, hand: int, squares: int, goal: int, horizon: int,
    frames: Any, desk: Any, table: Any, bits: int, images: Any, fitting: Any,
) -> int:  # fmt: skip
    """Whether the player who places the piece in hand reaches the goal within the horizon."""
    frame = pointer(frames)
    taken, low, high, left = set_up(cells, hand, squares, frame)
    if hot_values(frame) & VALUES[hand]:
        return int64(1)
    threats = advance(frame, (FRAMES - 1) * FRAME)
    find_threats(frame, threats)
    return search(
        frame, threats, pointer(desk), pointer(table), int64(bits), pointer(images), pointer(fitting),
        taken, low, high, left, int64(hand), int64(goal), int64(min(horizon, 16 - popcount(taken))),
    )  # fmt: skip


def replies_entry(cells: Any, squares: int, frames: Any, replies: Any) -> None:
    """For each piece left, how many replies its gift leaves; LOST for one that completes a line."""
    frame = pointer(frames)
    threats = advance(frame, FRAME)
    taken, _, _, left = set_up(cells, EMPTY, squares, frame)
    find_threats(frame, threats)
    hot = hot_values(frame)
    pieces = left
    while pieces:
        gift = lowest(pieces)
        pieces &= pieces - 1
        if hot & VALUES[gift]:
            replies[gift] = LOST
        else:
            replies[gift] = count_replies(threats, FULL ^ taken, gift, left ^ 1 << gift)


def canonical_entry(cells: Any, hand: int, frames: Any, images: Any, fitting: Any) -> tuple[int, int]:
    """The canonical form of a position."""
    taken, low, high, _ = set_up(cells, hand, int64(0), pointer(frames))
    return canonical(pointer(images), pointer(fitting), taken, low, high, hand)
