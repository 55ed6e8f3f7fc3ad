"""Build the book: solve every position with so many discs, and work out those with fewer from them.

    print(build({"plies": 8}, threads=2, progress=lambda done, total, text: print(done, total, text)))

First come the positions that a perfect player can be led to, by whatever opponent, so that he soon knows his replies;
then all the others, depth first, so that neighbours in the list have much in common and the table helps; then those
with few discs that nobody comes to who takes a win when he can.  At last, if asked for, those with one disc more that
are hard to solve, and whatever is hard about the slowest positions that can be found (see `slowest`).

Whatever is solved is written down in a journal beside the book, `scores.book.journal` (see `findings`): a run that is
cut off, however roughly, goes on from there.  The book itself can be written from any journal: what is not known yet is
simply not in it.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from boxwood.core.errors import BoxwoodError
from boxwood.core.options import Flag, Whole, read_options
from boxwood.games.connect4.solver.book import DEEPEST, built_file, find_book, write_book
from boxwood.games.connect4.solver.findings import Findings
from boxwood.games.connect4.solver.positions import (
    ANYTHING,
    Position,
    after_missed_wins,
    after_quiet_moves,
    once_each,
    position_of,
    positions_of,
    replies,
)
from boxwood.games.connect4.solver.slowest import climb, drawn
from boxwood.games.connect4.solver.table import FEWEST_BITS, WORD_BYTES

Progress = Callable[[int, int, str], None]

MEMORY, LEAST_MEMORY = 256 << 20, WORD_BYTES << FEWEST_BITS
PORTION = 64  # positions solved between two words to the journal: enough that no thread waits long for the others
HARD = 30_000  # nodes, with what is known of the neighbours; from an empty table it is some three times as many
SLOW = 1_000_000  # nodes for a position and all replies: then somebody may have to wait
FEWER, MORE = 1, 5  # discs than `plies` that slow positions may have
DRAWN = 2000  # positions of each ply at most with which that begins, and as many of the hard ones that are known
MISSED = 11  # discs: with more, what follows a missed win is soon solved
BOOK_SECONDS = 600  # between two versions of the book
OPTIONS = (
    Whole("plies", 8, 0, DEEPEST - 1, "all positions with up to so many discs"),
    Whole("lead", 12, 0, DEEPEST, "positions that a perfect player can be led to, with up to so many discs"),
    Flag("hard", False, "also those with one disc more that are hard to solve"),
    Whole("seek", 0, 0, 10**9, "also what is hard about the slowest positions found among so many that are looked at"),
    Flag("afresh", False, "whether to search also what the book in use knows"),
)


@dataclass(frozen=True)
class Plan:
    """What is to be in the book; see OPTIONS."""

    plies: int = 8
    lead: int = 12
    hard: bool = False
    seek: int = 0

    @property
    def listed(self) -> int:
        """Up to how many discs all positions are looked at."""
        return self.plies + self.hard

    @property
    def numbered(self) -> int:
        """Up to how many discs there may be so many positions that they are kept by their numbers."""
        return max(self.lead, self.plies + (self.hard or self.seek > 0))


@dataclass(frozen=True)
class Report:
    """What is in the book now."""

    file: Path
    known: tuple[int, ...]  # positions by number of discs, mirror images once; at the end those with more
    added: int  # in this run
    remark: str = ""

    def __str__(self) -> str:
        *numbered, more = self.known
        counts = [f"{count:,} with {ply}" for ply, count in enumerate(numbered)] + [f"{more:,} with more"]
        known = ", ".join(counts)
        return f"{self.file}: positions by discs: {known}; {self.added:,} added in this run{self.remark}"


def build(
    options: Mapping[str, object] | None = None, *, directory: Path | None = None,
    memory: int = MEMORY, threads: int = 1, progress: Progress = lambda done, total, text: None,
) -> Report:  # fmt: skip
    """Solve what is not in the journal yet, and write the book; call it again after a run that was cut off.

    What the book in use knows is taken from there, unless all is to be searched afresh.  Without a directory the book
    goes where `find_book` looks for it.
    """
    from boxwood.games.connect4.solver.solver import Solver

    wanted: dict[str, Any] = read_options("connect4: the book", OPTIONS, options or {})
    if memory < LEAST_MEMORY:
        raise BoxwoodError(f"connect4: the book cannot be made with {memory} bytes of memory: at least {LEAST_MEMORY}")
    file = directory / built_file().name if directory else built_file()
    used = None if wanted.pop("afresh") else find_book()
    solver = Solver(table_bits=(memory // WORD_BYTES).bit_length() - 1, threads=threads, book=used)
    report = build_book(file, Plan(**wanted), solver, progress)
    if used and sum(used.known) > sum(report.known):
        return replace(report, remark="; the book in use knows more, and stays in use")
    return report


def build_book(file: Path, plan: Plan, solver: Any, progress: Progress) -> Report:
    """Build a book with this solver; anything that has `solved`, `reaches`, `clear` and a `book` will do."""
    file.parent.mkdir(parents=True, exist_ok=True)
    written = time.monotonic()
    with Findings(journal_of(file), plan.numbered) as findings:
        for done, total, text in _work(solver, plan, findings):
            progress(done, total, text)
            if time.monotonic() > written + BOOK_SECONDS:
                _write(file, findings)
                written = time.monotonic()
        return Report(file, _write(file, findings), findings.added)


def journal_of(file: Path) -> Path:
    """The journal beside a book."""
    return file.with_name(file.name + ".journal")


def _write(file: Path, findings: Findings) -> tuple[int, ...]:
    """Write the book; how many positions of each ply are known, and with more discs."""
    scores = findings.scores()
    scores.derive()
    write_book(file, scores.by_ply(), scores.more)
    return (*(int(np.count_nonzero(ply)) for ply in scores.by_ply()), len(scores.more))


def _work(solver: Any, plan: Plan, findings: Findings) -> Iterator[tuple[int, int, str]]:
    """Solve and write down; yields how many are done, of how many, and of which kind."""
    yield from _lead_perfect_players(solver, plan.lead, findings)
    listed = positions_of(plan.listed)
    yield from _solve_all(solver, *listed[plan.plies], f"all with {plan.plies} discs", findings)
    missed = after_missed_wins(min(plan.plies, MISSED))
    yield from _solve_all(solver, *missed, "after a missed win", findings)
    if solver.book and (plan.hard or plan.seek):
        findings.take_over(solver.book, plan.plies + 1)
    if plan.hard:
        text = f"the hard ones with {plan.plies + 1} discs"
        yield from _solve_all(solver, *listed[plan.plies + 1], text, findings, hard_only=True)
    if plan.seek:
        yield from _seek_slow(solver, plan, findings)


def _solve_all(
    solver: Any, owns: Any, all_discs: Any, text: str, findings: Findings, *, hard_only: bool = False
) -> Iterator[tuple[int, int, str]]:
    """Solve these positions and write down their scores, or those of the hard ones alone."""
    missing = findings.missing(owns, all_discs, easy=hard_only)
    done = len(owns) - len(missing)
    least = findings.scores().least(owns, all_discs)
    for start in range(0, len(missing), PORTION):
        yield done + start, len(owns), text
        some = missing[start : start + PORTION]
        positions = list(zip(owns[some].tolist(), all_discs[some].tolist(), strict=True))
        bounds = [None if bound == ANYTHING else bound for bound in least[some].tolist()]
        solved = solver.solved(positions, bounds)
        findings.add(positions, [None if hard_only and nodes < HARD else score for score, nodes in solved])
    yield len(owns), len(owns), text


def _seek_slow(solver: Any, plan: Plan, findings: Findings) -> Iterator[tuple[int, int, str]]:
    """Look for slow positions, from some drawn at random and the hard ones that are known on."""
    choose = Random(findings.added + len(findings.more))  # so that another run takes another way
    plies = range(max(0, plan.plies - FEWER), plan.plies + MORE + 1)
    some = min(DRAWN, plan.seek // (4 * len(plies)))
    starts = [drawn(ply, choose) for ply in plies for _ in range(some)]
    starts += map(position_of, choose.sample(findings.more, min(len(findings.more), len(starts))))
    looked_at = climb(starts, lambda each: _made_faster(solver, each, findings), choose)
    found = 0
    for done, (_, nodes) in enumerate(islice(looked_at, plan.seek), 1):
        found += nodes >= SLOW
        yield done, plan.seek, f"slow ones ({found:,} found)"


def _made_faster(solver: Any, position: Position, findings: Findings) -> int:
    """The nodes that a position and all replies take; if they are many, what is hard about them is written down."""
    solver.clear()
    asked, score = [], findings.score(*position)
    if score is None:
        asked = [(position, *solver.solved([position])[0])]
        score = asked[0][1]
    after = [reply for reply in once_each(after_quiet_moves(*position)) if findings.score(*reply) is None]
    asked += [(reply, *found) for reply, found in zip(after, solver.solved(after, [-score] * len(after)), strict=True)]
    total = sum(nodes for *_, nodes in asked)
    if total >= SLOW:
        hard = [(each, score) for each, score, nodes in asked if nodes >= HARD]
        findings.add([each for each, _ in hard], [score for _, score in hard])
    return total


def _lead_perfect_players(solver: Any, lead: int, findings: Findings) -> Iterator[tuple[int, int, str]]:
    """Solve where a perfect player, the first or the second, may come to move, and one best move of his."""
    levels: list[list[Position]] = [[(0, 0)], [(0, 0)]]
    for ply in range(lead):
        mover = ply % 2
        chosen = []
        for done, position in enumerate(levels[mover]):
            yield done, len(levels[mover]), f"led to {ply} discs"
            chosen += _perfect_replies(solver, position, findings)
        anything = [reply for position in levels[1 - mover] for reply in replies(*position)]
        levels[mover], levels[1 - mover] = once_each(chosen), once_each(anything)


def _perfect_replies(solver: Any, position: Position, findings: Findings) -> list[Position]:
    """The position after a best move, unless a move wins at once; both are written down.

    One that is known, else the nearest the middle.
    """
    after = replies(*position)
    if len(after) <= 1:
        return after
    score = findings.score(*position)
    if score is None:
        [(score, _)] = solver.solved([position])
        findings.add([position], [score])
    for reply in after:
        if findings.score(*reply) == -score:
            return [reply]
    best = next(reply for reply in after if not solver.reaches(*reply, 1 - score))
    findings.add([best], [-score])
    return [best]
