"""Quarto solved: `solver` answers, `build` makes the tables it uses."""

from typing import Any

from boxwood.core.options import Options
from boxwood.solving.solver import Solver


def new_solver(options: Options, *, afresh: bool = False) -> Solver:
    """The solver for lines alone or with squares; afresh: without the table."""
    from boxwood.games.quarto.solver import solver as quarto

    squares = bool(options["squares"])
    return Solver(quarto.Solver(squares) if afresh else quarto.solver_for(squares))


def build_table(options: Options, **settings: Any) -> Any:
    """Make the table of exact values."""
    from boxwood.games.quarto.solver.build import build

    return build(options, **settings)
