"""Units that come onto the table during the battle, by magic: made from an entry or like a fallen model,
and placed.

Placement is a decision whose answers are `{"x", "y", "facing"}`: centre in inches, compass bearing. Some
places are listed, any legal one is accepted. Source: T9A rulebook, Magical Effects 4; Reference Handbook,
Summon; Model Rules, Ambush.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from math import cos, pi, sin
from typing import Any

from tercio.kernel.decisions import Decision, Procedure, ask
from tercio.kernel.decl import UnitEntry
from tercio.kernel.errors import Refusal
from tercio.kernel.geometry import EPSILON, Point, Rect
from tercio.kernel.geometry.distance import point_distance
from tercio.kernel.geometry.vector import direction_from_degrees
from tercio.kernel.opening import hold_from_start
from tercio.kernel.roster import Bound, Entry, Shelf, shelf_of
from tercio.kernel.state import Arm, Game, Part, Pool, Unit
from tercio.plugins.regiments.formation import form_up

from . import spacing
from .arms import EFFECT
from .muster import unit_of_entry

SUMMONED = "summoned"
_RINGS, _ROUND, _BEARINGS = 4, 12, (0, 90, 180, 270)


def make_unit(g: Game, player: str, name: str) -> Unit:
    """Return a new Summoned unit of an entry at its smallest size, off the table. Raises RulesError for an
    unknown entry.
    """
    shelf: Shelf = shelf_of(g.ruleset, g.players[player].army)
    declared = shelf.units.get(name) or g.ruleset.get(UnitEntry, name)
    unit = unit_of_entry(g, shelf, Bound(Entry(name, declared.size[0]), declared), player, 0)
    unit.marks[SUMMONED] = 0
    return unit


def like(g: Game, pool: Pool) -> Unit:
    """Return a new Summoned unit of models like a fallen one, with all that it had, whole and off the
    table.
    """
    old = pool.unit
    unit = Unit(g.new_id(), old.name, old.owner)
    unit.marks[SUMMONED] = 0
    hold_from_start(g, unit, "unit")
    copy = replace(
        pool,
        id=g.new_id(),
        unit=unit,
        models=pool.starting,
        lost=0,
        parts=[],
        marks={},
        tokens={},
        memory={},
        index=None,
        names=None,
    )
    copy.memory = {key: pool.memory[key] for key in ("spells", "bound", "choices") if key in pool.memory}
    copy.held = [replace(held, bearer=copy.id) for held in pool.held if not held.effect]
    copy.origin, copy.cost = copy.id, 0
    copy.parts = [_like_part(g, part, copy) for part in pool.parts]
    unit.pools.append(copy)
    return unit


def _like_part(g: Game, part: Part, pool: Pool) -> Part:
    copy = Part(g.new_id(), part.name, part.owner, pool=pool, profile=part.profile, count=part.count)
    copy.held = [replace(held, bearer=copy.id) for held in part.held if not held.effect]
    copy.arms = [_like_arm(g, arm) for arm in part.arms if EFFECT not in arm.memory]
    return copy


def _like_arm(g: Game, arm: Arm) -> Arm:
    number = g.new_id()
    held = [replace(held, bearer=number) for held in arm.held]
    return replace(arm, id=number, held=held, marks={}, tokens={}, memory={}, index=None, names=None)


# -- placing ---------------------------------------------------------------------------------------


def place_near(
    g: Game, unit: Unit, at: Point, within: float, corners: int, question: str, rule: str
) -> Procedure[bool]:
    """Let a unit's owner place it with so many corners within some inches of a point; return False if there
    is no room.
    """
    options = [_answer(rect, bearing) for rect, bearing in _places(g, unit, at, within, corners)]
    if not options:
        return False
    facts = {"unit": unit.id, "x": at[0], "y": at[1], "within": within, "corners": corners}
    judge = partial(_judge, g, unit, at, within, corners)
    answer = yield from ask(Decision("unit.place", unit.owner, question, options, rule, facts, judge))
    _stand(unit, answer)
    return True


def files_of(unit: Unit) -> int:
    """Return in how many files a unit that appears stands: as many as its models make, at most five."""
    return min(unit.models, 5)


def _stand(unit: Unit, answer: dict[str, Any]) -> None:
    ux, uy = direction_from_degrees(float(answer["facing"]))
    form_up(unit, float(answer["x"]), float(answer["y"]), ux, uy, files_of(unit))


def _answer(rect: Rect, bearing: float) -> dict[str, float]:
    return {"x": rect.x, "y": rect.y, "facing": bearing}


def _places(g: Game, unit: Unit, at: Point, within: float, corners: int) -> Iterator[tuple[Rect, float]]:
    for bearing in _BEARINGS:
        ux, uy = direction_from_degrees(bearing)
        base = form_up(unit, at[0], at[1], ux, uy, files_of(unit))
        for x, y in _around(at, within):
            rect = base.moved(round(x, 2) - base.x, round(y, 2) - base.y)
            if _is_legal(g, unit, rect, at, within, corners):
                yield rect, float(bearing)
    unit.rect = None


def _around(at: Point, within: float) -> Iterator[Point]:
    yield at
    for ring in range(1, _RINGS + 1):
        reach = within * ring / _RINGS
        for step in range(_ROUND):
            angle = 2.0 * pi * step / _ROUND
            yield (at[0] + reach * cos(angle), at[1] + reach * sin(angle))


def _is_legal(g: Game, unit: Unit, rect: Rect, at: Point, within: float, corners: int) -> bool:
    near = sum(point_distance(at, corner) <= within + EPSILON for corner in rect.corners)
    return near >= corners and spacing.fits(g, rect, unit)


def _judge(g: Game, unit: Unit, at: Point, within: float, corners: int, answer: Any) -> Refusal | None:
    numbers = isinstance(answer, dict) and [answer.get(key) for key in ("x", "y", "facing")]
    if not numbers or not all(isinstance(one, (int, float)) for one in numbers):
        return Refusal("place.not_a_place", {"answer": answer})
    _stand(unit, answer)
    assert unit.rect is not None
    legal = _is_legal(g, unit, unit.rect, at, within, corners)
    unit.rect = None
    return None if legal else Refusal("place.no_room", {"answer": answer})
