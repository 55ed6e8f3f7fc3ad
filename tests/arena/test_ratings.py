"""Ratings of a pool, on tables whose truth is known."""

import math

import numpy as np
import pytest

from boxwood.arena.ratings import ELO, rate

STRENGTHS = {"ann": 180.0, "bob": 40.0, "cid": -60.0, "dot": -160.0}
FIRST_MOVE, DRAWS = 45.0, 0.4  # Elo, and the v of the model


def simulate(chance, games):
    """A table of results that the model itself has drawn."""
    table = {}
    for one in STRENGTHS:
        for other in STRENGTHS:
            if one != other:
                x = (STRENGTHS[one] + FIRST_MOVE - STRENGTHS[other]) / ELO
                win, loss = 1 / (1 + math.exp(DRAWS - x)), 1 / (1 + math.exp(DRAWS + x))
                table[one, other] = chance.multinomial(games, [loss, 1 - win - loss, win]).tolist()
    return table


def test_ratings_recover_known_strengths_within_their_bars():
    chance = np.random.default_rng(1)
    pools = [rate(list(STRENGTHS), simulate(chance, 40)) for _ in range(60)]
    told = [(pool.players[name], true) for pool in pools for name, true in STRENGTHS.items()]
    told += [(pool.first_move, FIRST_MOVE) for pool in pools]
    within = sum(abs(estimate.value - true) <= estimate.error for estimate, true in told)
    # 95 % of 300, give or take three standard errors
    assert abs(within - 0.95 * len(told)) <= 3 * math.sqrt(0.05 * 0.95 * len(told))


def test_many_games_make_the_bars_short():
    pool = rate(list(STRENGTHS), simulate(np.random.default_rng(2), 4000))
    for name, true in STRENGTHS.items():
        assert pool.players[name].value == pytest.approx(true, abs=8)
        assert pool.players[name].error < 5
    assert pool.first_move.value == pytest.approx(FIRST_MOVE, abs=8)
    equal = 1 - 2 / (1 + math.exp(DRAWS))
    assert pool.draw == pytest.approx(equal, abs=0.02)


@pytest.mark.parametrize(
    "table",
    [
        {},
        {("ann", "bob"): [0, 0, 1]},
        {("ann", "bob"): [0, 0, 500], ("bob", "ann"): [500, 0, 0]},
        {("ann", "bob"): [0, 700, 0]},
        {("ann", "bob"): [3, 0, 0], ("cid", "dot"): [0, 0, 3]},
    ],
    ids=["nothing", "one game", "all won", "all drawn", "two islands"],
)
def test_lopsided_and_empty_tables_give_finite_ratings(table):
    pool = rate(list(STRENGTHS), table)
    numbers = [n for e in (*pool.players.values(), pool.first_move) for n in (e.value, e.error)]
    assert all(math.isfinite(n) for n in (*numbers, pool.draw, pool.superiority("ann", "bob")))
    assert sum(estimate.value for estimate in pool.players.values()) == pytest.approx(0, abs=1e-6)


def test_who_won_everything_is_better_and_surely_so():
    pool = rate(["ann", "bob"], {("ann", "bob"): [0, 0, 30], ("bob", "ann"): [30, 0, 0]})
    assert pool.players["ann"].value > 200
    assert pool.superiority("ann", "bob") > 0.99
    assert pool.superiority("bob", "ann") == pytest.approx(1 - pool.superiority("ann", "bob"))
