"""All exact algorithms are one: same value at the same depth, whatever the order, table or window."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boxwood.core.contract import ONGOING, legal_moves
from boxwood.core.errors import BoxwoodError
from boxwood.games import find
from boxwood.search.algorithms import EXACT, run, whole_tree
from boxwood.search.deepening import deepen
from boxwood.search.scores import WIN, WON, final_score
from tests.search.noise import Noise

DEPTHS = {"nim": 6, "connect4": 5, "quarto": 3, "quoridor": 2, "pylos": 3, "abalone": 2}
games = pytest.mark.parametrize("game", DEPTHS)


def random_state(game, seed, most=30):
    """A position of a random game that goes on."""
    kind, choose = find(game), random.Random(seed)
    while True:
        state = kind.start()
        for _ in range(choose.randrange(most)):
            state = state.play(choose.choice(legal_moves(state, kind.facts)))
            if state.outcome() != ONGOING:
                break
        if state.outcome() == ONGOING:
            return kind, state


def seeds(examples):
    return lambda test: settings(max_examples=examples, deadline=None)(given(seed=st.integers(0, 2**32))(test))


@games
@seeds(15)
def test_all_exact_algorithms_give_one_value(game, seed):
    kind, state = random_state(game, seed)
    values = {name: run(name, kind, state, Noise(seed), DEPTHS[game]).score for name in EXACT}
    assert len(set(values.values())) == 1, values


@games
@seeds(10)
def test_neither_table_size_nor_window_nor_order_changes_the_value(game, seed):
    kind, state = random_state(game, seed)
    depth = DEPTHS[game]
    value = run("negamax", kind, state, Noise(seed), depth).score
    for slots in (1, 7, 1000):
        assert run("memory", kind, state, Noise(seed), depth, slots=slots).score == value
    for name in EXACT[1:]:
        assert run(name, kind, state, Noise(seed), depth, window=(value - 1, value + 1)).score == value
        assert run(name, kind, state, Noise(seed), depth, window=(value + 5, value + 6)).score <= value + 5
        assert run(name, kind, state, Noise(seed), depth, window=(value - 6, value - 5)).score >= value - 5


@games
@seeds(10)
def test_the_best_line_replays_to_the_value_it_claims(game, seed):
    kind, state = random_state(game, seed)
    judge = Noise(seed)
    for name in ("minimax", "alphabeta", "negamax", "ordered"):
        found = run(name, kind, state, judge, DEPTHS[game])
        here = state
        for move in found.line:
            assert move in legal_moves(here, kind.facts)
            here = here.play(move)
        if here.outcome() == ONGOING:
            value = judge.evaluate(here)
        else:
            value = final_score(here, here.outcome(), len(found.line))
        assert found.score == (value if here.player() == state.player() else -value)


@games
@seeds(4)
def test_interpreted_and_compiled_search_alike(game, seed):
    kind, state = random_state(game, seed)
    for name in (*EXACT, "quiescence", "dynamic"):
        depth = min(2, DEPTHS[game])
        one = run(name, kind, state, Noise(seed), depth, compiled=True)
        two = run(name, kind, state, Noise(seed), depth, compiled=False)
        assert (one.score, one.line, one.nodes, one.cut) == (two.score, two.line, two.nodes, two.cut)


@games
@seeds(5)
def test_alpha_beta_looks_at_no_more_than_minimax(game, seed):
    kind, state = random_state(game, seed)
    nodes = {name: run(name, kind, state, Noise(seed), DEPTHS[game]).nodes for name in ("minimax", "alphabeta")}
    assert nodes["alphabeta"] <= nodes["minimax"]


@games
@seeds(5)
def test_dynamic_depth_that_drops_nothing_is_minimax(game, seed):
    kind, state = random_state(game, seed)
    deep = run("dynamic", kind, state, Noise(seed), DEPTHS[game], margin=10_000)
    assert deep.score == run("minimax", kind, state, Noise(seed), DEPTHS[game]).score


def test_dynamic_depth_saves_work():
    kind, state = find("connect4"), find("connect4").start()
    work = [run("dynamic", kind, state, Noise(1), 7, margin=margin).nodes for margin in (10, 60, 10_000)]
    assert work[0] < work[1] < work[2]


def test_plain_minimax_knows_who_wins_nim():
    """Misère nim with up to three to take is lost exactly with 1, 5, 9, ... matches."""
    kind = find("nim")
    for matches in range(1, 14):
        found = whole_tree("alphabeta", kind, kind.start({"matches": matches}), Noise(1))
        assert (found.score < -WON) == (matches % 4 == 1)
        assert abs(found.score) == WIN - len(found.line)


def test_a_deepening_search_ends_when_the_game_is_decided():
    kind = find("nim")
    depths = [found.line for found in deepen(kind, kind.start({"matches": 6}), Noise(1))]
    assert 1 < len(depths) < 8


def test_a_game_with_cycles_is_not_searched_to_its_end():
    with pytest.raises(BoxwoodError, match="search it to a depth"):
        whole_tree("minimax", find("abalone"), find("abalone").start(), Noise(1))
