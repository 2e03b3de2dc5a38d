"""Several units against one target: the positions that let as many as possible arrive.

Orders and positions are tried until all arrive with as many models as each would bring alone, or the best of
all is kept: most units, then most models of the target in contact, then most of the chargers. Source: T9A
rulebook, Charge Phase 2.C; Reference Handbook, Combined.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, permutations

from tercio.kernel.geometry import EPSILON, Facing
from tercio.kernel.state import Game, Unit

from .charge_plan import ChargePlan, Positions, plan_charge, target_facings
from .charging_out import judged_from

_MOST_ORDERS, _MOST_ATTEMPTS = 6, 18
"""Orders, and orders with positions, that are tried: their number grows with the factorial of the
chargers.
"""
Plans = tuple[ChargePlan, ...]
"""Charges in the order in which they are made."""


def plan_together(
    g: Game, chargers: Sequence[Unit], target: Unit, positions: Positions, *, thorough: bool = True
) -> Plans:
    """Return plans for as many chargers as can arrive, in the order in which they move. One alone may also
    arrive unaligned. Unless `thorough`, the first plans that let all arrive are good enough.
    """
    if len(chargers) == 1:
        plan = plan_charge(g, chargers[0], target, positions)
        return (plan,) if plan is not None else ()
    best: Plans = ()
    enough = _most_models(g, chargers, target, positions) if thorough else 0
    for plans in islice(_attempts(g, chargers, target, positions, thorough), _MOST_ATTEMPTS):
        if _worth(plans) > _worth(best):
            best = plans
        if len(best) == len(chargers) and _worth(best)[1] >= enough:
            break
    return best or _one_alone(g, chargers, target, positions)


def _most_models(g: Game, chargers: Sequence[Unit], target: Unit, positions: Positions) -> int:
    """Return the models of the target that all would touch if each came alone; together they cannot do
    better.
    """
    alone = [plan_charge(g, unit, target, positions, unaligned=False) for unit in chargers]
    return sum(plan.target_models for plan in alone if plan is not None)


def _attempts(
    g: Game, chargers: Sequence[Unit], target: Unit, positions: Positions, thorough: bool
) -> Iterator[Plans]:
    """Yield what becomes of the orders: every unit in its best place, the first two making room at the ends,
    and (if thorough) the first in places between.
    """
    orders = list(islice(permutations(chargers), _MOST_ORDERS))
    for order in orders:
        yield _in_turn(g, order, target, positions)
    for order in orders:
        yield _in_turn(g, order, target, positions, leans=(-1, 1))
    for order in orders if thorough else ():
        for at in _rooms(g, order, target):
            yield _in_turn(g, order, target, positions, first_at=at)


def _one_alone(g: Game, chargers: Sequence[Unit], target: Unit, positions: Positions) -> Plans:
    plans = [plan_charge(g, unit, target, positions) for unit in chargers]
    return tuple(plan for plan in plans if plan is not None)[:1]


def _worth(plans: Plans) -> tuple[int, int, int]:
    return len(plans), sum(p.target_models for p in plans), sum(p.charger_models for p in plans)


def _in_turn(
    g: Game,
    order: Sequence[Unit],
    target: Unit,
    placed: Positions,
    first_at: float | None = None,
    leans: tuple[int, ...] = (),
) -> Plans:
    positions, plans = dict(placed), []
    for number, unit in enumerate(order):
        at, lean = (first_at if number == 0 else None), (leans[number] if number < len(leans) else 0)
        plan = plan_charge(g, unit, target, positions, at=at, lean=lean, unaligned=False)
        if plan is not None:
            plans.append(plan)
            positions[unit.id] = plan.end
    return tuple(plans)


def room_for_all(g: Game, chargers: Sequence[Unit], target: Unit) -> bool:
    """Return whether fronts that meet the same facing could stand side by side at all: two may overhang its
    ends, the others stand between them.
    """
    if target.rect is None:
        return False
    fronts: dict[Facing, list[float]] = {}
    for unit in chargers:
        if unit.rect is not None:
            facing = target_facings(g, judged_from(unit) or unit.rect, target.rect)[0]
            fronts.setdefault(facing, []).append(unit.rect.width)
    lengths = ((target.rect.edge_length(facing), sorted(widths)[:-2]) for facing, widths in fronts.items())
    return all(sum(between) <= length + EPSILON for length, between in lengths)


def _rooms(g: Game, order: Sequence[Unit], target: Unit) -> Iterator[float]:
    """Yield places for the first unit that leave room beside it for others: at the ends of the facing, left
    and right of its middle, and as far from the ends as the next unit is wide.
    """
    first, rect = order[0].rect, target.rect
    if first is None or rect is None:
        return
    length = rect.edge_length(target_facings(g, judged_from(order[0]) or first, rect)[0])
    middle = length * 0.5
    yield from (0.0, length - first.width, middle - first.width, middle)
    if order[1].rect is not None:
        yield length - order[1].rect.width - first.width
        yield order[1].rect.width
