"""What a number means: WIN less the plies to it for a won game, the negative for a lost one.

-WIN ... -WON   lost, in WIN + score plies
-WON ... WON    a judge's opinion
 WON ... WIN    won, in WIN - score plies

WON and -WON themselves: won or lost for certain, nobody knows when.
"""

from typing import Any

from boxwood.core.bridge import dual

WIN = 1 << 30
MAX_PLY = 128
WON = WIN - 10_000
INFINITE = 1 << 31


@dual
def final_score(state: Any, outcome: int, ply: int) -> int:
    """The score of a finished game for the player to move, `ply` moves after the root."""
    if outcome == 3:  # DRAW
        return 0
    return WIN - ply if outcome == 1 + state.player() else ply - WIN


@dual
def verdict_score(verdict: int, ply: int) -> int:
    """The score of what a judge is certain of."""
    return WIN - ply - verdict if verdict > 0 else ply - verdict - WIN


def score_text(score: int) -> str:
    """A score as it is told in UGI: an opinion, or the plies to the end, or only the result if they are not known."""
    if abs(score) < WON:
        return f"cp {score}"
    plies = "" if abs(score) == WON else f" {WIN - abs(score)}"
    return ("win" if score > 0 else "loss") + plies


def read_score(words: list[str]) -> int | None:
    """The score in the words of a line of UGI, if there is one that makes sense."""
    _, _, rest = " ".join(words).partition(" score ")
    kind, number, *_ = [*rest.split(), "", ""]
    if kind == "cp":
        return int(number) if _is_whole(number.removeprefix("-")) and abs(int(number)) < WON else None
    if kind not in ("win", "loss"):
        return None
    score = WIN - int(number) if _is_whole(number) and int(number) < WIN - WON else WON
    return score if kind == "win" else -score


def _is_whole(text: str) -> bool:
    """Whether this is a number that one may read: digits, and not absurdly many."""
    return text.isascii() and text.isdigit() and len(text) < 12
