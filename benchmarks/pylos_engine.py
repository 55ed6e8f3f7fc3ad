"""How often the engine, without any table, chooses a move of Pylos that keeps the value of the position.

    python -m benchmarks.pylos_engine [--positions 600] [--nodes 800000] [--weights engine] [--seed 1]

The positions come from games of a weak player (Corpet's rules, 500 nodes a move) who plays one move in eight at
random, so that all sorts turn up, positions in the middle of a turn included; there are equally many with every number
of marbles.  A position is *critical* if some moves keep its value and others do not: only there can one go wrong.

The engine thinks for a number of nodes, not for a time, so that the answer is the same on every machine: 800,000 are
about 0.2 s, 4,000,000 about 1 s.  Whatever it proves by search is compared with the table as well.
"""

import argparse
import random
import time
from collections import Counter

from boxwood.core.bits import popcount
from boxwood.core.contract import ONGOING, legal_moves
from boxwood.evaluation import find as find_judge
from boxwood.evaluation.weights import read_weights
from boxwood.games import find
from boxwood.games.pylos.rules import Pylos
from boxwood.games.pylos.solver.lookup import Oracle
from boxwood.search.clock import Limits
from boxwood.search.iterative_deepening import Thinker
from boxwood.search.scores import WON

PYLOS = find("pylos")
BAND = 5  # numbers of marbles in a line of the table
LAST = 30
AT_RANDOM = 1 / 8
TAKEN = 1 / 6  # of the positions of a game


def marbles(state: Pylos) -> int:
    """How many are on the board."""
    return popcount(state.own | state.other)


def sample(count: int, seed: int) -> list[Pylos]:
    """Positions from games of a weak player, no number of marbles more often than another."""
    choose, weak = random.Random(seed), Thinker(PYLOS, find_judge(PYLOS, "rules"), megabytes=1)
    most = -(-count // (LAST - 1))
    found: dict[tuple[int, int, int], Pylos] = {}
    held: Counter[int] = Counter()
    while len(found) < count:
        state = PYLOS.start()
        while state.outcome() == ONGOING and len(found) < count:
            moves = legal_moves(state, PYLOS.facts)
            if held[marbles(state)] < most and len(moves) > 1 and choose.random() < TAKEN:
                key = (state.own, state.other, state.pending)
                held[marbles(state)] += key not in found
                found[key] = state
            at_random = choose.random() < AT_RANDOM
            state = state.play(choose.choice(moves) if at_random else weak.think(state, Limits(nodes=500)).move)
        if sum(held[n] >= most for n in range(4, LAST - 2)) >= LAST - 6:
            most += 1  # few games have almost no or almost all marbles on the board
    return list(found.values())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=600)
    parser.add_argument("--nodes", type=int, default=800_000)
    parser.add_argument("--weights", default="engine")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    oracle, engine = Oracle(), Thinker(PYLOS, read_weights(PYLOS, given.weights), megabytes=64)
    counts: Counter[tuple[str, int]] = Counter()
    positions = sample(given.positions, given.seed)
    nodes, contradictions, began = 0, 0, time.process_time()
    for state in positions:
        verdicts = {move: verdict.value for move, verdict in oracle.moves(state)}
        best, band = max(verdicts.values()), marbles(state) // BAND
        counts["all", band] += 1
        if min(verdicts.values()) == best:
            continue
        engine.clear()
        thought = engine.think(state, Limits(nodes=given.nodes))
        nodes += thought.nodes
        contradictions += abs(thought.score) > WON and thought.score * best <= 0
        counts["critical", band] += 1
        counts["kept", band] += verdicts[thought.move] == best
    print(f"{given.nodes:,} nodes a move, {nodes / (time.process_time() - began):,.0f} a second")
    print(f"{contradictions} proven values that contradict the table")
    print("| marbles | positions | value kept | critical positions | value kept |\n|---|---|---|---|---|")
    for band in [*range(LAST // BAND), None]:
        number = {what: n if band is None else counts[what, band] for what, n in _totals(counts).items()}
        label = "all" if band is None else f"{band * BAND} to {band * BAND + BAND - 1}"
        wrong = number["critical"] - number["kept"]
        print(
            f"| {label} | {number['all']} | {1 - wrong / max(number['all'], 1):.1%} "
            f"| {number['critical']} | {number['kept'] / max(number['critical'], 1):.1%} |"
        )


def _totals(counts: Counter[tuple[str, int]]) -> Counter[str]:
    found: Counter[str] = Counter(all=0, critical=0, kept=0)
    for (what, _), number in counts.items():
        found[what] += number
    return found


if __name__ == "__main__":
    main()
