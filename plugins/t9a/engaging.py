"""Contact bookkeeping: who is engaged with whom, since when, and who has lost all opponents.

Every change of the graph of contacts goes through here, so that lasting effects follow combats that merge or
end, Charging ends with the engagement, and units left without foes are known to the step Enemy Wiped
(`memory["freed"]`: "charging" or "engaged"). Source: T9A rulebook, Charge Phase 4, Melee Phase Enemy Wiped;
Reference Handbook, Declaring.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tercio.kernel.engagement import Change
from tercio.kernel.geometry import (
    EPSILON,
    Facing,
    Rect,
    contact,
    contact_length,
    segment_distance,
    touches,
)
from tercio.kernel.state import Game, Unit
from tercio.plugins.regiments import formation as ranked

from . import marks

FREED, ROUNDS = "freed", "rounds-fought"
_KEEP = ("front", "left", "right")


def is_engaged(g: Game, unit: Unit) -> bool:
    """Return whether a unit is in base contact with an enemy."""
    return unit.id in g.engagement


def foes_of(g: Game, unit: Unit) -> list[Unit]:
    """Return the enemies in contact with a unit, in order of id."""
    return [g.units[number] for number in g.engagement.foes(unit.id)]


def in_turn(g: Game, units: Iterable[Unit]) -> list[Unit]:
    """Return units in the order in which they act: the Active Player's first, then by id."""
    return sorted(units, key=lambda unit: (unit.owner != g.active, unit.id))


def engage(g: Game, unit: Unit, foe: Unit) -> None:
    """Two units are in contact from now on, on the facings on which their boundaries touch. Raises ValueError
    if they do not touch.
    """
    if unit.rect is None or foe.rect is None:
        raise ValueError(f"{unit.name} and {foe.name} are not both on the table")
    mine, theirs = contact(unit.rect, foe.rect)
    if mine is None or theirs is None:
        raise ValueError(f"{unit.name} does not touch {foe.name}")
    engage_on(g, unit, mine, foe, theirs)


def engage_on(g: Game, unit: Unit, facing: Facing, foe: Unit, foe_facing: Facing) -> None:
    """Two units are in contact from now on, on known facings."""
    _followed(g, g.engagement.engage(unit.id, facing, foe.id, foe_facing))
    for one in (unit, foe):
        one.memory.pop(FREED, None)
    g.emit("engaged", unit=unit.id, facing=facing.value, target=foe.id, target_facing=foe_facing.value)


def part(g: Game, unit: Unit, foe: Unit) -> None:
    """Two units are no longer in contact with each other."""
    change = g.engagement.part(unit.id, foe.id)
    _released(g, [unit, foe])
    _followed(g, change)


def disengage(g: Game, unit: Unit) -> None:
    """A unit left all its combats: it fled, was destroyed or carried off. Foes that lose their last opponent
    are noted as freed.
    """
    if unit.id not in g.engagement:
        return
    foes = foes_of(g, unit)
    change = g.engagement.leave(unit.id)
    _released(g, [unit, *foes])
    _followed(g, change)


def _released(g: Game, units: list[Unit]) -> None:
    for unit in units:
        if unit.id in g.engagement:
            continue
        if not unit.destroyed and unit.models:
            unit.memory[FREED] = marks.CHARGING if marks.CHARGING in unit.marks else "engaged"
        unit.memory.pop(ROUNDS, None)
        marks.take(unit, marks.CHARGING, marks.UNALIGNED)
        g.emit("disengaged", unit=unit.id)


def _followed(g: Game, change: Change) -> None:
    for gone, kept in sorted(change.merged.items()):
        g.schedule.merged(kept, gone)
    for combat in change.ended:
        g.schedule.combat_edge(g, "combat", combat)


def freed(unit: Unit) -> str:
    """Return how a unit stood before its last opponent went: `charging`, `engaged`, or "" if nothing is owed
    to it.
    """
    return str(unit.memory.get(FREED, ""))


def forget_freed(unit: Unit) -> None:
    """The unit has moved, or has had its Overrun or Post-Combat Pivot."""
    unit.memory.pop(FREED, None)


def refresh_contacts(g: Game, unit: Unit) -> None:
    """Read a unit's contacts anew from where everybody stands: lost ones are parted, those that remain keep
    or change their facings.
    """
    for foe in foes_of(g, unit):
        here, there = unit.rect, foe.rect
        mine, theirs = contact(here, there) if here and there else (None, None)
        if here is None or there is None or mine is None or theirs is None:
            part(g, unit, foe)
            continue
        noted = g.engagement.facing(unit.id, foe.id), g.engagement.facing(foe.id, unit.id)
        if (mine, theirs) != noted and not _by_a_corner_of(here, there, *noted):
            g.engagement.engage(unit.id, mine, foe.id, theirs)


def _by_a_corner_of(rect: Rect, other: Rect, mine: Facing, theirs: Facing) -> bool:
    """Whether boundaries meet in a mere corner that lies on these facings too: they need not change."""
    return (
        not contact_length(rect, other)
        and segment_distance(*rect.edge(mine), other) <= EPSILON
        and segment_distance(*other.edge(theirs), rect) <= EPSILON
    )


def regroup(g: Game, unit: Unit) -> None:
    """Close up a unit that lost models outside a Round of Combat, at the end of its front that keeps its
    contacts if one does.
    """
    if unit.rect is None or not unit.models:
        return
    if unit.id not in g.engagement:
        ranked.refit(unit)
        return
    close_on(unit, foes_of(g, unit))
    refresh_contacts(g, unit)


def close_on(unit: Unit, foes: Sequence[Unit]) -> None:
    """Give a unit the boundary that its living models make, at the end of its front that keeps contact with
    most of the foes; its middle stays where the ends keep no more.
    """
    old, formation = unit.rect, unit.formation
    best, most = _KEEP[0], -1
    for keep in _KEEP if foes else ():
        unit.rect, unit.formation = old, formation.clone() if formation else None
        held = count_touched(ranked.refit(unit, keep), foes)
        if held > most:
            best, most = keep, held
    unit.rect, unit.formation = old, formation
    ranked.refit(unit, best)


def count_touched(rect: Rect, foes: Sequence[Unit]) -> int:
    """Return how many units a boundary touches."""
    return sum(foe.rect is not None and touches(rect, foe.rect) for foe in foes)
