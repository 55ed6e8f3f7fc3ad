"""A small SVG canvas, and the colours that all boards share."""

from xml.sax.saxutils import escape, quoteattr

WOOD, WOOD_DARK, WOOD_LIGHT = "#c89b62", "#8a5a2b", "#e8cfa4"
FIRST, SECOND = "#f3ead7", "#3b2a20"  # light and dark pieces
FIRST_EDGE, SECOND_EDGE = "#a48d62", "#16100c"
ACCENT = "#d1495b"
INK = "#2b2118"


class Canvas:
    """Shapes are drawn in the order of the calls; attributes use _ for -."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self._parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
            f'width="{width:g}" height="{height:g}" role="img" font-family="sans-serif">',
            f"<title>{escape(title)}</title>",
        ]

    def _add(self, tag: str, attributes: dict[str, object], text: str | None = None) -> None:
        texts = {name: f"{value:g}" if isinstance(value, float) else str(value) for name, value in attributes.items()}
        written = "".join(f" {name.rstrip('_').replace('_', '-')}={quoteattr(text)}" for name, text in texts.items())
        self._parts.append(f"<{tag}{written}/>" if text is None else f"<{tag}{written}>{escape(text)}</{tag}>")

    def rect(self, x: float, y: float, width: float, height: float, **attributes: object) -> None:
        self._add("rect", {"x": x, "y": y, "width": width, "height": height, **attributes})

    def circle(self, x: float, y: float, r: float, **attributes: object) -> None:
        self._add("circle", {"cx": x, "cy": y, "r": r, **attributes})

    def line(self, x1: float, y1: float, x2: float, y2: float, **attributes: object) -> None:
        self._add("line", {"x1": x1, "y1": y1, "x2": x2, "y2": y2, **attributes})

    def polygon(self, points: list[tuple[float, float]], **attributes: object) -> None:
        self._add("polygon", {"points": " ".join(f"{x:g},{y:g}" for x, y in points), **attributes})

    def text(self, x: float, y: float, text: str, **attributes: object) -> None:
        style = {"font_size": 14, "text_anchor": "middle", "dominant_baseline": "central", "fill": INK}
        self._add("text", {"x": x, "y": y, **style, **attributes}, text)

    def svg(self) -> str:
        """The whole picture."""
        return "\n".join([*self._parts, "</svg>"])
