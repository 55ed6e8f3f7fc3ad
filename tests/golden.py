"""Golden playthroughs: one random game of each variant, written down move by move.

`make golden` plays them again and writes tests/golden/<variant>.txt; test_golden.py compares.  A change
there is a change of the rules, of the order of moves, or of a text, and should be meant.
"""

from collections.abc import Iterator
from pathlib import Path

from boxwood import Game
from boxwood.core.bits import next_random, pick
from boxwood.core.options import show_options
from tests.variants import VARIANTS, name

FOLDER = Path(__file__).parent / "golden"
PLIES = 100  # where long games stop
DRAWN = 10  # every how many moves the board is drawn


def playthrough(game: str, options: dict[str, object]) -> str:
    """The whole text of one game."""
    return "\n".join(_lines(Game(game, **options))) + "\n"


def _lines(game: Game) -> Iterator[str]:
    seed = 1
    yield f"{game.type.title}, {show_options(game.type.options, game.options) or 'default options'}"
    while not game.is_over and game.ply < PLIES:
        yield from _step(game)
        seed, legal = next_random(seed), game.legal_moves
        yield f"move      {game.push(legal[pick(seed, len(legal))])}"
    yield from _step(game)
    yield f"outcome   {game.outcome() or 'none yet'}"
    yield ""
    yield game.record()


def _step(game: Game) -> Iterator[str]:
    yield ""
    yield f"position  {game.position}"
    if game.is_over or game.ply % DRAWN == 0:
        yield from (f"    {line}".rstrip() for line in str(game).splitlines())
    if not game.is_over:
        legal = game.legal_moves
        yield f"player    {game.player}: {game.task}"
        yield f"legal     {len(legal)}: {' '.join(legal)}"


def main() -> None:
    """Write all files, and remove those of variants that are no more."""
    FOLDER.mkdir(exist_ok=True)
    files = {FOLDER / f"{name(variant)}.txt": variant for variant in VARIANTS}
    for file in set(FOLDER.glob("*.txt")) - set(files):
        file.unlink()
    for file, variant in files.items():
        file.write_text(playthrough(*variant), encoding="utf-8")


if __name__ == "__main__":
    main()
