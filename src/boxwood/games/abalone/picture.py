"""Abalone as a picture: the hexagon, and the lost marbles in the corner of the player who pushed them off.

Black's marbles have a ring and white's a diamond.  Of the last move one sees where marbles have left,
with an arrow, and where they have come to.
"""

import math

from boxwood.core.bits import each_bit, popcount
from boxwood.games.abalone.rules import (
    CELL,
    CELLS,
    DIAGONALS,
    DIRECTIONS,
    MARBLES,
    OTHER_CHANGE,
    OWN_CHANGE,
    ROWS,
    Abalone,
)
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

PITCH, RADIUS = 48, 21
RIM, FIELD = 5.55 * PITCH, 4.7 * PITCH  # from the centre to the corners
WIDTH, HEIGHT = 2 * RIM + 20, math.sqrt(3) * RIM + 20
SMALL = 9  # radius of a lost marble
BLACK, WHITE = 0, 1
PLACE = {cell: place for place, cell in CELL.items()}


def draw(state: Abalone, last: int | None) -> str:
    """The board after the move `last`."""
    canvas = Canvas(round(WIDTH), round(HEIGHT), "Abalone")
    canvas.rect(0, 0, WIDTH, HEIGHT, fill=WOOD_LIGHT)
    canvas.polygon(_hexagon(RIM), fill=WOOD_DARK, stroke=INK, stroke_width=2, stroke_linejoin="round")
    canvas.polygon(_hexagon(FIELD), fill=WOOD, stroke=INK, stroke_opacity=0.5, stroke_linejoin="round")
    for row, diagonals in enumerate(DIAGONALS):
        _label(canvas, diagonals[0] - 1, row, ROWS[row])
    for diagonal in range(1, 10):
        _label(canvas, diagonal, max(-1, diagonal - 6), str(diagonal))
    for place in CELL:
        canvas.circle(*_centre(*place), RADIUS, fill=WOOD_DARK, fill_opacity=0.45, stroke=INK, stroke_opacity=0.35)
    for player, marbles in enumerate(state.black_and_white()):
        for cell in each_bit(marbles):
            _marble(canvas, *_centre(*PLACE[cell]), RADIUS, player)
        for number in range(MARBLES - popcount(marbles)):
            _marble(canvas, *_tray(player, number), SMALL, player)
    if last is not None:
        _mark(canvas, state, last)
    return canvas.svg()


def _centre(diagonal: int, row: int) -> tuple[float, float]:
    """Where a cell is drawn, or a label that stands beside the cells."""
    x, y = diagonal - 5, row - 4
    return WIDTH / 2 + PITCH * (x - y / 2), HEIGHT / 2 - PITCH * y * math.sqrt(3) / 2


def _hexagon(radius: float) -> list[tuple[float, float]]:
    angles = [math.radians(60 * corner) for corner in range(6)]
    return [(WIDTH / 2 + radius * math.cos(angle), HEIGHT / 2 + radius * math.sin(angle)) for angle in angles]


def _label(canvas: Canvas, diagonal: int, row: int, text: str) -> None:
    canvas.text(*_centre(diagonal, row), text, fill=WOOD_LIGHT, font_weight="bold", font_size=16)


def _tray(loser: int, number: int) -> tuple[float, float]:
    """Where a lost marble lies: a triangle in a corner, white's at the bottom, on black's side."""
    line, room = 0, 5
    while number >= room:
        number, line, room = number - room, line + 1, room - 1
    x, y = 18 + 21 * number, 18 + 21 * line
    return x, HEIGHT - y if loser == WHITE else y


def _marble(canvas: Canvas, x: float, y: float, radius: float, player: int) -> None:
    fill, edge, sign = (SECOND, SECOND_EDGE, WOOD) if player == BLACK else (FIRST, FIRST_EDGE, FIRST_EDGE)
    canvas.circle(x, y, radius, fill=fill, stroke=edge, stroke_width=2)
    canvas.circle(x - radius * 0.35, y - radius * 0.4, radius * 0.2, fill="white", opacity=0.75)
    size = radius * 0.5
    if player == BLACK:
        canvas.circle(x, y, size, fill="none", stroke=sign, stroke_width=radius / 9)
    else:
        corners = [(x, y - size), (x + size, y), (x, y + size), (x - size, y)]
        canvas.polygon(corners, fill="none", stroke=sign, stroke_width=radius / 9)


def _mark(canvas: Canvas, state: Abalone, last: int) -> None:
    """Rings where marbles have come to, arrows where they have left."""
    marbles = state.own | state.other
    changed = OWN_CHANGE[last] | OTHER_CHANGE[last]
    for cell in each_bit(changed & marbles):
        canvas.circle(*_centre(*PLACE[cell]), RADIUS, fill="none", stroke=ACCENT, stroke_width=4)
    for cell in each_bit(changed & ~marbles):
        _arrow(canvas, *PLACE[cell], last // CELLS % 6)
    if popcount(OTHER_CHANGE[last]) == 1:
        place = _tray(state.turn, MARBLES - popcount(state.own) - 1)
        canvas.circle(*place, SMALL, fill="none", stroke=ACCENT, stroke_width=3)


def _arrow(canvas: Canvas, diagonal: int, row: int, direction: int) -> None:
    x, y = _centre(diagonal, row)
    right, up = DIRECTIONS[direction]
    ahead_x, ahead_y = _centre(diagonal + right, row + up)
    along, down = (ahead_x - x) / PITCH, (ahead_y - y) / PITCH
    for back, side in ((26, 0), (9, 8), (9, -8)):  # the shaft and two barbs, from the tip
        tip_x, tip_y = x + 13 * along, y + 13 * down
        end = tip_x - back * along + side * down, tip_y - back * down - side * along
        canvas.line(tip_x, tip_y, *end, stroke=ACCENT, stroke_width=4, stroke_linecap="round")
