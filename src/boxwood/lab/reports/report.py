"""What a reproduced report is: its experiments done again, theirs and ours side by side, and where it was done.

    reproduction = reproduce("quarto", quick=True)
    print(reproduction.markdown())

An experiment has a verdict, one sentence that says where the two differ and why.
"""

import platform
import subprocess
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import boxwood
from boxwood.lab.reports.notebook import Notebook


@dataclass(frozen=True)
class Grid:
    """A table: its headings, and rows of as many cells."""

    headings: list[str]
    rows: list[list[str]]

    def markdown(self) -> str:
        lines = [self.headings, ["---"] * len(self.headings), *self.rows]
        return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


@dataclass(frozen=True)
class Experiment:
    """One table, figure or claim of a report."""

    title: str
    about: str  # what is done, and with how many games
    theirs: Grid | None  # None: the report says it in words only
    ours: Grid
    verdict: str  # where they differ and why
    data: dict[str, Any] = field(default_factory=dict)  # what figures are drawn from

    def markdown(self) -> str:
        theirs = ["**Theirs**", self.theirs.markdown()] if self.theirs else []
        parts = [f"### {self.title}", self.about, *theirs, "**Ours**", self.ours.markdown(), self.verdict]
        return "\n\n".join(parts)


@dataclass(frozen=True)
class Reproduction:
    """A report's experiments, done on one day on one machine."""

    name: str
    source: str
    experiments: list[Experiment]
    quick: bool
    date: str
    commit: str
    machine: str

    def as_json(self) -> dict[str, Any]:
        """Plain values, for a file."""
        return asdict(self)

    @staticmethod
    def from_json(told: dict[str, Any]) -> "Reproduction":
        """What `as_json` gave."""
        experiments = [
            Experiment(**{**each, "theirs": each["theirs"] and Grid(**each["theirs"]), "ours": Grid(**each["ours"])})
            for each in told["experiments"]
        ]
        return Reproduction(**{**told, "experiments": experiments})

    def markdown(self) -> str:
        """The tables and verdicts, and where they were made."""
        size = " with few games, to try it out" if self.quick else ""
        made = f"Done{size} on {self.date} with {self.commit} on {self.machine}."
        return "\n\n".join([*(each.markdown() for each in self.experiments), made]) + "\n"


Experimenter = Callable[[Notebook, bool], list[Experiment]]  # the results known already, and whether to be quick


def carry_out(name: str, source: str, experiments: Experimenter, notebook: Notebook, quick: bool) -> Reproduction:
    """Do all experiments of a report."""
    found = experiments(notebook, quick)
    return Reproduction(name, source, found, quick, today(), commit(), machine())


def today() -> str:
    return datetime.now(UTC).date().isoformat()


def commit() -> str:
    """The commit that the package is at, or its version where there is no repository."""
    folder = Path(boxwood.__file__).parent
    try:
        ask = ["git", "describe", "--always", "--abbrev=10", "--exclude=*"]
        told = subprocess.run(ask, cwd=folder, capture_output=True, text=True, check=True)
        return f"commit {told.stdout.strip()}"
    except (OSError, subprocess.CalledProcessError):
        from importlib.metadata import version

        return f"version {version('boxwood')}"


def machine() -> str:
    """What it ran on: processor, system, Python."""
    return f"{_processor()}, {platform.system()}, Python {platform.python_version()}"


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
