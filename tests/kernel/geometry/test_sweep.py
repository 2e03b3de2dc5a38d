"""Straight moves and wheels: how far a front can go before it comes too near, against dense sampling."""

from __future__ import annotations

from math import asin, cos, pi, sin, sqrt

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from shapely.geometry import LineString

from tercio.kernel.geometry import (
    EPSILON,
    Circle,
    Facing,
    Oval,
    Polygon,
    Rect,
    Segment,
    Shape,
    distance,
    first_contact_forward,
    forward_room,
    inside_table,
    overlaps,
    segment_distance,
    swept_forward,
    wheel_angle,
    wheel_cost,
    wheel_room,
)
from tercio.kernel.geometry.vector import along, rotate_about

from .strategies import angles, floats, rects, shapes, straight, twin

UNIT = Rect(0.0, 0.0, 0.0, 1.0, 4.0, 2.0)
FRONT = UNIT.front_edge
WALL = Rect(0.0, 10.0, 0.0, 1.0, 20.0, 2.0)
clearances = st.sampled_from([0.0, 0.5, 1.0])


def shifted(edge: Segment, direction: tuple[float, float], d: float) -> Segment:
    return (along(edge[0], direction, d), along(edge[1], direction, d))


def wheeled(edge: Segment, side: Facing, angle: float) -> Segment:
    if side is Facing.LEFT:
        return (edge[0], rotate_about(edge[1], edge[0], angle))
    return (rotate_about(edge[0], edge[1], -angle), edge[1])


def test_a_unit_may_go_up_to_the_clearance_before_a_wall() -> None:
    assert forward_room(UNIT, 20.0, [WALL], 1.0) == pytest.approx(7.0, abs=1e-12)
    assert forward_room(FRONT, 20.0, [WALL], 0.0) == pytest.approx(8.0, abs=1e-12)
    assert forward_room(FRONT, 5.0, [WALL], 1.0) == 5.0


def test_a_unit_at_the_clearance_before_a_wall_has_no_room_at_all() -> None:
    assert forward_room(UNIT.forward(7.0), 20.0, [WALL], 1.0) == 0.0
    assert forward_room(UNIT.forward(7.4), 20.0, [WALL], 1.0) == 0.0
    assert forward_room(UNIT.forward(8.0), 20.0, [WALL], 0.0) == 0.0


def test_a_unit_that_is_too_near_may_move_away() -> None:
    behind = UNIT.moved(0.0, -2.3)
    assert forward_room(UNIT, 6.0, [behind], 1.0) == 6.0
    assert forward_room(FRONT, 6.0, [UNIT], 1.0) == 6.0
    assert forward_room(UNIT, 6.0, [UNIT.moved(0.0, -2.0)], 1.0) == 6.0


def test_a_front_that_touches_something_behind_it_leaves_it_freely() -> None:
    assert forward_room(FRONT, 6.0, [Rect(0.0, 0.5, 0.0, 1.0, 2.0, 1.0)], 1.0) == 6.0
    assert forward_room(FRONT, 6.0, [Rect(0.0, 1.5, 0.0, 1.0, 2.0, 1.0)], 1.0) == 0.0


def test_a_unit_may_pass_another_at_just_the_clearance_but_not_nearer() -> None:
    beside = UNIT.moved(5.0, 6.0)
    assert forward_room(UNIT, 12.0, [beside], 1.0) == 12.0
    assert forward_room(UNIT, 12.0, [beside.moved(-0.01, 0.0)], 1.0) < 5.0


def test_a_unit_already_beside_another_keeps_its_gap_and_goes_on() -> None:
    assert forward_room(UNIT, 12.0, [UNIT.moved(4.3, 0.5)], 1.0) == 12.0
    assert forward_room(UNIT, 12.0, [UNIT.moved(4.0, 0.5)], 1.0) == 12.0


def test_a_corner_ahead_and_aside_is_met_by_its_round_clearance() -> None:
    post = Circle(2.0 + 0.6, 9.0, 0.0001)
    assert forward_room(FRONT, 20.0, [post], 1.0) == pytest.approx(8.0 - sqrt(1.0001**2 - 0.36), abs=1e-9)


def test_a_round_base_ahead() -> None:
    assert forward_room(FRONT, 20.0, [Circle(0.0, 10.0, 1.5)], 1.0) == pytest.approx(6.5)
    assert forward_room(FRONT, 20.0, [Oval(0.0, 10.0, 0.0, 1.0, 2.0, 1.5)], 1.0) == pytest.approx(
        6.5, abs=1e-5
    )


def test_the_swept_rectangle_covers_start_and_end() -> None:
    swept = swept_forward(UNIT, 5.0)
    assert swept.front_centre == (0.0, 6.0)
    assert swept.edge_centre(Facing.REAR) == (0.0, -1.0)


def test_the_cost_of_a_wheel_is_how_far_the_outer_corner_comes_forward() -> None:
    assert wheel_cost(4.0, pi / 6) == pytest.approx(2.0)
    assert wheel_angle(4.0, 2.0) == pytest.approx(pi / 6)
    assert wheel_angle(4.0, 5.0) == pi / 2
    assert wheel_angle(4.0, 0.0) == 0.0


@given(floats(0.5, 20), floats(0, pi / 2))
def test_cost_and_angle_of_a_wheel_undo_each_other(width: float, angle: float) -> None:
    assert wheel_angle(width, wheel_cost(width, angle)) == pytest.approx(angle, abs=1e-6)


def test_a_wheel_stops_where_its_outer_corner_meets_a_wall() -> None:
    # The wall's near side lies 9 ahead of the centre, so 8 before the front: out of reach; bring it to 2.
    wall = WALL.moved(0.0, -6.0)
    assert wheel_room(FRONT, Facing.LEFT, pi / 2, [wall], 0.0) == pytest.approx(asin(2.0 / 4.0))
    assert wheel_room(FRONT, Facing.RIGHT, pi / 2, [wall], 1.0) == pytest.approx(asin(1.0 / 4.0))
    assert wheel_room(FRONT, Facing.RIGHT, pi / 2, [WALL], 1.0) == pi / 2


def test_a_wheel_stops_where_the_front_meets_a_post() -> None:
    post = Circle(-2.0 + 3.0, 1.0 + 3.0, 0.5)
    angle = pi / 4 - asin(1.5 / sqrt(18.0))
    assert wheel_room(FRONT, Facing.LEFT, pi / 2, [post], 1.0) == pytest.approx(angle)


def test_no_wheel_about_the_rear() -> None:
    with pytest.raises(ValueError, match="left or the right"):
        wheel_room(FRONT, Facing.REAR, 1.0, [WALL], 1.0)


def test_a_wheel_away_from_a_unit_that_is_too_near_is_allowed() -> None:
    behind = Rect(0.0, 0.5, 0.0, 1.0, 4.0, 0.2)
    assert wheel_room(FRONT, Facing.LEFT, 1.0, [behind], 1.0) == 1.0
    ahead = Rect(0.0, 1.5, 0.0, 1.0, 4.0, 0.2)
    assert wheel_room(FRONT, Facing.LEFT, 1.0, [ahead], 1.0) == 0.0


@settings(max_examples=250)
@given(rects(), st.lists(shapes, min_size=1, max_size=3), clearances)
def test_forward_room_never_brings_a_unit_too_near_and_stops_only_where_it_must(
    rect: Rect, obstacles: list[Shape], clearance: float
) -> None:
    starts = [distance(rect, o) for o in obstacles]
    assume(not any(overlaps(rect, o) for o in obstacles))
    assume(all(s == 0.0 or s > 1e-3 for s in starts))
    room = forward_room(rect, 12.0, obstacles, clearance)
    assert 0.0 <= room <= 12.0
    for k in range(33):
        step = rect.forward(room * k / 32)
        for obstacle, start in zip(obstacles, starts, strict=True):
            assert distance(step, obstacle) >= min(clearance, start) - 2 * EPSILON
    if room < 12.0:
        on = rect.forward(room + 1e-3)
        assert any(
            distance(on, o) < min(clearance, s) + 1e-5 or overlaps(on, o)
            for o, s in zip(obstacles, starts, strict=True)
        )


@settings(max_examples=250)
@given(rects(), straight, clearances)
def test_forward_room_agrees_with_sampling_the_oracle(rect: Rect, obstacle: Shape, clearance: float) -> None:
    oracle, edge = twin(obstacle), rect.front_edge
    start = LineString(edge).distance(oracle)
    assume(start > clearance + 1e-3)
    room = forward_room(edge, 12.0, [obstacle], clearance)
    steps = [LineString(shifted(edge, rect.facing, 12.0 * k / 120)).distance(oracle) for k in range(121)]
    too_near = [12.0 * k / 120 for k in range(121) if steps[k] < clearance - 1e-6 or steps[k] == 0.0]
    if too_near:
        assert room <= too_near[0] + 1e-6
        if room > 0.0:
            assert LineString(shifted(edge, rect.facing, room)).distance(oracle) == pytest.approx(
                clearance, abs=1e-3 if clearance else 2e-6
            )


@settings(max_examples=250)
@given(rects(), st.sampled_from([Facing.LEFT, Facing.RIGHT]), shapes, clearances)
@example(UNIT, Facing.LEFT, WALL.moved(0.0, -6.0), 0.5)
def test_wheel_room_never_brings_a_front_too_near_and_stops_only_where_it_must(
    rect: Rect, side: Facing, obstacle: Shape, clearance: float
) -> None:
    edge = rect.front_edge
    start = segment_distance(*edge, obstacle)
    assume(start > 1e-3)
    room = wheel_room(edge, side, pi, [obstacle], clearance)
    allowed = min(clearance, start)
    for k in range(65):
        turned = wheeled(edge, side, room * k / 64)
        assert segment_distance(*turned, obstacle) >= allowed - 2 * EPSILON
    slides = isinstance(obstacle, Oval) and start <= clearance + EPSILON  # may stop short, on the safe side
    if room < pi and not slides:
        turned = wheeled(edge, side, room + 1e-4)
        assert segment_distance(*turned, obstacle) < allowed + 1e-5


@settings(max_examples=200)
@given(rects(), angles, shapes)
def test_first_contact_is_where_the_moving_edge_first_touches(rect: Rect, angle: float, shape: Shape) -> None:
    direction = (cos(angle), sin(angle))
    edge = rect.front_edge
    travel = first_contact_forward(edge, direction, 15.0, shape)
    stop = 15.0 if travel is None else travel
    gaps = [segment_distance(*shifted(edge, direction, stop * k / 50), shape) for k in range(50)]
    if travel is None:
        assert min(gaps) > 0.0
    else:
        assert segment_distance(*shifted(edge, direction, travel), shape) <= 3e-6
        assert travel == 0.0 or min(gaps[:-1]) > 0.0


def test_first_contact_with_a_corner_that_only_grazes_counts() -> None:
    assert first_contact_forward(FRONT, (0.0, 1.0), 9.0, UNIT.moved(4.0, 5.0)) == pytest.approx(3.0)
    assert first_contact_forward(FRONT, (0.0, 1.0), 2.0, UNIT.moved(4.0, 5.0)) is None
    assert first_contact_forward(FRONT, (0.0, 1.0), 9.0, UNIT.moved(4.01, 5.0)) is None
    assert first_contact_forward(FRONT, (0.0, 1.0), 9.0, UNIT) == 0.0


def test_a_point_meets_a_round_base() -> None:
    point = (0.0, 0.0)
    assert first_contact_forward((point, point), (1.0, 0.0), 9.0, Circle(5.0, 0.0, 1.0)) == pytest.approx(4.0)


def test_the_table_holds_what_touches_its_edge_and_nothing_beyond() -> None:
    assert inside_table(Rect(2.0, 1.0, 0.0, 1.0, 4.0, 2.0), 72.0, 48.0)
    assert not inside_table(Rect(1.99, 1.0, 0.0, 1.0, 4.0, 2.0), 72.0, 48.0)
    assert inside_table(Circle(71.0, 47.0, 1.0), 72.0, 48.0)
    assert not inside_table(Circle(71.5, 47.0, 1.0), 72.0, 48.0)
    assert inside_table(Oval(1.0, 2.0, 0.0, 1.0, 1.0, 2.0), 72.0, 48.0)
    assert not inside_table(Oval(1.0, 2.0, 1.0, 0.0, 1.0, 2.0), 72.0, 48.0)
    assert not inside_table(Polygon([(0, 0), (1, 0), (1, -1)]), 72.0, 48.0)
