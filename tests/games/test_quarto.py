"""The rules of Quarto."""

from collections import Counter
from math import comb, perm
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boxwood import BadPosition, Game, IllegalMove, NotAMove, perft
from boxwood.core.compiler import entry
from boxwood.games.quarto.picture import TRAY

LINES = [
    *("a1 b1 c1 d1", "a2 b2 c2 d2", "a3 b3 c3 d3", "a4 b4 c4 d4"),
    *("a1 a2 a3 a4", "b1 b2 b3 b4", "c1 c2 c3 c4", "d1 d2 d3 d4"),
    *("a1 b2 c3 d4", "d1 c2 b3 a4"),
]
BLOCKS = [
    f"{'abc'[file]}{rank} {'bcd'[file]}{rank} {'abc'[file]}{rank + 1} {'bcd'[file]}{rank + 1}"
    for file in range(3)
    for rank in (1, 2, 3)
]

# Four pieces each that share this attribute and no other.
SHARING = {
    "wide": "8BDE", "narrow": "0356", "round": "47DE", "square": "039A",
    "light": "27BE", "dark": "059C", "solid": "17BD", "hollow": "06AC",
}  # fmt: skip


def with_hand(cells, pieces, squares=False):
    """Pieces on the first cells, and the last piece in hand, to be placed on the last cell."""
    on_board = dict(zip(cells, pieces[:-1], strict=False))
    ranks = ["".join(on_board.get(f"{file}{rank}", ".") for file in "abcd") for rank in (4, 3, 2, 1)]
    player = len(pieces) % 2
    return Game.from_position(f"quarto {'/'.join(ranks)} @{pieces[-1]} {player} squares={squares}")


def test_the_numbers_of_move_sequences():
    counts = [perft(Game("quarto"), depth) for depth in range(1, 7)]
    assert counts == [16, 256, 3_840, 57_600, 806_400, 11_289_600]


def test_who_is_given_a_piece_places_it_and_gives_the_next():
    game, players = Game("quarto"), []
    for move in ("@5", "b2", "@A", "c3", "@0", "a1"):
        players.append(game.player)
        game.push(move)
    assert players == [0, 1, 1, 0, 0, 1]


def test_any_piece_left_may_be_given():
    assert Game("quarto").legal_moves == [f"@{piece}" for piece in "0123456789ABCDEF"]
    assert Game("quarto", "@5 b2 @A c3").legal_moves == [f"@{piece}" for piece in "012346789BCDEF"]


def test_a_piece_goes_on_any_empty_cell():
    cells = [f"{file}{rank}" for rank in (1, 2, 3, 4) for file in "abcd"]
    assert Game("quarto", "@5").legal_moves == cells
    cells.remove("b2")
    assert Game("quarto", "@5 b2 @A").legal_moves == cells


def test_a_turn_is_one_decision_at_a_time():
    with pytest.raises(IllegalMove, match="'b2' is not allowed now: choose the piece"):
        Game("quarto").push("b2")
    with pytest.raises(
        IllegalMove, match="'@6' is not allowed now: place the piece in hand: 5, narrow round dark solid"
    ):
        Game("quarto", "@5").push("@6")


@pytest.mark.parametrize("attribute", SHARING)
@pytest.mark.parametrize("line", LINES)
def test_four_alike_in_a_line_win(line, attribute):
    cells = line.split()
    for turn in range(4):
        order = cells[turn:] + cells[:turn]
        game = with_hand(order, SHARING[attribute])
        placing = game.player
        game.push(order[-1])
        assert game.outcome().winner == placing
        assert game.outcome().reason == f"four {attribute} pieces in a line"
        assert game.legal_moves == []


@pytest.mark.parametrize("line", LINES)
def test_four_with_nothing_in_common_do_not_win(line):
    game = with_hand(line.split(), "0F35")
    game.push(line.split()[-1])
    assert game.outcome() is None


@pytest.mark.parametrize("block", BLOCKS)
def test_a_block_wins_only_with_squares(block):
    cells = block.split()
    for attribute, pieces in SHARING.items():
        plain, squares = with_hand(cells, pieces), with_hand(cells, pieces, squares=True)
        plain.push(cells[-1])
        squares.push(cells[-1])
        assert plain.outcome() is None
        assert squares.outcome().reason == f"four {attribute} pieces in a square"


def test_a_winning_placement_ends_the_game_without_a_gift():
    game = Game("quarto", "@8 a1 @9 b1 @A c1 @F d1")
    assert game.outcome().winner == 0
    assert game.ply == 8
    with pytest.raises(IllegalMove, match="the game is over"):
        game.push("@0")


def test_a_line_that_is_not_full_does_not_win():
    assert Game("quarto", "@8 a1 @9 b1 @A c1").outcome() is None


def test_a_full_board_without_a_line_is_a_draw():
    game = Game.from_position("quarto ABF4/.308/9E52/DC71 @6 0")
    game.push("a3")
    assert game.outcome().winner is None
    assert game.outcome().reason == "the board is full"


def test_the_last_piece_may_still_win():
    game = Game.from_position("quarto .20C/7A16/35F8/B4D9 @E 0")
    game.push("a4")
    assert game.outcome().winner == 0


@pytest.mark.parametrize(("typed", "printed"), [("@a", "@A"), ("@F", "@F"), ("@0", "@0")])
def test_gifts_are_read_in_either_case(typed, printed):
    assert Game("quarto").push(typed) == printed


def test_cells_are_read_in_either_case():
    assert Game("quarto", "@5").push("B2") == "b2"


@pytest.mark.parametrize("text", ["@G", "@", "@10", "5", "e1", "a5", "a0", "a", "b2b3", "@²", "a²", "-"])
def test_what_is_not_a_move(text):
    with pytest.raises(NotAMove, match="place on a1 to d4, or give @0 to @F"):
        Game("quarto").push(text)


def test_a_position_is_the_ranks_the_piece_in_hand_and_the_player():
    game = Game("quarto", "@5 a1 @A b3 @c")
    assert game.position == "quarto ..../.A../..../5... @C 1"
    assert Game.from_position("QUARTO ..../.a../..../5... @c 1").state == game.state
    assert Game("quarto", "@5 a1", squares=True).position == "quarto ..../..../..../5... - 1 squares=true"


def test_a_finished_game_is_a_position_too():
    game = Game("quarto", "@8 a1 @9 b1 @A c1 @F d1")
    assert Game.from_position(game.position).outcome() == game.outcome()


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("", "write the ranks, the piece in hand or -, and the player"),
        ("..../.A../..../5... @7", "write the ranks"),
        ("..../.A../..../5.. @7 1", "4 ranks of 4 cells"),
        ("..../.A../5... @7 1", "4 ranks of 4 cells"),
        ("..../.G../..../5... @7 1", "'G' is not a piece"),
        ("..../.5../..../5... @7 1", "piece 5 is there twice, the second time on b3"),
        ("..../.A../..../5... @5 1", "piece 5 is on the board and in hand"),
        ("..../.A../..../5... 7 1", "'7' is not the piece in hand"),
        ("..../.A../..../5... @X 1", "'X' is not a piece"),
        ("..../.A../..../5... @7 0", "player 1 is to move, not '0'"),
        ("..../.A../..../5... - x", "player 0 is to move, not 'x'"),
        ("..../..../..../89AB @7 1", "a line is completed: the game is over"),
        ("..../4567/..../89AB - 0", "no single placement"),
    ],
)
def test_impossible_positions_are_refused(words, complaint):
    with pytest.raises(BadPosition, match=complaint):
        Game.from_position(f"quarto {words}")


def test_one_placement_may_complete_two_lines():
    game = Game.from_position("quarto 3.../2.../1.../089A - 1")
    assert game.outcome().winner == 1


def cycles(places):
    """How many cycles of each length a permutation has."""
    lengths, seen = Counter(), set()
    for start in range(len(places)):
        length = 0
        while start not in seen:
            seen.add(start)
            start, length = places[start], length + 1
        lengths[length] += 1
    del lengths[0]
    return lengths


def fixed_boards(cells, pieces):
    """How many boards of 0..16 pieces stay the same when cells and pieces move in such cycles.

    A cycle of cells is empty, or holds the pieces of a cycle of the same length, in any of its rotations.
    """
    boards = [1] + [0] * 16
    for length, count in cells.items():
        bigger = [0] * 17
        for chosen in range(min(count, pieces[length]) + 1):
            ways = comb(count, chosen) * perm(pieces[length], chosen) * length**chosen
            for placed in range(17 - length * chosen):
                bigger[placed + length * chosen] += ways * boards[placed]
        boards = bigger
    return boards


def classes(squares):
    """The number of boards up to symmetry (Burnside), and with a piece in hand, by pieces placed."""
    state = Game("quarto", squares=squares).state
    kinds = Counter()
    for which in range(state.symmetries()):
        places = [state.image_move(which, move) for move in range(32)]
        cells, pieces = cycles(places[:16]), cycles([place - 16 for place in places[16:]])
        kinds[frozenset(cells.items()), frozenset(pieces.items())] += 1
    boards, with_hand = [0] * 17, [0] * 17
    for (cells, pieces), count in kinds.items():
        left = Counter(dict(pieces))
        for placed, fixed in enumerate(fixed_boards(dict(cells), left)):
            boards[placed] += count * fixed
        in_hand = left[1]  # a piece that the symmetry keeps
        left[1] -= 1
        if in_hand:
            for placed, fixed in enumerate(fixed_boards(dict(cells), left)):
                with_hand[placed] += count * in_hand * fixed
    assert not any(total % state.symmetries() for total in boards + with_hand)
    return [[total // state.symmetries() for total in totals] for totals in (boards, with_hand)]


def test_boards_up_to_symmetry():
    boards, with_hand = classes(squares=False)
    assert boards[:9] == [1, 2, 40, 454, 10_374, 216_432, 3_928_242, 54_147_480, 544_127_724]
    assert with_hand[:7] == [1, 8, 148, 3_382, 91_746, 2_142_306, 37_917_498]


def test_only_eight_symmetries_of_the_board_keep_blocks():
    _, with_hand = classes(squares=True)
    assert with_hand[4] == 359_931
    assert Game("quarto").state.symmetries() == 32 * 384
    assert Game("quarto", squares=True).state.symmetries() == 8 * 384


def look(state):
    return state.winning_cells(), state.safe_gifts()


@settings(max_examples=60, deadline=None)
@given(st.randoms(use_true_random=False), st.booleans())
def test_winning_cells_and_safe_gifts_are_those_that_the_rules_give(chance, squares):
    state = Game("quarto", squares=squares).state
    compiled = entry(look, type(state))
    while not state.outcome():
        assert compiled(state) == look(state)
        if state.hand == 16:
            pieces = [piece for piece in range(16) if state.left >> piece & 1]
            safe = [piece for piece in pieces if not state.play(16 + piece).winning_cells()]
            assert state.safe_gifts() == sum(1 << piece for piece in safe)
            state = state.play(16 + chance.choice(safe or pieces))
        else:
            cells = [cell for cell in range(16) if not state.taken >> cell & 1]
            wins = [cell for cell in cells if state.play(cell).won]
            assert state.winning_cells() == sum(1 << cell for cell in wins)
            state = state.play(chance.choice(cells))


def test_the_drawing_shows_the_board_and_the_pieces():
    assert str(Game("quarto", "@5 b2 @A c3 @0")).splitlines() == [
        "4  . . . .",
        "3  . . A .",
        "2  . 5 . .",
        "1  . . . .",
        "   a b c d",
        "in hand: 0, narrow square dark hollow",
        "left: 1 2 3 4 6 7 8 9 B C D E F",
    ]


def shapes_on_board(game):
    """The circles and rectangles of the picture, left of the pieces still to come."""
    parts = ElementTree.fromstring(game._repr_svg_())
    return {
        tuple(sorted(part.attrib.items()))
        for part in parts
        if not part.tag.endswith("text") and float(part.get("cx", part.get("x", "inf"))) < TRAY
    }


def test_no_two_pieces_look_alike_in_the_picture():
    empty = shapes_on_board(Game("quarto"))
    looks = {frozenset(shapes_on_board(Game("quarto", f"@{piece} a1")) - empty) for piece in "0123456789ABCDEF"}
    assert len(looks) == 16
