"""A program of one's own as a player: it is started once, and spoken to in UGI (see `boxwood ugi`).

    ugi:./my_engine --fast          the command line after the first colon; {game} in it stands for the game's id

Whatever the program does, its game alone suffers: a program that ends has crashed, one that gives no
answer is ended and has lost on time, and either is started afresh for the next game.
"""

import queue
import shlex
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from boxwood.core.contract import GameType
from boxwood.core.errors import BoxwoodError
from boxwood.game import Game
from boxwood.players.player import Choice, Tell
from boxwood.search.clock import Limits
from boxwood.search.scores import read_score

PREFIX = "ugi:"
START = 60.0  # seconds in which a program must have said that it is ready
PATIENCE = 5.0  # seconds beyond its time after which a program is not waited for
LONGEST = 600.0  # seconds for a move that has no limit of time


def is_external(spec: str) -> bool:
    """Whether a spec names a program rather than a player of Boxwood's."""
    return spec.startswith(PREFIX)


class External:
    """A conversation with a program."""

    def __init__(self, spec: str, game: GameType) -> None:
        self._command = shlex.split(spec[len(PREFIX) :].replace("{game}", game.id))
        if not self._command:
            raise BoxwoodError(f"player '{spec}': the program is missing: write {PREFIX}path/to/program")
        self._game = game
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._told: dict[str, Any] = {}

    def begin(self) -> None:
        if self._process is None or self._process.poll() is not None:
            self._start()
        self._say("uginewgame")
        self._say("isready")
        self._until("readyok", START)

    def stop(self) -> None:
        with suppress(BrokenPipeError, RuntimeError):
            self._say("stop")

    def close(self) -> None:
        """End the program."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            if self._process.stdin:
                with suppress(OSError):  # what was not read any more
                    self._process.stdin.close()
            self._process = None

    def choose(self, game: Game, limits: Limits | None = None, tell: Tell | None = None) -> Choice:
        limits = limits or Limits(seconds=1.0)
        self._set_options(game)
        self._say(_position(game))
        self._say(_go(game, limits))
        allowed = limits.seconds if limits.seconds is not None else limits.clock
        answers = self._answers(LONGEST if allowed is None else allowed + PATIENCE)
        nodes, score = 0, None
        while True:
            words = next(answers)
            if words[:1] == ["info"] and words[1:2] != ["string"]:
                told = read_score(words)
                nodes, score = _number(words, "nodes", nodes), score if told is None else told
            if words[:1] == ["bestmove"]:
                text = words[1] if len(words) > 1 else ""
                return Choice(game.state.read_move(text), score, nodes=nodes)

    def _start(self) -> None:
        self.close()
        try:
            self._process = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
            )
        except OSError as error:
            raise BoxwoodError(f"{self._command[0]} cannot be started: {error.strerror}") from None
        self._lines, self._told = queue.SimpleQueue(), {}
        threading.Thread(target=_read, args=(self._process.stdout, self._lines), daemon=True).start()
        self._say("ugi")
        self._until("ugiok", START)

    def _set_options(self, game: Game) -> None:
        """Tell the options of the game, where they are not those told before."""
        values = game.options
        known = self._told or {o.name: o.default for o in self._game.options}
        for o in self._game.options:
            if values[o.name] != known[o.name]:
                self._say(f"setoption name {o.name} value {o.show(values[o.name])}")
        self._told = values

    def _say(self, line: str) -> None:
        if self._process is None or self._process.stdin is None:
            raise RuntimeError("the program is not running")
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def _answers(self, seconds: float) -> Iterator[list[str]]:
        """The words of each line that comes; after so many seconds, however many came, the program is ended."""
        end = time.monotonic() + seconds
        with suppress(queue.Empty):
            while (left := end - time.monotonic()) > 0:
                line = self._lines.get(timeout=left)
                if line is None:
                    self.close()
                    raise RuntimeError("the program has ended")
                yield line.split()
        self.close()
        raise TimeoutError(f"no answer within {seconds:g} s")

    def _until(self, word: str, seconds: float) -> None:
        next(words for words in self._answers(seconds) if words[:1] == [word])


def _read(stream: Any, lines: "queue.SimpleQueue[str | None]") -> None:
    with suppress(ValueError, OSError), stream:
        for line in stream:
            lines.put(line)
    lines.put(None)


def _position(game: Game) -> str:
    start, moves = game.states[0], game.moves
    told = "startpos" if start == game.type.start(game.options) else f"text {' '.join(start.words())}"
    return f"position {told}" + (f" moves {' '.join(moves)}" if moves else "")


def _go(game: Game, limits: Limits) -> str:
    words = ["go"]
    if limits.seconds is not None:
        words += ["movetime", str(_ms(limits.seconds))]
    if limits.clock is not None:
        clock, gain = str(_ms(limits.clock)), str(_ms(limits.increment))
        words += ["wtime", clock, "btime", clock, "winc", gain, "binc", gain]
    for name, value in (("movestogo", limits.moves_to_go), ("nodes", limits.nodes), ("depth", limits.depth)):
        if value is not None:
            words += [name, str(value)]
    return " ".join(words)


def _ms(seconds: float) -> int:
    return max(1, round(1000 * seconds))


def _number(words: list[str], name: str, otherwise: Any) -> Any:
    """The whole number after a word."""
    with suppress(ValueError, IndexError):
        return int(words[words.index(name) + 1])
    return otherwise
