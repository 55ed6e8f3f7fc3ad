"""Benchmarks that solve files of positions: what counts in a file, and what they say of one that is wrong."""

import runpy
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parent.parent / "benchmarks"
CELLS = ",".join(["x", "o", "x", "o", *["b"] * 38])
RIGHT = {"connect4_sets": "2252576253462244111563365343671351441 -1", "quarto_sets": "07948B2D.C.13.AF 5 0"}
LINES = [
    ("connect4_sets", "44444444 3", "'4' is not allowed now"),
    ("connect4_sets", "4455667 3 3", "write moves and a score"),
    ("connect4_sets", "44556673 3", "the game is over"),
    ("connect4_sets", "4455", "write moves and a score"),
    ("connect4_sets", "rubbish 3", "'rubbish' is not a move"),
    ("connect4_sets", f"{CELLS},won", "write 42 cells and win, draw, loss"),
    ("connect4_sets", "x,o,win", "write 42 cells and win, draw, loss"),
    ("connect4_sets", f"{CELLS.replace('o', 'x')},win", "4 x and 0 o cannot be"),
    ("quarto_sets", "rubbish", "write 16 cells, the piece in hand and the value"),
    ("quarto_sets", "07948B2D.C.13.AF 5 2", "write 16 cells, the piece in hand and the value"),
    ("quarto_sets", "07948B2D.C.13.AF A 0", "piece A is on the board and in hand"),
    ("quarto_sets", "00948B2D.C.13.AF 5 0", "piece 0 is there twice"),
    ("quarto_sets", "0123............ 5 0", "a line is completed"),
    ("quarto_sets", "z............... 5 0", "Z"),
]  # what stands in a file, and the complaint


@pytest.fixture
def benchmark(monkeypatch, capsys):
    """Run a benchmark in this process; the exit code, and what it printed and complained of."""

    def call(name, *arguments):
        monkeypatch.syspath_prepend(str(BENCHMARKS))
        monkeypatch.setattr(sys, "argv", [name, *map(str, arguments)])
        code = 0
        try:
            runpy.run_path(str(BENCHMARKS / f"{name}.py"), run_name="__main__")
        except SystemExit as end:
            code = end.code
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return call


@pytest.mark.parametrize("name", RIGHT)
def test_comments_and_empty_lines_do_not_count(benchmark, tmp_path, name):
    file = tmp_path / "squares.txt"
    file.write_text(f"# comment\n\n{RIGHT[name]}\n  \n")
    code, printed, complaint = benchmark(name, file)
    assert (code, complaint) == (0, "")
    assert printed.count("\n") == 1
    assert " ".join(printed.split()).partition(" right")[0].endswith(" 1 of 1")


@pytest.mark.parametrize(("name", "wrong"), [("connect4_sets", "-2"), ("quarto_sets", "1")])
def test_a_wrong_value_is_told_by_the_exit_code(benchmark, tmp_path, name, wrong):
    file = tmp_path / "squares.txt"
    file.write_text(f"{RIGHT[name].rpartition(' ')[0]} {wrong}\n{RIGHT[name]}\n")
    code, printed, _ = benchmark(name, file)
    assert code == 1
    assert " ".join(printed.split()).partition(" right")[0].endswith(" 1 of 2")


@pytest.mark.parametrize(("name", "line", "wrong"), LINES)
def test_a_line_that_is_no_position_is_named(benchmark, tmp_path, name, line, wrong):
    file = tmp_path / "positions.txt"
    file.write_text(f"# comment\n{line}\n")
    code, printed, complaint = benchmark(name, file)
    assert (code, printed) == (2, "")
    last = complaint.splitlines()[-1]
    assert last.startswith(f"{name}.py: error: {file}, line 2: '{line[:30]}")
    assert wrong in last


@pytest.mark.parametrize("name", RIGHT)
def test_a_file_without_positions_is_told(benchmark, tmp_path, name):
    empty, binary = tmp_path / "empty.txt", tmp_path / "binary.txt"
    empty.write_text("# nothing\n\n")
    binary.write_bytes(b"\xff\xfe")
    wrong = {empty: "has no positions", binary: "is not text", tmp_path / "none.txt": "cannot be read: No such file"}
    for file, words in wrong.items():
        code, printed, complaint = benchmark(name, file)
        assert (code, printed) == (2, "")
        assert f"{file} {words}" in complaint.splitlines()[-1]


@pytest.mark.parametrize("setting", ["--first", "--threads", "--table-bits"])
@pytest.mark.parametrize("value", ["0", "-1", "x"])
def test_a_number_that_is_not_possible_is_told(benchmark, setting, value):
    code, _, complaint = benchmark("connect4_sets", "--empty", f"{setting}={value}")
    assert code == 2
    assert f"argument {setting}: '{value}' is not possible: it is 1 or more" in complaint


@pytest.mark.parametrize(("bits", "wrong"), [(1, "too small"), (50, "there is no memory for a table of 2**50 words")])
def test_a_table_that_is_not_possible_is_told(benchmark, tmp_path, bits, wrong):
    file = tmp_path / "positions.txt"
    file.write_text(RIGHT["connect4_sets"])
    code, _, complaint = benchmark("connect4_sets", "--table-bits", bits, file)
    assert code == 2
    assert wrong in complaint


def test_squares_are_known_by_the_name_of_the_file_or_forced(benchmark, tmp_path):
    """A full square of pieces ends the game by that rule alone."""
    line = "01..23.......... 8 0"
    for name, forced, ends in (("lines.txt", [], False), ("squares.txt", [], True), ("lines.txt", ["--squares"], True)):
        file = tmp_path / name
        file.write_text(f"{line}\nrubbish\n")
        _, _, complaint = benchmark("quarto_sets", file, *forced)
        assert (f"line 1: '{line}': quarto: a line is completed" in complaint) == ends
        assert ("line 2: 'rubbish'" in complaint) == (not ends)


def test_times_are_taken_of_the_positions_in_a_file(benchmark, tmp_path):
    file = tmp_path / "positions.txt"
    file.write_text(f"{RIGHT['connect4_sets']}\n2252576253462244111563365343671351 -1\n")
    code, printed, complaint = benchmark("exact_times", "--file", file)
    assert (code, complaint) == (0, "")
    assert [line.split(":")[0] for line in printed.splitlines()] == [
        f"connect4, {plies} plies, {question}" for plies in (34, 37) for question in ("its move", "every move")
    ]
    code, printed, complaint = benchmark("exact_times", "--climb", "--positions", 20, "--plies", 24)
    assert (code, complaint) == (0, "")
    assert [line.split(":")[0] for line in printed.splitlines()] == [
        f"connect4, 24 plies, {question}" for question in ("its move", "every move")
    ]
    file.write_text("4455\n")
    code, printed, complaint = benchmark("exact_times", "--file", file)
    assert (code, printed) == (2, "")
    assert "line 1: '4455': write moves and a score" in complaint
