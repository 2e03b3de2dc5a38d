"""The attack in which a scenario asks a number: who strikes or shoots at whom with what, in its situation.

What is no number of a weapon is asked of a blow in melee. Of a number of the defender (`armour-save of men
against archers`) the one asked is the target. Without an
enemy named it is one in contact; without any, nobody. Sight, Range and Cover are those on the table; a target
that nobody could shoot at is judged as if it were in the open.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from tercio.kernel.attack import Attack
from tercio.kernel.decl import Weapon
from tercio.kernel.errors import Diagnostic, RulesError, did_you_mean
from tercio.kernel.geometry import EPSILON, Facing, distance
from tercio.kernel.state import Arm, Game, Part, Pool, Unit, pool_of, unit_of
from tercio.kernel.trial.ask import part_of
from tercio.kernel.trial.system import Query

from ..artillery import with_automatic
from ..melee.agility import STANDARD, probe
from ..melee.equipment import wield, wielded
from ..scoring import RANK_AND_FILE
from ..shooters import KIND, Shooters, range_of, shooters, view_of
from ..terrain import settle
from ..volley import attack_of
from .numbers import unit_name

STAGES = ("to-hit", "to-wound", "armour-save", "special-save")


@contextmanager
def attack_asked(g: Game, query: Query) -> Iterator[Attack | None]:
    """Give the attack of a query, None if its number is of no attack; a melee weapon is in hand meanwhile."""
    if not _is_of_attack(g, query):
        yield None
        return
    striker, victim = _sides(g, query)
    part = part_of(replace(query, of=striker))
    arm = _arm(part, query.using)
    target = _target(g, victim, part)
    if arm is not None and KIND in arm.kinds:
        yield _shot(g, part, arm, target)
        return
    before = wielded(part)
    wield(g, part, arm)
    try:
        yield _blow(g, part, arm, target)
    finally:
        wield(g, part, before)


def _is_of_attack(g: Game, query: Query) -> bool:
    if not query.value:
        return True
    signature = g.ruleset.signatures.values.get(query.value)
    if signature is None or all(role != "attack" for role, _ in signature.roles):
        return False
    if query.using in g.ruleset.of_kind(Weapon) or query.against is not None or query.value in STAGES:
        return True
    return g.ruleset.roles(query.value)[:1] == ("attacker",)


def _sides(g: Game, query: Query) -> tuple[Any, Any]:
    """Who strikes, and whom."""
    if not query.value or g.ruleset.roles(query.value)[:1] != ("target",):
        return query.of, query.against
    striker = query.against if query.against is not None else _foe(g, query.of)
    if striker is None:
        raise RulesError(
            Diagnostic(f"{query.value} of {unit_name(query.of)} against whom?", hint="write: against foes")
        )
    return striker, query.of


def _foe(g: Game, thing: Any) -> Unit | None:
    unit = unit_of(thing)
    foes = g.engagement.foes(unit.id) if unit is not None else []
    return g.units[foes[0]] if foes else None


def _arm(part: Part, name: str) -> Arm | None:
    """The weapon named, else the one in hand. Raises RulesError for one that the part does not have."""
    if not name:
        return wielded(part)
    arm = next((arm for arm in part.arms if arm.name == name), None)
    if arm is None:
        names = [arm.name for arm in part.arms]
        hint = did_you_mean(name, names) or f"it has {', '.join(names) or 'nothing'}"
        raise RulesError(Diagnostic(f'{part.name} has no "{name}"', hint=hint))
    return arm


def _target(g: Game, victim: Any, part: Part) -> Pool:
    thing = victim if victim is not None else _foe(g, part)
    if isinstance(thing, Unit):
        pools = sorted(thing.pools, key=lambda pool: (pool.role != RANK_AND_FILE, pool.id))
        return pools[0] if pools else _nobody()
    return pool_of(thing) or _nobody()


def _nobody() -> Pool:
    unit = Unit(0, "nobody")
    pool = Pool(0, "nobody", unit=unit)
    unit.pools.append(pool)
    return pool


def _shot(g: Game, part: Part, arm: Arm, target: Pool) -> Attack:
    unit, foe = part.pool.unit, target.unit
    if unit.rect is None or foe.rect is None:
        return attack_of(g, Shooters(part, arm, False, "", 1), target, Facing.FRONT)
    settle(g, unit, foe)
    view = view_of(g, unit, foe)
    groups = [one for one in shooters(g, view) if one.part is part and one.arm is arm]
    far = distance(unit.rect, foe.rect) > range_of(g, part, arm) * _half(g) + EPSILON
    group = groups[0] if groups else Shooters(part, arm, far, "", 1)
    return attack_of(g, group, target, view.facing)


def _half(g: Game) -> float:
    return float(g.ruleset.constant("long-range-fraction"))


def _blow(g: Game, part: Part, arm: Arm | None, target: Pool) -> Attack:
    unit, foe = part.pool.unit, target.unit
    settle(g, *(one for one in (unit, foe) if one.rect is not None))
    attack = probe(part, STANDARD, arm, target, g.engagement.combat_of(unit.id))
    if foe.id in g.engagement.foes(unit.id):
        attack.facts = {"facing": g.engagement.facing(foe.id, unit.id).value}
    return with_automatic(g, attack)
