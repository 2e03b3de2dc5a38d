"""Closing ranks after a Round of Combat, and moving up to regain lost contact.

Source: T9A rulebook, Melee Phase 4.E; Reference Handbook, Maintaining a Viable Formation and Nudge units to
maintain contact.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tercio.kernel.geometry import Rect, contact, touches
from tercio.kernel.state import Game, Unit
from tercio.plugins.regiments.align import nudge
from tercio.plugins.regiments.formation import RankedFormation, unfreeze

from ..engaging import close_on, count_touched, foes_of, in_turn, refresh_contacts
from ..spacing import enemies, free_of, obstructions, on_table


def close_ranks(g: Game, units: Sequence[Unit], leaving: Collection[int]) -> None:
    """Unfreeze units; those that stay (whose ids are not in `leaving`) move up where contact with others
    that stay was lost.

    Contacts that cannot be regained are parted, so that a combat may split.
    """
    staying = [unit for unit in units if unit.id not in leaving]
    for unit in units:
        _regroup(unit, [foe for foe in foes_of(g, unit) if foe in staying])
    for unit in in_turn(g, staying):
        if _lost(g, unit, staying):
            _move_up(g, unit, staying)
    for unit in staying:
        refresh_contacts(g, unit)


def _regroup(unit: Unit, foes: Sequence[Unit]) -> None:
    if isinstance(unit.formation, RankedFormation) and unit.rect is not None:
        unfreeze(unit)
        close_on(unit, foes)


def _lost(g: Game, unit: Unit, staying: Sequence[Unit]) -> list[Unit]:
    """The foes in contact on paper that the unit no longer touches."""
    here = unit.rect
    return [f for f in foes_of(g, unit) if f in staying and here and f.rect and not touches(here, f.rect)]


def _move_up(g: Game, unit: Unit, staying: Sequence[Unit]) -> None:
    """Make the least move that brings a unit back into contact with most of its foes, none of those it
    touches given up.
    """
    foes = [foe for foe in foes_of(g, unit) if foe in staying]
    assert unit.rect is not None
    best, most = unit.rect, count_touched(unit.rect, foes)
    for foe in _lost(g, unit, staying):
        for rect in nudge(unit.rect, foe.rect, g.width) if foe.rect else ():
            held = count_touched(rect, foes)
            if held > most and _is_allowed(g, unit, rect, foes):
                best, most = rect, held
    if best is not unit.rect:
        unit.rect = best
        g.emit("nudged", unit=unit.id, x=round(best.x, 4), y=round(best.y, 4))


def _is_allowed(g: Game, unit: Unit, rect: Rect, foes: Sequence[Unit]) -> bool:
    """On the table, through nobody, into no new enemy, and on the same facings as before."""
    if not on_table(g, rect) or not free_of(rect, obstructions(g, unit)):
        return False
    strangers = [enemy for enemy in enemies(g, unit.owner) if enemy not in foes]
    if any(enemy.rect is not None and touches(rect, enemy.rect) for enemy in strangers):
        return False
    return all(
        contact(rect, foe.rect)
        == (g.engagement.facing(unit.id, foe.id), g.engagement.facing(foe.id, unit.id))
        for foe in foes
        if foe.rect is not None and touches(rect, foe.rect)
    )
