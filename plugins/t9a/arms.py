"""Weapons lent to a model part for a time.

An `Arm` never changes in play: one that is lent says which lasting effect it is part of
(`memory["effect"]`) and is of no use when that has ended. Source: Arcane Compendium, Pyromancy 3;
Definitions 9.
"""

from __future__ import annotations

from tercio.kernel.arms import make_arm
from tercio.kernel.decl import Duration, RuleRef
from tercio.kernel.state import Arm, Game, Part, touch

EFFECT = "effect"


def lend(g: Game, part: Part, ref: RuleRef, duration: Duration | None, label: str) -> Arm:
    """Give a part a weapon for a time (None: for good) and return it. Raises RulesError for an unknown
    weapon.
    """
    arm = make_arm(g, ref, part.owner)
    if duration is not None:
        arm.memory[EFFECT] = g.schedule.begin(g, label, duration.until, part).id
    part.arms = [*part.arms, arm]
    g.add_arm(part, arm)
    for thing in (part, arm):
        touch(g, thing)
    g.emit("weapon-lent", part=part.id, arm=arm.name, rule=label)
    return arm


def is_at_hand(g: Game, arm: Arm) -> bool:
    """Return whether a weapon is a part's own, or was lent by an effect that still lasts."""
    effect = arm.memory.get(EFFECT, 0)
    return not effect or any(lasting.id == effect for lasting in g.schedule.lasting)
