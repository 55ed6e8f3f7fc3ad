"""The engine's search: principal variation search with everything that proved itself.

One function for the tree and one for the quiet end of it, both compiled for a game and its judge.
The sign of a score flips only where the player changes, so turns of several decisions need nothing
special.  Iterative deepening, threads and clocks are in `thinking`.
"""

from typing import Any

from numba import int64, njit

from boxwood.core.bits import multiply_add
from boxwood.core.bridge import advance, at
from boxwood.core.contract import ONGOING
from boxwood.search.scores import INFINITE, MAX_PLY, WIN, WON, final_score, verdict_score
from boxwood.search.thread_data import SEEN
from boxwood.search.transposition import (
    EXACT,
    LOWER,
    MIX,
    MOVE_BITS,
    NO_MOVE,
    TASK_SHIFT,
    UPPER,
    data_bound,
    data_depth,
    data_move,
    data_score,
    fetch,
    probe,
    store,
    to_table,
)

HASH_FIRST, KILLER_FIRST, COUNTER_FIRST = 1 << 48, 1 << 40, 1 << 38
HISTORY_BITS = 24
SHARED_DEPTH = 3  # from here on threads tell each other what they are looking at, and what they learn
NOT_DEFERRED = -(1 << 60)  # below are the words of moves that another thread was looking at
KEPT_DEPTH = 2  # below, searching again costs less than waiting for the table's memory
FEW = 8  # moves, so few that the memory for all is asked for at once, and comes while they are rated


@njit
def quiesce(state: Any, judge: Any, desk: Any, alpha: int, beta: int, ply: int) -> int:
    """The value of a state once no capture or threat is pending."""
    desk.nodes += 1
    outcome = state.outcome()
    if outcome != ONGOING:
        return final_score(state, outcome, ply)
    verdict = judge.verdict(state)
    if verdict != 0:
        return verdict_score(verdict, ply)
    moves = advance(at(desk.moves), ply * desk.width)
    count = judge.forcing(state, moves) if ply < MAX_PLY else 0
    best = -INFINITE
    if count >= 0:
        best = judge.evaluate(state)
        if count == 0 or best >= beta:
            return best
        alpha = max(alpha, best)
    count = abs(count)
    player = state.player()
    for i in range(count):
        child = state.play(moves[i])
        if child.player() == player:
            value = quiesce(child, judge, desk, alpha, beta, ply + 1)
        else:
            value = -quiesce(child, judge, desk, -beta, -alpha, ply + 1)
        if value > best:
            best = value
            if value > alpha:
                alpha = value
                if value >= beta:
                    break
    return best


@njit
def repeated(desk: Any, key: int, ply: int) -> bool:
    """Whether this position stood on the board before, in the game or on the way here."""
    if at(desk.seen)[key % SEEN] == 0:
        return False
    path = at(desk.path)
    for i in range(desk.path_start + ply - 1, -1, -1):  # noqa: SIM110  # compiled code has no any()
        if path[i] == key:
            return True
    return False


@njit
def part_of(desk: Any, thread: int, player: int) -> int:
    """Where in the threads' experience that of one thread with the moves of one player begins."""
    return (2 * thread + player) * desk.room


@njit
def rate_moves(state: Any, judge: Any, desk: Any, count: int, ply: int, hash_move: int, previous: int) -> None:
    """Put before each move, in the same word, how early it is to be searched; of equal ones the first comes first.

    The one that comes before all is brought to place 0, as `next_move` would.
    """
    moves = advance(at(desk.moves), ply * desk.width)
    killers = advance(at(desk.killers), 2 * ply)
    killer, second = killers[0], killers[1]
    player = state.player()
    part = part_of(desk, desk.thread, player)
    history = advance(at(desk.history), part)
    counter = at(desk.counters)[part + previous] if previous >= 0 else -1
    top, best = 0, NOT_DEFERRED
    for i in range(count):
        move = moves[i]
        # The last that holds counts.  Without branches: the processor would often guess wrong.
        bonus = COUNTER_FIRST if move == counter else 0
        bonus = KILLER_FIRST if move == second else bonus
        bonus = KILLER_FIRST + 1 if move == killer else bonus
        bonus = HASH_FIRST if move == hash_move else bonus
        rating = history[move] + (judge.order(state, move) << 10) + bonus
        word = rating << MOVE_BITS | NO_MOVE ^ move
        top = i if word > best else top
        best = max(word, best)
        moves[i] = word
    moves[top] = moves[0]
    moves[0] = best


@njit
def rated_move(word: int) -> int:
    """The move in a rated word."""
    return word & NO_MOVE ^ NO_MOVE


@njit
def next_move(moves: Any, i: int, count: int) -> int:
    """Bring the best of the rated moves from i on to place i (most nodes need only the first few)."""
    top, best = i, moves[i]
    for j in range(i + 1, count):
        if moves[j] > best:
            top, best = j, moves[j]
    moves[top] = moves[i]
    moves[i] = best
    return rated_move(best)


@njit
def reward(desk: Any, player: int, move: int, previous: int, i: int, depth: int, ply: int) -> None:
    """Remember a move that refuted, and that those before it did not; tell the other threads where it matters."""
    killers = advance(at(desk.killers), 2 * ply)
    if killers[0] != move:
        killers[1] = killers[0]
        killers[0] = move
    moves = advance(at(desk.moves), ply * desk.width)
    bonus = min(depth * depth, 400) << 6
    first, last = (0, desk.threads) if depth >= SHARED_DEPTH else (desk.thread, desk.thread + 1)
    for thread in range(first, last):
        part = part_of(desk, thread, player)
        if previous >= 0:
            at(desk.counters)[part + previous] = move
        history = advance(at(desk.history), part)
        for j in range(i):
            failed = rated_move(moves[j])
            history[failed] -= bonus + (history[failed] * bonus >> HISTORY_BITS)
        history[move] += bonus - (history[move] * bonus >> HISTORY_BITS)


@njit
def keep_line(desk: Any, ply: int, move: int) -> None:
    """The best line from here is this move and then the best line of the child."""
    lengths, width = at(desk.line_length), MAX_PLY + 2
    mine, below = advance(at(desk.line), ply * width), advance(at(desk.line), (ply + 1) * width)
    length = lengths[ply + 1]
    mine[0] = move
    for i in range(length):
        mine[i + 1] = below[i]
    lengths[ply] = length + 1


@njit
def task_of(key: int, move: int) -> int:
    """The word that stands for looking at this move here, on the board that all threads see."""
    return multiply_add(key ^ move, MIX, move)


@njit
def deferred(move: int, rank: int) -> int:
    """The word of a move that waits, and how many better rated ones there were; the earlier ones come first."""
    return NOT_DEFERRED - (rank + 1 << MOVE_BITS) + (NO_MOVE ^ move)


@njit
def deferred_rank(word: int) -> int:
    """How many better rated moves there were, from the word of a move that waited."""
    return NOT_DEFERRED - 1 - word >> MOVE_BITS


@njit
def reduction(i: int, depth: int, count: int) -> int:
    """How much less deep a move late in the list is looked at first."""
    if depth < 3 or i < 3:
        return 0
    less = 1
    if i >= 8:
        less += 1
    if i >= 24:
        less += 1
    if depth >= 8:
        less += 1
    return min(less, depth - 1)


@njit
def search(state: Any, judge: Any, desk: Any, depth: int, alpha: int, beta: int, ply: int, previous: int) -> int:
    """The value of a state for the player to move, looking `depth` moves ahead."""
    at(desk.line_length)[ply] = 0
    if depth <= 0 or ply >= MAX_PLY:
        return quiesce(state, judge, desk, alpha, beta, ply)
    desk.nodes += 1
    if desk.nodes >= desk.node_limit:
        desk.stop = 1
    outcome = state.outcome()
    if outcome != ONGOING:
        return final_score(state, outcome, ply)
    key = state.key()
    if ply > 0:
        verdict = judge.verdict(state)
        if verdict != 0:
            return verdict_score(verdict, ply)
        if desk.can_cycle != 0 and repeated(desk, key, ply):
            return 0
        # No line from here can be better than a win on the next move, nor worse than being mated now.
        alpha, beta = max(alpha, ply - WIN), min(beta, WIN - ply - 1)
        if alpha >= beta:
            return alpha
    on_principal_line = beta - alpha > 1
    data = probe(desk.table, desk.table_bits, key) if depth >= KEPT_DEPTH else 0
    hash_move = -1
    if data != 0:
        hash_move = data_move(data)
        if data_depth(data) >= depth and ply > 0:
            score, bound = data_score(data, ply), data_bound(data)
            if bound == EXACT and (not on_principal_line or data_depth(data) > depth):
                return score
            if not on_principal_line and ((bound == LOWER and score >= beta) or (bound == UPPER and score <= alpha)):
                return score
    if ply == 0 and (hash_move == -1 or desk.bans > 0):
        hash_move = desk.favourite
    moves = advance(at(desk.moves), ply * desk.width)
    count = judge.candidates(state, moves, depth if ply > 0 else MAX_PLY)
    partial, count = count < 0, abs(count)
    if hash_move == -1 and depth >= 6:
        depth -= 1  # nothing known here: a shallower look first, the next iteration comes back
    if depth > KEPT_DEPTH and count <= FEW:
        for j in range(count):
            fetch(desk.table, desk.table_bits, state.play(moves[j]).key())
    rate_moves(state, judge, desk, count, ply, hash_move, previous)
    if desk.can_cycle != 0:
        at(desk.path)[desk.path_start + ply] = key
        at(desk.seen)[key % SEEN] += 1
    player = state.player()
    best, best_move, bound = -INFINITE, NO_MOVE, UPPER
    extension = 1 if count == 1 and not partial else 0
    searched = i = task = rank = 0
    shares = desk.threads > 1 and depth >= SHARED_DEPTH
    while i < count:
        move = next_move(moves, i, count) if i > 0 else rated_move(moves[0])
        if ply == 0 and at(desk.banned)[move] != 0:
            i += 1
            continue
        if shares and searched > 0:
            # What another thread is looking at comes last: by then the table knows it (Kerrigan's simple ABDADA).
            task = task_of(key, move)
            if moves[i] >= NOT_DEFERRED and at(desk.tasks)[task >> TASK_SHIFT] == task:
                moves[i] = deferred(move, rank)
                rank += 1
                continue
            at(desk.tasks)[task >> TASK_SHIFT] = task
        child = state.play(move)
        deeper = depth - 1 + extension
        if deeper >= KEPT_DEPTH and count > FEW:
            fetch(desk.table, desk.table_bits, child.key())
        same = child.player() == player
        less = reduction(rank if moves[i] >= NOT_DEFERRED else deferred_rank(moves[i]), depth, count)
        # The first move is searched in full.  Of the others it is enough to know that they are no better, less
        # deep where they come late; only if one seems better is it looked at again, deeper and then in full.
        high = beta if searched == 0 else alpha + 1
        while True:
            low, top = (alpha, high) if same else (-high, -alpha)
            if deeper - less <= 0:
                at(desk.line_length)[ply + 1] = 0
                value = quiesce(child, judge, desk, low, top, ply + 1)
            else:
                value = search(child, judge, desk, deeper - less, low, top, ply + 1, move)
            value = value if same else -value
            if value <= alpha or desk.stop != 0:
                break
            if less > 0:
                less = 0
            elif value < beta and high < beta:
                high = beta
            else:
                break
        if shares and searched > 0 and at(desk.tasks)[task >> TASK_SHIFT] == task:
            at(desk.tasks)[task >> TASK_SHIFT] = 0
        if desk.stop != 0:
            break
        if moves[i] >= NOT_DEFERRED:
            rank += 1
        searched += 1
        i += 1
        if value > best:
            best, best_move = value, move
            if value > alpha:
                alpha, bound = value, EXACT
                if on_principal_line:
                    keep_line(desk, ply, move)
                if value >= beta:
                    bound = LOWER
                    reward(desk, player, move, previous, i - 1, depth, ply)
                    break
    if partial and best < -WON:
        best += WIN - WON  # lost as far as these moves go, which is not certain
    if desk.can_cycle != 0:
        at(desk.seen)[key % SEEN] -= 1
    # With moves left out, the best of the others is not what the table should say.
    if desk.stop == 0 and depth >= KEPT_DEPTH and (ply > 0 or desk.bans == 0):
        store(desk.table, desk.table_bits, desk.age, key, best_move, max(depth, 0), bound, to_table(best, ply))
    return best


def search_entry(state: Any, judge: Any, record: Any, depth: int, alpha: int, beta: int) -> int:
    """One search of the root to a depth; the line is on the desk."""
    desk = record[0]
    value = search(state, judge, desk, int64(depth), int64(alpha), int64(beta), int64(0), int64(-1))
    if desk.stop == 0:
        desk.depth_reached = depth
    return value
