"""What the engine thinks of a position, told while it thinks.

for analysis in boxwood.analyse(game, seconds=1): print(analysis)      # streamed
last = boxwood.analysis_of(game, depth=10)                             # the end of it
"""

from collections.abc import Iterator
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any

from boxwood.core.errors import BoxwoodError
from boxwood.game import Game

if TYPE_CHECKING:
    from boxwood.solvers.solution import Solution


@dataclass(frozen=True, order=True)
class Score:
    """How good a position is for the player to move: an opinion, or a certainty in plies.

    >>> print(Score(35)), print(Score(-250)), print(Score.won(7)), print(Score.lost(4))
    +0.35
    -2.50
    win in 7
    loss in 4
    (None, None, None, None)
    """

    value: int
    proven: bool = False

    @staticmethod
    def won(plies: int) -> "Score":
        return Score(_WIN - plies, True)

    @staticmethod
    def lost(plies: int) -> "Score":
        return Score(plies - _WIN, True)

    @property
    def plies(self) -> int | None:
        """Moves to the end, when it is known who wins."""
        return _WIN - abs(self.value) if abs(self.value) > _WON else None

    def __neg__(self) -> "Score":
        return Score(-self.value, self.proven)

    def __str__(self) -> str:
        if self.plies is not None:
            return f"{'win' if self.value > 0 else 'loss'} in {self.plies}"
        return "draw, proven" if self.proven and self.value == 0 else f"{self.value / 100:+.2f}"


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
    source: str = "engine"  # or the solver that knows for certain

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
                    "value": None if line.score.plies is not None else line.score.value / 100,
                    "plies": line.score.plies,
                    "proven": line.score.proven,
                    "moves": list(line.moves),
                }
                for line in self.lines
            ],
        }

    def __str__(self) -> str:
        return f"depth {self.depth}  {self.lines[0]}"


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
) -> Iterator[Analysis]:
    """Ever deeper analyses of a game's position, until a limit is reached or the caller stops asking.

    >>> *_, last = analyse(Game("connect4", "44444"), depth=4)
    >>> len(last.lines[0].moves) > 0
    True
    """
    from boxwood.evaluation import find as find_judge
    from boxwood.search.clock import Limits
    from boxwood.search.thinking import Thinker, Thought

    for name, value in {"seconds": seconds, "depth": depth, "nodes": nodes, "lines": lines, "threads": threads}.items():
        if value is not None and value <= 0:
            raise BoxwoodError(f"{name} {value} is not possible: it is more than 0")
    if game.is_over:
        raise BoxwoodError(f"{game.id}: the game is over ({game.outcome()}): there is nothing to analyse")
    thinker = Thinker(game.type, find_judge(game.type, judge), megabytes=megabytes, threads=threads)
    state, path = game.state, [state.key() for state in game.states[:-1]]
    news: SimpleQueue[Thought | BaseException | None] = SimpleQueue()

    def think() -> None:
        try:
            news.put(thinker.think(state, Limits(seconds, depth, nodes), path=path, lines=lines, tell=news.put))
            news.put(None)
        except BaseException as error:
            news.put(error)

    worker = Thread(target=think, daemon=True)
    worker.start()
    try:
        while (thought := news.get()) is not None:
            if isinstance(thought, BaseException):
                raise thought
            found = tuple(Line(_score(line.score), texts(state, line.moves)) for line in thought.lines)
            yield Analysis(found, thought.depth, thought.nodes, thought.seconds)
    finally:
        thinker.stop()
        worker.join()


def _score(value: int) -> Score:
    return Score(value, abs(value) > _WON)


def analysis_of(game: Game, **settings: Any) -> Analysis:
    """The last and deepest analysis within the limits given."""
    if not any(settings.get(limit) for limit in ("seconds", "depth", "nodes")):
        settings["seconds"] = 1.0
    *_, last = analyse(game, **settings)
    return last


def solve(game: Game) -> "Solution":
    """The truth about a game's position, where the game is solved.

    >>> solution = solve(Game("nim", matches=6))
    >>> print(solution, solution.best_moves)
    win in 4 ('1',)
    """
    from boxwood.solvers.solve import solver_for

    if game.is_over:
        raise BoxwoodError(f"{game.id}: the game is over ({game.outcome()}): there is nothing to solve")
    return solver_for(game.type, game.options).solve(game.state)
