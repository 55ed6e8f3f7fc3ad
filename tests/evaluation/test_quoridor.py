"""What the judges of Quoridor say, and that two ways of finding shortest ways agree."""

import itertools
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boxwood import Game
from boxwood.core.bridge import pointer
from boxwood.core.compiler import entry
from boxwood.core.contract import ONGOING, legal_moves
from boxwood.core.perft import Walker
from boxwood.games import find
from boxwood.games.quoridor.evaluation import JUDGES, Weighted, features
from boxwood.games.quoridor.pathfinding import a_star, jumping_distance, moves_to_goal, moves_to_next_rank, ranks_to_go
from boxwood.games.quoridor.rules import CELLS, UNREACHABLE, cutting, goal, only, wall_moves
from boxwood.search.clock import Limits
from boxwood.search.iterative_deepening import Thinker
from boxwood.search.scores import WIN
from tests.evaluation.positions import compiled_opinions, opinions, random_position

QUORIDOR, ENGINE = find("quoridor"), JUDGES["engine"]
seeds = given(seed=st.integers(0, 2**32))
quickly = settings(max_examples=25, deadline=None)


def state(words, moves=""):
    return Game.from_position(f"quoridor {words}", moves).state


def cells(names):
    return tuple(9 * (int(rank) - 1) + "abcdefghi".index(file) for file, rank in names.split())


# Shortest ways


def test_a_way_is_counted_in_moves():
    assert [moves_to_goal(state("e2/d7 10/10 - 0"), player) for player in (0, 1)] == [7, 6]


def test_a_pawn_in_the_way_saves_a_move():
    position = state("e4/e5 10/10 - 0")
    assert [moves_to_goal(position, player) for player in (0, 1)] == [4, 3]
    assert a_star(position, 0).cells == cells("e4 e6 e7 e8 e9")


def test_a_pawn_further_on_saves_a_move_too():
    assert moves_to_goal(state("e2/e6 10/10 - 0"), 0) == 6


def test_with_a_wall_behind_the_pawn_the_step_aside_is_saved():
    assert moves_to_goal(state("e4/e5 10/9 e5h 0"), 0) == 5
    assert moves_to_goal(state("e4/a5 10/9 e5h 0"), 0) == 6


def test_a_pawn_on_the_goal_is_passed_beside():
    assert moves_to_goal(state("e8/e9 10/10 - 0"), 0) == 1


def test_a_pawn_before_a_dead_end_closes_the_way_and_then_counts_as_air():
    # From i1 one jumps to i3, where only h3 is open and the way back.
    position = state("i1/i2 6/7 a1h,c1h,e1h,g1h,g2h,h3h,g3v 0")
    edges, pawns = position.edges(), (only(position.own), only(position.other))
    assert jumping_distance(edges, pawns[0], goal(0, 9), pawns[1]) == UNREACHABLE
    assert moves_to_goal(position, 0) == edges.distance(pawns[0], goal(0, 9)) == 11
    assert a_star(position, 0).cells[:5] == cells("i1 i2 h2 g2 f2")


def test_the_next_rank_may_be_far_away():
    position = state("e1/e9 7/10 c1h,e1h,g1h 0")
    assert moves_to_next_rank(position, 0) == 4
    assert moves_to_goal(position, 0) == 11
    assert moves_to_next_rank(position, 1) == 1


@pytest.fixture(scope="module")
def crowded():
    """Positions full of walls, with the pawns anywhere, often side by side."""
    walker, choose, positions = Walker(QUORIDOR), random.Random(3), []
    while len(positions) < 1500:
        now = QUORIDOR.start({"size": choose.choice([5, 7, 9])})
        for _ in range(choose.randrange(24)):
            moves = walker.moves(now)
            now = walker.play(now, choose.choice([move for move in moves if move >= CELLS] or moves))
            if now.outcome() != ONGOING:
                break
        board = [9 * rank + file for rank in range(now.size) for file in range(now.size)]
        for _ in range(6):
            own = choose.choice(board)
            near = [cell for cell in board if cell != own and abs(cell % 9 - own % 9) + abs(cell // 9 - own // 9) < 3]
            here = now._replace(own=own, other=choose.choice(near if choose.random() < 0.7 else board))
            ways = [here.edges().distance(only(here.pawn(p)), goal(p, here.size)) for p in (0, 1)]
            if here.own != here.other and UNREACHABLE not in ways:
                positions.append(here)
    return positions


def test_a_star_and_the_flood_find_ways_of_one_length(crowded):
    for position in crowded:
        for player in (0, 1):
            assert len(a_star(position, player).cells) - 1 == moves_to_goal(position, player), position.drawing()


def test_a_star_walks_by_the_rules(crowded):
    for position in crowded[:300]:
        way = a_star(position, position.turn).cells
        if position.other not in way:
            for here, there in itertools.pairwise(way):
                assert only(there).meets(position._replace(own=here).pawn_moves())


def test_the_guide_of_a_star_never_exceeds_the_true_distance(crowded):
    for position in crowded:
        for player in (0, 1):
            pawn, other = position.pawn(player), position.pawn(1 - player)
            assert ranks_to_go(pawn, player, position.size, other) <= moves_to_goal(position, player)


def test_the_distance_in_ranks_alone_would_exceed_it():
    position = state("e4/e5 10/10 - 0")
    assert ranks_to_go(position.own, 0, 9, None) == 5 > moves_to_goal(position, 0)


def test_a_star_looks_at_few_cells():
    assert a_star(QUORIDOR.start(), 0).looked_at < 12


# The report's sums


def test_the_linear_score_is_the_sum_of_four_features_times_weights():
    position = state("e4/d7 9/8 a1h,c8h,g2v 0")
    others, own = moves_to_goal(position, 1), moves_to_goal(position, 0)
    assert (others, own) == (6, 5)
    assert Weighted(0, 1, 0, 0, 0).evaluate(position) == 6
    assert Weighted(0, 0, 1, 0, 0).evaluate(position) == 5
    assert Weighted(0, 0, 0, 1, 0).evaluate(position) == 8
    assert Weighted(0, 0, 0, 0, 1).evaluate(position) == 9
    assert JUDGES["plain"].evaluate(position) == 1000 * 6 - 1000 * 5 - 500 * 8 + 500 * 9
    assert JUDGES["mother"].evaluate(position) == 750 * 6 - 390 * 5 - 70 * 8 + 940 * 9


def test_the_score_is_that_of_one_player_whoever_is_to_move():
    first, second = JUDGES["mother"], JUDGES["mother"]._replace(me=1)
    to_move, waiting = state("e4/d7 10/10 - 0"), state("e4/d7 10/10 - 1")
    assert first.evaluate(to_move) == -first.evaluate(waiting)
    assert second.evaluate(to_move) == -second.evaluate(waiting)
    assert second.evaluate(waiting) != first.evaluate(to_move)


def test_mertens_adds_the_way_to_the_next_rank():
    position = state("e1/e9 7/10 c1h,e1h,g1h 0")
    plain = JUDGES["plain"].evaluate(position)
    assert JUDGES["mertens"].evaluate(position) == plain + 300 * 1 - 300 * 4


def test_powers_make_the_score_nonlinear():
    position = state("e4/d7 9/8 a1h,c8h,g2v 0")
    assert JUDGES["nonlinear"].evaluate(position) == 100 * 6**2 - 100 * 5**2 - 500 * 8 + 500 * 9


# The engine's opinion


def test_features_have_names():
    seen = features(state("e5/e9 9/9 d5h,f5h 0"))
    assert seen["own steps"] == 6
    assert seen["own walls"] == 9
    assert seen["own files from the middle"] == 0
    assert seen["other steps"] == 8 + 2


def test_a_dead_end_is_a_longer_detour_than_the_open():
    in_the_open = features(state("e5/e9 10/10 - 0"))
    in_a_lane = features(state("e5/e9 8/8 d5v,e5v,d7v,e7v 0"))
    assert in_a_lane["own longest detour"] > in_the_open["own longest detour"] == 1


def test_a_wall_that_would_close_the_only_way_is_forbidden_and_no_danger():
    seen = features(state("e1/e9 6/6 a1h,c1h,e1h,g1h,a8h,c8h,e8h,g8h 0"))
    assert seen["own walls forbidden"] == 2
    assert seen["own longest detour"] == 0


def turned(position):
    """The same position with the players and the board turned round."""

    def turn(move):
        if move < CELLS:
            return 10 * (position.size - 1) - move
        return move - move % CELLS + 10 * (position.size - 2) - move % CELLS

    pawns = [turn(position.pawn(1)), turn(position.pawn(0))]
    left = [position.walls_left(1), position.walls_left(0)]
    walls = sorted(turn(move) for move in wall_moves(position.walls()))
    name = position.move_text
    words = [f"{name(pawns[0])}/{name(pawns[1])}", f"{left[0]}/{left[1]}", ",".join(map(name, walls)) or "-"]
    return state(f"{' '.join(words)} {1 - position.turn} size={position.size}")


@quickly
@seeds
def test_a_position_in_the_mirror_and_one_turned_round_are_worth_the_same(seed):
    position = random_position("quoridor", seed, size=random.Random(seed).choice([5, 8, 9]))
    for judge in (ENGINE, JUDGES["plain"], JUDGES["mertens"], JUDGES["nonlinear"]):
        assert judge.evaluate(position.image(1)) == judge.evaluate(position) == judge.evaluate(turned(position))


@quickly
@seeds
def test_judges_say_the_same_interpreted_and_compiled(seed):
    position = random_position("quoridor", seed)
    for judge in (ENGINE, JUDGES["mertens"]):
        assert compiled_opinions(judge, position) == opinions(judge, position)


# What is certain


def solve(start):
    """Exhaustively: the plies to the end of every position that can follow, negative for a loss, 0 if neither."""
    after, stack = {start: None}, [start]
    while stack:
        position = stack.pop()
        moves = legal_moves(position, QUORIDOR.facts)
        after[position] = [position.play(move) for move in moves]
        for child in after[position]:
            if child not in after:
                after[child] = None
                stack.append(child)
    before = {position: [] for position in after}
    for position, children in after.items():
        for child in children:
            before[child].append(position)
    plies, unlost = {}, {position: len(children) for position, children in after.items()}
    front = [position for position in after if position.outcome() != ONGOING]
    for position in front:
        plies[position] = 0
    count = 0
    while front:
        count += 1
        reached = []
        for child in front:
            for position in before[child]:
                if position not in plies:
                    unlost[position] -= 1
                    if plies[child] <= 0:
                        plies[position] = count
                        reached.append(position)
                    elif unlost[position] == 0:
                        plies[position] = -count
                        reached.append(position)
        front = reached
    return {position: plies.get(position, 0) for position in after}


def check_verdicts(start):
    """How many verdicts there are in all positions that can follow; all of them must be right."""
    given = 0
    for position, plies in solve(start).items():
        if position.outcome() == ONGOING:
            verdict = ENGINE.verdict(position)
            given += verdict != 0
            assert verdict == 0 or (0 < plies <= verdict if verdict > 0 else verdict <= plies < 0), position.drawing()
            assert (verdict == 1) == (plies == 1)
    return given


def test_verdicts_are_right_in_every_race_without_walls():
    assert check_verdicts(QUORIDOR.start({"size": 5, "walls": 0})) > 400


@pytest.mark.parametrize("seed", range(4))
def test_verdicts_are_right_in_races_among_walls(seed):
    choose, now = random.Random(seed), QUORIDOR.start({"size": 6, "walls": 4})
    while now.own_left:
        now = now.play(choose.choice([move for move in legal_moves(now, QUORIDOR.facts) if move >= CELLS]))
    assert check_verdicts(now) > 500


@pytest.mark.parametrize("left", ["1/0", "0/1"])
def test_verdicts_are_right_when_one_player_has_a_wall_left(left):
    assert check_verdicts(state(f"b1/b4 {left} a2h,c3v,b2v 0 size=4 walls=2")) > 500


def test_who_is_ahead_and_cannot_be_stopped_has_won():
    assert ENGINE.verdict(state("a5/i7 0/0 - 0 walls=0")) == 7
    assert ENGINE.verdict(state("a5/i4 0/0 - 0 walls=0")) == -6
    assert ENGINE.verdict(state("a5/i7 10/0 c1h,c3h,c5h,e1h,e3h,g1h,g3h,a1h,a3h,e7h 0")) == 7


def test_nothing_is_certain_while_walls_can_come_in_between():
    assert ENGINE.verdict(state("a7/i5 10/10 - 0")) == 0


# Which moves are looked at


def candidates(position, depth):
    out = [0] * QUORIDOR.facts.max_moves
    count = ENGINE.candidates(position, out, depth)
    return count, out[: abs(count)]


@quickly
@seeds
def test_deep_down_only_walls_of_interest_are_looked_at(seed):
    position = random_position("quoridor", seed)
    legal = legal_moves(position, QUORIDOR.facts)
    across = cutting(position.edges().path(only(position.other), goal(1 - position.turn, 9)))
    telling = {move for move in legal if move < CELLS} | {move for move in wall_moves(across) if move in legal}
    (count, fewest), (more, few), (full, every) = (candidates(position, depth) for depth in (1, 3, 20))
    assert set(fewest) == telling
    assert set(few) >= telling
    assert sorted(every) == legal
    assert full > 0
    assert set(few) <= set(legal)
    assert len(set(few)) == len(few)
    if position.own_left:
        assert count < 0
        assert more < 0


def _candidates_entry(position, judge, depth, out):
    return judge.candidates(position, pointer(out), depth)


@quickly
@seeds
def test_candidates_are_the_same_compiled(seed):
    position, out = random_position("quoridor", seed), np.zeros(QUORIDOR.facts.max_moves, np.int64)
    for depth in (1, 3, 20):
        count = entry(_candidates_entry, type(position), type(ENGINE))(position, ENGINE, depth, out)
        assert (count, out[: abs(count)].tolist()) == candidates(position, depth)


# The engine


@pytest.fixture(scope="module")
def thinker():
    return Thinker(QUORIDOR, ENGINE, megabytes=4)


def test_the_engine_wins_a_won_race_as_fast_as_it_can(thinker):
    thought = thinker.think(state("e5/e6 0/0 - 0 walls=0"), Limits(nodes=50_000))
    assert thought.score == WIN - 5
    assert QUORIDOR.start().move_text(thought.move) == "e7"


def test_the_engine_claims_no_win_against_a_player_with_walls_that_it_has_not_looked_at(thinker):
    position = state("e7/a8 9/9 a1h,c1h 0")
    for depth in (1, 2, 3):
        assert abs(thinker.think(position, Limits(depth=depth)).score) < WIN - 10_000


def test_the_engine_does_not_go_round_in_circles(thinker):
    game = Game("quoridor", size=7, walls=5)
    seen = set()
    while not game.is_over:
        assert game.position not in seen
        seen.add(game.position)
        path = [past.key() for past in game.states[:-1]]
        game.push(game.state.move_text(thinker.think(game.state, Limits(nodes=1500), path=path).move))
