"""The race of algorithms: what is measured, and what is made of it."""

import json
import xml.etree.ElementTree as ElementTree

import pytest

from boxwood import BoxwoodError
from boxwood.cli.app import run
from boxwood.games import find
from boxwood.lab.compare import BASELINE, Lap, agreement, chart, compare, line_up, random_positions, ratio, svg_of
from boxwood.search.algorithms import EXACT


@pytest.fixture(scope="module")
def race():
    nim = find("nim")
    options = nim.read_options({})
    return compare(nim, options, 6, random_positions(nim, options, 8))


def test_positions_are_different_and_go_on():
    connect4 = find("connect4")
    states = random_positions(connect4, {}, 20)
    assert len(set(states)) == 20
    assert all(state.outcome() == 0 for state in states)
    assert states == random_positions(connect4, {}, 20)
    assert states != random_positions(connect4, {}, 20, seed=2)


def test_a_small_game_has_fewer_positions():
    nim = find("nim")
    assert 2 <= len(random_positions(nim, nim.read_options({"matches": 6}), 50)) < 50


def test_a_game_without_positions_cannot_be_compared():
    nim = find("nim")
    with pytest.raises(BoxwoodError, match="different positions"):
        random_positions(nim, nim.read_options({"matches": 1}), 20)


def test_every_algorithm_searches_every_position(race):
    assert [runner.algorithm for runner in race.runners] == list(EXACT)
    assert {len(runner.nodes) for runner in race.runners} == {len(race.positions)} == {8}


def test_those_named_run_with_the_baseline_simplest_first():
    assert line_up() == EXACT
    assert line_up(["memory", "minimax"]) == ("minimax", BASELINE, "memory")
    with pytest.raises(BoxwoodError, match="magic"):
        line_up(["magic"])


def test_all_find_the_same_value(race):
    assert race.agreed == len(race.positions)
    assert agreement([[Lap(1, 1.0, 5), Lap(1, 1.0, 5)], [Lap(1, 1.0, 5), Lap(1, 1.0, 6)]]) == 1


def test_the_baseline_is_one_and_better_algorithms_are_below_it(race):
    ratios = {runner.algorithm: runner.relative_nodes for runner in race.runners}
    assert (ratios[BASELINE].mean, ratios[BASELINE].p) == (1, 1)
    assert ratios["minimax"].mean > 1 > ratios["ordered"].mean > ratios["ordered+memory"].mean
    assert ratios["ordered"].low < ratios["ordered"].mean < ratios["ordered"].high < 1


def test_a_ratio_is_the_geometric_mean_of_pairs():
    found = ratio([1, 4, 8], [1, 1, 1])
    assert found.mean == pytest.approx(32 ** (1 / 3))
    # Worked out by hand: logarithms to base 2 are 0, 2 and 3, their deviation 1.5275, t for 95 % is 4.3027
    assert found.high == pytest.approx(2 ** (5 / 3 + 4.3027 * 1.5275 / 3**0.5), rel=1e-3)
    assert 0.1 < found.p < 0.3


def test_the_chart_is_a_picture_with_every_algorithm(race):
    picture = svg_of(chart(race))
    ElementTree.fromstring(picture)
    assert all(f">{name}<" in picture for name in EXACT)


def test_the_command_prints_a_table_and_json(capsys, tmp_path):
    file = tmp_path / "race.svg"
    assert run(["compare", "nim", "--depth", "4", "--positions", "5", "--svg", str(file)]) == 0
    printed = capsys.readouterr().out
    assert "ordered+memory" in printed
    assert "All found the same value on 5 of 5 positions." in printed
    assert file.read_text().startswith("<svg")
    assert run(["compare", "nim", "--depth", "4", "--positions", "5", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["runners"]) == len(EXACT)
