"""The experiments of the five reports that Boxwood grew out of, done again: one module a report."""

import importlib
from pathlib import Path

from boxwood.core.errors import BoxwoodError
from boxwood.lab.reports.notebook import Notebook, Tell
from boxwood.lab.reports.report import Reproduction, carry_out

NAMES = ("quarto", "quoridor", "pylos", "connect4", "abalone", "race")


def reproduce(name: str, *, quick: bool = False, file: Path | None = None, tell: Tell | None = None) -> Reproduction:
    """Do the experiments of a report; what `file` holds of an earlier attempt is not done again."""
    if name not in NAMES:
        raise BoxwoodError(f"there is no report '{name}': there are {', '.join(NAMES)}")
    module = importlib.import_module(f"boxwood.lab.reports.{name}")
    return carry_out(name, module.SOURCE, module.experiments, Notebook(file, tell), quick)
