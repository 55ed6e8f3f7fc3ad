"""A race of algorithms: how many nodes and how much time each takes on many positions.

All algorithms that give one value search the same random positions to the same depth.  What counts is the
ratio to alpha-beta on each position: its geometric mean with a 95 % interval, and the p-value of the paired
t-test on its logarithm, since positions differ far more among themselves than algorithms do.
"""

import math
import random
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from boxwood.core.contract import ONGOING, GameType, legal_moves
from boxwood.core.errors import BoxwoodError
from boxwood.core.options import Value
from boxwood.evaluation import find as find_judge
from boxwood.search.algorithms import EXACT as ALGORITHMS
from boxwood.search.algorithms import run

BASELINE = "alphabeta"
LONGEST = 100  # plies of the random games that positions come from
FEWEST = 2  # positions, for there to be an interval
Tell = Callable[[int, int], None]  # searches done, searches in all


@dataclass(frozen=True)
class Ratio:
    """A geometric mean of ratios to the baseline, its 95 % interval, and how likely chance alone makes it."""

    mean: float
    low: float
    high: float
    p: float

    def __str__(self) -> str:
        return f"{self.mean:.3f} ({self.low:.3f} to {self.high:.3f})"


@dataclass(frozen=True)
class Runner:
    """How one algorithm did: its work on each position, and that in relation to the baseline's."""

    algorithm: str
    nodes: list[int]
    seconds: list[float]  # of processor time
    relative_nodes: Ratio
    relative_time: Ratio


@dataclass(frozen=True)
class Race:
    """The result."""

    game: str
    options: dict[str, Value]
    judge: str
    depth: int
    positions: list[str]
    runners: list[Runner]

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self)


def random_positions(game: GameType, options: Mapping[str, Value], count: int, seed: int = 1) -> list[Any]:
    """Positions from the first two thirds of random games, all different; fewer where a game is too small."""
    choose, found = random.Random(seed), dict[int, Any]()
    for _ in range(100 * count):
        states = [game.start(options)]
        while states[-1].outcome() == ONGOING and len(states) < LONGEST:
            states.append(states[-1].play(choose.choice(legal_moves(states[-1], game.facts))))
        state = choose.choice(states[: max(1, 2 * len(states) // 3)])
        found.setdefault(state.key(), state)
        if len(found) == count:
            return list(found.values())
    if len(found) < FEWEST:
        raise BoxwoodError(f"{game.id}: there are not {FEWEST} different positions to compare: take a larger game")
    return list(found.values())


def compare(
    game: GameType,
    options: Mapping[str, Value],
    depth: int,
    states: list[Any],
    *,
    judge: str = "engine",
    algorithms: tuple[str, ...] = ALGORITHMS,
    tell: Tell | None = None,
) -> Race:
    """Let the algorithms search positions of a game to a depth."""
    if len(states) < 2:
        raise BoxwoodError(f"{len(states)} positions are too few for an interval: it takes 2 or more")
    opinion = find_judge(game, judge)
    nodes: dict[str, list[int]] = {name: [] for name in algorithms}
    seconds: dict[str, list[float]] = {name: [] for name in algorithms}
    for name in algorithms:
        run(name, game, states[0], opinion, 1)  # compiles, which is not to be measured
    for number, state in enumerate(states):
        for place, name in enumerate(algorithms):
            began = time.thread_time()
            found = run(name, game, state, opinion, depth)
            seconds[name].append(time.thread_time() - began)
            nodes[name].append(found.nodes)
            if tell is not None:
                tell(number * len(algorithms) + place + 1, len(states) * len(algorithms))
    runners = [
        Runner(
            name,
            nodes[name],
            seconds[name],
            ratio(nodes[name], nodes[BASELINE]),
            ratio(seconds[name], seconds[BASELINE]),
        )
        for name in algorithms
    ]
    texts = [game.position_text(state, options) for state in states]
    return Race(game.id, dict(options), judge, depth, texts, runners)


def ratio(measured: list[int] | list[float], baseline: list[int] | list[float]) -> Ratio:
    """The geometric mean of measured / baseline over pairs.

    >>> print(ratio([10, 20, 40], [20, 40, 80]))
    0.500 (0.500 to 0.500)
    """
    from scipy import stats

    logs = [math.log(one / other) for one, other in zip(measured, baseline, strict=True)]
    mean = math.fsum(logs) / len(logs)
    if max(logs) - min(logs) < 1e-12:  # always the same: no chance about it
        return Ratio(math.exp(mean), math.exp(mean), math.exp(mean), 1.0 if abs(mean) < 1e-12 else 0.0)
    test = stats.ttest_1samp(logs, 0.0)
    low, high = test.confidence_interval(0.95)
    return Ratio(math.exp(mean), math.exp(low), math.exp(high), float(test.pvalue))


def chart(race: Race) -> Any:
    """The race as an Altair chart: a Vega-Lite specification for the page and for files."""
    import altair

    rows = [
        {"algorithm": runner.algorithm, "measure": measure, "ratio": r.mean, "low": r.low, "high": r.high}
        for runner in race.runners
        for measure, r in (("nodes", runner.relative_nodes), ("time", runner.relative_time))
    ]
    base = altair.Chart({"values": rows}).encode(
        y=altair.Y("algorithm:N", sort=[runner.algorithm for runner in race.runners], title=None)
    )
    scale = altair.Scale(type="log")
    means = base.mark_point(filled=True, size=60).encode(
        x=altair.X("ratio:Q", scale=scale, title=f"relative to {BASELINE}"),
        color=altair.Color("measure:N", legend=None),
    )
    intervals = base.mark_rule(strokeWidth=2).encode(
        x=altair.X("low:Q", scale=scale), x2="high:Q", color=altair.Color("measure:N", legend=None)
    )
    title = f"{race.game}, {race.depth} moves deep, {len(race.positions)} positions"
    return (
        altair.layer(intervals, means)
        .properties(width=280, height=140)
        .facet(column=altair.Column("measure:N", title=None))
        .properties(title=title, padding={"left": 30, "top": 5, "right": 5, "bottom": 5})
    )


def svg_of(specification: Any) -> str:
    """An Altair chart as an SVG document."""
    import vl_convert

    return str(vl_convert.vegalite_to_svg(specification.to_json())) + "\n"
