"""Whole recorded searches, written down: `python -m tests.lab.golden` writes them again.

Read the difference before you commit it: it says that a search, a judge or the drawing has changed.
"""

from functools import cache
from pathlib import Path

from boxwood import Game
from boxwood.lab.drawing import as_svg, as_text
from boxwood.lab.nested import EXAMPLES, record_nested
from boxwood.lab.tree import ALGORITHMS, Tree, record

FOLDER = Path(__file__).parent / "golden"


def searches() -> dict[str, Tree]:
    """The fixed searches by the name of their file."""
    found = {f"exercise-{name}": record_nested(EXAMPLES["minimax"], name) for name in ALGORITHMS}
    found |= {f"nim-{name}": record(Game("nim", matches=6), name, 4, judge="terminal") for name in ALGORITHMS}
    found["quarto-ordered"] = record(Game("quarto", "@5 b2 @A c3 @C"), "ordered", 2, judge="terminal")
    found["pylos-memory"] = record(Game("pylos", "1a1 1d4 1b1 1d3 1a2 1d2 1b2"), "memory", 3, judge="rules")
    return found


@cache
def files() -> dict[str, str]:
    """What the files hold: the text of each search, and one picture."""
    trees = searches()
    texts = {f"{name}.txt": as_text(tree) + "\n" for name, tree in trees.items()}
    return texts | {"exercise-alphabeta.svg": as_svg(trees["exercise-alphabeta"])}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in files().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
