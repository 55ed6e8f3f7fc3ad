"""Commands that make what is kept for exact play and openings: `table build GAME` and `book build GAME`.

A game's `solver.py` has `build_table` or `build_book` where there is something to make, functions of

    (options, *, directory, memory, threads, progress)

where `options` are pairs of texts that it checks itself, and the rest is left out where nobody has set it.  It calls
`progress(done, total, text)` now and then, keeps what is done in the directory so that the next run goes on from there
whatever has ended this one, and gives back something to print.  A game without `build_book` gets an opening book
out of games and deep analysis.
"""

import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

import typer

from boxwood.cli.common import path_of
from boxwood.cli.perft import interruptible
from boxwood.core.contract import GameType
from boxwood.core.errors import BoxwoodError
from boxwood.core.options import read_pairs
from boxwood.games import find, names

UNITS = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
MOST_MEMORY = 1 << 50  # bytes: more than any machine has, and few enough to count its words
SPEED_SECONDS = 600  # over which the speed is taken that the time left is worked out from
LINE_SECONDS = 15  # between two lines where there is no terminal to draw on

Action = Annotated[str, typer.Argument(metavar="build", help="The only thing there is to do: build.")]
BuildOptions = Annotated[
    list[str] | None,
    typer.Option(
        "--option", "-o", metavar="NAME=VALUE", help="An option of what is made; a wrong name tells which there are."
    ),
]
Built = Annotated[str, typer.Argument(metavar="GAME", help="Of which game.")]
Directory = Annotated[str | None, typer.Option("--dir", metavar="PATH", help="Where, if not among the user's data.")]
Memory = Annotated[str | None, typer.Option("--memory", metavar="SIZE", help="How much to use at most, like 4G.")]
Threads = Annotated[int | None, typer.Option("--threads", metavar="N", min=1, max=64, help="Processor threads.")]


def table(
    action: Action,
    game: Built,
    option: BuildOptions = None,
    memory: Memory = None,
    threads: Threads = None,
    directory: Directory = None,
) -> None:
    """Work out a table of exact values.  Stop it when you like: the same command goes on."""
    _build("table", action, game, option, memory, threads, directory)


def book(
    action: Action,
    game: Built,
    option: BuildOptions = None,
    memory: Memory = None,
    threads: Threads = None,
    directory: Directory = None,
) -> None:
    """Make a book of openings.  Stop it when you like: the same command goes on."""
    _build("book", action, game, option, memory, threads, directory)


def _build(
    what: str, action: str, game: str, option: list[str] | None,
    memory: str | None, threads: int | None, directory: str | None,
) -> None:  # fmt: skip
    if action != "build":
        raise BoxwoodError(f"'{action}' is nothing to do with a {what}: write boxwood {what} build {game}")
    kind = find(game)
    build = _builder(what, kind)
    given = {
        "memory": None if memory is None else read_size(memory),
        "threads": threads,
        "directory": None if directory is None else path_of(directory),
    }
    settings = {name: value for name, value in given.items() if value is not None}
    options = read_pairs(kind.id, option or [])
    try:
        print(_with_progress(kind.id, partial(build, options, **settings)))
    except MemoryError:
        asked = "the memory for it" if memory is None else f"--memory {memory}: so much"
        raise BoxwoodError(f"{kind.id}: {asked} cannot be had on this machine: ask for less, like 512M") from None
    except KeyboardInterrupt:
        print("stopped; what is done is kept, and the same command goes on from there", file=sys.stderr)
        raise


def _builder(what: str, game: GameType) -> Callable[..., Any]:
    build: Callable[..., Any] | None = game.part("solver", f"build_{what}")
    if build is not None:
        return build
    if what == "book":
        from boxwood.arena.books import build_book

        return partial(build_book, game.id)
    having = [name for name in names() if find(name).part("solver", f"build_{what}")]
    raise BoxwoodError(f"{game.id}: there is no {what} to build: there is one for {', '.join(having)}")


def read_size(text: str) -> int:
    """Bytes from a text like 512M, 4G or 4GB."""
    number, unit = text.strip().upper().removesuffix("B"), 1
    if number[-1:] in UNITS:
        number, unit = number[:-1], UNITS[number[-1]]
    try:
        size = int(float(number) * unit)
    except (ValueError, OverflowError):
        size = 0
    if not 0 < size <= MOST_MEMORY:
        raise BoxwoodError(f"--memory '{text}' is not possible: write a size like 512M or 4G")
    return size


def _with_progress(name: str, work: Callable[..., Any]) -> Any:
    """Do the work with a bar that says how far it is and how long it will take, or with lines for a file."""
    from rich.console import Console

    console = Console(stderr=True)
    if not console.is_terminal:
        return interruptible(partial(work, progress=_Lines(name)))
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(),
               TextColumn("left"), TimeRemainingColumn())  # fmt: skip
    with Progress(*columns, console=console, speed_estimate_period=SPEED_SECONDS) as drawn:
        bar = drawn.add_task(name, total=None)
        last = 0

        def show(done: int, total: int, text: str) -> None:
            nonlocal last
            if total != last:  # another part of the work, which has its own speed
                drawn.reset(bar, total=total)
                last = total
            drawn.update(bar, completed=done, description=f"{name}: {text}")

        return interruptible(partial(work, progress=show))


class _Lines:
    """Progress as lines, for a file or another program."""

    def __init__(self, name: str) -> None:
        self._name, self._told = name, 0.0

    def __call__(self, done: int, total: int, text: str) -> None:
        if time.monotonic() > self._told + LINE_SECONDS:
            self._told = time.monotonic()
            print(f"{self._name}: {done:,} of {total:,}, {text}", file=sys.stderr, flush=True)
