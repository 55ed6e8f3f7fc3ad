"""Where exact play takes longest: from slow positions to those that differ from them in a disc or two.

    for position, cost in climb(starts, cost, Random(1)): ...

A position stays about as hard when one of its discs lies elsewhere.  So whoever always goes on from the slowest found
so far soon comes to those that take far longer than any of many thousands drawn at random.
"""

from bisect import insort
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from random import Random

from boxwood.core.bits import each_bit, popcount
from boxwood.games.connect4.solver.board import COLUMN_OF, COLUMNS, STRIDE, has_four, playable
from boxwood.games.connect4.solver.book import smaller_key
from boxwood.games.connect4.solver.positions import Position, after_quiet_moves, top_of

BREADTH = 24  # of the positions that are like a slow one, so many are looked at
ELSEWHERE, OTHERS = 0.3, 60  # how often, and of how many of the dearest
REMEMBERED = 1 << 18  # positions of which it is known whether they can arise


def climb(
    starts: Iterable[Position], cost: Callable[[Position], int], choose: Random
) -> Iterator[tuple[Position, int]]:
    """The starts and what each costs, then some of those like the dearest yet, as long as anybody asks; each once.

    At times it goes on from another of the dearest, so as not to stay too long where all are much alike.
    """
    seen: set[int] = set()
    open_ones: list[tuple[int, Position]] = []  # in order, the dearest last

    def priced(positions: Iterable[Position]) -> Iterator[tuple[Position, int]]:
        for position in positions:
            key = int(smaller_key(*position))
            if key not in seen:
                seen.add(key)
                price = cost(position)
                insort(open_ones, (price, position))
                yield position, price

    yield from priced(starts)
    while open_ones:
        back = choose.randrange(min(len(open_ones), OTHERS)) if choose.random() < ELSEWHERE else 0
        others = like(*open_ones.pop(len(open_ones) - 1 - back)[1])
        yield from priced(choose.sample(others, min(BREADTH, len(others))))


def drawn(ply: int, choose: Random) -> Position:
    """A position with so many discs, drawn at random, of a game that goes on."""
    while True:
        own = discs = 0
        while popcount(discs) < ply and (after := after_quiet_moves(own, discs)):
            own, discs = choose.choice(after)
        if popcount(discs) == ply:
            return own, discs


def like(own: int, discs: int) -> list[Position]:
    """The positions that differ in where one of the uppermost discs is, or in the colours of two discs."""
    found = []
    for first, second in _moved(own, own ^ discs) + _exchanged(own, own ^ discs):
        if can_arise(second, first):
            found.append((first, first | second))
    return found


def _moved(own: int, other: int) -> list[Position]:
    """One of the uppermost discs is on top of another column."""
    found = []
    for column in range(COLUMNS):
        disc = top_of(own | other, column)
        rest = (own | other) ^ disc
        for place in each_bit(playable(rest) & ~COLUMN_OF[STRIDE * column] if disc else 0):
            now = 1 << place
            found.append((own ^ disc | now, other) if own & disc else (own, other ^ disc | now))
    return found


def _exchanged(own: int, other: int) -> list[Position]:
    """Two discs of different colours have changed places."""
    pairs = [1 << one | 1 << two for one in each_bit(own) for two in each_bit(other)]
    return [(own ^ pair, other ^ pair) for pair in pairs]


@lru_cache(REMEMBERED)
def can_arise(last: int, other: int) -> bool:
    """Whether players can come to a position with nobody's four in a row; `last` are the discs of who moved last."""
    if has_four(last) or has_four(other):
        return False
    if not other:
        return True
    tops = [top_of(last | other, column) & last for column in range(COLUMNS)]
    return any(top and can_arise(other, last ^ top) for top in tops)
