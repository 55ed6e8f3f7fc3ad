"""Quarto solved: `search` answers yes or no, `solver` asks it about states, `table` knows the openings."""
