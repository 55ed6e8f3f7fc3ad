"""The reports done again: what is counted, what is kept, and what the pages say of it."""

import json
from pathlib import Path

import pytest

from boxwood import BoxwoodError
from boxwood.cli.app import run
from boxwood.games.abalone import report as abalone
from boxwood.games.connect4 import report as connect4
from boxwood.games.quarto import report as quarto
from boxwood.games.quoridor import report as quoridor
from boxwood.lab.compare import svg_of
from boxwood.lab.reports import names, reproduce
from boxwood.lab.reports.matches import Score, Setting, cross_table, match
from boxwood.lab.reports.notebook import Notebook
from boxwood.lab.reports.page import MARK, figures, keep, load
from boxwood.lab.reports.report import Experiment, Grid, Reproduction, carry_out

DOCS = Path(__file__).parent.parent.parent / "docs" / "reports"
each_report = pytest.mark.parametrize("name", names())
NIM = Setting("nim", {"matches": 10})


def test_a_score_counts_wins_draws_and_losses_in_both_seats():
    score = Score((3, 1, 0), (2, 0, 4))
    assert (score.wins, score.draws, score.losses, score.games) == (5, 1, 4, 10)
    assert score.share == pytest.approx(0.55)
    assert str(score) == "5-4 (1)"
    assert score.turned() == Score((4, 0, 2), (0, 1, 3))
    assert (score + score).wins == 10


def test_who_plays_perfectly_wins_every_game_in_either_seat():
    """With ten matches the player to move wins; the other is the random one's mistake away from it."""
    score = match(Notebook(), NIM, "perfect", "random:seed={seed}", 10)
    assert score.first == (10, 0, 0)
    assert score.games == 20
    assert match(Notebook(), NIM, "random:seed={seed}", "perfect", 10) == score.turned()


def test_a_cross_table_has_everyone_against_everyone_else():
    scores = cross_table(Notebook(), NIM, {"a": "perfect", "b": "random:seed={seed}", "c": "novice:seed={seed}"}, 2)
    assert set(scores) == {(a, b) for a in "abc" for b in "abc" if a != b}
    assert scores["a", "b"] == scores["b", "a"].turned()


def test_a_player_that_crashes_stops_the_experiment():
    with pytest.raises(BoxwoodError, match="crash"):
        match(Notebook(), Setting("abalone", {}), "perfect", "random", 1)


def test_what_was_stopped_goes_on_where_it_stopped(tmp_path):
    file, played = tmp_path / "notes.jsonl", []

    def work(key):
        return Notebook(file).once(key, lambda: played.append(key) or len(played))

    assert [work("one"), work("two"), work("one")] == [1, 2, 1]
    with file.open("a") as out:
        out.write('{"key": "three", "resu')  # the power went here
    assert work("two") == 2
    assert played == ["one", "two"]


def test_progress_is_told():
    told = []
    notebook = Notebook(tell=lambda done, total: told.append((done, total)))
    notebook.plan(2)
    notebook.once("a", lambda: 1)
    notebook.once("a", lambda: 1)
    assert told == [(1, 2), (2, 2)]


def small() -> Reproduction:
    experiment = Experiment("Table 1", "What is done.", None, Grid(["who", "won"], [["a", "1"]]), "They are equal.")
    return carry_out("small", "Somebody, 2026", lambda notebook, quick: [experiment], Notebook(), True)


def test_a_result_says_when_with_which_commit_and_on_which_machine_it_was_made():
    made = small().markdown().splitlines()[-1]
    assert made == f"Done with few games, to try it out on {small().date} with {small().commit} on {small().machine}."
    assert all((small().date, small().commit, small().machine))


def test_a_result_is_kept_and_read_back_and_the_words_before_it_stay(tmp_path):
    (tmp_path / "small.md").write_text("# A page\n\nWords.\n\n" + MARK.format(name="small") + "old tables\n")
    keep(small(), tmp_path)
    assert load(tmp_path, "small") == small()
    page = (tmp_path / "small.md").read_text()
    assert page.startswith("# A page\n\nWords.\n")
    assert "| a | 1 |" in page
    assert "old tables" not in page


@each_report
def test_the_page_of_a_report_shows_what_was_kept_of_a_full_run(name):
    result = load(DOCS, name)
    assert not result.quick
    words, mark, tables = (DOCS / f"{name}.md").read_text(encoding="utf-8").partition(MARK.format(name=name))
    assert mark
    assert len(words.split()) > 50
    assert tables.strip() == result.markdown().strip()


@each_report
def test_every_experiment_has_a_table_and_a_sentence(name):
    for experiment in load(DOCS, name).experiments:
        assert experiment.verdict.endswith(".")
        for grid in (experiment.ours, experiment.theirs):
            assert grid is None or {len(row) for row in grid.rows} == {len(grid.headings)}


def test_an_unknown_report_is_named(capsys):
    with pytest.raises(BoxwoodError, match="there is no report 'chess': there are abalone"):
        reproduce("chess")
    assert run(["reproduce", "chess"]) == 2


# The reports' own tables, as far as they check themselves


def test_the_quarto_tournament_had_five_games_a_pair():
    cells = [
        [tuple(map(int, cell.strip(")").split(" ("))) if cell else None for cell in row[1:]]
        for row in quarto.THEIRS.rows
    ]
    for i, row in enumerate(cells):
        for j, cell in enumerate(row):
            if cell:
                assert cell[0] + cells[j][i][0] + cell[1] == 5


def test_the_quoridor_table_is_symmetric_but_for_one_pair():
    """The report has MoveWall 0-10 against MiniMax, and MiniMax 2-0 against MoveWall."""
    names = list(quoridor.THEIRS)
    turned = {name: cell.split("-")[::-1] for name, cell in zip(names, quoridor.THEIRS["wall"], strict=True)}
    assert turned["movewall"] == quoridor.THEIRS["movewall"][0].split("-")
    odd = {
        frozenset((one, other))
        for i, one in enumerate(names)
        for j, other in enumerate(names)
        if quoridor.THEIRS[one][j].split("-") != quoridor.THEIRS[other][i].split("-")[::-1]
    }
    assert odd == {frozenset(("movewall", "minimax"))}


def test_the_abalone_table_adds_up():
    names = list(abalone.TABLE_3)
    for i, one in enumerate(names):
        *cells, total = (list(map(int, cell.split())) for cell in abalone.TABLE_3[one] if cell)
        assert [sum(column) for column in zip(*cells, strict=True)] == total
        for j, other in enumerate(names):
            if one != other:
                assert abalone.TABLE_3[one][j].split() == abalone.TABLE_3[other][i].split()[::-1]


def test_the_clock_rule_of_the_abalone_report_has_its_frontier_where_its_figure_says():
    shallow, deep = (abalone._as_told(*abalone.THEIR_SECONDS[depth]) for depth in (3, 4))
    # (c - 1)(3.025 + 3 * 2.35) + 40 + 3 * 20 seconds
    assert abalone.frontier(25, shallow, deep) == pytest.approx(24 * 10.075 + 100)


def test_the_cells_and_the_exercise_of_the_minimax_report_come_out_the_same():
    assert connect4.cells().ours == connect4.cells().theirs
    assert {row[1] for row in connect4.exercise().ours.rows} == {"4"}


def test_the_quick_form_runs_from_the_command_line(capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("BOXWOOD_DATA_DIR", str(tmp_path))
    assert run(["reproduce", "quarto", "--quick", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["quick"]
    assert not list(tmp_path.rglob("*.jsonl"))


@pytest.mark.parametrize(("name", "words"), [("figure-3", ["won", "alien"]), ("figure-4", ["moves to go", "theirs"])])
def test_the_figures_of_the_abalone_report_are_drawn_from_what_was_kept(name, words):
    drawn = svg_of(figures(load(DOCS, "abalone"))[name])
    kept = (DOCS / "images" / f"abalone-{name}.svg").read_text(encoding="utf-8")
    assert all(f">{word}<" in picture for picture in (drawn, kept) for word in words)
