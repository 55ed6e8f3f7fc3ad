"""Matches between named players: pairs of games from random openings, colours swapped.

    python -m benchmarks.strength quoridor engine negaalphabeta:2 --pairs 50 --seconds 0.2
    python -m benchmarks.strength abalone --levels --pairs 30      each level against the one below
    python -m benchmarks.strength --reports --pairs 50             the engine against all named players

Prints the first player's wins, draws and losses, its score with the 95 % error from the pairs, the
mean time and nodes a move, and whatever ended a game other than the rules.  Openings in which a short search sees a
forced win are left out; those of Connect Four, where most random ones are lost for somebody, are drawn.
"""

import argparse
import math
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import pairwise, repeat

from boxwood.arena.match import Clock, Pairing, Result, pair_points, play, random_opening
from boxwood.evaluation import find as find_judge
from boxwood.game import Game
from boxwood.games import find, names
from boxwood.players import available
from boxwood.players.levels import levels_of
from boxwood.search.clock import Limits
from boxwood.search.iterative_deepening import Thinker
from boxwood.search.scores import WON
from boxwood.solving.solution import Unfinished
from boxwood.solving.solver import solver_for

OPENING_PLIES = {"nim": 2, "connect4": 8, "quarto": 4, "quoridor": 6, "pylos": 5, "abalone": 4}
SOLVE = 3_000_000  # and to solve one of Connect Four
LOOK = 100_000  # positions looked at to see whether an opening is decided
OTHER_SEEDS = 1_000_000


def play_pair(game: str, one: str, two: str, clock: Clock, seed: int) -> tuple[Result, Result]:
    """Two games from one opening with the seats swapped."""
    opening = open_opening(game, seed)
    first = play(Pairing(game, (one, two), opening, clock=clock))
    return first, play(Pairing(game, (two, one), opening, clock=clock))


@cache
def thinker_of(game: str) -> Thinker:
    """A judge of openings."""
    return Thinker(find(game), find_judge(find(game), "engine"), megabytes=4)


def open_opening(game: str, seed: int) -> tuple[str, ...]:
    """Random moves after which nobody is seen to win."""
    while True:
        opening = random_opening(find(game), {}, OPENING_PLIES[game], seed)
        if is_open(Game(game, " ".join(opening))):
            return opening
        seed += OTHER_SEEDS


def is_open(game: Game) -> bool:
    """Whether either player may still win, as far as a short search tells; in Connect Four, whether it is a draw."""
    if game.id == "nim":
        return True  # where every position is won for somebody
    if game.id == "connect4":
        try:
            with (solver := solver_for(game.type, game.options)).limit(SOLVE):
                return solver.choose(game.state).value == 0
        except Unfinished:
            return False
    return abs(thinker_of(game.id).think(game.state, Limits(nodes=LOOK)).score) <= WON


def match(game: str, one: str, two: str, pairs: int, clock: Clock, workers: int, first_seed: int = 1) -> str:
    """A match of so many pairs, told in a line."""
    seeds = range(first_seed, first_seed + pairs)
    with ProcessPoolExecutor(workers) as pool:
        results = list(pool.map(play_pair, repeat(game), repeat(one), repeat(two), repeat(clock), seeds))
    points = [p for first, second in results for p in (first.points, 1 - second.points)]
    means = [pair_points(*pair) / 2 for pair in results]
    score = sum(means) / pairs
    spread = math.sqrt(sum((mean - score) ** 2 for mean in means) / max(pairs - 1, 1))
    counts = f"+{points.count(1.0)} ={points.count(0.5)} -{points.count(0.0)}"
    moves = sum(first.moves[0] + second.moves[1] for first, second in results) or 1
    seconds = sum(first.seconds[0] + second.seconds[1] for first, second in results) / moves
    nodes = sum(first.nodes[0] + second.nodes[1] for first, second in results) / moves
    odd = Counter(r.reason.partition(":")[0] for pair in results for r in pair)
    faults = {reason: odd[reason] for reason in ("crash", "illegal move", "time") if odd[reason]}
    error = 196 * spread / math.sqrt(pairs)
    return (
        f"{game:9} {one:>18} - {two:18} {counts:14} {100 * score:5.1f} % +- {error:4.1f}"
        f"  {1000 * seconds:6.1f} ms {nodes:9.0f} nodes a move{f'  {faults}' if faults else ''}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?")
    parser.add_argument("players", nargs="*", default=[])
    parser.add_argument("--levels", action="store_true")
    parser.add_argument("--reports", action="store_true")
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=0.2)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    clock = Clock(nodes=given.nodes) if given.nodes else Clock(per_move=given.seconds)
    for game in [given.game] if given.game else names():
        if given.levels:
            ladder = sorted(levels_of(find(game)))
            matches = [(f"engine:{upper}", f"engine:{lower}") for lower, upper in pairwise(ladder)]
        elif given.reports:
            matches = [("engine", kind.name) for kind in available(find(game)) if kind.name != "engine"]
        else:
            matches = [(given.players[0], given.players[1])]
        for one, two in matches:
            print(match(game, one, two, given.pairs, clock, given.workers, given.seed), flush=True)


if __name__ == "__main__":
    main()
