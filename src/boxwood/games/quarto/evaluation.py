"""What a position of Quarto is worth: the report's ideas, made to work, and the engine's own.

All pieces and lines belong to both players, so nothing on the board is good for one of them: it is
good or bad for whoever has to move.  Who has a piece in hand may complete a line; if he cannot,
every line that wants one more piece is a danger to himself, for he must place and then give one
away.  Who has to give is in danger at once.  All judges here take the side of the player to move.

Sets of cells and of pieces are 16 bits as in `games.quarto`; lines include blocks, if they count.
"""

from typing import NamedTuple

from boxwood.core.bits import lowest, popcount
from boxwood.core.bridge import dual
from boxwood.core.contract import DRAW, ONGOING
from boxwood.evaluation.evaluator import judge
from boxwood.games.quarto.rules import BLOCKS, FULL, GIVE, HAVING, LINES, NOBODY, THROUGH, Quarto


@dual
def plane_of(state: Quarto, attribute: int) -> int:
    """The cells whose pieces are wide, round, light or solid."""
    if attribute == 0:
        return state.wide
    if attribute == 1:
        return state.round
    return state.light if attribute == 2 else state.solid


@dual
def kin(state: Quarto, line: int) -> int:
    """All pieces that share an attribute with every piece on the line."""
    taken, pieces = line & state.taken, 0
    for attribute in range(4):
        having = plane_of(state, attribute) & taken
        if having == taken:
            pieces |= HAVING[attribute]
        if having == 0:
            pieces |= FULL & ~HAVING[attribute]
    return pieces


@dual
def to_come(state: Quarto) -> int:
    """The pieces that are not on the board."""
    return state.left | 1 << state.hand & FULL


@dual
def cells_to_fill(state: Quarto, line: int) -> int:
    """How many cells a line still wants, if a piece to come can go on with it; else 5."""
    empty = 4 - popcount(line & state.taken)
    return empty if empty and kin(state, line) & to_come(state) else 5


@dual
def completable_lines(state: Quarto) -> int:
    """Mohrmann, Neumann and Suendermann: the lines that a single piece to come completes."""
    count = 0
    for line in LINES:
        count += cells_to_fill(state, line) == 1
    if state.squares:
        for block in BLOCKS:
            count += cells_to_fill(state, block) == 1
    return count


@dual
def nearest_line(state: Quarto) -> int:
    """How many cells the most advanced line still wants; 5 if no line can be completed any more."""
    fewest = 5
    for line in LINES:
        fewest = min(fewest, cells_to_fill(state, line))
    if state.squares:
        for block in BLOCKS:
            fewest = min(fewest, cells_to_fill(state, block))
    return fewest


@judge
class Terminal(NamedTuple):
    """The report's: 9 for who has won, 0 for a draw and for all that is not decided."""

    win: int

    def evaluate(self, state: Quarto) -> int:
        return self.win if state.won else 0  # the winner is still to move


@judge
class Mohrmann(NamedTuple):
    """The number of completable lines (0 to 7 says the report; 10 is possible), a danger to the player to move.

    The report added this count to the side of whoever had just moved, and its minimax then played
    badly, for reasons its authors did not find.  There are two.  The count is the same for both
    players.  It speaks for the giver while the piece he gives completes none of these lines, and for
    the placer when it does, but the report always counted it for the giver: it rewarded giving a win
    away just beyond the horizon.  And its search kept the last of several moves of equal value, though
    a branch that was cut off returns only a bound: the kept move was a refuted one in 4 of 40 random
    positions with ten pieces placed when all values were 0 or 9, and in 21 of 40 with the heuristic.
    """

    line: int
    ready: int  # to complete a line at once, or to have to give such a piece

    def evaluate(self, state: Quarto) -> int:
        if state.hand == NOBODY:
            decided = -self.ready if state.safe_gifts() == 0 else 0
        else:
            decided = self.ready if state.winning_cells() else 0
        return decided if decided else -self.line * completable_lines(state)


@dual
def cell_grade(state: Quarto, piece: int, cell: int) -> int:
    """Fressinaud's grade of a cell for a piece: 500 if it wins there, else 0 to 480.

    For each of its four attributes, 40 for every piece (itself included) on the most advanced of the
    lines through the cell whose pieces all share it.
    """
    grade = 0
    for attribute in range(4):
        plane = plane_of(state, attribute)
        if piece << attribute & 8 == 0:
            plane ^= state.taken
        most = 0
        for i in range(7 * cell, 7 * cell + 3 + 4 * state.squares):
            line = THROUGH[i] & FULL
            if line & state.taken & ~plane == 0 and line:
                most = max(most, 1 + popcount(line & plane))
        if most == 4:
            return 500
        grade += 40 * most
    return grade


@dual
def piece_grade(state: Quarto, piece: int) -> int:
    """Fressinaud's grade of a piece: that of the best cell for it."""
    best, cells = 0, FULL & ~state.taken
    while cells:
        best = max(best, cell_grade(state, piece, lowest(cells)))
        cells &= cells - 1
    return best


@dual
def fressinaud(state: Quarto) -> int:
    """Fressinaud's grade of a position: 500 won, 490 drawn, 0 lost, 0 to 480 in between.

    With a piece in hand it is the piece's grade; else what the worst piece to give leaves to the giver.
    """
    outcome = state.outcome()
    if outcome != ONGOING:
        return 490 if outcome == DRAW else 500
    if state.hand != NOBODY:
        return piece_grade(state, state.hand)
    worst, pieces = 500, state.left
    while pieces:
        worst = min(worst, piece_grade(state, lowest(pieces)))
        pieces &= pieces - 1
    return 500 - worst


@judge
class Fressinaud(NamedTuple):
    """Fressinaud's grade, seen from its middle so that one player's gain is the other's loss.

    490 for a draw cannot be both players' gain: in a search a draw is worth 0, the middle.
    """

    middle: int

    def evaluate(self, state: Quarto) -> int:
        return fressinaud(state) - self.middle


@dual
def outlook(state: Quarto) -> int:
    """The report's first idea, 0 to 6, for a player who has placed a piece and not yet given one.

    6 won, 5 drawn, 4 to 1 the cells that the nearest line still wants, 0 lost: no gift is safe.
    """
    if state.won:
        return 6
    if state.taken == FULL:
        return 5
    return min(nearest_line(state), 4) if state.safe_gifts() else 0


@judge
class Outlook(NamedTuple):
    """The report's heuristic from 0 to 6: the best cell for the piece in hand, or what was made of it."""

    step: int
    middle: int

    def evaluate(self, state: Quarto) -> int:
        if state.hand == NOBODY:
            best = outlook(state)
        else:
            best, cells = 0, FULL & ~state.taken
            while cells:
                best = max(best, outlook(state.play(lowest(cells))))
                cells &= cells - 1
        return self.step * (best - self.middle)


@dual
def first_chance(wanted: int, parity: int, earliest: int) -> int:
    """The first placement from now, among those of one player, that can fill the last of `wanted` cells."""
    chance = max(wanted, earliest)
    return chance + (chance + parity) % 2


@judge
class Dominant(NamedTuple):
    """The report's second idea: the player dominates who can complete a line sooner.

    Placements alternate, so a line that wants three cells is completed by the third placement from
    now, and it is known whose that is.  The next placement completes one only with the right piece:
    the one in hand, or one that has to be given.
    """

    lead: int

    def evaluate(self, state: Quarto) -> int:
        nearest = nearest_line(state)
        if nearest == 5:
            return 0
        giving = state.hand == NOBODY
        at_once = state.safe_gifts() == 0 if giving else state.winning_cells() != 0
        # odd placements from now are those of the player who places next
        placer = 1 if at_once else first_chance(nearest, 1, 3)
        other = first_chance(nearest, 0, 2)
        lead = self.lead // min(placer, other)
        return lead if (placer < other) != giving else -lead


@judge
class Engine(NamedTuple):
    """How many safe gifts there are says most, in hundredths of a win; from solved positions.

    The one who places is ahead as long as a safe gift is left.  With few of them it matters who runs
    out first: one is enough for the giver, with two the other gives the last.
    """

    place_none: int = -18  # a piece in hand that completes nothing, and no other that is safe to give
    place_one: int = 56
    place_few: int = 43  # 2 to 4
    place_many: int = 20
    give_one: int = 14
    give_two: int = -54
    give_few: int = -20  # 3 or 4
    give_many: int = -7

    def evaluate(self, state: Quarto) -> int:
        safe = popcount(state.safe_gifts())
        if state.hand == NOBODY:
            if safe > 4:
                return self.give_many
            if safe > 2:
                return self.give_few
            return self.give_two if safe == 2 else self.give_one
        if safe > 4:
            return self.place_many
        if safe > 1:
            return self.place_few
        return self.place_one if safe else self.place_none

    def order(self, state: Quarto, move: int) -> int:
        """Placements beside many others go first: they leave fewer safe gifts."""
        if move >= GIVE:
            return 0
        neighbours = 0
        for i in range(7 * move, 7 * move + 3 + 4 * state.squares):
            neighbours += popcount(THROUGH[i] & state.taken)
        return neighbours << 2

    def verdict(self, state: Quarto) -> int:
        safe = state.safe_gifts()
        if state.hand == NOBODY:
            return 0 if safe else -2
        if state.winning_cells():
            return 1
        if state.left == 0 or popcount(safe) > 2:
            return 0  # with more safe gifts hardly ever lost, and not worth looking
        cells = FULL & ~state.taken
        while cells:
            if state.play(lowest(cells)).safe_gifts():
                return 0
            cells &= cells - 1
        return -3  # wherever the piece goes, every gift completes a line


def features(state: Quarto) -> dict[str, float]:
    """What there is to see in a position, by name, all of it common to both players."""
    return {
        "completable lines": completable_lines(state),
        "cells the nearest line wants": nearest_line(state),
        "safe gifts": popcount(state.safe_gifts()),
        "winning cells": popcount(state.winning_cells()) if state.hand != NOBODY else 0,
        "pieces to come": popcount(to_come(state)),
    }


JUDGES = {
    # Duboux & Trividic, 4.c.iii: EVAL_WIN is 9, EVAL_TIE 0
    "terminal": Terminal(9),
    "mohrmann": Mohrmann(1, 11),
    "fressinaud": Fressinaud(250),
    "outlook": Outlook(1, 3),
    "dominant": Dominant(12),
    "engine": Engine(),
}
