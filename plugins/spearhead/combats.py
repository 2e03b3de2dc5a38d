"""Who is in combat with whom.

Units of opposing armies that are within each other's combat range and visible to each other are in combat;
exactly the combat range apart is out of it. Whoever changes where models stand (moves, sets up, removes,
slays) calls `settle` afterwards, and where rules change, which may hide a unit, `UPKEEP` does; everybody
reads what was found. A ghost (see `picture`) is asked by where it stands itself. Source: Core Rules, 6.0 and
7.0.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tercio.kernel.engagement import Change
from tercio.kernel.modifiers import is_spoken_of
from tercio.kernel.signatures import UpkeepSignature
from tercio.kernel.state import Game, Model, Unit
from tercio.plugins.warbands import combat as near
from tercio.plugins.warbands.bodies import bases_of
from tercio.plugins.warbands.combat import Field

from .picture import field_of, field_with
from .visibility import BE_SEEN, is_shown

__all__ = [
    "UPKEEP",
    "combat_range",
    "field_of",
    "foes_of",
    "in_combat",
    "is_in_combat",
    "model_in_combat",
    "settle",
]


def combat_range(g: Game) -> float:
    """Return the combat range of every model in inches."""
    return float(g.ruleset.constant("combat-range"))


def settle(g: Game) -> None:
    """Work out who is in combat now. It costs next to nothing where nothing has moved and no rule changed."""
    now, engagement = field_of(g), g.engagement
    if engagement.read is None or engagement.read[0] is not now:
        engagement.read = now, list(_near(g, now))
    elif not _is_ruled_anew(g):
        return
    _read(g)


def settle_rules(g: Game) -> None:
    """Work out who is in combat now if rules have changed since that was done."""
    if _is_ruled_anew(g):
        if g.engagement.read is None:
            settle(g)
        else:
            _read(g)


UPKEEP = UpkeepSignature("combats", settle_rules, "Who is in combat, as rules hide units and show them.")

_HIDING: Final = f"may {BE_SEEN}"
_UNRULED: Final = -1
"""In the place of how often rules had changed: no rule spoke of who is seen."""


def _is_ruled_anew(g: Game) -> bool:
    """Whether rules that may hide a unit have changed since it was worked out who is in combat."""
    touched = g.engagement.touched
    return touched != g.touched and (touched != _UNRULED or is_spoken_of(g, _HIDING))


def _near(g: Game, now: Field) -> Iterator[tuple[Unit, Unit]]:
    """Yield the units that are in combat if rules let them see each other."""
    for unit, foe in near.pairs_close(now, combat_range(g)):
        if now.sees(unit, foe):
            yield (unit, foe) if unit.id < foe.id else (foe, unit)


def _read(g: Game) -> None:
    now, those = g.engagement.read
    g.engagement.touched = g.touched if is_spoken_of(g, _HIDING) else _UNRULED
    pairs = sorted((unit.id, foe.id) for unit, foe in those if _are_shown(g, now, unit, foe))
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
    # With a combat effects may have ended that hid a unit.
    settle_rules(g)


def _are_shown(g: Game, field: Field, unit: Unit, foe: Unit) -> bool:
    """Whether rules let two units see each other that are in each other's line of sight."""
    return is_shown(g, field, unit, foe) and is_shown(g, field, foe, unit)


def _followed(g: Game, change: Change) -> None:
    for gone, kept in sorted(change.merged.items()):
        g.schedule.merged(kept, gone)
    for combat in change.ended:
        g.schedule.combat_edge(g, "combat", combat)


def is_in_combat(g: Game, unit: Unit) -> bool:
    """Whether a unit is in combat with any."""
    if g.units.get(unit.id) is unit:
        return unit.id in g.engagement
    return next(_foes_of_ghost(g, unit), None) is not None


def in_combat(g: Game, unit: Unit, foe: Unit) -> bool:
    """Whether two units are in combat with each other."""
    if g.units.get(unit.id) is unit and g.units.get(foe.id) is foe:
        return foe.id in g.engagement.foes(unit.id)
    field = field_with(g, unit, foe)
    return (
        unit.owner != foe.owner
        and near.in_combat(field, unit, foe, combat_range(g))
        and _are_shown(g, field, unit, foe)
    )


def foes_of(g: Game, unit: Unit) -> list[Unit]:
    """Return the units that a unit is in combat with, in order of id."""
    if g.units.get(unit.id) is unit:
        return [g.units[number] for number in g.engagement.foes(unit.id)]
    return list(_foes_of_ghost(g, unit))


def _foes_of_ghost(g: Game, ghost: Unit) -> Iterator[Unit]:
    bases = bases_of(ghost)
    foes = near.foes_close(field_of(g), ghost.owner, bases, combat_range(g)) if bases else []
    field = field_with(g, ghost) if foes else None
    for foe in foes:
        if field is not None and field.sees(ghost, foe) and _are_shown(g, field, ghost, foe):
            yield foe


def model_in_combat(g: Game, field: Field, model: Model, unit: Unit, foe: Unit) -> bool:
    """Whether a model of `unit` has a model of `foe` within its combat range and in its line of sight; rules
    may hide it all the same.
    """
    return near.model_in_combat(field, model, unit, foe, combat_range(g))
