"""What the judges of Pylos say."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boxwood.core.bits import each_bit
from boxwood.core.contract import ONGOING, game_type, legal_moves
from boxwood.games.pylos.evaluation import JUDGES, features, raisable
from boxwood.games.pylos.rules import MARBLES, NAME, Pylos, landings
from tests.evaluation.positions import compiled_opinions, opinions
from tests.games.test_pylos import raises, standing

FACTS = game_type(Pylos).facts
RULES, ENGINE = JUDGES["rules"], JUDGES["engine"]
VARIANTS = [{}, {"lines": True}, {"squares": False}, {"squares": False, "lines": True}, {"empty": "raise"}]

seeds = given(seed=st.integers(0, 2**32))


def colouring(seed, marbles=29, **options):
    """Up to so many marbles that stand, in any colours; whether play could lead to them does not matter."""
    choose = random.Random(seed)
    sides = [0, 0]
    for _ in range(choose.randint(0, marbles)):
        side = choose.randrange(2)
        if sides[side].bit_count() < MARBLES - (side == 0):  # the first is to move, and not without a marble
            sides[side] |= 1 << choose.choice(list(each_bit(landings(sides[0] | sides[1]))))
    return Pylos(*sides, choose.randrange(2), 0, Pylos.start(**options).rules)


def late(seed, **options):
    """A position where a reserve is nearly empty."""
    return next(
        state
        for state in (colouring(seed + i, **options) for i in range(10_000))
        if state.own.bit_count() == MARBLES - 1 or state.other.bit_count() == MARBLES
    )


def after_a_turn_begun(state):
    """The states in the midst of the next turn."""
    return [after for move in legal_moves(state, FACTS) if (after := state.play(move)).pending]


def ratings(*levels, **options):
    """What the seven rules say when x is to move, and when o is."""
    return tuple(RULES.evaluate(standing(*levels, player=player, **options).state) for player in (0, 1))


# The seven rules, one by one.


def test_the_empty_board_is_even():
    assert ratings("..../..../..../....") == (0, 0)


def test_a_marble_more_in_reserve_counts_10():
    assert ratings("x..o/..../..../o...") == (10, -10)


def test_a_square_to_complete_counts_8_for_the_player_to_move_alone():
    """Three x at a1, and three o that have nothing to do with each other."""
    assert ratings("o..o/..../x.../xx.o") == (8, 0)


def test_each_further_square_counts_4_and_of_the_others_only_the_second_counts():
    """Two squares of x; o has four marbles more in reserve, 40 points."""
    assert ratings("o.xx/...x/x.../xx.o") == (8 + 4 - 40, 40 - 8)


def test_squares_count_even_if_one_marble_completes_them_all():
    """Four squares of x around b2, and four pairs at its sides; o has nothing on the board."""
    assert ratings("..../xxx./x.x./xxx.") == (8 + 3 * 4 + 4 * 2 - 80, 80 - 8 - 2 * 4 - 4 * 3)


def test_two_of_four_count_2_for_oneself_and_3_for_the_other():
    assert ratings("o..o/..../..../xx..") == (2, -3)


def test_a_square_with_a_marble_of_the_other_is_no_square_to_complete():
    assert ratings("o..o/..../xo../xx..") == (0, 0)


def test_a_square_whose_last_place_cannot_bear_a_marble_is_not_to_complete():
    """x has three on level 2 and wants 2b1, which rests on 1c1: that marble costs 10 and gives 8."""
    level_2 = ".../xx./x.."
    hanging, firm = (ratings(f"oxoo/xoxx/oxox/xo{c1}o", level_2)[0] for c1 in ".x")
    assert firm == hanging - 10 + 8


def test_the_middle_of_the_first_floor_above_the_ground_counts_3():
    """2b2 is x's, who has one marble less in reserve."""
    assert ratings("..../.xo./.ox./....", ".../.x./...") == (3 - 10, 10 - 3)


def test_an_empty_reserve_is_1000_lost_or_won():
    crowd = ("oooo/oxxo/oxxo/oooo", "xox/.../oxo")
    full = standing(*crowd, player=0).state
    assert full.other.bit_count() == MARBLES
    assert RULES.evaluate(full) == 1000
    assert RULES.evaluate(standing(*crowd, player=1).state) == -1000


def test_an_empty_reserve_decides_nothing_where_one_may_still_raise():
    crowd = ("oooo/oxxo/oxxo/oooo", "xox/.../oxo")
    assert abs(RULES.evaluate(standing(*crowd, player=0, empty="raise").state)) < 1000


def test_in_the_midst_of_a_turn_the_marbles_to_take_back_are_in_reserve_already():
    game = standing("o..o/..../xx../xx.o", pending="take2")
    assert RULES.evaluate(game.state) == 2 * 10 - ratings("o..o/..../xx../xx.o")[1]
    game.push("-1a1")
    assert RULES.evaluate(game.state) == 1 * 10 - ratings("o..o/..../xx../.x.o")[1]


def test_the_first_evaluation_counts_marbles_alone():
    assert JUDGES["marbles"].evaluate(standing("x..o/xx../..../o...").state) == -10
    assert JUDGES["marbles"].evaluate(standing("o..o/..../xx../xx.o", pending="take2").state) == 10


# What the engine sees.


def test_the_features_of_a_position():
    game = standing("o..o/..../x.../xx.o")
    assert {name: value for name, value in features(game.state).items() if value} == {
        "the move": 1,
        "squares to complete": 1,
        "a square to complete": 1,
        "open squares": 11,
        "other open squares": 11,
        "free marbles": 3,
        "other free marbles": 3,
        "corners": -2,
    }


def test_who_is_ahead_wins_if_only_puts_are_left():
    behind, ahead = standing("x..o/..../..../...."), standing("x..o/..../..../o...")
    assert features(behind.state)["ahead"] == 0
    assert features(ahead.state)["ahead"] == 1


def test_a_corner_matters_at_the_beginning_and_hardly_at_the_end():
    nothing = dict.fromkeys(ENGINE._fields, 0)
    flat = ENGINE._replace(**nothing)._replace(corner=ENGINE.corner, late_corner=ENGINE.late_corner)
    early = standing("x..x/..../..../....").state
    late = standing("xoox/xoxo/oxox/xoxo", "xox/oxo/xox", "o./..").state
    assert features(early)["corners"] == features(late)["corners"] == 2
    assert flat.evaluate(early) > 2 * abs(flat.evaluate(late))


@settings(max_examples=100, deadline=None)
@seeds
def test_raisable_are_the_marbles_that_may_be_raised(seed):
    state = colouring(seed)
    taken = state.own | state.other
    moves = (state.move_text(move) for move in legal_moves(state, FACTS))
    assert {NAME[place] for place in each_bit(raisable(taken) & state.own)} == {
        move.partition(">")[0] for move in moves if ">" in move
    }


# All judges.


@pytest.mark.parametrize("options", VARIANTS, ids=str)
@pytest.mark.parametrize("name", JUDGES)
def test_interpreted_and_compiled_judges_agree(name, options):
    judge = JUDGES[name]
    for seed in range(60):
        state = colouring(seed, **options)
        for each in (state, *after_a_turn_begun(state)[:2]):
            if each.outcome() == ONGOING:
                assert compiled_opinions(judge, each) == opinions(judge, each)


@pytest.mark.parametrize("name", JUDGES)
@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 2**32), which=st.integers(1, 7), lines=st.booleans())
def test_a_turned_board_is_worth_the_same(name, seed, which, lines):
    state = colouring(seed, lines=lines)
    assert JUDGES[name].evaluate(state.image(which)) == JUDGES[name].evaluate(state)


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32), options=st.sampled_from(VARIANTS))
def test_forcing_are_all_the_moves_that_complete_a_figure(seed, options):
    state = colouring(seed, **options)
    out = [0] * FACTS.max_moves
    count = ENGINE.forcing(state, out)
    completing = [move for move in legal_moves(state, FACTS) if state.play(move).pending == 2]
    assert sorted(out[:count]) == sorted(completing)


def test_completing_is_looked_at_first_then_stopping_the_other():
    """x can complete at b2; o has three at d4 and waits for c3."""
    state = standing("o.oo/...o/x.../xx..").state
    order = sorted(legal_moves(state, FACTS), key=lambda move: -ENGINE.order(state, move))
    assert [state.move_text(move) for move in order[:2]] == ["1b2", "1c3"]


def test_stopping_after_one_marble_is_looked_at_last():
    game = standing("o.oo/...o/xx../xx..", pending="take2")
    game.push("-1a1")
    last = min(legal_moves(game.state, FACTS), key=lambda move: ENGINE.order(game.state, move))
    assert game.state.move_text(last) == "."


# Verdicts.


def can_force_a_win(state, player, plies):
    """Whether this player wins within so many moves, whatever the other does."""
    if state.outcome() != ONGOING:
        return state.outcome() == 1 + player
    if plies == 0:
        return False
    ends = (can_force_a_win(state.play(move), player, plies - 1) for move in legal_moves(state, FACTS))
    return any(ends) if state.turn == player else all(ends)


@settings(max_examples=150, deadline=None)
@given(seed=st.integers(0, 2**32), options=st.sampled_from(VARIANTS))
def test_a_verdict_is_certain(seed, options):
    state = late(seed, **options)
    for each in (state, *after_a_turn_begun(state)[:3]):
        verdict = ENGINE.verdict(each) if each.outcome() == ONGOING else 0
        if verdict:
            winner = each.turn if verdict > 0 else 1 - each.turn
            assert can_force_a_win(each, winner, abs(verdict))


def test_who_may_move_against_an_empty_reserve_has_won():
    assert ENGINE.verdict(standing("oooo/oxxo/oxxo/oooo", "xox/.../oxo").state) == 1


def test_the_last_marble_without_a_raise_or_a_square_is_lost():
    game = standing("xoxo/oxox/xoxo/oxxo", "oxo/xox/ox.", "xx/..")
    assert game.state.own.bit_count() == MARBLES - 1
    assert raises(game) == []
    assert ENGINE.verdict(game.state) == -2
