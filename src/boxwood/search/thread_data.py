"""What one searching thread has on its desk: counters, limits, move lists; and what all know of good moves.

The record goes through the recursion as one pointer; the larger things lie in arrays beside it whose
addresses it holds.  Everything is sized by the facts of the game and never grows.
"""

import numpy as np

from boxwood.core.contract import Facts
from boxwood.search.scores import MAX_PLY
from boxwood.search.transposition import LINE, Table, address

SEEN = 4096  # counters that tell cheaply whether a key can be on the path
FIELDS = [
    "nodes", "node_limit", "stop", "depth_reached",
    "table", "table_bits", "age", "tasks", "threads", "thread",
    "width", "can_cycle",
    "moves", "killers", "counters", "history", "room", "line", "line_length",
    "path", "path_start", "seen", "banned", "bans", "favourite",
]  # fmt: skip
RECORD = np.dtype([(name, np.int64) for name in FIELDS])


class Experience:
    """Which moves did well, and which as replies: a part for each thread and player.

    What a thread learns of its deeper searches it writes into all parts, so that it serves the others at once; of the
    many shallow ones into its own, so that they do not wait for each other's memory.  Without locks: now and then a
    mark is lost, which harms nobody.
    """

    def __init__(self, facts: Facts, threads: int) -> None:
        self.room = facts.move_codes + LINE  # no two parts share a line of the processor's cache
        self.history = np.zeros(2 * threads * self.room, np.int64)
        self.counters = np.full(2 * threads * self.room, -1, np.int64)

    def fade(self) -> None:
        """What was learned in earlier searches counts less in the next."""
        self.history //= 8

    def clear(self) -> None:
        """Forget all, as before a new game."""
        self.history[:] = 0
        self.counters[:] = -1


class Desk:
    """One thread's working memory for games with these facts, on a shared table."""

    def __init__(self, facts: Facts, table: Table, experience: Experience, thread: int = 0, threads: int = 1) -> None:
        self.record = np.zeros(1, RECORD).view(np.recarray)
        self._shared = table, experience  # alive as long as their addresses are in use
        codes, width = facts.move_codes, facts.max_moves
        self._arrays = {
            "moves": np.zeros((MAX_PLY + 2) * width, np.int64),
            "killers": np.full((MAX_PLY + 2) * 2, -1, np.int64),
            "line": np.zeros((MAX_PLY + 2) * (MAX_PLY + 2), np.int64),
            "line_length": np.zeros(MAX_PLY + 2, np.int64),
            "path": np.zeros(1, np.int64),
            "seen": np.zeros(SEEN, np.int64),
            "banned": np.zeros(codes, np.int64),
        }
        record = self.record[0]
        record.width, record.can_cycle = width, int(facts.can_cycle)
        record.table, record.table_bits = address(table.words), table.bits
        record.tasks, record.threads, record.thread = address(table.tasks), threads, thread
        record.history, record.counters = address(experience.history), address(experience.counters)
        record.room = experience.room
        for name, array in self._arrays.items():
            record[name] = address(array)

    def begin(self, path: list[int], age: int, node_limit: int) -> None:
        """Make ready for a new search after a game through these keys."""
        record, arrays = self.record[0], self._arrays
        record.nodes = record.stop = record.depth_reached = 0
        record.node_limit, record.age = node_limit, age
        arrays["killers"][:] = -1
        arrays["path"] = np.zeros(len(path) + MAX_PLY + 2, np.int64)
        arrays["path"][: len(path)] = path
        record.path, record.path_start = address(arrays["path"]), len(path)
        arrays["seen"][:] = 0
        for key in path:
            arrays["seen"][key % SEEN] += 1

    def line(self) -> list[int]:
        """The best line found, as moves."""
        return self._arrays["line"][: self._arrays["line_length"][0]].tolist()

    def ban(self, moves: list[int], favourite: int = -1) -> None:
        """Root moves to leave out, for a second and third best line, and one to look at first."""
        self._arrays["banned"][:] = 0
        self._arrays["banned"][moves] = 1
        self.record[0].bans, self.record[0].favourite = len(moves), favourite
