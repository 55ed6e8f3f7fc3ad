"""A tuning from its beginning to the weights that are installed, or not.

    texel, spsa            the default: first what own games teach, then what winning does
    genetic, local-search, local-search-report, spsa, texel     one method alone

Whatever comes out plays the weights it began with, from openings that no method has seen; only weights that pass
this SPRT are written to a file, by whose name players load them.
"""

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from boxwood.arena.journal import Journal
from boxwood.arena.match import PLY_CAP, Clock
from boxwood.arena.schedule import Plan
from boxwood.arena.statistics import Sprt, elo, superiority
from boxwood.arena.workers import Crew
from boxwood.core.errors import BoxwoodError
from boxwood.evaluation.weights import save_weights
from boxwood.tuning.genetic import Genetic
from boxwood.tuning.local import Improved, Report
from boxwood.tuning.spsa import Spsa
from boxwood.tuning.subject import Subject, Vector, subject
from boxwood.tuning.texel import Texel
from boxwood.tuning.trials import ROOM, Stopped, Trials

METHODS = {
    "default": ("texel", "spsa"),
    "texel": ("texel",),
    "spsa": ("spsa",),
    "genetic": ("genetic",),
    "local-search": ("local-search",),
    "local-search-report": ("local-search-report",),
}
GAUGES, FRESH = 40 * ROOM, 50 * ROOM  # where the openings of gauges and of the confirmation begin

News = dict[str, Any]


@dataclass(frozen=True)
class Settings:
    """A tuning to be done."""

    game: str
    player: str = "engine"
    method: str = "default"
    weights: tuple[str, ...] = ()  # which; none named: all
    judge: str | None = None  # the weights to begin with, if not the player's own
    variants: tuple[str, ...] = ("",)
    plies: int | None = None
    clock: Clock = field(default_factory=lambda: Clock(nodes=1000))
    ply_cap: int = PLY_CAP
    pairs: int = 1000  # for the method, Texel's games aside
    texel_pairs: int = 150
    gauge: int = 40  # pairs that tell the strength on the way; 0: none
    confirm: int = 1000  # pairs at most
    elo1: float = 20.0  # what the confirmation hopes for
    seed: int = 1
    name: str = "tuned"

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise BoxwoodError(f"'{self.method}' is not a method of tuning: there are {', '.join(METHODS)}")
        for what in ("pairs", "texel_pairs", "confirm"):
            if getattr(self, what) < 1:
                raise BoxwoodError(f"{what} {getattr(self, what)} is not possible: it is 1 or more")

    @property
    def id(self) -> str:
        """The same for the same tuning; how long its confirmation may take does not matter."""
        told = {name: value for name, value in asdict(self).items() if name not in ("confirm", "name")}
        return "tune-" + hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:12]

    def subject(self) -> Subject:
        return subject(self.game, self.player, self.weights, self.judge, self.variants[0])


class Tuning:
    """One run of it."""

    def __init__(self, settings: Settings, journal: Journal, workers: Crew) -> None:
        self.settings, self.id = settings, settings.id
        self.subject = settings.subject()
        self._journal = journal
        plan = Plan(
            settings.game,
            (self.subject.spec(), "random"),
            variants=settings.variants,
            plies=settings.plies,
            clock=settings.clock,
            ply_cap=settings.ply_cap,
            seed=settings.seed,
        )
        self.trials = Trials(self.id, plan, journal, workers)
        self.steps: list[News] = []
        self.confirmation: News | None = None

    def run(self, tell: Callable[[News], None] | None = None) -> Path | None:
        """Do what is left to do; the file of weights, if they pass."""
        self._journal.begin(self.id, "tuning", self.settings.game, self.settings.name, asdict(self.settings))
        self.trials.tell = lambda: tell(self.news("running")) if tell else None
        state = "stopped"
        try:
            vector = self.subject.origin
            self._step("start", vector, self.subject.origin)
            for place, name in enumerate(METHODS[self.settings.method]):
                for found in self._method(name).run(self.subject, self.trials, vector, place * ROOM):
                    self._step(name, found)
                vector = found
                self._step(name, vector, vector)
            path = self._confirm(vector)
            state = "finished"
            return path
        except Stopped:
            return None
        finally:
            self._journal.mark(self.id, state)
            if tell:
                tell(self.news(state))

    def _method(self, name: str) -> Any:
        settings = self.settings
        if name == "texel":
            return Texel(settings.texel_pairs, seed=settings.seed)
        if name == "spsa":
            return Spsa(settings.pairs, seed=settings.seed)
        if name == "genetic":
            made = Genetic(seed=settings.seed)
            generations = max(1, settings.pairs // (made.population // 2 * made.match))
            return Genetic(generations, seed=settings.seed)
        if name == "local-search-report":
            return Report(seed=settings.seed)
        trials = 2 * len(self.subject.names) * len(Improved().steps)
        return Improved(most=max(16, settings.pairs // trials), seed=settings.seed)

    def _step(self, method: str, vector: Vector, gauged: Vector | None = None) -> None:
        """Write down where the weights are and, at the end of a method, what they are worth."""
        number = len(self.steps)
        told: News = {"method": method, "iteration": number, "weights": self.subject.weights(vector)}
        told["units"] = {name: float(x) for name, x in zip(self.subject.names, np.asarray(vector), strict=True)}
        told["pairs"] = self.trials.played
        if gauged is not None and self.settings.gauge and number:
            one, other = self.subject.spec(gauged), self.subject.spec()
            first = GAUGES + number * self.settings.gauge
            numbers = range(first, first + self.settings.gauge)
            counts = self.trials.count([self.trials.pair(one, other, n) for n in numbers])
            told["elo"] = {"value": elo(counts).value, "error": elo(counts).error}
        self.steps.append(told)
        self._journal.note(self.id, number, told)

    def _confirm(self, vector: Vector) -> Path | None:
        """Let the new weights play the old ones, and install them if they are better."""
        settings = self.settings
        test = Sprt(0, settings.elo1, alpha=0.01, beta=0.05)
        one, other = self.subject.spec(vector), self.subject.spec()
        passed, counts = self.trials.test(one, other, test, FRESH, settings.confirm)
        gained = elo(counts)
        self.confirmation = {
            "passed": bool(passed),
            "pentanomial": counts,
            "elo": {"value": gained.value, "error": gained.error},
            "superiority": superiority(counts),
            "games": 2 * sum(counts),
        }
        told = {"method": "confirmation", "iteration": len(self.steps), "weights": self.subject.weights(vector)}
        told |= {"units": {}, "pairs": self.trials.played, "confirmation": self.confirmation}
        self._journal.note(self.id, len(self.steps), told)
        if not passed:
            return None
        path = save_weights(
            self.subject.kind,
            settings.name,
            self.subject.judge,
            self.subject.weights(vector),
            player=self.subject.player,
            method=settings.method,
            limits={name: value for name, value in asdict(settings.clock).items() if value},
            options=list(settings.variants),
            confirmation=self.confirmation,
        )
        self.confirmation["file"] = str(path)
        return path

    def news(self, state: str) -> News:
        """How it stands, as plain values."""
        return {
            "run": self.id,
            "state": state,
            "game": self.settings.game,
            "player": self.subject.player,
            "method": self.settings.method,
            "pairs": self.trials.played,
            "steps": self.steps,
            "confirmation": self.confirmation,
        }


def history(journal: Journal, run: str) -> Iterator[News]:
    """The steps of a tuning of the journal, whoever does it."""
    return iter(journal.steps(journal.run(run)["id"]))
