"""`boxwood solve`, and `boxwood analyse` where a solver knows: what is proven is said as proven."""

import json
import re

import pytest

from boxwood.cli.app import run

LATE = "2252576253462244111563"


def boxwood(capsys, *arguments, code=0):
    assert run(list(arguments)) == code
    printed = capsys.readouterr()
    return printed.out if code == 0 else printed.err


def test_a_solution_is_printed_in_words(capsys):
    assert boxwood(capsys, "solve", "connect4", "--moves", "445566") == "win in 1\nbest: 3 7\nscore 18\n"
    assert boxwood(capsys, "solve", "nim", "--option", "matches=6") == "win in 4\nbest: 1\n3 nodes\n"
    searched = boxwood(capsys, "solve", "connect4", "--moves", LATE)
    assert re.fullmatch(r"(win|loss) in \d+\nbest: [\d ]+\nscore -?\d+; [\d,]+ nodes\n", searched)


def test_a_solution_is_printed_for_programs(capsys):
    told = json.loads(boxwood(capsys, "solve", "connect4", "--moves", "445566", "--json"))
    assert told.pop("nodes") >= 0
    assert told == {"value": 1, "distance": 1, "best_moves": ["3", "7"], "score": 18, "unit": "plies"}


def test_a_solution_can_be_searched_afresh(capsys):
    ten = ("solve", "connect4", "--moves", "4444442211", "--json")
    known, searched = (json.loads(boxwood(capsys, *ten, *more)) for more in ([], ["--afresh"]))
    assert searched.pop("nodes") > known.pop("nodes")
    assert searched == known
    assert "known by its table alone" in boxwood(capsys, "solve", "pylos", "--afresh", code=2)


def test_a_game_that_is_not_solved_is_refused(capsys):
    assert "quoridor is not solved" in boxwood(capsys, "solve", "quoridor", code=2)


@pytest.mark.parametrize("lines", [1, 3])
def test_an_analysis_of_a_solved_position_says_so(capsys, lines):
    said = boxwood(capsys, "analyse", "connect4", "--moves", LATE, "--depth", "4", "--lines", str(lines)).splitlines()
    assert len(said) == lines
    assert all(line.startswith("solved") for line in said)
    assert all(" in " in line or "draw, proven" in line for line in said)


def test_an_analysis_for_programs_names_its_source(capsys):
    told = json.loads(boxwood(capsys, "analyse", "nim", "--option", "matches=6", "--json"))
    assert told["source"] == "solver"
    assert told["lines"][0] == {
        "score": "win in 4", "value": None, "plies": 4, "unit": "plies", "proven": True, "moves": ["1", "1", "3", "1"],
    }  # fmt: skip
