"""Regiments on the table: forming up, refitting after losses, ranks, places of single models, freezing.

The boundary (`unit.rect`) follows the formation: `refit` makes it anew from the models alive and keeps the
middle of the front (or what `keep` says) in place. Source: T9A rulebook, Definitions 3, Attachable Models
2.C, Melee Phase 1.B and 4.E; Reference Handbook, Maintaining a Viable Formation.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tercio.kernel.geometry import Facing, Rect
from tercio.kernel.state import Pool, Unit

from .layout import (
    LEFT,
    RIGHT,
    Place,
    RankedFormation,
    Spot,
    fillers,
    lengths,
    size,
    spots_of,
)
from .seating import best_place, formation_of, place_for, seat, unseat

__all__ = [
    "LEFT",
    "RIGHT",
    "Place",
    "RankedFormation",
    "Spot",
    "Stand",
    "best_place",
    "form_up",
    "formation_of",
    "freeze",
    "rank_lengths",
    "ranks",
    "refit",
    "reshape",
    "seat",
    "spots",
    "stand_of",
    "unfreeze",
    "unseat",
    "viable",
]


@dataclass(frozen=True, slots=True)
class Stand:
    """One model on the table: its pool and its base."""

    pool: Pool
    rect: Rect


def form_up(
    unit: Unit,
    x: float,
    y: float,
    ux: float,
    uy: float,
    files: int,
    *,
    attached: Iterable[Pool] = (),
    gap: float = 0.0,
) -> Rect:
    """Put a unit on the table with the middle of its boundary at (x, y), facing (ux, uy), and return its
    boundary.

    `attached` pools get places of their own, as far forward as they can stand; the base of the first other
    pool makes the cells. A unit of attached pools alone takes the cells of the first of them. `gap` parts the
    models (inches). Raises ValueError without models.
    """
    apart = [pool for pool in attached if pool.models > 0]
    mass = [pool for pool in unit.pools if pool.models > 0 and pool not in apart]
    if not mass and not apart:
        raise ValueError(f"{unit.name} has no models to form up")
    leader = (mass or apart)[0]
    if not mass:
        apart = apart[1:]
    unit.formation = RankedFormation(max(1, files), leader.base, gap)
    for pool in apart:
        seat(unit, pool)
    unit.rect = Rect(x, y, ux, uy, 1.0, 1.0)
    return refit(unit, keep="centre")


# -- ranks ---------------------------------------------------------------------------------------------------


def rank_lengths(unit: Unit) -> list[int]:
    """Return the cells filled in each rank, front first, as if no gap were left by losses. Models at the side
    count for none.
    """
    return lengths(formation_of(unit), unit.pools)


def ranks(unit: Unit) -> int:
    """Return the number of ranks, the last one complete or not."""
    return len(rank_lengths(unit))


def spots(unit: Unit) -> tuple[Spot, ...]:
    """Return where each living model stands inside the boundary, front rank first."""
    return spots_of(formation_of(unit), unit.pools)


def stand_of(unit: Unit, pool: Pool) -> Stand | None:
    """Return the first model of a pool, None if none stands on the table."""
    if unit.rect is None:
        return None
    spot = next((spot for spot in spots(unit) if spot.pool == pool.id), None)
    return Stand(pool, spot_rect(unit.rect, spot)) if spot is not None else None


def spot_rect(rect: Rect, spot: Spot) -> Rect:
    """Return the base of a model that stands at a spot of a boundary."""
    right = spot.left + spot.width * 0.5 - rect.half_width
    ahead = rect.half_depth - spot.front - spot.depth * 0.5
    x, y = rect.from_local((right, ahead))
    return Rect(x, y, rect.ux, rect.uy, spot.width, spot.depth)


def viable(unit: Unit, files: int, proper_width: int) -> bool:
    """Return whether a unit may choose to stand in so many files: not deeper than wide, unless `proper_width`
    files wide.

    No placed model may be wider than the block, nor may there be more files than models to stand in the front
    rank.
    """
    formation = formation_of(unit)
    trial = reshaped(unit, files)
    if trial is None:
        return False
    deep = lengths(trial, unit.pools)
    return (
        bool(deep)
        and deep[0] == files
        and (len(deep) <= files or files >= proper_width or files == formation.files)
    )


# -- boundary ------------------------------------------------------------------------------------------------


def refit(unit: Unit, keep: str = "front") -> Rect:
    """Make the boundary from the models alive and return it; single ranks close up.

    `keep` stays where it is: the middle of the front, the `left` or `right` end of the front, or the
    `centre`; `block` keeps the middle of the block's front, where models at its sides came or went. A frozen
    unit keeps all. Raises ValueError for a unit that is not on the table.
    """
    formation, old = formation_of(unit), unit.rect
    if old is None:
        raise ValueError(f"{unit.name} is not on the table")
    if formation.frozen is not None or not unit.models:
        return old
    _close_up(formation, unit.pools)
    width, depth = size(formation, unit.pools)
    unit.rect = _placed(old, width, depth, keep)
    formation.cache = None
    return unit.rect


def _placed(old: Rect, width: float, depth: float, keep: str) -> Rect:
    if keep == "centre":
        return Rect(old.x, old.y, old.ux, old.uy, width, depth)
    shift = {"left": (width - old.width) * 0.5, "right": (old.width - width) * 0.5}.get(keep, 0.0)
    x, y = old.from_local((shift, old.half_depth - depth * 0.5))
    return Rect(x, y, old.ux, old.uy, width, depth)


def _close_up(formation: RankedFormation, pools: Sequence[Pool]) -> None:
    """Forget the dead, take new cells where nobody fills the old ones, and let a front rank that is not full
    slide together.
    """
    alive = {pool.id for pool in pools if pool.models > 0}
    for gone in [number for number in formation.places if number not in alive]:
        del formation.places[gone]
    if not fillers(formation, pools):
        _without_block(formation, [pool for pool in pools if pool.models > 0])
    front = lengths(formation, pools)[:1]
    if front and front[0] < formation.files:
        taken = sorted((p.file, number) for number, p in formation.places.items() if not p.side)
        _narrow(formation, pools, front[0], [number for _, number in taken])


def _without_block(formation: RankedFormation, pools: Sequence[Pool]) -> None:
    """Only placed models are left: one of them, of the commonest base, lends the cells to the others."""
    if not pools:
        return
    leader = max(pools, key=lambda pool: (sum(other.base == pool.base for other in pools), -pool.id))
    formation.cell = leader.base
    formation.files = sum((formation.covers(pool.base) or (0, 0))[0] for pool in pools)
    formation.places = {}
    seated = [leader]
    for pool in pools:
        if pool is not leader:
            place = place_for(formation, seated, pool)
            if place is not None:
                formation.places[pool.id] = place
                seated.append(pool)


def _narrow(formation: RankedFormation, pools: Sequence[Pool], files: int, placed: Sequence[int]) -> None:
    bases = {pool.id: pool.base for pool in pools}
    formation.files = files
    start = 0
    for number in placed:
        place = formation.places[number]
        across = (formation.covers(bases[number]) or (1, 1))[0]
        file = min(place.file, files - across) if place.rank else max(start, min(place.file, files - across))
        formation.places[number] = Place(max(0, file), place.rank)
        start = file + across if not place.rank else start
    formation.cache = None


def reshaped(unit: Unit, files: int) -> RankedFormation | None:
    """Return the formation in other files, placed models as far forward as they can stand; None if one does
    not fit.
    """
    old = formation_of(unit)
    trial = RankedFormation(files, old.cell, old.gap)
    others = [pool for pool in unit.pools if pool.id not in old.places]
    for number, place in sorted(old.places.items(), key=lambda item: (item[1].rank, item[1].file, item[0])):
        pool = next((p for p in unit.pools if p.id == number and p.models > 0), None)
        if pool is None:
            continue
        spot = place if place.side else place_for(trial, others, pool)
        if spot is None:
            return None
        trial.places[number] = spot
        others.append(pool)
    return trial


def reshape(unit: Unit, files: int, keep: str = "front") -> Rect:
    """Form the unit anew in so many files. Raises ValueError if a placed model does not fit."""
    trial = reshaped(unit, files)
    if trial is None:
        raise ValueError(f"{unit.name} cannot stand in {files} files")
    unit.formation = trial
    return refit(unit, keep)


def freeze(unit: Unit) -> None:
    """Fix the boundary and everybody's place until `unfreeze`."""
    formation = formation_of(unit)
    if formation.frozen is None:
        formation.frozen = spots(unit)


def unfreeze(unit: Unit) -> None:
    """Let the unit close up again at its next `refit`."""
    formation = formation_of(unit)
    formation.frozen = formation.cache = None


def facing_edge_spots(
    unit: Unit, facing: Facing, among: Iterable[Spot] | None = None
) -> list[tuple[float, float, Spot]]:
    """Return the models that stand nearest to a facing, each with its stretch of that edge (from its left end
    as seen from outside).

    Behind a gap the next model in the same file or rank counts: it fights across the gap. `among`: as if only
    these stood there.
    """
    rect, found = unit.rect, []
    if rect is None:
        return []
    for spot in spots(unit) if among is None else among:
        start, end, near = _on_edge(rect, spot, facing)
        found.append((near, start, end, spot))
    found.sort(key=lambda item: (round(item[0], 6), item[1]))
    edge: list[tuple[float, float, Spot]] = []
    for _, start, end, spot in found:
        if not any(start < b - _HAIR and a + _HAIR < end for a, b, _ in edge):
            edge.append((start, end, spot))
    return sorted(edge, key=lambda item: item[0])


_HAIR = 1e-5


def _on_edge(rect: Rect, spot: Spot, facing: Facing) -> tuple[float, float, float]:
    """Return the stretch of the edge that a spot faces, and how far it stands from it."""
    match facing:
        case Facing.FRONT:
            return spot.left, spot.right, spot.front
        case Facing.RIGHT:
            return spot.front, spot.back, rect.width - spot.right
        case Facing.REAR:
            return rect.width - spot.right, rect.width - spot.left, rect.depth - spot.back
        case Facing.LEFT:
            return rect.depth - spot.back, rect.depth - spot.front, spot.left
