"""Stand and Shoot: a charged unit shoots at the enemy that has just reached its front.

Source: Model Rules, Stand and Shoot.
"""

from __future__ import annotations

from tercio.kernel.context import Context
from tercio.kernel.decisions import PASS, Decision, Procedure, ask
from tercio.kernel.geometry import EPSILON, Facing, within
from tercio.kernel.permissions import may
from tercio.kernel.query import value_of
from tercio.kernel.state import Arm, Game, Part, Unit
from tercio.plugins.regiments.formation import spot_rect

from . import marks
from .shooters import Shooters, armed_pools, probe, spots_in
from .volley import shoot_at


def may_stand_and_shoot(g: Game, unit: Unit, charger: Unit, came_from: float) -> bool:
    """Return whether a charged unit may shoot at a charger that has reached its front from so many inches
    away.

    The charger was farther than its own Charge Speed, and nobody else is in contact (Model Rules, Stand and
    Shoot).
    """
    if marks.SHAKEN in unit.marks or unit.destroyed or charger.destroyed:
        return False
    if (
        g.engagement.foes(unit.id) != [charger.id]
        or g.engagement.facing(unit.id, charger.id) is not Facing.FRONT
    ):
        return False
    if came_from <= float(value_of(g, "charge-speed", charger)) + EPSILON:
        return False
    return bool(standing_shooters(g, unit, charger)) and may(g, "shoot", Context(unit=unit))


def standing_shooters(g: Game, unit: Unit, charger: Unit) -> list[Shooters]:
    """Return the models that shoot at a charger: those of the shooting ranks with a weapon for it; no sight
    is needed.
    """
    here, there = unit.rect, charger.rect
    if here is None or there is None:
        return []
    counts: dict[tuple[int, int], int] = {}
    things: dict[tuple[int, int], tuple[Part, Arm]] = {}
    armed = armed_pools(g, unit)
    for spot in spots_in(unit):
        for part, arm, reach, ranks in armed.get(spot.pool, ()):
            near = within(spot_rect(here, spot), there, reach)
            if spot.rank < ranks and near and _stands(g, part, arm, charger):
                key = (part.id, arm.id)
                counts[key] = counts.get(key, 0) + 1
                things[key] = (part, arm)
    return [Shooters(*things[key], False, "", count) for key, count in sorted(counts.items())]


def _stands(g: Game, part: Part, arm: Arm, charger: Unit) -> bool:
    c = probe(part, arm, charger.pools[0]).context()
    return may(g, "stand-and-shoot", c, False)


def stand_and_shoot(g: Game, unit: Unit, charger: Unit, came_from: float) -> Procedure[None]:
    """Let a charged unit shoot at its charger if it may and wants to; `came_from` is the distance of the
    charge.
    """
    if not may_stand_and_shoot(g, unit, charger, came_from):
        return
    answer = yield from ask(
        Decision(
            "shoot.stand",
            unit.owner,
            f"Does {unit.name} shoot at {charger.name}?",
            ["shoot", PASS],
            "Stand and Shoot",
            {"unit": unit.id, "target": charger.id},
        )
    )
    if answer == "shoot":
        yield from shoot_at(
            g, unit, charger, groups=standing_shooters(g, unit, charger), why="stand-and-shoot"
        )
