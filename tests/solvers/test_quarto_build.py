"""Building Quarto's table: what its journal keeps through crashes and damage, and what it does not believe."""

import signal
import struct
import subprocess
import sys
import time

import numpy as np
import pytest

from boxwood.core.errors import BoxwoodError
from boxwood.games.quarto.solver.build import Values, build_table
from boxwood.games.quarto.solver.solver import Solver
from boxwood.games.quarto.solver.table import UNKNOWN, ValueTable, all_forms, find_table, table_file
from boxwood.solving.journal import Journal

LINES, SQUARES = (f"boxwood quarto journal 2, squares={squares}" for squares in ("false", "true"))
COUNT = 30  # positions of a small journal
CODES = np.array([1 + number % 3 for number in range(COUNT)], np.uint8)
LENGTH = 6  # of its portions


def portion(first, codes):
    return struct.pack("<I", first) + bytes(codes)


def known(file, title=LINES, count=COUNT):
    """What a journal tells of each position."""
    with Journal(file, title) as journal:
        return Values(journal, count).codes


@pytest.fixture
def small(tmp_path):
    """A journal that tells CODES."""
    file = tmp_path / "small.journal"
    with Journal(file, LINES) as journal:
        for first in range(0, COUNT, LENGTH):
            journal.add(portion(first, CODES[first : first + LENGTH]))
    return file


def gaps(codes):
    """The firsts of the portions that are missing; all else has to be right."""
    portions, right = codes.reshape(-1, LENGTH), CODES.reshape(-1, LENGTH)
    missing = [number for number, part in enumerate(portions) if (part == UNKNOWN).all()]
    assert all((portions[number] == right[number]).all() for number in range(len(right)) if number not in missing)
    return missing


def test_what_is_put_is_written_in_portions_without_gaps(tmp_path):
    file = tmp_path / "new.journal"
    with Journal(file, LINES) as journal:
        values = Values(journal, COUNT)
        for number, value in ((3, -1), (4, 0), (5, 1), (9, 1), (29, 0)):
            values.put(number, value)
        values.write()
        values.write()
        values.put(10, -1)
        values.write()
    with Journal(file, LINES) as journal:
        assert journal.portions == [portion(3, [1, 2, 3]), portion(9, [3]), portion(29, [2]), portion(10, [1])]
        values = Values(journal, COUNT)
    assert list(values.codes[3:11]) == [1, 2, 3, 0, 0, 0, 3, 1]
    assert list(values.missing) == [0, 1, 2, 6, 7, 8, *range(11, 29)]


@pytest.mark.filterwarnings("ignore:.*damaged")
def test_a_flipped_bit_leaves_a_gap_and_no_wrong_value(small):
    content = small.read_bytes()
    size = (len(content) - len(LINES) - 1) // (COUNT // LENGTH)
    for place in range(len(LINES) + 1, len(content)):
        for bit in (0, 1, 7):
            small.write_bytes(content[:place] + bytes([content[place] ^ 1 << bit]) + content[place + 1 :])
            assert gaps(known(small)) == [(place - len(LINES) - 1) // size]


@pytest.mark.filterwarnings("ignore:.*damaged")
def test_a_foreign_byte_leaves_a_gap_and_all_after_it_stays(small):
    content = small.read_bytes()
    for place in range(len(LINES) + 1, len(content) + 1):
        small.write_bytes(content[:place] + b"?" + content[place:])
        assert len(gaps(known(small))) <= 1
    for place in range(len(LINES) + 1, len(content)):
        small.write_bytes(content[:place] + content[place + 1 :])
        assert len(gaps(known(small))) == 1


def test_a_journal_cut_off_anywhere_keeps_what_is_whole(small):
    content = small.read_bytes()
    size = (len(content) - len(LINES) - 1) // (COUNT // LENGTH)
    for length in range(len(content)):
        small.write_bytes(content[:length])
        whole = max(0, length - len(LINES) - 1) // size
        assert gaps(known(small)) == list(range(whole, COUNT // LENGTH))


@pytest.mark.parametrize(
    "content",
    [
        b"", b"\0\0\0", portion(3, []),
        portion(COUNT, [2]), portion(COUNT - 2, [2, 2, 2]), portion(0, [2] * (COUNT + 1)), portion(0xFFFFFFFF, [2]),
        portion(0, [2, 0, 2]), portion(0, [2, 4, 2]), portion(0, b"-=+"),
    ],
)  # fmt: skip
def test_a_portion_that_cannot_be_true_is_not_believed(tmp_path, content):
    with Journal(tmp_path / "strange.journal", LINES) as journal:
        journal.add(content)
        journal.add(portion(7, [1]))
    with Journal(tmp_path / "strange.journal", LINES) as journal:
        values = Values(journal, COUNT)
    assert values.strange == 1
    assert list(np.flatnonzero(values.codes)) == [7]


def test_where_two_portions_disagree_the_position_is_searched_again(small):
    with Journal(small, LINES) as journal:
        journal.add(portion(4, [CODES[4], 4 - CODES[5], CODES[6]]))
    assert list(np.flatnonzero(known(small) == UNKNOWN)) == [5]
    with Journal(small, LINES) as journal:
        journal.add(portion(5, [CODES[5]]))
    assert (known(small) == CODES).all()


# Whole builds, with the values of the table that comes with the package.


@pytest.mark.filterwarnings("ignore:.*damaged")
def test_a_build_searches_what_its_journal_has_lost_and_nothing_else(tmp_path):
    codes, file, told = find_table(False).codes[4], tmp_path / "lines.table", []
    notes, lost = file.with_suffix(".journal"), 70_001
    with Journal(notes, LINES) as journal:
        journal.add(portion(0, codes[:lost]))
        before = notes.stat().st_size
        journal.add(portion(lost, codes[lost : lost + 2]))
        journal.add(portion(lost + 2, codes[lost + 2 :]))
        journal.add(portion(len(codes), [2] * 50))
    content = bytearray(notes.read_bytes())
    content[before + 16] ^= 1  # the first of the two values
    notes.write_bytes(content)
    with pytest.warns(RuntimeWarning) as warned:
        report = build_table(file, False, lambda *now: told.append(now), megabytes=8, samples=2)
    assert ["18 bytes are damaged" in str(warning.message) for warning in warned] == [True, False]
    assert "1 portions have impossible numbers or values" in str(warned[1].message)
    assert (report.finished, report.searched, report.verified) == (True, 2, 2)
    assert told[0] == (len(codes) - 2, len(codes), "positions")
    assert told[-2:] == [(1, 2, "verified"), (2, 2, "verified")]
    assert file.read_bytes() == table_file(False).read_bytes()
    assert (known(notes, count=len(codes)) == codes).all()


def test_threads_find_what_the_table_says(tmp_path):
    file, told = tmp_path / "squares.table", []
    notes = file.with_suffix(".journal")
    notes.touch()  # a crash has left no more than that
    report = build_table(file, True, lambda *now: told.append(now), seconds=0.5, megabytes=8, threads=2)
    codes = known(notes, SQUARES, len(all_forms(True, 4)))
    there = codes != UNKNOWN
    assert not report.finished
    assert report.searched == np.count_nonzero(there) > 0
    assert (codes[there] == find_table(True).codes[4][there]).all()
    assert told[0] == (0, len(codes), "positions")
    assert not file.exists()


def test_what_is_found_is_kept_when_a_search_breaks_off(tmp_path, monkeypatch):
    found = iter([0, 1, -1])

    def value(*_):
        try:
            return next(found)
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr(Solver, "placing_value", value)
    with pytest.raises(KeyboardInterrupt):
        build_table(tmp_path / "some.table", False, megabytes=0)
    assert list(known(tmp_path / "some.journal", count=5)) == [2, 3, 1, 0, 0]


BUILD = """
from pathlib import Path
from boxwood.games.quarto.solver.build import build_table
build_table(Path({file!r}), True, megabytes=8)
"""


def test_a_build_that_is_killed_goes_on_where_it_was(tmp_path):
    file, count = tmp_path / "squares.table", len(all_forms(True, 4))
    notes = file.with_suffix(".journal")
    process = subprocess.Popen([sys.executable, "-c", BUILD.format(file=str(file))])
    while not notes.exists() or notes.stat().st_size <= len(SQUARES) + 1:
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.wait()
    before = np.count_nonzero(known(notes, SQUARES, count))
    report = build_table(file, True, seconds=0.3, megabytes=8)
    after = known(notes, SQUARES, count)
    assert not report.finished
    assert report.searched > 0
    assert list(np.flatnonzero(after)) == list(range(before + report.searched))
    assert before > 0


def test_two_builds_at_once_are_refused(tmp_path):
    pytest.importorskip("fcntl")
    file = tmp_path / "squares.table"
    with Journal(file.with_suffix(".journal"), SQUARES), pytest.raises(BoxwoodError, match="another build is at work"):
        build_table(file, True, megabytes=0)


def test_nobody_else_has_the_journal_while_the_table_is_written(tmp_path, monkeypatch):
    pytest.importorskip("fcntl")
    file, written = tmp_path / "lines.table", []
    with Journal(file.with_suffix(".journal"), LINES) as journal:
        journal.add(portion(0, find_table(False).codes[4]))

    def write(*_):
        with pytest.raises(BoxwoodError, match="another build is at work"):
            Journal(file.with_suffix(".journal"), LINES)
        written.append(True)

    monkeypatch.setattr("boxwood.games.quarto.solver.build._look_ahead", lambda *_: 0)
    monkeypatch.setattr(ValueTable, "write", write)
    assert build_table(file, False, megabytes=0, samples=0).searched == 0
    assert written


def test_a_journal_of_other_rules_or_another_version_is_left_alone(tmp_path):
    file = tmp_path / "squares.table"
    for content in (f"{LINES}\n", "boxwood quarto journal, squares=true\n-=+"):
        file.with_suffix(".journal").write_text(content)
        with pytest.raises(BoxwoodError, match="is not the journal of this"):
            build_table(file, True, megabytes=0)
        assert file.with_suffix(".journal").read_text() == content
