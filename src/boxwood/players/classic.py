"""The textbook algorithms as players: minimax, alpha-beta and their variants, to a fixed depth.

They play every game; a game's own module may have a player of the same name, which then goes before.
Without limits such a player always searches to its depth.  With limits it searches to depth 1, 2, 3,
... and stops where the next one might not be done in time, so that it comes to the same move
whenever there is time enough, and to the best it knows when there is not.
"""

import time
from dataclasses import replace
from typing import Any

from boxwood.core.contract import GameType, legal_moves
from boxwood.core.options import Option, Whole
from boxwood.evaluation import find as find_judge
from boxwood.evaluation import judges
from boxwood.game import Game
from boxwood.players.player import Choice, Maker, Player, PlayerType, Simple, Tell
from boxwood.search.algorithms import Found, run
from boxwood.search.clock import Limits, allot
from boxwood.search.iterative_deepening import Line, Thought
from boxwood.search.scores import WON

REPORT = "Linard & Schollaert, Minimax et ses variantes"
PATIENCE = 1.0  # seconds a move for the player without a depth of its own, when nobody sets a limit


class Classic(Simple):
    """One of the teaching algorithms with one of the game's judges."""

    def __init__(self, game: GameType, algorithm: str, judge: Any, depth: int, **settings: Any) -> None:
        self._game, self._algorithm, self._judge, self._depth = game, algorithm, judge, depth
        self._settings = settings

    def depth_at(self, state: Any) -> int:
        """How many moves ahead it looks in this position."""
        return self._depth

    def choose(self, game: Game, limits: Limits | None = None, tell: Tell | None = None) -> Choice:
        limits = limits or Limits()
        depth = self.depth_at(game.state)
        if limits.depth is not None:
            depth = min(depth, limits.depth)
        if replace(limits, depth=None).endless:
            return as_choice(self._search(game.state, depth), depth)
        return self._deepen(game.state, depth, limits, tell)

    def _search(self, state: Any, depth: int) -> Found:
        return run(self._algorithm, self._game, state, self._judge, depth, **self._settings)

    def _deepen(self, state: Any, last: int, limits: Limits, tell: Tell | None) -> Choice:
        self._search(state, 1)  # compiles, the first time, before the clock runs
        began, allowed = time.perf_counter(), allot(limits)
        most = allowed.hard if allowed.soft is None else allowed.soft
        # One move deeper takes at most about as many times longer as there are moves.
        growth = len(legal_moves(state, self._game.facts))
        for depth in range(1, last + 1):
            found = self._search(state, depth)
            spent = time.perf_counter() - began
            if tell is not None:
                tell(Thought((Line(found.score, found.line),), depth, found.nodes, spent))
            decided = abs(found.score) > WON
            too_long = most is not None and spent + growth * found.seconds > most
            too_many = limits.nodes is not None and growth * found.nodes > limits.nodes
            if decided or too_long or too_many:
                break
        return replace(as_choice(found, depth), seconds=spent)


def as_choice(found: Found, depth: int) -> Choice:
    """What an algorithm found, as a player's choice."""
    return Choice(found.move, found.score, found.line, depth, found.nodes, found.seconds)


class Deepening(Classic):
    """Goes deeper until its time is up."""

    def choose(self, game: Game, limits: Limits | None = None, tell: Tell | None = None) -> Choice:
        return super().choose(game, limits or Limits(seconds=PATIENCE), tell)


class JudgeName(Option):
    """One of the evaluations that a game has; which they are is known when there is a game."""

    @property
    def takes(self) -> str:
        return "the name of an evaluation, or none"

    def read(self, value: object) -> str | None:
        name = str(value).strip().lower()
        return None if name == "none" else name


def chosen_judge(game: GameType, name: str | None) -> Any:
    """The judge of this name; without one the game's first, its report's."""
    return next(iter(judges(game).values())) if name is None else find_judge(game, name)


def _depth(default: int) -> Whole:
    return Whole("depth", default, 1, 64, "moves to look ahead")


JUDGE = JudgeName("judge", None, "its evaluation; none: the one of the game's report")
MARGIN = Whole("margin", 200, 0, 10**6, "how much worse than the best a branch may look and still be searched")


def _maker(algorithm: str, player: type[Classic] = Classic) -> Maker:
    def make(game: GameType, parameters: dict[str, Any]) -> Player:
        judge = chosen_judge(game, parameters.pop("judge"))
        return player(game, algorithm, judge, parameters.pop("depth"), **parameters)

    return make


PLAYERS = [
    PlayerType("minimax", "Minimax to a fixed depth.", REPORT, _maker("minimax"), (), (_depth(4), JUDGE)),
    PlayerType(
        "alphabeta",
        "Minimax with alpha-beta pruning to a fixed depth: the same moves for less work.",
        REPORT,
        _maker("alphabeta"),
        (),
        (_depth(6), JUDGE),
    ),
    PlayerType(
        "negamax",
        "Alpha-beta in its shorter form, each player's value being the other's with the sign turned.",
        "Duboux & Trividic, Quarto (2021), wished for",
        _maker("negamax"),
        (),
        (_depth(6), JUDGE),
    ),
    PlayerType(
        "memory",
        "Alpha-beta with move ordering that remembers positions in a table.",
        f"{REPORT}, where it did not work",
        _maker("ordered+memory"),
        (),
        (_depth(6), JUDGE),
    ),
    PlayerType(
        "quiescence",
        "Alpha-beta whose horizon waits until no capture or threat is pending.",
        "Lao, Abalone (2023)",
        _maker("quiescence"),
        (),
        (_depth(4), JUDGE),
    ),
    PlayerType(
        "dynamic",
        "Looks deeper at promising branches and drops those that look lost.",
        "Corpet, Pylos, wished for",
        _maker("dynamic"),
        (),
        (_depth(6), JUDGE, MARGIN),
    ),
    PlayerType(
        "deepening",
        "Iterative deepening with memory: one move deeper at a time until the time is up.",
        "Lao, Abalone (2023)",
        _maker("ordered+memory", Deepening),
        (),
        (_depth(64), JUDGE),
    ),
]
