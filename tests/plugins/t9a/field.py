"""A field of battle under the core pack, and units put in contact by a few numbers.

`Field(dice)` is a `Board` whose ruleset is the pack `t9a`. `field.against()` puts a unit flush before
another.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from tercio.dsl.desk import Desk
from tercio.kernel.decl import Bundle, Literal, Rule, RuleRef, Weapon
from tercio.kernel.geometry import Facing, Rect
from tercio.kernel.ruleset import Ruleset, hold
from tercio.kernel.state import Arm, Part, Pool, Unit, touch
from tercio.plugins.t9a import marks
from tercio.plugins.t9a.engaging import engage

from .tiny import Board


@cache
def core_ruleset() -> Ruleset:
    """Return the ruleset of the core pack, read once."""
    return Desk().rules("t9a")


class Field(Board):
    """A board under the core pack, in the Melee Phase of A's turn unless told otherwise."""

    def __init__(self, dice: dict[str, list[int]] | None = None, phase: str = "melee") -> None:
        super().__init__(dice, phase)
        self.g.ruleset = core_ruleset()
        for declared in self.g.ruleset.of_kind(Rule).values():
            if declared.of == "battle":
                hold(self.g, self.g.battle, RuleRef(declared.name))
        touch(self.g)

    def soldiers(
        self, owner: str, x: float, y: float, *, arms: tuple[str, ...] = ("Hand Weapon",), **more: Any
    ) -> Unit:
        """Put a unit with common numbers on the table: one of everything is 3, Agility and Discipline as
        `more` says.
        """
        numbers = {"defensive_skill": 3, "resilience": 3, "armour": 0, **more}
        offence = {name: numbers.pop(name, base) for name, base in OFFENCE.items()}
        unit: Unit = self.unit(owner, x, y, **numbers)
        for part in unit.parts():
            part.profile = {name.replace("_", "-"): number for name, number in offence.items()}
        for arm in arms:
            self.arm(next(unit.parts()), arm)
        return unit

    def arm(self, part: Part, name: str) -> Arm:
        """Put a weapon of the pack in the hands of a part."""
        g, declared = self.g, self.g.ruleset.get(Weapon, name)
        arm = Arm(g.new_id(), name, part.owner, kinds=declared.kinds)
        arm.numbers = {word: g.ruleset.function(amount)(g, None, None) for word, amount in declared.numbers}
        if declared.clauses:
            hold(g, arm, Bundle(declared.clauses), name, by_weapon=True)
        part.arms.append(arm)
        g.add_arm(part, arm)
        return arm

    def part(self, pool: Pool, name: str, *rules: str, arms: tuple[str, ...] = (), **offence: Any) -> Part:
        """Add a part to a model."""
        numbers = {word.replace("_", "-"): number for word, number in {**OFFENCE, **offence}.items()}
        part = Part(self.g.new_id(), name, pool.owner, pool=pool, profile=numbers)
        pool.parts.append(part)
        self.g.things[part.id] = part
        for rule in rules:
            hold(self.g, part, RuleRef(rule))
        for arm in arms:
            self.arm(part, arm)
        touch(self.g)
        return part

    def give(self, thing: Any, rule: str, *args: Any) -> None:
        """Let a thing hold a rule of the pack; numbers become literals."""
        hold(self.g, thing, RuleRef(rule, tuple(Literal(a) if isinstance(a, int) else a for a in args)), rule)
        touch(self.g)

    def against(
        self,
        unit: Unit,
        target: Unit,
        facing: Facing = Facing.FRONT,
        shift: float = 0.0,
        *,
        charging: bool = False,
    ) -> None:
        """Put a unit flush against a facing of another, its middle `shift` inches to the right of the
        target's, and engage them.
        """
        rect, mine = rect_of(target), rect_of(unit)
        ux, uy = rect.normal(facing)
        x, y = rect.edge_centre(facing)
        x, y = x + ux * mine.half_depth + uy * shift, y + uy * mine.half_depth - ux * shift
        unit.rect = Rect(x, y, -ux, -uy, mine.width, mine.depth)
        engage(self.g, unit, target)
        if charging:
            marks.put(self.g, unit, marks.CHARGING)


def rect_of(unit: Unit) -> Rect:
    """Return the boundary of a unit that is on the table."""
    assert unit.rect is not None
    return unit.rect


OFFENCE = {"agility": 3, "attacks": 1, "offensive_skill": 3, "strength": 3, "ap": 0}
