"""The engine at ten levels, from a child's first game to the best there is."""

import math
import random
from dataclasses import replace
from typing import Any

from boxwood.core.contract import GameType, legal_moves
from boxwood.core.options import Whole
from boxwood.evaluation.stored import Weights, read_weights
from boxwood.game import Game
from boxwood.players.levels import SURE_FROM, level_of
from boxwood.players.player import Choice, Player, PlayerType, Tell
from boxwood.players.simple import SEED
from boxwood.search.clock import Limits
from boxwood.search.scores import WON
from boxwood.search.thinking import Line, Thinker, Thought

PATIENCE = 1.0  # seconds a move at the highest level, when nobody sets a limit


def keys_before(game: Game) -> list[int]:
    """The keys of the positions that led to the present one, for seeing repetitions."""
    return [state.key() for state in game.states[:-1]]


class Engine:
    """Searches with the game's own judge, as deep as its level allows."""

    def __init__(self, game: GameType, parameters: dict[str, Any]) -> None:
        self._game, self._number = game, parameters["level"]
        self._level = level_of(game.id, self._number)
        self._random = random.Random(parameters["seed"])
        self._options: dict[str, Any] = {}
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
        if level.whim and self._random.random() < level.whim:
            return Choice(self._random.choice(legal_moves(game.state, self._game.facts)), remark="on a whim")
        given = limits or (Limits(seconds=PATIENCE) if level.nodes is None else Limits())
        if level.nodes is not None:
            given = replace(given, nodes=min(level.nodes, given.nodes or level.nodes))
        thought = self._thinker.think(game.state, given, path=keys_before(game), lines=level.candidates, tell=tell)
        line = self._pick(thought) if level.slack else thought.lines[0]
        return Choice(line.moves[0], line.score, line.moves, thought.depth, thought.nodes, thought.seconds)

    def _pick(self, thought: Thought) -> Line:
        """One of the best moves, the likelier the better it is."""
        lines, best = thought.lines, thought.lines[0].score
        if self._number >= SURE_FROM:
            if best > WON:
                return lines[0]
            lines = tuple(line for line in lines if line.score > -WON) or lines[:1]
        weights = [math.exp(max(-700, (line.score - best) / self._level.slack)) for line in lines]
        return self._random.choices(lines, weights)[0]


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
            Whole("level", 10, 1, 10, "how strong"),
            Whole("threads", 1, 1, 64, "processor threads"),
            Whole("megabytes", 64, 1, 65536, "size of its table"),
            SEED,
            Weights("weights", "engine", "its evaluation"),
        ),
    )
]
