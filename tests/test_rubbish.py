"""Whatever text comes in, only a BoxwoodError of one short line comes out, or something that is sound.

Half of the texts are arbitrary; the others are moves, positions and records with a few signs or words
changed, which come much closer to being taken for valid.
"""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boxwood import BoxwoodError, Game, names
from tests.variants import VARIANTS, name

variants = pytest.mark.parametrize(("game", "options"), VARIANTS, ids=map(name, VARIANTS))
EXAMPLES = 60  # a variant and kind of text: about 7 000 in all

SIGNS = "0123456789abcdefghixo.-/:@>,=#*+ \n\t(){}[]\"'\\%ABXO\x00\x1béß４²\u2028\ud800"
arbitrary = st.text(st.characters(), max_size=60) | st.text(SIGNS, max_size=60)
change = st.sampled_from(["drop", "put", "change", "swap", "repeat", "cut"])
edits = st.lists(st.tuples(change, st.integers(0, 999), st.sampled_from(SIGNS)), min_size=1, max_size=4)


def edited(text: str, changes: list[tuple[str, int, str]]) -> str:
    """The text after a few changes, each at some place."""
    for change, number, sign in changes:
        place = number % (len(text) + 1)
        words = text.split(" ")
        word = number % len(words)
        if change == "drop":
            text = text[:place] + text[place + 1 :]
        elif change == "put":
            text = text[:place] + sign + text[place:]
        elif change == "change":
            text = text[:place] + sign + text[place + 1 :]
        elif change == "cut":
            text = text[:place]
        elif change == "swap":
            words[0], words[word] = words[word], words[0]
            text = " ".join(words)
        else:
            text = " ".join([*words[:word], words[word], *words[word:]])
    return text


def random_game(game, options, seed) -> Game:
    choose, playing = random.Random(seed), Game(game, **options)
    for _ in range(choose.randrange(25)):
        if not playing.is_over:
            playing.push(choose.choice(playing.legal_moves))
    return playing


def refused(action, text: str) -> bool:
    """Whether the text was refused, and then politely."""
    try:
        action(text)
    except BoxwoodError as error:
        message = str(error)
        assert message.isprintable(), "an error is one line"
        assert len(message) < 600, "an error is short"
        return True
    return False


def fuzz(test):
    """Run a test with arbitrary and with edited texts, in random games."""
    given_texts = given(seed=st.integers(0, 99), text=arbitrary | edits)
    return variants(settings(max_examples=EXAMPLES, deadline=None)(given_texts(test)))


@fuzz
def test_only_a_move_is_played(game, options, seed, text):
    playing = random_game(game, options, seed)
    legal = playing.legal_moves
    if not isinstance(text, str):
        text = edited(random.Random(seed).choice(legal or ["1"]), text)
    if not refused(playing.push, text):
        assert playing.peek() in legal


@fuzz
def test_only_moves_are_played_in_a_row(game, options, seed, text):
    playing = random_game(game, options, seed)
    before = playing.copy()
    if not isinstance(text, str):
        text, playing = edited(" ".join(playing.moves), text), Game(game, **options)
        before = playing.copy()
    if refused(playing.push_all, text):
        assert playing == before


@fuzz
def test_only_a_position_is_set_up(game, options, seed, text):
    text = f"{game} {text}" if isinstance(text, str) else edited(random_game(game, options, seed).position, text)
    if not refused(Game.from_position, text):
        playing = Game.from_position(text)
        assert Game.from_position(playing.position).state == playing.state
        assert playing.is_over == (playing.legal_moves == [])
        assert str(playing)
        for move in playing.legal_moves:
            playing.push(move)
            assert Game.from_position(playing.position).state == playing.state
            playing.pop()


@fuzz
def test_only_a_record_is_read(game, options, seed, text):
    if isinstance(text, str):
        text = f'[Game "{game}"]\n\n{text} *'
    else:
        playing = random_game(game, options, seed)
        playing.node.comment, playing.node.evaluation = "fine", "+0.35"
        playing.root.add(Game(game, **options).legal_moves[0])
        text = edited(
            playing.record(Players="Ada vs Bob", Result="*" if not playing.is_over else playing.outcome().result), text
        )
    if not refused(Game.from_record, text):
        kept = Game.from_record(text).record()
        assert Game.from_record(kept).record() == kept


@settings(max_examples=500, deadline=None)
@given(text=arbitrary)
def test_only_what_names_its_game_is_read(text):
    assert refused(Game.from_record, text)
    assert refused(Game.from_position, text)
    assert refused(Game, text) or text.strip().lower() in names()


values = st.text(SIGNS, max_size=8) | st.none() | st.integers() | st.floats() | st.lists(st.integers(), max_size=5)


@pytest.mark.parametrize("game", names())
@settings(max_examples=2 * EXAMPLES, deadline=None)
@given(data=st.data())
def test_only_its_options_are_taken(game, data):
    known = st.sampled_from([option.name for option in Game(game).type.options])
    given = data.draw(st.dictionaries(known | st.text(max_size=8), values, max_size=3))
    refused(lambda game: Game(game, **given), game)
