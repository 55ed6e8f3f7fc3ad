"""Making opening books out of stored games and deep analysis; `players.openings` says what a book is.

A book is for one player: of his own moves it follows the best, of his opponent's all that are not much worse.  It
begins with the start, in Abalone with that of every layout, and with what the games of the journal have in common, once
for either player, and analyses the positions in the order of how likely they are to come up.  What is found later is
carried back, so that a move that disappoints gives way to the next best, which is then followed instead.

Each analysis is appended to a journal beside the book,

    key (hex)  depth  nodes  move:score move:score ...      moves of the canonical image, best first

so that a run that is cut off goes on where it was.
"""

import heapq
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from boxwood.arena.journal import Journal, default_journal
from boxwood.core.contract import ONGOING, GameType
from boxwood.core.errors import BoxwoodError
from boxwood.core.options import Whole, read_options
from boxwood.core.paths import data_directory
from boxwood.evaluation import find as find_judge
from boxwood.game import Game
from boxwood.games import find
from boxwood.players.book import as_usual, beginnings, canonical, own_frame
from boxwood.search.clock import Limits
from boxwood.search.iterative_deepening import Thinker
from boxwood.search.scores import WON

SETTINGS = (
    Whole("positions", 1_000, 1, 10**7, "how many to look at"),
    Whole("nodes", 300_000, 100, 10**12, "to search for each of them"),
    Whole("plies", 16, 1, 200, "how far into the game"),
    Whole("replies", 3, 1, 32, "moves of a position that are followed"),
    Whole("margin", 60, 0, 10**6, "how much worse than the best, in hundredths, a move may be and still be followed"),
    Whole("played", 3, 1, 10**6, "games of the journal in which a position must have come up"),
)
OWN_STEP, STEP = 5, 15  # what a ply, the reader's own and the other's, counts in the order of positions, in hundredths
MEMORY = 64 << 20
ROUND = 8  # positions analysed before it is asked anew which come next

Progress = Callable[[int, int, str], None]


@dataclass(frozen=True)
class Analysed:
    """What is known of a position: moves of its canonical image with their scores, best first."""

    depth: int
    nodes: int
    lines: tuple[tuple[int, int], ...]

    def text(self, key: int) -> str:
        return f"{key:016x} {self.depth} {self.nodes} {' '.join(f'{move}:{score}' for move, score in self.lines)}\n"

    @staticmethod
    def read(line: str) -> tuple[int, "Analysed"]:
        key, depth, nodes, *moves = line.split()
        lines = tuple((int(move), int(score)) for move, score in (word.split(":") for word in moves))
        if not lines:
            raise ValueError
        return int(key, 16), Analysed(int(depth), int(nodes), lines)


class Place(NamedTuple):
    """A position on the way from a beginning, least cost first."""

    cost: float
    ply: int
    key: int
    reader: int  # who plays from the book


class Builder:
    """A book in the making."""

    def __init__(
        self, game: GameType, settings: Mapping[str, Any], directory: Path, threads: int, megabytes: int
    ) -> None:
        self._game, self._settings, self._threads, self._megabytes = game, settings, threads, megabytes
        self._book, self._journal = directory / f"{game.id}.book", directory / f"{game.id}.book.journal"
        self.known: dict[int, Analysed] = {}
        self.states: dict[int, Any] = {}  # one of the positions with this key
        self._followers: dict[tuple[int, int], int | None] = {}  # keys after moves, none where the game ends
        self._thinker: Thinker | None = None

    def run(self, progress: Progress) -> str:
        self._journal.parent.mkdir(parents=True, exist_ok=True)
        self._read()
        starts = [(0.0, 0, self._key(state)) for state in beginnings(self._game)]
        starts += self._played()
        wanted = self._settings["positions"]
        with self._journal.open("a", encoding="ascii") as journal:
            while len(self.known) < wanted:
                unknown = (place for place in self._walk(starts) if place.key not in self.known)
                places = {place.key: place for place in islice(unknown, ROUND)}
                for key, place in list(places.items())[: wanted - len(self.known)]:
                    progress(len(self.known), wanted, f"at move {place.ply + 1}")
                    self.known[key] = self._analyse(key)
                    journal.write(self.known[key].text(key))
                    journal.flush()
                if not places:
                    break
        keys = self._reached(key for _, _, key in starts)
        progress(len(keys), wanted, "done")
        self._write(keys)
        return f"{self._book}: {len(keys)} positions"

    def _read(self) -> None:
        """What earlier runs have found; half a line at the end is dropped."""
        if not self._journal.is_file():
            return
        text = self._journal.read_text(encoding="ascii")
        whole = text[: text.rfind("\n") + 1]
        if whole != text:
            self._journal.write_text(whole, encoding="ascii")
        try:
            self.known = dict(map(Analysed.read, whole.splitlines()))
        except ValueError:
            raise BoxwoodError(
                f"{self._journal} is not the journal of a book: remove it, or say another --dir"
            ) from None

    def _played(self) -> Iterator[tuple[float, int, int]]:
        """Positions that many games of the user's journal have in common; the commoner, the sooner."""
        if not Path(default_journal()).is_file():
            return
        seen: Counter[int] = Counter()
        plies: dict[int, int] = {}
        begun = beginnings(self._game)
        with Journal(default_journal()) as journal:
            for _, record in journal.records(self._game.id):
                board = Game.from_record(record)
                if not as_usual(self._game, board.options) or board.states[0] not in begun:
                    continue
                for ply, state in enumerate(board.states[: self._settings["plies"]]):
                    if state.outcome() == ONGOING:
                        key = self._key(state)
                        seen[key] += 1
                        plies.setdefault(key, ply)
        for key, count in seen.items():
            if count >= self._settings["played"]:
                yield STEP * plies[key] / 2 + 100 / count, plies[key], key

    def _walk(self, starts: list[tuple[float, int, int]]) -> Iterator[Place]:
        """The positions that the book should have, as far as one can see by now, the likeliest first."""
        best: dict[int, Any] = {}
        order = [Place(*start, reader) for start in starts for reader in range(2)]
        heapq.heapify(order)
        been = set[tuple[int, int]]()
        while order:
            place = heapq.heappop(order)
            if (place.key, place.reader) not in been and place.ply < self._settings["plies"]:
                been.add((place.key, place.reader))
                yield place
                if place.key in self.known:
                    for following in self._follow(place, best):
                        heapq.heappush(order, following)

    def _reached(self, starts: Iterable[int]) -> set[int]:
        """All positions that were analysed, also those that good play has turned away from since."""
        found = set[int]()
        pending: list[int | None] = list(starts)
        while pending:
            key = pending.pop()
            if key in self.known and key not in found:
                found.add(key)
                pending += [self._follower(key, move) for move, _ in self.known[key].lines]
        return found

    def _follow(self, place: Place, best: dict[int, Any]) -> Iterator[Place]:
        value, chosen = self._best(place.key, best)
        own = self.states[place.key].player() == place.reader
        for move, score in self._scores(place.key, best):
            following, behind = self._follower(place.key, move), value - score
            if following is None or abs(score) >= WON:
                continue
            if own and move == chosen:
                yield Place(place.cost + OWN_STEP, place.ply + 1, following, place.reader)
            elif not own and behind <= self._settings["margin"]:
                yield Place(place.cost + STEP + behind, place.ply + 1, following, place.reader)

    def _best(self, key: int, best: dict[int, Any]) -> tuple[int, int]:
        """Value and best move of a position by all that is known of what follows; kept in `best`."""
        if key not in best:
            best[key] = None  # on the way: whoever comes round to it again takes what the analysis said
            best[key] = max(((score, move) for move, score in self._scores(key, best)), key=lambda each: each[0])
        found: tuple[int, int] = best[key]
        return found

    def _scores(self, key: int, best: dict[int, Any]) -> Iterator[tuple[int, int]]:
        """The moves of a position with their scores, as deep as is known."""
        for move, score in self.known[key].lines:
            below = self._follower(key, move)
            if below in self.known and best.get(below, ()) is not None:
                value, _ = self._best(below, best)
                score = value if self.states[below].player() == self.states[key].player() else -value
            yield move, score

    def _key(self, state: Any) -> int:
        """The key of a state, which is kept."""
        key, _ = canonical(state)
        self.states.setdefault(key, state)
        return key

    def _follower(self, key: int, move: int) -> int | None:
        """The key of the position after a move, both of the canonical image; none where the game is over."""
        if (key, move) not in self._followers:
            state = self.states[key]
            mine = own_frame(self._game, state, canonical(state)[1], move)
            if mine is None:
                raise BoxwoodError(f"{self._journal} does not fit the rules of {self._game.id}: remove it")
            after = state.play(mine)
            self._followers[key, move] = self._key(after) if after.outcome() == ONGOING else None
        return self._followers[key, move]

    def _analyse(self, key: int) -> Analysed:
        if self._thinker is None:
            self._thinker = Thinker(
                self._game, find_judge(self._game, "engine"), megabytes=self._megabytes, threads=self._threads
            )
        state = self.states[key]
        _, which = canonical(state)
        thought = self._thinker.think(state, Limits(nodes=self._settings["nodes"]), lines=self._settings["replies"])
        lines = tuple((int(state.image_move(which, line.moves[0])), line.score) for line in thought.lines)
        return Analysed(thought.depth, thought.nodes, lines)

    def _write(self, places: Iterable[int]) -> None:
        lines, best = [], dict[int, Any]()
        for key in sorted(places):
            value, move = self._best(key, best)
            lines.append(f"{key:016x} {move} {value} {self.known[key].depth}\n")
        beside = self._book.with_suffix(".part")
        beside.write_text("".join(lines), encoding="ascii")
        beside.replace(self._book)


def build_book(
    game: str,
    options: Mapping[str, Any],
    *,
    directory: Path | None = None,
    memory: int = MEMORY,
    threads: int = 1,
    progress: Progress = lambda done, total, text: None,
) -> str:
    """Make the book of a game, or go on with it."""
    kind = find(game)
    settings = read_options(f"the book of {kind.id}", SETTINGS, options)
    return Builder(kind, settings, directory or data_directory("books"), threads, memory >> 20).run(progress)
