"""Distributions are exact: they agree with icepool to the last digit, whatever the road to them."""

from __future__ import annotations

from fractions import Fraction

import icepool  # type: ignore[import-untyped]
import pytest

from tercio.kernel.odds.distribution import Distribution, blend, mix
from tercio.kernel.odds.polynomials import FEW, power, product


def die_of(one: Distribution):
    """The same distribution as icepool has it."""
    return icepool.Die(dict(one.weighted()))


@pytest.mark.parametrize("times", [1, 2, 7, 40])
@pytest.mark.parametrize(
    "weights", [{0: 5, 1: 1}, {1: 1, 2: 1, 3: 1}, {0: 19, 1: 7, 3: 10}, dict.fromkeys(range(1, 21), 1)]
)
def test_sums_of_many_agree_with_icepool(weights, times):
    one = Distribution.of(weights)
    assert die_of(one.times(times)) == times @ icepool.Die(weights)


def test_a_sum_of_none_is_nothing():
    assert Distribution.die(6).times(0) == Distribution.certain(0)


def test_two_different_numbers_add_up():
    assert die_of(Distribution.die(6) + Distribution.die(4).times(2)) == icepool.d6 + 2 @ icepool.d4


def test_a_random_number_of_throws_agrees_with_icepool():
    found = Distribution.of({0: 2, 1: 1}).random_times(Distribution.die(6))
    assert die_of(found).simplify() == (icepool.d6 @ icepool.Die({0: 2, 1: 1})).simplify()


def test_what_is_capped_or_mapped_keeps_its_weight():
    assert die_of(Distribution.die(6).capped(4)).simplify() == icepool.d6.map(lambda n: min(n, 4)).simplify()
    assert Distribution.die(6).map(lambda face: face % 2) == Distribution(0, (1, 1), 2)


def test_a_mixture_weighs_its_parts():
    found = mix([(1, Distribution.die(6)), (2, Distribution.certain(0))])
    assert found.exactly(0) == Fraction(2, 3)
    assert found.exactly(6) == Fraction(1, 18)
    thirds = [(Fraction(1, 3), Distribution.die(6)), (Fraction(2, 3), Distribution.certain(0))]
    assert blend(thirds) == found


def test_chances_of_at_least_so_much():
    hits = Distribution.chance(Fraction(1, 2)).times(10)
    assert hits.at_least(0) == hits.at_least(-3) == 1
    assert hits.at_least(6) == Fraction(193, 512)
    assert hits.at_least(11) == hits.exactly(11) == hits.exactly(-1) == 0


def test_average_and_variance_of_dice():
    two = Distribution.die(6).times(2)
    assert two.mean == 7
    assert two.variance == Fraction(35, 6)


def test_no_distribution_without_weight():
    with pytest.raises(ValueError, match="no distribution"):
        Distribution.of({3: 0})
    with pytest.raises(ValueError, match="no distribution"):
        Distribution.of({3: -1, 4: 2})


def test_a_thousand_attacks_are_exact_to_the_last_digit():
    one = Distribution.of({0: 29, 1: 7})
    many = one.times(1000)
    assert sum(many.weights) == many.total == 36**1000
    assert many.mean == Fraction(7000, 36)
    assert many.exactly(0) == Fraction(29**1000, 36**1000)


@pytest.mark.parametrize("length", [2, FEW, FEW + 1, FEW + 2, 40])
def test_long_and_short_polynomials_multiply_alike(length):
    one, other = [3 + i * i for i in range(length)], [7 + i for i in range(length)]
    expected = [0] * (2 * length - 1)
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            expected[i + j] += a * b
    assert product(one, other) == expected


@pytest.mark.parametrize("base", [[4], [0, 0, 3], [0, 2, 0, 5], [1] * (FEW + 3), [0, *[2] * (FEW + 3)]])
def test_powers_are_repeated_products(base):
    expected = [1]
    for times in range(5):
        assert power(base, times) == expected
        expected = product(expected, base)
