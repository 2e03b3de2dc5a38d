"""Arcs: four quarters around a unit, and whose the lines between them are (Warhammer Armies Project,
Unit Facing).
"""

from __future__ import annotations

import pytest

from tercio.kernel.errors import RulesError
from tercio.kernel.geometry import Facing, Rect
from tercio.plugins.regiments.arcs import arc_at, half_arc, is_in_arc

from .board import Board

SQUARE = Rect(0.0, 0.0, 0.0, 1.0, 4.0, 4.0)
WIDE = Rect(0.0, 0.0, 0.0, 1.0, 8.0, 4.0)
EAST = Rect(0.0, 0.0, 1.0, 0.0, 4.0, 4.0)
FLANKS_TIE = """
table arc-ties (boundary)
  cite "Tests"
  front-flank: flank
  rear-flank: flank
"""
MIXED_TIE = """
table arc-ties (boundary)
  cite "Tests"
  front-flank: front
  rear-flank: flank
"""
NARROW = """
constant arc-angle 30
  cite "Tests"
"""
TOO_WIDE = """
constant arc-angle 120
  cite "Tests"
"""


@pytest.mark.parametrize(
    ("rect", "point", "facing"),
    [
        (SQUARE, (0, 5), Facing.FRONT),
        (SQUARE, (5, 4), Facing.RIGHT),
        (SQUARE, (-3, -9), Facing.REAR),
        (SQUARE, (-9, 0), Facing.LEFT),
        (EAST, (5, 0), Facing.FRONT),
        (EAST, (0, 5), Facing.LEFT),
    ],
)
def test_a_point_lies_in_the_arc_that_it_stands_farthest_out_on(rect, point, facing):
    assert arc_at(Board().g, rect, point) is facing


def test_arcs_start_at_the_corners_not_at_the_middle():
    g = Board().g
    assert arc_at(g, WIDE, (6, 5)) is Facing.FRONT
    assert arc_at(g, WIDE, (7, 4)) is Facing.RIGHT


def test_without_a_table_lines_belong_to_front_and_rear():
    g = Board().g
    assert arc_at(g, SQUARE, (5, 5)) is Facing.FRONT
    assert arc_at(g, SQUARE, (-5, -5)) is Facing.REAR


def test_a_pack_says_to_which_arc_each_line_belongs():
    g = Board(MIXED_TIE).g
    assert arc_at(g, SQUARE, (5, 5)) is Facing.FRONT
    assert arc_at(g, SQUARE, (-5, -5)) is Facing.LEFT
    assert arc_at(Board(FLANKS_TIE).g, SQUARE, (5, 5)) is Facing.RIGHT


def test_a_pack_may_draw_a_narrower_front():
    g = Board(NARROW).g
    assert half_arc(g) == 30
    assert arc_at(g, SQUARE, (4, 4)) is Facing.RIGHT
    assert arc_at(g, SQUARE, (3, 4)) is Facing.FRONT


def test_an_arc_that_is_no_quarter_at_all_is_a_fault():
    with pytest.raises(RulesError):
        half_arc(Board(TOO_WIDE).g)


def test_both_flanks_are_flank():
    g = Board().g
    assert is_in_arc(g, SQUARE, (9, 0), "flank")
    assert is_in_arc(g, SQUARE, (-9, 0), "flank")
    assert is_in_arc(g, SQUARE, (9, 0), "right")
    assert not is_in_arc(g, SQUARE, (9, 0), "left")
