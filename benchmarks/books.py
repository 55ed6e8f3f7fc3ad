"""Is an opening book worth its place?  The engine with it against itself without, from the start of the game.

    python -m benchmarks.books quoridor --pairs 200 --nodes 2000 20000
    python -m benchmarks.books abalone --option layout=belgian

Every pair of games, seats swapped, is played at another number of positions a move between the two, so that the games
differ; pairs that do not are counted once.
"""

import argparse
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from typing import Any

from boxwood.arena.match import Clock, Pairing, Result, pentanomial, play
from boxwood.arena.statistics import elo, superiority
from boxwood.core.options import read_pairs
from boxwood.game import Game
from boxwood.games import find
from boxwood.players.book import Book, find_book

READER, OTHER = "engine:megabytes=4", "engine:megabytes=4:book=off"


def play_pair(game: str, options: tuple[tuple[str, Any], ...], nodes: int) -> tuple[Result, Result]:
    """Two games at so many positions a move."""
    first, second = (
        play(Pairing(game, players, options=options, clock=Clock(nodes=nodes), ply_cap=300))
        for players in ((READER, OTHER), (OTHER, READER))
    )
    return first, second


def moves_of(result: Result) -> tuple[str, ...]:
    """The moves of a game."""
    return tuple(Game.from_record(result.record).moves)


def moves_from(book: Book, result: Result, seat: int) -> int:
    """How many moves of a game the player in this seat took from the book."""
    played = Game.from_record(result.record)
    board, count = Game(played.id, **played.options), 0
    for move in played.moves:
        if board.player == seat:
            if book.find(board) is None:
                break
            count += 1
        board.push(move)
    return count


def match(game: str, options: dict[str, Any], pairs: int, nodes: tuple[int, int], workers: int) -> str:
    """The match, told in a line."""
    book = find_book(find(game))
    if book is None:
        raise SystemExit(f"{game}: there is no book: boxwood book build {game}")
    least, most = nodes
    numbers = sorted({round(least * (most / least) ** (i / max(pairs - 1, 1))) for i in range(pairs)})
    with ProcessPoolExecutor(workers) as pool:
        results = list(pool.map(play_pair, repeat(game), repeat(tuple(options.items())), numbers))
    different = list({(moves_of(first), moves_of(second)): (first, second) for first, second in results}.values())
    counts = pentanomial(different)
    points = [point for first, second in different for point in (first.points, 1 - second.points)]
    won, drawn, lost = (points.count(value) for value in (1, 0.5, 0))
    read = sum(moves_from(book, pair[seat], seat) for pair in different for seat in range(2)) / len(points)
    reasons = [each.reason for pair in different for each in pair]
    faults = [reason for reason in reasons if reason.startswith(("crash", "illegal", "time"))]
    title = " ".join([game, *(f"{name}={value}" for name, value in options.items())])
    return (
        f"{title}: {len(book.entries)} positions; of {2 * len(results)} games {len(points)} differ: "
        f"+{won} ={drawn} -{lost}, {elo(counts)} Elo, LOS {100 * superiority(counts):.1f} %; "
        f"{read:.1f} moves a game from the book" + "".join(f"; {fault}" for fault in faults)
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=("quoridor", "abalone"))
    parser.add_argument("--option", action="append", default=[], help="of the game, like layout=belgian")
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--nodes", type=int, nargs=2, default=(2_000, 20_000), metavar=("LEAST", "MOST"))
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    print(match(given.game, read_pairs(given.game, given.option), given.pairs, given.nodes, given.workers))


if __name__ == "__main__":
    main()
