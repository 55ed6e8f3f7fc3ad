"""What several commands share: how a game is named on the command line, and how it is told."""

import contextlib
import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from boxwood.core.errors import BoxwoodError
from boxwood.core.options import read_pairs
from boxwood.core.referee import Outcome
from boxwood.game import Game
from boxwood.games import find

PLAYERS = ("first player", "second player")

GameArgument = Annotated[str, typer.Argument(metavar="GAME", help="The game, one of those that `boxwood games` lists.")]
MovesOption = Annotated[str, typer.Option("--moves", metavar="MOVES", help='Moves to play, like "e2 e8" or 4453.')]
PositionOption = Annotated[
    str | None, typer.Option("--position", metavar="TEXT", help="Begin there instead of at the start.")
]
RecordOption = Annotated[
    str | None, typer.Option("--record", metavar="FILE", help="Begin at the end of a game record; - reads stdin.")
]
OptionsOption = Annotated[
    list[str] | None, typer.Option("--option", "-o", metavar="NAME=VALUE", help="Set an option of the game.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def open_game(id: str, moves: str, position: str | None, record: str | None, options: list[str] | None) -> Game:
    """The game that a command line describes: a start, a position or a record, and moves from there."""
    kind = find(id)
    if position is not None and record is not None:
        raise BoxwoodError("--position and --record are two beginnings: give one of them")
    if options and (position is not None or record is not None):
        raise BoxwoodError("--option does not go with --position or --record: both tell their options themselves")
    if position is not None:
        game = Game.from_position(position, game=kind.id)
    elif record is not None:
        game = load_record(record)
        if game.id != kind.id:
            raise BoxwoodError(f"{record} is a game of {game.id}, not of {kind.id}")
    else:
        game = Game(kind, **read_pairs(kind.id, options or []))
    game.push_all(moves)
    return game


def load_record(file: str) -> Game:
    """The game in a record file, or on stdin for `-`; an error names the file."""
    text = read_text(file, "a game record")
    try:
        return Game.from_record(text)
    except BoxwoodError as error:
        raise BoxwoodError(f"{file}: {error}") from None


def read_text(file: str, what: str) -> str:
    """What a file holds, or stdin for `-`; an error says what it should have been."""
    try:
        return (sys.stdin.buffer.read() if file == "-" else path_of(file).read_bytes()).decode()
    except UnicodeDecodeError:
        raise BoxwoodError(f"{file} is not {what}: it is not text in UTF-8") from None
    except OSError as error:
        raise BoxwoodError(f"{file} cannot be read: {error.strerror}") from None


def save_text(file: str, text: str) -> None:
    """Write a file, all of it or, when something fails, nothing."""
    path = path_of(file)
    beside = path.parent / f"{path.name}.part"
    try:
        beside.write_text(text, encoding="utf-8")
        beside.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        raise BoxwoodError(f"{file} cannot be written: {error.strerror}") from None


def path_of(file: str) -> Path:
    """The path that a person means, ~ being home."""
    if not file or "\0" in file:
        raise BoxwoodError(f"'{file}' is not the name of a file")
    return Path(os.path.expanduser(file)).absolute()  # noqa: PTH111  # Path's own fails where there is no home


def result_of(game: Game) -> str | None:
    """1-0, 0-1 or 1/2-1/2; a record may say so of a game that was broken off.  None while it goes on."""
    outcome = game.outcome()
    told = outcome.result if outcome else game.tags.get("Result", "*")
    return None if told == "*" else told


def status(game: Game) -> str:
    """Whose turn it is and what there is to do, or how the game ended."""
    outcome: Outcome | None = game.outcome()
    if outcome:
        return str(outcome)
    broken_off = f" (broken off: {game.tags['Result']})" if result_of(game) else ""
    return f"the {PLAYERS[game.player]} is to {game.task}{broken_off}"


def as_json(game: Game) -> dict[str, Any]:
    """All there is to say of a game now; `moves` are those allowed, `history` those played."""
    outcome = game.outcome()
    return {
        "game": game.id,
        "options": game.options,
        "player": game.player,
        "moves": game.legal_moves,
        "result": result_of(game),
        "position": game.position,
        "history": game.moves,
        "reason": outcome.reason if outcome else None,
    }
