"""The rules of Abalone."""

import random
from collections import Counter
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boxwood import BadOption, BadPosition, Game, IllegalMove, NotAMove, perft
from boxwood.core.bits import each_bit, lowest
from boxwood.core.contract import legal_moves
from boxwood.games.abalone.rules import NAME, threatened
from boxwood.pictures.shapes import ACCENT

ROWS = {row: range(max(1, n - 3), min(9, n + 5) + 1) for n, row in enumerate("abcdefghi")}
CELLS = {f"{row}{diagonal}" for row in ROWS for diagonal in ROWS[row]}
DIRECTIONS = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)]  # rows up, diagonals up
LAYOUTS = ["standard", "belgian", "german", "alien", "domination", "snakes"]


def standing(black, white, player=0, words="lose=14"):
    """A game where the marbles stand on these cells; unless told otherwise it goes on to the last one."""
    signs = dict.fromkeys(black.split(), "x") | dict.fromkeys(white.split(), "o")
    rows = ["".join(signs.get(f"{row}{diagonal}", ".") for diagonal in ROWS[row]) for row in reversed(ROWS)]
    return Game.from_position(f"abalone {'/'.join(rows)} {player} {words}")


def marbles(game, player):
    """The cells where a player's marbles stand."""
    return sorted(NAME[cell] for cell in each_bit(game.state.black_and_white()[player]))


def after(black, white, move):
    """Where the marbles stand after black's move."""
    game = standing(black, white)
    game.push(move)
    return " ".join(marbles(game, 0)), " ".join(marbles(game, 1))


def beside(cell, direction):
    """The next cell in a direction, or None off the board."""
    up, along = direction
    row, diagonal = ord(cell[0]) + up, int(cell[1]) + along
    name = f"{chr(row)}{diagonal}"
    return name if name in CELLS else None


def pushed_off(move):
    """The cell at the edge that a move in line pushes towards."""
    cell, goal = move[:2], move[2:]
    direction = ord(goal[0]) - ord(cell[0]), int(goal[1]) - int(cell[1])
    while beside(cell, direction):
        cell = beside(cell, direction)
    return cell


def by_the_book(own, other):
    """All moves, found marble by marble."""
    found = set()
    for direction in DIRECTIONS:
        for rear in own:
            cell, moving, pushed = rear, 0, 0
            while cell in own:
                cell, moving = beside(cell, direction), moving + 1
            while cell in other:
                cell, pushed = beside(cell, direction), pushed + 1
            room = cell not in own and (cell is not None or pushed)
            if moving <= 3 and pushed < moving and room:
                found.add(rear + beside(rear, direction))
            for line in DIRECTIONS[:3]:
                second = beside(rear, line)
                for group in ([rear, second], [rear, second, second and beside(second, line)]):
                    goals = [cell and beside(cell, direction) for cell in group]
                    if set(group) <= own and not any(goal is None or goal in own | other for goal in goals):
                        found.add(min(group) + max(group) + goals[group.index(min(group))])
    return found


def ejections(game):
    """The moves that push a marble off the board."""
    out = [0] * game.type.facts.max_moves
    return [game.state.move_text(move) for move in out[: game.state.ejections(out)]]


def random_games(test):
    """A property of the positions of random games, in which marbles are pushed off when they can be."""

    def run(layout, seed):
        choose, game = random.Random(seed), Game("abalone", layout=layout)
        while game.ply < 150 and not game.is_over:
            test(game)
            game.push(choose.choice(ejections(game) or game.legal_moves))

    return settings(max_examples=10, deadline=None)(given(st.sampled_from(LAYOUTS), st.integers(0, 2**32))(run))


@pytest.mark.parametrize(
    ("options", "counts"),
    [
        ({}, [44, 1_936, 98_912, 5_045_110]),
        ({"layout": "belgian"}, [52, 2_692, 149_322, 8_270_666]),
        ({"layout": "german"}, [80, 6_244, 493_480, 38_240_570]),
        ({"sidestep": False}, [34, 1_156, 45_356, 1_778_714]),
        ({"layout": "belgian", "sidestep": False}, [44, 1_922, 87_686, 3_997_062]),
    ],
    ids=lambda given: "-".join(map(str, given.values())) if isinstance(given, dict) else "",
)
def test_the_numbers_of_move_sequences(options, counts):
    assert [perft(Game("abalone", **options), depth) for depth in range(1, 5)] == counts


@pytest.mark.parametrize(
    ("layout", "counts"),
    [
        ("standard", [14, 20, 10]),
        ("belgian", [20, 28, 4]),
        ("snakes", [40, 35, 23]),
        ("alien", [28, 20, 0]),
        ("domination", [28, 34, 18]),
    ],
)
def test_first_moves_by_the_number_of_marbles(layout, counts):
    game = Game("abalone", layout=layout)
    before = set(marbles(game, 0))
    moved = Counter()
    for move in game.legal_moves:
        rear, goal = move[:2], move[-2:]
        if len(move) == 4:
            direction = ord(goal[0]) - ord(rear[0]), int(goal[1]) - int(rear[1])
            group = 0
            while rear in before:
                rear, group = beside(rear, direction), group + 1
        else:
            end = move[2:4]
            group = 1 + max(abs(ord(end[0]) - ord(rear[0])), abs(int(end[1]) - int(rear[1])))
        moved[group] += 1
    assert [moved[number] for number in (1, 2, 3)] == counts


@pytest.mark.parametrize(
    ("layout", "rows"),
    [
        ("alien", "s1s1s/1sSSs1/1sSsSs1/3ss3/9/3SS3/1SsSsS1/1SssS1/S1S1S"),
        ("domination", "5/S4s/SS3ss/SSSS1sss/3s1s3/sss1SSSS/ss3SS/s4S/5"),
        ("snakes", "sssss/s5/s6/s1SSSSS1/1s5S1/1sssss1S/6S/5S/SSSSS"),
    ],
)
def test_layouts_may_be_written_with_s_and_runs_of_empty_cells(layout, rows):
    assert Game.from_position(f"abalone {rows} 0").state == Game("abalone", layout=layout).state


@random_games
def test_the_moves_are_those_of_the_book(game):
    own, other = set(marbles(game, game.player)), set(marbles(game, 1 - game.player))
    assert set(game.legal_moves) == by_the_book(own, other)


@random_games
def test_ejections_are_the_moves_that_cost_a_marble_under_threat(game):
    state, other = game.state, marbles(game, 1 - game.player)
    costly = {
        state.move_text(move)
        for move in legal_moves(state, game.type.facts)
        if state.play(move).own.bit_count() < len(other)
    }
    assert set(ejections(game)) == costly
    assert {NAME[cell] for cell in each_bit(threatened(state.own, state.other))} == set(map(pushed_off, costly))


def test_one_to_three_marbles_move_in_line():
    assert after("c2", "i5", "c2c3") == ("c3", "i5")
    assert after("c2 c3", "i5", "c2c3") == ("c3 c4", "i5")
    assert after("c2 c3 c4", "i5", "c2c3") == ("c3 c4 c5", "i5")


def test_four_in_line_are_too_many_but_three_of_them_may_go():
    game = standing("c2 c3 c4 c5", "i5")
    assert "c2c3" not in game.legal_moves
    assert {"c3c4", "c4c5", "c5c6"} <= set(game.legal_moves)


@pytest.mark.parametrize(
    ("black", "white", "pushed"),
    [
        ("c2 c3", "c4", "c5"),
        ("c2 c3 c4", "c5", "c6"),
        ("c2 c3 c4", "c5 c6", "c6 c7"),
    ],
    ids=["two push one", "three push one", "three push two"],
)
def test_more_push_fewer(black, white, pushed):
    assert after(black, white, "c2c3")[1] == pushed


@pytest.mark.parametrize(
    ("black", "white"),
    [
        ("e1", "e2"),
        ("e1 e2", "e3 e4"),
        ("e1 e2", "e3 e4 e5"),
        ("e1 e2 e3", "e4 e5 e6"),
        ("e1 e2 e3 e4", "e5"),
    ],
    ids=["one against one", "two against two", "two against three", "three against three", "four are too many"],
)
def test_as_many_or_more_are_not_pushed(black, white):
    with pytest.raises(IllegalMove):
        standing(black, white).push("e1e2")


def test_nothing_is_pushed_against_a_marble():
    assert "c2c3" not in standing("c2 c3 c5", "c4").legal_moves
    assert "c2c3" not in standing("c2 c3 c4 c7", "c5 c6").legal_moves


def test_a_marble_is_pushed_off_any_edge():
    assert after("c5 c6", "c7 i5", "c5c6") == ("c6 c7", "i5")
    assert after("c3 c2", "c1 i5", "c3c2") == ("c1 c2", "i5")
    assert after("g5 h5", "i5 a1", "g5h5") == ("h5 i5", "a1")
    assert after("c4 d5 e6", "f7 g8 h9", "e6e7")[1] == "f7 g8 h9"
    assert after("e6 f7 g8", "h9 a1", "e6f7") == ("f7 g8 h9", "a1")
    assert after("c3 c4 c5", "c6 c7 i5", "c3c4") == ("c4 c5 c6", "c7 i5")


def test_nobody_pushes_his_own_marbles_off():
    assert "c6c7" not in standing("c6 c7", "i5").legal_moves
    assert "c6c7" not in standing("c6 c7", "c5 i5").legal_moves
    with pytest.raises(NotAMove, match="row c goes from c1 to c7"):
        standing("c6 c7", "i5").push("c7c8")


def test_two_or_three_marbles_step_sideways():
    assert after("c3 c4", "i5", "c3c4d3") == ("d3 d4", "i5")
    assert after("c3 c4 c5", "i5", "c3c5d4") == ("d4 d5 d6", "i5")
    assert after("c3 d4 e5", "i5", "c3e5c4") == ("c4 d5 e6", "i5")
    assert after("c3 d3 e3", "i5", "c3e3c2") == ("c2 d2 e2", "i5")


def test_a_side_step_pushes_nothing_and_leaves_nobody_behind():
    assert not {"c3c5d3", "c3c4d3"} & set(standing("c3 c4 c5", "d4").legal_moves)
    assert not {"c3c5d3"} & set(standing("c3 c4 c5 d5", "i5").legal_moves)
    assert not {"a1a2b2"} & set(standing("a1 a2", "b3").legal_moves)
    assert "c3c5d3" not in standing("c3 c5", "i5").legal_moves


def test_without_side_steps_there_are_only_moves_in_line():
    game = Game("abalone", sidestep=False)
    assert {len(move) for move in game.legal_moves} == {4}
    with pytest.raises(NotAMove, match="in this game there are no side steps"):
        game.push("c3c4d4")


def test_the_ends_of_a_side_step_are_read_in_either_order():
    for text in ("c3c5d3", "c5c3d5", "C5c3D5"):
        assert Game("abalone", text).moves == ["c3c5d3"]
    for text in ("b2c3c2", "c3b2d3"):
        assert Game("abalone", text).moves == ["b2c3c2"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "write the rear marble and where it goes, like a1b2"),
        ("a1", "write the rear marble"),
        ("a1b2c3d4", "write the rear marble"),
        ("a1-b2", "write the rear marble"),
        ("j1i1", "write the rear marble"),
        ("a6a7", "row a goes from a1 to a5"),
        ("i5i4", "row i goes from i5 to i9"),
        ("a1c3", "c3 is not next to a1"),
        ("a1a1", "a1 is not next to a1"),
        ("c3c4c4", "two or three marbles in line step to either side"),
        ("c3c6d3", "two or three marbles in line step to either side"),
        ("c3d5d3", "two or three marbles in line step to either side"),
        ("c3c3d3", "two or three marbles in line step to either side"),
    ],
)
def test_what_is_not_a_move(text, complaint):
    with pytest.raises(NotAMove, match=complaint):
        Game("abalone").state.read_move(text)


@pytest.mark.parametrize("text", ["d1d2", "i5h5", "a1a2", "e1e2d1"])
def test_moves_that_are_not_allowed_now(text):
    with pytest.raises(IllegalMove):
        Game("abalone").push(text)


def test_the_sixth_marble_lost_loses():
    black = "a1 a2 a3 a4 a5 b1 b2 b3 c5 c6"
    game = standing(black, "c7 e4 e5 e6 e7 f4 f5 f6 f7", words="")
    assert game.outcome() is None
    game.push("c5c6")
    assert (game.outcome().winner, game.outcome().reason) == (0, "white has lost 6 marbles")
    assert game.legal_moves == []


def test_fewer_marbles_may_be_enough():
    game = Game("abalone", layout="belgian", lose=1)
    while not game.is_over:
        game.push((ejections(game) or game.legal_moves)[0 if game.ply % 2 else -1])
    assert game.outcome().reason in ("black has lost 1 marble", "white has lost 1 marble")
    assert game.outcome().winner == 1 - game.player


def test_the_last_marble_may_be_the_one_that_counts():
    game = standing("c5 c6", "c7")
    game.push("c5c6")
    assert (game.outcome().winner, game.outcome().reason) == (0, "white has lost 14 marbles")


def test_when_the_plies_are_over_more_marbles_win():
    game = Game("abalone", "a1b2 i9h8", layout="standard", plies=2)
    assert (game.outcome().winner, game.outcome().reason) == (None, "no plies left: black has 14 marbles, white 14")
    white = "e4 e5 e6 e7 f4 f5 f6 f7 g5 g6 g7 h6 h7"
    game = standing("a1 a2 a3 a4 a5 b1 b2 b3 b4 b5 c3 c5 c6 i5", f"{white} c7", words="1 plies=5")
    game.push("c5c6")
    assert (game.outcome().winner, game.outcome().reason) == (0, "no plies left: black has 14 marbles, white 13")


def test_a_game_without_a_limit_may_come_back_to_a_position():
    game = Game("abalone", "c5c6 g5g4 c6c5 g4g5")
    assert game.state == Game("abalone").state
    limited = Game("abalone", "c5c6 g5g4 c6c5 g4g5", plies=50)
    assert limited.state != Game("abalone", plies=50).state
    assert limited.state.key() != Game("abalone", plies=50).state.key()


def test_who_cannot_move_has_lost():
    shut_in = standing("a1", "a2 b1 b2")
    assert (shut_in.outcome().winner, shut_in.outcome().reason) == (1, "black cannot move")
    assert shut_in.legal_moves == []


def test_a_push_may_be_the_only_move():
    assert standing("a1 a2", "a3 b1 b2 b3").legal_moves == ["a1a2"]
    assert standing("e9", "e8 d8").legal_moves == ["e9f9"]


def test_a_position_is_the_rows_the_player_and_the_plies_left():
    game = Game("abalone", "a1b2", plies=50)
    board = "ooooo/oooooo/..ooo../......../........./...x..../..xxx../xxxxxx/.xxxx"
    assert game.position == f"abalone {board} 1 49 plies=50"
    assert Game("abalone").position.split()[2:] == ["0"]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("", "write the rows i to a and the player to move, like ooooo/oooooo"),
        ("5/6/7/8/9/8/7/6/5 0", "0 black marbles: there are 14 at first, and the game is over at 8"),
        ("xxxxx/xxxxxx/xxxx3/8/9/8/2oo3/oooooo/ooooo 0", "15 black marbles"),
        ("xxxxx/xxxxxx/xxx4/8/9/8/7/2oooo/oooo1 0", "white has lost already, so that black is not to move"),
        ("xxxxx/xxxxxx/xxx4/8/9/8/7/2oooo/ooo2 1", "7 white marbles"),
        ("xxxxx/xxxxxx/xxx4/8/9/8/2ooo2/oooooo 0", "the board has 9 rows"),
        ("xxxxx/xxxxxx/xxx3/8/9/8/2ooo2/oooooo/ooooo 0", "row g has 7 cells, not 6"),
        ("xxxxx/xxxxxx/xxx4/8/9/8/2ooo2/oooooz/ooooo 0", "'z' in row b is not x, o, . or a number"),
        ("xxxxx/xxxxxx/xxx4/8/9/8/2ooo2/oooooo/ooooo 2", "the player to move is 0 or 1, not '2'"),
        ("xxxxx/xxxxxx/xxx4/8/9/8/2ooo2/oooooo/ooooo 0 plies=9", "and the plies left, like"),
        ("xxxxx/xxxxxx/xxx4/8/9/8/2ooo2/oooooo/ooooo 0 10 plies=9", "the plies left are a number from 0 to 9"),
        ("xxxxx/xxxxxx/xxx4/8/9/8/2ooo2/oooooo/ooooo 0 -1 plies=9", "the plies left are a number from 0 to 9"),
        ("xxxxx/xxxxxx/xxx4/8/9/8/2ooo2/oooooo/ooooo 0 8 plies=9", "after 1 plies, with 8 left, player 1 is to move"),
        ("xxxxx/xxxxxx/xxx4/8/9/8/2o4/oooooo/ooooo 1 8 plies=9", "after 1 plies there cannot be only"),
        ("xxxxx/xxxxxx/xx5/8/9/8/2ooo2/oooooo/ooooo 1 8 plies=9", "after 1 plies there cannot be only"),
    ],
)
def test_impossible_positions_are_refused(words, complaint):
    with pytest.raises(BadPosition, match=complaint):
        Game.from_position(f"abalone {words}")


def test_a_marble_may_be_lost_after_one_ply():
    assert Game.from_position("abalone xxxxx/xxxxxx/xxx4/8/9/8/2oo3/oooooo/ooooo 1 8 plies=9").outcome() is None


@pytest.mark.parametrize("option", ["layout=french", "lose=0", "lose=15", "plies=0", "sidestep=maybe"])
def test_options_out_of_range_are_refused(option):
    with pytest.raises(BadOption, match=f"{option} is not possible"):
        Game("abalone", **dict([option.split("=")]))


def test_the_hexagon_has_twelve_images():
    game = standing("a1 a2 b3", "e5 f7")
    assert game.state.symmetries() == 12
    assert len({game.state.image(which) for which in range(12)}) == 12
    corner = standing("a1", "e5").state
    assert {NAME[lowest(corner.image(which).own)] for which in range(12)} == {"a1", "a5", "e1", "e9", "i5", "i9"}
    assert {corner.image(which).other for which in range(12)} == {corner.other}, "the centre stays"


def test_the_drawing_has_rows_and_diagonals_named():
    assert str(Game("abalone", "a1b2")).splitlines() == [
        "    i o o o o o",
        "   h o o o o o o",
        "  g . . o o o . .",
        " f . . . . . . . .",
        "e . . . . . . . . .",
        " d . . . x . . . . 9",
        "  c . . x x x . . 8",
        "   b x x x x x x 7",
        "    a . x x x x 6",
        "       1 2 3 4 5",
    ]


def test_the_picture_marks_the_last_move_and_the_marble_lost():
    game = standing("c5 c6", "c7 i5")
    game.push("c5c6")
    svg = ElementTree.fromstring(game._repr_svg_())
    marks = [part.tag.rpartition("}")[2] for part in svg if part.get("stroke") == ACCENT]
    assert Counter(marks) == {"circle": 2, "line": 3}, "where the front came, in the corner, and an arrow"
