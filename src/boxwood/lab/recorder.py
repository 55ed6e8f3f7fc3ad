"""Follows a search while it runs, node by node, without changing a line of it.

The algorithms of `boxwood.search` call themselves by name.  Here they run interpreted, as copies in
which that name means the recorder, so that every call passes through it: what is written down is the
search itself, and its own counts of nodes and cut branches must come out the same.

All numbers are told from the first player's side, also where an algorithm keeps those of the player to
move: he is Max, alpha is what he is sure of, beta what the other is.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any

from boxwood.core.contract import ONGOING, GameType
from boxwood.core.options import Value
from boxwood.search.scores import INFINITE, WIN, WON

FIRST_PLAYERS_SIDE = ("minimax", "alphabeta")  # whose values are the first player's already


@dataclass(slots=True)
class Visit:
    """One node of the tree: what the search knew when it came, and what it had found when it left."""

    id: int  # in the order of the visits
    parent: int | None
    move: str | None  # that led here
    player: int  # to move
    ply: int
    position: str
    alpha: int
    beta: int
    value: int | None = None  # None: the search was stopped before it was known
    bound: str = "exact"  # "lower": the true value is this or more, "upper": or less
    kind: str = "inner"  # or "end" of the game, "horizon", "table"
    children: list[int] = field(default_factory=list)
    cut: list[str] = field(default_factory=list)  # moves that were never looked at
    why: str = ""  # they were not, or where a value in the table came from
    because: int | None = None  # the node that this reason points to
    principal: bool = False  # whether best play passes here

    def as_json(self) -> dict[str, Any]:
        """Plain values; infinite bounds are null."""
        told: dict[str, Any] = {name: getattr(self, name) for name in self.__slots__}
        told["alpha"], told["beta"] = _finite(self.alpha), _finite(self.beta)
        told["text"] = score_text(self.value)
        return told


def _finite(bound: int) -> int | None:
    return bound if abs(bound) < INFINITE else None


def score_text(value: int | None) -> str:
    """A value of the first player's in words: `12`, `1-0 in 5`, `∞`.

    >>> score_text(12), score_text(WIN - 5), score_text(4 - WIN), score_text(-INFINITE), score_text(None)
    ('12', '1-0 in 5', '0-1 in 4', '-∞', '?')
    """
    if value is None:
        return "?"
    if abs(value) >= INFINITE:
        return "∞" if value > 0 else "-∞"
    if abs(value) > WON:
        return f"{'1-0' if value > 0 else '0-1'} in {WIN - abs(value)}"
    return str(value)


class Full(Exception):
    """As many nodes as may be written down have been."""


@dataclass(slots=True)
class _Open:
    """A node that the search has entered and not yet left."""

    visit: Visit
    state: Any
    room: Any  # where the search has written this node's moves, in the order of its looking
    best: int | None = None  # of the children so far
    best_child: int = 0


class Recorder:
    """Writes down the visits of one search."""

    def __init__(
        self,
        game: GameType,
        options: Mapping[str, Value],
        algorithm: str,
        cap: int,
        names: tuple[str, str] = ("the first player", "the second player"),
        **meanings: Any,
    ) -> None:
        self.visits: list[Visit] = []
        self._game, self._options, self._cap, self._names = game, options, cap, names
        self._turned = algorithm not in FIRST_PLAYERS_SIDE
        self._meanings = meanings  # other names that mean something else to this search
        self._open: list[_Open] = []
        self._kept: dict[int, int] = {}  # key of a position -> the node that put it into the table

    def watch(self, entry: Callable[..., int]) -> Callable[..., int]:
        """A copy of an algorithm that tells its every step here."""
        assert isinstance(entry, FunctionType)
        names = entry.__globals__ | self._meanings
        for name in entry.__code__.co_names:
            search = names.get(name)
            if isinstance(search, FunctionType) and name in search.__code__.co_names:  # it calls itself
                names[name] = self._watched(search)
        return FunctionType(entry.__code__, names, entry.__name__)

    def _watched(self, search: FunctionType) -> Callable[..., int]:
        names = search.__globals__ | self._meanings
        copy = FunctionType(search.__code__, names, search.__name__)
        parameters = search.__code__.co_varnames

        def call(*arguments: Any) -> int:
            given = dict(zip(parameters, arguments, strict=False))
            now = self._enter(given)
            value: int = copy(*arguments)
            self._leave(now, value, given["limit"])
            return value

        names[search.__name__] = call
        return call

    def _enter(self, given: dict[str, Any]) -> _Open:
        if len(self.visits) >= self._cap:
            raise Full
        state, parent = given["state"], self._open[-1] if self._open else None
        alpha, beta = given.get("alpha", -INFINITE), given.get("beta", INFINITE)
        if self._turned and state.player() == 1:
            alpha, beta = -beta, -alpha
        move = None
        if parent is not None:
            move = str(parent.state.move_text(parent.room[len(parent.visit.children)]))
            parent.visit.children.append(len(self.visits))
        visit = Visit(
            len(self.visits),
            None if parent is None else parent.visit.id,
            move,
            int(state.player()),
            given["ply"],
            self._game.position_text(state, self._options),
            alpha,
            beta,
        )
        self.visits.append(visit)
        self._open.append(_Open(visit, state, given["notes"].room))
        return self._open[-1]

    def _leave(self, now: _Open, value: int, limit: int) -> None:
        visit, state = now.visit, now.state
        self._open.pop()
        visit.value = -value if self._turned and visit.player == 1 else value
        if state.outcome() != ONGOING:
            visit.kind = "end"
        elif visit.ply == limit:
            visit.kind = "horizon"
        elif not visit.children:
            self._tell_table(visit, state)
        else:
            if visit.value <= visit.alpha or visit.value >= visit.beta:
                visit.bound = "upper" if visit.value <= visit.alpha else "lower"
            count = state.moves([0] * self._game.facts.max_moves)
            visit.cut = [str(state.move_text(now.room[i])) for i in range(len(visit.children), count)]
            if visit.cut:
                self._tell_cut(visit)
            self._kept[state.key()] = visit.id
        if self._open:
            above = self._open[-1]
            better = 1 if above.visit.player == 0 else -1
            if above.best is None or (visit.value - above.best) * better > 0:
                above.best, above.best_child = visit.value, visit.id

    def _tell_table(self, visit: Visit, state: Any) -> None:
        source = self.visits[self._kept[state.key()]]
        visit.kind, visit.bound, visit.because = "table", source.bound, source.id
        visit.why = f"table: node {source.id} is the same position, searched as deep"

    def _tell_cut(self, visit: Visit) -> None:
        """The other player would not come here: somewhere above he has something that is as good for him."""
        other = self._names[1 - visit.player]
        sign, name, limit = ("≥", "beta", visit.beta) if visit.player == 0 else ("≤", "alpha", visit.alpha)
        visit.why = f"{score_text(visit.value)} {sign} {name} {score_text(limit)}"
        for above in reversed(self._open):
            if above.visit.player != visit.player and above.best == limit:
                visit.because = above.best_child
                move = self.visits[above.best_child].move
                visit.why += f": {other} already has {score_text(limit)} with {move} (node {above.best_child})"
                return
