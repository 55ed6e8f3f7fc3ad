"""What a game is: a NamedTuple of integers with plain methods, declared once with `@game`.

A state is an immutable value that holds all there is to know, the rules in force included.
Methods that the search uses (the same source runs interpreted and compiled, see `bridge`):

    player()        whose move it is, 0 or 1; need not alternate
    moves(out)      write the legal moves into out[0], out[1], ... and return how many;
                    only asked while the game goes on, and then at least one
    play(move)      the state after a legal move
    outcome()       ONGOING, FIRST_WINS, SECOND_WINS or DRAW
    key()           an int of 63 bits, equal for equal states, different for (nearly) all others

Methods for people, only ever interpreted:

    start(**options)            static: the first state; raises BadOption
    move_text(move)             how this move is printed
    read_move(text)             the move a person meant, legal or not; raises NotAMove
    split(word)                 the moves in a word, where a game lets people write several without a space
    words()                     the position as a few words without spaces
    from_words(words, options)  static: the state they describe; raises BadPosition
    drawing()                   the board as lines of text
    reason()                    how the game ended, in words
    task()                      what the player to move must do now, in words

and, where the game has symmetries that keep the players:

    symmetries()                how many, number 0 being the identity
    image(which)                the state mapped by one of them
    image_move(which, move)     the move mapped likewise

A move is an int from 0 to `move_codes` - 1.  One move is one decision of one player.
"""

import random
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol, TypeVar

from boxwood.core.bits import WORD
from boxwood.core.bridge import Buffer, dual, where
from boxwood.core.errors import BadPosition, BoxwoodError, ContractError
from boxwood.core.options import Option, Value, read_options, read_pairs, show_options
from boxwood.core.parts import find_part

ONGOING, FIRST_WINS, SECOND_WINS, DRAW = 0, 1, 2, 3


class State(Protocol):
    """A state of some game, as the layers above see it."""

    def player(self) -> int: ...
    def moves(self, out: Buffer) -> int: ...
    def play(self, move: int) -> Any: ...
    def outcome(self) -> int: ...
    def key(self) -> int: ...
    def move_text(self, move: int) -> str: ...
    def read_move(self, text: str) -> int: ...
    def split(self, word: str) -> list[str]: ...
    def words(self) -> list[str]: ...
    def drawing(self) -> str: ...
    def reason(self) -> str: ...
    def task(self) -> str: ...
    def symmetries(self) -> int: ...
    def image(self, which: int) -> Any: ...
    def image_move(self, which: int, move: int) -> int: ...


@dataclass(frozen=True)
class Facts:
    """What an algorithm may rely on; the contract test checks each in random games."""

    max_moves: int  # never more legal moves than this
    move_codes: int  # every move is below this
    max_plies: int | None = None  # never a longer game than this; None: no limit
    can_draw: bool = False
    can_cycle: bool = False  # a position can come back
    alternating: bool = True  # the player changes with every move


@dataclass(frozen=True)
class GameType:
    """A game: its name, options, facts and the class of its states."""

    id: str
    title: str
    state: type[Any]
    options: tuple[Option, ...]
    facts: Facts
    summary: str = field(default="", compare=False)
    opening_plies: int = field(default=4, compare=False)  # random moves that make a fair opening

    def part(self, file: str, name: str, default: Any = None) -> Any:
        """What the game's folder offers under a name in one of its files (see `core.parts`)."""
        return find_part(self.state.__module__, file, name, default)

    @property
    def folder(self) -> Path:
        """Where the game's files are: its data, weights and texts."""
        return Path(str(sys.modules[self.state.__module__].__file__)).parent

    def read_options(self, given: Mapping[str, object]) -> dict[str, Value]:
        """Every option with its value: those given, checked, and the other defaults."""
        return read_options(self.id, self.options, given)

    def start(self, options: Mapping[str, object] | None = None) -> Any:
        """The first state of a game played with these options."""
        return self.state.start(**self.read_options(options or {}))

    def position_text(self, state: State, options: Mapping[str, Value]) -> str:
        """The position as one line: the game, the state's words, the options off their default."""
        return " ".join([self.id, *state.words(), *show_options(self.options, options).split()])

    def read_position(self, text: str, options: Mapping[str, object] | None = None) -> tuple[Any, dict[str, Value]]:
        """The state and the options that a position text describes; those given hold where it states none."""
        words = text.split()
        if words and words[0].lower() == self.id:
            words = words[1:]
        plain = [word for word in words if "=" not in word]
        stated = read_pairs(self.id, [word for word in words if "=" in word])
        values = self.read_options({**(options or {}), **stated})
        self.state.start(**values)  # complains of options that do not go together
        try:
            return self.state.from_words(plain, values), values
        except BoxwoodError:
            raise
        except (ValueError, IndexError) as error:
            raise BadPosition(f"{self.id}: '{text}' is not a position: {error}") from None


def legal_moves(state: State, facts: Facts) -> list[int]:
    """The legal moves, interpreted; none when the game is over."""
    if state.outcome() != ONGOING:
        return []
    out = [0] * facts.max_moves
    return out[: state.moves(out)]


HOT = {"player": (), "moves": ("out",), "play": ("move",), "outcome": (), "key": ()}
TEXT = {
    "move_text": ("move",), "read_move": ("text",), "split": ("word",), "words": (), "drawing": (), "reason": (),
    "task": (), "symmetries": (), "image": ("which",), "image_move": ("which", "move"),
}  # fmt: skip

C = TypeVar("C", bound=type)
_games: dict[type, GameType] = {}


def game(
    id: str,
    title: str,
    *,
    options: Sequence[Option] = (),
    facts: Facts,
    summary: str = "",
    opening_plies: int = 4,
) -> Callable[[C], C]:
    """Class decorator: declare the NamedTuple below as the states of a game."""

    def declare(cls: C) -> C:
        if not (issubclass(cls, tuple) and hasattr(cls, "_fields")):
            raise ContractError(f"{cls.__name__}: a game is a typing.NamedTuple of integers")
        for name, value in _DEFAULTS.items():
            if not hasattr(cls, name):
                setattr(cls, name, value)
        for name in (*HOT, *TEXT, "start", "from_words"):
            if not callable(getattr(cls, name, None)):
                raise ContractError(f"{cls.__name__}.{name} is missing: every game has it (see boxwood.core.contract)")
        _games[cls] = GameType(id, title, cls, tuple(options), facts, summary, opening_plies)
        return dual(cls)

    return declare


def game_type(cls: type) -> GameType:
    """The declaration of a class of states."""
    return _games[cls]


def declared_in(module: ModuleType) -> GameType:
    """The game that a module declares."""
    return next(game for cls, game in _games.items() if cls.__module__ == module.__name__)


# A game without symmetries, or in no mood to explain, need not write these.
def _split(self: Any, word: str) -> list[str]:
    return [word]


def _symmetries(self: Any) -> int:
    return 1


def _image(self: Any, which: int) -> Any:
    return self


def _image_move(self: Any, which: int, move: int) -> int:
    return move


def _reason(self: Any) -> str:
    return "draw" if self.outcome() == DRAW else "win"


def _task(self: Any) -> str:
    return "move"


_DEFAULTS = {
    "split": _split, "reason": _reason, "task": _task,
    "symmetries": _symmetries, "image": _image, "image_move": _image_move,
}  # fmt: skip


def check(game: GameType, options: Mapping[str, object] | None = None, *, plies: int = 40, seed: int = 1) -> None:
    """Play a little at random, interpreted, and raise a ContractError that names what is broken.

    Compiling a broken class would end in pages of compiler talk; this says it in a line.
    """
    cls, facts = game.state, game.facts
    choose = random.Random(seed)
    state = _call(cls, "start", cls.start, **game.read_options(options or {}))
    _check_state(cls, "start", state)
    for _ in range(plies):
        player, outcome = _call(cls, "player", state.player), _call(cls, "outcome", state.outcome)
        _expect(cls, "player", player in (0, 1), f"gave {player!r}, not 0 or 1")
        _expect(
            cls, "outcome", outcome in (0, 1, 2, 3), f"gave {outcome!r}: use ONGOING, FIRST_WINS, SECOND_WINS, DRAW"
        )
        key = _call(cls, "key", state.key)
        _expect(cls, "key", type(key) is int and 0 <= key <= WORD, f"gave {key!r}, not an int of at most 63 bits")
        if outcome != ONGOING:
            return
        out = [-1] * (facts.max_moves + 1)
        count = _call(cls, "moves", state.moves, out)
        _expect(cls, "moves", type(count) is int and 1 <= count <= facts.max_moves,
                f"gave {count!r} moves; while it goes on there are 1 to {facts.max_moves} (max_moves)")  # fmt: skip
        moves = out[:count]
        _expect(cls, "moves", all(type(m) is int and 0 <= m < facts.move_codes for m in moves),
                f"wrote a move that is not an int from 0 to {facts.move_codes - 1} (move_codes)")  # fmt: skip
        _expect(cls, "moves", len(set(moves)) == count, "wrote a move twice")
        move = choose.choice(moves)
        text = _call(cls, "move_text", state.move_text, move)
        back = _call(cls, "read_move", state.read_move, text)
        _expect(cls, "read_move", back == move, f"read {text!r}, the text of move {move}, as move {back!r}")
        state = _call(cls, "play", state.play, move)
        _check_state(cls, "play", state)


def _call(cls: type, name: str, function: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
    try:
        return function(*arguments, **named)
    except BoxwoodError:
        raise
    except Exception as error:
        raise ContractError(f"{where(cls, name)}: {type(error).__name__}: {error}") from error


def _expect(cls: type, name: str, holds: bool, message: str) -> None:
    if not holds:
        raise ContractError(f"{where(cls, name)}: {message}")


def _check_state(cls: type, name: str, state: Any) -> None:
    _expect(cls, name, type(state) is cls, f"gave {type(state).__name__}, not {cls.__name__}")
    for field_name, value in zip(state._fields, state, strict=True):
        _expect(cls, name, type(value) is int and -WORD <= value <= WORD,
                f"field {field_name} is {value!r}; every field is an int of at most 63 bits")  # fmt: skip
