"""Nim as a picture: matches in rows of up to 25, and where the last ones were taken from, empty places."""

from boxwood.games.nim.rules import HEAP, WIDTH, Nim
from boxwood.pictures.shapes import ACCENT, INK, WOOD, WOOD_DARK, WOOD_LIGHT, Canvas

STEP, ROW = 18, 74
ACROSS, SHOWN = 25, 150  # matches side by side, and drawn of one heap at most
GAP = 8  # after every five


def draw(state: Nim, last: int | None) -> str:
    """The heaps; `last` says which one was taken from, and how many."""
    sizes, left = state.sizes(), 44 if state.number else 24
    gone = [0] * len(sizes)
    if last is not None:
        gone[last >> WIDTH] = last & HEAP
    drawn = [min(size + taken, SHOWN) for size, taken in zip(sizes, gone, strict=True)]
    rows = [max(1, -(-count // ACROSS)) for count in drawn]
    width = left + _offset(min(ACROSS, max(*drawn, 5))) + 66
    height = 16 + ROW * sum(rows)
    canvas = Canvas(width, height, "Nim")
    canvas.rect(0, 0, width, height, fill=WOOD_LIGHT)
    top = 8.0
    for heap, size in enumerate(sizes):
        if state.number:
            canvas.text(22, top + ROW / 2, f"{heap + 1}:", font_size=18, font_weight="bold")
        for i in range(drawn[heap]):
            x, y = left + _offset(i % ACROSS), top + ROW * (i // ACROSS) + 8
            _match(canvas, x, y) if i < size else _place(canvas, x, y)
        end = left + _offset((drawn[heap] - 1) % ACROSS if drawn[heap] else -1)
        middle = top + ROW * (rows[heap] - 0.5)
        more = "" if size <= SHOWN else "… "
        canvas.text(end + 22, middle, f"{more}{size}", font_size=18, text_anchor="start", font_weight="bold")
        top += ROW * rows[heap]
    return canvas.svg()


def _offset(place: int) -> float:
    return STEP * place + GAP * (place // 5)


def _match(canvas: Canvas, x: float, y: float) -> None:
    canvas.rect(x - 3, y + 4, 6, ROW - 22, rx=1.5, fill=WOOD, stroke=WOOD_DARK)
    canvas.rect(x - 4.5, y - 2, 9, 14, rx=4.5, fill=ACCENT, stroke=INK, stroke_opacity=0.5)


def _place(canvas: Canvas, x: float, y: float) -> None:
    canvas.rect(x - 4, y - 1, 8, ROW - 17, rx=4, fill="none", stroke=WOOD_DARK, stroke_dasharray="3 3")
