"""The table of all Pylos positions: its numbering, the sweeps that fill it, and what comes with the package."""

import random

import numpy as np
import pytest

from boxwood.core.compiler import entry
from boxwood.core.contract import FIRST_WINS, ONGOING, legal_moves
from boxwood.core.errors import BoxwoodError
from boxwood.games import find
from boxwood.games.pylos.rules import NAMED, Pylos
from boxwood.games.pylos.solver import lookup
from boxwood.games.pylos.solver.build import build, rules_name
from boxwood.games.pylos.solver.lookup import Oracle
from boxwood.games.pylos.solver.packed import SHIPPED, PackedValues, packed_index, write
from boxwood.games.pylos.solver.shapes import BLOCKS, layers, own_marbles, position_index, shapes
from boxwood.games.pylos.solver.sweep import UNKNOWN, is_win, scratch, sweep_class
from boxwood.solving import solver as solving

PYLOS = find("pylos")
START = PYLOS.start()
# The cells of the solved positions below: level by level, file by file.
CELLS = [
    NAMED[f"{level}{file}{rank}"]
    for level, size in ((1, 4), (2, 3), (3, 2), (4, 1))
    for file in "abcd"[:size]
    for rank in range(1, size + 1)
]


def marbles(cells, sign):
    return sum(1 << place for place, found in zip(CELLS, cells, strict=True) if found == sign)


def standing(cells, rules=START.rules):
    """A position from its 30 cells: `m` the mover's marbles, `o` the opponent's."""
    return Pylos(marbles(cells, "m"), marbles(cells, "o"), 0, 0, rules)


def position(index, rules=START.rules):
    """The position of this number in the table."""
    maps = shapes()
    group = int(np.searchsorted(maps.start, index, side="right")) - 1
    own = int(own_marbles(maps, group, index - int(maps.start[group])))
    return Pylos(own, int(maps.least[group]) ^ own, 0, 0, rules)


def ends_of_turns(state):
    """The positions that a turn can lead to, found move by move."""
    pending, found = [state], set()
    while pending:
        now = pending.pop()
        for move in legal_moves(now, PYLOS.facts):
            after = now.play(move)
            if after.pending:
                pending.append(after)
            else:
                found.add(after._replace(turn=0))
    return found


def test_there_are_as_many_shapes_and_colourings_as_others_have_counted():
    maps = shapes()
    assert len(maps.known) == 141_120
    colourings = np.diff(maps.start)
    assert int((colourings * np.bincount(maps.class_of)).sum()) == 12_507_810_089


def test_every_number_of_a_small_layer_is_that_of_its_own_position():
    maps = shapes()
    for index in range(int(maps.start[layers()[4]])):
        state = position(index)
        assert position_index(maps, state.own, state.other) == index


@pytest.fixture(scope="module")
def small_table(tmp_path_factory):
    """Random codes for positions of up to eleven marbles, and the file that they are packed in."""
    count, run = int(shapes().start[layers()[12]]), 101
    codes = np.repeat(np.random.default_rng(1).choice([UNKNOWN, 39, 40], count // run + 1), run)[:count]
    codes = codes.astype(np.uint8)
    file = tmp_path_factory.mktemp("small") / "packed"
    write(codes, file)
    return codes, file


def test_a_packed_table_gives_back_the_value_of_every_position(small_table):
    codes, file = small_table
    maps, values, choose = shapes(), PackedValues(file), random.Random(4)
    assert len(values) == 2
    for index in choose.sample(range(len(codes)), 2000):
        state = position(index)
        value = 0 if codes[index] == UNKNOWN else 1 if is_win(int(codes[index])) else -1
        assert values[int(packed_index(maps, state.own, state.other))] == value


def test_the_same_table_is_packed_into_the_same_bytes(small_table, tmp_path):
    codes, file = small_table
    write(codes, tmp_path / "again", threads=1)
    assert (tmp_path / "again").read_bytes() == file.read_bytes()


@pytest.mark.parametrize("damage", [lambda content: content[:-1], lambda content: content[:99] + b"?" + content[100:]])
def test_a_damaged_table_is_reported_and_not_used(small_table, tmp_path, damage):
    (tmp_path / "damaged").write_bytes(damage(small_table[1].read_bytes()))
    with pytest.raises(BoxwoodError, match=r"damaged and not used: .* `boxwood table build pylos`"):
        PackedValues(tmp_path / "damaged")


def test_a_full_table_that_was_cut_off_is_reported_and_not_used(oracle, tmp_path):
    (tmp_path / "standard.table").write_bytes(b"much too short")
    with pytest.warns(UserWarning, match="damaged; it is not used"):
        assert not Oracle(directory=tmp_path).exact


def test_positions_that_are_turned_or_mirrored_have_the_same_value_in_mind():
    """Their shapes are of one class, and their colourings of one block."""
    maps, choose = shapes(), random.Random(1)
    for _ in range(50):
        state = position(choose.randrange(int(maps.start[-1])))
        for which in range(8):
            image = state.image(which)
            back = position(int(position_index(maps, image.own, image.other)))
            assert any(back == image.image(other) for other in range(8))


@pytest.mark.parametrize(
    "options", [{}, {"squares": False}, {"lines": True}, {"empty": "raise"}], ids=lambda options: rules_name(options)
)
def test_a_sweep_finds_what_the_rules_say(options):
    """Over a table filled at random, for positions of six marbles and for some with a square or line at hand."""
    maps, choose = shapes(), np.random.default_rng(2)
    rules = PYLOS.start(options).rules
    table = np.zeros(int(maps.start[-1]), np.uint8)
    first, last = layers()[4], layers()[9]
    begin, end = maps.start[first], maps.start[last]
    table[begin:end] = choose.choice([UNKNOWN, 39, 40, 41], end - begin, p=[0.02, 0.01, 0.96, 0.01])
    for group in choose.integers(layers()[6], layers()[8], 4):
        here = slice(int(maps.start[group]), int(maps.start[group + 1]))
        for distance in (41, 42):
            table[here] = UNKNOWN
            unknown = np.full(len(maps.least) * BLOCKS, 1 << 30)
            newest = np.full((2, len(maps.least) * BLOCKS), distance - 1, np.int16)
            found = entry(sweep_class)(maps, table, unknown, newest, scratch(), int(group), distance, rules)
            codes = table[here].copy()
            assert found == np.count_nonzero(codes)
            table[here] = UNKNOWN
            for offset in choose.integers(0, len(codes), 150):
                state = position(here.start + int(offset), rules)
                after = [int(table[position_index(maps, end.own, end.other)]) for end in ends_of_turns(state)]
                decided = distance in after if distance & 1 else all(map(is_win, after))
                assert codes[offset] == (distance + 1 if decided else UNKNOWN)


def test_too_little_memory_is_refused():
    with pytest.raises(BoxwoodError, match=r"1.0 GB of memory are too little: the table takes 2.7 GB"):
        build({"lines": True}, memory=1 << 30)


def test_rules_without_a_table_are_refused(tmp_path):
    with pytest.raises(BoxwoodError, match=r"boxwood table build pylos --option lines=true --option empty=raise"):
        Oracle({"lines": True, "empty": "raise"}, tmp_path)


@pytest.fixture(scope="module")
def oracle(tmp_path_factory):
    """What comes with the package, whatever the user has made besides."""
    return Oracle(directory=tmp_path_factory.mktemp("nothing"))


def test_the_table_of_the_package_is_small():
    assert SHIPPED.stat().st_size < 15_000_000


def test_the_player_who_begins_loses(oracle):
    assert oracle.verdict(START).value == -1


def test_the_numbers_of_won_lost_and_drawn_positions_with_few_marbles():
    """As found by another program for all colourings, mirrored ones included."""
    maps, values = shapes(), PackedValues()
    weights = np.bincount(maps.class_of)
    counts = []
    for marbles_placed in range(7):
        count = {1: 0, -1: 0, 0: 0}
        for group in range(layers()[marbles_placed], layers()[marbles_placed + 1]):
            for index in range(int(maps.start[group]), int(maps.start[group + 1])):
                count[values[index]] += int(weights[group])
        counts.append(tuple(count.values()))
    assert counts == [
        (0, 1, 0), (20, 12, 0), (116, 364, 0), (3_072, 1_408, 0), (13_835, 15_285, 0), (102_868, 37_188, 8),
        (314_124, 205_120, 180),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("cells", "value"),
    [
        ("...om..o....o.................", 1),
        ("o.mmm.om......................", -1),
        ("ooo.mm....m.m.................", 1),
        (".m.mmmo..omoo.mo....o.........", 0),
        ("oommoommmmoommmo...oom.o......", 0),
    ],
)
def test_positions_solved_by_another_program(oracle, cells, value):
    assert oracle.verdict(standing(cells)).value == value


def test_a_value_is_the_best_that_a_turn_can_reach(oracle):
    maps, choose = shapes(), random.Random(3)
    for _ in range(40):
        state = position(choose.randrange(int(maps.start[layers()[14]]), int(maps.start[-1])))
        if state.outcome() == ONGOING:
            assert oracle.verdict(state).value == max(-oracle.verdict(end).value for end in ends_of_turns(state))


def test_in_the_middle_of_a_turn_a_state_is_as_good_as_its_best_move(oracle):
    state = standing("mm..m...ooo...................")
    middle = state.play(state.read_move("1b2"))
    assert middle.pending
    best = oracle.moves(middle)[0][1].value
    assert oracle.verdict(middle).value == best
    assert oracle.moves(state)[0][1].value == oracle.verdict(state).value


def test_values_alone_win_without_going_round_in_circles(oracle):
    """Against a loser who delays as well as he can."""
    choose, played = random.Random(8), 0
    while played < 4:
        state = position(choose.randrange(int(shapes().start[layers()[18]]), int(shapes().start[layers()[22]])))
        if state.outcome() != ONGOING or oracle.verdict(state).value != 1:
            continue
        before, played = [], played + 1
        while state.outcome() == ONGOING and len(before) < 150:
            move = oracle.best(state, before)
            before.append(state.key())
            state = state.play(move)
        assert state.outcome() == FIRST_WINS


def test_a_winner_does_not_leave_the_same_position_twice_if_another_wins_too(oracle):
    state = standing("...om..o....o.................")
    winning = [end for end in ends_of_turns(state) if oracle.verdict(end).value == -1]
    numbers = {position_index(shapes(), end.own, end.other) for end in winning}
    assert len(numbers) > 1
    left = state.play(oracle.best(state))
    other = state.play(oracle.best(state, [left.key()]))
    assert oracle.verdict(other).value == -1
    assert position_index(shapes(), other.own, other.other) != position_index(shapes(), left.own, left.other)


def test_a_solution_counts_in_turns_and_names_every_move_that_keeps_the_value(oracle):
    state = standing("...om..o....o.................")
    solution = oracle.solve(state)
    assert str(solution) == "win, proven"
    assert solution.unit == "turns"
    keeping = {state.move_text(move) for move, verdict in oracle.moves(state) if verdict.value == 1}
    assert set(solution.best_moves) == keeping


def test_a_damaged_table_is_reported_and_ignored(tmp_path, monkeypatch):
    damaged = tmp_path / "values.xz"
    damaged.write_bytes(SHIPPED.read_bytes()[:-1])
    monkeypatch.setattr(lookup, "PackedValues", lambda kept: PackedValues(damaged, kept))
    monkeypatch.setattr(solving, "_kept_solver", solving._kept_solver.__wrapped__)  # without its memory
    monkeypatch.setattr(lookup, "table_file", lambda options, directory: tmp_path / "none")
    with pytest.warns(RuntimeWarning, match="damaged"):
        assert solving.find_solver(PYLOS, PYLOS.read_options({})) is None


def test_rules_that_nobody_solved_are_no_reason_to_warn(tmp_path, monkeypatch, recwarn):
    monkeypatch.setattr(lookup, "table_file", lambda options, directory: tmp_path / "none")
    monkeypatch.setattr(solving, "_kept_solver", solving._kept_solver.__wrapped__)
    assert solving.find_solver(PYLOS, PYLOS.read_options({"squares": "false"})) is None
    assert not recwarn.list


def test_other_rules_than_the_table_are_refused(oracle):
    with pytest.raises(BoxwoodError, match="other rules"):
        oracle.verdict(PYLOS.start({"squares": False}))
