"""The ugi protocol, spoken line by line, politely and otherwise."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boxwood import Game
from boxwood.cli.ugi import Session
from boxwood.core.errors import BoxwoodError
from boxwood.search.scores import WIN, WON, read_score, score_text

GAMES = ("nim", "connect4", "quarto", "quoridor", "pylos", "abalone")


def talk(game, *lines, player="engine:megabytes=1"):
    """What is answered to these lines; each search is waited for."""
    said = []
    session = Session(Game(game), player, said.append)
    for line in lines:
        session.hear(line.split())
        if line.startswith("go") and "infinite" not in line and session._search:
            session._search.join()
    session.run(["quit"])
    return said


def position_after(game, *lines):
    """The position that `show` tells of."""
    return talk(game, *lines, "show")[-1].removeprefix("info string position ")


def test_it_introduces_itself():
    said = talk("connect4", "ugi")
    assert said[0].startswith("id name Boxwood")
    assert said[-1] == "ugiok"
    assert any(line.startswith("option name threads") for line in said)
    assert any(line.startswith("option name width") for line in said)


@pytest.mark.parametrize("game", GAMES)
def test_it_plays_every_game(game):
    said = talk(game, "isready", "uginewgame", "position startpos", "go depth 2")
    assert said[0] == "readyok"
    best = said[-1].split()
    assert best[0] == "bestmove"
    assert best[1] in Game(game).legal_moves
    assert all(re.match(r"info (depth|string)|bestmove|readyok", line) for line in said)


def test_it_announces_the_values_that_are_in_force():
    said = talk("nim", "setoption name misere value false", "setoption name megabytes value 2", "ugi",
                player="engine:5:book=false")  # fmt: skip
    told = dict(re.match(r"option name (\w+) type string default (.*)", line).groups() for line in said[2:-1])
    assert (told["level"], told["book"], told["megabytes"], told["misere"]) == ("5", "false", "2", "false")
    assert (told["threads"], told["matches"]) == ("1", "21")


def test_a_player_that_there_is_not_is_refused_at_once():
    with pytest.raises(BoxwoodError, match="level=99 is not possible"):
        talk("nim", player="engine:99")


def test_options_hold_for_a_text_that_does_not_state_them():
    one_wins = "setoption name misere value false"
    assert position_after("nim", one_wins, "position text 5 0") == "nim 5 0 misere=false"
    assert position_after("nim", one_wins, "position text nim 5 0 take=2") == "nim 5 0 take=2 misere=false"
    assert position_after("nim", one_wins, "position text 5 0 misere=true") == "nim 5 0"
    small, text = "setoption name size value 5", "position text c2/c5 10/10 - 1"
    assert position_after("quoridor", small, text) == "quoridor c2/c5 10/10 - 1 size=5"


def test_it_goes_on_from_moves_and_from_texts():
    assert talk("connect4", "position startpos moves 4 4 5 5 6 6", "go depth 2")[-1] in ("bestmove 3", "bestmove 7")
    text = Game("connect4", "445566").position
    assert talk("connect4", f"position text {text}", "go depth 2")[-1] in ("bestmove 3", "bestmove 7")
    said = talk("connect4", f"position text {text} moves 3", "go depth 2")
    assert said[-1] == "bestmove none"


def test_what_is_solved_or_in_the_book_is_told_as_such():
    solved = talk("connect4", "position startpos moves 4 4 5 5 6", "go", player="perfect")
    assert solved[0] == "info string solved"
    assert re.match(r"info depth 0 score loss 2 nodes 0 nps 0 time \d+ pv \d$", solved[1])
    assert solved[2] == "bestmove " + solved[1][-1]
    assert talk("quoridor", "position startpos", "go movetime 10")[0] == "info string from the book"


@pytest.mark.parametrize(
    ("score", "told"),
    [(-35, "cp -35"), (WIN - 7, "win 7"), (8 - WIN, "loss 8"), (WON, "win"), (-WON, "loss")],
)
def test_a_proven_result_need_not_tell_when(score, told):
    assert score_text(score) == told
    assert read_score(f"info depth 3 score {told} nodes 7 pv 4".split()) == score


@pytest.mark.parametrize(
    "line", ["info depth 3", "info score", "info score cp", "info score cp x", "info score cp 9999999999999", "score"]
)
def test_a_score_that_makes_no_sense_is_none(line):
    assert read_score(line.split()) is None


@pytest.mark.parametrize("number", ["", "x", "-3", "99999", "9" * 30])
def test_a_win_without_a_sensible_number_is_a_win(number):
    assert read_score(f"info score win {number}".split()) == WON


def test_an_infinite_search_gives_its_move_when_stopped():
    said = talk("abalone", "position startpos", "go infinite", "stop")
    assert next(line for line in said if line.startswith("bestmove")).split()[1] in Game("abalone").legal_moves


def test_options_of_the_game_and_of_the_engine():
    said = talk(
        "quoridor", "setoption name size value 5", "setoption name threads value 2", "position startpos", "show"
    )
    assert said[-1].endswith("size=5")
    assert "size=99 is not possible" in talk("quoridor", "setoption name size value 99")[0]
    assert "there is no option 'colour'" in talk("quoridor", "setoption name colour value red")[0]


def test_clocks_are_understood():
    assert talk("nim", "position startpos", "go wtime 1000 btime 1000 winc 10 binc 10 movestogo 5")[-1].startswith(
        "bestmove"
    )


@pytest.mark.parametrize(
    "line",
    ["xyzzy", "position", "position text", "position text rubbish", "position startpos moves 9", "go depth",
     "go depth x", "go movetime 99999999999999999999", "setoption", "setoption name", "go sideways 3",
     "go movetime --5", "go nodes --5", "go depth -", "go wtime -5- btime 1"],
)  # fmt: skip
def test_rubbish_is_answered_and_does_no_harm(line):
    said = talk("connect4", line, "position startpos", "go depth 1")
    assert said[0].startswith("info string")
    assert said[-1].startswith("bestmove")


def test_memory_that_cannot_be_had_is_answered_and_does_no_harm(monkeypatch):
    def too_large(*_):
        raise MemoryError("Unable to allocate 64.0 GiB")

    monkeypatch.setattr("boxwood.players.engine.Engine.__init__", too_large)
    assert talk("nim", "isready", "show")[0] == "info string Unable to allocate 64.0 GiB"


def test_no_moves_after_the_word_are_no_harm():
    assert position_after("nim", "position startpos moves") == "nim 21 0"


@settings(max_examples=200, deadline=None)
@given(st.lists(st.text(max_size=30), max_size=4))
def test_no_text_breaks_it(words):
    said = talk("nim", *(line for line in words if line.split() and line.split()[0] != "go"), "isready")
    assert said[-1] == "readyok"
