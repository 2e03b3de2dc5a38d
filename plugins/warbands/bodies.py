"""The models of a unit and the bases they stand on.

A unit of loose models has one pool, whose `loose` lists the models that are alive. On the table each has a
`Circle` or an `Oval` as its shape, off the table None; a unit is on the table as a whole. Bases are values,
so a list of them (one for each model, in the order of the pool) is what moves are planned, judged and made
with. As plain data a base is its *place*: `[x, y]` if it is round, `[x, y, bearing]` if it is oval, in inches
and compass degrees with three decimals.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, inf
from typing import Any, Final

from tercio.kernel.geometry import Circle, Oval, Shape, distance
from tercio.kernel.geometry.vector import degrees_of, direction_from_degrees
from tercio.kernel.state import Model, Unit

DECIMALS: Final = 3
"""Places are kept to a thousandth of an inch or of a degree."""

_FURTHEST: Final = 1e6
"""No place lies this far out; it also keeps what is no number out of the geometry."""


def models_of(unit: Unit) -> list[Model]:
    """Return the models that are alive, in order. It is the pool's own list: change it by `losses` only."""
    return unit.pools[0].loose


def bases_of(unit: Unit) -> list[Shape]:
    """Return the bases that stand on the table, in the order of the models; [] if the unit is not on it."""
    return [model.shape for model in unit.pools[0].loose if model.shape is not None]


def is_set_up(unit: Unit) -> bool:
    """Whether a unit has models on the table."""
    return any(model.shape is not None for model in unit.pools[0].loose)


def reach_of(bases: Sequence[Shape]) -> tuple[float, float, float]:
    """Return a disc (x, y, radius) that holds all bases, about the middle of their bounding box.

    Raises ValueError without any.
    """
    if len(bases) == 1:
        base = bases[0]
        return (base.x, base.y, base.radius)
    x = (min(b.x - b.radius for b in bases) + max(b.x + b.radius for b in bases)) * 0.5
    y = (min(b.y - b.radius for b in bases) + max(b.y + b.radius for b in bases)) * 0.5
    return (x, y, max(hypot(b.x - x, b.y - y) + b.radius for b in bases))


def gap(bases: Sequence[Shape], others: Sequence[Shape]) -> float:
    """Return the closest distance in inches of two lists of bases: 0.0 if any meet, inf if one is empty."""
    best = inf
    for base in bases:
        x, y, r = base.x, base.y, base.radius
        round_base = type(base) is Circle
        for other in others:
            apart = hypot(other.x - x, other.y - y) - r - other.radius
            if apart >= best:
                continue
            if not (round_base and type(other) is Circle):
                apart = distance(base, other)
            if apart <= 0.0:
                return 0.0
            if apart < best:
                best = apart
    return best


def stand(unit: Unit, bases: Sequence[Shape]) -> None:
    """Give every model its base, in order. Raises ValueError unless there is one for each."""
    models = models_of(unit)
    if len(models) != len(bases):
        raise ValueError(f"{unit.name} has {len(models)} models, not {len(bases)}")
    for model, base in zip(models, bases, strict=True):
        model.shape = base


def take_off(unit: Unit) -> None:
    """Take every model of a unit from the table; all stay alive."""
    for model in models_of(unit):
        model.shape = None


def base_at(width_in: float, depth_in: float, x: float, y: float, facing_degrees: float = 0.0) -> Shape:
    """Return a base of a width and depth in inches about a point: a disc if they are equal, else an oval.

    An oval's depth runs along its facing, a compass bearing.
    """
    if width_in == depth_in:
        return Circle(x, y, width_in * 0.5)
    return Oval(x, y, *direction_from_degrees(facing_degrees), width_in * 0.5, depth_in * 0.5)


def places_of(bases: Sequence[Shape]) -> list[list[float]]:
    """Return the places of bases as plain data, rounded."""
    return [_place_of(base) for base in bases]


def _place_of(base: Shape) -> list[float]:
    place = [_kept(base.x), _kept(base.y)]
    if isinstance(base, Oval):
        place.append(_kept(degrees_of((base.ux, base.uy))) % 360.0)
    return place


def _kept(number: float) -> float:
    # Adding zero turns -0.0 into 0.0, so that one place is written in one way.
    return round(float(number), DECIMALS) + 0.0


def bases_from(unit: Unit, places: Any) -> list[Shape] | None:
    """Return the bases that plain data names for all models of a unit, rounded; the way back of `places_of`.

    None if it names too few or too many, or any place is malformed, not finite or absurdly far out.
    """
    if not isinstance(places, list | tuple) or len(places) != len(models_of(unit)):
        return None
    bases = [base for place in places if (base := base_from(unit, place)) is not None]
    return bases if len(bases) == len(places) else None


def base_from(unit: Unit, place: Any) -> Shape | None:
    """Return the base that plain data names for one model of a unit, rounded; None for what is no place."""
    width, depth = unit.pools[0].base
    if not _is_place(place, 2 if width == depth else 3):
        return None
    return base_at(width, depth, *(_kept(n) for n in place))


def _is_place(place: Any, size: int) -> bool:
    if not isinstance(place, list | tuple) or len(place) != size:
        return False
    return all(type(n) in (int, float) and -_FURTHEST < n < _FURTHEST for n in place)
