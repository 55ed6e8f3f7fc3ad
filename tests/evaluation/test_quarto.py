"""What the judges of Quarto say.  The numbers of the pieces: 8 wide, 4 round, 2 light, 1 solid."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boxwood import Game
from boxwood.core.contract import game_type
from boxwood.evaluation.zero import Blank
from boxwood.games.quarto.evaluation import (
    JUDGES,
    cell_grade,
    cells_to_fill,
    completable_lines,
    features,
    fressinaud,
    nearest_line,
    outlook,
    piece_grade,
)
from boxwood.games.quarto.rules import LINES, NOBODY
from boxwood.search.algorithms import run
from boxwood.search.scores import WIN
from tests.evaluation.positions import compiled_opinions, opinions, random_position

ROW_1 = LINES[0]
A1, B1, C1, D1, D4 = 0, 1, 2, 3, 15

# Three narrow and solid pieces, and a row that every piece completes one way or the other.
THREE = "..../..../..../135."
TRAP = "..../..../036./8BD."
DRAWN = "1BC9/E572/AD03/846F"


def at(board, hand="-", squares=False):
    """The position with this board and piece in hand."""
    out = sum(letter not in "./" for letter in board) + (hand != "-")
    return Game.from_position(f"quarto {board} {hand if hand == '-' else '@' + hand} {out % 2} squares={squares}").state


def seeds(examples):
    return lambda test: settings(max_examples=examples, deadline=None)(given(seed=st.integers(0, 2**32))(test))


def test_the_report_counts_9_for_a_win_and_0_for_all_else():
    judge = JUDGES["terminal"]
    assert judge.evaluate(at(THREE, "7").play(D1)) == 9
    assert judge.evaluate(at(THREE, "7")) == 0
    assert judge.evaluate(at(DRAWN)) == 0


def test_a_line_of_three_alike_is_completable_while_a_piece_of_its_kind_is_to_come():
    assert completable_lines(Game("quarto").state) == 0
    assert completable_lines(at("..../..../..../13..")) == 0
    assert completable_lines(at(THREE)) == 1
    assert completable_lines(at("..../..../..../0F1.")) == 0  # they share nothing
    all_wide_pieces_placed = at("9.A./.C.F/...E/8BD.")
    assert cells_to_fill(all_wide_pieces_placed, ROW_1) == 5


def test_the_piece_in_hand_is_to_come():
    last_wide_in_hand = at("9.A./.C../...E/8BD.", "F")
    assert cells_to_fill(last_wide_in_hand, ROW_1) == 1


def test_blocks_count_when_squares_do():
    assert completable_lines(at("..../..../1.../35..")) == 0
    assert completable_lines(at("..../..../1.../35..", squares=True)) == 1


def test_all_ten_lines_can_be_completable():
    assert completable_lines(at(".A4E/19.8/7CD./2.0B")) == 10


def test_completable_lines_are_a_danger_to_who_must_move_unless_the_piece_in_hand_completes_one():
    judge = JUDGES["mohrmann"]
    assert judge.evaluate(at(THREE)) == -1
    assert judge.evaluate(at(THREE, "8")) == -1  # wide and hollow
    assert judge.evaluate(at(THREE, "7")) == judge.ready
    assert judge.evaluate(at(TRAP)) == -judge.ready  # whatever is given completes a line


def test_who_is_about_to_win_outweighs_any_number_of_lines():
    assert JUDGES["mohrmann"].ready > 10 * JUDGES["mohrmann"].line


def test_fressinaud_gives_40_for_each_piece_that_shares_an_attribute_on_the_best_line():
    assert cell_grade(at("..../..../..../....", "5"), 5, A1) == 4 * 40
    one = at("..../..../..../1...", "3")
    assert cell_grade(one, 3, B1) == 3 * 80 + 40  # 1 and 3 differ in colour alone
    assert cell_grade(one, 3, D4) == 3 * 80 + 40  # on the diagonal
    assert cell_grade(one, 14, B1) == 4 * 40  # nothing in common: the file is as good as the row
    assert cell_grade(at("..../..../..../13..", "5"), 5, C1) == 2 * 120 + 2 * 40


def test_fressinauds_grades_go_from_0_to_480_with_490_for_a_draw_and_500_for_a_win():
    assert fressinaud(at(THREE, "7")) == cell_grade(at(THREE, "7"), 7, D1) == 500
    assert fressinaud(at(THREE, "7").play(D1)) == 500
    assert fressinaud(at(TRAP)) == 0
    assert fressinaud(at(DRAWN)) == 490


@seeds(20)
def test_a_position_without_a_piece_in_hand_is_as_good_as_the_worst_gift_is_bad(seed):
    state = random_position("quarto", seed, 24)
    grade = fressinaud(state)
    assert 0 <= grade <= 480 or grade == 500
    if state.hand == NOBODY:
        pieces = [piece for piece in range(16) if state.left >> piece & 1]
        assert grade == 500 - min(piece_grade(state, piece) for piece in pieces)
        assert JUDGES["fressinaud"].evaluate(state) == max(
            -JUDGES["fressinaud"].evaluate(state.play(16 + piece)) for piece in pieces
        )


def test_the_outlook_goes_from_0_lost_over_the_cells_still_wanted_to_5_drawn_and_6_won():
    assert outlook(at(TRAP)) == 0
    assert outlook(at(THREE)) == 1
    assert outlook(at("..../..../..../13..")) == 2
    assert outlook(at("..../..../..../1...")) == 3
    assert outlook(Game("quarto").state) == 4
    assert outlook(at(DRAWN)) == 5
    assert outlook(at(THREE, "7").play(D1)) == 6


@seeds(15)
def test_the_outlook_with_a_piece_in_hand_is_that_of_the_best_cell(seed):
    state, judge = random_position("quarto", seed, 24), JUDGES["outlook"]
    if state.hand != NOBODY:
        cells = [cell for cell in range(16) if not state.taken >> cell & 1]
        assert judge.evaluate(state) == max(outlook(state.play(cell)) for cell in cells) - 3


def test_who_can_complete_a_line_sooner_dominates():
    judge = JUDGES["dominant"]
    assert judge.evaluate(at(THREE, "7")) == 12  # now
    assert judge.evaluate(at(TRAP)) == -12  # the other, with any piece
    assert judge.evaluate(at(THREE, "8")) == -6  # not now, so the other next time
    assert judge.evaluate(at(THREE)) == 6
    assert judge.evaluate(at("..../..../..../1...", "3")) == 4  # three cells wanted: the third placement is mine
    assert judge.evaluate(at("..../..../..../13..", "5")) == -6  # two: the second is the other's


def test_nobody_dominates_when_no_line_is_left():
    state = at(DRAWN)
    assert nearest_line(state) == 5
    assert JUDGES["dominant"].evaluate(state) == 0


def test_the_engine_looks_at_the_safe_gifts():
    engine = JUDGES["engine"]
    assert engine.evaluate(Game("quarto").state) == engine.give_many
    assert engine.evaluate(at(THREE)) == engine.give_few  # 8 A C E are safe
    assert engine.evaluate(at(THREE, "8")) == engine.place_few


@pytest.mark.parametrize("squares", [False, True])
@seeds(30)
def test_a_verdict_is_a_win_at_once_or_having_to_give_one_away_and_none_is_missed(squares, seed):
    state = random_position("quarto", seed, 31, squares=squares)
    score = run("alphabeta", game_type(type(state)), state, Blank(0), 3).score
    verdict = JUDGES["engine"].verdict(state)
    if verdict == -3:
        assert score == 3 - WIN
    else:
        assert verdict == {WIN - 1: 1, 2 - WIN: -2}.get(score, 0)


def test_who_leaves_no_safe_gift_wherever_he_places_has_lost():
    """3 7 2 wait for a narrow or light piece and D 7 C for a round one; one cell stops only one line."""
    assert JUDGES["engine"].verdict(at("D.../..../.372/8..C", "9")) == -3


@pytest.mark.parametrize("squares", [False, True])
@seeds(20)
def test_symmetric_positions_are_worth_the_same(squares, seed):
    state = random_position("quarto", seed, 31, squares=squares)
    image = state.image(random.Random(seed).randrange(state.symmetries()))
    for judge in JUDGES.values():
        assert judge.evaluate(image) == judge.evaluate(state)
        assert judge.verdict(image) == judge.verdict(state)
    assert features(image) == features(state)


@pytest.mark.parametrize("squares", [False, True])
@seeds(15)
def test_interpreted_and_compiled_judge_alike(squares, seed):
    state = random_position("quarto", seed, 31, squares=squares)
    for judge in JUDGES.values():
        assert compiled_opinions(judge, state) == opinions(judge, state)


def test_the_features_have_names():
    assert features(at(THREE, "7")) == {
        "completable lines": 1,
        "cells the nearest line wants": 1,
        "safe gifts": 4,
        "winning cells": 1,
        "pieces to come": 13,
    }
