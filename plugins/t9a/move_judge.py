"""Whether a unit may make a Move Manoeuvre: distances, directions, room on the way and at its end.

A `Ground` is looked at once for each unit that moves: its pace and what stands near enough to matter. `judge`
answers with a Refusal or None. Source: T9A rulebook, Movement Phase 2, Definitions 4; Model Rules, Fly, Ghost
Step, Light Troops; Reference Handbook, Valid Final Position.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import hypot, radians

from tercio.kernel.context import Context
from tercio.kernel.errors import Refusal
from tercio.kernel.geometry import EPSILON, Rect, Shape
from tercio.kernel.modifiers import value
from tercio.kernel.permissions import may
from tercio.kernel.state import Game, Unit
from tercio.plugins.regiments.formation import formation_of, viable
from tercio.plugins.regiments.manoeuvre import corners_stray, farthest_turn, is_free, step
from tercio.plugins.regiments.seating import places_hold

from .moves import ADVANCE, REFORM, STAY, Move, destination, proper_width
from .pivots import pivot_stray_refusal
from .reforming import models_can_reform
from .spacing import impassable, keeps_off, moving_spacing, on_table, standing, unit_spacing
from .speeds import mobility

Also = Callable[[Rect], Refusal | None]
"""A further test of where a move ends, e.g. of a Vanguard Move."""

Check = Callable[["Ground", Move], Refusal | None]

_BEYOND = 4 * EPSILON
"""Spacing is strict: a path keeps this much more than the distance."""


@dataclass(frozen=True, slots=True)
class Ground:
    """What a unit that is about to move has to look at: its pace in inches and what stands within its reach.

    `around` is what it may not come near at the end, `path` what bars its way (nothing for flyers).
    """

    g: Game
    unit: Unit
    pace: int
    around: list[Shape]
    path: list[Shape]
    moving: float
    spacing: float
    also: Also | None = None
    magical: bool = False


def ground_of(
    g: Game,
    unit: Unit,
    pace: int | None = None,
    *,
    magical: bool = False,
    leaving: tuple[Unit, ...] = (),
    also: Also | None = None,
) -> Ground:
    """Return the ground of a unit; `leaving` are units whose spacing it ignores."""
    rect = unit.rect
    assert rect is not None
    pace = mobility(g, unit) if pace is None else pace
    spacing = unit_spacing(g)
    reach = _reach(g, unit, pace) + spacing + rect.radius
    walls = _near(impassable(g), rect, reach)
    bodies = _near([u.rect for u in standing(g, unit, *leaving) if u.rect is not None], rect, reach)
    c = Context(unit=unit)
    path = (
        [] if may(g, "fly", c, False) else bodies if may(g, "ignore-terrain", c, False) else [*walls, *bodies]
    )
    return Ground(g, unit, pace, [*walls, *bodies], path, moving_spacing(g), spacing, also, magical)


def _reach(g: Game, unit: Unit, pace: int) -> float:
    march = float(g.ruleset.constant("march-factor")) * pace
    return max(march, reform_distance(g, unit, pace)) + 2.0 * (unit.rect.radius if unit.rect else 0.0)


def _near(shapes: list[Shape] | list[Rect], rect: Rect, reach: float) -> list[Shape]:
    return [s for s in shapes if (s.x - rect.x) ** 2 + (s.y - rect.y) ** 2 <= (reach + s.radius) ** 2]


def reform_distance(g: Game, unit: Unit, pace: int) -> float:
    """Return how far a Reform may carry the unit's centre, in inches."""
    return float(
        value(g, "reform-distance", Context(unit=unit), Fraction(pace) * g.ruleset.constant("reform-factor"))
    )


def reform_files(g: Game, unit: Unit) -> int:
    """Return how many files a Reform may add or take away."""
    return int(value(g, "reform-files", Context(unit=unit), g.ruleset.constant("reform-files")))


def judge(ground: Ground, move: Move) -> Refusal | None:
    """Return why a unit may not make a manoeuvre, or None if it may."""
    if move.kind == STAY:
        return None
    g, unit = ground.g, ground.unit
    c = Context(unit=unit)
    if (
        not may(g, "move", c)
        or not may(g, move.kind, c)
        or (ground.magical and not may(g, "magical-move", c))
    ):
        return Refusal("move.forbidden", {"manoeuvre": move.kind})
    checks = [_judge_reform] if move.kind == REFORM else _SNAKING
    return _first(ground, move, *checks, _judge_places, _judge_destination)


def _first(ground: Ground, move: Move, *checks: Check) -> Refusal | None:
    """Return the first refusal of several checks, made in order. (A Refusal counts as false, so `or` would
    not do.)
    """
    for check in checks:
        refusal = check(ground, move)
        if refusal is not None:
            return refusal
    return None


def _judge_destination(ground: Ground, move: Move) -> Refusal | None:
    return judge_end(ground, destination(ground.unit, move))


def _judge_pivot(ground: Ground, move: Move) -> Refusal | None:
    if not move.pivot:
        return None
    if move.kind != ADVANCE:
        return Refusal("march.no_pivot", {"pivot": move.pivot})
    g, unit = ground.g, ground.unit
    assert unit.rect is not None
    refusal = pivot_stray_refusal(g, unit, move.pivot, ground.pace)
    if refusal is not None:
        return refusal
    turned = unit.rect.pivoted(-radians(move.pivot))
    if not keeps_off(turned, ground.around, ground.moving):
        return Refusal("move.too_near", {"after": "pivot", "spacing": ground.moving})
    return None


def _judge_distance(ground: Ground, move: Move) -> Refusal | None:
    """Distance and directions of the Snaking Forward Moves."""
    g, rect = ground.g, ground.unit.rect
    assert rect is not None
    factor = "advance-factor" if move.kind == ADVANCE else "march-factor"
    most = float(ground.pace * g.ruleset.constant(factor))
    cost = sum(leg.cost(rect.width) for leg in move.legs)
    if cost > most + EPSILON:
        return Refusal("move.too_far", {"inches": round(cost, 4), "most": most})
    wheel = radians(float(g.ruleset.constant("wheel-limit"))) + EPSILON
    turn = radians(float(g.ruleset.constant("turn-limit"))) + EPSILON
    if any(leg.angle > wheel for leg in move.legs) or farthest_turn(move.legs) > turn:
        return Refusal("move.turns_too_far", {})
    return None


def _judge_way(ground: Ground, move: Move) -> Refusal | None:
    rect, table = ground.unit.rect, (ground.g.width, ground.g.depth)
    assert rect is not None
    rect = rect.pivoted(-radians(move.pivot)) if move.pivot else rect
    for number, leg in enumerate(move.legs):
        if not is_free(rect, leg, ground.path, ground.moving + _BEYOND, table):
            return Refusal("move.way_barred", {"leg": number, "spacing": ground.moving})
        rect = step(rect, leg)
    return None


def _judge_final_position(ground: Ground, move: Move) -> Refusal | None:
    """Each corner at the end lies within twice the Mobility of some corner at the start."""
    assert ground.unit.rect is not None
    limit = float(ground.pace * ground.g.ruleset.constant("final-position-factor"))
    stray = corners_stray(ground.unit.rect, destination(ground.unit, move))
    if stray > limit + EPSILON:
        return Refusal("move.corners_too_far", {"inches": round(stray, 4), "most": limit})
    return None


def _judge_reform(ground: Ground, move: Move) -> Refusal | None:
    g, unit, pace = ground.g, ground.unit, ground.pace
    assert unit.rect is not None
    files = move.files or formation_of(unit).files
    change, most_change = abs(files - formation_of(unit).files), reform_files(g, unit)
    if change > most_change:
        return Refusal("reform.too_many_files", {"change": change, "most": most_change})
    if files < 1 or not viable(unit, files, proper_width(g, unit)):
        return Refusal("reform.not_viable", {"files": files})
    far = hypot(move.x - unit.rect.x, move.y - unit.rect.y)
    most = reform_distance(g, unit, pace)
    if far > most + EPSILON:
        return Refusal("reform.centre_too_far", {"inches": round(far, 4), "most": most})
    if counts_as_march(g, far, pace) and not may(g, "march", Context(unit=unit)):
        return Refusal("move.forbidden", {"manoeuvre": "march"})
    limit = float(pace * g.ruleset.constant("reform-model-factor"))
    return models_can_reform(unit, destination(unit, move), files, limit, ground.path)


def counts_as_march(g: Game, far: float, pace: int) -> bool:
    """Return whether a Reform that carries the centre so far is a March for dangers and the like (Model
    Rules, Light Troops).
    """
    return far > float(pace * g.ruleset.constant("light-troops-march-factor")) + EPSILON


def _judge_places(ground: Ground, move: Move) -> Refusal | None:
    """Attached models that change places stay as far forward as they can stand, unless they may stand
    anywhere.
    """
    if not move.places:
        return None
    g, unit = ground.g, ground.unit
    anywhere = {
        pool.id for pool in unit.pools if may(g, "stand-behind", Context(model=pool, unit=unit), False)
    }
    if places_hold(unit, move.places, move.files or formation_of(unit).files, anywhere):
        return None
    return Refusal("move.places_not_valid", {"places": sorted(move.places)})


_SNAKING: list[Check] = [_judge_pivot, _judge_distance, _judge_way, _judge_final_position]


def judge_end(ground: Ground, end: Rect) -> Refusal | None:
    """Return why a unit may not end a voluntary move here, or None if it may."""
    if not on_table(ground.g, end):
        return Refusal("move.off_the_table", {"unit": ground.unit.id})
    if not keeps_off(end, ground.around, ground.spacing):
        return Refusal("move.too_near", {"after": "move", "spacing": ground.spacing})
    return ground.also(end) if ground.also is not None else None
