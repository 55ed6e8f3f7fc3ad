"""What a game is, and how plain Python runs as fast as C++.  Knows no game."""
