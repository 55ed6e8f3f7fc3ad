"""The engine workers: who goes first, and what happens to those that die or do not listen."""

import asyncio

import pytest

from boxwood.server import pool as pools
from boxwood.server.pool import ADVICE, ANALYSIS, MOVE, Busy, Failed, Pool
from tests.server.sleeper import main

FOREVER = 1000.0


def with_pool(work, size=1, **settings):
    """Run something with a pool of workers that only sleep."""

    async def run():
        pool = Pool(size, work=main, **settings)
        pool.start()
        try:
            return await asyncio.wait_for(work(pool), 60)
        finally:
            await pool.stop()

    return asyncio.run(run())


def echo(pool, value, address="a", rank=MOVE):
    return asyncio.create_task(pool.run("echo", {"value": value}, address=address, rank=rank))


def analysis(pool, address="a", seconds=FOREVER, news=lambda value: None):
    arguments = {"seconds": seconds}
    return asyncio.create_task(pool.run("analyse", arguments, address=address, rank=ANALYSIS, news=news))


async def until(holds):
    while not holds():
        await asyncio.sleep(0.005)


def test_jobs_are_answered():
    async def work(pool):
        return await asyncio.gather(*[echo(pool, value) for value in range(20)])

    assert with_pool(work, size=2) == list(range(20))


def test_a_job_whose_worker_dies_is_done_again(tmp_path):
    async def work(pool):
        arguments = {"folder": str(tmp_path / "died")}
        return await pool.run("die once", arguments, address="a", rank=MOVE)

    assert with_pool(work) == "alive"


def test_a_job_that_kills_every_worker_fails_and_others_go_on():
    async def work(pool):
        with pytest.raises(Failed):
            await pool.run("die", {}, address="a", rank=MOVE)
        return await echo(pool, "well")

    assert with_pool(work) == "well"


def test_errors_are_passed_on():
    async def work(pool):
        with pytest.raises(Failed, match="it cannot be done"):
            await pool.run("fail", {}, address="a", rank=MOVE)

    with_pool(work)


def test_a_job_that_nobody_wants_any_more_is_stopped():
    async def work(pool):
        task = analysis(pool)
        await until(pool.busy)
        task.cancel()
        await until(lambda: not pool.busy())
        return await echo(pool, "next")

    assert with_pool(work) == "next"


def test_a_worker_that_does_not_listen_is_replaced(monkeypatch):
    monkeypatch.setattr(pools, "GRACE", 0.1)

    async def work(pool):
        task = asyncio.create_task(pool.run("deaf", {}, address="a", rank=MOVE))
        await until(pool.busy)
        task.cancel()
        return await echo(pool, "heard")

    assert with_pool(work) == "heard"


def test_a_worker_that_takes_too_long_is_replaced(monkeypatch):
    monkeypatch.setattr(pools, "LONGEST", 0.1)

    async def work(pool):
        with pytest.raises(Failed):
            await pool.run("deaf", {}, address="a", rank=MOVE)
        monkeypatch.undo()
        return await echo(pool, "next")

    assert with_pool(work) == "next"


def test_a_move_does_not_wait_for_an_analysis_which_goes_on_later():
    async def work(pool):
        told = []
        task = analysis(pool, news=told.append)
        await until(lambda: told)
        assert await echo(pool, "moved", address="b") == "moved"
        await until(lambda: len(told) >= 3)  # begun, interrupted, begun again
        assert told[-1]["seconds"] < FOREVER
        assert not task.done()
        task.cancel()

    with_pool(work)


def test_an_analysis_makes_room_for_one_of_another_visitor(monkeypatch):
    monkeypatch.setattr(pools, "LEAST_SLICE", 0.05)

    async def work(pool):
        heard = {"a": [], "b": []}
        tasks = [analysis(pool, address, news=heard[address].append) for address in "ab"]
        await until(lambda: len(heard["a"]) >= 3 and len(heard["b"]) >= 1)
        for task in tasks:
            task.cancel()

    with_pool(work)


def test_who_has_had_least_goes_first():
    async def work(pool):
        order = []

        async def ask(name, address):
            await pool.run("echo", {"value": name}, address=address, rank=ADVICE)
            order.append(name)

        blocker = asyncio.create_task(pool.run("analyse", {"seconds": 0.3}, address="greedy", rank=ADVICE))
        await until(pool.busy)
        tasks = [asyncio.create_task(ask(f"greedy {number}", "greedy")) for number in range(10)]
        tasks.append(asyncio.create_task(ask("modest", "modest")))
        await asyncio.gather(blocker, *tasks)
        return order

    assert with_pool(work)[0] == "modest"


def test_one_visitor_has_not_all_workers():
    async def work(pool):
        greedy = [asyncio.create_task(pool.run("deaf", {}, address="greedy", rank=MOVE)) for _ in range(5)]
        await until(pool.busy)
        assert await echo(pool, "served", address="modest") == "served"
        assert pool.busy() == 1
        for task in greedy:
            task.cancel()

    with_pool(work, size=2, most_running=1)


def test_one_visitor_may_not_ask_without_end():
    async def work(pool):
        tasks = [analysis(pool) for _ in range(4)]
        await until(pool.busy)
        with pytest.raises(Busy):
            await echo(pool, "too much")
        assert await echo(pool, "fine", address="b") == "fine"
        for task in tasks:
            task.cancel()

    with_pool(work, most_waiting=3)
