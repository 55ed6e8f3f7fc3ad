"""Commands of the laboratory: `tree` writes a search down, `compare` lets algorithms race,
`reproduce` does the reports' experiments again, `new_game` begins a game of one's own."""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from boxwood.cli.common import (
    GameArgument,
    JsonOption,
    MovesOption,
    OptionsOption,
    PositionOption,
    RecordOption,
    open_game,
    path_of,
    save_text,
)
from boxwood.core.errors import BoxwoodError
from boxwood.core.options import read_pairs
from boxwood.games import find

if TYPE_CHECKING:
    from boxwood.lab.compare import Race
    from boxwood.lab.reports.report import Grid, Reproduction

T = TypeVar("T")
Tell = Callable[[int, int], None]  # steps done, steps in all

SvgOption = Annotated[str | None, typer.Option("--svg", metavar="FILE", help="Draw a picture.")]


def tree(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="The game; none with --nested.")] = None,
    moves: MovesOption = "",
    position: PositionOption = None,
    record: RecordOption = None,
    option: OptionsOption = None,
    nested: Annotated[
        str | None,
        typer.Option("--nested", metavar="TREE", help='A hand-made tree, like "[[3, 12], [2, 4]]", or an example.'),
    ] = None,
    algorithm: Annotated[
        str, typer.Option("--algorithm", metavar="NAME", help="minimax, alphabeta, ordered, memory, ordered+memory ...")
    ] = "alphabeta",
    depth: Annotated[int, typer.Option("--depth", metavar="N", help="How many moves to look ahead.")] = 2,
    judge: Annotated[str, typer.Option("--judge", metavar="NAME", help="Which evaluation.")] = "engine",
    nodes: Annotated[int, typer.Option("--nodes", metavar="N", help="Stop after so many nodes.")] = 5000,
    shown: Annotated[int, typer.Option("--shown", metavar="N", min=1, help="How many nodes to draw.")] = 500,
    svg: SvgOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write a search down: every node with alpha, beta and value, what was cut off, and why."""
    if (game is None) == (nested is None):
        raise BoxwoodError('give a game, or a hand-made tree like --nested "[[3, 12], [2, 4]]"')

    from boxwood.lab.drawing import as_svg, as_text

    if nested is not None:
        from boxwood.lab.nested import EXAMPLES, record_nested

        written = record_nested(EXAMPLES.get(nested, nested), algorithm, cap=nodes)
    else:
        from boxwood.lab.tree import record as write_down

        now = open_game(game or "", moves, position, record, option)
        written = write_down(now, algorithm, depth, judge=judge, cap=nodes)
    if svg is not None:
        save_text(svg, as_svg(written, shown))
    if as_json:
        print(json.dumps(written.as_json()))
    elif svg is None:
        print(as_text(written, shown))


def compare(
    game: GameArgument,
    depth: Annotated[int, typer.Option("--depth", metavar="N", min=1, max=64, help="How many moves to look ahead.")],
    positions: Annotated[int, typer.Option("--positions", metavar="K", min=2, help="On how many positions.")] = 50,
    option: OptionsOption = None,
    algorithms: Annotated[
        str, typer.Option("--algorithms", metavar="A,B,...", help="Who runs beside alphabeta; all unless told.")
    ] = "",
    judge: Annotated[str, typer.Option("--judge", metavar="NAME", help="Which evaluation.")] = "engine",
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="For other positions.")] = 1,
    svg: SvgOption = None,
    as_json: JsonOption = False,
) -> None:
    """Let the algorithms race: nodes and time on many positions, relative to alpha-beta."""
    kind = find(game)
    options = kind.read_options(read_pairs(kind.id, option or []))

    from boxwood.lab.compare import chart, line_up, random_positions, svg_of
    from boxwood.lab.compare import compare as race

    names = line_up([name.strip() for name in algorithms.split(",") if name.strip()])
    states = random_positions(kind, options, positions, seed)
    result = with_progress(
        f"searching {kind.id}",
        lambda tell: race(kind, options, depth, states, judge=judge, algorithms=names, tell=tell),
    )
    if svg is not None:
        save_text(svg, svg_of(chart(result)))
    if as_json:
        print(json.dumps(result.as_json()))
    else:
        print_race(result)


def print_race(race: "Race") -> None:
    """The race as a table."""
    from rich.console import Console
    from rich.table import Table

    title = f"{race.game}, {race.depth} moves deep, {len(race.positions)} positions, relative to alphabeta"
    table = Table(title=title, box=None, title_justify="left", padding=(0, 1, 0, 0))
    table.add_column("algorithm", no_wrap=True)
    for heading in ("nodes", "ratio", "95 %", "p", "seconds", "ratio", "95 %", "p"):
        table.add_column(heading, justify="right", no_wrap=True)
    for runner in race.runners:
        cells = [runner.algorithm]
        for work, ratio in (
            (f"{sum(runner.nodes)}", runner.relative_nodes),
            (f"{sum(runner.seconds):.3f}", runner.relative_time),
        ):
            cells += [work, f"{ratio.mean:.3f}", f"{ratio.low:.2f}-{ratio.high:.2f}", f"{ratio.p:.1g}"]
        table.add_row(*cells)
    console = Console(highlight=False)
    console.width = max(console.width, 88)  # better broken than cut off
    console.print(table)
    console.print(f"All found the same value on {race.agreed} of {len(race.positions)} positions.")


def reproduce(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A game whose report it is, or race.")],
    quick: Annotated[bool, typer.Option("--quick", help="Few games, to try it out.")] = False,
    docs: Annotated[
        str | None, typer.Option("--docs", metavar="DIR", help="Keep the result there too: data, figures and page.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Do a report's experiments again, and print theirs and ours side by side.

    Stopped with Ctrl-C, it goes on where it stopped.
    """
    from boxwood.core.paths import data_directory
    from boxwood.lab.reports import reproduce as do_again
    from boxwood.lab.reports.page import keep

    file = data_directory("reports") / f"{name}{'-quick' if quick else ''}.jsonl"  # there while it is unfinished
    result = with_progress(f"doing {name} again", lambda tell: do_again(name, quick=quick, file=file, tell=tell))
    file.unlink(missing_ok=True)
    if docs is not None:
        keep(result, path_of(docs))
    if as_json:
        print(json.dumps(result.as_json()))
    else:
        print_reproduction(result)


def print_reproduction(result: "Reproduction") -> None:
    """Every experiment with both tables beside each other, where they fit, and its verdict."""
    from rich.columns import Columns
    from rich.console import Console

    console = Console(highlight=False)
    for experiment in result.experiments:
        console.print(f"[bold]{experiment.title}[/]\n{experiment.about}\n", soft_wrap=False)
        both = [("theirs", experiment.theirs), ("ours", experiment.ours)]
        console.print(Columns([_table(title, grid) for title, grid in both if grid is not None], padding=(0, 4)))
        console.print(f"\n{experiment.verdict}\n")
    console.print(f"{result.source}.  Done again with {result.commit} on {result.machine}.")


def _table(title: str, grid: "Grid") -> Any:
    from rich.table import Table

    table = Table(title=title, box=None, title_justify="left", padding=(0, 1))
    for heading in grid.headings:
        table.add_column(heading, no_wrap=True)
    for row in grid.rows:
        table.add_row(*row)
    return table


def new_game(
    folder: Annotated[str, typer.Argument(metavar="DIR", help="A new folder; its name is the game's.")],
) -> None:
    """Write the skeleton of a game of your own: one class that works, its test, and how Boxwood finds it."""
    from boxwood.lab.newgame import write_skeleton

    for file in write_skeleton(path_of(folder)):
        print(file.name)


def with_progress(what: str, work: Callable[[Tell], T]) -> T:
    """Do something long that tells how far it is, with a bar for people and an open ear for Ctrl-C."""
    from rich.console import Console
    from rich.progress import Progress

    from boxwood.cli.perft import interruptible

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        bar = progress.add_task(what, total=None)
        result: T = interruptible(lambda: work(lambda done, total: progress.update(bar, completed=done, total=total)))
        return result
