"""What the tutorial builds works outside of Boxwood: a player and a game that are found by their entry points."""

import json

import pytest

from tests.docs.pages import code
from tests.lab.elsewhere import boxwood, python


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    """The tutorial's game and player, as if they were installed."""
    folder = tmp_path_factory.mktemp("own")
    (folder / "tictactoe_game.py").write_text(code("docs/tutorial/game.md", "tictactoe_game.py"), encoding="utf-8")
    (folder / "middle_player.py").write_text(code("docs/tutorial/player.md", "middle_player.py"), encoding="utf-8")
    about = folder / "own-0.1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: own\nVersion: 0.1\n")
    (about / "entry_points.txt").write_text(
        "[boxwood.games]\ntictactoe = tictactoe_game:Tictactoe\n[boxwood.players]\nmiddle = middle_player:MIDDLE\n"
    )
    return folder


CHECK = """
from boxwood.core.contract import check
from boxwood.core.perft import Walker
from boxwood.games import find
from boxwood.search.algorithms import whole_tree
from boxwood.evaluation import find as find_judge
kind = find("tictactoe")
for seed in range(20):
    check(kind, seed=seed)
print([Walker(kind).perft(kind.start(), depth) for depth in (1, 2, 3, 4, 5, 6)])
print(whole_tree("memory", kind, kind.start(), find_judge(kind, "engine")).score)
"""


def test_the_game_keeps_the_contract_and_is_a_draw(package):
    done = python(package, "-c", CHECK)
    assert done.stdout.splitlines() == ["[9, 72, 504, 3024, 15120, 54720]", "0"], done.stderr


def test_the_game_is_listed_with_the_others(package):
    listed = json.loads(boxwood(package, "games", "--json").stdout)
    assert listed[-1]["game"] == "tictactoe"
    assert len(listed) == 7


def test_the_game_has_a_picture_and_can_be_played_in_the_terminal(package):
    assert boxwood(package, "show", "tictactoe", "--svg", "board.svg").returncode == 0
    assert (package / "board.svg").read_text().startswith("<svg")


PAGE = """
import json
from boxwood.server.snapshot import game_infos, open_game, snapshot
from boxwood.server.messages import GameInfo, Snapshot
info = next(info for info in game_infos() if info["id"] == "tictactoe")
seen = snapshot(open_game("tictactoe", {}, None, None, ["b2"]), extras=True)
GameInfo.model_validate(info), Snapshot.model_validate(seen)
print(json.dumps([info["name"], len(info["levels"]), seen["legal"], seen["extras"]["svg"][:4]]))
"""


def test_the_page_gets_all_that_it_needs_to_show_the_game(package):
    done = python(package, "-c", PAGE)
    legal = ["a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3"]
    assert done.stdout == json.dumps(["Tic-tac-toe", 10, legal, "<svg"]) + "\n", done.stderr


PLAY = """
from boxwood import Game
from boxwood.players import make
game = Game("connect4")
players = make("middle", game.type), make("middle:column=2", game.type)
while not game.is_over:
    game.push(game.state.move_text(players[game.player].choose(game).move))
print(game.outcome().winner)
"""


def test_the_player_is_found_by_its_name_and_takes_parameters(package):
    done = python(package, "-c", PLAY)
    assert done.stdout == "0\n", done.stderr
    assert "middle" in boxwood(package, "players", "connect4").stdout
    assert "middle" not in boxwood(package, "players", "nim").stdout


def test_a_player_that_cannot_be_loaded_is_told_in_a_line(tmp_path):
    about = tmp_path / "broken-0.1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 0.1\n")
    (about / "entry_points.txt").write_text("[boxwood.players]\nbroken = nowhere:PLAYER\n")
    done = boxwood(tmp_path, "players", "nim")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "the player broken cannot be loaded from nowhere:PLAYER" in done.stderr
