"""Shortest ways in Quoridor, by a flood of bits and by A*: two roads to the same number.

Both count the fewest moves that a pawn needs to reach a cell of a set while the other pawn stands still:

    it steps to a neighbouring cell, unless a wall or the other pawn is in the way;
    it jumps over the other pawn beside it, to the cell behind or, if that is closed, to either side.

So a pawn in the way may save a move.  It may also close the only way: where the cell behind it is a dead
end one can but jump there and back.  Since it will not stand there for ever, it then counts as air.
"""

from heapq import heappop, heappush
from typing import NamedTuple

from boxwood.core.bits import each_bit
from boxwood.core.bridge import dual
from boxwood.games.quoridor.rules import NO_CELLS, SPLIT, UNREACHABLE, Cells, Edges, Quoridor, goal, only


@dual
def landings(edges: Edges, pawn: Cells, jumpers: Cells) -> Cells:
    """Where those of the jumpers that are beside the pawn come down behind it."""
    above, below = (pawn & edges.north).up(), pawn.down() & edges.north
    right, left = (pawn & edges.east).right(), pawn.left() & edges.east
    cells = NO_CELLS
    if jumpers.meets(below):
        cells = cells | (above if above.some() else left | right)
    if jumpers.meets(above):
        cells = cells | (below if below.some() else left | right)
    if jumpers.meets(left):
        cells = cells | (right if right.some() else below | above)
    if jumpers.meets(right):
        cells = cells | (left if left.some() else below | above)
    return cells


@dual
def jumping_distance(edges: Edges, start: Cells, end: Cells, pawn: Cells) -> int:
    """Moves on a shortest way past a pawn that stands still, or UNREACHABLE."""
    steps, reached = 0, start
    while not reached.meets(end):
        wider = edges.spread(reached) - pawn | landings(edges, pawn, reached)
        if wider == reached:
            return UNREACHABLE
        reached = wider
        steps += 1
    return steps


@dual
def moves_to(state: Quoridor, player: int, end: Cells) -> int:
    """The fewest moves of a player's pawn to one of these cells."""
    edges, start = state.edges(), only(state.pawn(player))
    moves = jumping_distance(edges, start, end, only(state.pawn(1 - player)))
    return edges.distance(start, end) if moves == UNREACHABLE else moves


@dual
def moves_to_goal(state: Quoridor, player: int) -> int:
    """The fewest moves to the player's goal."""
    return moves_to(state, player, goal(player, state.size))


@dual
def moves_to_next_rank(state: Quoridor, player: int) -> int:
    """The fewest moves to the rank next to the pawn's own in the direction of its goal (0 on the last)."""
    rank = state.pawn(player) // 9 + 1 - 2 * player
    if rank < 0 or rank >= state.size:
        return 0
    cells = (1 << state.size) - 1
    return moves_to(state, player, Cells(cells << 9 * rank, 0) if rank < 5 else Cells(0, cells << 9 * (rank - 5)))


class Way(NamedTuple):
    """The cells of a way, first and last included, and how many cells the search for it looked at."""

    cells: tuple[int, ...]
    looked_at: int


def a_star(state: Quoridor, player: int) -> Way:
    """A shortest way to the player's goal, found by A* with the distance in ranks as its guide."""
    return _a_star(state, player, state.pawn(1 - player)) or _a_star(state, player, None)  # type: ignore[return-value]


def _a_star(state: Quoridor, player: int, pawn: int | None) -> Way | None:
    """The same past a pawn that stands still, if there is a way, or without one."""
    start = state.pawn(player)
    came_from, cost = {start: start}, {start: 0}
    open_, closed = [(ranks_to_go(start, player, state.size, pawn), start)], set[int]()
    while open_:
        _, cell = heappop(open_)
        if only(cell).meets(goal(player, state.size)):
            cells = [cell]
            while cells[-1] != start:
                cells.append(came_from[cells[-1]])
            return Way(tuple(reversed(cells)), len(closed) + 1)
        if cell in closed:
            continue
        closed.add(cell)
        for neighbour in _neighbours(state, cell, pawn):
            if neighbour not in cost or cost[cell] + 1 < cost[neighbour]:
                came_from[neighbour], cost[neighbour] = cell, cost[cell] + 1
                guess = ranks_to_go(neighbour, player, state.size, pawn)
                heappush(open_, (cost[neighbour] + guess, neighbour))
    return None


def ranks_to_go(cell: int, player: int, size: int, pawn: int | None) -> int:
    """The Manhattan distance to the goal, less one if a pawn on a rank in between might be jumped over.

    Without the correction the guess could be too high by one, and A* miss a shortest way.
    """
    last = (size - 1) * (1 - player)
    between = pawn is not None and min(cell // 9, last) < pawn // 9 < max(cell // 9, last)
    return abs(last - cell // 9) - between


def _neighbours(state: Quoridor, cell: int, pawn: int | None) -> list[int]:
    """The cells one move away, by the rules of the game."""
    if pawn is None:
        cells = state.edges().spread(only(cell)) - only(cell)
    else:
        cells = state._replace(own=cell, other=pawn).pawn_moves()
    return list(each_bit(cells.low | cells.high << SPLIT))
