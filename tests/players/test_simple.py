"""The players that hardly think do what they say."""

import pytest

from boxwood import Game, names
from boxwood.players import make


def choose(spec, game):
    return game.state.move_text(make(spec, game.type).choose(game).move)


@pytest.mark.parametrize("game", names())
@pytest.mark.parametrize("spec", ["random:seed=1", "novice:seed=1"])
def test_they_know_how_to_move_in_every_game(game, spec):
    now = Game(game)
    player = make(spec, now.type)
    while not now.is_over and now.ply < 24:
        now.push(now.state.move_text(player.choose(now).move))
    assert now.is_over or now.ply == 24


seeds = pytest.mark.parametrize("seed", range(5))


@seeds
def test_a_novice_takes_a_win(seed):
    assert choose(f"novice:seed={seed}", Game("connect4", "445566")) in ("3", "7")


@seeds
def test_a_novice_stops_a_win_of_the_next_move(seed):
    assert choose(f"novice:seed={seed}", Game("connect4", "41424")) == "4"


@seeds
def test_a_novice_gives_no_piece_that_wins(seed):
    """In Quarto a novice who has placed gives a piece; all odd ones would complete the row of odd pieces."""
    placed = Game("quarto", "@1 a1 @3 b1 @5 c1 @0 a2")
    assert int(choose(f"novice:seed={seed}", placed)[1:], 16) % 2 == 0


def test_a_novice_with_no_good_move_plays_on():
    lost = Game("connect4", "41516")  # 3 and 7 both win for the first player
    assert choose("novice:seed=1", lost) in lost.legal_moves
