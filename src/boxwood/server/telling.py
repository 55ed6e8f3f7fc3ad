"""Scores and analyses as the protocol writes them."""

from typing import Any

from boxwood.analysis import Score, texts
from boxwood.search.scores import WON
from boxwood.search.thinking import Thought


def score_told(score: Score) -> dict[str, Any]:
    """A score as text and as figures.

    >>> score_told(Score.won(7))
    {'text': 'win in 7', 'value': None, 'plies': 7, 'proven': True, 'sign': 1}
    """
    known = score.proven or score.plies is not None
    return {
        "text": str(score),
        "value": None if known else score.value / 100,
        "plies": score.plies,
        "proven": known,
        "sign": (score.value > 0) - (score.value < 0),
    }


def as_analysis(state: Any, thought: Thought, source: str = "engine") -> dict[str, Any]:
    """What a search has found so far."""
    return {
        "depth": thought.depth,
        "nodes": thought.nodes,
        "seconds": round(thought.seconds, 3),
        "source": source,
        "lines": [
            {
                "score": score_told(Score(line.score, abs(line.score) > WON)),
                "moves": list(texts(state, line.moves)),
            }
            for line in thought.lines
        ],
    }
