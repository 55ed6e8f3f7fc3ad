"""A game between players, whatever they do."""

from typing import Any

import pytest

from boxwood import Game
from boxwood.arena import match
from boxwood.arena.match import Clock, Pairing, pair_points, pentanomial, play, random_opening
from boxwood.games import find, names
from boxwood.players import Choice, Simple


class Crash(Simple):
    def choose(self, game: Game, limits: Any = None, tell: Any = None) -> Choice:
        raise RuntimeError("no more")


class Cheat(Simple):
    def choose(self, game: Game, limits: Any = None, tell: Any = None) -> Choice:
        return Choice(10_000)


@pytest.fixture
def seat(monkeypatch):
    """Let odd players sit beside the named ones."""
    original = match.make
    odd = {"crash": Crash, "cheat": Cheat}
    monkeypatch.setattr(match, "make", lambda spec, game: odd[spec]() if spec in odd else original(spec, game))
    match._seat.cache_clear()
    yield
    match._seat.cache_clear()


@pytest.mark.parametrize("game", names())
def test_a_game_is_played_to_its_end_and_recorded(game):
    result = play(Pairing(game, ("novice:seed=1", "random:seed=2"), ply_cap=60))
    board = Game.from_record(result.record)
    assert board.tags["Players"] == "novice:seed=1 vs random:seed=2"
    assert board.is_over or board.ply == 60
    assert result.result in ("1-0", "0-1", "1/2-1/2")


@pytest.mark.parametrize(("rogue", "reason"), [("crash", "crash: RuntimeError: no more"), ("cheat", "illegal move")])
def test_who_breaks_the_game_loses_it(seat, rogue, reason):
    first = play(Pairing("nim", (rogue, "random")))
    second = play(Pairing("nim", ("random", rogue)))
    assert (first.result, second.result) == ("0-1", "1-0")
    assert first.reason.startswith(reason)
    assert pair_points(first, second) == 0
    assert pentanomial([(first, second)]) == [1, 0, 0, 0, 0]


def test_an_unknown_player_loses_rather_than_stopping_anything():
    assert play(Pairing("nim", ("deepblue", "random"))).reason.startswith("crash")


def test_a_clock_that_runs_out_loses_the_game():
    result = play(Pairing("connect4", ("mcts:50000000", "random"), clock=Clock(seconds=-1.0)))
    assert (result.result, result.reason) == ("0-1", "time")


def test_openings_are_the_same_for_the_same_seed():
    kind = find("abalone")
    assert random_opening(kind, {}, 4, 7) == random_opening(kind, {}, 4, 7) != random_opening(kind, {}, 4, 8)
    assert len(random_opening(kind, {}, 4, 7)) == 4
