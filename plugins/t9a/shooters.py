"""Who shoots with what: usable weapons, their Range, which models see the target, and equal shooters
together.

Models of a part with the same weapon, Range band and Cover are one group and will be rolled as one pool of
dice. Source: T9A rulebook, Shooting Phase 1-3; Definitions 1; Model Rules, Breath Attack.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tercio.kernel.attack import Attack
from tercio.kernel.geometry import EPSILON, Facing, Rect, Segment, distance
from tercio.kernel.modifiers import is_spoken_of, value
from tercio.kernel.permissions import may
from tercio.kernel.query import stat
from tercio.kernel.state import Arm, Game, Part, Pool, Unit
from tercio.plugins.regiments.formation import RankedFormation, Spot, spot_rect, spots

from . import marks
from .arms import is_at_hand
from .cover import Obstruction, cover_from, obstructions
from .melee.formations import height_of
from .sight import Eye, Scene, ahead_of, half_arc, hiding, line_to, may_see, scene_of, target_facing
from .terrain import elevated

SEQUENCE, KIND, RANGED = "shooting", "shooting", "ranged"
SPENT = "spent"
ATTACK_KINDS = frozenset((KIND, RANGED))
BREATH = "Breath"
BREATH_KINDS = ATTACK_KINDS | {BREATH.lower()}


@dataclass(frozen=True, slots=True)
class Shooters:
    """Models of a part that shoot alike: `count` of them with `arm`, at Long Range or not, past Cover."""

    part: Part
    arm: Arm
    long_range: bool
    cover: str
    count: int


@dataclass(slots=True)
class View:
    """One unit looking at one target: what is worked out once for all its models."""

    unit: Unit
    target: Unit
    facing: Facing
    scene: Scene
    ignoring: tuple[Unit, ...] = ()
    lines: dict[Any, Segment | None] = field(default_factory=dict)
    hiders: dict[tuple[int, bool], Any] = field(default_factory=dict)
    covers: dict[tuple[int, bool], list[Obstruction]] = field(default_factory=dict)


# -- weapons -----------------------------------------------------------------------------------------


def shooting_arms(g: Game, part: Part) -> list[Arm]:
    """Return the shooting weapons that a part can use now: not used up, and allowed after a March if its
    unit marched.
    """
    return [arm for arm in part.arms if KIND in arm.kinds and _is_usable(g, part, arm)]


def _is_usable(g: Game, part: Part, arm: Arm) -> bool:
    uses = arm.numbers.get("uses")
    if uses is not None and part.memory.get(SPENT, {}).get(arm.name, 0) >= uses:
        return False
    if not is_at_hand(g, arm):
        return False
    if marks.MARCHED not in part.pool.unit.marks:
        return True
    return may(g, "shoot-after-marching", probe(part, arm, part.pool).context(), False)


def probe(part: Part, arm: Arm, target: Pool) -> Attack:
    """Return the attack that a part would make with a weapon, for asking numbers and permissions."""
    kinds = BREATH_KINDS if BREATH in arm.name else ATTACK_KINDS
    return Attack(SEQUENCE, kinds, target, unit=part.pool.unit, attacker=part, arm=arm, label=arm.name)


def range_of(g: Game, part: Part, arm: Arm) -> float:
    """Return the Range of a part's weapon in inches."""
    return float(stat(g, "range", probe(part, arm, part.pool).context()))


# -- models ----------------------------------------------------------------------------------------


def view_of(
    g: Game, unit: Unit, target: Unit, ignoring: Iterable[Unit] = (), scene: Scene | None = None
) -> View:
    """Return how a unit looks at a target."""
    return View(unit, target, target_facing(g, unit, target), scene or scene_of(g), tuple(ignoring))


def able_models(g: Game, view: View) -> Iterator[tuple[Pool, Part, Arm, Spot, Rect, bool]]:
    """Yield model by model who can shoot at the target with what: in sight and in Range; the last says
    whether at Long Range.
    """
    unit, target = view.unit, view.target
    rect, there = unit.rect, target.rect
    if rect is None or there is None or not may_see(g, unit, target):
        return
    armed = armed_pools(g, unit)
    fraction = float(g.ruleset.constant("long-range-fraction"))
    for spot in spots_in(unit):
        ready = [entry for entry in armed.get(spot.pool, ()) if spot.rank < entry[3]]
        if not ready:
            continue
        base = spot_rect(rect, spot)
        apart = distance(base, there)
        for part, arm, reach, _ in ready:
            if apart <= reach + EPSILON and sight_of(g, view, part.pool, spot, base) is not None:
                yield part.pool, part, arm, spot, base, apart > reach * fraction + EPSILON


def spots_in(unit: Unit) -> Sequence[Spot]:
    """Return where the models of a unit stand; in no ranks, all of a pool at its boundary."""
    if isinstance(unit.formation, RankedFormation):
        return spots(unit)
    assert unit.rect is not None
    return [
        Spot(pool.id, 0, 0, 0.0, 0.0, unit.rect.width, unit.rect.depth)
        for pool in unit.pools
        if pool.models > 0
    ]


def armed_pools(g: Game, unit: Unit) -> dict[int, list[tuple[Part, Arm, float, int]]]:
    """Return the usable weapons of each pool with their Range and the ranks that may shoot them."""
    base = g.ruleset.constant("shooting-ranks")
    found: dict[int, list[tuple[Part, Arm, float, int]]] = {}
    for part in unit.parts():
        for arm in shooting_arms(g, part):
            ranks = value(g, "shooting-ranks", probe(part, arm, part.pool).context(), base)
            found.setdefault(part.pool.id, []).append((part, arm, range_of(g, part, arm), int(ranks)))
    return found


def eye_at(g: Game, view: View, pool: Pool, base: Rect) -> Eye:
    """Return how a model on a base looks."""
    assert view.unit.rect is not None
    source = ahead_of(view.unit.rect, base)
    return Eye(view.unit, base, source, height_of(g, pool), elevated(g, base), half_arc(g, view.unit))


def sight_of(g: Game, view: View, pool: Pool, spot: Spot, base: Rect) -> Segment | None:
    """Return a line from a model to the target; models in one file share it."""
    key = (round(spot.left, 4), round(spot.right, 4), pool.height)
    if key not in view.lines:
        eye = eye_at(g, view, pool, base)
        assert view.target.rect is not None
        view.lines[key] = line_to(eye, view.target.rect, _hiders(view, eye))
    return view.lines[key]


def _hiders(view: View, eye: Eye) -> Any:
    key = (eye.height, eye.high)
    if key not in view.hiders:
        there = view.scene.units[view.target.id]
        view.hiders[key] = hiding(view.scene, eye, view.target, there.rect, there.height, view.ignoring)
    return view.hiders[key]


def cover_of(g: Game, view: View, pool: Pool, spot: Spot, base: Rect) -> str:
    """Return the Cover that the target has from a model, seen along the line by which it sees it."""
    line = sight_of(g, view, pool, spot, base)
    eye = eye_at(g, view, pool, base)
    key = (eye.height, eye.high)
    if key not in view.covers:
        view.covers[key] = obstructions(g, eye, view.target, view.ignoring, view.scene)
    found = view.covers[key]
    if line is None or not found:
        return ""
    return cover_from(g, line[0], view.target, view.facing, found)


def shooters(g: Game, view: View) -> list[Shooters]:
    """Return who shoots at the target, equal ones together, in order of part, weapon, Range and Cover."""
    counts: dict[tuple[int, int, bool, str], int] = {}
    things: dict[tuple[int, int], tuple[Part, Arm]] = {}
    for pool, part, arm, spot, base, far in able_models(g, view):
        key = (part.id, arm.id, far, cover_of(g, view, pool, spot, base))
        counts[key] = counts.get(key, 0) + 1
        things[part.id, arm.id] = (part, arm)
    found = [
        Shooters(*things[part, arm], far, cover, count)
        for (part, arm, far, cover), count in sorted(counts.items())
    ]
    return _of_few(g, found, view.target) if is_spoken_of(g, "attacking-models") else found


def _of_few(g: Game, found: list[Shooters], target: Unit) -> list[Shooters]:
    """Keep of each part and weapon as many models as may attack, those at Short Range and without Cover
    first.
    """
    left: dict[tuple[int, int], int] = {}
    kept: dict[int, Shooters] = {}
    for number, one in sorted(enumerate(found), key=lambda item: (item[1].long_range, item[1].cover != "")):
        key, pool = (one.part.id, one.arm.id), one.part.pool
        if key not in left:
            c = probe(one.part, one.arm, target.pools[0]).context()
            left[key] = int(value(g, "attacking-models", c, pool.models))
        models = min(one.count, left[key])
        left[key] -= models
        if models > 0:
            kept[number] = replace(one, count=models)
    return [kept[number] for number in sorted(kept)]
