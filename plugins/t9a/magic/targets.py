"""Whom a spell can be aimed at: by its types, its range, sight and combat.

Augment, hex, universal say whose units; focused aims at single models, aura takes all in range, caster the
Caster alone, ground a point. Damage spells spare Engaged units, missiles need sight of the target and an
Unengaged Caster. Source: Arcane Compendium, Spell Types; Highborn Elves (Order of the Fiery Heart).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tercio.kernel.geometry import EPSILON, Point, distance
from tercio.kernel.geometry.distance import point_distance
from tercio.kernel.modifiers import value
from tercio.kernel.permissions import may
from tercio.kernel.state import Game, Pool, Unit

from ..engaging import is_engaged
from ..sight import Eye, Scene, eye_of, line_to_unit, scene_of, sees_point
from ..spacing import enemies, friends
from ..stands import stand_rect
from .attempts import Attempt

AUGMENT, HEX, UNIVERSAL, FOCUSED, AURA, CASTER, GROUND, DAMAGE, MISSILE, OWN_UNIT = (
    "augment", "hex", "universal", "focused", "aura", "caster", "ground", "damage", "missile", "own-unit",
)  # fmt: skip


@dataclass(slots=True)
class Outlook:
    """What one Caster sees, worked out once for all its spells."""

    caster: Pool
    eye: Eye | None
    scene: Scene
    seen: dict[int, bool] = field(default_factory=dict)
    apart: dict[int, float] = field(default_factory=dict)

    def sees(self, g: Game, unit: Unit) -> bool:
        """Return whether the Caster sees a unit."""
        known = self.seen.get(unit.id)
        if known is None:
            known = self.seen[unit.id] = (
                self.eye is not None and line_to_unit(g, self.eye, unit, (), self.scene) is not None
            )
        return known

    def distance(self, unit: Unit) -> float:
        """Return the distance from the Caster to a unit in inches, 0 to its own."""
        known = self.apart.get(unit.id)
        if known is None:
            base = stand_rect(self.caster)
            known = (
                0.0
                if unit is self.caster.unit or base is None or unit.rect is None
                else distance(base, unit.rect)
            )
            self.apart[unit.id] = known
        return known


def outlook_of(g: Game, caster: Pool, scene: Scene | None = None) -> Outlook:
    """Return what a Caster can see and reach."""
    return Outlook(caster, eye_of(g, caster), scene or scene_of(g))


def reach_of(g: Game, attempt: Attempt) -> float | None:
    """Return the range of an attempt in inches, None without limit."""
    if attempt.cast.range is None:
        return None
    base = g.ruleset.function(attempt.cast.range)(g, attempt.context(), None)
    return float(value(g, "spell-range", attempt.context(), base))


def is_chosen(attempt: Attempt) -> bool:
    """Return whether the player chooses a target: auras and Caster spells have theirs."""
    return not attempt.kinds & {AURA, CASTER}


def targets_of(g: Game, attempt: Attempt, outlook: Outlook) -> list[Any]:
    """Return all that an attempt can be aimed at (of an aura and a Caster spell: all that it will be), in
    order of id.

    Units; models for focused spells and the Caster; some points for ground spells, where any other in range
    will do too.
    """
    kinds = attempt.kinds
    if CASTER in kinds:
        return [attempt.caster.unit if OWN_UNIT in kinds else attempt.caster]
    if GROUND in kinds:
        return list(points_for(g, attempt, outlook))
    reach = reach_of(g, attempt)
    units = [unit for unit in _on_side(g, attempt) if _legal(g, attempt, outlook, unit, reach)]
    if FOCUSED not in kinds:
        return list(units)
    return [pool for unit in units for pool in unit.pools if pool.models > 0]


def _on_side(g: Game, attempt: Attempt) -> Sequence[Unit]:
    kinds, player = attempt.kinds, attempt.player.name
    mine, theirs = friends(g, player), enemies(g, player)
    if UNIVERSAL in kinds or (AUGMENT in kinds and HEX in kinds):
        return sorted((*mine, *theirs), key=lambda unit: unit.id)
    return mine if AUGMENT in kinds else theirs


def _legal(g: Game, attempt: Attempt, outlook: Outlook, unit: Unit, reach: float | None) -> bool:
    if reach is not None and outlook.distance(unit) > reach + EPSILON:
        return False
    kinds, caster = attempt.kinds, attempt.caster.unit
    if not kinds & {DAMAGE, MISSILE}:
        return True
    if _into_combat(g, attempt, unit):
        return True
    if DAMAGE in kinds and is_engaged(g, unit):
        return False
    return MISSILE not in kinds or (not is_engaged(g, caster) and outlook.sees(g, unit))


def _into_combat(g: Game, attempt: Attempt, unit: Unit) -> bool:
    """Whether a rule lets the Caster aim at a unit that it is Engaged with itself."""
    if unit.id not in g.engagement.foes(attempt.caster.unit.id):
        return False
    return may(g, "cast-into-combat", attempt.context(target_unit=unit), False)


# -- ground ----------------------------------------------------------------------------------------


def points_for(g: Game, attempt: Attempt, outlook: Outlook) -> list[Point]:
    """Return points that a ground spell is likely to be aimed at: on every unit in range, and before every
    enemy.
    """
    found: list[Point] = []
    for unit in (*enemies(g, attempt.player.name), *friends(g, attempt.player.name)):
        assert unit.rect is not None
        ahead = unit.rect.forward(unit.rect.depth + 1.0).centre
        found += [ahead, unit.rect.centre]
    spots = [(round(x, 2), round(y, 2)) for x, y in found]
    return [spot for spot in dict.fromkeys(spots) if point_is_legal(g, attempt, outlook, spot)]


def point_is_legal(g: Game, attempt: Attempt, outlook: Outlook, spot: Point) -> bool:
    """Return whether a ground spell can be aimed at a point: on the table, in range, in sight if it is a
    missile.
    """
    x, y = spot
    if not (0.0 <= x <= g.width and 0.0 <= y <= g.depth):
        return False
    base, reach = stand_rect(attempt.caster), reach_of(g, attempt)
    if base is None or (reach is not None and point_distance(spot, base) > reach + EPSILON):
        return False
    return MISSILE not in attempt.kinds or (
        outlook.eye is not None and sees_point(g, outlook.eye, spot, outlook.scene)
    )
