"""Facings in contact and arcs."""

from __future__ import annotations

from math import cos, pi, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tercio.kernel import geometry
from tercio.kernel.geometry import (
    EPSILON,
    Facing,
    Rect,
    contact,
    contact_length,
    distance,
)

from .strategies import angles, floats, points, rects

F, R, B, L = Facing.FRONT, Facing.RIGHT, Facing.REAR, Facing.LEFT
UNIT = Rect(0.0, 0.0, 0.0, 1.0, 4.0, 2.0)
SOUTH = UNIT.turned_to(0.0, -1.0)


def arc_of(rect: Rect, point: tuple[float, float], degrees: float = 135.0) -> tuple[Facing, ...]:
    """Draw the arcs half-way between front and flank unless told otherwise."""
    return geometry.arc_of(rect, point, degrees)


def test_two_units_front_to_front() -> None:
    enemy = SOUTH.moved(1.0, 2.0)
    assert contact(UNIT, enemy) == (F, F)
    assert contact_length(UNIT, enemy) == pytest.approx(3.0)


def test_a_charge_into_the_flank() -> None:
    enemy = Rect(3.0, 0.0, -1.0, 0.0, 2.0, 2.0)
    assert contact(UNIT, enemy) == (R, F)
    assert contact(enemy, UNIT) == (F, R)


def test_a_charge_into_the_rear() -> None:
    assert contact(UNIT, UNIT.moved(0.5, -2.0)) == (B, F)


def test_units_apart_are_in_no_contact() -> None:
    assert contact(UNIT, UNIT.moved(0.0, 2.1)) == (None, None)
    assert contact_length(UNIT, UNIT.moved(0.0, 2.1)) == 0.0


def test_a_corner_on_an_edge_counts_for_the_edge_it_lies_on() -> None:
    # A unit that stands askew touches the other's front with its front-left corner.
    askew = Rect.on_front((0.0, 1.0), (2.0, 3.0), 2.0).turned_to(0.0, -1.0)
    askew = askew.pivoted(pi / 6)
    low = min(askew.corners, key=lambda p: p[1])
    askew = askew.moved(0.5 - low[0], 1.0 - low[1])
    mine, its = contact(UNIT, askew)
    assert mine is F
    assert its is F
    assert contact_length(UNIT, askew) == 0.0


def test_corner_to_corner_shows_the_facings_that_look_at_each_other() -> None:
    enemy = SOUTH.moved(4.0, 2.0)
    assert distance(UNIT, enemy) == 0.0
    mine, its = contact(UNIT, enemy)
    assert mine in (F, R)
    assert its in (F, R)
    assert contact_length(UNIT, enemy) == 0.0


@given(rects(), st.sampled_from(list(Facing)), st.sampled_from(list(Facing)), floats(-0.9, 0.9))
def test_units_placed_edge_to_edge_are_in_contact_on_those_edges(
    a: Rect, mine: Facing, its: Facing, share: float
) -> None:
    nx, ny = a.normal(mine)
    ours = (a.edge_length(mine) + 3.0) / 2
    # Build the other so that its chosen edge lies back to back with mine, shifted along it.
    turn = {F: (-nx, -ny), B: (nx, ny), R: (ny, -nx), L: (-ny, nx)}[its]
    across = 1.0 if its in (F, B) else 1.5
    depth_out = (3.0 if its in (R, L) else 2.0 * across) / 2
    width, depth = 3.0, 2.0
    if its in (R, L):
        width, depth = 2.0 * depth_out, 3.0
    mx, my = a.edge_centre(mine)
    slide = share * ours
    out = depth / 2 if its in (F, B) else width / 2
    b = Rect(mx + nx * out - ny * slide, my + ny * out + nx * slide, *turn, width, depth)
    expected = min(a.edge_length(mine) / 2, slide + 1.5) - max(-a.edge_length(mine) / 2, slide - 1.5)
    assert contact(a, b) == (mine, its)
    assert contact_length(a, b) == pytest.approx(expected, abs=1e-6)


def test_the_four_arcs_of_a_unit_facing_north() -> None:
    assert arc_of(UNIT, (0.0, 10.0)) == (F,)
    assert arc_of(UNIT, (20.0, 0.0)) == (R,)
    assert arc_of(UNIT, (0.0, -10.0)) == (B,)
    assert arc_of(UNIT, (-20.0, 0.0)) == (L,)


def test_a_point_on_the_line_between_front_and_flank_is_in_both() -> None:
    assert arc_of(UNIT, (2.0 + 3.0, 1.0 + 3.0)) == (F, R)
    assert arc_of(UNIT, (-2.0 - 3.0, -1.0 - 3.0)) == (B, L)
    assert arc_of(UNIT, (5.0, 4.0 + 10 * EPSILON)) == (F,)
    assert arc_of(UNIT, (5.0, 4.0 - 10 * EPSILON)) == (R,)


def test_the_front_arc_can_be_drawn_at_other_angles() -> None:
    assert arc_of(UNIT, (2.5, 9.0), degrees=90.0) == (R,)
    assert arc_of(UNIT, (30.0, 1.5), degrees=180.0) == (F,)
    with pytest.raises(ValueError, match="90 to 180"):
        arc_of(UNIT, (0.0, 0.0), degrees=60.0)


@given(rects(), points, angles)
def test_arcs_turn_with_the_unit(rect: Rect, p: tuple[float, float], angle: float) -> None:
    right, front = rect.to_local(p)
    turned = rect.pivoted(angle)
    there = turned.from_local((right, front))
    moved_in = abs(right) - rect.half_width, abs(front) - rect.half_depth
    if abs(moved_in[0] - moved_in[1]) > 1e-4 and min(abs(right), abs(front)) > 1e-4:
        assert arc_of(turned, there) == arc_of(rect, p)


@given(rects(), floats(0, 2 * pi))
def test_far_away_the_front_arc_is_a_quarter_turn_wide(rect: Rect, bearing: float) -> None:
    far = 1e6
    p = (rect.x + far * cos(bearing), rect.y + far * sin(bearing))
    ahead = rect.ux * cos(bearing) + rect.uy * sin(bearing)
    if abs(ahead - cos(pi / 4)) > 1e-3:
        assert (Facing.FRONT in arc_of(rect, p)) == (ahead > cos(pi / 4))
