"""Pylos as a picture: the pyramid seen from above, and beside it each level by itself.

From above a marble that nothing rests on is bright and carries the number of its level; buried ones are
dull.  Dashed rings, and beside it filled dots, are places that can bear a marble.
"""

from boxwood.core.bits import each_bit, popcount
from boxwood.core.contract import ONGOING
from boxwood.games.pylos.rules import BASE, FLOOR, MARBLES, PLACE, RESERVE, STOP, Pylos, free, landings
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

WIDTH, HEIGHT = 684, 436
CELL, LEFT, TOP = 88, 36, 16  # the pyramid
SLOT = 27  # a place of a level by itself
CHARTS = ((438, 42), (584, 42 + SLOT), (438, 214), (584, 214 + SLOT))  # the upper left corners of the levels
DULL = ("#cdbf9f", "#5d4b3f")  # light and dark marbles with others on them


def draw(state: Pylos, last: int | None) -> str:
    """The pyramid; `last` is marked where a marble was put and, dashed, where it was taken away."""
    canvas = Canvas(WIDTH, HEIGHT, "Pylos")
    canvas.rect(0, 0, WIDTH, HEIGHT, fill=WOOD_LIGHT)
    left, reached = (None, None) if last is None or last == STOP else (last >> 5, last & 31)
    _pyramid(canvas, state, left, reached)
    for level in range(4):
        _chart(canvas, state, level, reached)
    _reserves(canvas, state)
    name = ("light", "dark")[state.player()]
    caption = f"{name}: {state.task()}" if state.outcome() == ONGOING else f"{name} has lost: {state.reason()}"
    canvas.text(LEFT + 2 * CELL, HEIGHT - 18, caption, font_size=15, font_weight="bold")
    return canvas.svg()


def _above(place: int) -> tuple[float, float, float]:
    """Where a marble lies in the pyramid, and its radius: the higher, the nearer to the eye."""
    level, x, y = PLACE[place]
    return LEFT + CELL * (x + level / 2 + 0.5), TOP + CELL * (3.5 - y - level / 2), CELL * (0.44 + 0.02 * level)


def _pyramid(canvas: Canvas, state: Pylos, left: int | None, reached: int | None) -> None:
    canvas.rect(LEFT - 4, TOP - 4, 4 * CELL + 8, 4 * CELL + 8, rx=14, fill=WOOD_DARK, stroke=INK)
    for i in range(4):
        canvas.text(LEFT + CELL * (i + 0.5), TOP + 4 * CELL + 17, "abcd"[i], font_weight="bold")
        canvas.text(LEFT - 18, TOP + CELL * (3.5 - i), str(i + 1), font_weight="bold")
    for place in each_bit(FLOOR):
        x, y, r = _above(place)
        canvas.circle(x, y, 0.8 * r, fill=WOOD, stroke=INK, stroke_opacity=0.4)
    light, dark = state.light_dark()
    taken = light | dark
    for place in sorted(each_bit(taken), key=PLACE.__getitem__):
        x, y, r = _above(place)
        canvas.circle(x + 3, y + 5, r, fill="#000", fill_opacity=0.3)
        _marble(canvas, x, y, r, int(dark >> place & 1), bool(free(taken) >> place & 1))
        if free(taken) >> place & 1:
            ink = (INK, WOOD_LIGHT)[dark >> place & 1]
            canvas.text(x, y, str(PLACE[place][0] + 1), font_size=20, font_weight="bold", fill=ink)
    for place in each_bit(landings(taken) & ~FLOOR):
        x, y, r = _above(place)
        canvas.circle(x, y, 0.45 * r, fill=WOOD, fill_opacity=0.8, stroke=INK, stroke_width=1.5, stroke_dasharray="4 3")
    for mark, dash in ((left, "9 6"), (reached, "none")):
        if mark is not None and mark != RESERVE:
            x, y, r = _above(mark)
            canvas.circle(x, y, r, fill="none", stroke=ACCENT, stroke_width=5, stroke_dasharray=dash)


def _marble(canvas: Canvas, x: float, y: float, r: float, colour: int, bright: bool) -> None:
    fill, edge = ((FIRST, SECOND) if bright else DULL)[colour], (FIRST_EDGE, SECOND_EDGE)[colour]
    canvas.circle(x, y, r, fill=fill, stroke=edge, stroke_width=2)
    if bright:
        canvas.circle(x - 0.35 * r, y - 0.4 * r, 0.22 * r, fill="#fff", fill_opacity=(0.9, 0.35)[colour])


def _chart(canvas: Canvas, state: Pylos, level: int, reached: int | None) -> None:
    """One level by itself, whatever lies on it."""
    light, dark = state.light_dark()
    left, top = CHARTS[level]
    size = 4 - level
    canvas.text(left + SLOT * size / 2, top - 14, f"level {level + 1}" if level < 3 else "top", font_weight="bold")
    canvas.rect(left, top, SLOT * size, SLOT * size, rx=6, fill=WOOD_DARK, stroke=INK)
    for i in range(size):
        canvas.text(left + SLOT * (i + 0.5), top + SLOT * size + 10, "abcd"[i], font_size=12)
        canvas.text(left - 9, top + SLOT * (size - i - 0.5), str(i + 1), font_size=12)
    for y in range(size):
        for x in range(size):
            place = BASE[level] + x + 7 * y
            at = left + SLOT * (x + 0.5), top + SLOT * (size - y - 0.5)
            if (light | dark) >> place & 1:
                _marble(canvas, *at, 0.42 * SLOT, dark >> place & 1, bool(free(light | dark) >> place & 1))
            else:
                bears = landings(light | dark) >> place & 1
                canvas.circle(*at, 0.2 * SLOT, fill=WOOD if bears else "none", stroke=WOOD, stroke_opacity=0.6)
            if place == reached:
                canvas.circle(*at, 0.42 * SLOT, fill="none", stroke=ACCENT, stroke_width=3)


def _reserves(canvas: Canvas, state: Pylos) -> None:
    for player, marbles in enumerate(state.light_dark()):
        y, rest = 352 + 34 * player, MARBLES - popcount(marbles)
        canvas.text(424, y, f"{('light', 'dark')[player]} {rest}", text_anchor="start", font_weight="bold")
        for i in range(rest):
            _marble(canvas, 501 + 12 * i, y, 8, player, True)
