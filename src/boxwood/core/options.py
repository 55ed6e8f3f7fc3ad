"""The options of a game: each with a default, the values it takes, and how they are written.

    Whole("size", 9, 3, 9, "cells along a side")     size=9
    Flag("misere", True, "...")                       misere=true
    Choice("empty", ("lost", "raise"), "...")         empty=lost
    Layout("layout", ("standard", "belgian"), "...")  layout=standard
    Numbers("heaps", 6, 1023, "...")                  heaps=1,3,5,7 or heaps=none

An option reads what a person wrote or a program passed, and shows it in its one printed form.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from boxwood.core.errors import BadOption, quoted, shortened

Value = int | bool | str | None | tuple[int, ...]
Options = Mapping[str, Value]


@dataclass(frozen=True)
class Option:
    """What all options have; the kinds below say which values they take."""

    name: str
    default: Value
    help: str

    @property
    def takes(self) -> str:
        """The values it takes, in words."""
        raise NotImplementedError

    def read(self, value: object) -> Value:
        """The value, from text or from Python; ValueError if it is none of this option's."""
        raise NotImplementedError

    def show(self, value: Value) -> str:
        """The value as `read` takes it back."""
        if value is None:
            return "none"
        if isinstance(value, tuple):
            return ",".join(map(str, value))
        return str(value).lower()


def _whole(value: object) -> int:
    if isinstance(value, str) and value.strip().lstrip("-").isascii() and value.strip().lstrip("-").isdigit():
        return int(value) if len(value) < 20 else 1 << 62
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise ValueError


def _is_none(value: object) -> bool:
    return value is None or (isinstance(value, str) and value.strip().lower() == "none")


@dataclass(frozen=True)
class Whole(Option):
    """A whole number from `low` to `high`; with `default=None` also none."""

    default: int | None
    low: int
    high: int
    help: str

    def __init__(self, name: str, default: int | None, low: int, high: int, help: str) -> None:
        for key, value in {"name": name, "default": default, "low": low, "high": high, "help": help}.items():
            object.__setattr__(self, key, value)

    @property
    def takes(self) -> str:
        return f"{self.low} to {self.high}" + (" or none" if self.default is None else "")

    def read(self, value: object) -> int | None:
        if self.default is None and _is_none(value):
            return None
        number = _whole(value)
        if not self.low <= number <= self.high:
            raise ValueError
        return number


@dataclass(frozen=True)
class Flag(Option):
    """true or false."""

    default: bool

    @property
    def takes(self) -> str:
        return "true or false"

    def read(self, value: object) -> bool:
        text = str(value).strip().lower()
        if text in ("true", "yes", "on", "1"):
            return True
        if text in ("false", "no", "off", "0"):
            return False
        raise ValueError


@dataclass(frozen=True)
class Choice(Option):
    """One of a few words; the first is the default."""

    choices: tuple[str, ...]

    def __init__(self, name: str, choices: tuple[str, ...], help: str) -> None:
        for key, value in {"name": name, "default": choices[0], "help": help, "choices": choices}.items():
            object.__setattr__(self, key, value)

    @property
    def takes(self) -> str:
        return ", ".join(self.choices[:-1]) + " or " + self.choices[-1]

    def read(self, value: object) -> str:
        text = str(value).strip().lower()
        if text not in self.choices:
            raise ValueError
        return text


class Layout(Choice):
    """A choice of how the pieces stand at first, and of nothing else: the rules are the same."""


@dataclass(frozen=True)
class Numbers(Option):
    """A list of at most `count` whole numbers from 1 to `high`, or none."""

    count: int
    high: int

    def __init__(self, name: str, count: int, high: int, help: str) -> None:
        for key, value in {"name": name, "default": None, "help": help, "count": count, "high": high}.items():
            object.__setattr__(self, key, value)

    @property
    def takes(self) -> str:
        return f"none, or up to {self.count} numbers from 1 to {self.high} like 1,3,5,7"

    def read(self, value: object) -> tuple[int, ...] | None:
        if _is_none(value):
            return None
        if isinstance(value, str):
            items: Sequence[object] = value.split(",")
        elif isinstance(value, Sequence):
            items = value
        else:
            items = [value]
        numbers = tuple(map(_whole, items))
        if not 1 <= len(numbers) <= self.count or not all(1 <= n <= self.high for n in numbers):
            raise ValueError
        return numbers


def read_options(game: str, declared: Sequence[Option], given: Mapping[str, Any]) -> dict[str, Value]:
    """All options of a game with their values: those given, checked, and the other defaults."""
    known = {option.name: option for option in declared}
    values: dict[str, Value] = {option.name: option.default for option in declared}
    for name, value in given.items():
        option = known.get(name)
        if option is None:
            names = ", ".join(known) or "none at all"
            raise BadOption(f"{game}: there is no option {quoted(name)}: the options are {names}")
        try:
            values[name] = option.read(value)
        except ValueError:
            shown = shortened(f"{name}={value if isinstance(value, str) else repr(value)}")
            raise BadOption(f"{game}: {shown} is not possible: it takes {option.takes}") from None
    return values


def read_pairs(game: str, pairs: Sequence[str]) -> dict[str, str]:
    """`["size=5", "walls=3"]` as a mapping, for the command line and for position texts."""
    found: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        name = name.strip().lower()
        if not equals or not name:
            raise BadOption(f"{game}: {quoted(pair)} is not an option: write name=value")
        if name in found:
            raise BadOption(f"{game}: option {quoted(name)} is given twice")
        found[name] = value.strip()
    return found


def show_options(declared: Sequence[Option], values: Options) -> str:
    """`size=5 walls=3`: the options that differ from their defaults."""
    return " ".join(f"{o.name}={o.show(values[o.name])}" for o in declared if values[o.name] != o.default)
