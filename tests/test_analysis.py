"""Analysis as a program sees it: limits, scores in words, lines that can be played."""

import pytest

from boxwood import Game
from boxwood.analysis import Analysis, Score, analyse, analysis_of
from boxwood.core.errors import BoxwoodError

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


def test_scores_are_ordered_and_negated():
    assert Score.won(3) > Score.won(5) > Score(100) > Score(0) > Score(-100) > Score.lost(5) > Score.lost(3)
    assert -Score.won(3) == Score.lost(3)
    assert str(Score(0, True)) == "draw, proven"


@pytest.mark.parametrize("limit", [{"seconds": 0}, {"depth": -1}, {"nodes": 0}, {"lines": 0}, {"threads": 0}])
def test_impossible_limits_are_refused(limit):
    with pytest.raises(BoxwoodError, match="more than 0"):
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
