"""From plain minimax to the full engine.  Knows no game: only states and judges."""
