"""The referee: which move a text means, whether it is allowed now, and how a game ended."""

from dataclasses import dataclass

from boxwood.core.contract import DRAW, FIRST_WINS, ONGOING, GameType, State, legal_moves
from boxwood.core.errors import IllegalMove, NotAMove, quoted

SHOWN = 8  # legal moves that an error names
LONGEST = 40  # no move of any game is written with more characters


@dataclass(frozen=True)
class Outcome:
    """How a game ended: the winner, 0 or 1 or None for a draw, and the reason in words.

    >>> outcome = Outcome(1, "four in a row")
    >>> print(outcome)
    the second player wins: four in a row
    >>> outcome.result
    '0-1'
    """

    winner: int | None
    reason: str

    @property
    def result(self) -> str:
        """As records write it: 1-0, 0-1 or 1/2-1/2."""
        return {0: "1-0", 1: "0-1", None: "1/2-1/2"}[self.winner]

    def __str__(self) -> str:
        ending = {0: "the first player wins", 1: "the second player wins", None: "a draw"}[self.winner]
        return f"{ending}: {self.reason}"


def outcome_of(state: State) -> Outcome | None:
    """How the game ended, or None while it goes on."""
    code = state.outcome()
    if code == ONGOING:
        return None
    winner = None if code == DRAW else 0 if code == FIRST_WINS else 1
    return Outcome(winner, state.reason())


def legal_move(game: GameType, state: State, text: str) -> int:
    """The legal move that a person meant; else NotAMove or IllegalMove, telling what would be right."""
    over = outcome_of(state)
    if over is not None:
        raise IllegalMove(f"{game.id}: {quoted(text)} is not allowed: the game is over: {over}")
    word = text.strip()
    if not word:
        raise NotAMove(f"{game.id}: an empty text is not a move: {_right(game, state)}")
    if len(word.split()) > 1:
        raise NotAMove(f"{game.id}: {quoted(text)} is more than one move: give them one at a time")
    if len(word) > LONGEST or not word.isprintable():
        raise NotAMove(f"{game.id}: {quoted(text)} is not a move: {_right(game, state)}")
    move = state.read_move(word)
    if move not in legal_moves(state, game.facts):
        raise IllegalMove(f"{game.id}: {quoted(word)} is not allowed now: {_right(game, state)}")
    return move


def _right(game: GameType, state: State) -> str:
    """`drop a disc into a column: 1, 2, 3`: what a player may do now, shortened to a handful."""
    moves = legal_moves(state, game.facts)
    more = f", and {len(moves) - SHOWN} more (legal_moves has all)" if len(moves) > SHOWN else ""
    return f"{state.task()}: {', '.join(map(state.move_text, moves[:SHOWN]))}{more}"
