"""The truth about a position of Pylos, from the tables.

    oracle = Oracle()                     # standard rules
    oracle.verdict(state)                 # Verdict(value=-1, turns=40): lost for the player to move
    oracle.moves(state)                   # every move with its verdict, the best first
    oracle.best(state)                    # a move of perfect play

With the full table (see `build`) a verdict tells in how many turns the game ends with best play of both; the turn that
is going on counts.  The table that comes with the package knows values only: `turns` is None, and `best` finds its
way as `shortcut` describes.  A state in the middle of a turn is as good as the best end of the turn.
"""

import warnings
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from boxwood.core.bits import popcount
from boxwood.core.compiler import entry
from boxwood.core.contract import legal_moves
from boxwood.core.errors import BoxwoodError, NotSolved
from boxwood.core.options import Value
from boxwood.games import find
from boxwood.games.pylos.rules import BOARD, MARBLES, Pylos
from boxwood.games.pylos.solver.build import deviations, table_file
from boxwood.games.pylos.solver.packed import KEPT_PIECES, PackedValues, packed_index
from boxwood.games.pylos.solver.shapes import position_index, shapes
from boxwood.games.pylos.solver.shortcut import FEATURES, survey
from boxwood.games.pylos.solver.sweep import UNKNOWN, is_win
from boxwood.games.pylos.solver.turns import MOST_ENDS, WIDTH
from boxwood.solving.solution import Solution
from boxwood.solving.solution import Verdict as MoveVerdict
from boxwood.solving.solver import Instant

CANDIDATES = 6  # ends that a winner looks beyond
NEVER = 1 << 30


class Verdict(NamedTuple):
    """How a position ends with best play, for the player to move."""

    value: int  # 1 won, 0 drawn (play goes round in circles for ever), -1 lost
    turns: int | None = None  # to the end, where it is known


class _End(NamedTuple):
    """A position that a turn leads to: the marbles of the next player and of this one."""

    guess: int  # how long it lasts if it is lost, in thousandths of a turn
    own: int
    other: int
    number: int  # among the packed values


def _index_entry(maps: Any, own: int, other: int) -> int:
    return position_index(maps, own, other)


def _packed_index_entry(maps: Any, own: int, other: int) -> int:
    return packed_index(maps, own, other)


class Oracle:
    """Knows every position of one rule set; safe to ask from several threads."""

    def __init__(
        self, options: Mapping[str, object] | None = None, directory: Path | None = None, kept: int = KEPT_PIECES
    ) -> None:
        """From the full table of these options in the directory, or by the standard rules from what we ship.

        So many pieces of what we ship stay unpacked, a megabyte each.
        """
        options = options or {}
        self._rules = find("pylos").start(options).rules
        self._maps = shapes()
        self._codes = _full_table(table_file(options, directory), int(self._maps.start[-1]))
        if self._codes is None:
            self._values = _shipped_values(options, kept)

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

    def best(self, state: Pylos, avoid: Iterable[int] = ()) -> int:
        """A move that keeps the value; a winner hurries, a loser delays.

        A winner who knows values only must be told the keys of the states of the game so far, or he might go round
        in circles.
        """
        moves = self.moves(state)
        if self.exact or moves[0][1].value == 0 or len(moves) == 1:
            return moves[0][0]
        ends = self._ends(state)
        goal = self._quickest(ends, avoid) if moves[0][1].value > 0 else max(ends, key=self._best_guess)
        return next(move for move, _ in moves if self._can_reach(state.play(move), goal))

    def solve(self, state: Pylos) -> Solution:
        """Value, turns to the end and best moves of a game that goes on."""
        moves = self.moves(state)
        best = moves[0][1]
        names = tuple(state.move_text(move) for move, verdict in moves if verdict == best)
        return Solution(best.value, best.turns, names, len(moves), unit="turns")

    def _between_turns(self, own: int, other: int) -> Verdict:
        if self._codes is None:
            return Verdict(self._values[entry(_packed_index_entry)(self._maps, own, other)])
        code = int(self._codes[entry(_index_entry)(self._maps, own, other)])
        if code == UNKNOWN:
            return Verdict(0)
        return Verdict(1 if is_win(code) else -1, code - 1)

    def _survey(self, own: int, other: int, pending: int = 0) -> tuple[Any, Any, Any]:
        """The ends of a turn: the marbles of both, the packed numbers and the guesses."""
        room = np.empty(3 * WIDTH + FEATURES, np.int64)
        marbles, numbers, guesses = (np.empty(size, np.int64) for size in (2 * MOST_ENDS, MOST_ENDS, MOST_ENDS))
        state = Pylos(own, other, 0, pending, self._rules)
        count = entry(survey, Pylos)(self._maps, state, room, marbles, numbers, guesses)
        return marbles[: 2 * count].reshape(count, 2), numbers[:count], guesses[:count]

    def _ends(self, state: Pylos) -> list[_End]:
        """The ends of the turn that goes on, without repetition."""
        lists = (found.tolist() for found in self._survey(state.own, state.other, state.pending))
        return sorted({_End(guess, own, other, number) for (own, other), number, guess in zip(*lists, strict=True)})

    def _quickest(self, ends: list[_End], avoid: Iterable[int]) -> _End:
        """Of the likeliest winning ends, the one whose worst reply leaves the least to do."""
        # A key begins with the marbles of both.
        left = {int(entry(_packed_index_entry)(self._maps, key & BOARD, key >> 30 & BOARD)) for key in avoid}
        winning = [end for end in ends if self._values[end.number] < 0]
        candidates = [end for end in winning if end.number not in left] or winning
        expected = sorted((self._expect(end) for end in candidates[:CANDIDATES]), key=lambda found: found[:2])
        best = (NEVER, candidates[0])
        for least, end, replies in expected:
            for reply in replies:
                if (least, end) >= best:
                    break
                least = max(least, self._least_winning(*reply))
            best = min(best, (least, end))
        return best[1]

    def _expect(self, end: _End) -> tuple[int, _End, list[tuple[Any, Any]]]:
        """What is left to do after an end and the worst reply, if all our ends then won; it may be more.

        With it come numbers and guesses of our ends after every reply, the worst first: only look-ups take time.
        """
        if popcount(end.own) == MARBLES:
            return -1, end, []
        replies = {reply.number: reply for reply in self._ends(Pylos(end.own, end.other, 0, 0, self._rules))}
        found = [self._survey(reply.own, reply.other)[1:] for reply in replies.values()]
        found.sort(key=lambda one: int(one[1].min()), reverse=True)
        return int(found[0][1].min()), end, found

    def _best_guess(self, reply: _End) -> int:
        """The guess for the winner's best end after a reply of the loser's."""
        return self._least_winning(*self._survey(reply.own, reply.other)[1:])

    def _least_winning(self, numbers: Any, guesses: Any) -> int:
        """The least guess of those ends that win."""
        for i in guesses.argsort(kind="stable").tolist():
            if self._values[int(numbers[i])] < 0:
                return int(guesses[i])
        raise BoxwoodError("pylos: the table contradicts itself: a lost position has a reply that does not lose")

    def _can_reach(self, state: Pylos, goal: _End) -> bool:
        if state.pending == 0:
            return (state.own, state.other) == (goal.own, goal.other)
        return any((end.own, end.other) == (goal.own, goal.other) for end in self._ends(state))


def _full_table(file: Path, size: int) -> Any:
    """The codes of all positions, if they have been built."""
    if not file.exists():
        return None
    if file.stat().st_size != size:
        warnings.warn(f"pylos: {file} is damaged; it is not used: remove it and build it anew", stacklevel=3)
        return None
    return np.memmap(file, np.uint8, "r")


def _shipped_values(options: Mapping[str, object], kept: int) -> PackedValues:
    given = "".join(f" --option {name}={value}" for name, value in deviations(options).items())
    if given:
        raise NotSolved(f"pylos: there is no table for these rules: `boxwood table build pylos{given}` makes it")
    return PackedValues(kept=kept)


def _a_turn_earlier(verdict: Verdict) -> Verdict:
    """The verdict a turn earlier, for the other player."""
    return Verdict(-verdict.value, None if verdict.turns is None else verdict.turns + 1)


def _preference(verdict: Verdict) -> tuple[int, int]:
    """Larger is better: to win soon, else to draw, else to lose late."""
    return verdict.value, -verdict.value * (verdict.turns or 0)


class Lookup(Instant):
    """The tables as a solver."""

    def __init__(self, options: Mapping[str, Value]) -> None:
        self._oracle = Oracle(options)
        self.solution = self._oracle.solve

    def choose(self, state: Any, avoid: Iterable[int] = ()) -> MoveVerdict:
        verdict = self._oracle.verdict(state)
        return MoveVerdict(self._oracle.best(state, avoid), verdict.value, verdict.turns)

    def warm(self, state: Any) -> None:
        self.choose(state)

    def verdicts(self, state: Any) -> list[MoveVerdict]:
        return [MoveVerdict(move, verdict.value, verdict.turns) for move, verdict in self._oracle.moves(state)]
