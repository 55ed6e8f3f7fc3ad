"""The command `boxwood`: what it prints, how it ends, and what it says of bad input."""

import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boxwood.cli.app import COMMANDS, run
from boxwood.game import Game
from boxwood.games import names


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch):
    """The folder where unfinished games are kept, a new one for each test."""
    monkeypatch.setenv("BOXWOOD_DATA_DIR", str(tmp_path / "data"))
    return tmp_path / "data" / "unfinished"


@pytest.fixture
def boxwood(capsys, monkeypatch):
    """Run a command line in this process: `boxwood("show", "nim")` gives what it printed."""

    def call(*arguments, typed="", code=0):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode())))
        assert run(list(arguments)) == code
        printed = capsys.readouterr()
        if code != 2:
            assert printed.err == ""
            return printed.out
        assert printed.err.startswith("boxwood: ")
        assert printed.err.count("\n") == 1
        assert printed.out == ""
        return printed.err

    return call


def hear_ctrl_c():
    """A process started from one that ignores Ctrl-C would ignore it too."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def process(*arguments, **settings):
    """The command in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "boxwood", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **settings,
    )


def records(data):
    return [Game.from_record(file.read_text()) for file in sorted(data.glob("*.txt"))]


# Looking


def test_alone_it_gives_an_overview(boxwood):
    assert "boxwood play" in boxwood()


def test_help_names_every_command(boxwood):
    printed = boxwood("--help")
    assert all(f"  {command} " in printed for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(boxwood, command):
    assert f"boxwood {command}" in boxwood(command, "--help")


def test_version(boxwood):
    assert boxwood("--version").startswith("boxwood ")


def test_games_lists_every_game_and_option(boxwood):
    printed = boxwood("games")
    for game in names():
        assert game in printed
        assert all(f"{option}=" in printed for option in Game(game).options)


def test_games_as_json(boxwood):
    told = json.loads(boxwood("games", "--json"))
    assert [game["game"] for game in told] == names()
    for game in told:
        assert {option["name"]: option["default"] for option in game["options"]} == Game(game["game"]).options


@pytest.mark.parametrize("game", names())
def test_show_draws_the_board_and_gives_the_position(boxwood, game):
    printed = boxwood("show", game)
    assert str(Game(game)) in printed
    assert "the first player is to" in printed
    assert printed.splitlines()[-1] == Game(game).position


@pytest.mark.parametrize("game", names())
def test_show_as_json(boxwood, game):
    first = Game(game).legal_moves[0]
    told = json.loads(boxwood("show", game, "--moves", first, "--json"))
    now = Game(game, first)
    assert told["game"] == game
    assert told["options"] == json.loads(json.dumps(now.options))
    assert told["player"] == now.player
    assert told["moves"] == now.legal_moves
    assert told["result"] is None
    assert told["position"] == now.position
    assert told["history"] == [first]


def test_json_tells_the_result(boxwood):
    told = json.loads(boxwood("show", "connect4", "--moves", "4455667", "--json"))
    assert (told["result"], told["reason"], told["moves"]) == ("1-0", "four in a row", [])


def test_json_tells_the_result_of_a_game_that_was_broken_off(boxwood, tmp_path):
    file = tmp_path / "resigned.txt"
    file.write_text(Game("connect4", "44").record(Result="0-1", Termination="resigned"))
    told = json.loads(boxwood("show", "connect4", "--record", str(file), "--json"))
    assert told["result"] == "0-1"
    assert "broken off: 0-1" in boxwood("show", "connect4", "--record", str(file))


def test_show_tells_how_a_game_ended(boxwood):
    assert "the first player wins: four in a row" in boxwood("show", "connect4", "--moves", "4455667")


@pytest.mark.parametrize("game", names())
def test_show_draws_a_picture(boxwood, game, tmp_path):
    file = tmp_path / "board.svg"
    assert boxwood("show", game, "--svg", str(file)) == ""
    assert ElementTree.parse(file).getroot().tag == "{http://www.w3.org/2000/svg}svg"


@pytest.mark.parametrize("game", names())
def test_a_position_is_read_back(boxwood, game):
    position = Game(game, Game(game).legal_moves[0]).position
    told = json.loads(boxwood("show", game, "--position", position, "--json"))
    assert told["position"] == position
    first = told["moves"][0]
    assert json.loads(boxwood("show", game, "--position", position, "--moves", first, "--json"))["history"] == [first]


def test_a_record_is_read_from_a_file_and_from_stdin(boxwood, tmp_path):
    game = Game("quoridor", "c2 c4", size=5)
    file = tmp_path / "game.txt"
    file.write_text(game.record())
    for printed in (
        boxwood("show", "quoridor", "--record", str(file), "--json"),
        boxwood("show", "quoridor", "--record", "-", "--json", typed=game.record()),
    ):
        told = json.loads(printed)
        assert (told["position"], told["history"], told["options"]["size"]) == (game.position, ["c2", "c4"], 5)


def test_options_are_set_one_by_one(boxwood):
    told = json.loads(boxwood("show", "quoridor", "--option", "size=5", "-o", "walls=3", "--json"))
    assert told["options"] == {"size": 5, "walls": 3}


@pytest.mark.parametrize("game", names())
def test_moves_lists_a_move_a_line(boxwood, game):
    assert boxwood("moves", game).splitlines() == Game(game).legal_moves


def test_moves_as_json(boxwood):
    told = json.loads(boxwood("moves", "nim", "--moves", "1 1", "--option", "matches=4", "--json"))
    assert told["moves"] == ["1", "2"]
    assert {"game", "options", "player", "moves", "result", "position"} <= told.keys()


def test_moves_of_a_finished_game_are_none(boxwood):
    assert boxwood("moves", "connect4", "--moves", "4455667") == ""


# Counting


def counts(printed):
    return [tuple(map(int, line.split()[:2])) for line in printed.splitlines()]


def test_perft_prints_a_line_a_depth(boxwood):
    printed = boxwood("perft", "connect4", "--depth", "4")
    assert counts(printed) == [(1, 7), (2, 49), (3, 343), (4, 2401)]
    assert all(float(line.split()[2]) >= 0 for line in printed.splitlines())


def test_perft_begins_where_it_is_told(boxwood):
    moves = ("--moves", "e2 e8 e3 e7 e4 e6 e5 e6h")
    assert counts(boxwood("perft", "quoridor", "--depth", "1", *moves)) == [(1, 129)]
    assert counts(boxwood("perft", "abalone", "--depth", "1", "--option", "layout=german")) == [(1, 80)]
    assert counts(boxwood("perft", "nim", "--depth", "2", "--position", Game("nim", "1 2").position))[0] == (1, 3)


def test_perft_of_depth_0_prints_nothing(boxwood):
    assert boxwood("perft", "nim", "--depth", "0") == ""


def test_warmup_says_what_it_compiled(capsys):
    assert run(["warmup", "nim", "connect4"]) == 0
    assert "compiled nim, connect4" in capsys.readouterr().err


# The README

README = Path(__file__).parent.parent / "README.md"


def commands_of_the_readme():
    """The lines after each `$` of its console blocks, and what is said to be printed."""
    blocks = re.findall("```console\n(.*?)```", README.read_text(), re.DOTALL)
    return [re.match(r"boxwood (.*)\n((?:.*\n)*)", part).groups() for part in "".join(blocks).split("$ ")[1:]]


def without_nodes(text):
    """A solver that has been asked before in this process takes fewer."""
    return re.sub(r"[\d,]+ nodes", "some nodes", text)


@pytest.mark.parametrize(("command", "shown"), commands_of_the_readme())
def test_the_readme_shows_what_is_printed(boxwood, command, shown, tmp_path, monkeypatch):
    (tmp_path / "docs" / "images").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    assert without_nodes(boxwood(*shlex.split(command))) == without_nodes(shown)
    for picture in tmp_path.glob("docs/images/*.svg"):
        assert picture.read_text() == (README.parent / "docs" / "images" / picture.name).read_text()


def test_the_list_of_commands_names_them_all():
    listed = (README.parent / "docs" / "commands.md").read_text()
    assert set(re.findall(r"^\| `boxwood ([\w-]+)", listed, re.MULTILINE)) == set(COMMANDS)


# Bad input

WRONG = {
    "unknown command": ["shwo"],
    "unknown option of the command": ["show", "nim", "--colour"],
    "no game": ["show"],
    "too many games": ["show", "nim", "quarto"],
    "unknown game": ["show", "chess"],
    "empty game": ["show", ""],
    "unknown option": ["show", "nim", "--option", "colour=red"],
    "option without value": ["show", "nim", "--option", "take"],
    "option given twice": ["show", "nim", "--option", "take=2", "--option", "take=3"],
    "option out of range": ["show", "quoridor", "--option", "size=10"],
    "option of another kind": ["show", "quarto", "--option", "squares=maybe"],
    "huge option": ["show", "nim", "--option", "matches=" + "9" * 5000],
    "options that do not go together": ["show", "connect4", "-o", "width=9", "-o", "height=9"],
    "no such layout": ["moves", "abalone", "--option", "layout=french"],
    "not a move": ["show", "connect4", "--moves", "8"],
    "not a move of this game": ["moves", "quoridor", "--moves", "e2e4"],
    "wall off the board": ["moves", "quoridor", "--moves", "e9h"],
    "illegal move": ["moves", "connect4", "--moves", "444444 4"],
    "move after the end": ["moves", "connect4", "--moves", "4455667 1"],
    "no position": ["show", "connect4", "--position", "here"],
    "empty position": ["show", "connect4", "--position", ""],
    "position of another game": ["show", "nim", "--position", "connect4 x...... 1"],
    "floating disc": [
        "show", "connect4", "--position", "......./......./......./......./...x.../....... 1",
    ],
    "line break in a position": ["show", "connect4", "--position", "x\n\x1b[31m\0y"],
    "two beginnings": ["show", "nim", "--position", "21 0", "--record", "game.txt"],
    "options beside a position": ["show", "nim", "--position", "21 0", "--option", "take=2"],
    "no such file": ["show", "nim", "--record", "no/such/file"],
    "folder as a record": ["show", "nim", "--record", "."],
    "name with a null": ["show", "nim", "--record", "\0"],
    "empty name": ["show", "nim", "--record", ""],
    "home of nobody": ["show", "nim", "--record", "~nobody-of-this-name/game.txt"],
    "name too long": ["show", "nim", "--svg", "x" * 5000],
    "picture nowhere": ["show", "nim", "--svg", "no/such/folder/board.svg"],
    "picture over a folder": ["show", "nim", "--svg", "."],
    "no depth": ["perft", "nim"],
    "depth in words": ["perft", "nim", "--depth", "two"],
    "depth below 0": ["perft", "nim", "--depth", "-1"],
    "perft of an unknown game": ["perft", "chess", "--depth", "1"],
    "warmup of an unknown game": ["warmup", "chess"],
    "play an unknown game": ["play", "chess"],
    "unknown opponent": ["play", "nim", "--opponent", "deepblue"],
    "nobody begins": ["play", "nim", "--second"],
    "nothing to resume": ["play", "--resume"],
    "nothing of this game to resume": ["play", "nim", "--resume"],
    "resume an unknown game": ["play", "chess", "--resume"],
    "resume from elsewhere": ["play", "--resume", "--moves", "1"],
    "moves of no game": ["play", "--moves", "1"],
    "play from stdin": ["play", "nim", "--record", "-"],
}  # fmt: skip


@pytest.mark.parametrize("arguments", WRONG.values(), ids=WRONG.keys())
def test_bad_input_is_told_in_one_line(boxwood, arguments):
    boxwood(*arguments, code=2)


@pytest.mark.parametrize(
    ("arguments", "option", "value"),
    [
        (("serve", "--port", "80a"), "--port", "80a"),
        (("serve", "--port", "99999"), "--port", "99999"),
        (("perft", "nim", "--depth", "-1"), "--depth", "-1"),
        (("tournament", "--seconds", "soon"), "--seconds", "soon"),
    ],
)
def test_a_bad_value_is_named_with_its_option(boxwood, arguments, option, value):
    said = boxwood(*arguments, code=2)
    assert option in said
    assert value in said


BAD_RECORDS = {
    "empty": b"",
    "bytes": b"\xff\xfe\x00",
    "another game": b'[Game "connect4"]\n\n4 *\n',
    "unknown game": b'[Game "chess"]\n\ne4 *\n',
    "truncated": b'[Game "nim"]\n\n1 2',
    "edited result": b'[Game "nim"]\n[Options "matches=1"]\n\n1 1-0\n',
    "illegal move": b'[Game "nim"]\n\n1 9 *\n',
    "open comment": b'[Game "nim"]\n\n1 {what *\n',
}


@pytest.mark.parametrize("record", BAD_RECORDS.values(), ids=BAD_RECORDS.keys())
def test_a_bad_record_is_told_with_its_file(boxwood, tmp_path, record):
    file = tmp_path / "bad.txt"
    file.write_bytes(record)
    assert "bad.txt" in boxwood("show", "nim", "--record", str(file), code=2)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(["--moves", "--position", "--option"]), st.sampled_from(names()), st.text(max_size=30))
def test_no_text_brings_a_traceback(option, game, text):
    assert run(["moves", game, f"{option}={text}"]) in (0, 2)


def test_errors_tell_what_would_be_right(boxwood):
    assert "quoridor" in boxwood("show", "chess", code=2)
    assert "3 to 9" in boxwood("show", "quoridor", "-o", "size=10", code=2)
    assert "1, 2, 3, 5, 6, 7" in boxwood("show", "connect4", "--moves", "4444444", code=2)


def test_a_picture_that_fails_leaves_nothing_behind(boxwood, tmp_path):
    boxwood("show", "nim", "--svg", str(tmp_path), code=2)
    assert list(tmp_path.parent.glob("*.part")) == []


def test_a_reader_that_leaves_is_no_error():
    child = process("moves", "quoridor")
    child.stdout.close()
    assert child.wait() == 0
    assert child.stderr.read() == ""


def test_a_full_disk_is_told_in_one_line():
    with open("/dev/full", "w") as full:  # noqa: PTH123
        done = subprocess.run([sys.executable, "-m", "boxwood", "moves", "nim"], stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 2
    assert done.stderr == b"boxwood: No space left on device\n"


# Playing


def test_two_people_play_to_the_end(boxwood, data):
    printed = boxwood("play", "connect4", typed="4\n4\n5\n5\n6\n6\n7\n")
    assert "the first player wins: four in a row" in printed
    assert list(data.glob("*")) == []


def test_several_moves_in_a_line(boxwood, data):
    boxwood("play", "connect4", typed="44 5\n")
    assert records(data)[0].moves == ["4", "4", "5"]


def test_wrong_moves_are_explained_and_change_nothing(boxwood, data):
    printed = boxwood("play", "connect4", typed="4\n8\n4 9\nhello\n\n3\n")
    assert printed.count("is not a move") == 3
    assert records(data)[0].moves == ["4", "3"]


def test_undo_takes_a_move_back(boxwood, data):
    printed = boxwood("play", "connect4", typed="undo\n4\n5\nundo\nundo\n3\n")
    assert "nothing to take back" in printed
    assert records(data)[0].moves == ["3"]


def test_undo_brings_a_finished_game_back(boxwood, data):
    boxwood("play", "connect4", typed="4455667\nhint\nundo\n")
    assert records(data)[0].moves == list("445566")


def test_undo_against_an_opponent_comes_back_to_ones_own_move(boxwood, data):
    boxwood("play", "quarto", "--opponent", "novice", typed="@0\nundo\n@7\n")
    moves = records(data)[0].moves
    assert moves[0] == "@7"
    assert len(moves) == 3  # the opponent has placed the piece and given one


def test_undo_leaves_the_opponents_first_move_alone(boxwood, data):
    printed = boxwood("play", "connect4", "--opponent", "random", "--second", typed="undo\n1\n")
    assert "nothing to take back: you have not moved yet" in printed
    assert len(records(data)[0].moves) == 3


def test_moves_and_hint_help(boxwood):
    printed = boxwood("play", "connect4", typed="4545\nmoves\nhint\n4\n1\nhint\nhelp\nboard\n")
    assert "1 2 3 4 5 6 7" in printed
    assert "the engine would play 4" in printed
    assert "save FILE" in printed


def test_save_and_load(boxwood, tmp_path):
    file = tmp_path / "game.txt"
    boxwood("play", "quoridor", "--option", "size=5", typed=f"c2\nsave {file}\nc4\nsave {file}\n")
    assert Game.from_record(file.read_text()) == Game("quoridor", "c2 c4", size=5)
    printed = boxwood("play", "nim", typed=f"load {file}\nmoves\n")
    assert str(Game("quoridor", "c2 c4", size=5)) in printed


def test_save_does_not_replace_what_is_there(boxwood, tmp_path):
    file = tmp_path / "precious.txt"
    file.write_text("precious")
    assert "is there already" in boxwood("play", "nim", typed=f"1\nsave {file}\nsave\n")
    assert file.read_text() == "precious"


@pytest.mark.parametrize(
    "line", ["load", "load -", "load no/such/file", "load .", "save", "save no/such/folder/x", "save \0"]
)
def test_a_file_that_cannot_be_used_ends_no_game(boxwood, data, line):
    boxwood("play", "nim", typed=f"1\n{line}\n2\n")
    assert records(data)[0].moves == ["1", "2"]


def test_load_keeps_the_game_that_was_being_played(boxwood, data, tmp_path):
    file = tmp_path / "game.txt"
    file.write_text(Game("nim", "3").record())
    boxwood("play", "nim", typed=f"1\nload {file}\n2\nnew\n")
    assert [game.moves for game in records(data)] == [["1"], ["3", "2"]]


def test_an_unfinished_game_goes_on(boxwood, data):
    assert "boxwood play --resume" in boxwood("play", "quoridor", "--option", "size=5", typed="c2\n")
    printed = boxwood("play", "--resume", typed="c4\nquit\nc3\n")
    assert "Quoridor" in printed
    assert [game.moves for game in records(data)] == [["c2", "c4"]]
    boxwood("play", "nim", typed="1\n")
    boxwood("play", "quoridor", "--resume", typed="c3\n")
    assert [game.moves for game in records(data) if game.id == "quoridor"] == [["c2", "c4", "c3"]]


def test_the_opponent_comes_back_with_the_game(boxwood, data):
    boxwood("play", "connect4", "--opponent", "novice", "--second", typed="1\n")
    assert "novice plays" in boxwood("play", "--resume", typed="1\n")
    assert len(records(data)[0].moves) == 5


def test_a_game_that_cannot_be_read_is_passed_over(boxwood, data):
    boxwood("play", "nim", typed="1\n")
    (data / "99999999-nim.txt").write_text("scribble")
    assert "Nim" in boxwood("play", "--resume")


def test_a_finished_game_is_not_kept(boxwood, data):
    boxwood("play", "nim", "--option", "matches=3", typed="1\n")
    boxwood("play", "--resume", typed="2\n")
    assert list(data.glob("*")) == []


def test_without_a_place_to_keep_it_a_game_is_played_all_the_same(boxwood, monkeypatch):
    monkeypatch.setenv("BOXWOOD_DATA_DIR", "/dev/null")
    assert "the second player wins" in boxwood("play", "nim", "--option", "matches=1", typed="1\n")
    boxwood("play", "nim", typed="1\n")


def test_play_asks_for_the_game_and_the_opponent(boxwood, data):
    printed = boxwood("play", typed="chess\n99\n2\ndeepblue\nrandom\nno\n4\n")
    assert "there is no game 'chess'" in printed
    assert "random plays" in printed
    assert records(data)[0].tags["Players"] == "random vs you"


def test_the_menu_offers_unfinished_games(boxwood, data):
    boxwood("play", "nim", typed="1\n")
    assert "go on with nim" in boxwood("play", typed=f"{len(names()) + 1}\n2\n")
    assert [game.moves for game in records(data)] == [["1", "2"]]


@pytest.mark.parametrize("typed", ["", "q\n", "nim\n", "nim\nq\n", "nim\nfriend\n", "nim\nfriend\nquit\n"])
def test_the_menu_can_be_left_anywhere(boxwood, data, typed):
    boxwood("play", typed=typed)
    assert not data.exists()


def test_ctrl_c_keeps_the_game(data):
    child = process("play", "nim", preexec_fn=hear_ctrl_c)
    child.stdin.write("1\n")
    child.stdin.flush()
    while "second player" not in child.stdout.readline():
        pass
    child.send_signal(signal.SIGINT)
    printed, complaint = child.communicate(timeout=120)
    assert child.returncode == 130
    assert complaint == ""
    assert "boxwood play --resume" in printed
    assert records(data)[0].moves == ["1"]


def test_ctrl_c_stops_a_long_count():
    child = process("perft", "quarto", "--depth", "12", preexec_fn=hear_ctrl_c)
    child.stdout.readline()
    child.send_signal(signal.SIGINT)
    _, complaint = child.communicate(timeout=120)
    assert child.returncode == 130
    assert complaint == ""


def test_bytes_that_are_no_text_are_no_move():
    done = subprocess.run([sys.executable, "-m", "boxwood", "play", "nim"], input=b"\xff\xfe\n1\n", capture_output=True)
    assert done.returncode == 0
    assert done.stderr == b""
    assert b"is not a move" in done.stdout


def test_a_closed_stdin_ends_the_game():
    child = process("play", "nim", preexec_fn=lambda: os.close(0))
    _, complaint = child.communicate(timeout=120)
    assert child.returncode == 0
    assert complaint == ""


def test_a_warning_is_told_in_one_line(tmp_path):
    book = tmp_path / "data" / "connect4" / "scores.book"
    book.parent.mkdir(parents=True)
    book.write_text("rubbish")
    printed, warning = process("solve", "connect4", "--moves", "445566").communicate(timeout=120)
    assert printed.startswith("win in 1\n")
    assert re.fullmatch(rf"boxwood: connect4: {book} is not a book.*\(it is not used\)\n", warning)


# The opponents


def test_the_same_seed_plays_the_same_game(boxwood, data):
    for _ in range(2):
        boxwood("play", "connect4", "--opponent", "random", "--seed", "7", typed="1\n2\n3\n")
    first, second = records(data)
    assert first.moves == second.moves
