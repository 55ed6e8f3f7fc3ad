"""A game being played: what most programs and people need, in the manner of python-chess.

Everything here runs interpreted, and nothing heavy is imported, but for `perft` and `playouts`,
which load the compiler when they are called.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from boxwood.core.bits import WORD
from boxwood.core.contract import GameType, State, game_type, legal_moves
from boxwood.core.errors import BadPosition, BoxwoodError, IllegalMove, UnknownGame, quoted
from boxwood.core.options import Value
from boxwood.core.record import Node, Record
from boxwood.core.referee import Outcome, legal_move, outcome_of
from boxwood.games import find, names

if TYPE_CHECKING:
    from boxwood.core.perft import Walker


class Game:
    """A game from its beginning to where it stands now.

    >>> game = Game("quoridor", size=5)
    >>> game.push("C2")
    'c2'
    >>> game.push_all("c4 c3")
    ['c4', 'c3']
    >>> game.player, game.moves, game.outcome()
    (1, ['c2', 'c4', 'c3'], None)
    >>> game.pop()
    'c3'
    >>> game
    Game('quoridor', 'c2 c4', size=5)

    `tags` go into the record (Players, Date and whatever you like).  `root` is the tree of the
    record's moves, whose first line is the game as played; write on `node`, its last, what you
    think of the last move.
    """

    def __init__(self, game: str | GameType, moves: str | Iterable[str] = "", /, **options: object) -> None:
        kind = find(game) if isinstance(game, str) else game
        values = kind.read_options(options)
        self._begin(Record(kind, values, kind.start(values)))
        self.push_all(moves)

    def _begin(self, record: Record) -> None:
        """Stand at the end of the record's main line."""
        self._record = record
        self._states: list[Any] = [record.start]
        self._nodes = [record.root]
        self._codes: list[int] = []
        for node in record.root.line():
            self._step(node, self.state.read_move(node.move))

    def _step(self, node: Node, move: int) -> None:
        self._states.append(self.state.play(move))
        self._codes.append(move)
        self._nodes.append(node)

    @classmethod
    def from_position(
        cls,
        text: str,
        moves: str | Iterable[str] = "",
        *,
        game: str | None = None,
        options: Mapping[str, object] | None = None,
    ) -> "Game":
        """The game that goes on from a position text, which names the game unless `game` does.

        Of the options it states those that are not as usual; `options` are what is usual here.

        >>> Game.from_position("connect4 ......./......./......./......./......./...x... 1").player
        1
        >>> Game.from_position("nim 5 0", options={"misere": False}).options["misere"]
        False
        """
        words = text.split()
        if not all(word.isprintable() for word in words):
            raise BadPosition(f"{quoted(text)} is not a position: it has signs in it that cannot be printed")
        try:
            kind = find(game if game is not None else words[0] if words else "")
        except UnknownGame:
            if game is not None:
                raise
            raise BadPosition(
                f"{quoted(text)} is not a position: it begins with the game, one of {', '.join(names())}"
            ) from None
        state, values = kind.read_position(" ".join(words), options)
        return cls._of(Record(kind, values, state), moves)

    @classmethod
    def from_record(cls, text: str) -> "Game":
        """The game at the end of a record; its comments and variations are kept.

        >>> game = Game.from_record('[Game "connect4"] 4 {the middle} 4 (3) 5 *')
        >>> game.moves
        ['4', '4', '5']
        >>> print(game.record())
        [Game "connect4"]
        [Result "*"]
        <BLANKLINE>
        4 {the middle} 4 (3) 5 *
        <BLANKLINE>
        """
        return cls._of(Record.parse(text, find))

    @classmethod
    def _of(cls, record: Record, moves: str | Iterable[str] = "") -> "Game":
        game = cls.__new__(cls)
        game._begin(record)
        game.push_all(moves)
        return game

    @property
    def type(self) -> GameType:
        """The rules, with their options and facts."""
        return self._record.game

    @property
    def id(self) -> str:
        """The game's name in texts, like connect4."""
        return self.type.id

    @property
    def options(self) -> dict[str, Value]:
        """Every option of the game and its value."""
        return dict(self._record.options)

    @property
    def tags(self) -> dict[str, str]:
        """The record's tags, to be changed at will; game, options and position are known anyway.

        Result (with Termination, if you like) says how a game was broken off: resigned, out of time,
        agreed drawn.  A move, or taking one back, removes both.
        """
        return self._record.tags

    @property
    def root(self) -> Node:
        """Where the tree of moves, comments and variations begins."""
        return self._record.root

    @property
    def node(self) -> Node:
        """The last move in that tree (before the first move, the root)."""
        return self._nodes[-1]

    @property
    def state(self) -> Any:
        """The current state of the rules, an immutable value."""
        return self._states[-1]

    @property
    def states(self) -> tuple[Any, ...]:
        """All states from the first to the current one."""
        return tuple(self._states)

    @property
    def player(self) -> int:
        """Whose move it is, 0 or 1.  Not every move is followed by one of the other player."""
        return int(self.state.player())

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return len(self._codes)

    @property
    def moves(self) -> list[str]:
        """The moves played, first to last."""
        return [node.move for node in self._nodes[1:]]

    @property
    def legal_moves(self) -> list[str]:
        """The moves allowed now, none when the game is over.

        >>> Game("nim", matches=2).legal_moves
        ['1', '2']
        """
        return [self.state.move_text(move) for move in legal_moves(self.state, self.type.facts)]

    @property
    def task(self) -> str:
        """What the player to move must do now, in words; empty when the game is over."""
        return "" if self.is_over else str(self.state.task())

    @property
    def is_over(self) -> bool:
        """Whether the game has ended on the board."""
        return self.outcome() is not None

    def outcome(self) -> Outcome | None:
        """How the game ended on the board, or None.

        >>> Game("connect4", "4455667").outcome()
        Outcome(winner=0, reason='four in a row')
        """
        return outcome_of(self.state)

    def push(self, move: str) -> str:
        """Play a move, in any spelling the game understands, and give its printed form.

        NotAMove tells that the text is no move of this game, IllegalMove that it is not allowed now.

        >>> Game("connect4", "444444").push("4")
        Traceback (most recent call last):
        ...
        boxwood.core.errors.IllegalMove: connect4: '4' is not allowed now: drop a disc into a column: 1, 2, 3, 5, 6, 7
        """
        return self.push_code(legal_move(self.type, self.state, move))

    def push_all(self, moves: str | Iterable[str]) -> list[str]:
        """Play several moves, all of them or, when one is wrong, none.

        >>> Game("connect4").push_all("4453 4")
        ['4', '4', '5', '3', '4']
        """
        state, codes = self.state, []
        words = moves.split() if isinstance(moves, str) else moves
        texts = [move for word in words for move in state.split(word)]
        for text in texts:
            try:
                codes.append(legal_move(self.type, state, text))
            except BoxwoodError as error:
                if len(texts) == 1:
                    raise
                raise type(error)(f"{error} (move {len(codes) + 1} of those given)") from None
            state = state.play(codes[-1])
        return [self.push_code(code) for code in codes]

    def push_code(self, move: int) -> str:
        """Play a move that is known to be legal, given as its code, and give its printed form."""
        self._forget()
        node = self.node.add(str(self.state.move_text(move)))
        self._step(node, move)
        return node.move

    def pop(self) -> str:
        """Take the last move back and give its text; what was noted on it goes too."""
        move = self.peek()
        self._states.pop()
        self._codes.pop()
        self._nodes.pop()
        self._forget()
        return move

    def peek(self) -> str:
        """The last move."""
        if not self._codes:
            raise IllegalMove(f"{self.id}: no move has been played yet")
        return self.node.move

    def _forget(self) -> None:
        """Drop what will not hold after the next move: lines that go on from here, and a result."""
        self.node.children.clear()
        for tag in ("Result", "Termination"):
            self.tags.pop(tag, None)

    @property
    def position(self) -> str:
        """The position in one line of text, all that is needed to go on from it.

        >>> Game("connect4", "4").position
        'connect4 ......./......./......./......./......./...x... 1'
        """
        return self.type.position_text(self.state, self._record.options)

    def record(self, **tags: str) -> str:
        """The game as a text to keep, in the manner of PGN; `tags` are added to this text.

        >>> print(Game("connect4", "445").record(Players="Ada vs Bob", Result="1-0", Termination="resigned"))
        [Game "connect4"]
        [Players "Ada vs Bob"]
        [Result "1-0"]
        [Termination "resigned"]
        <BLANKLINE>
        4 4 5 1-0
        <BLANKLINE>
        """
        mine = self._record
        return Record(mine.game, mine.options, mine.start, mine.tags | tags, mine.root).text()

    def copy(self) -> "Game":
        """Another game that stands where this one does."""
        mine = self._record
        return self._of(Record(mine.game, mine.options, mine.start, dict(mine.tags), mine.root.copy()))

    def __reduce__(self) -> tuple[object, ...]:
        """Games travel between processes as their records."""
        return Game.from_record, (self.record(),)

    def __eq__(self, other: object) -> bool:
        """The same game with the same options, begun and played alike; notes do not count."""
        if not isinstance(other, Game):
            return NotImplemented
        return self._identity() == other._identity()

    __hash__ = None  # type: ignore[assignment]  # a game changes

    def _identity(self) -> tuple[object, ...]:
        return self.type, self._record.options, self._states[0], self._codes

    def __str__(self) -> str:
        return str(self.state.drawing())

    def __repr__(self) -> str:
        moves = " ".join(self.moves)
        kind, options, start = self.type, self._record.options, self._states[0]
        if start != kind.start(options):
            given = [repr(kind.position_text(start, options)), *([repr(moves)] if moves else [])]
            return f"Game.from_position({', '.join(given)})"
        off = [f"{o.name}={options[o.name]!r}" for o in kind.options if options[o.name] != o.default]
        return f"Game({', '.join([repr(kind.id), *([repr(moves)] if moves else []), *off])})"

    def _repr_svg_(self) -> str:
        from boxwood.pictures import picture

        return picture(self.type, self.state, self._codes[-1] if self._codes else None)


class Playouts(NamedTuple):
    """How many random games each player won, how many were drawn or stopped, and all their moves."""

    first: int
    second: int
    draws: int
    unfinished: int
    moves: int


def perft(game: Game | State, depth: int) -> int:
    """How many sequences of exactly `depth` moves there are from here; compiled.

    >>> perft(Game("connect4"), 5)
    16807
    """
    if depth < 0:
        raise BoxwoodError(f"a depth of {depth} is not possible: it is 0 or more")
    kind, state = _look(game)
    return _walker(kind).perft(state, depth)


def playouts(game: Game | State, count: int, seed: int = 1, *, limit: int = 1 << 30) -> Playouts:
    """Play `count` random games from here, each of at most `limit` moves; compiled.

    >>> sum(playouts(Game("connect4"), 1000)[:4])
    1000
    """
    kind, state = _look(game)
    (unfinished, first, second, draws), moves = _walker(kind).playouts(state, count, seed & WORD, limit)
    return Playouts(first, second, draws, unfinished, moves)


def _look(game: Game | State) -> tuple[GameType, Any]:
    return (game.type, game.state) if isinstance(game, Game) else (game_type(type(game)), game)


@cache
def _walker(game: GameType) -> "Walker":
    from boxwood.core.perft import Walker

    return Walker(game)
