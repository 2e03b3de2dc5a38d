"""Moves of a unit of loose models towards a goal; `judge_move` says whether any move is allowed.

All models move at once: they may pass through models of their own unit, not through those of others unless
the terms say so (Age of Sigmar core rules, 7.0, 14.2, 15.1). What is offered here is allowed: a move in an
unbroken body straight on or turned by some degrees, or else in a new form round the nearest model, or round
what is in the way. An oval base that stands alone keeps its facing, or faces the way it goes if that brings
it farther. Inches.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, radians, sin, sqrt
from typing import Final, NamedTuple

from tercio.kernel.geometry import Oval, Point, Shape
from tercio.kernel.geometry.vector import degrees_of, direction_from_degrees
from tercio.kernel.state import Game, Unit

from .bodies import DECIMALS, is_set_up
from .forming import regroup
from .ground import Body, Ground, ModelPass, MoveTerms, Passing, Sees
from .heading import Aim, aim_at, aim_of, way_past_walls, way_round
from .judging import direct_length, judge_move, may_turn, way_length
from .routes import Way
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


class _Plan(NamedTuple):
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
    aim = aim_at(ground.body.bases, goal, stop)
    wish = min(terms.inches - SPARE * 0.5, aim.far - aim.stop)
    if wish <= LEAST_GAIN:
        return None
    best = _along(ground, aim.lead, way_past_walls(ground, aim))
    if best.gain <= LEAST_GAIN:
        best = _straight_on(ground, aim, goal, stop, wish * _ENOUGH)
    if best.gain <= LEAST_GAIN:
        best = _along(ground, aim.lead, way_round(g, unit, ground, aim))
    return shifted(best.bases, best.dx, best.dy) if best.gain > LEAST_GAIN else None


def _better(one: _Plan, other: _Plan) -> _Plan:
    return other if other.gain > one.gain else one


def _straight_on(ground: Ground, aim: Aim, goal: Shape | Point, stop: float, enough: float) -> _Plan:
    """Return the best plan straight at the goal or nearly so, in the form that the unit has if that gains
    enough.
    """
    best = _in_body(ground, ground.body, aim, ground.terms.inches) if ground.is_coherent else _Plan(0.0)
    if best.gain >= enough:
        return best
    return _better(best, _reshaped(ground, aim, goal, stop, best.gain + _WORTH))


def _in_body(ground: Ground, body: Body, aim: Aim, inches: float) -> _Plan:
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
    ground: Ground, body: Body, aim: Aim, inches: float, c: float, s: float, least: float = 0.0
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


def _reshaped(ground: Ground, aim: Aim, goal: Shape | Point, stop: float, least: float) -> _Plan:
    """Return a plan that gains at least so much by another form of the unit, or another facing, or none."""
    base = ground.body.bases[aim.lead]
    if len(ground.body.bases) > 1:
        return _formed_anew(ground, aim, Body([base]), least)
    best = _Plan(0.0)
    if not isinstance(base, Oval):
        return best
    for c, s in _FACINGS:
        ux, uy = aim.ux * c - aim.uy * s, aim.uy * c + aim.ux * s
        turned = _facing(base, ux, uy)
        if not may_turn(ground, base, turned):
            continue
        left = _left(base, turned, ux, uy, ground.terms.inches) - SPARE
        best = _better(best, _stride(ground, Body([turned]), aim_at([turned], goal, stop), left, c, s))
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


def _formed_anew(ground: Ground, aim: Aim, lead: Body, least: float) -> _Plan:
    """Return a plan in which the lead goes ahead as best it can and the others form up round it."""
    plan = _in_body(ground, lead, aim, ground.terms.inches)
    base = lead.bases[0]
    for share in (1.0, 0.5):
        place = at_rounded(base, base.x + plan.dx * share, base.y + plan.dy * share)
        if plan.gain * share < least or not ground.may_stand(place, SPARE * 0.5):
            continue
        formed = regroup(ground, aim.lead, place, (aim.x, aim.y))
        if formed is not None:
            return _Plan(plan.gain * share, formed)
    return _Plan(0.0)


def _along(ground: Ground, lead: int, way: Way | None) -> _Plan:
    """Return a plan to follow a way of the lead: straight to where it first turns, or round the corner."""
    if way is None:
        return _Plan(0.0)
    base, inches = ground.body.bases[lead], ground.terms.inches - SPARE
    straight = _Plan(0.0)
    if ground.is_coherent:
        straight = _in_body(ground, ground.body, aim_of(lead, base, way.points[1]), inches)
    (px, py), gone = way.reached(inches)
    if straight.gain >= gone * _ENOUGH:
        return straight
    place = at_rounded(base, px, py)
    if ground.may_stand(place, SPARE * 0.5) and way_length(ground, base, place) <= ground.terms.inches:
        formed = regroup(ground, lead, place, (px, py))
        if formed is not None:
            return _better(straight, _Plan(gone, formed))
    return straight
