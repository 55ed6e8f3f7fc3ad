"""Quarto: all that knows this game.  `boxwood.core.parts` says what each file is for."""
