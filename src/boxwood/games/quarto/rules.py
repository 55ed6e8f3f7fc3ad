"""Quarto: place the piece you are given, then give your opponent one; four alike in a line wins.

A piece is a number of four bits: 8 wide, 4 round, 2 light, 1 solid (clear: narrow, square, dark,
hollow).  A set of cells, or of pieces, is 16 bits; the board is one such plane for each attribute:

    4  12 13 14 15
    3   8  9 10 11      a row is 0xF, a file 0x1111,
    2   4  5  6  7      the diagonals 0x8421 and 0x1248, a block of four 0x33
    1   0  1  2  3
        a  b  c  d

A move is the cell, 0 to 15, to place the piece in hand, or 16 + the piece to give.
"""

from itertools import permutations, product
from typing import NamedTuple

from boxwood.core.bits import each_bit, lowest, popcount, zobrist
from boxwood.core.bridge import Buffer, Table, dual
from boxwood.core.contract import DRAW, FIRST_WINS, ONGOING, Facts, game
from boxwood.core.errors import BadPosition, NotAMove, quoted
from boxwood.core.options import Flag, Options

FULL = 0xFFFF
NOBODY = 16  # the piece in hand when there is none
GIVE = 16  # the first move code that gives

LINES = (*(0xF << 4 * rank for rank in range(4)), *(0x1111 << file for file in range(4)), 0x8421, 0x1248)
BLOCKS = tuple(0x33 << cell for cell in range(11) if cell % 4 < 3)
HAVING = Table((0xFF00, 0xF0F0, 0xCCCC, 0xAAAA))  # the pieces that are wide, round, light, solid
ATTRIBUTES = (("wide", "narrow"), ("round", "square"), ("light", "dark"), ("solid", "hollow"))


def _through(cell: int) -> list[int]:
    """The lines, filled up to 3, and the blocks, filled up to 4, that hold this cell."""
    never = 1 << 16  # no such cell, so it is never taken
    lines, blocks = ([group for group in groups if group >> cell & 1] for groups in (LINES, BLOCKS))
    return [*lines, never][:3] + [*blocks, never, never, never][:4]


THROUGH = Table(group for cell in range(16) for group in _through(cell))

# Random numbers for each piece on each cell (16 * cell + piece), in hand (as on a cell 16), and the squares rule.
KEYS = Table(zobrist(17 * 16 + 1, "quarto"))
HAND, SQUARES_RULE = 16 * 16, 17 * 16


@dual
def alike(plane: int, group: int) -> bool:
    """Whether all four pieces of a full group have this attribute, or none has."""
    having = plane & group
    return having == 0 or having == group


# Up to three planes side by side in one word are worked on at once.
EACH = 0x1_0001_0001
_A_C, _A_B, _ROWS_1_3, _ROWS_1_2 = 0x5555 * EACH, 0x3333 * EACH, 0x0F0F * EACH, 0x00FF * EACH
_A_TO_C, _B_TO_D, _ROWS_1_TO_3, _ROWS_2_TO_4 = 0x7777 * EACH, 0xEEEE * EACH, 0x0FFF * EACH, 0xFFF0 * EACH
_A1_C3, _D1_B3, _A1_B2, _D1_C2 = 0x0401 * EACH, 0x0208 * EACH, 0x0021 * EACH, 0x0048 * EACH


@dual
def completing(held: int, squares: int) -> int:
    """The cells whose three companions in some line (or block, with squares) are all held.

    A line is two pairs: a cell completes it if its partner and both of the other pair are held.
    """
    partner = (held & _A_C) << 1 | held >> 1 & _A_C
    pairs = held & partner
    cells = partner & ((pairs & _A_B) << 2 | pairs >> 2 & _A_B)

    partner = (held & _ROWS_1_3) << 4 | held >> 4 & _ROWS_1_3
    pairs = held & partner
    cells |= partner & ((pairs & _ROWS_1_2) << 8 | pairs >> 8 & _ROWS_1_2)

    partner = (held & _A1_C3) << 5 | held >> 5 & _A1_C3 | (held & _D1_B3) << 3 | held >> 3 & _D1_B3
    pairs = held & partner
    cells |= partner & ((pairs & _A1_B2) << 10 | pairs >> 10 & _A1_B2 | (pairs & _D1_C2) << 6 | pairs >> 6 & _D1_C2)
    if squares:
        right, left = held >> 1 & _A_TO_C, held << 1 & _B_TO_D
        above, below = held >> 4 & _ROWS_1_TO_3, held << 4 & _ROWS_2_TO_4
        cells |= above & ((right & above >> 1 & _A_TO_C) | (left & above << 1 & _B_TO_D))
        cells |= below & ((right & below >> 1 & _A_TO_C) | (left & below << 1 & _B_TO_D))
    return cells


@game(
    "quarto",
    "Quarto",
    summary="Place the piece you are given; four in a line that share an attribute win.",
    options=[Flag("squares", False, "a block of 2x2 cells counts like a line")],
    opening_plies=8,
    facts=Facts(max_moves=16, move_codes=32, max_plies=32, can_draw=True, alternating=False),
)
class Quarto(NamedTuple):
    """Four planes of attributes; a taken cell whose bit is clear there has the opposite attribute."""

    wide: int
    round: int
    light: int
    solid: int
    taken: int  # cells
    left: int  # pieces neither placed nor in hand
    hand: int  # the piece to place, or NOBODY
    won: int  # 1 if the last placement has completed a line
    squares: int  # 1 if blocks count
    hash: int

    def player(self) -> int:
        # Whoever is given a piece places it and gives the next: the turn goes with the gifts.
        return popcount(self.left) & 1

    def moves(self, out: Buffer) -> int:
        if self.hand == NOBODY:
            choices, code = self.left, GIVE
        else:
            choices, code = FULL & ~self.taken, 0
        count = 0
        while choices:
            out[count] = code + lowest(choices)
            count += 1
            choices &= choices - 1
        return count

    def play(self, move: int) -> "Quarto":
        wide, round, light, solid = self.wide, self.round, self.light, self.solid
        if move >= GIVE:
            piece = move - GIVE
            left, hash = self.left ^ 1 << piece, self.hash ^ KEYS[HAND + piece]
            return Quarto(wide, round, light, solid, self.taken, left, piece, 0, self.squares, hash)
        piece = self.hand
        wide |= (piece >> 3) << move
        round |= (piece >> 2 & 1) << move
        light |= (piece >> 1 & 1) << move
        solid |= (piece & 1) << move
        taken = self.taken | 1 << move
        won = 0
        for i in range(7 * move, 7 * move + 3 + 4 * self.squares):
            group = THROUGH[i]
            if group & ~taken == 0 and (
                alike(wide, group) or alike(round, group) or alike(light, group) or alike(solid, group)
            ):
                won = 1
        hash = self.hash ^ KEYS[HAND + piece] ^ KEYS[16 * move + piece]
        return Quarto(wide, round, light, solid, taken, self.left, NOBODY, won, self.squares, hash)

    def outcome(self) -> int:
        if self.won:
            return FIRST_WINS + self.player()
        return DRAW if self.taken == FULL else ONGOING

    def key(self) -> int:
        return self.hash

    def winning_cells(self) -> int:
        """The empty cells where the piece in hand (there must be one) completes a line."""
        taken, hand = self.taken, self.hand
        wide = self.wide if hand & 8 else taken ^ self.wide
        round = self.round if hand & 4 else taken ^ self.round
        light = self.light if hand & 2 else taken ^ self.light
        solid = self.solid if hand & 1 else taken ^ self.solid
        cells = completing(wide | round << 16 | light << 32, self.squares)
        return (cells | cells >> 16 | cells >> 32 | completing(solid, self.squares)) & FULL & ~taken

    def safe_gifts(self) -> int:
        """The pieces left that complete no line at once, wherever they are placed."""
        empty = EACH * (FULL & ~self.taken)
        having = self.wide | self.round << 16 | self.light << 32
        lacking = EACH * self.taken ^ having
        with_it = completing(having, self.squares) & empty
        without = completing(lacking, self.squares) & empty
        last = completing(self.solid | (self.taken ^ self.solid) << 16, self.squares) & empty
        safe = self.left
        for attribute in range(3):
            if with_it >> 16 * attribute & FULL:
                safe &= ~HAVING[attribute]
            if without >> 16 * attribute & FULL:
                safe &= HAVING[attribute]
        if last & FULL:
            safe &= ~HAVING[3]
        if last >> 16:
            safe &= HAVING[3]
        return safe

    @staticmethod
    def start(squares: bool = False) -> "Quarto":
        return Quarto._of({}, NOBODY, int(squares))

    @staticmethod
    def _of(pieces: dict[int, int], hand: int, squares: int) -> "Quarto":
        """The state with these pieces on these cells."""
        wide, round, light, solid = (
            sum((piece >> bit & 1) << cell for cell, piece in pieces.items()) for bit in (3, 2, 1, 0)
        )
        hash = KEYS[SQUARES_RULE] if squares else 0
        for cell, piece in (*pieces.items(), *([(16, hand)] if hand != NOBODY else [])):
            hash ^= KEYS[16 * cell + piece]
        taken = sum(1 << cell for cell in pieces)
        left = FULL & ~sum(1 << piece for piece in {*pieces.values(), hand})
        state = Quarto(wide, round, light, solid, taken, left, hand, 0, squares, hash)
        return state._replace(won=int(state.completed() != {}))

    def pieces(self) -> dict[int, int]:
        """The piece on each taken cell."""
        planes = self.wide, self.round, self.light, self.solid
        return {
            cell: sum((plane >> cell & 1) << bit for plane, bit in zip(planes, (3, 2, 1, 0), strict=True))
            for cell in each_bit(self.taken)
        }

    def completed(self) -> dict[int, str]:
        """The lines and blocks completed, each with an attribute that its pieces share."""
        groups = LINES + (BLOCKS if self.squares else ())
        planes = self.wide, self.round, self.light, self.solid
        return {
            group: having if plane & group else lacking
            for plane, (having, lacking) in zip(planes, ATTRIBUTES, strict=True)
            for group in groups
            if not group & ~self.taken and alike(plane, group)
        }

    def move_text(self, move: int) -> str:
        return f"@{move - GIVE:X}" if move >= GIVE else cell_text(move)

    def read_move(self, text: str) -> int:
        if len(text) == 2 and text[0] == "@" and text[1] in "0123456789abcdefABCDEF":
            return GIVE + int(text[1], 16)
        if len(text) == 2 and text[0] in "abcdABCD" and text[1] in "1234":
            return "abcd".index(text[0].lower()) + 4 * (int(text[1]) - 1)
        raise NotAMove(f"quarto: {quoted(text)} is not a move: place on a1 to d4, or give @0 to @F")

    def words(self) -> list[str]:
        """The ranks from the top, the piece in hand or -, and the player to move: `..../.A../..../5... @7 0`."""
        pieces = self.pieces()
        ranks = ["".join(f"{pieces[c]:X}" if c in pieces else "." for c in range(r, r + 4)) for r in (12, 8, 4, 0)]
        return ["/".join(ranks), "-" if self.hand == NOBODY else f"@{self.hand:X}", str(self.player())]

    @staticmethod
    def from_words(words: list[str], options: Options) -> "Quarto":
        if len(words) != 3:
            raise ValueError("write the ranks, the piece in hand or -, and the player to move, "
                             "like ..../.A../..../5... @7 1")  # fmt: skip
        ranks = words[0].upper().split("/")
        if [len(rank) for rank in ranks] != [4] * 4:
            raise ValueError("the board has 4 ranks of 4 cells, separated by /")
        pieces: dict[int, int] = {}
        for cell, letter in enumerate("".join(reversed(ranks))):
            if letter != ".":
                piece = _read_piece(letter)
                if piece in pieces.values():
                    raise BadPosition(f"quarto: piece {letter} is there twice, the second time on {cell_text(cell)}")
                pieces[cell] = piece
        hand = NOBODY
        if words[1] != "-":
            if len(words[1]) != 2 or words[1][0] != "@":
                raise ValueError(f"{quoted(words[1])} is not the piece in hand: write - or @0 to @F")
            hand = _read_piece(words[1][1])
            if hand in pieces.values():
                raise BadPosition(f"quarto: piece {hand:X} is on the board and in hand")
        state = Quarto._of(pieces, hand, int(bool(options["squares"])))
        if words[2] != str(state.player()):
            raise BadPosition(f"quarto: with these pieces player {state.player()} is to move, not {quoted(words[2])}")
        if state.won and hand != NOBODY:
            raise BadPosition("quarto: a line is completed: the game is over and nobody has a piece in hand")
        last = FULL
        for group in state.completed():
            last &= group
        if not last:
            raise BadPosition("quarto: two lines are completed that no single placement can complete together")
        return state

    def drawing(self) -> str:
        ranks = self.words()[0].split("/")
        board = [f"{4 - row}  {' '.join(rank)}" for row, rank in enumerate(ranks)]
        hand = "-" if self.hand == NOBODY else piece_text(self.hand)
        left = " ".join(f"{piece:X}" for piece in each_bit(self.left)) or "-"
        return "\n".join([*board, "   a b c d", f"in hand: {hand}", f"left: {left}"])

    def reason(self) -> str:
        for group, attribute in self.completed().items():
            return f"four {attribute} pieces in a {'square' if group in BLOCKS else 'line'}"
        return "the board is full"

    def task(self) -> str:
        if self.hand == NOBODY:
            return "choose the piece that your opponent must place"
        return f"place the piece in hand: {piece_text(self.hand)}"

    def symmetries(self) -> int:
        return (8 if self.squares else 32) * len(_PIECE_IMAGES)

    def image(self, which: int) -> "Quarto":
        board, pieces = self._symmetry(which)
        hand = self.hand if self.hand == NOBODY else pieces[self.hand]
        return Quarto._of({board[cell]: pieces[piece] for cell, piece in self.pieces().items()}, hand, self.squares)

    def image_move(self, which: int, move: int) -> int:
        board, pieces = self._symmetry(which)
        return GIVE + pieces[move - GIVE] if move >= GIVE else board[move]

    def _symmetry(self, which: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Where each cell goes, and what each piece becomes."""
        pieces, board = divmod(which, 8 if self.squares else 32)
        return _BOARD_IMAGES[board], _PIECE_IMAGES[pieces]


def cell_text(cell: int) -> str:
    """`b2` for cell 5."""
    return "abcd"[cell % 4] + str(cell // 4 + 1)


def piece_text(piece: int) -> str:
    """`5, narrow round dark solid`."""
    return f"{piece:X}, " + " ".join(
        having if piece >> bit & 1 else lacking for bit, (having, lacking) in zip((3, 2, 1, 0), ATTRIBUTES, strict=True)
    )


def _read_piece(letter: str) -> int:
    if letter not in "0123456789abcdefABCDEF":
        raise ValueError(f"{quoted(letter)} is not a piece: they are 0 to F")
    return int(letter, 16)


def _board_images() -> tuple[tuple[int, ...], ...]:
    """The 32 ways to move the cells that keep all lines, the 8 that keep blocks too first.

    Files and ranks may be put in any order that keeps opposite ones opposite, the same for both
    lest a diagonal break; then one of them turned round; then both exchanged.
    """
    orders = [order for order in permutations(range(4)) if order[0] + order[3] == 3 == order[1] + order[2]]
    orders.sort(key=lambda order: order not in ((0, 1, 2, 3), (3, 2, 1, 0)))
    return tuple(
        tuple(
            order[cell % 4] * (4 if exchange else 1) + abs(turn - order[cell // 4]) * (1 if exchange else 4)
            for cell in range(16)
        )
        for order, turn, exchange in product(orders, (0, 3), (False, True))
    )


_BOARD_IMAGES = _board_images()

# The 384 ways to rename the pieces: attributes exchanged, then some of them turned into their opposites.
_PIECE_IMAGES = tuple(
    tuple(sum((piece >> bit & 1) << order[bit] for bit in range(4)) ^ flip for piece in range(16))
    for order, flip in product(permutations(range(4)), range(16))
)
