"""How a charge would go: the Target Facing, the way into contact and the position after the Initial Align
Move.

A plan is made before anything moves. It looks at where everybody stands, with charges declared before as if
they had been made, and finds the best legal end by the handbook's priorities: contact point, flush, models of
the target in contact, models of the charger in contact. Source: T9A rulebook, Charge Phase 1 and 2.B;
Reference Handbook, Charge align priority, Blocked path, Declaring; rulings 40, 43.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from math import radians

from tercio.kernel.context import Context
from tercio.kernel.geometry import EPSILON, Facing, Rect, Shape, arc_of, contact, first_contact_forward
from tercio.kernel.permissions import may
from tercio.kernel.state import Game, Unit
from tercio.plugins.regiments.align import Bench, Lineup, bench
from tercio.plugins.regiments.approach import Approach, approaches
from tercio.plugins.regiments.manoeuvre import Leg

from .charge_unaligned import unaligned_end
from .charging_out import judged_from, left_unit
from .sight import arc_angle
from .spacing import impassable, standing

_CHOSEN = "target-facing"
_CROOKED_WAYS = 2
"""How many contact points are tried for an end that cannot be flush."""

Positions = Mapping[int, Rect]
"""Where units will stand, by id, that have declared charges and are not there yet."""


@dataclass(frozen=True, slots=True)
class ChargePlan:
    """A charge that can be completed: the way, the end, the facing of the target, and how many models touch
    there.

    `turned` is the target's new boundary if it has to turn towards an unaligned charger.
    """

    unit: int
    target: int
    facing: Facing
    leg: Leg
    end: Rect
    target_models: int = 0
    charger_models: int = 0
    aligned: bool = True
    turned: Rect | None = None


@dataclass(frozen=True, slots=True)
class Field:
    """What stands around a charge: `hard` must not be overlapped, `shy` not touched at its end, `path` not
    crossed on the way.
    """

    hard: list[Shape]
    shy: list[Shape]
    path: list[Shape]
    table: tuple[float, float]
    most_wheel: float


def target_facings(g: Game, seen_from: Rect, target: Rect) -> tuple[Facing, ...]:
    """Return the Target Facing for a charger; two if its front's middle lies on the line between arcs, the
    chooser's liking first.
    """
    found = arc_of(target, seen_from.front_centre, arc_angle(g))
    if len(found) > 1 and g.ruleset.constant("charge-arc-tie-chooser") == 1:
        return tuple(sorted(found, key=lambda facing: facing is Facing.FRONT))
    return found


def choose_facing(unit: Unit, target: Unit, facing: Facing) -> None:
    """Note which of two tied facings a charger is to meet."""
    unit.memory[_CHOSEN] = [target.id, facing.value]


def chosen_facing(unit: Unit, target: Unit) -> tuple[Facing, ...]:
    """Return the facing that was chosen for a charge at a target, if it was a choice."""
    told = unit.memory.get(_CHOSEN)
    return (Facing(told[1]),) if told is not None and told[0] == target.id else ()


def forget_facing(unit: Unit) -> None:
    """The charge is over."""
    unit.memory.pop(_CHOSEN, None)


def field_of(g: Game, unit: Unit, target: Unit, positions: Positions) -> Field:
    """Return what stands around a charge; the unit that a model charges out of does not bar its way."""
    walls, leaving = impassable(g), left_unit(g, unit)
    out = [u for u in (unit, target, leaving) if u is not None]
    hard: list[Shape] = list(walls)
    shy: list[Shape] = []
    for other in standing(g, *out):
        place = positions.get(other.id, other.rect)
        if place is not None:
            (hard if other.owner == unit.owner else shy).append(place)
    c = Context(unit=unit)
    path = [] if may(g, "fly", c, False) else [*hard, *shy]
    if path and walls and may(g, "ignore-terrain", c, False):
        path = [shape for shape in path if shape not in walls]
    if leaving is not None and leaving.rect is not None:
        hard.append(leaving.rect)
    return Field(hard, shy, path, (g.width, g.depth), radians(float(g.ruleset.constant("wheel-limit"))))


def plan_charge(
    g: Game,
    unit: Unit,
    target: Unit,
    positions: Positions | None = None,
    *,
    at: float | None = None,
    lean: int = 0,
    unaligned: bool = True,
) -> ChargePlan | None:
    """Return the best way to complete a charge, or None if there is none.

    `at` asks for one position along the Target Facing (see `regiments.align`), `lean` for the one nearest to
    its lower (-1) or upper (1) end, to make room. Distance is not looked at here.
    """
    if unit.rect is None or target.rect is None:
        return None
    field = field_of(g, unit, target, positions or {})
    first = chosen_facing(unit, target) or target_facings(g, judged_from(unit) or unit.rect, target.rect)
    for facing in first:
        plan = _plan_on(g, unit, target, facing, field, at, lean, unaligned)
        if plan is not None:
            return plan
    return None if at is not None or lean else _blocked_path(g, unit, target, first[0], field)


def _plan_on(
    g: Game,
    unit: Unit,
    target: Unit,
    facing: Facing,
    field: Field,
    at: float | None,
    lean: int,
    unaligned: bool,
) -> ChargePlan | None:
    assert unit.rect is not None
    assert target.rect is not None
    board = bench(unit, target, facing, field.hard, field.shy, field.table)
    wishes = _wishes(board, at, lean)
    ways: list[Approach] = []
    search = approaches(
        unit.rect,
        target.rect,
        facing,
        field.path,
        field.table,
        wishes[0].at if wishes else None,
        field.most_wheel,
    )
    for wish in wishes:
        way = _way_to(wish, board.width, ways, search)
        if way is not None:
            return ChargePlan(
                unit.id, target.id, facing, way.leg, board.line.flush(wish.at, board.width, board.depth),
                wish.target_models, wish.charger_models,
            )  # fmt: skip
        if not ways:
            return None
    if not unaligned or at is not None or lean:
        return None
    return _unaligned(g, unit, target, facing, field, [*ways, *islice(search, _CROOKED_WAYS)])


def _wishes(board: Bench, at: float | None, lean: int) -> list[Lineup]:
    """Return the positions to try, most wanted first."""
    if at is not None:
        return [board.rate(at)] if _stands_free(board, at) else []
    if not lean:
        return board.best((board.line.length - board.width) * 0.5)
    found = board.best(lean * (board.line.length + board.width))
    return sorted((one for one in found if one.target_models), key=lambda one: -lean * one.at)


def _stands_free(board: Bench, at: float) -> bool:
    return any(low - EPSILON <= at <= high + EPSILON for low, high in board.free())


def _way_to(wish: Lineup, width: float, ways: list[Approach], search: Iterator[Approach]) -> Approach | None:
    """Return a way whose contact point stays in contact in the wished position, from those known or further
    ones.
    """
    for way in ways:
        if _keeps_contact(way, wish, width):
            return way
    for way in search:
        ways.append(way)
        if _keeps_contact(way, wish, width):
            return way
    return None


def _keeps_contact(way: Approach, wish: Lineup, width: float) -> bool:
    low, high = way.touched
    return low <= wish.at + width + EPSILON and high >= wish.at - EPSILON


def _unaligned(
    g: Game, unit: Unit, target: Unit, facing: Facing, field: Field, ways: list[Approach]
) -> ChargePlan | None:
    """Return the least crooked end at the contact point of a way, if flush is impossible."""
    assert target.rect is not None
    for way in ways[:_CROOKED_WAYS]:
        end = unaligned_end(way.end, target.rect, facing, way.touched, field.hard, field.shy, field.table)
        if end is not None:
            others = [*field.hard, *field.shy]
            turned = (
                None if target.id in g.engagement else end.turned_target(target.rect, others, field.table)
            )
            return ChargePlan(unit.id, target.id, facing, way.leg, end.rect, 1, 1, False, turned)
    return None


def _blocked_path(g: Game, unit: Unit, target: Unit, facing: Facing, field: Field) -> ChargePlan | None:
    """If the target is the first thing straight ahead but its Target Facing cannot be reached, charge an
    adjacent facing.

    Not where own units are what stands in the way of the Target Facing.
    """
    assert unit.rect is not None
    assert target.rect is not None
    ahead = first_contact_forward(unit.rect.front_edge, unit.rect.facing, g.width + g.depth, target.rect)
    if ahead is None or any(_in_front(unit.rect, ahead, shape) for shape in field.path):
        return None
    own = {id(friend.rect) for friend in standing(g, unit, target) if friend.owner == unit.owner}
    without_friends = replace(field, hard=_not_in(field.hard, own), path=_not_in(field.path, own))
    if _plan_on(g, unit, target, facing, without_friends, None, 0, False) is not None:
        return None
    met = contact(unit.rect.forward(ahead), target.rect)[1]
    beside = [met] if met in _ADJACENT[facing] else []
    for other in [*beside, *(f for f in _ADJACENT[facing] if f not in beside)]:
        plan = _plan_on(g, unit, target, other, field, None, 0, False)
        if plan is not None:
            return plan
    return None


_ADJACENT: dict[Facing, tuple[Facing, Facing]] = {
    Facing.FRONT: (Facing.LEFT, Facing.RIGHT),
    Facing.REAR: (Facing.LEFT, Facing.RIGHT),
    Facing.LEFT: (Facing.FRONT, Facing.REAR),
    Facing.RIGHT: (Facing.FRONT, Facing.REAR),
}


def _in_front(rect: Rect, ahead: float, shape: Shape) -> bool:
    met = first_contact_forward(rect.front_edge, rect.facing, ahead, shape)
    return met is not None and met < ahead - EPSILON


def _not_in(shapes: list[Shape], own: set[int]) -> list[Shape]:
    return [shape for shape in shapes if id(shape) not in own]
