"""Climbing to the positions that take longest."""

from itertools import islice
from random import Random

import pytest

from boxwood.core.bits import popcount
from boxwood.games.connect4.solver.board import has_four, mirror
from boxwood.games.connect4.solver.positions import positions_of
from boxwood.games.connect4.solver.slowest import can_arise, climb, drawn, like

CHOOSE = Random(1)


def every_position(plies):
    """All positions of games that go on, as pairs of the mover's discs and those of both, mirror images too."""
    own, discs = positions_of(plies, careless=True)[plies]
    listed = set(zip(own.tolist(), discs.tolist(), strict=True))
    return listed | {(mirror(mine), mirror(both)) for mine, both in listed}


@pytest.mark.parametrize("plies", [0, 1, 5, 11, 16])
def test_drawn_positions_can_arise(plies):
    for _ in range(20):
        own, discs = drawn(plies, CHOOSE)
        assert popcount(discs) == plies
        assert popcount(own) == plies // 2
        assert can_arise(own ^ discs, own)


def test_a_position_that_no_order_of_moves_leads_to_cannot_arise():
    # One column, from the bottom up: the second player's discs lie below those that came before them.
    assert can_arise(0b1010, 0b0101)
    assert not can_arise(0b0101, 0b1010)


def test_no_four_in_a_row_is_left_behind():
    row = sum(1 << 7 * column for column in range(4))
    assert has_four(row)
    assert not can_arise(row, row << 1 & ~(1 << 22))


def test_positions_alike_have_as_many_discs_of_each_and_can_arise():
    known = every_position(7)
    for _ in range(50):
        own, discs = drawn(7, CHOOSE)
        others = like(own, discs)
        assert len(others) > 5
        for mine, both in others:
            assert (mine, both) != (own, discs)
            assert (popcount(mine), popcount(both)) == (popcount(own), 7)
            if (mine, both) not in known:  # the mover wins at once
                assert can_arise(mine ^ both, mine)


def test_climbing_finds_the_dearest():
    """The cost is how many discs lie as in one certain position, which is hard to draw at random."""
    target = drawn(12, Random(5))
    seen = list(islice(climb([drawn(12, Random(9))], lambda position: alike(position, target), Random(2)), 2000))
    assert max(cost for _, cost in seen) == 49
    assert len({min(own + discs, mirror(own + discs)) for (own, discs), _ in seen}) == len(seen)


def alike(position, target):
    """How many cells are the same in both."""
    different = (position[0] ^ target[0]) | (position[1] ^ target[1])
    return 49 - popcount(different)
