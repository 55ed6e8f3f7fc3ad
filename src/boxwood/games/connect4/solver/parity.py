"""What a player is sure of by always answering on top of the last disc: bounds without search.

The second player's strategy.  Let the first player be to move.  Wherever he plays on an odd row, the second
answers right above, on an even one.  Where the next free cell of a column is on an even row (there is an even
number of such *loose* cells), he answers a disc there with another of them.  So the first player gets, of the
empty cells, the odd ones and some of the loose ones and nothing else; if there is no four in that, he cannot
win.  If there is a four in what the second player gets for certain, he wins, at the latest when the board is
full but for the cells above his four.

The first player's strategy.  Let the second player be to move and let there be an odd cell, the *goal*, where
the first player would win.  Leave out the cells above it, the goal, and the one below it: the rest is even in
number, and the first player answers there as above.  In the end the second player must play below the goal.  In
the goal's column everything is one row lower: there the second player gets even cells.
"""

from boxwood.core.bits import lowest
from boxwood.core.bridge import dual
from boxwood.games.connect4.solver.board import BOARD, BOTTOM, COLUMN_OF, EVEN, ODD, has_four, playable

UP_TO_ROW_2, UP_TO_ROW_4 = BOTTOM * 0b000011, BOTTOM * 0b001111
ROW_3, ROWS_3_AND_5 = BOTTOM * 0b000100, BOTTOM * 0b010100


@dual
def follower_reaches(own: int, other: int, discs: int, threats: int, second: bool, score: int) -> bool:
    """Whether the player who has just moved (`own`, `threats`) is sure of at least this score."""
    if second:
        return score <= 3 and _second_reaches(own, other, discs, score)
    return score <= 2 and threats & ROWS_3_AND_5 != 0 and _first_reaches(other, discs, threats, score)


@dual
def _second_reaches(own: int, other: int, discs: int, score: int) -> bool:
    empty = BOARD & ~discs
    loose = playable(discs) & EVEN
    others = other | empty & ODD
    if has_four(others | loose) and not _pairs_hold(others, loose):
        return False
    if score <= 0:
        return True
    # Whoever wins on row 6, 4 or 2 leaves 0, 2 or 4 cells above: a score of 1, 2 or 3.
    mine = empty & EVEN & ~loose
    if score == 2:
        mine &= UP_TO_ROW_4
    elif score == 3:
        mine &= UP_TO_ROW_2
    return has_four(own | mine)


@dual
def _pairs_hold(others: int, loose: int) -> bool:
    """Whether two or four loose cells can be paired, each answering the other, so that no four arises."""
    a = loose & -loose
    rest = loose ^ a
    b = rest & -rest
    rest ^= b
    if b == 0 or has_four(others | a) or has_four(others | b):
        return False
    if rest == 0:
        return True
    c = rest & -rest
    d = rest ^ c
    if d & (d - 1):
        return False
    ac_or_bd = has_four(others | a | c) or has_four(others | b | d)
    ad_or_bc = has_four(others | a | d) or has_four(others | b | c)
    if not ac_or_bd and not ad_or_bc:
        return True
    if (ac_or_bd and ad_or_bc) or has_four(others | a | b) or has_four(others | c | d):
        return False
    return True


@dual
def _first_reaches(other: int, discs: int, threats: int, score: int) -> bool:
    # Winning on row 5 or 3 leaves 1 or 3 cells above: a score of 1 or 2.
    open_cells = playable(discs)
    goals = threats & (ROW_3 if score == 2 else ROWS_3_AND_5) & ~open_cells
    empty = BOARD & ~discs
    elsewhere = empty & ODD | open_cells
    while goals:
        goal = goals & -goals
        goals ^= goal
        column = COLUMN_OF[lowest(goal)]
        below = column & (goal - 1) & (empty & EVEN | open_cells)
        if not has_four(other | elsewhere & ~column | below):
            return True
    return False
