"""Places of single models in a regiment: in its front ranks if their base matches, else beside it.

The unit is not refitted here; who changes places does so afterwards (`formation.refit`). Source: T9A
rulebook, Attachable Models 2.B-2.C.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from tercio.kernel.state import Pool, Unit

from .layout import LEFT, RIGHT, Place, RankedFormation, standing, taken_cells


def formation_of(unit: Unit) -> RankedFormation:
    """Return the unit's ranked formation. Raises TypeError if it has none."""
    if not isinstance(unit.formation, RankedFormation):
        raise TypeError(f"{unit.name} stands in no ranks")
    return unit.formation


def best_place(unit: Unit, pool: Pool) -> Place | None:
    """Return the place farthest forward that a model could take: in the block if its base matches, else
    beside it; None if there is none.
    """
    formation = formation_of(unit)
    others = [p for p in unit.pools if p is not pool]
    return place_for(formation, others, pool)


def place_for(formation: RankedFormation, others: Sequence[Pool], pool: Pool) -> Place | None:
    cells = formation.covers(pool.base)
    if cells is None:
        taken = {place.side for _, place in standing(formation, others)}
        return next((Place(side=side) for side in (LEFT, RIGHT) if side not in taken), None)
    across, deep = cells
    taken_by_rank = taken_cells(formation, others)
    middle = (formation.files - across) * 0.5
    starts = sorted(range(formation.files - across + 1), key=lambda file: (abs(file - middle), file))
    for rank in range(len(others) + 1):
        for file in starts:
            if _is_free(taken_by_rank, range(file, file + across), range(rank, rank + deep)):
                return Place(file, rank)
    return None


def _is_free(taken: dict[int, list[int]], files: range, across_ranks: range) -> bool:
    return not any(file in taken.get(rank, ()) for rank in across_ranks for file in files)


def seat(unit: Unit, pool: Pool, place: Place | None = None) -> Place:
    """Give a model a place of its own (None: the best one); the caller refits. Raises ValueError if there is
    none.
    """
    formation = formation_of(unit)
    place = place or best_place(unit, pool)
    if place is None:
        raise ValueError(f"{unit.name} has no room for {pool.name}")
    formation.places[pool.id] = place
    formation.cache = None
    return place


def unseat(unit: Unit, pool_id: int) -> None:
    """Forget the place of a model that left or was slain; the caller refits."""
    formation = formation_of(unit)
    formation.places.pop(pool_id, None)
    formation.cache = None


def places_hold(unit: Unit, places: Mapping[int, Place], files: int, anywhere: Collection[int] = ()) -> bool:
    """Return whether placed models may stand so (others keep their places): on free cells, and as far forward
    as they can.

    `anywhere` are pools that need not stand forward.
    """
    formation = formation_of(unit)
    whole = {**formation.places, **places}
    trial = RankedFormation(files, formation.cell, formation.gap, whole)
    placed = [pool for pool in unit.pools if pool.id in whole and pool.models > 0]
    if any(number not in {pool.id for pool in placed} for number in places):
        return False
    return all(_holds(trial, placed, pool, anywhere) for pool in placed)


def _holds(trial: RankedFormation, placed: Sequence[Pool], pool: Pool, anywhere: Collection[int]) -> bool:
    place, cells = trial.places[pool.id], trial.covers(pool.base)
    others = [other for other in placed if other is not pool]
    if cells is None or place.side:
        taken = [trial.places[other.id].side for other in others]
        return cells is None and place.side in (LEFT, RIGHT) and place.side not in taken
    across, deep = cells
    ranks = range(place.rank, place.rank + deep)
    if place.file + across > trial.files:
        return False
    if not _is_free(taken_cells(trial, others), range(place.file, place.file + across), ranks):
        return False
    best = place_for(trial, others, pool)
    return pool.id in anywhere or (best is not None and best.rank >= place.rank)
