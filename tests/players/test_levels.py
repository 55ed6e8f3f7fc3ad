"""The engine's levels: each looks at least as far as the one below; the lower slip, the upper let no win go."""

import random
from itertools import pairwise

import pytest

from boxwood import Game, players
from boxwood.core.contract import FIRST_WINS, SECOND_WINS, legal_moves
from boxwood.games import find, names
from boxwood.players.levels import SURE_FROM, levels_of
from boxwood.search.clock import Limits
from boxwood.solving.solver import solver_for

FULL = 1 << 40  # positions: more than anybody looks at


def games_before_the_end(name, count):
    """Games in which the player to move can win at once, but not by every move."""
    choose, found = random.Random(7), []
    while len(found) < count:
        game = Game(name)
        while not game.is_over:
            wins = winning_moves(game)
            if wins and len(wins) < len(game.legal_moves):
                found.append(game)
                break
            game.push(choose.choice(game.legal_moves))
    return found


def winning_moves(game):
    codes, wins = legal_moves(game.state, game.type.facts), (FIRST_WINS, SECOND_WINS)[game.player]
    return {move for move in codes if game.state.play(move).outcome() == wins}


@pytest.mark.parametrize("game", names())
def test_every_level_looks_at_least_as_far_and_slips_at_most_as_often_as_the_one_below(game):
    for (_, lower), (_, upper) in pairwise(sorted(levels_of(find(game)).items())):
        assert (lower.nodes or FULL) / lower.candidates <= (upper.nodes or FULL) / upper.candidates
        assert lower.whim >= upper.whim
        assert lower.slack >= upper.slack


@pytest.mark.parametrize("game", ["connect4", "quarto", "quoridor"])
@pytest.mark.parametrize("level", [SURE_FROM, SURE_FROM + 2])
def test_from_level_5_on_a_win_on_the_next_move_is_always_taken(game, level):
    for seed, board in enumerate(games_before_the_end(game, 12)):
        player = players.make(f"engine:{level}:megabytes=1:seed={seed}", find(game))
        assert player.choose(board).move in winning_moves(board)


def test_a_child_can_win_against_level_1_because_it_overlooks_things():
    boards = games_before_the_end("connect4", 20)
    taken = [
        players.make(f"engine:1:megabytes=1:seed={seed}", find("connect4")).choose(board).move in winning_moves(board)
        for seed, board in enumerate(boards)
    ]
    assert True in taken
    assert False in taken


@pytest.mark.parametrize(
    "options", [{"matches": n} for n in range(2, 22)] + [{"heaps": (1, 3, 5, 7)}, {"heaps": (3, 4, 5)}]
)
def test_in_nim_the_engine_never_loses_what_is_won(options):
    game = Game("nim", **options)
    solver = solver_for(game.type, game.options)
    engine = players.make("engine:megabytes=1", find("nim"))
    choose = random.Random(3)
    if solver.choose(game.state).value < 0:
        game.push(choose.choice(game.legal_moves))
    while not game.is_over:
        won = solver.choose(game.state).value > 0
        game.push_code(engine.choose(game, Limits(nodes=50)).move)
        if won and not game.is_over:
            assert solver.choose(game.state).value < 0
        if not game.is_over:
            game.push(choose.choice(game.legal_moves))
