"""Combat formations: Proper Ranks, Surrounded, Steady, Solid, Steadfast.

Ranks are counted from the models alive, as if gaps were filled, so that they hold at any time; what is
fixed at the Set-Up of a Round of Combat (Rank Bonus, Press of Ranks) is kept by those who fix it. Source:
T9A rulebook, Definitions 3, Melee Phase 2.A; rulings 10-16.
"""

from __future__ import annotations

from collections.abc import Iterable

from tercio.kernel.context import Context
from tercio.kernel.geometry import Facing
from tercio.kernel.modifiers import value
from tercio.kernel.permissions import may
from tercio.kernel.state import Game, Pool, Unit
from tercio.plugins.regiments.formation import RankedFormation, rank_lengths

SIDES = (Facing.RIGHT, Facing.REAR, Facing.LEFT)


def height_of(g: Game, pool: Pool) -> int:
    """Return the Height of a model."""
    return int(value(g, "height", Context(model=pool, unit=pool.unit), pool.height))


def unit_height(g: Game, unit: Unit) -> int:
    """Return the Height of a unit: the commonest among its models, the smaller of equals (Reference
    Handbook). 0 for nobody.
    """
    counts: dict[int, int] = {}
    for pool in unit.pools:
        if pool.models:
            height = height_of(g, pool)
            counts[height] = counts.get(height, 0) + pool.models
    return min(counts, key=lambda height: (-counts[height], height), default=0)


def own_ranks(g: Game, unit: Unit) -> int:
    """Return the Proper Ranks that the models make, before any rule changes them."""
    if not isinstance(unit.formation, RankedFormation):
        return 0
    width = g.ruleset.table("proper-rank-width").look(unit_height(g, unit))
    return sum(length >= width for length in rank_lengths(unit))


def proper_ranks(g: Game, unit: Unit) -> int:
    """Return the Proper Ranks of a unit before it is Surrounded."""
    return max(0, int(value(g, "proper-ranks", Context(unit=unit), own_ranks(g, unit))))


def is_surrounded(g: Game, unit: Unit) -> bool:
    """Return whether enemies are Engaged on the unit's flanks or rear."""
    return bool(g.engagement.foes_on(unit.id, *SIDES))


def ranks_in_combat(g: Game, units: Iterable[Unit]) -> dict[int, int]:
    """Return the Proper Ranks of units of one combat, by id, with what being Surrounded takes away.

    First what unsurrounded enemies take, then what Surrounded ones do with the ranks that they have left.
    The Active Player orders the second step and is taken to begin with the enemy's units. Source: Reference
    Handbook, Steady; rulings 11.
    """
    members = {unit.id: unit for unit in units}
    own = {number: proper_ranks(g, unit) for number, unit in members.items()}
    beset = {number: g.engagement.foes_on(number, *SIDES) for number in members}
    ranks = dict(own)
    for number, foes in beset.items():
        free = [members[foe] for foe in foes if foe in members and not beset[foe]]
        ranks[number] = max(0, own[number] - sum(_taken_by(g, foe, own[foe.id]) for foe in free))
    for number in sorted(members, key=lambda n: (members[n].owner == g.active, n)):
        held = [members[foe] for foe in beset[number] if beset.get(foe)]
        ranks[number] = max(0, ranks[number] - sum(_taken_by(g, foe, ranks[foe.id]) for foe in held))
    return ranks


def _taken_by(g: Game, foe: Unit, ranks: int) -> int:
    """The Proper Ranks that a unit takes from one it surrounds: as many as it has itself."""
    return max(0, int(value(g, "surrounding-ranks", Context(unit=foe), ranks)))


def combat_ranks(g: Game, unit: Unit) -> dict[int, int]:
    """Return the ranks of all units of the combat that a unit is in (of itself alone if it is in none)."""
    combat = g.engagement.combat_of(unit.id)
    if not combat:
        return {unit.id: proper_ranks(g, unit)}
    return ranks_in_combat(g, [g.units[number] for number in g.engagement.combats()[combat]])


def effective_ranks(g: Game, unit: Unit) -> int:
    """Return the Proper Ranks of a unit as they count now."""
    if unit.id not in g.engagement:
        return proper_ranks(g, unit)
    return combat_ranks(g, unit)[unit.id]


def is_steady(g: Game, unit: Unit) -> bool:
    """Return whether a unit has more Proper Ranks than each enemy in contact with it."""
    foes = g.engagement.foes(unit.id)
    if not foes:
        return False
    ranks = combat_ranks(g, unit)
    if all(ranks[unit.id] > ranks[foe] for foe in foes):
        return True
    return may(g, "count-as-steady", Context(unit=unit), False)


def is_solid(g: Game, unit: Unit) -> bool:
    """Return whether a unit has as many Proper Ranks as its Height needs."""
    if effective_ranks(g, unit) >= int(g.ruleset.table("solid-ranks").look(unit_height(g, unit))):
        return True
    return may(g, "count-as-solid", Context(unit=unit), False)


def is_steadfast(g: Game, unit: Unit) -> bool:
    """Return whether a unit is Steady and Solid."""
    return is_steady(g, unit) and is_solid(g, unit)
