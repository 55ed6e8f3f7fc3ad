"""How strong each level of the engine is in Quoridor (see `boxwood.players.levels`)."""

from boxwood.players.levels import Level

# Considering several moves costs much here: from level 8 on it is one.
LEVELS = {
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
}
