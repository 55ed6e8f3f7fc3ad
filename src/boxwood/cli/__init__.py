"""The command `boxwood`: one module a group of commands, imported when one of them is asked for."""

import io
import os
import sys
import threading
import warnings
from typing import NoReturn


def main() -> NoReturn:
    """Run the command line of this process."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # no byte or letter is worth a traceback
    try:
        from boxwood.cli.app import run, show_warning

        warnings.showwarning = show_warning
        code = run(sys.argv[1:])
    except KeyboardInterrupt:  # before the command had begun
        code = 130
    if threading.active_count() > 1:  # after Ctrl-C, with compiled code that nothing can stop
        os._exit(code)
    sys.exit(code)
