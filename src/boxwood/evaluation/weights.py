"""Weights by name: a judge of the package, one of a file, or one with some weights changed.

    engine                       one of the game's judges (`evaluation.judges`)
    tuned                        a file tuned.json of the user's, or one in the game's folder
    omega3,marbles=1200,edge=0   the same with some weights changed; a person or a tuning may write this

A file is JSON: {"game": ..., "judge": the judge it began with, "weights": {name: number}, ...}; whatever else
it holds says where it comes from.
"""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boxwood.core.contract import GameType
from boxwood.core.errors import BadOption, BoxwoodError, quoted
from boxwood.core.options import Option
from boxwood.core.paths import data_directory
from boxwood.evaluation import judges

_NAME = re.compile(r"[a-z0-9][a-z0-9_.-]{0,60}")


def files(game: GameType) -> dict[str, Path]:
    """The weights files of a game by name, the user's before those of the package."""
    found: dict[str, Path] = {}
    for directory in (game.folder / "weights", own_weights(game)):
        for path in sorted(directory.glob("*.json")):
            found[path.stem] = path
    return found


def own_weights(game: GameType) -> Path:
    """Where the user's weights of a game are."""
    return data_directory("weights") / game.id


def read_weights(game: GameType, text: str, *kinds: type[Any]) -> Any:
    """The judge that a text names; `kinds` are the classes that it may be of, if not any."""
    name, *changes = [word.strip() for word in text.split(",")]
    judge = _named(game, name)
    if kinds and not isinstance(judge, kinds):
        fitting = [known for known, other in judges(game).items() if isinstance(other, kinds)]
        raise BoxwoodError(
            f"{game.id}: the weights {quoted(name)} are not of this player's: it takes {', '.join(fitting)}"
        )
    return _changed(game, judge, dict(change.partition("=")[::2] for change in changes))


def _named(game: GameType, name: str) -> Any:
    known = judges(game)
    if name in known:
        return known[name]
    stored = files(game) if _NAME.fullmatch(name) else {}
    if name not in stored:
        names = ", ".join([*known, *files(game)])
        raise BadOption(f"{game.id}: there are no weights {quoted(name)}: there are {names}")
    try:
        told = json.loads(stored[name].read_text(encoding="utf-8"))
        return _changed(game, known[told["judge"]], told["weights"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BoxwoodError(f"{stored[name]} is not a file of weights: {error}") from None


def _changed(game: GameType, judge: Any, changes: dict[str, Any]) -> Any:
    values = {}
    for name, value in changes.items():
        if name not in judge._fields:
            raise BoxwoodError(f"{game.id}: there is no weight {quoted(name)}: there are {', '.join(judge._fields)}")
        try:
            values[name] = int(value)
        except (TypeError, ValueError):
            raise BoxwoodError(f"{game.id}: {name}={value} is not possible: a weight is a whole number") from None
    return judge._replace(**values)


def save_weights(game: GameType, name: str, judge: str, weights: dict[str, int], **notes: Any) -> Path:
    """Install weights under a name for this user's players."""
    if not _NAME.fullmatch(name) or name in judges(game):
        raise BoxwoodError(f"{quoted(name)} cannot be the name of a file of weights: take letters, digits, - and _")
    path = own_weights(game) / f"{name}.json"
    told = {"game": game.id, "judge": judge, "weights": weights, **notes}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise BoxwoodError(f"{path} cannot be written: {error.strerror}") from None
    return path


@dataclass(frozen=True)
class Weights(Option):
    """The parameter `weights` of a player; which there are is known when there is a game."""

    default: str

    @property
    def takes(self) -> str:
        return "the name of an evaluation or of a file of weights, with changes like ,wall=150 after it"

    def read(self, value: object) -> str:
        text = str(value).strip().lower()
        if not text:
            raise ValueError
        return text
