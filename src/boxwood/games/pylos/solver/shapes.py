"""Where a position of Pylos stands in the table: a number for every colouring of every shape.

A shape is the set of occupied places, colours aside: 141,120 of them, or 18,458 classes up to the eight symmetries.
Only colourings of the least shape of each class are kept, classes with fewer marbles first:

    class 0 | class 1 | ...                                one for each shape, up to symmetry
              |
              block 0,0 | block 0,1 | ... | block k,j      k of the mover's marbles on level 1, j higher up
                                            |
                                            row 0 | row 1  the C(floor, k) ways to choose the k
                                                    |
                                                    . . .  the C(upper, j) ways to choose the j

A choice of k of n places is n bits, k of them set (lowest place first); its rank among all such choices is that among
the numbers with k bits, in order, and the same for every n.  So a row holds together what differs only above
level 1, and two small tables give the rank of each half.  Nobody has more than 15 marbles: other blocks are empty.
"""

from functools import cache
from math import comb
from typing import Any, NamedTuple

import numpy as np

from boxwood.core.bits import lowest, popcount
from boxwood.core.bridge import dual
from boxwood.games.pylos.rules import FLOOR, MARBLES, PLACE, landings, turned

SYMMETRIES = 8
FLOOR_COUNTS, UPPER_COUNTS = 17, 15  # how many marbles can be on level 1, and higher up: 0 to 16, 0 to 14
BLOCKS = FLOOR_COUNTS * UPPER_COUNTS  # of a class: number k * 15 + j
UPPER = ~FLOOR & (1 << 30) - 1


class Shapes(NamedTuple):
    """The arrays behind the numbering, as compiled code takes them."""

    known: Any  # all shapes in order, as bits of the game
    class_of: Any  # the class of each
    symmetry_of: Any  # the symmetry that makes it the least of its class
    least: Any  # the least shape of each class
    start: Any  # where each class begins in the table; one more entry: the size of the table
    block: Any  # where a block begins in its class: [floor, upper, k * 15 + j]; -1: no such block
    choose: Any  # [n, k]
    rank: Any  # of a choice, given as bits
    order: Any  # the choices by number of bits, then rank
    first: Any  # where those of k bits begin in `order`
    place_on: Any  # a place mapped by a symmetry: [symmetry, place]


def _all_shapes() -> Any:
    """Each place, from the lowest level up, is left empty or taken wherever it is supported."""
    known = np.zeros(1, np.int64)
    for place in PLACE:
        supported: Any = landings(known) >> place & 1  # type: ignore[arg-type]  # all at once
        known = np.concatenate([known, known[supported == 1] | 1 << place])
    return np.sort(known)


def _mapped(shapes: Any, places: list[int]) -> Any:
    """The shapes after a symmetry, which is looked up for each byte."""
    image = np.zeros_like(shapes)
    for low in range(0, 30, 8):
        byte = np.zeros(256, np.int64)
        for bit, to in enumerate(places[low : low + 8]):
            byte |= (np.arange(256) >> bit & 1) << to
        image |= byte[shapes >> low & 255]
    return image


def _count(bits: Any) -> Any:
    """How many bits of each are set."""
    return sum(bits >> place & 1 for place in range(30))


def block_sizes(floor: int, upper: int) -> list[int]:
    """How many colourings each block of such a class holds."""
    most, least = MARBLES, max(0, floor + upper - MARBLES)
    return [
        comb(floor, k) * comb(upper, j) if least <= k + j <= most else 0
        for k in range(FLOOR_COUNTS)
        for j in range(UPPER_COUNTS)
    ]


def _block_starts() -> tuple[Any, Any]:
    starts = np.full((FLOOR_COUNTS, UPPER_COUNTS, BLOCKS), -1, np.int64)
    sizes = np.zeros((FLOOR_COUNTS, UPPER_COUNTS), np.int64)
    for floor in range(FLOOR_COUNTS):
        for upper in range(UPPER_COUNTS):
            held = np.array(block_sizes(floor, upper))
            starts[floor, upper] = np.where(held > 0, np.cumsum(held) - held, -1)
            sizes[floor, upper] = held.sum()
    return starts, sizes


@cache
def shapes() -> Shapes:
    """The numbering; a tenth of a second to make."""
    known = _all_shapes()
    image = np.array([[turned(which, place) for place in range(30)] for which in range(SYMMETRIES)])
    images = np.array([_mapped(known, list(places)) for places in image])
    least = np.unique(images.min(axis=0))
    least = least[np.lexsort((least, _count(least)))]
    in_order = np.argsort(least)
    class_of = in_order[np.searchsorted(least[in_order], images.min(axis=0))]
    blocks, sizes = _block_starts()
    held = sizes[_count(least & FLOOR), _count(least & UPPER)]
    numbers = np.arange(1 << 16)
    order = np.lexsort((numbers, _count(numbers)))
    first = np.concatenate([[0], np.cumsum(np.bincount(_count(numbers)))])
    rank = np.empty(1 << 16, np.int64)
    rank[order] = numbers - first[_count(order)]
    return Shapes(
        known=known,
        class_of=class_of.astype(np.int64),
        symmetry_of=images.argmin(axis=0).astype(np.int64),
        least=least,
        start=np.concatenate([[0], np.cumsum(held)]).astype(np.int64),
        block=blocks,
        choose=np.array([[comb(n, k) for k in range(17)] for n in range(17)], np.int64),
        rank=rank.astype(np.uint16),  # small: it is read all the time
        order=order.astype(np.int64),
        first=first.astype(np.int64),
        place_on=image.astype(np.int64),
    )


@dual
def find_shape(maps: Any, shape: int) -> int:
    """The number of a shape among all those known."""
    low, high = 0, len(maps.known) - 1
    while low < high:
        middle = (low + high) >> 1
        if maps.known[middle] < shape:
            low = middle + 1
        else:
            high = middle
    return low


@dual
def position_in_block(maps: Any, own: int, other: int) -> tuple[int, int, int, int, int]:
    """Where the block of a position begins, its row, how many rows there are, its place in the row, how many places."""
    found = find_shape(maps, own | other)
    group, symmetry = maps.class_of[found], maps.symmetry_of[found]
    shape = maps.least[group]
    chosen = 0
    while own:
        chosen |= 1 << maps.place_on[symmetry, lowest(own)]
        own &= own - 1
    floor, upper = popcount(shape & FLOOR), popcount(shape & UPPER)
    k, j = popcount(chosen & FLOOR), popcount(chosen & UPPER)
    row = maps.rank[gathered(shape & FLOOR, chosen & FLOOR)]
    place = maps.rank[gathered(shape & UPPER, chosen & UPPER)]
    block = maps.start[group] + maps.block[floor, upper, k * UPPER_COUNTS + j]
    return block, int(row), maps.choose[floor, k], int(place), maps.choose[upper, j]


@dual
def position_index(maps: Any, own: int, other: int) -> int:
    """The number of a position in the table."""
    block, row, _, place, width = position_in_block(maps, own, other)
    return block + row * width + place


@dual
def gathered(shape: int, marbles: int) -> int:
    """Some places of a shape as bits: bit i for its i-th place."""
    bits = 0
    while marbles:
        marble = marbles & -marbles
        bits |= 1 << popcount(shape & (marble - 1))
        marbles ^= marble
    return bits


@dual
def spread(shape: int, bits: int) -> int:
    """Bit i of `bits` as the i-th place of a shape."""
    places = 0
    while bits:
        if bits & 1:
            places |= shape & -shape
        shape &= shape - 1
        bits >>= 1
    return places


@dual
def own_marbles(maps: Any, group: int, offset: int) -> int:
    """The mover's marbles in the position so far from the beginning of a class."""
    shape = maps.least[group]
    floor, upper = popcount(shape & FLOOR), popcount(shape & UPPER)
    found = 0
    for number in range(BLOCKS):
        begin = maps.block[floor, upper, number]
        if 0 <= begin <= offset:
            found = number
    k, j = found // UPPER_COUNTS, found % UPPER_COUNTS
    offset -= maps.block[floor, upper, found]
    width = maps.choose[upper, j]
    low = maps.order[maps.first[k] + offset // width]
    high = maps.order[maps.first[j] + offset % width]
    return spread(shape & FLOOR, low) | spread(shape & UPPER, high)


def layers() -> list[int]:
    """Where the classes with 0, 1, ... 30 marbles begin, and a last entry: how many classes there are."""
    marbles = _count(shapes().least)
    return [int(n) for n in np.searchsorted(marbles, np.arange(32))]
