"""Pylos: build a pyramid of marbles together; whoever lays the last one, on top, has won.

One bit a place, all 30 in use; on every level a step of 1 goes to the next file, 7 to the next rank:

    4  24 25 26 27
    3  17 18 19 20     3  14 15 16
    2  10 11 12 13     2   7  8  9     2  28 29
    1   3  4  5  6     1   0  1  2     1  21 22     1  23
        a  b  c  d         a  b  c         a  b         a
         level 1            level 2       level 3    level 4

A place rests on the square below it whose lower left corner has the same file and rank.
A move takes a marble from one place to another: `source << 5 | target`, the reserve being place 30, so
that 30 to a place is a put, a place to 30 a take-back, and 30 to 30, where nothing moves, is stop.
"""

from typing import NamedTuple

from boxwood.core.bits import each_bit, lowest, popcount
from boxwood.core.bridge import Buffer, Table, dual
from boxwood.core.contract import FIRST_WINS, ONGOING, SECOND_WINS, Facts, game
from boxwood.core.errors import BadPosition, NotAMove, quoted
from boxwood.core.options import Choice, Flag, Options

MARBLES = 15  # a player's
RESERVE, STOP = 30, 30 << 5 | 30
BASE = (3, 0, 21, 23)  # the bit of a1 on each level
PLACE = {
    BASE[level] + x + 7 * y: (level, x, y) for level in range(4) for y in range(4 - level) for x in range(4 - level)
}
NAME = {place: f"{level + 1}{'abcd'[x]}{y + 1}" for place, (level, x, y) in PLACE.items()}
NAMED = {name: place for place, name in NAME.items()}
SQUARES_COUNT, LINES_COUNT, RAISE_WHEN_EMPTY = 1, 2, 4  # the bits of `rules`
PENDING = ("-", "take1", "take2")  # nothing to take back; one more or stop; at least one


def _block(level: int, files: int, ranks: int) -> int:
    """The places of a block that starts at a1 of a level, counted from 0."""
    return sum(1 << BASE[level] + x + 7 * y for y in range(ranks) for x in range(files))


FLOOR, SECOND, THIRD, TOP = (_block(level, 4 - level, 4 - level) for level in range(4))
BOARD = FLOOR | SECOND | THIRD | TOP

# The lower left corners of the squares of each level, and of all.
FLOOR_SQUARES, SECOND_SQUARES, THIRD_SQUARES = (_block(level, 3 - level, 3 - level) for level in range(3))
CORNERS = FLOOR_SQUARES | SECOND_SQUARES | THIRD_SQUARES

ROW_OF_4, ROW_OF_3, COLUMN_OF_4, COLUMN_OF_3 = 0b1111, 0b111, 1 | 1 << 7 | 1 << 14 | 1 << 21, 1 | 1 << 7 | 1 << 14
FLOOR_RANKS, SECOND_RANKS = _block(0, 1, 4), _block(1, 1, 3)  # where rows begin
FLOOR_FILES, SECOND_FILES = _block(0, 4, 1), _block(1, 3, 1)  # where columns begin

SQUARES = tuple((1 | 1 << 1 | 1 << 7 | 1 << 8) << corner for corner in each_bit(CORNERS))
LINES = tuple(
    shape << start
    for shape, starts in (
        (ROW_OF_4, FLOOR_RANKS), (ROW_OF_3, SECOND_RANKS), (COLUMN_OF_4, FLOOR_FILES), (COLUMN_OF_3, SECOND_FILES),
    )
    for start in each_bit(starts)
)  # fmt: skip


@dual
def landings(taken: int) -> int:
    """The empty places that can bear a marble."""
    full = taken & taken >> 1
    full &= full >> 7
    upper = (full & FLOOR_SQUARES) >> 3 | (full & SECOND_SQUARES) << 21 | (full & THIRD_SQUARES) << 2
    return (FLOOR | upper) & ~taken


@dual
def free(taken: int) -> int:
    """The marbles on which nothing rests."""
    corners = (taken & SECOND) << 3 | (taken & THIRD) >> 21 | (taken & TOP) >> 2
    pairs = corners | corners << 1
    return taken & ~(pairs | pairs << 7)


@dual
def in_squares(own: int) -> int:
    """Those of one player's marbles that are part of a full square."""
    corners = own & own >> 1
    corners &= corners >> 7
    corners &= CORNERS
    pairs = corners | corners << 1
    return pairs | pairs << 7


@dual
def in_lines(own: int) -> int:
    """Those of one player's marbles that are part of a full line, along a side."""
    pairs, stacks = own & own >> 1, own & own >> 7
    return (
        (pairs & pairs >> 2 & FLOOR_RANKS) * ROW_OF_4
        | (pairs & own >> 2 & SECOND_RANKS) * ROW_OF_3
        | (stacks & stacks >> 14 & FLOOR_FILES) * COLUMN_OF_4
        | (stacks & own >> 14 & SECOND_FILES) * COLUMN_OF_3
    )


@dual
def rewarded(own: int, rules: int) -> int:
    """Those of one player's marbles that, put last, let him take back."""
    marbles = 0
    if rules & SQUARES_COUNT:
        marbles = in_squares(own)
    if rules & LINES_COUNT:
        marbles |= in_lines(own)
    return marbles


@dual
def square_gaps(own: int) -> int:
    """The places where one marble more fills a square of one's own (whatever lies there now)."""
    right, up, across = own >> 1, own >> 7, own >> 8
    return (
        (right & up & across & CORNERS)
        | (own & up & across & CORNERS) << 1
        | (own & right & across & CORNERS) << 7
        | (own & right & up & CORNERS) << 8
    ) & ~own


@dual
def line_gaps(own: int) -> int:
    """The places where one marble more fills a line of one's own (whatever lies there now)."""
    gaps = 0
    for line in LINES:
        missing = line & ~own
        if missing & (missing - 1) == 0:
            gaps |= missing
    return gaps


def _raises(source: int) -> int:
    """The places of higher levels that do not rest on this one, not even through others."""
    level, x, y = PLACE[source]
    return sum(
        1 << place
        for place, (above, file, rank) in PLACE.items()
        if above > level and not (file <= x <= file + above - level and rank <= y <= rank + above - level)
    )


RAISES = Table(_raises(source) for source in range(30))


@dual
def can_raise(own: int, taken: int) -> bool:
    """Whether the owner of `own` has a marble to raise."""
    higher = landings(taken) & ~FLOOR
    loose = own & free(taken)
    while loose:
        if higher & RAISES[lowest(loose)]:
            return True
        loose &= loose - 1
    return False


def _advice(names: list[str]) -> str:
    """What would be right, for a move in which not all of these are places."""
    for name in names:
        if len(name) == 3 and name not in NAMED and name[0] in "1234":
            return (
                f"level {name[0]} has the places " + ("a1 to d4", "a1 to c3", "a1 to b2", "a1 alone")[int(name[0]) - 1]
            )
    return "write 1b2 to put, 1b2>2a1 to raise, -1b2 to take back, . to stop"


def turned(which: int, place: int) -> int:
    """A place mapped by a symmetry: bit 0 mirrors the files, bit 1 the ranks, bit 2 then swaps the two."""
    if place == RESERVE:
        return RESERVE
    level, x, y = PLACE[place]
    x = 3 - level - x if which & 1 else x
    y = 3 - level - y if which & 2 else y
    if which & 4:
        x, y = y, x
    return BASE[level] + x + 7 * y


def _ranks(level: int) -> list[list[int]]:
    """The places of a level, rank by rank from the top."""
    side = range(4 - level)
    return [[BASE[level] + x + 7 * y for x in side] for y in reversed(side)]


@game(
    "pylos",
    "Pylos",
    summary="Stack marbles into a pyramid; saving marbles wins, for whoever lays the last one on top has won.",
    options=[
        Flag("squares", True, "a square of one's own colour lets one take back one or two marbles"),
        Flag("lines", False, "a line does so too, or alone: four on level 1 or three on level 2, along a side"),
        Choice("empty", ("lost", "raise"), "with an empty reserve one has lost, or only when one cannot raise either"),
    ],
    # Most moves: the lowest level full, 14 marbles of it one's own.
    opening_plies=5,
    facts=Facts(max_moves=107, move_codes=STOP + 1, can_cycle=True, alternating=False),
)
class Pylos(NamedTuple):
    """The player to move owns `own`."""

    own: int
    other: int
    turn: int  # the player to move; player 0 has the light marbles
    pending: int  # 0: put or raise, 1: take back one more or stop, 2: take back a first one
    rules: int

    def player(self) -> int:
        return self.turn

    def moves(self, out: Buffer) -> int:
        taken = self.own | self.other
        loose = self.own & free(taken)
        count = 0
        if self.pending:
            while loose:
                out[count] = lowest(loose) << 5 | RESERVE
                count += 1
                loose &= loose - 1
            if self.pending == 1:
                out[count] = STOP
                count += 1
            return count
        places = landings(taken)
        higher = places & ~FLOOR
        if popcount(self.own) < MARBLES:
            while places:
                out[count] = RESERVE << 5 | lowest(places)
                count += 1
                places &= places - 1
        if higher:
            while loose:
                source = lowest(loose)
                targets = higher & RAISES[source]
                while targets:
                    out[count] = source << 5 | lowest(targets)
                    count += 1
                    targets &= targets - 1
                loose &= loose - 1
        return count

    def play(self, move: int) -> "Pylos":
        target = 1 << (move & 31)
        own = (self.own ^ 1 << (move >> 5) ^ target) & BOARD
        if self.pending == 0:
            if rewarded(own, self.rules) & target:
                return Pylos(own, self.other, self.turn, 2, self.rules)
        elif self.pending == 2 and own & free(own | self.other):
            return Pylos(own, self.other, self.turn, 1, self.rules)
        return Pylos(self.other, own, 1 - self.turn, 0, self.rules)

    def outcome(self) -> int:
        # The top is laid last of all, so that its owner's opponent has none left: one test for both endings.
        if popcount(self.own) < MARBLES or self.pending:
            return ONGOING
        if self.rules & RAISE_WHEN_EMPTY and can_raise(self.own, self.own | self.other):
            return ONGOING
        return SECOND_WINS if self.turn == 0 else FIRST_WINS

    def key(self) -> int:
        # Exact: 30 + 30 + 1 + 2 bits.
        return self.own | self.other << 30 | self.turn << 60 | self.pending << 61

    @staticmethod
    def start(squares: bool = True, lines: bool = False, empty: str = "lost") -> "Pylos":
        return Pylos(0, 0, 0, 0, SQUARES_COUNT * squares | LINES_COUNT * lines | RAISE_WHEN_EMPTY * (empty == "raise"))

    def move_text(self, move: int) -> str:
        source, target = move >> 5, move & 31
        if move == STOP:
            return "."
        if source == RESERVE:
            return NAME[target]
        return f"-{NAME[source]}" if target == RESERVE else f"{NAME[source]}>{NAME[target]}"

    def read_move(self, text: str) -> int:
        move = text.strip().lower()
        if move == ".":
            return STOP
        names = move.split(">") if ">" in move else [move.removeprefix("-")]
        if len(names) > 2 or any(name not in NAMED for name in names):
            raise NotAMove(f"pylos: {quoted(text)} is not a move: {_advice(names)}")
        if len(names) == 1:
            place = NAMED[names[0]]
            return place << 5 | RESERVE if move.startswith("-") else RESERVE << 5 | place
        source, target = NAMED[names[0]], NAMED[names[1]]
        if not RAISES[source] >> target & 1:
            raise NotAMove(
                f"pylos: {quoted(text)} is not a move: "
                f"one raises to a higher level, never onto what rests on {names[0]}"
            )
        return source << 5 | target

    def light_dark(self) -> tuple[int, int]:
        """The marbles of player 0 and of player 1."""
        return (self.other, self.own) if self.turn else (self.own, self.other)

    def _sign(self, place: int) -> str:
        light, dark = self.light_dark()
        return "x" if light >> place & 1 else "o" if dark >> place & 1 else "."

    def words(self) -> list[str]:
        """The levels from the bottom, each with its ranks from the top; the player to move; what he may take back."""
        levels = ("/".join("".join(map(self._sign, rank)) for rank in _ranks(level)) for level in range(4))
        return [":".join(levels), str(self.turn), PENDING[self.pending]]

    @staticmethod
    def from_words(words: list[str], options: Options) -> "Pylos":
        """Any colouring that stands is a position, whether or not play could lead to it: the solved tables have all."""
        if len(words) != 3:
            raise ValueError(
                "write the levels, the player to move and what he may take back, "
                "like ..../..../.x../....:.../.../...:../..:. 1 -"
            )
        marbles = {"x": 0, "o": 0, ".": 0}
        levels = words[0].lower().split(":")
        if len(levels) != 4:
            raise ValueError("there are four levels, from the bottom, separated by :")
        for level, text in enumerate(levels):
            rows, size = text.split("/"), 4 - level
            if len(rows) != size or any(len(row) != size for row in rows):
                raise ValueError(f"level {level + 1} has {size} ranks of {size} places, separated by /")
            for row, rank in zip(rows, _ranks(level), strict=True):
                for sign, place in zip(row, rank, strict=True):
                    if sign not in marbles:
                        raise ValueError(f"{quoted(sign)} is not x, o or .")
                    marbles[sign] |= 1 << place
        if words[1] not in ("0", "1"):
            raise ValueError(f"the player to move is 0 or 1, not {quoted(words[1])}")
        if words[2].lower() not in PENDING:
            raise ValueError(f"{quoted(words[2])} is not - (nothing to take back), take2 or take1")
        turn, pending = int(words[1]), PENDING.index(words[2].lower())
        rules = Pylos.start(**options).rules  # type: ignore[arg-type]
        state = Pylos(marbles["xo"[turn]], marbles["ox"[turn]], turn, pending, rules)
        fault = state._fault()
        if fault:
            raise BadPosition(f"pylos: {fault}")
        return state

    def _fault(self) -> str:
        """Why the rules make this position impossible; empty if they do not."""
        taken = self.own | self.other
        for place in each_bit(taken & ~FLOOR):
            if not landings(taken & ~(1 << place)) >> place & 1:
                return f"the marble on {NAME[place]} hangs in the air: it needs four marbles under it"
        for sign, marbles in zip("xo", self.light_dark(), strict=True):
            if popcount(marbles) > MARBLES:
                return f"there are {popcount(marbles)} {sign}: each player has {MARBLES} marbles"
        if self.own & TOP:
            return f"player {self.turn} has the top and cannot be to move: the game was over before"
        if self.pending and taken & TOP:
            return "with the top taken the game is over: there is nothing to take back"
        if self.pending and not self.rules & (SQUARES_COUNT | LINES_COUNT):
            return f"'{PENDING[self.pending]}' cannot be: without squares and lines nobody takes back"
        if self.pending == 2 and not rewarded(self.own, self.rules) & free(taken):
            figure = ("square", "line", "square or line")[(self.rules & 3) - 1]
            return f"player {self.turn} may not take back: that needs a {figure} with a free marble in it"
        if self.pending == 1 and not self._has_taken_one():
            return f"player {self.turn} cannot have taken back a marble just now and have a second to take"
        return ""

    def _has_taken_one(self) -> bool:
        """Whether a marble more could have given the right to take back, and another is left to take."""
        taken = self.own | self.other
        before = (1 << place for place in each_bit(landings(taken)))
        return (
            popcount(self.own) < MARBLES
            and self.own & free(taken) != 0
            and any(rewarded(self.own | marble, self.rules) & free(taken | marble) for marble in before)
        )

    def drawing(self) -> str:
        """The levels side by side; capitals are free marbles, dots the places that can bear one."""
        taken = self.own | self.other
        signs = {place: self._sign(place) for place in each_bit(taken | landings(taken))}
        signs |= {place: signs[place].upper() for place in each_bit(free(taken))}
        boards = []
        for level in range(4):
            rows = [" ".join(signs.get(place, " ") for place in rank) for rank in _ranks(level)]
            numbered = [f"{4 - level - n} {row}" for n, row in enumerate(rows)]
            boards.append([f"level {level + 1}", *[""] * level, *numbered, "  " + " ".join("abcd"[: 4 - level])])
        lines = ["".join(f"{text:<13}" for text in row).rstrip() for row in zip(*boards, strict=True)]
        light, dark = (MARBLES - popcount(marbles) for marbles in self.light_dark())
        return "\n".join([*lines, f"in reserve: {light} x, {dark} o; capitals are free marbles"])

    def reason(self) -> str:
        if self.other & TOP:
            return "the last marble is on top"
        return "the reserve is empty" + (" and no marble can be raised" if self.rules & RAISE_WHEN_EMPTY else "")

    def task(self) -> str:
        if self.pending:
            return "take back one of your free marbles" if self.pending == 2 else "take back a second marble, or stop"
        raising = can_raise(self.own, self.own | self.other)
        if popcount(self.own) == MARBLES:
            return "raise a marble: the reserve is empty"
        return "put a marble or raise one" if raising else "put a marble"

    def symmetries(self) -> int:
        return 8

    def image(self, which: int) -> "Pylos":
        own, other = (sum(1 << turned(which, place) for place in each_bit(bits)) for bits in (self.own, self.other))
        return self._replace(own=own, other=other)

    def image_move(self, which: int, move: int) -> int:
        return turned(which, move >> 5) << 5 | turned(which, move & 31)
