"""Whatever is killed with -9 while a tournament goes on, nothing is lost and nothing is counted twice."""

import os
import signal
import subprocess
import sys

import pytest

from boxwood.arena.journal import Journal, complete
from boxwood.arena.match import Clock
from boxwood.arena.schedule import Plan
from boxwood.arena.tournament import Tournament
from boxwood.arena.workers import Cluster, Crew
from tests.arena.cluster import kill, local_cluster, wait_until

PLAN = Plan("connect4", ("random", "novice"), pairs=60, clock=Clock())


@pytest.fixture
def file(tmp_path):
    return tmp_path / "journal.sqlite"


def check(file, before=()):
    """Every pair is there, once; what was there before is unchanged; the sums are those of the games."""
    with Journal(file) as journal:
        games = journal.games(PLAN.id)
        assert len(games) == 2 * PLAN.pairs
        assert complete(games).keys() == {pair.key for pair in PLAN.batch({})}
        assert {game.id: game for game in before}.items() <= {game.id: game for game in games}.items()
        assert len(journal.points(PLAN.id)) == PLAN.pairs


def run(file, workers, *accidents):
    """Play the tournament; each accident happens a few pairs after the one before."""
    with Journal(file) as journal, workers:
        tournament, waiting = Tournament(PLAN, journal, workers), list(accidents)
        tournament._told = -1e9

        def tell(news):
            tournament._told = -1e9  # be told of every pair
            if waiting and news["done"] >= 8 * (len(accidents) - len(waiting) + 1):
                waiting.pop(0)()

        assert tournament.run(tell)
        assert not waiting
        assert tournament.standing.pairs == PLAN.pairs
        assert tournament.failures == []


def processes(workers):
    return list(workers._executor._processes)


def test_a_worker_and_then_all_workers_are_killed(file):
    workers = Crew(2)

    def one():
        os.kill(processes(workers)[0], signal.SIGKILL)

    def all_of_them():
        for process in processes(workers):
            os.kill(process, signal.SIGKILL)

    run(file, workers, one, all_of_them)
    check(file)


def test_the_driver_is_killed_and_run_again(file):
    pairs = 600  # so many that it is not over before it is killed
    arguments = ["tournament", "--game", "connect4", "--players", "random,novice", "--pairs", str(pairs)]
    call = [sys.executable, "-m", "boxwood", *arguments, "--nodes", "1", "--journal", str(file), "--workers", "2"]
    driver = subprocess.Popen(call, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with Journal(file) as journal:
        wait_until(lambda: journal.runs() and journal.runs()[0]["games"] >= 8)
        children = _children(driver.pid)
        kill(driver)
        wait_until(lambda: not any(_alive(child) for child in children))  # nobody goes on without it
        run_id = journal.runs()[0]["id"]
        before = journal.games(run_id)
        assert len(before) < 2 * pairs
        assert subprocess.run(call, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode == 0
        games = journal.games(run_id)
        assert games[: len(before)] == before
        assert len(complete(games)) == pairs == len(games) / 2
        assert journal.run(run_id)["state"] == "finished"


def test_workers_and_the_scheduler_of_a_cluster_are_killed(file, monkeypatch):
    monkeypatch.setenv("DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT", "5s")
    with local_cluster() as cluster:

        def one():
            kill(cluster.workers[0])

        def the_other():
            kill(cluster.workers[1])
            cluster.start_worker()

        def the_scheduler():
            kill(cluster.scheduler)
            cluster.start_scheduler()
            cluster.start_worker()

        run(file, Cluster(cluster.address), one, the_other, the_scheduler)
    check(file)


def test_a_client_that_cannot_even_be_closed_is_let_go(monkeypatch):
    def broken(client, timeout):
        raise RuntimeError("ConnectionPool is closed")

    with local_cluster() as cluster:
        crew = Cluster(cluster.address)
        client = crew._client
        with monkeypatch.context() as patch:
            patch.setattr(type(client), "close", broken)
            crew.close()
        client.close()


def test_when_the_cluster_is_gone_for_good_the_games_are_kept_and_go_on_elsewhere(file, monkeypatch):
    monkeypatch.setattr("boxwood.arena.workers.RECONNECT", 0.0)
    with local_cluster() as cluster, pytest.raises(ValueError, match="does not answer"):
        run(file, Cluster(cluster.address), lambda: kill(cluster.scheduler))
    with Journal(file) as journal:
        before = journal.games(PLAN.id)
        assert journal.run(PLAN.id)["state"] == "stopped"
    assert 0 < len(before) < 2 * PLAN.pairs
    run(file, Crew(2))
    check(file, before)


def _children(parent):
    """The processes that a process has started."""
    found = []
    for entry in os.listdir("/proc") if os.path.isdir("/proc") else []:  # noqa: PTH112, PTH208
        try:
            with open(f"/proc/{entry}/stat") as stat:  # noqa: PTH123
                fields = stat.read().rpartition(")")[2].split()
        except (OSError, ValueError):
            continue
        if entry.isdigit() and int(fields[1]) == parent:
            found.append(int(entry))
    return found


def _alive(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
