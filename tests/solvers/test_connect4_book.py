"""The book of Connect Four: its numbers, what follows from what, and files that are cut off or damaged."""

import random

import numpy as np
import pytest

from boxwood.core.bits import each_bit
from boxwood.core.contract import ONGOING, legal_moves
from boxwood.core.errors import BadOption, BoxwoodError
from boxwood.games import find
from boxwood.games.connect4.solver.board import CELLS, mirror, playable, safe_moves, threats_of
from boxwood.games.connect4.solver.book import (
    OFFSET,
    SHIPPED,
    BadBook,
    Book,
    book_number,
    built_file,
    find_book,
    number_of,
    open_book,
    size_of_ply,
    write_book,
)
from boxwood.games.connect4.solver.build import HARD, PORTION, SLOW, Plan, build, build_book, journal_of
from boxwood.games.connect4.solver.findings import Findings
from boxwood.games.connect4.solver.positions import Scores, after_missed_wins, position_of, positions_of, top_of
from boxwood.games.connect4.solver.slowest import can_arise, like
from boxwood.games.connect4.solver.solver import Solver

FACTS = find("connect4").facts
START = find("connect4").start()


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch):
    monkeypatch.setenv("BOXWOOD_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setattr("boxwood.games.connect4.solver.book.SHIPPED", tmp_path / "scores.book")
    return tmp_path


def states_of(plies):
    """The states with so many discs, by playing everything."""
    level = {START}
    for _ in range(plies):
        level = {state.play(move) for state in level for move in legal_moves(state, FACTS)}
    return level


def content(file):
    """All that a small book knows."""
    book = Book.read(file)
    return {state: book.score(state.own, state.discs) for plies in range(6) for state in states_of(plies)}


def first_players(state):
    return state.own ^ state.discs if state.discs.bit_count() % 2 else state.own


@pytest.mark.parametrize("plies", range(6))
def test_every_position_has_a_number_of_its_own(plies):
    numbers = [number_of(first_players(state), state.discs) for state in states_of(plies)]
    assert len(set(numbers)) == len(numbers)
    assert max(numbers) < size_of_ply(plies)


def test_mirror_images_share_a_number():
    for state in states_of(4):
        assert book_number(state.own, state.discs) == book_number(mirror(state.own), mirror(state.discs))


def test_the_list_of_positions_has_one_of_each_pair():
    for plies, (own, discs) in enumerate(positions_of(5)):
        listed = {min(a + b, mirror(a + b)) for a, b in zip(own.tolist(), discs.tolist(), strict=True)}
        assert len(listed) == len(own)
        assert listed == {min(s.own + s.discs, mirror(s.own + s.discs)) for s in states_of(plies)}


def test_a_key_tells_its_position():
    for state in states_of(5):
        assert position_of(state.own + state.discs) == (state.own, state.discs)


class Oracle:
    """Stands in for the solver: any scores will do, as long as they hang together."""

    book = None

    def __init__(self, plies):
        self._plies, self.asked = plies, 0

    def score(self, own, discs):
        if threats_of(own, discs) & playable(discs):
            return CELLS + 1 - discs.bit_count() >> 1
        if discs.bit_count() >= self._plies:
            return (min(own + discs, mirror(own + discs)) * 7919 % 31) - 15
        state = START._replace(own=own, discs=discs)
        return max(-self.score(child.own, child.discs) for child in map(state.play, legal_moves(state, FACTS)))

    def solved(self, positions, least=None):
        self.asked += len(positions)
        self.least = least
        return [(self.score(own, discs), self.work(own, discs)) for own, discs in positions]

    def work(self, own, discs):
        """About every third position is hard, and the more discs, the harder."""
        if (min(own + discs, mirror(own + discs)) * 7919 >> 7) % 3:
            return HARD - 1
        return HARD + SLOW * discs.bit_count() // 12

    def is_hard(self, state):
        return self.work(state.own, state.discs) >= HARD

    def reaches(self, own, discs, score):
        return self.score(own, discs) >= score

    def clear(self):
        pass


def quiet(done, total, text):
    pass


def test_what_is_known_of_a_ply_is_worked_out_for_those_before(data):
    oracle = Oracle(4)
    report = build_book(data / "some.book", Plan(4, 0), oracle, quiet)
    assert report.known == (1, 4, 25, 121, 568, 0)
    book = Book.read(data / "some.book")
    for plies in range(5):
        for state in states_of(plies):
            assert book.score(state.own, state.discs) == oracle.score(state.own, state.discs)
    deeper = next(iter(states_of(5)))
    assert book.score(deeper.own, deeper.discs) is None


def test_a_perfect_player_is_led_to_positions_that_the_book_knows(data):
    oracle = Oracle(4)
    build_book(data / "some.book", Plan(0, 4), oracle, quiet)
    book = Book.read(data / "some.book")
    for perfect in (0, 1):
        for seed in range(30):
            choose, state = random.Random(seed), START
            for ply in range(4):
                moves = legal_moves(state, FACTS)
                if ply % 2 == perfect:
                    score = book.score(state.own, state.discs)
                    assert score == oracle.score(state.own, state.discs)
                    moves = [
                        move for move in moves if book.score(state.play(move).own, state.play(move).discs) == -score
                    ]
                state = state.play(choose.choice(moves))


def test_the_book_knows_but_does_not_invent(data):
    solved = {state.own + state.discs: 3 for state in states_of(3) if state.own & 1}
    scores = Scores(3)
    scores.put_keys(np.array(list(solved)), np.array(list(solved.values())) + OFFSET)
    scores.derive()
    by_ply = scores.by_ply()
    assert np.count_nonzero(by_ply[3]) == len({min(key, mirror(key)) for key in solved})
    assert np.count_nonzero(by_ply[2]) < 25


def test_a_build_goes_on_after_the_last_whole_portion(data):
    file = data / "some.book"
    build_book(file, Plan(3, 0), Oracle(3), quiet)
    whole = journal_of(file).read_bytes()
    journal_of(file).write_bytes(whole[:-3])
    oracle = Oracle(3)
    build_book(file, Plan(3, 0), oracle, quiet)
    assert oracle.asked == 121 % PORTION
    assert journal_of(file).read_bytes() == whole
    with Findings(journal_of(file), 3) as findings:
        assert np.count_nonzero(findings.scores().by_ply()[3]) == 121


def test_a_damaged_portion_of_a_journal_is_solved_again(data):
    file = data / "some.book"
    build_book(file, Plan(4, 0), Oracle(4), quiet)
    before, content_before = journal_of(file).read_bytes(), content(file)
    damaged = bytearray(before)
    damaged[len(damaged) // 2] ^= 0xFF
    journal_of(file).write_bytes(damaged)
    oracle = Oracle(4)
    with pytest.warns(RuntimeWarning, match="bytes are damaged and left out"):
        build_book(file, Plan(4, 0), oracle, quiet)
    assert oracle.asked == PORTION
    assert content(file) == content_before


def test_a_smaller_plan_does_not_make_a_smaller_book(data):
    file = data / "some.book"
    known = build_book(file, Plan(4, 0), Oracle(4), quiet).known
    assert build_book(file, Plan(2, 0), Oracle(2), quiet).known == known


def test_what_the_book_in_use_knows_of_hard_positions_is_kept(data):
    build_book(data / "some.book", Plan(3, 0, hard=True), Oracle(5), quiet)
    used, oracle = Book.read(data / "some.book"), Oracle(5)
    oracle.book = used
    report = build_book(data / "another.book", Plan(3, 0, hard=True), oracle, quiet)
    assert oracle.asked == report.added == 121 + 568 - used.known[4]
    assert report.known == tuple(used.known)
    assert content(data / "another.book") == content(data / "some.book")


def test_a_threat_that_is_not_answered_counts_as_lost(data):
    """With six discs some positions are in no book: the player to move wins at once."""
    oracle = Oracle(6)
    build_book(data / "some.book", Plan(6, 0), oracle, quiet)
    book = Book.read(data / "some.book")
    own, discs = positions_of(5)[5]
    for position in zip(own.tolist(), discs.tolist(), strict=True):
        assert book.score(*position) == oracle.score(*position)


@pytest.fixture
def whole(data):
    file = data / "scores.book"
    build_book(file, Plan(2, 0), Oracle(2), quiet)
    return file


@pytest.mark.parametrize("place", [30, 120, -1])
def test_a_damaged_book_is_reported_and_ignored(whole, place):
    content = bytearray(whole.read_bytes())
    content[place] ^= 1
    whole.write_bytes(content)
    with pytest.raises(BadBook, match="damaged"):
        Book.read(whole)
    with pytest.warns(RuntimeWarning, match=r"damaged.*it is not used"):
        assert open_book(whole) is None
    with pytest.warns(RuntimeWarning, match="damaged"):
        assert find_book() is None


def test_something_else_is_no_book(data):
    file = data / "letter.txt"
    file.write_text("Dear Ada")
    with pytest.raises(BadBook, match="is not a book"):
        Book.read(file)
    file.write_text("boxwood connect4 book 1\\n")
    with pytest.raises(BadBook, match="of another version: build it again"):
        Book.read(file)
    with pytest.raises(BadBook, match="cannot be read"):
        Book.read(data / "nothing")


def test_the_book_that_knows_more_is_used(whole):
    assert sum(find_book().known) == 30
    built_file().parent.mkdir(parents=True)
    build_book(built_file(), Plan(3, 0), Oracle(3), quiet)
    assert sum(find_book().known) == 151


def test_a_book_saves_the_search(data):
    state = START
    write_book(data / "some.book", [np.array([1 + OFFSET], np.uint8)])
    solver = Solver(table_bits=10, book=Book.read(data / "some.book"))
    assert solver.score(state) == 1
    assert solver.nodes == 0


def test_options_of_a_book_are_checked():
    with pytest.raises(BadOption, match="plies=99 is not possible"):
        build({"plies": "99"})
    with pytest.raises(BoxwoodError, match="with 1 bytes of memory: at least 8192"):
        build(memory=1)


def test_a_book_is_built_from_the_one_in_use_or_afresh(whole, data):
    small = {"plies": 1, "lead": 0}
    report = build(small, directory=data / "elsewhere")
    assert "stays in use" in str(report)
    assert Book.read(report.file).score(0, 1) == Book.read(whole).score(0, 1)
    late = data / "late.book"
    write_book(late, [np.array([7 + OFFSET], np.uint8)])
    whole.write_bytes(late.read_bytes())
    nothing = {"plies": 0, "lead": 0}
    assert Book.read(build(nothing, directory=data / "a").file).score(0, 0) == 7
    with pytest.raises(KeyboardInterrupt):
        build(nothing | {"afresh": True}, directory=data / "b", progress=interrupt)


def interrupt(done, total, text):
    """Before the first position is searched: it would take long."""
    raise KeyboardInterrupt


def test_of_the_last_ply_only_the_hard_ones_are_kept(data):
    file = data / "some.book"
    oracle = Oracle(5)
    report = build_book(file, Plan(3, 0, hard=True), oracle, quiet)
    book = Book.read(file)
    hard = {state for state in states_of(4) if oracle.is_hard(state)}
    assert 0 < len(hard) < len(states_of(4))
    for state in states_of(4) | states_of(5):
        assert book.score(state.own, state.discs) == (oracle.score(state.own, state.discs) if state in hard else None)
    assert report.known[:4] == (1, 4, 25, 121)
    again, content_before = Oracle(5), content(file)
    assert sum(build_book(file, Plan(3, 0, hard=True), again, quiet).known) == sum(report.known)
    assert again.asked == 0
    assert content(file) == content_before


def test_what_is_hard_about_slow_positions_is_kept(data):
    file = data / "some.book"
    plan = Plan(3, 0, seek=2500)
    oracle = Oracle(4)
    build_book(file, plan, oracle, quiet)
    book = Book.read(file)
    keys, scores = book.more
    assert len(keys) > 100
    for key, score in zip(keys.tolist(), scores.tolist(), strict=True):
        own, discs = position_of(key)
        assert oracle.work(own, discs) >= HARD
        assert oracle.score(own, discs) + OFFSET == score
    again = build_book(file, plan, Oracle(4), quiet)  # goes on elsewhere
    assert again.added > 100
    known = Book.read(file)
    for key, score in zip(keys.tolist(), scores.tolist(), strict=True):
        assert known.score(*position_of(key)) == score - OFFSET


def test_an_easy_position_is_solved_when_all_are_asked_for(data):
    file = data / "some.book"
    build_book(file, Plan(3, 0, hard=True), Oracle(5), quiet)
    assert build_book(file, Plan(4, 0), Oracle(5), quiet).known[:5] == (1, 4, 25, 121, 568)


def test_no_position_is_worth_less_than_the_one_before_cost(data):
    oracle, scores = Oracle(4), Scores(4)
    before = states_of(3)
    known = [oracle.score(state.own, state.discs) for state in before]
    scores.put_keys(np.array([state.own + state.discs for state in before]), np.array(known) + OFFSET)
    least = {}
    for state, score in zip(before, known, strict=True):
        for child in (state.play(move) for move in legal_moves(state, FACTS)):
            least[child.own, child.discs] = max(-score, least.get((child.own, child.discs), -CELLS))
    own, discs = positions_of(4)[4]
    bounds = scores.least(own, discs).tolist()
    assert bounds == [least[position] for position in zip(own.tolist(), discs.tolist(), strict=True)]


def test_what_follows_a_missed_win_is_found():
    def key(own, discs):
        return min(own + discs, mirror(own + discs))

    found = set(map(key, *map(np.ndarray.tolist, after_missed_wins(7))))
    quiet = {
        key(state.own, state.discs)
        for state in states_of(7)
        if state.outcome() == ONGOING and all(state.play(m).outcome() == ONGOING for m in legal_moves(state, FACTS))
    }
    assert found == quiet - set(map(key, *map(np.ndarray.tolist, positions_of(7)[7])))
    assert len(found) == 223


def test_what_the_book_knows_of_replies_saves_nodes_and_changes_no_score():
    shipped, choose = Book.read(SHIPPED), random.Random(3)
    with_book, alone = Solver(book=shipped), Solver()
    hard = [position_of(key) for key in choose.sample(shipped.more[0].tolist(), 4000)]
    forced = [before for own, discs in hard if len(safe(own, discs)) == 1 for before in taken_back(own, discs)]
    alike = [choose.choice(like(*position)) for position in hard[:40]]
    assert len(forced) > 40
    for own, discs in alike + forced[:80]:
        state = START._replace(own=own, discs=discs)
        with_book.clear()
        assert with_book.score(state) == alone.score(state)
        assert with_book.analyse(state) == alone.analyse(state)
    assert with_book.nodes < alone.nodes


def safe(own, discs):
    """The cells where the player to move may go without losing at once."""
    return list(each_bit(safe_moves(threats_of(own ^ discs, discs), discs)))


def taken_back(own, discs):
    """The positions before the last move."""
    other = own ^ discs
    tops = [top_of(discs, column) & other for column in range(7)]
    return [(other ^ top, discs ^ top) for top in tops if top and can_arise(own, other ^ top)]
