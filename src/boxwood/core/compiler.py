"""Compiled entry functions, and where their machine code is kept between runs.

Numba keeps compiled code in files, but only looks at the file of the entry function itself to tell
whether they are stale.  So each entry's code goes into a directory named by a hash of Numba's version
and of every source file that it can reach: its own, those of the classes it is compiled for, and all
that these import from Boxwood.

    <user cache>/boxwood/compiled/<hash>/...

An edit to any of them gives another name; directories that nobody has used for a month are removed.
"""

import functools
import hashlib
import inspect
import os
import re
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba

from boxwood.core import bridge

PACKAGE = Path(__file__).resolve().parent.parent
UNUSED_DAYS = 30


def cache_root() -> Path:
    """Where compiled code is kept; BOXWOOD_CACHE_DIR overrides the user's cache directory."""
    given = os.environ.get("BOXWOOD_CACHE_DIR")
    if given:
        return Path(given) / "compiled"
    import platformdirs

    return Path(platformdirs.user_cache_dir("boxwood", appauthor=False)) / "compiled"


_IMPORT = re.compile(r"^\s*(?:from\s+(boxwood[\w.]*)\s+import\s+(\([^)]*\)|[^\n]*)|import\s+(boxwood[\w.]*))", re.M)


@functools.cache
def _imported(file: Path) -> frozenset[Path]:
    """The files of Boxwood that a source file imports, at its top or anywhere else."""
    names = set()
    for package, things, module in _IMPORT.findall(file.read_text(encoding="utf-8")):
        names.add(package or module)
        names |= {f"{package}.{thing}" for thing in re.findall(r"\w+", things)}
    found = set()
    for name in names:
        path = PACKAGE.parent.joinpath(*name.split("."))
        found |= {path.with_suffix(".py"), path / "__init__.py"}
    return frozenset(path for path in found if path.is_file())


def reachable(*files: Path) -> set[Path]:
    """These source files and all of Boxwood that they reach."""
    found: set[Path] = set()
    pending = list(files)
    while pending:
        file = pending.pop()
        if file not in found:
            found.add(file)
            pending += _imported(file)
    return found


@functools.cache
def cache_directory(*things: Any) -> Path | None:
    """The directory for code made of these functions and classes; None if one has no source file."""
    try:
        own = [Path(inspect.getsourcefile(thing) or "").resolve(strict=True) for thing in things]
        # A game from elsewhere may have its helpers beside it.
        beside = [file for path in own if PACKAGE not in path.parents for file in path.parent.glob("*.py")]
        digest = hashlib.sha256(f"numba {numba.__version__}".encode())
        for file in sorted(reachable(*own, *beside, PACKAGE / "core" / "intrinsics.py")):
            digest.update(str(file.name).encode() + b"\0" + file.read_bytes() + b"\0")
    except (OSError, TypeError, UnicodeDecodeError):
        return None
    directory = cache_root() / digest.hexdigest()[:20]
    try:
        if not directory.is_dir():
            _remove_unused(directory.parent)
            directory.mkdir(parents=True, exist_ok=True)
        os.utime(directory)
    except OSError:
        return None  # no place to write: compile anew each time
    return directory


def _remove_unused(root: Path) -> None:
    oldest = time.time() - UNUSED_DAYS * 86400
    for directory in root.glob("*") if root.is_dir() else ():
        if directory.stat().st_mtime < oldest:
            shutil.rmtree(directory, ignore_errors=True)


def entry(function: Callable[..., Any], *classes: type[Any]) -> Any:
    """Compile a function that Python calls, for states (and evaluators) of these classes.

    It releases the GIL while it runs.  Only entries are kept on disk; what they call is inside them.
    """
    return _compiled(function, classes)


@functools.cache
def _compiled(function: Any, classes: Any) -> Any:
    bridge.activate()
    directory = cache_directory(function, *classes)
    if directory is None:
        return numba.njit(nogil=True)(function)
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(directory)
    try:
        return numba.njit(nogil=True, cache=True)(function)
    finally:
        numba.config.CACHE_DIR = before


def without_dispatch(compiled: Any) -> Any:
    """An entry that has been called, without the look at its arguments' types that each call costs.

    An entry is compiled for one set of types, and whoever calls it keeps to them.
    """
    results = list(compiled.overloads.values())
    return results[0].entry_point if len(results) == 1 else compiled
