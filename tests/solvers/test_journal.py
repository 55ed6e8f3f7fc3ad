"""The journal of a long computation: what it keeps through crashes and damage."""

import errno

import pytest

from boxwood.core.errors import BoxwoodError
from boxwood.solving.journal import MARK, Journal

TITLE = "boxwood test journal, colour=red"
PORTIONS = [b"one", b"", b"three" * 100, MARK + b"four"]


@pytest.fixture
def file(tmp_path):
    with Journal(tmp_path / "new" / "some.journal", TITLE) as journal:
        assert journal.portions == []
        for portion in PORTIONS:
            journal.add(portion)
    return tmp_path / "new" / "some.journal"


def portions(file):
    with Journal(file, TITLE) as journal:
        return journal.portions


def test_what_was_added_is_there(file):
    assert portions(file) == PORTIONS
    with Journal(file, TITLE) as journal:
        journal.add(b"five")
    assert portions(file) == [*PORTIONS, b"five"]


def test_a_journal_that_is_cut_off_anywhere_goes_on(file, tmp_path):
    content = file.read_bytes()
    cut = tmp_path / "cut.journal"
    for length in range(len(content)):
        cut.write_bytes(content[:length])
        with Journal(cut, TITLE) as journal:
            whole = journal.portions
            journal.add(b"more")
        assert whole == PORTIONS[: len(whole)]
        assert portions(cut) == [*whole, b"more"]


@pytest.mark.filterwarnings("ignore:.*damaged")
def test_no_damaged_byte_is_believed_and_no_other_portion_lost(file):
    content = file.read_bytes()
    first = len(TITLE) + 1
    for place in range(first, len(content)):
        for flipped in (1, 0x80, 0xFF):
            file.write_bytes(content[:place] + bytes([content[place] ^ flipped]) + content[place + 1 :])
            found = portions(file)
            assert len(found) == len(PORTIONS) - 1
            assert all(portion in PORTIONS for portion in found)


def test_damage_is_reported(file):
    content = bytearray(file.read_bytes())
    content[len(TITLE) + 14] ^= 1
    file.write_bytes(content)
    with pytest.warns(RuntimeWarning, match="15 bytes are damaged and left out"):
        assert portions(file) == PORTIONS[1:]


def test_the_journal_of_something_else_is_left_alone(file):
    before = file.read_bytes()
    with pytest.raises(BoxwoodError, match="is not the journal of this"):
        Journal(file, "boxwood test journal, colour=blue")
    assert file.read_bytes() == before


def test_two_at_once_are_refused(file):
    pytest.importorskip("fcntl")
    with Journal(file, TITLE), pytest.raises(BoxwoodError, match="another build is at work"):
        Journal(file, TITLE)
    assert portions(file) == PORTIONS


def test_a_full_disk_is_said_with_the_name_of_the_file(file):
    class Full:
        """Stands in for the open file."""

        def write(self, content):
            raise OSError(errno.ENOSPC, "No space left on device")

        def close(self):
            pass

    with Journal(file, TITLE) as journal:
        journal._out, there = Full(), journal._out
        with there, pytest.raises(BoxwoodError, match=r"some.journal cannot be written: No space left"):
            journal.add(b"more")
    assert portions(file) == PORTIONS
