"""What a player is: something that chooses a move, with a name and parameters.

    player = players.make("engine:5", game.type)
    choice = player.choose(game, Limits(seconds=0.2))
    game.push(game.state.move_text(choice.move))

A player's spec is its name, then its first parameter, then any others by name, with colons between:
`engine`, `engine:5`, `lao:weights=omega1:depth=2`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from boxwood.core.contract import GameType
from boxwood.core.errors import BoxwoodError
from boxwood.core.options import Option, Value, read_options
from boxwood.game import Game
from boxwood.search.clock import Limits


@dataclass(frozen=True)
class Choice:
    """A move and what its player thinks of it; the score is for the player who moves."""

    move: int
    score: int | None = None
    line: tuple[int, ...] = ()
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0
    remark: str = ""


Tell = Callable[[Any], None]  # called with a search.thinking.Thought


def keys_before(game: Game) -> list[int]:
    """The keys of the positions that led to the present one, for seeing repetitions."""
    return [state.key() for state in game.states[:-1]]


class Player(Protocol):
    """Chooses moves for one side or both; may remember a game between moves."""

    def choose(self, game: Game, limits: Limits | None = None, tell: Tell | None = None) -> Choice:
        """A move for the player to move; without limits, as long as it likes to think.

        Whoever searches deeper and deeper tells every new thought on the way.
        """
        ...

    def begin(self) -> None:
        """A new game begins: forget the last one."""
        ...

    def stop(self) -> None:
        """Choose now.  Called from another thread."""
        ...


class Simple:
    """What players have in common who neither remember nor can be hurried."""

    def begin(self) -> None:
        pass

    def stop(self) -> None:
        pass


Maker = Callable[[GameType, dict[str, Any]], Player]


@dataclass(frozen=True)
class PlayerType:
    """A kind of player: for which games, with which parameters, from where."""

    name: str
    summary: str
    source: str  # who it comes from
    make: Maker = field(compare=False)
    games: tuple[str, ...] = ()  # none named: all games
    parameters: tuple[Option, ...] = ()  # the first one may be given without its name
    suits: Callable[[GameType], bool] = field(default=lambda game: True, compare=False)

    def plays(self, game: GameType) -> bool:
        return (not self.games or game.id in self.games) and self.suits(game)

    def read(self, words: Sequence[str]) -> dict[str, Value]:
        """The parameters from the words after the name in a spec."""
        given: dict[str, str] = {}
        for place, word in enumerate(words):
            name, equals, value = word.partition("=")
            if not equals:
                if place > 0 or not self.parameters:
                    raise BoxwoodError(f"player {self.name}: '{word}' is not a parameter: write name=value")
                name, value = self.parameters[0].name, word
            given[name] = value
        return self.fill(given)

    def fill(self, given: Mapping[str, object]) -> dict[str, Value]:
        """All parameters, those given checked."""
        return read_options(f"player {self.name}", self.parameters, given)
