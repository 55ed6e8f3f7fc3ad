"""The transposition table: what is already known of a position, shared by all threads.

Two words an entry, without locks:

    word 0   key xor data        a torn write no longer matches its key and is simply not found
    word 1   data                score 34 | age 6 | bound 2 | depth 8 | move 13

An entry lives in one of two neighbouring slots.  The first keeps the deeper search of this or an
earlier age, the second always the newest, so that neither old nor shallow entries clog the table.
Scores of won and lost games are kept as distances from the entry, not from the root.
"""

from typing import Any

import numpy as np

from boxwood.core.bits import multiply_add
from boxwood.core.bridge import at, dual, prefetch
from boxwood.search.scores import WON

UPPER, LOWER, EXACT = 1, 2, 3
MOVE_BITS = 13
NO_MOVE = (1 << MOVE_BITS) - 1
TASK_SHIFT = 53  # the bits above tell where a thread writes what it is looking at
LINE = 8  # words that memory comes in
MIX = 7046029254386353131
_OFFSET = 1 << 33


class Table:
    """Room for `2 ** bits` entries of 16 bytes."""

    def __init__(self, megabytes: int = 64) -> None:
        entries = max(megabytes, 1) * 65536
        self.bits = entries.bit_length() - 1
        words = np.zeros((2 << self.bits) + LINE, np.int64)
        start = -(address(words) // 8) % LINE  # no pair of slots lies across two lines of the processor's cache
        self.words = words[start : start + (2 << self.bits)]
        self.tasks = np.zeros(1 << 63 - TASK_SHIFT, np.int64)
        self.age = 0

    def clear(self) -> None:
        """Forget everything."""
        self.words[:] = 0
        self.age = 0

    def permille(self) -> int:
        """How full it is with entries of this age, in thousandths, from a sample."""
        data = self.words[1:2000:2]
        return int(np.count_nonzero((data != 0) & ((data >> 23) & 63 == self.age))) * 1000 // len(data)


@dual
def slot_of(key: int, bits: int) -> int:
    """The first word of the pair of entries where this key may be."""
    return ((multiply_add(key, MIX, 0) >> (63 - bits)) & ~1) << 1


@dual
def fetch(table: int, bits: int, key: int) -> None:
    """Have the memory brought where this key may be, to be at hand when it is asked for."""
    prefetch(at(table), slot_of(key, bits))


@dual
def probe(table: int, bits: int, key: int) -> int:
    """The data kept for this key, or 0."""
    words = at(table)
    slot = slot_of(key, bits)
    data = words[slot + 1]
    if data != 0 and words[slot] ^ data == key:
        return data
    data = words[slot + 3]
    if data != 0 and words[slot + 2] ^ data == key:
        return data
    return 0


@dual
def store(table: int, bits: int, age: int, key: int, move: int, depth: int, bound: int, score: int) -> None:
    """Keep what a search found; `score` relative to this position (see `to_table`)."""
    words = at(table)
    slot = slot_of(key, bits)
    old = words[slot + 1]
    data = ((score + _OFFSET) << 29) | (age << 23) | (bound << 21) | (depth << 13) | move
    if old != 0 and (old >> 23) & 63 == age and (old >> 13) & 255 > depth and words[slot] ^ old != key:
        slot += 2
    words[slot] = key ^ data
    words[slot + 1] = data


@dual
def data_move(data: int) -> int:
    return data & NO_MOVE


@dual
def data_depth(data: int) -> int:
    return (data >> 13) & 255


@dual
def data_bound(data: int) -> int:
    return (data >> 21) & 3


@dual
def data_score(data: int, ply: int) -> int:
    """The score seen from the root, `ply` moves before this position."""
    score = (data >> 29) - _OFFSET
    if score > WON:
        return score - ply
    return score + ply if score < -WON else score


@dual
def to_table(score: int, ply: int) -> int:
    """A score seen from the root, as one seen from this position."""
    if score > WON:
        return score + ply
    return score - ply if score < -WON else score


def address(array: Any) -> int:
    """Where an array's memory begins; the caller keeps the array alive."""
    return int(array.ctypes.data)
