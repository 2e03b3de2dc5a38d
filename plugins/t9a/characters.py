"""Characters and other Attachable Models: joining and leaving units, charging out, who leads the army.

A model that joins brings its pool into the unit, and its own unit is gone until it leaves again (a new unit
then). What lasts on the model alone goes with it; what lasted on a unit goes on for those who were in it
(`Held.pools` of the kernel): newcomers are not touched, who leaves takes along what befell it. Points and
Decimated are judged by the original entry, which the pool remembers. Source: T9A rulebook, Characters,
Attachable Models; Combined Units; rulings 62; Reference Handbook, Joining.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tercio.kernel.context import Context
from tercio.kernel.geometry import Rect
from tercio.kernel.permissions import may
from tercio.kernel.scheduler import Lasting
from tercio.kernel.state import Game, Held, Pool, Thing, Unit, touch
from tercio.plugins.regiments.formation import (
    Place,
    RankedFormation,
    form_up,
    refit,
    seat,
    stand_of,
    unseat,
)

from . import marks
from .engaging import is_engaged
from .scoring import RANK_AND_FILE

GENERAL, STANDARD_BEARER = "General", "Battle Standard Bearer"
CAME = "came"
"""The number before which whatever lasts on a pool's unit began without it."""
_OWN_MARKS = (marks.JOINED, marks.LEFT_BEHIND)


def is_attachable(pool: Pool) -> bool:
    """Return whether a model may stand in units of others at all."""
    return pool.role != RANK_AND_FILE


def attached(unit: Unit) -> list[Pool]:
    """Return the Attachable Models of a unit, in order of id."""
    return sorted(
        (pool for pool in unit.pools if is_attachable(pool) and pool.models > 0), key=lambda p: p.id
    )


# -- joining ---------------------------------------------------------------------------------------


def may_join(g: Game, pool: Pool, host: Unit) -> bool:
    """Return whether the rules let a model join a unit, wherever both stand: no Shaken or Engaged unit,
    nothing that forbids it.
    """
    if not is_attachable(pool) or host is pool.unit or host.owner != pool.owner or host.destroyed:
        return False
    if marks.SHAKEN in host.marks or is_engaged(g, host):
        return False
    c = Context(model=pool, unit=host)
    return may(g, "join", c) and may(g, "be-joined", c)


def join(g: Game, lone: Unit, host: Unit, place: Place | None = None) -> None:
    """Make all models of a unit part of another, each at the best place (or `place`); the boundary of the
    block keeps its front.

    The host cannot move further this Phase. Raises ValueError if there is no room.
    """
    absorb(g, lone, host)
    for pool in lone.pools:
        pool.memory[CAME] = g.next_id
    if host.rect is not None:
        for pool in host.pools[-len(lone.pools) :] if lone.pools else ():
            seat(host, pool, place)
        refit(host, keep="block")
        marks.put(g, host, marks.JOINED)
    g.emit("joined", unit=host.id, pools=[pool.id for pool in lone.pools])


def absorb(g: Game, lone: Unit, host: Unit) -> None:
    """Move the pools of a unit into another and strike the unit off; nobody is placed."""
    for pool in lone.pools:
        pool.unit = host
        _keep_effects(g, lone, pool)
        host.pools.append(pool)
    g.units.pop(lone.id, None)
    g.things.pop(lone.id, None)
    lone.rect = None
    touch(g)


def _keep_effects(g: Game, lone: Unit, pool: Pool) -> None:
    """What lasts on a unit that joins stays with its model alone; what both units have is not kept twice."""
    had = {(held.instance, held.effect) for held in pool.unit.held if held.holds_for(pool)}
    for held in lone.held:
        if (held.instance, held.effect) in had:
            continue
        pool.held.append(replace(held, bearer=pool.id, pools=()))
        for effect in _lasting(g, held):
            effect.things.append(pool.id)


def _lasting(g: Game, held: Held) -> Iterator[Lasting]:
    yield from (effect for effect in g.schedule.lasting if held.effect and effect.id == held.effect)


# -- leaving ---------------------------------------------------------------------------------------


def may_leave(g: Game, pool: Pool) -> bool:
    """Return whether a model may leave its unit: free to move, neither Engaged nor Shaken, its unit not
    moved yet.
    """
    unit = pool.unit
    if not is_attachable(pool) or len([p for p in unit.pools if p.models > 0]) < 2 or unit.rect is None:
        return False
    if is_engaged(g, unit) or any(mark in unit.marks for mark in (marks.SHAKEN, marks.MOVED, marks.CHARGED)):
        return False
    return may(g, "leave", Context(model=pool, unit=unit))


def leave(g: Game, pool: Pool, rect: Rect | None = None) -> Unit:
    """Make a model a unit of its own and return it; it stands at `rect`, else where it stood in the unit it
    leaves.

    The unit left behind closes up and has not moved. Raises ValueError for a model that stands alone.
    """
    host = pool.unit
    if len(host.pools) < 2:
        raise ValueError(f"{pool.name} is in no unit that it could leave")
    stand = stand_of(host, pool) if isinstance(host.formation, RankedFormation) else None
    where = rect or (stand.rect if stand is not None else host.rect)
    lone = Unit(g.new_id(), pool.name, pool.owner, cost=pool.cost)
    host.pools.remove(pool)
    lone.pools.append(pool)
    pool.unit = lone
    if host.rect is not None:
        unseat(host, pool.id)
        refit(host, keep="block")
    _take_along(g, host, lone)
    g.units[lone.id] = lone
    g.things[lone.id] = lone
    if where is not None:
        form_up(lone, where.x, where.y, where.ux, where.uy, 1)
    touch(g)
    g.emit("left", unit=lone.id, host=host.id, pool=pool.id)
    return lone


def _take_along(g: Game, host: Unit, lone: Unit) -> None:
    """Effects on a unit go on for each part of it that was there; marks likewise, but for what only befell
    the unit.
    """
    pool = lone.pools[0]
    for held in host.held:
        if not held.holds_for(pool):
            continue
        lone.held.append(replace(held, bearer=lone.id))
        for effect in _lasting(g, held):
            effect.things.append(lone.id)
    for name, effect_id in host.marks.items():
        if name in _OWN_MARKS or 0 < effect_id < pool.memory.get(CAME, 0):
            continue
        lone.marks[name] = effect_id
        for effect in g.schedule.lasting:
            if effect.id == effect_id:
                effect.marks.append((lone.id, name))


# -- charging out ----------------------------------------------------------------------------------


def may_charge_out(g: Game, pool: Pool) -> bool:
    """Return whether a model may declare a charge on its own and leave its unit behind (Attachable Models
    2.D.b).
    """
    return may_leave(g, pool) and marks.LEFT_BEHIND not in pool.unit.marks


def charge_out(g: Game, pool: Pool) -> Unit:
    """Part a model that declares a charge from its unit: it is a unit of its own from now on, standing
    where it stood.

    The unit it leaves declares no charge this Player Turn. Until the charge is moved both overlap, which is
    allowed to them.
    """
    host = pool.unit
    lone = leave(g, pool)
    lone.memory[CHARGING_OUT_OF] = host.id
    marks.put(g, host, marks.LEFT_BEHIND)
    return lone


CHARGING_OUT_OF = "charging-out-of"


def charging_out_of(g: Game, unit: Unit) -> Unit | None:
    """Return the unit that a model is charging out of, None if it is not."""
    host = g.units.get(unit.memory.get(CHARGING_OUT_OF, 0))
    return host if host is not None and not host.destroyed else None


def rejoin(g: Game, lone: Unit) -> Unit | None:
    """Put a model whose failed charge is too short to get clear back into its unit; returns the unit, which
    then moves.
    """
    host = charging_out_of(g, lone)
    lone.memory.pop(CHARGING_OUT_OF, None)
    if host is None:
        return None
    absorb(g, lone, host)
    for pool in lone.pools:
        seat(host, pool)
    refit(host, keep="block")
    return host


# -- placement -------------------------------------------------------------------------------------


def matches(pool: Pool, unit: Unit) -> bool:
    """Return whether a model's base matches those of a unit: the same, or a multiple (Attachable Models
    2.C.a).
    """
    formation = unit.formation
    if isinstance(formation, RankedFormation):
        return formation.covers(pool.base) is not None
    mass = next((p for p in unit.pools if not is_attachable(p)), None) or unit.pools[0]
    return RankedFormation(1, mass.base).covers(pool.base) is not None


# -- General and Battle Standard Bearer ------------------------------------------------------------


def general_of(g: Game, player: str) -> Pool | None:
    """Return the player's General on the table, None without one."""
    return _leader(g, player, GENERAL)


def standard_bearer_of(g: Game, player: str) -> Pool | None:
    """Return the player's Battle Standard Bearer on the table, None without one."""
    return _leader(g, player, STANDARD_BEARER)


def _leader(g: Game, player: str, name: str) -> Pool | None:
    for unit in g.units.values():
        if unit.owner == player and unit.rect is not None and not unit.destroyed:
            for pool in unit.pools:
                if pool.models > 0 and _own_rule(pool, name):
                    return pool
    return None


def _own_rule(thing: Thing, name: str) -> bool:
    return any(held.instance.ref.name == name for held in thing.held)
