"""The players of the Quarto report."""

import pytest

from boxwood import Game
from boxwood.core.contract import ONGOING
from boxwood.games import find
from boxwood.games.quarto.evaluation import JUDGES
from boxwood.players import make
from boxwood.search.algorithms import run
from tests.evaluation.positions import random_position

QUARTO = find("quarto")
seeds = pytest.mark.parametrize("seed", range(5))
judges = pytest.mark.parametrize("judge", JUDGES)

THREE_SOLID = "@1 a1 @3 b1 @5 c1"  # narrow, too: 8 A C E are the safe gifts


def choose(spec, game):
    return game.state.move_text(make(spec, game.type).choose(game).move)


@seeds
def test_a_novice_completes_a_line(seed):
    assert choose(f"novice:seed={seed}", Game("quarto", f"{THREE_SOLID} @7")) == "d1"


@seeds
def test_a_novice_gives_no_piece_that_completes_a_line(seed):
    assert choose(f"novice:seed={seed}", Game("quarto", THREE_SOLID)) in ("@8", "@A", "@C", "@E")


def test_a_novice_places_anywhere_even_where_no_safe_gift_is_left():
    """With 8 on a2 and B on b2, E on c2 makes a wide three beside the narrow one."""
    game = Game("quarto", f"{THREE_SOLID} @8 a2 @A b2 @C")
    after = Game("quarto", f"{THREE_SOLID} @8 a2 @A b2 @C c2").state
    assert after.safe_gifts() == 0
    assert {choose(f"novice:seed={seed}", game) for seed in range(100)} == set(game.legal_moves)


@seeds
def test_a_novice_that_must_lose_gives_anything(seed):
    game = Game("quarto", f"{THREE_SOLID} @8 a2 @A b2 @C c2")
    assert choose(f"novice:seed={seed}", game) in game.legal_moves


@judges
def test_minimax_completes_a_line(judge):
    assert choose(f"minimax:judge={judge}", Game("quarto", f"{THREE_SOLID} @7")) == "d1"


@judges
def test_minimax_gives_no_piece_that_completes_a_line(judge):
    assert choose(f"minimax:judge={judge}", Game("quarto", THREE_SOLID)) in ("@8", "@A", "@C", "@E")


@judges
def test_minimax_does_not_place_where_no_safe_gift_is_left(judge):
    assert choose(f"minimax:judge={judge}", Game("quarto", f"{THREE_SOLID} @8 a2 @A b2 @C")) != "c2"


def test_minimax_looks_one_turn_ahead_at_first_and_four_at_the_end():
    game, depths = Game("quarto"), []
    player, still = make("minimax", QUARTO), make("random:seed=4", QUARTO)
    while not game.is_over and game.ply < 29:
        depths.append(player.depth_at(game.state))
        game.push(game.state.move_text(still.choose(game).move))
    assert depths[:5] == [1, 2, 1, 4, 3]  # a gift; place, give; two turns; their second half
    assert depths[1::2] == [2 * turns for turns in (1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4)][: len(depths) // 2]


@pytest.mark.parametrize("judge", ["terminal", "mohrmann"])
@seeds
def test_the_move_of_minimax_is_worth_what_it_claims(judge, seed):
    """It never prefers a refuted move because its bound equals the best value, as the report's program did."""
    state = random_position("quarto", seed, 24)
    game = Game.from_position(QUARTO.position_text(state, {"squares": False}))
    player = make(f"minimax:judge={judge}", QUARTO)
    depth, choice = player.depth_at(state), player.choose(game)
    assert run("minimax", QUARTO, state, JUDGES[judge], depth).score == choice.score
    child = state.play(choice.move)
    if child.outcome() == ONGOING and depth > 1:
        worth = run("minimax", QUARTO, child, JUDGES[judge], depth - 1).score
        worth = worth if child.player() == state.player() else -worth
        assert worth == choice.score or abs(worth) - abs(choice.score) == 1  # a win is one move nearer


@seeds
def test_fressinaud_places_where_most_is_shared_and_gives_what_shares_least(seed):
    assert choose(f"fressinaud:seed={seed}", Game("quarto", f"{THREE_SOLID} @7")) == "d1"
    assert choose(f"fressinaud:seed={seed}", Game("quarto", "@1 a1")) == "@E"
    assert choose(f"fressinaud:seed={seed}", Game("quarto", "@1 a1 @3")) in (
        "b1", "c1", "d1", "a2", "a3", "a4", "b2", "c3", "d4",
    )  # fmt: skip
