"""Connect Four solved: known scores, brute force on late positions, and what people are told."""

import random
from functools import cache
from pathlib import Path

import pytest

import boxwood
from boxwood import Game
from boxwood.core.contract import DRAW, ONGOING, legal_moves
from boxwood.games import find
from boxwood.solvers.connect4.solver import Solver, solver_for

FACTS = find("connect4").facts
SAMPLE = Path(__file__).parent.parent / "data" / "connect4" / "sample.txt"
LINES = [line.split() for line in SAMPLE.read_text().splitlines() if not line.startswith("#")]


@cache
def brute(state):
    """The score for the player to move, by looking at everything."""
    if state.outcome() == DRAW:
        return 0
    if state.outcome() != ONGOING:
        return -((42 - state.discs.bit_count()) // 2 + 1)
    return max(-brute(state.play(move)) for move in legal_moves(state, FACTS))


def late_position(seed, empty):
    choose = random.Random(seed)
    while True:
        state = find("connect4").start()
        while state.outcome() == ONGOING and state.discs.bit_count() < 42 - empty:
            state = state.play(choose.choice(legal_moves(state, FACTS)))
        if state.outcome() == ONGOING:
            return state


@pytest.mark.parametrize(("moves", "score"), LINES)
def test_known_scores(moves, score):
    assert solver_for().score(Game("connect4", moves).state) == int(score)


@pytest.mark.parametrize("seed", range(100))
def test_late_positions_are_scored_as_brute_force_does(seed):
    state = late_position(seed, 10)
    solver = Solver(table_bits=16)
    assert solver.score(state) == brute(state)
    for column, score in enumerate(solver.analyse(state)):
        if score is not None:
            assert score == -brute(state.play(column))


@pytest.mark.parametrize("seed", range(20))
def test_two_threads_agree_with_one(seed):
    state = late_position(seed, 16)
    assert Solver(table_bits=16, threads=2).score(state) == Solver(table_bits=16).score(state)


@pytest.mark.parametrize(
    ("moves", "scores"),
    [("226744515337", [-1, 0, -1, 7, 6, -2, 0]), ("475772722323", [-14, 4, 4, 3, 4, -3, 4])],
)
def test_every_column_is_scored(moves, scores):
    assert solver_for().analyse(Game("connect4", moves).state) == scores


def test_a_solution_tells_value_distance_and_moves():
    solution = boxwood.solve(Game("connect4", "445566"))
    assert (solution.value, solution.distance, set(solution.best_moves)) == (1, 1, {"3", "7"})
    assert solution.score == 18


def test_other_boards_are_not_solved():
    with pytest.raises(boxwood.BoxwoodError, match="only the board of 7x6"):
        boxwood.solve(Game("connect4", width=6, height=5))
