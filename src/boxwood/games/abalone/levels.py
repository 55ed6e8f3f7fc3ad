"""How strong each level of the engine is in Abalone (see `boxwood.players.levels`)."""

from boxwood.players.levels import Level

LEVELS = {
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
}
