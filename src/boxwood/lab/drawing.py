"""A written-down search as a picture and as text.

The root is on the left and the search goes down the page: a row for every node at which the picture ends and
for every bunch of moves that were cut off.  A triangle points up where the first player (Max) moves and down
where the second (Min) does, a square is a leaf; the line of best play is drawn bold.  Larger trees are shown
from the root on, level by level, up to `most` nodes; the others are counted where they are missing.
"""

from collections import deque
from typing import NamedTuple

from boxwood.lab.recorder import Visit, score_text
from boxwood.lab.tree import Tree
from boxwood.pictures.shapes import ACCENT, FIRST, SECOND, SECOND_EDGE, WOOD_DARK, Canvas

MOST = 500
COLUMN, ROW, MARGIN = 200, 30, 24
NOTE = 560  # room for the reasons on the right
FEW = 6  # cut moves that are named


class Place(NamedTuple):
    """A row of the drawing that ends a branch: a node, or what was cut off below it."""

    visit: Visit
    is_cut: bool


def shown(tree: Tree, most: int = MOST) -> set[int]:
    """Which nodes to draw: whole levels from the root as far as they fit, best play in any case."""
    chosen = {visit.id for visit in tree.visits if visit.principal}
    waiting = deque([0])
    while waiting and len(chosen) < most:
        id = waiting.popleft()
        chosen.add(id)
        waiting.extend(tree.visits[id].children)
    return chosen


def hidden_below(tree: Tree, visit: Visit, chosen: set[int]) -> int:
    """How many children of a node are not drawn."""
    return sum(child not in chosen for child in visit.children)


def places(tree: Tree, chosen: set[int]) -> list[Place]:
    """The rows from top to bottom."""
    rows: list[Place] = []

    def walk(visit: Visit) -> None:
        drawn = [tree.visits[child] for child in visit.children if child in chosen]
        for child in drawn:
            walk(child)
        if not drawn:
            rows.append(Place(visit, False))
        if visit.cut:
            rows.append(Place(visit, True))

    walk(tree.visits[0])
    return rows


def is_leaf(visit: Visit) -> bool:
    """Whether the search took the value as it is: the end of the game, or the horizon."""
    return visit.kind in ("end", "horizon")


def window(visit: Visit) -> str:
    """What alpha and beta were when the search came; a leaf does not ask."""
    if is_leaf(visit):
        return ""
    return f"[{score_text(visit.alpha)}, {score_text(visit.beta)}]"


def value(visit: Visit, named: set[int]) -> str:
    """The value with its bound, and the number of a node that reasons point to: `3`, `≥ 5`, `4 (node 2)`."""
    sign = {"exact": "", "lower": "≥ ", "upper": "≤ "}[visit.bound]
    return sign + score_text(visit.value) + (f" (node {visit.id})" if visit.id in named else "")


def pointed_to(tree: Tree) -> set[int]:
    """The nodes that some reason points to."""
    return {visit.because for visit in tree.visits if visit.because is not None}


def cut_text(visit: Visit) -> str:
    """`cut 2 3: 5 ≥ beta 3: ...`"""
    named = " ".join(visit.cut) if len(visit.cut) <= FEW else f"{len(visit.cut)} moves"
    return f"cut {named}: {visit.why}"


def summary(tree: Tree) -> str:
    """One line on the whole search."""
    depth = "" if tree.game == "tree" else f", {tree.depth} deep"
    broken = "" if tree.complete else ", stopped there"
    line = f", best {' '.join(tree.line)}" if tree.line else ""
    return (
        f"{tree.algorithm}{depth}: value {score_text(tree.value)}, {tree.nodes} nodes{broken}, {tree.cut} cut off{line}"
    )


def as_svg(tree: Tree, most: int = MOST) -> str:
    """The tree as an SVG document."""
    chosen, named = shown(tree, most), pointed_to(tree)
    rows = places(tree, chosen)
    heights: dict[int, float] = {}  # of the nodes
    stubs: dict[int, float] = {}  # of what is cut below them
    for number, row in enumerate(rows):
        (stubs if row.is_cut else heights)[row.visit.id] = 2 * MARGIN + ROW * (number + 0.5)
    for visit in reversed(tree.visits):
        if visit.id in chosen and visit.id not in heights:
            ends = [heights[child] for child in visit.children if child in chosen]
            heights[visit.id] = (ends[0] + ends[-1]) / 2
    top = tree.visits[0].ply
    deepest = max(tree.visits[id].ply - top for id in chosen)
    width, height = 2 * MARGIN + COLUMN * deepest + NOTE, 3 * MARGIN + ROW * len(rows)
    canvas = Canvas(width, height, summary(tree))
    canvas.rect(0, 0, width, height, fill="white")
    canvas.text(MARGIN, MARGIN, summary(tree), text_anchor="start", font_weight="bold")
    for id in sorted(chosen):
        _draw(canvas, tree, tree.visits[id], chosen, named, heights, stubs)
    return canvas.svg() + "\n"


def _draw(
    canvas: Canvas,
    tree: Tree,
    visit: Visit,
    chosen: set[int],
    named: set[int],
    heights: dict[int, float],
    stubs: dict[int, float],
) -> None:
    x, y = MARGIN + 10 + COLUMN * (visit.ply - tree.visits[0].ply), heights[visit.id]
    fork = x + COLUMN - 62
    for child in visit.children:
        if child in chosen:
            bold = 3 if visit.principal and tree.visits[child].principal else 1
            _elbow(canvas, x, y, fork, heights[child], x + COLUMN, stroke=WOOD_DARK, stroke_width=bold)
            canvas.text(fork + 5, heights[child] - 7, tree.visits[child].move or "", text_anchor="start", font_size=12)
    if visit.id in stubs:
        end, level = fork + 22, stubs[visit.id]
        _elbow(canvas, x, y, fork, level, end, stroke=ACCENT, stroke_dasharray="3 3")
        canvas.line(end - 4, level - 6, end + 4, level + 6, stroke=ACCENT, stroke_width=2)
        canvas.text(end + 10, level, cut_text(visit), text_anchor="start", font_size=12, fill=ACCENT)
    _draw_node(canvas, visit, named, x, y)
    if visit.kind == "table":
        canvas.text(x + 90, y, visit.why, text_anchor="start", font_size=12, fill=ACCENT)
    missing = hidden_below(tree, visit, chosen)
    if missing:
        canvas.text(x + COLUMN - 52, y - 8, f"… {missing} more", text_anchor="start", font_size=12)


def _draw_node(canvas: Canvas, visit: Visit, named: set[int], x: float, y: float) -> None:
    fill = FIRST if visit.player == 0 else SECOND
    weight = "bold" if visit.principal else "normal"
    if is_leaf(visit):
        canvas.rect(x - 6, y - 6, 12, 12, fill=FIRST, stroke=SECOND_EDGE)
        canvas.text(x + 14, y, value(visit, named), text_anchor="start", font_weight=weight)
        return
    tip = -8 if visit.player == 0 else 8
    canvas.polygon([(x, y + tip), (x - 9, y - tip), (x + 9, y - tip)], fill=fill, stroke=SECOND_EDGE)
    canvas.text(x + 14, y - 8, value(visit, named), text_anchor="start", font_weight=weight)
    canvas.text(x + 14, y + 9, window(visit), text_anchor="start", font_size=10)


def _elbow(canvas: Canvas, x: float, y: float, fork: float, level: float, end: float, **style: object) -> None:
    """From a node to the fork, up or down, and on to the child."""
    canvas.line(fork, level, end, level, **style)
    canvas.line(fork, y, fork, level, **style)
    canvas.line(x, y, fork, y, **{**style, "stroke": WOOD_DARK, "stroke_dasharray": "none"})


def as_text(tree: Tree, most: int = MOST) -> str:
    """The tree as indented lines: * marks best play, what was cut off is told where it would stand."""
    chosen, named = shown(tree, most), pointed_to(tree)
    lines = [summary(tree)]

    def walk(visit: Visit, depth: int) -> None:
        mark = "*" if visit.principal else " "
        side = "" if is_leaf(visit) else ("max ", "min ")[visit.player]
        note = f"  {visit.why}" if visit.kind == "table" else ""
        missing = hidden_below(tree, visit, chosen)
        note += f"  ... {missing} more" if missing else ""
        move = f"{visit.move}: " if visit.move else ""
        lines.append(f"{mark} {'  ' * depth}{move}{side}{value(visit, named)} {window(visit)}{note}".rstrip())
        for child in visit.children:
            if child in chosen:
                walk(tree.visits[child], depth + 1)
        if visit.cut:
            lines.append(f"- {'  ' * (depth + 1)}{cut_text(visit)}")

    walk(tree.visits[0], 0)
    return "\n".join(lines)
