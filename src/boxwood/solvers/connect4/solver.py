"""Connect Four on 7x6 solved: the score of a position and of each column.

    solver = Solver(threads=2)
    solver.score(state)         in Pascal Pons's convention: 22 minus the discs the winner needs, negative for a loss
    solver.value(state)         +1, 0 or -1, found sooner
    solver.analyse(state)       the score of each of the seven columns, None for a full one

Every question is a series of null-window searches (see `search`).  Positions with few discs are looked up in a book if
there is one (see `book`).
"""

from collections.abc import Iterable
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from functools import cache
from queue import SimpleQueue
from typing import Any

import numpy as np

from boxwood.core.bits import popcount
from boxwood.core.compiler import entry
from boxwood.core.contract import DRAW, ONGOING
from boxwood.core.errors import BoxwoodError
from boxwood.games.connect4 import ConnectFour
from boxwood.solvers.connect4.board import BOARD, CELLS, COLUMN_OF, COLUMNS, STRIDE, playable, threats_of
from boxwood.solvers.connect4.book import Book, find_book
from boxwood.solvers.connect4.search import DESK, HISTORY, NODES, SHIFT, SPREAD, STOP, search_entry
from boxwood.solvers.connect4.table import FEWEST_BITS, shift_for
from boxwood.solvers.solution import Solution

MIDDLE_FIRST = (3, 2, 4, 1, 5, 0, 6)
SHORT = 16  # with more discs on the board a position is solved before a second thread is under way
VARIETY = 63  # how much a helping thread changes the ranks of moves, so that it does other work than the first


class Stopped(Exception):
    """The solver was told to stop."""


class Solver:
    """A solver with its memory of 2**table_bits words; one caller at a time, but any thread may stop it."""

    def __init__(self, *, table_bits: int = 24, threads: int = 1, book: Book | None = None) -> None:
        if table_bits < FEWEST_BITS:
            raise BoxwoodError(f"connect4: a table of {table_bits} bits is too small: at least {FEWEST_BITS}")
        self.book = book
        self._table = _aligned(1 << table_bits)
        self._desks = [_aligned(DESK) for _ in range(threads)]
        for number, desk in enumerate(self._desks):
            desk[SHIFT] = shift_for(table_bits)
            desk[SPREAD] = VARIETY if number else 0
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self._search = entry(search_entry)
        self._told_to_stop = False

    @property
    def nodes(self) -> int:
        """Positions searched since the solver was made."""
        return int(sum(desk[NODES] for desk in self._desks))

    def stop(self) -> None:
        """Let the work under way, or the next as soon as it begins, raise Stopped.  Safe from any thread."""
        self._told_to_stop = True
        for desk in self._desks:
            desk[STOP] = 1

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
        if self.reaches(state.own, state.discs, 1):
            return 1
        return 0 if self.reaches(state.own, state.discs, 0) else -1

    def analyse(self, state: ConnectFour) -> list[int | None]:
        """The score of each column for the player to move; None for a full one, and for all when the game is over."""
        _check_size(state)
        scores: list[int | None] = [None] * COLUMNS
        if _is_over(state):
            return scores
        after = {column: state.play(column) for column in range(COLUMNS) if playable(state.discs) & _column(column)}
        going_on = {column: child for column, child in after.items() if not _is_over(child)}
        found = self.scores_of((child.own, child.discs) for child in going_on.values())
        for column, child in after.items():
            scores[column] = -self._known(child) if _is_over(child) else -found.pop(0)
        return scores

    def best(self, state: ConnectFour) -> int:
        """A best column of a game that goes on, the one nearest the middle: sooner than the scores of all."""
        score = self.score(state)
        for column in MIDDLE_FIRST:
            if playable(state.discs) & _column(column):
                child = state.play(column)
                if _is_over(child):
                    if -self._known(child) == score:
                        return column
                elif not self.reaches(child.own, child.discs, 1 - score):
                    return column
        raise AssertionError("one of the columns has the score of the position")

    def solution(self, state: ConnectFour) -> Solution:
        """Value, distance, score and best moves of a game that goes on."""
        before = self.nodes
        scores = self.analyse(state)
        best = max(score for score in scores if score is not None)
        moves = tuple(state.move_text(column) for column, score in enumerate(scores) if score == best)
        return Solution((best > 0) - (best < 0), distance_of(state, best), moves, self.nodes - before, best)

    # Below, a position is the discs of the player to move and those of both.

    def score_of(self, own: int, discs: int, desk: Any = None) -> int:
        """The score of a game that goes on; all threads work on it unless told which desk to use."""
        known = self._looked_up(own, discs)
        if known is not None:
            return known
        count = popcount(discs)
        lower, upper = -(CELLS - count >> 1), CELLS - 1 - count >> 1
        # With few discs played the score is seldom far from 0.
        likely = 2 + count // 2
        while lower < upper:
            low, high = max(lower, -likely), min(upper, likely)
            alpha = low + high >> 1 if low < high else lower + upper >> 1
            bound = self._ask(own, discs, alpha, desk)
            if bound > alpha:
                lower = bound
            else:
                upper = bound
        return lower

    def reaches(self, own: int, discs: int, score: int) -> bool:
        """Whether the player to move gets at least this score, in a game that goes on."""
        known = self._looked_up(own, discs)
        return (self._ask(own, discs, score - 1) if known is None else known) >= score

    def scores_of(self, positions: Iterable[tuple[int, int]]) -> list[int]:
        """The scores of several games that go on, each solved by one thread."""
        if self._pool is None:
            return [self.score_of(own, discs) for own, discs in positions]
        desks: SimpleQueue[Any] = SimpleQueue()
        for desk in self._desks:
            desks.put(desk)

        def solve_one(position: tuple[int, int]) -> int:
            desk = desks.get()
            try:
                return self.score_of(*position, desk)
            finally:
                desks.put(desk)

        return list(self._pool.map(solve_one, positions))

    def _looked_up(self, own: int, discs: int) -> int | None:
        if threats_of(own, discs) & playable(discs):
            return CELLS + 1 - popcount(discs) >> 1
        return self.book.score(own, discs) if self.book else None

    def _ask(self, own: int, discs: int, alpha: int, desk: Any = None) -> int:
        """A bound of the score on the side of alpha where it is; nobody can win at once."""
        if self._told_to_stop:
            self._resume()
            raise Stopped
        if desk is not None or self._pool is None or popcount(discs) > SHORT:
            bound = self._search(own, discs, alpha, self._desks[0] if desk is None else desk, self._table)
        else:
            bound = self._race(own, discs, alpha)
        if self._told_to_stop:
            self._resume()
            raise Stopped
        return int(bound)

    def _race(self, own: int, discs: int, alpha: int) -> int:
        """All threads search the same, helping each other by the table; the first answer counts."""
        assert self._pool is not None
        runs = [self._pool.submit(self._search, own, discs, alpha, desk, self._table) for desk in self._desks]
        done, _ = wait(runs, return_when=FIRST_COMPLETED)
        answer = done.pop().result()
        for desk in self._desks:
            desk[STOP] = 1
        wait(runs)
        for desk in self._desks:
            desk[STOP] = 0
        return int(answer)

    def _resume(self) -> None:
        self._told_to_stop = False
        for desk in self._desks:
            desk[STOP] = 0

    @staticmethod
    def _known(state: ConnectFour) -> int:
        """The score of a game that is over, for the player who would move."""
        return 0 if state.outcome() == DRAW else (popcount(state.discs) + 1 >> 1) - 22


@cache
def solver_for(threads: int = 1) -> Solver:
    """A solver with the best book there is, kept for the next time."""
    return Solver(threads=threads, book=find_book())


def solve(state: ConnectFour) -> Solution:
    """Value, distance, score and best moves of a game that goes on."""
    return solver_for().solution(state)


def distance_of(state: ConnectFour, score: int) -> int:
    """Plies to the end of a game with this score, with best play of both."""
    count = popcount(state.discs)
    if score == 0:
        return CELLS - count
    if score > 0:
        return 2 * (22 - score - popcount(state.own)) - 1
    return 2 * (22 + score - popcount(state.own ^ state.discs))


def _is_over(state: ConnectFour) -> bool:
    return state.outcome() != ONGOING


def _column(column: int) -> int:
    return COLUMN_OF[STRIDE * column]


def _check_size(state: ConnectFour) -> None:
    if state.board != BOARD:
        raise BoxwoodError("connect4: only the board of 7x6 is solved: leave out width and height")


def _aligned(size: int) -> Any:
    """Zeros that begin at the beginning of a cache line."""
    line = 8
    words = np.zeros(size + line, np.int64)
    start = -words.ctypes.data // words.itemsize % line
    return words[start : start + size]
