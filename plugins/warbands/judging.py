"""What every move and set-up of a unit of loose models has to keep to: where its models end, and how far
they go.

Checks take the ground that the unit stands on (see `ground`) and the bases that it is to stand on, one for
each model in order, and return the first `Refusal` or None. `model` in its facts is the index of the model.
A move is judged by the shortest way of each model, whatever way it was meant to go.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import cos, hypot, inf, pi, sin
from typing import Final, TypeAlias

from tercio.kernel.errors import Refusal
from tercio.kernel.geometry import (
    EPSILON,
    Circle,
    Oval,
    Point,
    Shape,
    distance,
    first_overlap,
    inside_table,
    overlaps,
)
from tercio.kernel.state import Game, Unit

from .bars import is_straight
from .bodies import DECIMALS, bases_of
from .coherency import Coherency, is_coherent
from .combat import close
from .ground import Ground, MoveTerms, Passing
from .routes import Way, shortest

Check: TypeAlias = Callable[[Ground, Sequence[Shape]], Refusal | None]

_RIM: Final = [(cos(pi * i / 16.0), sin(pi * i / 16.0)) for i in range(32)]

_TURN: Final = 1e-9
"""The sine of a turn that is none."""


def judge_move(
    g: Game, unit: Unit, bases: Sequence[Shape], terms: MoveTerms, ground: Ground | None = None
) -> Refusal | None:
    """Return why a unit on the table may not move to these bases, or None if it may.

    On the way the combat range of an enemy counts whether or not it is in sight, but for enemies that are
    out of sight both where the unit begins and where it ends. A model that begins within it may leave, but
    come no nearer (Age of Sigmar core rules, 7.0 and 14.2).
    """
    ground = ground or Ground(g, unit, terms)
    refusal = first_refusal(ground, bases, (misplaced, ends_in_combat, too_far))
    if refusal is None or refusal.code != "move.no_way" or terms.passing is not Passing.KEEP_OUT:
        return refusal
    unseen = _unseen(ground, bases)
    return too_far(Ground(g, unit, terms, unseen), bases) if unseen else refusal


def first_refusal(ground: Ground, bases: Sequence[Shape], checks: Sequence[Check]) -> Refusal | None:
    """Return the refusal of the first check that has one."""
    for check in checks:
        refusal = check(ground, bases)
        if refusal is not None:
            return refusal
    return None


def _unseen(ground: Ground, bases: Sequence[Shape]) -> list[int]:
    """Return the ids of enemies that are out of sight before and after a move."""
    sees = ground.terms.sees
    if sees is None:
        return []
    return [foe.id for foe, _ in ground.foes if not sees(ground.body.bases, foe) and not sees(bases, foe)]


def misplaced(ground: Ground, bases: Sequence[Shape]) -> Refusal | None:
    """Refuse places that no move may end on: off the table, on models or terrain, out of coherency."""
    if len(bases) != len(ground.body.bases):
        return Refusal("move.models", {"models": len(bases), "needed": len(ground.body.bases)})
    others = [*ground.mates, *(base for _, bases in ground.foes for base in bases)]
    room = Room(ground.size, others, [*ground.terms.walls, *ground.terms.no_end])
    return judge_places(room, bases, ground.terms.coherency, "move")


@dataclass(frozen=True, slots=True)
class Room:
    """Where models may stand: on a table of a size, not on the bases of others nor on what is barred."""

    size: tuple[float, float]
    others: Sequence[Shape]
    barred: Sequence[Shape]

    def fault(self, base: Shape) -> str:
        """Return why a model may not stand on a base: `off_table`, `on_model` or `on_terrain`; "" if it
        may.
        """
        if not inside_table(base, *self.size):
            return "off_table"
        if first_overlap(base, self.others) is not None:
            return "on_model"
        return "on_terrain" if first_overlap(base, self.barred) is not None else ""


def room_for(g: Game, unit: Unit | None, barred: Sequence[Shape]) -> Room:
    """Return where the models of a unit may stand, wherever they stand now; without a unit all models are in
    the way.
    """
    others = [base for other in g.units.values() if other is not unit for base in bases_of(other)]
    return Room((g.width, g.depth), others, barred)


def judge_places(room: Room, bases: Sequence[Shape], rule: Coherency, deed: str) -> Refusal | None:
    """Return why the models of a unit may not stand on these bases, or None if they may.

    The refusal is that of a deed (`move`): `move.off_table`, `move.on_model`, `move.on_terrain` or
    `move.not_coherent`.
    """
    for i, base in enumerate(bases):
        fault = room.fault(base)
        if fault:
            return Refusal(f"{deed}.{fault}", {"model": i})
    for (i, one), (j, other) in combinations(enumerate(bases), 2):
        if overlaps(one, other):
            return Refusal(f"{deed}.on_model", {"model": j, "other": i})
    return None if is_coherent(bases, rule) else Refusal(f"{deed}.not_coherent")


def engaged(ground: Ground, bases: Sequence[Shape]) -> list[Unit]:
    """Return the enemies that a unit on these bases is in combat with: near enough and in sight."""
    if bases is not ground.body.bases:
        return _engaged(ground, bases)
    if ground.engaged is None:
        ground.engaged = _engaged(ground, bases)
    return ground.engaged


def _engaged(ground: Ground, bases: Sequence[Shape]) -> list[Unit]:
    sees, reach = ground.terms.sees, ground.terms.combat_range
    return [
        foe
        for foe, others in ground.foes
        if close(bases, others, reach) and (sees is None or sees(bases, foe))
    ]


def ends_in_combat(ground: Ground, bases: Sequence[Shape]) -> Refusal | None:
    """Refuse to end in combat where the terms do not allow it."""
    if ground.terms.passing is Passing.INTO:
        return None
    foes = engaged(ground, bases)
    return Refusal("move.into_combat", {"enemy": foes[0].id}) if foes else None


def too_far(ground: Ground, bases: Sequence[Shape]) -> Refusal | None:
    """Refuse places that a model cannot reach by a free way of as many inches as it may move."""
    inches = ground.terms.inches
    for i, (start, end) in enumerate(zip(ground.body.bases, bases, strict=True)):
        direct = direct_length(start, end)
        facts = {"model": i, "allowed": round(inches, DECIMALS)}
        if direct > inches + EPSILON:
            return Refusal("move.too_far", {**facts, "distance": round(direct, DECIMALS)})
        if way_length(ground, start, end) > inches + EPSILON:
            return Refusal("move.no_way", facts)
    return None


def direct_length(start: Shape, end: Shape) -> float:
    """Return how far a base goes in a straight line; an oval counts with the point of its rim that goes
    farthest.
    """
    return _stray((end.x - start.x, end.y - start.y), start, end)


def way_length(ground: Ground, start: Shape, end: Shape) -> float:
    """Return the length of the shortest free way of a base of the unit; inf if none that it may go is found.

    An oval that turns does so where it begins or where it ends, with room for how it stands then.
    """
    best = inf
    for facing in (start, end) if _is_turned(start, end) else (start,):
        way = _way(ground, start, end, facing)
        if way is not None:
            (x0, y0), (x1, y1) = way.points[:2] if facing is end else way.points[-2:]
            leg = (x1 - x0, y1 - y0)
            best = min(best, way.length - hypot(*leg) + _stray(leg, start, end))
    return best


def _way(ground: Ground, start: Shape, end: Shape, facing: Shape) -> Way | None:
    p, q = (start.x, start.y), (end.x, end.y)
    far = hypot(q[0] - p[0], q[1] - p[1])
    if ground.terms.flies or not (ground.round_bars or ground.odd_bars):
        return Way(far, (p, q), (0.0, far))
    base = end.moved(p[0] - q[0], p[1] - q[1]) if facing is end else start
    if facing is end and start is not end and not may_turn(ground, start, base):
        return None
    bars, area, inches = ground.bars_for(base), ground.area_for(base), ground.terms.inches
    if isinstance(base, Oval) and not is_straight(p, q, bars):
        # Where the disc within an oval finds no way, the oval need not look for one, which takes longer.
        inner = Circle(base.x, base.y, min(base.a, base.b))
        if shortest(p, q, ground.bars_for(inner), ground.area_for(inner), inches) is None:
            return None
    return shortest(p, q, bars, area, inches)


def may_turn(ground: Ground, start: Shape, turned: Shape) -> bool:
    """Whether a base may turn where it begins: it comes nearer to nothing than it may, or than it was."""
    for x, y, r in ground.round_bars:
        near = distance((x, y), turned)
        if near < r - EPSILON and near < distance((x, y), start) - EPSILON:
            return False
    for kept in ground.odd_bars:
        near = distance(turned, kept.shape)
        if near < kept.away - EPSILON and near < distance(start, kept.shape) - EPSILON:
            return False
        if near == 0.0 and overlaps(turned, kept.shape):
            return False
    return True


def _is_turned(start: Shape, end: Shape) -> bool:
    return (
        isinstance(start, Oval)
        and isinstance(end, Oval)
        and abs(start.ux * end.uy - start.uy * end.ux) > _TURN
    )


def _stray(leg: Point, start: Shape, end: Shape) -> float:
    """Return how far the rim of a base strays on a straight leg on which it also turns."""
    if not _is_turned(start, end):
        return hypot(*leg)
    assert isinstance(start, Oval)
    assert isinstance(end, Oval)
    same = 1.0 if start.ux * end.ux + start.uy * end.uy >= 0.0 else -1.0
    # An oval looks the same the other way round, so it never turns by more than a right angle.
    fx, fy = end.ux * same - start.ux, end.uy * same - start.uy
    return max(
        hypot(leg[0] + fy * c * start.a + fx * s * start.b, leg[1] - fx * c * start.a + fy * s * start.b)
        for c, s in _RIM
    )
