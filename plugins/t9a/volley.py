"""A volley: one unit's Shooting Attack on another, from the choice of weapons to the losses.

What changes the roll to hit is asked of the rules by facts of the attack: `long-range`, `cover`, `facing`.
Source: T9A rulebook, Shooting Phase 2-3; Attacks 2.A; Model Rules, Area Attack; rulings 28, 36, 37.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from tercio.kernel.attack import Attack, resolve
from tercio.kernel.context import Context
from tercio.kernel.decisions import Decision, Procedure, ask
from tercio.kernel.decl.expr import DiceAmount
from tercio.kernel.geometry import Facing
from tercio.kernel.query import stat
from tercio.kernel.state import Arm, Game, Pool, Unit
from tercio.kernel.windows import listens, open_window

from . import marks
from .allocation import divide_shots, targets_at_range
from .artillery import hits_of_strand, makes_more_hits, with_automatic
from .shooters import SPENT, Shooters, probe, shooters, view_of
from .terrain import settle
from .wounds import Batch, rolled_sum, strike


def shoot_at(
    g: Game,
    unit: Unit,
    target: Unit,
    *,
    weapon: str = "",
    ignoring: Iterable[Unit] = (),
    groups: Sequence[Shooters] | None = None,
    why: str = "shooting",
) -> Procedure[None]:
    """Let a unit shoot at another: choose weapons and Health Pools, roll, let the target lose Health Points
    and panic.

    `weapon` leaves one weapon only, `ignoring` units hide and cover nothing, `groups` says who shoots
    instead of working it out.
    """
    settle(g, unit, target)
    marks.put(g, unit, marks.SHOT)
    g.emit("shooting-declared", unit=unit.id, target=target.id, why=why)
    yield from declared(g, unit, target)
    view = view_of(g, unit, target, ignoring)
    able = shooters(g, view) if groups is None else list(groups)
    able = [group for group in able if not weapon or group.arm.name == weapon]
    chosen = yield from choose_weapons(unit, able)
    batches: list[Batch] = []
    by_arm: dict[int, list[Shooters]] = {}
    for group in chosen:
        by_arm.setdefault(group.arm.id, []).append(group)
    for groups in by_arm.values():
        known = _known_shots(g, groups, target, view.facing)
        aims = yield from divide_shots(g, unit.owner, target, groups[0].arm.name, known)
        if not aims:
            return
        batches += _divided(g, groups, aims, view.facing)
    _spend(chosen)
    yield from strike(g, batches, why)


def declared(g: Game, unit: Unit, target: Unit) -> Procedure[None]:
    """Let rules act on a Shooting Attack that has been declared."""
    if listens(g, "after shooting-declared"):
        attacker = next(unit.parts(), None)
        c = Context(unit=unit, attacker=attacker, target_unit=target, player=g.players.get(unit.owner))
        yield from open_window(g, "after shooting-declared", c)


def choose_weapons(unit: Unit, able: Sequence[Shooters]) -> Procedure[list[Shooters]]:
    """Let each part that could use several weapons choose one of them (one shooting weapon for each part)."""
    by_part: dict[int, dict[int, Arm]] = {}
    for group in able:
        by_part.setdefault(group.part.id, {})[group.arm.id] = group.arm
    keep: dict[int, int] = {}
    for part, arms in by_part.items():
        keep[part] = yield from ask(
            Decision(
                "shoot.weapon",
                unit.owner,
                "Which weapon shoots?",
                list(arms),
                "Shooting Phase 2",
                {"unit": unit.id, "part": part, "weapons": {str(n): arm.name for n, arm in arms.items()}},
            )
        )
    return [group for group in able if keep[group.part.id] == group.arm.id]


def attack_of(g: Game, group: Shooters, pool: Pool, facing: Facing) -> Attack:
    """Return the attack that equal shooters make on a Health Pool."""
    part, arm = group.part, group.arm
    label = (
        f"{part.pool.unit.id}/{part.id}/{arm.id}/{pool.id}/{group.cover}{'/far' if group.long_range else ''}"
    )
    facts = {"long-range": group.long_range, "cover": group.cover, "facing": facing.value}
    attack = replace(probe(part, arm, pool), facts=facts, label=label)
    return with_automatic(g, attack)


def _known_shots(g: Game, groups: Sequence[Shooters], target: Unit, facing: Facing) -> int | None:
    """Return how many shots shooters make with one weapon, None where that is rolled."""
    pool = next(iter(targets_at_range(g, target)), None)
    numbers = [_shots_each(g, group, pool, facing) for group in groups] if pool is not None else []
    if any(isinstance(number, DiceAmount) for number in numbers):
        return None
    each = zip(groups, numbers, strict=False)
    return sum(int(number) * group.count * group.part.count for group, number in each)


def _shots_each(g: Game, group: Shooters, pool: Pool, facing: Facing) -> Any:
    return stat(g, "shots", attack_of(g, group, pool, facing).context())


def _divided(
    g: Game, groups: Sequence[Shooters], aims: Sequence[tuple[Pool, int | None]], facing: Facing
) -> list[Batch]:
    """Return the shots of one weapon at the Health Pools that they were divided among: those who shoot first
    (in the order of `groups`) shoot at the pool that was named first.
    """
    batches: list[Batch] = []
    if aims[0][1] is None:
        return [batch for group in groups for batch in _shots(g, group, aims[0][0], facing)]
    wanted = {pool.id: count or 0 for pool, count in aims}
    for group in groups:
        left = int(_shots_each(g, group, aims[0][0], facing)) * group.count * group.part.count
        for pool, _ in aims:
            taken = min(left, wanted[pool.id])
            if taken:
                batches += _shots(g, group, pool, facing, taken)
                left, wanted[pool.id] = left - taken, wanted[pool.id] - taken
    return batches


def _shots(g: Game, group: Shooters, pool: Pool, facing: Facing, count: int | None = None) -> list[Batch]:
    """Return the shots of equal shooters (so many of them, None: all); those whose successes make several
    hits have been rolled to hit already.
    """
    attack = attack_of(g, group, pool, facing)
    if count is None:
        number = stat(g, "shots", attack.context())
        count = rolled_sum(g, number, group.count * group.part.count, attack.label, "shots")
    if not makes_more_hits(g, attack):
        return [(attack, count)]
    report = resolve(g, attack, count, "to-hit")
    hits = sum(strand.count for strand in report.through)
    g.emit("area-shots", unit=group.part.pool.unit.id, arm=group.arm.name, shots=count, hits=hits,
           needed=report.needed.get("to-hit", 0))  # fmt: skip
    return [batch for strand in report.through for batch in hits_of_strand(g, strand)]


def _spend(chosen: Iterable[Shooters]) -> None:
    for part, arm in {(group.part.id, group.arm.id): (group.part, group.arm) for group in chosen}.values():
        if arm.numbers.get("uses") is not None:
            spent = part.memory.setdefault(SPENT, {})
            spent[arm.name] = spent.get(arm.name, 0) + 1
