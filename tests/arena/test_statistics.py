"""Statistics of matches, against figures worked out by two programs that share no code."""

import json
import math
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boxwood.arena.statistics import (
    Sprt,
    distribution,
    elo,
    expected_score,
    log_likelihood_ratio,
    normalized_elo,
    superiority,
)
from boxwood.core.errors import BoxwoodError

CASES = json.loads((Path(__file__).parent.parent / "data" / "statistics.json").read_text())


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["counts"]))
def test_figures_come_out_to_six_decimals(case):
    counts, bounds = case["counts"], case["bounds"]
    assert elo(counts).value == pytest.approx(case["elo"], abs=1e-6)
    assert elo(counts).error == pytest.approx(case["elo_error"], abs=1e-6)
    assert normalized_elo(counts).value == pytest.approx(case["nelo"], abs=1e-6)
    assert normalized_elo(counts).error == pytest.approx(case["nelo_error"], abs=1e-6)
    assert superiority(counts) == pytest.approx(case["los"], abs=1e-6)
    assert log_likelihood_ratio(counts, *bounds) == pytest.approx(case["llr_logistic"], abs=1e-6)
    assert log_likelihood_ratio(counts, *bounds, normalized=True) == pytest.approx(case["llr_normalized"], abs=1e-6)


counts = st.one_of(*(st.lists(st.integers(0, 10_000), min_size=n, max_size=n) for n in (3, 5)))


@settings(max_examples=300, deadline=None)
@given(counts)
def test_any_result_gives_finite_numbers(results):
    told = [elo(results), normalized_elo(results)]
    numbers = [n for estimate in told for n in (estimate.value, estimate.error)]
    numbers += [
        superiority(results),
        log_likelihood_ratio(results, 0, 5),
        log_likelihood_ratio(results, 0, 5, normalized=True),
    ]
    assert all(math.isfinite(n) for n in numbers)
    assert 0 <= superiority(results) <= 1


@settings(max_examples=100, deadline=None)
@given(counts)
def test_the_other_player_sees_the_mirror_image(results):
    mirrored = results[::-1]
    assert elo(mirrored).value == pytest.approx(-elo(results).value, abs=1e-9)
    assert superiority(mirrored) == pytest.approx(1 - superiority(results), abs=1e-9)


@pytest.mark.parametrize("results", [[1, 2], [1, 2, 3, 4], [-1, 0, 1]])
def test_what_is_no_result_is_refused(results):
    with pytest.raises(BoxwoodError, match="are not results"):
        distribution(results)


@pytest.mark.parametrize(
    "settings", [{"elo0": 5, "elo1": 0}, {"elo0": 0, "elo1": 5, "alpha": 0}, {"elo0": 0, "elo1": 5, "beta": 0.7}]
)
def test_impossible_tests_are_refused(settings):
    with pytest.raises(BoxwoodError, match="SPRT"):
        Sprt(**settings)


@pytest.mark.parametrize("normalized", [False, True])
def test_a_sequential_test_errs_no_more_than_promised(normalized):
    """Simulated matches at the edge of each hypothesis: about one in twenty may go wrong."""
    test = Sprt(0, 40, normalized=normalized)
    choose, wrong = random.Random(1), {0: 0, 40: 0}
    runs = 120
    for true_elo in wrong:
        # draws in half of the games; a pair is two games
        score = expected_score(true_elo if not normalized else true_elo * 2 * math.sqrt(0.125) / 1)
        for _ in range(runs):
            results = [0, 0, 0, 0, 0]
            verdict = None
            while verdict is None:
                for _ in range(10):
                    points = sum(_game(choose.random(), score) for _ in range(2))
                    results[points] += 1
                verdict = test.verdict(results)
            wrong[true_elo] += verdict == (true_elo == 0)
    # 0.05 and three standard errors
    assert max(wrong.values()) <= runs * 0.05 + 3 * math.sqrt(runs * 0.05 * 0.95)


def _game(luck, score):
    """Points in half points: 0, 1 or 2, draws in half of the games."""
    if luck < 0.5:
        return 1
    return 2 if (luck - 0.5) * 2 < 2 * score - 0.5 else 0
