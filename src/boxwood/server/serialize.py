"""Scores and analyses as the protocol writes them."""

from typing import Any

from boxwood.analysis import Analysis, Line, Score, texts
from boxwood.search.iterative_deepening import Thought
from boxwood.search.scores import WON


def score_told(score: Score) -> dict[str, Any]:
    """A score as text and as figures.

    >>> score_told(Score.won(7))
    {'text': 'win in 7', 'value': None, 'plies': 7, 'unit': 'plies', 'proven': True, 'sign': 1}
    """
    return {
        "text": str(score),
        "value": None if score.proven else score.value / 100,
        "plies": score.plies,
        "unit": score.unit,
        "proven": score.proven,
        "sign": (score.value > 0) - (score.value < 0),
    }


def analysis_told(analysis: Analysis) -> dict[str, Any]:
    """The lines found so far and the work behind them."""
    return {
        "depth": analysis.depth,
        "nodes": analysis.nodes,
        "seconds": round(analysis.seconds, 3),
        "source": analysis.source,
        "lines": [{"score": score_told(line.score), "moves": list(line.moves)} for line in analysis.lines],
    }


def as_analysis(state: Any, thought: Thought) -> dict[str, Any]:
    """What a search has found so far."""
    lines = tuple(Line(Score(line.score, abs(line.score) >= WON), texts(state, line.moves)) for line in thought.lines)
    return analysis_told(Analysis(lines, thought.depth, thought.nodes, thought.seconds))
