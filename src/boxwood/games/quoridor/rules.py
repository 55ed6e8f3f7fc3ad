"""Quoridor: walk your pawn to the far side of the board, and put walls in the other's way.

Cells are numbered from a1 = 0 to i9 = 80, nine a rank whatever the size of the board (a smaller one
is the lower left part of it); a set of cells is a bit for each, ranks 1-5 in a low word and 6-9 in a
high one.  A step of 1 goes to the right, of 9 up:

      36 37 38 39 40 41 42 43 44           27 28 29 30 31 32 33 34 35   rank 9
      27 28 29 30 31 32 33 34 35           18 19 20 21 22 23 24 25 26
      18 19 20 21 22 23 24 25 26            9 10 11 12 13 14 15 16 17
       9 10 11 12 13 14 15 16 17            0  1  2  3  4  5  6  7  8   rank 6
       0  1  2  3  4  5  6  7  8  rank 1   high
      low

A cell also names the edges above it (north) and to its right (east), and its upper right corner,
which is the middle of the walls e3h, closing the edges north of e3 and f3, and e3v, east of e3 and e4:

      e4  |  f4                 A move is the cell to go to, 81 + the cell of
     =====X=====  e3h           a horizontal wall, or 162 + that of a vertical one.
      e3  |  f3
         e3v
"""

import re
from typing import NamedTuple

from boxwood.core.bits import each_bit, lowest, zobrist
from boxwood.core.bridge import Buffer, Table, dual
from boxwood.core.contract import FIRST_WINS, ONGOING, SECOND_WINS, Facts, game
from boxwood.core.errors import BadPosition, NotAMove, quoted
from boxwood.core.options import Options, Whole

CELLS, SPLIT = 81, 45  # cells in all, and in the low word
LOW = (1 << SPLIT) - 1
HORIZONTAL, VERTICAL = CELLS, 2 * CELLS  # the codes of walls begin here
MOST_WALLS = 20  # for each player
UNREACHABLE = CELLS  # longer than any way


@dual
class Cells(NamedTuple):
    """A set of cells; or of edges or corners, each named by a cell."""

    low: int
    high: int

    def __and__(self, other: "Cells") -> "Cells":
        return Cells(self.low & other.low, self.high & other.high)

    def __or__(self, other: "Cells") -> "Cells":
        return Cells(self.low | other.low, self.high | other.high)

    def __sub__(self, other: "Cells") -> "Cells":
        return Cells(self.low & ~other.low, self.high & ~other.high)

    def some(self) -> bool:
        return (self.low | self.high) != 0

    def meets(self, other: "Cells") -> bool:
        return (self & other).some()

    def up(self) -> "Cells":
        return Cells(self.low << 9 & LOW, self.high << 9 | self.low >> 36)

    def down(self) -> "Cells":
        return Cells(self.low >> 9 | (self.high & RANK) << 36, self.high >> 9)

    # To the right of the last file begins the next rank.  Steps stop there because no edge leads
    # right from it, and walls because it has no corner.

    def right(self) -> "Cells":
        return Cells(self.low << 1, self.high << 1)

    def left(self) -> "Cells":
        return Cells(self.low >> 1, self.high >> 1)


def _block(width: int, height: int) -> int:
    return sum(((1 << width) - 1) << 9 * rank for rank in range(height))


RANK = _block(9, 1)
NO_CELLS, EVERYWHERE = Cells(0, 0), Cells(LOW, LOW)
FILE_A, RANK_1 = Cells(_block(1, 5), _block(1, 4)), Cells(RANK, 0)
NORTH = [_block(size, size - 1) for size in range(10)]  # cells with one above them
EAST = [_block(size - 1, size) for size in range(10)]  # cells with one to their right
NORTH_LOW, NORTH_HIGH = Table(n & LOW for n in NORTH), Table(n >> SPLIT for n in NORTH)
EAST_LOW, EAST_HIGH = Table(e & LOW for e in EAST), Table(e >> SPLIT for e in EAST)


@dual
def only(cell: int) -> Cells:
    """The set of one cell."""
    return Cells(1 << cell, 0) if cell < SPLIT else Cells(0, 1 << (cell - SPLIT))


@dual
def goal(player: int, size: int) -> Cells:
    """Where a player's pawn is heading: the top rank for player 0, the bottom one for player 1."""
    rank = (1 << size) - 1
    if player == 1:
        return Cells(rank, 0)
    return Cells(rank << 9 * (size - 1), 0) if size <= 5 else Cells(0, rank << 9 * (size - 6))


@dual
class Edges(NamedTuple):
    """A set of edges between cells: those that no wall closes, or those of a path."""

    north: Cells
    east: Cells

    def spread(self, cells: Cells) -> Cells:
        """These cells and all that are one step away."""
        return (
            cells
            | (cells & self.north).up()
            | cells.down() & self.north
            | (cells & self.east).right()
            | cells.left() & self.east
        )

    def distance(self, start: Cells, end: Cells) -> int:
        """Steps on a shortest way, pawns being no obstacle, or UNREACHABLE."""
        steps, reached = 0, start
        while not reached.meets(end):
            wider = self.spread(reached)
            if wider == reached:
                return UNREACHABLE
            reached = wider
            steps += 1
        return steps

    def path(self, start: Cells, end: Cells) -> "Edges":
        """The edges of one shortest way, which must exist."""
        # Flood from the end and note on which side the flood came to each cell; then follow that back.
        reached, north, south, east = end, NO_CELLS, NO_CELLS, NO_CELLS
        while not reached.meets(start):
            below, above = reached.down() & self.north, (reached & self.north).up()
            left, right = reached.left() & self.east, (reached & self.east).right()
            north, south, east = north | (below - reached), south | (above - reached), east | (left - reached)
            reached = reached | below | above | left | right
        at, upright, level = start, NO_CELLS, NO_CELLS
        while not at.meets(end):
            if at.meets(north):
                upright = upright | at
                at = at.up()
            elif at.meets(south):
                at = at.down()
                upright = upright | at
            elif at.meets(east):
                level = level | at
                at = at.right()
            else:
                at = at.left()
                level = level | at
        return Edges(upright, level)


@dual
def every_edge(size: int) -> Edges:
    """The edges of a board without walls."""
    return Edges(Cells(NORTH_LOW[size], NORTH_HIGH[size]), Cells(EAST_LOW[size], EAST_HIGH[size]))


@dual
class Walls(NamedTuple):
    """A set of walls, each named by the corner in its middle."""

    flat: Cells
    tall: Cells

    def __and__(self, other: "Walls") -> "Walls":
        return Walls(self.flat & other.flat, self.tall & other.tall)

    def __or__(self, other: "Walls") -> "Walls":
        return Walls(self.flat | other.flat, self.tall | other.tall)

    def __sub__(self, other: "Walls") -> "Walls":
        return Walls(self.flat - other.flat, self.tall - other.tall)

    def some(self) -> bool:
        return (self.flat | self.tall).some()

    def first(self) -> "Walls":
        """One of them; there must be one."""
        if self.flat.low:
            return Walls(Cells(self.flat.low & -self.flat.low, 0), NO_CELLS)
        if self.flat.high:
            return Walls(Cells(0, self.flat.high & -self.flat.high), NO_CELLS)
        if self.tall.low:
            return Walls(NO_CELLS, Cells(self.tall.low & -self.tall.low, 0))
        return Walls(NO_CELLS, Cells(0, self.tall.high & -self.tall.high))

    def leave(self, edges: Edges) -> Edges:
        """Those of the edges that these walls do not close."""
        return Edges(edges.north - (self.flat | self.flat.right()), edges.east - (self.tall | self.tall.up()))

    def fitting(self, size: int) -> "Walls":
        """The walls that would neither overlap nor cross one of these."""
        edges = every_edge(size)
        corners = edges.north & edges.east
        return Walls(
            corners - (self.flat | self.flat.left() | self.flat.right() | self.tall),
            corners - (self.tall | self.tall.down() | self.tall.up() | self.flat),
        )

    def corners(self) -> Cells:
        """The corners that these walls cover: the middle and both ends of each."""
        flat, tall = self.flat, self.tall
        return flat | flat.left() | flat.right() | tall | tall.down() | tall.up()

    def suspects(self, size: int) -> "Walls":
        """The walls that might complete a barrier (some do not fit).

        A wall can touch others with its middle and its ends.  Unless it touches the same lot of connected
        walls twice, the border being one of them, one can still walk around one end of it.
        """
        edges, rest, found = every_edge(size), self, NO_WALLS
        # The lot of the border first; its left and lower sides have no bits.
        lot, on_left, on_bottom = EVERYWHERE - (edges.north & edges.east), FILE_A, RANK_1
        while True:
            left, right, below, above = lot.right() | on_left, lot.left(), lot.up() | on_bottom, lot.down()
            joined = rest & Walls(lot | left | right, lot | below | above)
            if joined.some():
                rest, lot = rest - joined, lot | joined.corners()
                continue
            found = found | Walls(left & right | lot & (left | right), below & above | lot & (below | above))
            if not rest.some():
                return found
            joined = rest.first()
            rest, lot, on_left, on_bottom = rest - joined, joined.corners(), NO_CELLS, NO_CELLS


NO_WALLS = Walls(NO_CELLS, NO_CELLS)


@dual
def wall(move: int) -> Walls:
    """The wall that a move puts."""
    if move < VERTICAL:
        return Walls(only(move - HORIZONTAL), NO_CELLS)
    return Walls(NO_CELLS, only(move - VERTICAL))


@dual
def cutting(edges: Edges) -> Walls:
    """The walls that would close one of these edges or more.  (Some of them do not fit.)"""
    return Walls(edges.north | edges.north.left(), edges.east | edges.east.down())


@dual
def closing(suspects: Walls, edges: Edges, start: Cells, end: Cells) -> Walls:
    """Those of the suspects that would close the last way."""
    found, rest = NO_WALLS, suspects & cutting(edges.path(start, end))
    while rest.some():
        one = rest.first()
        rest = rest - one
        if one.leave(edges).distance(start, end) == UNREACHABLE:
            found = found | one
    return found


@dual
def write(out: Buffer, count: int, cells: Cells, code: int) -> int:
    """Write a move for each cell, counted from `code`, behind the moves written before."""
    bits = cells.low
    while bits:
        out[count] = code + lowest(bits)
        count += 1
        bits &= bits - 1
    bits = cells.high
    while bits:
        out[count] = code + SPLIT + lowest(bits)
        count += 1
        bits &= bits - 1
    return count


# Random numbers for keys, in one table: the first player's pawn and the walls by the move that puts them
# there, the second player's pawn, the walls left to each, the second player's turn, and the size.
SECOND_PAWN = 3 * CELLS
LEFT = SECOND_PAWN + CELLS
TURN = LEFT + 2 * (MOST_WALLS + 1)
RANDOM = Table(zobrist(TURN + 1 + 10, "quoridor"))


@game(
    "quoridor",
    "Quoridor",
    summary="Walk your pawn to the far side, and put walls in the other's way.",
    options=[
        Whole("size", 9, 3, 9, "cells along a side; if even, pawns start left of the middle"),
        Whole("walls", 10, 0, MOST_WALLS, "walls for each player"),
    ],
    opening_plies=6,
    facts=Facts(max_moves=133, move_codes=243, can_cycle=True),
)
class Quoridor(NamedTuple):
    """The player to move has his pawn on `own` and `own_left` walls to put."""

    flat_low: int
    flat_high: int
    tall_low: int
    tall_high: int
    own: int
    other: int
    own_left: int
    other_left: int
    turn: int
    size: int
    hash: int

    def player(self) -> int:
        return self.turn

    def walls(self) -> Walls:
        """The walls on the board."""
        return Walls(Cells(self.flat_low, self.flat_high), Cells(self.tall_low, self.tall_high))

    def pawn(self, player: int) -> int:
        """The cell of a player's pawn."""
        return self.own if player == self.turn else self.other

    def walls_left(self, player: int) -> int:
        """How many walls a player has left to put."""
        return self.own_left if player == self.turn else self.other_left

    def edges(self) -> Edges:
        """The edges that no wall closes."""
        return self.walls().leave(every_edge(self.size))

    def pawn_moves(self) -> Cells:
        """Where the pawn may go: one step; over the other pawn if it is there; if that is closed, beside it."""
        edges, own, other = self.edges(), only(self.own), only(self.other)
        cells = edges.spread(own)
        if cells.meets(other):
            behind = 2 * self.other - self.own
            landing = edges.spread(other)
            if 0 <= behind < CELLS and landing.meets(only(behind)):
                landing = only(behind)
            cells = cells | landing
        return cells - own - other

    def legal_walls(self) -> Walls:
        """The walls that fit and leave a way to both pawns (if the player has one to put)."""
        return self.legal_among(self.walls().fitting(self.size))

    def legal_among(self, fitting: Walls) -> Walls:
        """Those of some walls that fit which leave a way to both pawns."""
        suspects = fitting & self.walls().suspects(self.size)
        if suspects.some():
            edges = self.edges()
            for player in range(2):
                closed = closing(suspects, edges, only(self.pawn(player)), goal(player, self.size))
                fitting, suspects = fitting - closed, suspects - closed
        return fitting

    def moves(self, out: Buffer) -> int:
        count = write(out, 0, self.pawn_moves(), 0)
        if self.own_left:
            walls = self.legal_walls()
            count = write(out, count, walls.flat, HORIZONTAL)
            count = write(out, count, walls.tall, VERTICAL)
        return count

    def play(self, move: int) -> "Quoridor":
        turn, hash = self.turn, self.hash ^ RANDOM[TURN]
        if move < CELLS:
            pawn = SECOND_PAWN * turn
            return Quoridor(
                self.flat_low, self.flat_high, self.tall_low, self.tall_high,
                self.other, move, self.other_left, self.own_left,
                1 - turn, self.size, hash ^ RANDOM[pawn + self.own] ^ RANDOM[pawn + move],
            )  # fmt: skip
        walls, left = self.walls() | wall(move), LEFT + turn * (MOST_WALLS + 1) + self.own_left
        return Quoridor(
            walls.flat.low, walls.flat.high, walls.tall.low, walls.tall.high,
            self.other, self.own, self.other_left, self.own_left - 1,
            1 - turn, self.size, hash ^ RANDOM[left] ^ RANDOM[left - 1] ^ RANDOM[move],
        )  # fmt: skip

    def outcome(self) -> int:
        if self.turn == 1:
            return FIRST_WINS if self.other >= 9 * (self.size - 1) else ONGOING
        return SECOND_WINS if self.other < 9 else ONGOING

    def key(self) -> int:
        return self.hash

    @staticmethod
    def start(size: int = 9, walls: int = 10) -> "Quoridor":
        middle = (size - 1) // 2
        return _state(NO_WALLS, [middle, 9 * (size - 1) + middle], [walls, walls], 0, size)

    def move_text(self, move: int) -> str:
        return _name(move % CELLS) + ("", "h", "v")[move // CELLS]

    def read_move(self, text: str) -> int:
        try:
            return _read(text, self.size, "a move")
        except ValueError as error:
            raise NotAMove(f"quoridor: {error}") from None

    def words(self) -> list[str]:
        """The pawns, the walls left, the walls on the board, and the player to move."""
        return [
            f"{_name(self.pawn(0))}/{_name(self.pawn(1))}",
            f"{self.walls_left(0)}/{self.walls_left(1)}",
            ",".join(map(self.move_text, wall_moves(self.walls()))) or "-",
            str(self.turn),
        ]

    @staticmethod
    def from_words(words: list[str], options: Options) -> "Quoridor":
        start = Quoridor.start(**options)  # type: ignore[arg-type]
        size, most = start.size, start.own_left
        if len(words) != 4:
            raise ValueError("write pawns, walls left, walls on the board and the player, like e2/e9 9/10 c4h 1")
        pawns = [_read(text, size, "a cell") for text in words[0].split("/")]
        if len(pawns) != 2 or max(pawns) >= CELLS or pawns[0] == pawns[1]:
            raise ValueError(f"the pawns are on two different cells, like e2/e9, not {quoted(words[0])}")
        left = [int(text) for text in words[1].split("/") if text in map(str, range(most + 1))]
        if len(left) != 2 or words[1].count("/") != 1:
            raise ValueError(f"walls left are two numbers from 0 to {most}, like {most}/{most}, not {quoted(words[1])}")
        walls, placed = NO_WALLS, [] if words[2] == "-" else words[2].split(",")
        for text in placed:
            move = _read(text, size, "a wall")
            if move < CELLS:
                raise ValueError(f"{quoted(text)} is not a wall: write {text}h or {text}v")
            if not (walls.fitting(size) & wall(move)).some():
                raise BadPosition(f"quoridor: wall {text} crosses or overlaps another")
            walls = walls | wall(move)
        if len(placed) != 2 * most - sum(left):
            raise BadPosition(f"quoridor: {len(placed)} on the board and {words[1]} left do not make {2 * most} walls")
        if words[3] not in ("0", "1"):
            raise ValueError(f"the player to move is 0 or 1, not {quoted(words[3])}")
        state = _state(walls, pawns, left, int(words[3]), size)
        for player, rank in ((0, size), (1, 1)):
            steps = state.edges().distance(only(pawns[player]), goal(player, size))
            if steps == UNREACHABLE:
                raise BadPosition(f"quoridor: the walls leave player {player}'s pawn no way to rank {rank}")
            if steps == 0 and player == state.turn:
                raise BadPosition(f"quoridor: player {player} has won on rank {rank} and is not to move")
        return state

    def drawing(self) -> str:
        width = 4 * self.size - 1  # a cell is three characters wide, and so is the gap with its wall beside it
        lines = [[" "] * width for _ in range(2 * self.size - 1)]
        for cell in range(CELLS):
            file, rank = cell % 9, cell // 9
            if max(file, rank) < self.size:
                lines[2 * rank][4 * file + 1] = "x" if cell == self.pawn(0) else "o" if cell == self.pawn(1) else "·"
        for move in wall_moves(self.walls()):
            line, column = 2 * (move % CELLS // 9), 4 * (move % 9)
            if move < VERTICAL:
                lines[line + 1][column : column + 7] = "━" * 7
            else:
                for beside in range(line, line + 3):
                    lines[beside][column + 3] = "┃"
        rows = [f"{' ' if i % 2 else i // 2 + 1} │{''.join(line)}│" for i, line in enumerate(lines)]
        files = "    " + "   ".join("abcdefghi"[: self.size])
        left = f"walls left: x {self.walls_left(0)}, o {self.walls_left(1)}"
        return "\n".join([f"  ┌{'─' * width}┐", *reversed(rows), f"  └{'─' * width}┘", files, left])

    def reason(self) -> str:
        return f"the pawn reached rank {self.other // 9 + 1}"

    def task(self) -> str:
        return f"move the pawn or put a wall ({self.own_left} left)" if self.own_left else "move the pawn"

    def symmetries(self) -> int:
        return 2

    def image(self, which: int) -> "Quoridor":
        if which == 0:
            return self
        walls = NO_WALLS
        for move in wall_moves(self.walls()):
            walls = walls | wall(self.image_move(which, move))
        pawns = [self.image_move(which, self.pawn(player)) for player in (0, 1)]
        return _state(walls, pawns, [self.walls_left(0), self.walls_left(1)], self.turn, self.size)

    def image_move(self, which: int, move: int) -> int:
        last = self.size - 1 if move < CELLS else self.size - 2
        return move + last - 2 * (move % 9) if which else move


def wall_moves(walls: Walls) -> list[int]:
    """The moves that put these walls."""
    return [
        code + cell
        for code, cells in ((HORIZONTAL, walls.flat), (VERTICAL, walls.tall))
        for cell in each_bit(cells.low | cells.high << SPLIT)
    ]


def _state(walls: Walls, pawns: list[int], left: list[int], turn: int, size: int) -> Quoridor:
    """The state with these pawns and walls left, player 0's first."""
    hash = RANDOM[pawns[0]] ^ RANDOM[SECOND_PAWN + pawns[1]] ^ RANDOM[TURN + 1 + size] ^ RANDOM[TURN] * turn
    hash ^= RANDOM[LEFT + left[0]] ^ RANDOM[LEFT + MOST_WALLS + 1 + left[1]]
    for move in wall_moves(walls):
        hash ^= RANDOM[move]
    own, other = turn, 1 - turn
    return Quoridor(*walls.flat, *walls.tall, pawns[own], pawns[other], left[own], left[other], turn, size, hash)


def _name(cell: int) -> str:
    return "abcdefghi"[cell % 9] + str(cell // 9 + 1)


def _read(text: str, size: int, what: str) -> int:
    """The cell or wall as a move; ValueError `'e9h' is not a move: walls go from a1 to h8`."""
    match = re.fullmatch("([a-z])([1-9][0-9]*)([hv]?)", text.lower())
    if not match:
        raise ValueError(f"{quoted(text)} is not {what}: cells are written like e2, walls like e3h or e3v")
    file, rank, kind = ord(match[1]) - ord("a"), int(match[2][:3]) - 1, match[3]
    last = size - 2 if kind else size - 1
    if not (file <= last and rank <= last):
        raise ValueError(
            f"{quoted(text)} is not {what}: {'walls' if kind else 'cells'} go from a1 to {_name(10 * last)}"
        )
    return 9 * rank + file + {"": 0, "h": HORIZONTAL, "v": VERTICAL}[kind]
