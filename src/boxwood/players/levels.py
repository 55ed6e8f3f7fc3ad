"""How strong each level of the engine is: how far it looks, and how often it slips.

A weaker level looks at fewer positions and does not always take the best of the moves it
considers: it picks among the best few, a move that is `slack` worse (in hundredths of the judge's
unit) being about a third as likely.  From level 5 on nobody throws a won game away: a sure win is
taken and a move seen to lose is not.
"""

from dataclasses import dataclass


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
LEVELS: dict[str, dict[int, Level]] = {
    "nim": {
        1: Level(2_000, whim=1.0),
        2: Level(2_000, whim=0.6),
        3: Level(2_000, whim=0.35),
        4: Level(2_000, whim=0.15),
        5: Level(None),
    },
    "connect4": {
        1: Level(2, 1600, 8, 0.8),
        2: Level(32, 443, 8, 0.43),
        3: Level(110, 240, 8, 0.25),
        4: Level(330, 140, 8, 0.07),
        5: Level(532, 109, 8),
        6: Level(2_000, 56, 8),
        7: Level(7_000, 30, 8),
        8: Level(25_000, 15, 8),
        9: Level(200_000),
        10: Level(None),
    },
    "quarto": {
        1: Level(2, 1600, 8, 0.8),
        2: Level(13, 687, 8, 0.56),
        3: Level(65, 313, 8, 0.33),
        4: Level(212, 173, 8, 0.16),
        5: Level(450, 119, 8),
        6: Level(4_500, 37, 8),
        7: Level(None),
    },
    "quoridor": {  # where it costs much to consider several moves: from level 8 on it is one
        1: Level(160, 200, 8, 0.2),
        2: Level(422, 123, 8, 0.06),
        3: Level(815, 88, 8),
        4: Level(1_810, 59, 8),
        5: Level(3_378, 43, 8),
        6: Level(9_500, 25, 8),
        7: Level(14_000, 19, 7),
        8: Level(16_000),
        9: Level(45_000),
        10: Level(None),
    },
    "pylos": {
        1: Level(2, 1600, 8, 0.8),
        2: Level(51, 352, 8, 0.36),
        3: Level(223, 169, 8, 0.15),
        4: Level(445, 119, 8, 0.05),
        5: Level(1_432, 66, 8),
        6: Level(4_043, 39, 8),
        7: Level(8_113, 28, 8),
        8: Level(16_882, 19, 8),
        9: Level(36_777, 13, 8),
        10: Level(None),
    },
    "abalone": {
        1: Level(20, 600, 8, 0.5),
        2: Level(40, 400, 8, 0.35),
        3: Level(80, 280, 8, 0.25),
        4: Level(200, 180, 8, 0.15),
        5: Level(400, 140, 8),
        6: Level(700, 105, 5),
        7: Level(1_000, 70, 3),
        8: Level(1_500, 30, 2),
        9: Level(10_000),
        10: Level(None),
    },
}  # by game; `benchmarks.levels` proposes them and `benchmarks.strength --levels` shows how far apart they are


def levels_of(game: str) -> dict[int, Level]:
    """The ladder of a game; a small game has fewer steps."""
    return LEVELS.get(game, STANDARD)


def level_of(game: str, level: int) -> Level:
    """The settings of a level in a game; beyond its last one there is nothing stronger."""
    ladder = levels_of(game)
    return ladder[min(level, max(ladder))]
