"""The engine at ten levels, from a child's first game to the best there is."""

import math
import random
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from boxwood.core.contract import GameType, legal_moves
from boxwood.core.options import Flag, Whole
from boxwood.evaluation.weights import Weights, read_weights
from boxwood.game import Game
from boxwood.players.book import find_book
from boxwood.players.levels import SURE_FROM, level_of
from boxwood.players.perfect import solved_choice
from boxwood.players.player import Choice, Player, PlayerType, Tell, keys_before
from boxwood.players.simple import SEED
from boxwood.search.clock import Limits, allot
from boxwood.search.iterative_deepening import Line, Thinker, Thought
from boxwood.search.scores import WON
from boxwood.solving.solution import Unfinished, Verdict
from boxwood.solving.solver import Solver, find_solver

PATIENCE = 1.0  # seconds a move at the highest level, when nobody sets a limit
HIGHEST = 10
SOLVER_TIME = 0.5  # of the time for a move, for the solver; as much again to find what is hardest to answer
SOLVER_NODES = 0.25  # of the positions for a move, likewise
MOST_NODES = 1 << 60
FIRST_PORTION = 50_000  # positions that the solver looks at before we look at the clock


class Engine:
    """Searches with the game's own judge, as deep as its level allows."""

    def __init__(self, game: GameType, parameters: dict[str, Any]) -> None:
        self._game, self._number = game, parameters["level"]
        self._level = level_of(game, self._number)
        self._random = random.Random(parameters["seed"])
        self._options: dict[str, Any] = game.read_options({})
        self._book = find_book(game) if self._level.nodes is None and parameters["book"] else None
        self._asks_solver = self._level.nodes is None and parameters["solvers"]
        self._solver = find_solver(game, self._options) if self._asks_solver else None
        if self._solver is not None:
            self._solver.warm(game.start())
        judge = read_weights(game, parameters["weights"])
        self._thinker = Thinker(game, judge, megabytes=parameters["megabytes"], threads=parameters["threads"])

    def begin(self) -> None:
        self._thinker.clear()

    def stop(self) -> None:
        self._thinker.stop()

    def choose(self, game: Game, limits: Limits | None = None, tell: Tell | None = None) -> Choice:
        level = self._level
        if game.options != self._options:  # keys do not tell games with other options apart
            self._thinker.clear()
            self._options = game.options
            self._solver = find_solver(game.type, self._options) if self._asks_solver else None
        if level.whim and self._random.random() < level.whim:
            return Choice(self._random.choice(legal_moves(game.state, self._game.facts)), remark="on a whim")
        if self._book is not None and (known := self._book.find(game)):
            move, entry = known
            return Choice(move, entry.score, (move,), entry.depth, remark="from the book")
        given = limits or (Limits(seconds=PATIENCE) if level.nodes is None else Limits())
        if level.nodes is not None:
            given = replace(given, nodes=min(level.nodes, given.nodes or level.nodes))
        if self._solver is not None:
            began = time.perf_counter()
            solved = self._solved(self._solver, game, given, began)
            if solved is not None:
                return solved
            given = given.after(time.perf_counter() - began)
        thought = self._thinker.think(game.state, given, path=keys_before(game), lines=level.candidates, tell=tell)
        line = self._pick(thought) if level.slack else thought.lines[0]
        return Choice(line.moves[0], line.score, line.moves, thought.depth, thought.nodes, thought.seconds)

    def _solved(self, solver: Solver, game: Game, limits: Limits, began: float) -> Choice | None:
        """The solver's move, if it finds it in its share of what the engine may use."""
        allowed = allot(limits)
        seconds = allowed.hard if allowed.soft is None else allowed.soft
        if seconds is None and limits.nodes is None:
            return None
        share = Share(
            solver,
            math.inf if seconds is None else SOLVER_TIME * seconds,
            MOST_NODES if limits.nodes is None else int(SOLVER_NODES * limits.nodes),
        )
        verdict = share.ask(lambda: solver.choose(game.state, keys_before(game)))
        if verdict is None:
            return None
        return solved_choice(share.ask(lambda: solver.tempt(game.state, verdict)) or verdict, began)

    def _pick(self, thought: Thought) -> Line:
        """One of the best moves, the likelier the better it is."""
        lines, best = thought.lines, thought.lines[0].score
        if self._number >= SURE_FROM:
            if best > WON:
                return lines[0]
            lines = tuple(line for line in lines if line.score > -WON) or lines[:1]
        weights = [math.exp(max(-700, (line.score - best) / self._level.slack)) for line in lines]
        return self._random.choices(lines, weights)[0]


@dataclass(frozen=True)
class Share:
    """What a solver may use for an answer."""

    solver: Solver
    seconds: float
    nodes: int

    def ask(self, question: Callable[[], Verdict]) -> Verdict | None:
        """The answer, or None.  The solver remembers what it found, so it can be asked again and again for longer."""
        began = before = time.perf_counter()
        nodes, portion = self.nodes, FIRST_PORTION
        while nodes > 0:
            with suppress(Unfinished), self.solver.limit(min(portion, nodes)):
                return question()
            now = time.perf_counter()
            if now - began + 2 * (now - before) > self.seconds:  # what twice as many positions would take
                return None
            before, nodes, portion = now, nodes - portion, 2 * portion
        return None


def _engine(game: GameType, parameters: dict[str, Any]) -> Player:
    return Engine(game, parameters)


PLAYERS = [
    PlayerType(
        "engine",
        "Boxwood's own engine; level 10 is as strong as it gets, level 1 a child's first game.",
        "Boxwood",
        _engine,
        (),
        (
            Whole("level", HIGHEST, 1, HIGHEST, "how strong"),
            Whole("threads", 1, 1, 64, "processor threads"),
            Whole("megabytes", 64, 1, 65536, "size of its table"),
            Flag("solvers", True, "whether the highest level asks the solver of the game, where there is one"),
            Flag("book", True, "whether the highest level plays from the opening book of the game, where there is one"),
            SEED,
            Weights("weights", "engine", "its evaluation"),
        ),
    )
]
