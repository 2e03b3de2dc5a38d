"""What a scenario calls what lies on its battlefield."""

from __future__ import annotations

import pytest

from tercio.kernel.trial.laying import word_of


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("Ghal Maraz", "ghal-maraz"),
        ("Twin-Tailed Comet", "twin-tailed-comet"),
        ("Miller's Well", "millers-well"),
        ("The Old Gate (north)", "the-old-gate-north"),
    ],
)
def test_the_name_of_an_area_makes_one_word(name, word):
    assert word_of(name) == word
