"""A table of a ranked game that is wholly text, for rulings: units at coordinates, dice told, answers given.

    board = Board(dice={"to-hit": [6, 1], "*": [4, 4]})
    spears = board.unit("Spears", "A", (10, 10), files=5)
    board.play(activate(board.g, spears))

The game is the one of `GAME`, about as plain as a game can be; `Board(text=...)` adds declarations. All
bases are an inch wide and deep unless `base` says otherwise, so that distances are read off coordinates.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from tercio.dsl.loader import load_text
from tercio.kernel.decl import UnitEntry
from tercio.kernel.dice import ScriptedDice
from tercio.kernel.geometry import Circle, Rect
from tercio.kernel.ground import put_feature
from tercio.kernel.host import Host
from tercio.kernel.roster import Bound, Entry
from tercio.kernel.ruleset import Ruleset
from tercio.kernel.state import Game, Terrain, Unit
from tercio.kernel.trial.time import set_clock
from tercio.plugins.regiments import plugin
from tercio.plugins.regiments.battle import empty_battle
from tercio.plugins.regiments.deployment import Place, stand
from tercio.plugins.regiments.muster import unit_of_entry
from tests.plugins.driven import Driven

GAME = """
constant table-width 60"
  cite "Tests"

constant table-depth 40"
  cite "Tests"

constant unit-gap 0.5"
  cite "Tests"

constant deployment-depth 8"
  cite "Tests"

constant side-distance 0"
  cite "Tests"

constant roll-off-die D6
  cite "Tests"

constant winner-chooses 0
  cite "Tests"

constant victory-margin 50
  cite "Tests"

constant counted-rank 3
  cite "Tests"

sequence battle
  cite "Tests"
  phase deployment
    step roll-off
    step deploy-by-turns
  round game-turn, 3 times
    phase charges
      step alternate-actions
    phase orders
      step alternate-activations
    phase fights
      step alternate-actions
  step declare-winner

characteristic skill of part
  cite "Tests"

characteristic power of part
  cite "Tests"

characteristic defence of pool
  cite "Tests"

characteristic discipline of unit
  cite "Tests"

roll to-hit of part
  cite "Tests"

roll to-save of pool
  cite "Tests"

attack-sequence melee
  cite "Tests"
  stage to-hit rolled by attacker on D6
    needs 4
    natural 1 fails
  stage to-save rolled by defender on D6, stops the wound
    needs 4
    natural 1 fails

attack-sequence shooting
  cite "Tests"
  stage to-hit rolled by attacker on D6
    needs 4
    natural 1 fails
  stage to-save rolled by defender on D6, stops the wound
    needs 5
    natural 1 fails

mark fleeing of unit
  cite "Tests"

terrain "Wood"
  cite "Tests"
  text "A wood."

terrain "Rock"
  cite "Tests"
  text "Nobody enters."
  impassable

weapon "Spear"
  cite "Tests"
  kind melee

weapon "Bow"
  cite "Tests"
  kind shooting
  range 24"
  shots 1

army "Testers"
  cite "Tests"
  category "Troops" at most 100%

unit "Spears" of "Testers"
  cite "Tests"
  category "Troops"
  size 1 to 60
  cost 10, then 5 each
  base 20x20mm
  global move 8", discipline 7
  defence health-points 1, defence 3
  part "Spearman" attacks 1, skill 3, power 3
    armed "Spear"

unit "Bows" of "Testers"
  cite "Tests"
  category "Troops"
  size 1 to 60
  cost 10, then 6 each
  base 20x20mm
  global move 8", discipline 7
  defence health-points 1, defence 3
  part "Bowman" attacks 1, skill 3, power 3
    armed "Bow"

unit "Riders" of "Testers"
  cite "Tests"
  category "Troops"
  size 1 to 20
  cost 20, then 15 each
  base 25x50mm
  global move 16", discipline 8
  defence health-points 1, defence 4
  part "Rider" attacks 2, skill 4, power 4
    armed "Spear"

unit "Ogre" of "Testers"
  cite "Tests"
  category "Troops"
  size 1 to 12
  cost 30, then 30 each
  base 40x40mm
  global move 12", discipline 7
  defence health-points 3, defence 5
  part "Ogre" attacks 3, skill 3, power 5

unit "Captain" of "Testers"
  cite "Tests"
  category "Troops"
  joins
  size 1
  cost 50
  base 20x20mm
  global move 8", discipline 9
  defence health-points 2, defence 4
  part "Captain" attacks 3, skill 5, power 4
    armed "Spear"
"""
SYSTEM = "testers"


@cache
def host() -> Host:
    """Return a host with the engine alone, and the system of the tests founded."""
    made = Host(entry_points=False)
    made.register(plugin, "regiments")
    made.found_system(SYSTEM, "Testers", "regiments")
    return made


@cache
def rules(text: str = "") -> Ruleset:
    """Return the rules of the test game, and more rules as text."""
    signatures = host().signatures(SYSTEM)
    pack = load_text(GAME + text, SYSTEM, signatures=signatures)
    return Ruleset(tuple(pack.declarations), signatures)


class Board(Driven):
    """The table, between players A (active, goes first) and B, in the orders phase of turn 1."""

    def __init__(
        self,
        text: str = "",
        dice: dict[str, list[int]] | None = None,
        *,
        node: str = "alternate-activations",
        phase: str = "orders",
    ) -> None:
        self.dice = ScriptedDice(dice or {})
        self.g: Game = empty_battle(rules(text), self.dice)
        self.g.events = []
        self.g.width, self.g.depth = 60.0, 40.0
        self.g.memory["first"] = "A"
        self.at(phase)
        self.asked: list[Any] = []

    def at(self, node: str, player: str = "A", turn: int = 1) -> None:
        """Set the clock to a node of a turn; nothing happens on the way."""
        set_clock(self.g, node, player, {"game-turn": turn})
        self.g.active = player

    # -- what stands on it -------------------------------------------------------------------------

    def unit(
        self,
        entry: str,
        owner: str,
        at: tuple[float, float] | None,
        *,
        models: int = 10,
        files: int = 5,
        facing: float | None = None,
        base: tuple[float, float] | None = (1.0, 1.0),
        rules: Sequence[str] = (),
        marks: Sequence[str] = (),
        commander: str = "",
        **numbers: Any,
    ) -> Unit:
        """Put a unit on the table: its middle at a place, facing north for A and south for B unless told
        otherwise; at None off the table. `numbers` change its profile; `commander` joins it.
        """
        g = self.g
        unit = unit_of_entry(g, self._bound(entry, models), owner, 100)
        if commander:
            joined = unit_of_entry(g, self._bound(commander, 1), owner, 50).pools[0]
            joined.unit, joined.role = unit, "commander"
            unit.pools.append(joined)
        unit.name = f"{entry} of {owner}"
        for pool in unit.pools:
            pool.base = base or pool.base
        unit.pools[0].profile |= {word.replace("_", "-"): number for word, number in numbers.items()}
        unit.marks |= dict.fromkeys(marks, 0)
        g.add_unit(unit)
        self.give(unit, *rules)
        if at is not None:
            bearing = (0.0 if owner == "A" else 180.0) if facing is None else facing
            stand(g, unit, Place(*at, bearing, min(files, unit.models)))
        return unit

    def _bound(self, entry: str, models: int) -> Bound:
        return Bound(Entry(entry, models), self.g.ruleset.get(UnitEntry, entry))

    def terrain(self, feature: str, x: float, y: float, width: float, depth: float) -> Terrain:
        """Put a rectangle of terrain about a point, with the rules of its feature."""
        return put_feature(self.g, feature, Rect(x, y, 0.0, 1.0, width, depth))

    def disc(self, feature: str, x: float, y: float, radius: float) -> Terrain:
        """Put a disc of terrain about a point, with the rules of its feature."""
        return put_feature(self.g, feature, Circle(x, y, radius))
