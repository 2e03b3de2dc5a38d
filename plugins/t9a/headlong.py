"""Moves straight ahead that stop for nothing but what they meet: Pursuits, Overruns and Random Movement.

The unit turns on the spot and goes on as far as was rolled. An enemy in front is charged without a reaction,
the table's edge and obstructions stop it. Source: Reference Handbook, Pursue Moves; T9A rulebook, Melee Phase
4.G; Model Rules, Random Movement.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import hypot, inf

from tercio.kernel.decisions import Procedure
from tercio.kernel.geometry import EPSILON, Point, Rect, Shape, arc_of, first_overlap, overlaps
from tercio.kernel.geometry.vector import angle_between
from tercio.kernel.state import Game, Unit
from tercio.plugins.regiments.align import bench
from tercio.plugins.regiments.approach import travel_to
from tercio.plugins.regiments.manoeuvre import Leg, front_room, table_room

from . import marks
from .charge_moves import complete_charge
from .charge_plan import ChargePlan, field_of, plan_charge
from .engaging import forget_freed
from .hazards import pay_for_terrain, trail
from .pivots import post_combat_pivot
from .places import place_of
from .sight import arc_angle
from .spacing import enemies, free_of, impassable, on_table, standing

_JUST_BEFORE = 0.01
_TURN_STEPS = 32
_BACK_STEP = 0.05


@dataclass(slots=True)
class Rush:
    """One such move. `fled`: enemies that only stand in the way; `through`: friends that do not;
    `edge_stops`: the edge is a wall.
    """

    unit: Unit
    direction: Point
    distance: float
    fled: Sequence[Unit] = ()
    through: Sequence[Unit] = ()
    edge_stops: bool = False
    move: str = "pursue"
    charged: Unit | None = None
    walls: list[Shape] = field(default_factory=list)


def foes_ahead(g: Game, rush: Rush) -> list[Unit]:
    """Return the enemies that the unit would charge if it met them."""
    return [foe for foe in enemies(g, rush.unit.owner) if foe not in rush.fled]


def walls_of(g: Game, rush: Rush) -> list[Shape]:
    """Return what stops the unit: Impassable Terrain, friends it cannot pass, enemies that have fled from the
    same combat.
    """
    friends = [u for u in standing(g, rush.unit, *rush.through) if u.owner == rush.unit.owner]
    blocking = [u.rect for u in (*friends, *rush.fled) if u.rect is not None and not u.destroyed]
    return [*impassable(g), *blocking]


def would_charge(g: Game, rush: Rush) -> bool:
    """Return whether the unit would meet an enemy, if nobody else moved before."""
    rect = rush.unit.rect
    if rect is None:
        return False
    turned = rect.turned_to(*rush.direction)
    if _on_the_spot(g, rush, turned) is not None:
        return True
    foe, travel = _nearest_ahead(g, rush, turned)
    return foe is not None and travel <= _room(g, turned, rush.distance, walls_of(g, rush))


def rush(g: Game, one: Rush) -> Procedure[None]:
    """Carry out the move."""
    unit, start = one.unit, one.unit.rect
    if start is None or unit.destroyed:
        return
    one.walls = walls_of(g, one)
    forget_freed(unit)
    turned = start.turned_to(*one.direction)
    foe = _on_the_spot(g, one, turned)
    if foe is not None and (yield from _charge_on_the_spot(g, one, turned, foe)):
        return
    if not on_table(g, turned) and not one.edge_stops:
        yield from post_combat_pivot(g, unit)
        return
    in_the_way = [*one.walls, *([foe.rect] if foe is not None and foe.rect is not None else [])]
    if not on_table(g, turned) or first_overlap(turned, in_the_way) is not None:
        unit.rect = _turned_as_far_as_may_be(g, start, one.direction, _not_to_stand_on(g, unit))
        g.emit("unit-rushed", unit=unit.id, move=one.move, distance=0, **place_of(unit))
        return
    yield from _ahead(g, one, turned)


# -- on the spot ---------------------------------------------------------------------------------------------


def _on_the_spot(g: Game, one: Rush, turned: Rect) -> Unit | None:
    """Return the enemy that the unit would overlap by turning alone, the nearest of several."""
    met = [foe for foe in foes_ahead(g, one) if foe.rect is not None and overlaps(turned, foe.rect)]
    return min(met, key=lambda foe: (_apart(turned, foe), foe.id), default=None)


def _apart(rect: Rect, foe: Unit) -> float:
    return hypot(rect.x - foe.rect.x, rect.y - foe.rect.y) if foe.rect is not None else inf


def _charge_on_the_spot(g: Game, one: Rush, turned: Rect, foe: Unit) -> Procedure[bool]:
    """Shift the unit to the facing of the enemy that it runs into and align it; return whether there was
    room.
    """
    unit, start = one.unit, one.unit.rect
    assert foe.rect is not None
    unit.rect = turned
    facing = arc_of(foe.rect, turned.front_centre, arc_angle(g))[0]
    around = field_of(g, unit, foe, {})
    board = bench(unit, foe, facing, around.hard, around.shy, around.table)
    wish = board.line.measure(turned.front_centre) - board.width * 0.5
    found = board.best(wish)
    unit.rect = start
    if not found:
        return False
    best = found[0]
    end = board.line.flush(best.at, board.width, board.depth)
    plan = ChargePlan(unit.id, foe.id, facing, Leg(), end, best.target_models, best.charger_models)
    yield from _meet(g, one, plan, foe)
    return True


def _turned_as_far_as_may_be(g: Game, start: Rect, direction: Point, in_the_way: Sequence[Shape]) -> Rect:
    whole = angle_between(start.facing, direction)
    for i in range(_TURN_STEPS, 0, -1):
        turned = start.pivoted(whole * i / _TURN_STEPS)
        if on_table(g, turned) and free_of(turned, in_the_way):
            return turned
    return start


# -- straight on ---------------------------------------------------------------------------------------------


def _nearest_ahead(g: Game, one: Rush, turned: Rect) -> tuple[Unit | None, float]:
    best: tuple[Unit | None, float] = (None, inf)
    for foe in foes_ahead(g, one):
        assert foe.rect is not None
        travel = travel_to(turned, foe.rect)
        if travel is not None and travel <= one.distance + EPSILON and travel < best[1]:
            best = (foe, travel)
    return best


def _room(g: Game, turned: Rect, limit: float, walls: Sequence[Shape]) -> float:
    return table_room(turned, front_room(turned, limit, walls, 0.0), (g.width, g.depth))


def _ahead(g: Game, one: Rush, turned: Rect) -> Procedure[None]:
    foe, travel = _nearest_ahead(g, one, turned)
    walls = list(one.walls)
    while foe is not None and travel <= _room(g, turned, one.distance, walls) + EPSILON:
        plan = _charge_plan(g, one.unit, turned, foe)
        if plan is not None:
            yield from _meet(g, one, plan, foe, turned)
            return
        # An enemy that cannot be reached is one more obstruction.
        assert foe.rect is not None
        walls.append(foe.rect)
        one.fled = [*one.fled, foe]
        foe, travel = _nearest_ahead(g, one, turned)
    yield from _stop(g, one, turned, walls)


def _charge_plan(g: Game, unit: Unit, turned: Rect, foe: Unit) -> ChargePlan | None:
    start = unit.rect
    unit.rect = turned
    plan = plan_charge(g, unit, foe)
    unit.rect = start
    return plan


def _stop(g: Game, one: Rush, turned: Rect, walls: Sequence[Shape]) -> Procedure[None]:
    """Go as far as there is room, and back again until the unit can stand."""
    unit = one.unit
    ahead = front_room(turned, one.distance, walls, 0.0)
    if ahead < one.distance - EPSILON:
        ahead = max(0.0, ahead - _JUST_BEFORE)
    to_edge = table_room(turned, ahead, (g.width, g.depth))
    at_edge = to_edge < ahead - EPSILON or (to_edge >= ahead and _at_edge(g, turned, ahead))
    going = to_edge
    in_the_way = _not_to_stand_on(g, unit)
    while going > 0.0 and not free_of(turned.forward(going), in_the_way):
        going = max(0.0, going - _BACK_STEP)
    end, start = turned.forward(going), unit.rect
    if start is not None and not free_of(end, in_the_way):
        # The pivot alone may overlap friends of the same combat; nobody may stay so.
        end = _turned_as_far_as_may_be(g, start, one.direction, in_the_way)
    unit.rect = end
    g.emit("unit-rushed", unit=unit.id, move=one.move, distance=round(going, 3), **place_of(unit))
    if not one.edge_stops:
        yield from pay_for_terrain(g, unit, trail(turned, [Leg(going)]), "pursue")
        if at_edge and not unit.destroyed:
            yield from post_combat_pivot(g, unit)


def _not_to_stand_on(g: Game, unit: Unit) -> list[Shape]:
    """Return where a move must not end: on Impassable Terrain, on a friend, or in contact with an enemy."""
    others = [(other.rect, other.owner) for other in standing(g, unit) if other.rect is not None]
    return [
        *impassable(g),
        *(rect if owner == unit.owner else rect.grown(_JUST_BEFORE) for rect, owner in others),
    ]


def _at_edge(g: Game, turned: Rect, ahead: float) -> bool:
    return table_room(turned, ahead + 2 * EPSILON, (g.width, g.depth)) < ahead + EPSILON


def _meet(g: Game, one: Rush, plan: ChargePlan, foe: Unit, turned: Rect | None = None) -> Procedure[None]:
    """Charge an enemy that was met: no reaction, no further roll."""
    unit = one.unit
    one.charged = foe
    if turned is not None:
        unit.rect = turned
    marks.put(g, unit, marks.CHARGING)
    g.emit("charge-by-pursuit", unit=unit.id, target=foe.id, move=one.move)
    yield from complete_charge(g, plan, move=one.move)
