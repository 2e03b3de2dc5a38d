"""Rulings on Line of Sight and Target Facing."""

from __future__ import annotations

import pytest

from tercio.kernel.decl import Bundle, RuleRef, Spell
from tercio.kernel.geometry import Facing
from tercio.kernel.ruleset import hold
from tercio.kernel.state import touch
from tercio.plugins.t9a.sight import eye_of_unit, sees, sees_point, target_facing

from .field import Field


@pytest.fixture
def field():
    return Field(phase="shooting")


def test_a_unit_sees_what_lies_within_forty_five_degrees_of_straight_ahead(field):
    """Definitions 7: the Front Arc."""
    archers = field.soldiers("A", 20, 10)
    ahead = field.soldiers("B", 20, 30, facing=180)
    beside = field.soldiers("B", 50, 12, facing=270)
    assert sees(field.g, archers, ahead)
    assert not sees(field.g, archers, beside)


def test_an_emplacement_sees_all_round(field):
    """Model Rules, Emplacement."""
    engine = field.soldiers("A", 20, 20, models=1, files=1, rules=("Emplacement",))
    behind = field.soldiers("B", 20, 5)
    assert sees(field.g, engine, behind)


def test_opaque_terrain_hides_what_is_behind_it(field):
    """Terrain 1.E."""
    archers = field.soldiers("A", 20, 5)
    target = field.soldiers("B", 20, 40, facing=180)
    field.terrain("Impassable Terrain", 20, 22, width=40)
    assert not sees(field.g, archers, target)


def test_sight_is_drawn_into_and_out_of_opaque_terrain(field):
    """Terrain 1.E and 2.C: onto a Hill and down from it, but not over it."""
    below = field.soldiers("A", 20, 5)
    on_top = field.soldiers("B", 20, 22, facing=180)
    beyond = field.soldiers("B", 20, 45, facing=180)
    field.terrain("Hill", 20, 22, width=40, depth=8)
    assert sees(field.g, below, on_top)
    assert sees(field.g, on_top, below)
    assert not sees(field.g, below, beyond)


@pytest.mark.parametrize(("height", "seen"), [(0, True), (1, False), (3, False)])
def test_units_as_tall_as_shooter_and_target_hide_it(field, height, seen):
    """Definitions 7: models in another unit of Height equal or greater than both."""
    archers = field.soldiers("A", 20, 5)
    target = field.soldiers("B", 20, 40, facing=180)
    field.soldiers("A", 20, 20, files=30, models=30, height=height)
    assert sees(field.g, archers, target) is seen


def test_a_screen_lower_than_the_target_does_not_hide_it(field):
    """Definitions 7: a dragon is seen over spearmen."""
    archers = field.soldiers("A", 20, 5)
    dragon = field.soldiers("B", 20, 40, facing=180, models=1, files=1, height=5)
    field.soldiers("B", 20, 20, files=30, models=30, height=1)
    assert sees(field.g, archers, dragon)


def test_from_a_hill_units_below_hide_nothing(field):
    """Terrain 2.C: intervening models that are not elevated are ignored."""
    archers = field.soldiers("A", 20, 6)
    field.terrain("Hill", 20, 6, width=12, depth=8)
    field.soldiers("A", 20, 20, files=30, models=30)
    target = field.soldiers("B", 20, 40, facing=180)
    assert sees(field.g, archers, target)


def test_clouded_sight_sees_nothing_beyond_its_distance(field):
    """Arcane Compendium, Witchcraft 5: a rule takes the permission to see beyond."""
    archers = field.soldiers("A", 20, 5)
    far, near = field.soldiers("B", 20, 40, facing=180), field.soldiers("B", 22, 14, facing=180)
    spell = field.g.ruleset.get(Spell, "Clouded Sight")
    hold(field.g, archers, Bundle(spell.clauses, spell.name))
    touch(field.g)
    assert sees(field.g, archers, near)
    assert not sees(field.g, archers, far)


def test_a_point_on_the_ground_has_height_0(field):
    """Reference Handbook, Line of Sight: any unit of the looker's Height hides it."""
    wizard = field.soldiers("A", 20, 5, models=1, files=1)
    eye = eye_of_unit(field.g, wizard)
    assert eye is not None
    assert sees_point(field.g, eye, (20, 30))
    field.soldiers("B", 20, 20, files=30, models=30)
    assert not sees_point(field.g, eye, (20, 30))


@pytest.mark.parametrize(
    ("x", "y", "facing"),
    [(36, 10, Facing.FRONT), (36, 44, Facing.REAR), (60, 24, Facing.LEFT), (10, 24, Facing.RIGHT)],
)
def test_the_target_facing_is_the_arc_in_which_the_middle_of_the_front_lies(field, x, y, facing):
    """Shooting Phase, Target Facing: as for charges."""
    target = field.soldiers("B", 36, 24, facing=180)
    shooter = field.soldiers("A", x, y, facing=0 if y < 24 else 180)
    if x != 36:
        field.g.units[shooter.id].rect = shooter.rect.turned_to(-1.0 if x > 36 else 1.0, 0.0)
    assert target_facing(field.g, shooter, target) is facing


def test_an_emplacement_is_judged_by_its_centre(field):
    """Model Rules, Emplacement: measured from the centre of the base, whichever way it looks."""
    target = field.soldiers("B", 36, 24, facing=180)
    engine = field.soldiers("A", 36, 10, facing=180, models=1, files=1)
    hold(field.g, engine, RuleRef("Emplacement"))
    touch(field.g)
    assert target_facing(field.g, engine, target) is Facing.FRONT
