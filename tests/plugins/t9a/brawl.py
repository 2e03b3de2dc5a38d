"""Fighting parts of a Round of Combat in tests: agility order and strikes, without what comes before and
after.
"""

from __future__ import annotations

from typing import Any

from tercio.kernel.state import Unit
from tercio.plugins.regiments.formation import freeze
from tercio.plugins.t9a.casualties import ROUND_LOST, STRIKING, bury
from tercio.plugins.t9a.melee.agility import Swing, agility_order
from tercio.plugins.t9a.melee.equipment import choose_equipment
from tercio.plugins.t9a.melee.fight import Fight
from tercio.plugins.t9a.melee.strikes import strike_step

from .field import Field
from .tiny import play


def prepared(field: Field, *answers: Any) -> Fight:
    """Freeze everybody on the field, choose equipment and return the round before its first blow."""
    units = list(field.g.units.values())
    sides = {name: [unit for unit in units if unit.owner == name] for name in field.g.players}
    for unit in units:
        freeze(unit)
        unit.memory[ROUND_LOST] = 0
        unit.memory[STRIKING] = True
    play(choose_equipment(field.g, units), *answers)
    return Fight(1, units, sides)


def order_of(field: Field, fight: Fight) -> list[list[Swing]]:
    """Return the agility order of the round."""
    return agility_order(field.g, fight.units, 1)


def brawl(field: Field, *answers: Any) -> tuple[Fight, list[Any]]:
    """Fight all Agility Steps with these answers; returns the round and the decisions asked."""
    fight = prepared(field)
    asked = play(_all(field, fight), *answers)[1]
    return fight, asked


def _all(field: Field, fight: Fight) -> Any:
    for swings in order_of(field, fight):
        yield from strike_step(field.g, fight, swings)
    for unit in fight.units:
        if not unit.destroyed:
            yield from bury(field.g, unit)


def struck(field: Field, unit: Unit) -> list[tuple[int, dict[str, Any]]]:
    """Return how many attacks a unit made and the facts, batch by batch."""
    return [(facts["count"], facts) for facts in field.facts("attacks") if facts["unit"] == unit.id]
