"""Pivots after a combat or a rally: turning about the centre, with the Unit Spacing kept.

Answers are degrees to turn clockwise, or "stay". Source: T9A rulebook, Movement Phase 1.A, Rally Phase 1,
Melee Phase 5.A; Reference Handbook, Pivot.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import degrees as degrees_from
from math import radians
from typing import Any

from tercio.kernel.decisions import Answer, Decision, Procedure, ask
from tercio.kernel.errors import Refusal
from tercio.kernel.geometry import EPSILON, Rect
from tercio.kernel.geometry.vector import angle_between
from tercio.kernel.state import Game, Unit
from tercio.plugins.regiments.manoeuvre import pivot_stray

from . import marks
from .engaging import forget_freed
from .places import place_of
from .spacing import enemies, keeps_off, obstructions, on_table, unit_spacing
from .speeds import mobility

STAY = "stay"
_HALF_TURN = 180.0


def pivot_refusal(
    g: Game, unit: Unit, degrees: Any, spacing: float, pace: int | None = None
) -> Refusal | None:
    """Return why a unit may not pivot by so many degrees, or None if it may; `spacing` is what it keeps from
    others at the end.
    """
    if isinstance(degrees, bool) or not isinstance(degrees, int | float) or abs(degrees) > 2 * _HALF_TURN:
        return Refusal("pivot.not_an_angle", {"answer": degrees})
    assert unit.rect is not None
    refusal = pivot_stray_refusal(g, unit, degrees, mobility(g, unit) if pace is None else pace)
    if refusal is not None:
        return refusal
    turned = pivoted(unit.rect, degrees)
    if not on_table(g, turned):
        return Refusal("move.off_the_table", {"unit": unit.id})
    if degrees and not keeps_off(turned, obstructions(g, unit), spacing):
        return Refusal("move.too_near", {"unit": unit.id, "spacing": spacing})
    return None


def pivot_stray_refusal(g: Game, unit: Unit, degrees: float, pace: int) -> Refusal | None:
    """Return a refusal if a pivot would carry some model too far for its pace."""
    assert unit.rect is not None
    limit = float(g.ruleset.constant("pivot-model-factor") * pace)
    stray = pivot_stray(unit.rect, radians(degrees), unit.pools[0].base)
    if stray > limit + EPSILON:
        return Refusal("pivot.models_go_too_far", {"inches": round(stray, 3), "most": limit})
    return None


def pivoted(rect: Rect, degrees: float) -> Rect:
    """Return a boundary turned clockwise by degrees about its centre."""
    return rect.pivoted(-radians(degrees))


def useful_pivots(g: Game, unit: Unit) -> list[float]:
    """Return the turns an owner is likely to want: towards each of the nearest enemies, and half round; legal
    ones only.
    """
    rect = unit.rect
    if rect is None:
        return []
    near = sorted(
        (foe for foe in enemies(g, unit.owner) if foe.rect is not None),
        key=lambda foe: (
            ((foe.rect.x - rect.x) ** 2 + (foe.rect.y - rect.y) ** 2, foe.id) if foe.rect else (0.0, 0)
        ),
    )
    turns: list[float] = []
    for foe in near[:_TURNS_OFFERED]:
        if foe.rect is not None:
            way = (foe.rect.x - rect.x, foe.rect.y - rect.y)
            turns.append(round(-degrees_from(angle_between(rect.facing, way)), 3))
    turns.append(_HALF_TURN)
    spacing = unit_spacing(g)
    return [t for t in dict.fromkeys(turns) if t and pivot_refusal(g, unit, t, spacing) is None]


_TURNS_OFFERED = 3


def ask_pivot(g: Game, unit: Unit, kind: str, rule: str) -> Procedure[bool]:
    """Ask the owner for a pivot and make it; return whether the unit turned."""
    if unit.rect is None or unit.destroyed:
        return False
    spacing = unit_spacing(g)

    def accepts(answer: Answer) -> Refusal | None:
        return None if answer == STAY else pivot_refusal(g, unit, answer, spacing)

    def offered() -> Sequence[Answer]:
        return [*useful_pivots(g, unit), STAY]

    answer = yield from ask(
        Decision(kind, unit.owner, "Pivot?", offered, rule, {"unit": unit.id, **place_of(unit)}, accepts)
    )
    if answer == STAY or not answer:
        return False
    unit.rect = pivoted(unit.rect, float(answer))
    g.emit("unit-pivoted", unit=unit.id, degrees=round(float(answer), 3), **place_of(unit))
    return True


def post_combat_pivot(g: Game, unit: Unit) -> Procedure[bool]:
    """Offer a Post-Combat Pivot; who makes it declares no charge in the next Player Turn (Melee Phase
    5.A).
    """
    turned = yield from ask_pivot(g, unit, "combat.pivot", "Melee Phase 5.A")
    if turned:
        marks.put(g, unit, marks.POST_COMBAT_PIVOT)
    forget_freed(unit)
    return turned
