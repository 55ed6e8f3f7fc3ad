"""Matches between named players, for the reports' tables: both seats, openings shared by pairs of games."""

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from boxwood.arena.match import Clock, Pairing, play, random_opening
from boxwood.core.errors import BoxwoodError
from boxwood.games import find
from boxwood.lab.reports.notebook import Notebook


@dataclass(frozen=True)
class Score:
    """Games of one player against another: won, drawn and lost as first player, and as second."""

    first: tuple[int, int, int]
    second: tuple[int, int, int]

    @property
    def wins(self) -> int:
        return self.first[0] + self.second[0]

    @property
    def draws(self) -> int:
        return self.first[1] + self.second[1]

    @property
    def losses(self) -> int:
        return self.first[2] + self.second[2]

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        """Of the points: a win 1, a draw 1/2."""
        return (self.wins + self.draws / 2) / self.games

    def turned(self) -> "Score":
        """The same games from the other's side."""
        return Score(_turned(self.second), _turned(self.first))

    def __add__(self, other: "Score") -> "Score":
        return Score(_sum(self.first, other.first), _sum(self.second, other.second))

    def __str__(self) -> str:
        """`7-3`, or `7-3 (2)` with two draws."""
        return f"{self.wins}-{self.losses}" + (f" ({self.draws})" if self.draws else "")


def _turned(results: tuple[int, int, int]) -> tuple[int, int, int]:
    return results[2], results[1], results[0]


def _sum(one: tuple[int, int, int], other: tuple[int, int, int]) -> tuple[int, int, int]:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


NOTHING = Score((0, 0, 0), (0, 0, 0))


@dataclass(frozen=True)
class Setting:
    """How a report's games are played."""

    game: str
    options: Mapping[str, Any]
    plies: int = 0  # of the random openings
    ply_cap: int = 400


def match(notebook: Notebook, setting: Setting, one: str, other: str, pairs: int) -> Score:
    """Play pairs of games with swapped seats; `{seed}` in a player's spec is another number in each game.

    The score is that of the first player named.
    """
    counts = {0: [0, 0, 0], 1: [0, 0, 0]}
    for number in range(1, pairs + 1):
        for seat in (0, 1):
            specs = (one, other) if seat == 0 else (other, one)
            pairing = _pairing(setting, specs, number)
            result = notebook.once(_key(pairing), partial(_result, pairing))
            points = {"1-0": 2, "1/2-1/2": 1, "0-1": 0}[result]
            counts[seat][2 - points if seat == 0 else points] += 1
    first, second = counts[0], counts[1]
    return Score((first[0], first[1], first[2]), (second[0], second[1], second[2]))


def _result(pairing: Pairing) -> str:
    """The result, if the game was played to an end: a player that fails proves nothing about its report."""
    played = play(pairing)
    if played.reason.startswith(("crash", "illegal move")):
        raise BoxwoodError(f"{pairing.game}, {' - '.join(pairing.players)}: {played.reason}")
    return played.result


def _pairing(setting: Setting, specs: tuple[str, str], number: int) -> Pairing:
    opening = random_opening(find(setting.game), dict(setting.options), setting.plies, number)
    # A player is made anew for every spec, so that a game depends on nothing that was played before it.
    seed = zlib.crc32(f"{specs} {number}".encode())
    first, second = (spec.format(seed=seed) for spec in specs)
    options = tuple(setting.options.items())
    return Pairing(setting.game, (first, second), opening, options, Clock(), setting.ply_cap)


def _key(pairing: Pairing) -> str:
    options = " ".join(f"{name}={value}" for name, value in pairing.options)
    return f"{pairing.game} {options} [{' '.join(pairing.opening)}] {' - '.join(pairing.players)} {pairing.ply_cap}"


CrossTable = dict[tuple[str, str], Score]


def cross_table(notebook: Notebook, setting: Setting, players: dict[str, str], pairs: int) -> CrossTable:
    """Everyone against everyone else, by the names given to the specs."""
    names = list(players)
    couples = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :]]
    notebook.plan(2 * pairs * len(couples))
    scores = {}
    for a, b in couples:
        scores[a, b] = match(notebook, setting, players[a], players[b], pairs)
        scores[b, a] = scores[a, b].turned()
    return scores
