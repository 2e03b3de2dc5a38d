"""Where a unit stands, as plain facts for events and decisions."""

from __future__ import annotations

from typing import Any

from tercio.kernel.geometry.vector import degrees_of
from tercio.kernel.state import Unit


def place_of(unit: Unit) -> dict[str, Any]:
    """Return where a unit stands: centre in inches and compass bearing; nothing for a unit off the table."""
    rect = unit.rect
    if rect is None:
        return {}
    return {"x": round(rect.x, 4), "y": round(rect.y, 4), "bearing": round(degrees_of(rect.facing), 3)}
