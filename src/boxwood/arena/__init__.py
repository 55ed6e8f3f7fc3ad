"""Matches, tournaments and ratings.  Knows players only by what they play."""
