"""Quarto as a picture, seen from above: the board, and beside it the pieces still to come.

Wide pieces are large and narrow ones small, round ones circles and square ones squares, light and
dark as they are, and hollow ones have a hole.
"""

from boxwood.games.quarto.rules import FULL, GIVE, NOBODY, Quarto, piece_text
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

CELL, LEFT, TOP = 72, 32, 16  # the board
SLOT, TRAY = 58, 356  # the pieces beside it
HEIGHT = 346


def draw(state: Quarto, last: int | None) -> str:
    """The board; `last` is the cell just filled, or the piece just given."""
    canvas = Canvas(TRAY + 4 * SLOT + 16, HEIGHT, "Quarto")
    canvas.rect(0, 0, TRAY + 4 * SLOT + 16, HEIGHT, fill=WOOD_LIGHT)
    _board(canvas, state, last if last is not None and last < GIVE else None)
    _tray(canvas, state)
    return canvas.svg()


def _centre(cell: int) -> tuple[float, float]:
    return LEFT + CELL * (cell % 4 + 0.5), TOP + CELL * (3.5 - cell // 4)


def _board(canvas: Canvas, state: Quarto, last: int | None) -> None:
    canvas.rect(LEFT - 4, TOP - 4, 4 * CELL + 8, 4 * CELL + 8, rx=14, fill=WOOD_DARK, stroke=INK)
    for i in range(4):
        canvas.text(LEFT + CELL * (i + 0.5), TOP + 4 * CELL + 20, "abcd"[i], font_weight="bold")
        canvas.text(LEFT - 17, _centre(4 * i)[1], str(i + 1), font_weight="bold")
    pieces = state.pieces()
    for cell in range(16):
        x, y = _centre(cell)
        edge = {"stroke": ACCENT, "stroke_width": 5} if cell == last else {"stroke": INK, "stroke_opacity": 0.5}
        canvas.circle(x, y, CELL / 2 - 4, fill=WOOD, **edge)
        if cell in pieces:
            _piece(canvas, x, y, pieces[cell], 1.0)
            canvas.text(x + 28, y + 28, f"{pieces[cell]:X}", font_size=12, fill=WOOD_LIGHT, font_weight="bold")
    for group in state.completed():
        cells = [cell for cell in range(16) if group >> cell & 1]
        corners = [_centre(cells[i]) for i in ((0, 1, 3, 2) if cells[3] - cells[0] == 5 else (0, 3))]
        canvas.polygon(corners, fill="none", stroke=ACCENT, stroke_width=8, stroke_linejoin="round", opacity=0.75)


def _tray(canvas: Canvas, state: Quarto) -> None:
    """Each piece has its own place, empty when it is on the board; the one in hand is framed."""
    shown = state.left | (1 << state.hand & FULL)
    for piece in range(16):
        x, y = TRAY + SLOT * (piece % 4 + 0.5), TOP + 2 + (SLOT + 14) * (piece // 4) + SLOT / 2
        frame = {"stroke": ACCENT, "stroke_width": 4} if piece == state.hand else {"stroke": WOOD}
        fill = "#f6e6c8" if piece == state.hand else "none"
        canvas.rect(x - SLOT / 2 + 3, y - SLOT / 2, SLOT - 6, SLOT - 6, rx=8, fill=fill, **frame)
        if shown >> piece & 1:
            _piece(canvas, x, y - 4, piece, 0.78)
        weight, ink = ("bold", INK) if shown >> piece & 1 else ("normal", WOOD)
        canvas.text(x, y + SLOT / 2 + 3, f"{piece:X}", font_size=13, font_weight=weight, fill=ink)
    caption = "no piece in hand" if state.hand == NOBODY else f"in hand: {piece_text(state.hand)}"
    canvas.text(TRAY + 2 * SLOT, HEIGHT - 18, caption, font_size=13, fill=INK)


def _piece(canvas: Canvas, x: float, y: float, piece: int, scale: float) -> None:
    wide, round, light, solid = piece & 8, piece & 4, piece & 2, piece & 1
    size = (25 if wide else 15) * scale
    fill, edge = (FIRST, FIRST_EDGE) if light else (SECOND, SECOND_EDGE)
    for drop, colour in ((4 * scale, edge), (0, fill)):  # its side, then its top
        style = {"fill": colour, "stroke": edge, "stroke_width": 2}
        if round:
            canvas.circle(x, y + drop, size, **style)
        else:
            half = size * 0.9
            canvas.rect(x - half, y + drop - half, 2 * half, 2 * half, rx=3, **style)
    if not solid:
        hole, rim = ("#4a3520", FIRST_EDGE) if light else ("#0b0705", "#b39a7a")
        canvas.circle(x, y, 0.45 * size, fill=hole, stroke=rim, stroke_width=2 * scale)
