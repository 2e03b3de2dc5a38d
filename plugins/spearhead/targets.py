"""Who may attack what: each model for itself, with each of its weapons.

A combat attack goes at a unit that the model is in combat with: a model of it nearer than the combat range
and visible. A shooting attack goes at a unit of which the model sees a model within the weapon's Range, if
nothing forbids that unit to be shot by it. A unit in combat attacks only units that it is in combat with, and
shoots only with weapons that may. Models that are alike and have the same choice make one *lot*; it is a
question, nothing is changed. Source: core rules, 6.0, 16.0 and 20.0; rulings 2, 4, 14 and 15.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import hypot
from typing import Final

from tercio.kernel.attack import Attack
from tercio.kernel.decl.expr import DiceAmount
from tercio.kernel.geometry import EPSILON
from tercio.kernel.permissions import may
from tercio.kernel.query import stat
from tercio.kernel.state import Arm, Game, Hit, Model, Part, Unit
from tercio.plugins.warbands.bodies import models_of
from tercio.plugins.warbands.combat import Field, visible_within
from tercio.plugins.warbands.sight import blockers_between

from .behind import features_before
from .combats import combat_range, field_of, foes_of, model_in_combat
from .terrain import features
from .visibility import can_be_shot, may_see, sayings

COMBAT: Final = "combat"
SHOOTING: Final = "shooting"
MELEE: Final = "melee"

BEHIND: Final = "behind"
"""The fact of an attack that lists the terrain features, by id, that its target is behind."""

Features = tuple[int, ...]
Target = tuple[int, Features]
"""A unit by id, and the terrain features, by id, that it is behind for who attacks it."""


@dataclass(frozen=True, slots=True)
class Lot:
    """Models of a kind with one weapon and the same possible `targets`: `models` of them, each with so many
    `attacks` at each of the targets (dice are rolled when the attacks are made).
    """

    part: Part
    arm: Arm
    models: int
    attacks: tuple[int | DiceAmount, ...]
    targets: tuple[Target, ...]

    @property
    def each(self) -> int:
        """How many attacks each model makes at whatever target; 0 if that is dice, or not the same at all of
        them: then each model makes all its attacks at one target.
        """
        first = self.attacks[0]
        return 0 if isinstance(first, DiceAmount) or any(one != first for one in self.attacks) else first

    @property
    def number(self) -> int:
        """What there is to share among targets: attacks, or models that make all of theirs at one target."""
        return self.models * (self.each or 1)

    def made(self, target: int, share: int) -> int:
        """Return how many attacks come of a share of the `number` at a target, or how many models make
        attacks if those are dice.
        """
        those = next(n for n, (one, _) in zip(self.attacks, self.targets, strict=True) if one == target)
        return share if self.each or isinstance(those, DiceAmount) else share * those

    def reaches(self, target: int) -> bool:
        """Whether a unit, by id, is one of its targets."""
        return any(target == one for one, _ in self.targets)

    def behind(self, target: int) -> Features:
        """Return the terrain features that one of its targets is behind. Raises KeyError for another unit."""
        return dict(self.targets)[target]


def attack_at(unit: Unit, part: Part, arm: Arm, foe: Unit, kind: str, behind: Iterable[int] = ()) -> Attack:
    """Return the attack of a model with a weapon at a unit; `kind` is `COMBAT` or `SHOOTING`."""
    return Attack(
        kind,
        frozenset((kind, *arm.kinds)),
        foe.pools[0],
        unit=unit,
        attacker=part,
        arm=arm,
        facts={BEHIND: tuple(behind)},
        label=f"{unit.id}/{part.id}/{arm.name}/{foe.id}",
    )


def arms_of(part: Part, kind: str) -> list[Arm]:
    """Return the weapons of a part that make attacks of a kind."""
    return [arm for arm in part.arms if (MELEE in arm.kinds) == (kind == COMBAT)]


def lots_of(g: Game, unit: Unit, kind: str) -> list[Lot]:
    """Return all attacks of a kind that a unit can make now, by part and weapon."""
    found: list[Lot] = []
    survey = _Survey(g, unit, kind)
    for part in unit.pools[0].parts if survey.foes else ():
        models = [model for model in models_of(unit) if model.part == part.id and model.shape is not None]
        for arm in arms_of(part, kind) if models else ():
            found += survey.lots(part, arm, models)
    return found


def can_attack(g: Game, unit: Unit, kind: str) -> bool:
    """Whether any model of a unit can make an attack of a kind now."""
    parts = {part.id: part for part in unit.pools[0].parts if arms_of(part, kind)}
    if not parts or not any(model.shape is not None for model in models_of(unit)):
        return False
    survey = _Survey(g, unit, kind)
    return any(
        survey.may_use(part, arm) and any(survey.reaches(model, foe, part, arm) for foe in survey.foes)
        for model in (models_of(unit) if survey.foes else ())
        if model.shape is not None and model.part in parts
        for part in (parts[model.part],)
        for arm in arms_of(part, kind)
    )


class _Survey:
    """One look at the table for the attacks of a unit."""

    __slots__ = ("features", "field", "foes", "g", "is_fighting", "kind", "ranges", "said", "unit")

    def __init__(self, g: Game, unit: Unit, kind: str) -> None:
        self.g, self.unit, self.kind = g, unit, kind
        self.field: Field = field_of(g)
        self.ranges: dict[tuple[int, int], float] = {}
        self.said: dict[int, tuple[Hit, ...]] = {}
        self.features = [piece.shape for piece in features(g)]
        fighting = foes_of(g, unit)
        self.is_fighting = bool(fighting)
        self.foes: list[Unit] = fighting
        if kind == SHOOTING and not fighting:
            self.foes = [foe for foe in self.field.units if foe.owner != unit.owner]

    def lots(self, part: Part, arm: Arm, models: list[Model]) -> list[Lot]:
        if not self.may_use(part, arm):
            return []
        counts: dict[tuple[Target, ...], int] = {}
        for model in models:
            targets = tuple(
                (foe.id, self.behind(model, foe, part, arm))
                for foe in self.foes
                if self.reaches(model, foe, part, arm)
            )
            if targets:
                counts[targets] = counts.get(targets, 0) + 1
        return [
            Lot(part, arm, number, tuple(self.attacks(part, arm, target) for target in targets), targets)
            for targets, number in counts.items()
        ]

    def attacks(self, part: Part, arm: Arm, target: Target) -> int | DiceAmount:
        """Return how many attacks one model makes with a weapon at a target."""
        attack = attack_at(self.unit, part, arm, self.g.units[target[0]], self.kind, target[1])
        number = stat(self.g, "attacks", attack.context())
        return number if isinstance(number, DiceAmount) else int(number)

    def may_use(self, part: Part, arm: Arm) -> bool:
        """Whether a weapon may be used where its unit stands."""
        if self.kind == COMBAT or not self.is_fighting:
            return True
        attack = attack_at(self.unit, part, arm, self.foes[0], self.kind)
        return may(self.g, "shoot-in-combat", attack.context(), default=False)

    def reaches(self, model: Model, foe: Unit, part: Part, arm: Arm) -> bool:
        """Whether a model can attack a unit with a weapon."""
        if self.kind == COMBAT:
            return model_in_combat(self.g, self.field, model, self.unit, foe) and self.may_see(model, foe)
        if not self.field.sees(self.unit, foe):
            return False
        inches = self.range_of(part, arm, foe)
        return (
            self.is_near(foe, inches)
            and visible_within(self.field, model, self.unit, foe, inches)
            and self.may_see(model, foe)
            and can_be_shot(self.g, model, self.unit, foe, inches)
        )

    def is_near(self, foe: Unit, inches: float) -> bool:
        """Whether a unit may be within a distance, by the discs about it and the one that attacks."""
        a, b = self.field.disc(self.unit), self.field.disc(foe)
        return hypot(b.x - a.x, b.y - a.y) <= a.r + b.r + inches + EPSILON

    def may_see(self, model: Model, foe: Unit) -> bool:
        """Whether rules let a model see a unit that is in its line of sight."""
        said = self.said.get(foe.id)
        if said is None:
            said = self.said[foe.id] = sayings(self.g, self.unit, foe)
        return not said or may_see(self.g, model, self.unit, foe, said)

    def range_of(self, part: Part, arm: Arm, foe: Unit) -> float:
        """Return how far a weapon reaches when it is used against a unit."""
        key = (arm.id, foe.id)
        known = self.ranges.get(key)
        if known is None:
            attack = attack_at(self.unit, part, arm, foe, self.kind)
            known = self.ranges[key] = float(stat(self.g, "range", attack.context()))
        return known

    def behind(self, model: Model, foe: Unit, part: Part, arm: Arm) -> Features:
        """Return the terrain features that a unit is behind for attacks of a model with a weapon."""
        base = model.shape
        if base is None or not blockers_between(base, self.field.disc(foe), self.features):
            return ()
        reach = combat_range(self.g) if self.kind == COMBAT else self.range_of(part, arm, foe)
        return tuple(piece.id for piece in features_before(self.g, model, self.unit, foe, reach))
