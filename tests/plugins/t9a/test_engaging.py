"""Rulings on contact: who is engaged, how combats merge and end, who is left without foes (Charge Phase 4,
Enemy Wiped).
"""

from __future__ import annotations

import pytest

from tercio.kernel.geometry import Facing, touches
from tercio.plugins.t9a import marks
from tercio.plugins.t9a.engaging import (
    disengage,
    engage,
    engage_on,
    foes_of,
    forget_freed,
    freed,
    in_turn,
    is_engaged,
    refresh_contacts,
    regroup,
)
from tercio.plugins.t9a.spacing import fits, keeps_off, obstructions

from .tiny import MM, Board

DEPTH = 50 * MM


@pytest.fixture
def board():
    return Board(phase="melee")


def test_units_in_contact_are_engaged_on_the_facings_that_touch(board):
    unit, foe = board.unit("A", 36, 20), board.unit("B", 36, 20 + DEPTH, facing=0)
    engage(board.g, unit, foe)
    assert is_engaged(board.g, unit)
    assert board.g.engagement.facing(unit.id, foe.id) is Facing.FRONT
    assert board.g.engagement.facing(foe.id, unit.id) is Facing.REAR


def test_units_apart_cannot_be_engaged(board):
    with pytest.raises(ValueError, match="does not touch"):
        engage(board.g, board.unit("A", 36, 20), board.unit("B", 36, 30))


def test_one_more_unit_links_two_combats_into_one(board):
    left, right = board.unit("A", 20, 20), board.unit("A", 40, 20)
    foe_left, foe_right = board.unit("B", 20, 20 + DEPTH), board.unit("B", 40, 20 + DEPTH)
    engage(board.g, left, foe_left)
    engage(board.g, right, foe_right)
    assert len(board.g.engagement.combats()) == 2
    wide = board.unit("A", 30, 20 + 1.5 * DEPTH + 12.5 * MM, models=30, files=30, facing=180)
    engage(board.g, wide, foe_left)
    engage(board.g, wide, foe_right)
    assert len(board.g.engagement.combats()) == 1


def test_who_loses_its_last_foe_is_freed_and_no_longer_charging(board):
    unit, foe = board.unit("A", 36, 20), board.unit("B", 36, 20 + DEPTH)
    marks.put(board.g, unit, marks.CHARGING)
    engage(board.g, unit, foe)
    disengage(board.g, foe)
    assert freed(unit) == marks.CHARGING
    assert marks.CHARGING not in unit.marks
    forget_freed(unit)
    assert freed(unit) == ""


def test_who_has_another_foe_left_is_not_freed(board):
    unit = board.unit("A", 36, 20)
    foe, other = board.unit("B", 36, 20 + DEPTH), board.unit("B", 36, 20 - DEPTH)
    engage(board.g, unit, foe)
    engage(board.g, unit, other)
    disengage(board.g, foe)
    assert freed(unit) == ""
    assert foes_of(board.g, unit) == [other]


def test_contacts_are_read_anew_from_where_units_stand(board):
    unit, foe = board.unit("A", 36, 20), board.unit("B", 36, 20 + DEPTH)
    engage(board.g, unit, foe)
    foe.rect = foe.rect.moved(0, 2)
    refresh_contacts(board.g, unit)
    assert not is_engaged(board.g, unit)


def test_a_single_rank_that_shrinks_keeps_the_side_that_keeps_contact(board):
    unit = board.unit("A", 36, 20, models=10, files=10)
    foe = board.unit("B", 36 + 100 * MM, 20 + 37.5 * MM, models=4, files=2, facing=180)
    engage(board.g, unit, foe)
    unit.pools[0].models = 4
    regroup(board.g, unit)
    assert touches(unit.rect, foe.rect)
    assert is_engaged(board.g, unit)


def test_the_active_players_units_act_first_then_those_of_lower_id_melee(board):
    one, other, mine = board.unit("B", 36, 20), board.unit("B", 36, 30), board.unit("A", 36, 40)
    board.g.active = "A"
    assert in_turn(board.g, [other, one, mine]) == [mine, one, other]


# -- spacing (Definitions 4) ---------------------------------------------------------------------------------


def test_exactly_one_inch_is_too_near(board):
    unit = board.unit("A", 36, 20)
    board.unit("A", 36, 20 + DEPTH + 1.0)
    assert not fits(board.g, unit.rect, unit)
    assert fits(board.g, unit.rect.moved(0, -0.001), unit)


def test_only_impassable_terrain_is_an_obstruction(board):
    unit = board.unit("A", 36, 20)
    board.terrain("Forest", 36, 22)
    assert keeps_off(unit.rect, obstructions(board.g, unit), 1.0)
    board.terrain("Impassable Terrain", 36, 22)
    assert not keeps_off(unit.rect, obstructions(board.g, unit), 1.0)


def test_a_contact_by_a_corner_keeps_the_facings_on_which_it_began(board):
    """A corner lies on two facings: who charged a rear is not on the flank because a rank fell behind it."""
    width = 125 * MM
    foe = board.unit("B", 36, 20)
    unit = board.unit("A", 36 + width, 20 - DEPTH)
    engage_on(board.g, unit, Facing.FRONT, foe, Facing.REAR)
    unit.pools[0].models = 5
    regroup(board.g, unit)
    assert touches(unit.rect, foe.rect)
    assert board.g.engagement.facing(unit.id, foe.id) is Facing.FRONT
    assert board.g.engagement.facing(foe.id, unit.id) is Facing.REAR
