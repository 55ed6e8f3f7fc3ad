"""Positions as the page sees them: from what it sends to a `Game`, and from a `Game` to a snapshot.

Everything here runs interpreted and takes a millisecond or so a position; `open_game` plays up to a
thousand moves, which is why it is called in a thread.
"""

import contextlib
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from boxwood.core.contract import GameType
from boxwood.core.errors import BoxwoodError
from boxwood.core.options import Choice, Flag, Numbers, Option, Value, Whole
from boxwood.core.record import RESULTS
from boxwood.evaluation import find as find_judge
from boxwood.evaluation import judges
from boxwood.evaluation.weights import Weights
from boxwood.game import Game
from boxwood.games import find, names
from boxwood.players import available
from boxwood.players import find as find_player
from boxwood.players.classic import JudgeName
from boxwood.players.levels import levels_of
from boxwood.server.messages import LONGEST_GAME

_GAME_TAG = re.compile(r'\[\s*Game\s*"[^"]*"\s*\]')


def open_game(
    game: str,
    options: Mapping[str, object],
    position: str | None,
    record: str | None,
    moves: Sequence[str] = (),
) -> Game:
    """The game that a request describes; BoxwoodError tells what is wrong with it."""
    if record is not None:
        opened = Game.from_record(record)
    elif position is not None:
        opened = Game.from_position(position, game=game or None)
    else:
        opened = Game(find(game), **options)
    opened.push_all(moves)
    if opened.ply > LONGEST_GAME:
        raise BoxwoodError(f"{opened.id}: {opened.ply} moves are too many for the server: at most {LONGEST_GAME}")
    return opened


def readings(text: str) -> list[Game]:
    """The games that a text could be of, as moves or as a position, whatever game it names itself.

    >>> [(game.id, game.ply) for game in readings("1. e2 e8 2. e3")], [game.id for game in readings("3 2 1")]
    ([('quoridor', 3)], ['connect4', 'nim'])
    """
    unnamed = _GAME_TAG.sub("", text).strip()
    found = [_reading(name, unnamed) for name in names()]
    return [game for game in found if game is not None and game.ply <= LONGEST_GAME]


def _reading(name: str, text: str) -> Game | None:
    """The text as moves of this game, else as a position of it, else None."""
    ending = "" if text.endswith(RESULTS) else " *"
    with contextlib.suppress(BoxwoodError):
        game = Game.from_record(f'[Game "{name}"]\n{text}{ending}')
        if game.ply:
            return game
    with contextlib.suppress(BoxwoodError):
        return Game.from_position(text, game=name)
    return None


def replay(game: str, options: Mapping[str, object], start: str | None, moves: Sequence[str]) -> Game:
    """A game whose moves are known to be legal, without looking at that again."""
    fresh = Game(find(game), **options) if start is None else Game.from_position(start, game=game)
    node = fresh.root
    for move in moves:
        node = node.add(move)
    return fresh.copy()


def start_of(game: Game) -> str | None:
    """The position that the game began from, if it is not the usual one."""
    return _start_text(game.type, game.states[0], tuple(game.options.items()))


@lru_cache(1000)  # every move asks for it again
def _start_text(kind: GameType, first: Any, given: tuple[tuple[str, Value], ...]) -> str | None:
    options = dict(given)
    return None if first == kind.start(options) else kind.position_text(first, options)


def snapshot(game: Game, *, extras: bool = False) -> dict[str, Any]:
    """All there is to show of a game's position."""
    outcome = game.outcome()
    result = outcome.result if outcome else game.tags.get("Result")
    seen = {
        "game": game.id,
        "options": game.options,
        "start": start_of(game),
        "moves": game.moves,
        "movers": [int(state.player()) for state in game.states[:-1]],
        "position": game.position,
        "player": game.player,
        "legal": game.legal_moves,
        "result": result,
        "reason": outcome.reason if outcome else game.tags.get("Termination"),
        "task": game.task,
    }
    if extras:
        seen["extras"] = _extras(game)
    return seen


def _extras(game: Game) -> dict[str, Any]:
    extras: dict[str, Any] = {"text": str(game), "svg": game._repr_svg_(), "record": game.record()}
    paths = game.type.part("picture", "paths")
    if paths is not None:
        extras["paths"] = paths(game.state)
    return extras


def game_infos() -> list[dict[str, Any]]:
    """The games with their options and players."""
    return [_game_info(find(name)) for name in names()]


def _game_info(kind: GameType) -> dict[str, Any]:
    return {
        "id": kind.id,
        "name": kind.title,
        "summary": kind.summary,
        "options": [_option_info(option, kind) for option in kind.options],
        "players": [
            {
                "name": player.name,
                "summary": player.summary,
                "source": player.source,
                "parameters": [_option_info(option, kind) for option in player.parameters],
            }
            for player in available(kind)
        ],
        "levels": sorted(levels_of(kind)),
        "can_draw": kind.facts.can_draw,
        "can_cycle": kind.facts.can_cycle,
    }


def _option_info(option: Option, kind: GameType) -> dict[str, Any]:
    told: dict[str, Any] = {"name": option.name, "default": option.default, "help": option.help}
    match option:
        case Whole():
            return told | {"kind": "whole", "least": option.low, "most": option.high}
        case Flag():
            return told | {"kind": "flag"}
        case Numbers():
            return told | {"kind": "numbers", "most": option.high}
        case Choice():
            return told | {"kind": "choice", "choices": list(option.choices)}
        case JudgeName():
            return told | {"kind": "choice", "default": "none", "choices": ["none", *judges(kind)]}
        case Weights():
            return told | {"kind": "choice", "choices": list(judges(kind))}
        case _:
            raise TypeError(f"the page does not know options like {option!r}")


def check_spec(spec: str, kind: GameType) -> None:
    """Complain of a program that cannot play this game, or that a visitor may not ask for."""
    player = find_player(spec, kind)
    given = player.read([word for word in spec.split(":")[1:] if word])
    for option in player.parameters:
        if isinstance(option, JudgeName | Weights) and given[option.name] is not None:
            find_judge(kind, str(given[option.name]))
