"""The journal: every game of every run, written as soon as it is known, and nothing else that matters.

    runs     a tournament or a tuning: its plan, when it began, how it stands
    games    one row a game, its record included; (run, a, b, opening, seed, leg) is unique, so that a pair that
             was played twice, after a crash or by two machines, is written once
    steps    what a tuning has decided, one row a step, likewise written once

SQLite by default, PostgreSQL or any other that SQLAlchemy knows by its URL.  Only the driver of a run writes.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import sqlalchemy as sql

from boxwood.arena.match import Result, pair_points
from boxwood.arena.schedule import Key, Pair
from boxwood.core.errors import BoxwoodError
from boxwood.core.paths import data_directory

_TABLES = sql.MetaData()
RUNS = sql.Table(
    "runs",
    _TABLES,
    sql.Column("id", sql.String(64), primary_key=True),
    sql.Column("kind", sql.String(16), nullable=False),  # tournament or tuning
    sql.Column("game", sql.String(64), nullable=False),
    sql.Column("name", sql.String(200), nullable=False),
    sql.Column("plan", sql.Text, nullable=False),  # as JSON
    sql.Column("state", sql.String(16), nullable=False),  # running, stopped or finished
    sql.Column("began", sql.String(32), nullable=False),
    sql.Column("changed", sql.String(32), nullable=False),
)
GAMES = sql.Table(
    "games",
    _TABLES,
    sql.Column("id", sql.Integer, primary_key=True, autoincrement=True),
    sql.Column("run", sql.String(64), nullable=False),
    sql.Column("a", sql.String(300), nullable=False),
    sql.Column("b", sql.String(300), nullable=False),
    sql.Column("opening", sql.String(500), nullable=False),
    sql.Column("seed", sql.BigInteger, nullable=False),
    sql.Column("leg", sql.SmallInteger, nullable=False),  # 0: `a` begins, 1: `b`
    sql.Column("options", sql.String(200), nullable=False),
    sql.Column("result", sql.String(8), nullable=False),
    sql.Column("reason", sql.String(300), nullable=False),
    sql.Column("record", sql.Text, nullable=False),
    sql.Column("nodes_first", sql.BigInteger, nullable=False),  # of the player who began
    sql.Column("nodes_second", sql.BigInteger, nullable=False),
    sql.Column("seconds_first", sql.Float, nullable=False),
    sql.Column("seconds_second", sql.Float, nullable=False),
    sql.Column("moves_first", sql.Integer, nullable=False),
    sql.Column("moves_second", sql.Integer, nullable=False),
    sql.UniqueConstraint("run", "a", "b", "opening", "seed", "leg", name="one_game"),
)
STEPS = sql.Table(
    "steps",
    _TABLES,
    sql.Column("run", sql.String(64), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("told", sql.Text, nullable=False),  # as JSON
)


@dataclass(frozen=True)
class Played:
    """A game of the journal."""

    id: int
    a: str
    b: str
    opening: str
    seed: int
    leg: int
    options: str
    result: Result

    @property
    def key(self) -> Key:
        return self.a, self.b, self.opening, self.seed

    @property
    def players(self) -> tuple[str, str]:
        """Who began, who came second."""
        return (self.a, self.b) if self.leg == 0 else (self.b, self.a)


def default_journal() -> str:
    """The journal of this user."""
    return str(data_directory("arena") / "journal.sqlite")


class Journal:
    """A file of SQLite, or a database by its URL."""

    def __init__(self, where: str | Path) -> None:
        url = str(where)
        if "://" not in url:
            path = Path(url).expanduser().absolute()
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise BoxwoodError(f"{where} cannot be written: {error.strerror}") from None
            url = f"sqlite:///{path}"
        url = url.replace("postgresql://", "postgresql+psycopg://")  # the driver of the extra `postgres`
        try:
            self._engine = sql.create_engine(url)
            if self._engine.dialect.name == "sqlite":
                sql.event.listen(self._engine, "connect", _tune_sqlite)
            _TABLES.create_all(self._engine)
        except (sql.exc.SQLAlchemyError, ImportError) as error:
            raise BoxwoodError(f"the journal {where} cannot be opened: {_gist(error)}") from None

    def close(self) -> None:
        self._engine.dispose()

    def __enter__(self) -> "Journal":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def begin(self, run: str, kind: str, game: str, name: str, plan: dict[str, Any]) -> None:
        """Open a run, or go on with it."""
        now, told = _now(), json.dumps(plan)
        row = {"id": run, "kind": kind, "game": game, "name": name, "plan": told, "state": "running"}
        with self._engine.begin() as connection:
            connection.execute(self._insert(RUNS), [row | {"began": now, "changed": now}])
            connection.execute(RUNS.update().where(RUNS.c.id == run).values(plan=told, state="running", changed=now))

    def mark(self, run: str, state: str) -> None:
        """Say how a run stands: running, stopped or finished."""
        with self._engine.begin() as connection:
            connection.execute(RUNS.update().where(RUNS.c.id == run).values(state=state, changed=_now()))

    def runs(self, kind: str | None = None) -> list[dict[str, Any]]:
        """All runs, the latest first, each with the number of its games."""
        games = sql.select(GAMES.c.run, sql.func.count().label("games")).group_by(GAMES.c.run).subquery()
        query = sql.select(RUNS, sql.func.coalesce(games.c.games, 0).label("games")).outerjoin(
            games, games.c.run == RUNS.c.id
        )
        if kind is not None:
            query = query.where(RUNS.c.kind == kind)
        with self._engine.connect() as connection:
            rows = connection.execute(query.order_by(RUNS.c.changed.desc())).mappings()
            return [{**row, "plan": json.loads(row["plan"])} for row in rows]

    def run(self, id: str) -> dict[str, Any]:
        """One run, by its id or the beginning of it."""
        found = [run for run in self.runs() if run["id"].startswith(id)] if id else []
        if len(found) != 1:
            raise BoxwoodError(f"there is no run '{id}'" if not found else f"several runs begin with '{id}'")
        return found[0]

    def remove(self, run: str) -> None:
        """Forget a run and all of its games."""
        with self._engine.begin() as connection:
            for table, column in ((GAMES, GAMES.c.run), (STEPS, STEPS.c.run), (RUNS, RUNS.c.id)):
                connection.execute(table.delete().where(column == run))

    def add(self, run: str, pairs: Iterable[tuple[Pair, tuple[Result, Result]]]) -> None:
        """Write pairs of games down; those that are there already stay as they are."""
        rows = [
            _row(run, pair, leg, result)
            for pair, results in pairs
            for leg, result in enumerate(results)
        ]  # fmt: skip
        if rows:
            with self._engine.begin() as connection:
                connection.execute(self._insert(GAMES), rows)

    def games(self, run: str, after: int = 0) -> list[Played]:
        """The games of a run in the order in which they were written, those after a game of this id."""
        query = GAMES.select().where(GAMES.c.run == run, GAMES.c.id > after).order_by(GAMES.c.id)
        with self._engine.connect() as connection:
            return [_played(row) for row in connection.execute(query).mappings()]

    def points(self, run: str) -> dict[Key, float]:
        """The points of `a` in each pair of a run, 0 to 2."""
        first: dict[Key, Result] = {}
        points: dict[Key, float] = {}
        for game in self.games(run):
            if game.key in first:
                legs = (first[game.key], game.result) if game.leg else (game.result, first[game.key])
                points[game.key] = pair_points(*legs)
            first[game.key] = game.result
        return points

    def record(self, game: int) -> str:
        """The record of one game, by its id."""
        with self._engine.connect() as connection:
            record = connection.execute(sql.select(GAMES.c.record).where(GAMES.c.id == game)).scalar()
        if record is None:
            raise BoxwoodError(f"there is no game {game} in the journal")
        return str(record)

    def records(self, game: str) -> Iterable[tuple[str, str]]:
        """Result and record of all games of a kind, whatever run they belong to."""
        query = sql.select(GAMES.c.result, GAMES.c.record).join(RUNS, RUNS.c.id == GAMES.c.run)
        with self._engine.connect() as connection:
            for result, record in connection.execute(query.where(RUNS.c.game == game).order_by(GAMES.c.id)):
                yield str(result), str(record)

    def note(self, run: str, number: int, told: dict[str, Any]) -> None:
        """Write down a step of a tuning; one that is there already stays as it is."""
        with self._engine.begin() as connection:
            connection.execute(self._insert(STEPS), [{"run": run, "number": number, "told": json.dumps(told)}])

    def steps(self, run: str) -> list[dict[str, Any]]:
        """What a tuning has decided so far."""
        query = sql.select(STEPS.c.told).where(STEPS.c.run == run).order_by(STEPS.c.number)
        with self._engine.connect() as connection:
            return [json.loads(told) for told in connection.execute(query).scalars()]

    def _insert(self, table: sql.Table) -> Any:
        """Insert what is not there yet."""
        if self._engine.dialect.name == "postgresql":
            from sqlalchemy.dialects.postgresql import insert as postgresql_insert

            return postgresql_insert(table).on_conflict_do_nothing()
        return table.insert().prefix_with("OR IGNORE", dialect="sqlite").prefix_with("IGNORE", dialect="mysql")


def _tune_sqlite(connection: Any, _: Any) -> None:
    # Readers, such as a web page, do not wait for the driver, nor it for them.
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=NORMAL")
    connection.execute("PRAGMA busy_timeout=10000")


def _row(run: str, pair: Pair, leg: int, result: Result) -> dict[str, Any]:
    told: dict[str, Any] = {"run": run, "a": pair.a, "b": pair.b, "opening": pair.opening.text, "seed": pair.seed}
    told |= {"leg": leg, "options": pair.opening.options, "result": result.result, "reason": result.reason[:300]}
    told["record"] = result.record
    for name in ("nodes", "seconds", "moves"):
        told[f"{name}_first"], told[f"{name}_second"] = getattr(result, name)
    return told


def _played(row: Any) -> Played:
    used: list[Any] = [(row[f"{name}_first"], row[f"{name}_second"]) for name in ("nodes", "seconds", "moves")]
    result = Result(row["result"], row["reason"], row["record"], *used)
    return Played(row["id"], row["a"], row["b"], row["opening"], row["seed"], row["leg"], row["options"], result)


def complete(games: Sequence[Played]) -> dict[Key, tuple[Played, Played]]:
    """The pairs of which both games are there, in the order in which they were completed."""
    seen: dict[Key, dict[int, Played]] = {}
    pairs: dict[Key, tuple[Played, Played]] = {}
    for game in games:
        legs = seen.setdefault(game.key, {})
        legs[game.leg] = game
        if len(legs) == 2:
            pairs[game.key] = legs[0], legs[1]
    return pairs


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _gist(error: Exception) -> str:
    return " ".join(str(getattr(error, "orig", None) or error).split())[:200]
