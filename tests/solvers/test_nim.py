"""Nim's closed forms against brute force, and the facts everybody knows."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boxwood import Game
from boxwood.core.contract import ONGOING, legal_moves
from boxwood.games import find
from boxwood.games.nim.rules import Nim
from boxwood.games.nim.solver import solve, verdicts

FACTS = find("nim").facts


@cache
def brute(state):
    """Value and distance for the player to move, by looking at everything."""
    if state.outcome() != ONGOING:
        return (1 if state.outcome() == 1 + state.player() else -1), 0
    results = [brute(state.play(move)) for move in legal_moves(state, FACTS)]
    wins = [plies for value, plies in results if value < 0]
    return (1, 1 + min(wins)) if wins else (-1, 1 + max(plies for _, plies in results))


def brute_verdict(state, move):
    """Move, value, distance and the good answers that it leaves."""
    child = state.play(move)
    value, plies = brute(child)
    answers = [brute(child.play(answer))[0] for answer in legal_moves(child, FACTS)]
    return move, -value, 1 + plies, answers.count(-1)


def agrees_with_brute_force(state):
    moves = legal_moves(state, FACTS)
    value, distance = brute(state)
    solution = solve(state)
    assert (solution.value, solution.distance) == (value, distance)
    best = [move for move in moves if brute(state.play(move)) == (-value, distance - 1)]
    assert solution.best_moves == tuple(map(state.move_text, best))
    found = verdicts(state)
    assert sorted(found) == [brute_verdict(state, move) for move in moves]
    assert found == sorted(found, key=lambda verdict: (*verdict.rank(), verdict.move))


@pytest.mark.parametrize("misere", [True, False])
@pytest.mark.parametrize("take", [0, 1, 2, 3, 4, 7])
def test_a_row_is_solved_as_brute_force_does(take, misere):
    for matches in range(1, 41):
        agrees_with_brute_force(Game("nim", matches=matches, take=take, misere=misere).state)


@pytest.mark.parametrize("misere", [True, False])
@pytest.mark.parametrize("take", [0, 1, 2, 3, 4, 5])
@pytest.mark.parametrize(
    "heaps", [(1, 1), (12, 12), (1, 2, 3), (4, 1, 1), (6, 7, 5), (2, 2, 2, 2), (1, 3, 5, 3), (2, 1, 2, 1, 2, 1)]
)
def test_heaps_are_solved_as_brute_force_does(heaps, take, misere):
    agrees_with_brute_force(Game("nim", heaps=heaps, take=take, misere=misere).state)


@settings(max_examples=60, deadline=None)
@given(
    heaps=st.lists(st.integers(0, 9), min_size=1, max_size=3).filter(any),
    take=st.integers(1, 10),
    misere=st.booleans(),
    turn=st.integers(0, 1),
)
def test_any_position_is_solved_as_brute_force_does(heaps, take, misere, turn):
    """Heaps that are empty by now included."""
    agrees_with_brute_force(Nim.start(heaps=tuple(heaps), take=take, misere=misere)._replace(turn=turn))


@pytest.mark.parametrize("misere", [True, False])
def test_one_three_five_seven_is_lost_for_the_player_to_move(misere):
    assert solve(Game("nim", heaps=(1, 3, 5, 7), take=0, misere=misere).state).value == -1


def test_misere_nim_is_lost_with_one_more_than_a_multiple():
    """matches = 1 modulo (take + 1), far beyond what brute force reaches."""
    for matches in (1, 5, 21, 401, 997):
        solution = solve(Game("nim", matches=matches).state)
        assert (solution.value, solution.distance) == (-1, (matches + 1) // 2)
        assert solve(Game("nim", matches=matches + 1).state).best_moves == ("1",)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"matches": 1000, "take": 0}, "win in 2"),
        ({"matches": 1000, "take": 0, "misere": False}, "win in 1"),
        ({"matches": 1000, "take": 50}, "win in 40"),  # 30, then 19 rounds of two takes, then the last match
        ({"matches": 1000, "take": 1}, "win in 1000"),
        ({"heaps": (30, 30), "take": 0}, "loss in 59"),
        ({"heaps": (1000, 1), "take": 0}, "win in 2"),
        ({"heaps": (1000,) * 6, "take": 0}, "loss in 5999"),
        ({"heaps": (1000,) * 6, "take": 0, "misere": False}, "loss in 6000"),
        ({"heaps": (1000,) * 6, "take": 1}, "win in 6000"),
        ({"heaps": (1000, 999, 998, 1), "take": 0, "misere": False}, "win in 1999"),  # the whole first heap
    ],
)
def test_the_largest_options_are_solved_without_looking_at_other_positions(options, told, monkeypatch):
    state = Game("nim", **options).state
    monkeypatch.delattr(Nim, "play")
    assert str(solve(state)) == told


@pytest.mark.parametrize("misere", [True, False])
@pytest.mark.parametrize(
    "options",
    [
        {"matches": 1000, "take": 50},
        {"heaps": (90, 61, 101), "take": 0},
        {"heaps": (90, 61, 103), "take": 0},
        {"heaps": (1000, 999, 500, 499), "take": 9},
        {"heaps": (1000, 999, 998, 997, 996, 995), "take": 30},
    ],
)
def test_best_play_lasts_as_long_as_was_said(options, misere):
    state = Game("nim", **options, misere=misere).state
    best = verdicts(state)[0]
    winner = state.player() if best.value > 0 else 1 - state.player()
    for left in range(best.distance, 0, -1):
        found = verdicts(state)[0]
        assert (found.value, found.distance) == (1 if state.player() == winner else -1, left)
        state = state.play(found.move)
    assert state.outcome() == 1 + winner
