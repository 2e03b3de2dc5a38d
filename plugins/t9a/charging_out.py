"""Attachable Models that charge out of their unit: how they are judged before they leave, and what becomes of
them.

While nothing is declared a stand-in speaks for the model: a unit of its own with the id of its pool, standing
where it stands. The unit that it leaves decides the Target Facing and the direction of a flight, the model
itself sight and distance. Source: T9A rulebook, Attachable Models 2.D.b; Reference Handbook, Charging out.
"""

from __future__ import annotations

from tercio.kernel.geometry import Rect
from tercio.kernel.state import Game, Pool, Unit
from tercio.plugins.regiments.formation import RankedFormation, stand_of

from .characters import CHARGING_OUT_OF, charge_out, charging_out_of, may_charge_out, rejoin
from .spacing import friends, keeps_off, unit_spacing

SEEN_FROM = "seen-from"


def leavers(g: Game, player: str) -> list[Pool]:
    """Return the models of a player's units that could charge out of them, in order of id."""
    return [
        pool
        for unit in friends(g, player)
        if len(unit.pools) > 1 and isinstance(unit.formation, RankedFormation)
        for pool in unit.pools
        if pool.id in unit.formation.places and may_charge_out(g, pool)
    ]


def stand_in(pool: Pool) -> Unit | None:
    """Return a unit that stands for a model as if it had left its unit; None for one that is not on the
    table.
    """
    host = pool.unit
    stand = stand_of(host, pool)
    if stand is None or host.rect is None:
        return None
    unit = Unit(
        pool.id, pool.name, pool.owner, pools=[pool], rect=stand.rect, formation=RankedFormation(1, pool.base)
    )
    unit.held = [held for held in host.held if held.holds_for(pool)]
    unit.memory = {CHARGING_OUT_OF: host.id, SEEN_FROM: _plain(host.rect)}
    return unit


def part_to_charge(g: Game, pool: Pool) -> Unit:
    """Make a model that declares a charge a unit of its own and return it."""
    seen_from = pool.unit.rect
    lone = charge_out(g, pool)
    if seen_from is not None:
        lone.memory[SEEN_FROM] = _plain(seen_from)
    return lone


def _plain(rect: Rect) -> list[float]:
    return [rect.x, rect.y, rect.ux, rect.uy, rect.width, rect.depth]


def left_unit(g: Game, unit: Unit) -> Unit | None:
    """Return the unit that a model is charging out of, None for all other units."""
    return charging_out_of(g, unit) if CHARGING_OUT_OF in unit.memory else None


def judged_from(unit: Unit) -> Rect | None:
    """Return the boundary that decides which facing a charger meets: its own, or that of the unit it
    leaves.
    """
    told = unit.memory.get(SEEN_FROM)
    return Rect(*told) if told else unit.rect


def is_out(unit: Unit) -> None:
    """The charge was made: the model has left its unit for good."""
    unit.memory.pop(CHARGING_OUT_OF, None)
    unit.memory.pop(SEEN_FROM, None)


def stays_in(g: Game, unit: Unit, end: Rect) -> Unit | None:
    """If a Failed Charge Move would not carry a model clear of its unit, put it back and return that unit;
    else None.
    """
    host = left_unit(g, unit)
    if host is None or host.rect is None or keeps_off(end, [host.rect], unit_spacing(g)):
        return None
    return rejoin(g, unit)
