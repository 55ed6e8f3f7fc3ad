"""Races of algorithms over HTTP: told position by position, stopped by leaving, bounded."""

import asyncio
import json

import pytest

from boxwood.search.algorithms import EXACT
from boxwood.server import messages as m
from boxwood.server import pool as pools
from boxwood.server import race as races
from boxwood.server.pool import MOVE, Pool
from boxwood.server.race import Race
from tests.server.sleeper import main

SMALL = {"game": "nim", "depth": 4, "positions": 5}


def events(site, asked):
    """All that is told of a race."""
    with site.http.stream("POST", "/api/race", json=asked) as answer:
        assert answer.status_code == 200, answer.read()
        assert answer.headers["content-type"].startswith("text/event-stream")
        return [json.loads(line.removeprefix("data: ")) for line in answer.iter_lines() if line]


def test_a_race_is_told_position_by_position(site):
    *laps, end = events(site, SMALL)
    assert end == {"type": "end"}
    assert [(lap["done"], lap["total"]) for lap in laps] == [(number, 5) for number in range(1, 6)]
    assert len({lap["position"] for lap in laps}) == 5
    assert all(lap["agreed"] == lap["done"] for lap in laps)
    assert laps[0]["runners"] == []  # one position has no interval
    for news in (*laps, end):
        m.RaceTell.model_validate(news)


def test_the_standing_is_the_sum_of_the_laps(site):
    *laps, _ = events(site, SMALL | {"algorithms": ["minimax", "ordered"]})
    runners = laps[-1]["runners"]
    assert [runner["algorithm"] for runner in runners] == ["minimax", "alphabeta", "ordered"]
    for place, runner in enumerate(runners):
        assert runner["nodes"] == sum(lap["laps"][place]["nodes"] for lap in laps)
    minimax, alphabeta, ordered = (runner["relative_nodes"] for runner in runners)
    assert minimax["mean"] > alphabeta["mean"] == 1 > ordered["mean"]
    assert minimax["low"] < minimax["mean"] < minimax["high"]


def test_the_same_race_has_the_same_nodes(site):
    first, second = events(site, SMALL)[:-1], events(site, SMALL)[:-1]
    nodes = [[[one["nodes"] for one in lap["laps"]] for lap in race] for race in (first, second)]
    assert nodes[0] == nodes[1]
    assert [lap["position"] for lap in first] != [lap["position"] for lap in events(site, SMALL | {"seed": 2})[:-1]]


def test_options_and_evaluations_can_be_chosen(site):
    *laps, _ = events(site, SMALL | {"options": {"heaps": [1, 3, 5]}, "judge": "terminal", "positions": 2})
    assert len(laps[-1]["runners"]) == len(EXACT)


@pytest.mark.parametrize(
    ("change", "status", "complaint"),
    [
        ({"game": "chess"}, 400, "no game 'chess'"),
        ({"algorithms": ["guessing"]}, 400, "'guessing'"),
        ({"judge": "nobody"}, 400, "nobody"),
        ({"options": {"matches": "many"}}, 400, "matches"),
        ({"options": {"matches": 1}}, 400, "different positions"),
        ({"depth": 0}, 422, "depth"),
        ({"depth": 99}, 422, "depth"),
        ({"positions": 1}, 422, "positions"),
        ({"positions": 10_000}, 422, "positions"),
        ({"more": 1}, 422, "more"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_cannot_be_raced_is_explained(site, change, status, complaint):
    answer = site.http.post("/api/race", json=SMALL | change)
    assert answer.status_code == status
    assert complaint in answer.json()["detail"]
    assert "\n" not in answer.json()["detail"]


def test_a_race_is_described_for_programs(site):
    operation = site.http.get("/api/openapi.json").json()["paths"]["/api/race"]["post"]
    assert {"200", "400", "422", "429"} <= set(operation["responses"])


# What follows needs no search: a worker that sleeps, and does not listen, stands for one that thinks.


@pytest.fixture
def impatience(monkeypatch):
    monkeypatch.setattr(pools, "GRACE", 0.05)


def with_race(work, depth=0.0, positions=3):
    """Run something with a race among workers that sleep."""

    async def run():
        pool = Pool(1, work=main)
        pool.start()
        try:
            race = Race("nim", [str(place) for place in range(positions)], ("alphabeta",), "engine", depth, pool, "a")
            return await asyncio.wait_for(work(race, pool), 60)
        finally:
            await pool.stop()

    return asyncio.run(run())


async def all_of(race, pool):
    return [news async for news in race.told()]


def test_a_position_that_takes_too_long_ends_the_race(monkeypatch, impatience):
    monkeypatch.setattr(races, "LONGEST_LAP", 0.05)

    async def work(race, pool):
        (told,) = await all_of(race, pool)
        return told, await pool.run("echo", {"value": "well"}, address="b", rank=MOVE)

    told, next_job = with_race(work, depth=1000.0)
    assert told["type"] == "error"
    assert "smaller depth" in told["message"]
    assert next_job == "well"  # in a new process


def test_a_race_that_takes_too_long_ends_with_what_it_has(monkeypatch):
    monkeypatch.setattr(races, "LONGEST_RACE", 0.015)
    told = with_race(all_of, depth=0.01)
    assert [news["type"] for news in told] == ["lap", "lap", "error"]


def test_who_leaves_ends_his_race(impatience):
    async def work(race, pool):
        task = asyncio.create_task(all_of(race, pool))
        while not pool.busy():
            await asyncio.sleep(0.005)
        task.cancel()
        return await pool.run("echo", {"value": "well"}, address="b", rank=MOVE)

    assert with_race(work, depth=1000.0) == "well"


def test_others_have_their_turn_between_two_positions():
    async def work(race, pool):
        order = []

        async def runs():
            async for news in race.told():
                order.append(news["type"])

        async def other():
            order.append(await pool.run("echo", {"value": "well"}, address="b", rank=MOVE))

        task = asyncio.create_task(runs())
        while not pool.busy():
            await asyncio.sleep(0.005)
        await asyncio.gather(task, other())
        return order

    assert with_race(work, depth=0.1) == ["lap", "well", "lap", "lap", "end"]
