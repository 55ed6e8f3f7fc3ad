"""`boxwood table build` and `boxwood book build`: progress, being cut off and going on, and bad input."""

import os
import re
import signal
import subprocess
import sys
import time

import pytest

from boxwood.cli.app import run
from boxwood.cli.build import read_size
from boxwood.games import find, names
from boxwood.solving.journal import whole_portions

BUILT = [
    *(("table", game) for game in names() if find(game).part("solver", "build_table")),
    *(("book", game) for game in names()),  # an opening book, where the solver makes none
]
SMALL_PORTIONS = ("-o", "plies=10", "-o", "lead=0", "--memory", "8M")  # soon done: the book in use knows them


@pytest.fixture
def data(tmp_path, monkeypatch):
    monkeypatch.setenv("BOXWOOD_DATA_DIR", str(tmp_path))
    return tmp_path


def hear_ctrl_c():
    """A process started from one that ignores Ctrl-C would ignore it too."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def cut_off(journal, how, *arguments):
    """Run a command until its journal has grown, end it by a signal; its exit code, and what it said."""
    size = journal.stat().st_size if journal.exists() else 0
    process = subprocess.Popen(
        [sys.executable, "-m", "boxwood", *arguments],
        env=os.environ, stderr=subprocess.PIPE, text=True, preexec_fn=hear_ctrl_c,
    )  # fmt: skip
    while not journal.exists() or journal.stat().st_size <= size + 16:
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(how)
    said = process.communicate()[1]
    return process.returncode, said


def positions_in(content):
    """How many different positions the journal of a book has."""
    words = [
        portion[place : place + 8] for portion, _ in whole_portions(content, 0) for place in range(0, len(portion), 8)
    ]
    assert len(set(words)) == len(words)
    return len(words)


def test_a_book_goes_on_after_kill_9_and_after_ctrl_c(data):
    journal = data / "connect4" / "scores.book.journal"
    code, _ = cut_off(journal, signal.SIGKILL, "book", "build", "connect4", *SMALL_PORTIONS)
    assert code == -signal.SIGKILL
    before = journal.read_bytes()
    journal.write_bytes(before + b"half")
    code, said = cut_off(journal, signal.SIGINT, "book", "build", "connect4", *SMALL_PORTIONS)
    assert code == 130
    assert said.endswith("stopped; what is done is kept, and the same command goes on from there\n")
    assert f"connect4: {positions_in(before):,} of 621,212" in said
    after = journal.read_bytes()
    assert after.startswith(before)
    assert positions_in(after) > positions_in(before)


@pytest.mark.parametrize(("text", "size"), [("4G", 4 << 30), ("512m", 512 << 20), ("1.5GB", 3 << 29), ("4096", 4096)])
def test_sizes_are_read_as_people_write_them(text, size):
    assert read_size(text) == size


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["table", "build", "connect4"], "there is no table to build: there is one for pylos, quarto"),
        (["book", "burn", "connect4"], "write boxwood book build connect4"),
        (["table", "build", "quarto", "--memory", "much"], "write a size like 512M or 4G"),
        (["table", "build", "quarto", "-o", "size=3"], "there is no option 'size'"),
        (["book", "build", "connect4", "-o", "plies=40"], "plies=40 is not possible"),
        (["table", "build", "chess"], "chess"),
        (["book", "build", "connect4", "--memory", "99999999999G"], "write a size like 512M or 4G"),
    ],
)
def test_bad_input_is_answered_in_one_line(arguments, complaint, capsys, data):
    assert run(arguments) == 2
    said = capsys.readouterr().err
    assert complaint in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(("what", "game"), BUILT)
def test_a_wrong_option_tells_which_there_are(what, game, capsys, data):
    assert run([what, "build", game, "-o", "colour=red"]) == 2
    assert re.search(r"there is no option 'colour': the options are \w+", capsys.readouterr().err)


@pytest.mark.parametrize("what", ["table", "book"])
def test_the_help_does_not_speak_of_options_of_the_game(what, capsys):
    assert run([what, "--help"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "NAME=VALUE An option of what is made; a wrong name tells which there are." in said


@pytest.mark.parametrize(
    ("given", "asked"), [(["--memory", "100000G"], "--memory 100000G: so much"), ([], "the memory")]
)
def test_memory_that_cannot_be_had_is_told_in_one_line(given, asked, capsys, data, monkeypatch):
    def too_large(*_, **settings):
        raise MemoryError("Unable to allocate 97.7 TiB")

    monkeypatch.setattr("boxwood.games.connect4.solver.build.build", too_large)
    assert run(["book", "build", "connect4", *given]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"boxwood: connect4: {asked}")
    assert "cannot be had" in said
    assert said.count("\n") == 1
