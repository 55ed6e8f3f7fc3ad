"""How strong each level of the engine is in Quarto (see `boxwood.players.levels`)."""

from boxwood.players.levels import Level

LEVELS = {
    1: Level(2, 1600, 8, 0.8),
    2: Level(13, 687, 8, 0.56),
    3: Level(65, 313, 8, 0.33),
    4: Level(212, 173, 8, 0.16),
    5: Level(450, 119, 8),
    6: Level(4_500, 37, 8),
    7: Level(None),
}
