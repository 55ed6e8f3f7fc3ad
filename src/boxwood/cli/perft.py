"""Commands that run compiled: `perft` counts move sequences, `warmup` compiles ahead."""

import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

import typer

from boxwood.cli.common import GameArgument, MovesOption, OptionsOption, PositionOption, RecordOption, open_game
from boxwood.core.contract import GameType
from boxwood.games import find, names

PATIENCE = 0.5  # seconds


def perft(
    game: GameArgument,
    depth: Annotated[int, typer.Option("--depth", metavar="N", min=0, max=100, help="How many moves deep.")],
    moves: MovesOption = "",
    position: PositionOption = None,
    record: RecordOption = None,
    option: OptionsOption = None,
) -> None:
    """Count move sequences.  Prints a line for each depth: the depth, the count, the seconds it took."""
    now = open_game(game, moves, position, record, option)

    from boxwood.core.perft import Walker

    walker = Walker(now.type)
    # Compiling is not to be measured.
    interruptible(partial(walker.perft, now.state, 0), f"compiling {now.id}, this once; boxwood warmup does it ahead")
    for level in range(1, depth + 1):
        begin = time.perf_counter()
        count = interruptible(partial(walker.perft, now.state, level))
        print(f"{level:3} {count:15} {time.perf_counter() - begin:10.3f}", flush=True)


def warmup(
    game: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="Which games; all if none.")] = None,
) -> None:
    """Compile the games now, so that nothing has to wait for it later."""
    kinds = [find(name) for name in game or names()]

    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeElapsedColumn(), console=Console(stderr=True)) as progress:
        steps = [(kind, what, step) for kind in kinds for what, step in warm_steps(kind)]
        bar = progress.add_task("compiling", total=len(steps))
        for kind, what, step in steps:
            progress.update(bar, description=f"compiling {kind.id}: {what}")
            interruptible(step)
            progress.advance(bar)
        progress.update(bar, description="compiled " + ", ".join(kind.id for kind in kinds))


def warm_steps(kind: GameType) -> list[tuple[str, Callable[[], Any]]]:
    """Everything of a game that is compiled, each with a name, smallest first."""
    from boxwood.core.perft import Walker
    from boxwood.evaluation import find as find_judge
    from boxwood.search.clock import Limits
    from boxwood.search.iterative_deepening import Thinker
    from boxwood.solving.solver import find_solver

    walker, start, look = Walker(kind), kind.start(), Limits(depth=2)
    solver = find_solver(kind, kind.read_options({}))
    return [
        ("looking", lambda: walker.look(start)),
        ("legal moves", lambda: walker.moves(start)),
        ("playing", lambda: walker.play(start, walker.moves(start)[0])),
        ("random games", lambda: walker.playouts(start, 1, limit=1)),
        ("counting", lambda: walker.perft(start, 1)),
        ("the engine", lambda: Thinker(kind, find_judge(kind, "engine"), megabytes=1).think(start, look).score),
        *([("the solver", lambda: solver.warm(start))] if solver is not None else []),
    ]


def interruptible(work: Callable[[], Any], notice: str = "") -> Any:
    """Do work that compiled code does for long, so that Ctrl-C is heard at once and not at its end.

    A person who has to wait is given the notice.
    """
    result: list[Any] = []
    failure: list[BaseException] = []

    def run() -> None:
        try:
            result.append(work())
        except BaseException as error:
            failure.append(error)

    worker = threading.Thread(target=run, daemon=True)
    worker.start()
    worker.join(PATIENCE)
    if worker.is_alive() and notice and sys.stderr.isatty():
        print(notice, file=sys.stderr)
    while worker.is_alive():
        worker.join(PATIENCE)
    if failure:
        raise failure[0]
    return result[0]
