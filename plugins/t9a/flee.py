"""Flee Moves: where a unit runs to, whom it runs through, and what becomes of it.

Source: T9A rulebook, Psychology 4 and 3.A; Reference Handbook, Flee! landing on a charger; rulings 5, 49, 51.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot

from tercio.kernel.context import Context
from tercio.kernel.decisions import Procedure
from tercio.kernel.geometry import (
    EPSILON,
    Point,
    Rect,
    Shape,
    first_overlap,
    inside_table,
    overlaps,
    swept_forward,
    touches,
)
from tercio.kernel.permissions import may
from tercio.kernel.rolls import roll_for
from tercio.kernel.state import Game, Terrain, Unit
from tercio.kernel.windows import listens, open_window, replaced
from tercio.plugins.regiments.formation import refit

from . import marks
from .charge_options import declared
from .engaging import disengage, forget_freed
from .hazards import terrain_met
from .places import place_of
from .psychology import become_shaken, decimated_pools, panic
from .spacing import impassable, standing
from .speeds import random_movement


@dataclass(frozen=True, slots=True)
class Flight:
    """A way of fleeing: the boundary after the pivot, where it ends, how far, and whether the table's edge is
    met there.
    """

    start: Rect
    end: Rect
    travel: float
    off_table: bool


def away_from(unit: Unit, enemy: Unit) -> Point:
    """Return the direction straight away from an enemy's centre; straight back if the centres coincide or one
    is gone.
    """
    if unit.rect is None or enemy.rect is None:
        return (0.0, 1.0)
    dx, dy = unit.rect.x - enemy.rect.x, unit.rect.y - enemy.rect.y
    far = hypot(dx, dy)
    return (dx / far, dy / far) if far > EPSILON else (-unit.rect.ux, -unit.rect.uy)


def flee_distance(g: Game, unit: Unit, enemy: Unit | None = None) -> int:
    """Roll how far a unit flees (from an enemy, if from anyone) in inches."""
    dice = random_movement(g, unit) or g.ruleset.constant("flee-dice")
    rolled = roll_for(g, "flee-distance", Context(unit=unit, enemy=enemy), dice, unit.id)
    g.emit("flee-distance-rolled", unit=unit.id, faces=list(rolled.faces), distance=rolled.total)
    return max(0, rolled.total)


def flee(
    g: Game,
    unit: Unit,
    direction: Point,
    *,
    voluntary: bool = False,
    distance: int | None = None,
    why: str = "",
    enemy: Unit | None = None,
) -> Procedure[None]:
    """Make a Flee Move in a direction (unit vector); `distance` None is rolled. The unit is Shaken
    afterwards, or gone.

    `voluntary`: by its owner's choice, so friends do not panic. `enemy` is whom it flees from, if anyone.
    """
    if unit.rect is None or unit.destroyed:
        return
    if (yield from replaced(g, "flee-begins", Context(unit=unit, enemy=enemy))):
        return
    yield from _leave_the_decimated(g, unit)
    if unit.destroyed:
        return
    if not voluntary:
        marks.take(unit, marks.FLED_VOLUNTARILY)
    yield from become_shaken(g, unit, why or "flee")
    travel = flee_distance(g, unit, enemy) if distance is None else distance
    disengage(g, unit)
    flight = plan_flight(g, unit, direction, float(travel))
    yield from _run(g, unit, flight, voluntary, why)


def _leave_the_decimated(g: Game, unit: Unit) -> Procedure[None]:
    """Decimated models are removed just before they would flee; others stay (Psychology 3.A)."""
    from .casualties import remove_pool, remove_unit

    doomed = decimated_pools(g, unit)
    if len(doomed) == sum(pool.models > 0 for pool in unit.pools):
        yield from remove_unit(g, unit, "decimated")
        return
    for pool in doomed:
        yield from remove_pool(g, pool, "decimated")
    if doomed and unit.rect is not None and not unit.destroyed:
        refit(unit)


# -- the way -------------------------------------------------------------------------------------------------


def plan_flight(g: Game, unit: Unit, direction: Point, travel: float) -> Flight:
    """Return how a unit runs: straight on, farther if it would end on somebody or on Impassable Terrain, up
    to the table's edge.
    """
    assert unit.rect is not None
    start = unit.rect.turned_to(*direction)
    in_the_way: list[Shape] = [*impassable(g), *(_ground_of(u, unit.owner) for u in standing(g, unit))]
    end, going = start.forward(travel), travel
    while True:
        met = _edge(g, start, going)
        if met is not None:
            return Flight(start, start.forward(met), met, True)
        under = first_overlap(end, in_the_way)
        if under is None:
            return Flight(start, end, going, False)
        going = _past(start, under, going)
        end = start.forward(going)


def _ground_of(other: Unit, owner: str) -> Rect:
    """Return where a fleeing unit must not end: not on a friend, nor in contact with an enemy."""
    assert other.rect is not None
    return other.rect if other.owner == owner else other.rect.grown(_CLEAR)


def _edge(g: Game, start: Rect, travel: float) -> float | None:
    """Return how far the unit goes until it meets the table's edge, None if it does not."""
    if inside_table(start.forward(travel), g.width - _HAIR, g.depth - _HAIR) and _inside(
        start.forward(travel)
    ):
        return None
    low, high = 0.0, travel
    for _ in range(40):
        middle = (low + high) * 0.5
        rect = start.forward(middle)
        if inside_table(rect, g.width, g.depth):
            low = middle
        else:
            high = middle
    return low


_HAIR = 1e-5
_CLEAR = 0.01
"""Inches that a unit goes on beyond what it must not stand upon, so that it does not touch it."""


def _inside(rect: Rect) -> bool:
    return all(x > _HAIR and y > _HAIR for x, y in rect.corners)


def _past(start: Rect, shape: Shape, going: float) -> float:
    """Return the least travel, greater than `going`, at which the unit has left a shape behind."""
    low, high = going, going + 2.0 * (start.radius + shape.radius)
    for _ in range(40):
        middle = (low + high) * 0.5
        if overlaps(start.forward(middle), shape):
            low = middle
        else:
            high = middle
    return high + _CLEAR


# -- running -------------------------------------------------------------------------------------------------


def _run(g: Game, unit: Unit, flight: Flight, voluntary: bool, why: str) -> Procedure[None]:
    from .casualties import remove_unit

    covered = [flight.start, swept_forward(flight.start, flight.travel)]
    crossed = [
        u for u in standing(g, unit) if u.rect is not None and _runs_through(flight, covered[1], u.rect)
    ]
    charged = _meets_a_charger(g, unit, flight, covered[1])
    unit.rect = flight.end
    marks.put(g, unit, marks.FLED)
    forget_freed(unit)
    g.emit(
        "unit-fled",
        unit=unit.id,
        why=why,
        voluntary=voluntary,
        distance=round(flight.travel, 3),
        **place_of(unit),
    )
    if flight.off_table:
        yield from remove_unit(g, unit, "left-the-table")
    elif charged:
        yield from remove_unit(g, unit, "ran-into-a-charger")
    if not unit.destroyed:
        yield from _pay(g, unit, covered, crossed)
    yield from _frighten(g, unit, crossed, voluntary)
    if not unit.destroyed and listens(g, "after unit-fled"):
        yield from open_window(g, "after unit-fled", Context(unit=unit))


def _runs_through(flight: Flight, covered: Rect, other: Rect) -> bool:
    """Return whether the way leads through a boundary."""
    return overlaps(covered, other) and not _left_behind(flight, other)


def _left_behind(flight: Flight, other: Rect) -> bool:
    """Return whether only the pivot brought the unit into contact with a boundary that lies behind it."""
    start = flight.start
    behind = (other.x - start.x) * start.ux + (other.y - start.y) * start.uy < 0.0
    return behind and touches(start, other)


def _meets_a_charger(g: Game, unit: Unit, flight: Flight, covered: Rect) -> bool:
    """Return whether the way leads into contact with an enemy that has declared a charge against the unit in
    this Phase.
    """
    at_it = [g.units[charge["unit"]].rect for charge in declared(g) if charge["target"] == unit.id]
    return any(
        rect is not None and touches(covered, rect) and not _left_behind(flight, rect) for rect in at_it
    )


def _pay(g: Game, unit: Unit, covered: Sequence[Shape], crossed: Sequence[Unit]) -> Procedure[None]:
    from .terrain import dangerous_test

    foes = [other for other in crossed if other.owner != unit.owner]
    pieces: list[Terrain | Unit] = [*terrain_met(g, covered), *foes]
    if pieces:
        yield from dangerous_test(g, unit, pieces, "flee")


def _frighten(g: Game, unit: Unit, crossed: Sequence[Unit], voluntary: bool) -> Procedure[None]:
    """Friends that were fled through take a Panic Test, unless the flight was of free will (Psychology
    2.A).
    """
    if voluntary:
        return
    for other in crossed:
        if other.owner == unit.owner and may(g, "panic", Context(unit=other, enemy=unit)):
            yield from panic(g, other, unit)
