"""Analysis as a program sees it: limits, scores in words, lines that can be played."""

import math

import pytest

from boxwood import Game
from boxwood.analysis import Analysis, Score, analyse, analysis_of, exact_scores
from boxwood.core.errors import BoxwoodError
from boxwood.games.connect4.solver.solver import Solver, solver_for

LATE = "2252576253462244111563"  # a game of Connect Four
DRAWN_QUARTO = "@A a2 @6 d3 @0 b1 @B c1 @7 b4 @1 a4 @5 a1 @3 c3"
GAMES = ("nim", "connect4", "quarto", "quoridor", "pylos", "abalone")


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_analysed(game):
    found = list(analyse(Game(game), depth=2, lines=2, megabytes=1))
    assert all(isinstance(analysis, Analysis) for analysis in found)
    assert [analysis.depth for analysis in found] == sorted(analysis.depth for analysis in found)
    for line in found[-1].lines:
        Game(game).push_all(line.moves)


def test_a_win_is_told_in_words():
    assert str(analysis_of(Game("connect4", "445566"), depth=4).score) == "win in 1"


def test_what_a_solver_knows_is_told_as_proven():
    drawn = analysis_of(Game("quarto", DRAWN_QUARTO), depth=1)
    assert (drawn.source, str(drawn.score)) == ("solver", "draw, proven")
    assert str(analysis_of(Game("nim", matches=6), depth=1).score) == "win in 4"


def test_every_line_of_a_solved_position_is_exact_and_ends_the_game():
    game = Game("connect4", LATE)
    found = analysis_of(game, depth=1, lines=7)
    assert found.source == "solver"
    scores = exact_scores(game)
    assert [line.moves[0] for line in found.lines] == list(scores)
    for line in found.lines:
        assert line.score.proven
        assert line.score == scores[line.moves[0]]
        rest = Game("connect4", LATE)
        rest.push_all(line.moves)
        assert rest.is_over
        assert line.score.plies in (None, len(line.moves))


def test_the_engine_speaks_until_the_solver_has_found_out():
    *thoughts, last = analyse(Game("connect4", "241724774162"), seconds=60)  # a score of 4
    assert [thought.source for thought in thoughts] == ["engine"] * len(thoughts)
    assert (last.source, str(last.score)) == ("solver", "win in 23")


def test_the_engine_can_be_asked_alone():
    assert analysis_of(Game("nim"), depth=1, solvers=False).source == "engine"
    assert analysis_of(Game("nim"), depth=1, judge="terminal").source == "engine"


@pytest.fixture
def no_book(monkeypatch):
    """With a solver of Connect Four that has to search for whatever it says."""
    solver = Solver(table_bits=12)
    monkeypatch.setattr("boxwood.solving.solver.find_solver", lambda kind, options: solver)


def test_a_solver_that_needs_long_does_not_keep_a_shallow_analysis_waiting(no_book):
    assert analysis_of(Game("connect4", "1"), depth=2).source == "engine"


def test_the_true_score_of_every_move():
    scores = exact_scores(Game("connect4", LATE))
    solved = solver_for().analyse(Game("connect4", LATE).state)
    assert {move: score.value for move, score in scores.items() if not score.value} == {
        str(column + 1): 0 for column, score in enumerate(solved) if score == 0
    }
    assert {move: score.value > 0 for move, score in scores.items() if score.value} == {
        str(column + 1): score > 0 for column, score in enumerate(solved) if score
    }
    assert list(scores.values()) == sorted(scores.values(), reverse=True)


@pytest.mark.parametrize(
    "game",
    [Game("abalone"), Game("connect4", width=5, height=4), Game("connect4", "4455667")],
    ids=["unsolved", "another board", "over"],
)
def test_no_scores_are_told_where_nobody_knows_them(game):
    assert exact_scores(game, nodes=10_000) is None


def test_no_scores_are_told_where_the_solver_would_take_too_long(no_book):
    assert exact_scores(Game("connect4", "1"), nodes=10_000) is None


def test_scores_without_a_distance_are_between_opinions_and_known_ends():
    assert Score.won(99) > Score.won() > Score(10_000) > Score.lost() > Score.lost(99)
    assert (str(Score.won()), str(Score.lost())) == ("win, proven", "loss, proven")
    assert str(-Score.won(22, "turns")) == "loss in 22 turns"


def test_scores_are_ordered_and_negated():
    assert Score.won(3) > Score.won(5) > Score(100) > Score(0) > Score(-100) > Score.lost(5) > Score.lost(3)
    assert -Score.won(3) == Score.lost(3)
    assert str(Score(0, True)) == "draw, proven"


@pytest.mark.parametrize(
    "limit",
    [
        {"seconds": 0},
        {"seconds": math.nan},
        {"seconds": math.inf},
        {"depth": -1},
        {"nodes": 0},
        {"lines": 0},
        {"threads": 0},
    ],
)
def test_impossible_limits_are_refused(limit):
    with pytest.raises(BoxwoodError, match="a number above 0"):
        next(analyse(Game("nim"), **limit))


def test_a_finished_game_is_not_analysed():
    with pytest.raises(BoxwoodError, match="the game is over"):
        next(analyse(Game("connect4", "4455667"), depth=1))


def test_an_analysis_as_json_is_plain():
    told = analysis_of(Game("connect4", "445566"), depth=2).as_json()
    assert told["lines"][0]["plies"] == 1
    assert told["lines"][0]["moves"][0] in ("3", "7")


def test_a_caller_who_stops_asking_stops_the_search():
    endless = analyse(Game("abalone"), megabytes=1)
    assert next(endless).depth == 1
    endless.close()
