"""Model rules that no other ruling speaks of, one by one under the core pack (Model Rules)."""

from __future__ import annotations

import pytest

from tercio.kernel.attack import Attack, needed, stage_of
from tercio.kernel.context import Context
from tercio.kernel.decl import RuleRef, TerrainFeature, UnitEntry
from tercio.kernel.decl.expr import Name
from tercio.kernel.permissions import may
from tercio.kernel.rolls import outcome
from tercio.kernel.ruleset import hold
from tercio.kernel.state import touch
from tercio.plugins.t9a import marks
from tercio.plugins.t9a.characters import may_join
from tercio.plugins.t9a.magical_effects import magical_move, may_move_magically
from tercio.plugins.t9a.movement import may_manoeuvre
from tercio.plugins.t9a.speeds import mobility

from .armies import unit_named
from .field import Field
from .ranges import both_books, run
from .test_deployment import said, spot, zoned


@pytest.fixture
def field():
    return Field({"*": [4] * 200})


def give(field, unit, rule, *names):
    """Let all models of a unit hold a rule; arguments are names."""
    for pool in unit.pools:
        hold(field.g, pool, RuleRef(rule, tuple(map(Name, names))), rule)
    touch(field.g)


def blow(field, unit, target, *kinds):
    """A Standard Melee Attack of a unit's first part at another unit."""
    part = next(unit.parts())
    kinds = kinds or ("melee", "standard")
    arm = next(iter(part.arms), None)
    return Attack("melee", frozenset(kinds), target.pools[0], unit=unit, attacker=part, arm=arm)


def needs(field, stage, attack):
    return needed(field.g, stage_of(field.g, attack, stage), attack)


def pair(field, **more):
    one, other = field.soldiers("A", 36, 20, **more), field.soldiers("B", 36, 30)
    field.against(one, other)
    return one, other


# -- discipline and courage --------------------------------------------------------------------------------


def test_fearless_units_pass_panic_tests_and_do_not_flee_while_they_stand_firm(field):
    unit = field.soldiers("A", 36, 20)
    give(field, unit, "Fearless")
    c = Context(unit=unit)
    assert outcome(field.g, "panic-test", c) is True
    assert outcome(field.g, "rally-test", c) is None
    assert not may(field.g, "choose-flee", c)
    give(field, unit, "Feigned Flight")
    assert may(field.g, "choose-flee", c)


def test_the_flight_of_the_insignificant_frightens_only_their_like(field):
    runner, watcher = field.soldiers("A", 20, 20), field.soldiers("A", 36, 20)
    give(field, runner, "Insignificant")
    c = Context(unit=watcher, enemy=runner)
    assert not may(field.g, "panic", c)
    give(field, watcher, "Insignificant")
    assert may(field.g, "panic", c)


def test_mindless_units_reform_without_fail_and_never_redirect(field):
    unit = field.soldiers("A", 36, 20)
    give(field, unit, "Mindless")
    assert outcome(field.g, "reform-test", Context(unit=unit)) is True
    assert outcome(field.g, "redirect-test", Context(unit=unit)) is False


# -- movement ----------------------------------------------------------------------------------------------


def test_every_feature_that_a_strider_is_named_for_is_one_of_the_pack():
    """A Strider of a feature that nobody can place would stride nowhere."""
    rules = both_books()
    named = {
        ref.args[0].text
        for unit in rules.of_kind(UnitEntry).values()
        for ref in unit.rules
        if ref.name == "Strider in"
    }
    assert named
    assert named <= set(rules.of_kind(TerrainFeature))


def test_a_magical_move_has_its_own_mobility_and_comes_once_a_phase():
    """Magical Effects 1: six inches march twelve; then no more in this Phase."""
    field = Field({}, "magic")
    unit = field.soldiers("A", 36, 10, mobility=4)
    march = {"manoeuvre": "march", "legs": [[12.0, 0, 0]]}
    moved, _ = run(magical_move(field.g, unit, 6), move_manoeuvre=march)
    assert moved
    assert unit.rect.y == pytest.approx(22)
    assert not may_move_magically(field.g, unit)
    assert run(magical_move(field.g, unit, 6)) == (False, [])


def test_shaken_and_engaged_units_make_no_magical_move():
    """Magical Effects 1: as in the Movement Phase."""
    field = Field({}, "magic")
    one, _ = pair(field)
    assert not may_move_magically(field.g, one)
    alone = field.soldiers("A", 60, 10)
    assert may_move_magically(field.g, alone)
    marks.put(field.g, alone, marks.SHAKEN)
    assert not may_move_magically(field.g, alone)
    assert not may_manoeuvre(field.g, alone)


# -- joining -----------------------------------------------------------------------------------------------


def hero(field, height=1):
    unit = field.soldiers("A", 30, 20, models=1, files=1)
    unit.pools[0].role, unit.pools[0].height = "character", height
    give(field, unit, "Character")
    return unit


def test_exclusive_models_join_only_units_with_what_they_name_and_keep_others_out(field):
    unit, lone = field.soldiers("A", 36, 20), hero(field)
    assert may_join(field.g, lone.pools[0], unit)
    give(field, lone, "Exclusive", "Fly")
    assert not may_join(field.g, lone.pools[0], unit)
    give(field, unit, "Fly")
    assert may_join(field.g, lone.pools[0], unit)
    give(field, unit, "Exclusive", "Fearless")
    assert not may_join(field.g, lone.pools[0], unit)
    give(field, lone, "Fearless")
    assert may_join(field.g, lone.pools[0], unit)


def test_skirmishers_are_joined_by_models_of_their_own_height_only(field):
    unit = field.soldiers("A", 36, 20)
    give(field, unit, "Skirmisher")
    assert may_join(field.g, hero(field).pools[0], unit)
    assert not may_join(field.g, hero(field, height=3).pools[0], unit)


def test_who_stands_behind_need_not_stand_in_the_front_rank(field):
    unit = hero(field)
    c = Context(model=unit.pools[0], unit=unit)
    assert not may(field.g, "stand-behind", c, False)
    give(field, unit, "Stand Behind")
    assert may(field.g, "stand-behind", c, False)


# -- attack attributes -------------------------------------------------------------------------------------


# -- coming onto the table, and slow machines --------------------------------------------------------------


def test_scouts_deploy_outside_their_zone_but_not_near_the_enemys():
    """Model Rules, Scout: 12 inches away or more from the enemy Deployment Zone."""
    g = zoned()
    unit = unit_named(g, "A", "State Detachment")
    half = -(-unit.models // 5) * unit.pools[0].base[1] / 2
    far, near = spot(unit, 36, 23.9 - half), spot(unit, 36, 24.1 - half)
    assert said(g, far) == "deploy.outside_zone"
    hold(g, unit.pools[0], RuleRef("Scout"))
    touch(g)
    assert said(g, far) is None
    assert said(g, near) is not None


def test_a_war_platform_goes_at_the_pace_of_the_models_beside_it(field):
    """Model Rules, War Platform: slower by itself, it keeps up with its unit."""
    unit = field.soldiers("A", 36, 20, mobility=5)
    platform = field.joined(unit, base=(25, 25), mobility=3)
    assert mobility(field.g, unit) == 3
    hold(field.g, platform, RuleRef("War Platform"))
    touch(field.g)
    assert mobility(field.g, unit) == 5
