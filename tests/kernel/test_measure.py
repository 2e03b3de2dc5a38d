"""Lengths, base sizes, target numbers and percentages: reading, printing, exactness."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tercio.kernel.errors import RulesError
from tercio.kernel.measure import (
    MM_PER_INCH,
    Base,
    Inches,
    TargetNumber,
    at_least_percent,
    format_inches,
    format_percentage,
    mm_to_inches,
    parse_percentage,
)


@pytest.mark.parametrize(
    ("text", "exact"),
    [
        ('24"', Fraction(24)),
        ('3.5"', Fraction(7, 2)),
        ('1/2"', Fraction(1, 2)),
        ('1/3"', Fraction(1, 3)),
        ('0"', Fraction(0)),
        ('1 1/3"', Fraction(4, 3)),
    ],
)
def test_lengths_are_read_exactly_and_print_as_they_were_written(text: str, exact: Fraction) -> None:
    length = Inches.parse(text)
    assert length.exact == exact
    assert str(length) == text


@pytest.mark.parametrize("text", ["", "24", '"', '1/0"', '-4"', "4''", '4"x', '1.2.3"', '٤"', '1e5"'])
def test_what_is_no_length_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(RulesError, match="is not a length in inches") as caught:
        Inches.parse(text)
    assert '24"' in caught.value.diagnostics[0].hint


@given(st.fractions(min_value=0, max_value=200, max_denominator=1200))
def test_every_length_survives_printing_and_reading(exact: Fraction) -> None:
    assert Inches.parse(format_inches(exact)).exact == exact


def test_lengths_add_compare_and_scale_exactly() -> None:
    third = Inches(Fraction(1, 3))
    assert third + third + third == Inches.of(1)
    assert third * 2 > third
    assert Inches.of(6) - Inches.of("1.5") == Inches.of("4.5")
    assert float(third) == third.value == pytest.approx(1 / 3)
    assert str(Inches.of(-2)) == '-2"'


def test_an_inch_is_25_4_millimetres() -> None:
    assert Fraction("25.4") == MM_PER_INCH
    assert mm_to_inches(254) == 10.0
    assert Base.parse("25x50mm").inches == (25 / 25.4, 50 / 25.4)


@pytest.mark.parametrize("text", ["25x50mm", "20x20mm", "150x100mm", "40mm", "60x35mm oval"])
def test_bases_print_as_they_were_written(text: str) -> None:
    assert str(Base.parse(text)) == text


def test_round_bases_are_told_from_square_ones() -> None:
    assert Base.parse("40mm") == Base(40, 40, round=True)
    assert Base.parse("40x40mm") == Base(40, 40)


@pytest.mark.parametrize("text", ["", "25x50", "0x20mm", "0mm", "25 x 50mm", "60x35mm round", "99999x1mm"])
def test_what_is_no_base_is_refused(text: str) -> None:
    with pytest.raises(RulesError, match="is not a base size"):
        Base.parse(text)


@given(st.integers(0, 12))
def test_target_numbers_read_and_print(needs: int) -> None:
    assert TargetNumber.parse(str(TargetNumber(needs))) == TargetNumber(needs)


def test_a_target_of_7_or_more_cannot_be_rolled() -> None:
    assert TargetNumber(6).possible
    assert not TargetNumber(7).possible
    assert [face for face in range(1, 7) if TargetNumber(4).met_by(face)] == [4, 5, 6]
    assert TargetNumber(4).harder(3) == TargetNumber(7)
    assert str(TargetNumber(7)) == "7+"
    assert TargetNumber(3) < TargetNumber(4)


@pytest.mark.parametrize("text", ["", "4", "+4", "4++", "four+", "-1+"])
def test_what_is_no_target_number_is_refused(text: str) -> None:
    with pytest.raises(RulesError, match="is not a target number"):
        TargetNumber.parse(text)


def test_percentages_are_whole_numbers_and_compare_exactly() -> None:
    assert parse_percentage("40%") == 40
    assert format_percentage(40) == "40%"
    assert at_least_percent(1, 25, 4)
    assert not at_least_percent(1, 26, 4)
    with pytest.raises(RulesError, match="is not a percentage"):
        parse_percentage("40")
