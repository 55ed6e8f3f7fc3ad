"""A race of algorithms: how many nodes and how much time each takes on many positions.

All algorithms that give one value search the same random positions to the same depth.  What counts is the
ratio to alpha-beta on each position: its geometric mean with a 95 % interval, and the p-value of the paired
t-test on its logarithm, since positions differ far more among themselves than algorithms do.

`compare` runs a whole race; `lap` and `runners` are its parts, for whoever wants to see how it stands on the way.
"""

import math
import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from boxwood.core.contract import ONGOING, GameType, legal_moves
from boxwood.core.errors import BoxwoodError
from boxwood.core.options import Value
from boxwood.core.welford import Running
from boxwood.evaluation import find as find_judge
from boxwood.search.algorithms import EXACT as ALGORITHMS
from boxwood.search.algorithms import run

BASELINE = "alphabeta"
LONGEST = 100  # plies of the random games that positions come from
FEWEST = 2  # positions, for there to be an interval
INSTANT = 1e-7  # seconds that a search takes at least, where the clock is too coarse to see it
Tell = Callable[[int, int], None]  # positions done, positions in all


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
class Lap:
    """What one algorithm took on one position, and what it found."""

    nodes: int
    seconds: float  # of processor time
    value: int  # for the player to move


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
    agreed: int  # positions on which all found the same value
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


def line_up(names: Sequence[str] = ()) -> tuple[str, ...]:
    """Those who take part, simplest first: the ones named, or all; the baseline always."""
    for name in names:
        if name not in ALGORITHMS:
            raise BoxwoodError(f"no algorithm '{name}' takes part in races: there are {', '.join(ALGORITHMS)}")
    return tuple(name for name in ALGORITHMS if name in names or name == BASELINE or not names)


def compare(
    game: GameType,
    options: Mapping[str, Value],
    depth: int,
    states: list[Any],
    *,
    judge: str = "engine",
    algorithms: Sequence[str] = (),
    tell: Tell | None = None,
) -> Race:
    """Let the algorithms, all unless told otherwise, search positions of a game to a depth."""
    if len(states) < FEWEST:
        raise BoxwoodError(f"{len(states)} positions are too few for an interval: it takes {FEWEST} or more")
    names, opinion = line_up(algorithms), find_judge(game, judge)
    for name in names:
        prepare(name, game, states[0], opinion)
    laps = []
    for number, state in enumerate(states, 1):
        laps.append([lap(name, game, state, opinion, depth) for name in names])
        if tell is not None:
            tell(number, len(states))
    texts = [game.position_text(state, options) for state in states]
    return Race(game.id, dict(options), judge, depth, texts, agreement(laps), runners(names, laps))


def prepare(name: str, game: GameType, state: Any, judge: Any) -> None:
    """Compile an algorithm for a game, which is not to be measured."""
    run(name, game, state, judge, 1)


def lap(name: str, game: GameType, state: Any, judge: Any, depth: int) -> Lap:
    """Let one algorithm search one position."""
    began = time.thread_time()
    found = run(name, game, state, judge, depth)
    return Lap(found.nodes, max(time.thread_time() - began, INSTANT), found.score)


def runners(algorithms: Sequence[str], laps: Sequence[Sequence[Lap]]) -> list[Runner]:
    """How each algorithm stands; `laps` are those of each position, in the order of the algorithms."""
    columns = list(zip(*laps, strict=True))
    nodes = {name: [lap.nodes for lap in column] for name, column in zip(algorithms, columns, strict=True)}
    seconds = {name: [lap.seconds for lap in column] for name, column in zip(algorithms, columns, strict=True)}
    return [
        Runner(
            name,
            nodes[name],
            seconds[name],
            ratio(nodes[name], nodes[BASELINE]),
            ratio(seconds[name], seconds[BASELINE]),
        )
        for name in algorithms
    ]


def agreement(laps: Sequence[Sequence[Lap]]) -> int:
    """On how many positions all found the same value."""
    return sum(len({lap.value for lap in each}) == 1 for each in laps)


def ratio(measured: list[int] | list[float], baseline: list[int] | list[float]) -> Ratio:
    """The geometric mean of measured / baseline over pairs.

    >>> print(ratio([10, 20, 40], [20, 40, 80]))
    0.500 (0.500 to 0.500)
    """
    logs = Running()
    for one, other in zip(measured, baseline, strict=True):
        logs.add(math.log(one / other))
    error = logs.deviation(freedom=1) / math.sqrt(logs.count)
    if error < 1e-12:  # always the same: no chance about it
        always = math.exp(logs.mean)
        return Ratio(always, always, always, 1.0 if abs(logs.mean) < 1e-12 else 0.0)
    from scipy.special import stdtr, stdtrit

    freedom = logs.count - 1
    reach = float(stdtrit(freedom, 0.975)) * error
    p = 2 * float(stdtr(freedom, -abs(logs.mean) / error))
    return Ratio(math.exp(logs.mean), math.exp(logs.mean - reach), math.exp(logs.mean + reach), p)


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
