"""Inches and millimetres."""

from __future__ import annotations

from fractions import Fraction

from tercio.kernel.measure import MM_PER_INCH, mm_to_inches


def test_an_inch_is_25_4_millimetres() -> None:
    assert Fraction("25.4") == MM_PER_INCH
    assert mm_to_inches(254) == 10.0
    assert (mm_to_inches(25), mm_to_inches(Fraction(25, 2))) == (25 / 25.4, 12.5 / 25.4)
