"""Several units against one target: the positions that let as many as possible arrive.

Orders and positions are tried until all arrive with as many models as each would bring alone, or the best of
all is kept: most units, then most models of the target in contact, then most of the chargers. Source: T9A
rulebook, Charge Phase 2.C; Reference Handbook, Combined.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, permutations

from tercio.kernel.state import Game, Unit

from .charge_plan import ChargePlan, Positions, plan_charge, target_facings
from .charging_out import judged_from

_MOST_ORDERS, _MOST_ATTEMPTS = 6, 18
"""Orders and positions that are tried: the number grows with the factorial of the chargers."""
Plans = tuple[ChargePlan, ...]
"""Charges in the order in which they are made."""


def plan_together(g: Game, chargers: Sequence[Unit], target: Unit, positions: Positions) -> Plans:
    """Return plans for as many chargers as can arrive, in the order in which they move. One alone may also
    arrive unaligned.
    """
    if len(chargers) == 1:
        plan = plan_charge(g, chargers[0], target, positions)
        return (plan,) if plan is not None else ()
    best: Plans = ()
    for plans in islice(_attempts(g, chargers, target, positions), _MOST_ATTEMPTS):
        if _worth(plans) > _worth(best):
            best = plans
        if len(best) == len(chargers):
            break
    return best or _one_alone(g, chargers, target, positions)


def _attempts(g: Game, chargers: Sequence[Unit], target: Unit, positions: Positions) -> Iterator[Plans]:
    """Yield what becomes of the orders: first with every unit in its best place, then with the first one
    making room.
    """
    orders = list(islice(permutations(chargers), _MOST_ORDERS))
    for order in orders:
        yield _in_turn(g, order, target, positions, None)
    for order in orders:
        for at in _rooms(g, order, target):
            yield _in_turn(g, order, target, positions, at)


def _one_alone(g: Game, chargers: Sequence[Unit], target: Unit, positions: Positions) -> Plans:
    plans = [plan_charge(g, unit, target, positions) for unit in chargers]
    return tuple(plan for plan in plans if plan is not None)[:1]


def _worth(plans: Plans) -> tuple[int, int, int]:
    return len(plans), sum(p.target_models for p in plans), sum(p.charger_models for p in plans)


def _in_turn(
    g: Game, order: Sequence[Unit], target: Unit, placed: Positions, first_at: float | None
) -> Plans:
    positions, plans = dict(placed), []
    for number, unit in enumerate(order):
        at = first_at if number == 0 else None
        plan = plan_charge(g, unit, target, positions, at=at, unaligned=False)
        if plan is not None:
            plans.append(plan)
            positions[unit.id] = plan.end
    return tuple(plans)


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
