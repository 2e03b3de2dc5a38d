"""Move Manoeuvres out of a unit and into a unit: how Attachable Models leave and join on the table.

In move.unit the id of an attached model's pool may be answered: that model moves out on its own. In
move.manoeuvre a lone model may answer {"manoeuvre": "advance" or "march", "join": unit id}: it goes straight
to its place in that unit, which then cannot move further this Phase. Source: T9A rulebook, Attachable Models
2.A and 2.D.a; Combined Units; Reference Handbook, Joining.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot, pi
from typing import Any

from tercio.kernel.decisions import Procedure
from tercio.kernel.errors import Refusal
from tercio.kernel.geometry import EPSILON, Rect, Shape, overlaps, wheel_cost
from tercio.kernel.state import Game, Pool, Unit
from tercio.plugins.regiments.formation import RankedFormation, best_place, formation_of, spot_rect
from tercio.plugins.regiments.layout import Place, size, spots_of
from tercio.plugins.regiments.manoeuvre import Leg, is_free, wheel_towards

from . import marks
from .characters import join, may_join, may_leave
from .charging_out import stand_in
from .engaging import is_engaged
from .hazards import pay_for_terrain, trail
from .places import place_of
from .spacing import friends, impassable, moving_spacing, standing

_FACTORS = {"advance": "advance-factor", "march": "march-factor"}


@dataclass(frozen=True, slots=True)
class Arrival:
    """How a lone model reaches its place in a unit: the manoeuvre, the unit, the place, where it stands
    there, and the way.
    """

    kind: str
    host: Unit
    place: Place
    rect: Rect
    leg: Leg


# -- leaving -------------------------------------------------------------------------------------------------


def movers_out(g: Game, player: str, barred: tuple[str, ...]) -> dict[int, Unit]:
    """Return the models that could move out of their units now, by pool id, each spoken for by a unit."""
    found: dict[int, Unit] = {}
    for unit in friends(g, player):
        if (
            len(unit.pools) < 2
            or not isinstance(unit.formation, RankedFormation)
            or any(m in unit.marks for m in barred)
        ):
            continue
        for pool in unit.pools:
            lone = stand_in(pool) if pool.id in unit.formation.places and may_leave(g, pool) else None
            if lone is not None:
                found[pool.id] = lone
    return found


def clear_of(host: Unit, end: Rect) -> Refusal | None:
    """Return a refusal if a model that left would stand on its former unit; the spacing does not count."""
    if host.rect is not None and overlaps(end, host.rect):
        return Refusal("move.too_near", {"unit": host.id})
    return None


# -- joining -------------------------------------------------------------------------------------------------


def read_arrival(g: Game, lone: Unit, answer: Any, pace: int) -> Arrival | Refusal:
    """Return how a model would join, or why it cannot."""
    host = g.units.get(answer["join"]) if isinstance(answer.get("join"), int) else None
    kind = answer.get("manoeuvre")
    if host is None or host.rect is None or kind not in _FACTORS or len(lone.pools) != 1 or lone.rect is None:
        return Refusal("join.unreadable", {"answer": answer})
    pool = lone.pools[0]
    if not may_join(g, pool, host) or is_engaged(g, lone):
        return Refusal("join.forbidden", {"unit": host.id})
    place = best_place(host, pool)
    if place is None:
        return Refusal("join.no_place", {"unit": host.id})
    rect = _rect_in(host, pool, place)
    leg = _way(lone.rect, rect, kind)
    return _judged(g, lone, Arrival(kind, host, place, rect, leg), pace)


def _rect_in(host: Unit, pool: Pool, place: Place) -> Rect:
    """Return where a model would stand in a unit, the middle of whose block's front does not move."""
    old, rect = formation_of(host), host.rect
    assert rect is not None
    trial = RankedFormation(old.files, old.cell, old.gap, {**old.places, pool.id: place})
    pools = [*host.pools, pool]
    width, depth = size(trial, pools)
    left = {"left": -(width - rect.width), "right": width - rect.width}.get(place.side, 0.0) * 0.5
    x, y = rect.from_local((left, rect.half_depth - depth * 0.5))
    boundary = Rect(x, y, rect.ux, rect.uy, width, depth)
    spot = next(spot for spot in spots_of(trial, pools) if spot.pool == pool.id)
    return spot_rect(boundary, spot)


def _way(start: Rect, end: Rect, kind: str) -> Leg:
    """Return the way to a place: an Advance pivots towards it first, a March wheels."""
    far = hypot(end.x - start.x, end.y - start.y)
    if kind == "advance":
        return Leg(far)
    side, angle = wheel_towards(start, end.centre)
    return Leg(0.0, side, angle, far)


def _judged(g: Game, lone: Unit, arrival: Arrival, pace: int) -> Arrival | Refusal:
    assert lone.rect is not None
    leg, most = arrival.leg, float(pace * g.ruleset.constant(_FACTORS[arrival.kind]))
    if leg.angle > pi / 2.0:
        return Refusal("move.turns_too_far", {})
    cost = leg.forward + leg.onward + (wheel_cost(lone.rect.width, leg.angle) if leg.angle else 0.0)
    if cost > most + EPSILON:
        return Refusal("move.too_far", {"inches": round(cost, 4), "most": most})
    walls: list[Shape] = [
        *impassable(g),
        *(u.rect for u in standing(g, lone, arrival.host) if u.rect is not None),
    ]
    start = lone.rect
    if arrival.kind == "advance":
        far = max(leg.forward, EPSILON)
        start = start.turned_to((arrival.rect.x - start.x) / far, (arrival.rect.y - start.y) / far)
    if not is_free(start, leg, walls, moving_spacing(g), (g.width, g.depth)):
        return Refusal("move.way_barred", {"leg": 0, "spacing": moving_spacing(g)})
    return arrival


def arrive(g: Game, lone: Unit, arrival: Arrival) -> Procedure[None]:
    """Make the move into the unit."""
    start = lone.rect
    assert start is not None
    covered = [*trail(start, [arrival.leg]), arrival.rect]
    marks.put(g, lone, marks.MOVED, marks.MARCHED if arrival.kind == "march" else marks.ADVANCED)
    lone.rect = arrival.rect
    g.emit("unit-moved", unit=lone.id, manoeuvre=arrival.kind, magical=False, **place_of(lone))
    if arrival.kind == "march":
        yield from pay_for_terrain(g, lone, covered, "march")
    if not lone.destroyed:
        join(g, lone, arrival.host, arrival.place)
