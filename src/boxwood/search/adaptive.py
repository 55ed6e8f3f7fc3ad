"""Adaptive depth: look little ahead while there are many ways to go on, and further as they get fewer.

The Quarto report's trick to keep its minimax within a person's patience: depth 1 at first, since the
first choice does not matter, and up to 4 at the end.
"""


def adaptive_depth(ply: int, longest: int, shallow: int = 1, deep: int = 4) -> int:
    """The depth for the move after `ply` moves of a game of at most `longest`.

    >>> [adaptive_depth(ply, 32) for ply in (0, 1, 8, 16, 24, 31)]
    [1, 2, 2, 3, 4, 4]
    """
    if ply == 0:
        return shallow
    steps = deep - shallow
    return min(deep, shallow + 1 + max(0, steps * ply // max(longest, 1)))
