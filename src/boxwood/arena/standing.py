"""How a tournament stands: everything that can be said of its games so far, as plain values.

Games are added as they come; `as_json` gives the cross table, points, Elo from pairs, ratings of the pool, win
rates by colour and by options, time and nodes a move.  A game that was played before, move for move by the
same players, is no new evidence: it is counted once.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any

from boxwood.arena import statistics
from boxwood.arena.journal import Played
from boxwood.arena.schedule import Plan
from boxwood.arena.statistics import Z95, Estimate
from boxwood.core.welford import Running

FAULTS = ("crash", "illegal move", "time")  # how a game may end other than by its rules


class Sample(Running):
    """A sample of numbers, and what it tells of their mean."""

    @property
    def estimate(self) -> Estimate:
        """The mean with its 95 % error (Student's)."""
        if self.count < 2:
            return Estimate(self.mean, 0.0)
        from scipy.special import stdtrit

        return Estimate(self.mean, float(stdtrit(self.count - 1, 0.975)) * math.sqrt(self._share))

    @property
    def _share(self) -> float:
        """The variance of the mean."""
        return self.deviation(freedom=1) ** 2 / self.count

    def differs(self, other: "Sample") -> float:
        """The p-value of the two having one mean (Welch's test)."""
        if min(self.count, other.count) < 2 or self._share + other._share == 0:
            return 1.0
        from scipy.special import stdtr

        both = self._share + other._share
        freedom = both**2 / (self._share**2 / (self.count - 1) + other._share**2 / (other.count - 1))
        return float(2 * stdtr(freedom, -abs(self.mean - other.mean) / math.sqrt(both)))


class Standing:
    """The sums over the games of a tournament."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.games = self.pairs = self.repeats = 0
        self._seen: set[tuple[str, ...]] = set()
        self._waiting: dict[Any, Played] = {}  # first games of pairs whose second is not here yet
        self._fresh: dict[Any, bool] = {}
        # by first and second player: the first one's losses, draws, wins
        self.table: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
        self._by_options: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(lambda: [0, 0, 0]))
        self._pentanomial: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0] * 5)
        self._used = {player: (Sample(), Sample()) for player in plan.players}  # seconds and nodes a move, by games
        self._faults: dict[str, Counter[str]] = defaultdict(Counter)

    def add(self, games: Iterable[Played]) -> None:
        for game in games:
            fresh = self._add(game)
            other = self._waiting.pop(game.key, None)
            if other is None:
                self._waiting[game.key], self._fresh[game.key] = game, fresh
                continue
            self.pairs += 1
            if fresh and self._fresh.pop(game.key):
                one, two = (other, game) if game.leg else (game, other)
                points = one.result.points + 1 - two.result.points
                self._pentanomial[game.a, game.b][round(2 * points)] += 1

    def _add(self, game: Played) -> bool:
        """Count a game; False if it was played before."""
        first, second = game.players
        moves = game.result.record.partition("\n\n")[2]
        identity = (first, second, game.options, game.opening if game.opening.startswith(self.plan.game) else "", moves)
        if identity in self._seen:
            self.repeats += 1
            return False
        self._seen.add(identity)
        self.games += 1
        half_points = round(2 * game.result.points)
        self.table[first, second][half_points] += 1
        for player, place in ((first, half_points), (second, 2 - half_points)):
            self._by_options[player][game.options][place] += 1
        for seat, player in enumerate((first, second)):
            if game.result.moves[seat] and player in self._used:
                seconds, nodes = self._used[player]
                seconds.add(game.result.seconds[seat] / game.result.moves[seat])
                nodes.add(game.result.nodes[seat] / game.result.moves[seat])
        fault = game.result.reason.partition(":")[0]
        if fault in FAULTS:
            self._faults[first if half_points == 0 else second][fault] += 1
        return True

    def results(self, one: str, other: str) -> list[int]:
        """Losses, draws and wins of one player against another."""
        begun, answered = self.table.get((one, other), [0, 0, 0]), self.table.get((other, one), [0, 0, 0])
        return [begun[place] + answered[2 - place] for place in range(3)]

    def pentanomial(self, one: str, other: str) -> list[int]:
        """Pairs of one player against another by points: 0, 1/2, 1, 3/2, 2."""
        mine, theirs = self._pentanomial.get((one, other), [0] * 5), self._pentanomial.get((other, one), [0] * 5)
        return [mine[place] + theirs[4 - place] for place in range(5)]

    def verdict(self) -> bool | None:
        """What the SPRT of the plan says: passed, failed, or None."""
        return self.plan.sprt.verdict(self.pentanomial(*self.plan.players[:2])) if self.plan.sprt else None

    def as_json(self) -> dict[str, Any]:
        """All of it as plain values."""
        from boxwood.arena.ratings import rate

        players = self.plan.players
        rated = rate(players, self.table)
        order = sorted(players, key=lambda player: -rated.players[player].value)
        return {
            "game": self.plan.game,
            "form": self.plan.form,
            "games": self.games,
            "pairs": self.pairs,
            "repeats": self.repeats,
            "total_pairs": self.plan.total(),
            "players": [self._player(player, rated) for player in order],
            "cross": {row: {column: self._cell(row, column) for column in order if column != row} for row in order},
            "meetings": [
                self._meeting(one, other)
                for place, one in enumerate(order)
                for other in order[place + 1 :]
                if sum(self.results(one, other))
            ],
            "first_move": _told(rated.first_move),
            "draw": rated.draw,
            "first_player": _shares([sum(column) for column in zip(*self.table.values(), strict=True)] or [0, 0, 0]),
            "sprt": self._sprt(),
        }

    def _player(self, player: str, rated: Any) -> dict[str, Any]:
        first = _sum(row for (one, _), row in self.table.items() if one == player)
        second = _sum(row[::-1] for (_, other), row in self.table.items() if other == player)
        losses, draws, wins = _sum([first, second])
        played = losses + draws + wins
        seconds, nodes = self._used[player]
        return {
            "name": player,
            "games": played,
            "wins": wins,
            "draws": draws,
            "losses": losses,
            "points": wins + draws / 2,
            "points_3_1_0": 3 * wins + draws,
            "score": (wins + draws / 2) / played if played else 0.5,
            "rating": _told(rated.players[player]),
            "as_first": _shares(first),
            "as_second": _shares(second),
            "by_options": {options: _shares(row) for options, row in self._by_options[player].items()},
            "seconds": _told(seconds.estimate),
            "nodes": _told(nodes.estimate),
            "faults": dict(self._faults[player]),
        }

    def _cell(self, row: str, column: str) -> str:
        """As the reports write it: wins, and draws in brackets."""
        losses, draws, wins = self.results(row, column)
        return f"{wins} ({draws})" if losses + draws + wins else ""

    def _meeting(self, one: str, other: str) -> dict[str, Any]:
        losses, draws, wins = self.results(one, other)
        pairs = self.pentanomial(one, other)
        (seconds, nodes), (other_seconds, other_nodes) = self._used[one], self._used[other]
        return {
            "players": [one, other],
            "wins": wins,
            "draws": draws,
            "losses": losses,
            "pentanomial": pairs,
            "elo": _told(statistics.elo(pairs)),
            "normalized_elo": _told(statistics.normalized_elo(pairs)),
            "superiority": statistics.superiority(pairs),
            "p_seconds": seconds.differs(other_seconds),
            "p_nodes": nodes.differs(other_nodes),
        }

    def _sprt(self) -> dict[str, Any] | None:
        test = self.plan.sprt
        if test is None:
            return None
        pairs = self.pentanomial(*self.plan.players[:2])
        verdict = test.verdict(pairs)
        return {
            "players": list(self.plan.players[:2]),
            "elo0": test.elo0,
            "elo1": test.elo1,
            "normalized": test.normalized,
            "ratio": test.ratio(pairs),
            "bounds": list(test.bounds),
            "verdict": {True: "passed", False: "failed", None: "open"}[verdict],
        }


def _sum(rows: Iterable[list[int]]) -> list[int]:
    return [sum(column) for column in zip([0, 0, 0], *rows, strict=True)]


def _told(estimate: Estimate) -> dict[str, float]:
    return {"value": estimate.value, "error": estimate.error}


def _shares(row: list[int]) -> dict[str, float]:
    """Counts, and the share of points with its 95 % error."""
    losses, draws, wins = row
    played = losses + draws + wins
    if not played:
        return {"wins": 0, "draws": 0, "losses": 0, "score": 0.5, "error": 0.5}
    score = (wins + draws / 2) / played
    # One game more that was drawn, so that a single result is not taken for certain.
    spread = (wins * (1 - score) ** 2 + draws * (0.5 - score) ** 2 + losses * score**2 + 0.25) / (played + 1)
    error = Z95 * math.sqrt(spread / (played + 1))
    return {"wins": wins, "draws": draws, "losses": losses, "score": score, "error": error}
