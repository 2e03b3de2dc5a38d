"""What a move led through: the ground that a unit covered, terrain met on the way, and the tests that follow.

Source: T9A rulebook, Terrain 1.C and Psychology 4; Reference Handbook, Dangerous Terrain.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import pi

from tercio.kernel.decisions import Procedure
from tercio.kernel.geometry import Rect, Shape, swept_forward, touches
from tercio.kernel.state import Game, Terrain, Unit
from tercio.plugins.regiments.manoeuvre import Leg

_WHEEL_STEP = pi / 12.0
"""A wheel is followed in turns no greater than this."""


def trail(rect: Rect, legs: Iterable[Leg]) -> list[Rect]:
    """Return rectangles that together cover what a unit's boundary passed over along some legs."""
    covered = [rect]
    for leg in legs:
        if leg.forward:
            covered.append(swept_forward(rect, leg.forward))
            rect = rect.forward(leg.forward)
        if leg.angle:
            steps = int(leg.angle / _WHEEL_STEP) + 1
            covered += [rect.wheeled(leg.side, leg.angle * i / steps) for i in range(1, steps + 1)]
            rect = rect.wheeled(leg.side, leg.angle)
        if leg.onward:
            covered.append(swept_forward(rect, leg.onward))
            rect = rect.forward(leg.onward)
    return covered


def terrain_met(g: Game, covered: Sequence[Shape]) -> list[Terrain]:
    """Return the terrain that some of the covered ground touches, in order of id."""
    return [piece for piece in g.terrain if any(touches(shape, piece.shape) for shape in covered)]


def pay_for_terrain(g: Game, unit: Unit, covered: Sequence[Shape], move: str) -> Procedure[None]:
    """Take the Dangerous Terrain Tests of a move (`charge`, `failed-charge`, `march`, `flee`, `pursue`) at
    its end.
    """
    from .terrain import dangerous_test

    if not g.terrain or unit.destroyed:
        return
    pieces = terrain_met(g, covered)
    if pieces:
        yield from dangerous_test(g, unit, pieces, move)
