"""Making opening books out of stored games and deep analysis; `players.openings` says what a book is.

Positions are looked at in the order of how likely they are to come up.  One begins with the start and with what the
games of the journal have in common; every position that has been analysed brings up its best moves, those that are
a little worse later than the best.  Each analysis is appended to a journal beside the book,

    key (hex)  depth  nodes  move:score move:score ...      moves of the canonical image, best first

so that a run that is cut off goes on where it was.  At the end the scores of later positions are carried back to
earlier ones, and the best move of each position is written into the book.
"""

import heapq
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boxwood.arena.journal import Journal, default_journal
from boxwood.core.contract import ONGOING, GameType
from boxwood.core.errors import BoxwoodError
from boxwood.core.options import Whole, read_options
from boxwood.core.places import data_directory
from boxwood.evaluation import find as find_judge
from boxwood.game import Game
from boxwood.games import find
from boxwood.players.openings import canonical, own_frame
from boxwood.search.clock import Limits
from boxwood.search.scores import WON
from boxwood.search.thinking import Thinker

SETTINGS = (
    Whole("positions", 500, 1, 10**7, "how many"),
    Whole("nodes", 300_000, 100, 10**12, "to look at for each of them"),
    Whole("plies", 12, 1, 200, "how far into the game"),
    Whole("replies", 3, 1, 32, "moves of a position that are followed"),
    Whole("margin", 60, 0, 10**6, "how much worse than the best, in hundredths, a move may be and still be followed"),
    Whole("played", 3, 1, 10**6, "games of the journal in which a position must have come up"),
)
STEP = 15  # hundredths that each ply counts when positions are put in order

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


class Builder:
    """A book in the making."""

    def __init__(self, game: GameType, settings: Mapping[str, Any], directory: Path, threads: int) -> None:
        self._game, self._settings, self._threads = game, settings, threads
        self._book, self._journal = directory / f"{game.id}.book", directory / f"{game.id}.book.journal"
        self.known: dict[int, Analysed] = {}
        self.states: dict[int, Any] = {}  # one of the positions with this key, and the ply where it was seen
        self._order: list[tuple[float, int, int]] = []  # cost, ply, key
        self._thinker: Thinker | None = None

    def run(self, progress: Progress) -> str:
        self._journal.parent.mkdir(parents=True, exist_ok=True)
        self._read()
        self._suggest(0.0, 0, self._game.start())
        self._suggest_played()
        wanted, done = self._settings["positions"], set[int]()
        with self._journal.open("a", encoding="ascii") as journal:
            while self._order and len(done) < wanted:
                cost, ply, key = heapq.heappop(self._order)
                if key in done:
                    continue
                if key not in self.known:
                    self.known[key] = self._analyse(key)
                    journal.write(self.known[key].text(key))
                    journal.flush()
                done.add(key)
                progress(len(done), wanted, f"at move {ply + 1}")
                self._follow(cost, ply, key)
        self._write(done)
        return f"{self._book}: {len(done)} positions"

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

    def _suggest(self, cost: float, ply: int, state: Any) -> None:
        if state.outcome() == ONGOING and ply < self._settings["plies"]:
            key, _ = canonical(state)
            self.states.setdefault(key, state)
            heapq.heappush(self._order, (cost, ply, key))

    def _suggest_played(self) -> None:
        """Positions that many games of the user's journal have in common; the commoner, the sooner."""
        if not Path(default_journal()).is_file():
            return
        seen: Counter[int] = Counter()
        where: dict[int, tuple[int, Any]] = {}
        with Journal(default_journal()) as journal:
            for _, record in journal.records(self._game.id):
                board = Game.from_record(record)
                if board.options != self._game.read_options({}) or board.states[0] != self._game.start():
                    continue
                for ply, state in enumerate(board.states[: self._settings["plies"]]):
                    key, _ = canonical(state)
                    seen[key] += 1
                    where.setdefault(key, (ply, state))
        for key, count in seen.items():
            if count >= self._settings["played"]:
                ply, state = where[key]
                self._suggest(STEP * ply / 2 + 100 / count, ply, state)

    def _analyse(self, key: int) -> Analysed:
        if self._thinker is None:
            self._thinker = Thinker(self._game, find_judge(self._game, "engine"), threads=self._threads)
        state = self.states[key]
        _, which = canonical(state)
        thought = self._thinker.think(state, Limits(nodes=self._settings["nodes"]), lines=self._settings["replies"])
        lines = tuple((int(state.image_move(which, line.moves[0])), line.score) for line in thought.lines)
        return Analysed(thought.depth, thought.nodes, lines)

    def _follow(self, cost: float, ply: int, key: int) -> None:
        state, (_, best) = self.states[key], self.known[key].lines[0]
        for move, score in self.known[key].lines:
            behind = best - score
            if behind <= self._settings["margin"] and abs(score) < WON:
                self._suggest(cost + STEP + behind, ply + 1, self._after(state, move))

    def _after(self, state: Any, move: int) -> Any:
        """The state after a move of its canonical image."""
        mine = own_frame(self._game, state, canonical(state)[1], move)
        if mine is None:
            raise BoxwoodError(f"{self._journal} does not fit the rules of {self._game.id}: remove it")
        return state.play(mine)

    def _write(self, done: set[int]) -> None:
        best: dict[int, Any] = {}
        for key in done:
            self._best(key, done, best)
        lines = [f"{key:016x} {best[key][1]} {best[key][0]} {self.known[key].depth}\n" for key in sorted(done)]
        beside = self._book.with_suffix(".part")
        beside.write_text("".join(lines), encoding="ascii")
        beside.replace(self._book)

    def _best(self, key: int, done: set[int], best: dict[int, Any]) -> int:
        """The value of a position by what follows in the book; into `best` go value and move."""
        best[key] = None  # on the way: whoever comes round to it again takes what the analysis said
        state, found = self.states[key], []
        for move, score in self.known[key].lines:
            after = self._after(state, move)
            below, _ = canonical(after)
            if below in done and best.get(below, ()) is not None:
                value = best[below][0] if below in best else self._best(below, done, best)
                score = value if after.player() == state.player() else -value
            found.append((score, move))
        best[key] = max(found, key=lambda each: each[0])
        return int(best[key][0])


def build_book(
    game: str,
    options: Mapping[str, Any],
    *,
    directory: Path | None = None,
    memory: int = 0,
    threads: int = 1,
    progress: Progress = lambda done, total, text: None,
) -> str:
    """Make the book of a game, or go on with it."""
    kind = find(game)
    settings = read_options(f"the book of {kind.id}", SETTINGS, options)
    return Builder(kind, settings, directory or data_directory("books"), threads).run(progress)
