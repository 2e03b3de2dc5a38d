"""Wounds, and what they cost: batches of attacks struck at the same time, health lost, models and units gone.

`strike` is the one way from attacks to losses, in fights and shooting alike: all batches are rolled before
anybody falls. A pool is one store of health: whenever it has lost what one model has, a model falls and the
rest is carried on. Ranks close up from the rear, a single rank from both ends. What is left over when all of
a unit's own models have fallen passes to its commander (permission `spill`); wounds of a commander pass to
nobody. A pool without models stays with its unit but its rules are silent. Windows: `models-slain`,
`pool-slain`, `unit-destroyed`. Source: SOVL, Units and Combat Phase; Warhammer Armies Project, Removing
Casualties.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tercio.kernel.attack import Attack, Resolved, Strand, resolve
from tercio.kernel.context import Context
from tercio.kernel.decisions import Procedure
from tercio.kernel.decl.expr import DiceAmount
from tercio.kernel.modifiers import value
from tercio.kernel.permissions import may
from tercio.kernel.state import Game, Pool, Unit, touch
from tercio.kernel.windows import listens, open_window

from .amounts import roll_each
from .contact import disengage, regroup
from .muster import RANK_AND_FILE, commander_of

Batch = tuple[Attack, int]
"""So many equal attacks."""

DAMAGE = "damage"
"""The number that says what an attack costs that nothing stops."""


@dataclass(frozen=True, slots=True)
class Wounded:
    """What one batch did: the wounds of its attacks, damage counted, those beyond the last model included."""

    attack: Attack
    wounds: int


# -- striking --------------------------------------------------------------------------------------


def strike(g: Game, batches: Sequence[Batch], why: str = "") -> Procedure[list[Wounded]]:
    """Resolve batches of equal attacks as simultaneous, then let their targets lose health; returns what each
    batch did, in their order.
    """
    toll = []
    for attack, count in batches:
        report = resolve(g, attack, count)
        wounds = wounds_of(g, report)
        toll.append(Wounded(attack, wounds))
        _tell(g, report, wounds, why)
    yield from take(g, toll, why)
    return toll


def wounds_of(g: Game, report: Resolved) -> int:
    """Return the wounds of resolved attacks: `damage` for each that went through all stages, or that
    a natural die ended.
    """
    total = sum(_damage(g, strand) for strand in report.through)
    for strands in report.ended.values():
        total += sum(_damage(g, strand) for strand in strands)
    return total


def _damage(g: Game, strand: Strand) -> int:
    attack = strand.attack
    each, most = damage_each(g, attack)
    if isinstance(each, DiceAmount):
        rolled = roll_each(g, each, strand.count, attack.label, DAMAGE)
        return sum(min(one, most) for one in rolled)
    return int(strand.count) * max(0, min(int(each), most))


def damage_each(g: Game, attack: Attack) -> tuple[int | DiceAmount, int]:
    """Return the wounds that one attack causes which is not stopped, and the most that it can."""
    printed = attack.number(DAMAGE)
    each: int | DiceAmount = value(g, DAMAGE, attack.context(), 1 if printed is None else printed)
    return each, health_each(attack.target)


def _tell(g: Game, report: Resolved, wounds: int, why: str) -> None:
    attack = report.attack
    g.emit(
        "attacks",
        unit=_id(attack.unit),
        part=attack.attacker.id if attack.attacker is not None else 0,
        arm=attack.arm.name if attack.arm is not None else "",
        target=attack.target.id,
        target_unit=attack.target.unit.id,
        count=report.rolled,
        needed=dict(report.needed),
        passed=dict(report.passed),
        wounds=wounds,
        why=why,
    )


def take(g: Game, toll: Iterable[Wounded], why: str) -> Procedure[None]:
    """Let every pool that was wounded lose its health; the first attack at it is the one that did it."""
    taken: dict[int, tuple[Pool, int, Unit | None]] = {}
    for one in toll:
        if one.wounds:
            pool, before, by = taken.get(one.attack.target.id, (one.attack.target, 0, one.attack.unit))
            taken[pool.id] = (pool, before + one.wounds, by)
    for pool, points, by in taken.values():
        yield from lose(g, pool, points, by, why)


# -- losing health ---------------------------------------------------------------------------------


def health_each(pool: Pool) -> int:
    """Return the health of one model of a pool."""
    return int(pool.profile.get("health-points") or 1)


def lose(g: Game, pool: Pool, points: int, by: Unit | None = None, why: str = "") -> Procedure[int]:
    """Take up to `points` of health from a pool, and what is left over from its unit's commander; returns
    the health lost. `by` is the unit that did it.
    """
    lost = yield from _lose(g, pool, points, by, why)
    heir = _heir(g, pool) if lost < points else None
    if heir is not None:
        lost += yield from _lose(g, heir, points - lost, by, why)
    return lost


def _heir(g: Game, pool: Pool) -> Pool | None:
    """Return who takes what a pool that has fallen cannot: the commander of its unit."""
    unit = pool.unit
    if pool.role != RANK_AND_FILE or unit.destroyed or pool.models:
        return None
    return commander_of(unit) if may(g, "spill", Context(unit=unit)) else None


def _lose(g: Game, pool: Pool, points: int, by: Unit | None, why: str) -> Procedure[int]:
    unit, lost = pool.unit, min(points, pool.health)
    if lost <= 0 or unit.destroyed:
        return 0
    slain, pool.lost = divmod(pool.lost + lost, health_each(pool))
    pool.models -= slain
    g.emit("health-lost", unit=unit.id, pool=pool.id, lost=lost, slain=slain, left=pool.models, by=_id(by),
           why=why)  # fmt: skip
    if slain:
        c = Context(unit=unit, target=pool, target_unit=by, slain=slain)
        if listens(g, "after models-slain"):
            yield from open_window(g, "after models-slain", c)
        if not pool.models:
            yield from _fall(g, pool, c, by, why)
        regroup(g, unit)
    return lost


def _fall(g: Game, pool: Pool, c: Context, by: Unit | None, why: str) -> Procedure[None]:
    g.emit("pool-slain", unit=pool.unit.id, pool=pool.id, by=_id(by), why=why)
    if listens(g, "after pool-slain"):
        yield from open_window(g, "after pool-slain", c)
    if pool.unit.models:
        _silence(g, pool)
    else:
        yield from destroy(g, pool.unit, why, by)


def _silence(g: Game, pool: Pool) -> None:
    """Let the rules of a pool that has fallen speak no more. Weapons are shared by copies of a game, so they
    are no longer found instead.
    """
    for part in pool.parts:
        part.held = []
        for arm in part.arms:
            g.things.pop(arm.id, None)
    pool.held = []
    touch(g, pool)


def _id(unit: Unit | None) -> int:
    return unit.id if unit is not None else 0


# -- destroying ------------------------------------------------------------------------------------


def destroy(g: Game, unit: Unit, why: str = "", by: Unit | None = None) -> Procedure[None]:
    """Destroy a unit: it leaves the table with all its models; its own rules speak a last time in
    `unit-destroyed`. `by` is the unit that did it.
    """
    if unit.destroyed:
        return
    g.emit("unit-destroyed", unit=unit.id, by=_id(by), why=why)
    if listens(g, "after unit-destroyed"):
        yield from open_window(g, "after unit-destroyed", Context(unit=unit, target_unit=by))
    for pool in unit.pools:
        pool.models = pool.lost = 0
    disengage(g, unit)
    unit.destroyed, unit.rect = True, None
    touch(g, unit)
