"""Thinking about a position: iterative deepening on one or more threads, under limits, told as it goes.

    thinker = Thinker(find("connect4"), judge)
    thought = thinker.think(state, Limits(seconds=0.2))
    state.move_text(thought.move)

Every thread searches the same root on the shared table (lazy SMP, leaving to the others what they are looking at);
the first one's result counts.
The calling thread only waits, so that it can stop the others in time and be interrupted.
"""

import queue
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from boxwood.core.compiler import entry
from boxwood.core.contract import GameType, legal_moves
from boxwood.core.errors import BoxwoodError
from boxwood.search.clock import Limits, allot
from boxwood.search.engine import search_entry
from boxwood.search.scores import INFINITE, MAX_PLY, WIN, WON
from boxwood.search.thread_data import Desk, Experience
from boxwood.search.transposition import Table

MAX_DEPTH = MAX_PLY - 8
NO_LIMIT = 1 << 60


@dataclass(frozen=True)
class Line:
    """A way to play on and what it is worth to the player to move at its start."""

    score: int
    moves: tuple[int, ...]


NOTHING = Line(0, (-1,))  # expected of a line that nobody has looked at yet


@dataclass(frozen=True)
class Thought:
    """What is known so far; the last one is the answer."""

    lines: tuple[Line, ...]
    depth: int
    nodes: int
    seconds: float
    full: int = 0  # how full the table is, in thousandths

    @property
    def move(self) -> int:
        return self.lines[0].moves[0]

    @property
    def score(self) -> int:
        return self.lines[0].score


class Thinker:
    """A judge at work on one game; keeps its table from move to move."""

    def __init__(self, game: GameType, judge: Any, *, megabytes: int = 64, threads: int = 1, window: int = 50) -> None:
        self.game, self.judge, self.window = game, judge, window
        self._table = Table(megabytes)
        threads = max(1, threads)
        self._experience = Experience(game.facts, threads)
        self._desks = [Desk(game.facts, self._table, self._experience, number, threads) for number in range(threads)]
        self._search = entry(search_entry, game.state, type(judge))
        self._stopped = False
        self._job: _Job | None = None
        # Compile, or load what is compiled, before any clock runs.
        self._desks[0].begin([], 0, NO_LIMIT)
        self._search(game.start(), judge, self._desks[0].record, 0, -1, 1)

    def clear(self) -> None:
        """Forget earlier searches, as before a new game."""
        self._table.clear()
        self._experience.clear()

    def stop(self) -> None:
        """End the search under way, or the next one as soon as it begins.  Safe from any thread."""
        self._stopped = True
        if (job := self._job) is not None:
            job.end()

    def think(
        self,
        state: Any,
        limits: Limits,
        *,
        path: Sequence[int] = (),
        lines: int = 1,
        tell: Callable[[Thought], None] | None = None,
    ) -> Thought:
        """The best move and line found within the limits.

        `path` holds the keys of the positions before this one in the game, so that repetitions are
        seen; `tell` is called with every deeper thought on the way.
        """
        began = time.perf_counter()
        legal = legal_moves(state, self.game.facts)
        if not legal:
            raise BoxwoodError(f"{self.game.id}: the game is over: there is nothing to think about")
        self._table.age = (self._table.age + 1) & 63
        node_limit = NO_LIMIT if limits.nodes is None else max(1, limits.nodes // len(self._desks))
        self._experience.fade()
        for desk in self._desks:
            desk.begin(list(path), self._table.age, node_limit)
        self._job = _Job(self, state, legal, limits, min(lines, len(legal)), node_limit, began)
        try:
            return self._job.run(tell)
        finally:
            self._job = None
            self._stopped = False


class _Job:
    """One search on all desks."""

    def __init__(
        self,
        thinker: Thinker,
        state: Any,
        legal: list[int],
        limits: Limits,
        lines: int,
        node_limit: int,
        began: float,
    ) -> None:
        self.thinker, self.state, self.legal, self.limits = thinker, state, legal, limits
        self.lines, self.node_limit, self.allowed, self.began = lines, node_limit, allot(limits), began
        self.news: queue.SimpleQueue[Thought | BaseException | None] = queue.SimpleQueue()
        self.thought = Thought((Line(0, (legal[0],)),), 0, 0, 0.0)
        self.ending = self.ended = False
        self.followed = [0] * (len(thinker._desks) - 1)  # how deep each follower is looking

    def run(self, tell: Callable[[Thought], None] | None) -> Thought:
        workers = [threading.Thread(target=self._lead, daemon=True)]
        workers += [
            threading.Thread(target=self._follow, args=(number,), daemon=True) for number in range(len(self.followed))
        ]
        for worker in workers:
            worker.start()
        try:
            while (news := self._wait()) is not None:
                if isinstance(news, BaseException):
                    raise news
                if tell is not None:
                    tell(news)
        finally:
            self._stop_all()
            for worker in workers:
                worker.join()
        return replace(self.thought, nodes=self._nodes(), seconds=time.perf_counter() - self.began)

    def _wait(self) -> "Thought | BaseException | None":
        hard = self.allowed.hard
        while True:
            left = None if hard is None else hard - (time.perf_counter() - self.began)
            try:
                # A short nap at most, so that Ctrl-C is noticed.
                return self.news.get(timeout=0.1 if left is None else min(0.1, max(left, 0.0)))
            except queue.Empty:
                if left is not None and left <= 0:
                    self.end()
                    hard = None

    def end(self) -> None:
        """Stop the search; every move has been looked at once by then, however late it is."""
        self.ending = True
        if self.thought.depth > 0:
            self._stop_all()

    def _stop_all(self) -> None:
        self.ended = True
        for desk in self.thinker._desks:
            desk.record[0].stop = 1

    def _nodes(self) -> int:
        return int(sum(desk.record[0].nodes for desk in self.thinker._desks))

    def _lead(self) -> None:
        try:
            self._deepen()
            self.news.put(None)
        except BaseException as error:
            self.news.put(error)

    def _deepen(self) -> None:
        desk, last = self.thinker._desks[0], self.limits.depth or MAX_DEPTH
        desk.record[0].node_limit = NO_LIMIT  # until every move has been looked at once
        for depth in range(1, min(last, MAX_DEPTH) + 1):
            found: list[Line] = []
            for number in range(self.lines):
                before = self.thought.lines[number] if number < len(self.thought.lines) else NOTHING
                desk.ban([line.moves[0] for line in found], before.moves[0])
                score = self._aspire(desk, depth, before.score)
                moves = desk.line()
                if desk.record[0].stop:
                    if moves and not found:
                        # An unfinished iteration still begins with the best move of the one before.
                        self._put_first(moves)
                    return
                found.append(Line(score, tuple(moves)))
            found.sort(key=lambda line: -line.score)
            seconds = time.perf_counter() - self.began
            self.thought = Thought(tuple(found), depth, self._nodes(), seconds, self.thinker._table.permille())
            self.news.put(self.thought)
            if self._enough(depth, seconds):
                return
            desk.record[0].node_limit = self.node_limit
            self._call_back(depth)

    def _call_back(self, depth: int) -> None:
        """Let followers that still look for what is found go on with the next depth."""
        for desk, reached in zip(self.thinker._desks[1:], self.followed, strict=True):
            if reached <= depth:
                desk.record[0].stop = 1

    def _put_first(self, moves: list[int]) -> None:
        """Take this line for the best one, worth as much as the best was."""
        first = Line(self.thought.score, tuple(moves))
        others = (line for line in self.thought.lines if line.moves[0] != moves[0])
        self.thought = replace(self.thought, lines=(first, *others)[: self.lines])

    def _enough(self, depth: int, seconds: float) -> bool:
        soft = self.allowed.soft
        if self.ending or self.thinker._stopped or (soft is not None and seconds > soft):
            return True
        if self.limits.endless:
            return False
        if len(self.legal) == 1 and self.allowed.hard is not None:
            return True
        return all(abs(line.score) > WON and WIN - abs(line.score) <= depth for line in self.thought.lines)

    def _aspire(self, desk: Desk, depth: int, guess: int) -> int:
        """Search with a narrow window around what is expected, wider where that fails."""
        window = self.thinker.window
        if depth < 4 or abs(guess) > WON:
            return self._run(desk, depth, -INFINITE, INFINITE)
        low, high = guess - window, guess + window
        while True:
            score = self._run(desk, depth, low, high)
            if desk.record[0].stop:
                return score
            if score <= low:
                low = -INFINITE if window > 1000 * self.thinker.window else score - window
            elif score >= high:
                high = INFINITE if window > 1000 * self.thinker.window else score + window
            else:
                return score
            window *= 4

    def _run(self, desk: Desk, depth: int, low: int, high: int) -> int:
        return int(self.thinker._search(self.state, self.thinker.judge, desk.record, depth, low, high))

    def _follow(self, number: int) -> None:
        """Search the same root, first what no other thread is looking at: the table shares what is found."""
        desk = self.thinker._desks[number + 1]
        desk.ban([])
        guess = searched = 0
        while searched < MAX_DEPTH - 1 and desk.record[0].nodes < self.node_limit:
            depth = self.followed[number] = min(max(searched, self.thought.depth) + 1, MAX_DEPTH)
            guess = self._aspire(desk, depth, guess)
            if not desk.record[0].stop:
                searched = depth
                continue
            desk.record[0].stop = 0  # before we look whether it was the end, which is said before it is stopped
            if self.ended:
                return
            guess = self.thought.score
