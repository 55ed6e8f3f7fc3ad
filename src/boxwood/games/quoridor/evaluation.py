"""What a position of Quoridor is worth: the report's weighted sums, and the engine's race."""

from typing import NamedTuple

from boxwood.core.bridge import Buffer, dual
from boxwood.evaluation.evaluator import judge
from boxwood.games.quoridor.pathfinding import moves_to_goal, moves_to_next_rank
from boxwood.games.quoridor.rules import (
    HORIZONTAL,
    UNREACHABLE,
    VERTICAL,
    Cells,
    Edges,
    Quoridor,
    Walls,
    cutting,
    goal,
    only,
    write,
)


@dual
def raised(base: int, power: int) -> int:
    """The base times itself, `power` times."""
    result = 1
    for _ in range(power):
        result *= base
    return result


@judge
class Weighted(NamedTuple):
    """The report's score: features times weights, in thousandths, seen by player `me`.

    f1 the other's distance, f2 one's own, f3 the other's walls, f4 one's own; then both distances to
    the next rank, as Mertens (2006) has them; powers other than 1 make it non-linear.
    """

    me: int
    other_distance: int
    own_distance: int
    other_walls: int
    own_walls: int
    other_rank: int = 0
    own_rank: int = 0
    distance_power: int = 1
    walls_power: int = 1

    def evaluate(self, state: Quoridor) -> int:
        me, other = self.me, 1 - self.me
        score = (
            self.other_distance * raised(moves_to_goal(state, other), self.distance_power)
            + self.own_distance * raised(moves_to_goal(state, me), self.distance_power)
            + self.other_walls * raised(state.walls_left(other), self.walls_power)
            + self.own_walls * raised(state.walls_left(me), self.walls_power)
        )
        if self.other_rank or self.own_rank:
            score += self.other_rank * moves_to_next_rank(state, other)
            score += self.own_rank * moves_to_next_rank(state, me)
        return score if state.turn == me else -score


# Section 4.5.1 gives no numbers.  These make the cross table of section 5 come out as it is there, but for one result.
_PLAIN = Weighted(0, 1000, -1000, -500, 500)
REPORT_SETS = {
    "plain": _PLAIN,
    # The family of section 4.5.2; its signs are those of the text
    "father": Weighted(0, 50, -290, -750, 200),
    "mother": Weighted(0, 750, -390, -70, 940),
    "child1": Weighted(0, 750, -390, -70, 200),
    "child2": Weighted(0, 750, -290, -747, 200),
    "child3": Weighted(0, 50, -290, -70, 940),
    "child4": Weighted(0, 50, -390, -70, 940),
    # Section 6: two ways out of endless repetition, for which it gives no numbers either
    "mertens": _PLAIN._replace(other_rank=300, own_rank=-300),
    "nonlinear": Weighted(0, 100, -100, -500, 500, distance_power=2),
}


NEAR = 4  # steps ahead in which the engine looks for detours
ENOUGH = 10  # walls in hand beyond this many are worth no more


@dual
def approach(edges: Edges, start: Cells, end: Cells) -> tuple[int, Cells]:
    """The steps to the end, pawns being no obstacle, and the cells that are NEAR steps nearer to it or more."""
    steps, reached, last, second, third, fourth = 0, end, end, end, end, end
    while not reached.meets(start):
        fourth, third, second, last = third, second, last, reached
        reached = edges.spread(reached)
        steps += 1
    return steps, fourth


@dual
def detours(edges: Edges, fitting: Walls, start: Cells, near: Cells, steps: int) -> tuple[int, int, int]:
    """What one wall across the next steps can do: the two longest detours, and how many would close the way."""
    longest = second = forbidden = 0
    rest = cutting(edges.path(start, near)) & fitting
    while rest.some():
        one = rest.first()
        rest = rest - one
        detour = one.leave(edges).distance(start, near) - steps
        if detour == UNREACHABLE - steps:
            forbidden += 1
        elif detour > longest:
            longest, second = detour, longest
        else:
            second = max(second, detour)
    return longest, second, forbidden


@dual
def from_middle(cell: int, size: int) -> int:
    """Twice the number of files between a cell and the middle of the board."""
    return abs(2 * (cell % 9) - size + 1)


@dual
def unstoppable(edges: Edges, start: Cells, end: Cells, chaser: Cells, chaser_end: Cells, chasing: int) -> int:
    """In how many plies a pawn that no wall can stop wins for certain, or 0.

    It keeps away from all cells that the other pawn can reach or jump from by then, so that they never
    touch; and it is there first.  `chasing` is 1 if the other is to move.
    """
    plies, safe, chased = chasing, start, chaser
    if chasing:
        chased = edges.spread(chaser)
        safe = start - chased
        if chased.meets(chaser_end):
            return 0
    while safe.some():
        plies += 1
        wider = edges.spread(safe)
        if (wider & end - chased).some():
            return plies
        chased = edges.spread(chased)
        if chased.meets(chaser_end):
            return 0
        safe = wider - chased
        plies += 1
    return 0


@dual
def around(cells: Cells) -> Walls:
    """The walls that touch a cell of these or a neighbour of it, also over a corner."""
    wide = cells | cells.left() | cells.right()
    square = wide | wide.up() | wide.down()
    corners = square | square.left()
    corners = corners | corners.down()
    return Walls(corners, corners)


@dual
def touching(walls: Walls) -> Walls:
    """The walls that have a corner in common with one of these."""
    corners = walls.corners()
    return Walls(corners | corners.left() | corners.right(), corners | corners.down() | corners.up())


@judge
class Engine(NamedTuple):
    """A race in hundredths of a step: distances, and what walls in hand may still add to them.

    Weights are fitted to the results of games that the engine played against itself.
    """

    tempo: int = 42  # to have the move
    armed: int = 51  # to have a wall at all
    wall: int = 180  # for each wall in hand
    surfeit: int = 5  # less for each of them if there are many: k walls are worth k * (wall - surfeit * k)
    detour: int = 25  # for each step that a wall near the pawn can add to its way
    second_detour: int = 24  # the same for the second longest detour
    closed: int = 37  # for each wall near the pawn that may not be put, since it would close the only way
    aside: int = 10  # for each half file that the pawn is off the middle
    few: int = 5  # up to this depth only walls of interest are looked at
    fewest: int = 2  # up to this depth only walls across the other's way

    def evaluate(self, state: Quoridor) -> int:
        edges, fitting = state.edges(), state.walls().fitting(state.size)
        own_distance, own_outlook = self.outlook(state, edges, fitting, state.turn)
        other_distance, other_outlook = self.outlook(state, edges, fitting, 1 - state.turn)
        return self.tempo + 100 * (other_distance - own_distance) + own_outlook - other_outlook

    def outlook(self, state: Quoridor, edges: Edges, fitting: Walls, player: int) -> tuple[int, int]:
        """A player's distance, and what else speaks for him."""
        start = only(state.pawn(player))
        distance, near = approach(edges, start, goal(player, state.size))
        hand = min(state.walls_left(player), ENOUGH)
        value = hand * (self.wall - self.surfeit * hand) + (self.armed if hand else 0)
        if state.walls_left(1 - player):
            longest, second, forbidden = detours(edges, fitting, start, near, min(distance, NEAR))
            value -= self.detour * longest + self.second_detour * second
            value += self.closed * forbidden + self.aside * from_middle(state.pawn(player), state.size)
        return distance, value

    def verdict(self, state: Quoridor) -> int:
        """A pawn that reaches its goal now, or that nobody can stop any more."""
        own, other, own_end = only(state.own), only(state.other), goal(state.turn, state.size)
        if state.pawn_moves().meets(own_end):
            return 1
        if state.own_left and state.other_left:
            return 0
        edges, other_end = state.edges(), goal(1 - state.turn, state.size)
        plies = 0
        if state.other_left == 0:
            plies = unstoppable(edges, own, own_end, other, other_end, 0)
        if plies == 0 and state.own_left == 0:
            plies = -unstoppable(edges, other, other_end, own, own_end, 1)
        return plies

    def candidates(self, state: Quoridor, out: Buffer, depth: int) -> int:
        """All moves in the upper part of the tree and fewer walls in the lower; the telling ones first."""
        count = write(out, 0, state.pawn_moves(), 0)
        if state.own_left == 0:
            return count
        walls = state.walls()
        fitting = walls.fitting(state.size)
        across = cutting(state.edges().path(only(state.other), goal(1 - state.turn, state.size)))
        chosen = fitting
        if depth <= self.fewest:
            chosen = fitting & across
        elif depth <= self.few:
            chosen = fitting & (across | around(only(state.own) | only(state.other)) | touching(walls))
        legal = state.legal_among(chosen)
        for interest in range(2):
            those = legal - across if interest else legal & across
            count = write(out, count, those.flat, HORIZONTAL)
            count = write(out, count, those.tall, VERTICAL)
        return -count if depth <= self.few else count


def features(state: Quoridor) -> dict[str, float]:
    """What there is to see in a position, by name: the player to move's and the other's."""
    edges, fitting = state.edges(), state.walls().fitting(state.size)
    seen: dict[str, float] = {}
    for name, player in (("own", state.turn), ("other", 1 - state.turn)):
        start = only(state.pawn(player))
        distance, near = approach(edges, start, goal(player, state.size))
        longest, second, forbidden = detours(edges, fitting, start, near, min(distance, NEAR))
        seen |= {
            f"{name} steps": distance,
            f"{name} moves, jumps included": moves_to_goal(state, player),
            f"{name} moves to the next rank": moves_to_next_rank(state, player),
            f"{name} walls": state.walls_left(player),
            f"{name} longest detour": longest,
            f"{name} second detour": second,
            f"{name} walls forbidden": forbidden,
            f"{name} files from the middle": from_middle(state.pawn(player), state.size) / 2,
        }
    return seen


JUDGES = {**REPORT_SETS, "engine": Engine()}
