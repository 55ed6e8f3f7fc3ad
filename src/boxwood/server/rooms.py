"""Where games are played: a room for each game that somebody is at, or whose clock runs.

A room takes requests one at a time: it decides, stores the event, and only then tells everybody.  It
lets programs think when it is their turn and watches the clock.  Rooms that nobody needs are closed; the log in
the storage is all that matters.
"""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from boxwood.core.errors import BoxwoodError, quoted
from boxwood.game import Game
from boxwood.server import messages as m
from boxwood.server.connection import CALM, Line, as_text
from boxwood.server.fanout import Fanout
from boxwood.server.online_game import DRAWN, LONGEST, Contest, Event, Refused, Verdict
from boxwood.server.pool import ADVICE, MOVE, Busy, Pool
from boxwood.server.snapshot import check_spec, start_of
from boxwood.server.storage import Storage, StorageFailed
from boxwood.server.tokens import Signer

LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # none that are taken for each other
NAME_LENGTH = 11
PATIENCE = 60.0  # seconds that a room stays open when nobody is in it
DEFAULT_PACE = 1.0  # seconds a move between programs
HINT_SECONDS = 1.5
ALIVE_EVERY = 2.0  # seconds
TRY_AGAIN = 1.0  # seconds, when something is too busy
DRIVE_AGAIN = 2.0  # seconds until we ask again whether another process lets its programs think

log = logging.getLogger("boxwood.server")


class Visitor:
    """Somebody in a room: a socket, and the seats whose tokens it showed."""

    def __init__(self, line: Line, held: frozenset[int], address: str) -> None:
        self.line, self.held, self.address = line, held, address
        self.waits_for_hint = False


class Answered(NamedTuple):
    """Whose request an event carries out, and which."""

    visitor: Visitor
    ref: int


class Room:
    """A game, those who are at it, and the program that thinks."""

    def __init__(self, rooms: "Rooms", contest: Contest, events: list[Event]) -> None:
        self.rooms, self.contest, self.events = rooms, contest, events
        self.visitors: set[Visitor] = set()
        self.elsewhere: dict[str, tuple[list[bool], int, float]] = {}  # by process: seats, watching, when told
        self.left = time.monotonic()  # when the last visitor went
        self.owner = "nobody"  # the address that programs think for
        self._lock = asyncio.Lock()
        self._flag: asyncio.TimerHandle | None = None
        self._thinking: asyncio.Task[None] | None = None
        self._task: tuple[int, str, float | None] | None = None  # what `_thinking` is about: ply, program, pace
        self._opinion: dict[str, Any] | None = None  # a program's last
        self._common: str | None = None  # the state as text, but for what is each visitor's own

    # Who is here

    def online(self) -> list[bool]:
        """For each seat, whether somebody is here who may move for it."""
        here = self._online_here()
        for there, _, _ in self.elsewhere.values():
            here = [a or b for a, b in zip(here, there, strict=True)]
        return [
            on if chair.kind == "person" else chair.kind == "program"
            for on, chair in zip(here, self.contest.chairs, strict=True)
        ]

    def _online_here(self) -> list[bool]:
        return [any(chair.host in visitor.held for visitor in self.visitors) for chair in self.contest.chairs]

    def watching(self) -> int:
        """How many look on."""
        return self._watching_here() + sum(count for _, count, _ in self.elsewhere.values())

    def _watching_here(self) -> int:
        return sum(not visitor.held for visitor in self.visitors)

    def hear_presence(self, process: str, seats: str, watching: str) -> None:
        """Who is here through another process, which is told who is here when it asks for the first time."""
        new = process not in self.elsewhere
        self.elsewhere[process] = [seat == "1" for seat in seats], int(watching), time.monotonic()
        self._say_presence(to_others=new)

    def refresh_presence(self) -> None:
        """Forget processes that have been silent for long, and be heard oneself."""
        recent = time.monotonic() - PATIENCE
        self.elsewhere = {process: told for process, told in self.elsewhere.items() if told[2] > recent}
        self._say_presence()

    async def enter(self, visitor: Visitor, since: int) -> None:
        """Tell a new visitor what he missed, and everybody else that he is here."""
        self.left = time.monotonic()  # the room stays open while he listens
        while len(self.events) - since > CALM and not visitor.line.closed:  # a long story, at his own pace
            for event in self.events[since : since + CALM]:
                visitor.line.say({"type": "event", "event": event.told()})
            since += CALM
            await visitor.line.calm()
        async with self._lock:
            for event in self.events[since:]:
                visitor.line.say({"type": "event", "event": event.told()})
            self.visitors.add(visitor)
            self._common = None
            self._say_state(visitor)
            self._say_presence()
            if visitor.held:
                self.owner = visitor.address
            self.attend()

    def leave(self, visitor: Visitor) -> None:
        self.visitors.discard(visitor)
        self.left = time.monotonic()
        self._say_presence()
        if not self.visitors and self.rooms.fanout:
            self.rooms.fanout.let_go(self.contest.id)

    def idle(self) -> bool:
        """Whether nobody needs this room any more."""
        if self.visitors or self.contest.falls is not None or self._lock.locked():
            return False
        return time.monotonic() - self.left > PATIENCE

    def close(self) -> None:
        self._stop_thinking()
        if self._flag:
            self._flag.cancel()
        for visitor in list(self.visitors):
            visitor.line.hang_up(1012)

    # What is said

    def _say_event(self, event: Event, answered: Answered | None) -> None:
        """Tell everybody what has happened and how the game stands now, in one message."""
        begin = f'{{"type":"event","event":{as_text(event.told())}'
        for visitor in self.visitors:
            answer = f',"ref":{answered.ref}' if answered and answered.visitor is visitor else ""
            visitor.line.say_text(f'{begin}{answer},"state":{self._state_text(visitor.held)}}}')

    def _say_state(self, visitor: Visitor) -> None:
        state = self._state_text(visitor.held)
        visitor.line.say_text(f'{{"type":"state","seq":{self.contest.seq},"state":{state}}}')

    def _state_text(self, held: frozenset[int]) -> str:
        """The state as this holder sees it; what all see is written once."""
        if self._common is None:
            self._common = as_text(self.contest.state(time.time(), self.online()))
        return f"{self._common[:-1]},{as_text(self._own(held))[1:]}"

    def state(self, held: frozenset[int] = frozenset()) -> dict[str, Any]:
        return self.contest.state(time.time(), self.online()) | self._own(held)

    def _own(self, held: frozenset[int]) -> dict[str, Any]:
        contest, rematch = self.contest, None
        if contest.rematch is not None:
            seat = 1 - min(held) if held else None
            token = None if seat is None else self.rooms.signer.token(contest.rematch, seat)
            rematch = {"id": contest.rematch, "token": token}
        return {"yours": contest.yours(held), "rematch": rematch}

    def _say_presence(self, to_others: bool = True) -> None:
        self._common = None
        if to_others and self.rooms.fanout:
            self.rooms.fanout.say_presence(self.contest.id, self._online_here(), self._watching_here())
        text = as_text({"type": "presence", "online": self.online(), "watching": self.watching()})
        for visitor in self.visitors:
            visitor.line.say_text(text)

    def _say(self, message: dict[str, Any]) -> None:
        text = as_text(message)
        for visitor in self.visitors:
            visitor.line.say_text(text)

    # What happens

    async def ask(self, ask: m.Deed, visitor: Visitor) -> None:
        """Carry out a request, or raise a BoxwoodError that says why not."""
        async with self._lock:
            await self._let_flag_fall()
            verdict = self.contest.decide(ask, visitor.held, self._check_spec)
            if verdict.kind == "rematch":
                verdict = await self._begin_rematch(verdict, visitor.held)
            await self._happen(verdict, answered=Answered(visitor, ask.ref))
            if verdict.kind == "offer":
                await self._answer_for_program(verdict)

    async def join(self) -> int:
        """Take the open seat."""
        async with self._lock:
            for seat, chair in enumerate(self.contest.chairs):
                if chair.kind == "open":
                    await self._happen(Verdict("joined", seat, {}))
                    return seat
        raise Refused("both seats of this game are taken: you can watch it")

    async def _happen(self, verdict: Verdict, when: float | None = None, answered: Answered | None = None) -> None:
        """Store an event, then let it happen and tell everybody."""
        contest = self.contest
        event = Event(contest.seq + 1, verdict.kind, when or time.time(), verdict.seat, verdict.data)
        if not await self.rooms.storage.append(contest.id, event):
            await self._catch_up()
            raise Refused("somebody else was faster: look at the game again")
        self._let_happen(event, answered)
        if contest.game.ply >= LONGEST and not contest.over:
            await self._happen(Verdict("ended", None, {"result": DRAWN, "reason": f"{LONGEST} moves are enough"}))

    def _let_happen(self, event: Event, answered: Answered | None = None) -> None:
        was_running = self.contest.falls is not None
        self.contest.apply(event)
        self.events.append(event)
        self._common = None
        self._say_event(event, answered)
        self.attend()
        if self.contest.clock and was_running != (self.contest.falls is not None):
            self.rooms.later(self.rooms.storage.set_clocked(self.contest.id, not was_running))

    async def _catch_up(self) -> None:
        for event in await self.rooms.storage.events(self.contest.id, self.contest.seq):
            if event.seq == self.contest.seq + 1:
                self._let_happen(event)

    async def catch_up(self) -> None:
        """Let happen what other processes have stored."""
        async with self._lock:
            await self._catch_up()

    async def _begin_rematch(self, verdict: Verdict, held: frozenset[int]) -> Verdict:
        """Make the new game; who holds all seats of this one needs but one token for the next."""
        contest = self.contest
        first = contest.game.copy()
        while first.ply > contest.first_ply:
            first.pop()
        persons = [chair for chair in contest.chairs if chair.kind == "person"]
        alone = all(chair.host in held for chair in persons)
        seats = [
            {"kind": chair.kind, "player": chair.player, "host": 1 - (min(held) if alone else chair.host)}
            for chair in reversed(contest.chairs)
        ]
        id = await self.rooms.create(first, seats, contest.clock_given, contest.pace)
        return Verdict("rematch", verdict.seat, {"id": id})

    async def _answer_for_program(self, offer: Verdict) -> None:
        """A program takes a draw when it does not think itself better."""
        assert offer.seat is not None
        if self.contest.chairs[1 - offer.seat].kind != "program":
            return
        lines = self._opinion["lines"] if self._opinion else []
        better = not lines or lines[0]["score"]["sign"] > 0
        if offer.data["what"] == "draw" and not better:
            await self._happen(Verdict("agreed", None, {}))
        else:
            await self._happen(Verdict("declined", 1 - offer.seat, {"what": offer.data["what"]}))

    # Clocks

    async def _let_flag_fall(self) -> None:
        falls, clock = self.contest.falls, self.contest.clock
        if falls is not None and falls <= time.time() and clock:
            await self._happen(Verdict("flag", clock.running, {}), falls)

    async def _flag_is_due(self) -> None:
        async with self._lock:
            try:
                await self._let_flag_fall()
            except Refused:
                pass
            except StorageFailed:
                self._attend_later()
                return
            self.attend()

    async def resume(self, spent: float) -> None:
        """Let the clock go on after no server has run for a while."""
        async with self._lock:
            if self.contest.falls is not None:
                with contextlib.suppress(Refused):
                    await self._happen(Verdict("resumed", None, {"spent": round(spent, 3)}))

    # Programs

    def attend(self) -> None:
        """See to the clock and to whichever program is to move."""
        if self._flag:
            self._flag.cancel()
            self._flag = None
        falls = self.contest.falls
        if falls is not None:
            loop = asyncio.get_running_loop()
            self._flag = loop.call_later(max(0.0, falls - time.time()) + 0.001, self._start, self._flag_is_due)
        spec = self.contest.thinker
        task = None if spec is None else (self.contest.game.ply, spec, self.contest.pace)
        if self._thinking and task != self._task:
            self._stop_thinking()
        if spec is not None and self._thinking is None and (self.visitors or falls is not None):
            self._task = task
            self._thinking = asyncio.create_task(self._think(spec))

    def _start(self, call: Callable[[], Any]) -> None:
        self.rooms.later(call())

    def _attend_later(self) -> None:
        """Try again what could not be stored."""
        asyncio.get_running_loop().call_later(TRY_AGAIN, self.attend)

    def _stop_thinking(self) -> None:
        if self._thinking and self._thinking is not asyncio.current_task():
            self._thinking.cancel()
        self._thinking = None

    async def _think(self, spec: str) -> None:
        contest, began = self.contest, time.monotonic()
        ply, seat = contest.game.ply, contest.game.player
        clock = None
        if contest.clock:
            clock = [contest.clock.left_at(time.time())[seat], contest.clock.increment]

        def news(analysis: dict[str, Any] | None) -> None:
            if analysis is None:
                self._say({"type": "preparing", "seat": seat})
                return
            self._opinion = analysis
            self._say({"type": "thinking", "seat": seat, "analysis": analysis})

        while self.rooms.fanout and not await self.rooms.fanout.drive(contest.id):
            await asyncio.sleep(DRIVE_AGAIN)
        verdict = await self._choice(spec, seat, clock, news)
        if contest.programs_only and contest.pace is not None:
            await asyncio.sleep(max(0.0, began + contest.pace - time.monotonic()))
        async with self._lock:
            if contest.game.ply == ply and contest.thinker is not None and self._thinking is asyncio.current_task():
                self._thinking = None
                try:
                    await self._let_flag_fall()
                    if not contest.over:
                        await self._happen(verdict)
                except Refused:
                    pass
                except StorageFailed:
                    self._attend_later()

    async def _choice(
        self, spec: str, seat: int, clock: list[float] | None, news: Callable[[dict[str, Any] | None], None]
    ) -> Verdict:
        """A program's move; a program that cannot give one resigns."""
        arguments = {"look": look_of(self.contest.game), "spec": spec, "clock": clock, "room": self.contest.id}
        while True:
            try:
                found = await self.rooms.pool.run("choose", arguments, address=self.owner, rank=MOVE, news=news)
                if found["analysis"]:
                    news(found["analysis"])
                return self.contest.move(found["move"])
            except Busy:
                await asyncio.sleep(TRY_AGAIN)
            except BoxwoodError as error:
                log.warning("%s: %s cannot move: %s", self.contest.id, spec, error)
                return Verdict("resigned", seat, {"why": str(error)})

    async def hint(self, visitor: Visitor) -> tuple[str, dict[str, Any]]:
        """What the engine would play, for a person who is to move."""
        contest = self.contest
        if contest.over:
            raise Refused("the game is over")
        yours = contest.yours(visitor.held)
        if contest.game.player not in yours:
            raise Refused("it is not your turn")
        if any(chair.kind == "person" and seat not in yours for seat, chair in enumerate(contest.chairs)):
            raise Refused("against a friend there are no hints")
        if visitor.waits_for_hint:
            raise Refused("a hint is on its way")
        visitor.waits_for_hint = True
        arguments = {"look": look_of(contest.game), "lines": 1, "seconds": HINT_SECONDS}
        try:
            analysis = await self.rooms.pool.run("analyse", arguments, address=visitor.address, rank=ADVICE)
        finally:
            visitor.waits_for_hint = False
        return analysis["lines"][0]["moves"][0], analysis

    def _check_spec(self, spec: str) -> None:
        check_spec(spec, self.contest.game.type)


class Rooms:
    """All rooms of this process."""

    def __init__(self, storage: Storage, pool: Pool, signer: Signer) -> None:
        self.storage, self.pool, self.signer = storage, pool, signer
        self.fanout = Fanout(storage.url, self._heard) if storage.is_postgres else None
        self._rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    async def start(self) -> None:
        """Take up the games whose clocks were running, without charging the time that no server ran."""
        if self.fanout:
            await self.fanout.start()
            self.storage.announce = self.fanout.announce
        last, now = await self.storage.last_alive(), time.time()
        for id in await self.storage.clocked_games():
            room = await self.find(id)
            if room.contest.falls is None:
                await self.storage.set_clocked(id, False)
            elif last is not None and now - last > 2 * ALIVE_EVERY:
                since = room.contest.clock.since if room.contest.clock else now
                await room.resume(max(0.0, last - since))
            room.attend()
        self.later(self._keep_alive())
        self.later(self._sweep())

    async def stop(self) -> None:
        for room in self._rooms.values():
            room.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(Exception):
            await self.storage.say_alive()
        if self.fanout:
            await self.fanout.stop()

    async def _heard(self, kind: str, words: list[str]) -> None:
        """What other processes tell: new events, or who is there."""
        if kind == "presence":
            process, game, seats, watching = words
            if room := self._rooms.get(game):
                room.hear_presence(process, seats, watching)
            return
        for game in list(self._rooms) if kind == "lost" else words:
            if room := self._rooms.get(game):
                await room.catch_up()

    def later(self, work: Any) -> None:
        """Let something run beside everything else."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("something failed on the side", exc_info=task.exception())

    async def _keep_alive(self) -> None:
        while True:
            with contextlib.suppress(Exception):
                await self.storage.say_alive()
            await asyncio.sleep(ALIVE_EVERY)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(PATIENCE / 4)
            for id in [id for id, room in self._rooms.items() if room.idle()]:
                self._rooms.pop(id).close()
            for room in self._rooms.values() if self.fanout else ():
                room.refresh_presence()

    async def find(self, id: str) -> Room:
        """The room of a game, opened if need be; BoxwoodError if there is no such game."""
        if id in self._rooms:
            return self._rooms[id]
        if id not in self._opening:
            self._opening[id] = asyncio.create_task(self._open(id))
        try:
            return await asyncio.shield(self._opening[id])
        finally:
            self._opening.pop(id, None)

    async def _open(self, id: str) -> Room:
        events = await self.storage.events(id) if id.isascii() and id.isalnum() else []
        if not events:
            raise NoSuchGame(f"there is no game at this address: {quoted(id)}")
        contest = await asyncio.to_thread(contest_of, id, events)
        room = self._rooms.setdefault(id, Room(self, contest, events))
        if self.fanout:
            await room.catch_up()  # with what others have stored while nobody here listened
        return room

    async def create(
        self, game: Game, seats: list[dict[str, Any]], clock: dict[str, Any] | None, pace: float | None
    ) -> str:
        """Store a new game and give its name."""
        data = {
            **look_of(game),
            "seats": seats,
            "clock": clock,
            "pace": pace,
        }
        while True:
            id = "".join(secrets.choice(LETTERS) for _ in range(NAME_LENGTH))
            event = Event(1, "created", time.time(), None, data)
            if await self.storage.create(id, event, clocked=clock is not None):
                self._rooms[id] = Room(self, Contest(id, event), [event])
                return id


class NoSuchGame(BoxwoodError):
    """Nobody has made a game with this address."""


def contest_of(id: str, events: list[Event]) -> Contest:
    """The contest that a log tells."""
    contest = Contest(id, events[0])
    for event in events[1:]:
        contest.apply(event)
    return contest


def look_of(game: Game) -> dict[str, Any]:
    """A game as `looks.replay` takes it."""
    return {"game": game.id, "options": game.options, "start": start_of(game), "moves": game.moves}
