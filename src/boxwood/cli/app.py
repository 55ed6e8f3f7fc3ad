"""Which commands there are, and what happens when one goes wrong.

A command is a plain function of its own name in one of the modules beside this one, with Typer's
annotations.  To keep the start short, modules of commands import nothing heavy at their top.

Exit codes: 0, 2 for anything that is the caller's to mend (one line on stderr), 130 after Ctrl-C.
"""

import importlib
import os
import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from boxwood.core.errors import BoxwoodError, ContractError

COMMANDS = {
    "serve": "serve",
    "play": "play",
    "games": "show",
    "show": "show",
    "moves": "show",
    "perft": "perft",
    "warmup": "perft",
    "analyse": "analyse",
    "players": "analyse",
    "bench": "analyse",
    "ugi": "ugi",
    "solve": "solve",
    "tournament": "tournament",
    "tune": "tune",
    "tree": "lab",
    "compare": "lab",
    "reproduce": "lab",
    "new-game": "lab",
    "table": "build",
    "book": "build",
}  # command -> module

EXTRAS = {
    "scipy": "lab",
    "altair": "lab",
    "vl_convert": "lab",
    "sqlalchemy": "arena",
    "distributed": "cluster",
    "fastapi": "server",
    "uvicorn": "server",
    "pydantic": "server",
    "alembic": "server",
}  # what is not installed with Boxwood alone, and the extra that has it

WRONG_VALUES = {
    "int_parsing": "a whole number",
    "float_parsing": "a number",
    "greater_than_equal": "{ge} or more",
    "less_than_equal": "{le} or less",
}  # pydantic's names, and what would be right

OVERVIEW = """\
Boxwood: six classic abstract games.

  boxwood                   (in a terminal) play in a browser, as boxwood serve does
  boxwood play              choose a game and play it here
  boxwood play GAME         play it, two people at one keyboard
  boxwood games             the games and their options
  boxwood show GAME         draw a board
  boxwood --help            all commands
"""


class _Commands(TyperGroup):
    """Builds a command when it is asked for."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            return None
        alone = _typer()
        module = importlib.import_module(f"boxwood.cli.{COMMANDS[cmd_name]}")
        alone.command(cmd_name)(getattr(module, cmd_name.replace("-", "_")))
        return typer.main.get_command(alone)


def _typer(**settings: Any) -> typer.Typer:
    names = {"help_option_names": ["-h", "--help"]}
    return typer.Typer(rich_markup_mode=None, add_completion=False, context_settings=names, **settings)


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print("boxwood", version("boxwood"))
        raise typer.Exit


_app = _typer(cls=_Commands)


@_app.callback(invoke_without_command=True)
def _boxwood(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", is_eager=True, callback=_print_version)
    ] = False,
) -> None:
    """Play, understand and research six abstract games."""
    if context.invoked_subcommand is None:
        if sys.stdout is not None and sys.stdout.isatty():
            importlib.import_module("boxwood.cli.serve").serve()
        else:
            print(OVERVIEW, end="")


def run(arguments: list[str]) -> int:
    """Run one command line and give the exit code; no error of the caller's gets past this."""
    try:
        code = _run(arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except BrokenPipeError:  # the reader has had enough, like `head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        return _complain(f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror or error))


def _run(arguments: list[str]) -> int:
    usage_error: Any = typer.BadParameter.__base__
    command = typer.main.get_command(_app)
    try:
        with command.make_context("boxwood", arguments) as context:
            command.invoke(context)
        return 0
    except typer.Exit as exit:
        return exit.exit_code
    except (KeyboardInterrupt, typer.Abort):
        return 130
    except (BoxwoodError, ContractError) as error:
        return _complain(str(error))
    except ModuleNotFoundError as error:
        package = str(error.name).partition(".")[0]
        if package not in EXTRAS:
            raise
        return _complain(f"this needs {package}: pip install 'boxwood[{EXTRAS[package]}]'")
    except usage_error as error:
        return _complain(_in_our_words(error))


def _in_our_words(error: Any) -> str:
    """A complaint of Typer's, which of a bad value does not say what it was."""
    found: dict[str, Any] = error.__cause__.errors()[0] if hasattr(error.__cause__, "errors") else {"type": ""}
    if found["type"] not in WRONG_VALUES:
        return str(error.format_message())
    right = WRONG_VALUES[found["type"]].format(**found.get("ctx", {}))
    return f"{error.param.opts[0]} '{found['input']}' is not possible: it is {right}"


def show_warning(message: Warning | str, *where: Any, **more: Any) -> None:
    """A warning of the library's, without the line of source that Python shows with it."""
    _complain(str(message))


def _complain(message: str) -> int:
    """The one line that every error and warning is told in, whatever characters it quotes."""
    line = " ".join(message.split())
    line = "".join(c if c.isprintable() else c.encode("unicode_escape", "surrogatepass").decode() for c in line)
    print(f"boxwood: {line}", file=sys.stderr)
    return 2
