"""Quoridor as a picture: the board with its grooves, and above and below it the walls still to be put.

The first player's pawn has a ring and the second's a diamond; the ranks they head for are marked alike.
"""

from boxwood.games.quoridor.rules import CELLS, MOST_WALLS, VERTICAL, Quoridor, wall_moves
from boxwood.pictures.shapes import (
    ACCENT,
    FIRST,
    FIRST_EDGE,
    INK,
    SECOND,
    SECOND_EDGE,
    WOOD,
    WOOD_DARK,
    WOOD_LIGHT,
    Canvas,
)

CELL, GROOVE = 44, 10
PITCH = CELL + GROOVE
TRAY = 38  # above and below the board
LEFT, TOP = 34, TRAY + 8
RING, DIAMOND = 0, 1


def draw(state: Quoridor, last: int | None) -> str:
    """The board; `last` is the move of the pawn or the wall just put."""
    side = PITCH * state.size + GROOVE
    width, height = side + 2 * LEFT, side + 2 * TOP + 18
    canvas = Canvas(width, height, "Quoridor")
    canvas.rect(0, 0, width, height, fill=WOOD_LIGHT)
    canvas.rect(LEFT, TOP, side, side, rx=10, fill=WOOD_DARK, stroke=INK)
    for file in range(state.size):
        for rank in range(state.size):
            _cell(canvas, state, 9 * rank + file, 9 * rank + file == last)
        canvas.text(_centre(state, file)[0], TOP + side + 13, "abcdefghi"[file], font_weight="bold")
        canvas.text(LEFT - 15, _centre(state, 9 * file)[1], str(file + 1), font_weight="bold")
    for move in wall_moves(state.walls()):
        _wall(canvas, state, move, move == last)
    for player, y in ((RING, height - TRAY), (DIAMOND, 4)):
        _tray(canvas, player, state.walls_left(player), y, side)
        _pawn(canvas, *_centre(state, state.pawn(player)), player)
    return canvas.svg()


def _centre(state: Quoridor, cell: int) -> tuple[float, float]:
    from_left, from_top = cell % 9, state.size - 1 - cell // 9
    return LEFT + GROOVE + CELL / 2 + PITCH * from_left, TOP + GROOVE + CELL / 2 + PITCH * from_top


def _cell(canvas: Canvas, state: Quoridor, cell: int, marked: bool) -> None:
    x, y = _centre(state, cell)
    edge = {"stroke": ACCENT, "stroke_width": 4} if marked else {"stroke": INK, "stroke_opacity": 0.4}
    canvas.rect(x - CELL / 2, y - CELL / 2, CELL, CELL, rx=5, fill=WOOD, **edge)
    if cell // 9 == state.size - 1:
        _mark(canvas, x, y, RING, WOOD_DARK, 0.45)
    elif cell // 9 == 0:
        _mark(canvas, x, y, DIAMOND, WOOD_DARK, 0.45)


def _mark(canvas: Canvas, x: float, y: float, player: int, colour: str, opacity: float = 1) -> None:
    style = {"fill": "none", "stroke": colour, "stroke_width": 3, "opacity": opacity}
    if player == RING:
        canvas.circle(x, y, 8, **style)
    else:
        canvas.polygon([(x, y - 9), (x + 9, y), (x, y + 9), (x - 9, y)], **style)


def _pawn(canvas: Canvas, x: float, y: float, player: int) -> None:
    fill, edge, mark = ((FIRST, FIRST_EDGE, FIRST_EDGE), (SECOND, SECOND_EDGE, WOOD))[player]
    canvas.circle(x + 1.5, y + 2.5, 17, fill=INK, opacity=0.35)
    canvas.circle(x, y, 17, fill=fill, stroke=edge, stroke_width=2)
    _mark(canvas, x, y, player, mark)


def _wall(canvas: Canvas, state: Quoridor, move: int, marked: bool) -> None:
    x, y = _centre(state, move % CELLS)
    x, y = x + PITCH / 2, y - PITCH / 2  # the corner in its middle
    length, thickness = CELL + PITCH, GROOVE - 1
    width, height = (length, thickness) if move < VERTICAL else (thickness, length)
    colour = {"fill": ACCENT, "stroke": INK} if marked else {"fill": FIRST, "stroke": SECOND_EDGE}
    canvas.rect(x - width / 2, y - height / 2, width, height, rx=2.5, **colour)


def _tray(canvas: Canvas, player: int, walls: int, y: float, side: float) -> None:
    _mark(canvas, LEFT - 15, y + TRAY / 2 - 2, player, INK)
    step = (side - GROOVE) / MOST_WALLS
    for i in range(walls):
        canvas.rect(
            LEFT + GROOVE + step * i, y + 3, min(step - 3, 9.0), TRAY - 10, rx=2, fill=FIRST, stroke=SECOND_EDGE
        )
    canvas.text(LEFT + side + 16, y + TRAY / 2 - 2, str(walls), font_weight="bold")


def paths(state: Quoridor) -> list[list[str]]:
    """A shortest way to its goal for each pawn, cell by cell."""
    from boxwood.games.quoridor.pathfinding import a_star

    return [[state.move_text(cell) for cell in a_star(state, player).cells] for player in (0, 1)]
