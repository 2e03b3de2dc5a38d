"""The way into contact: what a plain search finds, and what it leaves to a full one."""

from __future__ import annotations

import pytest

from tercio.kernel.geometry import Facing, Rect
from tercio.plugins.regiments.approach import Search, approaches

TABLE = (60.0, 40.0)
TARGET = Rect(20.0, 20.0, 0.0, -1.0, 5.0, 2.0)


def first(rect: Rect, search: Search, *obstacles: Rect):
    ways = approaches(rect, TARGET, Facing.FRONT, obstacles, TABLE, 0.0, search=search)
    return next(ways, None)


@pytest.mark.parametrize("search", list(Search))
def test_straight_ahead_is_found_by_either_search(search):
    way = first(Rect(20.0, 10.0, 0.0, 1.0, 5.0, 2.0), search)
    assert way is not None
    assert (way.leg.angle, way.leg.onward) == (0.0, 8.0)


@pytest.mark.parametrize("search", list(Search))
def test_a_flush_wheel_is_found_by_either_search(search):
    way = first(Rect(12.0, 10.0, 0.6, 0.8, 5.0, 2.0), search)
    assert way is not None
    assert way.end.facing == pytest.approx((0.0, 1.0))


@pytest.mark.parametrize("search", list(Search))
def test_no_search_goes_through_what_is_in_the_way(search):
    wall = Rect(20.0, 15.0, 0.0, 1.0, 30.0, 1.0)
    assert first(Rect(20.0, 10.0, 0.0, 1.0, 5.0, 2.0), search, wall) is None


def test_a_plain_search_tries_no_more_than_a_dozen_ways():
    rect = Rect(12.0, 10.0, 0.6, 0.8, 5.0, 2.0)
    ways = list(approaches(rect, TARGET, Facing.FRONT, (), TABLE, 0.0, search=Search.PLAIN))
    assert 1 <= len(ways) <= 12
    assert len(list(approaches(rect, TARGET, Facing.FRONT, (), TABLE, 0.0))) > len(ways)
