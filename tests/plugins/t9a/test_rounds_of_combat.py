"""Whole Rounds of Combat (Melee Phase 1, 4.A-5.A; Reference Handbook; rulings 16-20, 44, 47-49, 52)."""

from __future__ import annotations

import pytest

from tercio.kernel.clone import clone
from tercio.kernel.context import Context
from tercio.kernel.geometry import Facing, contact, touches
from tercio.kernel.hashing import state_hash
from tercio.plugins.t9a import marks
from tercio.plugins.t9a.casualties import remove_unit
from tercio.plugins.t9a.melee.combats import enemy_wiped, fight_combats, fight_round

from .field import Field, rect_of
from .tiny import play, seeded

MISS, HIT = [1] * 400, [6] * 400


@pytest.fixture
def field():
    return Field({"to-hit": list(MISS)})


def answering(**answers):
    """Answer decisions by kind (`combat.pursue` is `pursue`); the rest is declined."""

    def choose(decision):
        name = decision.kind.partition(".")[2].replace("-", "_")
        answer = answers.get(name)
        if answer is None:
            return next(
                (option for option in ("stay", "pass") if option in decision.options), decision.options[0]
            )
        return answer(decision) if callable(answer) else answer

    return choose


def fought(field, procedure, **answers):
    """Run a procedure to its end; returns the decisions asked."""
    asked, choose = [], answering(**answers)
    try:
        decision = next(procedure)
        while True:
            asked.append(decision)
            answer = choose(decision)
            assert decision.judge(answer) is None, (decision.kind, answer, decision.judge(answer))
            decision = procedure.send(answer)
    except StopIteration:
        return asked


def kinds(asked):
    return [decision.kind for decision in asked]


def broken_pair(field, *, flee=(3, 4), pursue=None, enemies=15, charging=False, y=20, discipline=2):
    """A unit of A that will lose and break against a unit of B in its front, which wins by its ranks."""
    unit = field.soldiers("A", 36, y, models=10, discipline=discipline)
    foe = field.soldiers("B", 36, y + 10, models=enemies)
    field.against(foe, unit, charging=charging)
    field.g.dice.script.update({"break-test": [6, 6], "flee-distance": list(flee)})
    if pursue:
        field.g.dice.script["pursue-distance"] = list(pursue)
    return unit, foe


def test_a_shaken_unit_reached_by_a_charge_is_removed(field):
    unit = field.soldiers("A", 36, 20, models=10)
    foe = field.soldiers("B", 36, 30, models=4, files=4)
    field.against(foe, unit, charging=True)
    marks.put(field.g, unit, marks.SHAKEN)
    fought(field, fight_combats(field.g))
    assert unit.destroyed
    (result,) = field.facts("combat-result")
    assert result["scores"] == {"A": 0, "B": 1}
    assert [point["why"] for point in result["points"]] == ["wiped-unit-score"]


def test_who_reached_a_shaken_unit_may_overrun_ruling_44(field):
    unit = field.soldiers("A", 36, 20, models=10)
    foe = field.soldiers("B", 36, 30, models=4, files=4)
    field.against(foe, unit, charging=True)
    marks.put(field.g, unit, marks.SHAKEN)
    field.g.dice.script["pursue-distance"] = [2, 3]
    start = foe.rect
    asked = fought(field, fight_combats(field.g), overrun="overrun")
    assert "combat.overrun" in kinds(asked)
    assert foe.rect.y == pytest.approx(start.y - 5)
    assert foe.rect.facing == start.facing


def test_who_did_not_charge_may_only_pivot_melee_4d(field):
    unit = field.soldiers("A", 36, 20, models=10)
    foe = field.soldiers("B", 36, 30, models=4, files=4)
    field.against(foe, unit)
    marks.put(field.g, unit, marks.SHAKEN)
    assert kinds(fought(field, fight_combats(field.g))) == ["combat.pivot"]


def test_boundaries_are_frozen_for_the_round_and_close_up_after_it_melee_1b_and_4e():
    field = Field({"to-hit": HIT + HIT, "to-wound": HIT + HIT, "break-test": [1, 1]})
    unit = field.soldiers("A", 36, 20, models=20, agility=1)
    foe = field.soldiers("B", 36, 30, models=20, agility=9)
    field.against(foe, unit)
    depth = rect_of(unit).depth
    fought(field, fight_combats(field.g))
    assert unit.models == 10
    assert rect_of(unit).depth == pytest.approx(depth / 2)
    assert touches(rect_of(unit), rect_of(foe))


def test_health_lost_ranks_and_charge_make_the_score_and_the_loser_tests_melee_4b():
    field = Field({"to-hit": [6] * 5 + MISS, "to-wound": [6] * 5, "break-test": [1, 1]})
    unit = field.soldiers("A", 36, 20, models=15, agility=9)
    foe = field.soldiers("B", 36, 30, models=10)
    field.against(foe, unit, charging=True)
    fought(field, fight_combats(field.g))
    assert field.facts("combat-result")[0]["scores"] == {"A": 3 + 5, "B": 1 + 2}
    assert [facts["unit"] for facts in field.facts("tested")] == [foe.id]
    assert field.facts("tested")[0]["needed"] == 7 - 5


def test_a_wiped_unit_yields_its_health_points_and_one_more_melee_4a():
    field = Field({"to-hit": HIT, "to-wound": HIT})
    unit = field.soldiers("A", 36, 20, models=10, agility=9)
    foe = field.soldiers("B", 36, 30, models=3, files=3)
    field.against(foe, unit)
    fought(field, fight_combats(field.g))
    assert field.facts("combat-result")[0]["scores"]["A"] == 2 + 3 + 1


def test_a_tie_leaves_both_as_winners_ruling_20(field):
    unit, foe = field.soldiers("A", 36, 20), field.soldiers("B", 36, 30)
    field.against(foe, unit)
    fought(field, fight_combats(field.g))
    assert field.facts("tested") == []
    assert foe.id in field.g.engagement


def test_a_broken_unit_flees_straight_away_from_the_facing_it_fought_on_melee_4f(field):
    unit, foe = broken_pair(field, flee=(3, 4))
    start = unit.rect
    fought(field, fight_combats(field.g))
    assert marks.SHAKEN in unit.marks
    assert marks.BROKEN not in unit.marks
    assert unit.rect.y == pytest.approx(start.y - 7)
    assert unit.rect.facing == pytest.approx((0, -1))
    assert foe.id not in field.g.engagement


@pytest.mark.parametrize(
    ("facing", "way"),
    [(Facing.FRONT, (0, -1)), (Facing.REAR, (0, 1)), (Facing.LEFT, (1, 0)), (Facing.RIGHT, (-1, 0))],
)
def test_a_broken_unit_turns_by_right_angles_to_its_own_facing(field, facing, way):
    unit = field.soldiers("A", 36, 24, models=10, discipline=2)
    foe = field.soldiers("B", 36, 30, models=15)
    field.against(foe, unit, facing)
    field.g.dice.script.update({"break-test": [6, 6], "flee-distance": [1, 1]})
    fought(field, fight_combats(field.g))
    assert unit.rect.facing == pytest.approx(way)


def test_of_several_foes_their_owner_chooses_whom_it_flees_from_melee_4d(field):
    unit = field.soldiers("A", 36, 24, models=10, discipline=2)
    front, side = field.soldiers("B", 36, 30, models=15), field.soldiers("B", 36, 30, models=15)
    field.against(front, unit)
    field.against(side, unit, Facing.LEFT)
    field.g.dice.script.update({"break-test": [6, 6], "flee-distance": [1, 1], "dangerous-test": [1] * 5})
    asked = fought(field, fight_combats(field.g), flee_from=side.id)
    question = next(decision for decision in asked if decision.kind == "combat.flee-from")
    assert question.player == "B"
    assert unit.rect.facing == pytest.approx((1, 0))


@pytest.mark.parametrize(("pursue", "caught"), [((3, 4), True), ((3, 5), True), ((3, 3), False)])
def test_only_a_flee_distance_beyond_every_pursuit_saves_ruling_47(field, pursue, caught):
    unit, foe = broken_pair(field, flee=(3, 4), pursue=pursue)
    fought(field, fight_combats(field.g), pursue=unit.id)
    assert unit.destroyed is caught
    if caught:
        assert field.facts("destroyed-in-combat")[0]["enemy"] == foe.id


def test_pursuers_turn_to_where_the_broken_face_and_go_as_far_as_rolled_melee_4g(field):
    unit = field.soldiers("A", 36, 24, models=10, discipline=2)
    foe = field.soldiers("B", 36, 30, models=15)
    field.against(foe, unit, Facing.LEFT)
    field.g.dice.script.update({"break-test": [6, 6], "flee-distance": [6, 6], "pursue-distance": [2, 2]})
    start = foe.rect
    fought(field, fight_combats(field.g), pursue=unit.id)
    assert foe.rect.facing == pytest.approx((1, 0))
    assert foe.rect.x == pytest.approx(start.x + 4)


def test_frenzy_leaves_no_choice_but_to_pursue_model_rules(field):
    _unit, foe = broken_pair(field, flee=(6, 6), pursue=(1, 1))
    field.give(foe.pools[0], "Frenzy")
    asked = fought(field, fight_combats(field.g))
    assert "combat.pursue" not in kinds(asked)
    assert field.facts("pursue-distance-rolled") != []


def test_who_is_still_in_contact_with_a_firm_enemy_cannot_pursue_melee_4d(field):
    unit, foe = broken_pair(field, enemies=40, charging=True)
    other = field.soldiers("A", 36, 40, models=10, discipline=10)
    field.against(other, foe, Facing.LEFT)
    field.g.dice.script["break-test"] = [6, 6, 1, 1]
    asked = fought(field, fight_combats(field.g))
    assert marks.SHAKEN in unit.marks
    assert marks.SHAKEN not in other.marks
    assert "combat.pursue" not in kinds(asked)


def test_a_decimated_broken_unit_that_was_not_caught_is_removed_ruling_49(field):
    unit, _ = broken_pair(field)
    unit.pools[0].starting = 40
    fought(field, fight_combats(field.g))
    assert unit.destroyed
    assert len(field.facts("destroyed-in-combat")) == 1


def test_a_unit_left_without_foes_may_pivot_and_then_declares_no_charge_next_turn_ruling_52(field):
    _unit, foe = broken_pair(field)
    fought(field, fight_combats(field.g), pivot=180.0)
    assert foe.rect.facing == pytest.approx((0, 1))
    assert marks.POST_COMBAT_PIVOT in foe.marks


def test_charging_ends_with_the_first_round_reference_handbook(field):
    unit, foe = field.soldiers("A", 36, 20, models=20), field.soldiers("B", 36, 30, models=20)
    field.against(foe, unit, charging=True)
    field.g.dice.script["break-test"] = [1, 1]
    fought(field, fight_combats(field.g))
    assert marks.CHARGING not in foe.marks
    assert foe.memory["rounds-fought"] == 1


def test_the_active_player_chooses_which_combat_is_fought_next_melee_combat(field):
    for x in (15, 55):
        field.against(field.soldiers("B", x, 30), field.soldiers("A", x, 20))
    asked = fought(field, fight_combats(field.g), choose=2)
    assert asked[0].kind == "combat.choose"
    assert asked[0].player == "A"
    assert [facts["combat"] for facts in field.facts("combat-begins")] == [2, 1]


def test_a_pursuer_that_joins_a_combat_yet_to_be_fought_fights_again_ruling_48(field):
    unit, foe = broken_pair(field, flee=(6, 6), pursue=(5, 6), y=30)
    friend = field.soldiers("A", 36, 20, facing=180, models=20, discipline=9)
    other = field.soldiers("B", 36, 10, models=10, discipline=10)
    field.against(other, friend)
    field.g.dice.script.update({"break-test": [6, 6, 1, 1, 1, 1], "dangerous-test": [1] * 5})
    asked = fought(field, fight_combats(field.g), pursue=unit.id, choose=1)
    assert "combat.choose" in kinds(asked)
    begun = field.facts("combat-begins")
    assert len(begun) == 2
    assert foe.id in begun[1]["units"]


def test_a_combat_that_a_pursuit_begins_waits_for_the_next_phase_reference_handbook(field):
    unit, foe = broken_pair(field, flee=(6, 6), pursue=(5, 6), y=30)
    friend = field.soldiers("A", 36, 20, models=20)
    field.g.dice.script["panic-test"] = [1, 1]
    fought(field, fight_combats(field.g), pursue=unit.id)
    assert len(field.facts("combat-begins")) == 1
    assert friend.id in field.g.engagement.foes(foe.id)
    assert marks.CHARGING in foe.marks
    assert not foe.memory.get("rounds-fought")


def test_a_combat_splits_when_the_unit_between_leaves_reference_handbook(field):
    middle = field.soldiers("A", 36, 24, models=10, files=10)
    field.give(middle.pools[0], "Feigned Flight")
    left, right = (field.soldiers("B", 36, 30, models=15) for _ in range(2))
    field.against(left, middle, shift=-2.5)
    field.against(right, middle, shift=2.5)
    for foe in (left, right):
        field.against(field.soldiers("A", 36, 40, models=15), foe, Facing.REAR)
    field.g.dice.script.update({"break-test": [1] * 8, "flee-distance": [1, 1]})
    for foe in (left, right):
        field.give(foe.pools[0], "Stubborn")
    assert len(field.g.engagement.combats()) == 1
    fought(field, fight_combats(field.g), disengage="disengage")
    assert marks.SHAKEN in middle.marks
    assert len(field.g.engagement.combats()) == 2


def test_contact_lost_by_casualties_is_regained_by_the_least_move_reference_handbook(field):
    unit = field.soldiers("A", 36, 20, models=10, files=5, discipline=10)
    rear = field.soldiers("B", 36, 10, models=10, files=5, discipline=10)
    field.against(rear, unit, Facing.REAR)
    front = field.soldiers("B", 36, 30, models=10, files=5, discipline=10)
    field.against(front, unit)
    field.give(unit.pools[0], "Stubborn")
    field.g.dice.script.update({"to-hit": [6] * 5 + MISS, "to-wound": [6] * 5, "break-test": [1, 1]})
    for one in (front, rear):
        next(one.parts()).profile = {**next(one.parts()).profile, "agility": 9}
    fought(field, fight_combats(field.g))
    assert unit.models == 5
    assert contact(rear.rect, unit.rect) == (Facing.FRONT, Facing.REAR)
    assert contact(front.rect, unit.rect) == (Facing.FRONT, Facing.FRONT)
    assert [facts["unit"] for facts in field.facts("nudged")] != []


def test_a_round_of_combat_effect_ends_with_the_round_and_a_combat_effect_with_the_combat_definitions_9(
    field,
):
    from tercio.kernel.decl import RuleRef
    from tercio.kernel.query import has
    from tercio.kernel.scheduler import grant

    unit, foe = broken_pair(field, discipline=10)
    for thing in (unit, foe):
        for name, duration in (("Divine Attacks", "Round of Combat"), ("Magical Attacks", "End of Combat")):
            grant(field.g, thing, RuleRef(name), field.g.ruleset.duration(duration), name)
    field.g.dice.script["break-test"] = [1, 1, 6, 6]
    fought(field, fight_round(field.g, 1))
    assert not has(field.g, Context(), foe, "Divine Attacks")
    assert has(field.g, Context(), foe, "Magical Attacks")
    fought(field, fight_round(field.g, 1))
    assert marks.SHAKEN in unit.marks
    assert not has(field.g, Context(), foe, "Magical Attacks")
    assert not has(field.g, Context(), unit, "Magical Attacks")


def test_enemies_removed_before_the_phase_leave_a_pivot_or_an_overrun_enemy_wiped(field):
    for charging, kind in ((True, "combat.overrun"), (False, "combat.pivot")):
        unit = field.soldiers("A", 20 if charging else 50, 20)
        foe = field.soldiers("B", 36, 30, models=4, files=4)
        field.against(foe, unit, charging=charging)
        play(remove_unit(field.g, unit, "a spell"))
        assert kinds(fought(field, enemy_wiped(field.g)))[0] == kind
        assert fought(field, enemy_wiped(field.g)) == []


def test_pursuit_into_a_shaken_enemy_charges_it(field):
    unit, foe = broken_pair(field, flee=(6, 6), pursue=(5, 6), y=30)
    prey = field.soldiers("A", 36, 20, models=20)
    marks.put(field.g, prey, marks.SHAKEN)
    asked = fought(field, fight_combats(field.g), pursue=unit.id)
    assert "charge.react" not in kinds(asked)
    assert prey.id in field.g.engagement.foes(foe.id)
    field.g.dice.script["pursue-distance"] = [1, 1]
    fought(field, fight_combats(field.g), overrun="overrun")
    assert prey.destroyed


def test_a_clone_fights_the_same_round_and_leaves_the_original_alone():
    field = Field()
    seeded(field, 5)
    unit = field.soldiers("A", 36, 20, models=20, discipline=9)
    foe = field.soldiers("B", 36, 30, models=15, discipline=9)
    field.joined(foe, health_points=3)
    field.against(foe, unit, charging=True)
    before = state_hash(field.g)
    twin = clone(field.g)
    fought(field, fight_combats(twin))
    assert state_hash(field.g) == before
    fought(field, fight_combats(field.g))
    assert state_hash(twin) == state_hash(field.g)
    assert state_hash(twin) != before
