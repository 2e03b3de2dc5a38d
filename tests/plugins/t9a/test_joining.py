"""Rulings on Attachable Models that leave and join units by moving (Attachable Models 2.A, 2.B, 2.D.a)."""

from __future__ import annotations

from typing import Any

import pytest

from tercio.plugins.regiments.formation import formation_of, stand_of
from tercio.plugins.t9a import marks
from tercio.plugins.t9a.move_judge import ground_of, judge
from tercio.plugins.t9a.movement import manoeuvre, may_manoeuvre, move_units
from tercio.plugins.t9a.moves import read_move

from .tiny import MM, Board, play


@pytest.fixture
def board():
    return Board(phase="movement")


def march(*legs):
    return {"manoeuvre": "march", "legs": [list(leg) for leg in legs]}


def lone_hero(board, x, y, base=(25, 25), **profile):
    unit = board.unit("A", x, y, models=1, files=1, base=base, **profile)
    unit.pools[0].role = "character"
    return unit


# -- leaving (2.D.a) -----------------------------------------------------------------------------------------


def test_a_character_moves_out_of_its_unit_which_may_still_move_itself(board):
    unit = board.unit("A", 36, 20)
    hero = board.joined(unit, mobility=6)
    play(move_units(board.g), hero.id, march((8, 0, 0)), unit.id, march((0, 0, 1)))
    assert hero.unit is not unit
    assert hero.unit.rect.y > unit.rect.y + 5
    assert marks.MARCHED in hero.unit.marks
    assert marks.MARCHED in unit.marks


def test_a_character_that_stays_has_not_left(board):
    unit = board.unit("A", 36, 20)
    hero = board.joined(unit)
    play(move_units(board.g), hero.id, {"manoeuvre": "stay"})
    assert hero.unit is unit


def test_a_character_does_not_leave_a_unit_that_has_moved(board):
    unit = board.unit("A", 36, 20)
    board.joined(unit)
    _, asked = play(move_units(board.g), unit.id, march((4, 0, 0)))
    assert [decision.kind for decision in asked] == ["move.unit", "move.manoeuvre"]


def test_a_character_that_leaves_ignores_the_spacing_to_its_unit_but_does_not_stand_on_it(board):
    unit = board.unit("A", 36, 20)
    hero = board.joined(unit)
    play(move_units(board.g), hero.id, march((1.5, 0, 0)))
    assert hero.unit is not unit
    gap = hero.unit.rect.y - hero.unit.rect.half_depth - unit.rect.front_centre[1]
    assert 0 <= gap < 1


# -- joining (2.A) -------------------------------------------------------------------------------------------


def test_a_character_joins_a_unit_whose_front_rank_it_can_reach(board):
    unit = board.unit("A", 36, 20)
    hero = lone_hero(board, 36, 25, mobility=6)
    pool = hero.pools[0]
    play(manoeuvre(board.g, hero), {"manoeuvre": "advance", "join": unit.id})
    assert pool.unit is unit
    assert formation_of(unit).places[pool.id].rank == 0
    stand: Any = stand_of(unit, pool)
    assert stand.rect.y == pytest.approx(20 + 12.5 * MM)
    assert hero.id not in board.g.units


def test_the_unit_that_was_joined_moves_no_further_in_the_phase(board):
    unit = board.unit("A", 36, 20)
    hero = lone_hero(board, 36, 25, mobility=6)
    assert may_manoeuvre(board.g, unit)
    play(manoeuvre(board.g, hero), {"manoeuvre": "advance", "join": unit.id})
    assert not may_manoeuvre(board.g, unit)


def refusal_to_join(board, hero, answer):
    """Return the code of the refusal of an answer."""
    procedure = manoeuvre(board.g, hero)
    refusal = next(procedure).judge(answer)
    return refusal.code if refusal is not None else ""


def test_a_character_that_does_not_reach_its_place_does_not_join(board):
    unit = board.unit("A", 36, 20)
    hero = lone_hero(board, 36, 30, mobility=4)
    assert refusal_to_join(board, hero, {"manoeuvre": "advance", "join": unit.id}) == "move.too_far"


@pytest.mark.parametrize("mark", [marks.SHAKEN])
def test_shaken_units_are_not_joined(board, mark):
    unit = board.unit("A", 36, 20)
    marks.put(board.g, unit, mark)
    hero = lone_hero(board, 36, 25)
    assert refusal_to_join(board, hero, {"manoeuvre": "advance", "join": unit.id}) == "join.forbidden"


def test_the_way_into_a_unit_must_be_free(board):
    unit = board.unit("A", 36, 20)
    hero = lone_hero(board, 36, 26, mobility=8)
    board.terrain("Impassable Terrain", 36, 23.5, width=6, depth=1)
    assert refusal_to_join(board, hero, {"manoeuvre": "advance", "join": unit.id}) == "move.way_barred"


def test_an_enemy_unit_cannot_be_joined(board):
    foe = board.unit("B", 36, 20)
    hero = lone_hero(board, 36, 25)
    assert refusal_to_join(board, hero, {"manoeuvre": "advance", "join": foe.id}) == "join.forbidden"


# -- changing places (2.B) -----------------------------------------------------------------------------------


def judged(board, unit, answer):
    move: Any = read_move(answer)
    refusal = judge(ground_of(board.g, unit), move)
    return refusal.code if refusal is not None else ""


def test_a_character_changes_places_within_the_front_rank_as_part_of_a_manoeuvre(board):
    unit = board.unit("A", 36, 20)
    hero = board.joined(unit)
    play(manoeuvre(board.g, unit), {**march((3, 0, 0)), "places": {hero.id: [4, 0, ""]}})
    assert formation_of(unit).places[hero.id].file == 4


def test_a_character_may_not_be_put_into_a_rear_rank(board):
    unit = board.unit("A", 36, 20)
    hero = board.joined(unit)
    assert judged(board, unit, {**march(), "places": {hero.id: [2, 1, ""]}}) == "move.places_not_valid"


def test_two_characters_do_not_share_a_place(board):
    unit = board.unit("A", 36, 20)
    one, two = board.joined(unit), board.joined(unit)
    answer = {**march(), "places": {one.id: [0, 0, ""], two.id: [0, 0, ""]}}
    assert judged(board, unit, answer) == "move.places_not_valid"
