"""Who sees whom, and who can be shot.

A model sees another if a straight line from any point of the one to any point of the other crosses no object
but models of its own unit; a unit sees a unit if any of its models sees any. Rules may take what lines of
sight allow: `cannot be-seen`, asked of the observing model, and `cannot be-shot`, asked of the shooting one.
What has to be within a range and visible is so by one and the same model.

`field` is the table as it is or might be. Distances in inches. Source: Core Rules, 6.0 and 16.0.
"""

from __future__ import annotations

from math import inf

from tercio.kernel.context import Context
from tercio.kernel.geometry import EPSILON
from tercio.kernel.modifiers import gather
from tercio.kernel.permissions import allows, may
from tercio.kernel.state import Game, Hit, Model, Unit
from tercio.plugins.warbands.bodies import gap, models_of
from tercio.plugins.warbands.combat import Field, visible_within

BE_SEEN, BE_SHOT = "be-seen", "be-shot"


def is_visible(g: Game, field: Field, unit: Unit, foe: Unit) -> bool:
    """Whether some model of `unit` sees some model of `foe`; a unit sees itself."""
    if not field.bases(unit) or not field.bases(foe):
        return False
    if unit.id == foe.id:
        return True
    return field.sees(unit, foe) and is_shown(g, field, unit, foe)


def is_shown(g: Game, field: Field, unit: Unit, foe: Unit) -> bool:
    """Whether rules let a unit see another one that is in its line of sight."""
    said = sayings(g, unit, foe)
    if not said:
        return True
    models = models_of(unit)
    seeing = [model for model in models if may_see(g, model, unit, foe, said)]
    return len(seeing) == len(models) or any(visible_within(field, one, unit, foe, inf) for one in seeing)


def sayings(g: Game, unit: Unit, foe: Unit) -> tuple[Hit, ...]:
    """Return what rules say of whether a unit sees another; without any its lines of sight alone count."""
    return gather(g, f"may {BE_SEEN}", Context(target_unit=foe, unit=unit))


def may_see(g: Game, model: Model, unit: Unit, foe: Unit, said: tuple[Hit, ...]) -> bool:
    """Whether rules let a model of `unit` see `foe` if it is in its line of sight."""
    return allows(g, said, Context(target_unit=foe, unit=unit, observer=model))


def model_sees_within(g: Game, field: Field, model: Model, unit: Unit, foe: Unit, inches: float) -> bool:
    """Whether a model of `unit` sees a model of `foe` that is within a distance of it."""
    return visible_within(field, model, unit, foe, inches) and may_see(
        g, model, unit, foe, sayings(g, unit, foe)
    )


def is_visible_within(g: Game, field: Field, unit: Unit, foe: Unit, inches: float) -> bool:
    """Whether some model of `unit` sees a model of `foe` that is within a distance of it."""
    if gap(field.bases(unit), field.bases(foe)) > inches + EPSILON:
        return False
    return any(model_sees_within(g, field, model, unit, foe, inches) for model in models_of(unit))


def can_be_shot(g: Game, model: Model, unit: Unit, foe: Unit, inches: float) -> bool:
    """Whether rules let a model of `unit` pick `foe` as a target of shooting attacks that reach so far."""
    return may(g, BE_SHOT, Context(target_unit=foe, unit=unit, shooter=model, inches=inches))
