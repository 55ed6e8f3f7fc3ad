"""The tables of Pylos put to the test.

    python -m benchmarks.pylos_table [--data DIR] [--search 2000] [--games 2000] [--fit] [--report]

--data DIR   compare with the solved positions in DIR/standard.txt and DIR/draws.txt: 30 cells, level by level and file
             by file (`m` mover, `o` opponent), W, L or D, and the number of turns
--search N   compare N late positions and N of the middle game with an exhaustive search over a few turns
--games N    let the values alone play out N won positions against the longest resistance, which the full table
             gives, and print how many turns more than necessary it took
--fit        fit the weights of `solvers.pylos.shortcut` to the full table
--report     print the tables of docs/pylos.md, from all the rule sets that have been built

The count that everything rests on is look-ups; rates are of this machine, for orientation.
"""

import argparse
import json
import random
import time
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
from numba import int64

from boxwood.core.bridge import advance, pointer, recursive
from boxwood.core.compiler import entry
from boxwood.core.contract import ONGOING
from boxwood.core.paths import data_directory
from boxwood.games import find
from boxwood.games.pylos.rules import NAMED, Pylos
from boxwood.games.pylos.solver.build import table_file
from boxwood.games.pylos.solver.lookup import Oracle
from boxwood.games.pylos.solver.shapes import layers, own_marbles, shapes
from boxwood.games.pylos.solver.shortcut import FEATURES, count_features
from boxwood.games.pylos.solver.turns import MOST_ENDS, WIDTH, turn_ends

PYLOS = find("pylos")
START = PYLOS.start()
CELLS = [
    NAMED[f"{level}{file}{rank}"]
    for level, size in ((1, 4), (2, 3), (3, 2), (4, 1))
    for file in "abcd"[:size]
    for rank in range(1, size + 1)
]
NOWHERE = Path("no such directory")  # where no full table is found
ALL_PIECES = 576
VALUE = {"W": 1, "L": -1, "D": 0}


def standing(cells: str) -> Pylos:
    """The position that 30 cells describe."""
    own, other = (sum(1 << place for place, found in zip(CELLS, cells, strict=True) if found == sign) for sign in "mo")
    return Pylos(own, other, 0, 0, START.rules)


def compare(oracle: Oracle, file: Path) -> None:
    """Print how many of the positions in a file have the value, and the distance, that it says."""
    lines = [line.split() for line in file.read_text().splitlines() if line.strip()]
    values = distances = known = 0
    for cells, result, *turns in lines:
        verdict = oracle.verdict(standing(cells))
        values += verdict.value == VALUE[result]
        if turns and oracle.exact:
            known += 1
            distances += verdict.turns == int(turns[0])
    print(f"{file.name}: {values} of {len(lines)} values right, {distances} of {known} distances")


def random_positions(count: int, seed: int, least: int = 4, most: int = 26) -> list[Pylos]:
    """Positions of all sizes alike, colourings evenly."""
    maps, choose, starts = shapes(), random.Random(seed), layers()
    found: list[Pylos] = []
    while len(found) < count:
        marbles = choose.randint(least, most)
        index = choose.randrange(int(maps.start[starts[marbles]]), int(maps.start[starts[marbles + 1]]))
        group = int(np.searchsorted(maps.start, index, side="right")) - 1
        own = int(own_marbles(maps, group, index - int(maps.start[group])))
        state = Pylos(own, int(maps.least[group]) ^ own, 0, 0, START.rules)
        if state.outcome() == ONGOING:
            found.append(state)
    return found


SEARCHED = {"late": (22, 29, 6), "middle": (14, 21, 4)}  # marbles from, to, and turns to look ahead


@recursive
def decided(state: Pylos, turns: int, room: Any) -> int:
    """By the rules alone: 1 if the player to move wins within so many turns, -1 if he loses within them, else 0."""
    if state.outcome() != ONGOING:
        return -1
    if turns == 0:
        return 0
    ends, result = advance(room, 3 * WIDTH), -1
    for i in range(turn_ends(state, room, ends)):
        after = Pylos(ends[2 * i], ends[2 * i + 1], state.turn, 0, state.rules)  # always seen from the player to move
        value = decided(after, turns - 1, advance(ends, 2 * MOST_ENDS))
        if value < 0:
            return 1
        if value == 0:
            result = 0
    return result


def search(exact: Oracle, count: int) -> None:
    """Print how many positions an exhaustive search over a few turns finds to be what the table says."""
    for name, (least, most, turns) in SEARCHED.items():
        room = np.empty((turns + 1) * (3 * WIDTH + 2 * MOST_ENDS), np.int64)
        right = soon = 0
        for state in random_positions(count, 11, least, most):
            verdict = exact.verdict(state)
            within = verdict.turns is not None and verdict.turns <= turns
            soon += within
            right += entry(_search_entry, Pylos)(state, turns, room) == (verdict.value if within else 0)
        print(
            f"{name}: {right} of {count} positions as an exhaustive search over {turns} turns, {soon} decided by then"
        )


def _search_entry(state: Pylos, turns: int, room: Any) -> int:
    return decided(state, int64(turns), pointer(room))


def time_lookups(oracle: Oracle) -> None:
    """Print what a look-up takes when its piece is packed, and when it is not, and what a best move takes."""
    states = random_positions(101, 5)
    oracle.best(states.pop())
    for name, ask in (("cold look-up", oracle.verdict), ("warm look-up", oracle.verdict), ("best move", oracle.best)):
        begin = time.thread_time()
        for state in states[:50]:
            ask(state)
        print(f"{name}: {(time.thread_time() - begin) / 50 * 1000:.3f} ms")


def play_out(winner: Oracle, exact: Oracle, state: Pylos, limit: int = 200) -> int | None:
    """Turns to the end when the values alone play for the player to move; None: no win within the limit."""
    player, turns, before = state.turn, 0, list[int]()
    while state.outcome() == ONGOING and turns < limit:
        move = winner.best(state, before) if state.turn == player else exact.best(state)
        before.append(state.key())
        after = state.play(move)
        turns += state.turn != after.turn
        state = after
    return turns if state.outcome() != ONGOING and state.turn != player else None


def self_play(winner: Oracle, exact: Oracle, games: int) -> None:
    """Print how many turns more than necessary the values alone need to win."""
    detours: Counter[int] = Counter()
    unfinished = played = 0
    for state in random_positions(4 * games, 7):
        verdict = exact.verdict(state)
        if verdict.value != 1 or verdict.turns is None or played == games:
            continue
        played += 1
        if played % 100 == 0:
            print(f"{played} games, {unfinished} not won", flush=True)
        turns = play_out(winner, exact, state)
        if turns is None:
            unfinished += 1
        else:
            detours[turns - verdict.turns] += 1
    total = sum(detours.values())
    mean = sum(more * count for more, count in detours.items()) / max(total, 1)
    print(f"{played} won positions: {total} won, {unfinished} not within 200 turns; {mean:.2f} turns more on average")
    print("turns more than necessary: " + ", ".join(f"{more}: {detours[more]}" for more in sorted(detours)))


def _features_entry(own: int, other: int, counts: Any) -> None:
    count_features(own, other, counts)


def fit(exact: Oracle, samples: int = 60_000) -> None:
    """Print weights for `shortcut`, by least squares over lost positions."""
    rows, turns = [], []
    features = entry(_features_entry)
    counts = np.zeros(FEATURES, np.int64)
    for state in random_positions(samples, 9):
        verdict = exact.verdict(state)
        if verdict.value == -1 and verdict.turns is not None:
            features(state.own, state.other, counts)
            rows.append(counts.copy())
            turns.append(verdict.turns)
    found, *_ = np.linalg.lstsq(np.array(rows, float), np.array(turns, float), rcond=None)
    error = np.array(rows) @ found - turns
    print(f"{len(rows)} lost positions, root of the mean square error {np.sqrt((error**2).mean()):.2f} turns")
    print("WEIGHTS =", tuple(round(float(weight) * 1000) for weight in found))


def print_report() -> None:
    """Print what the finished runs found, as the tables of docs/pylos.md."""
    finished = sorted(data_directory("pylos").glob("*.table"), key=lambda file: file.name != "standard.table")
    found = [json.loads(file.with_suffix(".json").read_text()) for file in finished]
    print("| rules | first player | turns | longest win | longest loss | drawn positions | processor seconds |")
    print("|---|---|---|---|---|---|---|")
    for one in found:
        result = {0: "wins", 1: "loses", None: "draws"}[one["winner"]]
        wins, losses = (max(n for n, count in enumerate(one["by_turns"]) if count and n % 2 == odd) for odd in (1, 0))
        drawn, seconds = sum(row[2] for row in one["by_marbles"]), one.get("cpu_seconds", 0)
        print(f"| {one['rules']} | {result} | {one['turns']} | {wins} | {losses} | {drawn:,} | {seconds:.0f} |")
    for one in found:
        print(f"\n{one['rules']}\n\n| marbles | won | lost | drawn |\n|---|---|---|---|")
        for marbles, row in enumerate(one["by_marbles"]):
            print(f"| {marbles} | " + " | ".join(f"{count:,}" for count in row) + " |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--search", type=int, default=0)
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--report", action="store_true")
    given = parser.parse_args()
    if given.report:
        print_report()
        return
    shipped = Oracle(directory=NOWHERE)
    time_lookups(shipped)
    oracles = {"package": shipped}
    if table_file({}).exists():
        oracles["full table"] = Oracle()
    for name, oracle in oracles.items():
        if given.data:
            print(name)
            for file in ("standard.txt", "draws.txt"):
                compare(oracle, given.data / file)
    if "full table" in oracles:
        if given.search:
            search(oracles["full table"], given.search)
        if given.fit:
            fit(oracles["full table"])
        if given.games:
            self_play(Oracle(directory=NOWHERE, kept=ALL_PIECES), oracles["full table"], given.games)


if __name__ == "__main__":
    main()
