"""What the judges of Connect Four say."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boxwood import Game
from boxwood.core.bits import each_bit
from boxwood.core.contract import ONGOING, game_type, legal_moves
from boxwood.evaluation.zero import Blank
from boxwood.games.connect4.evaluation import (
    JUDGES,
    aligned,
    features,
    fours_through,
    measure,
    open_fours,
    playable_cells,
    threats,
)
from boxwood.games.connect4.rules import has_four
from boxwood.search.algorithms import run
from boxwood.search.scores import WIN
from tests.evaluation.positions import compiled_opinions, opinions, random_position

SIZES = [(7, 6), (5, 4), (4, 5), (8, 6), (4, 4), (2, 9), (9, 1), (6, 7)]


def drawn(*rows, **options):
    """The state of a drawing, whose player to move follows from the number of discs."""
    discs = "".join(rows)
    return Game.from_position(
        f"connect4 {'/'.join(rows)} {discs.count('x') - discs.count('o')} "
        + " ".join(f"{name}={value}" for name, value in options.items())
    ).state


def low(*rows):
    """The lowest rows of a board of 7x6."""
    return drawn(*["......."] * (6 - len(rows)), *rows)


def cell(state, text):
    """The bit of `c4`: file c, row 4."""
    return 1 << ("abcdefg".index(text[0]) * state.stride + int(text[1]) - 1)


def cells(state, bits):
    return {"abcdefg"[bit // state.stride] + str(bit % state.stride + 1) for bit in each_bit(bits)}


def seeds(examples):
    return lambda test: settings(max_examples=examples, deadline=None)(given(seed=st.integers(0, 2**32))(test))


def test_the_cell_values_are_those_of_the_report():
    table = [[fours_through(column, row, 7, 6) for column in range(7)] for row in range(6)]
    assert table == [
        [3, 4, 5, 7, 5, 4, 3],
        [4, 6, 8, 10, 8, 6, 4],
        [5, 8, 11, 13, 11, 8, 5],
        [5, 8, 11, 13, 11, 8, 5],
        [4, 6, 8, 10, 8, 6, 4],
        [3, 4, 5, 7, 5, 4, 3],
    ]


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_cell_value_is_the_number_of_fours_through_the_cell(width, height):
    fours = [
        {(column + i * right, row + i * up) for i in range(4)}
        for column in range(width)
        for row in range(height)
        for right, up in ((0, 1), (1, 0), (1, 1), (1, -1))
        if column + 3 * right < width and 0 <= row + 3 * up < height
    ]
    for column in range(width):
        for row in range(height):
            assert fours_through(column, row, width, height) == sum((column, row) in four for four in fours)


def test_aligned_discs_are_those_within_three_cells_that_no_disc_of_the_other_hides():
    state = low("xx.xo..", "ooxxoo.")
    other = state.own ^ state.discs
    open_to_first, open_to_second = state.board & ~other, state.board & ~state.own
    right, up_right = state.stride, state.stride + 1
    assert state.player() == 0
    # a2 sees b2 and d2 across the empty c2; d2 sees no further than the o on e2
    assert aligned(cell(state, "a2"), right, state.own, open_to_first) == 2
    assert aligned(cell(state, "d2"), right, state.own, open_to_first) == 2
    # c1 d2 are on a diagonal with room for four, b1 c2 d3 e4 is open to the second player
    assert aligned(cell(state, "c1"), up_right, state.own, open_to_first) == 1
    # a1 b1 are shut in by c1: no four is possible there any more
    assert aligned(cell(state, "a1"), right, other, open_to_second) == 0


def test_the_adjusted_utility_is_alpha_times_the_cells_plus_squared_neighbours():
    state = low("xx.xooo")
    # x: 0.2 (3 + 4 + 7) + 3 discs that see 2 others each: 2.8 + 12; o: 0.2 (5 + 4 + 3), no room for a four
    assert JUDGES["adjusted"].evaluate(state) == 1480 - 240
    assert JUDGES["cells"].evaluate(state) == 1400 - 1200


def test_the_report_would_rather_stop_a_four_than_make_one():
    """Its sum goes on counting when the game is over, so a win is one gain among others."""
    game = Game("connect4", "24434647")
    after = {move: game.state.play(move - 1) for move in range(1, 8)}
    assert after[4].outcome() != ONGOING  # four on top of each other
    utility = {move: -JUDGES["adjusted"].evaluate(state) for move, state in after.items()}
    assert max(utility, key=utility.__getitem__) == 5  # o has c1 d1 f1 g1


def test_a_search_that_asks_first_whether_the_game_is_over_takes_the_win():
    game = Game("connect4", "24434647")
    for depth in range(1, 6):
        found = run("minimax", game.type, game.state, JUDGES["adjusted"], depth)
        assert (found.move, found.score) == (3, WIN - 1)


@pytest.mark.parametrize(("width", "height"), SIZES)
@seeds(15)
def test_a_threat_is_an_empty_cell_that_completes_a_four(width, height, seed):
    state = random_position("connect4", seed, width * height, width=width, height=height)
    empty = state.board & ~state.discs
    completing = sum(1 << cell for cell in each_bit(empty) if has_four(state.own | 1 << cell, state.stride))
    assert threats(state.own, empty, state.stride) == completing


@seeds(15)
def test_open_fours_are_those_without_a_disc_of_the_other(seed):
    state = random_position("connect4", seed)
    own, other, stride = state.own, state.own ^ state.discs, state.stride
    lines = [
        sum(1 << (start + i * step) for i in range(4))
        for start in each_bit(state.board)
        for step in (1, stride - 1, stride, stride + 1)
    ]
    fours = [line for line in lines if line & ~state.board == 0]
    free = [line for line in fours if line & other == 0]
    assert len(fours) == 69
    assert open_fours(own, other, state) == (len(free), sum((line & own).bit_count() == 2 for line in free))


def test_the_lowest_cell_of_a_column_is_playable():
    state = low("...x...", "..xox..", "oooxxox")
    assert cells(state, playable_cells(state)) == {"a2", "b2", "c3", "d4", "e3", "f2", "g2"}


def parity(*rows):
    """Threats, useful ones and who wins the filling up, for the player to move, the first."""
    found = features(low(*rows))
    return found["threats"], found["useful threats"], found["filling up"]


def test_when_columns_fill_up_an_odd_threat_is_the_first_players():
    assert parity(".x.....", ".o.....", ".x.x...", ".o.ox.o") == (1, 1, 1)  # c3 of b4 d2 e1
    assert parity("..o....", "..xx.x.", "..ox.oo") == (1, 0, 0)  # e2 is even


def test_when_columns_fill_up_an_even_threat_is_the_second_players():
    assert parity("....o..", "...ox.x", "..oxx.o") == (-1, -1, -1)  # f4 of c1 d2 e3
    assert parity("..o....", "..x....", "..x.ox.", "..o.xo.") == (-1, 0, 0)  # d3 of c4 e2 f1


def test_the_lower_of_two_useful_threats_in_a_column_counts():
    assert parity(".o.....", ".x.....", ".x.o...", ".x.xo..", ".o.ox..") == (0, 1, 1)
    assert parity("..x....", ".xo....", "xox..o.", "oox..xo") == (0, -1, -1)


def test_an_odd_threat_wins_the_filling_up_against_an_even_one_elsewhere():
    assert parity("..ox...", "..ox...", "..xo.x.", "..xooox") == (0, 0, 1)


def test_an_odd_threat_of_the_second_player_takes_the_edge_off_one_of_the_first():
    assert parity(".o.x...", ".x.o...", ".o.o.x.", ".o.xoxx") == (0, 1, 0)


def test_a_threat_above_a_playable_cell_bars_the_column_to_the_other():
    assert features(low("..o....", "..xx.x.", "..ox.oo"))["barred columns"] == 1  # e1 lets x in on e2


@seeds(40)
def test_a_verdict_is_a_win_in_one_or_a_loss_in_two_and_none_is_missed(seed):
    state = random_position("connect4", seed, 42)
    score = run("alphabeta", game_type(type(state)), state, Blank(0), 2).score
    expected = {WIN - 1: 1, 2 - WIN: -2}.get(score, 0)
    assert JUDGES["engine"].verdict(state) == expected


@seeds(40)
def test_a_forced_move_is_the_only_one_that_does_not_lose_at_once(seed):
    state = random_position("connect4", seed, 42)
    out = [0]
    count = JUDGES["engine"].forcing(state, out)
    assert count in (0, -1)
    if count and JUDGES["engine"].verdict(state) == 0:
        for move in legal_moves(state, game_type(type(state)).facts):
            child = state.play(move)
            assert (JUDGES["engine"].verdict(child) == 1) == (move != out[0])


@seeds(30)
def test_the_engine_adds_up_features_times_weights(seed):
    state, engine = random_position("connect4", seed, 42), JUDGES["engine"]
    weights = [engine.four, engine.pair, engine.threat, engine.useful, engine.barred, engine.filling]
    found = features(state).values()
    assert engine.evaluate(state) == engine.move + sum(w * f for w, f in zip(weights, found, strict=True))


@seeds(20)
def test_mirrored_positions_are_worth_the_same(seed):
    for width, height in SIZES:
        state = random_position("connect4", seed, width * height, width=width, height=height)
        for judge in JUDGES.values():
            assert judge.evaluate(state.image(1)) == judge.evaluate(state)
            assert judge.verdict(state.image(1)) == judge.verdict(state)
        assert measure(state.image(1)) == measure(state)


@seeds(25)
def test_interpreted_and_compiled_judge_alike(seed):
    for width, height in SIZES:
        state = random_position("connect4", seed, width * height, width=width, height=height)
        for judge in JUDGES.values():
            assert compiled_opinions(judge, state) == opinions(judge, state)
