"""Moves of a unit of loose models towards a goal; `judge_move` says whether any move is allowed.

All models move at once: they may pass through models of their own unit, not through those of others unless
the terms say so (core rules 5, 7.0, 15.1). What is offered here is allowed: a move in an unbroken body
straight on or turned by some degrees, or else in a new form round the nearest model, or round what is in
the way. An oval base that stands alone keeps its facing, or faces the way it goes if that brings it
farther. Inches.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import cos, hypot, radians, sin, sqrt
from typing import Final

from tercio.kernel.geometry import Circle, Oval, Point, Shape, distance
from tercio.kernel.geometry.vector import degrees_of, direction_from_degrees
from tercio.kernel.state import Game, Unit

from .bodies import DECIMALS, is_set_up
from .forming import regroup
from .ground import Body, Ground, ModelPass, MoveTerms, Passing, Sees
from .judging import direct_length, judge_move
from .routes import Way, shortest
from .strides import SPARE, at_rounded, room, shifted

__all__ = ["Ground", "ModelPass", "MoveTerms", "Passing", "Sees", "judge_move", "move_toward"]

LEAST_GAIN: Final = 0.5
"""Inches nearer to the goal that a move has to bring to be worth its while."""

_ENOUGH: Final = 0.6
"""The part of the way wished for with which a move in an unbroken body is content."""

_WORTH: Final = 1.0
"""Inches more that another form or facing has to bring."""

_TURNS: Final = [(cos(radians(turn)), sin(radians(turn))) for turn in (15.0, -15.0, 35.0, -35.0, 60.0, -60.0)]
"""Directions that are tried beside the straight one."""

_FACINGS: Final = ((1.0, 0.0), *_TURNS[2:4])
"""Directions in which an oval goes that faces the way it goes."""

_STEPS: Final = 24
_NEAR: Final = 1e-4


@dataclass(frozen=True, slots=True)
class _Aim:
    """The point `x, y` that the model `lead` makes for, along the unit vector `ux, uy`; it is `far` away.

    The model stops where its centre is `stop` from the point.
    """

    lead: int
    x: float
    y: float
    ux: float
    uy: float
    far: float
    stop: float


@dataclass(frozen=True, slots=True)
class _Plan:
    """Bases to go to, as a shift of these or as they are, and the inches that it brings."""

    gain: float
    bases: Sequence[Shape] = ()
    dx: float = 0.0
    dy: float = 0.0


def move_toward(
    g: Game,
    unit: Unit,
    goal: Shape | Point,
    terms: MoveTerms,
    stop: float = 0.0,
    ground: Ground | None = None,
) -> list[Shape] | None:
    """Return the bases of a good allowed move towards a goal, or None if none gains more than `LEAST_GAIN`.

    The nearest model goes until its base is `stop` inches from the goal; with a `stop` below 0 it goes on
    past where it would touch. `ground` saves reading the table again for another goal of the same move.
    """
    if not is_set_up(unit):
        return None
    ground = ground or Ground(g, unit, terms)
    aim = _aim(ground.body.bases, goal, stop)
    wish = min(terms.inches - SPARE * 0.5, aim.far - aim.stop)
    if wish <= LEAST_GAIN:
        return None
    best = _in_body(ground, ground.body, aim, terms.inches) if ground.is_coherent else _Plan(0.0)
    if best.gain < wish * _ENOUGH:
        best = _better(best, _reshaped(ground, aim, goal, stop, best.gain + _WORTH))
    if best.gain <= LEAST_GAIN:
        best = _better(best, _around(g, unit, ground, aim))
    return shifted(best.bases, best.dx, best.dy) if best.gain > LEAST_GAIN else None


def _better(one: _Plan, other: _Plan) -> _Plan:
    return other if other.gain > one.gain else one


def _aim(bases: Sequence[Shape], goal: Shape | Point, stop: float) -> _Aim:
    """Return the aim of the nearest of some bases."""
    if isinstance(goal, tuple):
        goal = Circle(*goal, 0.0)
    x, y = goal.x, goal.y
    if type(goal) is Circle:
        far, lead = min((hypot(base.x - x, base.y - y), i) for i, base in enumerate(bases))
    else:
        lead = min((distance(base, goal), i) for i, base in enumerate(bases))[1]
        far = hypot(bases[lead].x - x, bases[lead].y - y)
    base = bases[lead]
    ux, uy = ((x - base.x) / far, (y - base.y) / far) if far > 0.0 else (0.0, 1.0)
    if type(goal) is Circle and type(base) is Circle:
        return _Aim(lead, x, y, ux, uy, far, goal.r + base.r + stop)
    return _Aim(
        lead, x, y, ux, uy, far, far - _travel_to(base, goal, ux, uy, max(stop, 0.0)) + min(stop, 0.0)
    )


def _travel_to(base: Shape, goal: Shape, ux: float, uy: float, stop: float) -> float:
    """Return how far a base goes straight to the middle of a goal until it is `stop` from it."""
    travel = 0.0
    for _ in range(_STEPS):
        spare = distance(base.moved(ux * travel, uy * travel), goal) - stop
        if spare < _NEAR:
            break
        travel += spare
    return travel


def _in_body(ground: Ground, body: Body, aim: _Aim, inches: float) -> _Plan:
    """Return the best shift of a body of at most so many inches; the first that is about all one can wish."""
    inches -= SPARE * 0.5
    best = _stride(ground, body, aim, inches, 1.0, 0.0)
    wish = min(inches, aim.far - aim.stop) - LEAST_GAIN
    for c, s in _TURNS:
        if best.gain >= wish:
            break
        best = _better(best, _stride(ground, body, aim, inches, c, s, best.gain))
    return best


def _stride(
    ground: Ground, body: Body, aim: _Aim, inches: float, c: float, s: float, least: float = 0.0
) -> _Plan:
    """Return the shift of a body that is turned from the straight one by the angle of cosine `c`, sine `s`;
    none if it cannot gain more than `least`.
    """
    far, stop, off = aim.far, aim.stop, aim.far * s
    if s == 0.0:
        travel = far - stop
    elif stop > 0.0 and off * off < stop * stop:
        travel = far * c - sqrt(stop * stop - off * off)
    else:
        travel = far * c
    travel = min(inches, travel)
    if s != 0.0 and far - hypot(far - travel * c, travel * s) <= least:
        return _Plan(0.0)
    ux, uy = aim.ux * c - aim.uy * s, aim.uy * c + aim.ux * s
    travel = room(body, ux, uy, travel, ground)
    gain = travel if s == 0.0 else far - hypot(far - travel * c, travel * s)
    return _Plan(gain, body.bases, ux * travel, uy * travel)


def _reshaped(ground: Ground, aim: _Aim, goal: Shape | Point, stop: float, least: float) -> _Plan:
    """Return a plan that gains at least so much by another form of the unit, or by another facing, or none.
    """
    base = ground.body.bases[aim.lead]
    if len(ground.body.bases) > 1:
        return _formed_anew(ground, aim, Body([base]), least)
    best = _Plan(0.0)
    if not isinstance(base, Oval):
        return best
    for c, s in _FACINGS:
        ux, uy = aim.ux * c - aim.uy * s, aim.uy * c + aim.ux * s
        turned = _facing(base, ux, uy)
        left = _left(base, turned, ux, uy, ground.terms.inches) - SPARE
        best = _better(best, _stride(ground, Body([turned]), _aim([turned], goal, stop), left, c, s))
    return best if best.gain >= least else _Plan(0.0)


def _facing(base: Oval, ux: float, uy: float) -> Oval:
    bearing = round(degrees_of((ux, uy)), DECIMALS)
    return Oval(base.x, base.y, *direction_from_degrees(bearing), base.a, base.b)


def _left(base: Oval, turned: Oval, ux: float, uy: float, inches: float) -> float:
    """Return how far an oval can go that also turns, for no point of its rim to go farther than it may."""
    left = inches
    for _ in range(_STEPS):
        over = direct_length(base, turned.moved(ux * left, uy * left)) - inches
        if over < _NEAR:
            break
        left -= over
    return max(left - _NEAR, 0.0)


def _formed_anew(ground: Ground, aim: _Aim, lead: Body, least: float) -> _Plan:
    """Return a plan in which the lead goes ahead as best it can and the others form up round it."""
    plan = _in_body(ground, lead, aim, ground.terms.inches)
    base = lead.bases[0]
    for share in (1.0, 0.5):
        if plan.gain * share >= least:
            place = at_rounded(base, base.x + plan.dx * share, base.y + plan.dy * share)
            formed = regroup(ground, aim.lead, place, (aim.x, aim.y))
            if formed is not None:
                return _Plan(plan.gain * share, formed)
    return _Plan(0.0)


def _around(g: Game, unit: Unit, ground: Ground, aim: _Aim) -> _Plan:
    """Return a plan along the shortest way round what bars the lead; its gain counts along the way."""
    base = ground.body.bases[aim.lead]
    far = aim.far + 2.0 * ground.terms.inches
    way = _way_round(Ground(g, unit, replace(ground.terms, inches=far)), aim, base)
    if way is None:
        return _Plan(0.0)
    (x, y), (nx, ny) = way.points[:2]
    first = hypot(nx - x, ny - y)
    inches = ground.terms.inches - SPARE
    if first > LEAST_GAIN and ground.is_coherent:
        ux, uy = (nx - x) / first, (ny - y) / first
        travel = room(ground.body, ux, uy, min(first, inches), ground)
        if travel > LEAST_GAIN:
            return _Plan(travel, ground.body.bases, ux * travel, uy * travel)
    (px, py), gone = way.reached(inches)
    place = at_rounded(base, px, py)
    formed = regroup(ground, aim.lead, place, (px, py)) if ground.may_stand(place, 0.0) else None
    return _Plan(0.0) if formed is None else _Plan(gone, formed)


def _way_round(ground: Ground, aim: _Aim, base: Shape) -> Way | None:
    """Return a way of the lead to the last place on the straight line to its aim where it could stand.

    None if there is none, or if it is the straight one.
    """
    wide = base.grown(SPARE) if isinstance(base, Oval) else Circle(base.x, base.y, base.radius + SPARE)
    travel = aim.far - aim.stop
    while travel > LEAST_GAIN and not ground.may_stand(wide.moved(aim.ux * travel, aim.uy * travel), 0.0):
        travel -= LEAST_GAIN
    if travel <= LEAST_GAIN:
        return None
    end = (base.x + aim.ux * travel, base.y + aim.uy * travel)
    bars, area = ground.bars_for(wide), ground.area_for(wide)
    way = shortest((base.x, base.y), end, bars, area, ground.terms.inches)
    return way if way is not None and len(way.points) > 2 else None
