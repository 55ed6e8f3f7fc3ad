"""Connect Four solved: `solver` answers, `build` makes the book it uses."""

from typing import Any

from boxwood.core.errors import NotSolved
from boxwood.core.options import Options
from boxwood.solving.solver import Solver


def new_solver(options: Options, *, afresh: bool = False) -> Solver:
    """The solver for the board of 7x6; afresh: without the book."""
    if (options["width"], options["height"]) != (7, 6):
        raise NotSolved("connect4: only the board of 7x6 is solved: leave out width and height")
    from boxwood.games.connect4.solver import solver as connect4

    return Solver(connect4.Solver(at_once=connect4.at_once()) if afresh else connect4.solver_for())


def build_book(options: Options, **settings: Any) -> Any:
    """Make the book of exact scores."""
    from boxwood.games.connect4.solver.build import build

    return build(options, **settings)
