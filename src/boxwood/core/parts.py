"""A game is a folder: what lies in it, and how the general layers find it.

    rules.py         the class of states under `@game`: all that a game must have
    evaluation.py    EVALUATORS, by name; "engine" is the strongest
    levels.py        LEVELS of the engine
    players.py       PLAYERS that play this game alone
    picture.py       draw(state, last), the board as SVG; paths(state), ways to draw over it
    solver.py        new_solver(options, afresh=False); build_table and build_book make what it uses
    bench.py         BENCH, what `boxwood bench` searches; RACE_DEPTH, how deep algorithms race
    report.py        SOURCE and experiments of a report that is done again
    weights/*.json   weights by name
    data/            openings.book, and whatever else its solver keeps

Only `rules.py` must be there.  A file may be a package (`solver/`).  What lies further down in this list may
know what lies further up, never the other way round.  A game of a single module, whatever its name, has all
of it in that module.
"""

import importlib
from importlib.util import find_spec
from typing import Any

RULES = "rules"


def find_part(home: str, file: str, name: str, default: Any = None) -> Any:
    """What a game whose states are declared in the module `home` offers under this name in this file."""
    package, _, last = home.rpartition(".")
    module = f"{package}.{file}" if package and last == RULES else home
    if module != home and find_spec(module) is None:
        return default
    return getattr(importlib.import_module(module), name, default)
