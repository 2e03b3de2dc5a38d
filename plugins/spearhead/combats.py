"""Who is in combat with whom.

Units of opposing armies that are within each other's combat range and visible to each other are in combat;
exactly the combat range apart is out of it. Whoever changes where models stand (moves, sets up, removes,
slays) calls `settle` afterwards, and where rules change, which may hide a unit, `UPKEEP` does; everybody
reads what was found. A ghost (see `picture`) is asked by where it stands itself. Source: Core Rules, 6.0 and
7.0.
"""

from __future__ import annotations

from collections.abc import Iterator

from tercio.kernel.engagement import Change
from tercio.kernel.signatures import UpkeepSignature
from tercio.kernel.state import Game, Model, Unit
from tercio.plugins.warbands import combat as near
from tercio.plugins.warbands.combat import Field

from .picture import field_of, field_with
from .visibility import is_visible, may_see, model_sees_within

__all__ = [
    "UPKEEP",
    "combat_range",
    "field_of",
    "foes_of",
    "in_combat",
    "is_in_combat",
    "model_in_combat",
    "model_sees_within",
    "settle",
]


def combat_range(g: Game) -> float:
    """Return the combat range of every model in inches."""
    return float(g.ruleset.constant("combat-range"))


def settle(g: Game) -> None:
    """Work out who is in combat now. It costs next to nothing where nothing has moved and no rule changed."""
    now, engagement = field_of(g), g.engagement
    if engagement.read is now and engagement.touched == g.touched:
        return
    engagement.read, engagement.touched = now, g.touched
    _read(g, now)
    # With a combat effects may have ended that hid a unit.
    settle_rules(g)


def settle_rules(g: Game) -> None:
    """Work out who is in combat now if rules have changed since that was done."""
    if g.engagement.touched != g.touched:
        settle(g)


UPKEEP = UpkeepSignature("combats", settle_rules, "Who is in combat, as rules hide units and show them.")


def _read(g: Game, now: Field) -> None:
    pairs = sorted(_pairs(g, now))
    before = [(u, v) for u, _, v, _ in g.engagement.contacts()]
    if pairs == before:
        return
    _followed(g, g.engagement.replace((u, None, v, None) for u, v in pairs))
    for u, v in before:
        if (u, v) not in pairs:
            g.emit("combat-left", unit=u, target=v)
    for u, v in pairs:
        if (u, v) not in before:
            g.emit("combat-joined", unit=u, target=v)


def _pairs(g: Game, now: Field) -> Iterator[tuple[int, int]]:
    reach = combat_range(g)
    units = [unit for unit in g.units.values() if now.bases(unit)]
    for i, unit in enumerate(units):
        for foe in units[i + 1 :]:
            if unit.owner != foe.owner and _meet(g, now, unit, foe, reach):
                yield (unit.id, foe.id) if unit.id < foe.id else (foe.id, unit.id)


def _meet(g: Game, field: Field, unit: Unit, foe: Unit, reach: float) -> bool:
    """Whether units of opposing armies are in combat on a table."""
    return (
        near.in_combat(field, unit, foe, reach)
        and is_visible(g, field, unit, foe)
        and is_visible(g, field, foe, unit)
    )


def _followed(g: Game, change: Change) -> None:
    for gone, kept in sorted(change.merged.items()):
        g.schedule.merged(kept, gone)
    for combat in change.ended:
        g.schedule.combat_edge(g, "combat", combat)


def is_in_combat(g: Game, unit: Unit) -> bool:
    """Whether a unit is in combat with any."""
    return unit.id in g.engagement if g.units.get(unit.id) is unit else bool(foes_of(g, unit))


def in_combat(g: Game, unit: Unit, foe: Unit) -> bool:
    """Whether two units are in combat with each other."""
    if g.units.get(unit.id) is unit and g.units.get(foe.id) is foe:
        return foe.id in g.engagement.foes(unit.id)
    return unit.owner != foe.owner and _meet(g, field_with(g, unit, foe), unit, foe, combat_range(g))


def foes_of(g: Game, unit: Unit) -> list[Unit]:
    """Return the units that a unit is in combat with, in order of id."""
    if g.units.get(unit.id) is unit:
        return [g.units[number] for number in g.engagement.foes(unit.id)]
    field, reach = field_with(g, unit), combat_range(g)
    others = [foe for foe in g.units.values() if foe.owner != unit.owner and field.bases(foe)]
    return [foe for foe in others if _meet(g, field, unit, foe, reach)]


def model_in_combat(g: Game, field: Field, model: Model, unit: Unit, foe: Unit) -> bool:
    """Whether a model of `unit` is in combat with `foe`: it is within its combat range and visible to it."""
    return near.model_in_combat(field, model, unit, foe, combat_range(g)) and may_see(g, model, unit, foe)
