"""The opening book of Abalone, for `boxwood book build abalone`."""

from functools import partial

from boxwood.arena.books import build_book

build = partial(build_book, "abalone")
