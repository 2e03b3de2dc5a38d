"""Combat Reforms (Melee Phase 5.B, Attachable Models 2.B; ruling 53)."""

from __future__ import annotations

import pytest

from tercio.kernel.errors import Refusal
from tercio.kernel.geometry import Facing, contact
from tercio.plugins.regiments.formation import Place, formation_of, seat, spots
from tercio.plugins.t9a import marks
from tercio.plugins.t9a.melee.fight import Fight
from tercio.plugins.t9a.melee.reform import (
    Posture,
    combat_reforms,
    may_reform,
    most_files,
    reform_options,
    reformed,
    tally_now,
)

from .field import Field
from .tiny import play


@pytest.fixture
def field():
    return Field()


def duel(field, *, models=20, files=5, enemies=10, enemy_files=5, facing=Facing.FRONT, shift=0.0):
    unit = field.soldiers("A", 36, 20, models=models, files=files)
    foe = field.soldiers("B", 36, 30, models=enemies, files=enemy_files)
    field.against(foe, unit, facing, shift)
    return unit, foe


def fight_of(field, **scores):
    units = list(field.g.units.values())
    sides = {name: [unit for unit in units if unit.owner == name] for name in ("A", "B")}
    return Fight(1, units, sides, scores={"A": 0, "B": 0, **scores})


def refusal(field, unit, **answer):
    found = reformed(field.g, unit, answer)
    return found.code if isinstance(found, Refusal) else ""


@pytest.mark.parametrize(
    ("files", "code"),
    [
        (3, "combat.reform.not_viable"),
        (2, "combat.reform.too_many_files"),
        (7, ""),
        (8, "combat.reform.too_many_files"),
    ],
)
def test_files_change_by_two_at_most_and_stay_viable_melee_5b(field, files, code):
    unit, _ = duel(field, enemies=4, enemy_files=2)
    assert refusal(field, unit, files=files, shift=0.0) == code


def test_a_musician_lets_files_change_by_four_model_rules(field):
    unit, _ = duel(field)
    field.give(unit.pools[0], "Musician")
    assert most_files(field.g, unit) == 4


def test_as_many_models_of_both_sides_stay_in_contact_melee_5b(field):
    unit, _ = duel(field, models=20, files=5, enemies=10, enemy_files=5)
    before = tally_now(field.g, unit)
    assert (before.mine, before.theirs) == (5, 5)
    assert refusal(field, unit, files=5, shift=2.0) == "combat.reform.fewer_in_contact"
    assert refusal(field, unit, files=5, shift=0.4) == ""


def test_a_unit_shifts_and_widens_to_bring_more_to_bear_melee_5b(field):
    unit, foe = duel(field, models=20, files=5, enemies=20, enemy_files=10, shift=2.0)
    options = reform_options(field.g, unit)
    assert any(answer["files"] == 7 for answer in options)
    for answer in options:
        posture = reformed(field.g, unit, answer)
        assert isinstance(posture, Posture)
        assert contact(posture.rect, foe.rect) == (Facing.FRONT, Facing.FRONT)


def test_a_unit_engaged_in_the_flank_turns_to_its_foe_after_a_command_test_melee_5b(field):
    unit, foe = duel(field, models=20, enemies=4, enemy_files=4, facing=Facing.LEFT)
    field.g.dice.script["reform-test"] = [3, 4]
    play(combat_reforms(field.g, fight_of(field)), "reform", "pass", lambda d: d.options[0])
    assert field.facts("tested")[0]["passed"]
    assert contact(unit.rect, foe.rect) == (Facing.FRONT, Facing.FRONT)
    assert field.g.engagement.facing(unit.id, foe.id) is Facing.FRONT
    assert unit.rect.facing == pytest.approx((-1, 0))


def test_a_failed_command_test_leaves_the_unit_as_it_stands_melee_5b(field):
    unit, _ = duel(field, models=20, enemies=4, enemy_files=4, facing=Facing.LEFT)
    field.g.dice.script["reform-test"] = [6, 6]
    old = unit.rect
    play(combat_reforms(field.g, fight_of(field)), "reform", "pass")
    assert unit.rect == old


def test_losers_need_a_command_test_and_winners_and_ties_do_not_ruling_20(field):
    unit, foe = duel(field)
    field.g.dice.script["reform-test"] = [1, 1]
    play(combat_reforms(field.g, fight_of(field, A=1, B=4)), "reform", "reform", "pass", "pass")
    assert [facts["unit"] for facts in field.facts("tested")] == [unit.id]
    play(combat_reforms(field.g, fight_of(field, A=3, B=3)), "reform", "reform", "pass", "pass")
    assert len(field.facts("tested")) == 1
    assert foe.id in field.g.engagement


def test_who_is_engaged_on_two_facings_cannot_reform_melee_5b(field):
    unit, _ = duel(field)
    field.against(field.soldiers("B", 36, 30, models=4, files=4), unit, Facing.LEFT)
    assert not may_reform(field.g, unit)


def test_a_character_in_contact_on_either_side_stays_in_contact_melee_5b(field):
    unit, foe = duel(field, models=19, files=5, enemies=4, enemy_files=2, shift=1.4)
    hero = field.joined(unit)
    seat(unit, hero, Place(4, 0))
    assert hero.id in tally_now(field.g, unit).attached
    assert refusal(field, unit, files=5, shift=0.0, places={str(hero.id): [0, 0]}) == (
        "combat.reform.attachable_out_of_contact"
    )
    assert refusal(field, unit, files=5, shift=0.0, places={str(hero.id): [2, 0]}) == ""
    assert not foe.destroyed


def test_attachable_models_may_change_places_as_part_of_it_attachable_models_2b(field):
    unit, _ = duel(field, models=9)
    hero = field.joined(unit)
    play(
        combat_reforms(field.g, fight_of(field)),
        "reform",
        "pass",
        {"files": 5, "shift": 0.0, "places": {str(hero.id): [4, 0]}},
    )
    assert next(spot.file for spot in spots(unit) if spot.pool == hero.id) == 4


def test_nobody_may_be_in_the_way_nor_a_new_enemy_be_touched_melee_5b(field):
    unit, foe = duel(field, models=20, enemies=20, enemy_files=10)
    field.soldiers("A", unit.rect.x + 5.0, unit.rect.y, models=20)
    assert refusal(field, unit, files=5, shift=1.0) == "combat.reform.in_the_way"
    beside = field.soldiers("B", 36, 30, models=2, files=2)
    beside.rect = foe.rect.moved(0.0, 0.0)
    beside.rect = beside.rect.__class__(
        foe.rect.x - foe.rect.half_width - 1.5, foe.rect.y - foe.rect.half_depth + 0.5, 0.0, -1.0, 2.0, 1.0
    )
    assert refusal(field, unit, files=5, shift=-3.0) == "combat.reform.new_enemy"


@pytest.mark.parametrize(
    "answer",
    [
        "x",
        {},
        {"files": 2.5},
        {"files": 5, "shift": "far"},
        {"files": 5, "foe": 999},
        {"files": 5, "places": {"7": 3}},
        {"files": True},
    ],
)
def test_answers_that_mean_nothing_are_refused_and_change_nothing(field, answer):
    unit, _ = duel(field)
    old = unit.rect
    assert isinstance(reformed(field.g, unit, answer), Refusal)
    assert unit.rect == old
    assert formation_of(unit).files == 5


def test_an_unaligned_unit_has_to_try_reference_handbook(field):
    unit, _ = duel(field)
    marks.put(field.g, unit, marks.UNALIGNED)
    asked = play(combat_reforms(field.g, fight_of(field)))[1]
    assert [(decision.kind, decision.player) for decision in asked] == [
        ("combat.reform", "B"),
        ("combat.reform-to", "A"),
    ]
