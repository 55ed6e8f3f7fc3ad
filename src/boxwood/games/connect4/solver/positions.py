"""Positions by number of discs: which there are, what is known of them, and what follows from it.

    own, discs = positions_of(8)[8]     one of each pair of mirror images, as two arrays
    scores = Scores(8)                  a byte a position, as in the book
    scores.derive()                     from what is known what is true of positions with fewer discs

A position is the discs of the player to move and those of both.  Where he wins at once, nobody needs a book: such
positions are in no list.
"""

from itertools import pairwise
from typing import Any

import numpy as np

from boxwood.core.bits import popcount
from boxwood.core.bridge import Table, advance, dual, pointer, recursive
from boxwood.core.compiler import entry
from boxwood.games.connect4.solver.board import CELLS, COLUMN_OF, COLUMNS, STRIDE, playable, threats_of
from boxwood.games.connect4.solver.book import DEEPEST, OFFSET, UNKNOWN, book_number, size_of_ply, smaller_key

Position = tuple[int, int]

ANYTHING = -CELLS
LITTLE = 1 / 16  # of a ply: when all of it is known, that is more than a quarter of the numbers
MASKS_MIDDLE_FIRST = Table(COLUMN_OF[STRIDE * column] for column in (3, 2, 4, 1, 5, 0, 6))


class Scores:
    """A byte for every position with up to so many discs, as in the book: the score + 32, or 0 where it is unknown.

    Of positions with more discs, the bytes that are not 0, by their smaller keys.
    """

    def __init__(self, last: int) -> None:
        self.last = last
        self.starts = _starts(last)
        self.bytes = np.full(self.starts[-1], UNKNOWN, np.uint8)
        self.more: dict[int, int] = {}

    def put_keys(self, keys: Any, values: Any) -> None:
        """Keep the bytes of many positions, as arrays; a score outlasts what is less, the word that one is easy."""
        rest = np.zeros(len(keys), np.bool_)
        entry(put_entry)(keys, values, self.last, self.starts, self.bytes, rest)
        for key, value in zip(keys[rest].tolist(), values[rest].tolist(), strict=True):
            self.more[key] = max(value, self.more.get(key, UNKNOWN))

    def put_ply(self, ply: int, values: bytes) -> None:
        """Keep what is known of a ply, as in a book."""
        known = self.by_ply()[ply]
        np.maximum(known, np.frombuffer(values, np.uint8), out=known)

    def byte_of(self, own: int, discs: int) -> int:
        """The byte of a position or its mirror image."""
        if popcount(discs) > self.last:
            return self.more.get(smaller_key(own, discs), UNKNOWN)
        return int(self.bytes[self.starts[popcount(discs)] + book_number(own, discs)])

    def bytes_of(self, owns: Any, all_discs: Any) -> Any:
        """The bytes of many positions, with up to so many discs."""
        found = np.zeros(len(owns), np.uint8)
        entry(get_entry)(owns, all_discs, self.starts, self.bytes, found)
        return found

    def least(self, owns: Any, all_discs: Any) -> Any:
        """The least that each of these positions can be worth, by what is known of those with one disc less.

        ANYTHING, which is less than any score, where nothing is known.
        """
        bounds = np.zeros(len(owns), np.int64)
        entry(least_entry)(owns, all_discs, self.starts, self.bytes, bounds)
        return bounds

    def derive(self) -> None:
        """Work out what follows from what is known; where little of a ply is known, next to nothing follows from it."""
        shares = [np.count_nonzero(known) / len(known) for known in self.by_ply()]
        last = max((ply for ply, share in enumerate(shares) if share > LITTLE), default=0)
        for own, discs in reversed(positions_of(last - 1) if last else []):
            entry(derive_entry)(own, discs, self.starts, self.bytes)

    def by_ply(self) -> list[Any]:
        """The bytes of the positions with 0, 1, ... discs."""
        return [self.bytes[start:end] for start, end in pairwise(self.starts.tolist())]


def put_entry(keys: Any, values: Any, last: int, starts: Any, scores: Any, rest: Any) -> None:
    """Put bytes where they belong, and find the positions with more discs."""
    for index in range(len(keys)):
        own, discs = position_of(keys[index])
        ply = popcount(discs)
        if ply <= last:
            place = starts[ply] + book_number(own, discs)
            scores[place] = max(scores[place], values[index])
        else:
            rest[index] = True


def get_entry(owns: Any, all_discs: Any, starts: Any, scores: Any, found: Any) -> None:
    """Get the bytes of positions."""
    for index in range(len(owns)):
        own, discs = owns[index], all_discs[index]
        found[index] = scores[starts[popcount(discs)] + book_number(own, discs)]


def least_entry(owns: Any, all_discs: Any, starts: Any, scores: Any, bounds: Any) -> None:
    """No position is worth less to the player to move than what any position before it cost his opponent."""
    for index in range(len(owns)):
        own, discs = owns[index], all_discs[index]
        other = own ^ discs
        best = ANYTHING
        for column in range(COLUMNS):
            last = top_of(discs, column) & other
            if last:
                byte = scores[starts[popcount(discs) - 1] + book_number(other ^ last, discs ^ last)]
                if byte != UNKNOWN:
                    best = max(best, OFFSET - byte)
        bounds[index] = best


def derive_entry(owns: Any, all_discs: Any, starts: Any, scores: Any) -> None:
    """Fill in the scores of positions whose successors are all known."""
    for index in range(len(owns)):
        own, discs = owns[index], all_discs[index]
        other = own ^ discs
        ply = popcount(discs)
        best = -CELLS
        moves = playable(discs)
        while moves and best < CELLS:
            move = moves & -moves
            moves ^= move
            if threats_of(other, discs) & playable(discs | move):
                best = max(best, -(CELLS - ply >> 1))
                continue
            byte = scores[starts[ply + 1] + book_number(other, discs | move)]
            best = CELLS if byte == UNKNOWN else max(best, OFFSET - byte)
        if best < CELLS:
            scores[starts[ply] + book_number(own, discs)] = best + OFFSET


def positions_of(plies: int, *, careless: bool = False) -> list[tuple[Any, Any]]:
    """For each ply up to the last the positions, one of each pair of mirror images, depth first.

    Those that players come to who take a win when they can, or who are careless.
    """
    starts = _starts(plies)
    seen = np.zeros(starts[-1], np.int64)
    lists = np.zeros(2 * starts[-1], np.int64)
    counts = np.zeros(plies + 1, np.int64)
    entry(walk_entry)(plies, careless, starts, seen, lists, counts)
    found = []
    for start, count in zip(starts.tolist(), counts.tolist(), strict=False):
        pairs = lists[2 * start : 2 * (start + count)]
        found.append((pairs[::2].copy(), pairs[1::2].copy()))
    return found


@recursive
def walk(own: int, discs: int, plies: int, careless: bool, starts: Any, seen: Any, lists: Any, counts: Any) -> int:
    """List every position from here on that was not seen before, by plies; gives the number of this one's ply."""
    ply = popcount(discs)
    place = starts[ply] + book_number(own, discs)
    if seen[place]:
        return ply
    seen[place] = 1
    wins = threats_of(own, discs) & playable(discs)
    if wins == 0:
        slot = advance(lists, 2 * (starts[ply] + counts[ply]))
        slot[0], slot[1] = own, discs
        counts[ply] += 1
    if ply < plies and (careless or wins == 0):
        for column in range(COLUMNS):
            move = playable(discs) & ~wins & MASKS_MIDDLE_FIRST[column]
            if move:
                walk(own ^ discs, discs | move, plies, careless, starts, seen, lists, counts)
    return ply


def walk_entry(plies: int, careless: bool, starts: Any, seen: Any, lists: Any, counts: Any) -> int:
    """All positions from the first one on."""
    return walk(0, 0, plies, careless, pointer(starts), pointer(seen), pointer(lists), pointer(counts))


def after_missed_wins(plies: int) -> tuple[Any, Any]:
    """The positions with up to so many discs that only careless players come to."""
    found = [
        (own[new], discs[new])
        for (own, discs), known in zip(positions_of(plies, careless=True), positions_of(plies), strict=True)
        for new in [~np.isin(smaller_key(own, discs), smaller_key(*known))]
    ]
    return np.concatenate([own for own, _ in found]), np.concatenate([discs for _, discs in found])


def once_each(positions: list[Position]) -> list[Position]:
    """One of each pair of mirror images."""
    return list({smaller_key(*position): position for position in positions}.values())


def replies(own: int, discs: int) -> list[Position]:
    """The positions after each move; none if one of them wins."""
    return [] if threats_of(own, discs) & playable(discs) else after_quiet_moves(own, discs)


def after_quiet_moves(own: int, discs: int) -> list[Position]:
    """The positions after each move that does not win."""
    quiet = playable(discs) & ~threats_of(own, discs)
    moves = [quiet & column for column in MASKS_MIDDLE_FIRST]
    return [(own ^ discs, discs | move) for move in moves if move]


@dual
def position_of(key: int) -> Position:
    """The position of a key: in each column own discs and a 1 for every disc were added."""
    own = discs = 0
    for column in range(COLUMNS):
        bits = key >> STRIDE * column & 127
        filled = 1
        while 2 * filled <= bits + 1:
            filled *= 2
        own |= bits + 1 - filled << STRIDE * column
        discs |= filled - 1 << STRIDE * column
    return own, discs


def deepest_entry(keys: Any) -> int:
    """How many discs, if they are not too many for a number, one of these positions has."""
    deepest = 0
    for key in keys:
        ply = popcount(position_of(key)[1])
        if ply <= DEEPEST:
            deepest = max(deepest, ply)
    return deepest


@dual
def top_of(discs: int, column: int) -> int:
    """The uppermost disc of a column, 0 if it is empty."""
    filled = discs >> STRIDE * column & 127
    return (filled + 1 >> 1) << STRIDE * column if filled else 0


def _starts(plies: int) -> Any:
    """Where the positions of each ply begin when all are put in a row, and where the last end."""
    return np.cumsum([0] + [size_of_ply(ply) for ply in range(plies + 1)])
