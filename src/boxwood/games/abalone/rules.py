"""Abalone: rows of marbles push smaller rows, and who pushes six marbles off the board wins.

One bit a cell.  The hexagon of 61 cells tiles the plane, so the cells can be numbered in such a way
that each of the six directions is one fixed step, modulo 61:

                  i  47 48 49 50 51
                h  33 34 35 36 37 38             13  14
              g  19 20 21 22 23 24 25              \\ /
            f   5  6  7  8  9 10 11 12         -1 --o-- 1
          e  52 53 54 55 56 57 58 59 60            / \\
            d  39 40 41 42 43 44 45 46  9       -14  -13
              c  26 27 28 29 30 31 32  8
                b  13 14 15 16 17 18  7
                  a   0  1  2  3  4  6
                        1  2  3  4  5

A whole set of marbles steps by rotating its 61 bits; a mask drops those that would leave the board.
Directions are numbered anticlockwise from 0, to the right.

A move is (kind * 6 + direction) * 61 + cell.  In line (kinds 0 to 5) the cell is that of the rear marble;
sideways (6 to 9) it is the end from which the group lies at a turn of 60 or 120 degrees anticlockwise from
the direction.  The kind also tells how many marbles are pushed, so that a move changes the same cells
whatever the position, and playing it takes two look-ups.
"""

import re
from typing import NamedTuple

from boxwood.core.bits import each_bit, lowest, multiply_add, popcount, zobrist
from boxwood.core.bridge import Buffer, Table, dual
from boxwood.core.contract import DRAW, FIRST_WINS, ONGOING, SECOND_WINS, Facts, game
from boxwood.core.errors import BadPosition, NotAMove, quoted
from boxwood.core.options import Flag, Layout, Options, Whole

CELLS = 61
BOARD = (1 << CELLS) - 1
ROWS = "abcdefghi"
DIAGONALS = [range(max(1, row - 3), min(9, row + 5) + 1) for row in range(9)]  # of each row
CELL = {(diagonal, row): (diagonal - 1 + 13 * row) % CELLS for row in range(9) for diagonal in DIAGONALS[row]}
NAME = {cell: f"{ROWS[row]}{diagonal}" for (diagonal, row), cell in CELL.items()}
NAMED = {name: cell for cell, name in NAME.items()}

DIRECTIONS = ((1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1))  # steps in (diagonal, row)
OPPOSITE = Table([3, 4, 5, 0, 1, 2])
SHIFT = Table([(x + 13 * y) % CELLS for x, y in DIRECTIONS])
ENTERED = Table(  # by direction, the cells that have a neighbour to come from
    [sum(1 << cell for (d, row), cell in CELL.items() if (d - x, row - y) in CELL) for x, y in DIRECTIONS]
)
EDGE = Table([BOARD & ~ENTERED[OPPOSITE[direction]] for direction in range(6)])  # and those with nothing beyond

IN_LINE = ((1, 0), (2, 0), (3, 0), (2, 1), (3, 1), (3, 2))  # by kind, how many move and how many are pushed
SIDEWAYS = ((2, 1), (2, 2), (3, 1), (3, 2))  # by kind, how many move and the turn from the direction to their line
KIND = 6 * CELLS  # codes of one kind
CODES = KIND * (len(IN_LINE) + len(SIDEWAYS))

MIX = tuple(number | 1 for number in zobrist(4, "abalone"))  # odd factors for the key

MARBLES = 14  # of each colour, in every layout
# In each direction a marble is the rear of at most one move in line, and sideways the end of at most one
# pair and one triple: of neighbours at both turns, 60 and 120 degrees, one stands in the other's way.
MOST_MOVES = 6 * 3 * MARBLES
COLOURS = ("black", "white")
LAYOUTS = {  # rows i to a, x black, o white, a digit for so many empty cells
    "standard": "ooooo/oooooo/2ooo2/8/9/8/2xxx2/xxxxxx/xxxxx",
    "belgian": "oo1xx/oooxxx/1oo1xx1/8/9/8/1xx1oo1/xxxooo/xx1oo",
    "german": "5/oo2xx/ooo1xxx/1oo2xx1/9/1xx2oo1/xxx1ooo/xx2oo/5",
    "alien": "x1x1x/1xoox1/1xoxox1/3xx3/9/3oo3/1oxoxo1/1oxxo1/o1o1o",
    "domination": "5/o4x/oo3xx/oooo1xxx/3x1x3/xxx1oooo/xx3oo/x4o/5",
    "snakes": "xxxxx/x5/x6/x1ooooo1/1x5o1/1xxxxx1o/6o/5o/ooooo",
}


@dual
def step(bits: int, direction: int) -> int:
    """The neighbours of these cells in one direction."""
    shift = SHIFT[direction]
    return (bits << shift | bits >> (CELLS - shift)) & ENTERED[direction]


@dual
def pushes(own: int, other: int, last: int, direction: int) -> tuple[int, int, int]:
    """The rear marbles of two that push one, of three that push one and of three that push two,
    where the marble pushed furthest is one of `last`."""
    back = OPPOSITE[direction]
    behind_one = step(last, back)
    behind_two = step(other & behind_one, back)
    two_one = own & step(own & behind_one, back)
    three_one = own & step(two_one, back)
    three_two = own & step(own & step(own & behind_two, back), back)
    return two_one, three_one, three_two


@dual
def threatened(own: int, other: int) -> int:
    """The marbles of `other` that `own` could push off the board now."""
    found = 0
    for direction in range(6):
        two = own & step(own, direction)  # the front marbles of two in line
        three = own & step(two, direction)
        found |= EDGE[direction] & (step(two, direction) | step(other & step(three, direction), direction))
    return found & other


@dual
def can_move(own: int, other: int) -> bool:
    """Whether `own` has any move: a marble beside an empty cell, or a push."""
    empty = BOARD & ~(own | other)
    for direction in range(6):
        open_ahead = step(empty, OPPOSITE[direction])
        two_one, _, three_two = pushes(own, other, other & (open_ahead | EDGE[direction]), direction)
        if own & open_ahead | two_one | three_two:
            return True
    return False


@dual
def write(out: Buffer, count: int, first: int, cells: int) -> int:
    """Write the moves of these cells after `count` others; `first` is the code for cell 0."""
    while cells:
        out[count] = first + lowest(cells)
        count += 1
        cells &= cells - 1
    return count


def _far(bit: int, direction: int, steps: int) -> int:
    """The bit moved so many steps; 0 when that is off the board."""
    for _ in range(steps):
        bit = step(bit, direction)
    return bit


def _code(kind: int, direction: int, cell: int) -> int:
    return (kind * 6 + direction) * CELLS + cell


def _decode(move: int) -> tuple[int, int, int]:
    rest, cell = divmod(move, CELLS)
    return *divmod(rest, 6), cell


def _group(move: int) -> list[int]:
    """The bits of the marbles that move, from the rear one or from the move's end; 0 for one off the board."""
    kind, direction, cell = _decode(move)
    marbles, turn = (IN_LINE + SIDEWAYS)[kind]
    along = direction if kind < len(IN_LINE) else (direction + turn) % 6
    return [_far(1 << cell, along, n) for n in range(marbles)]


def _changes(move: int) -> tuple[int, int]:
    """The cells where marbles of the mover come or go, and those where the other's do."""
    kind, direction, _ = _decode(move)
    group = sum(_group(move))
    own = group ^ step(group, direction)
    front = own & ~group if kind < len(IN_LINE) else 0
    return own, front ^ _far(front, direction, IN_LINE[kind][1]) if front else 0


OWN_CHANGE, OTHER_CHANGE = (Table(changes) for changes in zip(*map(_changes, range(CODES)), strict=True))


@game(
    "abalone",
    "Abalone",
    summary="Push six of the other's marbles off the board.",
    options=[
        Layout("layout", tuple(LAYOUTS), "how the marbles stand at first"),
        Flag("sidestep", True, "whether two or three marbles may step sideways"),
        Whole("plies", None, 1, 10_000, "moves of both players after which more marbles on the board win"),
        Whole("lose", 6, 1, MARBLES, "marbles off the board that lose the game"),
    ],
    opening_plies=4,
    facts=Facts(max_moves=MOST_MOVES, move_codes=CODES, can_draw=True, can_cycle=True),
)
class Abalone(NamedTuple):
    """The player to move has the marbles `own`.  Who cannot move, which takes few marbles and bad luck, has lost."""

    own: int
    other: int
    turn: int
    left: int  # plies until the marbles are counted; -1: no limit
    least: int  # a player with so few marbles has lost
    sidestep: int

    def player(self) -> int:
        return self.turn

    def moves(self, out: Buffer) -> int:
        own, other = self.own, self.other
        empty = BOARD & ~(own | other)
        count = 0
        for direction in range(6):
            first, back = CELLS * direction, OPPOSITE[direction]
            open_ahead = step(empty, back)
            one = own & open_ahead
            two = own & step(one, back)
            three = own & step(two, back)
            two_one, three_one, three_two = pushes(own, other, other & (open_ahead | EDGE[direction]), direction)
            count = write(out, count, first, one)
            count = write(out, count, first + KIND, two)
            count = write(out, count, first + 2 * KIND, three)
            count = write(out, count, first + 3 * KIND, two_one)
            count = write(out, count, first + 4 * KIND, three_one)
            count = write(out, count, first + 5 * KIND, three_two)
            if self.sidestep:
                for turn in range(1, 3):
                    back = (direction + turn + 3) % 6
                    two = one & step(one, back)
                    count = write(out, count, first + (5 + turn) * KIND, two)
                    count = write(out, count, first + (7 + turn) * KIND, two & step(two, back))
        return count

    def ejections(self, out: Buffer) -> int:
        """Like `moves`, but only those that push a marble off the board."""
        count = 0
        for direction in range(6):
            first = CELLS * direction
            two_one, three_one, three_two = pushes(self.own, self.other, self.other & EDGE[direction], direction)
            count = write(out, count, first + 3 * KIND, two_one)
            count = write(out, count, first + 4 * KIND, three_one)
            count = write(out, count, first + 5 * KIND, three_two)
        return count

    def play(self, move: int) -> "Abalone":
        own, other = self.own ^ OWN_CHANGE[move], self.other ^ OTHER_CHANGE[move]
        return Abalone(other, own, 1 - self.turn, self.left - (self.left > 0), self.least, self.sidestep)

    def outcome(self) -> int:
        loss, win = (FIRST_WINS, SECOND_WINS) if self.turn else (SECOND_WINS, FIRST_WINS)
        if popcount(self.own) <= self.least:
            return loss
        if self.left == 0:
            lead = popcount(self.own) - popcount(self.other)
            return win if lead > 0 else loss if lead < 0 else DRAW
        # Nearly always some marble has an empty cell on its right, and there is no need to look further.
        if step(self.own, 0) & ~(self.own | self.other) or can_move(self.own, self.other):
            return ONGOING
        return loss

    def key(self) -> int:
        # A product carries a cell only to higher bits: folding the upper half over the lower lets all meet.
        own, other = self.own ^ self.own >> 32, self.other ^ self.other >> 32
        rest = ((self.left + 1) * 16 + self.least) * 4 + self.sidestep * 2 + self.turn
        mixed = multiply_add(own, MIX[0], multiply_add(other, MIX[1], multiply_add(rest, MIX[2], 0)))
        mixed = multiply_add(mixed ^ mixed >> 32, MIX[3], 0)
        return mixed ^ mixed >> 32

    @staticmethod
    def start(layout: str = "standard", sidestep: bool = True, plies: int | None = None, lose: int = 6) -> "Abalone":
        black, white = _read_board(LAYOUTS[layout])
        return Abalone(black, white, 0, -1 if plies is None else plies, MARBLES - lose, int(sidestep))

    def black_and_white(self) -> tuple[int, int]:
        """The marbles of player 0 and those of player 1."""
        return (self.other, self.own) if self.turn else (self.own, self.other)

    def move_text(self, move: int) -> str:
        kind, direction, cell = _decode(move)
        names = [NAME[cell]]
        if kind >= len(IN_LINE):
            names = sorted([NAME[cell], NAME[lowest(_group(move)[-1])]])
        return "".join(names) + NAME[lowest(step(1 << NAMED[names[0]], direction))]

    def read_move(self, text: str) -> int:
        *ends, goal = _read_cells(text)
        ways = [way for way in range(6) if step(1 << ends[0], way) == 1 << goal]
        if not ways:
            raise NotAMove(f"abalone: {quoted(text)} is not a move: {NAME[goal]} is not next to {NAME[ends[0]]}")
        if len(ends) == 1:
            # The kind is the one that is legal here; any, if none is.
            codes = [_code(kind, ways[0], ends[0]) for kind in range(len(IN_LINE))]
            out = [0] * MOST_MOVES
            legal = out[: self.moves(out)]
            return next((code for code in codes if code in legal), codes[0])
        if not self.sidestep:
            raise NotAMove(f"abalone: {quoted(text)} is not a move: in this game there are no side steps")
        for kind in range(len(IN_LINE), len(IN_LINE) + len(SIDEWAYS)):
            for cell, far in (ends, ends[::-1]):
                code = _code(kind, ways[0], cell)
                if _group(code)[-1] == 1 << far:
                    return code
        raise NotAMove(f"abalone: {quoted(text)} is not a move: two or three marbles in line step to either side")

    def words(self) -> list[str]:
        """The rows from i to a, x for black and o for white, the player to move, the plies left if limited."""
        black, white = self.black_and_white()
        rows = [
            "".join(".xo"[(black >> cell & 1) + 2 * (white >> cell & 1)] for cell in _row(row))
            for row in reversed(range(9))
        ]
        return ["/".join(rows), str(self.turn), *([str(self.left)] if self.left >= 0 else [])]

    @staticmethod
    def from_words(words: list[str], options: Options) -> "Abalone":
        first = Abalone.start(**options)  # type: ignore[arg-type]
        limited = first.left >= 0
        if len(words) != 2 + limited:
            raise ValueError(
                f"write the rows i to a and the player to move{' and the plies left' if limited else ''}, "
                f"like {' '.join(first.words())}"
            )
        colours = _read_board(words[0])
        if words[1] not in ("0", "1"):
            raise ValueError(f"the player to move is 0 or 1, not {quoted(words[1])}")
        if limited and not (re.fullmatch("[0-9]{1,5}", words[2]) and int(words[2]) <= first.left):
            raise ValueError(f"the plies left are a number from 0 to {first.left}, not {quoted(words[2])}")
        turn, left = int(words[1]), int(words[2]) if limited else -1
        state = first._replace(own=colours[turn], other=colours[1 - turn], turn=turn, left=left)
        wrong = state._impossible(first.left - left if limited else None)
        if wrong:
            raise BadPosition(f"abalone: {wrong}")
        return state

    def _impossible(self, played: int | None) -> str | None:
        """Why this cannot be a position after so many plies (None: any number), if it cannot."""
        black, white = map(popcount, self.black_and_white())
        for colour, marbles in (("black", black), ("white", white)):
            if not self.least <= marbles <= MARBLES:
                return f"{marbles} {colour} marbles: there are {MARBLES} at first, and the game is over at {self.least}"
        if popcount(self.other) == self.least:
            return f"{COLOURS[1 - self.turn]} has lost already, so that {COLOURS[self.turn]} is not to move"
        if played is None:
            return None
        if self.turn != played % 2:
            return f"after {played} plies, with {self.left} left, player {played % 2} is to move, not {self.turn}"
        if MARBLES - black > played // 2 or MARBLES - white > (played + 1) // 2:
            return f"after {played} plies there cannot be only {black} black and {white} white marbles"
        return None

    def drawing(self) -> str:
        rows = self.words()[0].split("/")
        lines = [f"{' ' * abs(4 - n)}{ROWS[8 - n]} {' '.join(row)}" for n, row in enumerate(rows)]
        ends = [*[""] * 5, " 9", " 8", " 7", " 6"]  # each diagonal's number at its lower end
        return "\n".join([*(line + end for line, end in zip(lines, ends, strict=True)), "       1 2 3 4 5"])

    def reason(self) -> str:
        mover = COLOURS[self.turn]
        if popcount(self.own) <= self.least:
            return f"{mover} has lost {MARBLES - self.least} marble{'s' if self.least < MARBLES - 1 else ''}"
        if self.left == 0:
            black, white = map(popcount, self.black_and_white())
            return f"no plies left: black has {black} marbles, white {white}"
        return f"{mover} cannot move"

    def task(self) -> str:
        return "move one to three marbles in line" + (" or two or three sideways" if self.sidestep else "")

    def symmetries(self) -> int:
        return 12

    def image(self, which: int) -> "Abalone":
        cells = IMAGES[which]
        own, other = (sum(1 << cells[cell] for cell in each_bit(bits)) for bits in (self.own, self.other))
        return self._replace(own=own, other=other)

    def image_move(self, which: int, move: int) -> int:
        kind, direction, cell = _decode(move)
        if which >= 6:
            direction = (2 - direction) % 6
            if kind >= len(IN_LINE):
                # In the mirror turns go the other way: seen from the other end by 120 degrees instead of 60.
                kind, cell = kind ^ 1, lowest(_group(move)[-1])
        return _code(kind, (direction + which) % 6, IMAGES[which][cell])


def _read_cells(text: str) -> list[int]:
    """The two or three cells that a move names."""
    if not re.fullmatch("([a-i][1-9]){2,3}", text.lower()):
        raise NotAMove(
            f"abalone: {quoted(text)} is not a move: write the rear marble and where it goes, like a1b2, "
            "or both ends of a group that steps sideways and where the first goes, like c6c7d6"
        )
    names = re.findall("..", text.lower())
    for name in names:
        if name not in NAMED:
            row = sorted(other for other in NAMED if other[0] == name[0])
            raise NotAMove(f"abalone: {quoted(text)} is not a move: row {name[0]} goes from {row[0]} to {row[-1]}")
    return [NAMED[name] for name in names]


def _row(row: int) -> list[int]:
    return [CELL[diagonal, row] for diagonal in DIAGONALS[row]]


def _read_board(text: str) -> tuple[int, int]:
    """The black and the white marbles of a board written in rows; s and S are other letters for x and o."""
    plain = re.sub("[1-9]", lambda digit: "." * int(digit[0]), text.replace("S", "o").replace("s", "x").lower())
    rows = plain.split("/")
    if len(rows) != 9:
        raise ValueError(f"the board has 9 rows, i to a, separated by /, not {len(rows)}")
    marbles = {"x": 0, "o": 0, ".": 0}
    for row, written in enumerate(reversed(rows)):
        if len(written) != len(_row(row)):
            raise ValueError(f"row {ROWS[row]} has {len(_row(row))} cells, not {len(written)}")
        for cell, marble in zip(_row(row), written, strict=True):
            if marble not in marbles:
                raise ValueError(f"{quoted(marble)} in row {ROWS[row]} is not x, o, . or a number of empty cells")
            marbles[marble] |= 1 << cell
    return marbles["x"], marbles["o"]


def _image_of_cells(which: int) -> dict[int, int]:
    """Where each cell goes in the symmetry: from 6 on mirrored first, then turned by `which` times 60 degrees."""
    image = {}
    for (diagonal, row), cell in CELL.items():
        x, y = diagonal - 5, row - 4
        if which >= 6:
            x, y = y, x
        for _ in range(which % 6):
            x, y = x - y, x
        image[cell] = CELL[x + 5, y + 4]
    return image


IMAGES = [_image_of_cells(which) for which in range(12)]
