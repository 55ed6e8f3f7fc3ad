"""Results as they come, kept in a file, so that what was stopped goes on where it stopped.

A line is a JSON object: the key of one piece of work, and what came of it.  The same key always means the
same work; whatever changes the work is in the key.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

Tell = Callable[[int, int], None]  # pieces done, pieces in all


class Notebook:
    """What is known already; without a file, only for as long as it lives."""

    def __init__(self, file: Path | None = None, tell: Tell | None = None) -> None:
        self._file, self._tell = file, tell
        self._known: dict[str, Any] = {}
        self._done = self._planned = 0
        if file is not None and file.exists():
            for line in file.read_text(encoding="utf-8").splitlines():
                try:
                    entry = json.loads(line)
                except ValueError:
                    continue  # a line that was being written when the power went
                self._known[entry["key"]] = entry["result"]

    def plan(self, pieces: int) -> None:
        """So many more pieces of work are to come."""
        self._planned += pieces

    def once(self, key: str, work: Callable[[], Any]) -> Any:
        """The result of a piece of work, from the file or done now."""
        if key not in self._known:
            self._known[key] = work()
            if self._file is not None:
                self._file.parent.mkdir(parents=True, exist_ok=True)
                with self._file.open("a", encoding="utf-8") as out:
                    out.write(json.dumps({"key": key, "result": self._known[key]}) + "\n")
        self._done += 1
        if self._tell is not None:
            self._tell(self._done, max(self._planned, self._done))
        return self._known[key]
