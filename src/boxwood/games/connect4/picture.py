"""Connect Four as a picture: a board with holes, rings on the first player's discs, diamonds on the second's."""

from boxwood.games.connect4.rules import ConnectFour
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

CELL, MARGIN, RADIUS = 56, 14, 23


def draw(state: ConnectFour, last: int | None) -> str:
    """The board; `last` is the column of the last disc."""
    rows = state.words()[0].split("/")
    height, width = len(rows), len(rows[0])
    across, down = 2 * MARGIN + CELL * width, 2 * MARGIN + CELL * height + 26
    canvas = Canvas(across, down, "Connect Four")
    canvas.rect(0, 0, across, down, fill=WOOD_LIGHT)
    canvas.rect(6, 6, CELL * width + 16, CELL * height + 16, rx=14, fill=WOOD_DARK, stroke=INK)

    def centre(column: int, row: int) -> tuple[float, float]:
        return MARGIN + CELL * (column + 0.5), MARGIN + CELL * (row + 0.5)

    for row, cells in enumerate(rows):
        for column, owner in enumerate(cells):
            _cell(canvas, *centre(column, row), owner)
    for column in range(width):
        canvas.text(centre(column, 0)[0], CELL * height + 2 * MARGIN + 11, str(column + 1), font_weight="bold")
    if last is not None:
        top = next(row for row, cells in enumerate(rows) if cells[last] != ".")
        canvas.circle(*centre(last, top), RADIUS, fill="none", stroke=ACCENT, stroke_width=4)
    for first, fourth in _fours(rows):
        ends = *centre(*first), *centre(*fourth)
        canvas.line(*ends, stroke=ACCENT, stroke_width=8, stroke_linecap="round", opacity=0.75)
    return canvas.svg()


def _cell(canvas: Canvas, x: float, y: float, owner: str) -> None:
    if owner == ".":
        canvas.circle(x, y, RADIUS, fill=WOOD, stroke=INK, stroke_opacity=0.6)
    elif owner == "x":
        canvas.circle(x, y, RADIUS, fill=FIRST, stroke=FIRST_EDGE, stroke_width=2)
        canvas.circle(x, y, RADIUS * 0.55, fill="none", stroke=FIRST_EDGE, stroke_width=3)
    else:
        canvas.circle(x, y, RADIUS, fill=SECOND, stroke=SECOND_EDGE, stroke_width=2)
        r = RADIUS * 0.5
        canvas.polygon([(x, y - r), (x + r, y), (x, y + r), (x - r, y)], fill="none", stroke=WOOD, stroke_width=2.5)


def _fours(rows: list[str]) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The two ends, column and row, of every four in a row."""
    found = []
    for row, cells in enumerate(rows):
        for column, owner in enumerate(cells):
            for right, down in ((1, 0), (0, 1), (1, 1), (1, -1)):
                end = column + 3 * right, row + 3 * down
                if owner == "." or end[0] >= len(cells) or not 0 <= end[1] < len(rows):
                    continue
                if all(rows[row + i * down][column + i * right] == owner for i in range(4)):
                    found.append(((column, row), end))
    return found
