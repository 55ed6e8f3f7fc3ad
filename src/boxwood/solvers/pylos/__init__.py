"""Pylos solved: `build` makes the table of all positions, `lookup` plays from it."""
