"""Who fights whom: the models of a unit that strike at each enemy in contact, and who strikes alone.

Contact is on a side of a unit. To the front its front rank fights: as many as the value `fighting-models`
says, at first those in contact (a corner is enough), never more than stand there. Behind those that fight
`supporting-ranks` ranks support them, `deep-files` files at either end fight with all their models. On a
flank the outer file fights, to the rear the last rank, if they may, and nobody supports. A model fights
once a round, to the front before a flank, a flank before the rear, and one in contact does not support.
Models strike at the one enemy of an edge; of several at that of which they touch most, then the lower id.

A commander counts as one of the models of his edge, but strikes at an enemy of his own: see `champions`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from tercio.kernel.context import Context
from tercio.kernel.geometry import EPSILON, Facing, Rect
from tercio.kernel.modifiers import value
from tercio.kernel.permissions import may
from tercio.kernel.state import Game, Pool, Unit

from .formation import RankedFormation, Spot, facing_edge_spots, formation_of, spots
from .muster import COMMANDER

SIDES: Final = (Facing.FRONT, Facing.LEFT, Facing.RIGHT, Facing.REAR)
_MAY: Final = {Facing.LEFT: "fight-at-flank", Facing.RIGHT: "fight-at-flank", Facing.REAR: "fight-at-rear"}
_NEAR: Final = 4.0 * EPSILON
Counts = dict[int, int]
"""Numbers of models by the id of their pool."""


@dataclass(slots=True)
class Contingent:
    """The models of a unit that strike at one enemy: how many of each pool with all their attacks (`full`)
    and how many from behind (`support`).
    """

    foe: Unit
    full: Counts = field(default_factory=dict)
    support: Counts = field(default_factory=dict)


Stretch = tuple[float, float, Spot]
"""A model on an edge, with where it begins and ends there, in inches from the left end."""


def enemies(g: Game, unit: Unit) -> list[tuple[Facing, Unit]]:
    """Return the enemies in contact with a unit, each with the side of the unit that it is on: front, left,
    right, rear, then by id.
    """
    engagement = g.engagement
    foes = engagement.foes(unit.id)
    if len(foes) == 1:
        return [(engagement.facing(unit.id, foes[0]), g.units[foes[0]])]
    met = [(engagement.facing(unit.id, foe), g.units[foe]) for foe in foes]
    return [(side, foe) for facing in SIDES for side, foe in met if side is facing]


def may_fight(g: Game, unit: Unit, facing: Facing, foe: Unit, pool: Pool) -> bool:
    """Whether models of a pool may strike at an enemy on a side of their unit."""
    c = Context(unit=unit, target_unit=foe, model=pool)
    if not may(g, "fight", c):
        return False
    word = _MAY.get(facing)
    return word is None or may(g, word, c)


# -- models in ranks -------------------------------------------------------------------------------


def contingents(g: Game, unit: Unit) -> list[Contingent]:
    """Return who of a unit's own models strikes at whom now, each enemy once."""
    pool = next((one for one in unit.pools if one.models and one.role != COMMANDER), None)
    if pool is None:
        return []
    met = [(side, foe) for side, foe in enemies(g, unit) if may_fight(g, unit, side, foe, pool)]
    if len(met) == 1 and met[0][0] is Facing.FRONT:
        quick = _whole_front(g, unit, pool, met[0][1])
        if quick is not None:
            return [quick]
    return _by_place(g, unit, met)


def _whole_front(g: Game, unit: Unit, pool: Pool, foe: Unit) -> Contingent | None:
    """Count without looking for places: one enemy, to the front, that the whole front rank strikes at; None
    if it is not that plain.
    """
    formation, c = formation_of(unit), Context(unit=unit, target_unit=foe)
    taken = _taken(unit, pool, formation)
    if taken is None or value(g, "deep-files", c, 0):
        return None
    start, across, deep = taken
    front = min(formation.files - across, pool.models)
    touching = _in_contact(unit, foe, formation, front + across, range(start, start + across))
    if value(g, "fighting-models", c, touching) < front + (across > 0):
        return None
    left, behind = pool.models - front, 0
    for rank in range(1, int(value(g, "supporting-ranks", c, 0)) + 1 if left else 0):
        behind += min(left - behind, formation.files - (across if rank < deep else 0))
    return Contingent(foe, {pool.id: front}, {pool.id: behind} if behind else {})


def _taken(unit: Unit, pool: Pool, formation: RankedFormation) -> tuple[int, int, int] | None:
    """Return the first file, the files and the ranks that a commander in the front rank covers, none of them
    without one; None where somebody else stands on a place of his own, or he beside the block.
    """
    if formation.frozen is not None:
        return None
    found = 0, 0, 0
    for other in unit.pools:
        if other is pool or not other.models:
            continue
        place, cells = formation.places.get(other.id), formation.covers(other.base)
        if place is None or place.side or place.rank or cells is None or found[1]:
            return None
        found = place.file, *cells
    return found


def _in_contact(unit: Unit, foe: Unit, formation: RankedFormation, front: int, commander: range) -> int:
    """Return how many models of a front rank of so many cells touch an enemy before it, at least one; the
    cells of a commander are one model.
    """
    low, high = _stretch(unit, Facing.FRONT, foe)
    width = formation.cell[0]
    pitch = width + formation.gap
    touching = beside = 0
    for file in range(front):
        if file * pitch <= high + _NEAR and low <= file * pitch + width + _NEAR:
            if file in commander:
                beside = 1
            else:
                touching += 1
    return max(1, touching + beside)


def _by_place(g: Game, unit: Unit, met: Sequence[tuple[Facing, Unit]]) -> list[Contingent]:
    standing, used = spots(unit), set[int]()
    commanders = {pool.id for pool in unit.pools if pool.role == COMMANDER}
    found: list[Contingent] = []
    front: list[tuple[Contingent, list[Spot]]] = []
    for facing in SIDES:
        foes = [foe for side, foe in met if side is facing]
        if not foes:
            continue
        edge = [one for one in _edge(unit, facing, standing) if id(one[2]) not in used]
        for foe, those in _shared_out(g, unit, facing, edge, foes):
            fighting = Contingent(foe)
            found.append(fighting)
            used.update(map(id, those))
            _count(fighting.full, those, commanders)
            if facing is Facing.FRONT:
                front.append((fighting, those))
    for fighting, those in front:
        _from_behind(g, unit, fighting, those, standing, used, commanders)
    return found


def _edge(unit: Unit, facing: Facing, standing: Sequence[Spot]) -> list[Stretch]:
    """Return the models of an edge with their stretches of it: the front rank, an outer file, the last
    rank. Nobody is of an edge who stands there behind a gap.
    """
    match facing:
        case Facing.FRONT:
            return [(spot.left, spot.right, spot) for spot in standing if spot.rank == 0]
        case Facing.LEFT:
            there = [spot for spot in standing if spot.file <= 0]
        case Facing.RIGHT:
            end = max(spot.right for spot in standing if spot.file < formation_of(unit).files) - _NEAR
            there = [spot for spot in standing if spot.right >= end]
        case Facing.REAR:
            back = max(spot.back for spot in standing) - _NEAR
            there = [spot for spot in standing if spot.back >= back]
    return facing_edge_spots(unit, facing, there)


def _shared_out(
    g: Game, unit: Unit, facing: Facing, edge: Sequence[Stretch], foes: Sequence[Unit]
) -> list[tuple[Unit, list[Spot]]]:
    """Return which models of an edge fight each enemy there."""
    stretches = {foe.id: _stretch(unit, facing, foe) for foe in foes}
    touching: dict[int, list[Stretch]] = {foe.id: [] for foe in foes}
    spare: list[Stretch] = []
    for one in edge:
        gap, number = min((_gap(one, stretches[foe.id]), foe.id) for foe in foes)
        (touching[number] if gap <= _NEAR else spare).append(one)
    found = []
    for foe in foes:
        mine, stretch = touching[foe.id], stretches[foe.id]
        asked = value(g, "fighting-models", Context(unit=unit, target_unit=foe), max(1, len(mine)))
        near = sorted(mine + spare, key=lambda one: (max(_gap(one, stretch), 0.0), one[0]))
        taken = near[: max(0, int(asked))]
        spare = [one for one in spare if all(one is not other for other in taken)]
        found.append((foe, [spot for _, _, spot in taken]))
    return found


def _gap(one: Stretch, stretch: tuple[float, float]) -> float:
    """Return how far a model on an edge is from a stretch of it; less than nothing where they overlap."""
    return max(one[0] - stretch[1], stretch[0] - one[1])


def _stretch(unit: Unit, facing: Facing, foe: Unit) -> tuple[float, float]:
    """Return the stretch of a unit's edge that an enemy lies along, in inches from its left end."""
    mine, theirs = unit.rect, foe.rect
    if mine is None or theirs is None:
        return 0.0, 0.0
    x, y = mine.normal(facing)
    across, deep = _widths(theirs, y, -x)
    at = (theirs.x - mine.x) * y - (theirs.y - mine.y) * x + mine.edge_length(facing) * 0.5
    return at - across - deep, at + across + deep


def _widths(rect: Rect, x: float, y: float) -> tuple[float, float]:
    """Return half of what the width and the depth of a rectangle measure along a direction."""
    return abs(rect.uy * x - rect.ux * y) * rect.half_width, abs(rect.ux * x + rect.uy * y) * rect.half_depth


def _count(into: Counts, those: Iterable[Spot], commanders: set[int]) -> None:
    for spot in those:
        if spot.pool not in commanders:
            into[spot.pool] = into.get(spot.pool, 0) + 1


def _from_behind(
    g: Game,
    unit: Unit,
    fighting: Contingent,
    those: Sequence[Spot],
    standing: Sequence[Spot],
    used: set[int],
    commanders: set[int],
) -> None:
    """Add the models that fight or support from behind those who fight to the front."""
    c = Context(unit=unit, target_unit=fighting.foe)
    deep, ranks = int(value(g, "deep-files", c, 0)), int(value(g, "supporting-ranks", c, 0))
    if not (deep or ranks):
        return
    columns = [(spot.left - _NEAR, spot.right + _NEAR) for spot in those]
    files = formation_of(unit).files
    for spot in standing:
        middle = spot.left + spot.width * 0.5
        if spot.rank < 1 or id(spot) in used or not any(low <= middle <= high for low, high in columns):
            continue
        if spot.file < deep or spot.file >= files - deep:
            _count(fighting.full, (spot,), commanders)
        elif spot.rank <= ranks:
            _count(fighting.support, (spot,), commanders)
