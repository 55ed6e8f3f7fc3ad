"""Monte Carlo tree search as a player, for every game."""

import time
from typing import Any

from boxwood.core.contract import GameType
from boxwood.core.options import Whole
from boxwood.game import Game
from boxwood.players.player import Choice, Player, PlayerType, Simple, Tell
from boxwood.players.simple import SEED
from boxwood.search.clock import Limits, allot
from boxwood.search.mcts import TreeSearch

SLICE = 200  # rounds between looks at the clock, at first


class MonteCarlo(Simple):
    """UCT from random games, without any knowledge of the game."""

    def __init__(self, game: GameType, parameters: dict[str, Any]) -> None:
        self._search = TreeSearch(game)
        self._rounds, self._seed = parameters["rounds"], parameters["seed"] or 1

    def stop(self) -> None:
        self._search.stop()

    def choose(self, game: Game, limits: Limits | None = None, tell: Tell | None = None) -> Choice:
        began = time.perf_counter()
        hard = allot(limits).hard if limits else None
        self._seed += 1
        self._search.begin(self._seed)
        done, slice_ = 0, 1
        while not self._search.proven:
            slice_ = min(slice_, self._rounds - done) if hard is None else slice_
            self._search.rounds(game.state, slice_)
            done += slice_
            spent = time.perf_counter() - began
            if hard is None:
                slice_ = SLICE
                if done >= self._rounds:
                    break
            else:
                # as many as fit, in ever larger slices that leave a margin
                slice_ = max(1, min(4 * slice_, int(done * (hard - spent) / max(spent, 1e-9) / 4)))
                if spent >= hard * 0.98 or hard - spent < 2 * spent * slice_ / max(done, 1):
                    break
        best = self._search.ranking()[0]
        score = round(2000 * best[2] - 1000)
        seconds = time.perf_counter() - began
        return Choice(best[0], score, (best[0],), 0, self._search.played, seconds, f"{done} rounds")


def _mcts(game: GameType, parameters: dict[str, Any]) -> Player:
    return MonteCarlo(game, parameters)


PLAYERS = [
    PlayerType(
        "mcts",
        "Monte Carlo tree search (UCT with proven wins), from random games alone.",
        "Lao, Abalone (2023), wished for; Winands, Björnsson & Saito, Monte-Carlo Tree Search Solver (2008)",
        _mcts,
        (),
        (Whole("rounds", 2000, 1, 10**9, "rounds a move when no time is set"), SEED),
    )
]
