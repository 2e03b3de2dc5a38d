"""Original units: what the Army List names, whatever joined, left or died since.

`enrol` notes every entry once, as plain data in the game's memory: owner, name, cost and the Health Points
it began with. Victory Points, Decimated and "Destroyed in Combat" are judged by it. Source: T9A rulebook,
Psychology 3.A and After the Game 1; Season Pack, Destroyed in Combat.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tercio.kernel.state import Game, Pool

MEMORY = "originals"
SUMMONED = "summoned"


@dataclass(frozen=True, slots=True)
class Original:
    """One entry of an Army List: `cost` in points, `health` in Health Points at the start."""

    id: int
    owner: str
    name: str
    cost: int
    health: int


def origin_of(pool: Pool) -> int:
    """Return the id of the list entry a pool was bought with; a pool of no entry stands for itself."""
    return pool.origin or pool.id


def health_each(pool: Pool) -> int:
    """Return the Health Points of one model."""
    return int(pool.profile.get("health-points") or 1)


def enrol(g: Game) -> None:
    """Note every entry that is not noted yet; Summoned units are none."""
    known: list[dict[str, Any]] = g.memory.setdefault(MEMORY, [])
    seen = {row["id"] for row in known}
    fresh: dict[int, dict[str, Any]] = {}
    for unit in g.units.values():
        if SUMMONED in unit.marks:
            continue
        for pool in unit.pools:
            origin = origin_of(pool)
            if origin not in seen:
                row = fresh.setdefault(
                    origin,
                    {
                        "id": origin,
                        "owner": pool.owner or unit.owner,
                        "name": pool.name,
                        "cost": 0,
                        "health": 0,
                    },
                )
                row["cost"] += pool.cost
                row["health"] += pool.starting * health_each(pool)
    known.extend(fresh.values())


def enrol_once(g: Game) -> None:
    """Enrol all entries unless that was done; called before the first loss of a battle."""
    if MEMORY not in g.memory:
        enrol(g)


def originals(g: Game) -> list[Original]:
    """Return all entries in order of enrolment."""
    enrol_once(g)
    return [Original(**row) for row in g.memory[MEMORY]]


def pools_of(g: Game, origin: int) -> Iterator[Pool]:
    """Yield the living pools of an entry, wherever they are."""
    for unit in g.units.values():
        if not unit.destroyed:
            for pool in unit.pools:
                if pool.models > 0 and origin_of(pool) == origin:
                    yield pool


def health_left(g: Game, origin: int) -> int:
    """Return the Health Points that an entry has left."""
    return sum(pool.health for pool in pools_of(g, origin))


def health_at_start(g: Game, origin: int) -> int:
    """Return the Health Points that an entry began with; of one not enrolled, those of its living pools."""
    for row in g.memory.get(MEMORY, ()):
        if row["id"] == origin:
            return int(row["health"])
    return sum(pool.starting * health_each(pool) for pool in pools_of(g, origin))


def is_decimated(g: Game, origin: int) -> bool:
    """Return whether an entry has at most `decimated-fraction` percent of its Health Points left."""
    # A percentage is kept as written, 25 of a hundred, so that the comparison stays in whole numbers.
    percent: int = g.ruleset.constant("decimated-fraction")
    return health_left(g, origin) * 100 <= health_at_start(g, origin) * percent
