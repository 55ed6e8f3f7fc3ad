"""What positions of Abalone are worth: the report's formulas, and the engine's."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boxwood import Game
from boxwood.core.bits import each_bit
from boxwood.core.compiler import entry
from boxwood.core.contract import ONGOING, legal_moves
from boxwood.games import find
from boxwood.games.abalone.evaluation import AXES, JUDGES, OMEGA, Engine, Settled, features, report_features
from boxwood.search.algorithms import run
from tests.games.test_abalone import LAYOUTS, standing

KIND = find("abalone")
ENGINE = Engine()
JUDGED = [OMEGA["omega3"], Settled(OMEGA["omega3"]), ENGINE]
seeds = st.integers(0, 2**32)


def somewhere(seed, most=60, **options):
    """A position of a random game that goes on."""
    choose = random.Random(seed)
    options = {"layout": choose.choice(LAYOUTS), "sidestep": choose.random() < 0.5} | options
    while True:
        state = KIND.start(options)
        for _ in range(choose.randrange(most)):
            state = state.play(choose.choice(legal_moves(state, KIND.facts)))
            if state.outcome() != ONGOING:
                break
        if state.outcome() == ONGOING:
            return state


def order(judge, game, move):
    return judge.order(game.state, game.state.read_move(move))


def test_the_reports_features_worked_out_by_hand():
    # white: all on the rim; one pair; distances 1 (a1 a2), 4 (a1 e1) and 5 (a2 e1)
    state = standing(black="e5 e6", white="a1 a2 e1").state
    marbles, edge, centre, cohesion, spread, threats = report_features(state)
    assert marbles == 3 - 2
    assert edge == 0 / 2 - 3 / 3
    assert centre == pytest.approx((1 / 2 - 12 / 3) / 4)
    assert cohesion == pytest.approx((2 / 3 - 2 / 2) / 6)
    assert spread == pytest.approx(2 / (2 * 2 * 1) - 20 / (2 * 3 * 2))
    assert threats == 0


def test_a_marble_is_threatened_when_the_next_move_can_push_it_off():
    assert report_features(standing(black="b1 c1", white="a1").state)[5] == -1
    assert report_features(standing(black="b1 d1", white="a1").state)[5] == 0
    assert report_features(standing(black="a1", white="b1 c1 e5").state)[5] == 1
    assert report_features(standing(black="c1 d1 e1", white="a1 b1").state)[5] == -1


def test_the_value_is_the_weighted_sum_for_the_player_to_move():
    for player, colour in ((0, -1), (1, 1)):
        state = standing(black="e5 e6", white="a1 a2 e1", player=player).state
        by_hand = 1.125 * 1 - 1.375 * 1 - 1.75 * 0.875 - 0.05 / 18 - 1.25 * 7 / 6
        assert OMEGA["omega3"].evaluate(state) == pytest.approx(colour * by_hand * 1e6, abs=5)


@settings(max_examples=40, deadline=None)
@given(seeds)
def test_every_set_of_weights_gives_the_reports_sum(seed):
    state = somewhere(seed)
    colour = 1 if state.player() else -1
    for weights in OMEGA.values():
        exact = sum(weight / 1000 * value for weight, value in zip(weights, report_features(state), strict=True))
        assert weights.evaluate(state) == pytest.approx(colour * exact * 1e6, abs=5)


def test_only_the_two_aggressive_agents_of_the_report_care_more_for_threats_than_for_the_rim():
    assert [name for name, weights in OMEGA.items() if weights.threats > weights.edge] == ["omega4", "omega8"]


def test_the_guess_puts_pushes_first_and_pushing_off_before_all():
    game = standing(black="b1 c1 e5 e6", white="a1 e7")
    off, push, quiet = (order(OMEGA["omega3"], game, move) for move in ("c1b1", "e5e6", "e5d5"))
    assert off > push > quiet


def test_the_guess_brings_marbles_from_the_rim_before_it_gathers_the_others():
    game = standing(black="a1 e5 e6 g5", white="i9")
    from_rim, gathering, scattering = (order(OMEGA["omega3"], game, move) for move in ("a1b2", "g5f5", "g5h5"))
    assert from_rim > gathering > scattering


def test_a_settled_value_pushes_off_what_hangs():
    state = standing(black="b1 c1 e5", white="a1 a3 a4").state
    weights = OMEGA["omega7"]
    taken = state.play(state.read_move("c1b1"))
    assert Settled(weights).evaluate(state) == -weights.evaluate(taken) > weights.evaluate(state)


@settings(max_examples=25, deadline=None)
@given(seeds)
def test_a_settled_value_is_the_plain_one_exactly_where_it_is_quiet_or_not_worse(seed):
    state, weights = somewhere(seed, most=150), OMEGA["omega6"]
    settled, plain = Settled(weights).evaluate(state), weights.evaluate(state)
    assert settled == plain if weights.forcing(state, [0] * 50) == 0 else settled >= plain


@settings(max_examples=30, deadline=None)
@given(seeds)
def test_forcing_moves_are_those_that_push_a_marble_off(seed):
    state, out = somewhere(seed, most=200), [0] * 50
    found = out[: ENGINE.forcing(state, out)]
    theirs = state.other.bit_count()
    off = [m for m in legal_moves(state, KIND.facts) if state.play(m).own.bit_count() < theirs]
    assert sorted(found) == sorted(off)


@pytest.mark.parametrize("options", [{"lose": 1}, {"lose": 2, "plies": 41}, {"plies": 7}, {"plies": 30, "lose": 3}])
@settings(max_examples=30, deadline=None)
@given(seed=seeds)
def test_a_verdict_is_a_win_or_a_loss_on_the_next_move(options, seed):
    state = somewhere(seed, most=options.get("plies", 60), **options)
    me = state.player()
    ends = {state.play(move).outcome() for move in legal_moves(state, KIND.facts)}
    expected = 1 if 1 + me in ends else -1 if ends == {2 - me} else 0
    assert ENGINE.verdict(state) == expected


def test_the_engine_counts_pushes_and_dangers():
    # black's d4 e5 push f6; white's c1 b1 push a1 off the board
    found = features(standing(black="d4 e5 a1", white="f6 b1 c1").state)
    assert found["pushes"] == 1
    assert found["in danger"] == 1


def test_when_the_plies_run_out_only_marbles_count():
    gathered, scattered = "d4 d5 e4 e5 e6 f5 f6 g7 g6 g5", "a1 a3 a5 c1 c7 e1 e9 g9 i5 i9"
    values = [
        ENGINE.evaluate(standing(gathered, scattered, words=f"{left} plies=100").state) for left in (50, 24, 12, 2)
    ]
    assert values == sorted(values, reverse=True)
    assert values[0] > 300
    assert values[-1] < 50


@settings(max_examples=30, deadline=None)
@given(seeds)
def test_nearer_to_the_middle_is_counted_as_marble_by_marble(seed):
    state = somewhere(seed, most=150)
    sides = [[AXES[cell] for cell in each_bit(side)] for side in (state.own, state.other)]
    centres = [[sum(axis) / len(side) for axis in zip(*side, strict=True)] for side in sides]
    middle = [(a + b) / 3 for a, b in zip(*centres, strict=True)]
    ways = [sum(abs(x - m) for cell in side for x, m in zip(cell, middle, strict=True)) / 2 for side in sides]
    assert features(state)["nearer to the middle"] == pytest.approx(ways[1] - ways[0], abs=0.25)


@settings(max_examples=20, deadline=None)
@given(seeds)
def test_a_position_turned_or_mirrored_is_worth_the_same(seed):
    state = somewhere(seed)
    for which in range(12):
        image = state.image(which)
        assert OMEGA["omega1"].evaluate(image) == OMEGA["omega1"].evaluate(state)
        # the engine's middle is rounded down, on whichever side of the board it lies
        assert ENGINE.evaluate(image) == pytest.approx(ENGINE.evaluate(state), abs=3)


def test_marbles_gathered_in_the_middle_are_better_than_scattered_ones():
    gathered, scattered = "d4 d5 e4 e5 e6", "a1 a5 e1 e9 i5"
    assert ENGINE.evaluate(standing(black=gathered, white=scattered).state) > 100
    assert ENGINE.evaluate(standing(black=scattered, white=gathered).state) < -100


def opinion(state, judge, move):
    return judge.evaluate(state), judge.order(state, move), judge.verdict(state)


@pytest.mark.parametrize("judge", JUDGED, ids=["lao", "settled", "engine"])
def test_compiled_judges_say_what_interpreted_ones_say(judge):
    compiled = entry(opinion, KIND.state, type(judge))
    for seed in range(60):
        state = somewhere(seed, most=150)
        for move in legal_moves(state, KIND.facts)[::7]:
            assert compiled(state, judge, move) == opinion(state, judge, move)


def test_quiescence_finds_the_same_compiled_and_interpreted():
    for seed in range(4):
        state = somewhere(seed, most=100)
        slow, fast = (run("quiescence", KIND, state, ENGINE, 1, compiled=compiled) for compiled in (False, True))
        assert (slow.score, slow.line, slow.nodes) == (fast.score, fast.line, fast.nodes)


def test_the_last_marble_of_a_colour_can_be_judged():
    state = standing(black="e5", white="a1").state
    assert all(isinstance(judge.evaluate(state), int) for judge in JUDGES.values())
    assert features(state)["spread"] == 0


def test_the_judges_are_found_by_name():
    assert Game("abalone").type == KIND
    assert list(JUDGES) == [*(f"omega{n}" for n in range(1, 9)), "engine"]
