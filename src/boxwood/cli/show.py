"""Commands that only look: `games`, `show`, `moves`."""

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
    as_json,
    open_game,
    save_text,
    status,
)
from boxwood.games import find, names


def games(as_data: JsonOption = False) -> None:
    """List the games with their options."""
    kinds = [find(name) for name in names()]
    if as_data:
        told = [
            {
                "game": kind.id,
                "title": kind.title,
                "summary": kind.summary,
                "options": [
                    {"name": o.name, "default": o.default, "takes": o.takes, "help": o.help} for o in kind.options
                ],
            }
            for kind in kinds
        ]
        print(json.dumps(told))
        return

    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False)
    for kind in kinds:
        console.print(f"[bold]{kind.id}[/]  {kind.title}.  {kind.summary}")
        table = Table(box=None, show_header=False, padding=(0, 2))
        for width in (15, 24, None):
            table.add_column(width=width)
        for option in kind.options:
            table.add_row(f"{option.name}={option.show(option.default)}", option.takes, option.help)
        console.print(table, "")


def show(
    game: GameArgument,
    moves: MovesOption = "",
    position: PositionOption = None,
    record: RecordOption = None,
    option: OptionsOption = None,
    svg: Annotated[str | None, typer.Option("--svg", metavar="FILE", help="Draw a picture instead.")] = None,
    as_data: JsonOption = False,
) -> None:
    """Draw the board.  Below it: whose turn it is, and the position as a line of text."""
    now = open_game(game, moves, position, record, option)
    if svg is not None:
        save_text(svg, now._repr_svg_() + "\n")
    if as_data:
        print(json.dumps(as_json(now)))
    elif svg is None:
        print(now, status(now), now.position, sep="\n\n")


def moves(
    game: GameArgument,
    moves: MovesOption = "",
    position: PositionOption = None,
    record: RecordOption = None,
    option: OptionsOption = None,
    as_data: JsonOption = False,
) -> None:
    """List the moves that are allowed, one a line."""
    now = open_game(game, moves, position, record, option)
    if as_data:
        print(json.dumps(as_json(now)))
    else:
        for move in now.legal_moves:
            print(move)
