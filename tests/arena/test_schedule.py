"""Who meets whom, and from where."""

from collections import Counter

import pytest

from boxwood import Game
from boxwood.arena.match import Clock
from boxwood.arena.schedule import Plan, read_opening, swiss_round
from boxwood.core.errors import BoxwoodError

THREE = ("random", "novice", "novice:seed=3")


def meetings(plan):
    return Counter((pair.a, pair.b) for pair in plan.batch({}))


def test_in_a_round_robin_everyone_meets_everyone():
    plan = Plan("nim", THREE, pairs=4)
    couples = (("random", "novice"), ("random", "novice:seed=3"), ("novice", "novice:seed=3"))
    assert meetings(plan) == dict.fromkeys(couples, 4)
    assert plan.total() == 12


def test_in_a_gauntlet_the_first_meets_all_others():
    assert set(meetings(Plan("nim", THREE, form="gauntlet"))) == {("random", "novice"), ("random", "novice:seed=3")}


def test_a_pair_swaps_the_seats_and_keeps_the_opening():
    plan = Plan("connect4", THREE[:2], clock=Clock(nodes=5))
    first, second = plan.pairings(next(plan.batch({})))
    assert first.players == second.players[::-1]
    assert first.opening == second.opening != ()


def test_openings_differ_even_when_mirrored():
    plan = Plan("connect4", THREE[:2], pairs=60)
    states = [Game("connect4", pair.opening.moves).state for pair in plan.batch({})]
    assert len({min(state.key(), state.image(1).key()) for state in states}) == 60


def test_when_openings_run_out_they_are_used_again():
    pairs = list(Plan("nim", THREE[:2], pairs=30).batch({}))
    assert len({pair.opening for pair in pairs}) < 30 == len({pair.key for pair in pairs})


def test_variants_take_turns():
    plan = Plan("abalone", THREE[:2], pairs=4, variants=("", "layout=belgian"))
    assert [pair.opening.options for pair in plan.batch({})] == ["", "layout=belgian", "", "layout=belgian"]


def test_openings_may_be_moves_or_positions():
    assert read_opening("connect4", "4453") == ("", "4 4 5 3")
    position = Game("nim", "3").position
    plan = Plan("nim", THREE[:2], openings=("1 2", position))
    boards = [plan.pairings(pair)[0].board().position for pair in list(plan.batch({}))[:2]]
    assert boards == [Game("nim", "1 2").position, position]


def test_an_opening_after_which_the_game_is_over_is_refused():
    with pytest.raises(BoxwoodError, match="is not an opening"):
        Plan("connect4", THREE[:2], openings=("4455667",))


def play_swiss(plan, better):
    """The rounds of a Swiss tournament in which who is better always wins."""
    points, rounds = {}, []
    while fresh := [pair for pair in plan.batch(points) if pair.key not in points]:
        rounds.append([(pair.a, pair.b) for pair in fresh])
        points |= {pair.key: 2.0 if better(pair.a, pair.b) else 0.0 for pair in fresh}
    return rounds


def test_a_swiss_round_waits_for_the_one_before_and_nobody_meets_twice():
    players = tuple(f"novice:seed={strength}" for strength in range(8))
    rounds = play_swiss(Plan("nim", players, form="swiss", pairs=1), lambda a, b: a > b)
    assert [len(each) for each in rounds] == [4, 4, 4]
    met = [frozenset(meeting) for each in rounds for meeting in each]
    assert len(set(met)) == len(met)
    assert frozenset(players[-2:]) in met  # the two best have met


def test_with_an_odd_number_everyone_rests_once_at_most():
    players = tuple(f"novice:seed={strength}" for strength in range(5))
    rounds = play_swiss(Plan("nim", players, form="swiss", pairs=1, rounds=5), lambda a, b: a > b)
    resting = [set(players) - {name for meeting in each for name in meeting} for each in rounds]
    assert sorted(name for names in resting for name in names) == sorted(players)


def test_where_all_have_met_some_meet_again():
    everyone = {frozenset(two) for two in ("AB", "AC", "AD", "BC", "BD", "CD")}
    assert swiss_round("ABCD", everyone, set()) == ([("A", "B"), ("C", "D")], None)


def test_a_plan_survives_a_journey():
    plan = Plan("abalone", THREE, variants=("layout=alien",), clock=Clock(nodes=10), openings=("a1b2",))
    assert Plan.from_json(plan.as_json()) == plan


def test_more_pairs_are_the_same_run_and_other_players_are_not():
    plan = Plan("nim", THREE)
    assert plan.id == Plan("nim", THREE, pairs=99).id != Plan("nim", THREE[:2]).id


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        ({"players": ("random",)}, "at least two"),
        ({"players": ("random", "random")}, "cannot play itself"),
        ({"players": ("random", "deepblue")}, "no player 'deepblue'"),
        ({"players": ("random", "engine:99")}, "level=99 is not possible"),
        ({"form": "knockout"}, "round-robin, gauntlet, swiss"),
        ({"pairs": 0}, "1 or more"),
        ({"variants": ("matches=-1",)}, "matches=-1 is not possible"),
        ({"openings": ("9",)}, "not a move"),
        ({"speed": 3}, "speed"),
    ],
)
def test_what_cannot_be_played_is_refused(settings, complaint):
    with pytest.raises(BoxwoodError, match=complaint):
        Plan.from_json({"game": "nim", "players": THREE[:2], **settings})
