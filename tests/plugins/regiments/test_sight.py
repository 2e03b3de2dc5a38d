"""Sight: the front arc, what hides and what is seen over (Warhammer Armies Project, Line of
Sight; SOVL, Strategic Phase, Ranged attacks).
"""

from __future__ import annotations

import pytest

from tercio.kernel.geometry import Rect
from tercio.plugins.regiments.sight import front_distance, sees

from .board import Board

PIECES = """
terrain "Grove"
  cite "Tests"
  blocks-sight 5

terrain "Thicket"
  cite "Tests"
  blocks-sight 5 3"

terrain "Hedge"
  cite "Tests"
  blocks-sight 0

rule "Low"
  cite "Tests"
  set sight-height to 2 when unit is fleeing

rule "Sentries"
  cite "Tests"
  may see-all-round
"""


def heights(board: Board, viewer: int, target: int, between: int | None) -> bool:
    """Whether a unit sees another one straight ahead past a wide one, of those heights."""
    first = board.unit("Spears", "A", (30, 5), sight_height=viewer)
    other = board.unit("Spears", "B", (30, 35), sight_height=target)
    if between is not None:
        board.unit("Spears", "A", (30, 20), models=40, files=40, sight_height=between)
    return sees(board.g, first, other)


@pytest.mark.parametrize(
    ("viewer", "target", "between", "seen"),
    [
        (1, 1, None, True),
        (1, 1, 1, False),
        (2, 1, 1, True),
        (1, 2, 1, True),
        (2, 2, 3, False),
        (3, 1, 2, True),
        (1, 5, 4, True),
        (1, 1, 0, True),
        (3, 3, 3, False),
    ],
)
def test_a_line_is_blocked_by_what_is_as_high_as_both(viewer, target, between, seen):
    assert heights(Board(), viewer, target, between) is seen


def test_a_unit_without_a_height_of_its_own_stands_one_high():
    board = Board()
    first, other = board.unit("Spears", "A", (30, 5)), board.unit("Spears", "B", (30, 35))
    board.unit("Spears", "A", (30, 20), models=40, files=40)
    assert not sees(board.g, first, other)


def test_the_front_arc_widens_by_45_degrees_from_each_front_corner():
    board = Board()
    # Front of the viewer: from (27.5, 11) to (32.5, 11).
    viewer = board.unit("Spears", "A", (30, 10))
    inside = board.unit("Spears", "B", (37, 16.5), models=1, files=1)
    outside = board.unit("Spears", "B", (38.2, 15.5), models=1, files=1)
    assert sees(board.g, viewer, inside)
    assert not sees(board.g, viewer, outside)


def test_nobody_sees_beside_or_behind_without_a_rule():
    board = Board(PIECES)
    viewer = board.unit("Spears", "A", (30, 10))
    behind, beside = board.unit("Spears", "B", (30, 3)), board.unit("Spears", "B", (40, 10))
    assert not sees(board.g, viewer, behind)
    assert not sees(board.g, viewer, beside)
    board.give(viewer, "Sentries")
    assert sees(board.g, viewer, behind)
    assert sees(board.g, viewer, beside)


def test_one_clear_line_past_an_end_is_enough():
    board = Board()
    viewer, target = board.unit("Spears", "A", (30, 5)), board.unit("Spears", "B", (30, 35))
    board.unit("Spears", "A", (28, 20), files=5)
    assert sees(board.g, viewer, target)


def test_who_stands_in_a_grove_sees_out_and_is_seen_but_nobody_sees_through():
    board = Board(PIECES)
    board.terrain("Grove", 30, 20, 60, 8)
    south, inside, north = (board.unit("Spears", who, (30, y)) for who, y in (("A", 5), ("B", 20), ("B", 35)))
    assert sees(board.g, south, inside)
    assert sees(board.g, north, south) is False
    inside.rect = inside.rect.turned_to(0.0, -1.0)
    assert sees(board.g, inside, south)


def test_what_is_lower_than_viewer_or_target_hides_nothing():
    board = Board(PIECES)
    board.terrain("Hedge", 30, 20, 60, 1)
    south, north = board.unit("Spears", "A", (30, 5)), board.unit("Spears", "B", (30, 35))
    assert sees(board.g, south, north)


def test_terrain_that_says_nothing_of_sight_hides_nothing():
    board = Board()
    board.terrain("Rock", 30, 20, 60, 8)
    south, north = board.unit("Spears", "A", (30, 5)), board.unit("Spears", "B", (30, 35))
    assert sees(board.g, south, north)


@pytest.mark.parametrize(("depth", "seen"), [(2.9, True), (3.0, True), (3.1, False)])
def test_a_thicket_is_seen_through_up_to_its_depth(depth, seen):
    board = Board(PIECES)
    board.terrain("Thicket", 30, 20, 60, depth)
    south, north = board.unit("Spears", "A", (30, 5)), board.unit("Spears", "B", (30, 35))
    assert sees(board.g, south, north) is seen


def test_who_stands_too_deep_in_a_thicket_is_not_seen():
    board = Board(PIECES)
    board.terrain("Thicket", 30, 26, 60, 12)
    south, edge = board.unit("Spears", "A", (30, 5)), board.unit("Spears", "B", (10, 22.5))
    deep = board.unit("Spears", "B", (45, 26))
    assert sees(board.g, south, edge)
    assert not sees(board.g, south, deep)


def test_who_is_off_the_table_neither_sees_nor_is_seen():
    board = Board()
    here, away = board.unit("Spears", "A", (30, 5)), board.unit("Spears", "B", None)
    assert not sees(board.g, here, away)
    assert not sees(board.g, away, here)


def test_distance_from_the_front_ends_at_the_nearest_point():
    # It reaches from y = 9 to y = 11 and looks north.
    here = Rect(30.0, 10.0, 0.0, 1.0, 5.0, 2.0)
    assert front_distance(here, Rect(30.0, 22.0, 0.0, -1.0, 5.0, 2.0)) == pytest.approx(10.0)
    assert front_distance(here, Rect(30.0, 4.0, 0.0, 1.0, 5.0, 2.0)) == pytest.approx(6.0)
    assert front_distance(here, (30.0, 14.0)) == pytest.approx(3.0)


def test_sight_follows_what_moves_and_falls():
    board = Board()
    south, north = board.unit("Spears", "A", (30, 5)), board.unit("Spears", "B", (30, 35))
    wall = board.unit("Spears", "A", (30, 20), models=40, files=40)
    assert not sees(board.g, south, north)
    wall.rect = wall.rect.moved(0.0, -19.0)
    assert sees(board.g, south, north)
    wall.rect = wall.rect.moved(0.0, 19.0)
    assert not sees(board.g, south, north)
    wall.rect = None
    assert sees(board.g, south, north)


def test_a_height_that_rules_change_counts_at_once():
    board = Board(PIECES)
    south, north = board.unit("Spears", "A", (30, 5)), board.unit("Spears", "B", (30, 35))
    board.unit("Spears", "A", (30, 20), models=40, files=40)
    board.give(south, "Low")
    assert not sees(board.g, south, north)
    south.marks["fleeing"] = 0
    assert sees(board.g, south, north)
