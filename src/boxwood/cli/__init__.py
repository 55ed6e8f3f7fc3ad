"""The command `boxwood`: one module a group of commands, imported when one of them is asked for."""

import io
import sys
from typing import NoReturn


def main() -> NoReturn:
    """Run the command line of this process."""
    from boxwood.cli.app import run

    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # no byte or letter is worth a traceback
    sys.exit(run(sys.argv[1:]))
