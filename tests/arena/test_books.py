"""Opening books: made, broken off, gone on with, and played from."""

import pytest

from boxwood import Game, players
from boxwood.arena.books import Analysed, Builder, build_book
from boxwood.core.errors import BoxwoodError
from boxwood.core.options import read_options
from boxwood.games import find
from boxwood.players.openings import canonical, find_book
from boxwood.search.clock import Limits

QUORIDOR = find("quoridor")
SMALL = {"positions": "6", "nodes": "300"}


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("BOXWOOD_DATA_DIR", str(tmp_path))
    return tmp_path / "books"


def test_mirror_images_share_an_entry():
    left, right = (Game("quoridor", moves).state for moves in ("e2 e8 c3h", "e2 e8 f3h"))
    assert canonical(left)[0] == canonical(right)[0]
    turned = {canonical(Game("abalone", move).state)[0] for move in ("a1b2", "a5b5", "b1c2")}
    assert len(turned) < 3


def test_the_engine_plays_from_the_book_on_either_side_of_the_mirror_unless_told_not_to(home):
    build_book("quoridor", SMALL)
    book = find_book(QUORIDOR)
    assert len(book.entries) == 6
    engine, thinker = (players.make(f"engine:megabytes=1{more}", QUORIDOR) for more in ("", ":book=off"))
    for moves in ("", "e2"):
        board = Game("quoridor", moves)
        choice = engine.choose(board, Limits(nodes=50))
        assert choice.remark == "from the book"
        assert board.state.move_text(choice.move) in board.legal_moves
    assert thinker.choose(Game("quoridor"), Limits(nodes=50)).remark == ""
    assert engine.choose(Game("quoridor", size=5), Limits(nodes=50)).remark == ""  # a book is for the usual options


def test_a_book_of_abalone_has_every_layout(home):
    build_book("abalone", {"positions": "6", "nodes": "100"})
    engine = players.make("engine:megabytes=1", find("abalone"))
    for layout in ("standard", "belgian", "snakes"):
        assert engine.choose(Game("abalone", layout=layout), Limits(nodes=50)).remark == "from the book"
    for other in ({"plies": 50}, {"sidestep": False}):
        assert engine.choose(Game("abalone", **other), Limits(nodes=50)).remark == ""


def test_a_book_that_was_broken_off_goes_on(home, monkeypatch):
    class Enough(Exception):
        pass

    def stop(done, total, text):
        if done == 3:
            raise Enough

    with pytest.raises(Enough):
        build_book("quoridor", SMALL, progress=stop)
    journal = home / "quoridor.book.journal"
    before = journal.read_text()
    assert before.count("\n") == 3
    journal.write_text(before + "1234 5 6")  # killed in the middle of a line
    build_book("quoridor", SMALL)
    assert journal.read_text().startswith(before)
    assert journal.read_text().count("\n") == 6
    analysed = []
    monkeypatch.setattr(Builder, "_analyse", lambda self, key: analysed.append(key))
    build_book("quoridor", SMALL)
    assert analysed == []


def test_later_scores_are_carried_back(tmp_path):
    """Two moves look alike, but after the first one the other player has a strong reply."""
    builder = Builder(QUORIDOR, read_options("book", (), {}), tmp_path, 1)
    start = QUORIDOR.start()
    key, which = canonical(start)
    first, second = (start.image_move(which, start.read_move(text)) for text in ("e2", "e4h"))
    after = start.play(start.read_move("e2"))
    below, its = canonical(after)
    builder.states = {key: start, below: after}
    reply = after.image_move(its, after.read_move("e8"))
    builder.known = {key: analysed((first, 10), (second, 5)), below: analysed((reply, 300))}
    assert builder._best(key, {}) == (5, second)


def analysed(*lines):
    return Analysed(3, 100, lines)


def test_what_cannot_be_built_is_told(home):
    with pytest.raises(BoxwoodError, match="positions=0 is not possible"):
        build_book("abalone", {"positions": "0"})
    home.mkdir()
    (home / "quoridor.book.journal").write_text("not a journal\n")
    with pytest.raises(BoxwoodError, match="is not the journal of a book"):
        build_book("quoridor", SMALL)


def test_a_file_that_is_no_book_is_left_alone(home):
    home.mkdir()
    (home / "quoridor.book").write_text("once upon a time\n")
    assert find_book(QUORIDOR) is None
