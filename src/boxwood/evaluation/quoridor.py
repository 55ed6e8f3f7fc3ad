"""What a position of Quoridor is worth: the report's weighted sums, and the engine's race."""

from typing import NamedTuple

from boxwood.core.bridge import dual
from boxwood.evaluation.judge import judge
from boxwood.evaluation.pathfinding import moves_to_goal, moves_to_next_rank
from boxwood.games.quoridor import Quoridor, goal, only


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


REPORT_SETS = {
    # The signs are those of section 4.5.2; the report gives no weights of its player but as examples
    "even": Weighted(0, 1000, -1000, -1000, 1000),
    "father": Weighted(0, 50, -290, -750, 200),
    "mother": Weighted(0, 750, -390, -70, 940),
    "child1": Weighted(0, 750, -390, -70, 200),
    "child2": Weighted(0, 750, -290, -747, 200),
    "child3": Weighted(0, 50, -290, -70, 940),
    "child4": Weighted(0, 50, -390, -70, 940),
    "mertens": Weighted(0, 1000, -1000, -1000, 1000, 300, -300),
    "nonlinear": Weighted(0, 100, -100, -1000, 1000, 0, 0, 2, 1),
}


@judge
class Engine(NamedTuple):
    """The engine's."""

    step: int = 100

    def evaluate(self, state: Quoridor) -> int:
        edges = state.edges()
        own = edges.distance(only(state.own), goal(state.turn, state.size))
        return self.step * (edges.distance(only(state.other), goal(1 - state.turn, state.size)) - own)


JUDGES = {"linear": REPORT_SETS["even"], **REPORT_SETS, "engine": Engine()}
