"""Nothing that was confirmed is lost, whatever ends the server; and old databases are brought up to date."""

import asyncio
import contextlib
import json
import signal
import threading
import time

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config

from boxwood.server.online_game import Event
from boxwood.server.rooms import ALIVE_EVERY, Rooms
from boxwood.server.storage import Storage
from boxwood.server.tokens import Signer
from tests.server.site import ME, SECRET, Process, serving

GAMES = 100


def test_every_confirmed_move_survives_kill_9_in_the_middle_of_a_hundred_games(tmp_path):
    server = Process(tmp_path, "--workers", "1")
    games = [server.create("nim", [ME, ME], options={"matches": 99}) for _ in range(GAMES)]
    confirmed = {id: [] for id, _ in games}
    enough = threading.Semaphore(0)

    def play(id, tokens):
        with contextlib.suppress(Exception), server.sit(id, *tokens) as both:
            while True:
                move = str(1 + len(both.state["snapshot"]["moves"]) % 3)
                if both.move(move) is not None:
                    return
                confirmed[id].append(move)
                enough.release()

    threads = [threading.Thread(target=play, args=game) for game in games]
    for thread in threads:
        thread.start()
    for _ in range(10 * GAMES):
        assert enough.acquire(timeout=60)
    server.kill(signal.SIGKILL)
    for thread in threads:
        thread.join(60)
    assert min(map(len, confirmed.values())) >= 1
    server.start()
    for id, _ in games:
        moves = server.state(id)["snapshot"]["moves"]
        assert moves[: len(confirmed[id])] == confirmed[id]
        assert len(moves) <= len(confirmed[id]) + 1  # one more may have been stored, and not told any more
    with server.sit(games[0][0], *games[0][1]) as both:  # tokens hold, and the game goes on
        assert both.move("1") is None
    server.kill(signal.SIGTERM)


def test_a_dropped_visitor_goes_on_after_a_restart(tmp_path):
    with serving(tmp_path) as site:
        id, tokens = site.two_friends()
        with site.sit(id, tokens[0]) as first:
            first.move("4")
            seen = first.seq
    with serving(tmp_path) as site:
        with site.sit(id, tokens[1]) as second:
            assert second.move("5") is None
        with site.sit(id, tokens[0], since=seen) as first:
            assert [event["data"]["move"] for event in first.events] == ["5"]
            assert first.move("4") is None


def run_with_storage(path, work):
    async def main():
        storage = Storage(f"sqlite:///{path}")
        await storage.start()
        try:
            return await work(storage)
        finally:
            await storage.stop()

    return asyncio.run(main())


CLOCKED = {
    "game": "nim",
    "options": {"matches": 21},
    "start": None,
    "moves": [],
    "seats": [{"kind": "person", "player": None, "host": seat} for seat in (0, 1)],
    "clock": {"seconds": 100.0, "increment": 0.0},
    "pace": 1.0,
}


@pytest.mark.parametrize(("down", "expected"), [(1000.0, 70.0), (0.0, 60.0)], ids=["down", "up all the time"])
def test_clocks_stand_still_while_no_server_runs(tmp_path, down, expected):
    """The second player has thought for 30 s when the server goes; 10 s more if it does not."""
    now = time.time()
    moved = now - down - 30.0 - (10.0 if not down else 0.0)

    async def work(storage):
        await storage.create("abc", Event(1, "created", moved - 5.0, None, CLOCKED), clocked=True)
        await storage.append("abc", Event(2, "move", moved, 0, {"move": "1", "ply": 0}))
        seen = sa.text(f"INSERT INTO alive (id, time) VALUES (1, {now - (down or ALIVE_EVERY / 2)})")
        await storage._transact(lambda connection: connection.execute(seen))
        rooms = Rooms(storage, pool=None, signer=Signer(SECRET))
        await rooms.start()
        contest = (await rooms.find("abc")).contest
        left = contest.clock.left_at(now)
        await rooms.stop()
        return left

    left = run_with_storage(tmp_path / "games.sqlite", work)
    assert left[0] == 100.0
    assert left[1] == pytest.approx(expected, abs=0.5)


def test_a_flag_that_fell_unseen_is_found_after_a_restart(tmp_path):
    async def work(storage):
        now = time.time()
        await storage.create("abc", Event(1, "created", now - 500, None, CLOCKED), clocked=True)
        await storage.append("abc", Event(2, "move", now - 400, 0, {"move": "1", "ply": 0}))
        rooms = Rooms(storage, pool=None, signer=Signer(SECRET))
        await rooms.start()
        room = await rooms.find("abc")
        while not room.contest.over:
            await asyncio.sleep(0.01)
        result = room.contest.result
        while await storage.clocked_games():
            await asyncio.sleep(0.01)
        await rooms.stop()
        return result

    assert run_with_storage(tmp_path / "games.sqlite", work) == ("1-0", "the second player ran out of time")


def test_of_two_events_with_one_number_one_is_stored(tmp_path):
    async def work(storage):
        await storage.create("abc", Event(1, "created", 0.0, None, CLOCKED), clocked=False)
        events = [Event(2, "move", 1.0, 0, {"move": move, "ply": 0}) for move in "12"]
        stored = await asyncio.gather(*[storage.append("abc", event) for event in events])
        assert not await storage.append("abc", events[0])
        return stored, await storage.events("abc", after=1)

    stored, events = run_with_storage(tmp_path / "games.sqlite", work)
    assert sorted(stored) == [False, True]
    assert [event.data["move"] for event in events] == ["12"[stored.index(True)]]


def test_a_database_of_the_first_version_is_brought_up_to_date(tmp_path):
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'games.sqlite'}")
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", "boxwood.server:migrations")
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        connection.execute(sa.text("INSERT INTO games VALUES ('abc', 'nim', 0.0, 0)"))
        data = json.dumps(CLOCKED)
        connection.execute(sa.text("INSERT INTO events VALUES ('abc', 1, 'created', 0.0, NULL, :data)"), {"data": data})
        data = json.dumps({"move": "1", "ply": 0})
        connection.execute(sa.text("INSERT INTO events VALUES ('abc', 2, 'move', 1.0, 0, :data)"), {"data": data})
    engine.dispose()
    with serving(tmp_path) as site:
        assert site.state("abc")["snapshot"]["moves"] == ["1"]


def test_the_tables_are_as_the_migrations_make_them(tmp_path):
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from boxwood.server.storage import metadata

    run_with_storage(tmp_path / "games.sqlite", lambda storage: asyncio.sleep(0))
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'games.sqlite'}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
