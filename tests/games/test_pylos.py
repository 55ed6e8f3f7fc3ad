"""The rules of Pylos."""

from itertools import product
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boxwood import BadPosition, Game, IllegalMove, NotAMove, perft
from boxwood.core.bits import each_bit
from boxwood.core.contract import legal_moves
from boxwood.games.pylos.rules import NAME, NAMED, can_raise, free, landings, line_gaps, square_gaps

UPPER = {1: ".../.../...:../..:.", 2: "../..:.", 3: "."}


def standing(*levels, player=0, pending="-", **options):
    """A game that stands like this; levels left out are empty."""
    text = ":".join([*levels, *([UPPER[len(levels)]] if len(levels) < 4 else [])])
    words = [f"{name}={str(value).lower()}" for name, value in options.items()]
    return Game.from_position(" ".join(["pylos", text, str(player), pending, *words]))


def raises(game):
    return [move for move in game.legal_moves if ">" in move]


def test_the_numbers_of_move_sequences():
    counts = [perft(Game("pylos"), depth) for depth in range(1, 8)]
    assert counts == [16, 240, 3_360, 43_680, 524_376, 5_786_496, 58_746_240]


def test_the_numbers_of_positions_and_their_keys():
    game = Game("pylos")
    positions, counts = {game.state}, []
    for _ in range(6):
        positions = {state.play(move) for state in positions for move in legal_moves(state, game.type.facts)}
        assert len({state.key() for state in positions}) == len(positions)
        counts.append(len(positions))
    assert counts == [16, 240, 1_680, 10_920, 43_734, 161_924]


def test_the_key_tells_who_is_to_do_what_with_the_same_marbles():
    square = "..../..../xx../xx.."
    whose = [(0, "-"), (1, "-"), (0, "take2"), (0, "take1")]
    assert len({standing(square, player=player, pending=pending).state.key() for player, pending in whose}) == 4


# The rules once more, in the plainest words: a board is a mapping of place names to players.


def under(place):
    level, x, y = int(place[0]), "abcd".index(place[1]), int(place[2])
    return {f"{level - 1}{'abcd'[x + i]}{y + j}" for i in (0, 1) for j in (0, 1)} if level > 1 else set()


PLACES = [f"{level}{'abcd'[x]}{y + 1}" for level in (1, 2, 3, 4) for x in range(5 - level) for y in range(5 - level)]
SQUARES = [under(place) for place in PLACES if place[0] != "1"]
LINES = [
    line
    for level, side in ((1, 4), (2, 3))
    for i in range(side)
    for line in (
        {f"{level}{'abcd'[i]}{y + 1}" for y in range(side)},
        {f"{level}{'abcd'[x]}{i + 1}" for x in range(side)},
    )
]


def is_loose(board, place):
    return not any(place in under(other) for other in board)


def bearing(board):
    return [place for place in PLACES if place not in board and under(place) <= set(board)]


def plain_moves(board, player, pending, empty):
    """The legal moves; none when the game is over."""
    mine = [place for place in board if board[place] == player]
    loose = [place for place in mine if is_loose(board, place)]
    if pending:
        return {f"-{place}" for place in loose} | ({"."} if pending == "take1" else set())
    lifts = {
        f"{source}>{target}"
        for source, target in product(loose, bearing(board))
        if target[0] > source[0] and source not in under(target)
    }
    if len(mine) == 15:
        return lifts if empty == "raise" else set()
    return set(bearing(board)) | lifts


def plain_play(board, player, pending, move, figures):
    """The board, the player to move and what is pending after a move."""
    board = dict(board)
    source, _, target = move.removeprefix("-").rpartition(">")
    if pending:
        board.pop(target, None)
        mine = [place for place in board if board[place] == player and is_loose(board, place)]
        return (board, player, "take1") if pending == "take2" and mine else (board, 1 - player, "")
    board.pop(source, None)
    board[target] = player
    done = any(target in figure and all(board.get(place) == player for place in figure) for figure in figures)
    return (board, player, "take2") if done else (board, 1 - player, "")


@settings(max_examples=60, deadline=None)
@given(st.randoms(use_true_random=False), st.booleans(), st.booleans(), st.sampled_from(["lost", "raise"]))
def test_random_games_follow_the_rules_in_plain_words(chance, squares, lines, empty):
    figures = SQUARES * squares + LINES * lines
    game = Game("pylos", squares=squares, lines=lines, empty=empty)
    board, player, pending = {}, 0, ""
    for _ in range(150):
        assert game.player == player
        assert set(game.legal_moves) == plain_moves(board, player, pending, empty)
        if not game.legal_moves:
            assert game.outcome().winner == 1 - player
            return
        # Building up squares and raising is rare by chance alone.
        rewards = [m for m in game.legal_moves if game.state.play(game.state.read_move(m)).pending == 2]
        move = chance.choice(chance.choice([moves for moves in (rewards, raises(game), game.legal_moves) if moves]))
        board, player, pending = plain_play(board, player, pending, move, figures)
        game.push(move)


def test_a_marble_goes_to_the_lowest_level_or_onto_four_others():
    game = Game("pylos", "1b2 1b3 1c2")
    assert game.legal_moves == [
        "1a1", "1b1", "1c1", "1d1", "1a2", "1d2", "1a3", "1c3", "1d3", "1a4", "1b4", "1c4", "1d4",
    ]  # fmt: skip
    game.push("1c3")
    assert "2b2" in game.legal_moves
    with pytest.raises(IllegalMove, match="'2a1' is not allowed now"):
        game.push("2a1")


def test_a_free_marble_is_raised_to_a_higher_level():
    game = Game("pylos", "1a1 1b1 1d4 1a2 1d1 1b2")
    assert raises(game) == ["1d1>2a1", "1d4>2a1"]
    game.push("1d4>2a1")
    assert game.position == "pylos ..../..../oo../xo.x:.../.../x..:../..:. 1 -"


def test_a_marble_is_not_raised_onto_what_it_would_carry_itself():
    game = Game("pylos", "1a1 1b1 1a2 1b2")
    assert not raises(game)
    with pytest.raises(NotAMove, match="never onto what rests on 1a1"):
        game.push("1a1>2a1")


def test_a_marble_under_another_stays():
    game = Game("pylos", "1a1 1b1 1a2 1b2 2a1 1c1 1c2 1d4 1d1 1d3")
    assert raises(game) == ["1d1>2b1"]
    with pytest.raises(IllegalMove, match="'1a1>2b1' is not allowed now"):
        game.push("1a1>2b1")


def test_a_square_of_ones_own_must_be_followed_by_taking_back():
    game = Game("pylos", "1a1 1d1 1b1 1d2 1a2 1d3 1b2")
    assert (game.player, game.task) == (0, "take back one of your free marbles")
    assert game.legal_moves == ["-1a1", "-1b1", "-1a2", "-1b2"]


def test_after_one_marble_comes_a_second_or_a_stop():
    game = Game("pylos", "1a1 1d1 1b1 1d2 1a2 1d3 1b2 -1b2")
    assert (game.player, game.task) == (0, "take back a second marble, or stop")
    assert game.legal_moves == ["-1a1", "-1b1", "-1a2", "."]
    game.push(".")
    assert game.position == "pylos ..../...o/x..o/xx.o:.../.../...:../..:. 1 -"
    game.pop()
    game.push("-1a1")
    assert game.position == "pylos ..../...o/x..o/.x.o:.../.../...:../..:. 1 -"


def test_the_first_taken_back_may_set_the_second_free():
    game = standing("..xx/..x./oo../xo..", ".../.../x..")
    game.push("1d3")
    assert game.legal_moves == ["-2a1", "-1c3", "-1d3", "-1c4", "-1d4"]
    game.push("-2a1")
    assert game.legal_moves == ["-1a1", "-1c3", "-1d3", "-1c4", "-1d4", "."]


def test_taking_back_ends_by_itself_when_no_second_is_free():
    game = standing("..../ox../oxx./ooo.", ".../o../oo.")
    game.push("1c3")
    assert game.legal_moves == ["-1c3"]
    game.push("-1c3")
    assert game.player == 1
    assert "." not in game.legal_moves


def test_squares_count_on_every_level():
    second = standing("oxox/xoxo/oxox/xoxo", ".../xx./x..")
    second.push("2b1")
    assert second.task == "take back one of your free marbles"
    third = standing("oxox/xoxo/oxox/xoxo", "oxo/oxo/oxo", "xx/x.")
    third.push("3b1")
    assert third.legal_moves == ["-3a1", "-3b1", "-3a2", "-3b2"]


def test_a_raise_may_make_a_square():
    game = standing("oxox/xoxo/oxoo/xoxx", ".../xx./x..")
    game.push("1d1>2b1")
    assert game.task == "take back one of your free marbles"


def test_a_square_of_both_colours_counts_for_nothing():
    game = standing("..../..../xx../x...", player=1)
    game.push("1b1")
    assert game.player == 0


def test_an_old_square_counts_for_nothing():
    game = standing("..../..../xx../xx..")
    game.push("1d4")
    assert game.player == 1


def test_beginners_take_nothing_back():
    game = Game("pylos", "1a1 1d1 1b1 1d2 1a2 1d3 1b2", squares=False)
    assert (game.player, game.task) == (1, "put a marble or raise one")


LINE_MAKERS = [
    ("a rank of level 1", ["..../..../xxx./o.o."], "1d2"),
    ("a file of level 1", ["..x./..x./..../..x."], "1c2"),
    ("a rank of level 2", ["oxox/xoxo/oxox/xoxo", ".../x.x/..."], "2b2"),
    ("a file of level 2", ["oxox/xoxo/oxox/xoxo", "x../x../..."], "2a1"),
]


@pytest.mark.parametrize(("levels", "move"), [case[1:] for case in LINE_MAKERS], ids=[case[0] for case in LINE_MAKERS])
def test_masters_take_back_for_a_line(levels, move):
    for squares in (True, False):
        game = standing(*levels, lines=True, squares=squares)
        game.push(move)
        assert game.task == "take back one of your free marbles"
    plain = standing(*levels)
    plain.push(move)
    assert plain.player == 1


@pytest.mark.parametrize(
    ("levels", "move"),
    [
        (["...x/..x./.x../...."], "1a1"),  # a diagonal
        (["..../..../xx../...."], "1c2"),  # three on level 1
        (["oxox/xoxo/oxox/xoxo", ".../x../..."], "2b2"),  # two on level 2
        (["oxox/xoxo/oxox/xoxo", "..x/.x./..."], "2a1"),  # a diagonal of level 2
        (["oxox/xoxo/oxox/xoxo", "oxo/oxo/oxo", "x./.."], "3b2"),  # two are all of a rank on level 3
    ],
)
def test_what_is_not_a_line(levels, move):
    game = standing(*levels, lines=True)
    game.push(move)
    assert game.player == 1


def test_lines_alone_leave_squares_without_reward():
    game = Game("pylos", "1a1 1d1 1b1 1d2 1a2 1d4 1b2", squares=False, lines=True)
    assert game.player == 1


def test_one_marble_that_makes_two_squares_takes_back_two_at_most():
    game = standing("..../..../xxx./x.x.")
    game.push_all("1b1 -1a1 -1a2")
    assert game.player == 1


@pytest.mark.parametrize("empty", ["lost", "raise"])
def test_who_lays_the_last_marble_on_top_has_won(empty):
    game = standing("oxox/xoxo/oxox/xoxo", "oxo/xox/oxo", "xo/ox", empty=empty)
    assert game.legal_moves == ["4a1"]
    game.push("4a1")
    assert str(game.outcome()) == "the first player wins: the last marble is on top"
    assert not game.legal_moves


def test_who_must_move_with_an_empty_reserve_has_lost():
    game = standing("xxxx/xxxx/xxxx/oooo", ".../.../xxx")
    assert str(game.outcome()) == "the second player wins: the reserve is empty"
    assert not game.legal_moves


def test_with_an_empty_reserve_one_may_still_raise_if_the_game_is_played_so():
    game = standing("xxxx/xxxx/xxxx/oooo", ".../.../xxx", empty="raise")
    assert game.outcome() is None
    assert game.task == "raise a marble: the reserve is empty"
    assert raises(game) == game.legal_moves
    assert "1a3>2c3" in game.legal_moves


def test_who_can_neither_put_nor_raise_has_lost():
    game = standing("xxxx/xxxx/xxxx/xxxo", "ooo/ooo/ooo", empty="raise")
    assert str(game.outcome()) == "the second player wins: the reserve is empty and no marble can be raised"


def test_a_square_made_with_the_last_marble_refills_the_reserve():
    game = standing("xxxx/xxxx/xxxx/xx.o")
    game.push("1c1")
    assert game.outcome() is None
    game.push_all("-1c1 .")
    assert (game.player, game.outcome()) == (1, None)


def test_no_position_has_more_moves():
    game = standing("xxxx/xoox/xxxx/xxxx")
    assert len(game.legal_moves) == game.type.facts.max_moves


@settings(max_examples=30, deadline=None)
@given(st.randoms(use_true_random=False))
def test_gaps_and_raises_are_those_that_the_rules_give(chance):
    game = Game("pylos", lines=True, empty="raise")
    while not game.is_over and game.ply < 100:
        if not game.state.pending:
            own, taken = game.state.own, game.state.own | game.state.other
            puts = [move for move in game.legal_moves if ">" not in move]
            made = {move for move in puts if game.state.play(game.state.read_move(move)).pending}
            gaps = square_gaps(own) | line_gaps(own)
            assert not gaps & own
            assert made == {move for move in puts if gaps >> NAMED[move] & 1}
            assert can_raise(own, taken) == bool(raises(game))
        game.push(chance.choice(game.legal_moves))


@pytest.mark.parametrize(
    ("moves", "spelling", "printed"),
    [
        ("", "1B2", "1b2"),
        ("", " 1b2 ", "1b2"),
        ("1a1 1b1 1d4 1a2 1d1 1b2", "1D4>2A1", "1d4>2a1"),
        ("1a1 1d1 1b1 1d2 1a2 1d3 1b2", "-1B2", "-1b2"),
        ("1a1 1d1 1b1 1d2 1a2 1d3 1b2 -1b2", ".", "."),
    ],
)
def test_spellings(moves, spelling, printed):
    assert Game("pylos", moves).push(spelling) == printed


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("1e1", "level 1 has the places a1 to d4"),
        ("2d1", "level 2 has the places a1 to c3"),
        ("1a1>3c1", "level 3 has the places a1 to b2"),
        ("-4a2", "level 4 has the places a1 alone"),
        ("5a1", "write 1b2 to put"),
        ("b2", "write 1b2 to put"),
        ("--1a1", "write 1b2 to put"),
        ("-1a1>2b2", "write 1b2 to put"),
        ("1a1>2b2>3a1", "write 1b2 to put"),
        ("1a1>", "write 1b2 to put"),
        ("²a1", "write 1b2 to put"),
        ("1a1>1b2", "one raises to a higher level"),
        ("2b2>1d4", "one raises to a higher level"),
        ("1a1>2a1", "never onto what rests on 1a1"),
        ("3a1>4a1", "never onto what rests on 3a1"),
    ],
)
def test_what_is_not_a_move(text, right):
    with pytest.raises(NotAMove, match=right):
        Game("pylos").push(text)


@pytest.mark.parametrize("text", ["-1a1", ".", "1a1>2c3", "2a1", "4a1"])
def test_what_is_not_allowed_at_first(text):
    with pytest.raises(IllegalMove, match="is not allowed now: put a marble: 1a1, "):
        Game("pylos").push(text)


def test_a_position_is_the_levels_the_player_and_what_is_to_take_back():
    square = "1a1 1d1 1b1 1d2 1a2 1d3 1b2"
    assert Game("pylos", "1b2").position == "pylos ..../..../.x../....:.../.../...:../..:. 1 -"
    assert Game("pylos", square).position == "pylos ..../...o/xx.o/xx.o:.../.../...:../..:. 0 take2"
    assert Game("pylos", f"{square} -1a1").position == "pylos ..../...o/xx.o/.x.o:.../.../...:../..:. 0 take1"
    assert Game("pylos", empty="raise").position == "pylos ..../..../..../....:.../.../...:../..:. 0 - empty=raise"


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("", "write the levels, the player to move"),
        ("..../..../..../....:.../.../...:../..:. 0", "write the levels, the player to move"),
        ("..../..../..../....:.../.../...:../.. 0 -", "there are four levels"),
        ("..../..../..../...:.../.../...:../..:. 0 -", "level 1 has 4 ranks of 4 places"),
        ("..../..../..../....:.../...:../..:. 0 -", "level 2 has 3 ranks of 3 places"),
        ("..../..../..../...z:.../.../...:../..:. 0 -", "'z' is not x, o or ."),
        ("..../..../..../....:.../.../...:../..:. 2 -", "the player to move is 0 or 1, not '2'"),
        ("..../..../..../....:.../.../...:../..:. 0 take3", "'take3' is not - "),
        ("..../..../xx../x...:.../.../o..:../..:. 0 -", "the marble on 2a1 hangs in the air"),
        ("oxox/xoxo/oxox/xoxo:oxo/xox/ox.:../.o:. 0 -", "the marble on 3b1 hangs in the air"),
        ("xxxx/xxxx/xxxx/xxxx:.../.../...:../..:. 1 -", "there are 16 x: each player has 15"),
        ("oxox/xoxo/oxox/xoxo:oxo/xox/oxo:xo/ox:x 0 -", "player 0 has the top and cannot be to move"),
        ("oxox/xoxo/oxox/xoxo:oxo/xox/oxo:xo/ox:x 1 take2", "with the top taken the game is over"),
        ("..../..../ox../xx..:.../.../...:../..:. 0 take2", "that needs a square with a free marble in it"),
        ("..../..../xx../xx..:.../.../...:../..:. 1 take2", "player 1 may not take back"),
        ("..../..../xxxx/....:.../.../...:../..:. 0 take2", "that needs a square with"),
        ("..../..../..../x...:.../.../...:../..:. 0 take1", "cannot have taken back a marble just now"),
        ("..../ox../oxx./ooo.:.../o../oo.:../..:. 0 take1", "cannot have taken back a marble just now"),
        ("..../..../xx../xx..:.../.../...:../..:. 0 take2 squares=false", "without squares and lines nobody"),
        ("..../..../xx../xx..:.../.../...:../..:. 0 take2 squares=false lines=true", "that needs a line with"),
        ("..../..../ox../xx..:.../.../...:../..:. 0 take2 lines=true", "that needs a square or line with"),
    ],
)
def test_impossible_positions(words, fault):
    with pytest.raises(BadPosition, match=fault):
        Game.from_position(f"pylos {words}")


def test_a_position_need_not_have_come_up_in_play():
    assert standing("..../..../xxx./xxx.").legal_moves
    assert standing("..../..../..../....", player=1).player == 1


def test_the_square_has_eight_symmetries():
    state = Game("pylos", "1a1 1b1 1d2").state
    assert len({state.image(which) for which in range(state.symmetries())}) == 8


def test_places_that_bear_and_marbles_that_are_free():
    state = standing("..../..../xo../ox..", ".../.../x..").state
    taken = state.own | state.other
    assert [NAME[place] for place in each_bit(free(taken))] == ["2a1"]
    assert "2a1" not in [NAME[place] for place in each_bit(landings(taken))]


def test_the_drawing_shows_what_is_free_and_what_bears():
    assert str(Game("pylos", "1a1 1b1 1a2 1b2 2a1 1c1 1c2")).splitlines() == [
        "level 1      level 2      level 3      level 4",
        "4 . . . .",
        "3 . . . .    3",
        "2 x o X .    2            2",
        "1 x o O .    1 X .        1            1",
        "  a b c d      a b c        a b          a",
        "in reserve: 11 x, 12 o; capitals are free marbles",
    ]


@pytest.mark.parametrize(
    "moves", ["", "1a1 1b1", "1a1 1b1 1d4 1a2 1d1 1b2 1d4>2a1", "1a1 1d1 1b1 1d2 1a2 1d3 1b2 -1b2 ."]
)
def test_the_picture_tells_free_marbles_by_their_level(moves):
    game = Game("pylos", moves)
    big = [part.text for part in ElementTree.fromstring(game._repr_svg_()) if part.get("font-size") == "20"]
    taken = game.state.own | game.state.other
    assert sorted(big) == sorted(NAME[place][0] for place in each_bit(free(taken)))
