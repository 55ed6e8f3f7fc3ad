"""The PettingZoo environments pass its own tests, and say what the games say."""

import pytest
from pettingzoo.test import api_test, seed_test

from boxwood.environments.aec import AGENTS, env, raw_env
from boxwood.game import Game
from boxwood.games import find, names

GAMES = [name for name in names() if find(name).state.__module__.startswith("boxwood.")]


@pytest.mark.filterwarnings("ignore")  # api_test warns of spaces that it does not expect
@pytest.mark.parametrize("game", GAMES)
def test_every_game_passes_the_api_test(game):
    api_test(env(game, longest=300), num_cycles=30)


def test_the_same_seed_gives_the_same_game():
    seed_test(lambda: env("nim"), num_cycles=10)


def play(environment, moves):
    """Step through a game given as text; the rewards of both agents, added up."""
    environment.reset()
    board = Game(environment.unwrapped._kind)
    sums = dict.fromkeys(AGENTS, 0.0)
    for move in moves.split():
        code = board.state.read_move(move)
        board.push(move)
        environment.step(code)
        for agent, reward in environment.rewards.items():
            sums[agent] += reward
    return sums


def test_the_winner_gets_1_and_the_loser_minus_1():
    environment = raw_env("connect4")
    assert play(environment, "4 1 4 1 4 1 4") == {"player_0": 1, "player_1": -1}
    assert all(environment.terminations.values())


def test_an_agent_moves_again_where_the_player_does():
    environment = raw_env("quarto")
    play(environment, "@5 b2")
    assert environment.agent_selection == "player_1"


def test_the_mask_holds_the_legal_moves_of_the_agent_to_move():
    environment = raw_env("connect4")
    play(environment, "4 4 4 4 4 4")
    assert environment.observe("player_0")["action_mask"].tolist()[:7] == [1, 1, 1, 0, 1, 1, 1]
    assert not environment.observe("player_1")["action_mask"].any()


def test_an_illegal_move_loses():
    environment = env("connect4")
    environment.reset()
    for _ in range(7):
        environment.step(3)
    assert environment.terminations["player_0"]
    assert environment.rewards == {"player_0": -1, "player_1": 0}


def test_a_long_game_is_truncated():
    environment = raw_env("pylos", longest=2)
    play(environment, "1a1 1a2")
    assert all(environment.truncations.values())
    assert not any(environment.terminations.values())


def test_the_board_is_rendered_as_text_and_as_a_picture():
    for mode, begins in (("ansi", ". . ."), ("svg", "<svg")):
        environment = raw_env("connect4", render_mode=mode)
        environment.reset()
        assert environment.render().startswith(begins)
    assert raw_env("connect4").render() is None


def test_options_are_the_games():
    environment = raw_env("nim", matches=2)
    environment.reset()
    assert environment.observe("player_0")["action_mask"].nonzero()[0].tolist() == [1, 2]
