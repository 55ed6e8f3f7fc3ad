"""The perfect player never errs, and the engine at its best asks the solvers where they are in reach."""

import random

import pytest

from boxwood import Game, players
from boxwood.core.contract import legal_moves
from boxwood.core.errors import BoxwoodError
from boxwood.games import find
from boxwood.search.clock import Limits
from boxwood.search.scores import WIN
from boxwood.solving.solver import solver_for


@pytest.fixture(autouse=True)
def _no_tables_of_this_machine(tmp_path, monkeypatch):
    monkeypatch.setenv("BOXWOOD_DATA_DIR", str(tmp_path))


def random_game(name, plies, choose):
    """A game that goes on after so many random moves."""
    while True:
        game = Game(name)
        while not game.is_over and game.ply < plies:
            game.push(choose.choice(game.legal_moves))
        if not game.is_over:
            return game


def play_on(game, perfect, side, choose):
    """The rest of a game between the perfect player and one who plays anything."""
    while not game.is_over:
        code = (
            perfect.choose(game).move
            if game.player == side
            else choose.choice(legal_moves(game.state, game.type.facts))
        )
        game.push(game.state.move_text(code))
    return game.outcome().winner


@pytest.mark.parametrize(("name", "plies"), [("nim", 1), ("connect4", 16), ("quarto", 15)])
def test_whoever_is_not_lost_does_not_lose_with_perfect_play(name, plies):
    choose = random.Random(1)
    perfect = players.make("perfect", find(name))
    for _ in range(8):
        game = random_game(name, plies, choose)
        side = game.player
        value = solver_for(game.type, game.options).solve(game.state).value
        winner = play_on(game, perfect, side, choose)
        if value > 0:
            assert winner == side
        elif value == 0:
            assert winner != 1 - side


def test_a_perfect_move_carries_the_distance():
    game = Game("connect4", "445566")
    choice = players.make("perfect", game.type).choose(game)
    assert game.state.move_text(choice.move) in ("3", "7")
    assert (choice.score, choice.remark) == (WIN - 1, "solved")


def test_of_losing_moves_the_one_that_lasts_longest_is_played():
    game = Game("nim", matches=5)
    assert game.state.move_text(players.make("perfect", game.type).choose(game).move) == "1"


LATE = Game("connect4", "2252576253462244111563")


def test_the_engine_plays_what_the_solver_knows():
    choice = players.make("engine", LATE.type).choose(LATE, Limits(seconds=5.0))
    assert choice.remark == "solved"
    best = solver_for(LATE.type, LATE.options).solve(LATE.state).best_moves
    assert LATE.state.move_text(choice.move) in best


@pytest.mark.parametrize("spec", ["engine:solvers=off", "engine:9"])
def test_the_engine_can_be_measured_alone(spec):
    choice = players.make(spec, LATE.type).choose(LATE, Limits(nodes=1000))
    assert choice.remark == ""
    assert choice.nodes > 0


def test_the_engine_thinks_itself_when_the_solver_would_take_too_long():
    game = Game("connect4", "32751571231557")  # beyond the book
    choice = players.make("engine", game.type).choose(game, Limits(nodes=1000))
    assert choice.remark == ""


def test_boards_that_are_not_solved_are_left_to_the_engine():
    game = Game("connect4", width=5, height=4)
    assert players.make("engine", game.type).choose(game, Limits(nodes=1000)).remark == ""
    with pytest.raises(BoxwoodError, match="only the board of 7x6"):
        players.make("perfect", game.type).choose(game)
