"""Which solver knows a game: the one place that the layers below ask.  The solver itself is in the game's folder.

    solver = solver_for(game.type, game.options)
    solver.solve(state)                         value, distance and best moves
    solver.verdicts(state)                      the truth about every legal move, best first
    solver.choose(state, keys_so_far)           a move of perfect play, of equal ones the hardest to answer

These take as long as they take.  Within `limit(nodes)` they raise Unfinished instead, and within `ended_by(stop)` as
soon as another thread has called `stop.set()`.
"""

import warnings
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import cache
from threading import Lock, RLock
from typing import Any, Protocol

from boxwood.core.contract import GameType
from boxwood.core.errors import BoxwoodError, NotSolved
from boxwood.core.options import Value
from boxwood.solving.solution import Solution, Unfinished, Verdict

LOOK_AGAIN = 0.05  # seconds after which one who waits for a solver looks whether he still should


class Knower(Protocol):
    """What a solver of one game offers."""

    def solution(self, state: Any) -> Solution: ...
    def verdicts(self, state: Any) -> list[Verdict]: ...
    def choose(self, state: Any, avoid: Iterable[int] = ()) -> Verdict: ...
    def tempt(self, state: Any, best: Verdict) -> Verdict: ...
    def limit(self, nodes: int) -> AbstractContextManager[None]: ...
    def stop(self) -> None: ...
    def resume(self) -> None: ...
    def warm(self, state: Any) -> None: ...


class Stop:
    """With this one thread ends what another asks of a solver, and nothing that anybody else asks of it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._knower: Knower | None = None  # who is at work on it
        self._is_set = False

    def set(self) -> None:
        """End the question, whether it is being answered or yet to be asked."""
        with self._lock:
            self._is_set = True
            if self._knower is not None:
                self._knower.stop()

    def heed(self) -> None:
        """Raise Unfinished if it is set."""
        if self._is_set:
            raise Unfinished

    @contextmanager
    def over(self, knower: Knower) -> Iterator[None]:
        """Within, it ends the work of this solver."""
        with self._lock:
            self.heed()
            self._knower = knower
        try:
            yield
        finally:
            with self._lock:
                self._knower = None
                knower.resume()


class Solver:
    """The truth about every state of a game with certain options; threads that ask at once wait for each other."""

    def __init__(self, knower: Knower, unit: str = "plies") -> None:
        self.unit = unit  # of distances
        self._knower, self._lock = knower, RLock()

    def solve(self, state: Any) -> Solution:
        with self._lock:
            return self._knower.solution(state)

    def verdicts(self, state: Any) -> list[Verdict]:
        with self._lock:
            return self._knower.verdicts(state)

    def choose(self, state: Any, avoid: Iterable[int] = ()) -> Verdict:
        """The best move; told the keys of the states of the game so far, it does not go round in circles."""
        with self._lock:
            return self._knower.choose(state, avoid)

    def tempt(self, state: Any, best: Verdict) -> Verdict:
        """Instead of a best move that does not win, one worth as much that gives the opponent more to go wrong with."""
        with self._lock:
            return self._knower.tempt(state, best)

    def best(self, state: Any, avoid: Iterable[int] = ()) -> int:
        """The best move alone."""
        return self.choose(state, avoid).move

    def warm(self, state: Any) -> None:
        """Compile, or load what is compiled, so that nobody has to wait for it later; any state will do."""
        with self._lock:
            self._knower.warm(state)

    @contextmanager
    def limit(self, nodes: int) -> Iterator[None]:
        """Within, whatever looks at more positions raises Unfinished; other threads wait."""
        with self._lock, self._knower.limit(nodes):
            yield

    @contextmanager
    def ended_by(self, stop: Stop) -> Iterator[None]:
        """Within, whatever is asked raises Unfinished once the stop is set; other threads wait."""
        while not self._lock.acquire(timeout=LOOK_AGAIN):
            stop.heed()
        try:
            with stop.over(self._knower):
                yield
        finally:
            self._lock.release()


def is_solved(game: GameType) -> bool:
    """Whether the game has a solver, perhaps not for all of its options."""
    return _factory(game) is not None


def _factory(game: GameType) -> Any:
    return game.part("solver", "new_solver")


def solver_for(game: GameType, options: Mapping[str, Value]) -> Solver:
    """The solver of a game, ready to answer; NotSolved when there is none for it or for these options."""
    return _kept_solver(game, tuple(options.items()))


def searcher_for(game: GameType, options: Mapping[str, Value]) -> Solver:
    """A solver that has nothing but its search, neither a book nor a table; NotSolved when there is none."""
    return _new_solver(game, options, afresh=True)


def find_solver(game: GameType, options: Mapping[str, Value]) -> Solver | None:
    """The solver of a game, if there is one; a file of it that is damaged is reported, and not believed."""
    try:
        return solver_for(game, options)
    except NotSolved:
        return None
    except BoxwoodError as error:
        warnings.warn(f"{error} (it is not used)", RuntimeWarning, stacklevel=2)
        return None


@cache
def _kept_solver(game: GameType, options: tuple[tuple[str, Value], ...]) -> Solver:
    return _new_solver(game, dict(options), afresh=False)


def _new_solver(game: GameType, options: Mapping[str, Value], *, afresh: bool) -> Solver:
    factory = _factory(game)
    if factory is None:
        from boxwood.games import find, names

        solved = ", ".join(name for name in names() if is_solved(find(name)))
        raise NotSolved(f"{game.id} is not solved: the solved games are {solved}")
    solver: Solver = factory(options, afresh=afresh)
    return solver


class Instant:
    """What solvers have in common that know without searching."""

    def tempt(self, state: Any, best: Verdict) -> Verdict:
        return best

    def warm(self, state: Any) -> None:
        pass

    def limit(self, nodes: int) -> AbstractContextManager[None]:
        return nullcontext()

    def stop(self) -> None:
        pass

    def resume(self) -> None:
        pass
