"""Quarto solved: the value of a position and of each move, how long it takes, and which move is hardest to answer.

    solver = Solver(squares=False)
    solver.value(state)         +1, 0 or -1 for the player to move
    solver.verdicts(state)      every legal move with its value, best first
    solver.best(state)          the best move, found sooner

Positions with few pieces are looked up in a table if there is one (see `table`), all others are searched.
Inside, a position is an array of 16 pieces, EMPTY where there is none, and the piece in hand.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from copy import copy
from functools import cache
from typing import Any

import numpy as np

from boxwood.core.bits import popcount
from boxwood.core.compiler import entry
from boxwood.core.contract import DRAW as DRAWN
from boxwood.core.contract import ONGOING
from boxwood.games.quarto.rules import FULL, GIVE, NOBODY, Quarto
from boxwood.games.quarto.solver.canonical import symmetry_tables
from boxwood.games.quarto.solver.memory import DRAW, FEWEST_BITS, WIN
from boxwood.games.quarto.solver.position import EMPTY
from boxwood.games.quarto.solver.search import (
    DESK,
    FRAME,
    FRAMES,
    LIMIT,
    LOST,
    NODES,
    STOP,
    decide_entry,
    replies_entry,
)
from boxwood.games.quarto.solver.table import ValueTable, find_table
from boxwood.solving.solution import Solution, Unfinished, Verdict

NO_LIMIT = 1 << 60
FAR = 16  # a horizon beyond every end
QUICK = 9  # with so few empty cells all verdicts come at once
DISTANCE_NODES = 1_000_000  # positions that may be searched to find out how long a game lasts


class Stopped(Unfinished):
    """The solver was told to stop."""


class OutOfReach(Unfinished):
    """The solver has searched as many positions as it may."""


class Solver:
    """One rule set, with its memory; for one thread at a time, but any thread may stop it."""

    def __init__(self, squares: bool = False, *, megabytes: int = 32, table: ValueTable | None = None) -> None:
        self.squares, self.table = bool(squares), table
        self._bits = max(FEWEST_BITS, (megabytes << 20).bit_length() - 5)
        self._memory = np.zeros(2 << self._bits, np.int64)
        self._frames = np.zeros(FRAMES * FRAME, np.int64)
        self._desk = np.zeros(DESK, np.int64)
        self._desk[LIMIT] = NO_LIMIT
        self._replies = np.zeros(16, np.int64)
        self._symmetries = symmetry_tables(self.squares)
        self._decide, self._count = entry(decide_entry), entry(replies_entry)

    @property
    def nodes(self) -> int:
        """Positions searched since the solver was made."""
        return int(self._desk[NODES])

    def stop(self) -> None:
        """Let the work under way, and all until `resume`, raise Stopped.  Safe from any thread."""
        self._desk[STOP] = 1

    def resume(self) -> None:
        """Work again after a stop."""
        self._desk[STOP] = 0

    def warm(self, state: Quarto) -> None:
        """Compile, or load what is compiled, for searches and for the table."""
        empty = np.full(16, EMPTY)
        self._gifts(cells_of(state))
        with suppress(OutOfReach), self.limit(1):
            self.decide(empty, 0, WIN)
        if self.table:
            self.table.value(empty, 0)

    def twin(self) -> "Solver":
        """Another solver, for another thread, with the same memory: its entries are single words."""
        other = copy(self)
        for name in ("_frames", "_desk", "_replies"):
            setattr(other, name, getattr(self, name).copy())
        return other

    def clear(self) -> None:
        """Forget earlier searches."""
        self._memory[:] = 0

    @contextmanager
    def limit(self, nodes: int) -> Iterator[None]:
        """Within, raise OutOfReach when so many more positions have been searched."""
        before = int(self._desk[LIMIT])
        self._desk[LIMIT] = min(before, self.nodes + nodes)
        try:
            yield
        finally:
            self._desk[LIMIT] = before

    def decide(self, cells: Any, hand: int, goal: int, horizon: int = FAR) -> bool:
        """Whether the player who places reaches the goal, DRAW or WIN, within so many placements."""
        answer = self._decide(
            cells, hand, int(self.squares), goal, horizon, self._frames, self._desk, self._memory, self._bits,
            *self._symmetries,
        )  # fmt: skip
        if self._desk[STOP]:
            raise Stopped
        if self._desk[NODES] > self._desk[LIMIT]:
            raise OutOfReach
        return bool(answer)

    def placing_value(self, cells: Any, hand: int) -> int:
        """The value for the player who places the piece in hand."""
        if self._reaches(cells, hand, WIN):
            return 1
        return 0 if self._reaches(cells, hand, DRAW) else -1

    def _reaches(self, cells: Any, hand: int, goal: int) -> bool:
        known = self.table.value(cells, hand) if self.table else None
        return self.decide(cells, hand, goal) if known is None else known >= goal

    def _gifts(self, cells: Any) -> list[tuple[int, int]]:
        """The safe gifts, each after the number of replies that it leaves, fewest first."""
        self._replies[:] = LOST
        self._count(cells, int(self.squares), self._frames, self._replies)
        return sorted((replies, gift) for gift, replies in enumerate(self._replies.tolist()) if replies != LOST)

    def giving_value(self, cells: Any) -> int:
        """The value for the player who gives."""
        return self._best_gift(cells)[0]

    def _best_gift(self, cells: Any) -> tuple[int, int]:
        """The value for the player who gives, and how many replies his best gift leaves."""
        gifts = self._gifts(cells)
        for value, goal in ((1, DRAW), (0, WIN)):
            for replies, gift in gifts:
                if not self._reaches(cells, gift, goal):
                    return value, replies
        return -1, 0

    # How many plies it takes: two for each placement, less one if the piece is in hand already.  He who places
    # wins with an odd number of placements, and loses with an even one.

    def _placing_distance(self, cells: Any, hand: int, value: int) -> int:
        if value == 0:
            return 2 * _empty(cells) - 1
        goal, placements = (WIN, 1) if value > 0 else (DRAW, 2)
        while self.decide(cells, hand, goal, placements) != (value > 0):
            placements += 2
        return 2 * placements - 1

    def _giving_distance(self, cells: Any, value: int) -> int:
        if value == 0:
            return 2 * _empty(cells)
        gifts = [gift for _, gift in self._gifts(cells)]
        if value < 0:
            return 1 + max((self._placing_distance(cells, gift, 1) for gift in gifts), default=1)
        placements = 2
        while all(self.decide(cells, gift, DRAW, placements) for gift in gifts):
            placements += 2
        return 2 * placements

    def value(self, state: Quarto) -> int:
        """+1, 0 or -1 for the player to move in a game that goes on."""
        cells = cells_of(state)
        return self.giving_value(cells) if state.hand == NOBODY else self.placing_value(cells, state.hand)

    def verdicts(self, state: Quarto, distance_nodes: int = DISTANCE_NODES) -> list[Verdict]:
        """Every legal move of a game that goes on, best first."""
        judge = self._judge_gift if state.hand == NOBODY else self._judge_cell
        judged = [judge(state, move) for move in _moves(state)]
        verdicts = []
        with self.limit(distance_nodes):
            for verdict, distance in judged:
                try:
                    verdicts.append(verdict._replace(distance=1 + distance()))
                except OutOfReach:
                    verdicts.append(verdict)
        return sorted(verdicts, key=Verdict.rank)

    def _judge_gift(self, state: Quarto, move: int) -> tuple[Verdict, Callable[[], int]]:
        """The verdict, and how to find out what distance is left after the move."""
        cells, gift = cells_of(state), move - GIVE
        value = -self.placing_value(cells, gift)
        replies = {gift: replies for replies, gift in self._gifts(cells)}
        return Verdict(move, value, None, replies.get(gift, 0)), lambda: self._placing_distance(cells, gift, -value)

    def _judge_cell(self, state: Quarto, move: int) -> tuple[Verdict, Callable[[], int]]:
        after = state.play(move)
        if after.outcome() != ONGOING:
            return Verdict(move, int(after.outcome() != DRAWN), None, 0), lambda: 0
        cells = cells_of(after)
        value, replies = self._best_gift(cells)
        return Verdict(move, value, None, replies), lambda: self._giving_distance(cells, value)

    def best(self, state: Quarto) -> int:
        """A best move of a game that goes on: of equal ones the one hardest to answer."""
        return self.choose(state).move

    def tempt(self, state: Quarto, best: Verdict) -> Verdict:
        """The same: of equal moves `choose` takes the one with the fewest safe replies anyway."""
        return best

    def choose(self, state: Quarto, avoid: Iterable[int] = ()) -> Verdict:
        """The best move with what it is worth, sooner than the verdicts on all."""
        if popcount(FULL & ~state.taken) <= QUICK:
            return self.verdicts(state)[0]
        choices = []
        for move in _moves(state) if state.hand != NOBODY else [NOBODY]:
            after = state.play(move) if move != NOBODY else state
            if after.won:
                return Verdict(move, 1, 1)
            cells = cells_of(after)
            choices += [(replies, move, gift, cells) for replies, gift in self._gifts(cells)]
        choices.sort(key=lambda choice: choice[:3])
        hopeless = state.hand != NOBODY and not self._reaches(cells_of(state), state.hand, WIN)
        for value, goal in ((0, WIN),) if hopeless else ((1, DRAW), (0, WIN)):
            for replies, move, gift, cells in choices:
                if not self._reaches(cells, gift, goal):
                    return Verdict(move if move != NOBODY else GIVE + gift, value, None, replies)
        return self.verdicts(state)[0]

    def solution(self, state: Quarto) -> Solution:
        """Value, distance and best moves of a game that goes on."""
        before = self.nodes
        verdicts = self.verdicts(state)
        equal = [verdict for verdict in verdicts if verdict.value == verdicts[0].value]
        distance = None if any(verdict.distance is None for verdict in equal) else equal[0].distance
        best = [state.move_text(verdict.move) for verdict in equal if distance in (None, verdict.distance)]
        return Solution(equal[0].value, distance, tuple(best), self.nodes - before)


@cache
def solver_for(squares: bool) -> Solver:
    """A solver with the table, if there is one, kept for the next time."""
    return Solver(squares, table=find_table(squares))


def cells_of(state: Quarto) -> Any:
    """The pieces on the board, as the solver wants them."""
    cells = np.full(16, EMPTY, np.int64)
    for cell, piece in state.pieces().items():
        cells[cell] = piece
    return cells


def _moves(state: Quarto) -> list[int]:
    room = [0] * 16
    return room[: state.moves(room)]


def _empty(cells: Any) -> int:
    return int((cells == EMPTY).sum())
