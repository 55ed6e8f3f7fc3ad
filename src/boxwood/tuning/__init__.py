"""Better weights for evaluations: genetic, local search, SPSA and Texel, over the arena.  Knows no game."""
