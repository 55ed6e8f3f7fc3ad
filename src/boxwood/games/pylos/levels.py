"""How strong each level of the engine is in Pylos (see `boxwood.players.levels`)."""

from boxwood.players.levels import Level

LEVELS = {
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
}
