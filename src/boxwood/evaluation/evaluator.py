"""A judge says how good a state is.  It is all that a search knows of a game beyond its rules.

A judge is a NamedTuple of whole-number weights with plain methods, declared with `@judge`, and runs
interpreted and compiled like a game (see `core.bridge`):

    evaluate(state)       how good the state is for the player to move; 0 is even
    order(state, move)    how promising a move looks before it is searched; higher goes first
    forcing(state, out)   moves that must not be the horizon: captures, answers to threats.
                          n > 0: n moves that may be played on before one evaluates;
                          n < 0: one of these -n moves will be played, standing still is no choice;
                          0: the state is quiet
    verdict(state)        what is already certain: +k the player to move wins within k plies, -k loses
                          within k plies, 0 not known
    candidates(state, out, depth)
                          the moves worth a look `depth` plies before the horizon.
                          n > 0: n moves, all that are legal; n < 0: -n moves, and there may be others

Only `evaluate` must be written.  Weights are data: another set needs no compiling.
"""

from typing import Any, Protocol, TypeVar

from boxwood.core.bridge import Buffer, dual
from boxwood.core.errors import ContractError

C = TypeVar("C", bound=type)


class Judge(Protocol):
    """What a search asks of a judge."""

    def evaluate(self, state: Any) -> int: ...
    def order(self, state: Any, move: int) -> int: ...
    def forcing(self, state: Any, out: Buffer) -> int: ...
    def verdict(self, state: Any) -> int: ...
    def candidates(self, state: Any, out: Buffer, depth: int) -> int: ...


def judge(cls: C) -> C:
    """Class decorator: declare a NamedTuple of weights as a judge."""
    if not callable(getattr(cls, "evaluate", None)):
        raise ContractError(f"{cls.__name__}.evaluate is missing: a judge must say how good a state is")
    for name, default in _DEFAULTS.items():
        if not hasattr(cls, name):
            setattr(cls, name, default)
    return dual(cls)


def _order(self: Any, state: Any, move: int) -> int:
    return 0


def _forcing(self: Any, state: Any, out: Any) -> int:
    return 0


def _verdict(self: Any, state: Any) -> int:
    return 0


def _candidates(self: Any, state: Any, out: Any, depth: int) -> int:
    return state.moves(out)


_DEFAULTS = {"candidates": _candidates, "order": _order, "forcing": _forcing, "verdict": _verdict}
