"""Recorded searches are the searches themselves: same counts, same values, and reasons that hold."""

import json
import xml.etree.ElementTree as ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boxwood import BoxwoodError, Game
from boxwood.evaluation import find as find_judge
from boxwood.lab.drawing import as_svg, as_text, shown
from boxwood.lab.nested import EXAMPLES, Branch, minimax_value, read_nested, record_nested
from boxwood.lab.tree import ALGORITHMS, record
from boxwood.search.algorithms import run
from tests.lab import golden

POSITIONS = {
    "nim": ("", 5),
    "connect4": ("4453", 3),
    "quarto": ("@5 b2 @A c3 @C", 2),
    "quoridor": ("e2 e8", 1),
    "pylos": ("1a1 1d4 1b1 1d3 1a2 1d2 1b2", 3),
    "abalone": ("", 2),
}
each_algorithm = pytest.mark.parametrize("algorithm", ALGORITHMS)


@pytest.fixture(scope="module", params=[(game, name) for game in POSITIONS for name in ALGORITHMS], ids="-".join)
def recorded(request):
    """A recorded search and what the same search says of itself when nobody watches."""
    id, algorithm = request.param
    moves, depth = POSITIONS[id]
    game = Game(id, moves)
    found = run(algorithm, game.type, game.state, find_judge(game.type, "engine"), depth, compiled=False)
    return game, record(game, algorithm, depth, cap=20_000), found


def test_nodes_and_cut_branches_are_those_that_the_search_counts(recorded):
    _, tree, found = recorded
    assert tree.complete
    assert len(tree.visits) == tree.nodes == found.nodes
    assert sum(len(visit.cut) for visit in tree.visits) == tree.cut == found.cut


def test_value_and_line_are_those_that_the_search_finds(recorded):
    game, tree, found = recorded
    assert tree.value == (found.score if game.player == 0 else -found.score)
    assert tree.line[0] == game.state.move_text(found.move)
    assert [visit.ply for visit in tree.visits if visit.principal] == list(range(len(tree.line) + 1))


def test_children_are_the_positions_after_their_moves(recorded):
    _, tree, _ = recorded
    for visit in tree.visits[:200]:
        before = Game.from_position(visit.position)
        assert before.player == visit.player
        for child in visit.children[:3]:
            assert Game.from_position(visit.position, tree.visits[child].move).position == tree.visits[child].position
        if visit.children:
            looked_at = [tree.visits[child].move for child in visit.children]
            assert sorted(looked_at + visit.cut) == sorted(before.legal_moves)


def test_a_value_is_the_best_of_the_children(recorded):
    _, tree, _ = recorded
    for visit in tree.visits:
        if visit.children:
            best = max if visit.player == 0 else min
            assert visit.value == best(tree.visits[child].value for child in visit.children)


def test_a_cut_happens_exactly_where_alpha_and_beta_meet(recorded):
    _, tree, _ = recorded
    for visit in tree.visits:
        meets = visit.value >= visit.beta if visit.player == 0 else visit.value <= visit.alpha
        if visit.cut:
            assert meets
            assert visit.why.startswith(f"{visit.as_json()['text']} {'≥ beta' if visit.player == 0 else '≤ alpha'}")
            source = tree.visits[visit.because]
            assert source.value == (visit.beta if visit.player == 0 else visit.alpha)
            assert source.id < visit.id
            assert tree.visits[source.parent].player != visit.player


def test_bounds_hold(recorded):
    """Told "at least" or "at most", the true value is; told nothing, it is exact."""
    game, tree, _ = recorded
    whole = record(game, "minimax", tree.depth, cap=20_000)
    truth = {(visit.position, visit.ply): visit.value for visit in whole.visits}
    for visit in tree.visits:
        exact = truth[visit.position, visit.ply]
        if visit.kind != "table":  # whose bound is that of another window
            assert {"exact": visit.value == exact, "lower": visit.value <= exact, "upper": visit.value >= exact}[
                visit.bound
            ]


def test_a_table_answers_with_an_earlier_node_of_the_same_position_and_depth():
    tree = record(Game("nim"), "memory", 6)
    answers = [visit for visit in tree.visits if visit.kind == "table"]
    assert answers
    for visit in answers:
        source = tree.visits[visit.because]
        assert (source.position, source.ply) == (visit.position, visit.ply)
        assert source.id < visit.id


def test_better_algorithms_look_at_less():
    trees = {name: record(Game("nim"), name, 6) for name in ALGORITHMS}
    assert len({tree.value for tree in trees.values()}) == 1
    assert trees["minimax"].nodes > trees["alphabeta"].nodes > trees["ordered"].nodes > trees["ordered+memory"].nodes
    assert trees["alphabeta"].nodes == trees["negamax"].nodes


@each_algorithm
def test_a_search_stops_at_the_cap(algorithm):
    tree = record(Game("connect4"), algorithm, 4, cap=100)
    assert (tree.complete, tree.nodes, len(tree.visits), tree.line) == (False, 100, 100, [])
    assert tree.value is None
    assert "stopped" in as_text(tree)


@pytest.mark.parametrize("name", golden.files())
def test_the_trees_of_fixed_searches_equal_the_golden_files(name):
    assert golden.files()[name] == (golden.FOLDER / name).read_text(encoding="utf-8")


trees = st.recursive(st.integers(-9, 9), lambda inner: st.lists(inner, min_size=1, max_size=3), max_leaves=30)


@settings(max_examples=50, deadline=None)
@given(st.lists(trees, min_size=1, max_size=3))
def test_every_algorithm_finds_the_value_of_a_hand_made_tree(nested):
    text = json.dumps(nested)
    values = {name: record_nested(text, name).value for name in ALGORITHMS}
    assert set(values.values()) == {minimax_value(Branch(read_nested(text), 0))}


def test_the_warm_up_exercise_has_the_value_4():
    tree = record_nested(EXAMPLES["minimax"], "alphabeta")
    assert tree.value == 4
    assert tree.cut == 2


def test_the_quoridor_reports_example_cuts_off_the_last_two_leaves():
    tree = record_nested(EXAMPLES["cutoff"], "alphabeta")
    assert tree.value == 6
    assert [(visit.move, visit.cut) for visit in tree.visits if visit.cut] == [("3", ["2", "3"])]


def test_equal_parts_of_a_hand_made_tree_are_one_position_to_the_table():
    tree = record_nested("[[[1, 2], [3, 4]], [[5, 6], [1, 2]]]", "memory")
    assert [visit.kind for visit in tree.visits].count("table") == 1


@pytest.mark.parametrize(
    "text",
    ["", "3", "[]", "[[1], []]", "[1.5]", "[true]", '["a"]', "[1", "[" * 200 + "]" * 200, "[1e99]", "[1000000001]"],
)
def test_what_is_no_tree_is_refused_in_a_line(text):
    with pytest.raises(BoxwoodError) as error:
        record_nested(text, "minimax")
    assert "\n" not in str(error.value)


def test_unknown_algorithms_and_impossible_caps_are_refused():
    with pytest.raises(BoxwoodError, match="no tree is written of 'quiescence'"):
        record(Game("nim"), "quiescence", 2)
    with pytest.raises(BoxwoodError, match="0 nodes cannot be written down"):
        record(Game("nim"), "minimax", 2, cap=0)
    with pytest.raises(BoxwoodError, match="the game is over"):
        record(Game("nim", "1", matches=1), "minimax", 2)


def test_a_picture_shows_at_most_as_many_nodes_as_asked_for_and_all_of_best_play():
    tree = record(Game("connect4"), "alphabeta", 4)
    chosen = shown(tree, 50)
    assert len(chosen) <= 50
    assert {visit.id for visit in tree.visits if visit.principal} <= chosen
    assert all(tree.visits[id].parent in chosen for id in chosen if id)
    picture = ElementTree.fromstring(as_svg(tree, 50))
    texts = [element.text for element in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert any("more" in text for text in texts if text)
    assert any("cut" in text for text in texts if text)


def test_json_has_plain_values_and_no_infinity():
    told = record(Game("nim", matches=5), "alphabeta", 3).as_json()
    assert json.loads(json.dumps(told, allow_nan=False)) == told
    assert told["visits"][0]["alpha"] is None
    assert [visit["id"] for visit in told["visits"]] == list(range(told["nodes"]))
