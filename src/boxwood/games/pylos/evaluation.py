"""What a position of Pylos is worth: the report's seven rules, its first idea, and the engine's own.

Places are bits as in `games.pylos`, a square being named by its lower left corner.  Reserves decide:
with puts alone the players run out in turn, so whoever has to move needs one marble more than the other.
A raise saves a marble; a full square saves two, since one is put and up to two come back.

In the midst of a turn, with marbles still to take back, a judge looks at the position as it will be
for the other player, with those marbles in reserve already: where they come from hardly matters.
"""

from typing import NamedTuple

from boxwood.core.bits import lowest, popcount
from boxwood.core.bridge import Buffer, Table, dual
from boxwood.evaluation.evaluator import judge
from boxwood.games.pylos.rules import (
    BOARD,
    CORNERS,
    FLOOR,
    LINES_COUNT,
    MARBLES,
    NAMED,
    RAISE_WHEN_EMPTY,
    RAISES,
    RESERVE,
    SQUARES_COUNT,
    STOP,
    Pylos,
    can_raise,
    free,
    landings,
    line_gaps,
    rewarded,
    square_gaps,
)

MIDDLE = 1 << NAMED["2b2"]
FLOOR_CORNERS = sum(1 << NAMED[name] for name in ("1a1", "1a4", "1d1", "1d4"))
# How early a move is looked at that completes a square, keeps one to complete again, stops one, raises.
SAVES, STOPS, AGAIN, RAISES_ONE = 1 << 14, 1 << 13, 1 << 12, 1 << 11
RAISED_FROM = Table(sum(1 << source for source in range(30) if RAISES[source] >> target & 1) for target in range(30))


@dual
def all_four(places: int) -> int:
    """The squares whose four places are all among these."""
    pairs = places & places >> 1
    return pairs & pairs >> 7 & CORNERS


@dual
def odd_count(own: int) -> int:
    """The squares with one or three of these marbles."""
    return own ^ own >> 1 ^ own >> 7 ^ own >> 8


@dual
def two_or_three(own: int) -> int:
    """The squares with two or three of these marbles."""
    right, up, across = own >> 1, own >> 7, own >> 8
    return own & right ^ up & across ^ (own ^ right) & (up ^ across)


@dual
def one_missing(own: int, places: int) -> int:
    """How many squares one marble on one of these places completes."""
    return popcount(all_four(own | places) & odd_count(own) & two_or_three(own))


@dual
def two_missing(own: int, places: int) -> int:
    """How many squares two marbles on these places complete."""
    return popcount(all_four(own | places) & ~odd_count(own) & two_or_three(own))


@dual
def gaps(own: int, rules: int) -> int:
    """The places where one marble more lets its owner take back."""
    places = 0
    if rules & SQUARES_COUNT:
        places = square_gaps(own)
    if rules & LINES_COUNT:
        places |= line_gaps(own)
    return places


@dual
def raisable(taken: int) -> int:
    """The marbles, of both players, that can be raised."""
    sources, higher = 0, landings(taken) & ~FLOOR
    while higher:
        sources |= RAISED_FROM[lowest(higher)]
        higher &= higher - 1
    return sources & free(taken)


@dual
def reserve(marbles: int) -> int:
    """How many a player has left whose marbles on the board are these."""
    return MARBLES - popcount(marbles)


@judge
class Rules(NamedTuple):
    """Corpet's seven rules, "just before playing": the state as the player to move finds it.

    A square counts if all its empty places can bear a marble now.  "The middle marble of the first floor"
    is 2b2: only levels of odd size have a middle, and in French the first floor lies above the ground.
    """

    won: int
    marble: int
    square: int  # that I can complete
    further_square: int
    two_squares: int  # that the other can complete: I can stop only one
    further_threat: int
    pair: int  # a square that I can complete with two marbles
    other_pair: int
    middle: int

    def evaluate(self, state: Pylos) -> int:
        if state.pending:
            return self.marble * state.pending - self.rate(state.other, state.own, state.rules)
        return self.rate(state.own, state.other, state.rules)

    def rate(self, own: int, other: int, rules: int) -> int:
        """The seven rules, for the owner of `own`, who is to move."""
        mine, theirs = reserve(own), reserve(other)
        if rules & RAISE_WHEN_EMPTY == 0:
            if mine == 0:
                return -self.won
            if theirs == 0:
                return self.won
        score = self.marble * (mine - theirs)
        if own & MIDDLE:
            score += self.middle
        if other & MIDDLE:
            score -= self.middle
        if rules & SQUARES_COUNT == 0:
            return score
        places = landings(own | other)
        squares, threats = one_missing(own, places), one_missing(other, places)
        if squares > 0:
            score += self.square + self.further_square * (squares - 1)
        if threats > 1:
            score -= self.two_squares + self.further_threat * (threats - 2)
        return score + self.pair * two_missing(own, places) - self.other_pair * two_missing(other, places)

    def forcing(self, state: Pylos, out: Buffer) -> int:
        """A turn ends with its take-backs: the rules speak of whole turns."""
        return -state.moves(out) if state.pending else 0


@judge
class Marbles(NamedTuple):
    """Corpet's first evaluation: how many marbles more one has in reserve.  Too coarse, he found."""

    marble: int

    def evaluate(self, state: Pylos) -> int:
        return self.marble * (reserve(state.own) - reserve(state.other) + state.pending)


@dual
def measure(own: int, other: int, rules: int) -> tuple[int, ...]:
    """The features of a position whose player to move owns `own`, in the order of the engine's weights."""
    taken = own | other
    places, loose, sources = landings(taken), free(taken), raisable(taken)
    mine, theirs = reserve(own), reserve(other)
    squares = threats = pairs = other_pairs = still_open = other_open = 0
    if rules & SQUARES_COUNT:
        squares, threats = one_missing(own, places), one_missing(other, places)
        pairs, other_pairs = two_missing(own, places), two_missing(other, places)
        still_open, other_open = popcount(all_four(BOARD & ~other)), popcount(all_four(BOARD & ~own))
    if rules & LINES_COUNT:
        squares += popcount(line_gaps(own) & places)
        threats += popcount(line_gaps(other) & places)
    rises, other_rises = popcount(own & sources), popcount(other & sources)
    return (
        1,
        mine - theirs,
        1 if mine > theirs else 0,
        squares,
        1 if squares > 0 else 0,
        threats,
        pairs,
        other_pairs,
        still_open,
        other_open,
        rises,
        1 if rises > 0 else 0,
        other_rises,
        popcount(own & loose),
        popcount(other & loose),
        popcount(own & FLOOR_CORNERS) - popcount(other & FLOOR_CORNERS),
        popcount(own & MIDDLE) - popcount(other & MIDDLE),
    )


@judge
class Engine(NamedTuple):
    """Features times weights in hundredths of a marble, fitted to the values of solved positions and tuned by games.

    Some matter more at the end, some less: their weights grow by what is said below with every 16 marbles put.
    """

    move: int = -79  # to have the move: who runs out first has lost
    marble: int = 122  # more in reserve
    ahead: int = 68  # to have more in reserve, and so to win if only puts were left
    square: int = 14  # that I can complete now
    any_square: int = 135
    threat: int = -111  # that the other could complete now
    pair: int = 56  # a square that I can complete with two marbles
    other_pair: int = -35
    open: int = 23  # a square without a marble of the other's
    other_open: int = -13
    rise: int = 45  # a marble that I can raise
    any_rise: int = 28
    other_rise: int = -31
    loose: int = 50  # a marble of mine on which nothing rests
    other_loose: int = -59
    corner: int = 12  # of level 1, more than the other
    middle: int = 46  # of level 2
    take: int = 171  # a marble still to be taken back
    late_marble: int = 26
    late_ahead: int = 40
    late_threat: int = -30
    late_pair: int = 82
    late_open: int = 14  # for every one that I have more than the other
    late_rise: int = -18  # likewise
    late_any_rise: int = 122
    late_loose: int = -7  # likewise
    late_corner: int = -26

    def evaluate(self, state: Pylos) -> int:
        if state.pending:
            return self.take * state.pending - self.opinion(state.other, state.own, state.rules)
        return self.opinion(state.own, state.other, state.rules)

    def opinion(self, own: int, other: int, rules: int) -> int:
        """What the position is worth to the owner of `own`, who is to move."""
        (
            move, marbles, ahead, squares, any_square, threats, pairs, other_pairs, still_open, other_open,
            rises, any_rise, other_rises, loose, other_loose, corners, middle,
        ) = measure(own, other, rules)  # fmt: skip
        in_the_middle = (
            self.move * move
            + self.marble * marbles
            + self.ahead * ahead
            + self.square * squares
            + self.any_square * any_square
            + self.threat * threats
            + self.pair * pairs
            + self.other_pair * other_pairs
            + self.open * still_open
            + self.other_open * other_open
            + self.rise * rises
            + self.any_rise * any_rise
            + self.other_rise * other_rises
            + self.loose * loose
            + self.other_loose * other_loose
            + self.corner * corners
            + self.middle * middle
        )
        later = (
            self.late_marble * marbles
            + self.late_ahead * ahead
            + self.late_threat * threats
            + self.late_pair * pairs
            + self.late_open * (still_open - other_open)
            + self.late_rise * (rises - other_rises)
            + self.late_any_rise * any_rise
            + self.late_loose * (loose - other_loose)
            + self.late_corner * corners
        )
        return in_the_middle + (later * (popcount(own | other) - MARBLES) >> 4)

    def order(self, state: Pylos, move: int) -> int:
        """Completing first, then stopping the other from it, then raising; of take-backs the least missed."""
        own, other, rules = state.own, state.other, state.rules
        taken, danger = own | other, gaps(other, rules)
        source, target = 1 << (move >> 5), 1 << (move & 31)
        if move == STOP:
            return -SAVES
        rating = 0
        if source & danger:
            rating -= STOPS
        if state.pending:
            return rating + AGAIN if source & gaps(own ^ source, rules) else rating
        if move >> 5 != RESERVE:
            rating += RAISES_ONE
        if target & gaps(own & ~source, rules):
            rating += SAVES
        if target & danger:
            rating += STOPS
        offered = landings(taken & ~source | target) & ~landings(taken) & ~FLOOR
        if offered & danger:
            rating -= STOPS
        if offered and other & free(taken):
            rating -= RAISES_ONE
        return rating

    def forcing(self, state: Pylos, out: Buffer) -> int:
        """Whoever can complete a square may do so; what comes back is left to the evaluation."""
        if state.pending:
            return 0
        own, taken = state.own, state.own | state.other
        targets = gaps(own, state.rules) & landings(taken)
        count = 0
        while targets:
            target = lowest(targets)
            targets &= targets - 1
            if popcount(own) < MARBLES:
                out[count] = RESERVE << 5 | target
                count += 1
            sources = own & free(taken) & RAISED_FROM[target]
            while sources:
                source = lowest(sources)
                sources &= sources - 1
                if rewarded(own ^ 1 << source | 1 << target, state.rules) >> target & 1:
                    out[count] = source << 5 | target
                    count += 1
        return count

    def verdict(self, state: Pylos) -> int:
        own, other, rules = state.own, state.other, state.rules
        mine, theirs = reserve(own), reserve(other)
        if rules & RAISE_WHEN_EMPTY or (mine > 1 and theirs > 0):
            return 0
        if state.pending:
            return state.pending if theirs == 0 else 0
        taken = own | other
        places = landings(taken)
        if theirs == 0:  # any turn wins: one marble, or with its take-backs up to three moves
            return 1 if places & ~gaps(own, rules) else 3
        if mine == 1 and places & gaps(own, rules) == 0 and not can_raise(own, taken):
            loss = -2
            while places:
                last = places & -places
                places ^= last
                if landings(taken | last) & ~gaps(other, rules) == 0:
                    loss = -4  # the other must complete a square, and take back
            return loss
        return 0


FEATURES = (
    "the move", "marbles ahead in reserve", "ahead", "squares to complete", "a square to complete",
    "squares the other can complete", "pairs", "other pairs", "open squares", "other open squares",
    "marbles to raise", "a marble to raise", "other marbles to raise", "free marbles", "other free marbles",
    "corners", "middle",
)  # fmt: skip


def features(state: Pylos) -> dict[str, float]:
    """What there is to see in a position, by name, for the player to move."""
    return dict(zip(FEATURES, measure(state.own, state.other, state.rules), strict=True))


JUDGES = {
    # Corpet, II: rules 1 to 7; a won game is 1000
    "rules": Rules(1000, 10, 8, 4, 8, 4, 2, 3, 3),
    "marbles": Marbles(10),
    "engine": Engine(),
}
