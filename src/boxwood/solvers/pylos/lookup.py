"""The truth about a position of Pylos, from the tables.

    oracle = Oracle()                     # standard rules
    oracle.verdict(state)                 # Verdict(value=-1, turns=40): lost for the player to move
    oracle.moves(state)                   # every move with its verdict, the best first
    oracle.best(state)                    # a move of perfect play

With the full table (see `build`) a verdict tells in how many turns the game ends with best play of both; the turn that
is going on counts.  The table that comes with the package knows values only: `turns` is None, and `best` finds its
way as `shortcut` describes.  A state in the middle of a turn is as good as the best end of the turn.
"""

from collections.abc import Container, Mapping
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np

from boxwood.core.bits import popcount
from boxwood.core.compiler import entry
from boxwood.core.contract import legal_moves
from boxwood.core.errors import BoxwoodError
from boxwood.games import find
from boxwood.games.pylos import MARBLES, Pylos
from boxwood.solvers.pylos.build import rules_name, table_file
from boxwood.solvers.pylos.packed import SHIPPED, PackedValues
from boxwood.solvers.pylos.shapes import position_index, shapes
from boxwood.solvers.pylos.shortcut import FEATURES, survey
from boxwood.solvers.pylos.sweep import UNKNOWN, is_win
from boxwood.solvers.pylos.turns import MOST_ENDS, WIDTH
from boxwood.solvers.solution import Solution

CANDIDATES = 6  # ends that a winner looks beyond


class Values(Protocol):
    """1, 0 or -1 for the player to move, by the number of a position."""

    def __getitem__(self, index: int) -> int: ...


class Verdict(NamedTuple):
    """How a position ends with best play, for the player to move."""

    value: int  # 1 won, 0 drawn (play goes round in circles for ever), -1 lost
    turns: int | None = None  # to the end, where it is known


class _End(NamedTuple):
    """A position that a turn leads to: the marbles of the next player and of this one."""

    guess: int  # how long it lasts if it is lost, in thousandths of a turn
    own: int
    other: int
    number: int  # in the table


def _index_entry(maps: Any, own: int, other: int) -> int:
    return position_index(maps, own, other)


class Oracle:
    """Knows every position of one rule set."""

    def __init__(
        self, options: Mapping[str, object] | None = None, directory: Path | None = None, values: Values | None = None
    ) -> None:
        """With `values` these are used; else the full table of these options in the directory, or what we ship."""
        options = options or {}
        self._rules = find("pylos").start(options).rules
        self._maps = shapes()
        self._room = np.empty(3 * WIDTH + FEATURES, np.int64)
        self._marbles = np.empty(2 * MOST_ENDS, np.int64)
        self._numbers, self._guesses = np.empty(MOST_ENDS, np.int64), np.empty(MOST_ENDS, np.int64)
        self._codes: Any = None
        file = table_file(options, directory)
        if values is not None:
            self._values = values
        elif file.exists():
            self._codes = np.memmap(file, np.uint8, "r")
        elif rules_name(options) == "standard" and SHIPPED.exists():
            self._values = PackedValues()
        else:
            raise BoxwoodError(f"pylos: there is no table for these rules ({rules_name(options)}): build it first")

    @property
    def exact(self) -> bool:
        """Whether the number of turns to the end is known."""
        return self._codes is not None

    def verdict(self, state: Pylos) -> Verdict:
        """How a state ends, for the player to move."""
        if state.rules != self._rules:
            raise BoxwoodError("pylos: this position is played by other rules than the table's")
        if state.pending == 0:
            return self._between_turns(state.own, state.other)
        ends = (self._between_turns(end.own, end.other) for end in self._ends(state))
        return max(map(_a_turn_earlier, ends), key=_preference)

    def moves(self, state: Pylos) -> list[tuple[int, Verdict]]:
        """Every move and how the game then ends, for the player who moves; the best first."""
        found = []
        for move in legal_moves(state, find("pylos").facts):  # type: ignore[arg-type]
            after = state.play(move)
            verdict = self.verdict(after)
            found.append((move, verdict if after.pending else _a_turn_earlier(verdict)))
        return sorted(found, key=lambda pair: _preference(pair[1]), reverse=True)

    def number(self, state: Pylos) -> int:
        """The number of a position between turns, for `best` to avoid."""
        return int(entry(_index_entry)(self._maps, state.own, state.other))

    def best(self, state: Pylos, avoid: Container[int] = ()) -> int:
        """A move that keeps the value; a winner hurries, a loser delays.

        A winner who knows values only must be told the numbers of the positions that he has left to the other
        before, or he might go round in circles.
        """
        moves = self.moves(state)
        if self.exact or moves[0][1].value == 0 or len(moves) == 1:
            return moves[0][0]
        won = moves[0][1].value > 0
        goal = self._quickest_end(state, avoid) if won else max(self._ends(state), key=lambda end: -_reserve(end.own))
        return next(move for move, _ in moves if self._can_reach(state.play(move), goal))

    def solve(self, state: Pylos) -> Solution:
        """Value, turns to the end and best moves of a game that goes on."""
        moves = self.moves(state)
        best = moves[0][1]
        names = tuple(state.move_text(move) for move, verdict in moves if verdict == best)
        return Solution(best.value, best.turns, names, len(moves))

    def _between_turns(self, own: int, other: int) -> Verdict:
        index = entry(_index_entry)(self._maps, own, other)
        if not self.exact:
            return Verdict(self._values[index])
        code = int(self._codes[index])
        if code == UNKNOWN:
            return Verdict(0)
        return Verdict(1 if is_win(code) else -1, code - 1)

    def _survey(self, own: int, other: int, pending: int = 0) -> int:
        """List the ends of a turn in our arrays; how many."""
        state = Pylos(own, other, 0, pending, self._rules)
        return int(entry(survey, Pylos)(self._maps, state, self._room, self._marbles, self._numbers, self._guesses))

    def _ends(self, state: Pylos) -> list[_End]:
        """The ends of the turn that goes on, without repetition."""
        count = self._survey(state.own, state.other, state.pending)
        lists = zip(
            self._marbles[: 2 * count].reshape(count, 2).tolist(),
            self._numbers[:count].tolist(),
            self._guesses[:count].tolist(),
            strict=True,
        )
        return sorted({_End(guess, own, other, number) for (own, other), number, guess in lists})

    def _quickest_end(self, state: Pylos, avoid: Container[int]) -> _End:
        """Of the likeliest winning ends, the one whose worst reply leaves the least to do."""
        winning = [end for end in self._ends(state) if self._values[end.number] < 0]
        candidates = [end for end in winning if end.number not in avoid] or winning
        return min(candidates[:CANDIDATES], key=lambda end: (self._after_worst_reply(end), end))

    def _after_worst_reply(self, end: _End) -> int:
        if _reserve(end.own) == 0:
            return -1
        replies = {reply.number: reply for reply in self._ends(Pylos(end.own, end.other, 0, 0, self._rules))}
        return max(self._best_guess(reply) for reply in replies.values())

    def _best_guess(self, reply: _End) -> int:
        """The guess for the winner's best end after a reply."""
        count = self._survey(reply.own, reply.other)
        numbers, guesses = self._numbers[:count].tolist(), self._guesses[:count]
        for i in guesses.argsort().tolist():
            if self._values[numbers[i]] < 0:
                return int(guesses[i])
        raise BoxwoodError("pylos: the table contradicts itself: a lost position has a reply that does not lose")

    def _can_reach(self, state: Pylos, goal: _End) -> bool:
        if state.pending == 0:
            return (state.own, state.other) == (goal.own, goal.other)
        return any((end.own, end.other) == (goal.own, goal.other) for end in self._ends(state))


def _reserve(marbles: int) -> int:
    return MARBLES - popcount(marbles)


def _a_turn_earlier(verdict: Verdict) -> Verdict:
    """The verdict a turn earlier, for the other player."""
    return Verdict(-verdict.value, None if verdict.turns is None else verdict.turns + 1)


def _preference(verdict: Verdict) -> tuple[int, int]:
    """Larger is better: to win soon, else to draw, else to lose late."""
    return verdict.value, -verdict.value * (verdict.turns or 0)
