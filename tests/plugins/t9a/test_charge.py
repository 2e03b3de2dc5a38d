"""Rulings on the Charge Phase: declaring, reactions, redirecting, Charge Moves, Failed Charge Moves."""

from __future__ import annotations

from typing import Any

import pytest

from tercio.kernel.geometry import Facing, contact, contact_length, touches
from tercio.plugins.t9a import marks
from tercio.plugins.t9a.charge import declare_charges, move_charges
from tercio.plugins.t9a.charge_options import ChargeBook
from tercio.plugins.t9a.charge_plan import plan_charge, target_facings
from tercio.plugins.t9a.engaging import is_engaged

from .tiny import MM, Board, code_of, play


def charge(board, *answers):
    """Declare with the given answers, then pass and move all charges."""
    play(declare_charges(board.g), *answers)
    play(move_charges(board.g))


# -- declaring (Charge Phase 1) ------------------------------------------------------------------------------


def test_a_unit_may_declare_a_charge_at_an_enemy_it_sees_within_its_farthest_range(board):
    charger = board.unit("A", 36, 10)
    target = board.unit("B", 36, 20, facing=180)
    assert ChargeBook(board.g).options() == [[charger.id, target.id]]


def test_an_enemy_beyond_the_farthest_charge_range_cannot_be_charged(board):
    charger = board.unit("A", 36, 10, charge_speed=5)
    front = charger.rect.front_centre[1]
    near = board.unit("B", 36, front + 15 + 25 * MM, facing=180)
    assert ChargeBook(board.g).options() == [[charger.id, near.id]]
    near.rect = near.rect.moved(0, 0.01)
    assert ChargeBook(board.g).options() == []


def test_an_enemy_behind_cannot_be_charged(board):
    board.unit("A", 36, 24, facing=0)
    board.unit("B", 36, 16, facing=0)
    assert ChargeBook(board.g).options() == []


@pytest.mark.parametrize("mark", [marks.SHAKEN, marks.CHARGED, marks.POST_COMBAT_PIVOT, marks.LEFT_BEHIND])
def test_units_that_are_shaken_have_charged_or_pivoted_after_combat_declare_no_charge(board, mark):
    charger = board.unit("A", 36, 10)
    board.unit("B", 36, 20, facing=180)
    marks.put(board.g, charger, mark)
    assert ChargeBook(board.g).options() == []


def test_a_charge_without_room_to_reach_the_target_cannot_be_declared(board):
    board.unit("A", 36, 10)
    board.unit("B", 36, 20, facing=180)
    board.terrain("Impassable Terrain", 36, 16.5, width=30, depth=1)
    assert ChargeBook(board.g).options() == []


def test_an_engaged_unit_declares_no_charge(board):
    charger = board.unit("A", 36, 10)
    board.unit("B", 36, 20, facing=180)
    foe = board.unit("B", 36, 10 + 50 * MM, facing=180)
    from tercio.plugins.t9a.engaging import engage

    engage(board.g, charger, foe)
    assert ChargeBook(board.g).options() == []


# -- reactions (Charge Phase 1.A, Psychology 2.A) ------------------------------------------------------------


def test_the_target_holds_and_nothing_happens(board):
    charger, target = board.unit("A", 36, 10), board.unit("B", 36, 20, facing=180)
    _, asked = play(declare_charges(board.g), [charger.id, target.id], "hold")
    assert [decision.kind for decision in asked] == ["charge.declare", "charge.react"]
    assert asked[1].options == ["hold", "flee"]
    assert marks.CHARGED in charger.marks
    assert marks.CHARGING in charger.marks


def test_the_target_flees_straight_away_from_the_charger_and_is_shaken():
    board = Board({"flee-distance": [3, 4]})
    charger, target = board.unit("A", 36, 10), board.unit("B", 36, 20, facing=180)
    play(declare_charges(board.g), [charger.id, target.id], "flee")
    assert (target.rect.ux, target.rect.uy) == pytest.approx((0, 1))
    assert target.rect.y == pytest.approx(27)
    assert marks.SHAKEN in target.marks


def test_a_unit_chooses_flee_only_once_in_a_phase():
    board = Board({"flee-distance": [1, 1], "redirect-test": [6, 6]})
    one, two = board.unit("A", 33, 10), board.unit("A", 39, 10)
    target = board.unit("B", 36, 18, facing=180)
    _, asked = play(declare_charges(board.g), [one.id, target.id], "flee", [two.id, target.id])
    assert [decision.kind for decision in asked].count("charge.react") == 1
    assert [facts["reaction"] for facts in board.facts("charge-reaction")] == ["flee", "hold"]


def test_a_unit_that_a_rule_forbids_to_flee_has_no_choice(board):
    charger = board.unit("A", 36, 10)
    target = board.unit("B", 36, 20, facing=180, rules=("No Flight",))
    _, asked = play(declare_charges(board.g), [charger.id, target.id])
    assert [decision.kind for decision in asked] == ["charge.declare"]
    assert board.facts("charge-reaction")[0]["reaction"] == "hold"
    assert marks.SHAKEN not in target.marks


def test_terror_makes_the_target_test_and_who_fails_flees_and_frightens_friends():
    board = Board({"terror-test": [6, 6], "flee-distance": [3, 3], "panic-test": [6, 5]})
    charger = board.unit("A", 36, 10, rules=("Terror",))
    target = board.unit("B", 36, 20, facing=180)
    friend = board.unit("B", 36, 23, facing=180)
    play(declare_charges(board.g), [charger.id, target.id])
    assert marks.SHAKEN in target.marks
    assert target.rect.y > 24
    assert marks.SHAKEN in friend.marks


def test_a_flight_by_choice_frightens_nobody():
    board = Board({"flee-distance": [3, 3]})
    charger, target = board.unit("A", 36, 10), board.unit("B", 36, 20, facing=180)
    friend = board.unit("B", 36, 23, facing=180)
    play(declare_charges(board.g), [charger.id, target.id], "flee")
    assert marks.SHAKEN not in friend.marks
    assert [facts["test"] for facts in board.facts("tested")] == []


def test_who_passes_the_terror_test_may_still_choose_its_reaction():
    board = Board({"terror-test": [1, 1]})
    charger = board.unit("A", 36, 10, rules=("Terror",))
    target = board.unit("B", 36, 20, facing=180)
    _, asked = play(declare_charges(board.g), [charger.id, target.id], "hold")
    assert asked[1].kind == "charge.react"
    assert marks.SHAKEN not in target.marks


# -- redirecting (Charge Phase 1.B) --------------------------------------------------------------------------


def test_a_charger_whose_target_fled_may_test_and_charge_another():
    board = Board({"flee-distance": [6, 6], "redirect-test": [3, 4]})
    charger = board.unit("A", 36, 10)
    first, second = board.unit("B", 33, 20, facing=180), board.unit("B", 40, 20, facing=180)
    play(declare_charges(board.g), [charger.id, first.id], "flee", "test", [charger.id, second.id], "hold")
    assert [(f["unit"], f["target"]) for f in board.facts("charge-declared")] == [
        (charger.id, first.id),
        (charger.id, second.id),
    ]
    assert board.g.memory["charges"] == [
        {
            "unit": charger.id,
            "target": second.id,
            "x": second.rect.front_centre[0],
            "y": second.rect.front_centre[1],
        }
    ]


def test_each_unit_redirects_only_once_in_a_phase():
    board = Board({"flee-distance": [6, 6, 6, 6], "redirect-test": [1, 1]})
    charger = board.unit("A", 36, 10)
    first, second = board.unit("B", 33, 20, facing=180), board.unit("B", 40, 20, facing=180)
    board.unit("B", 46, 19, facing=180)
    _, asked = play(
        declare_charges(board.g), [charger.id, first.id], "flee", "test", [charger.id, second.id], "flee"
    )
    assert [decision.kind for decision in asked].count("charge.redirect") == 1


# -- Charge Range (Charge Phase 2.A) -------------------------------------------------------------------------


def test_a_range_equal_to_the_distance_reaches():
    board = Board({"charge-range": [1]})
    charger = board.unit("A", 36, 10, charge_speed=5)
    target = board.unit("B", 36, 10 + 10 + 50 * MM, facing=180)
    charge(board, [charger.id, target.id], "hold")
    assert is_engaged(board.g, charger)


def test_a_range_just_too_short_fails_and_the_unit_goes_four_inches():
    board = Board({"charge-range": [1]})
    charger = board.unit("A", 36, 10, charge_speed=5)
    target = board.unit("B", 36, 10 + 10.01 + 50 * MM, facing=180)
    charge(board, [charger.id, target.id], "hold")
    assert not is_engaged(board.g, charger)
    assert charger.rect.y == pytest.approx(14)
    assert marks.FAILED_CHARGE in charger.marks
    assert marks.CHARGING not in charger.marks


def test_swiftstride_rolls_two_dice_and_keeps_the_better():
    board = Board({"charge-range": [1, 6]})
    charger = board.unit("A", 36, 10, charge_speed=5, rules=("Swiftstride",))
    target = board.unit("B", 36, 10 + 15 + 50 * MM, facing=180)
    charge(board, [charger.id, target.id], "hold")
    assert board.facts("charge-range-rolled")[0]["range"] == 15
    assert is_engaged(board.g, charger)


# -- Charge Move and alignment (Charge Phase 2.B) ------------------------------------------------------------


def test_the_arc_of_the_front_centre_decides_the_target_facing(board):
    target = board.unit("B", 36, 24, facing=180)
    charger = board.unit("A", 48, 22, facing=270)
    assert target_facings(board.g, charger.rect, target.rect) == (Facing.LEFT,)
    plan: Any = plan_charge(board.g, charger, target)
    assert contact(plan.end, target.rect) == (Facing.FRONT, Facing.LEFT)


def test_on_the_line_between_arcs_the_charger_chooses(board):
    target = board.unit("B", 36, 24, facing=180, models=25)
    corner = target.rect.front_left
    charger = board.unit("A", 0, 0, facing=315)
    off = 4.0
    front = (corner[0] + off, corner[1] - off)
    charger.rect = charger.rect.moved(
        front[0] - charger.rect.front_centre[0], front[1] - charger.rect.front_centre[1]
    )
    _, asked = play(declare_charges(board.g), [charger.id, target.id], "front", "hold")
    assert [(decision.kind, decision.player) for decision in asked[:2]] == [
        ("charge.declare", "A"),
        ("charge.facing", "A"),
    ]
    assert set(asked[1].options) == {"front", "left"}
    plan: Any = plan_charge(board.g, charger, target)
    assert plan.facing is Facing.FRONT


def test_a_charge_ends_flush_with_as_many_models_in_contact_as_possible():
    board = Board({"charge-range": [6]})
    charger = board.unit("A", 30, 10)
    target = board.unit("B", 36, 20, facing=180)
    charge(board, [charger.id, target.id], "hold")
    assert contact_length(charger.rect, target.rect) == pytest.approx(125 * MM, abs=1e-4)
    assert board.g.engagement.facing(target.id, charger.id) is Facing.FRONT
    assert board.g.engagement.facing(charger.id, target.id) is Facing.FRONT


def test_a_slanted_charge_wheels_and_ends_flush(board):
    charger = board.unit("A", 30, 12, facing=35)
    target = board.unit("B", 36, 20, facing=180)
    plan: Any = plan_charge(board.g, charger, target)
    assert plan.leg.angle > 0
    assert plan.aligned
    assert contact(plan.end, target.rect) == (Facing.FRONT, Facing.FRONT)


def test_a_charge_goes_round_an_obstacle_if_a_way_is_left(board):
    charger = board.unit("A", 36, 10)
    target = board.unit("B", 36, 22, facing=180, models=20, files=20)
    board.unit("A", 32, 15, models=5, files=5)
    plan: Any = plan_charge(board.g, charger, target)
    assert plan is not None
    assert plan.leg.angle > 0


def test_flyers_charge_over_units_that_bar_the_way(board):
    walker = board.unit("A", 36, 10)
    flyer = board.unit("A", 36, 6, rules=("Fly",))
    target = board.unit("B", 36, 20, facing=180)
    board.unit("A", 36, 16, models=40, files=40)
    assert plan_charge(board.g, walker, target) is None
    assert plan_charge(board.g, flyer, target) is not None


def test_a_charge_may_not_end_in_contact_with_a_second_enemy(board):
    charger = board.unit("A", 36, 10)
    target = board.unit("B", 36, 20, facing=180, models=3, files=3)
    other = board.unit("B", 36 + 50 * MM + 100 * MM, 20, facing=180, models=3, files=3)
    plan: Any = plan_charge(board.g, charger, target)
    assert contact(plan.end, other.rect) == (None, None)
    assert contact(plan.end, target.rect) == (Facing.FRONT, Facing.FRONT)


def test_the_target_facing_blocked_by_enemies_lets_the_charger_take_the_nearest_adjacent_one(board):
    charger = board.unit("A", 36, 10, models=1, files=1)
    target = board.unit("B", 36, 20, facing=90, models=12, files=4)
    for x in (34.4, 37.9):
        board.unit("B", x, 17.6, facing=180, models=2, files=1)
    assert plan_charge(board.g, charger, target) is not None


def test_a_charger_hemmed_in_by_terrain_ends_unaligned_with_the_least_angle_and_the_target_turns(board):
    charger = board.unit("A", 36, 10, models=10, files=10)
    target = board.unit("B", 36, 20, facing=180, models=1, files=1)
    board.terrain("Impassable Terrain", 42.5, 21, width=12, depth=3.4)
    board.terrain("Impassable Terrain", 31, 21.2, width=8, depth=3.4)
    plan: Any = plan_charge(board.g, charger, target)
    assert plan is not None
    assert not plan.aligned
    assert touches(plan.end, target.rect)
    assert max(y for _, y in plan.end.front_edge) <= target.rect.front_centre[1] + 1e-6
    assert (plan.turned.ux, plan.turned.uy) == pytest.approx((-plan.end.ux, -plan.end.uy))


# -- combined charges (Charge Phase 2.C) ---------------------------------------------------------------------


def test_two_units_charge_one_target_side_by_side():
    board = Board({"charge-range": [6, 6]})
    one, two = board.unit("A", 32, 10), board.unit("A", 40, 10)
    target = board.unit("B", 36, 20, facing=180)
    charge(board, [one.id, target.id], "hold", [two.id, target.id], "hold")
    assert is_engaged(board.g, one)
    assert is_engaged(board.g, two)
    assert len(board.facts("charge-moved")) == 2


def test_a_third_unit_without_room_at_the_target_cannot_declare(board):
    units = [board.unit("A", x, 10, models=10, files=10) for x in (25.9, 36, 46.1)]
    target = board.unit("B", 36, 24, facing=180, models=4, files=2)
    book = ChargeBook(board.g)
    for unit in units[:2]:
        assert book.is_legal(unit, target)
        book.declare(unit, target)
    assert not book.is_legal(units[2], target)


def test_all_ranges_are_rolled_before_any_of_them_moves():
    board = Board({"charge-range": [6, 1]})
    one, two = board.unit("A", 32, 10), board.unit("A", 40, 10)
    target = board.unit("B", 36, 22, facing=180)
    charge(board, [one.id, target.id], "hold", [two.id, target.id], "hold")
    kinds = [k for k in board.kinds() if k in ("charge-range-rolled", "charge-moved", "charge-failed")]
    assert kinds == ["charge-range-rolled", "charge-range-rolled", "charge-moved", "charge-failed"]


# -- Failed Charge Move (Charge Phase 3) ---------------------------------------------------------------------


def test_a_failed_charge_first_wheels_towards_the_target_within_its_four_inches():
    board = Board({"charge-range": [1]})
    charger = board.unit("A", 32, 10, charge_speed=1)
    target = board.unit("B", 36, 20, facing=180)
    charge(board, [charger.id, target.id], "hold")
    right, front = charger.rect.to_local(target.rect.front_centre)
    assert right == pytest.approx(0, abs=1e-4)
    assert front > 0


def test_a_failed_charge_stops_before_it_touches_anybody():
    board = Board({"charge-range": [1]})
    charger = board.unit("A", 36, 10, charge_speed=2)
    target = board.unit("B", 36, 20, facing=180)
    play(declare_charges(board.g), [charger.id, target.id], "hold")
    friend = board.unit("A", 40, 13.5)
    play(move_charges(board.g))
    assert contact(charger.rect, friend.rect) == (None, None)
    assert 11 < charger.rect.y < 14


def test_a_charge_at_a_target_that_is_gone_fails_towards_where_it_was():
    board = Board({"charge-range": [6]})
    charger, target = board.unit("A", 36, 10), board.unit("B", 36, 20, facing=180)
    play(declare_charges(board.g), [charger.id, target.id], "hold")
    target.destroyed, target.rect = True, None
    play(move_charges(board.g))
    assert charger.rect.y == pytest.approx(14)
    assert board.facts("charge-range-rolled") == []


# -- charging out of a unit (Attachable Models 2.D.b) --------------------------------------------------------


def test_a_character_may_charge_out_of_its_unit_which_then_declares_no_charge():
    board = Board({"charge-range": [6]})
    unit = board.unit("A", 36, 10)
    hero = board.joined(unit, charge_speed=9)
    target = board.unit("B", 36, 10 + 50 * MM + 16, facing=180)
    assert ChargeBook(board.g).options() == []
    charge(board, [hero.id, target.id], "hold")
    lone = hero.unit
    assert lone is not unit
    assert is_engaged(board.g, lone)
    assert marks.LEFT_BEHIND in unit.marks
    assert unit.rect.y == pytest.approx(10)


def test_the_combined_unit_decides_which_facing_a_character_that_charges_out_meets(board):
    unit = board.unit("A", 36, 10, models=20, files=10)
    hero = board.joined(unit, base=(50, 50), charge_speed=9)
    target = board.unit("B", 45, 21, facing=180)
    book = ChargeBook(board.g)
    assert book.judge([hero.id, target.id], book.options()) is None
    facts = book.facts([[hero.id, target.id]])["charges"][0]
    assert facts["facing"] == target_facings(board.g, unit.rect, target.rect)[0].value


def test_a_character_whose_failed_charge_does_not_get_it_clear_stays_and_the_whole_unit_goes():
    board = Board({"charge-range": [1]})
    unit = board.unit("A", 36, 10)
    hero = board.joined(unit, base=(25, 100), charge_speed=9)
    target = board.unit("B", 36, 30, facing=180)
    charge(board, [hero.id, target.id], "hold")
    assert unit.rect.front_centre[1] > 13
    assert marks.FAILED_CHARGE in unit.marks
    assert hero.unit is unit


@pytest.mark.parametrize("answer", [None, [1], [1, 2], ["x", 2], {"unit": 1}, 7])
def test_answers_that_are_no_charges_are_refused(board, answer):
    board.unit("A", 36, 10)
    board.unit("B", 36, 20, facing=180)
    book = ChargeBook(board.g)
    assert code_of(book.judge(answer, book.options())) == "charge.not_legal"
