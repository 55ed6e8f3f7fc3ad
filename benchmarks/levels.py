"""Find levels that grow evenly in strength: which settings of the engine are how strong in a game.

    python -m benchmarks.levels quoridor               measure the ladder and propose levels
    python -m benchmarks.strength quoridor --levels    then see each level against the one below

A rung is a number: rung r looks at 40 x 2**r positions a move (each move once at least), and slips less the higher
it is; those below 0 are told apart by their whims.  Neighbouring
rungs play matches, which gives the rating of each; the levels are then put on the ladder at equal distances in
rating, the last one below the engine with all its time.  Matches already played are kept in a file, so that
a run that was cut off goes on.
"""

import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path

import numpy as np
from benchmarks.strength import OPENING_PLIES

from boxwood.arena import match
from boxwood.arena.match import Clock, Pairing, random_opening
from boxwood.arena.statistics import elo_of
from boxwood.games import find
from boxwood.players import levels
from boxwood.players.levels import Level

TOP = {"nim": 6, "connect4": 14, "quarto": 12, "quoridor": 12, "pylos": 14, "abalone": 12}
BOTTOM = -4
FULL_TIME = 0.2  # seconds a move of the highest level
WIDEST = 200  # Elo between two levels at most: 76 in 100


def setting(rung: float, sure: bool = False) -> Level:
    """The settings of a rung; whoever is sure plays no move on a whim."""
    slack = int(400 * 2 ** (-rung / 2)) if rung < 10 else 0
    whim = 0.0 if sure else max(0.0, round(0.4 - 0.1 * rung, 2))
    return Level(int(40 * 2**rung), slack, 8 if slack else 1, whim)


def play_pair(game: str, rungs: tuple[float, float], seed: int) -> float:
    """The points of the first of two rungs in a pair of games: 0 to 2."""
    match.forget_players()
    levels.LEVELS[game] = {1: setting(rungs[0]), 2: setting(rungs[1]), 10: Level(None)}
    higher = 10 if rungs[0] > TOP[game] else 1
    specs = f"engine:{higher}:solvers=false:seed={seed}", f"engine:2:seed={seed + 1}"
    opening = random_opening(find(game), {}, OPENING_PLIES[game], seed)
    clock = Clock(per_move=FULL_TIME) if higher == 10 else Clock()
    first = match.play(Pairing(game, specs, opening, clock=clock))
    second = match.play(Pairing(game, (specs[1], specs[0]), opening, clock=clock))
    return match.pair_points(first, second)


def climb(game: str, pairs: int, workers: int, file: Path) -> dict[str, float]:
    """The score of each rung against the one below, by name."""
    known: dict[str, float] = json.loads(file.read_text()) if file.exists() else {}
    for rung in range(BOTTOM + 1, TOP[game] + 2):
        name = f"{rung}-{rung - 1}"
        if name not in known:
            with ProcessPoolExecutor(workers) as pool:
                seeds = range(1, pairs + 1)
                points = list(pool.map(play_pair, repeat(game), repeat((rung, rung - 1)), seeds))
            known[name] = sum(points) / (2 * pairs)
            file.write_text(json.dumps(known))
            print(f"{game} rung {rung} against {rung - 1}: {100 * known[name]:.1f} %", flush=True)
    return known


def elo(score: float, games: int) -> float:
    """The difference in rating that a score tells; finite also when all was won."""
    return elo_of(min(max(score, 0.5 / games), 1 - 0.5 / games))


def propose(game: str, known: dict[str, float], games: int, count: int) -> None:
    """So many levels at equal distances, the last with all its time."""
    rungs = range(BOTTOM, TOP[game] + 2)
    ratings = [0.0]
    for rung in rungs[1:]:
        ratings.append(ratings[-1] + max(elo(known[f"{rung}-{rung - 1}"], games), 1.0))
    step = min(ratings[-1] / (count - 1), WIDEST)
    print(f"{game}: {ratings[-1]:.0f} Elo from rung {BOTTOM} to all its time, {step:.0f} a level")
    print(f'    "{game}": {{')
    for level in range(1, count):
        rung = float(np.interp(ratings[-1] - step * (count - level), ratings, rungs))
        rung = min(rung, TOP[game])
        made = setting(rung, sure=level >= levels.SURE_FROM)
        rest = f", {made.slack}, {made.candidates}" if made.slack else ""
        rest += f", {made.whim}" if made.whim else ""
        print(f"        {level}: Level({made.nodes}{rest}),")
    print(f"        {count}: Level(None),\n    }},")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--pairs", type=int, default=40)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--count", type=int, default=10, help="levels")
    parser.add_argument("--file", type=Path)
    given = parser.parse_args()
    file = given.file or Path(f"levels-{given.game}.json")
    propose(given.game, climb(given.game, given.pairs, given.workers, file), 2 * given.pairs, given.count)


if __name__ == "__main__":
    main()
