"""The commands of the laboratory: what they print, write and refuse."""

import json

import pytest

from boxwood.cli.app import run


def test_a_tree_is_told_as_text_json_and_picture(capsys, tmp_path):
    file = tmp_path / "tree.svg"
    assert run(["tree", "nim", "-o", "matches=4", "--depth", "2", "--svg", str(file)]) == 0
    assert capsys.readouterr().out == ""
    assert file.read_text(encoding="utf-8").startswith("<svg")
    assert run(["tree", "nim", "-o", "matches=4", "--depth", "2", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert run(["tree", "nim", "-o", "matches=4", "--depth", "2"]) == 0
    assert capsys.readouterr().out.startswith(f"alphabeta, 2 deep: value {told['text']}, {told['nodes']} nodes")


def test_a_tree_begins_where_the_moves_end(capsys):
    assert run(["tree", "connect4", "--moves", "4453", "--depth", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["position"].endswith("/..oxx.. 0")


def test_an_example_may_be_asked_for_by_its_name(capsys):
    assert run(["tree", "--nested", "textbook", "--algorithm", "minimax"]) == 0
    assert "value 3, 13 nodes" in capsys.readouterr().out


WRONG = {
    "neither game nor tree": ["tree"],
    "game and tree": ["tree", "nim", "--nested", "[1]"],
    "no tree": ["tree", "--nested", "[[1, 2], [3"],
    "no such algorithm": ["tree", "nim", "--algorithm", "quiescence"],
    "no such algorithm for a tree": ["tree", "--nested", "[1, 2]", "--algorithm", "magic"],
    "no such judge": ["tree", "nim", "--judge", "judy"],
    "impossible depth": ["tree", "nim", "--depth", "0"],
    "impossible number of nodes": ["tree", "nim", "--nodes", "0"],
    "finished game": ["tree", "nim", "-o", "matches=1", "--moves", "1"],
    "too few positions": ["compare", "nim", "--depth", "2", "--positions", "1"],
    "a game of one position": ["compare", "nim", "-o", "matches=1", "--depth", "2"],
    "no depth": ["compare", "nim"],
    "no such runner": ["compare", "nim", "--depth", "2", "--algorithms", "minimax,magic"],
    "no such report": ["reproduce", "chess"],
    "unwritable picture": ["tree", "nim", "--svg", "/no/such/folder/tree.svg"],
}


@pytest.mark.parametrize("arguments", WRONG.values(), ids=WRONG)
def test_bad_input_is_refused_in_a_line(arguments, capsys):
    assert run(arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("boxwood: ")
    assert printed.err.count("\n") == 1


def test_what_is_not_installed_is_named_with_the_extra_that_has_it(monkeypatch, capsys):
    import sys

    monkeypatch.setitem(sys.modules, "scipy", None)
    monkeypatch.delitem(sys.modules, "scipy.special", raising=False)  # it may be loaded already
    assert run(["compare", "nim", "--depth", "2", "--positions", "3"]) == 2
    assert capsys.readouterr().err == "boxwood: this needs scipy: pip install 'boxwood[lab]'\n"
