"""What the teaching algorithms write down: nodes counted, moves generated, the best line, a table.

Interpreted these are lists; compiled they are raw memory.  Each level of the recursion gets what lies
below its caller's part.
"""

from typing import Any, NamedTuple

from boxwood.core.bridge import Buffer, advance, dual, pointer

DEEPEST = 128  # moves in a line
LINE = DEEPEST + 1  # its length first


@dual
class Notes(NamedTuple):
    """One search's scratch paper."""

    nodes: Buffer  # [0] positions looked at, [1] branches cut off
    room: Buffer  # for the moves of this level
    line: Buffer  # length, then the best line from here
    table: Buffer  # number of slots, then three words a slot

    def below(self, count: int) -> "Notes":
        """The paper for the next level, after `count` moves of this one."""
        return Notes(self.nodes, advance(self.room, count), advance(self.line, LINE), self.table)

    def forget_line(self) -> int:
        """No best line from here yet."""
        self.line[0] = 0
        return 0

    def keep(self, move: int) -> int:
        """The best line from here is this move and the best line of the level below."""
        below = advance(self.line, LINE)
        length = min(below[0], DEEPEST - 1)
        for i in range(length):
            self.line[i + 2] = below[i + 1]
        self.line[1] = move
        self.line[0] = length + 1
        return 0


@dual
def notes_on(nodes: Any, room: Any, line: Any, table: Any) -> Notes:
    """Notes over four arrays."""
    return Notes(pointer(nodes), pointer(room), pointer(line), pointer(table))
