"""The command `play`: a game at the terminal, two people or one against the program.

Reads lines from a person or a pipe.  A line is a move, or one of the words that `help` explains.
"""

import contextlib
import shutil
import sys
import textwrap
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from boxwood.cli import unfinished
from boxwood.cli.common import (
    PLAYERS,
    MovesOption,
    OptionsOption,
    PositionOption,
    RecordOption,
    load_record,
    open_game,
    path_of,
    save_text,
    status,
)
from boxwood.core.errors import BoxwoodError
from boxwood.game import Game
from boxwood.games import find, names

if TYPE_CHECKING:
    from boxwood.players import Player

LEAVE = ("quit", "exit", "q")
HELP = """\
  a move          play it; `moves` shows how moves are written
  moves           all moves allowed now
  hint            what the engine would play
  best N          the best move, the engine looking N moves ahead, and what it expects then
  ai N            play that move
  analyse [S]     what the engine thinks in S seconds
  players         who there is to play against
  opponent NAME   let a player take the other side from now on; `opponent friend` for a person
  undo            take back your last move
  board           draw the board again
  save FILE       write the game down as a record
  load FILE       go on with a recorded game
  new             begin again
  quit            leave; an unfinished game is kept (also Ctrl-D and Ctrl-C)"""

# The commands of the Pylos report's shell.
FRENCH = {"jouable": "moves", "ia": "ai", "meilleur": "best", "sauve": "save", "charge": "load", "aide": "help"}
DEEPEST = 60  # moves ahead that may be asked for


def play(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Which game; asks if it is not given.")] = None,
    against: Annotated[
        str | None,
        typer.Option("--opponent", metavar="SPEC", help="Play against engine:3, novice, ... (boxwood players)."),
    ] = None,
    second: Annotated[bool, typer.Option("--second", help="Let the opponent begin.")] = False,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the last unfinished game.")] = False,
    moves: MovesOption = "",
    position: PositionOption = None,
    record: RecordOption = None,
    option: OptionsOption = None,
    seed: Annotated[int | None, typer.Option("--seed", metavar="N", help="Make the opponent repeat itself.")] = None,
) -> None:
    """Play a game at the terminal, two people or against the program."""
    if second and against is None:
        raise BoxwoodError("--second needs an opponent who begins: add --opponent novice")
    if record == "-":
        raise BoxwoodError("--record - does not go with play, which reads your moves there: give a file")
    if (resume or game is None) and (moves or position is not None or record is not None or option):
        raise BoxwoodError("a position, a record, moves and options need a game, and it cannot be an unfinished one")
    file: Path | None = None
    with contextlib.suppress(EOFError):
        if resume:
            file, now = _last_unfinished(game)
        elif game is not None:
            now = open_game(game, moves, position, record, option)
        else:
            file, now = _choose_game()
            if against is None and file is None:
                against, second = _choose_opponent(now)
        if against is not None:
            _seat(now, against, second)
        Table(now, file, seed).run()


class Table:
    """A game, who sits at it, and the file that keeps it while it is unfinished."""

    def __init__(self, game: Game, file: Path | None = None, seed: int | None = None) -> None:
        self.seed = seed
        self.saved: set[Path] = set()  # files that `save` may write again
        self.sit_down(game, file)

    def sit_down(self, game: Game, file: Path | None = None) -> None:
        game.tags.setdefault("Date", time.strftime("%Y-%m-%d"))
        self.game, self.file = game, file or unfinished.new_file(game)
        self.rival, self.rival_seat = _rival(game)
        self.opponent = _player(self.rival, game, self.seed) if self.rival else None

    def run(self) -> None:
        print(f"{self.game.type.title}: type a move, or help.")
        try:
            self.let_opponent_play()
            self.board()
            while self.obey(ask(f"{self.prompt()}> ")):
                pass
        finally:
            if self.game.moves and not self.game.is_over:
                unfinished.keep(self.file, self.game)
                print("The game is kept: boxwood play --resume goes on with it.")

    def prompt(self) -> str:
        return "game over" if self.game.is_over else PLAYERS[self.game.player]

    def obey(self, line: str) -> bool:
        """Do what a line says; whether to go on."""
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        try:
            match FRENCH.get(word.lower(), word.lower()):
                case "":
                    pass
                case leave if leave in LEAVE:
                    return False
                case "help" | "?":
                    print(HELP)
                case "board":
                    self.board()
                case "moves":
                    print(textwrap.fill(" ".join(self.game.legal_moves), shutil.get_terminal_size().columns))
                case "hint":
                    self.hint()
                case "best":
                    self.best(rest)
                case "ai":
                    self.play(self.best(rest))
                case "analyse" | "analyze":
                    self.analyse(rest)
                case "players":
                    self.players()
                case "opponent":
                    self.change_opponent(rest)
                case "undo":
                    self.undo()
                case "save":
                    self.save(rest)
                case "load":
                    self.load(rest)
                case "new":
                    self.new()
                case _:
                    self.play(line)
        except BoxwoodError as error:
            print(error)
        return True

    def play(self, line: str) -> None:
        moves = [move for word in line.split() for move in self.game.state.split(word)]
        if self.opponent or len(moves) == 1:
            self.game.push(line)
        else:
            self.game.push_all(moves)
        self.let_opponent_play()
        unfinished.keep(self.file, self.game)
        self.board()

    def is_opponents_turn(self) -> bool:
        return self.opponent is not None and not self.game.is_over and self.game.player == self.rival_seat

    def let_opponent_play(self) -> None:
        while self.opponent and self.is_opponents_turn():
            choice = self.opponent.choose(self.game)
            remark = f" ({choice.remark})" if choice.remark else ""
            print(f"{self.rival} plays {self.game.push(self.game.state.move_text(choice.move))}{remark}")

    def board(self) -> None:
        print(f"\n{self.game}\n\n{status(self.game)}")

    def hint(self) -> None:
        if self.game.is_over:
            raise BoxwoodError("the game is over: no move is left to hint at")
        from boxwood.analysis import analysis_of

        print(f"the engine would play {analysis_of(self.game, seconds=0.5).move}")

    def best(self, ahead: str) -> str:
        """Tell and give the best move, looking so many moves ahead."""
        if not (ahead.isascii() and ahead.isdigit() and 1 <= int(ahead[:9]) <= DEEPEST):
            raise BoxwoodError(f"how many moves ahead?  A number from 1 to {DEEPEST}, like: best 6")
        from boxwood.analysis import analysis_of

        analysis = analysis_of(self.game, depth=int(ahead))
        expected = " ".join(analysis.lines[0].moves[1:])
        print(f"{analysis.move}  ({analysis.score}){f', expecting {expected}' if expected else ''}")
        return analysis.move

    def analyse(self, seconds: str) -> None:
        try:
            limit = float(seconds or 1)
        except ValueError:
            raise BoxwoodError(f"'{seconds}' is not a number of seconds: write it like: analyse 2") from None
        from boxwood.analysis import analyse

        for analysis in analyse(self.game, seconds=limit):
            print(analysis)

    def players(self) -> None:
        from boxwood.players import available

        for kind in available(self.game.type):
            print(f"  {kind.name:14}  {kind.summary}")

    def change_opponent(self, spec: str) -> None:
        """Another player for the side that is not to move, or a person."""
        if spec == "friend":
            self.rival, self.opponent = None, None
            self.game.tags.pop("Players", None)
            return
        seat = self.rival_seat if self.opponent else 1 - self.game.player
        self.opponent = _player(spec, self.game, self.seed)
        self.rival, self.rival_seat = spec, seat
        self.game.tags["Players"] = f"{spec} vs you" if seat == 0 else f"you vs {spec}"
        self.let_opponent_play()

    def undo(self) -> None:
        """Take back one move, against an opponent all down to one's own last."""
        taken: list[str] = []
        while self.game.moves and (not taken or self.is_opponents_turn()):
            taken.append(self.game.pop())
        if not taken or self.is_opponents_turn():
            self.game.push_all(reversed(taken))
            raise BoxwoodError("nothing to take back: you have not moved yet")
        unfinished.keep(self.file, self.game)
        self.board()

    def save(self, name: str) -> None:
        if not name:
            raise BoxwoodError("save where?  Name a file, like: save game.txt")
        path = path_of(name)
        if path.exists() and path not in self.saved:
            raise BoxwoodError(f"{name} is there already: choose another name")
        save_text(name, self.game.record())
        self.saved.add(path)
        print(f"saved as {name}")

    def load(self, name: str) -> None:
        if not name or name == "-":
            raise BoxwoodError("load what?  Name a file, like: load game.txt")
        game = load_record(name)
        unfinished.keep(self.file, self.game)
        self.sit_down(game)
        self.saved.add(path_of(name))
        self.let_opponent_play()
        self.board()

    def new(self) -> None:
        unfinished.keep(self.file, self.game)
        fresh = Game(self.game.type, **self.game.options)
        if self.rival:
            _seat(fresh, self.rival, self.rival_seat == 0)
        self.sit_down(fresh)
        self.let_opponent_play()
        self.board()


def ask(prompt: str) -> str:
    """A line from the person, or from a pipe, when it is shown as if typed; EOFError at the end."""
    try:
        if sys.stdin is not None and sys.stdin.isatty():
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401  # lets the person edit the line
            return input(prompt).strip()
        print(prompt, end="", flush=True)
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            raise EOFError
        print(line.strip())
        return line.strip()
    except (EOFError, KeyboardInterrupt):
        print()
        raise


# Who sits where is told by the record's Players tag, so that it comes back with the game.


def _seat(game: Game, rival: str, begins: bool) -> None:
    _player(rival, game, None)  # complains of a name that nobody has
    game.tags["Players"] = f"{rival} vs you" if begins else f"you vs {rival}"


def _player(spec: str, game: Game, seed: int | None) -> "Player":
    """The player of this spec; with a seed, where it takes one, it repeats itself."""
    from boxwood import players

    kind = players.find(spec, game.type)
    given = dict(kind.read(spec.split(":")[1:]))
    if seed is not None and "seed" in given:
        given["seed"] = seed
    return kind.make(game.type, kind.fill(given))


def _rival(game: Game) -> tuple[str | None, int]:
    """The opponent of the person and its seat; None for two people."""
    seats = game.tags.get("Players", "").split(" vs ")
    if len(seats) != 2 or "you" not in seats:
        return None, 0
    seat = 1 - seats.index("you")
    return seats[seat], seat


def _last_unfinished(id: str | None) -> tuple[Path, Game]:
    kind = find(id) if id is not None else None
    for file in unfinished.files(kind.id if kind else None):
        with contextlib.suppress(BoxwoodError):
            return file, load_record(str(file))
    raise BoxwoodError(f"there is no unfinished game{f' of {kind.id}' if kind else ''} to go on with")


def _choose_game() -> tuple[Path | None, Game]:
    """Ask for a game, by its name or its number in a list, which has the last unfinished ones too."""
    kinds, left = [find(name) for name in names()], unfinished.files()[:3]
    for number, kind in enumerate(kinds, 1):
        print(f"{number:3}  {kind.title:14}{kind.summary}")
    for number, file in enumerate(left, len(kinds) + 1):
        played = time.strftime("%d %B, %H:%M", time.localtime(file.stat().st_mtime))
        print(f"{number:3}  go on with {file.stem.rpartition('-')[2]}, left on {played}")
    while True:
        answer = ask("\nWhich game? ").lower()
        if answer in LEAVE:
            raise EOFError
        try:
            if not (answer.isascii() and answer.isdigit() and len(answer) < 4):
                return None, Game(answer)
            number = int(answer)
            if 1 <= number <= len(kinds):
                return None, Game(kinds[number - 1])
            if len(kinds) < number <= len(kinds) + len(left):
                file = left[number - len(kinds) - 1]
                return file, load_record(str(file))
            print(f"there is no {number} in the list")
        except BoxwoodError as error:
            print(error)


def _choose_opponent(game: Game) -> tuple[str | None, bool]:
    """Ask who plays the other side, None for a second person, and whether that side begins."""
    while True:
        answer = ask("Against whom?  1 to 10 for the engine's levels, a player's name, or friend [3]: ").lower()
        if answer in LEAVE:
            raise EOFError
        if answer == "friend":
            return None, False
        spec = f"engine:{answer or 3}" if answer.isdigit() or not answer else answer
        try:
            _player(spec, game, None)
            return spec, ask("Do you begin?  [yes] or no: ").lower() in ("no", "n")
        except BoxwoodError as error:
            print(error)
