"""Boards as SVG pictures, for notebooks and the command line: each is drawn by its game's `picture.py`.

A game that has no picture gets its text drawing in a frame.
"""

from typing import Any

from boxwood.core.contract import GameType
from boxwood.pictures.shapes import WOOD_LIGHT, Canvas


def picture(game: GameType, state: Any, last: int | None = None) -> str:
    """The board as an SVG document; `last` is the move that led here, to be marked."""
    draw = game.part("picture", "draw")
    if draw is not None:
        return str(draw(state, last))
    lines = state.drawing().splitlines()
    canvas = Canvas(20 + 10 * max(map(len, lines), default=0), 20 + 20 * len(lines), game.title)
    canvas.rect(0, 0, 2000, 2000, fill=WOOD_LIGHT)
    for row, line in enumerate(lines):
        canvas.text(10, 20 + 20 * row, line, font_family="monospace", text_anchor="start", xml_space="preserve")
    return canvas.svg()
