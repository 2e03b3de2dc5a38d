"""What an army book has to say so that its units can be played: found when a book is read, not in the middle
of a battle. Source: T9A rulebook, Definitions 5, Characters 4, Battle Preparations 1.B, Shooting Phase 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tercio.kernel.decl import Declaration, UnitEntry, Weapon
from tercio.kernel.decl.expr import Literal
from tercio.kernel.errors import Diagnostic
from tercio.plugins.regiments.books import bought_faults, lacking, must_ride, part_faults, weapon_faults

_GLOBAL = {"charge-speed": '8"', "mobility": '4"', "discipline": "7"}
_DEFENCE = {"health-points": "1", "defensive-skill": "3", "resilience": "3", "armour": "0"}
_HARM = {"strength": "3", "ap": "0"}
_FIGHTS = {"attacks": "1", "offensive-skill": "3"}
_VOLLEY = {"range": '24"', "shots": "1", "aim": "4+"}
"""The characteristics of every profile, each with an example."""
_OF_MOUNT = ("charge-speed", "mobility")
"""What a rider has of its mount."""


def faults_of(declarations: Sequence[Declaration]) -> list[Diagnostic]:
    """Return every fault of the units, mounts and weapons among some declarations."""
    found: list[Diagnostic] = []
    for one in declarations:
        match one:
            case UnitEntry():
                found += _entry(one)
            case Weapon():
                found += weapon_faults(one, _VOLLEY)
            case _:
                pass
    return found


def _entry(unit: UnitEntry) -> Iterator[Diagnostic]:
    yield from bought_faults(unit)
    rides = must_ride(unit)
    if unit.profile.base is None and not rides:
        yield Diagnostic(f"{unit.name} has no base", unit.span, hint="write: base 20x20mm")
    if unit.profile.height is None and not rides:
        yield Diagnostic(f"{unit.name} has no height", unit.span, hint="write: height 1")
    asked = {word: example for word, example in _GLOBAL.items() if not (rides and word in _OF_MOUNT)}
    yield from lacking(unit, "global", unit.profile.global_, asked)
    yield from lacking(unit, "defence", unit.profile.defence, _DEFENCE)
    yield from _health(unit)
    yield from part_faults(unit, _HARM, _FIGHTS)


def _health(unit: UnitEntry) -> Iterable[Diagnostic]:
    health = dict(unit.profile.defence).get("health-points")
    if isinstance(health, Literal) and health.value < 1:
        hint = "write: defence health-points 1, ..."
        yield Diagnostic(f"{unit.name} has no health-points left to lose", unit.span, hint=hint)
