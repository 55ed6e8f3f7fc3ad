"""What every game promises, with every option: the same test for all of them."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boxwood.core.bits import next_random, pick
from boxwood.core.contract import DRAW, ONGOING, check, legal_moves
from boxwood.core.perft import Walker
from boxwood.games import find
from tests.variants import VARIANTS, name

variants = pytest.mark.parametrize(("game", "options"), VARIANTS, ids=map(name, VARIANTS))
PLIES = 120


def random_game(game, options, seed):
    """The states and moves of one random game, interpreted, at most PLIES moves long."""
    choose, kind = random.Random(seed), find(game)
    state = kind.start(options)
    for _ in range(PLIES):
        moves = legal_moves(state, kind.facts)
        yield state, moves, choose.choice(moves) if moves else None
        if not moves:
            return
        state = state.play(choose.choice(moves))


def seeds(examples):
    """A property of random games, each named by its seed."""

    def wrap(test):
        return settings(max_examples=examples, deadline=None)(given(seed=st.integers(0, 2**32))(test))

    return wrap


@variants
def test_the_class_keeps_the_contract(game, options):
    check(find(game), options, plies=PLIES)


@variants
@seeds(12)
def test_interpreted_and_compiled_agree(game, options, seed):
    walker = Walker(find(game))
    for state, moves, _ in random_game(game, options, seed):
        assert walker.look(state) == (state.player(), state.outcome(), state.key())
        if moves:
            assert walker.moves(state) == moves
        for move in moves[:: 1 + len(moves) // 8]:
            assert walker.play(state, move) == state.play(move)


@variants
def test_a_compiled_playout_is_the_interpreted_one(game, options):
    kind = find(game)
    state = kind.start(options)
    outcome, plies = Walker(kind).playout(state, 42, PLIES)
    seed = 42
    for _ in range(plies):
        seed = next_random(seed)
        moves = legal_moves(state, kind.facts)
        state = state.play(moves[pick(seed, len(moves))])
    assert state.outcome() == outcome
    assert plies == PLIES or outcome != ONGOING


@variants
@seeds(6)
def test_the_declared_facts_hold(game, options, seed):
    facts = find(game).facts
    seen, plies = set(), 0
    for state, moves, move in random_game(game, options, seed):
        assert len(moves) <= facts.max_moves
        assert len(set(moves)) == len(moves)
        assert all(0 <= m < facts.move_codes for m in moves)
        assert bool(moves) == (state.outcome() == ONGOING)
        assert facts.can_draw or state.outcome() != DRAW
        assert facts.can_cycle or state not in seen
        if facts.alternating and move is not None and state.play(move).outcome() == ONGOING:
            assert state.play(move).player() != state.player()
        seen.add(state)
        plies += move is not None
    assert facts.max_plies is None or plies <= facts.max_plies


@variants
@seeds(6)
def test_move_texts_are_unique_and_read_back(game, options, seed):
    for state, moves, _ in random_game(game, options, seed):
        texts = [state.move_text(move) for move in moves]
        assert len(set(texts)) == len(texts)
        assert [state.read_move(text) for text in texts] == moves
        assert [state.read_move(text.upper()) for text in texts] == moves
        assert not any(set(text) & set(" \t\n(){}") for text in texts)


@variants
@seeds(6)
def test_positions_read_back(game, options, seed):
    kind = find(game)
    values = kind.read_options(options)
    for state, _, _ in random_game(game, options, seed):
        text = kind.position_text(state, values)
        assert kind.read_position(text) == (state, values)
        assert kind.read_position(text.upper()) == (state, values)
        assert "\n" not in text


@variants
@seeds(8)
def test_keys_are_equal_exactly_for_equal_states(game, options, seed):
    """Two games from one start that swap moves meet again, and only then share a key."""
    by_key = {}
    for twin in (seed, seed + 1):
        for state, moves, _ in random_game(game, options, twin):
            for move in moves[:5]:
                after = state.play(move)
                if after.outcome() != ONGOING:
                    continue
                assert by_key.setdefault(after.key(), after) == after
                for reply in legal_moves(after, find(game).facts)[:5]:
                    end = after.play(reply)
                    assert by_key.setdefault(end.key(), end) == end


@variants
@seeds(4)
def test_symmetries_map_games_to_games(game, options, seed):
    kind, choose = find(game), random.Random(seed)
    for state, moves, move in random_game(game, options, seed):
        count = state.symmetries()
        assert state.image(0) == state
        for which in {0, choose.randrange(count), count - 1}:
            image = state.image(which)
            assert (image.player(), image.outcome()) == (state.player(), state.outcome())
            mapped = [state.image_move(which, m) for m in moves]
            assert sorted(mapped) == sorted(legal_moves(image, kind.facts))
            if move is not None:
                assert image.play(state.image_move(which, move)) == state.play(move).image(which)


@variants
def test_words_for_people_are_there(game, options):
    for state, moves, _ in random_game(game, options, 1):
        assert state.drawing()
        assert state.task() if moves else state.reason()
