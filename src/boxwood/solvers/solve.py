"""Which solver knows a game: the one place that the layers below ask.

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
from boxwood.solvers.solution import Solution, Unfinished, Verdict

SOLVED = ("nim", "connect4", "quarto", "pylos")
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


def solver_for(game: GameType, options: Mapping[str, Value]) -> Solver:
    """The solver of a game, ready to answer; NotSolved when there is none for it or for these options."""
    return _kept_solver(game.id, tuple(options.items()))


def searcher_for(game: GameType, options: Mapping[str, Value]) -> Solver:
    """A new solver that searches, without a book or table, and so rests on nothing that was found before."""
    if game.id == "pylos":
        raise NotSolved("pylos is known by its table alone: it cannot be searched afresh")
    return _new_solver(game.id, options, afresh=True)


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
def _kept_solver(id: str, options: tuple[tuple[str, Value], ...]) -> Solver:
    return _new_solver(id, dict(options), afresh=False)


def _new_solver(id: str, values: Mapping[str, Value], *, afresh: bool) -> Solver:
    if id == "nim":
        return Solver(_Nim())
    if id == "quarto":
        from boxwood.solvers.quarto import solver as quarto

        squares = bool(values["squares"])
        return Solver(quarto.Solver(squares) if afresh else quarto.solver_for(squares))
    if id == "pylos":
        return Solver(_Pylos(values), "turns")
    if id != "connect4":
        raise NotSolved(f"{id} is not solved: the solved games are {', '.join(SOLVED)}")
    if (values["width"], values["height"]) != (7, 6):
        raise NotSolved("connect4: only the board of 7x6 is solved: leave out width and height")
    from boxwood.solvers.connect4 import solver as connect4

    return Solver(connect4.Solver(at_once=connect4.at_once()) if afresh else connect4.solver_for())


class _Instant:
    """A solver that knows without searching."""

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


class _Nim(_Instant):
    """Nim's functions as a solver."""

    def __init__(self) -> None:
        from boxwood.solvers import nim

        self.solution, self.verdicts = nim.solve, nim.verdicts

    def choose(self, state: Any, avoid: Iterable[int] = ()) -> Verdict:
        return self.verdicts(state)[0]


class _Pylos(_Instant):
    """The tables of Pylos as a solver."""

    def __init__(self, options: Mapping[str, Value]) -> None:
        from boxwood.solvers.pylos.lookup import Oracle

        self._oracle = Oracle(options)
        self.solution = self._oracle.solve

    def choose(self, state: Any, avoid: Iterable[int] = ()) -> Verdict:
        verdict = self._oracle.verdict(state)
        return Verdict(self._oracle.best(state, avoid), verdict.value, verdict.turns)

    def warm(self, state: Any) -> None:
        self.choose(state)

    def verdicts(self, state: Any) -> list[Verdict]:
        return [Verdict(move, verdict.value, verdict.turns) for move, verdict in self._oracle.moves(state)]
