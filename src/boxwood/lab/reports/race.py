"""The Abalone report's Table 1 for every game: what order and memory are worth, on positions of random games."""

from functools import partial
from typing import Any

from boxwood.games import find, names
from boxwood.lab.compare import Race, Ratio, Runner, compare, random_positions
from boxwood.lab.reports.notebook import Notebook
from boxwood.lab.reports.report import Experiment, Grid

SOURCE = "Table 1 of the Abalone report, for every game"
DEPTH = 3  # where a game does not say


def experiments(notebook: Notebook, quick: bool) -> list[Experiment]:
    """A race on each game."""
    notebook.plan(len(names()))
    return [race_of(notebook, game, 1 if quick else 0, 5 if quick else 30) for game in names()]


def race_of(notebook: Notebook, game: str, less: int, positions: int) -> Experiment:
    """All exact algorithms on one game, with the engine's evaluation."""
    kind = find(game)
    depth = kind.part("bench", "RACE_DEPTH", DEPTH) - less
    told = notebook.once(f"race {game} {depth} {positions}", partial(_run, game, depth, positions))
    runners = {each["algorithm"]: Runner(**each | _ratios(each)) for each in told}
    rows = [
        [
            name,
            str(sum(each.nodes)),
            *_cells(each.relative_nodes),
            f"{sum(each.seconds):.3f}",
            *_cells(each.relative_time),
        ]
        for name, each in runners.items()
    ]
    order, memory = runners["ordered"].relative_nodes, runners["memory"].relative_nodes
    both, time = runners["ordered+memory"].relative_nodes, runners["ordered+memory"].relative_time
    return Experiment(
        kind.title,
        f"{positions} positions of random games, {depth} moves deep, with the engine's evaluation: nodes and seconds "
        "of processor time, and the geometric mean of their ratios to alpha-beta's with its 95 % interval and p-value.",
        None,
        Grid(["", "nodes", "ratio", "95 %", "p", "seconds", "ratio", "95 %", "p"], rows),
        f"Order leaves {order.mean:.0%} of alpha-beta's nodes, the table {memory.mean:.0%}, both together "
        f"{both.mean:.0%} in {time.mean:.0%} of the time: {_conclusion(both, time)}.",
    )


def _conclusion(nodes: Ratio, time: Ratio) -> str:
    if nodes.mean > 0.98:
        return "the engine's judge has little to say on the order of moves here, and few positions come twice so soon"
    return "what they save is more than they cost" if time.high < 1 else "what they save, they cost"


def _ratios(told: dict[str, Any]) -> dict[str, Ratio]:
    return {name: Ratio(**told[name]) for name in ("relative_nodes", "relative_time")}


def _cells(ratio: Ratio) -> list[str]:
    return [f"{ratio.mean:.3f}", f"{ratio.low:.2f}-{ratio.high:.2f}", f"{ratio.p:.1g}"]


def _run(game: str, depth: int, positions: int) -> list[dict[str, Any]]:
    kind = find(game)
    options = kind.read_options({})
    race: Race = compare(kind, options, depth, random_positions(kind, options, positions))
    runners: list[dict[str, Any]] = race.as_json()["runners"]
    return runners
