"""Build the book: solve every position with so many discs, and work out those with fewer from them.

    print(build({"plies": 8}, threads=2, progress=lambda done, total, text: print(done, total, text)))

First come the positions that a perfect player can be led to, by whatever opponent, so that he soon knows his replies;
then all the others, depth first, so that neighbours in the list have much in common and the table helps; at last those
with few discs that nobody comes to who takes a win when he can.

Whatever is solved is appended to a journal beside the book, `connect4.book.journal`, one word a position:

    check (8) | score + 32 (6) | key of the position or its mirror image, the smaller (49)

A run that is cut off, however roughly, goes on from there; half a word at the end is dropped.  The book itself can be
written from any journal: what is not known yet is simply not in it.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from boxwood.core.bits import popcount
from boxwood.core.bridge import Table, advance, dual, pointer, recursive
from boxwood.core.compiler import entry
from boxwood.core.options import Whole, read_options
from boxwood.solvers.connect4.board import CELLS, COLUMN_OF, COLUMNS, STRIDE, has_four, mirror, playable, threats_of
from boxwood.solvers.connect4.book import (
    DEEPEST,
    OFFSET,
    UNKNOWN,
    book_number,
    built_file,
    find_book,
    size_of_ply,
    write_book,
)
from boxwood.solvers.connect4.table import KEY_BITS

Progress = Callable[[int, int, str], None]
Position = tuple[int, int]  # the discs of the player to move, and those of both

OPTIONS = (
    Whole("plies", 8, 0, DEEPEST, "all positions with up to so many discs"),
    Whole("lead", 12, 0, DEEPEST, "positions that a perfect player can be led to, with up to so many discs"),
)
MEMORY = 256 << 20
PORTION = 64  # positions solved between two words to the journal: enough that no thread waits long for the others
MISSED = 10  # discs: with more, what follows a missed win is soon solved
BOOK_SECONDS = 600  # between two versions of the book
MIDDLE_FIRST = Table(COLUMN_OF[STRIDE * column] for column in (3, 2, 4, 1, 5, 0, 6))


@dataclass(frozen=True)
class Report:
    """What is in the book now."""

    file: Path
    known: tuple[int, ...]  # positions by number of discs, mirror images once
    searched: int  # in this run

    def __str__(self) -> str:
        counts = ", ".join(f"{count:,} with {ply}" for ply, count in enumerate(self.known))
        return f"{self.file}: positions by discs: {counts}; {self.searched:,} searched in this run"


def build(
    options: Mapping[str, object] | None = None, *, directory: Path | None = None,
    memory: int = MEMORY, threads: int = 1, progress: Progress = lambda done, total, text: None,
) -> Report:  # fmt: skip
    """Solve what is not in the journal yet, and write the book; call it again after a run that was cut off.

    What the book in use knows is taken from there.  Without a directory the book goes where `find_book` looks for it.
    """
    from boxwood.solvers.connect4.solver import Solver

    wanted: dict[str, Any] = read_options("connect4: the book", OPTIONS, options or {})
    file = directory / built_file().name if directory else built_file()
    solver = Solver(table_bits=(memory // 8).bit_length() - 1, threads=threads, book=find_book())
    return build_book(file, wanted["plies"], wanted["lead"], solver, progress)


def build_book(file: Path, plies: int, lead: int, solver: Any, progress: Progress) -> Report:
    """Build a book with this solver; anything that has `scores_of` and `reaches` will do."""
    file.parent.mkdir(parents=True, exist_ok=True)
    written = time.monotonic()
    with Journal(journal_of(file)) as journal:
        before = len(journal.known)
        for done, total, text in _work(solver, plies, lead, journal):
            progress(done, total, text)
            if time.monotonic() > written + BOOK_SECONDS:
                assemble(file, plies, lead)
                written = time.monotonic()
        searched = len(journal.known) - before
    return Report(file, assemble(file, plies, lead), searched)


def journal_of(file: Path) -> Path:
    """The journal beside a book."""
    return file.with_name(file.name + ".journal")


def assemble(file: Path, plies: int, lead: int) -> tuple[int, ...]:
    """Write the book from its journal; how many positions of each ply are known."""
    scores = derive(plies, max(plies, lead), read_journal(journal_of(file)))
    write_book(file, scores)
    return tuple(int(np.count_nonzero(ply)) for ply in scores)


class Journal:
    """An open journal: what is known, and a place to write down more."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.known = read_journal(file)

    def __enter__(self) -> "Journal":
        self._out = self._file.open("ab")
        self._out.truncate(8 * len(_words(self._file)))
        return self

    def __exit__(self, *_: object) -> None:
        self._out.close()

    def add(self, positions: list[Position], scores: list[int]) -> None:
        """Write down scores, so that they survive whatever happens next."""
        words = []
        for (own, discs), score in zip(positions, scores, strict=True):
            key = _key(own, discs)
            self.known[key] = score
            words.append(_with_check(score + OFFSET << KEY_BITS | key))
        self._out.write(np.array(words, "<i8").tobytes())
        self._out.flush()

    def __contains__(self, position: Position) -> bool:
        return _key(*position) in self.known


def read_journal(file: Path) -> dict[int, int]:
    """Scores by key."""
    words = _words(file)
    mask = (1 << KEY_BITS) - 1
    return dict(zip((words & mask).tolist(), ((words >> KEY_BITS & 63) - OFFSET).tolist(), strict=True))


def _words(file: Path) -> Any:
    """The words of a journal up to the first that is not whole."""
    content = file.read_bytes() if file.exists() else b""
    words = np.frombuffer(content[: len(content) // 8 * 8], "<i8")
    good = _with_check(words & (1 << KEY_BITS + 6) - 1) == words
    return words if good.all() else words[: int(np.argmin(good))]


def _with_check(word: Any) -> Any:
    """The word (or array of words) with its check in the upper bits, which is never 0."""
    return (word % 127 + 1) << KEY_BITS + 6 | word


def _key(own: int, discs: int) -> int:
    return min(own + discs, mirror(own + discs))


def _work(solver: Any, plies: int, lead: int, journal: Journal) -> Iterator[tuple[int, int, str]]:
    """Solve and write down; yields how many are done, of how many, and of which kind."""
    yield from _lead_perfect_players(solver, lead, journal)
    listed = [list(zip(own.tolist(), discs.tolist(), strict=True)) for own, discs in positions_of(plies)]
    yield from _solve_all(solver, listed[plies], f"all with {plies} discs", journal)
    yield from _solve_all(solver, after_missed_wins(listed[: MISSED + 1]), "after a missed win", journal)


def _solve_all(solver: Any, everything: list[Position], text: str, journal: Journal) -> Iterator[tuple[int, int, str]]:
    missing = [position for position in everything if position not in journal]
    done = len(everything) - len(missing)
    for start in range(0, len(missing), PORTION):
        yield done + start, len(everything), text
        portion = missing[start : start + PORTION]
        journal.add(portion, solver.scores_of(portion))
    yield len(everything), len(everything), text


def after_missed_wins(listed: list[list[Position]]) -> list[Position]:
    """The positions with as many discs as those listed that are not among them, though the game goes on."""
    found = []
    reached = [(0, 0)]
    for known in listed:
        keys = {_key(*position) for position in known}
        others = [position for position in reached if _key(*position) not in keys]
        found += [(own, discs) for own, discs in others if not threats_of(own, discs) & playable(discs)]
        reached = _once_each([reply for position in reached for reply in _any_replies(*position)])
    return found


def _lead_perfect_players(solver: Any, lead: int, journal: Journal) -> Iterator[tuple[int, int, str]]:
    """Solve where a perfect player, the first or the second, may come to move, and his best move nearest the middle."""
    levels: list[list[Position]] = [[(0, 0)], [(0, 0)]]
    for ply in range(lead):
        mover = ply % 2
        chosen = []
        for done, position in enumerate(levels[mover]):
            yield done, len(levels[mover]), f"led to {ply} discs"
            chosen += _perfect_replies(solver, position, journal)
        anything = [reply for position in levels[1 - mover] for reply in _replies(*position)]
        levels[mover], levels[1 - mover] = _once_each(chosen), _once_each(anything)


def _perfect_replies(solver: Any, position: Position, journal: Journal) -> list[Position]:
    """The position after the best move, unless a move wins at once; both are written down."""
    replies = _replies(*position)
    if len(replies) <= 1:
        return replies
    if position not in journal:
        journal.add([position], solver.scores_of([position]))
    score = journal.known[_key(*position)]
    for reply in replies:
        if journal.known.get(_key(*reply)) == -score:
            return [reply]
    best = next(reply for reply in replies if not solver.reaches(*reply, 1 - score))
    journal.add([best], [-score])
    return [best]


def _once_each(positions: list[Position]) -> list[Position]:
    """One of each pair of mirror images."""
    return list({_key(*position): position for position in positions}.values())


def _replies(own: int, discs: int) -> list[Position]:
    """The positions after each move; none if one of them wins, for then nobody needs a book."""
    return [] if threats_of(own, discs) & playable(discs) else _any_replies(own, discs)


def _any_replies(own: int, discs: int) -> list[Position]:
    """The positions after each move that does not win."""
    moves = [playable(discs) & column for column in MIDDLE_FIRST]
    return [(own ^ discs, discs | move) for move in moves if move and not has_four(own | move)]


def positions_of(plies: int) -> list[tuple[Any, Any]]:
    """For each ply up to the last the positions, one of each pair of mirror images, depth first.

    Without those where the player to move wins at once: they are in no book.
    """
    starts = _starts(plies)
    seen = np.zeros(starts[-1], np.int64)
    lists = np.zeros(2 * starts[-1], np.int64)
    counts = np.zeros(plies + 1, np.int64)
    entry(walk_entry)(plies, starts, seen, lists, counts)
    found = []
    for start, count in zip(starts.tolist(), counts.tolist(), strict=False):
        pairs = lists[2 * start : 2 * (start + count)]
        found.append((pairs[::2].copy(), pairs[1::2].copy()))
    return found


@recursive
def walk(own: int, discs: int, plies: int, starts: Any, seen: Any, lists: Any, counts: Any) -> int:
    """List every position from here on that was not seen before, by plies; gives the number of this one's ply."""
    ply = popcount(discs)
    place = starts[ply] + book_number(own, discs)
    if seen[place]:
        return ply
    seen[place] = 1
    moves = playable(discs)
    for column in range(COLUMNS):
        if has_four(own | moves & MIDDLE_FIRST[column]):
            return ply
    slot = advance(lists, 2 * (starts[ply] + counts[ply]))
    slot[0], slot[1] = own, discs
    counts[ply] += 1
    if ply < plies:
        for column in range(COLUMNS):
            move = moves & MIDDLE_FIRST[column]
            if move:
                walk(own ^ discs, discs | move, plies, starts, seen, lists, counts)
    return ply


def walk_entry(plies: int, starts: Any, seen: Any, lists: Any, counts: Any) -> int:
    """All positions from the first one on."""
    return walk(0, 0, plies, pointer(starts), pointer(seen), pointer(lists), pointer(counts))


def derive(plies: int, last: int, known: dict[int, int]) -> list[Any]:
    """The bytes of the positions of each ply to the last: what is known, and up to `plies` what follows from it."""
    starts = _starts(last)
    scores = np.full(starts[-1], UNKNOWN, np.uint8)
    keys = np.fromiter(known.keys(), np.int64, len(known))
    values = np.fromiter(known.values(), np.int64, len(known))
    entry(place_entry)(keys, values, last, starts, scores)
    for own, discs in reversed(positions_of(plies)[:-1]):
        entry(derive_entry)(own, discs, starts, scores)
    return [scores[start:end] for start, end in pairwise(starts.tolist())]


def place_entry(keys: Any, values: Any, last: int, starts: Any, scores: Any) -> None:
    """Put the scores of a journal where they belong."""
    for index in range(len(keys)):
        own, discs = position_of(keys[index])
        ply = popcount(discs)
        if ply <= last:
            scores[starts[ply] + book_number(own, discs)] = values[index] + OFFSET


def derive_entry(owns: Any, all_discs: Any, starts: Any, scores: Any) -> None:
    """Fill in the scores of positions whose successors are all known."""
    for index in range(len(owns)):
        own, discs = owns[index], all_discs[index]
        other = own ^ discs
        ply = popcount(discs)
        best = -CELLS
        moves = playable(discs)
        while moves and best < CELLS:
            move = moves & -moves
            moves ^= move
            if threats_of(other, discs) & playable(discs | move):
                best = max(best, -(CELLS - ply >> 1))
                continue
            byte = scores[starts[ply + 1] + book_number(other, discs | move)]
            best = CELLS if byte == UNKNOWN else max(best, OFFSET - byte)
        if best < CELLS:
            scores[starts[ply] + book_number(own, discs)] = best + OFFSET


@dual
def position_of(key: int) -> Position:
    """The position of a key: in each column own discs and a 1 for every disc were added."""
    own = discs = 0
    for column in range(COLUMNS):
        bits = key >> STRIDE * column & 127
        filled = 1
        while 2 * filled <= bits + 1:
            filled *= 2
        own |= bits + 1 - filled << STRIDE * column
        discs |= filled - 1 << STRIDE * column
    return own, discs


def _starts(plies: int) -> Any:
    """Where the positions of each ply begin when all are put in a row, and where the last end."""
    return np.cumsum([0] + [size_of_ply(ply) for ply in range(plies + 1)])
