"""Commands of exact play: `solve` a position."""

import json
from functools import partial
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
from boxwood.cli.perft import interruptible


def solve(
    game: GameArgument,
    moves: MovesOption = "",
    position: PositionOption = None,
    record: RecordOption = None,
    option: OptionsOption = None,
    afresh: Annotated[bool, typer.Option("--afresh", help="Search, without a book or table.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Say for certain who wins a position with best play, how soon, and by which moves."""
    now = open_game(game, moves, position, record, option)

    from boxwood.analysis import solve as find_out

    solution = interruptible(
        partial(find_out, now, afresh=afresh), f"solving {now.id}; a minute or two at most, and Ctrl-C stops it"
    )
    if as_json:
        told = {
            "value": solution.value,
            "distance": solution.distance,
            "best_moves": list(solution.best_moves),
            "nodes": solution.nodes,
            "score": solution.score,
            "unit": solution.unit,
        }
        print(json.dumps(told))
        return
    print(solution)
    print("best:", " ".join(solution.best_moves))
    score = [] if solution.score is None else [f"score {solution.score}"]
    nodes = [f"{solution.nodes:,} nodes"] if solution.nodes else []  # 0: it was looked up
    if score or nodes:
        print("; ".join(score + nodes))
