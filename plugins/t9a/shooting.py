"""The Shooting Phase: which units may shoot at whom, one after the other.

How a target is seen is `sight`, who shoots `shooters`, the volley itself `volley`.
Source: T9A rulebook, Shooting Phase; Psychology 3.B.
"""

from __future__ import annotations

from collections.abc import Iterable

from tercio.kernel.context import Context
from tercio.kernel.decisions import PASS, Decision, Procedure
from tercio.kernel.geometry import Rect, within
from tercio.kernel.permissions import may
from tercio.kernel.state import Game, Unit

from . import marks
from .engaging import is_engaged
from .shooters import able_models, range_of, shooting_arms, view_of
from .sight import Scene, scene_of, sees
from .spacing import enemies, friends
from .volley import shoot_at

__all__ = [
    "Offers",
    "longest_range",
    "may_be_shot",
    "may_shoot",
    "may_shoot_at",
    "shoot",
    "shoot_at",
    "targets_of",
]


def may_shoot(g: Game, unit: Unit) -> bool:
    """Return whether a unit may make a Shooting Attack now (Shooting Phase 1), whatever its weapons."""
    if unit.rect is None or unit.destroyed or is_engaged(g, unit):
        return False
    if any(mark in unit.marks for mark in (marks.SHAKEN, marks.FAILED_CHARGE, marks.SHOT)):
        return False
    return may(g, "shoot", Context(unit=unit))


def longest_range(g: Game, unit: Unit) -> float:
    """Return the longest Range of a unit's usable shooting weapons, 0 for none."""
    arms = ((part, arm) for part in unit.parts() for arm in shooting_arms(g, part))
    return max((range_of(g, part, arm) for part, arm in arms), default=0.0)


def may_be_shot(g: Game, unit: Unit) -> bool:
    """Return whether a unit can be the target of a Shooting Attack: on the table and not Engaged."""
    return unit.rect is not None and not unit.destroyed and not is_engaged(g, unit)


def may_shoot_at(
    g: Game, unit: Unit, target: Unit, ignoring: Iterable[Unit] = (), *, engaged_too: bool = False
) -> bool:
    """Return whether a unit could shoot at a target out of sequence, units ignored hiding nothing.

    `engaged_too`: a rule lets it shoot at an enemy that is Engaged. An earlier Shooting Attack does not
    count.
    """
    if unit.rect is None or unit.destroyed or target.rect is None or target.destroyed or is_engaged(g, unit):
        return False
    if marks.SHAKEN in unit.marks or not may(g, "shoot", Context(unit=unit)):
        return False
    if is_engaged(g, target) and not engaged_too:
        return False
    return any(True for _ in able_models(g, view_of(g, unit, target, ignoring)))


def targets_of(g: Game, unit: Unit) -> list[Unit]:
    """Return the enemies that at least one model of a unit can shoot at, in order of id."""
    reach = longest_range(g, unit)
    if reach <= 0.0 or unit.rect is None:
        return []
    scene = scene_of(g)
    return [foe for foe in enemies(g, unit.owner) if _can_target(g, unit, foe, reach, scene)]


def _can_target(g: Game, unit: Unit, foe: Unit, reach: float, scene: Scene) -> bool:
    assert unit.rect is not None
    if foe.rect is None or not may_be_shot(g, foe) or not within(unit.rect, foe.rect, reach):
        return False
    if not sees(g, unit, foe, (), scene):
        return False
    return any(True for _ in able_models(g, view_of(g, unit, foe, (), scene)))


# -- the step --------------------------------------------------------------------------------------


def shoot(g: Game) -> Procedure[None]:
    """Step `shoot`: the active player's units shoot one after the other, in the order that the player
    chooses.
    """
    offers = Offers()
    while True:
        options = offers.options(g)
        if not options:
            return
        answer = yield Decision(
            "shoot.unit",
            g.active,
            "Which unit shoots at which enemy?",
            [*options, PASS],
            "Shooting Phase 1",
        )
        if answer == PASS:
            return
        yield from shoot_at(g, g.units[answer["unit"]], g.units[answer["target"]])


class Offers:
    """The shots on offer, kept from decision to decision: only what may have changed is looked at again."""

    __slots__ = ("_pairs", "_rects", "_scene")

    def __init__(self) -> None:
        self._pairs: dict[tuple[int, int], bool] = {}
        self._rects: dict[int, Rect | None] = {}
        self._scene: Scene | None = None

    def options(self, g: Game) -> list[dict[str, int]]:
        """Return every shot that is possible now."""
        now = {unit.id: unit.rect for unit in g.units.values()}
        self._forget({number for number, rect in now.items() if self._rects.get(number) is not rect}, now)
        self._rects, self._scene = now, None
        ready = [unit for unit in friends(g, g.active) if may_shoot(g, unit)]
        return [{"unit": unit.id, "target": foe.id} for unit in ready for foe in self._targets(g, unit)]

    def _forget(self, changed: set[int], now: dict[int, Rect | None]) -> None:
        """Whoever shrank or went can only open a view: what is seen stays seen unless it changed itself."""
        if not changed:
            return
        if any(_moved(self._rects.get(number), now[number]) for number in changed):
            self._pairs.clear()
        self._pairs = {
            pair: seen for pair, seen in self._pairs.items() if seen and not changed.intersection(pair)
        }

    def _targets(self, g: Game, unit: Unit) -> list[Unit]:
        reach = -1.0
        found = []
        for foe in enemies(g, unit.owner):
            known = self._pairs.get((unit.id, foe.id))
            if known is None:
                reach = longest_range(g, unit) if reach < 0.0 else reach
                self._scene = self._scene or scene_of(g)
                known = reach > 0.0 and _can_target(g, unit, foe, reach, self._scene)
                self._pairs[unit.id, foe.id] = known
            if known and may_be_shot(g, foe):
                found.append(foe)
        return found


def _moved(before: Rect | None, after: Rect | None) -> bool:
    if before is None or after is None:
        return after is not None
    return (before.ux, before.uy) != (
        after.ux,
        after.uy,
    ) or after.width * after.depth > before.width * before.depth
