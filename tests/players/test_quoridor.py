"""The players of the Quoridor report do what it says."""

import pytest

from boxwood import Game, players
from boxwood.core.errors import BoxwoodError
from boxwood.games import find
from boxwood.games.quoridor.players import REPORT
from boxwood.games.quoridor.rules import goal, only, wall

QUORIDOR = find("quoridor")


def player(spec):
    return players.make(spec, QUORIDOR)


def choice(spec, game):
    return game.state.move_text(player(spec).choose(game).move)


def match(first, second, most=200):
    """The winner of a game, None if it is not over after so many moves."""
    game, both = Game("quoridor"), (player(first), player(second))
    while not game.is_over and game.ply < most:
        game.push(game.state.move_text(both[game.player].choose(game).move))
    return game.outcome().winner if game.is_over else None


def test_the_report_has_five_players():
    kinds = [kind for kind in players.available(QUORIDOR) if kind.source == REPORT]
    assert [kind.name for kind in kinds] == ["minimax", "move", "wall", "movewall", "negaalphabeta"]


def test_move_follows_the_shortest_way_and_minds_nothing_else():
    game = Game("quoridor")
    while not game.is_over:
        game.push(choice("move", game))
    assert " ".join(game.moves) == "e2 e8 e3 e7 e4 e6 e5 e4 e6 e3 e7 e2 e8 e1"


def test_move_goes_round_walls_the_shorter_way():
    assert choice("move", Game.from_position("quoridor e1/e9 8/10 e1h,g1h 0")) == "d1"


def test_move_jumps():
    assert choice("move", Game.from_position("quoridor e4/e5 10/10 - 0")) == "e6"


def test_move_waits_where_the_other_pawn_closes_the_only_way():
    assert choice("move", Game.from_position("quoridor i1/i2 6/7 a1h,c1h,e1h,g1h,g2h,h3h,g3v 0")) == "i3"


def test_wall_puts_a_wall_right_before_the_other_pawn():
    game = Game("quoridor", "e2")
    put = wall(player("wall").choose(game).move)
    edges, pawn = game.state.edges(), only(game.state.other)
    assert put.leave(edges).distance(pawn, goal(0, 9)) > edges.distance(pawn, goal(0, 9))
    assert not put.leave(edges).spread(pawn).meets(pawn.up())


def test_wall_puts_it_further_on_where_the_nearest_is_not_allowed():
    game = Game.from_position("quoridor e1/e9 6/6 a1h,c1h,e1h,g1h,a8h,c8h,e8h,g8h 1")
    # x has to go along rank 1 to i1; f1v and h1v would close his only way, so the wall is beyond it
    move = choice("wall", game)
    assert move in game.legal_moves
    assert move in ("h2h", "h2v", "g2v")


def test_wall_walks_when_it_has_no_walls_left():
    game = Game.from_position("quoridor e2/e9 10/0 a1h,c1h,a3h,c3h,a5h,c5h,a7h,c7h,f5h,h5h 1")
    assert choice("wall", game) == choice("move", game)


def test_movewall_does_now_the_one_and_now_the_other():
    game = Game("quoridor")
    seen = {choice(f"movewall:seed={seed}", game) for seed in range(20)}
    assert seen == {choice("move", game), choice("wall", game)}


def test_movewall_repeats_itself_with_the_same_seed():
    def tosses():
        tosser = player("movewall:seed=7")
        return [tosser.choose(Game("quoridor")).move for _ in range(20)]

    assert tosses() == tosses()


@pytest.mark.parametrize("spec", ["minimax", "minimax:depth=1", "negaalphabeta:1", "negaalphabeta:2:weights=mother"])
def test_who_looks_ahead_takes_a_win(spec):
    assert choice(spec, Game.from_position("quoridor e8/a2 10/10 - 0")) == "e9"
    assert choice(spec, Game.from_position("quoridor e8/a2 10/10 - 1")) == "a1"


def test_depth_two_stops_a_pawn_about_to_win():
    game = Game.from_position("quoridor e8/a5 10/10 - 1")
    game.push(choice("negaalphabeta:2", game))
    assert "e9" not in game.legal_moves


def test_minimax_and_negaalphabeta_are_worth_the_same_for_different_work():
    game = Game("quoridor", "e2 e8 e3 e7 e4 d6h")
    minimax, nega = player("minimax").choose(game), player("negaalphabeta").choose(game)
    assert minimax.score == nega.score
    assert nega.nodes < minimax.nodes / 3


def test_the_weights_are_those_of_the_player_who_thinks():
    white, black = Game.from_position("quoridor e4/e7 10/10 - 0"), Game.from_position("quoridor e3/e6 10/10 - 1")
    spec = "negaalphabeta:depth=1:weights=mother"
    assert player(spec).choose(white).score == player(spec).choose(black).score


@pytest.mark.parametrize("weights", ["plain", "father", "mother", "mertens", "nonlinear"])
def test_every_set_of_weights_plays(weights):
    assert choice(f"negaalphabeta:weights={weights}", Game("quoridor")) in Game("quoridor").legal_moves


def test_unknown_weights_are_named():
    with pytest.raises(BoxwoodError, match="there are no weights 'heavy': there are plain, father"):
        player("negaalphabeta:weights=heavy")


# Section 5 of the report, where it does not depend on chance


@pytest.mark.parametrize(
    ("winner", "loser"),
    [
        *[("wall", "move"), ("minimax", "wall"), ("minimax", "move"), ("negaalphabeta:1", "wall")],
        *[("negaalphabeta:2", "wall"), ("negaalphabeta:2", "move"), ("negaalphabeta:2", "negaalphabeta:1")],
    ],
)
def test_the_cross_table_of_the_report(winner, loser):
    assert (match(winner, loser), match(loser, winner)) == (0, 1)


def test_some_weights_make_a_player_walk_to_and_fro_for_ever():
    assert match("negaalphabeta:weights=child2", "negaalphabeta:weights=child2") is None
