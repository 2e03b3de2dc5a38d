"""Two patrols of Spearhead, so small that a battle between them can be read: a captain, swords and archers on
either side, three battle rounds.
"""

from __future__ import annotations

from dataclasses import replace

from tercio.kernel.decl import Constant, Literal
from tercio.kernel.dice import SeededDice
from tercio.kernel.roster import Roster
from tercio.kernel.ruleset import Ruleset
from tercio.kernel.session import Session
from tercio.kernel.state import Unit
from tercio.plugins.spearhead.battle import new_battle
from tercio.plugins.spearhead.steps import STEPS
from tercio.plugins.warbands.bodies import bases_of, places_of
from tests.plugins.spearhead.board import ruleset_with

ROUNDS = 3
PATROL = """
army "Patrol"
  cite "Tests"

unit "Patrol Captain" of "Patrol"
  cite "Tests"
  general
  size 1
  base 32mm
  global move 6", control 2
  defence health-points 5, save 4+
  part "Captain"
    armed "Pistol", "Axe"
  property "HERO", "INFANTRY"

unit "Patrol Blades" of "Patrol"
  cite "Tests"
  size 3
  base 25mm
  global move 5", control 1
  defence health-points 2, save 4+
  part "Blade"
    armed "Sword"
  property "INFANTRY", "REINFORCEMENTS"

unit "Patrol Bows" of "Patrol"
  cite "Tests"
  size 3
  base 25mm
  global move 5", control 1
  defence health-points 1, save 5+
  part "Bow"
    armed "Bow", "Sword"
  property "INFANTRY"

item "Quick March"
  cite "Tests"
  list regiment-ability
  everywhere, friendly units
    modify move by +1"

item "Keen Axe"
  cite "Tests"
  list enhancement
  modify wound-roll by +1
"""


def begin(_name: str, seed: int) -> Session:
    """Return a battle of two patrols at its first decision, events recorded."""
    roster = Roster("Patrol", 0)
    return Session(new_battle(_rules(), (roster, roster), {}, SeededDice(seed)), STEPS)


def _rules() -> Ruleset:
    whole = ruleset_with(PATROL)
    declared = tuple(
        replace(one, value=Literal(ROUNDS))
        if isinstance(one, Constant) and one.name == "battle-rounds"
        else one
        for one in whole.declarations
    )
    return Ruleset(declared, whole.signatures)


def standing(unit: Unit) -> str:
    """Return how a unit stands: models, damage, where each of its models is, marks."""
    if unit.destroyed:
        return f"  {unit.owner} {unit.name}: destroyed"
    pool = unit.pools[0]
    places = ", ".join(f"{place[0]:.2f} {place[1]:.2f}" for place in places_of(bases_of(unit)))
    marks = f", {', '.join(sorted(unit.marks))}" if unit.marks else ""
    where = f"at {places}" if places else "off the table"
    return f"  {unit.owner} {unit.name}: {unit.models} models, {pool.lost} damage, {where}{marks}"
