"""Every command that the documentation shows is run, and prints what the page says."""

import doctest
import re
import shlex

import pytest
import typer

from boxwood.cli.app import COMMANDS, _app, run
from tests.docs.pages import PAGES, ROOT, code, commands, name_of
from tests.lab.elsewhere import boxwood, install

OWN_GAME = "docs/tutorial/game.md"  # whose commands need the game that it writes
SHOWN = [command for page in PAGES for command in commands(page)]
RUN = {c.text: c for c in SHOWN if c.exception is None and c.page not in (OWN_GAME, "README.md")}


def agrees(printed: str, shown: str) -> bool:
    """Whether a command printed what a page shows; ... stands for anything."""
    return not shown or doctest.OutputChecker().check_output(shown, printed, doctest.ELLIPSIS)


@pytest.mark.parametrize("command", RUN.values(), ids=lambda command: f"{command.page}: {command.text}")
def test_a_command_prints_what_the_page_shows(command, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BOXWOOD_DATA_DIR", str(tmp_path))
    assert command.text.startswith("boxwood "), f"{command.page}: neither run nor excused: {command.text}"
    assert run(shlex.split(command.text)[1:]) == 0
    printed = capsys.readouterr().out
    assert agrees(printed, command.printed), f"{command.page} shows\n{command.printed}\nand it printed\n{printed}"


EXCUSED = {c.text: c for c in SHOWN if c.exception is not None and c.text.startswith("boxwood ")}


@pytest.mark.parametrize("command", EXCUSED.values(), ids=lambda command: f"{command.page}: {command.text}")
def test_a_command_that_is_not_run_is_at_least_one_that_there_is(command):
    """Its options and their values are read, and nothing is done."""
    group, arguments = typer.main.get_command(_app), shlex.split(command.text)[1:]
    with group.make_context("boxwood", list(arguments)) as context:
        name, chosen, rest = group.resolve_command(context, arguments)
        chosen.make_context(name, rest, parent=context).close()


def test_the_game_of_the_tutorial_is_played_as_the_page_shows(tmp_path):
    (tmp_path / "tictactoe_game.py").write_text(code(OWN_GAME, "tictactoe_game.py"), encoding="utf-8")
    install(tmp_path, "tictactoe", "tictactoe_game:Tictactoe")
    shown = [c for c in commands(ROOT / OWN_GAME) if c.exception is None and "new-game" not in c.text]
    assert len(shown) >= 5
    for command in shown:
        done = boxwood(tmp_path, *shlex.split(command.text)[1:])
        assert done.returncode == 0, done.stderr
        assert agrees(done.stdout, command.printed), f"{command.text} printed\n{done.stdout}"


def test_the_skeleton_command_prints_what_the_page_shows(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    command = next(c for c in commands(ROOT / OWN_GAME) if "new-game" in c.text)
    assert run(shlex.split(command.text)[1:]) == 0
    assert capsys.readouterr().out == command.printed


def test_every_command_of_boxwoods_is_in_the_documentation():
    text = "\n".join(page.read_text("utf-8") for page in PAGES)
    assert [name for name in COMMANDS if f"boxwood {name}" not in text] == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_commands_that_are_named_exist(page):
    """Also those in the text, between backticks."""
    named = re.findall(r"`boxwood ([a-z][\w-]*)", page.read_text("utf-8"))
    assert [name for name in named if name not in COMMANDS] == []
