"""The engine against the Monte Carlo tree search of open_spiel, which gets ten times the engine's time.

    python -m benchmarks.open_spiel_match quoridor --pairs 20 --seconds 0.05 [--times 10]
    python -m benchmarks.open_spiel_match connect4

Its bot counts simulations, not time: before every move a short trial shows how many it can do in the time.  Both
sides' legal moves are compared at every position, so the two sets of rules are checked as well.
"""

import argparse
import math
import time
from typing import Any

import pyspiel
from benchmarks.strength import open_opening

from boxwood import Game
from boxwood.games import find
from boxwood.players import Player, make
from boxwood.search.clock import Limits

THEIR_NAMES = {"connect4": "connect_four", "quoridor": "quoridor"}
PLY_CAP = 300
TRIAL = 100  # simulations
MOST_SIMULATIONS = 2_000_000  # a proven position ends a trial early, which says nothing of the speed


class MonteCarlo:
    """open_spiel's bot with a number of simulations that fits a time."""

    def __init__(self, game: Any, seconds: float, seed: int) -> None:
        self._game, self._seconds, self._seed = game, seconds, seed
        self.spent, self.moves, self.simulations = 0.0, 0, 0

    def step(self, state: Any) -> int:
        _, trial = self._search(state, TRIAL)
        simulations = min(max(TRIAL, int(TRIAL * self._seconds / trial)), MOST_SIMULATIONS)
        action, spent = self._search(state, simulations)
        self.spent, self.moves, self.simulations = self.spent + spent, self.moves + 1, self.simulations + simulations
        return action

    def _search(self, state: Any, simulations: int) -> tuple[int, float]:
        """Its move after so many simulations, and the seconds it took."""
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=self._seed + self.moves)
        bot = pyspiel.MCTSBot(self._game, evaluator, math.sqrt(2), simulations, 2000, True, self._seed, False)
        began = time.thread_time()
        action = bot.step(state)
        return int(action), max(time.thread_time() - began, 1e-6)


def our_move(game: str, text: str) -> str:
    """A move of theirs in our notation: they count Quoridor's rows from the top, and columns from 0."""
    if game == "connect4":
        return str(int(text[1:]) + 1)
    if text[-1] in "hv":
        return f"{text[0]}{9 - int(text[1:-1])}{text[-1]}"
    return f"{text[0]}{10 - int(text[1:])}"


def translation(game: str, state: Any) -> dict[str, int]:
    """Their actions by our moves."""
    return {our_move(game, state.action_to_string(a)): a for a in state.legal_actions()}


def play(
    game: str, engine: Player, bot: MonteCarlo, engine_seat: int, opening: tuple[str, ...], seconds: float
) -> float:
    """The points of the engine in one game."""
    ours, theirs = Game(game), pyspiel.load_game(THEIR_NAMES[game]).new_initial_state()
    engine.begin()
    while not ours.is_over and ours.ply < PLY_CAP:
        actions = translation(game, theirs)
        if set(actions) != set(ours.legal_moves):
            raise SystemExit(
                f"{game}: the rules differ after {' '.join(ours.moves)}: {set(actions) ^ set(ours.legal_moves)}"
            )
        if ours.ply < len(opening):
            move = opening[ours.ply]
        elif ours.player == engine_seat:
            move = ours.state.move_text(engine.choose(ours, Limits(seconds=seconds)).move)
        else:
            chosen = bot.step(theirs)
            move = next(text for text, action in actions.items() if action == chosen)
        ours.push(move)
        theirs.apply_action(actions[move])
    outcome = ours.outcome()
    if outcome is None or outcome.winner is None:
        return 0.5
    return float(outcome.winner == engine_seat)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(THEIR_NAMES))
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=0.05, help="of the engine, a move")
    parser.add_argument("--times", type=float, default=10, help="so much more for open_spiel")
    parser.add_argument("--player", default="engine")
    given = parser.parse_args()

    engine = make(given.player, find(given.game))
    bot = MonteCarlo(pyspiel.load_game(THEIR_NAMES[given.game]), given.seconds * given.times, 1)
    points: list[float] = []
    for seed in range(1, given.pairs + 1):
        opening = open_opening(given.game, seed)
        for seat in (0, 1):
            points.append(play(given.game, engine, bot, seat, opening, given.seconds))
        counts = f"+{points.count(1.0)} ={points.count(0.5)} -{points.count(0.0)}"
        score = 100 * sum(points) / len(points)
        effort = f"{bot.spent / bot.moves:.2f} s and {bot.simulations // bot.moves} simulations a move"
        print(f"{given.game} {given.player} - MCTS of open_spiel ({effort}): {counts} {score:.1f} %", flush=True)


if __name__ == "__main__":
    main()
