"""The textbook algorithms as players."""

import pytest

from boxwood import BoxwoodError, Game, names
from boxwood.games import find as find_game
from boxwood.games.connect4.evaluation import JUDGES
from boxwood.players import available, find, make
from boxwood.players.classic import PLAYERS
from boxwood.search.clock import Limits
from boxwood.search.scores import WON

ALL = [kind.name for kind in PLAYERS]
players = pytest.mark.parametrize("name", ALL)


def choose(spec, game, limits=None):
    return make(spec, game.type).choose(game, limits)


def move(spec, game):
    return game.state.move_text(choose(spec, game).move)


@players
@pytest.mark.parametrize("depth", [1, 2, 5])
def test_it_takes_a_win_when_it_has_one(name, depth):
    game = Game("connect4", "24434647")
    assert move(f"{name}:{depth}", game) == "4"


@players
def test_two_moves_ahead_it_stops_a_win(name):
    assert move(f"{name}:2", Game("connect4", "41424")) == "4"


@players
@pytest.mark.parametrize("matches", [2, 3, 4, 6, 7, 8, 10])
def test_it_wins_nim_when_it_sees_the_end(name, matches):
    game = Game("nim", matches=matches)
    player, taken = make(f"{name}:depth=12", game.type), 1
    while not game.is_over:
        if game.player == 0:
            game.push(game.state.move_text(player.choose(game).move))
        else:
            taken = taken % 3 + 1
            game.push(str(taken) if str(taken) in game.legal_moves else game.legal_moves[0])
    assert game.outcome().winner == 0


def test_all_exact_ones_agree():
    game = Game("connect4", "4435")
    choices = [choose(f"{name}:5", game) for name in ("minimax", "alphabeta", "negamax", "memory")]
    assert len({choice.score for choice in choices}) == 1
    assert choices[1].nodes < choices[0].nodes


def test_the_evaluation_is_the_reports_unless_another_is_named():
    game = Game("connect4", "4")
    child = game.state.play(3)
    for spec, judge in (("minimax:1", "adjusted"), ("minimax:1:judge=cells", "cells")):
        assert choose(spec, game).score >= -JUDGES[judge].evaluate(child)
        assert choose(spec, game).score == max(-JUDGES[judge].evaluate(game.state.play(column)) for column in range(7))


def test_an_evaluation_that_the_game_does_not_have_is_refused():
    with pytest.raises(BoxwoodError, match="nim: there is no evaluation 'cells': there are terminal, engine"):
        make("alphabeta:judge=cells", find_game("nim"))


def test_without_limits_it_looks_as_far_as_it_is_told():
    assert choose("alphabeta:7", Game("connect4")).depth == 7


def test_with_time_enough_it_plays_as_without_limits():
    game = Game("connect4", "4435")
    free, limited = choose("alphabeta:5", game), choose("alphabeta:5", game, Limits(nodes=10**9))
    assert (limited.move, limited.score, limited.depth) == (free.move, free.score, free.depth)


def test_limits_stop_it_before_a_search_that_might_be_too_long():
    game = Game("connect4")
    assert choose("minimax:8", game, Limits(nodes=1000)).depth == 3  # 8 + 49 + 343 = 400 nodes, times 7 too many
    assert choose("minimax:8", game, Limits(depth=2)).depth == 2
    assert choose("minimax:8", game, Limits(seconds=1e-9)).depth == 1


def test_going_deeper_it_tells_every_thought():
    game, told = Game("connect4"), []
    choice = make("deepening:4", game.type).choose(game, Limits(nodes=10**9), told.append)
    assert [thought.depth for thought in told] == [1, 2, 3, 4]
    assert told[-1].move == choice.move


def test_it_stops_deepening_when_the_game_is_decided():
    choice = choose("deepening", Game("nim", matches=6))
    assert choice.score > WON
    assert choice.depth < 8


@pytest.mark.parametrize("game", names())
def test_they_play_every_game(game):
    for kind in PLAYERS:
        now = Game(game)
        assert now.state.move_text(choose(f"{kind.name}:1", now).move) in now.legal_moves


@pytest.mark.parametrize("game", names())
def test_a_name_means_one_player_in_a_game(game):
    known = [kind.name for kind in available(find_game(game))]
    assert len(known) == len(set(known))
    assert set(ALL) <= set(known)


def test_a_games_own_player_goes_before_the_general_one():
    assert find("minimax", find_game("quarto")).games == ("quarto",)
    assert find("minimax", find_game("connect4")).games == ()
