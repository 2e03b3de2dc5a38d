"""A volley: one pool of a unit shoots at another unit, from the choice of weapons to the losses.

Who shoots: the models in the first `shooting-ranks` ranks, each with `shots` of its weapon. A weapon with the
number `hits` makes that many hits a shot instead of being rolled to hit: `blast-die` is added to every die of
them. A weapon reaches a target within its `range`, measured from the front edge of the unit to the nearest
point, that the unit sees; the permissions `shoot` and `be-shot` say the rest. What else changes a roll (long
range, cover) are rules of the pack. A weapon with `uses` shoots so often in a battle. Decision:
`shoot.weapon`, the name of a weapon, for each part that could use several. Source: SOVL, Strategic
Phase, Ranged attacks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from tercio.kernel.attack import Attack
from tercio.kernel.context import Context
from tercio.kernel.decisions import Decision, Procedure, ask
from tercio.kernel.decl import AttackSequence
from tercio.kernel.decl.expr import DiceAmount
from tercio.kernel.errors import Refusal
from tercio.kernel.geometry import EPSILON
from tercio.kernel.modifiers import is_spoken_of, value
from tercio.kernel.permissions import may
from tercio.kernel.query import stat
from tercio.kernel.ruleset import Ruleset
from tercio.kernel.state import Arm, Game, Part, Pool, Unit
from tercio.kernel.windows import listens, open_window

from .amounts import roll_each, rolled_sum
from .formation import spots
from .losses import Batch, strike
from .muster import RANK_AND_FILE, body_of
from .sight import front_distance, may_see, sees

SHOOTING: Final = "shooting"
AUTOMATIC: Final = "automatic"
SPENT: Final = "spent"
"""What a part remembers: how often it has used each weapon that can be used so often only, by name."""

_ROLLED, _UNROLLED = frozenset((SHOOTING,)), frozenset((SHOOTING, AUTOMATIC))


def shooters_of(thing: Any) -> Pool | None:
    """Return the pool that shoots if a thing does: a unit's own models, or a pool itself; None for nobody."""
    if isinstance(thing, Pool):
        return thing if thing.models else None
    if not isinstance(thing, Unit):
        return None
    return next((pool for pool in thing.pools if pool.role == RANK_AND_FILE and pool.models), None)


# -- whether -----------------------------------------------------------------------------------------


def bar(g: Game, pool: Pool, target: Unit) -> Refusal | None:
    """Return why a pool cannot shoot at a unit, None if it can."""
    unit = pool.unit
    facts = {"unit": unit.id, "target": target.id}
    if unit.rect is None or target.rect is None or unit.owner == target.owner:
        return Refusal("shoot.no_target", facts)
    c = Context(unit=unit, target_unit=target)
    if not (may(g, "shoot", c) and may(g, "be-shot", c)):
        return Refusal("shoot.not_allowed", facts)
    if not any(_in_reach(g, part, target) for part in pool.parts):
        return Refusal("shoot.out_of_range", facts)
    return None if sees(g, unit, target) else Refusal("shoot.out_of_sight", facts)


def can_shoot(g: Game, thing: Any, target: Unit) -> bool:
    """Return whether a unit's own models, or a pool, can shoot at a unit."""
    pool = shooters_of(thing)
    if pool is None or not may_see(g, pool.unit, target):
        return False
    return any(_in_reach(g, part, target) for part in pool.parts) and bar(g, pool, target) is None


def _in_reach(g: Game, part: Part, target: Unit) -> list[Arm]:
    """Return the weapons of a part that reach a unit and are not used up, one of each name."""
    found: dict[str, Arm] = {}
    for arm in part.arms:
        is_ready = SHOOTING in arm.kinds and arm.name not in found and _is_left(part, arm)
        if is_ready and _reaches(g, part, arm, target):
            found[arm.name] = arm
    return list(found.values())


def _is_left(part: Part, arm: Arm) -> bool:
    uses = arm.numbers.get("uses")
    return uses is None or part.memory.get(SPENT, {}).get(arm.name, 0) < uses


def _reaches(g: Game, part: Part, arm: Arm, target: Unit) -> bool:
    rect, there = part.pool.unit.rect, target.rect
    if rect is None or there is None:
        return False
    far = _range(g, part, arm, target) + EPSILON
    dx, dy, reach = there.x - rect.x, there.y - rect.y, far + rect.radius + there.radius
    if dx * dx + dy * dy > reach * reach:
        return False
    dx, dy = dx - rect.ux * rect.half_depth, dy - rect.uy * rect.half_depth
    return dx * dx + dy * dy <= far * far or front_distance(rect, there) <= far


def _range(g: Game, part: Part, arm: Arm, target: Unit) -> float:
    """Return how far a weapon reaches."""
    if not is_spoken_of(g, "range") and g.ledgers is None:
        return float(arm.numbers.get("range") or 0)
    return float(stat(g, "range", aim(g, part, arm, body_of(target)).context()))


# -- the attack --------------------------------------------------------------------------------------


def aim(g: Game, part: Part, arm: Arm, target: Pool) -> Attack:
    """Return the attack of one shot of a part with a weapon at a pool: one that is not rolled to hit where
    the weapon says how many hits it makes.
    """
    unrolled = arm.numbers.get("hits") is not None
    return Attack(
        SHOOTING,
        _UNROLLED if unrolled else _ROLLED,
        target,
        unit=part.pool.unit,
        attacker=part,
        arm=arm,
        passed=g.ruleset.derived(first_stage) if unrolled else frozenset(),
        label=f"{part.id}/{arm.id}/{target.id}",
    )


def first_stage(ruleset: Ruleset) -> frozenset[str]:
    """Return the roll that decides which shots hit: that of the first stage of the sequence `shooting`."""
    return frozenset(stage.roll for stage in ruleset.get(AttackSequence, SHOOTING).stages[:1])


def batch_of(g: Game, part: Part, arm: Arm, target: Pool) -> Batch:
    """Return all shots of a part's models with a weapon; what says how many there are is rolled."""
    attack = aim(g, part, arm, target)
    c = attack.context()
    printed = arm.numbers.get("shots")
    each = value(g, "shots", c, 1 if printed is None else printed)
    shots = rolled_sum(g, each, shooting_models(g, part.pool, c) * part.count, attack.label, "shots")
    if AUTOMATIC not in attack.kinds:
        return attack, shots
    return attack, _hits(g, attack, shots)


def _hits(g: Game, attack: Attack, shots: int) -> int:
    c = attack.context()
    each = value(g, "hits", c, attack.number("hits"))
    if not isinstance(each, DiceAmount):
        return max(0, int(each)) * shots
    a_die = int(value(g, "blast-die", c, 0))
    return sum(roll_each(g, each, shots, attack.label, "hits", a_die=a_die))


def shooting_models(g: Game, pool: Pool, c: Context) -> int:
    """Return how many models of a pool stand in the ranks that shoot."""
    ranks = int(value(g, "shooting-ranks", c, 1))
    return sum(spot.pool == pool.id and spot.rank < ranks for spot in spots(pool.unit))


# -- shooting ----------------------------------------------------------------------------------------


def shoot(g: Game, pool: Pool, target: Unit, why: str = "") -> Procedure[Refusal | None]:
    """Let a pool shoot at a unit and that take its losses; a refusal if it cannot, and nothing is done."""
    refusal = bar(g, pool, target)
    if refusal is not None:
        return refusal
    unit, aimed = pool.unit, body_of(target)
    chosen = yield from chosen_weapons(g, pool, target)
    batches = []
    for part, arm in chosen:
        batches.append(batch_of(g, part, arm, aimed))
        _spend(part, arm)
    _tell(g, pool, target, batches, why)
    yield from strike(g, batches, why)
    if listens(g, "after unit-shot"):
        yield from open_window(g, "after unit-shot", Context(unit=unit, target_unit=target))
    return None


def _tell(g: Game, pool: Pool, target: Unit, batches: Sequence[Batch], why: str) -> None:
    rolled = sum(count for attack, count in batches if AUTOMATIC not in attack.kinds)
    g.emit(
        "unit-shot",
        unit=pool.unit.id,
        pool=pool.id,
        target=target.id,
        weapons=[attack.arm.name for attack, _ in batches if attack.arm is not None],
        shots=rolled,
        hits=sum(count for _, count in batches) - rolled,
        why=why,
    )


def chosen_weapons(g: Game, pool: Pool, target: Unit) -> Procedure[list[tuple[Part, Arm]]]:
    """Let each part of a pool choose one of the weapons that reach a unit; returns who shoots with what."""
    chosen = []
    for part in pool.parts:
        arms = _in_reach(g, part, target)
        if arms:
            chosen.append((part, (yield from _choose(part, target, arms))))
    return chosen


def _choose(part: Part, target: Unit, arms: Sequence[Arm]) -> Procedure[Arm]:
    unit, names = part.pool.unit, [arm.name for arm in arms]
    facts = {"unit": unit.id, "part": part.id, "target": target.id}
    question = f"{part.name}: which weapon shoots?"
    name = yield from ask(Decision("shoot.weapon", unit.owner, question, names, SHOOTING, facts))
    return arms[names.index(name)]


def _spend(part: Part, arm: Arm) -> None:
    if arm.numbers.get("uses") is not None:
        spent = part.memory.setdefault(SPENT, {})
        spent[arm.name] = spent.get(arm.name, 0) + 1
