"""The golden playthroughs still come out as they were written down (`make golden` writes them anew)."""

import pytest

from tests.golden import FOLDER, playthrough
from tests.variants import VARIANTS, name


@pytest.mark.parametrize("variant", VARIANTS, ids=name)
def test_a_playthrough_is_as_it_was(variant):
    assert playthrough(*variant) == (FOLDER / f"{name(variant)}.txt").read_text(encoding="utf-8")


def test_no_playthrough_is_left_over():
    assert {file.stem for file in FOLDER.iterdir()} == set(map(name, VARIANTS))
