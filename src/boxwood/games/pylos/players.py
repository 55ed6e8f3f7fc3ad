"""Corpet's player for Pylos: alpha-beta over whole turns with his seven rules.

The report's move is a whole turn, a list of actions: put or raise, then perhaps take back.  Ours are single
decisions, so that the levels, which count turns, search the game as `Turns` tell it:

    bits   0-9    the put or raise, as in `games.pylos`; nothing moves if the turn is already under way
          10-14   the first marble taken back, RESERVE for none
          15-19   the second
"""

from dataclasses import replace
from typing import Any, NamedTuple

from boxwood.core.bits import lowest
from boxwood.core.bridge import Buffer, dual
from boxwood.core.contract import Facts, GameType
from boxwood.core.options import Flag, Whole
from boxwood.evaluation.weights import Weights, read_weights
from boxwood.game import Game
from boxwood.games.pylos.evaluation import Marbles, Rules
from boxwood.games.pylos.rules import RESERVE, STOP, Pylos, free
from boxwood.players.classic import Classic
from boxwood.players.player import Choice, Player, PlayerType, Tell
from boxwood.search.algorithms import Found
from boxwood.search.clock import Limits

SURE = 1000  # the report's confidence in a sure win
NONE = RESERVE << 10 | RESERVE << 15  # nothing taken back
ALPHA_BETA = "ordered+memory"  # the same value, sooner


@dual
class Turns(NamedTuple):
    """Pylos where a move is a whole turn, or what is left of it."""

    own: int
    other: int
    turn: int
    pending: int
    rules: int

    def now(self) -> Pylos:
        return Pylos(self.own, self.other, self.turn, self.pending, self.rules)

    def player(self) -> int:
        return self.turn

    def outcome(self) -> int:
        return self.now().outcome()

    def key(self) -> int:
        return self.now().key()

    def moves(self, out: Buffer) -> int:
        now = self.now()
        if now.pending:
            return take_backs(now, STOP, out, 0)
        singles = now.moves(out)
        count = singles
        for i in range(singles):
            after = now.play(out[i])
            if after.pending:
                count = take_backs(after, out[i], out, count)
                count -= 1
                out[i] = out[count]  # the last of these turns goes where their beginning stood
            else:
                out[i] |= NONE
        return count

    def play(self, move: int) -> "Turns":
        now = self.now()
        for step in range(3):
            if takes_part(now, step):
                now = now.play(part(move, step))
        return Turns(now.own, now.other, now.turn, now.pending, now.rules)


@dual
def part(turn: int, step: int) -> int:
    """One of the three decisions that make a turn: put or raise, take back, take back; STOP for none."""
    return turn & 1023 if step == 0 else (turn >> 5 + 5 * step & 31) << 5 | RESERVE


@dual
def takes_part(now: Pylos, step: int) -> bool:
    """Whether this decision is to be made: the first unless the turn is under way, the others if so."""
    return (now.pending == 0) == (step == 0)


@dual
def take_backs(now: Pylos, beginning: int, out: Buffer, count: int) -> int:
    """Write the turns that begin so and go on with taking back from here; two marbles in one order only."""
    loose = now.own & free(now.own | now.other)
    if now.pending == 1:
        out[count] = beginning | NONE
        count += 1
    firsts = loose
    while firsts:
        first = lowest(firsts)
        firsts &= firsts - 1
        out[count] = beginning | first << 10 | RESERVE << 15
        count += 1
        if now.pending == 2:
            left = now.own ^ 1 << first
            seconds = left & free(left | now.other) & ~(loose & ((1 << first) - 1))
            while seconds:
                out[count] = beginning | first << 10 | lowest(seconds) << 15
                count += 1
                seconds &= seconds - 1
    return count


# No more turns than so many puts and raises, each with any two of 15 marbles taken back.
WHOLE_TURNS = GameType("pylos", "Pylos by whole turns", Turns, (), Facts(107 * 225, 1 << 20, can_cycle=True))


def decisions(now: Pylos, turn: int) -> list[int]:
    """The single moves of a turn."""
    moves = []
    for step in range(3):
        if takes_part(now, step):
            moves.append(part(turn, step))
            now = now.play(moves[-1])
    return moves


class Corpet(Classic):
    """Thinks in turns, and tells how sure it is and which replies it expects."""

    def choose(self, game: Game, limits: Limits | None = None, tell: Tell | None = None) -> Choice:
        choice = super().choose(game, limits, tell)
        confidence = max(-SURE, min(SURE, choice.score or 0))
        return replace(choice, score=confidence, remark=remark(game.state, confidence, choice.line))

    def _search(self, state: Any, depth: int) -> Found:
        found = super()._search(Turns(*state), depth)
        line: list[int] = []
        for turn in found.line:
            moves = decisions(state, turn)
            line += moves
            for move in moves:
                state = state.play(move)
        return replace(found, line=tuple(line))


def remark(state: Pylos, confidence: int, line: tuple[int, ...]) -> str:
    """`confidence 8: 1b2, expecting 1c3, then 1b3 -1a1 .`"""
    turns: list[str] = []
    player = 1 - state.turn
    for move in line:
        if state.turn == player:
            turns[-1] += " " + state.move_text(move)
        else:
            turns.append(state.move_text(move))
        player, state = state.turn, state.play(move)
    replies = f", expecting {', then '.join(turns[1:])}" if turns[1:] else ""
    return f"confidence {confidence}: {turns[0]}{replies}"


def _corpet(game: GameType, parameters: dict[str, Any]) -> Player:
    algorithm = "dynamic" if parameters["dynamic"] else ALPHA_BETA
    judge = read_weights(game, parameters["judge"], Rules, Marbles)
    return Corpet(WHOLE_TURNS, algorithm, judge, parameters["level"], margin=parameters["margin"])


PLAYERS = [
    PlayerType(
        "corpet",
        "Alpha-beta as many turns deep as its level, with seven rules of a practised player.",
        "Corpet, Pylos",
        _corpet,
        ("pylos",),
        (
            Whole("level", 4, 1, 20, "turns to look ahead; even ones are better for their cost"),
            Flag("dynamic", False, "looks on where it seems promising and drops what seems lost, as the report wished"),
            # Corpet, I: nobody makes up for more than four marbles, of ten points each
            Whole("margin", 40, 0, SURE, "points by which a branch then looks lost; with 10 it searches far less"),
            Weights("judge", "rules", "the seven rules; marbles, the report's first idea: those in reserve alone"),
        ),
    )
]
