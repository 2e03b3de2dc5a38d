"""What holds of ranked units wherever the engine `regiments` plays: where they stand, what they are made of,
what they have used of their moves, who flees.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from tercio.kernel.context import Context
from tercio.kernel.decisions import PASS, Decision
from tercio.kernel.geometry import EPSILON, inside_table, overlaps
from tercio.kernel.permissions import may
from tercio.kernel.query import value_of
from tercio.kernel.state import Game, Unit
from tercio.plugins.regiments.formation import Spot, spots
from tercio.plugins.regiments.losses import health_each
from tercio.plugins.regiments.moves import MOVED
from tercio.plugins.regiments.places import closed_ground
from tercio.plugins.regiments.scoring import points_of

FLEEING = "fleeing"
ROUNDED = 0.001
"""Inches that a place may be off, as places are rounded."""


def standing(g: Game) -> list[Unit]:
    """Return the units that stand somewhere."""
    return [unit for unit in g.units.values() if unit.rect is not None]


# -- at any time -----------------------------------------------------------------------------------


def out_of_bounds(g: Game) -> list[str]:
    """Nobody stands beyond the edge of the table, unless somebody let him, or on ground that is closed."""
    faults = []
    for unit in standing(g):
        rect = unit.rect
        assert rect is not None
        hair = rect.grown(-ROUNDED)
        if not inside_table(hair, g.width, g.depth) and not may(g, "leave-table", Context(unit=unit), False):
            faults.append(f"{unit!r} stands off the table: {rect}")
        if any(overlaps(hair, shape) for shape in closed_ground(g)):
            faults.append(f"{unit!r} stands where nobody may: {rect}")
    return faults


def ghosts(g: Game) -> list[str]:
    """Who is destroyed has no place, no models and no enemies."""
    return [
        f"{unit!r} is destroyed, stands at {unit.rect} with {unit.models} models"
        for unit in g.units.values()
        if unit.destroyed and (unit.rect is not None or unit.models or unit.id in g.engagement)
    ]


def misformed(g: Game) -> list[str]:
    """A unit holds all its models, each once, side by side; its boundary is as large as they need."""
    faults = []
    for unit in standing(g):
        places, rect = spots(unit), unit.rect
        assert rect is not None
        if Counter(spot.pool for spot in places) != {
            pool.id: pool.models for pool in unit.pools if pool.models
        }:
            faults.append(f"{unit!r} of {unit.models} models has {len(places)} places")
        if any(_on_each_other(one, other) for one, other in combinations(places, 2)):
            faults.append(f"models of {unit!r} stand on each other: {places}")
        wide, deep = max(spot.right for spot in places), max(spot.back for spot in places)
        if abs(wide - rect.width) > ROUNDED or abs(deep - rect.depth) > ROUNDED:
            faults.append(f"{unit!r} of {wide} by {deep} inches stands on {rect}")
    return faults


def _on_each_other(one: Spot, other: Spot) -> bool:
    return (
        one.left < other.right - ROUNDED
        and other.left < one.right - ROUNDED
        and one.front < other.back - ROUNDED
        and other.front < one.back - ROUNDED
    )


def unwell(g: Game) -> list[str]:
    """A pool with models has lost less health than one of them has; one without has none left to lose."""
    return [
        f"{pool!r} has {pool.models} models, has lost {pool.lost} and has {pool.health} health"
        for unit in g.units.values()
        for pool in unit.pools
        if (not 0 <= pool.lost < health_each(pool) if pool.models else pool.health > 0)
    ]


def indebted(g: Game) -> list[str]:
    """Nobody has less than no points."""
    return [f"{name} has {points_of(g, name)} points" for name in g.players if points_of(g, name) < 0]


ALWAYS = (ghosts, misformed, unwell, indebted)
"""What holds at every decision."""


# -- at rest ---------------------------------------------------------------------------------------


def fighting_in_flight(g: Game) -> list[str]:
    """Who flees is in contact with nobody."""
    return [
        f"{unit!r} flees and is engaged"
        for unit in g.units.values()
        if FLEEING in unit.marks and unit.id in g.engagement
    ]


AT_REST = (*ALWAYS, out_of_bounds, fighting_in_flight)
"""What holds at the start of every step."""


# -- questions -------------------------------------------------------------------------------------

_STRAIGHT = ("advance", "back", "left", "right")


def overdrawn(g: Game, decision: Decision, times: float) -> list[str]:
    """Who is asked how he moves has at most so many times his Move, less what he has used in this phase; no
    answer that is offered goes farther.
    """
    if decision.kind != "unit.move":
        return []
    unit, inches = g.units[decision.facts["unit"]], decision.facts["inches"]
    used, most = unit.memory.get(MOVED), times * value_of(g, "move", unit)
    gone = used["inches"] if used is not None and used["phase"] == g.clock.stamp("phase") else 0.0
    faults = [f"{unit!r} has gone {gone} of {most}, gets {inches}"] if gone + inches > most + ROUNDED else []
    ways = [one for one in decision.options if one != PASS]
    lengths = {way: sum(far for kind, far in steps if kind in _STRAIGHT) for way, steps in enumerate(ways)}
    return faults + [
        f"{unit!r} goes {ways[n]} with {inches}" for n, far in lengths.items() if far > inches + EPSILON
    ]
