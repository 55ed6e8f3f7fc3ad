"""How strong each level of the engine is in Nim (see `boxwood.players.levels`)."""

from boxwood.players.levels import Level

LEVELS = {
    1: Level(2_000, whim=1.0),
    2: Level(2_000, whim=0.6),
    3: Level(2_000, whim=0.35),
    4: Level(2_000, whim=0.15),
    5: Level(None),
}
