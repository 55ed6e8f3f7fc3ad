"""The public API: a game being played."""

import copy
import pickle
import random
import subprocess
import sys

import pytest

import boxwood
from boxwood import BadOption, BadPosition, Game, IllegalMove, NotAMove, Outcome, UnknownGame
from boxwood.core.contract import legal_moves
from tests.variants import VARIANTS, name

variants = pytest.mark.parametrize(("game", "options"), VARIANTS, ids=map(name, VARIANTS))


def played(game, options, plies=12, seed=1):
    """A game after some random moves."""
    choose, playing = random.Random(seed), Game(game, **options)
    while playing.ply < plies and not playing.is_over:
        playing.push(choose.choice(playing.legal_moves))
    return playing


def test_the_six_games_are_there():
    assert boxwood.names()[:6] == ["abalone", "connect4", "nim", "pylos", "quarto", "quoridor"]


@variants
def test_a_game_begins_at_its_start(game, options):
    playing = Game(game, **options)
    assert playing.id == playing.type.id == game
    assert playing.options == playing.type.read_options(options)
    assert playing.state == playing.type.start(options)
    assert (playing.player, playing.ply, playing.moves) == (0, 0, [])
    assert (playing.is_over, playing.outcome()) == (False, None)
    assert playing.task


@variants
def test_moves_are_played_and_taken_back(game, options):
    playing = Game(game, **options)
    states, choose = [playing.state], random.Random(5)
    while playing.ply < 30 and not playing.is_over:
        move = choose.choice(playing.legal_moves)
        assert playing.push(move) == move
        assert playing.peek() == move
        states.append(playing.state)
    while playing.ply:
        assert playing.state == states.pop()
        assert playing.moves[-1] == playing.peek() == playing.pop()
    assert playing == Game(game, **options)


@variants
def test_legal_moves_are_those_of_the_rules(game, options):
    playing = played(game, options)
    codes = legal_moves(playing.state, playing.type.facts)
    assert [playing.state.read_move(text) for text in playing.legal_moves] == codes


@variants
def test_every_text_form_reads_back(game, options):
    playing = played(game, options)
    assert Game.from_position(playing.position).state == playing.state
    assert Game.from_position(playing.position).options == playing.options
    assert Game.from_record(playing.record()) == playing
    assert eval(repr(playing), {"Game": Game}) == playing
    later = Game.from_position(playing.position, playing.legal_moves[:1])
    assert eval(repr(later), {"Game": Game}) == later
    assert Game.from_record(later.record()) == later


@variants
def test_copies_do_not_share_their_future(game, options):
    playing = played(game, options, plies=3)
    for twin in (playing.copy(), copy.copy(playing), copy.deepcopy(playing), pickle.loads(pickle.dumps(playing))):
        assert twin == playing
        twin.node.comment = "only here"
        twin.pop()
        twin.tags["Players"] = "Ada vs Bob"
        assert twin != playing
        assert (playing.ply, playing.node.comment, playing.tags) == (3, "", {})
        assert playing.root.children


@variants
def test_a_game_shows_itself_as_text_and_picture(game, options):
    playing = played(game, options)
    assert str(playing) == playing.state.drawing()
    assert playing._repr_svg_().startswith("<svg")


def test_a_long_game_can_be_copied_and_kept():
    playing = Game("abalone", ["a1b1", "i9h9", "b1a1", "h9i9"] * 150)
    assert Game.from_record(playing.record()) == playing.copy() == pickle.loads(pickle.dumps(playing)) == playing


def test_games_are_equal_when_played_alike():
    assert Game("connect4", "44") == Game("connect4", ["4", "4"])
    assert Game("connect4", "12") != Game("connect4", "21")
    assert Game("connect4") != Game("connect4", width=8)
    assert Game("connect4") != "connect4"
    same_board = Game.from_position(Game("connect4", "4").position)
    assert same_board != Game("connect4", "4"), "they began differently"


def test_spellings_are_forgiven():
    assert Game("quoridor", "E2").moves == ["e2"]
    assert Game("quarto").push(" @a ") == "@A"


def test_a_run_of_columns_is_many_moves_but_not_one():
    assert Game("connect4", "4453").moves == ["4", "4", "5", "3"]
    with pytest.raises(NotAMove):
        Game("connect4").push("4453")
    assert Game("connect4", "10 1", width=10, height=4).moves == ["10", "1"]


def test_several_moves_are_played_all_or_none():
    playing = Game("connect4", "4")
    playing.tags["Result"] = "1-0"
    with pytest.raises(NotAMove, match=r"'8' is not a move: a move is a column from 1 to 7 \(move 3 of those given\)"):
        playing.push_all("4 4 8 4")
    assert (playing.moves, playing.tags) == (["4"], {"Result": "1-0"})


def test_one_push_is_one_move():
    with pytest.raises(NotAMove, match="'e2 e8' is more than one move"):
        Game("quoridor").push("e2 e8")


@pytest.mark.parametrize("text", ["", "   ", "x" * 1000, "4\x1b[2J", "4\x00", "４", "\ud800"])
@pytest.mark.parametrize("game", boxwood.names())
def test_no_text_but_a_move_is_a_move(game, text):
    with pytest.raises(NotAMove) as caught:
        Game(game).push(text)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 250


def test_an_illegal_move_tells_what_is_legal():
    with pytest.raises(IllegalMove, match=r"'4' is not allowed now: drop a disc into a column: 1, 2, 3, 5, 6, 7$"):
        Game("connect4", "444444").push("4")
    with pytest.raises(IllegalMove, match=r"'e5' is not allowed now: .*, and 123 more \(legal_moves has all\)$"):
        Game("quoridor").push("e5")


def test_nothing_can_be_played_after_the_end():
    playing = Game("connect4", "1212121")
    assert (playing.legal_moves, playing.task) == ([], "")
    with pytest.raises(IllegalMove, match="the game is over: the first player wins: four in a row"):
        playing.push("3")


def test_nothing_can_be_taken_back_at_the_start():
    for action in (Game("nim").pop, Game("nim").peek):
        with pytest.raises(IllegalMove, match="no move has been played yet"):
            action()


def test_outcomes_name_the_winner_and_the_reason():
    assert Game("connect4", "1212121").outcome() == Outcome(0, "four in a row")
    assert Game("connect4", "31212121").outcome() == Outcome(1, "four in a row")
    assert Game("connect4", "12", width=2, height=1).outcome() == Outcome(None, "the board is full")
    assert [Outcome(winner, "").result for winner in (0, 1, None)] == ["1-0", "0-1", "1/2-1/2"]


def test_players_need_not_take_turns():
    playing = Game("quarto", "@0")
    assert playing.player == 1
    playing.push("a1")
    assert playing.player == 1, "who has placed a piece gives the next"


def test_a_position_names_its_game_or_is_told():
    text = Game("connect4", "44").position
    assert Game.from_position(text.removeprefix("connect4 "), game="connect4") == Game.from_position(text)
    assert Game.from_position(text, game="connect4") == Game.from_position(text)


@pytest.mark.parametrize("text", ["", "chess", "...... 1", "connect4", "connect4 x 0", "connect4 \x00", "connect4\n"])
def test_a_bad_position_is_refused_in_one_line(text):
    with pytest.raises(BadPosition) as caught:
        Game.from_position(text)
    assert str(caught.value).isprintable()


def test_unknown_games_and_options_are_refused():
    with pytest.raises(UnknownGame, match="there is no game 'chess': the games are abalone, connect4, nim"):
        Game("chess")
    with pytest.raises(UnknownGame):
        Game.from_position("8/8/8 w", game="chess")
    with pytest.raises(BadOption, match="there is no option 'color': the options are width, height"):
        Game("connect4", color="red")
    with pytest.raises(BadOption, match="size=99 is not possible: it takes 3 to 9"):
        Game("quoridor", size=99)


def test_perft_and_playouts_start_from_the_current_position():
    playing = Game("connect4", "444444")
    assert boxwood.perft(playing, 0) == 1
    assert boxwood.perft(playing, 1) == boxwood.perft(playing.state, 1) == len(playing.legal_moves)
    with pytest.raises(boxwood.BoxwoodError, match="a depth of -1 is not possible"):
        boxwood.perft(playing, -1)
    ending = boxwood.playouts(Game("connect4", "121212"), 500, seed=7)
    assert ending == boxwood.playouts(Game("connect4", "121212"), 500, seed=7)
    assert sum(ending[:4]) == 500
    assert ending.first > ending.second
    assert boxwood.playouts(playing, 10, limit=1).unfinished == 10


def test_playing_imports_nothing_heavy():
    program = """if True:
        import sys, boxwood
        for name in boxwood.names()[:6]:
            game = boxwood.Game(name)
            game.push(game.legal_moves[0])
            boxwood.Game.from_record(game.record())._repr_svg_()
        sys.exit(int(bool({"numba", "numpy"} & set(sys.modules))))
    """
    assert subprocess.run([sys.executable, "-c", program]).returncode == 0
