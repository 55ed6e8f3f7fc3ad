"""Solve Pylos: win, loss or draw, and in how many turns, for every position.

    report = build({"squares": False}, threads=2, progress=lambda done, total, text: print(text))

In the directory (by default the user's data directory, where `lookup` finds it) a rule set leaves

    standard.017.part   all that is decided in fewer than 17 turns: where a run that was interrupted goes on
    standard.table      the finished table, one byte a position (see `sweep`), 2.4 GB
    standard.json       what was found: counts by number of marbles and by turns, time taken
    standard.xz         the values alone, as they come with the package (see `packed`), by the standard rules

A part is written under another name first and then renamed, and each says in its name how far it got, so that a run
may be killed at any moment; it then loses the sweeps since the last part, a few minutes.
"""

import json
import mmap
import os
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from boxwood.core.bits import popcount
from boxwood.core.compiler import entry
from boxwood.core.errors import BoxwoodError
from boxwood.core.paths import data_directory
from boxwood.games import find
from boxwood.games.pylos.rules import FLOOR, Pylos
from boxwood.games.pylos.solver.packed import write
from boxwood.games.pylos.solver.shapes import BLOCKS, FLOOR_COUNTS, UPPER, UPPER_COUNTS, layers, shapes
from boxwood.games.pylos.solver.sweep import UNKNOWN, is_win, list_successors, scratch, sweep_class
from boxwood.games.pylos.solver.verify import check_positions, fresh_room

Progress = Callable[[int, int, str], None]
GIGABYTE = 1 << 30
CHECKPOINT_SECONDS = 240
MOST_TURNS = 254  # what a byte holds
SMALL_LAYERS = 9  # up to so many marbles every position is verified
SAMPLES = 1_000_000  # of the others
PORTIONS = 100
MOST_SUCCESSORS = 300  # classes that turns lead to from one class, on average


@dataclass
class Report:
    """What a run found; colourings of all shapes count, mirrored ones too."""

    rules: str
    positions: int  # kept in the table
    turns: int | None = None  # from the first position to the end; None: nobody can force it
    winner: int | None = None  # the player who wins then
    longest: int = 0  # the most turns that a position takes
    by_marbles: list[tuple[int, int, int]] = field(default_factory=list)  # won, lost, drawn for the mover
    by_turns: list[int] = field(default_factory=list)
    seconds: float = 0.0
    cpu_seconds: float = 0.0  # of all threads together
    verified: int = 0  # positions compared with their successors

    def __str__(self) -> str:
        end = "nobody can force a win" if self.turns is None else f"player {self.winner} wins in {self.turns} turns"
        return (
            f"pylos, {self.rules}: {end}, the longest game takes {self.longest}; {self.positions:,} positions, "
            f"{self.verified:,} of them verified, in {self.seconds / 60:.0f} minutes"
        )


def deviations(options: Mapping[str, object]) -> dict[str, str]:
    """The options that differ from the standard rules, as text."""
    game = find("pylos")
    values = game.read_options(options)
    return {o.name: o.show(values[o.name]) for o in game.options if values[o.name] != o.default}


def rules_name(options: Mapping[str, object]) -> str:
    """`standard`, or the options that differ: `squaresfalse`."""
    return "-".join(name + value for name, value in deviations(options).items()) or "standard"


def table_file(options: Mapping[str, object], directory: Path | None = None) -> Path:
    """Where the finished table of a rule set is, or will be."""
    return (directory or data_directory("pylos")) / f"{rules_name(options)}.table"


def _fresh_table(size: int) -> Any:
    """Zeros in large pages, where the system has them: most of the time goes into reaching memory."""
    if not hasattr(mmap, "MADV_HUGEPAGE"):
        return np.zeros(size, np.uint8)
    memory = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)  # shared memory has small pages only
    memory.madvise(mmap.MADV_HUGEPAGE)
    return np.frombuffer(memory, np.uint8)


def _take_stock(maps: Any, table: Any, unknown: Any, newest: Any, distance: int) -> None:
    """Count what is unknown in every block, and note where the last sweep, for `distance`, found something."""
    for group in range(len(maps.least)):
        floor, upper = popcount(maps.least[group] & FLOOR), popcount(maps.least[group] & UPPER)
        for k in range(FLOOR_COUNTS):
            for j in range(UPPER_COUNTS):
                begin = maps.block[floor, upper, k * UPPER_COUNTS + j]
                block = group * BLOCKS + k * UPPER_COUNTS + j
                if begin >= 0:
                    begin += maps.start[group]
                    for index in range(begin, begin + maps.choose[floor, k] * maps.choose[upper, j]):
                        unknown[block] += table[index] == UNKNOWN
                        if table[index] == distance + 1:
                            newest[block] = distance


def _tally(maps: Any, table: Any, shapes_of: Any, counts: Any) -> None:
    """Count the codes by number of marbles, each as often as its class has shapes."""
    for group in range(len(maps.least)):
        row = counts[popcount(maps.least[group])]
        for index in range(maps.start[group], maps.start[group + 1]):
            row[table[index]] += shapes_of[group]


class _Run:
    """A run over one rule set: the table, what is known of it, and its parts on disk."""

    def __init__(self, options: Mapping[str, object], directory: Path, threads: int, progress: Progress) -> None:
        self.maps = shapes()
        self.rules = int(find("pylos").start(options).rules)
        self.name, self.directory, self.threads, self.progress = rules_name(options), directory, threads, progress
        self.size, self.classes = int(self.maps.start[-1]), len(self.maps.least)
        self.table = _fresh_table(self.size)
        self.unknown = np.zeros(self.classes * BLOCKS, np.int64)
        self.newest = np.full((2, self.classes * BLOCKS), -1, np.int16)
        self.seconds = self.cpu_seconds = 0.0
        self.first_successor = np.zeros(self.classes, np.int64)
        room = np.zeros(self.classes * MOST_SUCCESSORS, np.int32)
        count = entry(list_successors)(self.maps, scratch(), self.rules, self.first_successor, room)
        self.successors = room[:count].copy()

    def parts(self) -> list[Path]:
        return sorted(self.directory.glob(f"{self.name}.[0-9][0-9][0-9].part"))

    def load(self) -> int:
        """Go on from the last part; the next distance to sweep for."""
        distance = 0
        if self.parts():
            last = self.parts()[-1]
            distance = int(last.name.split(".")[-2])
            with last.open("rb") as file:
                read = file.readinto(memoryview(self.table))
            if read != self.size:
                raise BoxwoodError(f"pylos: {last} has {read} bytes, not {self.size}: remove it and start again")
            before = Report(**json.loads((self.directory / f"{self.name}.json").read_text()))
            self.seconds, self.cpu_seconds = before.seconds, before.cpu_seconds
        entry(_take_stock)(self.maps, self.table, self.unknown, self.newest[1 - distance % 2], distance - 1)
        return distance

    def save(self, distance: int) -> None:
        old = self.parts()
        new = self.directory / f"{self.name}.{distance:03}.part"
        with new.with_suffix(".new").open("wb") as file:
            file.write(memoryview(self.table))
            file.flush()
            os.fsync(file.fileno())
        self.write_report(Report(self.name, self.size, seconds=self.seconds, cpu_seconds=self.cpu_seconds))
        new.with_suffix(".new").replace(new)
        for part in old:
            if part != new:
                part.unlink()

    def write_report(self, report: Report) -> None:
        file = self.directory / f"{self.name}.json"
        file.with_suffix(".new").write_text(json.dumps(asdict(report), indent=1) + "\n")
        file.with_suffix(".new").replace(file)

    def stirred(self, distance: int) -> Any:
        """Which classes have a successor in which the last sweep found something."""
        changed = (self.newest[1 - distance % 2].reshape(self.classes, BLOCKS) == distance - 1).any(axis=1)
        # The full pyramid, the last class, has no successors, which `reduceat` does not understand.
        return np.append(np.logical_or.reduceat(changed[self.successors], self.first_successor[:-1]), False)

    def sweep(self, distance: int) -> int:
        """One sweep over all classes, the largest first; how many positions it decided."""
        compiled = entry(sweep_class)
        left = self.unknown.reshape(self.classes, BLOCKS).sum(axis=1)
        known = self.size - int(left.sum())
        if distance:
            left *= self.stirred(distance)
        queue: Iterator[int] = iter(np.argsort(-left, kind="stable")[: np.count_nonzero(left)].tolist())
        found = [0] * self.threads

        def work(thread: int) -> None:
            room = scratch()
            for group in queue:
                found[thread] += compiled(
                    self.maps, self.table, self.unknown, self.newest, room, group, distance, self.rules
                )
                self.progress(known + sum(found), self.size, f"decided in {distance} turns")

        with ThreadPoolExecutor(self.threads) as pool:
            try:
                list(pool.map(work, range(self.threads)))
            except BaseException:
                for _ in queue:  # stopped: leave nothing to the other threads
                    pass
                raise
        return sum(found)

    def solve(self) -> None:
        saved = time.monotonic()
        distance = self.load()
        while True:
            begin, cpu = time.monotonic(), time.process_time()
            found = self.sweep(distance)
            self.seconds += time.monotonic() - begin
            self.cpu_seconds += time.process_time() - cpu
            if found and distance == MOST_TURNS:
                raise BoxwoodError(f"pylos: a position takes more than {MOST_TURNS} turns, which a byte cannot hold")
            if found == 0 or time.monotonic() - saved > CHECKPOINT_SECONDS:
                self.save(distance + 1)
                saved = time.monotonic()
            if found == 0:
                return
            distance += 1

    def verify(self) -> int:
        """Compare with the rules all the small layers and a sample of the rest; how many positions."""
        starts = layers()
        small = starts[SMALL_LAYERS + 1]
        portions = [(first, last, 0) for first, last in pairwise(starts[: SMALL_LAYERS + 2])]
        portions += [(small, self.classes, SAMPLES // PORTIONS)] * PORTIONS
        check = entry(check_positions, Pylos)
        done = iter(range(len(portions)))

        def work(seed: int, first: int, last: int, samples: int) -> int:
            wrong = check(self.maps, self.table, fresh_room(), first, last, samples, seed, self.rules, 255)
            self.progress(next(done) + 1, len(portions), "verifying")
            return int(wrong)

        with ThreadPoolExecutor(self.threads) as pool:
            for wrong in pool.map(work, range(len(portions)), *zip(*portions, strict=True)):
                if wrong >= 0:
                    raise BoxwoodError(f"pylos: position {wrong} of the table does not follow from its successors")
        return int(self.maps.start[small]) + SAMPLES

    def report(self) -> Report:
        counts = np.zeros((31, 256), np.int64)
        entry(_tally)(self.maps, self.table, np.bincount(self.maps.class_of), counts)
        codes = np.arange(256)
        wins = np.array([is_win(int(code)) for code in codes])
        losses = ~wins & (codes != UNKNOWN)
        in_all = counts.sum(axis=0)
        first = int(self.table[0])
        return Report(
            self.name,
            self.size,
            turns=first - 1 if first else None,
            winner=None if first == UNKNOWN else 0 if is_win(first) else 1,
            longest=int(np.flatnonzero(in_all)[-1]) - 1,
            by_marbles=[(int(row[wins].sum()), int(row[losses].sum()), int(row[UNKNOWN])) for row in counts],
            by_turns=[int(n) for n in in_all[1 : np.flatnonzero(in_all)[-1] + 1]],
            seconds=self.seconds,
            cpu_seconds=self.cpu_seconds,
        )


def _silent(done: int, total: int, text: str) -> None:
    pass


def build(
    options: Mapping[str, object] | None = None, *, directory: Path | None = None,
    memory: int = 4 * GIGABYTE, threads: int = 2, progress: Progress | None = None,
) -> Report:  # fmt: skip
    """Make the table of a rule set, or what is left to be made of it; `progress(done, total, text)` hears of it.

    Finished before, it is not made again.  All of it has to be in memory: less is refused.
    """
    finished, progress = table_file(options or {}, directory), progress or _silent
    report = _read_report(finished) if finished.exists() else _make(finished, options or {}, memory, threads, progress)
    packed = finished.with_suffix(".xz")
    if not deviations(options or {}) and not packed.exists():
        write(np.memmap(finished, np.uint8, "r"), packed, threads, progress)
    return report


def _read_report(finished: Path) -> Report:
    return Report(**json.loads(finished.with_suffix(".json").read_text()))


def _make(finished: Path, options: Mapping[str, object], memory: int, threads: int, progress: Progress) -> Report:
    needed = int(shapes().start[-1]) + GIGABYTE // 2
    if memory < needed:
        raise BoxwoodError(
            f"pylos: {memory / GIGABYTE:.1f} GB of memory are too little: the table takes {needed / GIGABYTE:.1f} GB"
        )
    finished.parent.mkdir(parents=True, exist_ok=True)
    run = _Run(options, finished.parent, max(threads, 1), progress)
    run.solve()
    report = run.report()
    report.verified = run.verify()
    run.write_report(report)
    run.parts()[-1].replace(finished)
    return report
