"""The opening book of Quoridor, for `boxwood book build quoridor`."""

from functools import partial

from boxwood.arena.books import build_book

build = partial(build_book, "quoridor")
