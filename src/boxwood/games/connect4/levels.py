"""How strong each level of the engine is in Connect Four (see `boxwood.players.levels`)."""

from boxwood.players.levels import Level

LEVELS = {
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
}
