"""The truth about a position of Pylos, from the tables.

    oracle = Oracle()                     # standard rules
    oracle.verdict(state)                 # Verdict(value=-1, turns=40): lost for the player to move
    oracle.moves(state)                   # every move with its verdict, the best first

With the full table (see `build`) a verdict tells in how many turns the game ends with best play of both; the turn that
is going on counts.  The table that comes with the package knows values only, `turns` is None, and the way to win is
found as `shortcut` describes.  A state in the middle of a turn is as good as the best end of it.
"""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from boxwood.core.bridge import advance, pointer
from boxwood.core.compiler import entry
from boxwood.core.contract import legal_moves
from boxwood.core.errors import BoxwoodError
from boxwood.games import find
from boxwood.games.pylos import MARBLES, Pylos
from boxwood.solvers.pylos.build import rules_name, table_file
from boxwood.solvers.pylos.packed import SHIPPED, PackedValues, packed_index
from boxwood.solvers.pylos.shapes import position_index, shapes
from boxwood.solvers.pylos.sweep import UNKNOWN, is_win
from boxwood.solvers.pylos.turns import MOST_ENDS, WIDTH, turn_ends
from boxwood.solvers.solution import Solution


class Verdict(NamedTuple):
    """How a position ends with best play, for the player to move."""

    value: int  # 1 won, 0 drawn (play goes round in circles for ever), -1 lost
    turns: int | None = None  # to the end, where it is known

    def __str__(self) -> str:
        if self.value == 0:
            return "draw, proven"
        word = "win" if self.value > 0 else "loss"
        return f"{word} in {self.turns}" if self.turns is not None else f"{word}, proven"


def _ends_entry(maps: Any, state: Any, room: Any, table_indices: Any, packed_indices: Any) -> int:
    ends = advance(pointer(room), 3 * WIDTH)
    count = turn_ends(state, pointer(room), ends)
    for i in range(count):
        table_indices[i] = position_index(maps, ends[2 * i], ends[2 * i + 1])
        packed_indices[i] = packed_index(maps, ends[2 * i], ends[2 * i + 1])
    return count


def _index_entry(maps: Any, own: int, other: int) -> tuple[int, int]:
    return position_index(maps, own, other), packed_index(maps, own, other)


class Oracle:
    """Knows every position of one rule set."""

    def __init__(self, options: Mapping[str, object] | None = None, directory: Path | None = None) -> None:
        options = options or {}
        self.game = find("pylos")
        self._rules = self.game.start(options).rules
        self._maps = shapes()
        self._room = np.empty(3 * WIDTH + 2 * MOST_ENDS, np.int64)
        self._indices = np.empty((2, MOST_ENDS), np.int64)
        self._codes: Any = None
        file = table_file(options, directory)
        if file.exists():
            self._codes = np.memmap(file, np.uint8, "r")
        elif rules_name(options) == "standard" and SHIPPED.exists():
            self._values = PackedValues()
        else:
            raise BoxwoodError(f"pylos: there is no table for these rules ({rules_name(options)}): build it first")

    @property
    def exact(self) -> bool:
        """Whether the number of turns to the end is known."""
        return self._codes is not None

    def _seen(self, in_table: Any, in_packed: Any) -> list[Verdict]:
        """The verdicts on positions between turns, for whoever is to move there."""
        if self.exact:
            return [_from_code(int(code)) for code in self._codes[in_table]]
        return [Verdict(self._values[index]) for index in in_packed.tolist()]

    def verdict(self, state: Pylos) -> Verdict:
        """How a state ends, for the player to move."""
        self._check(state)
        if state.pending == 0:
            in_table, in_packed = entry(_index_entry)(self._maps, state.own, state.other)
            return self._seen(np.array([in_table]), np.array([in_packed]))[0]
        count = entry(_ends_entry, Pylos)(self._maps, state, self._room, self._indices[0], self._indices[1])
        ends = self._seen(self._indices[0, :count], self._indices[1, :count])
        return max(map(_before, ends), key=_preference)

    def moves(self, state: Pylos) -> list[tuple[int, Verdict]]:
        """Every move and how the game then ends, for the player who moves; the best first."""
        found = []
        for move in legal_moves(state, self.game.facts):
            after = state.play(move)
            verdict = self.verdict(after)
            found.append((move, verdict if after.pending else _before(verdict)))
        return sorted(found, key=lambda pair: _preference(pair[1]), reverse=True)

    def _check(self, state: Pylos) -> None:
        if state.rules != self._rules:
            raise BoxwoodError("pylos: this position is played by other rules than the table")


def _from_code(code: int) -> Verdict:
    if code == UNKNOWN:
        return Verdict(0)
    return Verdict(1 if is_win(code) else -1, code - 1)


def _before(verdict: Verdict) -> Verdict:
    """The verdict a turn earlier, for the other player."""
    return Verdict(-verdict.value, None if verdict.turns is None else verdict.turns + 1)


def _preference(verdict: Verdict) -> tuple[int, int]:
    """Larger is better: to win soon, else to draw, else to lose late."""
    return verdict.value, -verdict.value * (verdict.turns or 0)
