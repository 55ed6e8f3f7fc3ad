"""The rules of Connect Four."""

from xml.etree import ElementTree

import pytest

from boxwood import BadOption, BadPosition, Game, IllegalMove, NotAMove, perft
from boxwood.core.contract import legal_moves
from boxwood.pictures.shapes import ACCENT


def drawn(*rows, width=7, height=6):
    """A game that stands like this; the rows above are empty, and x has begun."""
    board = "/".join(["." * width] * (height - len(rows)) + list(rows))
    player = board.count("x") - board.count("o")
    return Game.from_position(f"connect4 {board} {player} width={width} height={height}")


def test_the_numbers_of_move_sequences():
    counts = [perft(Game("connect4"), depth) for depth in range(1, 9)]
    assert counts == [7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234]


def test_the_numbers_of_positions_and_their_keys():
    game = Game("connect4")
    positions, counts = {game.state}, [1]
    for _ in range(8):
        positions = {state.play(move) for state in positions for move in legal_moves(state, game.type.facts)}
        assert len({state.key() for state in positions}) == len(positions)
        counts.append(len(positions))
    assert counts == [1, 7, 49, 238, 1_120, 4_263, 16_422, 54_859, 184_275]


def test_a_disc_falls_onto_those_below():
    assert (
        Game("connect4", "4 4 3 4").state
        == drawn(
            "...o...",
            "...o...",
            "..xx...",
        ).state
    )


def test_a_full_column_takes_no_more():
    game = Game("connect4", "444444")
    assert game.legal_moves == ["1", "2", "3", "5", "6", "7"]
    with pytest.raises(IllegalMove, match="'4' is not allowed now"):
        game.push("4")


@pytest.mark.parametrize(
    ("rows", "column", "winner"),
    [
        (["ooo....", "xxx...."], "4", 0),
        (["oo.o...", "xx.x..."], "3", 0),
        (["xo.....", "xo.....", "xo....."], "1", 0),
        (["..xo...", ".xox...", "xooxo.."], "4", 0),
        (["...xo..", "...oxo.", "x.xoxxo"], "4", 1),
    ],
    ids=["row", "row from within", "column", "diagonal up", "diagonal down"],
)
def test_four_in_a_row_win(rows, column, winner):
    game = drawn(*rows)
    assert game.outcome() is None
    game.push(column)
    assert (game.outcome().winner, game.outcome().reason) == (winner, "four in a row")
    assert game.legal_moves == []


def test_no_line_runs_from_the_top_of_a_column_into_the_next():
    game = drawn("x......", "x......", "x......", "o......", "x......", "oxo.oo.")
    assert game.outcome() is None


def test_a_full_board_without_four_is_a_draw():
    game = drawn(
        "oxooxx.",
        "xoxxoxx",
        "oxoooxo",
        "xoxxxox",
        "xoooxoo",
        "xooxxxo",
    )
    game.push("7")
    assert (game.outcome().winner, game.outcome().reason) == (None, "the board is full")


@pytest.mark.parametrize(("width", "height"), [(1, 61), (2, 30), (3, 20), (7, 8), (8, 6), (9, 6), (31, 1)])
def test_other_sizes_that_fit(width, height):
    game = Game("connect4", width=width, height=height)
    assert len(game.legal_moves) == width
    for column in range(width):
        game.push(str(column + 1))
    assert perft(game, 1) == (width if height > 1 else 0)


def test_two_tall_columns_have_no_diagonals():
    assert perft(Game("connect4", "122", width=2, height=30), 1) == 2


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"width": 9, "height": 7}, "9x7 is too large"),
        ({"width": 1, "height": 62}, "height=62 is not possible: it takes 1 to 61"),
        ({"width": 0}, "width=0 is not possible"),
    ],
)
def test_sizes_that_do_not_fit_are_refused(options, complaint):
    with pytest.raises(BadOption, match=complaint):
        Game("connect4", **options)


def test_a_run_of_digits_is_a_run_of_moves():
    assert Game("connect4", "4453").moves == ["4", "4", "5", "3"]
    assert Game("connect4", "12 3", width=12, height=4).moves == ["12", "3"]


@pytest.mark.parametrize("text", ["0", "8", "a", "-1", "44", "²", "4."])
def test_what_is_not_a_move(text):
    with pytest.raises(NotAMove, match="a move is a column from 1 to 7"):
        Game("connect4").push(text)


def test_a_position_is_the_rows_and_the_player():
    game = Game("connect4", "4 4 3")
    assert game.position == "connect4 ......./......./......./......./...o.../..xx... 1"
    assert Game.from_position(game.position.upper()).state == game.state


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("", "write the rows and the player to move"),
        (".../.../..x 1 width=3 height=4", "4 rows of 3 cells"),
        (".../.../..x 1 width=4 height=3", "3 rows of 4 cells"),
        (".../.../..z 1 width=3 height=3", "'z' is not x, o or ."),
        (".../..x/... 1 width=3 height=3", "a disc hangs in the air"),
        (".../.../.xx 1 width=3 height=3", "2 x and 0 o cannot be"),
        (".../.../.oo 0 width=3 height=3", "0 x and 2 o cannot be"),
        (".../.../.xo 1 width=3 height=3", "player 0 is to move, not '1'"),
        (".../.../.xo - width=3 height=3", "player 0 is to move, not '-'"),
        ("..../..../oooo/xxxx 0 width=4 height=4", "the player to move has four in a row"),
        ("...../xx.../xxo../xxooo/xxooo 1 width=5 height=5", "no single last disc"),
    ],
)
def test_impossible_positions_are_refused(words, complaint):
    with pytest.raises(BadPosition, match=complaint):
        Game.from_position(f"connect4 {words}")


def test_the_mirror_image_plays_alike():
    state = Game("connect4", "1124").state
    assert state.image(1) == Game("connect4", "7764").state
    assert [state.image_move(1, move) for move in range(7)] == [6, 5, 4, 3, 2, 1, 0]


def test_the_drawing_has_the_columns_numbered():
    assert str(Game("connect4", "12", width=3, height=2)).splitlines() == [". . .", "x o .", "-----", "1 2 3"]


def test_the_picture_marks_the_last_disc_and_the_winning_four():
    svg = ElementTree.fromstring(Game("connect4", "1122334")._repr_svg_())
    marks = [part.tag.rpartition("}")[2] for part in svg if part.get("stroke") == ACCENT]
    assert marks == ["circle", "line"]
