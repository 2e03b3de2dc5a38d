"""Striking: attacks that happen at the same time are resolved one and all, then their unsaved wounds take
Health Points.

`strike` is the one way from attacks to losses, in melee, shooting and magic alike. Each batch holds equal
attacks and is rolled as one pool of dice; each unsaved wound costs `damage` Health Points, rolled for each
wound and never more than one model of the target has. Source: T9A rulebook, Attacks 2-4; rulings 26, 32.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from tercio.kernel.attack import Attack, Resolved, Strand, resolve, stagewise
from tercio.kernel.decisions import Procedure
from tercio.kernel.decl.expr import DiceAmount
from tercio.kernel.decl.statements import Do
from tercio.kernel.decl.things import AttackSequence
from tercio.kernel.dice import keep, most
from tercio.kernel.modifiers import value
from tercio.kernel.rolls import purpose
from tercio.kernel.state import Game, Unit
from tercio.kernel.windows import listens, open_window

from .casualties import lose_health, panic_by_losses
from .originals import health_each

Batch = tuple[Attack, int]

DAMAGE = "damage"
"""The number that says what an unsaved wound costs."""


def strike(g: Game, attacks: Sequence[Batch], why: str) -> Procedure[list[Resolved]]:
    """Resolve batches of equal attacks as simultaneous, then let the targets lose Health Points; returns
    what became of each batch.

    Nobody falls before all are resolved. Enemy Ranged Attacks may cause Panic, tested once a unit when all
    have fallen.
    """
    from .artillery import readied

    resolved = []
    heard = [window for window in (WOUNDED, UNARMOURED) if listens(g, f"after {window}")]
    batches = [batch for attack, count in attacks if count > 0 for batch in readied(g, attack, count)]
    for attack, count in batches:
        if count > 0:
            one = resolve(g, attack, count) if not heard else (yield from _watched(g, attack, count))
            resolved.append(one)
    for report in resolved:
        _tell(g, report, why)
    yield from inflict(g, resolved, why)
    return resolved


WOUNDED, UNARMOURED = "wounds-suffered", "armour-failed"
_WINDOWS = {"to-wound": WOUNDED, "armour-save": UNARMOURED}


def _watched(g: Game, attack: Attack, count: int) -> Procedure[Resolved]:
    """Resolve a batch while rules look on: after wounds, and after failed Armour Saves, when some may
    cancel wounds.
    """
    report = Resolved(attack, count, {}, {}, [])
    for stage, so_far in stagewise(g, attack, count):
        report = so_far
        window = _WINDOWS.get(stage.roll)
        if window is not None and report.unsaved:
            wounds = {"count": int(report.unsaved), "cancelled": 0}
            c = attack.context().but(wounds=wounds, result=wounds["count"])
            yield from open_window(g, f"after {window}", c)
            _cancel(g, report, wounds["cancelled"])
    return report


def _cancel(g: Game, report: Resolved, number: int) -> None:
    left = number
    for strand in report.through:
        gone = min(left, int(strand.count))
        strand.count, left = strand.count - gone, left - gone
    if number > left:
        g.emit("wounds-cancelled", target=report.attack.target.id, wounds=number - left)
    report.through = [strand for strand in report.through if strand.count > 0]


def inflict(g: Game, resolved: Iterable[Resolved], why: str) -> Procedure[None]:
    """Take the Health Points that resolved attacks cost, in their order; then the Panic Tests."""
    frightened: dict[int, tuple[Unit, Unit | None]] = {}
    for report in resolved:
        attack = report.attack
        lost = sum(damage_of(g, strand) for strand in report.through)
        if not lost:
            continue
        ranged = "melee" not in attack.kinds
        unit = attack.target.unit
        yield from lose_health(g, attack.target, lost, by=attack.unit, ranged=ranged, why=why)
        if ranged:
            frightened[unit.id] = (unit, attack.unit)
    for unit, by in frightened.values():
        yield from panic_by_losses(g, unit, by)


def damage_of(g: Game, strand: Strand) -> int:
    """Return the Health Points that a strand of unsaved wounds costs: `damage` for each, at most those of
    one model of the target.
    """
    attack = strand.attack
    each, cap = damage_each(g, attack)
    if not isinstance(each, DiceAmount):
        return int(strand.count) * min(each, cap)
    return sum(min(total, cap) for total in roll_each(g, each, strand.count, attack.label, DAMAGE))


def damage_each(g: Game, attack: Attack) -> tuple[int | DiceAmount, int]:
    """Return the Health Points that one unsaved wound costs, and the most that it can."""
    each: int | DiceAmount = value(g, DAMAGE, attack.context(), _printed_damage(g, attack))
    return each, health_each(attack.target)


def _printed_damage(g: Game, attack: Attack) -> Any:
    """What the attack's sequence says that an unsaved wound costs (`then lose 1 health-points`)."""
    for statement in g.ruleset.get(AttackSequence, attack.sequence).then:
        if isinstance(statement, Do) and statement.verb == "attack-costs":
            return g.ruleset.function(dict(statement.args)["n"])(g, attack.context(), None)
    return 0


def roll_each(g: Game, dice: DiceAmount, times: int, *what: Any) -> list[int]:
    """Roll an amount several times over and return each total, 0 or more; the dice are drawn as one pool."""
    one = dice.count + abs(dice.extra)
    faces = g.dice.faces(purpose(g, *what), one * times, dice.sides) if times else []
    return [
        max(0, sum(keep(faces[start : start + one], dice.extra)) + dice.plus)
        for start in range(0, one * times, one)
    ]


def rolled_sum(g: Game, number: Any, times: int, *what: Any) -> int:
    """Return `times` times a number, rolled anew each time if it is dice."""
    if isinstance(number, DiceAmount):
        return sum(roll_each(g, number, times, *what))
    return max(0, int(number)) * times


def is_none(number: Any) -> bool:
    """Return whether an amount can never be more than nothing."""
    return most(number) <= 0


def _tell(g: Game, report: Resolved, why: str) -> None:
    attack = report.attack
    g.emit(
        "attacks",
        by=attack.attacker.id if attack.attacker else 0,
        unit=attack.unit.id if attack.unit else 0,
        arm=attack.arm.name if attack.arm else "",
        target=attack.target.id,
        target_unit=attack.target.unit.id,
        count=report.rolled,
        needed=dict(report.needed),
        passed=dict(report.passed),
        kinds=sorted(attack.kinds),
        why=why,
    )
