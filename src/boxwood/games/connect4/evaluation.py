"""What a position of Connect Four is worth: the report's utility, and the engine's threats and parity.

Cells are bits as in `games.connect4`, for a board of any size; rows count from 1 at the bottom.
A threat is an empty cell that completes a four.  Once every other column is full, somebody must play
below it, and on a board of even height it is known who: if the second player always answers in the
same column, he gets the even rows and the first player the odd ones (Allis 1988, Allen 1990).
"""

from typing import NamedTuple

from boxwood.core.bits import lowest, popcount
from boxwood.core.bridge import Buffer, dual
from boxwood.evaluation.evaluator import judge
from boxwood.games.connect4.rules import ConnectFour


@dual
def fours_through(column: int, row: int, width: int, height: int) -> int:
    """In how many fours a cell can be: 3 4 5 7 5 4 3 along the bottom of 7x6, 13 in the middle."""
    left, right = min(column, 3), min(width - 1 - column, 3)
    below, above = min(row, 3), min(height - 1 - row, 3)
    # with n cells to one side and m to the other there are n + 1 + m - 4 + 1 fours
    return (
        max(left + right - 2, 0)
        + max(below + above - 2, 0)
        + max(min(left, below) + min(right, above) - 2, 0)
        + max(min(left, above) + min(right, below) - 2, 0)
    )


@dual
def aligned(disc: int, step: int, own: int, open: int) -> int:
    """How many of one's own discs are within three cells on a line, seen across open cells alone.

    `open` are the cells without a disc of the other; 0 if they leave no room for a four.
    """
    room, found = 1, 0
    for side in range(2):
        cell = disc
        for _ in range(3):
            cell = cell << step if side else cell >> step
            if cell & open == 0:
                break
            room += 1
            if cell & own:
                found += 1
    return found if room >= 4 else 0


@judge
class Utility(NamedTuple):
    """The report's: for each disc alpha x the fours through its cell + the squared aligned discs.

    The report's program did not take a win it had.  It judged finished games by this same sum, where
    a four is worth 4 x 9 and a little, no more than a few threes elsewhere; nothing said that the
    game is over, so it could always find something better to do.  It has to be the search that asks
    whether the game is over before it asks a judge, and counts a win above every opinion.
    """

    alpha: int
    neighbours: int

    def evaluate(self, state: ConnectFour) -> int:
        other = state.own ^ state.discs
        mine = utility(state.own, other, state, self.alpha, self.neighbours)
        return mine - utility(other, state.own, state, self.alpha, self.neighbours)


@dual
def utility(own: int, other: int, state: ConnectFour, alpha: int, neighbours: int) -> int:
    """The report's sum over the discs of one player."""
    stride = state.stride
    width, height = popcount(state.board) // (stride - 1), stride - 1
    open = state.board & ~other
    total, discs = 0, own
    while discs:
        cell = lowest(discs)
        discs &= discs - 1
        total += alpha * fours_through(cell // stride, cell % stride, width, height)
        squares = aligned(1 << cell, 1, own, open) ** 2
        for step in range(stride - 1, stride + 2):
            squares += aligned(1 << cell, step, own, open) ** 2
        total += neighbours * squares
    return total


@dual
def threats(discs: int, empty: int, stride: int) -> int:
    """The empty cells that complete a four of these discs."""
    cells = discs << 1 & discs << 2 & discs << 3
    for step in range(stride - 1, stride + 2):
        right, left = discs << step, discs >> step
        far_right, far_left = right << step, left >> step
        cells |= right & far_right & (left | far_right << step)
        cells |= left & far_left & (right | far_left >> step)
    return cells & empty


@dual
def playable_cells(state: ConnectFour) -> int:
    """Where a disc may land now: one more at the bottom of a column carries up to it."""
    bottom = state.board & ~(state.board << 1)
    return (state.discs + bottom) & state.board


@dual
def above_lowest(cells: int, board: int) -> int:
    """In each column, the cells above the lowest of these."""
    bottom = board & ~(board << 1)
    roof = board + bottom  # the bit on top of each column: no borrow goes beyond it
    return board & ~((roof | cells) ^ ((roof | cells) - bottom))


@dual
def open_fours(own: int, other: int, state: ConnectFour) -> tuple[int, int]:
    """The fours that one player can still make, and those in which he has two discs already."""
    stride, open = state.stride, state.board & ~other
    fours = pairs = 0
    for direction in range(4):
        step = stride - 1 + direction if direction < 3 else 1
        room = open & open >> step
        room &= room >> step >> step
        differ, both = own ^ own >> step, own & own >> step
        differ_next, both_next = differ >> step >> step, both >> step >> step
        two = both ^ both_next | differ & differ_next
        fours += popcount(room)
        pairs += popcount(room & two & ~(differ ^ differ_next))
    return fours, pairs


@dual
def rows_of(player: int, state: ConnectFour) -> int:
    """The rows that come to a player when columns fill up: odd ones to player 0, even ones to player 1."""
    if state.stride & 1 == 0:
        return state.board  # an odd number of rows: no telling
    odd = state.board // 3  # 0101 is a third of 1111
    return state.board & ~odd if player else odd


@dual
def measure(state: ConnectFour) -> tuple[int, int, int, int, int, int]:
    """The features of a position, the player to move's less the other's."""
    own, other, board = state.own, state.own ^ state.discs, state.board
    empty, me = board & ~state.discs, state.player()
    fours, pairs = open_fours(own, other, state)
    other_fours, other_pairs = open_fours(other, own, state)
    mine, theirs = threats(own, empty, state.stride), threats(other, empty, state.stride)
    above_playable = playable_cells(state) << 1
    # Only the lowest useful threat of a column can decide: nobody lets the cells above it matter.
    my_useful, their_useful = mine & rows_of(me, state), theirs & rows_of(1 - me, state)
    higher = above_lowest(my_useful | their_useful, board)
    my_useful &= ~higher
    their_useful &= ~higher
    my_count, their_count = popcount(my_useful), popcount(their_useful)
    # The first player's useful threats win the filling up, unless as many odd threats of the second
    # stand against them; then the second's even ones do.
    if me == 0:
        first, second, against = my_count, their_count, popcount(theirs & rows_of(0, state) & ~higher)
    else:
        first, second, against = their_count, my_count, popcount(mine & rows_of(0, state) & ~higher)
    filling = 1 if first > against else (-1 if second > 0 else 0)
    return (
        fours - other_fours,
        pairs - other_pairs,
        popcount(mine) - popcount(theirs),
        my_count - their_count,
        popcount(mine & above_playable) - popcount(theirs & above_playable),
        filling if me == 0 else -filling,
    )


@judge
class Engine(NamedTuple):
    """Features times weights, fitted to who wins 12 500 solved positions and then tuned by games (docs/tuning.md).

    `filling` is three times what the positions say: it decides games beyond what a search sees.
    """

    move: int = 104  # to have the move
    four: int = 19  # a four that can still be made
    pair: int = 46  # one of them that has two discs already
    threat: int = 43  # a cell that completes a four
    useful: int = 139  # such a cell on a row that comes to its owner, the lowest in its column
    barred: int = 65  # such a cell above one that can be played: a column the other cannot use
    filling: int = 219  # to win once all other columns are full

    def evaluate(self, state: ConnectFour) -> int:
        fours, pairs, cells, useful, barred, filling = measure(state)
        return (
            self.move
            + self.four * fours
            + self.pair * pairs
            + self.threat * cells
            + self.useful * useful
            + self.barred * barred
            + self.filling * filling
        )

    def order(self, state: ConnectFour, move: int) -> int:
        """Threats made; a move below a threat of the other's goes last."""
        empty = state.board & ~state.discs
        disc = playable_cells(state) & ((1 << state.stride) - 1) << state.stride * move
        if disc << 1 & threats(state.own ^ state.discs, empty, state.stride):
            return -1 << 20
        return popcount(threats(state.own | disc, empty ^ disc, state.stride)) << 14

    def forcing(self, state: ConnectFour, out: Buffer) -> int:
        """A threat that can be completed now must be stopped."""
        empty = state.board & ~state.discs
        stops = threats(state.own ^ state.discs, empty, state.stride) & playable_cells(state)
        if stops == 0:
            return 0
        out[0] = lowest(stops) // state.stride
        return -1

    def verdict(self, state: ConnectFour) -> int:
        empty, playable = state.board & ~state.discs, playable_cells(state)
        if threats(state.own, empty, state.stride) & playable:
            return 1
        danger = threats(state.own ^ state.discs, empty, state.stride)
        stops = danger & playable
        if stops & (stops - 1) | stops << 1 & danger:
            return -2  # one disc does not stop two fours
        if stops == 0 and playable & ~(danger >> 1) == 0:
            return -2  # wherever a disc goes, the other completes a four on top of it
        return 0


FEATURES = ("open fours", "open pairs", "threats", "useful threats", "barred columns", "filling up")


def features(state: ConnectFour) -> dict[str, float]:
    """What there is to see in a position, by name: the player to move's less the other's."""
    return dict(zip(FEATURES, measure(state), strict=True))


JUDGES = {
    # Linard & Schollaert, III.C.1: alpha is 0.2; both in hundredths
    "adjusted": Utility(20, 100),
    "cells": Utility(100, 0),
    "engine": Engine(),
}
