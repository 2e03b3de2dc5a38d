"""Sight past regiments of some height, and lines to a facing (Definitions 7, Shooting Phase 3.B)."""

from __future__ import annotations

import pytest

from tercio.kernel.geometry import Facing, Rect
from tercio.plugins.regiments.sight import WALL, crossed, lines_of_cover, sees, sightings

NORTH = (0.0, 1.0)
FRONT = Rect(20.0, 10.0, 0.0, 1.0, 5.0, 2.0)
TARGET = Rect(20.0, 30.0, 0.0, -1.0, 5.0, 2.0)
SCREEN = Rect(20.0, 20.0, 0.0, 1.0, 30.0, 1.0)


def test_an_open_field_hides_nothing():
    assert sees(FRONT, NORTH, TARGET, [], 1) is not None


def test_who_is_as_tall_as_needed_hides_what_is_behind():
    assert sees(FRONT, NORTH, TARGET, [(SCREEN, 2)], 2) is None
    assert sees(FRONT, NORTH, TARGET, [(SCREEN, 1)], 2) is not None
    assert sees(FRONT, NORTH, TARGET, [(SCREEN, WALL)], 5) is None


def test_nobody_sees_behind_or_outside_the_arc():
    assert sees(FRONT, (0.0, -1.0), TARGET, [], 1) is None
    assert sees((20.0, 11.0), NORTH, Rect(40.0, 12.0, 0.0, 1.0, 2.0, 2.0), [], 1) is None
    assert sees((20.0, 11.0), NORTH, Rect(40.0, 12.0, 0.0, 1.0, 2.0, 2.0), [], 1, None) is not None


def test_only_the_fronts_that_see_are_returned():
    turned = FRONT.turned_to(1.0, 0.0)
    assert sightings([FRONT, turned], TARGET, [], 1) == [FRONT]


def test_cover_lines_run_to_both_ends_and_the_middle_of_a_facing():
    lines = lines_of_cover((20.0, 11.0), TARGET, Facing.FRONT)
    assert [line[1] for line in lines] == [
        pytest.approx((22.5, 29.0)),
        pytest.approx((20.0, 29.0)),
        pytest.approx((17.5, 29.0)),
    ]
    bush = Rect(18.0, 20.0, 0.0, 1.0, 2.0, 2.0)
    assert [len(crossed(line, [bush])) for line in lines] == [0, 0, 1]
