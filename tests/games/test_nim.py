"""The rules of Nim."""

from functools import cache
from math import factorial
from xml.etree import ElementTree

import pytest

from boxwood import BadOption, BadPosition, Game, IllegalMove, NotAMove, perft
from boxwood.core.contract import FIRST_WINS, SECOND_WINS, legal_moves


@cache
def can_win(state):
    """Whether the player to move wins with best play."""
    if state.outcome():
        return state.outcome() == (FIRST_WINS, SECOND_WINS)[state.player()]
    facts = Game("nim").type.facts
    return any(not can_win(state.play(move)) for move in legal_moves(state, facts))


def test_the_numbers_of_move_sequences():
    assert [perft(Game("nim"), depth) for depth in range(1, 7)] == [3, 9, 27, 81, 243, 729]


def test_a_sequence_ends_with_the_last_match():
    # Three moves: 1 1 1, and the three orders of 1 1 2, which take all.
    assert [perft(Game("nim", matches=4), depth) for depth in range(1, 6)] == [3, 6, 4, 1, 0]


def test_a_move_takes_one_to_three_matches():
    game = Game("nim")
    assert game.legal_moves == ["1", "2", "3"]
    assert game.push_all("3 1 2") == ["3", "1", "2"]
    assert game.position == "nim 15 1"


def test_nobody_takes_more_than_there_are():
    assert Game("nim", matches=2).legal_moves == ["1", "2"]
    with pytest.raises(IllegalMove, match="'3' is not allowed now: take 1 to 2 matches: 1, 2"):
        Game("nim", matches=2).push("3")


def test_who_takes_the_last_match_loses():
    outcome = Game("nim", "3 2", matches=5).outcome()
    assert (outcome.winner, outcome.reason) == (0, "the loser took the last match")


def test_who_takes_the_last_match_wins_the_normal_game():
    outcome = Game("nim", "3 2", matches=5, misere=False).outcome()
    assert (outcome.winner, outcome.reason) == (1, "the winner took the last match")


def test_take_sets_how_many_may_be_taken():
    assert Game("nim", take=5).legal_moves == ["1", "2", "3", "4", "5"]
    assert Game("nim", take=1).legal_moves == ["1"]


def test_take_0_allows_any_number():
    assert Game("nim", matches=9, take=0).legal_moves == [str(number) for number in range(1, 10)]


def test_heaps_come_instead_of_the_row():
    game = Game("nim", heaps=(1, 3, 5, 7))
    assert game.legal_moves == ["1:1", "2:1", "2:2", "2:3", "3:1", "3:2", "3:3", "4:1", "4:2", "4:3"]
    game.push_all("2:3 4:1")
    assert game.legal_moves == ["1:1", "3:1", "3:2", "3:3", "4:1", "4:2", "4:3"]


def test_the_limit_of_a_take_can_be_lifted_for_heaps():
    assert "4:7" in Game("nim", heaps=(1, 3, 5, 7), take=0).legal_moves
    with pytest.raises(NotAMove, match="the heap, 1 to 4, and how many to take, 1 to 3"):
        Game("nim", heaps=(1, 3, 5, 7)).push("4:7")


@pytest.mark.parametrize("most", range(1, 6))
def test_a_misere_row_is_lost_exactly_with_one_match_too_many(most):
    for matches in range(1, 25):
        state = Game("nim", matches=matches, take=most).state
        assert can_win(state) == (matches % (most + 1) != 1 % (most + 1))


@pytest.mark.parametrize("misere", [True, False])
@pytest.mark.parametrize("take", [3, 0])
def test_heaps_of_1_3_5_7_are_lost_for_the_player_to_move(take, misere):
    assert not can_win(Game("nim", heaps="1,3,5,7", take=take, misere=misere).state)


def test_the_largest_heaps_there_are():
    game = Game("nim", heaps=[1000] * 6, take=0)
    assert len(game.legal_moves) == game.type.facts.max_moves
    game.push_all([f"{heap}:1000" for heap in range(1, 7)])
    assert game.outcome().winner == 0


def test_a_row_understands_the_spelling_of_heaps():
    assert Game("nim").push("1:3") == "3"


@pytest.mark.parametrize("text", ["0", "4", "-1", "x", "2:1", "1:", ":1", "1:1:1", "²", "1" * 30, "+1"])
def test_what_is_not_a_move_of_the_row(text):
    with pytest.raises(NotAMove, match="a move takes 1 to 3"):
        Game("nim").push(text)


@pytest.mark.parametrize("text", ["1", "0:1", "5:1", "1:0", "1:4", "a:1", "1:1:1"])
def test_what_is_not_a_move_of_heaps(text):
    with pytest.raises(NotAMove, match="like 1:1"):
        Game("nim", heaps=(1, 3, 5, 7)).push(text)


def test_a_position_is_the_matches_left_and_the_player():
    assert Game("nim", "3 1").position == "nim 17 0"
    game = Game("nim", "2:3", heaps=(1, 3, 5, 7))
    assert game.position == "nim 1,0,5,7 1 heaps=1,3,5,7"
    assert Game.from_position(game.position).state == game.state


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("nim", "write the matches left and the player to move"),
        ("nim 17", "write the matches left and the player to move"),
        ("nim 17 2", "write the matches left and the player to move"),
        ("nim 22 0", "'22' is not a number of matches from 0 to 21"),
        ("nim -1 0", "'-1' is not a number of matches from 0 to 21"),
        ("nim 1,2 0", "there is 1 heap, not 2"),
        ("nim 1,2 0 heaps=1,3,5,7", "there are 4 heaps, not 2"),
        ("nim 1,4,5,7 0 heaps=1,3,5,7", "'4' is not a number of matches from 0 to 3"),
        ("nim 21 1", "with 0 taken, in as many moves, player 0 is to move, not 1"),
        ("nim 20 0", "with 1 taken, in as many moves, player 1 is to move, not 0"),
        ("nim 18 0 take=1", "with 3 taken, in as many moves, player 1 is to move"),
        ("nim 0,2 1 heaps=1,3", "with 2 taken, in as many moves, player 0 is to move"),
    ],
)
def test_impossible_positions_are_refused(text, complaint):
    with pytest.raises(BadPosition, match=complaint):
        Game.from_position(text)


@pytest.mark.parametrize("options", [{"matches": 0}, {"take": -1}, {"heaps": "1,0"}, {"heaps": "1,2,3,4,5,6,7"}])
def test_impossible_options_are_refused(options):
    with pytest.raises(BadOption, match="is not possible: it takes"):
        Game("nim", **options)


def test_heaps_may_be_exchanged():
    for count in range(1, 7):
        assert Game("nim", heaps=range(1, count + 1)).state.symmetries() == factorial(count)
    state = Game("nim", heaps=(1, 2, 3)).state
    orders = {state.image(which).sizes() for which in range(6)}
    assert orders == {(1, 2, 3), (1, 3, 2), (2, 1, 3), (2, 3, 1), (3, 1, 2), (3, 2, 1)}
    assert Game("nim").state.symmetries() == 1


def test_the_drawing_shows_matches_in_fives():
    assert str(Game("nim", matches=7)) == "||||| ||  (7)"
    assert str(Game("nim", "2:3", heaps=(1, 3, 52), take=0)).splitlines() == [
        "1: |  (1)",
        "2: -  (0)",
        "3: " + " ".join(["|||||"] * 10),
        "   ||  (52)",
    ]


def test_the_picture_shows_the_matches_and_the_places_of_those_just_taken():
    svg = ElementTree.fromstring(Game("nim", "3 2", matches=10)._repr_svg_())
    places = [part for part in svg if part.get("stroke-dasharray")]
    matches = [part for part in svg if part.get("rx") == "1.5"]
    assert (len(matches), len(places)) == (5, 2)
