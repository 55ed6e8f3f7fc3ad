"""Nim's closed form against brute force, and the facts everybody knows."""

from functools import cache

import pytest

from boxwood import Game
from boxwood.core.contract import ONGOING, legal_moves
from boxwood.games import find
from boxwood.solvers.nim import solve

FACTS = find("nim").facts


@cache
def brute(state):
    """Value and distance for the player to move, by looking at everything."""
    if state.outcome() != ONGOING:
        return (1 if state.outcome() == 1 + state.player() else -1), 0
    results = [brute(state.play(move)) for move in legal_moves(state, FACTS)]
    wins = [plies for value, plies in results if value < 0]
    return (1, 1 + min(wins)) if wins else (-1, 1 + max(plies for _, plies in results))


@pytest.mark.parametrize("misere", [True, False])
@pytest.mark.parametrize("take", [0, 1, 2, 3, 4, 7])
def test_a_row_is_solved_as_brute_force_does(take, misere):
    for matches in range(1, 25):
        state = Game("nim", matches=matches, take=take, misere=misere).state
        solution = solve(state)
        assert (solution.value, solution.distance) == brute(state)
        assert set(solution.best_moves) == _best(state)


@pytest.mark.parametrize("misere", [True, False])
@pytest.mark.parametrize("take", [0, 1, 2, 3])
@pytest.mark.parametrize("heaps", [(1, 1), (2, 2), (1, 2, 3), (4, 1, 1), (3, 5), (1, 3, 5), (2, 2, 2, 2), (1, 1, 1, 3)])
def test_heaps_are_solved_as_brute_force_does(heaps, take, misere):
    state = Game("nim", heaps=heaps, take=take, misere=misere).state
    solution = solve(state)
    assert (solution.value, solution.distance) == brute(state)
    assert set(solution.best_moves) == _best(state)


def _best(state):
    value, distance = brute(state)
    return {
        state.move_text(move) for move in legal_moves(state, FACTS) if brute(state.play(move)) == (-value, distance - 1)
    }


@pytest.mark.parametrize("misere", [True, False])
def test_one_three_five_seven_is_lost_for_the_player_to_move(misere):
    assert solve(Game("nim", heaps=(1, 3, 5, 7), take=0, misere=misere).state).value == -1


def test_misere_nim_is_lost_with_one_more_than_a_multiple():
    """matches = 1 modulo (take + 1), far beyond what brute force reaches."""
    for matches in (1, 5, 21, 401, 997):
        assert solve(Game("nim", matches=matches).state).value == -1
        assert solve(Game("nim", matches=matches + 1).state).best_moves == ("1",)


def test_large_heaps_are_solved_without_a_distance():
    solution = solve(Game("nim", heaps=(1000, 999, 998, 1), take=0, misere=False).state)
    assert solution.distance is None
    assert solution.value == 1 if 1000 ^ 999 ^ 998 ^ 1 else -1
    assert solution.best_moves
