"""Quarto's solver against brute force, the known values and counts, and the table that comes with the package."""

import random
import threading
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boxwood import Game, analysis_of
from boxwood.core.bits import WORD, each_bit
from boxwood.core.compiler import entry
from boxwood.core.contract import DRAW as DRAWN
from boxwood.core.contract import ONGOING, legal_moves
from boxwood.core.errors import BoxwoodError
from boxwood.games import find
from boxwood.games.quarto.rules import FULL, NOBODY, Quarto
from boxwood.games.quarto.solver.canonical import symmetry_tables
from boxwood.games.quarto.solver.memory import _MIX, WIN, YES, locate, recall, remember
from boxwood.games.quarto.solver.position import EMPTY, START, find_threats, hot_values, put, safe_after
from boxwood.games.quarto.solver.search import FRAME, canonical_entry
from boxwood.games.quarto.solver.solver import OutOfReach, Solver, Stopped, cells_of, solver_for
from boxwood.games.quarto.solver.table import ValueTable, all_forms, cells_of_form, find_table, table_file

QUARTO = find("quarto")
DATA = Path(__file__).parent.parent / "data" / "quarto"
RULES = pytest.mark.parametrize("squares", [False, True], ids=["lines", "squares"])


@cache
def solver(squares):
    """A solver that has to find out everything itself."""
    return Solver(squares)


def random_state(squares, placed, choose, giving=False):
    """A game that goes on, at random, with so many pieces placed."""
    state = QUARTO.start({"squares": squares})
    while state.taken.bit_count() != placed or giving != (state.hand == NOBODY):
        after = [state.play(move) for move in legal_moves(state, QUARTO.facts)]
        going_on = [child for child in after if not child.won]
        state = choose.choice(going_on) if going_on else QUARTO.start({"squares": squares})
    return state


def brute(state, known):
    """Value and distance for the player to move, by playing everything out under the rules of the game."""
    if state not in known:
        outcome, player = state.outcome(), state.player()
        if outcome != ONGOING:
            known[state] = (0 if outcome == DRAWN else 1 if outcome == 1 + player else -1), 0
        else:
            results = []
            for move in legal_moves(state, QUARTO.facts):
                after = state.play(move)
                value, distance = brute(after, known)
                results.append((value if after.player() == player else -value, 1 + distance))
            best = max(value for value, _ in results)
            distances = [distance for value, distance in results if value == best]
            known[state] = best, (min if best > 0 else max)(distances)
    return known[state]


@RULES
@pytest.mark.parametrize(("placed", "positions"), [(15, 200), (14, 500), (13, 500), (12, 300), (11, 30)])
def test_late_positions_have_the_value_and_length_that_brute_force_finds(squares, placed, positions):
    choose = random.Random(placed)
    for number in range(positions):
        state = random_state(squares, placed, choose, giving=number % 2 == 0)
        solution, known = solver(squares).solution(state), {}
        assert (solution.value, solution.distance) == brute(state, known)
        assert solver(squares).value(state) == solution.value


@RULES
def test_the_engine_agrees_when_it_looks_to_the_end(squares):
    choose = random.Random(4)
    for number in range(6):
        state = random_state(squares, 10, choose, giving=number % 2 == 0)
        game = Game.from_position(QUARTO.position_text(state, {"squares": squares}))
        found, solution = analysis_of(game, depth=40, solvers=False), solver(squares).solution(state)
        assert (found.score.value > 0) - (found.score.value < 0) == solution.value
        assert found.score.plies == (solution.distance if solution.value else None)


@RULES
def test_every_move_is_judged_as_brute_force_does(squares):
    choose = random.Random(1)
    for number in range(60):
        state = random_state(squares, 12, choose, giving=number % 2 == 0)
        known = {}
        verdicts = solver(squares).verdicts(state)
        assert sorted(verdict.move for verdict in verdicts) == sorted(legal_moves(state, QUARTO.facts))
        for verdict in verdicts:
            after = state.play(verdict.move)
            value, distance = brute(after, known)
            assert verdict.value == (value if after.player() == state.player() else -value)
            assert verdict.distance == 1 + distance
        assert verdicts[0].move == solver(squares).best(state)


@RULES
def test_the_best_move_keeps_the_value(squares):
    choose = random.Random(2)
    for placed in (8, 7, 6, 6):
        state = random_state(squares, placed, choose, giving=placed == 7)
        after = state.play(solver(squares).best(state))
        if after.outcome() == ONGOING:
            value = solver(squares).value(after)
            assert solver(squares).value(state) == (value if after.player() == state.player() else -value)
        else:
            assert after.won


def test_of_drawing_gifts_the_one_that_leaves_fewest_replies_comes_first():
    state = Game("quarto", "@A a2 @6 d3 @0 b1 @B c1 @7 b4 @1 a4 @5 a1 @3 c3").state
    verdicts = [verdict for verdict in solver(False).verdicts(state) if verdict.value == 0]
    assert len(verdicts) > 1
    assert [verdict.replies for verdict in verdicts] == sorted(verdict.replies for verdict in verdicts)
    for verdict in verdicts:
        after = state.play(verdict.move)
        ways = [after.play(cell).safe_gifts().bit_count() for cell in legal_moves(after, QUARTO.facts)]
        assert verdict.replies == sum(ways)


def solved_positions(name):
    for line in (DATA / f"{name}.txt").read_text().splitlines():
        if not line.startswith("#"):
            board, hand, value = line.split()
            yield np.array([EMPTY if cell == "." else int(cell, 16) for cell in board]), int(hand, 16), int(value)


@RULES
def test_the_solved_positions_are_solved_alike(squares):
    for cells, hand, value in solved_positions("squares" if squares else "lines"):
        assert solver(squares).placing_value(cells, hand) == value


@RULES
def test_two_searches_of_one_position_count_the_same_nodes(squares):
    cells, hand, _ = next(iter(solved_positions("squares" if squares else "lines")))
    counts = []
    for _ in range(2):
        fresh = Solver(squares)
        fresh.placing_value(cells, hand)
        counts.append(fresh.nodes)
    assert counts[0] == counts[1] > 0


@RULES
def test_the_threats_tell_which_gifts_are_safe_after_each_cell(squares):
    choose = random.Random(3)
    for number in range(60):
        state = random_state(squares, 4 + number % 9, choose)
        lines = list(START[4 * squares : 4 * squares + 4])
        for cell, piece in state.pieces().items():
            put(lines, cell, piece, lines)
        threats = [0] * 4
        find_threats(lines, threats)
        completing = [piece for piece in range(16) if state._replace(hand=piece).winning_cells()]
        assert completing == [piece for piece in range(16) if hot_values(lines) & (piece | (15 ^ piece) << 4)]
        for cell in each_bit(FULL & ~state.taken & ~state.winning_cells()):
            assert safe_after(threats, cell, state.hand) & state.left == state.play(cell).safe_gifts()


def canonical_form(state):
    return entry(canonical_entry)(
        cells_of(state), state.hand, np.zeros(FRAME, np.int64), *symmetry_tables(bool(state.squares))
    )


@RULES
@given(st.data())
@settings(max_examples=60, deadline=None)
def test_positions_that_are_alike_have_one_canonical_form(squares, data):
    choose = random.Random(data.draw(st.integers(0, 1 << 30)))
    state = random_state(squares, data.draw(st.integers(0, 10)), choose)
    image = state.image(data.draw(st.integers(0, state.symmetries() - 1)))
    assert canonical_form(image) == canonical_form(state)


def test_there_are_as_many_canonical_positions_as_are_known():
    assert [len(all_forms(False, placed)) for placed in range(5)] == [1, 8, 148, 3_382, 91_746]
    assert [len(all_forms(True, placed)) for placed in range(5)] == [1, 12, 381, 12_113, 359_931]


@RULES
def test_a_canonical_position_is_its_own_form(squares):
    forms = all_forms(squares, 4)
    for form in forms[:: len(forms) // 100]:
        cells = cells_of_form(int(form))
        state = Quarto._of({cell: int(cells[cell]) for cell in range(16) if cells[cell] != EMPTY}, 0, squares)
        low, high = canonical_form(state)
        assert low << 32 | high == form


PLANE_PAIR = st.integers(0, (1 << 32) - 1)


@given(PLANE_PAIR, PLANE_PAIR, st.integers(0, 15), st.integers(13, 26))
def test_the_memory_loses_no_bit_of_a_position(low, high, early, bits):
    slot, rest = locate(low, high, early, bits)
    assert rest << 8 <= WORD
    assert (rest & 0xFFFFFFFF, rest >> 32 & 15) == (high, early)
    mixed = ((rest ^ rest >> 29) * _MIX & WORD) >> (63 - bits)
    assert (rest >> 36) << bits | (slot // 2 ^ mixed) == low


def test_the_memory_keeps_the_deeper_search_and_the_latest():
    table = [0] * 2
    remember(table, 0, 1, 9, YES)
    remember(table, 0, 2, 8, YES)
    remember(table, 0, 3, 8, YES)
    assert [recall(table, 0, position) for position in (1, 2, 3)] == [YES, 0, YES]
    remember(table, 0, 1, 9, YES << 2)
    assert recall(table, 0, 1) == YES | YES << 2


def test_a_solver_stops_when_told_and_can_go_on():
    solver = Solver(False)
    empty = np.full(16, EMPTY)
    solver.stop()
    with pytest.raises(Stopped):
        solver.decide(empty, 0, WIN)
    solver.resume()
    with solver.limit(10_000), pytest.raises(OutOfReach):
        solver.decide(empty, 0, WIN)
    cells, hand, value = list(solved_positions("lines"))[10]
    assert solver.placing_value(cells, hand) == value


def test_another_thread_stops_a_search_under_way():
    solver = Solver(False)
    threading.Timer(0.2, solver.stop).start()
    with pytest.raises(Stopped):
        solver.decide(np.full(16, EMPTY), 0, WIN)


def test_a_winner_within_a_horizon_is_found_by_the_placements_it_takes():
    # Three hollow pieces in rank 1: any hollow one completes it.
    state = Game("quarto", "@0 a1 @2 b1 @4 c1 @7 a3 @6").state
    assert solver(False).decide(cells_of(state), state.hand, WIN, horizon=1)
    assert solver(False).verdicts(state)[0] == (3, 1, 1, 0)


# The table.


@RULES
def test_the_shipped_table_knows_that_the_game_is_a_draw(squares):
    table = find_table(squares)
    assert table.counts()[0] == [0, 1, 0]
    assert all(sum(counts) == len(all_forms(squares, placed)) for placed, counts in enumerate(table.counts()))


def test_with_four_placed_nobody_who_places_loses():
    assert find_table(False).counts()[4][0] == 0


def test_with_three_placed_nobody_wins_but_at_once():
    table, forms = find_table(False), all_forms(False, 3)
    for form in forms[::7]:
        cells = cells_of_form(int(form))
        assert table.value(cells, 0) == solver(False).decide(cells, 0, WIN, horizon=1)


@RULES
def test_the_shipped_table_agrees_with_the_search(squares):
    forms = all_forms(squares, 4)
    for number in random.Random(5).sample(range(len(forms)), 3):
        cells = cells_of_form(int(forms[number]))
        assert find_table(squares).value(cells, 0) == solver(squares).placing_value(cells, 0)


@RULES
def test_nobody_beats_the_best_moves(squares):
    perfect = solver_for(squares)
    for seed in range(4):
        choose, state = random.Random(seed), QUARTO.start({"squares": squares})
        while state.outcome() == ONGOING:
            mine = state.player() == seed % 2
            state = state.play(perfect.best(state) if mine else choose.choice(legal_moves(state, QUARTO.facts)))
        assert state.outcome() in (DRAWN, 1 + seed % 2)


def test_a_damaged_table_is_reported_and_the_next_one_used(tmp_path, monkeypatch):
    monkeypatch.setattr("boxwood.games.quarto.solver.table.SHIPPED", tmp_path / "shipped")
    monkeypatch.setenv("BOXWOOD_DATA_DIR", str(tmp_path))
    damaged, whole = table_file(False, tmp_path / "shipped"), table_file(False, tmp_path / "quarto")
    for file in (damaged, whole):
        file.parent.mkdir()
        ValueTable(False).write(file)
    content = bytearray(damaged.read_bytes())
    content[-100] ^= 1
    damaged.write_bytes(content)
    with pytest.raises(BoxwoodError, match="damaged"):
        ValueTable.read(damaged, False)
    with pytest.warns(UserWarning, match="damaged"):
        assert find_table.__wrapped__(False).counts() == ValueTable(False).counts()
    whole.write_bytes(content[:5000])
    with pytest.warns(UserWarning, match="damaged"):
        assert find_table.__wrapped__(False) is None


def test_a_table_reads_back_as_it_was_written(tmp_path):
    file, table = tmp_path / "some.table", ValueTable(False)
    for placed, codes in enumerate(table.codes):
        table.set(placed, [number % 3 - 1 for number in range(len(codes))])
    table.write(file)
    assert ValueTable.read(file, False).counts() == table.counts()
    with pytest.raises(BoxwoodError, match="another table"):
        ValueTable.read(file, True)


def test_a_table_takes_as_many_values_as_there_are_positions():
    table = ValueTable(False)
    for count in (0, 7, 9):
        with pytest.raises(BoxwoodError, match=f"{count} values with 1 pieces placed: there are 8 positions"):
            table.set(1, [0] * count)
    with pytest.raises(BoxwoodError, match="give -1, 0 and 1"):
        table.set(1, [0] * 7 + [2])
    assert table.counts() == ValueTable(False).counts()


def test_the_table_is_asked_before_a_clock_runs():
    class Asked(ValueTable):
        """Remembers for how many pieces it was asked."""

        def value(self, cells, hand):
            asked.append(16 - (cells == EMPTY).sum())
            return super().value(cells, hand)

    asked = []
    Solver(False, table=Asked(False)).warm(QUARTO.start())
    assert asked == [0]
