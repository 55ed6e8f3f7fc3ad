"""Boxwood: six classic abstract games on one engine.

>>> import boxwood
>>> game = boxwood.Game("connect4")
>>> game.push("4")
'4'
>>> print(game)
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . x . . .
-------------
1 2 3 4 5 6 7
"""

from boxwood.analysis import Analysis, Score, analyse, analysis_of, exact_scores, solve
from boxwood.core.errors import BadOption, BadPosition, BadRecord, BoxwoodError, IllegalMove, NotAMove, UnknownGame
from boxwood.core.record import Node
from boxwood.core.referee import Outcome
from boxwood.game import Game, Playouts, perft, playouts
from boxwood.games import names

__all__ = [
    "Analysis",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "BoxwoodError",
    "Game",
    "IllegalMove",
    "Node",
    "NotAMove",
    "Outcome",
    "Playouts",
    "Score",
    "UnknownGame",
    "analyse",
    "analysis_of",
    "exact_scores",
    "names",
    "perft",
    "playouts",
    "solve",
]
