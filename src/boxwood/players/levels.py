"""How strong each level of the engine is: how far it looks, and how often it slips.

A weaker level looks at fewer positions and does not always take the best of the moves it
considers: it picks among the best few, a move that is `slack` worse (in hundredths of the judge's
unit) being about a third as likely.  From level 5 on nobody throws a won game away: a sure win is
taken and a move seen to lose is not.
"""

from dataclasses import dataclass

from boxwood.core.contract import GameType


@dataclass(frozen=True)
class Level:
    """One step of the ladder."""

    nodes: int | None  # positions a move; None: as many as the time allows
    slack: int = 0  # 0: always the best move
    candidates: int = 1  # how many of the best moves it considers
    whim: float = 0.0  # how often it plays any move at all


SURE_FROM = 5  # levels that never let go of a win they see
STANDARD = {
    1: Level(60, 300, 12, 0.35),
    2: Level(120, 200, 10, 0.15),
    3: Level(300, 120, 8, 0.06),
    4: Level(800, 70, 6, 0.02),
    5: Level(2_000, 40, 5),
    6: Level(6_000, 20, 4),
    7: Level(20_000, 10, 3),
    8: Level(80_000),
    9: Level(400_000),
    10: Level(None),
}


def levels_of(game: GameType) -> dict[int, Level]:
    """The ladder of a game; a small game has fewer steps.

    `benchmarks.levels` proposes them, and `benchmarks.strength --levels` shows how far apart they are.
    """
    return dict(game.part("levels", "LEVELS", STANDARD))


def level_of(game: GameType, level: int) -> Level:
    """The settings of a level in a game; beyond its last one there is nothing stronger."""
    ladder = levels_of(game)
    return ladder[min(level, max(ladder))]
