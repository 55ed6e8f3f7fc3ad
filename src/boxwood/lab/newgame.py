"""Writes the skeleton of a game of one's own: a package with one class that works, its test and its entry point."""

import keyword
import re
from importlib.resources import files
from pathlib import Path
from string import Template

from boxwood.core.errors import BoxwoodError
from boxwood.games import names

TARGET = 21  # of the small game that the skeleton is


def write_skeleton(folder: Path) -> list[Path]:
    """Write the files of a new game into a folder, whose name is the game's; the files written."""
    id = folder.name.lower()
    if not re.fullmatch(r"[a-z][a-z0-9]*", id) or keyword.iskeyword(id):
        raise BoxwoodError(f"'{folder.name}' is not the name of a game: letters and digits, like dodgem")
    if id in names():
        raise BoxwoodError(f"there is a game {id} already: choose another name")
    module = f"{id}_game"
    targets = {
        "game.py": folder / f"{module}.py",
        "test_game.py": folder / f"test_{module}.py",
        "pyproject.toml": folder / "pyproject.toml",
        "README.md": folder / "README.md",
    }
    for file in targets.values():
        if file.exists():
            raise BoxwoodError(f"{file} is there already: nothing was written")
    values = {"id": id, "title": id.capitalize(), "cls": id.capitalize(), "module": module, "target": str(TARGET)}
    folder.mkdir(parents=True, exist_ok=True)
    for name, file in targets.items():
        text = (files("boxwood.lab") / "skeleton" / f"{name}.txt").read_text(encoding="utf-8")
        file.write_text(Template(text).substitute(values), encoding="utf-8")
    return list(targets.values())
