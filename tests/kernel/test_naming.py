"""Names as one word."""

from __future__ import annotations

import pytest

from tercio.kernel.naming import slug


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("Hidden in the Mill", "hidden-in-the-mill"),
        ("Twin-Tailed Comet", "twin-tailed-comet"),
        ("The Miller's \u2013 Ford!", "the-millers-ford"),
        ("The Miller\u2019s Ford", "the-millers-ford"),
        ("the-millers-ford", "the-millers-ford"),
        ("The Old Gate (north)", "the-old-gate-north"),
        ("\u00c5sklanders", "asklanders"),
    ],
)
def test_a_name_becomes_one_word_in_lower_case_with_hyphens(name, word):
    assert slug(name) == word
