"""Commands of the engine: `analyse` a position, list the `players`, `bench` the search."""

import json
from typing import Annotated

import typer

from boxwood.cli.common import (
    GameArgument,
    JsonOption,
    MovesOption,
    OptionsOption,
    PositionOption,
    RecordOption,
    open_game,
)
from boxwood.games import find, names

Seconds = Annotated[float | None, typer.Option("--seconds", metavar="S", help="Think so long (1 if nothing is set).")]
Depth = Annotated[int | None, typer.Option("--depth", metavar="N", help="Look so many moves ahead.")]
Nodes = Annotated[int | None, typer.Option("--nodes", metavar="N", help="Look at so many positions.")]
Threads = Annotated[int, typer.Option("--threads", metavar="N", min=1, max=64, help="Processor threads.")]
Megabytes = Annotated[int, typer.Option("--megabytes", metavar="N", min=1, max=65536, help="Size of the table.")]


def analyse(
    game: GameArgument,
    moves: MovesOption = "",
    position: PositionOption = None,
    record: RecordOption = None,
    option: OptionsOption = None,
    seconds: Seconds = None,
    depth: Depth = None,
    nodes: Nodes = None,
    lines: Annotated[int, typer.Option("--lines", metavar="K", min=1, max=64, help="How many best lines.")] = 1,
    threads: Threads = 1,
    megabytes: Megabytes = 64,
    judge: Annotated[str, typer.Option("--judge", metavar="NAME", help="Which evaluation.")] = "engine",
    as_json: JsonOption = False,
) -> None:
    """Say what the engine thinks of a position, while it thinks.  With --json, one object a line."""
    now = open_game(game, moves, position, record, option)

    from boxwood.analysis import analyse as think

    if seconds is None and depth is None and nodes is None:
        seconds = 1.0
    for analysis in think(
        now, seconds=seconds, depth=depth, nodes=nodes, lines=lines, threads=threads, megabytes=megabytes, judge=judge
    ):
        if as_json:
            print(json.dumps(analysis.as_json()), flush=True)
            continue
        for number, line in enumerate(analysis.lines, 1):
            rank = f"{number}. " if lines > 1 else ""
            depth_and_nodes = f"depth {analysis.depth:3}  {analysis.nodes:12,} nodes"
            work = f"{depth_and_nodes if analysis.source == 'engine' else 'solved':29}  {analysis.seconds:7.2f} s"
            print(f"{work}  {rank}{line}", flush=True)


def players(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Of which game; of all if none.")] = None,
    as_json: JsonOption = False,
) -> None:
    """List the named players, their parameters and who they come from."""
    from boxwood.players import available

    found = {name: available(find(name)) for name in ([find(game).id] if game else names())}
    if as_json:
        told = {
            name: [
                {
                    "name": kind.name,
                    "summary": kind.summary,
                    "source": kind.source,
                    "parameters": [
                        {"name": o.name, "default": o.show(o.default), "takes": o.takes, "help": o.help}
                        for o in kind.parameters
                    ],
                }
                for kind in kinds
            ]
            for name, kinds in found.items()
        }
        print(json.dumps(told, indent=1))
        return
    for name, kinds in found.items():
        print(name)
        for kind in kinds:
            print(f"  {kind.name:14} {kind.summary}  [{kind.source}]")
            for o in kind.parameters:
                print(f"  {'':14}   {o.name}={o.show(o.default)}  {o.help} ({o.takes})")


def bench(
    game: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="Which games; all if none.")] = None,
    threads: Threads = 1,
    as_json: JsonOption = False,
) -> None:
    """Search fixed positions to a fixed depth.  The number of nodes is the search's signature."""
    from boxwood.search.bench import bench_game

    for name in game or names():
        kind = find(name)
        done = bench_game(kind, threads)
        if as_json:
            told = {"game": kind.id, "nodes": done.nodes, "seconds": done.seconds, "threads": threads}
            print(json.dumps({**told, "processor_seconds": done.processor_seconds}), flush=True)
        else:
            print(f"{kind.id:10} {done.nodes:12} nodes {done.seconds:8.2f} s "
                  f"{done.speed / 1e6:8.2f} M nodes a second of one thread", flush=True)  # fmt: skip
