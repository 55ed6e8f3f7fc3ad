"""A game in play as its log tells it, without a server."""

import contextlib
import itertools
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boxwood.core.errors import BoxwoodError
from boxwood.server import messages as m
from boxwood.server.online_game import Contest, Event, Refused
from boxwood.server.rooms import contest_of

PERSON, OPEN = {"kind": "person", "player": None}, {"kind": "open", "player": None}
PROGRAM = {"kind": "program", "player": "random"}
BOTH, FIRST, SECOND, NOBODY = frozenset((0, 1)), frozenset((0,)), frozenset((1,)), frozenset()


class Log:
    """A contest and the events that made it."""

    def __init__(self, *seats, game="nim", clock=None, **options):
        data = {
            "game": game,
            "options": options,
            "start": None,
            "moves": [],
            "seats": [seat | {"host": place} for place, seat in enumerate(seats)],
            "clock": clock,
            "pace": 1.0,
        }
        self.events = [Event(1, "created", 0.0, None, data)]
        self.contest = Contest("abc", self.events[0])
        self.now = 0.0

    def happen(self, verdict, after=1.0):
        self.now += after
        event = Event(self.contest.seq + 1, verdict.kind, self.now, verdict.seat, verdict.data)
        self.events.append(event)
        self.contest.apply(event)

    def ask(self, held, after=1.0, **message):
        ask = m.ASK.validate_python({"ref": 1} | message)
        verdict = self.contest.decide(ask, held, lambda spec: None)
        if verdict.kind == "rematch":
            verdict.data["id"] = "def"
        self.happen(verdict, after)

    def move(self, held, text, after=1.0):
        self.ask(held, after, type="move", ply=self.contest.game.ply, move=text)


asks = st.one_of(
    st.builds(lambda ply, move: {"type": "move", "ply": ply, "move": move}, st.integers(0, 6), st.sampled_from("1234")),
    st.sampled_from(["takeback", "draw", "rematch"]).map(lambda kind: {"type": kind}),
    st.booleans().map(lambda accept: {"type": "answer", "accept": accept}),
    st.sampled_from([None, 0, 1]).map(lambda seat: {"type": "resign", "seat": seat}),
    st.builds(
        lambda seat, player: {"type": "seat", "seat": seat, "player": player},
        st.sampled_from([0, 1]),
        st.sampled_from([None, "random"]),
    ),
    st.sampled_from([None, 0.5]).map(lambda pace: {"type": "pace", "seconds": pace}),
)
seats = st.sampled_from([(PERSON, PERSON), (PERSON, PROGRAM), (PROGRAM, PROGRAM), (PERSON, OPEN)])
holders = st.sampled_from([BOTH, FIRST, SECOND, NOBODY])
clocks = st.sampled_from([None, {"seconds": 10.0, "increment": 1.0}])


@settings(max_examples=150, deadline=None)
@given(seats, clocks, st.lists(st.tuples(holders, asks, st.floats(0, 3)), max_size=25))
def test_the_same_log_gives_the_same_contest(places, clock, script):
    log = Log(*places, clock=clock, matches=6)
    for held, ask, after in script:
        with contextlib.suppress(BoxwoodError):
            log.ask(held, after, **ask)
    again = contest_of("abc", [Event(**json.loads(json.dumps(event.told()))) for event in log.events])
    online = [True, False]
    assert again.state(log.now, online) == log.contest.state(log.now, online)
    if log.contest.clock and log.contest.over:
        assert log.contest.clock.running is None


@settings(max_examples=100, deadline=None)
@given(seats, st.lists(asks, max_size=10))
def test_who_holds_nothing_changes_nothing(places, script):
    log = Log(*places)
    for ask in script:
        with pytest.raises(Refused):
            log.ask(NOBODY, **ask)


def test_events_come_in_their_order():
    log = Log(PERSON, PERSON)
    with pytest.raises(ValueError, match="cannot follow"):
        log.contest.apply(Event(3, "agreed", 0.0, None, {}))


def test_the_clock_charges_whoever_is_to_move():
    log = Log(PERSON, PERSON, clock={"seconds": 100.0, "increment": 2.0})
    log.move(FIRST, "1", after=50.0)  # before the first move no clock runs
    assert log.contest.clock.left == [102.0, 100.0]
    log.move(SECOND, "1", after=10.0)
    log.move(FIRST, "1", after=5.0)
    assert log.contest.clock.left == [102.0 - 5.0 + 2.0, 100.0 - 10.0 + 2.0]
    assert log.contest.falls == log.now + 92.0


def test_a_turn_of_several_moves_gets_one_increment():
    log = Log(PERSON, PERSON, game="quarto", clock={"seconds": 100.0, "increment": 2.0})
    log.move(FIRST, "@0", after=1.0)
    log.move(SECOND, "a1", after=1.0)
    assert log.contest.clock.left == [102.0, 99.0]
    log.move(SECOND, "@1", after=1.0)
    assert log.contest.clock.left == [102.0, 100.0]


def test_the_clock_stands_while_programs_pause():
    log = Log(PROGRAM, PROGRAM, clock={"seconds": 100.0, "increment": 0.0})
    log.happen(log.contest.move("1"))
    log.ask(BOTH, after=3.0, type="pace", seconds=None)
    assert (log.contest.clock.left, log.contest.clock.running) == ([100.0, 97.0], None)
    assert log.contest.thinker is None
    log.ask(BOTH, after=500.0, type="pace", seconds=1)
    assert (log.contest.clock.left, log.contest.clock.running) == ([100.0, 97.0], 1)


def test_after_a_pause_of_the_server_less_is_charged():
    log = Log(PERSON, PERSON, clock={"seconds": 100.0, "increment": 0.0})
    log.move(FIRST, "1")
    log.happen(type(log.contest.move("1"))("resumed", None, {"spent": 7.0}), after=1000.0)
    assert log.contest.clock.left == [100.0, 93.0]
    log.move(SECOND, "1", after=3.0)
    assert log.contest.clock.left == [100.0, 90.0]


def test_taking_back_goes_to_ones_own_last_move():
    log = Log(PERSON, PROGRAM)
    for move in itertools.repeat("1", 3):
        log.happen(log.contest.move(move))
    log.happen(log.contest.move("2"))
    log.ask(FIRST, type="takeback")
    assert log.contest.game.moves == ["1", "1"]
    log.ask(FIRST, type="takeback")
    assert log.contest.game.moves == []


def test_taking_back_reopens_a_lost_game():
    log = Log(PERSON, PROGRAM, matches=2)
    log.move(FIRST, "1")
    log.happen(log.contest.move("1"))
    assert log.contest.result[0] == "1-0"
    log.ask(FIRST, type="takeback")
    assert not log.contest.over
