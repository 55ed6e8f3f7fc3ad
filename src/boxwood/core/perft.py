"""Walking through a game without thinking: counting move sequences, playing at random.

The two entries here are what tests and benchmarks of rules stand on; they know no game.
"""

from typing import Any

import numpy as np
from numba import int64, njit

from boxwood.core.bits import next_random, pick
from boxwood.core.bridge import advance, pointer
from boxwood.core.compiler import entry, without_dispatch
from boxwood.core.contract import ONGOING, GameType, check
from boxwood.core.errors import ContractError


@njit
def _count(state: Any, depth: int, width: int, memory: Any) -> int:
    if depth == 0:
        return 1
    if state.outcome() != ONGOING:
        return 0
    total = 0
    for i in range(state.moves(memory)):
        total += _count(state.play(memory[i]), depth - 1, width, advance(memory, width))
    return total


def _count_entry(state: Any, depth: int, width: int, room: Any) -> int:
    return _count(state, int64(depth), int64(width), pointer(room))


def _playout_entry(state: Any, seed: int, limit: int, room: Any) -> tuple[int, int]:
    memory = pointer(room)
    outcome, plies = state.outcome(), 0
    while outcome == ONGOING and plies < limit:
        seed = next_random(seed)
        state = state.play(memory[pick(seed, state.moves(memory))])
        outcome = state.outcome()
        plies += 1
    return outcome, plies


def _playouts_entry(state: Any, count: int, seed: int, limit: int, room: Any, results: Any) -> int:
    memory = pointer(room)
    plies = 0
    for _ in range(count):
        now = state
        over = now.outcome()
        left = limit
        while over == ONGOING and left > 0:
            seed = next_random(seed)
            now = now.play(memory[pick(seed, now.moves(memory))])
            over = now.outcome()
            left -= 1
            plies += 1
        results[over] += 1
    return plies


def _moves_entry(state: Any, room: Any) -> int:
    return state.moves(pointer(room))


def _play_entry(state: Any, move: int) -> Any:
    return state.play(move)


def _look_entry(state: Any) -> tuple[int, int, int]:
    return state.player(), state.outcome(), state.key()


class Walker:
    """One game's rules, compiled.

    >>> from boxwood.games import find
    >>> connect4 = find("connect4")
    >>> Walker(connect4).perft(connect4.start(), 4)
    2401
    """

    def __init__(self, game: GameType) -> None:
        self.game = game
        if not game.state.__module__.startswith("boxwood."):
            check(game)
        self._room = np.zeros(game.facts.max_moves, np.int64)
        self._ready: dict[Any, Any] = {}  # entries after their first call

    def _run(self, function: Any, *arguments: Any) -> Any:
        ready = self._ready.get(function)
        return ready(*arguments) if ready is not None else self._first_run(function, *arguments)

    def _first_run(self, function: Any, *arguments: Any) -> Any:
        from numba.core.errors import NumbaError

        try:
            compiled = entry(function, self.game.state)
            result = compiled(*arguments)
        except NumbaError as error:
            raise ContractError(explain(self.game, error)) from None
        self._ready[function] = without_dispatch(compiled)
        return result

    def perft(self, state: Any, depth: int) -> int:
        """How many sequences of exactly `depth` moves there are."""
        width = self.game.facts.max_moves
        room = np.zeros(max(depth, 1) * width, np.int64)
        return int(self._run(_count_entry, state, depth, width, room))

    def playout(self, state: Any, seed: int, limit: int = 1 << 30) -> tuple[int, int]:
        """Play one random game to the end: its outcome and its number of moves."""
        return self._run(_playout_entry, state, seed, limit, self._room)

    def playouts(self, state: Any, count: int, seed: int = 1, limit: int = 1 << 30) -> tuple[list[int], int]:
        """Play random games to the end: how many ended ONGOING (limit reached), FIRST_WINS,
        SECOND_WINS, DRAW, and the number of moves played in all."""
        results = np.zeros(4, np.int64)
        plies = self._run(_playouts_entry, state, count, seed, limit, self._room, results)
        return results.tolist(), int(plies)

    def moves(self, state: Any) -> list[int]:
        """The legal moves of a game that goes on."""
        return self._room[: self._run(_moves_entry, state, self._room)].tolist()

    def play(self, state: Any, move: int) -> Any:
        """The state after a legal move."""
        return self._run(_play_entry, state, move)

    def look(self, state: Any) -> tuple[int, int, int]:
        """Player, outcome and key."""
        return self._run(_look_entry, state)


_PROBES = {
    "player": lambda state, move, room: state.player(),
    "outcome": lambda state, move, room: state.outcome(),
    "key": lambda state, move, room: state.key(),
    "moves": lambda state, move, room: state.moves(pointer(room)),
    "play": lambda state, move, room: state.play(move),
}


def explain(game: GameType, error: Exception) -> str:
    """One line on a compiler's complaint: which method it is about and what it says."""
    from numba.core.errors import NumbaError

    from boxwood.core.bridge import where

    state = game.start()
    for name, probe in _PROBES.items():
        try:
            result = njit(probe)(state, 0, np.zeros(game.facts.max_moves, np.int64))
            if name == "play" and type(result) is not type(state):
                raise ContractError(f"{where(game.state, name)}: gave {type(result).__name__}")
        except NumbaError as complaint:
            return f"{where(game.state, name)} does not compile: {_gist(complaint)}"
        except ZeroDivisionError:
            pass
    return f"{game.state.__name__} does not compile: {_gist(error)}"


def _gist(complaint: Exception) -> str:
    """The line of a Numba error that a person can use."""
    lines = [line.strip(" -\t") for line in str(complaint).splitlines() if line.strip()]
    telling = [line for line in lines if "rror" not in line and "During" not in line and "File" not in line]
    useful = [line for line in lines if "Cannot unify" in line or "Unknown attribute" in line or "NameError" in line
              or "No implementation" in line or "Untyped global" in line]  # fmt: skip
    return (useful or telling or lines or ["unknown"])[-1 if useful else 0]
