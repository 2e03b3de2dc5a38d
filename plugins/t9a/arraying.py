"""Sensible places for agents and people in a hurry: whole armies drawn up in their zone, and single units.

Everything offered here is judged by `placing` like any other answer. Larger bodies stand in the middle and
in front, fast units on the wings, engines behind; Characters on foot join the largest unit that takes them.
Nothing is rolled. Source: none; conventions of play.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from tercio.kernel.errors import Refusal
from tercio.kernel.geometry import Rect
from tercio.kernel.geometry.vector import degrees_of
from tercio.kernel.state import Game, Pool, Unit

from .characters import is_attachable
from .deployment_types import CORNERSTONE, balance, cornerstone_of, type_of
from .moves import proper_width
from .placing import (
    AMBUSH,
    LEFT_OUT,
    Placement,
    Stage,
    combined,
    formed,
    judge_placement,
    may_stand_alone,
    stage_of,
)
from .spacing import keeps_off, unit_spacing
from .zones import Zone, inside_zone, zone_of

_STEP, _ROWS, _NUDGE = 1.5, 24, 0.02
_FAST, _DEEPEST, _RIDERS = 7, 5, 2


@dataclass(frozen=True, slots=True)
class Group:
    """A unit with those that join it, its width in files, and where it would like to stand.

    `lateral` is -1 (left) to 1 (right) of the zone, `back` inches behind the front.
    """

    unit: int
    riders: tuple[int, ...]
    files: int
    lateral: float
    back: float


def whole_arrays(g: Game, player: str) -> list[list[Placement]]:
    """Return some ways to place everything that is still to come; fewer where not all finds a place."""
    found = []
    for lean in (0.0, -0.5, 0.5):
        stage = stage_of(g, player)
        placed = [one for group in groups(stage, lean) if (one := settle(stage, group)) is not None]
        if placed and not stage.coming and placed not in found:
            found.append(placed)
    return found


def single_places(g: Game, player: str, most: int = 4) -> list[list[Placement]]:
    """Return places for some of the units still to come, one unit with its riders each."""
    found = []
    for group in groups(stage_of(g, player), 0.0):
        stage = stage_of(g, player)
        one = settle(stage, group)
        if one is not None and not one.hold:
            found.append([one])
        if len(found) == most:
            break
    return found


def has_place(stage: Stage, unit: int) -> bool:
    """Return whether a unit alone finds any place that is offered here."""
    trial = Stage(stage.g, stage.player, dict(stage.coming), list(stage.bodies))
    return _settled(trial, Group(unit, (), files_for(stage.g, trial.coming[unit]), 0.0, 0.0)) is not None


def settle(stage: Stage, group: Group) -> Placement | None:
    """Place a group at the first legal place and return it; who finds none is held back or left out."""
    place = _settled(stage, group)
    if place is not None:
        return place
    for hold in (AMBUSH, LEFT_OUT):
        held = Placement(group.unit, riders=group.riders if hold == AMBUSH else (), hold=hold)
        if judge_placement(stage, held) is None:
            return held
    return None


def _settled(stage: Stage, group: Group) -> Placement | None:
    unit = stage.coming.get(group.unit)
    trial = combined(stage, unit, group.riders) if unit is not None else None
    zone = zone_of(stage.g, stage.player)
    if trial is None or zone is None or isinstance(trial, Refusal):
        return None
    base = Placement(group.unit, 0.0, 0.0, degrees_of(zone.facing), group.files, group.riders)
    shape = formed(stage.g, trial, base)
    if isinstance(shape, Refusal):
        return None
    spacing = unit_spacing(stage.g)
    for x, y in _centres(stage.g, zone, group, shape):
        rect = Rect(x, y, shape.ux, shape.uy, shape.width, shape.depth)
        if inside_zone(stage.g, rect, stage.player) and keeps_off(rect, stage.bodies, spacing):
            place = replace(base, x=x, y=y)
            if judge_placement(stage, place) is None:
                return place
    return None


# -- who stands with whom --------------------------------------------------------------------------


def groups(stage: Stage, lean: float) -> list[Group]:
    """Return the units to come as groups in the order in which they take their places."""
    g = stage.g
    riders = _riders(stage)
    taken = {one for them in riders.values() for one in them}
    found, wing = [], 1.0
    first = cornerstone_of(g, stage.player)
    even = type_of(g) == CORNERSTONE
    order = sorted(stage.coming.values(), key=lambda u: (u is not first, -_room(u), u.id))
    for unit in order:
        if unit.id in taken:
            continue
        lateral, back = lean, 0.0
        if unit is first:
            lateral = 0.0
        elif even:
            lateral, wing = 0.5 * _lighter(g, stage.player, wing), -wing
        elif _is_fast(unit):
            lateral, wing = 0.7 * wing, -wing
        elif _is_engine(unit):
            back = 6.0
        elif all(is_attachable(pool) for pool in unit.pools):
            back = 4.0
        mine = tuple(riders.get(unit.id, ()))
        found.append(Group(unit.id, mine, files_for(g, unit, len(mine)), lateral, back))
    return found


def _lighter(g: Game, player: str, otherwise: float) -> float:
    """Return the side on which fewer units stand: -1 or 1 as seen from the zone, or `otherwise` if they are
    even.
    """
    west, east = balance(g, player)
    zone = zone_of(g, player)
    if west == east or zone is None:
        return otherwise
    right_is_east = 1.0 if zone.facing[1] > 0 else -1.0
    return right_is_east if west > east else -right_is_east


def _riders(stage: Stage) -> dict[int, list[int]]:
    """Who joins whom: Characters on foot go to the largest unit that takes them, those that must be joined
    first.
    """
    g = stage.g
    lone = [u for u in stage.coming.values() if all(is_attachable(pool) for pool in u.pools)]
    lone.sort(key=lambda u: (may_stand_alone(g, u) is None, u.id))
    bodies = [u for u in stage.coming.values() if u not in lone]
    bodies.sort(key=lambda u: (-u.models, u.id))
    found: dict[int, list[int]] = {}
    for unit in lone:
        for host in bodies:
            mine = found.get(host.id, [])
            if len(mine) < _RIDERS and _suits(stage, unit, host, mine):
                found.setdefault(host.id, []).append(unit.id)
                break
    return found


def _suits(stage: Stage, unit: Unit, host: Unit, already: list[int]) -> bool:
    pool, mass = unit.pools[0], host.pools[0]
    if pool.base != mass.base and may_stand_alone(stage.g, unit) is None:
        return False
    if mass.models < 2 * proper_width(stage.g, host) and may_stand_alone(stage.g, unit) is None:
        return False
    return not isinstance(combined(stage, host, [*already, unit.id]), Refusal)


def files_for(g: Game, unit: Unit, riders: int = 0) -> int:
    """Return a number of files that suits a unit: shooters two deep, others up to five deep and no narrower
    than they must be.
    """
    mass = [pool for pool in unit.pools if not is_attachable(pool)] or unit.pools
    models = sum(pool.models for pool in mass) + riders
    narrow = min(models, proper_width(g, unit))
    deep = 2 if any(_shoots(pool) for pool in mass) else _DEEPEST
    return max(1, min(models, max(narrow, -(-models // deep))))


def _shoots(pool: Pool) -> bool:
    return any("shooting" in arm.kinds for part in pool.parts for arm in part.arms)


def _room(unit: Unit) -> float:
    return sum(pool.models * pool.base[0] * pool.base[1] for pool in unit.pools)


def _is_fast(unit: Unit) -> bool:
    speeds = [pool.profile.get("mobility") for pool in unit.pools]
    return all(isinstance(speed, int) and speed >= _FAST for speed in speeds)


def _is_engine(unit: Unit) -> bool:
    return all(pool.profile.get("charge-speed") == 0 for pool in unit.pools)


# -- where -----------------------------------------------------------------------------------------


def _centres(g: Game, zone: Zone, group: Group, shape: Rect) -> Iterator[tuple[float, float]]:
    """Yield centres in the zone for a boundary, nearest to where the group would like to stand first."""
    low, high = _laterals(g, zone)
    want = (low + high) * 0.5 + group.lateral * (high - low) * 0.5
    for t, back in _spots(low, high, want, group.back):
        x, y = _point(zone, t, back + shape.depth * 0.5 + _NUDGE)
        if 0.0 < x < g.width and 0.0 < y < g.depth:
            yield round(x, 3), round(y, 3)


@lru_cache(maxsize=64)
def _spots(low: float, high: float, want: float, back: float) -> tuple[tuple[float, float], ...]:
    """Return a grid of (lateral, inches behind the front), nearest to what is wanted first; to step back
    counts double.
    """
    columns = [low + i * _STEP for i in range(int((high - low) / _STEP) + 2)]
    rows = [row * _STEP for row in range(_ROWS)]
    spots = [(t, row) for row in rows for t in columns]
    spots.sort(key=lambda spot: (round(abs(spot[0] - want) + 2.0 * abs(spot[1] - back), 6), spot[1], spot[0]))
    return tuple(spots)


def _laterals(g: Game, zone: Zone) -> tuple[float, float]:
    ux, uy = zone.facing
    corners = ((0.0, 0.0), (g.width, 0.0), (g.width, g.depth), (0.0, g.depth))
    found = [uy * x - ux * y for x, y in corners]
    return min(found), max(found)


def _point(zone: Zone, lateral: float, behind: float) -> tuple[float, float]:
    nx, ny, d = zone.sides[0]
    ux, uy = zone.facing
    far = behind + d
    return uy * lateral + nx * far, -ux * lateral + ny * far
