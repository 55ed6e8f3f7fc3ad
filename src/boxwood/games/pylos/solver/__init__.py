"""Pylos solved: `build` makes the table of all positions, `lookup` plays from it."""

from typing import Any

from boxwood.core.errors import NotSolved
from boxwood.core.options import Options
from boxwood.solving.solver import Solver


def new_solver(options: Options, *, afresh: bool = False) -> Solver:
    """The solver for these rules, where their table is at hand."""
    if afresh:
        raise NotSolved("pylos is known by its table alone: it cannot be searched afresh")
    from boxwood.games.pylos.solver.lookup import Lookup

    return Solver(Lookup(options), "turns")


def build_table(options: Options, **settings: Any) -> Any:
    """Work out the table of these rules."""
    from boxwood.games.pylos.solver.build import build

    return build(options, **settings)
