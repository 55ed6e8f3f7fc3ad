"""Files of solved positions, one a line, as `connect4_sets` and `quarto_sets` read them.

Lines that are empty or begin with # do not count.  Whatever is wrong is a BoxwoodError of one line.
"""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from boxwood.core.errors import BoxwoodError, quoted

Read = TypeVar("Read")


def read_positions(file: Path, read: Callable[[str], Read], first: int | None = None) -> list[Read]:
    """What `read` makes of each line, or of so many; its ValueError says what is wrong with one."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise BoxwoodError(f"{file} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BoxwoodError(f"{file} is not text in UTF-8") from None
    numbered = [(number, line) for number, line in enumerate(lines, 1) if line.strip() and not line.startswith("#")]
    if not numbered:
        raise BoxwoodError(f"{file} has no positions")
    found = []
    for number, line in numbered[:first]:
        try:
            found.append(read(line))
        except ValueError as error:
            raise BoxwoodError(f"{file}, line {number}: {quoted(line)}: {error}") from None
    return found


def one_or_more(text: str) -> int:
    """A number from the command line."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not possible: it is 1 or more")
    return number
