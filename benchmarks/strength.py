"""Matches between named players: pairs of games from random openings, colours swapped.

    python -m benchmarks.strength quoridor engine negaalphabeta:2 --pairs 50 --seconds 0.2
    python -m benchmarks.strength abalone --levels --pairs 30      each level against the one below
    python -m benchmarks.strength --reports --pairs 50             the engine against all named players

Prints wins, draws, losses, and the score with its 95 % error from the pairs.  A game that reaches
the cap on plies is a draw.
"""

import argparse
import math
import random
from concurrent.futures import ProcessPoolExecutor
from functools import cache

from boxwood import Game
from boxwood.games import find, names
from boxwood.players import available, make
from boxwood.search.clock import Limits

OPENING_PLIES = {"nim": 2, "connect4": 4, "quarto": 4, "quoridor": 6, "pylos": 5, "abalone": 4}
PLY_CAP = 400


@cache
def _player(spec: str, game: str, seat: int):
    return make(spec, find(game))


def opening(game: str, seed: int) -> list[str]:
    """Random moves to begin with, the game not being over after them."""
    choose = random.Random(seed)
    while True:
        start = Game(game)
        for _ in range(OPENING_PLIES[game]):
            if not start.is_over:
                start.push(choose.choice(start.legal_moves))
        if not start.is_over:
            return start.moves


def play(game: str, specs: tuple[str, str], moves: list[str], limits: Limits) -> float:
    """Play one game; 1, 1/2 or 0 for the player in the first seat."""
    board, seats = Game(game, moves), [_player(spec, game, seat) for seat, spec in enumerate(specs)]
    for seat in seats:
        seat.begin()
    while not board.is_over and board.ply < PLY_CAP:
        choice = seats[board.player].choose(board, limits)
        board.push(board.state.move_text(choice.move))
    outcome = board.outcome()
    return 0.5 if outcome is None or outcome.winner is None else float(outcome.winner == 0)


def play_pair(job: tuple[str, str, str, int, Limits]) -> tuple[float, float]:
    """Two games from one opening; the first player's points in each."""
    game, one, two, seed, limits = job
    moves = opening(game, seed)
    return play(game, (one, two), moves, limits), 1.0 - play(game, (two, one), moves, limits)


def match(game: str, one: str, two: str, pairs: int, limits: Limits, workers: int, first_seed: int = 1) -> str:
    """A match of so many pairs, told in a line."""
    jobs = [(game, one, two, first_seed + number, limits) for number in range(pairs)]
    if workers > 1:
        with ProcessPoolExecutor(workers) as pool:
            results = list(pool.map(play_pair, jobs))
    else:
        results = list(map(play_pair, jobs))
    games = [points for pair in results for points in pair]
    means = [sum(pair) / 2 for pair in results]
    score = sum(means) / pairs
    spread = math.sqrt(sum((mean - score) ** 2 for mean in means) / max(pairs - 1, 1))
    counts = f"+{games.count(1.0)} ={games.count(0.5)} -{games.count(0.0)}"
    return f"{game:9} {one:>18} - {two:18} {counts:14} {100 * score:5.1f} % +- {196 * spread / math.sqrt(pairs):.1f}"


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
    limits = Limits(nodes=given.nodes) if given.nodes else Limits(seconds=given.seconds)
    for game in [given.game] if given.game else names():
        if given.levels:
            matches = [(f"engine:{level}", f"engine:{level - 1}") for level in range(2, 11)]
        elif given.reports:
            matches = [("engine", kind.name) for kind in available(find(game)) if kind.name != "engine"]
        else:
            matches = [(given.players[0], given.players[1])]
        for one, two in matches:
            print(match(game, one, two, given.pairs, limits, given.workers, given.seed), flush=True)


if __name__ == "__main__":
    main()
