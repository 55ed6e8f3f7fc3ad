"""One sweep over a class of shapes: which of its unknown positions are decided in exactly `distance` turns?

A byte a position: 0 unknown, else the number of turns to the end, plus 1.  An odd number of turns is a win for the
mover, an even one a loss, so that codes of losses are odd.  In a sweep for wins a position needs a successor lost in
one turn less; in a sweep for losses all its successors must be known as wins.  Sweeps for 0, 1, 2, ... turns over all
classes give exact distances, and within a sweep no class depends on another.

A turn is a step (a put or a raise) and perhaps a reward.  Where it leads depends on the colours in three ways only:
whose the marbles moved are, whether the step fills a figure, and the ranks of the opponent's marbles in the new shape.
All of this falls into a part for level 1, done once a row, and a part for the rest, tabulated for the class:

    step     source, target, figures through the target; its first end is for no figure filled, the others take back
    end      new class, symmetry, marbles of the mover's it moves, and
             low[2][256]   the opponent's marbles of level 1, a byte at a time -> bits in the new shape
             high[...]     the choice of the mover's marbles above -> rank of the opponent's, -1: does not apply
"""

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from boxwood.core.bits import lowest, popcount
from boxwood.core.bridge import advance, dual, pointer
from boxwood.games.pylos.rules import (
    FLOOR,
    LINES,
    LINES_COUNT,
    MARBLES,
    RAISE_WHEN_EMPTY,
    RAISES,
    SQUARES,
    SQUARES_COUNT,
    free,
    landings,
)
from boxwood.games.pylos.solver.shapes import BLOCKS, UPPER, UPPER_COUNTS, find_shape, gathered

UNKNOWN = 0
MOST_STEPS, MOST_ENDS, MOST_FIGURES, MOST_HIGHS = 128, 1 << 11, 8, 1 << 17  # some more than ever needed

# The columns of a step and of an end.
IS_PUT, SOURCE_LOW, ON_FLOOR, FIGURES, FIRST_END, LAST_END, STEP_STIRRED = range(7)
GROUP, SYMMETRY, NEEDED_LOW, NEEDED_HIGH, READY, END_STIRRED, BEGIN, WIDTH = range(8)
STEP_COLUMNS, END_COLUMNS = 7, 8


@dual
def is_win(code: int) -> bool:
    """Whether a code says that the mover wins."""
    return code != UNKNOWN and code & 1 == 0


@njit
def _add_figures(shape: int, source: int, target: int, rules: int, figures: Any) -> int:
    """Write down what must be one's own for the target to fill a figure; how many there are."""
    count = 0
    level = shape & (FLOOR if target & FLOOR else UPPER)
    if rules & SQUARES_COUNT:
        for figure in SQUARES:
            if figure & target and (figure ^ target) & ~(shape ^ source) == 0:
                figures[count] = gathered(level, figure ^ target)
                count += 1
    if rules & LINES_COUNT:
        for figure in LINES:
            if figure & target and (figure ^ target) & ~(shape ^ source) == 0:
                figures[count] = gathered(level, figure ^ target)
                count += 1
    return count


@njit
def _add_end(maps: Any, before: int, after: int, moved: int, ends: Any, count: int) -> int:
    found = find_shape(maps, after)
    end = ends[count]
    end[GROUP], end[SYMMETRY] = maps.class_of[found], maps.symmetry_of[found]
    end[NEEDED_LOW] = gathered(before & FLOOR, moved & FLOOR)
    end[NEEDED_HIGH] = gathered(before & UPPER, moved & UPPER)
    end[READY] = 0
    return count + 1


@njit
def _add_step(
    maps: Any, shape: int, source: int, target: int, rules: int, steps: Any, figures: Any, ends: Any, number: int
) -> int:
    """A put (its source is 0) or a raise, with all that it can lead to; the number of the next step."""
    step = steps[number]
    step[IS_PUT], step[SOURCE_LOW] = source == 0, gathered(shape & FLOOR, source & FLOOR)
    step[ON_FLOOR] = target & FLOOR != 0
    step[FIGURES] = _add_figures(shape, source, target, rules, figures[number])
    step[FIRST_END] = 0 if number == 0 else steps[number - 1][LAST_END]
    after = shape ^ source ^ target
    count = _add_end(maps, shape, after, source, ends, step[FIRST_END])
    firsts = free(after) if step[FIGURES] else 0
    while firsts:
        one = firsts & -firsts
        count = _add_end(maps, shape, after ^ one, (source | one) & ~target, ends, count)
        seconds = free(after ^ one) & ~(free(after) & (one - 1))  # two that were both free: in one order only
        while seconds:
            two = seconds & -seconds
            count = _add_end(maps, shape, after ^ one ^ two, (source | one | two) & ~target, ends, count)
            seconds ^= two
        firsts ^= one
    step[LAST_END] = count
    return number + 1


@njit
def _list_steps(maps: Any, shape: int, rules: int, steps: Any, figures: Any, ends: Any) -> int:
    count = 0
    places = landings(shape)
    higher = places & ~FLOOR
    while places:
        target = places & -places
        count = _add_step(maps, shape, 0, target, rules, steps, figures, ends, count)
        places ^= target
    loose = free(shape)
    while loose:
        source = loose & -loose
        targets = higher & RAISES[lowest(loose)]
        while targets:
            target = targets & -targets
            count = _add_step(maps, shape, source, target, rules, steps, figures, ends, count)
            targets ^= target
        loose ^= source
    return count


@njit
def _fills(choice: int, figures: Any, count: int) -> bool:
    for figure in range(count):  # noqa: SIM110  (Numba knows no generators)
        if figures[figure] & ~choice == 0:
            return True
    return False


@njit
def _prepare(maps: Any, room: Any, shape: int, step_number: int, end_number: int) -> None:
    """Fill the two tables of an end."""
    step, end, low, bits = room.steps[step_number], room.ends[end_number], room.lows[end_number], room.bits
    figures = pointer(room.figures[step_number])
    takes_back = end_number > step[FIRST_END]
    after, symmetry = maps.least[end[GROUP]], end[SYMMETRY]
    low[0, 0] = low[1, 0] = 0
    places, i = shape & FLOOR, 0
    while places:
        image = maps.place_on[symmetry, lowest(places)]
        bit = (after >> image & 1) << popcount(after & FLOOR & ((1 << image) - 1))
        for byte in range(1 << (i & 7)):
            low[i >> 3, byte | 1 << (i & 7)] = low[i >> 3, byte] | bit
        places &= places - 1
        i += 1
    bits[0] = 0
    places, upper = shape & UPPER, 0
    while places:
        image = maps.place_on[symmetry, lowest(places)]
        bit = (after >> image & 1) << popcount(after & UPPER & ((1 << image) - 1))
        for choice in range(1 << upper):
            bits[choice | 1 << upper] = bits[choice] | bit
        places &= places - 1
        upper += 1
    everything = (1 << upper) - 1
    at = end_number << upper
    for marbles in range(upper + 1):
        for i in range(maps.choose[upper, marbles]):
            choice = maps.order[maps.first[marbles] + i]
            applies = end[NEEDED_HIGH] & ~choice == 0
            if applies and step[FIGURES] and not step[ON_FLOOR]:
                applies = _fills(choice, figures, step[FIGURES]) == takes_back
            room.highs[at] = maps.rank[bits[everything ^ choice]] if applies else -1
            at += 1
    end[READY] = 1


@njit
def _look_ahead(maps: Any, room: Any, steps: int, newest: Any, reply: int, above: int, distance: int) -> bool:
    """Find the blocks that the ends lead to from a block, and whether the last sweep found something there.

    The opponent's marbles, `above` of them above level 1, make up block `reply` of any class.
    """
    any_stirred = False
    for s in range(steps):
        step = room.steps[s]
        step[STEP_STIRRED] = 0
        for e in range(step[FIRST_END], step[LAST_END]):
            end = room.ends[e]
            group = end[GROUP]
            shape = maps.least[group]
            floor, upper = popcount(shape & FLOOR), popcount(shape & UPPER)
            end[BEGIN] = maps.start[group] + maps.block[floor, upper, reply]
            end[WIDTH] = maps.choose[upper, above]
            end[END_STIRRED] = newest[group * BLOCKS + reply] == distance - 1
            step[STEP_STIRRED] |= end[END_STIRRED]
        any_stirred = any_stirred or step[STEP_STIRRED] != 0
    return any_stirred


class Scratch(NamedTuple):
    """Memory for one thread's sweeps."""

    steps: Any
    figures: Any
    ends: Any
    lows: Any
    highs: Any
    bits: Any
    todo: Any


def scratch() -> Scratch:
    """Memory for one thread's sweeps."""
    return Scratch(
        steps=np.zeros((MOST_STEPS, STEP_COLUMNS), np.int64),
        figures=np.zeros((MOST_STEPS, MOST_FIGURES), np.int64),
        ends=np.zeros((MOST_ENDS, END_COLUMNS), np.int64),
        lows=np.zeros((MOST_ENDS, 2, 256), np.uint16),
        highs=np.zeros(MOST_HIGHS, np.int16),
        bits=np.zeros(1 << UPPER_COUNTS, np.int64),
        todo=np.zeros(1 << UPPER_COUNTS, np.int64),
    )


def list_successors(maps: Any, room: Any, rules: int, first: Any, successors: Any) -> int:
    """Write the classes that turns lead to, those of class g from `first[g]` on; how many in all."""
    listed_for = np.full(len(maps.least), -1)
    total = 0
    for group in range(len(maps.least)):
        first[group] = total
        count = _list_steps(maps, maps.least[group], rules, room.steps, room.figures, room.ends)
        for e in range(room.steps[count - 1, LAST_END] if count else 0):
            successor = room.ends[e, GROUP]
            if listed_for[successor] != group:
                listed_for[successor] = group
                successors[total] = successor
                total += 1
    return total


def sweep_class(
    maps: Any, table: Any, unknown: Any, newest: Any, room: Any, group: int, distance: int, rules: int
) -> int:
    """Decide what is decided in `distance` turns in a class; how many positions.

    `unknown` counts, for every block of every class, the positions not yet decided; `newest[distance & 1]` keeps
    the distance at which a block last changed, so that blocks with nothing new among their successors are left alone.
    """
    shape = maps.least[group]
    floor, upper = popcount(shape & FLOOR), popcount(shape & UPPER)
    step_count = _list_steps(maps, shape, rules, room.steps, room.figures, room.ends)
    # Raw memory from here on: counting references to arrays would take longer than the work.
    before, after = pointer(newest[~distance & 1]), newest[distance & 1]
    values, todo = pointer(table), pointer(room.todo)
    steps, figures, ends = pointer(room.steps), pointer(room.figures), pointer(room.ends)
    lows, highs = pointer(room.lows), pointer(room.highs)
    ranks = pointer(maps.rank)
    code, wanted, for_win = distance + 1, distance, distance & 1
    found = settling = 0
    ordinal = 0  # of the first choice of j marbles above, among all choices
    for j in range(upper + 1):
        width = maps.choose[upper, j]
        for k in range(floor + 1):
            block = k * UPPER_COUNTS + j
            begin = maps.block[floor, upper, block]
            empty = k + j == MARBLES
            over = empty and not rules & RAISE_WHEN_EMPTY
            if begin < 0 or unknown[group * BLOCKS + block] == 0:
                continue
            if not for_win and distance < 2 * (MARBLES - k - j):
                continue  # too soon: to lose, one must have used up one's reserve, a marble a turn
            reply = (floor - k) * UPPER_COUNTS + upper - j
            stirred = _look_ahead(maps, room, step_count, before, reply, upper - j, distance)
            if not stirred and distance:
                continue
            found_here = 0
            for row in range(maps.choose[floor, k]):
                here = maps.start[group] + begin + row * width
                left = 0
                for i in range(width):
                    todo[left] = i
                    left += values[here + i] == UNKNOWN
                if left == 0:
                    continue
                own = maps.order[maps.first[k] + row]
                other = (1 << floor) - 1 ^ own
                for nth in range(0 if over else step_count):
                    # What settled the last row is likely to settle this one.
                    s = settling + nth if settling + nth < step_count else settling + nth - step_count
                    step = advance(steps, s * STEP_COLUMNS)
                    if (for_win and not step[STEP_STIRRED]) or (step[IS_PUT] and empty) or step[SOURCE_LOW] & ~own:
                        continue
                    first, last = step[FIRST_END], step[LAST_END]
                    if step[ON_FLOOR]:
                        if _fills(own, advance(figures, s * MOST_FIGURES), step[FIGURES]):
                            first += 1
                        else:
                            last = first + 1
                    for e in range(first, last):
                        end = advance(ends, e * END_COLUMNS)
                        if end[NEEDED_LOW] & ~own or (for_win and not end[END_STIRRED]):
                            continue
                        if not end[READY]:
                            _prepare(maps, room, shape, s, e)
                        low = ranks[lows[e * 512 + (other & 255)] | lows[e * 512 + 256 + (other >> 8)]]
                        there = end[BEGIN] + low * end[WIDTH]
                        high = advance(highs, (e << upper) + ordinal)
                        kept = 0
                        if for_win:
                            for t in range(left):
                                i = todo[t]
                                to = high[i]
                                if to >= 0 and values[there + to] == wanted:
                                    values[here + i] = code
                                else:
                                    todo[kept] = i
                                    kept += 1
                            found_here += left - kept
                        else:
                            for t in range(left):
                                i = todo[t]
                                to = high[i]
                                todo[kept] = i
                                kept += to < 0 or is_win(values[there + to])
                        left = kept
                        if left == 0:
                            break
                    if left == 0:
                        settling = s
                        break
                if not for_win:
                    for t in range(left):
                        values[here + todo[t]] = code
                    found_here += left
            if found_here:
                unknown[group * BLOCKS + block] -= found_here
                after[group * BLOCKS + block] = distance
                found += found_here
        ordinal += width
    return found
