"""Whole tournaments: played, counted, broken off, gone on with."""

import json
import sys
import threading

import pytest

from boxwood import Game
from boxwood.arena import report
from boxwood.arena.external import _go
from boxwood.arena.journal import Journal, Played, complete
from boxwood.arena.match import Adjudication, Clock, Pairing, Result, play
from boxwood.arena.schedule import Plan
from boxwood.arena.standing import Sample, Standing
from boxwood.arena.statistics import Sprt
from boxwood.arena.tournament import Tournament, play_pair, standing, start
from boxwood.arena.workers import Crew, Failure
from boxwood.cli.app import run as command
from boxwood.core.errors import BoxwoodError
from boxwood.search.clock import Limits

PLAYERS = ("random", "novice", "novice:seed=3")


class Here(Crew):
    """A crew of nobody: this process does the work itself."""

    def run(self, function, tasks, *, stop=None, patience=0.0):
        for task in tasks:
            if stop and stop.is_set():
                return
            yield [(task, function(task))]


@pytest.fixture
def journal(tmp_path):
    with Journal(tmp_path / "journal.sqlite") as journal:
        yield journal


def plan(**settings):
    return Plan("nim", **({"players": PLAYERS[:2], "pairs": 6, "clock": Clock()} | settings))


def result(first, moves="1 1", reason="", nodes=(10, 20)):
    """A game that was won (1), drawn (1/2) or lost (0) by who began."""
    told = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}[first]
    return Result(told, reason, f'[Game "nim"]\n\n{moves} {told}\n', nodes, (0.1, 0.2), (5, 5))


def played(number, leg, game, a="random", b="novice", options=""):
    return Played(2 * number + leg, a, b, f"{options} | {number}", number, leg, options, game)


def test_every_pair_is_played_once_and_every_game_can_be_replayed(journal):
    tournament = Tournament(plan(players=PLAYERS), journal, Here())
    assert tournament.run()
    games = journal.games(tournament.id)
    assert len(complete(games)) == 18 == len(games) / 2
    for game in games:
        board = Game.from_record(journal.record(game.id))
        assert board.is_over
        assert board.tags["Players"] == " vs ".join(game.players)


def test_the_same_plan_again_plays_nothing_and_says_the_same(journal):
    first = Tournament(plan(), journal, Here())
    first.run()
    again = Tournament(plan(), journal, Here())
    again.run()
    assert journal.games(again.id) == journal.games(first.id)
    assert again.standing.as_json() == first.standing.as_json()


def test_a_tournament_that_was_stopped_goes_on(journal):
    stopped = Tournament(plan(), journal, Here())
    stopped._told = -1e9
    assert not stopped.run(lambda news: stopped.stop.set())
    before = journal.games(stopped.id)
    assert journal.run(stopped.id)["state"] == "stopped"
    assert 0 < len(before) < 12
    gone_on = Tournament(plan(), journal, Here())
    assert gone_on.run()
    assert journal.games(gone_on.id)[: len(before)] == before
    assert len(journal.games(gone_on.id)) == 12


def test_a_pair_written_twice_counts_once(journal):
    once = next(plan().batch({}))
    first = (result(1.0), result(0.0))
    journal.add("run", [(once, first)])
    journal.add("run", [(once, (result(0.0), result(1.0)))])
    assert [game.result for game in journal.games("run")] == list(first)
    assert journal.points("run") == {once.key: 2.0}


def test_identical_games_count_once():
    table = Standing(plan())
    table.add([played(1, 0, result(1.0, "1 2 3")), played(1, 1, result(1.0, "1 2 2"))])
    table.add([played(2, 0, result(1.0, "1 2 3")), played(2, 1, result(1.0, "3 3 3"))])
    assert (table.games, table.repeats) == (3, 1)
    assert table.results("random", "novice") == [2, 0, 1]
    assert table.pentanomial("random", "novice") == [0, 0, 1, 0, 0]  # half of the second pair is no news


def test_the_same_moves_with_other_options_are_another_game():
    table = Standing(plan())
    table.add([played(1, 0, result(1.0)), played(2, 0, result(1.0), options="take=4")])
    assert table.games == 2


def test_points_and_cross_table_are_those_of_the_reports():
    table = Standing(plan())
    scores = [1.0, 0.5, 0.5, 0.0, 1.0]
    table.add([played(n, 0, result(score, str(n))) for n, score in enumerate(scores)])
    told = table.as_json()
    random = next(player for player in told["players"] if player["name"] == "random")
    assert (random["points"], random["points_3_1_0"]) == (3.0, 8)
    assert told["cross"] == {"random": {"novice": "2 (2)"}, "novice": {"random": "1 (2)"}}
    assert random["as_first"]["score"] == 0.6
    assert random["as_second"] == {"wins": 0, "draws": 0, "losses": 0, "score": 0.5, "error": 0.5}


def test_scores_are_told_by_options():
    table = Standing(plan())
    table.add([played(1, 0, result(1.0)), played(2, 0, result(0.0, "2"), options="take=4")])
    random = next(player for player in table.as_json()["players"] if player["name"] == "random")
    assert {options: row["score"] for options, row in random["by_options"].items()} == {"": 1.0, "take=4": 0.0}


def test_faults_are_counted_as_such():
    table = Standing(plan())
    table.add([played(n, 0, result(0.0, str(n), reason)) for n, reason in enumerate(["crash: oh", "time: 9 s", "won"])])
    faults = {player["name"]: player["faults"] for player in table.as_json()["players"]}
    assert faults == {"random": {"crash": 1, "time": 1}, "novice": {}}


def test_an_empty_tournament_has_finite_figures():
    told = report.as_json({"name": "", "failures": [], **Standing(plan(players=PLAYERS)).as_json()})
    assert "NaN" not in told
    assert "Infinity" not in told


def test_means_differ_only_if_the_samples_do():
    quick, slow, same = Sample(), Sample(), Sample()
    for number in range(30):
        quick.add(1 + 0.01 * number)
        slow.add(2 + 0.02 * number)
        same.add(1 + 0.01 * number)
    assert quick.differs(slow) < 0.001 < 0.999 < quick.differs(same)
    assert quick.estimate.value == pytest.approx(1.145)
    assert quick.estimate.error == pytest.approx(0.0329, abs=1e-4)  # Student's t for 29 degrees of freedom


def test_a_sequential_test_ends_the_tournament_early(journal):
    test = Sprt(0, 200)
    tournament = Tournament(
        Plan("connect4", ("novice", "random"), pairs=500, sprt=test, clock=Clock()), journal, Here()
    )
    assert tournament.run()
    assert tournament.standing.verdict() is True
    assert tournament.news("finished")["sprt"]["verdict"] == "passed"
    assert tournament.standing.pairs < 100


def test_a_pair_that_cannot_be_played_is_told_and_does_not_stop_the_others(journal):
    class Unlucky(Here):
        def run(self, function, tasks, **settings):
            for place, [(task, answer)] in enumerate(super().run(function, tasks)):
                yield [(task, Failure("struck by lightning") if place == 0 else answer)]

    tournament = Tournament(plan(), journal, Unlucky())
    assert tournament.run()
    assert "struck by lightning" in tournament.news("finished")["failures"][0]
    assert len(complete(journal.games(tournament.id))) == 5


def test_a_swiss_tournament_plays_its_rounds(journal):
    players = tuple(f"novice:seed={n}" for n in range(4))
    swiss = Tournament(plan(players=players, form="swiss", pairs=2), journal, Here())
    assert swiss.run()
    assert len(complete(journal.games(swiss.id))) == swiss.plan.total() == 8


def test_processes_of_this_machine_play_too(journal):
    with Crew(2) as workers:
        assert Tournament(plan(), journal, workers).run()
    assert len(journal.games(plan().id)) == 12


def test_a_program_can_listen_while_it_goes_on_in_the_background(tmp_path):
    heard, over = [], threading.Event()
    handle = start(plan(), tmp_path / "journal.sqlite", workers=1)

    def hear(news):
        heard.append(news)
        if news["state"] != "running":
            over.set()

    leave = handle.subscribe(hear)
    assert over.wait(60)
    assert handle.join(60)
    leave()
    assert heard[-1]["state"] == "finished"
    assert json.loads(json.dumps(heard[-1]))["games"] == 12
    with Journal(tmp_path / "journal.sqlite") as journal:
        told = standing(journal, handle.id)
        assert [run["id"] for run in journal.runs("tournament")] == [handle.id]
    assert told["players"] == heard[-1]["players"]


def test_a_journal_that_cannot_be_opened_says_so(tmp_path):
    (tmp_path / "file").write_text("no directory")
    with pytest.raises(BoxwoodError, match="cannot be"):
        Journal(tmp_path / "file" / "journal.sqlite")
    with pytest.raises(BoxwoodError, match="cannot be opened"):
        Journal("nonsense://nowhere")


# Programs of one's own


def program(tmp_path, text):
    """The spec of a player whose program is a script."""
    path = tmp_path / "program.py"
    path.write_text(text)
    return f"ugi:{sys.executable} {path}"


POLITE = """
import sys
for line in sys.stdin:
    word = line.split()[0]
    print({"ugi": "ugiok", "isready": "readyok", "go": "bestmove ANSWER"}.get(word, ""), flush=True)
"""


def test_a_program_that_speaks_ugi_is_a_player(tmp_path):
    spec = program(tmp_path, POLITE.replace("ANSWER", "1"))
    game = play(Pairing("nim", (spec, "random"), options=(("matches", "5"),), clock=Clock(nodes=1)))
    assert all(move == "1" for move in Game.from_record(game.record).moves[::2])


def test_boxwood_itself_is_such_a_program():
    spec = f"ugi:{sys.executable} -m boxwood ugi {{game}} --player novice"
    game = play(Pairing("nim", (spec, "random"), ("2",), (("matches", "9"),), Clock(per_move=5.0)))
    assert Game.from_record(game.record).is_over


def test_a_program_plays_from_a_position_by_the_rules_of_the_game():
    spec = f"ugi:{sys.executable} -m boxwood ugi {{game}} --player perfect"
    for options, best in (("misere=false", "2"), ("", "1")):
        game = play(Pairing("nim", (spec, "random"), start=f"nim 6 0 {options}", clock=Clock(per_move=5.0)))
        assert Game.from_record(game.record).moves[0] == best


def test_a_program_is_told_all_that_limits_it():
    limits = Limits(depth=3, nodes=7, clock=2.0, increment=0.5, moves_to_go=4)
    assert _go(Game("nim"), limits) == "go wtime 2000 btime 2000 winc 500 binc 500 movestogo 4 nodes 7 depth 3"


TALKATIVE = (
    POLITE
    + """
    if word == "TALKS AT":
        for _ in range(1000):
            print("info nodes 1", flush=True)
            time.sleep(0.01)
        sys.exit()
"""
)


@pytest.mark.parametrize("word", ["ugi", "isready", "go"])
def test_a_program_that_never_stops_talking_loses_its_game(tmp_path, monkeypatch, word):
    monkeypatch.setattr("boxwood.arena.external.PATIENCE", 0.2)
    monkeypatch.setattr("boxwood.arena.external.START", 2.0)
    text = "import time" + TALKATIVE.replace("TALKS AT", word).replace(f'"{word}": ', f'"never {word}": ')
    game = play(Pairing("nim", (program(tmp_path, text), "random"), clock=Clock(per_move=0.1)))
    assert game.result == "0-1"
    assert "no answer within" in game.reason


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (POLITE.replace("ANSWER", "resign"), "illegal move"),
        (POLITE.replace("ANSWER", "3"), "illegal move"),
        ("", "crash"),
        (POLITE.replace("ANSWER", "").replace("bestmove", "info"), "time"),
    ],
    ids=["nonsense", "not allowed", "ends at once", "no answer"],
)
def test_a_program_that_misbehaves_loses_its_game(tmp_path, monkeypatch, text, reason):
    monkeypatch.setattr("boxwood.arena.external.PATIENCE", 0.2)
    few = (("matches", "2"),)
    game = play(Pairing("nim", (program(tmp_path, text), "random"), options=few, clock=Clock(per_move=0.1)))
    assert game.result == "0-1"
    assert game.reason.startswith(reason)


def test_a_program_that_crashed_is_started_again_for_the_next_game(tmp_path):
    spec = program(tmp_path, POLITE.replace("bestmove ANSWER", "") + "    if word == 'go': sys.exit()\n")
    reasons = [play(Pairing("nim", (spec, "random"), clock=Clock(per_move=1.0))).reason for _ in range(2)]
    assert all(reason == "crash: RuntimeError: the program has ended" for reason in reasons)


def test_a_move_that_takes_too_long_loses_only_where_that_is_the_rule():
    lenient, strict = Clock(per_move=1e-9), Clock(per_move=1e-9, grace=0.0)
    assert not play(Pairing("nim", ("novice", "novice"), clock=lenient)).reason.startswith("time")
    assert play(Pairing("nim", ("novice", "novice"), clock=strict)).reason.startswith("time")


def test_games_are_adjudicated_only_when_asked_and_both_agree():
    pairing = Pairing("nim", ("engine:megabytes=1", "engine:megabytes=1:seed=1"), clock=Clock(depth=25))
    assert play(pairing).reason != "adjudicated"
    rule = Adjudication(100, 3)
    agreed = play(Pairing("nim", pairing.players, clock=pairing.clock, adjudication=rule))
    assert agreed.reason == "adjudicated"
    assert agreed.result == play(pairing).result
    assert sum(agreed.moves) == 3


# The command


@pytest.fixture
def tournament(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("BOXWOOD_DATA_DIR", str(tmp_path))

    def say(*arguments):
        code = command(["tournament", *map(str, arguments)])
        return code, capsys.readouterr()

    return say


NIM = ("--game", "nim", "--players", "random,novice", "--pairs", "3", "--workers", "1")


def test_the_command_plays_tells_and_goes_on(tournament, tmp_path):
    code, said = tournament(*NIM)
    assert code == 0
    assert "nim, round-robin, 6 games" in said.out
    page = tmp_path / "report.html"
    assert tournament(*NIM, "--format", "html", "--output", page)[0] == 0
    text = page.read_text()
    assert text.count("<svg") == 3
    assert "http" not in text.replace("http://www.w3.org/", "")
    listed = tournament("--runs")[1].out
    assert "6 games" in listed
    run = listed.split()[0]
    assert json.loads(tournament("--show", run, "--format", "json")[1].out)["games"] == 6
    assert tournament("--show", run, "--format", "csv")[1].out.count("\n") == 2
    assert tournament("--record", "1")[1].out.startswith('[Game "nim"]')


def test_a_tournament_may_be_written_down(tournament, tmp_path):
    (tmp_path / "openings.txt").write_text("# two of them\n1 2\n3\n")
    (tmp_path / "nim.toml").write_text(
        'game = "nim"\nplayers = ["random", "novice"]\npairs = 2\nopenings = "openings.txt"\n'
        'variants = ["take=3", "take=4"]\nworkers = 1\n[clock]\nnodes = 10\n[sprt]\nelo0 = 0\nelo1 = 5\n'
    )
    code, said = tournament(tmp_path / "nim.toml")
    assert code == 0, said.err
    assert "SPRT 0 to 5 Elo: open" in said.out
    assert "take=4" in said.out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ((), "say which game"),
        (("--game", "nim", "--players", "random"), "at least two"),
        ((*NIM, "--sprt", "5,0"), "must be below"),
        ((*NIM, "--sprt", "x"), "numbers"),
        ((*NIM, "--clock", "soon"), "--clock 'soon'"),
        ((*NIM, "--format", "pdf"), "text, json, csv, html, svg"),
        ((*NIM, "--cluster", "tcp://127.0.0.1:1"), "does not answer"),
        (("nowhere.toml",), "cannot be read"),
        (("--record", "77"), "no game 77"),
        (("--show", "x"), "no run 'x'"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(tournament, monkeypatch, arguments, complaint):
    monkeypatch.setattr("boxwood.arena.workers.ANSWER", 0.0)
    code, said = tournament(*arguments)
    assert code == 2
    assert complaint in said.err
    assert said.err.count("\n") == 1


def test_a_file_that_is_no_tournament_is_named(tournament, tmp_path):
    (tmp_path / "bytes.toml").write_bytes(b"\x7fELF\xff\xfe")
    (tmp_path / "words.toml").write_text("nim, please\n")
    for name, openings in (("bytes.toml", False), ("words.toml", False), ("bytes.toml", True)):
        code, said = tournament(*(*NIM, "--openings") if openings else (), tmp_path / name)
        assert code == 2
        assert f"{name} is not a {'list of openings' if openings else 'tournament in TOML'}: " in said.err
        assert said.err.count("\n") == 1


def test_a_pair_is_two_games_with_the_seats_swapped():
    first, second = play_pair((plan(), next(plan().batch({}))))
    boards = [Game.from_record(game.record) for game in (first, second)]
    assert boards[0].tags["Players"] == "random vs novice"
    assert boards[1].tags["Players"] == "novice vs random"
    assert boards[0].moves[:2] == boards[1].moves[:2]
