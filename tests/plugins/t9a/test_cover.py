"""Rulings on Cover: three lines to the Target Facing, Soft and Hard."""

from __future__ import annotations

import pytest

from tercio.kernel.geometry import Facing
from tercio.plugins.t9a.cover import cover_from, obstructions
from tercio.plugins.t9a.sight import eye_of_unit, target_facing

from .field import Field


@pytest.fixture
def field():
    return Field(phase="shooting")


def cover(field, shooter, target):
    """The Cover of a target from the middle of the shooter's front."""
    eye = eye_of_unit(field.g, shooter)
    assert eye is not None
    found = obstructions(field.g, eye, target)
    facing = target_facing(field.g, shooter, target)
    return cover_from(field.g, shooter.rect.front_centre, target, facing, found)


def pair(field, **target):
    shooter = field.soldiers("A", 36, 8)
    return shooter, field.soldiers("B", 36, 32, facing=180, **target)


def test_nothing_in_the_way_is_no_cover(field):
    """Shooting Phase 3.B."""
    assert cover(field, *pair(field)) == ""


def test_two_of_three_lines_through_a_forest_are_soft_cover(field):
    """Shooting Phase 3.B, Figure 3; Terrain 2.B."""
    shooter, target = pair(field, files=10, models=20)
    field.terrain("Forest", 38, 20, width=5)
    assert cover(field, shooter, target) == "soft"


def test_one_line_of_three_is_no_cover(field):
    """Shooting Phase 3.B."""
    shooter, target = pair(field, files=10, models=20)
    field.terrain("Forest", 41, 22, width=4)
    assert cover(field, shooter, target) == ""


def test_the_terrain_that_the_shooter_stands_in_is_ignored(field):
    """Terrain 1.B."""
    shooter, target = pair(field)
    field.terrain("Forest", 36, 8, width=10, depth=8)
    assert cover(field, shooter, target) == ""


def test_a_target_inside_a_forest_has_soft_cover(field):
    """Shooting Phase 3.B: the target may be inside the feature."""
    shooter, target = pair(field)
    field.terrain("Forest", 36, 32, width=12, depth=10)
    assert cover(field, shooter, target) == "soft"


@pytest.mark.parametrize(("feature", "kind"), [("Field", "soft"), ("Ruins", "hard"), ("Wall", "hard")])
def test_fields_ruins_and_walls_cover_only_units_in_contact(field, feature, kind):
    """Terrain 2.A, 2.E, 2.F."""
    shooter, target = pair(field)
    far = field.terrain(feature, 36, 20, width=30, depth=1)
    assert cover(field, shooter, target) == ""
    field.g.terrain.remove(far)
    front = target.rect.front_centre[1]
    field.terrain(feature, 36, front - 0.5, width=30, depth=1)
    assert cover(field, shooter, target) == kind


@pytest.mark.parametrize(("height", "kind"), [(3, "hard"), (4, ""), (5, "")])
def test_walls_cover_nothing_taller_than_height_3(field, height, kind):
    """Terrain 1.B: the bracket of Covering Terrain."""
    shooter, target = pair(field, models=1, files=1, height=height)
    front = target.rect.front_centre[1]
    field.terrain("Wall", 36, front - 0.5, width=30, depth=1)
    assert cover(field, shooter, target) == kind


def test_opaque_terrain_gives_hard_cover(field):
    """Terrain 1.E: a target on a Hill is drawn into, which is Hard Cover."""
    shooter, target = pair(field)
    field.terrain("Hill", 36, 32, width=12, depth=10)
    assert cover(field, shooter, target) == "hard"


@pytest.mark.parametrize(
    ("shooter", "between", "target", "kind"),
    [
        (1, 1, 1, "hard"),
        (1, 1, 3, "soft"),
        (3, 2, 1, "soft"),
        (3, 2, 3, ""),
        (2, 3, 3, "hard"),
        (1, 0, 1, ""),
    ],
)
def test_units_between_cover_by_their_height(field, shooter, between, target, kind):
    """Shooting Phase 3.B: as tall as both is hard, as tall as one is soft, smaller than both is nothing."""
    archers = field.soldiers("A", 36, 8, height=shooter)
    foe = field.soldiers("B", 36, 32, facing=180, height=target)
    field.soldiers("B", 36, 20, files=20, models=20, height=between)
    assert cover(field, archers, foe) == kind


def test_units_below_a_hill_cover_nothing_from_an_archer_on_it(field):
    """Terrain 2.C: Elevated Position."""
    shooter, target = pair(field)
    field.soldiers("B", 36, 20, files=20, models=20)
    assert cover(field, shooter, target) == "hard"
    field.terrain("Hill", 36, 8, width=16, depth=10)
    assert cover(field, shooter, target) == ""


def test_a_unit_that_is_told_to_be_ignored_covers_nothing(field):
    """Empire of Sonnstahl, Support Unit: the Parent Unit is ignored by Supporting Fire."""
    shooter, target = pair(field)
    parent = field.soldiers("A", 36, 20, files=20, models=20)
    eye = eye_of_unit(field.g, shooter)
    assert eye is not None
    found = obstructions(field.g, eye, target, ignoring=(parent,))
    assert cover_from(field.g, shooter.rect.front_centre, target, Facing.FRONT, found) == ""
