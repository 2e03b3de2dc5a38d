"""Setting up units of loose models: all models of a unit at once, side by side, where every base fits.

A unit is set up as a clump on a grid (see `forming`) of at most `MOST` models, so it is coherent. What
makes a place fit (territory, distance from enemies, terrain) is asked of the caller; the edge of the table
and the models of all other units are seen to here. Nothing here is random: the same table gives the same
places.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Final

from tercio.kernel.geometry import Circle, Point, Shape, first_overlap, inside_table, within
from tercio.kernel.geometry.clear import in_the_way
from tercio.kernel.state import Game, Unit

from .bodies import DECIMALS, base_at, bases_of, models_of
from .coherency import Coherency, is_coherent
from .forming import NEIGHBOURS, Grid, needed_of

MOST: Final = len(NEIGHBOURS)
"""Models that a grid has places for."""

_SEEDS: Final = 7
"""Places of a grid from which a clump is begun, before it is given up."""

_FACINGS: Final = (0.0, 90.0, 45.0, 135.0)
_TRIES: Final = 96
_TRIES_EACH: Final = 16
_MESH: Final = 0.5
"""Inches between the points of the net with which the table is combed."""


def set_up_near(
    g: Game,
    unit: Unit,
    anchor: Point,
    fits: Callable[[Shape], bool],
    rule: Coherency | None = None,
) -> list[Shape] | None:
    """Return bases for all models of a unit close round a point, each of which fits, or None.

    They stand side by side, each beside as many others as `rule` asks for; without a rule beside two. Ovals
    all face north, or east, or between, the first that fits.
    """
    return _near(g, unit, anchor, fits, rule, _others(g, unit))


def _near(
    g: Game,
    unit: Unit,
    anchor: Point,
    fits: Callable[[Shape], bool],
    rule: Coherency | None,
    others: Sequence[Shape],
) -> list[Shape] | None:
    width, depth = unit.pools[0].base
    for facing in _FACINGS if width != depth else _FACINGS[:1]:
        places = Grid(base_at(width, depth, *anchor, facing))
        near = in_the_way(places[0], Circle(*anchor, places.radius), others)
        found = _clump(g, places, len(models_of(unit)), near, fits, rule)
        if found is not None and (rule is None or is_coherent(found, rule)):
            return found
    return None


def set_up_places(
    g: Game,
    unit: Unit,
    fits: Callable[[Shape], bool],
    legal: Callable[[list[Shape]], bool],
    most: int,
    anchors: Sequence[Point] | None = None,
    rule: Coherency | None = None,
    sieve: Callable[[Shape], bool] | None = None,
) -> list[list[Shape]]:
    """Return at most `most` different places for a unit, each a list of bases that is `legal` as a whole.

    `anchors` are points to try, in order; without them points are spread evenly over the whole table, and if
    those give no place the whole table is searched once more, point by point. Where `fits` takes long,
    `sieve` may be a quicker test that every base passes which fits: the bases of a place that are legal as a
    whole are then not asked one by one.
    """
    found: list[list[Shape]] = []
    others = _others(g, unit)
    for anchor in anchors if anchors is not None else _spread(g, unit, most, fits):
        if len(found) >= most:
            break
        for test in (fits,) if sieve is None else (sieve, fits):
            bases = _near(g, unit, anchor, test, rule, others)
            if bases is not None and (bases in found or legal(bases)):
                if bases not in found:
                    found.append(bases)
                break
    if not found and anchors is None:
        found = list(islice(filter(legal, _combed(g, unit, fits, rule)), 1))
    return found


def _combed(
    g: Game, unit: Unit, fits: Callable[[Shape], bool], rule: Coherency | None
) -> Iterator[list[Shape]]:
    """Yield places of a unit wherever its models find room one by one on a fine net over the table."""
    width, depth = unit.pools[0].base
    others = _others(g, unit)
    for facing in _FACINGS if width != depth else _FACINGS[:1]:
        net = [
            base
            for base in _net(g, width, depth, facing)
            if inside_table(base, g.width, g.depth) and first_overlap(base, others) is None and fits(base)
        ]
        for seed in net:
            found = _joined(seed, net, len(models_of(unit)), rule)
            if found is not None and (rule is None or is_coherent(found, rule)):
                yield found


def _net(g: Game, width: float, depth: float, facing: float) -> Iterator[Shape]:
    for row in range(int(g.depth / _MESH) + 1):
        for column in range(int(g.width / _MESH) + 1):
            yield base_at(width, depth, column * _MESH, row * _MESH, facing)


def _joined(seed: Shape, net: Sequence[Shape], count: int, rule: Coherency | None) -> list[Shape] | None:
    """Return so many bases of a net that stand free, each beside enough of those taken before it."""
    taken = [seed]
    reach = rule.reach if rule is not None else _MESH
    while len(taken) < count:
        enough = min(needed_of(rule, count), len(taken))
        near = (base for base in net if sum(within(base, one, reach) for one in taken) >= enough)
        new = next((base for base in near if first_overlap(base, taken) is None), None)
        if new is None:
            return None
        taken.append(new)
    return taken


def _others(g: Game, unit: Unit) -> list[Shape]:
    return [base for other in g.units.values() if other is not unit for base in bases_of(other)]


def _clump(
    g: Game,
    places: Grid,
    count: int,
    others: Sequence[Shape],
    fits: Callable[[Shape], bool],
    rule: Coherency | None,
) -> list[Shape] | None:
    """Return so many places that hang together and are free and fit, the nearest first."""
    known: list[bool | None] = [None] * MOST

    def is_free(index: int) -> bool:
        free = known[index]
        if free is None:
            place = places[index]
            on = inside_table(place, g.width, g.depth) and first_overlap(place, others) is None
            free = known[index] = on and fits(place)
        return free

    seeds = 0
    for seed in range(len(places)):
        if seeds < _SEEDS and is_free(seed):
            seeds += 1
            taken = _grown(seed, count, needed_of(rule, count), is_free)
            if taken is not None:
                return [places[index] for index in taken]
    return None


def _grown(seed: int, count: int, needed: int, is_free: Callable[[int], bool]) -> list[int] | None:
    """Return the indices of places that grow from a seed, each beside enough of those taken before."""
    taken = [seed]
    beside = [0] * MOST
    while len(taken) < count:
        beside[taken[-1]] = -MOST
        for index in NEIGHBOURS[taken[-1]]:
            beside[index] += 1
        enough = min(needed, len(taken))
        for k, number in enumerate(beside):
            if number >= enough and is_free(k):
                taken.append(k)
                break
        else:
            return None
    return taken


def _spread(g: Game, unit: Unit, most: int, fits: Callable[[Shape], bool]) -> Iterator[Point]:
    """Yield points that fill the table ever more densely, where one base at least would fit."""
    width, depth = unit.pools[0].base
    for i in range(1, _TRIES + most * _TRIES_EACH + 1):
        x, y = spread_out(i)
        anchor = (round(g.width * x, DECIMALS), round(g.depth * y, DECIMALS))
        if fits(base_at(width, depth, *anchor)):
            yield anchor


@cache
def spread_out(i: int) -> Point:
    """Return the `i`-th of points, from 1 on, that fill a square of side 1 ever more densely."""
    return _radical(i, 2), _radical(i, 3)


def _radical(i: int, base: int) -> float:
    """Return the digits of `i` in a base mirrored at the point: numbers that fill 0 to 1 evenly."""
    value, step = 0.0, 1.0
    while i:
        step /= base
        i, digit = divmod(i, base)
        value += digit * step
    return value
