"""The journal in PostgreSQL, where there is one to try it with."""

import pytest

from boxwood.arena.journal import Journal, complete
from boxwood.arena.match import Clock, Result
from boxwood.arena.schedule import Plan
from tests.server.postgres import postgres, programs

pytest.importorskip("psycopg")
pytestmark = pytest.mark.skipif(programs() is None, reason="there is no PostgreSQL on this machine")


def test_a_pair_written_twice_counts_once_there_too():
    plan = Plan("nim", ("random", "novice"), pairs=3, clock=Clock())
    won = Result("1-0", "over", '[Game "nim"]\n\n1 1 1-0\n', (1, 2), (0.1, 0.2), (1, 1))
    with postgres() as url:
        with Journal(url) as journal:
            for _ in range(2):
                journal.begin(plan.id, "tournament", "nim", "", plan.as_json())
                journal.add(plan.id, [(pair, (won, won)) for pair in plan.batch({})])
                journal.note(plan.id, 0, {"weights": {"a": 1}})
            journal.mark(plan.id, "finished")
        with Journal(url) as journal:
            games = journal.games(plan.id)
            assert len(games) == 6
            assert len(complete(games)) == 3
            assert journal.record(games[0].id) == won.record
            assert [(run["state"], run["games"]) for run in journal.runs()] == [("finished", 6)]
            assert journal.steps(plan.id) == [{"weights": {"a": 1}}]
