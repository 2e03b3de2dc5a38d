"""Move Manoeuvres as data: reading an answer, where it leads, and whether the rules allow it.

An answer is a dict: `manoeuvre` (advance, march, reform, stay); for an Advance `pivot`, degrees to turn
clockwise first; for Advance and March `legs`, a list of [forward, wheel, onward] (inches, degrees to the
right, inches); for a Reform `x`, `y` (the new centre), `facing` (a compass bearing) and `files`; `places` for
attached models that change places ({pool id: [file, rank, side]}). Source: T9A rulebook, Movement Phase 1-2,
Definitions 4; Reference Handbook, Pivot, Snaking move, Reform, Battlefield edge; rulings 4, 41.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import degrees, radians
from typing import Any

from tercio.kernel.decisions import is_number
from tercio.kernel.errors import Refusal
from tercio.kernel.geometry import Facing, Rect
from tercio.kernel.geometry.vector import direction_from_degrees
from tercio.kernel.state import Game, Unit
from tercio.plugins.regiments.formation import Place, formation_of, reshaped
from tercio.plugins.regiments.layout import size
from tercio.plugins.regiments.manoeuvre import Leg, walk

ADVANCE, MARCH, REFORM, STAY = "advance", "march", "reform", "stay"
KINDS = (ADVANCE, MARCH, REFORM, STAY)
_SIDES = ("", "left", "right")


@dataclass(frozen=True, slots=True)
class Move:
    """A Move Manoeuvre. `pivot` in degrees clockwise; `x`, `y`, `bearing` and `files` for a Reform; `places`
    of attached models.
    """

    kind: str
    pivot: float = 0.0
    legs: tuple[Leg, ...] = ()
    x: float = 0.0
    y: float = 0.0
    bearing: float = 0.0
    files: int = 0
    places: Mapping[int, Place] = field(default_factory=dict)


def read_move(answer: Any) -> Move | Refusal:
    """Return the manoeuvre of an answer, or why it cannot be read."""
    if answer == STAY:
        return Move(STAY)
    if not isinstance(answer, dict) or answer.get("manoeuvre") not in KINDS:
        return Refusal("move.unreadable", {"answer": answer, "manoeuvres": list(KINDS)})
    try:
        places = _places(answer.get("places") or {})
        return _read(answer["manoeuvre"], answer, places)
    except (TypeError, ValueError, KeyError) as fault:
        return Refusal("move.unreadable", {"answer": answer, "fault": str(fault)})


def _read(kind: str, answer: dict[str, Any], places: dict[int, Place]) -> Move:
    if kind == STAY:
        return Move(STAY, places=places)
    if kind == REFORM:
        x, y, bearing = (_number(answer[key]) for key in ("x", "y", "facing"))
        return Move(REFORM, x=x, y=y, bearing=bearing, files=int(answer.get("files") or 0), places=places)
    legs = tuple(_leg(leg) for leg in answer.get("legs") or ())
    return Move(kind, _number(answer.get("pivot") or 0.0), legs, places=places)


def _leg(told: Any) -> Leg:
    forward, wheel, onward = (_number(number) for number in told)
    if forward < 0.0 or onward < 0.0:
        raise ValueError("a leg goes forward")
    return Leg(forward, Facing.RIGHT if wheel > 0.0 else Facing.LEFT, radians(abs(wheel)), onward)


def _number(told: Any) -> float:
    if not is_number(told):
        raise ValueError(f"not a number: {told!r}")
    return float(told)


def _places(told: Mapping[Any, Any]) -> dict[int, Place]:
    places = {int(pool): Place(int(file), int(rank), str(side)) for pool, (file, rank, side) in told.items()}
    if any(place.side not in _SIDES or place.file < 0 or place.rank < 0 for place in places.values()):
        raise ValueError("a place is [file, rank, side]")
    return places


def destination(unit: Unit, move: Move) -> Rect:
    """Return where a unit would stand after a manoeuvre. Raises ValueError for a Reform into files that do
    not fit.
    """
    rect = unit.rect
    assert rect is not None
    if move.kind == REFORM:
        return _reformed(unit, move)
    if move.pivot:
        rect = rect.pivoted(-radians(move.pivot))
    return walk(rect, move.legs)[0]


def _reformed(unit: Unit, move: Move) -> Rect:
    trial = reshaped(unit, move.files or formation_of(unit).files)
    if trial is None:
        raise ValueError(f"{unit.name} cannot stand in {move.files} files")
    width, depth = size(trial, unit.pools)
    ux, uy = direction_from_degrees(move.bearing)
    return Rect(move.x, move.y, ux, uy, width, depth)


def plain_leg(leg: Leg) -> list[float]:
    """Return a leg as it stands in an answer."""
    wheel = degrees(leg.angle) * (1.0 if leg.side is Facing.RIGHT else -1.0)
    return [leg.forward, wheel, leg.onward]


def proper_width(g: Game, unit: Unit) -> int:
    """Return how many models make a Proper Rank of this unit (Definitions 3)."""
    from .melee.formations import unit_height

    return int(g.ruleset.table("proper-rank-width").look(unit_height(g, unit)))
