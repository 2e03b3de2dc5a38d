"""The attack in which a scenario asks a number: who strikes or shoots at whom with what, where they stand.

It is of an attack if an enemy or a weapon is named, if it is the number of a stage, or if the question is
about attacks as such. Where it is a number of a target (`to-save of men against archers with "Bow"`) the one
asked is the target. Without an enemy named it is one in contact; without any, nobody. Without a weapon named
it is the one in hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from tercio.kernel.attack import Attack
from tercio.kernel.decl import AttackSequence
from tercio.kernel.errors import Diagnostic, RulesError, did_you_mean
from tercio.kernel.ruleset import Ruleset
from tercio.kernel.state import Arm, Game, Part, Pool, Unit, pool_of, unit_of
from tercio.kernel.trial.ask import part_of
from tercio.kernel.trial.system import Query

from ..blows import attack_of
from ..contact import foes_of
from ..losses import DAMAGE
from ..muster import body_of
from ..volley import SHOOTING, aim


@contextmanager
def attack_asked(g: Game, query: Query) -> Iterator[Attack | None]:
    """Give the attack of a query, None if its number is of no attack."""
    if not _is_of_attack(g, query):
        yield None
        return
    striker, victim = _sides(g, query)
    part = part_of(replace(query, of=striker))
    yield _attack(g, part, _arm(part, query.using), _target(victim))


def _is_of_attack(g: Game, query: Query) -> bool:
    if query.value in ("", DAMAGE) or query.value in g.ruleset.derived(_stages):
        return True
    roles = g.ruleset.roles(query.value)
    if "attacker" not in roles and "target" not in roles:
        return False
    return bool(query.using) or query.against is not None


def _stages(ruleset: Ruleset) -> frozenset[str]:
    sequences = ruleset.of_kind(AttackSequence).values()
    return frozenset(stage.roll for sequence in sequences for stage in sequence.stages)


def _sides(g: Game, query: Query) -> tuple[Any, Any]:
    """Who attacks, and whom."""
    other = query.against if query.against is not None else _foe(g, query.of)
    if not query.value or g.ruleset.roles(query.value)[:1] != ("target",):
        return query.of, other
    if other is None:
        name = getattr(query.of, "name", query.of)
        raise RulesError(Diagnostic(f"{query.value} of {name} against whom?", hint="write: against foes"))
    return other, query.of


def _foe(g: Game, thing: Any) -> Unit | None:
    unit = unit_of(thing)
    return next(iter(foes_of(g, unit)), None) if unit is not None else None


def _arm(part: Part, name: str) -> Arm | None:
    """Return the weapon named, None for the one in hand. Raises RulesError for one that is not there."""
    if not name:
        return None
    arm = next((arm for arm in part.arms if arm.name == name), None)
    if arm is None:
        names = [arm.name for arm in part.arms]
        hint = did_you_mean(name, names) or f"it has {', '.join(names) or 'nothing'}"
        raise RulesError(Diagnostic(f'{part.name} has no "{name}"', hint=hint))
    return arm


def _target(victim: Any) -> Pool:
    if isinstance(victim, Unit):
        return body_of(victim)
    return pool_of(victim) or _nobody()


def _nobody() -> Pool:
    unit = Unit(0, "nobody")
    unit.pools.append(Pool(0, "nobody", unit=unit))
    return unit.pools[0]


def _attack(g: Game, part: Part, arm: Arm | None, target: Pool) -> Attack:
    if arm is not None and SHOOTING in arm.kinds:
        return aim(g, part, arm, target)
    blow = attack_of(part, target)
    return blow if arm is None else replace(blow, arm=arm)
