"""The Gymnasium environment passes its checker, and the opponent answers."""

import pytest
from gymnasium.utils.env_checker import check_env

from boxwood import BoxwoodError
from boxwood.environments.single import Against


@pytest.mark.filterwarnings("ignore")  # it would rather have observations of one kind only
def test_it_passes_the_checker():
    check_env(Against("connect4", "random"), skip_render_check=True)


def lowest_legal(info):
    return int(info["action_mask"].nonzero()[0][0])


@pytest.mark.parametrize("game", ["nim", "connect4", "quarto"])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_game_goes_on_to_its_end_with_the_agent_to_move_every_time(game, seat):
    environment = Against(game, "novice:seed=1", seat=seat)
    _, info = environment.reset(seed=1)
    done = False
    while not done:
        assert info["action_mask"].any()
        _, reward, terminated, truncated, info = environment.step(lowest_legal(info))
        done = terminated or truncated
    assert reward in (-1, 0, 1)


def test_who_sits_second_finds_the_opponents_move_on_the_board():
    assert Against("connect4", seat=1).reset()[1]["moves"] != []
    assert Against("connect4", seat=0).reset()[1]["moves"] == []


def test_a_perfect_opponent_wins_a_won_game():
    environment = Against("nim", "perfect", matches=5)
    _, info = environment.reset()
    reward = 0
    while info["action_mask"].any() and reward == 0:
        _, reward, _, _, info = environment.step(lowest_legal(info))
    assert reward == -1


def test_an_illegal_move_loses():
    environment = Against("nim", "random", matches=2)
    _, info = environment.reset()
    assert not info["action_mask"][3]
    _, reward, terminated, _, info = environment.step(3)
    assert (reward, terminated, info["illegal"]) == (-1, True, True)


def test_a_toss_of_a_coin_gives_both_seats():
    environment = Against("connect4", "random", seat=None)
    openings = {bool(environment.reset(seed=seed)[1]["moves"]) for seed in range(10)}
    assert openings == {True, False}


def test_an_unknown_opponent_is_named():
    with pytest.raises(BoxwoodError, match="there is no player 'kasparov'"):
        Against("connect4", "kasparov")
