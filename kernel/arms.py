"""Weapons as things: made of their declaration, with the arguments that they are given."""

from __future__ import annotations

from typing import Any

from .context import Context
from .decl.clauses import Clause
from .decl.expr import Bundle, Param, RuleRef
from .decl.things import Weapon
from .expand import fill
from .ruleset import hold
from .state import Arm, Game


def make_arm(g: Game, ref: RuleRef, owner: str) -> Arm:
    """Return a weapon by name with its arguments (`"Bow" (4+)`), in nobody's hands yet. Numbers that wait for
    an argument are left out.

    Raises RulesError for a weapon that is not declared.
    """
    weapon = g.ruleset.get(Weapon, ref.name)
    args = {one.name: arg for one, arg in zip(weapon.parameters, ref.args, strict=False)}
    numbers: dict[str, Any] = {}
    for word, expr in weapon.numbers:
        filled = fill(expr, args)
        if not isinstance(filled, Param):
            numbers[word] = g.ruleset.function(filled)(g, Context(), None)
    arm = Arm(g.new_id(), weapon.name, owner, kinds=weapon.kinds, numbers=numbers)
    clauses: tuple[Clause, ...] = fill(weapon.clauses, args)
    if clauses:
        hold(g, arm, Bundle(clauses, weapon.name), weapon.name, by_weapon=True)
    return arm
