"""Places of the models of a unit in scenarios: as told, or side by side in rows about a point.

Rows have at most so many `files`, the front row as many as any, each of the others in the middle behind the
one before it; bases touch. Bearings are compass degrees.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Final

from tercio.kernel.geometry import Point, Shape
from tercio.kernel.geometry.vector import direction_from_degrees
from tercio.kernel.state import Unit
from tercio.plugins.warbands.bodies import DECIMALS, base_at, bases_of, models_of

FILES = 5
"""Models side by side, if nothing is said."""

_ASKEW: Final = 0.002
"""Inches between bases in rows that are askew to the table, for their places are rounded."""


def middle_of(bases: Sequence[Shape]) -> Point:
    """Return the middle of the box about the centres of bases. Raises ValueError without any."""
    xs, ys = [base.x for base in bases], [base.y for base in bases]
    return (min(xs) + max(xs)) * 0.5, (min(ys) + max(ys)) * 0.5


def in_rows(unit: Unit, x: float, y: float, facing: float, files: int) -> list[Shape]:
    """Return bases for all models of a unit in rows, their middle at a point."""
    width, depth = unit.pools[0].base
    fx, fy = direction_from_degrees(facing)
    room = _ASKEW if facing % 90.0 else 0.0
    sizes = _rows(len(models_of(unit)), files)
    bases = []
    for row, size in enumerate(sizes):
        back = (row - (len(sizes) - 1) * 0.5) * (_up(depth) + room)
        for file in range(size):
            right = (file - (size - 1) * 0.5) * (_up(width) + room)
            at = (x + fy * right - fx * back, y - fx * right - fy * back)
            bases.append(base_at(width, depth, round(at[0], DECIMALS), round(at[1], DECIMALS), facing))
    return bases


def _rows(models: int, files: int) -> list[int]:
    """Return the sizes of as few rows as will do, as even as they can be, the front first."""
    rows = ceil(models / files)
    return [models // rows + (row < models % rows) for row in range(rows)]


def _up(inches: float) -> float:
    """Round up to even thousandths, so that bases at rounded places never overlap."""
    return 2.0 * ceil(inches * 10**DECIMALS * 0.5 - 0.001) / 10**DECIMALS


def moved_to(unit: Unit, x: float, y: float, facing: float | None = None) -> list[Shape]:
    """Return bases of a unit that has gone as it stands, until its middle is at a point."""
    width, depth = unit.pools[0].base
    bases = bases_of(unit)
    mx, my = middle_of(bases)
    moved = [base.moved(x - mx, y - my) for base in bases]
    if facing is not None:
        return [base_at(width, depth, base.x, base.y, facing) for base in moved]
    return moved
