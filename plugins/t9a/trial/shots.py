"""The Shooting Attack of a unit as a deed of scenarios, judged as in a Shooting Phase of its own."""

from __future__ import annotations

from typing import Any

from tercio.kernel.context import Context
from tercio.kernel.decisions import Procedure
from tercio.kernel.errors import Refusal
from tercio.kernel.geometry import within
from tercio.kernel.state import Game, Unit
from tercio.kernel.trial.system import Refused
from tercio.kernel.vocabulary import Vocabulary

from ..engaging import is_engaged
from ..shooters import able_models, view_of
from ..shooting import longest_range, may_be_shot, may_shoot, shoot_at
from ..sight import sees
from .units import the_unit

WORDS = Vocabulary()


@WORDS.verb("shoot", "{u:any} shoots at {v:any} [with {w:name}]")
def shoots_at(g: Game, _c: Context, u: Any, v: Any, w: str = "") -> Procedure[None]:
    """A unit's Shooting Attack, with one of its weapons if it is named (Shooting Phase 1)."""
    unit, target = the_unit(u), the_unit(v)
    refusal = refused(g, unit, target)
    if refusal is not None:
        raise Refused(refusal)
    yield from shoot_at(g, unit, target, weapon=w or "")


def refused(g: Game, unit: Unit, target: Unit) -> Refusal | None:
    """Return why a unit cannot shoot at another now, None if it can."""
    facts = {"unit": unit.name, "target": target.name}
    if not may_shoot(g, unit):
        return Refusal("shoot.may_not_shoot", facts)
    if target.owner == unit.owner:
        return Refusal("shoot.friend", facts)
    if not may_be_shot(g, target):
        return Refusal("shoot.engaged" if is_engaged(g, target) else "shoot.not_there", facts)
    reach = longest_range(g, unit)
    if reach <= 0.0:
        return Refusal("shoot.nobody_can", facts)
    if unit.rect is None or target.rect is None or not within(unit.rect, target.rect, reach):
        return Refusal("shoot.out_of_range", facts)
    if not sees(g, unit, target):
        return Refusal("shoot.out_of_sight", facts)
    if not any(True for _ in able_models(g, view_of(g, unit, target))):
        return Refusal("shoot.nobody_can", facts)
    return None
