"""A process that thinks: jobs come through a pipe, news and results go back through it.

    in   ("job", number, kind, arguments), ("stop", number), None to leave
    out  ("ready", number, None) when all is compiled and thinking begins,
         ("news", number, value), ("done", number, value), ("failed", number, message)

A job runs in a thread of its own while this one listens, so that a stop is heard at once: compiled
searches run without the lock of the interpreter and look at their stop flag every so many positions.
Players and their tables are kept from job to job.
"""

import contextlib
import os
import signal
import threading
import time
import traceback
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import asdict
from multiprocessing.connection import Connection
from typing import Any

from boxwood import players
from boxwood.analysis import analysis_of, exact_scores
from boxwood.core.contract import GameType
from boxwood.core.errors import BoxwoodError
from boxwood.evaluation import find as find_judge
from boxwood.game import Game
from boxwood.games import find
from boxwood.players.player import Choice, Player
from boxwood.search.clock import Limits
from boxwood.search.iterative_deepening import Line, Thinker, Thought
from boxwood.server.serialize import analysis_told, as_analysis, score_told
from boxwood.server.snapshot import replay

KEPT = 6  # players and thinkers that a process remembers
MEGABYTES = 16  # of table for each of them
PATIENCE = 5.0  # seconds a move for a player that would else search to its depth however long that takes
NEWS_EVERY = 0.1  # seconds

News = Callable[[Any], None]


class Worker:
    """What the process remembers between jobs."""

    def __init__(self) -> None:
        self._players: OrderedDict[tuple[str, str], tuple[Player, str]] = OrderedDict()
        self._thinkers: OrderedDict[str, Thinker] = OrderedDict()
        self._stop: Callable[[], None] | None = None
        self._stopped = False
        self._ready: Callable[[], None] = lambda: None
        self._lock = threading.Lock()
        self.kinds: dict[str, Callable[..., Any]] = {
            "choose": self.choose,
            "analyse": self.analyse,
            "scores": self.scores,
            "tree": self.tree,
            "positions": self.positions,
            "laps": self.laps,
            "warm": self.warm,
        }

    def run(self, kind: str, arguments: dict[str, Any], news: News, ready: Callable[[], None]) -> Any:
        """Do a job; `ready` is called when it can be stopped."""
        with self._lock:
            self._stopped, self._ready = False, ready
        return self.kinds[kind](news, **arguments)

    def stop(self) -> None:
        """End the job under way.  Called from another thread."""
        with self._lock:
            self._stopped = True
            if self._stop is not None:
                self._stop()

    @contextlib.contextmanager
    def _stoppable(self, stop: Callable[[], None]) -> Any:
        self._ready()
        with self._lock:
            self._stop = stop
            if self._stopped:
                stop()
        try:
            yield
        finally:
            with self._lock:
                self._stop = None

    def choose(self, news: News, look: dict[str, Any], spec: str, clock: list[float] | None, room: str) -> Any:
        """A program's move, and what it thinks of it; news of nothing when it is the first."""
        game = replay(**look)
        if (game.id, spec) not in self._players:
            news(None)  # it may have to be compiled
        player = self._player(game.type, spec, room)
        kind = players.find(spec, game.type)
        limits = None
        if clock is not None:
            limits = Limits(clock=clock[0], increment=clock[1])
        elif any(parameter.name == "depth" for parameter in kind.parameters):
            limits = Limits(seconds=PATIENCE)
        tell = _Throttle(lambda thought: news(as_analysis(game.state, thought)))
        with self._stoppable(player.stop):
            choice = player.choose(game, limits, tell)
        if self._stopped:  # it may take the stop for one of its next search
            self._players.pop((game.id, spec), None)
        return {"move": game.state.move_text(choice.move), "analysis": _opinion(game, choice)}

    def analyse(self, news: News, look: dict[str, Any], lines: int, seconds: float) -> Any:
        """What a solver knows of a position at once, else what the engine thinks, told as it goes deeper."""
        game = replay(**look)
        at_once = analysis_of(game, depth=1, lines=lines, megabytes=1)
        if at_once.source != "engine":
            return analysis_told(at_once)
        thinker = self._thinker(game.type)
        tell = _Throttle(lambda thought: news(as_analysis(game.state, thought)))
        path = [state.key() for state in game.states[:-1]]
        with self._stoppable(thinker.stop):
            thought = thinker.think(game.state, Limits(seconds=seconds), path=path, lines=lines, tell=tell)
        if self._stopped:  # the next search must not take the stop for its own
            thinker.think(game.state, Limits(depth=1), path=path)
        return as_analysis(game.state, thought)

    def scores(self, news: News, look: dict[str, Any]) -> Any:
        """The exact score of every legal move, where a solver knows them; else None."""
        found = exact_scores(replay(**look))
        return found and {move: score_told(score) for move, score in found.items()}

    def tree(
        self, news: News, look: dict[str, Any] | None, nested: str | None, algorithm: str, depth: int, judge: str,
        nodes: int,
    ) -> Any:  # fmt: skip
        """A search written down, of a position or of a tree made by hand."""
        from boxwood.lab.nested import EXAMPLES, record_nested
        from boxwood.lab.tree import record

        self._ready()
        if look is None:
            return record_nested(EXAMPLES.get(nested or "", nested or ""), algorithm, cap=nodes).as_json()
        return record(replay(**look), algorithm, depth, judge=judge, cap=nodes).as_json()

    def positions(self, news: News, game: str, options: dict[str, Any], count: int, seed: int) -> Any:
        """Positions to race on."""
        from boxwood.lab.compare import random_positions

        self._ready()
        kind = find(game)
        return [kind.position_text(state, options) for state in random_positions(kind, options, count, seed)]

    def laps(self, news: News, game: str, position: str, algorithms: list[str], judge: str, depth: int) -> Any:
        """What each algorithm takes on one position; there is news when all are compiled and the race begins."""
        from boxwood.lab.compare import lap, prepare

        start = Game.from_position(position, game=game)
        opinion = find_judge(start.type, judge)
        for name in self._unless_stopped(algorithms):
            prepare(name, start.type, start.state, opinion)
        self._ready()
        news(None)
        return [asdict(lap(name, start.type, start.state, opinion, depth)) for name in self._unless_stopped(algorithms)]

    def _unless_stopped(self, steps: list[str]) -> Iterator[str]:
        """Steps that themselves cannot be stopped."""
        for step in steps:
            if self._stopped:
                return
            yield step

    def warm(self, news: News, game: str) -> None:
        """Compile what the engine and the solver need for a game, or load it."""
        first = Game(game)
        self._thinker(first.type)
        exact_scores(first, nodes=1)

    def _player(self, kind: GameType, spec: str, room: str) -> Player:
        player, last = self._players.pop((kind.id, spec), (None, ""))
        if player is None:
            player = make_player(kind, spec)
        elif last != room:
            player.begin()
        self._players[kind.id, spec] = player, room
        if len(self._players) > KEPT:
            self._players.popitem(last=False)
        return player

    def _thinker(self, kind: GameType) -> Thinker:
        thinker = self._thinkers.pop(kind.id, None) or Thinker(kind, find_judge(kind, "engine"), megabytes=MEGABYTES)
        self._thinkers[kind.id] = thinker
        if len(self._thinkers) > KEPT:
            self._thinkers.popitem(last=False)
        return thinker


def make_player(kind: GameType, spec: str) -> Player:
    """A player of modest size, whatever its spec asks for."""
    found = players.find(spec, kind)
    given: dict[str, Any] = found.read([word for word in spec.split(":")[1:] if word])
    for name, most in {"threads": 1, "megabytes": MEGABYTES}.items():
        if name in given:
            given[name] = min(given[name], most)
    return found.make(kind, given)


class _Throttle:
    """Passes thoughts on, but not more often than a person can follow."""

    def __init__(self, tell: News) -> None:
        self._tell, self._last = tell, 0.0

    def __call__(self, thought: Any) -> None:
        now = time.monotonic()
        if now - self._last >= NEWS_EVERY:
            self._last = now
            self._tell(thought)


def _opinion(game: Game, choice: Choice) -> dict[str, Any] | None:
    if choice.score is None or not choice.line:
        return None
    line = Line(choice.score, choice.line)
    return as_analysis(game.state, Thought((line,), choice.depth, choice.nodes, choice.seconds))


def main(pipe: Connection, nice: int) -> None:
    """Work until the pipe closes or says so."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's to handle
    if hasattr(os, "nice"):
        os.nice(nice)
    worker, current = Worker(), 0

    def tell(what: str, number: int) -> Callable[..., None]:
        return lambda value=None: pipe.send((what, number, value))

    def run(number: int, kind: str, arguments: dict[str, Any]) -> None:
        try:
            answer = "done", number, worker.run(kind, arguments, tell("news", number), tell("ready", number))
        except BoxwoodError as error:
            answer = "failed", number, str(error)
        except Exception:
            traceback.print_exc()
            answer = "failed", number, "the program failed"
        with contextlib.suppress(OSError):  # the server has gone
            pipe.send(answer)

    with contextlib.suppress(EOFError, OSError):
        while (message := pipe.recv()) is not None:
            match message:
                case "job", number, kind, arguments:
                    current = number
                    threading.Thread(target=run, args=(number, kind, arguments), daemon=True).start()
                case "stop", number if number == current:
                    worker.stop()
    os._exit(0)  # without waiting for a search that nobody wants any more
