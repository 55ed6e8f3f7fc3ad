"""What the engine thinks of a position, told while it thinks, and what a solver knows of it for certain.

for analysis in boxwood.analyse(game, seconds=1): print(analysis)      # streamed
last = boxwood.analysis_of(game, depth=10)                             # the end of it
"""

import math
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any

from boxwood.core.errors import BoxwoodError
from boxwood.game import Game

if TYPE_CHECKING:
    from boxwood.solving.solution import Solution, Verdict
    from boxwood.solving.solver import Solver, Stop

AT_ONCE = 200_000  # positions that a solver may look at before the engine begins: some 30 ms
QUICK = 1_000_000  # for the scores of all moves: some 150 ms
FOR_LINES = 300_000  # for playing on after the move of each line
LONGEST_LINE = 24


@dataclass(frozen=True, order=True)
class Score:
    """How good a position is for the player to move: an opinion, or a certainty with or without a distance.

    >>> print(Score(35), Score(-250), Score.won(7), Score.lost(4), Score.lost(40, "turns"), Score.won(), sep=", ")
    +0.35, -2.50, win in 7, loss in 4, loss in 40 turns, win, proven
    """

    value: int
    proven: bool = False
    unit: str = field(default="plies", compare=False)  # of the distance

    @staticmethod
    def won(plies: int | None = None, unit: str = "plies") -> "Score":
        return Score(_WON if plies is None else _WIN - plies, True, unit)

    @staticmethod
    def lost(plies: int | None = None, unit: str = "plies") -> "Score":
        return -Score.won(plies, unit)

    @property
    def plies(self) -> int | None:
        """Moves (or what `unit` says) to the end, when it is known who wins and how soon."""
        return _WIN - abs(self.value) if abs(self.value) > _WON else None

    def __neg__(self) -> "Score":
        return Score(-self.value, self.proven, self.unit)

    def __str__(self) -> str:
        word = "win" if self.value > 0 else "loss"
        if self.plies is not None:
            return f"{word} in {self.plies}" + ("" if self.unit == "plies" else f" {self.unit}")
        if self.proven:
            return f"{word if self.value else 'draw'}, proven"
        return f"{self.value / 100:+.2f}"


_WIN = 1 << 30  # as in search.scores, which is not to be loaded for this
_WON = _WIN - 10_000


@dataclass(frozen=True)
class Line:
    """A way to play on and what it is worth to the player to move."""

    score: Score
    moves: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.score}  {' '.join(self.moves)}"


@dataclass(frozen=True)
class Analysis:
    """The best lines found so far, best first, and the work behind them."""

    lines: tuple[Line, ...]
    depth: int
    nodes: int
    seconds: float
    source: str = "engine"  # or "solver", which knows for certain

    @property
    def score(self) -> Score:
        return self.lines[0].score

    @property
    def move(self) -> str:
        return self.lines[0].moves[0]

    def as_json(self) -> dict[str, Any]:
        """Plain values, for programs."""
        return {
            "depth": self.depth,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 4),
            "source": self.source,
            "lines": [
                {
                    "score": str(line.score),
                    "value": None if abs(line.score.value) >= _WON else line.score.value / 100,
                    "plies": line.score.plies,
                    "unit": line.score.unit,
                    "proven": line.score.proven,
                    "moves": list(line.moves),
                }
                for line in self.lines
            ],
        }

    def __str__(self) -> str:
        return f"{self.source if self.source != 'engine' else f'depth {self.depth}'}  {self.lines[0]}"

    def _repr_html_(self) -> str:
        """For notebooks: the lines in a table, each with a bar that says how good it is."""
        from html import escape

        rows = "".join(
            f"<tr><td>{_bar(line.score)}</td><td>{line.score}</td><td>{escape(' '.join(line.moves))}</td></tr>"
            for line in self.lines
        )
        return f"<table>{rows}<caption>{self.source}, depth {self.depth}, {self.nodes:,} nodes</caption></table>"


def _bar(score: Score) -> str:
    """A small picture: the light part is the mover's share of the chances."""
    share = 50 + 50 * score.value / (abs(score.value) + 200)
    return (
        f'<svg width="100" height="12" role="img"><title>{score}</title><rect width="100" height="12" fill="#3b2a20"/>'
        f'<rect width="{share:.0f}" height="12" fill="#f3ead7"/></svg>'
    )


def texts(state: Any, moves: tuple[int, ...]) -> tuple[str, ...]:
    """A line of moves, each as it is printed."""
    found = []
    for move in moves:
        found.append(str(state.move_text(move)))
        state = state.play(move)
    return tuple(found)


def analyse(
    game: Game,
    *,
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    lines: int = 1,
    threads: int = 1,
    megabytes: int = 64,
    judge: str = "engine",
    solvers: bool = True,
) -> Iterator[Analysis]:
    """Ever deeper analyses of a game's position, until a limit is reached or the caller stops asking.

    Where a solver finds out the truth, that is the last one.  It works beside the engine as long as time is the only
    limit; under limits of depth or nodes it only says what it knows at once.  A judge other than the engine's own, or
    `solvers=False`, is the engine alone.

    >>> *_, last = analyse(Game("connect4", "44444"), depth=4, solvers=False)
    >>> len(last.lines[0].moves) > 0
    True
    >>> print(analysis_of(Game("nim", matches=7)))
    solver  win in 4  2 1 3 1
    """
    for name, value in {"seconds": seconds, "depth": depth, "nodes": nodes, "lines": lines, "threads": threads}.items():
        if value is not None and not 0 < value < math.inf:
            raise BoxwoodError(f"{name} {value} is not possible: it is a number above 0")
    if game.is_over:
        raise BoxwoodError(f"{game.id}: the game is over ({game.outcome()}): there is nothing to analyse")
    solver = _solver_of(game) if solvers and judge == "engine" else None
    known = _known(game, solver, lines, AT_ONCE) if solver is not None else None
    if known is not None:
        yield known
        return
    judged = _Judged(game, judge, lines, seconds, depth, nodes, threads, megabytes)
    yield from judged.run(solver if depth is None and nodes is None else None)


class _Judged:
    """The engine at work, alone or beside a solver."""

    def __init__(
        self, game: Game, judge: str, lines: int,
        seconds: float | None, depth: int | None, nodes: int | None, threads: int, megabytes: int,
    ) -> None:  # fmt: skip
        from boxwood.evaluation import find as find_judge
        from boxwood.search.clock import Limits
        from boxwood.search.iterative_deepening import Thinker

        self._game, self._lines, self._limits = game, lines, Limits(seconds, depth, nodes)
        self._thinker = Thinker(game.type, find_judge(game.type, judge), megabytes=megabytes, threads=threads)
        self._news: SimpleQueue[Any] = SimpleQueue()

    def run(self, solver: "Solver | None" = None) -> Iterator[Analysis]:
        """The engine's thoughts, then, if the solver is done before time is up, what it has found."""
        from boxwood.solving.solver import Stop

        stop = Stop()
        workers = [Thread(target=self._work, args=(self._think,), daemon=True)]
        if solver is not None:
            workers.append(Thread(target=self._work, args=(self._solve, solver, stop), daemon=True))
        for worker in workers:
            worker.start()
        try:
            while (news := self._news.get()) is not None:
                if isinstance(news, BaseException):
                    raise news
                yield news if isinstance(news, Analysis) else self._told(news)
                if isinstance(news, Analysis):
                    return
        finally:
            self._thinker.stop()
            stop.set()
            for worker in workers:
                worker.join()

    def _work(self, work: Callable[..., None], *arguments: Any) -> None:
        try:
            work(*arguments)
        except BaseException as error:
            self._news.put(error)

    def _think(self) -> None:
        state, path = self._game.state, [state.key() for state in self._game.states[:-1]]
        self._news.put(self._thinker.think(state, self._limits, path=path, lines=self._lines, tell=self._news.put))
        self._news.put(None)

    def _solve(self, solver: "Solver", stop: "Stop") -> None:
        from boxwood.solving.solution import Unfinished

        with suppress(Unfinished), solver.ended_by(stop):
            known = _known(self._game, solver, self._lines)
            if known is not None:
                self._news.put(known)

    def _told(self, thought: Any) -> Analysis:
        state = self._game.state
        found = tuple(Line(_score(line.score), texts(state, line.moves)) for line in thought.lines)
        return Analysis(found, thought.depth, thought.nodes, thought.seconds)


def _solver_of(game: Game) -> "Solver | None":
    from boxwood.solving.solver import find_solver

    return find_solver(game.type, game.options)


def _verdicts(game: Game, solver: "Solver", nodes: int | None) -> "list[Verdict] | None":
    """What the solver knows of every move, if it finds it out by looking at so many positions."""
    from boxwood.solving.solution import Unfinished

    try:
        with solver.limit(nodes) if nodes is not None else nullcontext():
            return solver.verdicts(game.state)
    except Unfinished:
        return None


def _known(game: Game, solver: "Solver", lines: int, nodes: int | None = None) -> Analysis | None:
    """The truth about a position as an analysis."""
    began = time.perf_counter()
    verdicts = _verdicts(game, solver, nodes)
    if verdicts is None:
        return None
    found = tuple(
        Line(_certain(verdict, solver.unit), _played_on(game, solver, verdict.move, FOR_LINES // lines))
        for verdict in verdicts[:lines]
    )
    return Analysis(found, verdicts[0].distance or 0, 0, time.perf_counter() - began, "solver")


def _certain(verdict: "Verdict", unit: str) -> Score:
    if verdict.value == 0:
        return Score(0, True)
    return Score.won(verdict.distance, unit) if verdict.value > 0 else Score.lost(verdict.distance, unit)


def _played_on(game: Game, solver: "Solver", move: int, nodes: int) -> tuple[str, ...]:
    """A move and the best play after it, as far as that is found out by looking at so many positions."""
    from boxwood.solving.solution import Unfinished

    copy = game.copy()
    copy.push(copy.state.move_text(move))
    with suppress(Unfinished), solver.limit(nodes):
        while not copy.is_over and copy.ply < game.ply + LONGEST_LINE:
            best = solver.best(copy.state, [state.key() for state in copy.states])
            copy.push(copy.state.move_text(best))
    return tuple(copy.moves[game.ply :])


def exact_scores(game: Game, nodes: int = QUICK) -> dict[str, Score] | None:
    """The true score of every legal move, for the player to move, best first; None where no solver knows in time.

    >>> {move: str(score) for move, score in exact_scores(Game("nim", matches=6)).items()}
    {'1': 'win in 4', '2': 'loss in 3', '3': 'loss in 3'}
    >>> exact_scores(Game("abalone")) is None
    True
    """
    solver = None if game.is_over else _solver_of(game)
    verdicts = None if solver is None else _verdicts(game, solver, nodes)
    if solver is None or verdicts is None:
        return None
    return {str(game.state.move_text(verdict.move)): _certain(verdict, solver.unit) for verdict in verdicts}


def _score(value: int) -> Score:
    return Score(value, abs(value) >= _WON)


def analysis_of(game: Game, **settings: Any) -> Analysis:
    """The last and deepest analysis within the limits given."""
    if not any(settings.get(limit) for limit in ("seconds", "depth", "nodes")):
        settings["seconds"] = 1.0
    *_, last = analyse(game, **settings)
    return last


def solve(game: Game, *, afresh: bool = False) -> "Solution":
    """The truth about a game's position, where the game is solved; afresh: by search alone, without a book or table.

    >>> solution = solve(Game("nim", matches=6))
    >>> print(solution, solution.best_moves)
    win in 4 ('1',)
    """
    from boxwood.solving.solver import searcher_for, solver_for

    if game.is_over:
        raise BoxwoodError(f"{game.id}: the game is over ({game.outcome()}): there is nothing to solve")
    find = searcher_for if afresh else solver_for
    return find(game.type, game.options).solve(game.state)
