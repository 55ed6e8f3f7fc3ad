"""Lao's agent, as the report describes it."""

import pytest

from boxwood import BadOption, Game, players
from boxwood.core.contract import legal_moves
from boxwood.games import find
from boxwood.games.abalone.evaluation import OMEGA
from boxwood.games.abalone.players import Durations, answer_to, depth_for, in_contact, likeness
from boxwood.search.clock import Limits
from tests.games.test_abalone import standing

KIND = find("abalone")
SIMPLE = {"sidestep": False, "plies": 50}  # the report's rules


def lao(words=""):
    return players.make("lao" + words, KIND)


def lasting(*seconds):
    durations = Durations()
    for each in seconds:
        durations.add(each)
    return durations


def play_out(game, sides):
    while not game.is_over:
        game.push(game.state.move_text(sides[game.player].choose(game).move))
    return game.outcome().winner


def greedy_game(weights, moves):
    """A game in which white plays what these weights like best at once, and black the first move there is."""
    game = Game("abalone", layout="alien", **SIMPLE)
    while game.ply < 2 * moves:
        state = game.state
        legal = legal_moves(state, KIND.facts)
        best = min(legal, key=lambda move: weights.evaluate(state.play(move)))
        game.push(state.move_text(best if game.player else legal[0]))
    return game


def test_durations_have_a_mean_and_a_deviation():
    durations = lasting(2, 4, 4, 4, 5, 5, 7, 9)
    assert durations.mean == pytest.approx(5)
    assert durations.deviation() == pytest.approx(2)
    assert lasting().careful == 0


def test_the_clock_rule_draws_the_line_of_the_reports_figure():
    # Lao (2023), Figure 4: means of 3.025 and 40 seconds, deviations of 2.35 and 20
    shallow, deep = lasting(0.675, 5.375), lasting(20, 60)
    assert (shallow.careful, deep.careful) == (pytest.approx(10.075), pytest.approx(100))
    assert depth_for(25, 900, shallow, deep) == 4
    assert depth_for(25, 342, shallow, deep) == 4
    assert depth_for(25, 341, shallow, deep) == 3
    assert depth_for(1, 101, shallow, deep) == 4
    assert depth_for(1, 99, shallow, deep) == 3


def test_while_no_marbles_of_different_colour_touch_it_looks_three_moves_ahead():
    start = Game("abalone", **SIMPLE)
    assert not in_contact(start.state)
    assert lao().choose(start).depth == 3
    alien = Game("abalone", layout="alien", **SIMPLE)
    assert in_contact(alien.state)
    assert lao().choose(alien).depth == 4


def test_when_the_time_is_too_short_for_four_moves_it_looks_three_ahead():
    game, player = Game("abalone", layout="alien", **SIMPLE), lao()
    first = player.choose(game, Limits(seconds=1e-9))
    assert first.depth == 4  # nothing is measured yet
    assert player.choose(game, Limits(seconds=1e-9)).depth == 3
    assert player.choose(game, Limits(clock=1e-9)).depth == 3
    assert player.choose(game, Limits(clock=1000 * first.seconds + 1000)).depth == 4


def test_a_depth_and_limits_from_outside_are_kept():
    game = Game("abalone", layout="alien")
    assert lao(":depth=2").choose(game).depth == 2
    assert lao().choose(game, Limits(depth=1)).depth == 1
    assert lao(":depth=4").choose(game, Limits(nodes=500)).depth == 1


def test_it_pushes_off_the_marble_that_wins():
    game = standing(black="b1 c1 e5 e6", white="a1 i9", words="lose=13")
    choice = lao().choose(game)
    assert game.state.move_text(choice.move) == "c1b1"


def test_it_does_not_leave_a_marble_to_be_pushed_off():
    game = standing(black="a1 e5 e6 e7", white="b2 c3 i8")
    choice = lao(":depth=2").choose(game)
    game.push(game.state.move_text(choice.move))
    assert not any(game.state.play(m).own.bit_count() < 4 for m in legal_moves(game.state, KIND.facts))


@pytest.mark.parametrize("layout", ["standard", "alien"])
@pytest.mark.parametrize("colour", [0, 1])
def test_it_beats_the_random_player(layout, colour):
    sides = [lao(":depth=2"), lao(":depth=2")]
    sides[1 - colour] = players.make("random:seed=7", KIND)
    assert play_out(Game("abalone", layout=layout, **SIMPLE), sides) == colour


def test_an_agent_likes_its_own_moves_best():
    game = greedy_game(OMEGA["omega4"], 2)
    for before, after in zip(game.states[1::2], game.states[2::2], strict=True):
        assert dict(zip(OMEGA, likeness(before, after), strict=True))["omega4"] == 1


@pytest.mark.parametrize(("style", "answer"), [("omega7", "omega6"), ("omega8", "omega3")])
def test_it_answers_a_style_with_what_scored_best_against_it(style, answer):
    assert answer_to(greedy_game(OMEGA[style], 4)) is None, "too early to tell"
    assert answer_to(greedy_game(OMEGA[style], 8)) == answer


def test_an_adapting_agent_plays_on():
    game = greedy_game(OMEGA["omega7"], 6)
    assert lao(":adapt=true:depth=1").choose(game).move in legal_moves(game.state, KIND.facts)


def test_there_are_eight_sets_of_weights():
    with pytest.raises(BadOption, match="omega1, omega2"):
        lao(":omega9")
