"""Ranks and files as data: where every model of a regiment stands inside its boundary.

A regiment is a block of equal cells, filled rank by rank from the front. Models that have a `Place` of their
own stand in the block (their base covers whole cells and displaces others) or beside it, in line with the
front. An incomplete rank stands in the middle. Distances are inches, seen from the front left corner of the
boundary: `left` to the right along the front, `front` backward. Source: T9A rulebook, Definitions 3 and
Attachable Models 2.C; formations of other ranked systems alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tercio.kernel.state import Pool

LEFT, RIGHT = "left", "right"
_NEARLY = 1e-4


@dataclass(frozen=True, slots=True)
class Place:
    """The cell (file, rank) of the front left part of a base; or `side`: left or right of the block, in line
    with the front.
    """

    file: int = 0
    rank: int = 0
    side: str = ""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where one model stands: its pool's id, its first cell, and its base in inches from the front left
    corner of the boundary.
    """

    pool: int
    file: int
    rank: int
    left: float
    front: float
    width: float
    depth: float

    @property
    def right(self) -> float:
        """Where its base ends, from the left."""
        return self.left + self.width

    @property
    def back(self) -> float:
        """Where its base ends, from the front."""
        return self.front + self.depth


@dataclass(slots=True, eq=False)
class RankedFormation:
    """`files` columns of cells of base `cell`, `gap` inches apart; `places` of models that stand on their own
    terms, by pool id.

    `frozen` keeps the spots of a moment: then the boundary and the spots of those alive do not change.
    """

    files: int
    cell: tuple[float, float]
    gap: float = 0.0
    places: dict[int, Place] = field(default_factory=dict)
    frozen: tuple[Spot, ...] | None = None
    cache: tuple[Any, tuple[Spot, ...]] | None = field(default=None, repr=False)

    def clone(self) -> RankedFormation:
        """Return an independent copy."""
        return RankedFormation(self.files, self.cell, self.gap, dict(self.places), self.frozen, self.cache)

    def plain(self) -> dict[str, Any]:
        """Return plain data for hashing and display."""
        places = {str(pool): [p.file, p.rank, p.side] for pool, p in sorted(self.places.items())}
        return {"files": self.files, "gap": self.gap, "places": places, "frozen": self.frozen is not None}

    def covers(self, base: tuple[float, float]) -> tuple[int, int] | None:
        """Return how many files and ranks a base covers, None if it does not match the cells."""
        across, deep = base[0] / self.cell[0], base[1] / self.cell[1]
        files, ranks = round(across), round(deep)
        if self.gap and (files, ranks) != (1, 1):
            return None
        if files < 1 or ranks < 1 or abs(across - files) > _NEARLY or abs(deep - ranks) > _NEARLY:
            return None
        return files, ranks


def standing(formation: RankedFormation, pools: Iterable[Pool]) -> list[tuple[Pool, Place]]:
    """Return the living models that have a place of their own, with it."""
    places = formation.places
    return [(pool, places[pool.id]) for pool in pools if pool.id in places and pool.models > 0]


def fillers(formation: RankedFormation, pools: Iterable[Pool]) -> int:
    """Return how many models fill the block."""
    places = formation.places
    return sum(pool.models for pool in pools if pool.id not in places)


def taken_cells(formation: RankedFormation, pools: Iterable[Pool]) -> dict[int, list[int]]:
    """Return the files that placed models cover, by rank."""
    taken: dict[int, list[int]] = {}
    for pool, place in standing(formation, pools):
        if place.side:
            continue
        across, deep = formation.covers(pool.base) or (1, 1)
        for rank in range(place.rank, place.rank + deep):
            taken.setdefault(rank, []).extend(range(place.file, place.file + across))
    return taken


def lengths(formation: RankedFormation, pools: Sequence[Pool]) -> list[int]:
    """Return the cells filled in each rank, front first; a large base counts for each cell it covers, models
    at the side for none.
    """
    left = fillers(formation, pools)
    taken = taken_cells(formation, pools) if formation.places else {}
    found: list[int] = []
    last = max(taken, default=-1)
    while left > 0 or len(found) <= last:
        here = len(taken.get(len(found), ()))
        more = min(left, max(0, formation.files - here))
        left -= more
        found.append(here + more)
        if not here and not more:
            break
    return found


def spots_of(formation: RankedFormation, pools: Sequence[Pool]) -> tuple[Spot, ...]:
    """Return where every living model stands, by rank and file; those beside the block come first."""
    key = (
        formation.files,
        formation.gap,
        tuple((pool.id, pool.models) for pool in pools),
        len(formation.places),
    )
    if formation.cache is not None and formation.cache[0] == key:
        return formation.cache[1]
    spots = tuple(
        _alive(formation.frozen, pools) if formation.frozen is not None else _fill(formation, pools)
    )
    formation.cache = (key, spots)
    return spots


def _alive(frozen: tuple[Spot, ...], pools: Iterable[Pool]) -> list[Spot]:
    """Of the spots of a frozen block the last rank is lost first, and within a rank the ends by turns."""
    kept: list[Spot] = []
    for pool in pools:
        mine = [spot for spot in frozen if spot.pool == pool.id]
        if len(mine) > pool.models:
            middle = (min(s.left for s in mine) + max(s.right for s in mine)) * 0.5
            mine.sort(key=lambda s: (s.rank, round(abs(s.left + s.width * 0.5 - middle), 4), s.left))
            mine = mine[: pool.models]
        kept += mine
    return sorted(kept, key=lambda s: (s.rank, s.file, s.left))


def _fill(formation: RankedFormation, pools: Sequence[Pool]) -> list[Spot]:
    spots = [
        _side_spot(formation, pools, pool, place) for pool, place in standing(formation, pools) if place.side
    ]
    spots += [
        _block_spot(formation, pools, pool, place)
        for pool, place in standing(formation, pools)
        if not place.side
    ]
    taken = taken_cells(formation, pools)
    queue = [pool for pool in pools if pool.id not in formation.places for _ in range(pool.models)]
    rank = start = 0
    while start < len(queue):
        free = [file for file in range(formation.files) if file not in taken.get(rank, ())]
        here = queue[start : start + len(free)]
        spots += [
            _block_spot(formation, pools, pool, Place(file, rank))
            for pool, file in zip(here, _middle(free, len(here), formation.files), strict=True)
        ]
        start += len(here)
        rank += 1
    spots.sort(key=lambda s: (s.rank, s.file, s.left))
    return spots


def _middle(free: list[int], count: int, files: int) -> list[int]:
    if count >= len(free):
        return free
    middle = (files - 1) * 0.5
    return sorted(sorted(free, key=lambda file: (abs(file - middle), file))[:count])


def side_width(formation: RankedFormation, pools: Iterable[Pool], side: str) -> float:
    """Return how far the boundary reaches beyond the block on a side."""
    widths = [pool.base[0] for pool, place in standing(formation, pools) if place.side == side]
    return sum(widths) + formation.gap * len(widths)


def _side_spot(formation: RankedFormation, pools: Sequence[Pool], pool: Pool, place: Place) -> Spot:
    width, depth = pool.base
    left = (
        0.0
        if place.side == LEFT
        else side_width(formation, pools, LEFT) + block_width(formation) + formation.gap
    )
    return Spot(pool.id, -1 if place.side == LEFT else formation.files, 0, left, 0.0, width, depth)


def _block_spot(formation: RankedFormation, pools: Sequence[Pool], pool: Pool, place: Place) -> Spot:
    (cw, cd), gap = formation.cell, formation.gap
    left = side_width(formation, pools, LEFT) if formation.places else 0.0
    return Spot(
        pool.id,
        place.file,
        place.rank,
        left + place.file * (cw + gap),
        place.rank * (cd + gap),
        pool.base[0],
        pool.base[1],
    )


def block_width(formation: RankedFormation) -> float:
    """Return the width of the block in inches."""
    return formation.files * formation.cell[0] + (formation.files - 1) * formation.gap


def size(formation: RankedFormation, pools: Sequence[Pool]) -> tuple[float, float]:
    """Return width and depth of the boundary in inches."""
    ranks = max(1, len(lengths(formation, pools)))
    depth = ranks * formation.cell[1] + (ranks - 1) * formation.gap
    sides = (
        [pool.base[1] for pool, place in standing(formation, pools) if place.side] if formation.places else []
    )
    width = block_width(formation)
    if sides:
        width += side_width(formation, pools, LEFT) + side_width(formation, pools, RIGHT)
    return width, max(depth, *sides) if sides else depth
