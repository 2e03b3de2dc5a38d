"""What holds wherever models stand by themselves: on the table, apart, together, and in combat with whom they
are near to and see.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations

from tercio.kernel.attack import Attack
from tercio.kernel.clone import clone
from tercio.kernel.engagement import Contact
from tercio.kernel.geometry import EPSILON, Shape, distance, inside_table, overlaps, within
from tercio.kernel.modifiers import value
from tercio.kernel.query import base_in
from tercio.kernel.state import Game, Unit
from tercio.plugins.spearhead.casualties import coherency_of
from tercio.plugins.spearhead.combats import combat_range, settle
from tercio.plugins.spearhead.damage import health_of
from tercio.plugins.spearhead.targets import COMBAT, MELEE, SHOOTING, attack_at
from tercio.plugins.spearhead.terrain import NO_ENDING, shapes
from tercio.plugins.warbands.bodies import bases_of

from .laws import unlike


def standing(g: Game) -> list[Unit]:
    """Return the units that have models on the table."""
    return [unit for unit in g.units.values() if bases_of(unit)]


def crowded(g: Game) -> list[str]:
    """Every base is on the table, off others, and off terrain that nobody may end on."""
    faults = []
    bases = [(unit, base) for unit in standing(g) for base in bases_of(unit)]
    for unit, base in bases:
        if not inside_table(base, g.width, g.depth):
            faults.append(f"{unit!r} stands off the table: {base}")
        if any(overlaps(base, shape) for shape in shapes(g, NO_ENDING)):
            faults.append(f"{unit!r} stands where nobody may: {base}")
    for (unit, base), (other, its) in combinations(bases, 2):
        if abs(base.x - its.x) <= base.radius + its.radius and overlaps(base, its):
            faults.append(f"{unit!r} stands on {other!r}: {base}, {its}")
    return faults


def torn(g: Game) -> list[str]:
    """A unit is on the table with all its models or with none, and has none once it is destroyed; its models
    hang together, each near enough to others.
    """
    faults = []
    for unit in g.units.values():
        bases = bases_of(unit)
        if len(bases) not in (0, unit.models) or (unit.destroyed and unit.models):
            faults.append(f"{unit!r}: {len(bases)} of {unit.models} models stand")
        rule = coherency_of(g, unit)
        near = [
            {j for j, other in enumerate(bases) if j != i and within(base, other, rule.reach)}
            for i, base in enumerate(bases)
        ]
        if any(len(those) < rule.needed(len(bases)) for those in near) or len(_group(near)) < len(bases):
            faults.append(f"{unit!r} is not coherent: {bases}")
    return faults


def _group(near: list[set[int]]) -> set[int]:
    """Return who hangs together with the first."""
    found: set[int] = set()
    fresh = {0} if near else set()
    while fresh:
        found |= fresh
        fresh = {j for i in fresh for j in near[i]} - found
    return found


def hurt_beyond(g: Game) -> list[str]:
    """The damage counter of a unit that is there is lower than the Health of a model."""
    return [
        f"{unit!r} has {unit.pools[0].lost} damage of {health_of(unit)}"
        for unit in standing(g)
        if not 0 <= unit.pools[0].lost < health_of(unit)
    ]


# -- combats ---------------------------------------------------------------------------------------


def false_combats(g: Game) -> list[str]:
    """The units in combat are those that are found when one looks anew, and nearer than the combat range. A
    unit whose last model has just been slain is still in combat as long as rules look on.
    """
    fresh = clone(g)
    fresh.engagement.replace(())
    settle(fresh)
    anew = list(fresh.engagement.contacts())
    noted = [pair for pair in g.engagement.contacts() if _are_alive(g, pair)]
    faults = [] if noted == anew else [f"in combat are {noted}, should be {anew}"]
    for one, _, other, _ in noted:
        away = _gap(bases_of(g.units[one]), bases_of(g.units[other]))
        if g.units[one].owner == g.units[other].owner or away >= combat_range(g) - EPSILON:
            faults.append(f"{one} and {other} are in combat {away} inches apart")
    return faults


def _are_alive(g: Game, pair: Contact) -> bool:
    one, _, other, _ = pair
    return all(g.units[number].models or g.units[number].destroyed for number in (one, other))


def _gap(bases: list[Shape], others: list[Shape]) -> float:
    return min((distance(base, other) for base in bases for other in others), default=1e9)


# -- numbers ---------------------------------------------------------------------------------------


_OF_ATTACKS = ("attacks", "hit", "wound", "rend", "damage", "save", "hit-roll", "wound-roll", "save-roll")


def unexplained_attacks(g: Game) -> list[str]:
    """Every number of an attack with its ledger is the number without."""
    asked = (
        (f"{name} of {attack.label}", partial(value, g, name, c, base_in(g, name, c)))
        for attack in _attacks(g)
        for c in (attack.context(),)
        for name in _OF_ATTACKS
    )
    return [fault for what, ask in asked for fault in unlike(g, what, ask)]


def _attacks(g: Game) -> Iterator[Attack]:
    """Yield an attack with each weapon of each unit at the first enemy."""
    for unit in standing(g):
        for foe in [other for other in standing(g) if other.owner != unit.owner][:1]:
            for part in unit.parts():
                for arm in part.arms:
                    yield attack_at(unit, part, arm, foe, COMBAT if MELEE in arm.kinds else SHOOTING)
