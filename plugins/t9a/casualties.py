"""Losing Health Points: models fall, pools die, units are removed; and what was lost is healed or raised.

Everything that costs Health Points ends here, so that the counts which rules ask for are kept in one place,
in a unit's memory: losses of the phase to enemy Ranged Attacks (`losses`), losses of the Round of Combat
(`round-lost`), and, once destroyed in combat, whom it was engaged with and whether it was Scoring
(`engaged-with`, `was-scoring`). A frozen unit keeps its boundary, any other closes up. While blows are
struck (`striking`) a pool whose dead still strike stays until `bury`. Source: T9A rulebook, Attacks 4,
Psychology 2.A, Magical Effects 2-3; Reference Handbook, Casualties; Season Pack, Destroyed in Combat.
"""

from __future__ import annotations

from typing import Any

from tercio.kernel.context import Context
from tercio.kernel.decisions import Procedure
from tercio.kernel.permissions import may
from tercio.kernel.state import Game, Pool, Thing, Unit, touch
from tercio.kernel.windows import listens, open_window, replaced
from tercio.plugins.regiments.formation import RankedFormation

from . import marks
from .engaging import disengage, regroup
from .originals import enrol_once, health_each, health_left, origin_of
from .psychology import panic
from .scoring import RANK_AND_FILE, scoring
from .spacing import free_of, obstructions

LOSSES, ROUND_LOST, STRIKING, DYING = "losses", "round-lost", "striking", "dying"
ENGAGED_WITH, WAS_SCORING = "engaged-with", "was-scoring"
LOST_FOR_GOOD = "lost-for-good"
"""Health Points of a pool that nothing gives back (Rebirth)."""


# -- losing ----------------------------------------------------------------------------------------


def lose_health(
    g: Game, pool: Pool, amount: int, *, by: Unit | None = None, ranged: bool = False, why: str = ""
) -> Procedure[int]:
    """Take up to `amount` Health Points from a pool, remove whole models and return what was lost; the rest
    is ignored.

    `by` is the unit that did it. `ranged`: by a Ranged Attack, so that losses to an enemy count for Panic;
    the test itself is `panic_by_losses`.
    """
    enrol_once(g)
    unit, lost = pool.unit, min(amount, pool.health)
    if lost <= 0 or unit.destroyed:
        return 0
    _count(g, unit, lost, ranged and by is not None and by.owner != unit.owner)
    fallen = _take(pool, lost)
    g.emit("health-lost", unit=unit.id, pool=pool.id, lost=lost, models=fallen, left=pool.models, why=why)
    if listens(g, "after health-lost"):
        yield from open_window(
            g, "after health-lost", Context(target=pool, target_unit=unit, unit=unit, result=lost)
        )
    if not pool.models:
        yield from _fall(g, pool, by, why)
    elif fallen:
        close_up(g, unit)
    return lost


def _take(pool: Pool, lost: int) -> int:
    each = health_each(pool)
    fallen, pool.lost = divmod(pool.lost + lost, each)
    pool.models -= fallen
    return fallen


def _count(g: Game, unit: Unit, lost: int, frightening: bool) -> None:
    tally = _tally(g, unit)
    if frightening and unit.id not in g.engagement:
        tally["lost"] += lost
    if ROUND_LOST in unit.memory:
        unit.memory[ROUND_LOST] += lost


def _tally(g: Game, unit: Unit) -> dict[str, Any]:
    """The losses of this phase; `start` is what the unit had before the first of them."""
    at = g.clock.stamp("phase")
    tally: dict[str, Any] | None = unit.memory.get(LOSSES)
    if tally is None or tally["at"] != at:
        tally = unit.memory[LOSSES] = {"at": at, "start": sum(pool.health for pool in unit.pools), "lost": 0}
    return tally


def close_up(g: Game, unit: Unit) -> None:
    """Let a unit that lost or gained models take its new boundary, unless it is frozen or stands in no
    ranks.
    """
    if isinstance(unit.formation, RankedFormation) and unit.formation.frozen is None and not unit.destroyed:
        regroup(g, unit)


def panic_by_losses(g: Game, unit: Unit, by: Unit | None = None) -> Procedure[None]:
    """Take the Panic Test that this phase's losses to enemy Ranged Attacks call for, if they do (Psychology
    2.A).
    """
    tally = unit.memory.get(LOSSES)
    if unit.destroyed or tally is None or tally["at"] != g.clock.stamp("phase"):
        return
    least, percent = g.ruleset.constant("panic-losses"), g.ruleset.constant("panic-fraction")
    if tally["lost"] >= least and tally["lost"] * 100 >= tally["start"] * percent:
        yield from panic(g, unit, by)


# -- removing --------------------------------------------------------------------------------------


def _fall(g: Game, pool: Pool, by: Unit | None, why: str) -> Procedure[None]:
    if STRIKING in pool.unit.memory and strikes_when_slain(g, pool):
        pool.memory[DYING] = {"by": by.id if by else 0, "why": why}
        return
    yield from remove_pool(g, pool, why, by)


def strikes_when_slain(g: Game, pool: Pool) -> bool:
    """Return whether a part of the pool may strike although slain this round (Dying Blow)."""
    return any(
        may(g, "strike-when-slain", Context(attacker=part, unit=pool.unit), False) for part in pool.parts
    )


def bury(g: Game, unit: Unit) -> Procedure[None]:
    """Remove the pools that had stayed for their last blow."""
    for pool in [p for p in unit.pools if DYING in p.memory]:
        dying = pool.memory.pop(DYING)
        yield from remove_pool(g, pool, dying["why"], g.units.get(dying["by"]))


def remove_unit(g: Game, unit: Unit, why: str, by: Unit | None = None) -> Procedure[None]:
    """Remove a whole unit as a casualty; no Health Points count as lost. `by` is who did it, if anyone."""
    if unit.destroyed:
        return
    enrol_once(g)
    g.emit("unit-removed", unit=unit.id, why=why, by=by.id if by else 0)
    for pool in list(unit.pools):
        yield from remove_pool(g, pool, why, by)


def remove_pool(g: Game, pool: Pool, why: str, by: Unit | None = None) -> Procedure[None]:
    """Remove a pool as a casualty, and its unit with it if it was the last; windows open while its rules
    still hold.
    """
    unit, last = pool.unit, not any(p.models > 0 and p is not pool for p in pool.unit.pools)
    c = Context(model=pool, unit=unit, target=pool, enemy=by)
    enrol_once(g)
    scored = pool.role == RANK_AND_FILE and scoring(g, unit)
    pool.models = pool.lost = 0
    if last and (yield from replaced(g, "unit-destroyed", c)) and unit.models:
        return
    g.emit("pool-slain", unit=unit.id, pool=pool.id, why=why)
    yield from open_window(g, "after pool-slain", c)
    if not health_left(g, origin_of(pool)):
        yield from _original_gone(g, pool, by, scored)
    if last:
        yield from _destroy(g, unit, by, why)
    _strike_off(g, pool)


def _original_gone(g: Game, pool: Pool, by: Unit | None, scored: bool) -> Procedure[None]:
    unit = pool.unit
    if not in_combat(g, unit):
        return
    if marks.BROKEN not in unit.marks:
        note_foes(g, unit)
        unit.memory[WAS_SCORING] = scored
    else:
        unit.memory[WAS_SCORING] = unit.memory.get(WAS_SCORING, False) and pool.role == RANK_AND_FILE
    foes = unit.memory.get(ENGAGED_WITH, [])
    enemy = by if by is not None else next((g.units[foe] for foe in foes), None)
    g.emit("destroyed-in-combat", unit=unit.id, pool=pool.id, enemy=enemy.id if enemy else 0)
    yield from open_window(g, "after unit-destroyed-in-combat", Context(unit=unit, enemy=enemy, model=pool))


def in_combat(g: Game, unit: Unit) -> bool:
    """Return whether losing its last Health Point now makes a unit Destroyed in Combat: it is Engaged, or
    Broken and not yet safe.
    """
    return unit.id in g.engagement or marks.BROKEN in unit.marks


def note_foes(g: Game, unit: Unit) -> None:
    """Remember whom a unit is engaged with and whether it is Scoring, for rules that ask when it is gone."""
    unit.memory[ENGAGED_WITH] = g.engagement.foes(unit.id)
    unit.memory[WAS_SCORING] = scoring(g, unit)


def _destroy(g: Game, unit: Unit, by: Unit | None, why: str) -> Procedure[None]:
    g.emit("unit-destroyed", unit=unit.id, why=why, by=by.id if by else 0)
    yield from open_window(g, "after unit-destroyed", Context(unit=unit, enemy=by))
    unit.destroyed = True
    disengage(g, unit)
    unit.rect = None


def _strike_off(g: Game, pool: Pool) -> None:
    unit = pool.unit
    if pool in unit.pools and not pool.models:
        unit.pools.remove(pool)
        gone: list[Thing] = [pool, *pool.parts, *(arm for part in pool.parts for arm in part.arms)]
        for thing in gone:
            g.things.pop(thing.id, None)
        touch(g, unit)
        close_up(g, unit)


# -- healing ---------------------------------------------------------------------------------------


def recover(g: Game, pool: Pool, amount: int) -> int:
    """Give back up to `amount` lost Health Points of models that still stand; return how many (Magical
    Effects 2). Those that were lost for good stay lost.
    """
    healed = min(amount, pool.lost - int(pool.memory.get(LOST_FOR_GOOD, 0)))
    if healed > 0:
        pool.lost -= healed
        g.emit("health-recovered", pool=pool.id, amount=healed)
    return max(0, healed)


def raise_health(g: Game, pool: Pool, amount: int) -> int:
    """Heal, then bring back models one after the other, up to the starting number; return the Health Points
    gained.

    Models for which there is no room at the rear are lost. Source: T9A rulebook, Magical Effects 3;
    Reference Handbook, Raise.
    """
    each, before, old = health_each(pool), pool.health, pool.models
    if amount <= 0 or pool.unit.destroyed:
        return 0
    _set_health(pool, min(before + amount, pool.starting * each - pool.memory.get(LOST_FOR_GOOD, 0)))
    while pool.models > old:
        close_up(g, pool.unit)
        if _has_room(g, pool.unit):
            break
        _set_health(pool, (pool.models - 1) * each)
    else:
        close_up(g, pool.unit)
    gained = pool.health - before
    g.emit("health-raised", pool=pool.id, amount=gained, models=pool.models - old)
    return gained


def _set_health(pool: Pool, health: int) -> None:
    each = health_each(pool)
    pool.models = -(-health // each)
    pool.lost = pool.models * each - health


def _has_room(g: Game, unit: Unit) -> bool:
    return unit.rect is None or free_of(unit.rect, obstructions(g, unit))
