"""Who plays whom, from which openings: round robin, gauntlet, Swiss.

A `Plan` is all there is to know of a tournament, as plain values: the same plan gives the same games.  The
unit of play is a `Pair`: two games from one opening with the seats swapped.  A plan hands out its pairs in
batches: those of a round robin come at once, those of a Swiss round when the round before it is done.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple

from boxwood.arena.external import is_external
from boxwood.arena.match import PLY_CAP, Adjudication, Clock, Pairing, random_opening
from boxwood.arena.statistics import Sprt
from boxwood.core.errors import BoxwoodError
from boxwood.core.options import read_pairs
from boxwood.game import Game
from boxwood.games import find
from boxwood.players import find as find_player

FORMS = ("round-robin", "gauntlet", "swiss")
TRIES = 20  # random openings looked at for one that is new
IMAGES = 32  # of an opening that are looked at: Quarto has 12,288, with other names for its pieces


class Opening(NamedTuple):
    """Where a pair of games begins: options of the game, or a position; then moves."""

    options: str  # like layout=belgian
    start: str  # a position text, or nothing
    moves: str

    @property
    def text(self) -> str:
        """One line; it is part of the pair's name in the journal."""
        return " | ".join(part for part in (self.options, self.start, self.moves) if part)


Key = tuple[str, str, str, int]  # what tells a pair from all others of its run


class Pair(NamedTuple):
    """Two games from one opening; `a` begins the first of them."""

    a: str
    b: str
    opening: Opening
    seed: int
    round: int = 0

    @property
    def key(self) -> Key:
        return self.a, self.b, self.opening.text, self.seed


@dataclass(frozen=True)
class Plan:
    """A tournament to be played."""

    game: str
    players: tuple[str, ...]
    pairs: int = 10  # of games in each meeting of two players
    form: str = "round-robin"
    rounds: int = 0  # of a Swiss tournament; 0: enough to find the best
    variants: tuple[str, ...] = ("",)  # options of the game in turn, like layout=belgian
    plies: int | None = None  # random moves of an opening; None: as many as suit the game
    openings: tuple[str, ...] = ()  # instead: moves from the start, or position texts
    clock: Clock = field(default_factory=lambda: Clock(per_move=0.1))
    ply_cap: int = PLY_CAP
    adjudication: Adjudication | None = None
    seed: int = 1
    sprt: Sprt | None = None  # of the first player against the second
    name: str = ""

    def __post_init__(self) -> None:
        kind = find(self.game)
        object.__setattr__(self, "game", kind.id)
        if len(self.players) < 2:
            raise BoxwoodError("a tournament needs at least two players")
        if len(set(self.players)) < len(self.players):
            raise BoxwoodError("a player cannot play itself: give one of them another seed or parameter")
        for spec in self.players:
            if not is_external(spec):
                player = find_player(spec, kind)
                player.read([word for word in spec.split(":")[1:] if word])
        if self.form not in FORMS:
            raise BoxwoodError(f"'{self.form}' is not a form of tournament: there are {', '.join(FORMS)}")
        for name, value in (("pairs", self.pairs), ("ply_cap", self.ply_cap)):
            if value < 1:
                raise BoxwoodError(f"{name} {value} is not possible: it is 1 or more")
        if self.sprt and len(self.players) != 2:
            raise BoxwoodError("an SPRT compares two players: give no more")
        for opening in self.openings:
            read_opening(self.game, opening)
        for variant in self.variants:
            kind.read_options(read_pairs(kind.id, variant.split()))

    @property
    def id(self) -> str:
        """The same for the same games: what only tells how many of them to play is left out."""
        told = asdict(self)
        for name in ("pairs", "rounds", "sprt"):
            del told[name]
        return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:12]

    def as_json(self) -> dict[str, Any]:
        """Plain values, from which `from_json` makes the plan again."""
        return asdict(self)

    @staticmethod
    def from_json(told: Mapping[str, Any]) -> "Plan":
        given = dict(told)
        for name, kind in (("clock", Clock), ("adjudication", Adjudication), ("sprt", Sprt)):
            if given.get(name) is not None:
                given[name] = kind(**given[name])
        for name in ("players", "variants", "openings"):
            if name in given:
                given[name] = tuple(given[name])
        try:
            return Plan(**given)
        except TypeError as error:
            raise BoxwoodError(f"not a tournament: {str(error).replace('Plan.__init__() got an ', '')}") from None

    def pairings(self, pair: Pair) -> tuple[Pairing, Pairing]:
        """Its two games."""
        options = tuple(read_pairs(self.game, pair.opening.options.split()).items())
        first, second = (
            Pairing(
                self.game,
                players,
                tuple(pair.opening.moves.split()),
                options,
                self.clock,
                self.ply_cap,
                pair.seed,
                pair.opening.start,
                self.adjudication,
            )
            for players in ((pair.a, pair.b), (pair.b, pair.a))
        )
        return first, second

    def opening(self, number: int) -> Opening:
        """The openings by number, the variants in turn; as different as there are."""
        return _openings(self).get(number)

    def batch(self, points: Mapping[Key, float]) -> Iterator[Pair]:
        """The pairs that can be played now, those played included; `points` are the first one's by key, 0 to 2."""
        if self.form == "swiss":
            yield from self._swiss(points)
            return
        one, *others = self.players
        meetings = list(combinations(self.players, 2))
        if self.form == "gauntlet":
            meetings = [(one, other) for other in others]
        for number in range(self.pairs):
            opening = self.opening(number)
            for a, b in meetings:
                yield Pair(a, b, opening, self.seed + number)

    def total(self) -> int:
        """How many pairs there are in all."""
        count = len(self.players)
        if self.form == "swiss":
            return self._swiss_rounds() * (count // 2) * self.pairs
        return self.pairs * (count - 1 if self.form == "gauntlet" else count * (count - 1) // 2)

    def _swiss_rounds(self) -> int:
        count = len(self.players)
        enough = max(1, (count - 1).bit_length())
        return min(self.rounds or enough, count - 1 if count % 2 == 0 else count)

    def _swiss(self, points: Mapping[Key, float]) -> list[Pair]:
        scores = dict.fromkeys(self.players, 0.0)
        met: set[frozenset[str]] = set()
        rested: set[str] = set()
        pairs: list[Pair] = []
        for number in range(self._swiss_rounds()):
            order = sorted(self.players, key=lambda player: -scores[player])
            meetings, resting = swiss_round(order, met, rested)
            places = range(number * self.pairs, (number + 1) * self.pairs)
            fresh = [
                Pair(a, b, self.opening(place), self.seed + place, number + 1) for place in places for a, b in meetings
            ]
            pairs += fresh
            if any(pair.key not in points for pair in fresh):
                break
            for pair in fresh:
                scores[pair.a] += points[pair.key]
                scores[pair.b] += 2 - points[pair.key]
            met |= {frozenset(meeting) for meeting in meetings}
            if resting:
                rested.add(resting)
                scores[resting] += 2 * self.pairs
        return pairs


def swiss_round(
    order: Sequence[str], met: set[frozenset[str]], rested: set[str]
) -> tuple[list[tuple[str, str]], str | None]:
    """Neighbours in the table who have not met yet; where there is nobody left, some meet again.

    >>> swiss_round("ABCD", {frozenset("AB")}, set())
    ([('A', 'C'), ('B', 'D')], None)
    """
    players, resting = list(order), None
    if len(players) % 2:
        resting = next((player for player in reversed(players) if player not in rested), players[-1])
        players.remove(resting)
    meetings = _match(players, met) or list(zip(players[::2], players[1::2], strict=True))
    return meetings, resting


def _match(players: list[str], met: set[frozenset[str]]) -> list[tuple[str, str]] | None:
    if not players:
        return []
    one, *others = players
    for other in others:
        if frozenset((one, other)) not in met:
            rest = _match([player for player in others if player != other], met)
            if rest is not None:
                return [(one, other), *rest]
    return None


def read_opening(game: str, line: str) -> tuple[str, str]:
    """A line of a file of openings as a position text and moves; either may be empty."""
    words = line.split()
    if words and words[0].lower() == game:
        board = Game.from_position(line, game=game)
        opening = (board.position, "")
    else:
        board = Game(game, line)
        opening = ("", " ".join(board.moves))
    if board.is_over:
        raise BoxwoodError(f"{game}: '{line}' is not an opening: the game is over after it")
    return opening


@lru_cache(maxsize=16)
def _openings(plan: Plan) -> "_Openings":
    return _Openings(plan)


class _Openings:
    """The openings of a plan, made when they are asked for."""

    def __init__(self, plan: Plan) -> None:
        self._plan, self._made = plan, list[Opening]()
        self._seen: set[tuple[str, int]] = set()
        self._source = self._random() if not plan.openings else self._given()

    def get(self, number: int) -> Opening:
        while len(self._made) <= number:
            self._made.append(next(self._source))
        return self._made[number]

    def _given(self) -> Iterator[Opening]:
        plan = self._plan
        while True:  # when all have been used, they are used again
            for line in plan.openings:
                start, moves = read_opening(plan.game, line)
                for variant in plan.variants if not start else ("",):
                    yield Opening(variant, start, moves)

    def _random(self) -> Iterator[Opening]:
        plan, kind = self._plan, find(self._plan.game)
        plies = kind.opening_plies if plan.plies is None else plan.plies
        seed = plan.seed * 1_000_003
        while True:
            for variant in plan.variants:
                options = kind.read_options(read_pairs(kind.id, variant.split()))
                for _ in range(TRIES):
                    seed += 1
                    moves = random_opening(kind, options, plies, seed)
                    state = Game(kind, moves, **options).state
                    # Mirror images and other orders of the same moves are no new openings.
                    key = min(state.image(which).key() for which in range(min(state.symmetries(), IMAGES)))
                    if (variant, key) not in self._seen:
                        break
                self._seen.add((variant, key))
                yield Opening(variant, "", " ".join(moves))
