"""Corpet's player thinks in whole turns and says what it expects."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boxwood import BadOption, Game
from boxwood.core.contract import ONGOING, legal_moves
from boxwood.games.pylos.evaluation import JUDGES
from boxwood.games.pylos.players import SURE, WHOLE_TURNS, Turns, decisions
from boxwood.players import make
from boxwood.search.algorithms import run
from boxwood.search.clock import Limits
from tests.evaluation.test_pylos import FACTS, after_a_turn_begun, colouring
from tests.games.test_pylos import standing

THREE = ("o.../..../x.../xx.o",)  # x completes a square at b2
SPECS = ["corpet:2", "corpet:3:dynamic=true:margin=10", "corpet:2:judge=marbles"]


def choose(spec, game, limits=None):
    return make(spec, game.type).choose(game, limits)


def texts(state, moves):
    """A line of moves as text; every one of them is legal."""
    written = []
    for move in moves:
        assert move in legal_moves(state, FACTS)
        written.append(state.move_text(move))
        state = state.play(move)
    return " ".join(written)


def ends_of_turn(state, player):
    """All states in which a player's turn can end, decision by decision."""
    if state.turn != player or state.outcome() != ONGOING:
        return {state}
    return {end for move in legal_moves(state, FACTS) for end in ends_of_turn(state.play(move), player)}


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_whole_turns_end_where_single_decisions_do(seed):
    start = colouring(seed)
    for state in (start, *after_a_turn_begun(start)[:1]):
        whole = Turns(*state)
        turns = legal_moves(whole, WHOLE_TURNS.facts)
        assert len(turns) == len(set(turns))
        assert {tuple(whole.play(turn)) for turn in turns} == set(map(tuple, ends_of_turn(state, state.turn)))
        for turn in turns[:50]:
            after = state
            for move in decisions(state, turn):
                after = after.play(move)
            assert tuple(after) == tuple(whole.play(turn))


def test_two_marbles_are_taken_back_in_one_order_only():
    square = Turns(*standing("o..o/..../xx../xx.o", pending="take2").state)
    assert len(legal_moves(square, WHOLE_TURNS.facts)) == 4 + 4 * 3 // 2


def value(state, turns):
    """The seven rules after so many turns of best play, without any trick."""
    if turns == 0:
        return JUDGES["rules"].evaluate(state)
    return max(-value(end, turns - 1) for end in ends_of_turn(state, state.turn))


@pytest.mark.parametrize("moves", ["1b2 1c3 1b3 1c2 1d4 1a1", "1a1 1d4 1b1 1c4 1a2 1d3"])
def test_a_level_is_a_number_of_turns(moves):
    """In the second position one square after another can be completed, and marbles taken back."""
    game = Game("pylos", moves)
    assert choose("corpet:2", game).score == value(game.state, 2)


def test_the_next_move_is_the_beginning_of_a_whole_turn():
    """Two marbles come back: that is the most."""
    game = standing(*THREE)
    choice = choose("corpet:1", game)
    turn = texts(game.state, choice.line).split()
    assert turn[0] == "1b2"
    assert [move[0] for move in turn[1:]] == ["-", "-"]
    for move in turn:
        assert game.state.move_text(choose("corpet:1", game).move) == move
        game.push(move)


def test_it_tells_its_confidence_and_the_replies_it_expects():
    game = standing(*THREE)
    choice = choose("corpet:3", game)
    line = texts(game.state, choice.line).split()
    assert choice.remark.startswith(f"confidence {choice.score}: {' '.join(line[:3])}, expecting {line[3]}")
    assert choice.move == choice.line[0]
    assert choice.depth == 3


def test_a_sure_win_is_1000_and_a_sure_loss_the_negative():
    winning = standing("oooo/oxxo/oxxo/oooo", "xox/.../oxo")
    losing = standing("xoxo/oxox/xoxo/oxxo", "oxo/xox/ox.", "xx/..")
    assert choose("corpet:2", winning).score == SURE
    assert choose("corpet:3", losing).score == -SURE


def test_it_puts_the_last_marble_on_top():
    game = standing("xoxo/oxox/xoxo/oxxo", "oxo/xox/oxx", "xo/oo", player=0)
    assert game.legal_moves == ["4a1"]
    assert choose("corpet:2", game).score == SURE


def test_it_stops_two_squares_at_once_where_it_can():
    """o is about to complete two squares with one marble on b2."""
    game = standing("x..x/..../o.o./ooox", player=0)
    assert game.state.move_text(choose("corpet:2", game).move) == "1b2"


def test_dynamic_depth_finds_the_same_with_less_work():
    game = Game("pylos", "1b2 1c3 1b3 1c2 1a1 1d4 1d1 1a4 2b2")
    plain, dynamic = choose("corpet:4", game), choose("corpet:4:dynamic=true:margin=5", game)
    assert dynamic.score == plain.score
    assert dynamic.nodes < plain.nodes


def test_without_a_margin_to_lose_dynamic_depth_drops_all_but_the_best_looking():
    game = standing(*THREE)
    wide, narrow = (choose(f"corpet:4:dynamic=true:margin={margin}", game) for margin in (SURE, 0))
    exact = run("ordered+memory", WHOLE_TURNS, Turns(*game.state), JUDGES["rules"], 4)
    assert wide.score == exact.score
    assert narrow.nodes < wide.nodes


def test_marbles_alone_see_nothing_in_the_opening():
    assert choose("corpet:2:judge=marbles", Game("pylos")).score == 0


def test_with_limits_it_deepens_up_to_its_level():
    game = Game("pylos")
    assert choose("corpet:6", game, Limits(nodes=2_000)).depth < 6
    assert choose("corpet:2", game, Limits(nodes=10**9)).depth == 2


@pytest.mark.parametrize("spec", SPECS)
def test_it_beats_a_random_player_from_either_side(spec):
    for side in (0, 1):
        game = Game("pylos")
        players = [make("random:seed=3", game.type), make("random:seed=3", game.type)]
        players[side] = make(spec, game.type)
        while not game.is_over:
            game.push(game.state.move_text(players[game.player].choose(game).move))
        assert game.outcome().winner == side


@pytest.mark.parametrize("options", [{"lines": True}, {"squares": False}, {"empty": "raise"}], ids=str)
def test_it_plays_all_kinds_of_pylos(options):
    game = Game("pylos", **options)
    player = make("corpet:2", game.type)
    while not game.is_over and game.ply < 60:
        game.push(game.state.move_text(player.choose(game).move))
    assert game.is_over or game.ply == 60


def test_a_level_that_is_none_is_refused_in_a_line():
    with pytest.raises(BadOption, match="level=0 is not possible: it takes 1 to 20"):
        make("corpet:0", Game("pylos").type)
