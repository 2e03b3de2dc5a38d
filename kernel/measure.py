"""Inches and millimetres: rulebooks print distances in the one and bases in the other.

The factor is exact; lengths become floats only where they go to the table.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

MM_PER_INCH: Final = Fraction(254, 10)


def mm_to_inches(millimetres: int | Fraction) -> float:
    """Return millimetres as inches for geometry."""
    return float(millimetres / MM_PER_INCH)
