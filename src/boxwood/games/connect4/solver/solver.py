"""Connect Four on 7x6 solved: the score of a position and of each column.

    solver = Solver(threads=2)
    solver.score(state)         in Pascal Pons's convention: 22 minus the discs the winner needs, negative for a loss
    solver.value(state)         +1, 0 or -1, found sooner
    solver.analyse(state)       the score of each of the seven columns, None for a full one

Every question is a series of null-window searches (see `search`).  Positions with few discs are looked up in a book if
there is one (see `book`).
"""

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from functools import cache
from os import cpu_count
from threading import Lock
from typing import Any, NamedTuple

import numpy as np

from boxwood.core.bits import popcount
from boxwood.core.compiler import entry
from boxwood.core.contract import DRAW, ONGOING
from boxwood.core.errors import BoxwoodError, NotSolved
from boxwood.games.connect4.rules import ConnectFour
from boxwood.games.connect4.solver.board import (
    BOARD,
    CELLS,
    COLUMN_OF,
    COLUMNS,
    STRIDE,
    key_of,
    playable,
    safe_moves,
    threats_of,
)
from boxwood.games.connect4.solver.book import FARTHEST, Book, find_book
from boxwood.games.connect4.solver.positions import after_quiet_moves
from boxwood.games.connect4.solver.search import DESK, GAVE_UP, HISTORY, LIMIT, NODES, SHIFT, SPREAD, search_entry
from boxwood.games.connect4.solver.sought import Sought
from boxwood.games.connect4.solver.table import FEWEST_BITS, NO_COLUMN, mix, remember, shift_for
from boxwood.solving.solution import Solution, Unfinished, Verdict

MIDDLE_FIRST = (3, 2, 4, 1, 5, 0, 6)
SHORT = 18  # with more discs on the board a position is solved before a second thread is under way
SOON = 11  # plies to a loss that most opponents see coming
HARDEST_FROM = 17  # discs from which on it is quick to count the good replies to every best move
VARIETY = 63  # how much a thread that asks the same as another changes the ranks of moves, so as to do other work
PAGE = 512  # words: what the system gives memory in, when it is first written to
FROM_BOOK = 1 << 16  # nodes that what the book knows counts as in the table
NO_LIMIT = 1 << 60


class Stopped(Unfinished):
    """The solver was told to stop, or has searched as many positions as it may."""


class Question(NamedTuple):
    """What a thread is asked: at which desk, about which position, if the score is above which number."""

    desk: int
    sought: Sought
    alpha: int
    before: int  # nodes of the desk


class Solver:
    """A solver with its memory of 2**table_bits words; one caller at a time, but any thread may stop it.

    So many threads work on a position together; where several positions are asked for, so many are solved at once.
    """

    def __init__(
        self, *, table_bits: int = 23, threads: int = 1, at_once: int | None = None, book: Book | None = None
    ) -> None:
        if table_bits < FEWEST_BITS:
            raise BoxwoodError(f"connect4: a table of {table_bits} bits is too small: at least {FEWEST_BITS}")
        self.book = book
        self._table = _aligned(1 << table_bits)
        self._threads = threads
        self._at_once = at_once or threads
        self._desks = [_aligned(DESK) for _ in range(max(threads, self._at_once))]
        for desk in self._desks:
            desk[SHIFT] = shift_for(table_bits)
        self._pool = ThreadPoolExecutor(len(self._desks))  # which begins no thread before it is asked
        self._search = entry(search_entry)
        self._guard, self._stopped = Lock(), False
        self._allow([NO_LIMIT] * len(self._desks))

    @property
    def nodes(self) -> int:
        """Positions searched since the solver was made."""
        return sum(self.nodes_by_thread)

    @property
    def nodes_by_thread(self) -> list[int]:
        """The same, of each thread."""
        return [int(desk[NODES]) for desk in self._desks]

    def stop(self) -> None:
        """Let the work under way, and all until `resume`, raise Stopped.  Safe from any thread."""
        self._stop(True)

    def resume(self) -> None:
        """Work again after a stop, when the work that was under way has ended."""
        self._stop(False)

    def _stop(self, stopped: bool) -> None:
        with self._guard:
            self._stopped = stopped
            self._tell_desks()

    @contextmanager
    def limit(self, nodes: int) -> Iterator[None]:
        """Within, raise Stopped when each thread has searched so many more positions."""
        before = self._limits
        self._allow([min(most, now + nodes) for most, now in zip(before, self.nodes_by_thread, strict=True)])
        try:
            yield
        finally:
            self._allow(before)

    def _allow(self, limits: list[int]) -> None:
        """Let every thread search until it has searched so many positions since the solver was made."""
        with self._guard:
            self._limits = limits
            self._tell_desks()

    def _tell_desks(self) -> None:
        for desk, limit in zip(self._desks, self._limits, strict=True):
            desk[LIMIT] = 0 if self._stopped else limit

    @contextmanager
    def _called_back(self, runs: Iterable[Future[Any]]) -> Iterator[None]:
        """However this ends, nobody is at a desk afterwards: those still at work are called back."""
        before = self._limits
        try:
            yield
        finally:
            for run in runs:
                run.cancel()
            self._allow([0] * len(self._desks))
            wait(runs)
            self._allow(before)
            for desk in self._desks:
                desk[SPREAD] = 0

    def warm(self, state: ConnectFour) -> None:
        """Compile, or load what is compiled, and have all memory before a clock runs."""
        self._table[::PAGE] |= 0
        with self.limit(0):
            self._search(0, 0, 0, self._desks[0], self._table)

    def clear(self) -> None:
        """Forget earlier searches."""
        self._table[:] = 0
        for desk in self._desks:
            desk[HISTORY:] = 0

    def score(self, state: ConnectFour) -> int:
        """The score for the player to move."""
        _check_size(state)
        return self._known(state) if _is_over(state) else self.score_of(state.own, state.discs)

    def value(self, state: ConnectFour) -> int:
        """+1, 0 or -1 for the player to move."""
        _check_size(state)
        if _is_over(state):
            return -1 if self._known(state) else 0
        return self._within(state.own, state.discs, -1, 1)

    def analyse(self, state: ConnectFour) -> list[int | None]:
        """The score of each column for the player to move; None for a full one, and for all when the game is over."""
        _check_size(state)
        scores: list[int | None] = [None] * COLUMNS
        if _is_over(state):
            return scores
        # The middle takes least: if it comes last, no thread waits long for the others.
        columns = [column for column in reversed(MIDDLE_FIRST) if playable(state.discs) & _column(column)]
        after = {column: state.play(column) for column in columns}
        going_on = {column: child for column, child in after.items() if not _is_over(child)}
        best = self._in_book(state.own, state.discs)
        least = None if best is None else -best  # that the opponent gets, whatever the column
        found = self.solved([(child.own, child.discs) for child in going_on.values()], [least] * len(going_on))
        for column, (score, _) in zip(going_on, found, strict=True):
            scores[column] = -score
        for column in after.keys() - going_on.keys():
            scores[column] = -self._known(after[column])
        return scores

    def verdicts(self, state: ConnectFour) -> list[Verdict]:
        """The truth about every legal column of a game that goes on, best first."""
        scores = {column: score for column, score in enumerate(self.analyse(state)) if score is not None}
        best = max(scores.values())
        found = []
        for column in MIDDLE_FIRST:
            if column in scores:
                score = scores[column]
                replies = self._good_replies(state.play(column), -score) if score == best else 0
                found.append(Verdict(column, (score > 0) - (score < 0), distance_of(state, score), replies))
        return sorted(found, key=Verdict.rank)

    def best(self, state: ConnectFour) -> int:
        """A best column of a game that goes on."""
        return self.choose(state).move

    def choose(self, state: ConnectFour, avoid: Iterable[int] = ()) -> Verdict:
        """The best column with what it is worth, sooner than the scores of all.

        Of equal ones that which leaves the opponent the fewest good replies; with few discs the nearest the middle.
        """
        score = self.score(state)
        value, distance = (score > 0) - (score < 0), distance_of(state, score)
        columns = [column for column in MIDDLE_FIRST if playable(state.discs) & _column(column)]
        after = {column: state.play(column) for column in columns}
        known = {column: self._looked_up(child) for column, child in after.items()}
        if popcount(state.discs) < HARDEST_FROM:
            # What the book knows, first: then nothing has to be searched.
            for column in sorted(columns, key=lambda column: known[column] is None):
                if self._scores_at_most(after[column], known[column], -score):
                    return Verdict(column, value, distance)
        replies = {
            column: self._good_replies(after[column], -score)
            for column in columns
            if self._scores_at_most(after[column], known[column], -score)
        }
        column = min(replies, key=lambda column: replies[column])
        return Verdict(column, value, distance, replies[column])

    def tempt(self, state: ConnectFour, best: Verdict) -> Verdict:
        """Instead of a best column that does not win, the one after which the opponent has most to go wrong with.

        It is worth as much, unless it is lost: then all are, and it may be sooner, but not so soon that all see it.
        """
        if best.value > 0:
            return best
        columns = [column for column in MIDDLE_FIRST if playable(state.discs) & _column(column)]
        columns.sort(key=lambda column: column != best.move)  # of equal ones the best
        chances = {}
        for column in columns:
            child = state.play(column)
            if not _is_over(child) and not self.reaches(child.own, child.discs, self._worst(child, best)):
                replies = [child.play(reply) for reply in range(COLUMNS) if playable(child.discs) & _column(reply)]
                good = sum(self._keeps(reply, -best.value) for reply in replies)
                seen = sum(not _is_over(reply) and self._wins_soon(reply) for reply in replies)
                chances[column] = good / (len(replies) - seen)
        column = min(chances, key=lambda column: chances[column], default=best.move)
        return best if column == best.move else Verdict(column, best.value, None if best.value else best.distance)

    def _worst(self, child: ConnectFour, best: Verdict) -> int:
        """The score for the opponent from which on a column is out of the question."""
        if best.value == 0:
            return 1
        soon = min(SOON, (best.distance or 0) - 2)  # so that the best column is never out of it
        return _score_of_win(child, soon)

    def _wins_soon(self, state: ConnectFour) -> bool:
        """Whether the player to move wins so soon that a look ahead shows it."""
        return self.reaches(state.own, state.discs, _score_of_win(state, SOON))

    def _keeps(self, reply: ConnectFour, value: int) -> bool:
        """Whether the opponent, who has just made this reply, gets at least this value."""
        if _is_over(reply):
            return value == 0 or reply.outcome() != DRAW
        return not self.reaches(reply.own, reply.discs, 1 - value)

    def _scores_at_most(self, state: ConnectFour, known: int | None, score: int) -> bool:
        return known <= score if known is not None else not self.reaches(state.own, state.discs, score + 1)

    def _good_replies(self, state: ConnectFour, score: int) -> int:
        """How many columns keep the score of a position, counted where that is quick; 0 when the game is over."""
        if _is_over(state) or popcount(state.discs) <= HARDEST_FROM:
            return 0
        after = [state.play(column) for column in range(COLUMNS) if playable(state.discs) & _column(column)]
        return sum(self._scores_at_most(child, self._looked_up(child), -score) for child in after)

    def solution(self, state: ConnectFour) -> Solution:
        """Value, distance, score and best moves of a game that goes on."""
        before = self.nodes
        scores = self.analyse(state)
        best = max(score for score in scores if score is not None)
        moves = tuple(state.move_text(column) for column, score in enumerate(scores) if score == best)
        return Solution((best > 0) - (best < 0), distance_of(state, best), moves, self.nodes - before, best)

    def _looked_up(self, state: ConnectFour) -> int | None:
        """The score for the player to move, where it is known without a search."""
        return self._known(state) if _is_over(state) else self._in_book(state.own, state.discs)

    # Below, a position is the discs of the player to move and those of both.

    def score_of(self, own: int, discs: int) -> int:
        """The score of a game that goes on."""
        return self._within(own, discs, *_range_of(discs))

    def reaches(self, own: int, discs: int, score: int) -> bool:
        """Whether the player to move gets at least this score, in a game that goes on."""
        return self._within(own, discs, score - 1, score) >= score

    def solved(
        self, positions: Sequence[tuple[int, int]], least: Sequence[int | None] | None = None
    ) -> list[tuple[int, int]]:
        """The scores of several games that go on, as many at once as may be, and the nodes that each took.

        Told the least that each can be, one looks there first.
        """
        sought = []
        for (own, discs), bound in zip(positions, least or [None] * len(positions), strict=True):
            lowest, highest = _range_of(discs)
            sought.append(self._sought(own, discs, lowest if bound is None else max(bound, lowest), highest, bound))
        self._settle(sought, self._at_once)
        return [(each.score, each.nodes) for each in sought]

    def _in_book(self, own: int, discs: int) -> int | None:
        if threats_of(own, discs) & playable(discs):
            return CELLS + 1 - popcount(discs) >> 1
        return self.book.score(own, discs) if self.book else None

    def _within(self, own: int, discs: int, lower: int, upper: int) -> int:
        """The score of a game that goes on, or the end of this range that is nearer to it."""
        sought = self._sought(own, discs, lower, upper)
        self._settle([sought], self._threads)
        return sought.score

    def _sought(self, own: int, discs: int, lower: int, upper: int, least: int | None = None) -> Sought:
        known = self._in_book(own, discs)
        if known is not None:
            lower = upper = max(lower, min(known, upper))
        return Sought(own, discs, lower, upper, least)

    def _settle(self, sought: list[Sought], threads: int) -> None:
        """Ask until nothing is left to ask about these positions, which have as many discs each."""
        open_ones = [each for each in sought if each.is_open]
        for each in open_ones:
            self._tell_of_replies(each.own, each.discs)
        if threads > 1 and any(popcount(each.discs) <= SHORT for each in open_ones):
            self._settle_together(open_ones, threads)
            return
        desk = self._desks[0]
        for each in open_ones:
            before = int(desk[NODES])
            while each.is_open:
                alpha = each.next_alpha()
                bound = int(self._search(each.own, each.discs, alpha, desk, self._table))
                if desk[GAVE_UP]:
                    raise Stopped
                each.learn(alpha, bound)
            each.nodes += int(desk[NODES]) - before

    def _tell_of_replies(self, own: int, discs: int) -> None:
        """Put what the book knows of the positions one move on into the table: the hard ones need no search then."""
        if self.book is None or popcount(discs) >= FARTHEST:
            return
        for reply in after_quiet_moves(own, discs):
            score = self.book.score(*reply)
            if score is not None:
                own_there, discs_there, score = _played_on(*reply, score)
                key = mix(key_of(own_there, discs_there))
                remember(self._table, int(self._desks[0][SHIFT]), key, score, score, FROM_BOOK, NO_COLUMN)

    def _settle_together(self, sought: list[Sought], threads: int) -> None:
        """The same with several threads: each asks about another position, or about another number if there is none.

        They help each other by the table.  Who asks what has become pointless is called back.
        """
        limits = self._limits
        asked: dict[Future[int], Question] = {}
        idle, pointless = set(range(threads)), set[int]()
        with self._called_back(asked):
            while open_ones := [each for each in sought if each.is_open]:
                for number in sorted(idle):
                    each, desk = min(open_ones, key=lambda each: len(each.busy)), self._desks[number]
                    alpha = each.next_alpha()
                    desk[SPREAD] = VARIETY if alpha in each.busy else 0
                    each.busy.append(alpha)
                    question = Question(number, each, alpha, int(desk[NODES]))
                    asked[self._pool.submit(self._search, each.own, each.discs, alpha, desk, self._table)] = question
                idle.clear()
                for run in wait(asked, return_when=FIRST_COMPLETED).done:
                    number, each, alpha, before = asked.pop(run)
                    bound, desk = int(run.result()), self._desks[number]
                    idle.add(number)
                    each.busy.remove(alpha)
                    each.nodes += int(desk[NODES]) - before
                    if not desk[GAVE_UP]:
                        each.learn(alpha, bound)
                    elif number not in pointless:
                        raise Stopped
                pointless = {asks.desk for asks in asked.values() if not asks.sought.matters(asks.alpha)}
                self._allow([0 if number in pointless else limit for number, limit in enumerate(limits)])
        for number, each, _, before in asked.values():  # what was pointless was work all the same
            each.nodes += int(self._desks[number][NODES]) - before

    @staticmethod
    def _known(state: ConnectFour) -> int:
        """The score of a game that is over, for the player who would move."""
        return 0 if state.outcome() == DRAW else (popcount(state.discs) + 1 >> 1) - 22


@cache
def solver_for() -> Solver:
    """A solver with the best book there is, kept for the next time.

    A move is found on one thread, as players are given one; who wants the scores of all columns gets them from two.
    """
    return Solver(at_once=at_once(), book=find_book())


def at_once() -> int:
    """How many positions are best solved at once, where several are asked for."""
    return min(2, cpu_count() or 1)


def distance_of(state: ConnectFour, score: int) -> int:
    """Plies to the end of a game with this score, with best play of both."""
    count = popcount(state.discs)
    if score == 0:
        return CELLS - count
    if score > 0:
        return 2 * (22 - score - popcount(state.own)) - 1
    return 2 * (22 + score - popcount(state.own ^ state.discs))


def _played_on(own: int, discs: int, score: int) -> tuple[int, int, int]:
    """A position and its score after all forced moves, which the search plays before it looks anything up."""
    while True:
        moves = safe_moves(threats_of(own ^ discs, discs), discs)
        if moves & (moves - 1) or not moves:
            return own, discs, score
        own, discs, score = own ^ discs, discs | moves, -score


def _score_of_win(state: ConnectFour, plies: int) -> int:
    """The least score for the player to move that is a win within so many plies."""
    return max(1, 22 - popcount(state.own) - (plies + 1) // 2)


def _range_of(discs: int) -> tuple[int, int]:
    """The lowest and the highest score of a game that goes on."""
    return -(CELLS - popcount(discs) >> 1), CELLS + 1 - popcount(discs) >> 1


def _is_over(state: ConnectFour) -> bool:
    return state.outcome() != ONGOING


def _column(column: int) -> int:
    return COLUMN_OF[STRIDE * column]


def _check_size(state: ConnectFour) -> None:
    if state.board != BOARD:
        raise NotSolved("connect4: only the board of 7x6 is solved: leave out width and height")


def _aligned(size: int) -> Any:
    """Zeros that begin at the beginning of a cache line."""
    line = 8
    words = np.zeros(size + line, np.int64)
    start = -words.ctypes.data // words.itemsize % line
    return words[start : start + size]
