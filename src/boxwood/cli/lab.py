"""Commands of the laboratory: `tree` writes a search down."""

import json
from typing import Annotated

import typer

from boxwood.cli.common import (
    JsonOption,
    MovesOption,
    OptionsOption,
    PositionOption,
    RecordOption,
    open_game,
    save_text,
)
from boxwood.core.errors import BoxwoodError

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
