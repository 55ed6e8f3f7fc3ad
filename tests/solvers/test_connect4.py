"""Connect Four solved: known scores, brute force on late positions, the book, and what people are told."""

import random
import threading
import time
from concurrent.futures import ALL_COMPLETED, FIRST_COMPLETED, wait
from contextlib import suppress
from functools import cache
from itertools import islice
from pathlib import Path

import pytest

import boxwood
from boxwood import Game, analysis_of
from boxwood.core.contract import DRAW, ONGOING, legal_moves
from boxwood.games import find
from boxwood.games.connect4.rules import ConnectFour
from boxwood.games.connect4.solver.solver import Solver, Stopped, solver_for

FACTS = find("connect4").facts
DATA = Path(__file__).parent.parent / "data" / "connect4"
LINES = [line.split() for line in (DATA / "sample.txt").read_text().splitlines() if not line.startswith("#")]


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


def eight_ply_positions():
    """Positions with eight discs, nobody about to win, and the first player's result."""
    for line in (DATA / "eight_ply.txt").read_text().splitlines():
        if not line.startswith("#"):
            *cells, result = line.split(",")
            rows = ["".join(cells[row::6]).replace("b", ".") for row in reversed(range(6))]
            yield ConnectFour.from_words(["/".join(rows), "0"], {}), {"win": 1, "draw": 0, "loss": -1}[result]


def test_positions_with_eight_discs_are_classified():
    for state, result in eight_ply_positions():
        assert solver_for().value(state) == result


def test_the_search_classifies_them_without_a_book():
    solver = Solver(table_bits=20)
    for state, result in islice(eight_ply_positions(), 10):
        assert solver.value(state) == result
    assert solver.nodes > 10_000


def test_late_positions_are_scored_as_brute_force_does():
    """Two thousand of them, with every column."""
    solver = Solver(table_bits=16)
    for seed in range(2000):
        state = late_position(seed, 6 + seed % 4)
        assert solver.score(state) == brute(state)
        assert solver.value(state) == (brute(state) > 0) - (brute(state) < 0)
        for column, score in enumerate(solver.analyse(state)):
            if score is not None:
                assert score == -brute(state.play(column))


def test_who_cannot_win_tempts_the_opponent_with_a_column_worth_as_much():
    solver, tempted = solver_for(), 0
    for seed in range(30, 50):
        state = late_position(seed, 20 + seed % 6)
        best = solver.choose(state)
        other = solver.tempt(state, best)
        assert other.value == best.value
        child = state.play(other.move)
        assert child.outcome() != ONGOING or -solver.value(child) == best.value
        assert best.value < 1 or other == best
        tempted += other.move != best.move
    assert tempted


def test_the_best_column_is_best_by_brute_force_and_leaves_the_fewest_good_replies():
    solver = Solver(table_bits=16)
    for seed in range(200):
        state = late_position(seed, 9)
        equal = [move for move in legal_moves(state, FACTS) if -brute(state.play(move)) == brute(state)]
        assert solver.best(state) in equal
        assert good_replies(state.play(solver.best(state))) == min(good_replies(state.play(move)) for move in equal)


def good_replies(state):
    if state.outcome() != ONGOING:
        return 0
    return sum(-brute(state.play(move)) == brute(state) for move in legal_moves(state, FACTS))


@pytest.mark.parametrize("seed", range(6))
def test_the_engine_agrees_when_it_looks_to_the_end(seed):
    game = Game.from_position(find("connect4").position_text(late_position(seed, 14), {"width": 7, "height": 6}))
    found, solution = analysis_of(game, depth=40, solvers=False), boxwood.solve(game)
    assert found.score.value == 0 if solution.value == 0 else found.score.plies == solution.distance
    assert (found.score.value > 0) - (found.score.value < 0) == solution.value


def test_two_threads_find_the_same():
    solver = Solver(table_bits=20, threads=2)
    early = [(Game("connect4", moves).state, int(score)) for moves, score in LINES if 11 < len(moves) <= 15]
    assert len(early) > 5
    for state, score in early:
        assert solver.score(state) == score
        assert solver.value(state) == (score > 0) - (score < 0)
        assert max(found for found in solver.analyse(state) if found is not None) == score


@pytest.mark.parametrize(
    ("moves", "scores"),
    [("226744515337", [-1, 0, -1, 7, 6, -2, 0]), ("475772722323", [-14, 4, 4, 3, 4, -3, 4])],
)
def test_every_column_is_scored(moves, scores):
    assert solver_for().analyse(Game("connect4", moves).state) == scores


def test_columns_solved_at_once_all_end_when_one_is_stopped():
    state, solver = Game("connect4", "4444").state, Solver(table_bits=16, at_once=2)
    for nodes in (0, 1000):
        with solver.limit(nodes), pytest.raises(Stopped):
            solver.analyse(state)
    before = solver.nodes
    assert before < 10_000
    time.sleep(0.05)  # whoever was still at work would have counted on
    assert solver.nodes == before
    assert solver.analyse(Game("connect4", "226744515337").state) == [-1, 0, -1, 7, 6, -2, 0]


def test_an_interrupt_leaves_nobody_at_work(monkeypatch):
    def interrupted(runs, return_when=ALL_COMPLETED):
        if return_when == FIRST_COMPLETED:
            raise KeyboardInterrupt
        return wait(runs)

    solver = Solver(table_bits=16, at_once=2)
    with monkeypatch.context() as patch:
        patch.setattr("boxwood.games.connect4.solver.solver.wait", interrupted)
        with pytest.raises(KeyboardInterrupt):
            solver.analyse(Game("connect4", "44").state)
    before = solver.nodes
    time.sleep(0.05)
    assert solver.nodes == before
    assert solver.analyse(Game("connect4", "226744515337").state) == [-1, 0, -1, 7, 6, -2, 0]


def test_all_nodes_are_counted_with_the_position_that_took_them():
    solver = Solver(table_bits=16, at_once=2)
    late = [Game("connect4", moves).state for moves, _ in LINES if len(moves) == 16]
    assert len(late) > 5
    before = solver.nodes
    found = solver.solved([(state.own, state.discs) for state in late])
    assert sum(nodes for _, nodes in found) == solver.nodes - before


def test_what_is_given_up_is_never_believed():
    """However often another thread lets it stop and go on."""
    solver, over = Solver(table_bits=16), threading.Event()

    def tease():
        while not over.is_set():
            solver.stop()
            solver.resume()

    teaser = threading.Thread(target=tease)
    teaser.start()
    try:
        for moves, score in LINES[:50]:
            with suppress(Stopped):
                assert solver.score(Game("connect4", moves).state) == int(score)
    finally:
        over.set()
        teaser.join()
    for moves, score in LINES[:50]:
        assert solver.score(Game("connect4", moves).state) == int(score)


def test_a_limit_within_a_limit():
    state, solver = Game("connect4", "4444").state, Solver(table_bits=16)
    with solver.limit(2000):
        with solver.limit(10), pytest.raises(Stopped):
            solver.score(state)
        with solver.limit(10**9), pytest.raises(Stopped):
            solver.score(state)
    assert solver.nodes < 3000


@pytest.mark.parametrize("moves", ["", "44", "573767", "37675117", "667741"])
def test_with_few_discs_the_book_knows_every_column_also_after_a_missed_win(moves):
    assert boxwood.solve(Game("connect4", moves)).nodes == 0


def test_a_solution_tells_value_distance_and_moves():
    solution = boxwood.solve(Game("connect4", "445566"))
    assert (solution.value, solution.distance, set(solution.best_moves)) == (1, 1, {"3", "7"})
    assert solution.score == 18


def test_other_boards_are_not_solved():
    with pytest.raises(boxwood.BoxwoodError, match="only the board of 7x6"):
        boxwood.solve(Game("connect4", width=6, height=5))


@pytest.mark.parametrize("threads", [1, 2])
def test_a_solver_keeps_to_its_limit_and_stops_when_told(threads):
    state, solver = Game("connect4", "4444").state, Solver(table_bits=16, threads=threads)
    for nodes in (0, 1000):
        with solver.limit(nodes), pytest.raises(Stopped):
            solver.score(state)
    assert solver.nodes < 10_000
    timer = threading.Timer(0.2, solver.stop)
    timer.start()
    with pytest.raises(Stopped):
        solver.score(state)
    with pytest.raises(Stopped):
        solver.score(state)
    solver.resume()
    assert solver.score(Game("connect4", "2252576253462244111563365343671351441").state) == -1
