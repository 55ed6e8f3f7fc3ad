"""Opening books: made, broken off, gone on with, and played from."""

import pytest

from boxwood import Game, players
from boxwood.arena.books import SETTINGS, Analysed, Builder, build_book
from boxwood.core.errors import BoxwoodError
from boxwood.core.options import read_options
from boxwood.games import find
from boxwood.players import book as openings
from boxwood.players.book import canonical, find_book
from boxwood.search.clock import Limits
from boxwood.search.iterative_deepening import Thinker

QUORIDOR = find("quoridor")
SMALL = {"positions": "6", "nodes": "300"}


@pytest.fixture
def home(tmp_path, monkeypatch):
    """Where the user's books go; the package has none."""
    monkeypatch.setenv("BOXWOOD_DATA_DIR", str(tmp_path))
    monkeypatch.setattr(openings, "shipped_book", lambda game: tmp_path / "shipped.book")
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


def test_the_memory_for_a_book_can_be_set(home, monkeypatch):
    asked = []

    def thinker(*given, megabytes, threads):
        asked.append((megabytes, threads))
        return Thinker(*given, megabytes=megabytes, threads=threads)

    monkeypatch.setattr("boxwood.arena.books.Thinker", thinker)
    build_book("quoridor", SMALL, memory=2 << 20, threads=1)
    assert asked == [(2, 1)]


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


@pytest.fixture
def builder(tmp_path):
    """It knows two moves of the start that look alike, and no more."""
    builder = Builder(QUORIDOR, read_options("book", SETTINGS, {}), tmp_path, 1, 1)
    builder.known[builder._key(QUORIDOR.start())] = analysed(("", "e2", 10), ("", "e4h", 5))
    return builder


def test_later_scores_are_carried_back(builder):
    """After the first move the other player has a strong reply."""
    start = builder._key(QUORIDOR.start())
    assert builder._best(start, {}) == (10, image("", "e2"))
    builder.known[builder._key(Game("quoridor", "e2").state)] = analysed(("e2", "e8", 300))
    assert builder._best(start, {}) == (5, image("", "e4h"))


def test_a_book_follows_the_best_of_its_readers_moves_and_all_good_ones_of_the_other(builder):
    start = builder._key(QUORIDOR.start())
    best, other = (builder._key(Game("quoridor", move).state) for move in ("e2", "e4h"))

    def after(reader):
        return [place.key for place in builder._walk([(0.0, 0, start)]) if place.reader == reader and place.ply == 1]

    assert after(0) == [best]
    assert after(1) == [best, other]
    builder.known[best] = analysed(("e2", "e8", 300))  # so it was not the best
    assert after(0) == [other]
    assert after(1) == [other]  # and now it is far behind
    assert builder._reached([start]) == {start, best}  # but what was analysed stays


def analysed(*lines):
    """An analysis: the game so far, a move and its score."""
    return Analysed(3, 100, tuple((image(moves, move), score) for moves, move, score in lines))


def image(moves, move):
    """A move as the canonical image of the position has it."""
    state = Game("quoridor", moves).state
    return state.image_move(canonical(state)[1], state.read_move(move))


def test_what_cannot_be_built_is_told(home):
    with pytest.raises(BoxwoodError, match="positions=0 is not possible"):
        build_book("abalone", {"positions": "0"})
    home.mkdir()
    (home / "quoridor.book.journal").write_text("not a journal\n")
    with pytest.raises(BoxwoodError, match="is not the journal of a book"):
        build_book("quoridor", SMALL)


def test_a_file_that_is_no_book_is_told_of_and_left_alone(home):
    home.mkdir()
    (home / "quoridor.book").write_text("once upon a time\n")
    with pytest.warns(RuntimeWarning, match="quoridor.book is not a book and is not used"):
        assert find_book(QUORIDOR) is None


def test_the_users_own_book_goes_before_the_one_of_the_package(home):
    home.mkdir()
    openings.shipped_book(QUORIDOR).write_text("1 10 0 1\n2 20 0 1\n")
    (home / "quoridor.book").write_text("2 21 5 9\n3 30 0 1\n")
    assert {key: entry.move for key, entry in find_book(QUORIDOR).entries.items()} == {1: 10, 2: 21, 3: 30}


@pytest.mark.parametrize(("game", "options"), [("quoridor", {}), ("abalone", {}), ("abalone", {"layout": "belgian"})])
def test_the_books_of_the_package_know_the_first_moves_of_both(tmp_path, monkeypatch, game, options):
    monkeypatch.setenv("BOXWOOD_DATA_DIR", str(tmp_path))
    engine = players.make("engine:megabytes=1", find(game))
    board = Game(game, **options)
    for _ in range(6):
        choice = engine.choose(board, Limits(nodes=50))
        assert choice.remark == "from the book"
        board.push(board.state.move_text(choice.move))
