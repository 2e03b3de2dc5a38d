"""Picking the targets of a unit's attacks: before any die is rolled, for all of its weapons.

What each lot of equal attacks has in common is shared among its targets by the owner. The answer is a list
with, for each lot in order, its shares: `[[[target, number], ...], ...]`, where `number` counts attacks, or
models if their attacks are dice, or not as many at every target (a model then makes all of them at one); all
of a lot are shared. What was picked is kept, as plain data, until the attacks are made:
`unit.memory["aims"]`, a list of aims `[part, weapon, target, number, behind]` by ids (`number`: of attacks,
or of models if theirs are dice; `behind`: the terrain features that the target is behind); and for rules that
ask later `unit.memory["aimed"]`: by kind of attack the `turn` and the `targets` of it.
Source: core rules, 16.0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from tercio.kernel.decisions import Decision, Procedure
from tercio.kernel.errors import Refusal
from tercio.kernel.state import Game, Unit

from .targets import COMBAT, Lot, lots_of

AIMS, AIMED = "aims", "aimed"
_MOST_PLANS: Final = 12

Plan = list[list[list[int]]]
"""For each lot its shares: `[id of the target, number]`."""


def aim(g: Game, unit: Unit, kind: str) -> Procedure[None]:
    """Let the owner of a unit pick the targets of its attacks of a kind, and keep what is picked."""
    lots = lots_of(g, unit, kind)
    plan = yield from _planned(unit, kind, lots)
    aims: list[list[Any]] = [
        [lot.part.id, lot.arm.id, target, lot.made(target, share), list(lot.behind(target))]
        for lot, shares in zip(lots, plan, strict=True)
        for target, share in shares
    ]
    targets = list(dict.fromkeys(one[2] for one in aims))
    unit.memory[AIMS] = aims
    _note(g, unit, kind, targets)
    if targets:
        g.emit("targets-picked", unit=unit.id, attacks=kind, targets=targets)


def _planned(unit: Unit, kind: str, lots: Sequence[Lot]) -> Procedure[Plan]:
    plans = _plans(lots)
    if all(len(lot.targets) < 2 for lot in lots):
        return plans[0]
    answer: Plan = yield Decision(
        "attack.targets",
        unit.owner,
        f"{unit.name}: which attacks at which unit?",
        plans,
        "Core Rules, 16.0",
        {"unit": unit.id, "kind": kind, "lots": [_plain(lot) for lot in lots]},
        lambda answer: judge_plan(lots, answer),
    )
    return answer


def _plain(lot: Lot) -> dict[str, Any]:
    return {
        "part": lot.part.id,
        "weapon": lot.arm.name,
        "models": lot.models,
        "number": lot.number,
        "of": "attacks" if lot.each else "models",
        "targets": [target for target, _ in lot.targets],
    }


def _plans(lots: Sequence[Lot]) -> list[Plan]:
    """Return for each target the plan by which all that can attacks it, and others the first they reach; if
    nothing reaches anything, one empty plan.
    """
    targets = dict.fromkeys(target for lot in lots for target, _ in lot.targets)
    plans: list[Plan] = []
    for wanted in targets:
        plan = [[[wanted if lot.reaches(wanted) else lot.targets[0][0], lot.number]] for lot in lots]
        if plan not in plans:
            plans.append(plan)
    return plans[:_MOST_PLANS] or [[]]


def judge_plan(lots: Sequence[Lot], answer: Any) -> Refusal | None:
    """Return why an answer does not share out all attacks of all lots among targets they reach, if so."""
    if not isinstance(answer, list) or len(answer) != len(lots):
        return Refusal("attack.malformed", {"lots": len(lots)})
    for number, (lot, shares) in enumerate(zip(lots, answer, strict=True)):
        if not _is_shares(shares):
            return Refusal("attack.malformed", {"lot": number})
        targets = [target for target, _ in shares]
        if len(set(targets)) < len(targets) or not all(lot.reaches(target) for target in targets):
            return Refusal("attack.no_target", {"lot": number, "targets": targets})
        shared = sum(count for _, count in shares)
        if shared != lot.number:
            return Refusal("attack.not_all", {"lot": number, "shared": shared, "number": lot.number})
    return None


def _is_shares(shares: Any) -> bool:
    return isinstance(shares, list) and all(
        isinstance(share, list) and len(share) == 2 and all(type(n) is int and n > 0 for n in share)
        for share in shares
    )


# -- what was picked -------------------------------------------------------------------------------


def _note(g: Game, unit: Unit, kind: str, targets: Sequence[int]) -> None:
    turn = g.clock.stamp("turn")
    noted = unit.memory.setdefault(AIMED, {}).get(kind)
    before = noted["targets"] if noted is not None and noted["turn"] == turn else []
    everyone = list(dict.fromkeys([*before, *targets]))
    unit.memory[AIMED][kind] = {"turn": turn, "targets": everyone}


def targets_this_turn(g: Game, unit: Unit, kind: str) -> list[int]:
    """Return the ids of all units that were targets of a unit's attacks of a kind this turn."""
    noted = unit.memory.get(AIMED, {}).get(kind)
    if noted is None or noted["turn"] != g.clock.stamp("turn"):
        return []
    return list(noted["targets"])


def aimed_only_at(g: Game, unit: Unit, foe: Unit) -> bool:
    """Whether a unit picked targets for combat attacks this turn, and the only one was this enemy."""
    return targets_this_turn(g, unit, COMBAT) == [foe.id]
