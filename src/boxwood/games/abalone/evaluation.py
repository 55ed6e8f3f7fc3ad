"""What a position of Abalone is worth: the report's six features with its eight sets of weights, and the engine's.

Cells are bits as in `games.abalone`.  Every feature is counted for a whole colour at once:

    distance to the centre    4 a marble, less one for each disc around the centre that holds it
    distances among marbles   the distance of two cells is half the number of lines that part them, of the
                              24 lines between neighbouring rows in the three axes; a line with c marbles of n
                              on its one side parts c * (n - c) couples
    neighbours                the marbles that are still there when the others take a step
"""

from typing import NamedTuple

from boxwood.core.bits import each_bit, lowest, popcount
from boxwood.core.bridge import Buffer, Table, dual, recursive
from boxwood.core.contract import DRAW, ONGOING
from boxwood.evaluation.evaluator import judge
from boxwood.games.abalone.rules import (
    BOARD,
    CELL,
    CELLS,
    EDGE,
    KIND,
    MARBLES,
    OPPOSITE,
    OTHER_CHANGE,
    OWN_CHANGE,
    Abalone,
    pushes,
    step,
    threatened,
)

# Three axes of a cell, each from -4 to 4; two cells are half the sum of the three differences apart.
AXES = {cell: (diagonal - 5, row - 4, diagonal - row - 1) for (diagonal, row), cell in CELL.items()}
RING = {cell: sum(map(abs, axes)) // 2 for cell, axes in AXES.items()}  # the distance to the centre
DISC = Table([sum(1 << cell for cell, ring in RING.items() if ring <= radius) for radius in range(4)])
RIM = sum(1 << cell for cell, ring in RING.items() if ring == 4)
LINES = Table(  # by line between two rows, the cells on its one side: eight lines to an axis
    [sum(1 << cell for cell, axes in AXES.items() if axes[axis] < line) for axis in range(3) for line in range(-3, 5)]
)
AXIS = Table([AXES[cell][axis] for cell in range(CELLS) for axis in range(3)])


@dual
def from_centre(marbles: int) -> int:
    """The sum of the distances of all marbles to the centre."""
    return (
        4 * popcount(marbles)
        - popcount(marbles & DISC[0])
        - popcount(marbles & DISC[1])
        - popcount(marbles & DISC[2])
        - popcount(marbles & DISC[3])
    )


@dual
def from_each_other(marbles: int) -> int:
    """The sum of the distances over all ordered pairs of marbles."""
    count, total = popcount(marbles), 0
    for line in range(24):
        below = popcount(marbles & LINES[line])
        total += below * (count - below)
    return total


@dual
def neighbours(marbles: int) -> int:
    """How many pairs of marbles touch."""
    pairs = 0
    for direction in range(3):
        pairs += popcount(marbles & step(marbles, direction))
    return pairs


@dual
def axis_sum(marbles: int, axis: int) -> int:
    """The sum of all marbles' coordinates on one axis."""
    total = 4 * popcount(marbles)
    for line in range(8 * axis, 8 * axis + 8):
        total -= popcount(marbles & LINES[line])
    return total


PUSH = Table([(0, 2, 1)[popcount(change)] for change in OTHER_CHANGE])  # by move: 1 a push, 2 off the board
UNIT = 256  # parts of a step


@dual
def nearer(state: Abalone, gone: int, come: int) -> int:
    """How much nearer marbles come that go from some cells to others, in parts of a step.

    The point that all should be near is midway between the two mass centres and the centre of the board
    (Aichholzer, Aurenhammer & Werner, Algorithmic Fun: Abalone, 2002).
    """
    own, other = popcount(state.own), popcount(state.other)
    total = 0
    for axis in range(3):
        masses = axis_sum(state.own, axis) * other + axis_sum(state.other, axis) * own
        point = UNIT * masses // (3 * own * other)
        cells = gone | come
        while cells:
            cell = lowest(cells)
            away = abs(UNIT * AXIS[3 * cell + axis] - point)
            total += away if gone >> cell & 1 else -away
            cells &= cells - 1
    return total // 2


@judge
class Lao(NamedTuple):
    """Lao's heuristic H, a weighted sum of six features; weights in thousandths, values in millionths."""

    marbles: int  # f1, how many more
    edge: int  # f2, the share of them on the rim
    centre: int  # f3, the mean distance to the centre, of 4
    cohesion: int  # f4, the mean number of neighbours, of 6
    spread: int  # f5, half the mean distance of two marbles
    threats: int  # f6, how many can be pushed off on the next move

    def evaluate(self, state: Abalone) -> int:
        return worth(self, state.own, state.other) - worth(self, state.other, state.own)

    def order(self, state: Abalone, move: int) -> int:
        """The report's quick guess: pushes, then marbles brought from the rim, then how compact it gets.

        Its other rule, not to push one's own marbles off, is a rule of the game here.
        """
        change = OWN_CHANGE[move]
        gone, come = change & state.own, change & ~state.own
        rim = popcount(gone & RIM) - popcount(come & RIM)
        return (PUSH[move] << 16) + (rim << 13) + nearer(state, gone, come)

    def forcing(self, state: Abalone, out: Buffer) -> int:
        """A state is quiet when no marble can be pushed off."""
        return state.ejections(out)


@dual
def worth(weights: Lao, own: int, other: int) -> int:
    """One colour's part of H; the division comes before the difference, so that both sides round alike."""
    count = popcount(own)
    pairs = max(count * (count - 1), 1)
    return (
        1000 * weights.marbles * count
        - 1000 * weights.edge * popcount(own & RIM) // count
        - 1000 * weights.centre * from_centre(own) // (4 * count)
        + 1000 * weights.cohesion * 2 * neighbours(own) // (6 * count)
        - 1000 * weights.spread * from_each_other(own) // (2 * pairs)
        - 1000 * weights.threats * popcount(threatened(other, own))
    )


# Lao (2023), Table 2
OMEGA = {
    "omega1": Lao(875, 500, 2000, 500, 1625, 125),
    "omega2": Lao(1125, 125, 1125, 250, 125, 50),
    "omega3": Lao(1125, 1375, 1750, 50, 1250, 250),
    "omega4": Lao(1250, 375, 1250, 250, 50, 1000),
    "omega5": Lao(1250, 375, 1375, 1125, 50, 50),
    "omega6": Lao(1625, 1500, 2000, 625, 1750, 375),
    "omega7": Lao(2000, 625, 375, 625, 50, 375),
    "omega8": Lao(250, 125, 1750, 1000, 500, 1750),
}


# Lao (2023), section 5: what a finished game is worth
END = 100 * 1_000_000


@judge
class Settled(NamedTuple):
    """Lao's value of a state, found where no marble can be pushed off any more: for searches that stop at once."""

    weights: Lao

    def evaluate(self, state: Abalone) -> int:
        return settle(state, self.weights, -END, END)

    def order(self, state: Abalone, move: int) -> int:
        return self.weights.order(state, move)


@recursive
def settle(state: Abalone, weights: Lao, alpha: int, beta: int) -> int:
    """The value once the players have pushed off what they care to; moves lie in words, so no room is needed."""
    outcome = state.outcome()
    if outcome == DRAW:
        return 0
    if outcome != ONGOING:
        return END if outcome == 1 + state.player() else -END
    best = weights.evaluate(state)
    for direction in range(6):
        ways = pushes(state.own, state.other, state.other & EDGE[direction], direction)
        for way in range(3):
            rear = ways[way]
            while rear and best < beta:
                move = (3 + way) * KIND + direction * CELLS + lowest(rear)
                best = max(best, -settle(state.play(move), weights, -beta, -max(alpha, best)))
                rear &= rear - 1
    return best


REPORT = ("marbles", "edge", "centre", "cohesion", "spread", "threats")


def report_features(state: Abalone) -> tuple[float, ...]:
    """f1 to f6 as the report defines them, marble by marble: above 0 where white is better."""
    black, white = (_colour(*sides) for sides in (state.black_and_white(), state.black_and_white()[::-1]))
    signs = (1, -1, -1, 1, -1, -1)  # more is better or worse
    return tuple(sign * (w - b) for sign, w, b in zip(signs, white, black, strict=True))


def _colour(own: int, other: int) -> tuple[float, ...]:
    """The terms of one colour in f1 to f6."""
    marbles = list(each_bit(own))
    count = len(marbles)
    apart = [_distance(a, b) for a in marbles for b in marbles]
    return (
        count,
        sum(RING[marble] == 4 for marble in marbles) / count,
        sum(RING[marble] for marble in marbles) / count / 4,
        apart.count(1) / count / 6,
        sum(apart) / max(2 * count * (count - 1), 1),
        popcount(threatened(other, own)),
    )


def _distance(a: int, b: int) -> int:
    return sum(abs(x - y) for x, y in zip(AXES[a], AXES[b], strict=True)) // 2


# For n marbles, 1 / 3n in parts of 2 ** 16: multiplying is cheaper than dividing.
THIRD = Table([0, *((1 << 16) // (3 * count) for count in range(1, MARBLES + 1))])
PARTS = 128  # of a step in the sums below: 64 on an axis, since a step moves a marble on two of the three


@dual
def gathering(own: int, other: int) -> tuple[int, int]:
    """How much further the other's marbles are from the middle, and how much further from each other.

    The middle is the point of `nearer`.  The marbles below it on an axis have to cross each line up to it: as
    many as there are below the line, times the part of the row behind that line which is below the middle.
    """
    own_count, other_count = popcount(own), popcount(other)
    own_third, other_third = THIRD[own_count], THIRD[other_count]
    from_middle = own_couples = other_couples = 0
    for axis in range(3):
        own_sum, other_sum = 4 * own_count, 4 * other_count
        for line in range(8 * axis, 8 * axis + 8):
            own_below, other_below = popcount(own & LINES[line]), popcount(other & LINES[line])
            own_sum -= own_below
            other_sum -= other_below
            own_couples += own_below * (own_count - own_below)
            other_couples += other_below * (other_count - other_below)
        middle = (own_sum * own_third + other_sum * other_third) >> 10
        from_middle += 64 * (other_sum - own_sum) - middle * (other_count - own_count)
        for line in range(8):
            row = min(max(middle + 64 * (4 - line), 0), 64)
            below = LINES[8 * axis + line]
            from_middle += 2 * row * (popcount(other & below) - popcount(own & below))
    return from_middle, (other_couples * other_third - own_couples * own_third) * 3 >> 10


@dual
def grip(own: int, other: int) -> tuple[int, int]:
    """How many pushes there are that stay on the board, and how many marbles of `other` can be pushed off."""
    empty = BOARD & ~(own | other)
    shoves = off = 0
    for direction in range(6):
        ahead = step(own & step(own, direction), direction)
        last = other & (ahead | step(other & step(own & ahead, direction), direction))
        shoves += popcount(last & step(empty, OPPOSITE[direction]))
        off |= last & EDGE[direction]
    return shoves, popcount(off)


@dual
def measure(state: Abalone) -> tuple[int, int, int, int, int, int]:
    """The features of a position: the player to move's less the other's, and the marbles he may lose next."""
    own, other = state.own, state.other
    own_lost, other_lost = MARBLES - popcount(own), MARBLES - popcount(other)
    from_middle, spread = gathering(own, other)
    own_pushes, _ = grip(own, other)
    other_pushes, danger = grip(other, own)
    return (
        other_lost - own_lost,
        other_lost * other_lost - own_lost * own_lost,
        from_middle,
        spread,
        own_pushes - other_pushes,
        danger,
    )


@judge
class Engine(NamedTuple):
    """Weights in ten-thousandths of a marble, values in hundredths; fitted to games and tried in matches.

    A judge of rings around the centre, neighbours and threats lost 78 games of 80 to a first form of it and drew
    two: what matters is to be gathered, nearer to the fight than the other.  Neighbours then add nothing.
    """

    move: int = 500  # to have the move
    marble: int = 10_000
    lost: int = 240  # for the square of the marbles lost: the last ones are dearer
    middle: int = 700  # a step nearer to the middle
    spread: int = 850  # half a step less of the mean distance to one's other marbles, for each marble
    push: int = 600  # a push that stays on the board
    danger: int = 1400  # a marble that can be pushed off next
    dangers: int = 1800  # each one more: not all can be saved
    horizon: int = 25  # where the plies are limited: over so many last ones all but marbles fades away

    def evaluate(self, state: Abalone) -> int:
        marbles, lost, middle, spread, shoves, danger = measure(state)
        position = self.move + (self.middle * middle + self.spread * spread) // PARTS + self.push * shoves
        if 0 <= state.left < self.horizon:
            position = position * state.left // self.horizon
        value = self.marble * marbles + self.lost * lost + position
        if danger:
            value -= self.danger + self.dangers * (danger - 1)
        return value // 100

    def order(self, state: Abalone, move: int) -> int:
        """Marbles pushed off go before everything, other pushes before all that only worked elsewhere."""
        return (PUSH[move] & 1) << 13 | PUSH[move] >> 1 << 32

    def forcing(self, state: Abalone, out: Buffer) -> int:
        """A state is quiet when no marble can be pushed off."""
        return state.ejections(out)

    def verdict(self, state: Abalone) -> int:
        """To push off the last marble that the other can spare wins; so does the lead after the last ply."""
        if state.left != 1 and popcount(state.other) > state.least + 1:
            return 0
        lead = popcount(state.own) - popcount(state.other)
        if threatened(state.own, state.other):
            lead += 1
            if popcount(state.other) == state.least + 1:
                return 1
        if state.left != 1 or lead == 0:
            return 0
        return 1 if lead > 0 else -1


def features(state: Abalone) -> dict[str, float]:
    """What there is to see in a position, by name, for the player to move: the report's six and the engine's."""
    colour = 1 if state.player() else -1
    theirs = dict(zip(REPORT, (colour * value for value in report_features(state)), strict=True))
    _, lost, middle, spread, shoves, danger = measure(state)
    return theirs | {
        "lost squared": lost,
        "nearer to the middle": middle / PARTS,
        "closer together": spread / PARTS,
        "pushes": shoves,
        "in danger": danger,
    }


JUDGES = {**OMEGA, "engine": Engine()}
