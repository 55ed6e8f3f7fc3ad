"""Connect Four: discs fall into columns, and the first to get four in a row wins.

One bit a cell, a column after the other from the bottom up, and one bit more on top of each column
that stays empty, so that no line runs from one column into the next (7x6, stride 7):

      6 13 20 27 34 41 48     (always empty)
      5 12 19 26 33 40 47
      4 11 18 25 32 39 46
      3 10 17 24 31 38 45     a step of 1 goes up, stride to the right,
      2  9 16 23 30 37 44     stride + 1 up to the right, stride - 1 down to the right
      1  8 15 22 29 36 43
      0  7 14 21 28 35 42

A move is the column, from 0.
"""

from typing import NamedTuple

from boxwood.core.bits import each_bit, popcount
from boxwood.core.bridge import Buffer, dual
from boxwood.core.contract import DRAW, FIRST_WINS, ONGOING, SECOND_WINS, Facts, game
from boxwood.core.errors import BadOption, BadPosition, NotAMove
from boxwood.core.options import Options, Whole


@dual
def has_four(discs: int, stride: int) -> bool:
    """Whether four of these discs are in a row."""
    # Shifting twice by a step keeps each shift below 64 bits, on a board of two tall columns too.
    pairs = discs & (discs >> 1)
    if pairs & (pairs >> 2):
        return True
    pairs = discs & (discs >> stride)
    if pairs & (pairs >> stride >> stride):
        return True
    pairs = discs & (discs >> (stride + 1))
    if pairs & (pairs >> (stride + 1) >> (stride + 1)):
        return True
    pairs = discs & (discs >> (stride - 1))
    return pairs & (pairs >> (stride - 1) >> (stride - 1)) != 0


@game(
    "connect4",
    "Connect Four",
    summary="Drop discs into columns; four in a row wins.",
    options=[
        Whole("width", 7, 1, 31, "columns"),
        Whole("height", 6, 1, 61, "cells in a column; width x (height + 1) is at most 63"),
    ],
    opening_plies=4,
    facts=Facts(max_moves=31, move_codes=31, max_plies=62, can_draw=True),
)
class ConnectFour(NamedTuple):
    """The player to move owns `own`; `discs` are those of both."""

    own: int
    discs: int
    board: int  # every cell
    stride: int  # bits a column: its height and one more

    def player(self) -> int:
        return popcount(self.discs) & 1

    def moves(self, out: Buffer) -> int:
        free = self.board & ~self.discs
        column = (1 << (self.stride - 1)) - 1
        count = move = 0
        while column & self.board:
            out[count] = move
            count += 1 if column & free else 0
            column <<= self.stride
            move += 1
        return count

    def play(self, move: int) -> "ConnectFour":
        # Adding a disc at the bottom carries up to the first empty cell.
        discs = self.discs | (self.discs + (1 << self.stride * move))
        return ConnectFour(self.own ^ self.discs, discs, self.board, self.stride)

    def outcome(self) -> int:
        if has_four(self.own ^ self.discs, self.stride):
            return SECOND_WINS if self.player() == 0 else FIRST_WINS
        return DRAW if self.discs == self.board else ONGOING

    def key(self) -> int:
        # Filling each column up to its top disc, own discs marked by a carry, tells all positions apart.
        return self.own + self.discs

    @staticmethod
    def start(width: int = 7, height: int = 6) -> "ConnectFour":
        if width * (height + 1) > 63:
            raise BadOption(
                f"connect4: {width}x{height} is too large: width x (height + 1) is at most 63, for example 7x6 or 8x6"
            )
        stride = height + 1
        return ConnectFour(0, 0, sum(((1 << height) - 1) << stride * c for c in range(width)), stride)

    def _width(self) -> int:
        return self.board.bit_length() // self.stride + 1

    def _owner(self, column: int, row: int) -> str:
        bit = 1 << (self.stride * column + row)
        if not self.discs & bit:
            return "."
        return "xo"[self.player() ^ (not self.own & bit)]

    def move_text(self, move: int) -> str:
        return str(move + 1)

    def read_move(self, text: str) -> int:
        if text.isascii() and text.isdigit() and len(text) < 4 and 1 <= int(text) <= self._width():
            return int(text) - 1
        raise NotAMove(f"connect4: '{text}' is not a move: a move is a column from 1 to {self._width()}")

    def split(self, word: str) -> list[str]:
        """A run of digits is a run of moves, where every column has one digit."""
        return list(word) if word.isdigit() and self._width() < 10 else [word]

    def words(self) -> list[str]:
        """The rows from the top, x and o and dots, then the player to move."""
        rows = [
            "".join(self._owner(column, row) for column in range(self._width()))
            for row in reversed(range(self.stride - 1))
        ]
        return ["/".join(rows), str(self.player())]

    @staticmethod
    def from_words(words: list[str], options: Options) -> "ConnectFour":
        state = ConnectFour.start(**options)  # type: ignore[arg-type]
        if len(words) != 2:
            raise ValueError(
                "write the rows and the player to move, like ......./......./......./......./......./...x... 1"
            )
        rows, width, height = words[0].split("/"), state._width(), state.stride - 1
        if len(rows) != height or any(len(row) != width for row in rows):
            raise ValueError(f"the board has {height} rows of {width} cells, separated by /")
        discs = {"x": 0, "o": 0, ".": 0}
        for row, cells in enumerate(reversed(rows)):
            for column, cell in enumerate(cells.lower()):
                if cell not in discs:
                    raise ValueError(f"'{cell}' is not x, o or .")
                discs[cell] |= 1 << (state.stride * column + row)
        both = discs["x"] | discs["o"]
        bottom = state.board & ~(state.board << 1)
        if both & ~(bottom | both << 1):
            raise BadPosition("connect4: a disc hangs in the air: each lies on the bottom or on another disc")
        lead = popcount(discs["x"]) - popcount(discs["o"])
        if lead not in (0, 1):
            raise BadPosition(
                f"connect4: {popcount(discs['x'])} x and {popcount(discs['o'])} o cannot be: x begins, in turns"
            )
        if words[1] != str(lead):
            raise BadPosition(f"connect4: with these discs player {lead} is to move, not '{words[1]}'")
        stride = state.stride
        if has_four(discs["xo"[lead]], stride):
            raise BadPosition("connect4: the player to move has four in a row: the game was over before")
        last = discs["ox"[lead]]
        tops = last & ~(both >> 1)
        if has_four(last, stride) and all(has_four(last & ~(1 << top), stride) for top in each_bit(tops)):
            raise BadPosition("connect4: there are fours in a row that no single last disc can have made")
        return ConnectFour(discs["xo"[lead]], both, state.board, stride)

    def drawing(self) -> str:
        width, rows = self._width(), self.words()[0].split("/")
        numbers = " ".join(str(column % 10) for column in range(1, width + 1))
        return "\n".join([*(" ".join(row) for row in rows), "-" * len(numbers), numbers])

    def reason(self) -> str:
        return "the board is full" if self.outcome() == DRAW else "four in a row"

    def task(self) -> str:
        return "drop a disc into a column"

    def symmetries(self) -> int:
        return 2

    def image(self, which: int) -> "ConnectFour":
        if which == 0:
            return self
        return ConnectFour(self._mirror(self.own), self._mirror(self.discs), self.board, self.stride)

    def _mirror(self, bits: int) -> int:
        column, width = (1 << self.stride) - 1, self._width()
        return sum((bits >> self.stride * c & column) << self.stride * (width - 1 - c) for c in range(width))

    def image_move(self, which: int, move: int) -> int:
        return self._width() - 1 - move if which else move
