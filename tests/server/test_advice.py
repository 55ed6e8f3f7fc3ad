"""Analyses over the socket: streamed, exact, and of whole games."""

import pytest

from boxwood.analysis import Score
from boxwood.server.advice import certain, chance, grade, opposite
from boxwood.server.serialize import score_told


def answers(site, **message):
    """All that the socket says to one request, the end included."""
    with site.socket("/api/analysis") as visitor:
        visitor.say(id=5, **message)
        heard = [visitor.next()]
        while heard[-1]["type"] not in ("end", "error"):
            heard.append(visitor.next())
    assert all(message["id"] == 5 for message in heard)
    return heard


def test_an_analysis_goes_deeper_and_ends(site):
    look = {"game": "quoridor", "options": {"size": 3, "walls": 1}}
    *news, end = answers(site, type="analyse", look=look, lines=2, seconds=2)
    assert end["type"] == "end"
    depths = [message["analysis"]["depth"] for message in news]
    assert depths == sorted(depths)
    assert news[-1]["analysis"]["source"] == "engine"
    assert len(news[-1]["analysis"]["lines"]) == 2


def test_what_a_solver_knows_is_told_at_once(site):
    look = {"game": "nim", "options": {"matches": 12}}
    told, end = answers(site, type="analyse", look=look, lines=2, seconds=600)
    assert end["type"] == "end"
    line = told["analysis"]["lines"][0]
    assert (told["analysis"]["source"], line["moves"][0], line["score"]["sign"]) == ("solver", "3", 1)
    assert line["score"]["text"].startswith("win in")


def test_an_analysis_can_be_stopped(site):
    with site.socket("/api/analysis") as visitor:
        visitor.say(type="analyse", id=1, look={"game": "quoridor"}, lines=1, seconds=900)
        visitor.hear("analysis")
        visitor.say(type="stop", id=1)
        visitor.hear("end")
        visitor.say(type="analyse", id=2, look={"game": "nim"}, lines=1, seconds=1)
        while visitor.next()["id"] != 2:
            pass


def test_exact_scores_of_all_moves(site):
    first, end = answers(site, type="scores", look={"game": "nim", "options": {"matches": 4}})
    assert end["type"] == "end"
    assert first["type"] == "scores"
    assert set(first["scores"]) == {"1", "2", "3"}
    assert {move: score["sign"] for move, score in first["scores"].items()} == {"1": -1, "2": -1, "3": 1}


def test_a_review_tells_the_blunder(site):
    look = {"game": "nim", "options": {"matches": 7}, "moves": ["1", "1", "3", "1", "1"]}
    *judgements, end = answers(site, type="review", look=look, seconds=2)
    assert end["type"] == "end"
    told = [message["judgement"] for message in judgements]
    assert [judgement["move"] for judgement in told] == look["moves"]
    assert [judgement["grade"] for judgement in told] == ["blunder", "best", "best", "best", "best"]
    assert told[0]["best"][0] == "2"
    assert (told[0]["before"]["sign"], told[0]["after"]["sign"]) == (1, -1)


@pytest.mark.parametrize(
    ("message", "complaint"),
    [
        ({"type": "analyse", "look": {"game": "chess"}, "lines": 1, "seconds": 1}, "no game 'chess'"),
        ({"type": "review", "look": {"game": "nim"}, "seconds": 1}, "nothing to review"),
        ({"type": "analyse", "look": {"game": "nim", "options": {"matches": 1}, "moves": ["1"]}}, "the game is over"),
        ({"type": "analyse", "look": {"game": "nim"}, "lines": 99}, "lines"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_cannot_be_analysed_is_explained(site, message, complaint):
    assert complaint in answers(site, **message)[-1]["message"]


def opinion(value):
    return score_told(Score(round(100 * value)))


def test_grades_go_by_what_was_thrown_away():
    assert grade(certain(1, 5), certain(1, 9), False) == "best"  # slower, but as certain
    assert grade(certain(1, 5), certain(0, 0), False) == "blunder"
    assert grade(certain(0, 0), certain(-1, 4), False) == "blunder"
    assert grade(opinion(0.1), opinion(-0.1), False) == "good"
    assert grade(opinion(0.5), opinion(-0.5), False) == "inaccuracy"
    assert grade(opinion(1.0), opinion(-0.8), False) == "mistake"
    assert grade(opinion(2.0), opinion(-2.0), False) == "blunder"
    assert grade(opinion(2.0), opinion(-2.0), True) == "best"


def test_a_score_is_turned_round_for_the_other_player():
    assert opposite(certain(1, 5)) == certain(-1, 6)
    assert opposite(opinion(0.5)) == opinion(-0.5)
    assert chance(opinion(3.0)) + chance(opposite(opinion(3.0))) == pytest.approx(1.0)
