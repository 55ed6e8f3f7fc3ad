"""The rules of Quoridor."""

import random
from collections import deque
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boxwood import BadOption, BadPosition, Game, IllegalMove, NotAMove, perft
from boxwood.games.quoridor.rules import UNREACHABLE, goal, only

FACE_TO_FACE = "e2 e8 e3 e7 e4 e6 e5"  # x on e5, o on e6 and to move
NEARLY_CLOSED = "a1h a8h c1h c8h e1h e8h g1h g8h"  # rank 1 and rank 9 are open at file i alone


def pawn_moves(game):
    return {move for move in game.legal_moves if len(move) == 2}


def walls(game):
    return {move for move in game.legal_moves if len(move) == 3}


# How many games there are


def test_the_numbers_of_move_sequences():
    assert [perft(Game("quoridor"), depth) for depth in (1, 2, 3)] == [131, 16_677, 2_062_264]


def test_the_numbers_of_move_sequences_from_pawns_face_to_face():
    game = Game("quoridor", f"{FACE_TO_FACE} e6h")
    assert [perft(game, depth) for depth in (1, 2, 3)] == [129, 15_922, 1_936_376]


def test_the_numbers_of_move_sequences_where_walls_may_close_a_path():
    game = Game("quoridor", NEARLY_CLOSED)
    assert [perft(game, depth) for depth in (1, 3)] == [102, 947_722]


# The pawns


def test_pawns_start_in_the_middle_of_the_first_and_the_last_rank():
    assert Game("quoridor").position == "quoridor e1/e9 10/10 - 0"
    assert Game("quoridor", size=3, walls=1).position == "quoridor b1/b3 1/1 - 0 size=3 walls=1"


def test_pawns_start_left_of_the_middle_if_the_size_is_even():
    assert Game("quoridor", size=6).position == "quoridor c1/c6 10/10 - 0 size=6"


def test_a_pawn_moves_one_step_along_its_file_or_rank():
    assert pawn_moves(Game("quoridor")) == {"d1", "f1", "e2"}
    assert pawn_moves(Game("quoridor", "e2 e8")) == {"e1", "d2", "f2", "e3"}


@pytest.mark.parametrize(
    ("put", "closed"),
    [
        *[("e2h", "e3"), ("d2h", "e3"), ("e1h", "e1"), ("d1h", "e1")],
        *[("e2v", "f2"), ("e1v", "f2"), ("d2v", "d2"), ("d1v", "d2")],
    ],
)
def test_a_pawn_does_not_pass_a_wall(put, closed):
    game = Game("quoridor", f"e2 {put}")
    assert pawn_moves(game) == {"e1", "d2", "f2", "e3"} - {closed}


def test_a_pawn_jumps_over_the_other():
    game = Game("quoridor", FACE_TO_FACE)
    assert pawn_moves(game) == {"d6", "f6", "e7", "e4"}
    assert len(game.legal_moves) == 132


def test_a_pawn_jumps_to_the_side_too():
    assert pawn_moves(Game.from_position("quoridor d5/e5 10/10 - 0")) == {"c5", "d4", "d6", "f5"}


def test_with_a_wall_behind_the_other_pawn_one_goes_beside_it():
    assert pawn_moves(Game("quoridor", f"{FACE_TO_FACE} e6h")) == {"d5", "f5", "e4", "d6", "f6"}


def test_a_wall_beside_the_other_pawn_closes_the_way_there():
    assert pawn_moves(Game("quoridor", f"{FACE_TO_FACE} e6h a1h d6v")) == {"d5", "f5", "e4", "f6"}


def test_with_the_edge_behind_the_other_pawn_one_goes_beside_it():
    game = Game("quoridor", "e2 a2h e3 a4h e4 a6h e5 c2h e6 c4h e7 c6h e8 h8h")
    assert pawn_moves(game) == {"d8", "f8", "e7", "d9", "f9"}
    assert len(game.legal_moves) == 112


def test_the_sides_of_the_board_are_edges_too():
    assert pawn_moves(Game.from_position("quoridor b5/a5 10/10 - 0")) == {"b4", "b6", "c5", "a4", "a6"}
    assert pawn_moves(Game.from_position("quoridor h5/i5 10/10 - 0")) == {"h4", "h6", "g5", "i4", "i6"}


def test_nobody_jumps_over_a_wall_between_the_pawns():
    game = Game("quoridor", f"{FACE_TO_FACE} e5h")
    assert pawn_moves(game) == {"d5", "f5", "e4"}
    assert len(game.legal_moves) == 127


def test_who_reaches_the_far_rank_wins():
    first, second = Game("quoridor", "b2 b3 b4", size=4), Game("quoridor", "a1 b2 a2 b1", size=3)
    assert (first.outcome().winner, first.outcome().reason) == (0, "the pawn reached rank 4")
    assert (second.outcome().winner, second.outcome().reason) == (1, "the pawn reached rank 1")


def test_the_rank_of_the_start_is_no_goal():
    assert Game("quoridor", "e2 e8 e1 e9").outcome() is None


# The walls


def test_a_wall_fits_on_every_corner_inside_the_board_either_way():
    corners = [file + rank for file in "abcdefgh" for rank in "12345678"]
    assert walls(Game("quoridor")) == {corner + way for corner in corners for way in "hv"}
    assert walls(Game("quoridor", size=3)) == {"a1h", "a2h", "b1h", "b2h", "a1v", "a2v", "b1v", "b2v"}


@pytest.mark.parametrize("rank", range(2, 8))
def test_walls_neither_overlap_nor_cross(rank):
    everywhere = walls(Game("quoridor"))
    for way, overlapping in (("h", {f"c{rank}h", f"e{rank}h"}), ("v", {f"d{rank - 1}v", f"d{rank + 1}v"})):
        left = walls(Game("quoridor", f"d{rank}{way}"))
        assert everywhere - left == {f"d{rank}h", f"d{rank}v"} | overlapping


def test_a_wall_may_not_close_the_last_path():
    game = Game("quoridor", NEARLY_CLOSED)
    assert len(walls(game)) == 100
    for move in ("f1v", "h1v", "f8v", "h8v"):
        with pytest.raises(IllegalMove, match=f"'{move}' is not allowed now"):
            game.push(move)


@pytest.mark.parametrize("player", [0, 1])
def test_a_wall_may_not_shut_in_either_pawn(player):
    assert "b1v" not in walls(Game.from_position(f"quoridor b1/b3 2/3 a1h {player} size=3 walls=3"))
    assert "b2v" not in walls(Game.from_position(f"quoridor b1/b3 2/3 a2h {player} size=3 walls=3"))


def test_a_wall_may_shut_away_cells_that_nobody_needs():
    game = Game.from_position("quoridor c2/b3 2/3 a1h 1 size=3 walls=3", "b1v")
    assert Game.from_position(game.position).position == game.position


def test_the_other_pawn_does_not_close_a_path():
    # On file a, between the walls, o stands in the way of x; x will jump.
    game = Game.from_position("quoridor a1/a2 8/9 a1v,a3v,a5v 0")
    assert pawn_moves(game) == {"a3"}


def test_who_has_no_walls_left_moves_the_pawn():
    game = Game("quoridor", "a1h e8", walls=1)
    assert walls(game) == set()
    assert game.task == "move the pawn"
    assert walls(Game("quoridor", walls=0)) == set()


def test_a_wall_put_is_one_less_to_put():
    game = Game("quoridor", "e3h d7v a1h")
    assert game.position == "quoridor e1/e9 8/9 a1h,e3h,d7v 1"
    assert game.task == "move the pawn or put a wall (9 left)"


# All of it once more, slowly, from nothing but the text of the position


class Slowly:
    """The rules as a person would check them: cell by cell, and a search for each wall."""

    def __init__(self, position, size):
        pawns, left, put, player = position.split()[1:5]
        self.size, self.player = size, int(player)
        self.pawns = [self.cell(text) for text in pawns.split("/")]
        self.left = int(left.split("/")[self.player])
        self.walls = {(*self.cell(text), text[2]) for text in put.split(",") if put != "-"}

    @staticmethod
    def cell(text):
        return "abcdefghi".index(text[0]), int(text[1]) - 1

    def open(self, cell, step):
        (x, y), (dx, dy) = cell, step
        if not (0 <= x + dx < self.size and 0 <= y + dy < self.size):
            return False
        x, y = min(x, x + dx), min(y, y + dy)
        return not ({(x, y, "h"), (x - 1, y, "h")} if dy else {(x, y, "v"), (x, y - 1, "v")}) & self.walls

    def steps(self, cell):
        return [(cell[0] + dx, cell[1] + dy) for dx, dy in STEPS if self.open(cell, (dx, dy))]

    def distance(self, player):
        seen, queue = {self.pawns[player]: 0}, deque([self.pawns[player]])
        while queue:
            cell = queue.popleft()
            if cell[1] == (self.size - 1 if player == 0 else 0):
                return seen[cell]
            for other in self.steps(cell):
                if other not in seen:
                    seen[other] = seen[cell] + 1
                    queue.append(other)
        return None

    def pawn_moves(self):
        own, other = self.pawns[self.player], self.pawns[1 - self.player]
        for cell in self.steps(own):
            step = (cell[0] - own[0], cell[1] - own[1])
            if cell != other:
                yield cell
            elif self.open(other, step):
                yield other[0] + step[0], other[1] + step[1]
            else:
                yield from (beside for beside in self.steps(other) if beside != own)

    def may_put(self, x, y, way):
        overlapping = {(x - 1, y, "h"), (x + 1, y, "h")} if way == "h" else {(x, y - 1, "v"), (x, y + 1, "v")}
        if (overlapping | {(x, y, "h"), (x, y, "v")}) & self.walls:
            return False
        self.walls.add((x, y, way))
        passes = self.distance(0) is not None and self.distance(1) is not None
        self.walls.remove((x, y, way))
        return passes

    def legal_moves(self):
        moves = {f"{'abcdefghi'[x]}{y + 1}" for x, y in self.pawn_moves()}
        inside = range(self.size - 1 if self.left else 0)
        return moves | {
            f"{'abcdefghi'[x]}{y + 1}{way}" for x in inside for y in inside for way in "hv" if self.may_put(x, y, way)
        }


STEPS = ((0, 1), (0, -1), (1, 0), (-1, 0))


def random_games(test):
    """A property of positions in random games of every size, most moves being walls while they last."""

    def play(size, seed):
        choose = random.Random(seed)
        game = Game("quoridor", size=size, walls=choose.randrange(2 * size))
        while not game.is_over and game.ply < 30:
            test(game, size)
            moves = game.legal_moves
            game.push(choose.choice([move for move in moves if len(move) == 2] if choose.random() < 0.3 else moves))

    play.__name__, play.__doc__ = test.__name__, test.__doc__
    return settings(max_examples=20, deadline=None)(given(size=st.integers(3, 9), seed=st.integers(0, 2**32))(play))


@random_games
def test_the_legal_moves_are_those_that_a_slow_check_finds(game, size):
    assert set(game.legal_moves) == Slowly(game.position, size).legal_moves()


@random_games
def test_floods_find_the_shortest_distances(game, size):
    for player in (0, 1):
        start, end = only(game.state.pawn(player)), goal(player, size)
        assert game.state.edges().distance(start, end) == Slowly(game.position, size).distance(player)


@random_games
def test_a_shortest_path_leads_to_the_goal_without_a_step_too_many(game, size):
    edges = game.state.edges()
    for player in (0, 1):
        start, end = only(game.state.pawn(player)), goal(player, size)
        path = edges.path(start, end)
        assert path.distance(start, end) == edges.distance(start, end)
        assert sum(word.bit_count() for cells in path for word in cells) == edges.distance(start, end)
        assert (path.north & edges.north, path.east & edges.east) == path


def test_what_is_walled_in_is_unreachable():
    state = Game.from_position("quoridor c2/b3 2/2 a1h,b1v 0 size=3 walls=3").state
    assert state.edges().distance(only(state.read_move("a1")), goal(0, 3)) == UNREACHABLE


# Text


def test_moves_are_read_in_either_case():
    assert Game("quoridor", "E2 D7V e3H").moves == ["e2", "d7v", "e3h"]


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("e9h", "walls go from a1 to h8"),
        ("i3v", "walls go from a1 to h8"),
        ("j1", "cells go from a1 to i9"),
        ("e10", "cells go from a1 to i9"),
        ("e3x", "cells are written like e2, walls like e3h or e3v"),
        ("he3", "cells are written like e2, walls like e3h or e3v"),
        ("e0", "cells are written like e2, walls like e3h or e3v"),
        ("e²", "cells are written like e2, walls like e3h or e3v"),
    ],
)
def test_what_is_no_move(text, right):
    with pytest.raises(NotAMove, match=f"^quoridor: '{text}' is not a move: {right}$"):
        Game("quoridor").push(text)


def test_a_smaller_board_has_fewer_moves():
    with pytest.raises(NotAMove, match="'e5h' is not a move: walls go from a1 to d4"):
        Game("quoridor", size=5).push("e5h")
    with pytest.raises(NotAMove, match="'a6' is not a move: cells go from a1 to e5"):
        Game("quoridor", size=5).push("a6")


def test_a_position_is_read_in_any_order_of_walls():
    game = Game.from_position("quoridor E2/e8 8/9 d7v,C3H,a1h 0")
    assert game.position == "quoridor e2/e8 8/9 a1h,c3h,d7v 0"


def test_a_finished_game_is_a_position():
    game = Game("quoridor", "b2 b3 b4", size=4)
    assert Game.from_position(game.position).outcome().winner == 0


@pytest.mark.parametrize(
    ("position", "wrong"),
    [
        ("e1/e9 10/10 -", "write pawns, walls left, walls on the board and the player"),
        ("e1 10/10 - 0", "the pawns are on two different cells, like e2/e9, not 'e1'"),
        ("e5/e5 10/10 - 0", "the pawns are on two different cells, like e2/e9, not 'e5/e5'"),
        ("e1/e3h 10/10 - 0", "the pawns are on two different cells, like e2/e9, not 'e1/e3h'"),
        ("e1/j9 10/10 - 0", "'j9' is not a cell: cells go from a1 to i9"),
        ("e1/e9 11/9 - 0", "walls left are two numbers from 0 to 10, like 10/10, not '11/9'"),
        ("e1/e9 10 - 0", "walls left are two numbers from 0 to 10, like 10/10, not '10'"),
        ("e1/e9 -1/10 - 0", "walls left are two numbers from 0 to 10, like 10/10, not '-1/10'"),
        ("e1/e9 10/9 e9h 0", "'e9h' is not a wall: walls go from a1 to h8"),
        ("e1/e9 10/9 e3 0", "'e3' is not a wall: write e3h or e3v"),
        ("e1/e9 10/10 - 2", "the player to move is 0 or 1, not '2'"),
        ("e1/e9 9/9 e3h,e3v 0", "wall e3v crosses or overlaps another"),
        ("e1/e9 9/9 e3h,d3h 0", "wall d3h crosses or overlaps another"),
        ("e1/e9 9/9 e3h,e3h 0", "wall e3h crosses or overlaps another"),
        ("e1/e9 10/10 e3h 0", "1 on the board and 10/10 left do not make 20 walls"),
        ("e1/e9 9/9 e3h 0", "1 on the board and 9/9 left do not make 20 walls"),
        ("e9/e8 10/10 - 0", "player 0 has won on rank 9 and is not to move"),
        ("e2/e1 10/10 - 1", "player 1 has won on rank 1 and is not to move"),
        ("b1/b3 2/2 a1h,b1v 0 size=3 walls=3", "the walls leave player 0's pawn no way to rank 3"),
        ("b1/b3 2/2 a2h,b2v 1 size=3 walls=3", "the walls leave player 1's pawn no way to rank 1"),
    ],
)
def test_what_is_no_position(position, wrong):
    with pytest.raises(BadPosition) as error:
        Game.from_position(f"quoridor {position}")
    assert wrong in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("options", [{"size": 2}, {"size": 10}, {"walls": -1}, {"walls": 21}])
def test_sizes_go_from_3_to_9_and_walls_from_0_to_20(options):
    with pytest.raises(BadOption, match="is not possible: it takes"):
        Game("quoridor", **options)


# Pictures


def test_the_drawing_shows_pawns_and_walls():
    assert str(Game("quoridor", "b2 a1h a3v", size=4, walls=2)).splitlines() == [
        "  ┌───────────────┐",
        "4 │ · ┃ o   ·   · │",
        "  │   ┃           │",
        "3 │ · ┃ ·   ·   · │",
        "  │               │",
        "2 │ ·   x   ·   · │",
        "  │━━━━━━━        │",
        "1 │ ·   ·   ·   · │",
        "  └───────────────┘",
        "    a   b   c   d",
        "walls left: x 1, o 1",
    ]


def test_the_picture_has_every_cell_and_every_wall_put_or_left():
    svg = ElementTree.fromstring(Game("quoridor", "b2 a1h a3v", size=4, walls=3)._repr_svg_())
    rectangles = [part for part in svg if part.tag.endswith("rect")]
    background_and_board = 2
    assert len(rectangles) == background_and_board + 16 + 2 * 3
