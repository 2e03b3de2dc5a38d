"""The attack in which a scenario asks a number: who attacks whom with what, where they stand.

Of a number of the target (`save-roll of foe against guard with "Sword"`) the one asked is the target.
Without an enemy named it is one in combat; without any, nobody. What the target is behind is what it is
behind for the first model of that kind that can attack it; a target that nobody could attack is judged as
if it stood in the open.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from tercio.kernel.attack import Attack
from tercio.kernel.errors import Diagnostic, RulesError, did_you_mean
from tercio.kernel.state import Arm, Game, Part, Pool, Unit, unit_of
from tercio.kernel.trial.ask import part_of
from tercio.kernel.trial.system import Query

from ..combats import foes_of
from ..targets import COMBAT, MELEE, SHOOTING, attack_at, lots_of

_TARGET = "target_unit"


@contextmanager
def attack_asked(g: Game, query: Query) -> Iterator[Attack | None]:
    """Give the attack of a query, None if its number is of no attack."""
    if query.value and not _is_of_attack(g, query.value):
        yield None
        return
    striker, victim = _sides(g, query)
    part = part_of(replace(query, of=striker))
    yield _attack(g, part, _arm(part, query.using), _unit(victim) or _nobody())


def _is_of_attack(g: Game, name: str) -> bool:
    signature = g.ruleset.signatures.values.get(name)
    return signature is not None and any(role == "attack" for role, _ in signature.roles)


def _sides(g: Game, query: Query) -> tuple[Any, Any]:
    """Who attacks, and whom."""
    asked = _unit(query.of)
    foes = foes_of(g, asked) if asked is not None else []
    other = query.against if query.against is not None else foes[0] if foes else None
    if not query.value or g.ruleset.roles(query.value)[:1] != (_TARGET,):
        return query.of, other
    if other is None:
        name = getattr(query.of, "name", query.of)
        raise RulesError(Diagnostic(f"{query.value} of {name} against whom?", hint="write: against foes"))
    return other, query.of


def _unit(thing: Any) -> Unit | None:
    return unit_of(thing) if thing is not None else None


def _nobody() -> Unit:
    unit = Unit(0, "nobody")
    unit.pools.append(Pool(0, "nobody", unit=unit))
    return unit


def _arm(part: Part, name: str) -> Arm:
    """Return the weapon named, or the only one. Raises RulesError for one that the part does not have."""
    names = [arm.name for arm in part.arms]
    if not name and len(names) == 1:
        return part.arms[0]
    arm = next((arm for arm in part.arms if arm.name == name), None)
    if arm is None:
        hint = did_you_mean(name, names) or f"it has {', '.join(names) or 'nothing'}"
        message = f'{part.name} has no "{name}"' if name else f"{part.name} attacks with which weapon?"
        raise RulesError(Diagnostic(message, hint=hint))
    return arm


def _attack(g: Game, part: Part, arm: Arm, foe: Unit) -> Attack:
    unit, kind = part.pool.unit, COMBAT if MELEE in arm.kinds else SHOOTING
    lots = lots_of(g, unit, kind) if foe.id else []
    mine = (lot for lot in lots if lot.part is part and lot.arm is arm and lot.reaches(foe.id))
    lot = next(mine, None)
    return attack_at(unit, part, arm, foe, kind, lot.behind(foe.id) if lot is not None else ())
