"""Making the attacks that were aimed: all at one target unit, then its damage; then the next.

Attacks of equal models with one weapon are rolled as one pool of dice. Damage of attacks that nothing saved
and mortal damage of critical hits go into the same pool of the target (core rules, 17.0 to 18.2). Windows:
`before attacks-resolved` when all attacks at a unit are rolled and its damage is still to come, `after
attacks-resolved` for each target when all targets are done; damage that rules put off (`afterwards` of the
context) is inflicted last.

`expected` is the same arithmetic without dice, for agents. Rulings 15, 17, 18, 20.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Final

from tercio.kernel.attack import Attack, Resolved, Strand, mean, resolve
from tercio.kernel.context import Context
from tercio.kernel.decisions import Decision, Procedure, ask
from tercio.kernel.decl.expr import DiceAmount
from tercio.kernel.modifiers import gather, live
from tercio.kernel.query import stat
from tercio.kernel.rolls import amount
from tercio.kernel.state import Game, Unit
from tercio.kernel.windows import listens, open_window
from tercio.plugins.warbands.bodies import models_of

from .aiming import AIMS, aim
from .damage import die_sides, inflict, is_there, ward_of
from .targets import arms_of, attack_at

MORTAL: Final = "mortal"
"""The outcome of attacks that a critical hit ends: their Damage is mortal damage."""

DAMAGE: Final = "damage"
"""The number that says what a successful attack inflicts."""

RESOLVED: Final = "attacks-resolved"
SAVE: Final = "save-roll"
_HIT: Final = "natural hit-roll"

Later = list[tuple[Unit, int, Unit | None]]
"""Damage put off to the end of an ability: on whom, how many points, by whom."""


@dataclass(slots=True)
class Volley:
    """All attacks of one ability at one unit, and what became of them."""

    unit: Unit
    foe: Unit
    reports: list[Resolved] = field(default_factory=list)

    def context(self, later: Later) -> Context:
        """Return the context of the windows about it: `attack` is the first of its attacks."""
        first = self.reports[0].attack
        return Context(unit=self.unit, enemy=self.foe, attack=first, attacks=self.reports, afterwards=later)


def attack_with(g: Game, unit: Unit, kind: str) -> Procedure[None]:
    """Make the attacks of a kind that a unit has aimed; aim them first if that has not been done. Models that
    were slain meanwhile make none.
    """
    if AIMS not in unit.memory:
        yield from aim(g, unit, kind)
    aims = unit.memory.pop(AIMS)
    volleys: list[Volley] = []
    later: Later = []
    for foe, those in by_target(g, of_the_living(g, unit, kind, aims)):
        if is_there(foe):
            volley = Volley(unit, foe)
            yield from _roll(g, volley, kind, those)
            yield from _harm(g, volley, later)
            volleys.append(volley)
    if listens(g, f"after {RESOLVED}"):
        for volley in volleys:
            yield from open_window(g, f"after {RESOLVED}", volley.context(later))
    yield from inflict_later(g, later)


def of_the_living(g: Game, unit: Unit, kind: str, aims: Iterable[list[Any]]) -> Iterator[list[Any]]:
    """Yield aims, the numbers of all that a part makes with a weapon limited to what its models can make."""
    left: dict[tuple[int, int], Fraction] = {}
    for part_id, arm_id, target, number, behind in aims if is_there(unit) else ():
        key = (part_id, arm_id)
        if key not in left:
            left[key] = Fraction(sum(model.part == part_id for model in models_of(unit)))
        part, arm = g.things[part_id], g.things[arm_id]
        attack = attack_at(unit, part, arm, g.units[target], kind, behind)  # type: ignore[arg-type]
        each = stat(g, "attacks", attack.context())
        of_a_model = 1 if isinstance(each, DiceAmount) else int(each)
        made = min(number, int(left[key] * of_a_model))
        if made:
            left[key] -= Fraction(made, of_a_model)
            yield [part_id, arm_id, target, made, behind]


def by_target(g: Game, aims: Iterable[list[Any]]) -> list[tuple[Unit, list[list[Any]]]]:
    """Return aims by the unit that they are at, in their order."""
    found: dict[int, list[list[Any]]] = {}
    for one in aims:
        found.setdefault(one[2], []).append(one)
    return [(g.units[target], those) for target, those in found.items()]


def _roll(g: Game, volley: Volley, kind: str, aims: Iterable[list[Any]]) -> Procedure[None]:
    watched = frozenset((SAVE,) if listens(g, f"before {RESOLVED}") else ())
    for one in aims:
        attack = yield from aimed(g, volley.unit, kind, one)
        report = resolve(g, replace(attack, counted=watched), _count(g, attack, one[3]))
        volley.reports.append(report)
        _tell(g, report)


def aimed(g: Game, unit: Unit, kind: str, one: list[Any]) -> Procedure[Attack]:
    """Return the attack of one aim."""
    part_id, arm_id, foe, _, behind = one
    part, arm = g.things[part_id], g.things[arm_id]
    attack = attack_at(unit, part, arm, g.units[foe], kind, behind)  # type: ignore[arg-type]
    return (yield from _with_one_critical(g, attack))


def _count(g: Game, attack: Attack, number: int) -> int:
    """Return how many attacks there are of `number`, which counts models if their attacks are dice."""
    each = stat(g, "attacks", attack.context())
    if isinstance(each, DiceAmount):
        return sum(amount(g, each, attack.label, "attacks") for _ in range(number))
    return number


def _with_one_critical(g: Game, attack: Attack) -> Procedure[Attack]:
    """Let the attacker say which ability a critical hit has, if a weapon has several (core rules, 20.0)."""
    c = attack.context()
    hits = gather(g, _HIT, c)
    names = list(dict.fromkeys(rule.rule_name for rule, _ in live(g, c, hits))) if len(hits) > 1 else []
    if len(names) < 2:
        return attack
    assert attack.unit is not None
    assert attack.arm is not None
    facts = {"unit": attack.unit.id, "weapon": attack.arm.name, "target": attack.target.unit.id}
    question = f"{attack.arm.name}: what do critical hits do?"
    decision = Decision("attack.critical", attack.unit.owner, question, names, "Core Rules, 20.0", facts)
    chosen = yield from ask(decision)
    return replace(attack, ignored=attack.ignored | {name for name in names if name != chosen})


def _harm(g: Game, volley: Volley, later: Later) -> Procedure[None]:
    if listens(g, f"before {RESOLVED}"):
        yield from open_window(g, f"before {RESOLVED}", volley.context(later))
    points = sum(_damage(g, strand) for report in volley.reports for strand in _successes(report))
    yield from inflict(g, volley.foe, points, volley.unit)


def _successes(report: Resolved) -> Iterator[Strand]:
    yield from report.through
    yield from report.ended.get(MORTAL, ())


def damage_each(g: Game, attack: Attack) -> int | DiceAmount:
    """Return the damage points that a successful attack inflicts."""
    each: int | DiceAmount = stat(g, DAMAGE, attack.context())
    return each


def _damage(g: Game, strand: Strand) -> int:
    """Return the damage points of successful attacks; dice are rolled for each of them."""
    attack = strand.attack
    each = damage_each(g, attack)
    if isinstance(each, DiceAmount):
        return sum(amount(g, each, attack.label, DAMAGE) for _ in range(strand.count))
    return int(each) * int(strand.count)


def inflict_later(g: Game, later: Later) -> Procedure[None]:
    """Inflict what was put off, the points on each unit as one pool, in the order in which it came up."""
    pools: dict[int, tuple[Unit, int, Unit | None]] = {}
    for unit, points, by in later:
        known = pools.get(unit.id)
        pools[unit.id] = (unit, points + (known[1] if known is not None else 0), by)
    later.clear()
    for unit, points, by in pools.values():
        yield from inflict(g, unit, points, by)


def _tell(g: Game, report: Resolved) -> None:
    attack = report.attack
    assert attack.unit is not None
    g.emit(
        "attacks",
        unit=attack.unit.id,
        target=attack.target.unit.id,
        arm=attack.arm.name if attack.arm is not None else "",
        attacks=attack.sequence,
        count=report.rolled,
        needed=dict(report.needed),
        passed=dict(report.passed),
        mortal=sum(strand.count for strand in report.ended.get(MORTAL, ())),
    )


def saves_shown(reports: Iterable[Resolved], least: int) -> int:
    """Return how many unmodified save rolls against attacks were so much or more (ruling 17)."""
    return sum(int(sum(report.faces.get(SAVE, ())[least:])) for report in reports)


# -- on average ------------------------------------------------------------------------------------


def expected(g: Game, unit: Unit, foe: Unit, kind: str) -> float:
    """Return the damage points, wards seen to, that all models of a unit inflict on average on another by one
    round of attacks of a kind, wherever they stand. Not limited by what the other has left.
    """
    total = 0.0
    for part in unit.pools[0].parts:
        models = sum(model.part == part.id for model in models_of(unit))
        for arm in arms_of(part, kind) if models else ():
            total += models * _expected(g, attack_at(unit, part, arm, foe, kind))
    return total * _unwarded(g, foe) if total else 0.0


def _expected(g: Game, attack: Attack) -> float:
    report = mean(g, attack, _mean(stat(g, "attacks", attack.context())))
    return sum(float(strand.count) * _mean(damage_each(g, strand.attack)) for strand in _successes(report))


def _mean(number: int | DiceAmount) -> float:
    if isinstance(number, DiceAmount):
        return number.count * (number.sides + 1) / 2.0 + number.plus
    return float(number)


def _unwarded(g: Game, foe: Unit) -> float:
    return min(1.0, (ward_of(g, foe) - 1) / die_sides(g))
