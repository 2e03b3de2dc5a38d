"""Distance, overlap and contact of all pairs of shapes, against shapely."""

from __future__ import annotations

from math import pi, sqrt

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from tercio.kernel.geometry import (
    EPSILON,
    Circle,
    Oval,
    Polygon,
    Rect,
    Shape,
    beyond,
    distance,
    first_overlap,
    overlaps,
    segment_distance,
    touches,
    within,
)
from tercio.kernel.geometry.distance import any_within
from tercio.kernel.geometry.vector import rotate

from .strategies import angles, circles, floats, ovals, points, polygons, rects, shapes, straight, twin

UNIT = Rect(0.0, 0.0, 0.0, 1.0, 4.0, 2.0)
L_SHAPE = Polygon([(0, 0), (6, 0), (6, 2), (2, 2), (2, 6), (0, 6)])


def carried(shape: Shape, angle: float, dx: float, dy: float) -> Shape:
    """Return a shape turned about the table's corner and then shifted."""
    x, y = rotate((shape.x, shape.y), angle)
    match shape:
        case Rect():
            u = rotate((shape.ux, shape.uy), angle)
            return Rect(x + dx, y + dy, *u, shape.width, shape.depth)
        case Circle():
            return Circle(x + dx, y + dy, shape.r)
        case Oval():
            return Oval(x + dx, y + dy, *rotate((shape.ux, shape.uy), angle), shape.a, shape.b)
        case Polygon():
            turned = [rotate(p, angle) for p in shape.points]
            return Polygon([(px + dx, py + dy) for px, py in turned])


def test_units_side_by_side_touch_but_do_not_overlap() -> None:
    beside = UNIT.moved(4.0, 0.0)
    assert distance(UNIT, beside) == 0.0
    assert touches(UNIT, beside)
    assert not overlaps(UNIT, beside)


def test_a_hair_of_overlap_below_the_tolerance_is_only_touching() -> None:
    assert not overlaps(UNIT, UNIT.moved(4.0 - EPSILON / 2, 0.0))
    assert overlaps(UNIT, UNIT.moved(4.0 - EPSILON * 2, 0.0))


def test_crossed_rectangles_overlap_though_no_corner_lies_in_the_other() -> None:
    assert overlaps(Rect(0, 0, 0, 1, 8, 1), Rect(0, 0, 0, 1, 1, 8))
    assert distance(Rect(0, 0, 0, 1, 8, 1), Rect(0, 0, 0, 1, 1, 8)) == 0.0


def test_distance_between_corners_is_measured_along_the_diagonal() -> None:
    assert distance(UNIT, UNIT.moved(4.0 + 3.0, 2.0 + 4.0)) == pytest.approx(5.0)


def test_within_takes_the_limit_itself_and_beyond_does_not() -> None:
    away = UNIT.moved(0.0, 3.0)
    assert within(UNIT, away, 1.0)
    assert not beyond(UNIT, away, 1.0)
    assert beyond(UNIT, UNIT.moved(0.0, 3.001), 1.0)
    assert within(UNIT, (0.0, 4.0), 3.0)
    assert beyond((0.0, 4.1), UNIT, 3.0)


def test_a_base_in_the_notch_of_an_l_shaped_wood_is_not_in_the_wood() -> None:
    assert not overlaps(L_SHAPE, Circle(4.0, 4.0, 1.9))
    assert distance(L_SHAPE, Circle(4.0, 4.0, 1.0)) == pytest.approx(1.0)
    assert distance(L_SHAPE, (4.0, 4.0)) == pytest.approx(2.0)
    assert L_SHAPE.contains((1.0, 5.0))
    assert not L_SHAPE.contains((3.0, 3.0))


def test_round_bases_are_measured_rim_to_rim() -> None:
    assert distance(Circle(0, 0, 1), Circle(5, 0, 1.5)) == pytest.approx(2.5)
    assert distance(Oval(0, 0, 0, 1, 2, 1), Oval(8, 0, 1, 0, 2, 1)) == pytest.approx(8 - 2 - 1)
    assert distance(Oval(0, 0, 0, 1, 2, 1), (0.0, 3.0)) == pytest.approx(2.0)
    assert overlaps(Oval(0, 0, 0, 1, 2, 1), Oval(0, 1.99, 0, 1, 2, 1))
    assert not overlaps(Oval(0, 0, 0, 1, 2, 1), Oval(0, 2.0, 0, 1, 2, 1))


def test_one_shape_within_another_overlaps_it_at_distance_nought() -> None:
    for inner in (Circle(0, 0, 0.2), Oval(0, 0, 0, 1, 0.2, 0.1), Rect(0, 0, 1, 0, 0.2, 0.2)):
        for outer in (UNIT, Circle(0, 0, 3), Oval(0, 0, 0, 1, 2, 1), L_SHAPE.moved(-1.0, -1.0)):
            assert overlaps(inner, outer)
            assert overlaps(outer, inner)
            assert distance(inner, outer) == 0.0


def test_first_overlap_names_the_first_piece_in_the_way() -> None:
    pieces = [UNIT.moved(20, 0), UNIT.moved(1, 0), UNIT.moved(2, 0)]
    assert first_overlap(UNIT, pieces) is pieces[1]
    assert first_overlap(UNIT, pieces[:1]) is None


@pytest.mark.parametrize("points", [[], [(0, 0), (1, 1)], [(0, 0), (1, 1), (2, 2)], [(0, 0), (0, 0), (1, 0)]])
def test_a_polygon_without_area_is_refused(points: list[tuple[float, float]]) -> None:
    with pytest.raises(ValueError, match="at least three points"):
        Polygon(points)


def test_polygon_points_are_kept_counter_clockwise() -> None:
    assert Polygon([(0, 0), (0, 1), (1, 1)]) == Polygon([(1, 1), (0, 1), (0, 0)])
    assert hash(Polygon([(0, 0), (0, 1), (1, 1)])) == hash(Polygon([(1, 1), (0, 1), (0, 0)]))


@settings(max_examples=300)
@given(straight, straight)
def test_distance_of_straight_shapes_agrees_with_the_oracle(a: Shape, b: Shape) -> None:
    assert distance(a, b) == pytest.approx(twin(a).distance(twin(b)), abs=1e-6)


@settings(max_examples=300)
@given(rects(), rects())
def test_distance_of_rectangles_agrees_with_the_oracle(a: Rect, b: Rect) -> None:
    assert distance(a, b) == pytest.approx(twin(a).distance(twin(b)), abs=1e-9)


@settings(max_examples=300)
@given(straight, straight)
def test_overlap_of_straight_shapes_agrees_with_the_oracle(a: Shape, b: Shape) -> None:
    first, second = twin(a), twin(b)
    shrunk, grown = second.buffer(-1e-4), second.buffer(1e-4)
    if overlaps(a, b):
        assert first.intersects(grown)
        assert first.intersection(second).area > 0.0
    else:
        assert not first.buffer(-1e-4).intersects(shrunk) or first.intersection(second).area < 1e-3


@given(st.one_of(circles(), ovals()), shapes)
def test_distance_of_round_shapes_agrees_with_a_fine_outline(a: Shape, b: Shape) -> None:
    # An inscribed outline of 4 * 64 edges keeps within 0.0004 of a rim of radius 5.
    oracle = twin(a).distance(twin(b))
    assert distance(a, b) == pytest.approx(oracle, abs=1e-3)


@given(shapes, points)
def test_distance_to_a_point_agrees_with_the_oracle(shape: Shape, p: tuple[float, float]) -> None:
    assert distance(shape, p) == pytest.approx(twin(shape).distance(twin(p)), abs=1e-3)
    if isinstance(shape, Rect | Polygon):
        assert distance(p, shape) == pytest.approx(twin(shape).distance(twin(p)), abs=1e-9)


@given(ovals(), points)
def test_distance_to_an_oval_is_that_of_the_best_point_of_its_rim(oval: Oval, p: tuple[float, float]) -> None:
    assume(not oval.contains(p))
    found = distance(oval, p)
    # No support line beats the distance, and one in the direction of the nearest point attains it.
    steps = [(rotate((1.0, 0.0), 2 * pi * i / 720)) for i in range(720)]
    gaps = [(p[0] - oval.x) * d[0] + (p[1] - oval.y) * d[1] - oval.extent(*d) for d in steps]
    assert max(gaps) <= found + 1e-9
    assert max(gaps) >= found - 1e-3


@given(points, points, shapes)
def test_distance_from_a_segment_agrees_with_the_oracle(
    p: tuple[float, float], q: tuple[float, float], shape: Shape
) -> None:
    from shapely.geometry import LineString

    assert segment_distance(p, q, shape) == pytest.approx(LineString([p, q]).distance(twin(shape)), abs=1e-3)


@settings(max_examples=200)
@given(shapes, shapes)
@example(Oval(0, 0, 0, 1, 1, 1), Rect(0, 3, 0, 1, 1, 4))
def test_distance_is_symmetric(a: Shape, b: Shape) -> None:
    assert distance(a, b) == pytest.approx(distance(b, a), abs=1e-9)
    assert overlaps(a, b) == overlaps(b, a)


@settings(max_examples=200)
@given(shapes, shapes)
def test_distance_is_nought_just_when_shapes_touch_or_overlap(a: Shape, b: Shape) -> None:
    apart = distance(a, b)
    if overlaps(a, b):
        assert apart == 0.0
    assert touches(a, b) == (apart <= EPSILON)
    assert within(a, b, apart)
    assert within(a, b, 1.0) != beyond(a, b, 1.0)


@settings(max_examples=200)
@given(shapes, shapes, angles, floats(-20, 20), floats(-20, 20))
def test_a_rigid_motion_changes_no_distance_and_no_overlap(
    a: Shape, b: Shape, angle: float, dx: float, dy: float
) -> None:
    one, other = carried(a, angle, dx, dy), carried(b, angle, dx, dy)
    assert distance(one, other) == pytest.approx(distance(a, b), abs=1e-8)
    # Within rounding of the tolerance either answer may come, so ask about pairs that are clear of it.
    smaller = b.grown(-1e-4) if isinstance(b, Rect | Oval) else b
    if overlaps(a, smaller) or distance(a, b) > 1e-4:
        assert overlaps(a, b) == overlaps(one, other)


@given(polygons(), polygons())
def test_a_translation_carries_polygons_exactly_apart(a: Polygon, b: Polygon) -> None:
    far = b.moved(60.0, 0.0)
    assert not overlaps(a, far)
    assert distance(a, far) >= 60.0 - abs(b.x - a.x) - a.radius - b.radius - 1e-9


def test_the_circle_in_a_square_touches_all_four_sides() -> None:
    square = Rect(0, 0, sqrt(0.5), sqrt(0.5), 2, 2)
    for dx, dy in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
        ball = Circle(dx * sqrt(2), dy * sqrt(2), 1.0)
        assert touches(square, ball)
        assert not overlaps(square, ball)


@settings(max_examples=200, deadline=None)
@given(st.lists(shapes, max_size=3), st.lists(shapes | points, max_size=3), floats(0.0, 6.0))
def test_any_of_some_is_near_to_any_of_others_if_one_pair_is(some, others, inches):
    assert any_within(some, others, inches) == any(within(a, b, inches) for a in some for b in others)
    assert any_within(others, some, inches) == any(within(a, b, inches) for a in others for b in some)
