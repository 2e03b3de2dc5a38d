"""The statistics of pairs: quantiles, intervals, what pairing saves, how often intervals hold the truth."""

from __future__ import annotations

import pytest

from tercio.kernel.rng import Streams
from tercio.plugins.lab.paired import compare, mean_of
from tercio.plugins.lab.student import quantile, within

TABLE = {1: 12.7062, 2: 4.302653, 3: 3.182446, 5: 2.570582, 10: 2.228139, 30: 2.042272, 120: 1.97993}
SURE = 0.95


@pytest.mark.parametrize(("freedom", "value"), TABLE.items())
def test_quantiles_agree_with_the_printed_table(freedom, value):
    assert quantile(SURE, freedom) == pytest.approx(value, rel=1e-5)


def test_a_quantile_leaves_what_is_asked_outside():
    assert within(quantile(0.99, 7), 7) == pytest.approx(0.99, abs=1e-9)


def test_with_many_games_it_is_the_normal_one():
    assert quantile(SURE, 5000) == pytest.approx(quantile(SURE, 5001), abs=1e-3)


def test_no_freedom_no_quantile():
    with pytest.raises(ValueError, match="freedom"):
        quantile(SURE, 0)


def test_a_mean_difference_has_students_interval():
    found = compare([1, 2, 3, 4], [2, 4, 3, 7], SURE)
    assert found.difference == pytest.approx(1.5)
    half = 3.182446 * (5 / 3 / 4) ** 0.5
    assert (found.low, found.high) == pytest.approx((1.5 - half, 1.5 + half), rel=1e-5)
    assert (found.games, found.differing) == (4, 3)


def test_a_share_has_the_interval_with_one_pair_more_on_either_side():
    base = [1] * 12 + [0] * 8
    variant = [1] * 10 + [0] * 2 + [1] * 6 + [0] * 2
    found = compare(base, variant, SURE, share=True)
    up, down, pairs = 7 / 22, 3 / 22, 22
    middle = up - down
    half = 1.959964 * ((up + down - middle**2) / pairs) ** 0.5
    assert found.difference == pytest.approx(0.2)
    assert (found.low, found.high) == pytest.approx((middle - half, middle + half), rel=1e-5)


def test_shares_that_never_differ_are_not_certain():
    few, many = (compare([1, 0] * count, [1, 0] * count, SURE, share=True) for count in (5, 500))
    assert few.low < 0 < few.high
    assert few.half > 10 * many.half
    assert few.needed(few.half) == few.games


def test_an_interval_of_shares_stays_between_all_lost_and_all_won():
    found = compare([1] * 4, [0] * 4, SURE, share=True)
    assert found.low == -1.0
    assert found.is_clear


def test_pairing_saves_the_variance_that_both_share():
    base = [1.0, 5.0, 9.0, 13.0]
    found = compare(base, [x + step for x, step in zip(base, (1, 2, 1, 2), strict=True)], SURE)
    assert found.reduction == pytest.approx(1 - (1 / 3) / (2 * 80 / 3 + 1 / 3 - 0), abs=0.02)
    assert found.needed(found.half) == 4
    assert found.needed(found.half / 2) == 16
    assert found.needed_unpaired(found.half) > 100


def test_where_nothing_varies_there_is_nothing_to_save():
    assert compare([3, 3, 3], [4, 4, 4], SURE).reduction is None


def test_one_pair_tells_nothing():
    with pytest.raises(ValueError, match="two pairs"):
        compare([1], [2], SURE)
    with pytest.raises(ValueError, match="two games"):
        mean_of([1], SURE)


def test_an_interval_of_a_share_stays_between_none_and_all():
    assert mean_of([1] * 10, SURE, share=True).high == 1.0
    assert mean_of([0] * 10, SURE, share=True).low == 0.0


@pytest.mark.parametrize("share", [True, False])
def test_ninety_five_intervals_of_a_hundred_hold_the_truth(share):
    """The truth is a difference of 0.1: the variant wins on 5 faces of 10, the base on 4 of the same die."""
    streams, held, times, pairs = Streams("coverage"), 0, 800, 60
    for _ in range(times):
        faces = streams.draw("pairs", pairs, 10)
        flips = streams.draw("flips", pairs, 10)
        base = [int(face <= 4) for face in faces]
        variant = [
            int((face if flip > 2 else 11 - face) <= 5) for face, flip in zip(faces, flips, strict=True)
        ]
        found = compare(base, variant, SURE, share=share)
        held += found.low <= 0.1 <= found.high
    assert 0.93 <= held / times <= 0.975
