"""Nim: take matches from one row, or from one of several heaps, until none is left.

All heaps are in one word, ten bits each, the first lowest; one row is played as a single heap:

    bit 59 ... 50   49 ... 40   39 ... 30   29 ... 20   19 ... 10   9 ... 0
         heap 6       heap 5      heap 4      heap 3      heap 2     heap 1

A move is 1024 * heap (from 0) + the number of matches taken.  The limit of a take holds for heaps
as for the row; heaps from which any number may be taken are `heaps=1,3,5,7 take=0`.
"""

from functools import cache
from itertools import permutations
from typing import NamedTuple

from boxwood.core.bridge import Buffer
from boxwood.core.contract import FIRST_WINS, ONGOING, SECOND_WINS, Facts, game
from boxwood.core.errors import BadPosition, NotAMove, quoted
from boxwood.core.options import Flag, Numbers, Options, Whole

MOST_HEAPS, MOST_MATCHES = 6, 1000
WIDTH = 10  # bits a heap
HEAP = (1 << WIDTH) - 1


@game(
    "nim",
    "Nim",
    summary="Take matches from a row or from heaps; who takes the last one loses, or wins.",
    options=[
        Whole("matches", 21, 1, MOST_MATCHES, "matches in the row"),
        Whole("take", 3, 0, MOST_MATCHES, "how many may be taken at once, 0: any number"),
        Flag("misere", True, "who takes the last match loses; false: wins"),
        Numbers("heaps", MOST_HEAPS, MOST_MATCHES, "heaps instead of one row; a move takes from one of them"),
    ],
    opening_plies=2,
    facts=Facts(
        max_moves=MOST_HEAPS * MOST_MATCHES,
        move_codes=MOST_HEAPS << WIDTH,
        max_plies=MOST_HEAPS * MOST_MATCHES,
    ),
)
class Nim(NamedTuple):
    """The heaps as they are now, and the rules."""

    heaps: int
    turn: int
    number: int  # of heaps at the start; 0: one row
    limit: int  # matches that may be taken at once
    misere: int  # 1: who takes the last one loses

    def player(self) -> int:
        return self.turn

    def moves(self, out: Buffer) -> int:
        count = heap = 0
        heaps = self.heaps
        while heaps:
            for taken in range(1, min(heaps & HEAP, self.limit) + 1):
                out[count] = heap << WIDTH | taken
                count += 1
            heaps >>= WIDTH
            heap += 1
        return count

    def play(self, move: int) -> "Nim":
        taken = (move & HEAP) << WIDTH * (move >> WIDTH)
        return Nim(self.heaps - taken, 1 - self.turn, self.number, self.limit, self.misere)

    def outcome(self) -> int:
        if self.heaps:
            return ONGOING
        # The other player has taken the last match.
        return FIRST_WINS if self.turn != self.misere else SECOND_WINS

    def key(self) -> int:
        # The rules do not fit in, and stay the same throughout a game.
        return self.heaps | self.turn << WIDTH * MOST_HEAPS

    @staticmethod
    def start(matches: int = 21, take: int = 3, misere: bool = True, heaps: tuple[int, ...] | None = None) -> "Nim":
        return Nim(_pack(heaps or (matches,)), 0, len(heaps or ()), take or MOST_MATCHES, int(misere))

    def sizes(self) -> tuple[int, ...]:
        """The matches left in each heap."""
        return tuple(self.heaps >> WIDTH * heap & HEAP for heap in range(self.number or 1))

    def move_text(self, move: int) -> str:
        heap, taken = divmod(move, 1 << WIDTH)
        return f"{heap + 1}:{taken}" if self.number else str(taken)

    def read_move(self, text: str) -> int:
        """`3`, or `2:3`: three from the second heap."""
        heap, colon, taken = text.rpartition(":")
        if not self.number and not colon:
            heap = "1"
        if _is_number(heap, self.number or 1) and _is_number(taken, self.limit):
            return (int(heap) - 1) << WIDTH | int(taken)
        takes = "1" if self.limit == 1 else f"1 to {self.limit}"
        if self.number:
            raise NotAMove(f"nim: {quoted(text)} is not a move: "
                           f"write the heap, 1 to {self.number}, and how many to take, {takes}, like 1:1")  # fmt: skip
        raise NotAMove(f"nim: {quoted(text)} is not a move: a move takes {takes}")

    def words(self) -> list[str]:
        """The matches left, heap by heap, and the player to move: `17 1` or `1,0,5,7 0`."""
        return [",".join(map(str, self.sizes())), str(self.turn)]

    @staticmethod
    def from_words(words: list[str], options: Options) -> "Nim":
        state = Nim.start(**options)  # type: ignore[arg-type]
        if len(words) != 2 or words[1] not in ("0", "1"):
            raise ValueError("write the matches left and the player to move, 0 or 1, like 17 1 or 1,0,5,7 0")
        texts, full = words[0].split(","), state.sizes()
        if len(texts) != len(full):
            raise ValueError(f"there {'is 1 heap' if len(full) == 1 else f'are {len(full)} heaps'}, not {len(texts)}")
        for text, most in zip(texts, full, strict=True):
            if text != "0" and not _is_number(text, most):
                raise ValueError(f"{quoted(text)} is not a number of matches from 0 to {most}")
        sizes, turn = tuple(map(int, texts)), int(words[1])
        gone = [most - size for size, most in zip(sizes, full, strict=True)]
        fewest_turns = sum(-(-taken // state.limit) for taken in gone)
        if fewest_turns == sum(gone) and fewest_turns % 2 != turn:
            raise BadPosition(
                f"nim: with {sum(gone)} taken, in as many moves, player {1 - turn} is to move, not {turn}"
            )
        return state._replace(heaps=_pack(sizes), turn=turn)

    def drawing(self) -> str:
        lines: list[str] = []
        for number, size in enumerate(self.sizes(), 1):
            label = f"{number}: " if self.number else ""
            fives = ["|" * min(5, size - done) for done in range(0, size, 5)] or ["-"]
            for start in range(0, len(fives), 10):
                end = f"  ({size})" if start + 10 >= len(fives) else ""
                lines.append((label if start == 0 else " " * len(label)) + " ".join(fives[start : start + 10]) + end)
        return "\n".join(lines)

    def reason(self) -> str:
        return f"the {'loser' if self.misere else 'winner'} took the last match"

    def task(self) -> str:
        most = min(self.limit, max(self.sizes()))
        return f"take {'1 match' if most == 1 else f'1 to {most} matches'}{' from one heap' if self.number > 1 else ''}"

    def symmetries(self) -> int:
        return len(_orders(self.number or 1))

    def image(self, which: int) -> "Nim":
        sizes = dict(zip(_orders(self.number or 1)[which], self.sizes(), strict=True))
        return self._replace(heaps=_pack(tuple(sizes[heap] for heap in range(len(sizes)))))

    def image_move(self, which: int, move: int) -> int:
        heap, taken = divmod(move, 1 << WIDTH)
        return _orders(self.number or 1)[which][heap] << WIDTH | taken


def _pack(sizes: tuple[int, ...]) -> int:
    return sum(size << WIDTH * heap for heap, size in enumerate(sizes))


def _is_number(text: str, most: int) -> bool:
    """Whether the text is a number from 1 to `most`."""
    return text.isascii() and text.isdigit() and len(text) <= 4 and 1 <= int(text) <= most


@cache
def _orders(count: int) -> list[tuple[int, ...]]:
    """The ways to exchange the heaps: where each one goes."""
    return list(permutations(range(count)))
