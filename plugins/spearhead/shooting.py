"""Shooting: a unit makes shooting attacks with all its ranged weapons (core rules, 16.0; SHOOT abilities)."""

from __future__ import annotations

from tercio.kernel.decisions import Procedure
from tercio.kernel.state import Game, Unit

from .attacks import attack_with
from .damage import is_there
from .targets import SHOOTING, can_attack


def can_shoot(g: Game, unit: Unit) -> bool:
    """Whether any model of a unit has a target for any of its ranged weapons."""
    return can_attack(g, unit, SHOOTING)


def shoot(g: Game, unit: Unit) -> Procedure[None]:
    """Resolve the shooting attacks of a unit at the targets that were picked for it, or are picked now."""
    if is_there(unit):
        g.emit("shoots", unit=unit.id)
        yield from attack_with(g, unit, SHOOTING)
