"""What holds wherever units stand in ranks: each is a rectangle, and is engaged with whom it touches."""

from __future__ import annotations

from itertools import combinations

from tercio.kernel.geometry import (
    EPSILON,
    Facing,
    Rect,
    contact,
    contact_length,
    overlaps,
    segment_distance,
    touches,
)
from tercio.kernel.state import Game


def overlapping(g: Game) -> list[str]:
    """No two units stand on the same ground."""
    there = [unit for unit in g.units.values() if unit.rect is not None]
    return [
        f"{a!r} stands on {b!r}"
        for a, b in combinations(there, 2)
        if a.rect is not None and b.rect is not None and overlaps(a.rect, b.rect)
    ]


def false_contacts(g: Game) -> list[str]:
    """Who is engaged touches, on the facings that are noted; enemies who touch are engaged."""
    faults = []
    noted = {(u, v): (f, h) for u, f, v, h in g.engagement.contacts()}
    for a, b in combinations(sorted(g.units), 2):
        one, other = g.units[a], g.units[b]
        if one.rect is None or other.rect is None:
            faults += [f"{one!r} and {other!r} are engaged off the table"] if (a, b) in noted else []
            continue
        met = touches(one.rect, other.rect)
        if ((a, b) in noted) != (met and one.owner != other.owner):
            faults.append(f"{one!r} and {other!r}: engaged {(a, b) in noted}, in contact {met}")
        elif (a, b) in noted and not _lie_on(one.rect, other.rect, *noted[a, b]):
            faults.append(f"{one!r} and {other!r}: noted {noted[a, b]}, met {contact(one.rect, other.rect)}")
    return faults


def _lie_on(a: Rect, b: Rect, one: Facing | None, other: Facing | None) -> bool:
    """Whether the contact of two boundaries lies on these facings; a corner lies on two of either side."""
    if one is None or other is None:
        return False
    if contact_length(a, b):
        return contact(a, b) == (one, other)
    return segment_distance(*a.edge(one), b) <= EPSILON and segment_distance(*b.edge(other), a) <= EPSILON
