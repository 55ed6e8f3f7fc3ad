"""The command `ugi`: the engine for other programs, a line in and a line out, in the manner of UCI.

    ugi                                   id ..., option ..., ugiok
    setoption name NAME value VALUE       threads, megabytes, level, or an option of the game
    isready                               readyok, when all is compiled
    uginewgame                            forget the last game
    position startpos [moves M ...]       or: position text WORDS ... [moves M ...], where an option that the
                                          words do not state is as it was set
    go [movetime MS] [depth N] [nodes N] [wtime MS btime MS [winc MS] [binc MS]] [movestogo N] [infinite]
    stop, quit, show

The answers to `go` are lines `info depth D score ... nodes N time MS pv M ...` and one `bestmove M`.  A score is
`cp N`, `win N` or `loss N`: so many plies from the end (turns where Pylos is solved), or without a number where it is
proven but not known when.  What comes from a book or a solver is one such line, after an `info string` that says
so.  wtime and winc are the first player's.  Whatever else comes in is answered with `info string` and does no harm.
"""

import sys
import threading
from collections.abc import Callable, Iterable
from typing import Annotated, Any

import typer

from boxwood.cli.common import GameArgument, OptionsOption, open_game
from boxwood.core.errors import BoxwoodError
from boxwood.core.options import Option, Options
from boxwood.game import Game


def ugi(
    game: GameArgument,
    option: OptionsOption = None,
    player: Annotated[str, typer.Option("--player", metavar="SPEC", help="Who answers.")] = "engine",
) -> None:
    """Talk UGI, a protocol like UCI, on stdin and stdout."""
    now = open_game(game, "", None, None, option)
    Session(now, player, lambda line: print(line, flush=True)).run(sys.stdin)


class Session:
    """One conversation: the position, the settings, and at most one search under way."""

    def __init__(self, game: Game, player: str, say: Callable[[str], None]) -> None:
        from boxwood import players

        self._kind, self._say = game.type, say
        self._options: dict[str, Any] = game.options
        self._game = game
        self._player_kind = players.find(player, game.type)
        self._parameters: dict[str, Any] = self._player_kind.read([word for word in player.split(":")[1:] if word])
        self._player: Any = None
        self._search: threading.Thread | None = None

    def run(self, lines: Iterable[str]) -> None:
        """Answer line after line until `quit` or the end."""
        for line in lines:
            words = line.split()
            if words and words[0] == "quit":
                break
            if words:
                self.hear(words)
        self._stop()

    def hear(self, words: list[str]) -> None:
        """Do what one line asks."""
        name, rest = words[0], words[1:]
        commands: dict[str, Callable[[list[str]], None]] = {
            "ugi": self._introduce,
            "isready": self._ready,
            "setoption": self._set,
            "uginewgame": self._new_game,
            "position": self._position,
            "go": self._go,
            "stop": lambda _: self._stop(),
            "show": self._show,
        }
        command = commands.get(name)
        if command is None:
            self._tell(f"'{name}' is not a command: there are {', '.join(commands)}, quit")
            return
        try:
            command(rest)
        except (BoxwoodError, MemoryError) as error:  # the latter for a table larger than the machine
            self._tell(str(error))

    def _tell(self, text: str) -> None:
        self._say("info string " + " ".join(text.split()))

    def _introduce(self, words: list[str]) -> None:
        from importlib.metadata import version

        self._say(f"id name Boxwood {version('boxwood')} {self._kind.title}")
        self._say("id author the Boxwood maintainers")
        self._announce(self._player_kind.parameters, self._parameters)
        self._announce(self._kind.options, self._options)
        self._say("ugiok")

    def _announce(self, declared: Iterable[Option], values: Options) -> None:
        """Each option with the value that is in force."""
        for o in declared:
            self._say(f"option name {o.name} type string default {o.show(values[o.name])}")

    def _set(self, words: list[str]) -> None:
        text = " ".join(words)
        if not text.startswith("name ") or " value " not in text:
            raise BoxwoodError("write: setoption name NAME value VALUE")
        name, _, value = text[5:].partition(" value ")
        name, value = name.strip().lower(), value.strip()
        self._stop()
        if name in self._parameters:
            self._parameters = self._player_kind.fill({**self._parameters, name: value})
            self._player = None
        else:
            self._options = self._kind.read_options({**self._options, name: value})
            self._game = Game(self._kind, **self._options)

    def _made(self) -> Any:
        if self._player is None:
            self._player = self._player_kind.make(self._kind, dict(self._parameters))
        return self._player

    def _ready(self, words: list[str]) -> None:
        self._made()
        self._say("readyok")

    def _new_game(self, words: list[str]) -> None:
        self._stop()
        self._game = Game(self._kind, **self._options)
        if self._player is not None:
            self._player.begin()

    def _position(self, words: list[str]) -> None:
        self._stop()
        cut = words.index("moves") if "moves" in words else len(words)
        start, moves = words[:cut], words[cut + 1 :]
        if start == ["startpos"]:
            game = Game(self._kind, **self._options)
        elif start and start[0] == "text":
            game = Game.from_position(" ".join(start[1:]), game=self._kind.id, options=self._options)
        else:
            raise BoxwoodError("write: position startpos [moves ...] or position text WORDS ... [moves ...]")
        game.push_all(moves)
        self._game = game

    def _show(self, words: list[str]) -> None:
        for line in str(self._game).splitlines():
            self._tell(line) if not line.strip() else self._say("info string " + line)
        self._tell(f"position {self._game.position}")

    def _go(self, words: list[str]) -> None:
        self._stop()
        limits = self._limits(words)
        if self._game.is_over:
            self._say("bestmove none")
            return
        player, game = self._made(), self._game.copy()
        self._search = threading.Thread(target=self._think, args=(player, game, limits), daemon=True)
        self._search.start()

    def _limits(self, words: list[str]) -> Any:
        from boxwood.search.clock import Limits

        given: dict[str, int] = {}
        place = 0
        while place < len(words):
            word = words[place]
            if word == "infinite":
                place += 1
                continue
            if word not in ("movetime", "depth", "nodes", "wtime", "btime", "winc", "binc", "movestogo"):
                raise BoxwoodError(f"go: '{word}' is not a limit")
            value = words[place + 1] if place + 1 < len(words) else ""
            if not (value.isascii() and value.removeprefix("-").isdigit() and len(value) < 15):
                raise BoxwoodError(f"go: {word} needs a whole number, not '{value}'")
            given[word] = max(int(value), 1 if word in ("movetime", "depth", "nodes", "movestogo") else 0)
            place += 2
        first = self._game.player == 0
        clock = given.get("wtime" if first else "btime")
        return Limits(
            seconds=given["movetime"] / 1000 if "movetime" in given else None,
            depth=given.get("depth"),
            nodes=given.get("nodes"),
            clock=None if clock is None else max(clock, 1) / 1000,
            increment=given.get("winc" if first else "binc", 0) / 1000,
            moves_to_go=given.get("movestogo"),
        )

    def _think(self, player: Any, game: Game, limits: Any) -> None:
        state, heard = game.state, False

        def tell(thought: Any) -> None:
            nonlocal heard
            heard = True
            for number, line in enumerate(thought.lines, 1):
                rank = f" multipv {number}" if len(thought.lines) > 1 else ""
                self._say(_info(state, line.score, line.moves, thought, rank, f" hashfull {thought.full}"))

        try:
            choice = player.choose(game, limits, tell)
        except Exception as error:
            self._tell(f"{type(error).__name__}: {error}")
            self._say("bestmove none")
            return
        if choice.remark:
            self._tell(choice.remark)
        if not heard and choice.score is not None:
            self._say(_info(state, choice.score, choice.line or (choice.move,), choice))
        self._say(f"bestmove {state.move_text(choice.move)}")

    def _stop(self) -> None:
        """End the search under way and wait for its bestmove."""
        if self._search is None:
            return
        while self._search.is_alive():
            self._player.stop()
            self._search.join(0.01)
        self._search = None


def _info(state: Any, score: int, moves: tuple[int, ...], work: Any, rank: str = "", full: str = "") -> str:
    """A line about what was found by this work, a thought or a choice."""
    from boxwood.analysis import texts
    from boxwood.search.scores import score_text

    speed = round(work.nodes / max(work.seconds, 1e-6))
    return (
        f"info depth {work.depth}{rank} score {score_text(score)} nodes {work.nodes} nps {speed} "
        f"time {round(1000 * work.seconds)}{full} pv {' '.join(texts(state, moves))}"
    )
