"""How long to think: what a caller allows, and how it is shared out over the moves to come."""

from dataclasses import dataclass, replace

OVERHEAD = 0.004  # seconds kept back for stopping and handing over the move
MOVES_TO_GO = 30  # assumed left in a game whose clock does not say


@dataclass(frozen=True)
class Limits:
    """What a search may use; what is None is not limited.

    `seconds` is for this move.  `clock` and `increment` are for the rest of the game, with
    `moves_to_go` moves until the clock is filled again.
    """

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None
    clock: float | None = None
    increment: float = 0.0
    moves_to_go: int | None = None

    def after(self, seconds: float) -> "Limits":
        """What is left of them when so much time has been used."""
        return replace(
            self,
            seconds=None if self.seconds is None else max(self.seconds - seconds, 0.0),
            clock=None if self.clock is None else max(self.clock - seconds, 0.0),
        )

    @property
    def endless(self) -> bool:
        """Only a stop from outside ends such a search."""
        return self.seconds is None and self.depth is None and self.nodes is None and self.clock is None


@dataclass(frozen=True)
class Allotment:
    """Begin no new iteration after `soft` seconds, and break off after `hard`."""

    soft: float | None
    hard: float | None


def allot(limits: Limits) -> Allotment:
    """Share out the time.

    >>> allot(Limits(seconds=1.0)).hard
    0.996
    >>> allot(Limits(clock=60.0)).soft < 4
    True
    """
    hard = soft = None
    if limits.clock is not None:
        usable = max(limits.clock - 10 * OVERHEAD, limits.clock / 10)
        share = usable / max(limits.moves_to_go or MOVES_TO_GO, 1) + 0.8 * limits.increment
        soft = min(0.7 * share, usable)  # an iteration takes longer than all before it
        hard = min(4 * share, usable / 3 + limits.increment, usable)
    if limits.seconds is not None:
        whole = max(limits.seconds - OVERHEAD, limits.seconds / 2)
        hard = whole if hard is None else min(hard, whole)
    return Allotment(soft, hard)
