"""Who plays the other side at the terminal: whoever has `choose(game)`, which gives a legal move as text."""

import random
from typing import Any, Protocol

from boxwood.core.contract import FIRST_WINS, ONGOING, SECOND_WINS, Facts, legal_moves
from boxwood.core.errors import BoxwoodError
from boxwood.game import Game


class Opponent(Protocol):
    def choose(self, game: Game) -> str: ...


class Chance:
    """Plays any legal move."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, game: Game) -> str:
        return self._random.choice(game.legal_moves)


class Novice(Chance):
    """Takes a win, avoids giving one to be taken at once, and else plays any legal move."""

    def choose(self, game: Game) -> str:
        state, facts = game.state, game.type.facts
        moves = legal_moves(state, facts)
        self._random.shuffle(moves)
        me = state.player()
        move = next((m for m in moves if _won(state.play(m), me)), None)
        if move is None:
            move = next((m for m in moves if not _gives_a_win(state.play(m), me, facts)), moves[0])
        return str(state.move_text(move))


LONGEST_TURN = 3  # moves of one player in a row that a novice oversees


def _won(state: Any, player: int) -> bool:
    return bool(state.outcome() == (FIRST_WINS, SECOND_WINS)[player])


def _gives_a_win(state: Any, me: int, facts: Facts, left: int = LONGEST_TURN) -> bool:
    """Whether the other player has won or can with one move, whatever I still do in this turn."""
    if state.outcome() != ONGOING:
        return _won(state, 1 - me)
    if state.player() != me:
        return any(_won(state.play(move), 1 - me) for move in legal_moves(state, facts))
    return left > 1 and all(_gives_a_win(state.play(move), me, facts, left - 1) for move in legal_moves(state, facts))


OPPONENTS = {"random": Chance, "novice": Novice}


def opponent(name: str, seed: int | None = None) -> Opponent:
    """The opponent of this name."""
    if name not in OPPONENTS:
        raise BoxwoodError(f"there is no opponent '{name}': the opponents are {', '.join(OPPONENTS)}")
    return OPPONENTS[name](seed)
