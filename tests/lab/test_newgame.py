"""A game of one's own: the skeleton works as it is, and Boxwood finds it by its entry point."""

import subprocess
import sys

import pytest

from boxwood.cli.app import run
from tests.lab.elsewhere import boxwood, install, python


@pytest.fixture(scope="module")
def skeleton(tmp_path_factory):
    """A fresh skeleton, as if it had been installed."""
    folder = tmp_path_factory.mktemp("packages") / "countup"
    assert run(["new-game", str(folder)]) == 0
    install(folder, "countup", "countup_game:Countup")
    return folder


def test_it_has_a_class_a_test_and_an_entry_point(skeleton):
    assert {file.name for file in skeleton.glob("*.*") if file.is_file()} == {
        "countup_game.py",
        "test_countup_game.py",
        "pyproject.toml",
        "README.md",
    }
    assert 'countup = "countup_game:Countup"' in (skeleton / "pyproject.toml").read_text()


def test_its_own_test_passes(skeleton):
    done = python(skeleton, "-m", "pytest", "-q", "-p", "no:cacheprovider", ".")
    assert done.returncode == 0, done.stdout


def test_it_is_tidy(skeleton):
    for tool in (["check", "--select", "E,F,W,UP,B"], ["format", "--check"]):
        command = [sys.executable, "-m", "ruff", *tool, "--line-length", "120", "--isolated", str(skeleton)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout


def test_boxwood_finds_it_by_its_entry_point(skeleton):
    assert boxwood(skeleton, "show", "countup", "--moves", "3 3").stdout.startswith("[######...............] 6")
    assert boxwood(skeleton, "moves", "countup", "--position", "20 1").stdout == "1\n"


def test_a_game_that_cannot_be_loaded_is_told_in_a_line(tmp_path):
    install(tmp_path, "broken", "broken_game:Broken")
    (tmp_path / "broken_game.py").write_text("import nowhere\n")
    done = boxwood(tmp_path, "show", "broken")
    assert done.returncode == 2
    assert done.stderr == (
        "boxwood: the game broken cannot be loaded from broken_game:Broken: "
        "ModuleNotFoundError: No module named 'nowhere'\n"
    )


def test_a_game_and_its_entry_point_have_one_name(skeleton, tmp_path):
    install(tmp_path, "other", "countup_game:Countup")
    (tmp_path / "countup_game.py").write_text((skeleton / "countup_game.py").read_text())
    done = boxwood(tmp_path, "show", "other")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "is called countup, but its entry point other" in done.stderr


@pytest.mark.parametrize("name", ["nim", "two words", "1st", "class", "my-game"])
def test_names_that_no_game_can_have_are_refused(name, tmp_path, capsys):
    assert run(["new-game", str(tmp_path / name)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not (tmp_path / name).exists()


def test_nothing_is_overwritten(skeleton, capsys):
    assert run(["new-game", str(skeleton)]) == 2
    assert "is there already" in capsys.readouterr().err
