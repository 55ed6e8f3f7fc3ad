"""Which solver knows a game: the one place that the layers below ask."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from boxwood.core.contract import GameType
from boxwood.core.errors import BoxwoodError
from boxwood.core.options import Value
from boxwood.solvers.solution import Solution

SOLVED = ("nim", "connect4", "quarto", "pylos")


@dataclass(frozen=True)
class Solver:
    """The truth about every state of a game with certain options."""

    solve: Callable[[Any], Solution]
    best: Callable[[Any], int]  # a move of perfect play


def solver_for(game: GameType, options: Mapping[str, Value]) -> Solver:
    """The solver of a game, ready to answer; BoxwoodError when there is none for it or for these options."""
    if game.id not in SOLVED:
        raise BoxwoodError(f"{game.id} is not solved: the solved games are {', '.join(SOLVED)}")
    return _solver(game.id, tuple(options.items()))


@cache
def _solver(id: str, options: tuple[tuple[str, Value], ...]) -> Solver:
    values = dict(options)
    if id == "nim":
        from boxwood.solvers import nim

        return Solver(nim.solve, lambda state: int(state.read_move(nim.solve(state).best_moves[0])))
    if id == "quarto":
        from boxwood.solvers.quarto.solver import solver_for as quarto

        knower = quarto(bool(values["squares"]))
        return Solver(knower.solution, knower.best)
    if id == "pylos":
        from boxwood.solvers.pylos.lookup import Oracle

        oracle = Oracle(values)
        return Solver(oracle.solve, oracle.best)
    from boxwood.solvers.connect4.solver import solver_for as connect4

    return Solver(connect4().solution, connect4().best)
