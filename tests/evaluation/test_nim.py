"""What the judges of Nim say."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boxwood import Game
from boxwood.core.contract import ONGOING, legal_moves
from boxwood.games import find
from boxwood.games.nim.evaluation import JUDGES, features, is_won, matches_left
from tests.evaluation.positions import compiled_opinions, opinions, random_position

RULES = [{"take": take, "misere": misere} for take in (0, 1, 2, 3, 4) for misere in (True, False)]


@cache
def wins(state):
    """Whether the player to move wins, by looking at every game."""
    if state.outcome() != ONGOING:
        return state.outcome() == 1 + state.player()
    return any(not wins(state.play(move)) for move in legal_moves(state, find("nim").facts))


@pytest.mark.parametrize("rules", RULES)
def test_the_closed_form_knows_who_wins_a_row(rules):
    for matches in range(1, 18):
        state = Game("nim", matches=matches, **rules).state
        assert is_won(state) == wins(state)


@pytest.mark.parametrize("rules", RULES)
def test_the_closed_form_knows_who_wins_heaps(rules):
    for heaps in [(1, 1), (1, 2, 3), (1, 1, 1), (2, 2), (5, 4), (1, 5, 1), (2, 3, 4), (1, 3, 5), (6, 6, 1)]:
        state = Game("nim", heaps=heaps, **rules).state
        assert is_won(state) == wins(state)


@pytest.mark.parametrize("misere", [True, False])
def test_1_3_5_7_is_lost_for_the_player_to_move(misere):
    assert not is_won(Game("nim", heaps="1,3,5,7", take=0, misere=misere).state)


def test_the_report_says_nothing_until_the_last_match_is_taken():
    judge = JUDGES["terminal"]
    assert judge.evaluate(Game("nim", matches=21).state) == 0
    assert judge.evaluate(Game("nim", "1", matches=2).state) == 0
    assert judge.evaluate(Game("nim", "1 1", matches=2).state) == 1  # the other had to take the last
    assert judge.evaluate(Game("nim", "1 1", matches=2, misere=False).state) == -1


def test_a_verdict_is_bounded_by_the_matches_left():
    judge = JUDGES["engine"]
    assert judge.verdict(Game("nim", matches=21).state) == -21
    assert judge.verdict(Game("nim", "2", matches=21).state) == 19
    assert judge.verdict(Game("nim", heaps="2,4", take=0).state) == 6


def test_the_winning_moves_come_first_and_in_a_lost_position_the_slowest():
    judge, won, lost = JUDGES["engine"], Game("nim", matches=20).state, Game("nim", matches=21).state
    assert max((1, 2, 3), key=lambda move: judge.order(won, move)) == 3
    assert max((1, 2, 3), key=lambda move: judge.order(lost, move)) == 1


def test_the_features_have_names():
    assert features(Game("nim", heaps="5,3").state) == {"matches": 8, "nim-sum": 2, "largest worth": 3, "won": 1}


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_interpreted_and_compiled_judge_alike(seed):
    for options in ({}, {"heaps": (1, 3, 5, 7), "take": 0}, {"heaps": (9, 4), "misere": False}):
        state = random_position("nim", seed, 8, **options)
        for judge in JUDGES.values():
            assert compiled_opinions(judge, state) == opinions(judge, state)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_the_order_of_the_heaps_does_not_matter(seed):
    state = random_position("nim", seed, 8, heaps=(1, 3, 5, 7))
    for which in range(state.symmetries()):
        assert is_won(state.image(which)) == is_won(state)
        assert matches_left(state.image(which)) == matches_left(state)
