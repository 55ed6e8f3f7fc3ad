"""Compiled entry functions, and where their machine code is kept between runs.

Numba keeps compiled code in files, but only looks at the file of the entry function itself to tell
whether they are stale.  So each set of sources gets a directory of its own, named by a hash of all
sources that are ever compiled, of Numba's version and, for a game from elsewhere, of its file:

    <user cache>/boxwood/compiled/<hash>/...

An edit anywhere gives another name; directories that nobody has used for a month are removed.
"""

import functools
import hashlib
import inspect
import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba

from boxwood.core import bridge

PACKAGE = Path(__file__).resolve().parent.parent
LAYERS = ("core", "games", "evaluation", "search", "solvers")  # all that is ever compiled
UNUSED_DAYS = 30


def cache_root() -> Path:
    """Where compiled code is kept; BOXWOOD_CACHE_DIR overrides the user's cache directory."""
    given = os.environ.get("BOXWOOD_CACHE_DIR")
    if given:
        return Path(given) / "compiled"
    import platformdirs

    return Path(platformdirs.user_cache_dir("boxwood", appauthor=False)) / "compiled"


@functools.cache
def _package_digest() -> bytes:
    digest = hashlib.sha256(f"numba {numba.__version__}".encode())
    for layer in LAYERS:
        for file in sorted((PACKAGE / layer).rglob("*.py")):
            digest.update(str(file.relative_to(PACKAGE)).encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.digest()


@functools.cache
def cache_directory(*classes: type) -> Path | None:
    """The directory for code specialised for these classes; None if a class has no source file."""
    digest = hashlib.sha256(_package_digest())
    for cls in classes:
        if cls.__module__.partition(".")[0] == "boxwood":
            continue
        try:
            file = Path(inspect.getsourcefile(cls) or "")
            digest.update(file.read_bytes())
        except (OSError, TypeError):
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
    directory = cache_directory(*classes)
    if directory is None:
        return numba.njit(nogil=True)(function)
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(directory)
    try:
        return numba.njit(nogil=True, cache=True)(function)
    finally:
        numba.config.CACHE_DIR = before
