"""Game records: what is kept, what is read over, and what is refused."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boxwood import BadRecord, Game, Node
from tests.variants import VARIANTS, name

FULL = """\
[Game "connect4"]
[Options "width=6"]
[Players "Ada vs Bob"]
[Date "2026-11-15"]
[Result "1-0"]
[Termination "out of time"]
[Event "the \\"Box\\" cup"]

{On the small board.} 3 {[%eval +0.35] the middle} 3 (4 {[%eval draw]} 4 (5) 3)
(1 1) 2 1-0
"""


def record(moves, *tags, game="connect4"):
    return "\n".join([f'[Game "{game}"]', *tags, "", moves])


def test_a_record_keeps_everything():
    game = Game.from_record(FULL)
    assert (game.id, game.options["width"], game.moves) == ("connect4", 6, ["3", "3", "2"])
    assert game.tags == {
        "Players": "Ada vs Bob",
        "Date": "2026-11-15",
        "Result": "1-0",
        "Termination": "out of time",
        "Event": 'the "Box" cup',
    }
    assert game.root.comment == "On the small board."
    first = game.root.children[0]
    assert (first.move, first.evaluation, first.comment) == ("3", "+0.35", "the middle")
    assert [node.move for node in first.variations] == ["4", "1"]
    assert first.variations[0].evaluation == "draw"
    assert game.record() == FULL


def test_a_plain_game_has_a_plain_record():
    assert Game("nim", "3 1").record() == '[Game "nim"]\n[Result "*"]\n\n3 1 *\n'
    assert Game("nim").record() == '[Game "nim"]\n[Result "*"]\n\n*\n'


def test_a_finished_game_ends_with_its_result():
    assert Game("connect4", "1212121").record().endswith("\n1 2 1 2 1 2 1 1-0\n")


def test_a_game_from_a_position_keeps_it():
    start = Game("connect4", "44", width=8)
    later = Game.from_position(start.position, "5")
    assert f'[Position "{start.position}"]' in later.record()
    assert Game.from_record(later.record()) == later


def test_lines_are_at_most_eighty_wide():
    game = Game("connect4", "1234567123456")
    game.node.comment = "so " * 80
    assert max(map(len, game.record().splitlines())) <= 80
    assert Game.from_record(game.record()).node.comment == ("so " * 80).strip()


def test_move_numbers_are_read_over():
    assert Game.from_record(record("1. 4 4 2. 5 (2... 6) 2... 3 3.3 *")).moves == ["4", "4", "5", "3", "3"]
    assert Game.from_record(record("1. 1 2. 2 3. 3 *", game="nim")).moves == ["1", "2", "3"]


def test_a_dot_is_a_move_of_pylos():
    square = "1a1 1d4 1a2 1d3 1b1 1d1 1b2 -1a1 ."
    game = Game.from_record(record(f"1. {square} *", game="pylos"))
    assert game.moves[-1] == "."
    assert Game.from_record(game.record()) == game


def test_a_run_of_columns_is_read_as_moves():
    game = Game.from_record(record("4453 (6 {beside the last}) *"))
    assert game.moves == ["4", "4", "5", "3"]
    assert [node.move for node in game.root.children[0].children[0].children[0].children] == ["3", "6"]


def test_any_spelling_becomes_the_printed_one():
    assert Game.from_record(record("E2 E8 *", '[Options "size=9"]', game="Quoridor")).record() == (
        '[Game "quoridor"]\n[Result "*"]\n\ne2 e8 *\n'
    )


def test_comments_may_stand_anywhere():
    game = Game.from_record(record("{a} {b} 4 {c} ({d} 5 {e}) {f} 4 {} *"))
    four = game.root.children[0]
    assert (game.root.comment, four.comment) == ("a b", "c f")
    assert game.root.variations[0].comment == "d e"
    assert Game.from_record(game.record()).record() == game.record()


@pytest.mark.parametrize("text", ["a } b", "{", "}", "\\", "\\}", '"quoted"', '[Game "x"]', "(4)", "1-0", "; x"])
def test_any_sign_may_be_in_a_comment_or_a_tag(text):
    game = Game("connect4", "4")
    game.node.comment = game.tags["Event"] = text
    again = Game.from_record(game.record())
    assert (again.node.comment, again.tags["Event"]) == (text, text)


def test_playing_on_forgets_how_the_game_was_broken_off():
    game = Game.from_record(FULL)
    game.push("3")
    assert "Result" not in game.tags
    assert "Termination" not in game.tags
    assert game.record().endswith("(1 1) 2 3 *\n")


def test_taking_back_forgets_what_was_beside_the_move():
    game = Game.from_record(FULL)
    assert [game.pop(), game.pop()] == ["2", "3"]
    assert game.record().endswith("{On the small board.} 3 {[%eval +0.35] the middle} *\n")


def test_notes_may_be_added():
    game = Game("connect4", "445")
    game.node.evaluation = "win 7"
    game.root.add("1").comment = "slow"
    game.root.children[1].add("1")
    assert game.record().endswith("4 (1 {slow} 1) 4 5 {[%eval win 7]} *\n")


def test_tags_for_one_text_are_not_kept():
    game = Game("nim", "3")
    assert '[Players "Ada vs Bob"]' in game.record(Players="Ada vs Bob")
    assert game.tags == {}


def test_a_tag_stays_on_its_line():
    game = Game.from_record(Game("nim").record(Event="two\nlines"))
    assert game.tags["Event"] == "two lines"


@pytest.mark.parametrize("result", ["1-0", "0-1", "1/2-1/2", "*"])
def test_a_game_may_be_broken_off_with_any_result(result):
    text = Game("connect4", "4").record(Result=result)
    assert text.endswith(f"4 {result}\n")
    assert Game.from_record(text).record() == text
    assert Game.from_record(text).tags.get("Result", "*") == result


WRONG = {
    "nothing at all": ("", 'line 1: a record begins with its tags, and [Game "..."] is missing'),
    "prose": ("Once upon a time", 'line 1: a record begins with its tags, and [Game "..."] is missing'),
    "no game": ('[Date "today"]\n4 *', 'line 1: a record begins with its tags, and [Game "..."] is missing'),
    "unknown game": ('[Game "chess"]\ne4 *', "line 1: there is no game 'chess': the games are abalone, connect4"),
    "a tag twice": (record("*", '[Date "1"]', '[Date "2"]'), "line 3: the tag Date is given twice, first in line 2"),
    "a tag too late": (record('4\n[Date "1"]'), "line 4: the tag Date comes too late: tags stand before the moves"),
    "a torn tag": ('[Game "connect4', 'line 1: this is not a tag: write [Name "value"] on one line'),
    "a bad option": (record("*", '[Options "width=99"]'), "line 2: connect4: width=99 is not possible"),
    "no option": (record("*", '[Options "huge"]'), "line 2: connect4: 'huge' is not an option: write name=value"),
    "a bad position": (record("*", '[Position "here"]'), "line 2: connect4: 'here' is not a position"),
    "options against position": (
        record("*", '[Options "width=8"]', f'[Position "{Game("connect4", "4").position}"]'),
        "line 2: the tags Options and Position disagree",
    ),
    "no move": (record("4 4\nqueen *"), "line 4, move 3: connect4: 'queen' is not a move: a move is a column from 1"),
    "an illegal move": (
        record("444444\n4 *"),
        "line 4, move 7: connect4: '4' is not allowed now: drop a disc into a column: 1, 2, 3, 5, 6, 7",
    ),
    "an illegal variation": (record("444444 5 (4) *"), "line 3, move 7: connect4: '4' is not allowed now"),
    "moves after the end": (
        record("1212121 3 1-0"),
        "line 3, move 8: connect4: '3' is not allowed: the game is over: the first player wins: four in a row",
    ),
    "no result": (record("4 4\n"), "line 3: the record breaks off: it ends with 1-0, 0-1, 1/2-1/2 or *"),
    "half a result": (record("4 1/2-1/"), "line 3, move 2: connect4: '1/2-1/' is not a move"),
    "two results": (record("4 1-0\n0-1"), "line 4: '0-1' comes after the result, where a record ends"),
    "two games": (record("*\n") + record("*"), "line 4: '[Game \"connect4\"]' comes after the result"),
    "results that differ": (
        record("4 0-1", '[Result "1-0"]'),
        "line 2: the tag Result says '1-0', but the record ends 0-1",
    ),
    "a result against the board": (
        record("1212121\n0-1"),
        "line 4: the result is 0-1, but the moves end 1-0, the first player wins: four in a row",
    ),
    "a finished game that goes on": (record("1212121 *"), "line 3: the result is *, but the moves end 1-0"),
    "an open comment": (record("4 {good\n*"), "line 3: a comment begins here and does not end: close it with }"),
    "an open variation": (record("4 (5\n*"), "line 3: a variation begins here and does not end: close it with )"),
    "a closed comment": (record("4 } *"), "line 3: here is a } without its {"),
    "a closed variation": (record("4 ) *"), "line 3: here is a ) without its ("),
    "an empty variation": (record("4 ({why}) *"), "line 3: the variation that ends here has no moves"),
    "a variation of nothing": (record("(4) *"), "line 3: a variation stands after the move that it replaces"),
    "a variation of a variation": (record("4 ((5)) *"), "line 3: a variation stands after the move that it replaces"),
    "too many parentheses": (record("4" + " (4" * 200), "line 3: variations lie more than 100 deep in each other"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "message"), WRONG.values(), ids=WRONG)
def test_a_wrong_record_is_refused_with_its_line(text, message):
    with pytest.raises(BadRecord) as caught:
        Game.from_record(text)
    assert str(caught.value).startswith(message)
    assert str(caught.value).isprintable()


def test_a_record_is_not_written_wrong():
    for wrong in ({"Result": "won"}, {"Result": "0-1"}, {"": "x"}, {"two words": "x"}):
        with pytest.raises(BadRecord):
            Game("connect4", "1212121").record(**wrong)


@pytest.mark.parametrize(("game", "options"), VARIANTS, ids=map(name, VARIANTS))
def test_a_record_cut_anywhere_is_refused(game, options):
    whole = Game(game, **options)
    whole.push_all(whole.legal_moves[:1])
    text = whole.record().rstrip()
    for end in range(len(text)):
        with pytest.raises(BadRecord):
            Game.from_record(text[:end])


words = st.text(st.characters(codec="utf-8"), max_size=30)


@pytest.mark.parametrize(("game", "options"), VARIANTS, ids=map(name, VARIANTS))
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**32), comments=st.lists(words, max_size=12), tag=words)
def test_annotated_games_round_trip(game, options, seed, comments, tag):
    choose, playing = random.Random(seed), Game(game, **options)
    playing.tags["Event"] = tag
    while playing.ply < 14 and not playing.is_over:
        other = playing.copy()
        parent = playing.node
        playing.push(choose.choice(playing.legal_moves))
        annotate(playing.node, comments, choose)
        for _ in range(choose.choice([0, 0, 1, 2])):  # a side line of a few moves beside the one just played
            line, node = other.copy(), parent
            while line.ply < other.ply + 3 and not line.is_over:
                node = node.add(line.push(choose.choice(line.legal_moves)))
                annotate(node, comments, choose)
    text = playing.record()
    again = Game.from_record(text)
    assert again == playing
    assert again.record() == text
    assert tree(again.root) == tree(playing.root)


def annotate(node: Node, comments, choose) -> None:
    if comments and choose.random() < 0.5:
        node.comment = choose.choice(comments)
    if choose.random() < 0.3:
        node.evaluation = choose.choice(["+0.35", "-12", "win 7", "draw"])


def tree(node: Node) -> list:
    """A tree as nested lists; white space in comments counts as one space."""
    return [node.move, node.evaluation, " ".join(node.comment.split()), [tree(child) for child in node.children]]
