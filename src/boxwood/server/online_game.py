"""A game in play, as its log of events tells it: who sits where, clocks, offers, the result.

Nothing here waits or stores: `apply` goes on by one event, and `decide` says which event a request leads
to, or refuses it.  The same log gives the same contest, in every process and after every restart.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from boxwood.core.errors import BoxwoodError
from boxwood.game import Game
from boxwood.server import messages as m
from boxwood.server.snapshot import replay, snapshot

LONGEST = 2000  # moves after which the server calls a game a draw
NAMES = ("the first player", "the second player")
WON = ("1-0", "0-1")  # by seat
DRAWN = "1/2-1/2"


@dataclass(frozen=True, slots=True)
class Event:
    """One line of the log."""

    seq: int
    kind: str
    time: float
    seat: int | None
    data: dict[str, Any]

    def told(self) -> dict[str, Any]:
        return {"seq": self.seq, "kind": self.kind, "time": self.time, "seat": self.seat, "data": self.data}


class Refused(BoxwoodError):
    """A request that cannot be carried out, and why."""


@dataclass
class Chair:
    """A seat: a person's, open for a friend, or a program's.

    `host` is the seat whose token lets one move for it: another one's where two sit at one screen.
    """

    kind: str  # person, open or program
    player: str | None
    host: int


@dataclass
class Clock:
    """Time left on both sides at the moment `since`; from the first move on, one side's is running."""

    left: list[float]
    increment: float
    running: int | None
    since: float

    def left_at(self, now: float) -> tuple[float, float]:
        first, second = self.left
        spent = max(0.0, now - self.since)
        return max(0.0, first - spent * (self.running == 0)), max(0.0, second - spent * (self.running == 1))

    def pass_on(self, now: float, spent: float | None = None) -> None:
        """Charge the running side with the time since the last event, or with less."""
        if self.running is not None:
            whole = max(0.0, now - self.since)
            self.left[self.running] = max(0.0, self.left[self.running] - (whole if spent is None else spent))
        self.since = now


class Contest:
    """What the events so far come to."""

    def __init__(self, id: str, created: Event) -> None:
        data = created.data
        self.id, self.seq, self.begun = id, created.seq, created.time
        self.game: Game = replay(data["game"], data["options"], data["start"], data["moves"])
        self.chairs = [Chair(seat["kind"], seat["player"], seat["host"]) for seat in data["seats"]]
        self.clock_given: dict[str, Any] | None = data["clock"]
        self.clock: Clock | None = None
        if self.clock_given:
            seconds, increment = self.clock_given["seconds"], self.clock_given["increment"]
            self.clock = Clock([seconds, seconds], increment, None, created.time)
        self.pace: float | None = data["pace"]
        self.offer: tuple[str, int] | None = None
        self.ending: tuple[str, str] | None = None  # result and reason, when the board does not say
        self.rematch: str | None = None
        self.first_ply = self.game.ply  # of those played here
        self._seen: dict[str, Any] | None = None

    # What there is to see

    @property
    def snapshot(self) -> dict[str, Any]:
        if self._seen is None:
            self._seen = snapshot(self.game)
        return self._seen

    @property
    def result(self) -> tuple[str, str] | None:
        """The result and why, once it is over."""
        if self.ending is not None:
            return self.ending
        outcome = self.game.outcome()
        return (outcome.result, outcome.reason) if outcome else None

    @property
    def over(self) -> bool:
        return self.result is not None

    @property
    def programs_only(self) -> bool:
        return all(chair.kind == "program" for chair in self.chairs)

    @property
    def thinker(self) -> str | None:
        """The program that is to move now, unless all programs pause."""
        chair = self.chairs[self.game.player]
        waiting = any(other.kind == "open" for other in self.chairs)
        if self.over or waiting or chair.kind != "program" or (self.programs_only and self.pace is None):
            return None
        return chair.player

    @property
    def falls(self) -> float | None:
        """When the running flag falls, if nothing happens before."""
        if self.clock is None or self.clock.running is None:
            return None
        return float(self.clock.since + self.clock.left[self.clock.running])

    def yours(self, held: frozenset[int]) -> list[int]:
        """The seats that a holder of these seats' tokens may move for."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.kind == "person" and chair.host in held]

    def state(self, now: float, online: Sequence[bool]) -> dict[str, Any]:
        """The game for all to see, without what is only the viewer's."""
        result = self.result
        clock = self.clock and {
            "left": [round(left, 3) for left in self.clock.left_at(now)],
            "increment": self.clock.increment,
            "running": self.clock.running,
        }
        return {
            "id": self.id,
            "snapshot": self.snapshot,
            "seats": [
                {"kind": chair.kind, "player": chair.player, "online": on}
                for chair, on in zip(self.chairs, online, strict=True)
            ],
            "clock": clock,
            "pace": self.pace,
            "offer": self.offer and {"what": self.offer[0], "seat": self.offer[1]},
            "result": result and result[0],
            "reason": result and result[1],
        }

    def record(self) -> str:
        """The game as a text to keep."""
        names = [chair.player or "person" for chair in self.chairs]
        tags = {"Players": f"{names[0]} vs {names[1]}", "Date": time.strftime("%Y-%m-%d", time.gmtime(self.begun))}
        if self.ending is not None:
            tags |= {"Result": self.ending[0], "Termination": self.ending[1]}
        return self.game.record(**tags)

    # What has happened

    def apply(self, event: Event) -> None:
        """Go on by one event."""
        if event.seq != self.seq + 1:
            raise ValueError(f"event {event.seq} cannot follow event {self.seq}")
        mover = self.game.player
        if self.clock:
            self.clock.pass_on(event.time, event.data.get("spent"))
        _HAPPENINGS[event.kind](self, event)
        self.seq = event.seq
        if self.clock:
            turn_is_over = event.kind == "move" and (self.over or self.game.player != mover)
            if turn_is_over:
                self.clock.left[mover] += self.clock.increment
            started = self.clock.running is not None or self.game.ply > self.first_ply
            paused = self.programs_only and self.pace is None
            self.clock.running = self.game.player if started and not self.over and not paused else None

    def _moved(self, event: Event) -> None:
        # It was found legal when it was stored; looking again would take as long as all the rest.
        self.game.push_code(self.game.state.read_move(event.data["move"]))
        self._seen = None
        if self.offer and self.offer[0] != "rematch":
            self.offer = None

    def _taken_back(self, event: Event) -> None:
        while self.game.ply > event.data["ply"]:
            self.game.pop()
        self._seen = self.offer = self.ending = None

    def _joined(self, event: Event) -> None:
        assert event.seat is not None
        self.chairs[event.seat] = Chair("person", None, event.seat)

    def _offered(self, event: Event) -> None:
        assert event.seat is not None
        self.offer = event.data["what"], event.seat

    def _declined(self, event: Event) -> None:
        self.offer = None

    def _resigned(self, event: Event) -> None:
        assert event.seat is not None
        self.ending, self.offer = (WON[1 - event.seat], f"{NAMES[event.seat]} resigned"), None

    def _agreed(self, event: Event) -> None:
        self.ending, self.offer = (DRAWN, "agreed"), None

    def _flagged(self, event: Event) -> None:
        assert event.seat is not None
        self.ending, self.offer = (WON[1 - event.seat], f"{NAMES[event.seat]} ran out of time"), None

    def _ended(self, event: Event) -> None:
        self.ending, self.offer = (event.data["result"], event.data["reason"]), None

    def _reseated(self, event: Event) -> None:
        assert event.seat is not None
        player = event.data["player"]
        self.chairs[event.seat] = Chair("person" if player is None else "program", player, event.data["host"])
        self.offer = None

    def _paced(self, event: Event) -> None:
        self.pace = event.data["seconds"]

    def _again(self, event: Event) -> None:
        self.rematch, self.offer = event.data["id"], None

    def _resumed(self, event: Event) -> None:
        """The server is back; the clock has gone on from what `spent` says."""

    # What is asked for

    def decide(self, ask: m.Deed, held: frozenset[int], check_spec: Callable[[str], None]) -> "Verdict":
        """The event that a request of a holder of these seats leads to; Refused tells why none.

        `check_spec` complains of a program that may not play.
        """
        yours = self.yours(held)
        if not held:
            raise Refused("you are watching: only those who play may do that")
        match ask:
            case m.MoveAsk():
                return self._decide_move(ask, yours)
            case m.TakebackAsk():
                return self._decide_takeback(yours)
            case m.DrawAsk():
                return self._decide_draw(yours)
            case m.AnswerAsk():
                return self._decide_answer(ask.accept, yours)
            case m.ResignAsk():
                return self._decide_resign(ask.seat, yours)
            case m.RematchAsk():
                return self._decide_rematch(yours)
            case m.SeatAsk():
                return self._decide_seat(ask, held, yours, check_spec)
            case m.PaceAsk():
                if not self.programs_only:
                    raise Refused("the pace can be set when programs play each other")
                return Verdict("pace", None, {"seconds": ask.seconds})

    def _decide_move(self, ask: m.MoveAsk, yours: list[int]) -> "Verdict":
        self._goes_on()
        if ask.ply != self.game.ply:
            raise Refused(f"this was meant as move {ask.ply + 1}, but {self.game.ply} have been played")
        mover = self.game.player
        if mover not in yours:
            raise Refused(f"it is the turn of {NAMES[mover]}, which is not you")
        if any(chair.kind == "open" for chair in self.chairs):
            raise Refused("wait until your friend has come")
        return self.move(ask.move)

    def move(self, text: str) -> "Verdict":
        """A move of whoever is to move; BoxwoodError if it is not legal."""
        trial = self.game
        if text in self.snapshot["legal"]:
            move = text
        else:
            move = trial.push(text)
            trial.pop()
        return Verdict("move", trial.player, {"move": move, "ply": trial.ply})

    def _decide_takeback(self, yours: list[int]) -> "Verdict":
        seat = self._your_seat(yours)
        if len(yours) == 1 and self.chairs[1 - seat].kind == "person":
            self._goes_on()
            self._ply_before(yours)
            return Verdict("offer", seat, {"what": "takeback"})
        return Verdict("takeback", seat, {"ply": self._ply_before(yours)})

    def _ply_before(self, seats: list[int]) -> int:
        """The ply of the last move that one of these seats made."""
        movers: list[int] = self.snapshot["movers"]
        for ply in range(self.game.ply - 1, self.first_ply - 1, -1):
            if movers[ply] in seats:
                return ply
        raise Refused("there is no move of yours to take back")

    def _decide_draw(self, yours: list[int]) -> "Verdict":
        self._goes_on()
        seat = self._your_seat(yours)
        if len(yours) == 2:
            return Verdict("agreed", None, {})
        if self.offer == ("draw", 1 - seat):
            return Verdict("agreed", None, {})
        return Verdict("offer", seat, {"what": "draw"})

    def _decide_answer(self, accept: bool, yours: list[int]) -> "Verdict":
        if self.offer is None or yours == [self.offer[1]] or not yours:
            raise Refused("there is no offer for you to answer")
        what, seat = self.offer
        if not accept:
            return Verdict("declined", 1 - seat, {"what": what})
        if what == "draw":
            return Verdict("agreed", None, {})
        if what == "takeback":
            return Verdict("takeback", seat, {"ply": self._ply_before([seat])})
        return Verdict("rematch", 1 - seat, {})

    def _decide_resign(self, seat: int | None, yours: list[int]) -> "Verdict":
        self._goes_on()
        if seat is None:
            seat = self.game.player if self.game.player in yours else self._your_seat(yours)
        if seat not in yours:
            raise Refused("nobody can resign for another")
        return Verdict("resigned", seat, {})

    def _decide_rematch(self, yours: list[int]) -> "Verdict":
        if not self.over:
            raise Refused("a rematch can be played when this game is over")
        if self.rematch is not None:
            raise Refused("the rematch has begun already")
        others = [seat for seat, chair in enumerate(self.chairs) if chair.kind == "person" and seat not in yours]
        if not others or (self.offer and self.offer[0] == "rematch" and self.offer[1] in others):
            return Verdict("rematch", yours[0] if yours else None, {})
        return Verdict("offer", self._your_seat(yours), {"what": "rematch"})

    def _decide_seat(
        self, ask: m.SeatAsk, held: frozenset[int], yours: list[int], check_spec: Callable[[str], None]
    ) -> "Verdict":
        chair, other = self.chairs[ask.seat], self.chairs[1 - ask.seat]
        if chair.kind != "program" and ask.seat not in yours:
            raise Refused("this seat is another person's")
        if ask.player is None:
            if chair.kind == "person":
                raise Refused("a person has this seat already")
            return Verdict("seat", ask.seat, {"player": None, "host": min(yours or held)})
        if chair.kind == "person" and other.kind != "program" and other.host not in held:
            raise Refused("against a friend you play yourself")
        check_spec(ask.player)
        return Verdict("seat", ask.seat, {"player": ask.player, "host": min(held)})

    def _goes_on(self) -> None:
        if self.result:
            raise Refused(f"the game is over: {self.result[0]}, {self.result[1]}")

    def _your_seat(self, yours: list[int]) -> int:
        if not yours:
            raise Refused("you have no seat in this game")
        return self.game.player if len(yours) == 2 else yours[0]


@dataclass(frozen=True)
class Verdict:
    """An event that is to be: without its number and its time."""

    kind: str
    seat: int | None
    data: dict[str, Any]


_HAPPENINGS: dict[str, Callable[[Contest, Event], None]] = {
    "joined": Contest._joined,
    "move": Contest._moved,
    "takeback": Contest._taken_back,
    "offer": Contest._offered,
    "declined": Contest._declined,
    "resigned": Contest._resigned,
    "agreed": Contest._agreed,
    "flag": Contest._flagged,
    "ended": Contest._ended,
    "seat": Contest._reseated,
    "pace": Contest._paced,
    "rematch": Contest._again,
    "resumed": Contest._resumed,
}
