"""How good a position looks: one file a game, named features times named weights."""
