"""Weapons in the hands of model parts: which each part has, their numbers and rules, and what enchants
them.

Every part has a Hand Weapon, or Innate Weapons if it is a Mount, Beast or Construct. An enchanted weapon
must be used: its priority is the first. Source: T9A rulebook, Melee Phase 2.C, Model Rules (Weapons),
Arcane Compendium.
"""

from __future__ import annotations

from collections.abc import Sequence

from tercio.kernel.arms import make_arm
from tercio.kernel.decl import Bundle, RuleRef, Weapon
from tercio.kernel.roster import Bound, Choice
from tercio.kernel.ruleset import hold
from tercio.kernel.state import Arm, Game, Part

HAND_WEAPON, INNATE = "Hand Weapon", "Innate Weapons"
NATURAL = ("Mount", "Beast", "Construct")
ENCHANTED = 1


def arm_with(g: Game, part: Part, weapons: Sequence[RuleRef], natural: bool) -> None:
    """Give a part its weapons, the last one that every part has included; the same weapon is given once."""
    refs = [*weapons, RuleRef(INNATE if natural else HAND_WEAPON)]
    for ref in refs:
        if any(arm.name == ref.name for arm in part.arms) or ref.name not in g.ruleset.of_kind(Weapon):
            continue
        part.arms.append(make_arm(g, ref, part.owner))


def enchant(g: Game, parts: Sequence[Part], bound: Bound) -> None:
    """Put the items of an entry that go on a weapon on it."""
    for choice in bound.all():
        if choice.ware is None or choice.slot is None or not choice.slot.on:
            continue
        arm = next((arm for part in parts for arm in part.arms if arm.name == choice.slot.on), None)
        if arm is not None:
            _enchanted(g, arm, choice)


def _enchanted(g: Game, arm: Arm, choice: Choice) -> None:
    assert choice.ware is not None
    item = choice.ware.item
    arm.item = item.name if not arm.item else f"{arm.item}, {item.name}"
    if "melee" in arm.kinds:
        arm.numbers["priority"] = ENCHANTED
    if item.weapon_clauses:
        hold(g, arm, Bundle(item.weapon_clauses, item.name), item.name, by_weapon=True)
