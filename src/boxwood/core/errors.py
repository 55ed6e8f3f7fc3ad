"""Everything that can be wrong with what a person gave us.

Each message is one line that says what was wrong, where, and what would be right.
"""


class BoxwoodError(ValueError):
    """The mother of all errors that are the caller's to mend."""


class UnknownGame(BoxwoodError):
    """There is no game of this name."""


class BadOption(BoxwoodError):
    """A game has no such option, or not with this value."""


class NotAMove(BoxwoodError):
    """This text is no move of this game, in any position."""


class IllegalMove(BoxwoodError):
    """This is a move of the game, but it is not allowed now."""


class BadPosition(BoxwoodError):
    """This text is no position, or one that the rules make impossible."""


class BadRecord(BoxwoodError):
    """This text is no game record, or its moves cannot be played."""


class NotSolved(BoxwoodError):
    """Nobody knows the truth about this game, or not by these rules."""


class ContractError(TypeError):
    """A game class breaks the contract of `boxwood.core.contract`."""


def shortened(text: str, most: int = 40) -> str:
    """What a person gave, as a message shows it: on one line and not too long.

    >>> print(shortened("e2\\n"), shortened("x" * 100, 9))
    e2\\n xxxxxx...
    """
    short = text if len(text) <= most else text[: most - 3] + "..."
    return short if short.isprintable() else short.encode("unicode_escape").decode("ascii")


def quoted(text: str) -> str:
    """The same in quotes."""
    return f"'{shortened(text)}'"
