"""The experiments of the reports that Boxwood grew out of, done again: one in the folder of each game that has one.

A game's `report.py` has SOURCE, `experiments(notebook, quick)` and, if there are figures, `charts(result)`.
"""

from pathlib import Path
from types import ModuleType

from boxwood.core.errors import BoxwoodError
from boxwood.games import find
from boxwood.games import names as games
from boxwood.lab.reports import race
from boxwood.lab.reports.notebook import Notebook, Tell
from boxwood.lab.reports.report import Reproduction, carry_out

RACE = "race"  # the one that is about all games


def names() -> list[str]:
    """The reports that there are."""
    return [*(game for game in games() if find(game).part("report", "experiments")), RACE]


def report_of(name: str) -> ModuleType:
    """The module of a report."""
    if name not in names():
        raise BoxwoodError(f"there is no report '{name}': there are {', '.join(names())}")
    if name == RACE:
        return race
    import sys

    return sys.modules[find(name).part("report", "experiments").__module__]


def reproduce(name: str, *, quick: bool = False, file: Path | None = None, tell: Tell | None = None) -> Reproduction:
    """Do the experiments of a report; what `file` holds of an earlier attempt is not done again."""
    report = report_of(name)
    return carry_out(name, report.SOURCE, report.experiments, Notebook(file, tell), quick)
