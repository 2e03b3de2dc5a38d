"""Damage: points that a unit is inflicted in one ability, the wards that undo some, and whom they slay.

All points of one ability on one unit make one pool (core rules, 18.2): wards are rolled for each point, then
the points are allocated to the unit one after the other. The unit has one counter, `pool.lost`; whenever it
reaches the Health of a model, one is slain and the counter begins anew, so that excess carries over. What
`inflict` does may be warded, what `allocate` does may not (rulings 20, 21).

What is remembered, as plain data: `pool.memory["slain"]` the parts of the models that were slain, in order;
`unit.memory["destroyed"]` when and by which unit it was destroyed.
"""

from __future__ import annotations

from typing import Any, Final

from tercio.kernel.context import Context
from tercio.kernel.decisions import Procedure
from tercio.kernel.effects import run
from tercio.kernel.modifiers import gather, live
from tercio.kernel.query import stat
from tercio.kernel.rolls import purpose
from tercio.kernel.state import Game, Part, Pool, Unit, touch
from tercio.kernel.windows import listens, open_window, replaced
from tercio.plugins.warbands.bodies import models_of
from tercio.plugins.warbands.losses import slay

from .casualties import next_to_fall, pick_casualty
from .combats import settle

SLAIN, DESTROYED = "slain", "destroyed"
POINT: Final = "instead damage-point-allocated"


def health_of(unit: Unit) -> int:
    """Return the Health of each model of a unit: how many damage points slay one."""
    return int(unit.pools[0].profile.get("health-points") or 1)


def is_there(unit: Unit) -> bool:
    """Whether a unit can be damaged: it is not destroyed and stands on the battlefield."""
    return not unit.destroyed and any(model.shape is not None for model in models_of(unit))


def inflict(g: Game, unit: Unit, points: int, by: Unit | None = None) -> Procedure[int]:
    """Resolve the damage pool of one ability on a unit: wards, then allocation; returns the points that no
    ward undid. `by` is whose ability it is, if a unit's. Source: core rules, 18.0.
    """
    if points <= 0 or not is_there(unit):
        return 0
    left = yield from _ward(g, unit, points)
    if not left:
        g.emit("damage-warded", unit=unit.id, points=points, by=_id(by))
    yield from allocate(g, unit, left, by, warded=points - left)
    return left


def allocate(
    g: Game,
    unit: Unit,
    points: int,
    by: Unit | None = None,
    spared: frozenset[int] = frozenset(),
    *,
    warded: int = 0,
) -> Procedure[None]:
    """Allocate damage points to a unit, past its wards (core rules, 18.2).

    Rules may take the place of each point (`instead of damage-point-allocated`), but for points of units that
    are `spared`, by id: a point that one unit hands on to another does not come back. Where all of them are
    replaced no damage is told, and nothing comes after it. `warded` points were undone before, for the story.
    """
    taken, left = 0, points if is_there(unit) else 0
    single = left > 0 and unit.id not in spared and listens(g, POINT)
    while left > 0 and not unit.destroyed:
        some = 1 if single else min(left, health_of(unit) - unit.pools[0].lost)
        left -= some
        if single and (yield from _is_replaced(g, unit, by, spared)):
            continue
        if not taken:
            g.emit("damage", unit=unit.id, points=points + warded, warded=warded, by=_id(by))
        taken += some
        if not (yield from _add(g, unit, some, by)):
            left = 0
    if taken and listens(g, "after damage-allocated"):
        yield from open_window(g, "after damage-allocated", _context(unit, by).but(result=taken))


def _is_replaced(g: Game, unit: Unit, by: Unit | None, spared: frozenset[int]) -> Procedure[bool]:
    """Whether a rule takes the place of a point that a unit is about to be allocated."""
    c = _context(unit, by).but(by=by, spared=spared | {unit.id})
    return (yield from replaced(g, "damage-point-allocated", c)) or unit.destroyed


def _add(g: Game, unit: Unit, points: int, by: Unit | None) -> Procedure[bool]:
    """Add to the counter no more than slays a model; returns whether further points count."""
    pool = unit.pools[0]
    pool.lost += points
    if pool.lost < health_of(unit):
        return True
    if pool.models > 1:
        pool.lost = 0
        yield from _fell(g, unit, by)
        return True
    yield from _doom(g, unit, by)
    return unit.destroyed


def _context(unit: Unit, by: Unit | None) -> Context:
    """Return the context of windows: `enemy` is who did it, if it was a unit of the other side."""
    return Context(unit=unit, enemy=by if by is not None and by.owner != unit.owner else None)


def _id(unit: Unit | None) -> int:
    return unit.id if unit is not None else 0


# -- wards -----------------------------------------------------------------------------------------


def die_sides(g: Game) -> int:
    """Return the sides of the die that attacks and wards are rolled on."""
    return int(g.ruleset.constant("attack-die").sides)


def ward_of(g: Game, unit: Unit) -> int:
    """Return the ward value of a unit; one that no die shows if it has none (core rules, 18.1)."""
    return int(stat(g, "ward", Context(unit=unit)))


def _ward(g: Game, unit: Unit, points: int) -> Procedure[int]:
    """Roll a ward for each point and return how many points are left.

    Where natural results of ward rolls do something, the dice are rolled one by one: the ward may go.
    """
    c, sides = Context(unit=unit), die_sides(g)
    one_by_one = bool(gather(g, "natural ward-roll", c))
    left, rolled = 0, 0
    while rolled < points:
        ward = ward_of(g, unit)
        if ward > sides:
            return left + points - rolled
        number = 1 if one_by_one else points - rolled
        faces = g.dice.faces(purpose(g, unit.id, "ward-roll"), number, sides)
        rolled += number
        left += sum(face < ward for face in faces)
        if one_by_one:
            yield from _natural(g, c, faces[0])
    return left


def _natural(g: Game, c: Context, face: int) -> Procedure[None]:
    for rule, held in live(g, c, gather(g, "natural ward-roll", c)):
        if rule.clause.low <= face <= rule.clause.high:
            yield from run(g, rule.clause.effects, c, held)


# -- slain and destroyed ---------------------------------------------------------------------------


def _fell(g: Game, unit: Unit, by: Unit | None) -> Procedure[None]:
    """Slay one model, and further ones as long as the others are not coherent (core rules, 18.3). For rules
    that look on the unit is still in the combats that it was in.
    """
    index = yield from pick_casualty(g, unit, by)
    gone = [index, *next_to_fall(g, unit, index)]
    for one in sorted(gone, reverse=True):
        _remove(g, unit, one, by)
    if listens(g, "after model-slain"):
        for _ in gone:
            yield from open_window(g, "after model-slain", _context(unit, by))
    settle(g)


def _remove(g: Game, unit: Unit, index: int, by: Unit | None) -> None:
    model = slay(unit, index)
    unit.pools[0].memory.setdefault(SLAIN, []).append(model.part)
    g.emit("model-slain", unit=unit.id, model=model.id, left=unit.pools[0].models, by=_id(by))


def _doom(g: Game, unit: Unit, by: Unit | None) -> Procedure[None]:
    """The last model would be slain: unless a rule steps in and heals it, the unit is destroyed (ruling
    46).
    """
    saved = yield from replaced(g, "unit-destroyed", _context(unit, by))
    if not unit.destroyed and not (saved and unit.pools[0].lost < health_of(unit)):
        yield from destroy(g, unit, by)


def destroy(g: Game, unit: Unit, by: Unit | None = None) -> Procedure[None]:
    """Destroy a unit: all its models are slain and removed; what it still had to take is lost (core rules,
    18.4). Its own rules speak a last time in `after unit-destroyed`.
    """
    if unit.destroyed:
        return
    while unit.pools[0].loose:
        _remove(g, unit, len(unit.pools[0].loose) - 1, by)
        if listens(g, "after model-slain"):
            yield from open_window(g, "after model-slain", _context(unit, by))
    unit.memory[DESTROYED] = {period: g.clock.stamp(period) for period in PERIODS} | {"by": _id(by)}
    g.emit("unit-destroyed", unit=unit.id, by=_id(by))
    yield from open_window(g, "after unit-destroyed", _context(unit, by))
    unit.destroyed = True
    touch(g, unit)
    settle(g)


PERIODS = ("turn", "round", "battle")


def was_destroyed(g: Game, unit: Unit, period: str) -> bool:
    """Whether a unit was destroyed in the present turn or round, or at all in the battle."""
    at: dict[str, Any] | None = unit.memory.get(DESTROYED)
    return at is not None and at[period] == g.clock.stamp(period)


def destroyer_of(g: Game, unit: Unit) -> Unit | None:
    """Return the unit whose ability destroyed a unit, if it was destroyed by a unit's."""
    at: dict[str, Any] | None = unit.memory.get(DESTROYED)
    return g.units.get(at["by"]) if at is not None else None


def slain_of(pool: Pool) -> list[Part]:
    """Return the kind of each model that was slain and has not returned, in the order in which they fell."""
    by_id = {part.id: part for part in pool.parts}
    return [by_id[number] for number in pool.memory.get(SLAIN, ())]
