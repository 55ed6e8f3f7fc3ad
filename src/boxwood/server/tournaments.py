"""Tournaments for the page: those in the journal of `boxwood tournament`, and one that is played now."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from boxwood.core.errors import BoxwoodError
from boxwood.games import find
from boxwood.server import messages as m
from boxwood.server.snapshot import check_spec

if TYPE_CHECKING:
    from boxwood.arena.tournament import Handle


class Tournaments:
    """The journal, and the tournament that is being played, if there is one."""

    def __init__(self) -> None:
        self._handle: Handle | None = None

    def runs(self) -> list[dict[str, Any]]:
        """All tournaments, the latest first."""
        from boxwood.arena.journal import Journal, default_journal

        with Journal(default_journal()) as journal:
            return [_told(run, self.playing(run["id"])) for run in journal.runs("tournament")]

    def playing(self, id: str) -> bool:
        return self._handle is not None and self._handle.id == id and not self._handle.join(0)

    def standing(self, id: str) -> dict[str, Any]:
        """How a tournament stands."""
        from boxwood.arena.journal import Journal, default_journal
        from boxwood.arena.tournament import standing

        if self._handle is not None and self.playing(id):
            return self._handle.news
        with Journal(default_journal()) as journal:
            told = standing(journal, id)
        state = "stopped" if told["state"] == "running" else told["state"]  # its process has ended
        return told | {"state": state, "done": told["pairs"], "total": told["total_pairs"]}

    def begin(self, asked: m.NewTournament) -> str:
        """Start a tournament, or go on with it."""
        from boxwood.arena.journal import default_journal
        from boxwood.arena.match import Clock
        from boxwood.arena.schedule import Plan
        from boxwood.arena.tournament import start

        kind = find(asked.game)
        for player in asked.players:
            check_spec(player, kind)
        if self._handle is not None and not self._handle.join(0):
            raise BoxwoodError("a tournament is being played: stop it first")
        plan = Plan(
            kind.id,
            tuple(asked.players),
            asked.pairs,
            asked.form,
            variants=tuple(asked.variants),
            clock=Clock(per_move=asked.seconds),
            name=asked.name,
        )
        self._handle = start(plan, default_journal())
        return plan.id

    def stop(self, id: str) -> None:
        if self._handle is not None and self._handle.id == id:
            self._handle.stop()

    def close(self) -> None:
        """End what is being played; the journal keeps it."""
        if self._handle is not None:
            self._handle.stop()
            self._handle.join(5.0)

    def subscribe(self, id: str, tell: Callable[[dict[str, Any]], None]) -> Callable[[], None] | None:
        """Be told of a tournament that is being played, from another thread."""
        return self._handle.subscribe(tell) if self._handle is not None and self.playing(id) else None


def _told(run: dict[str, Any], playing: bool) -> dict[str, Any]:
    state = "running" if playing else "stopped" if run["state"] == "running" else run["state"]
    told = {name: run[name] for name in ("id", "name", "game", "began", "changed", "games")}
    return told | {"state": state, "players": run["plan"].get("players", [])}
