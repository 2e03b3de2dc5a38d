"""A whole battle of two armies of testers, and a field laid out for rulings on what is held and scored.

    match = Match(dice={"roll-off": [5, 2]})        # from its very first step
    field = OpenField("Ashen Bastion")                  # A attacks from the south, B defends the north

Both armies are those of `board`, with a regiment ability and an enhancement.
"""

from __future__ import annotations

from typing import Any

from tercio.kernel.decks import take
from tercio.kernel.dice import ScriptedDice
from tercio.kernel.geometry import Circle
from tercio.kernel.roster import Roster
from tercio.kernel.state import Area, Terrain, Unit
from tercio.plugins.spearhead.battle import ATTACKER, DEFENDER, FIRST, SET_UP, UNDERDOG, new_battle
from tercio.plugins.spearhead.battlefield import lay_battlefield, lay_territories
from tercio.plugins.spearhead.cards import hand_of
from tercio.plugins.spearhead.control import controller_of
from tercio.plugins.spearhead.muster import GENERAL
from tercio.plugins.spearhead.relics import set_down
from tercio.plugins.spearhead.scoring import points_of

from .armies import ArmyTable
from .board import Board, ruleset_with

CHOICES = """
item "Hard Drill"
  cite "Tests"
  list regiment-ability
  everywhere, friendly units
    modify move by +1"

item "Long March"
  cite "Tests"
  list regiment-ability

item "Old Banner"
  cite "Tests"
  list enhancement
  modify move by +2"

item "New Banner"
  cite "Tests"
  list enhancement
"""


class Match(Board):
    """A battle before its first step, both armies off the table."""

    def __init__(
        self,
        dice: dict[str, list[int]] | None = None,
        options: dict[str, Any] | None = None,
        text: str = "",
        lists: tuple[Roster, Roster] | None = None,
    ) -> None:
        self.dice = ScriptedDice(dice or {})
        rosters = lists or (Roster("Testers", 0), Roster("Testers", 0))
        self.g = new_battle(ruleset_with(CHOICES + text), rosters, options or {}, self.dice)
        self.g.events = []

    def units(self, owner: str) -> list[Unit]:
        """Return the units of a player in order."""
        return [unit for unit in self.g.units.values() if unit.owner == owner]


class OpenField(ArmyTable):
    """A bare field with two territories: A, the attacker, in the south or south east; it is A's turn."""

    def __init__(
        self,
        battlefield: str = "Shattered Crossroads",
        deployment: str = "Long Front",
        *,
        dice: dict[str, list[int]] | None = None,
        text: str = "",
        underdog: str = "",
        node: str = "score-turn",
    ) -> None:
        Board.__init__(self, text, dice, node=node)
        g = self.g
        g.memory |= {ATTACKER: "A", DEFENDER: "B", FIRST: "A", UNDERDOG: underdog}
        g.memory[SET_UP] = {"map": battlefield, "deployment": deployment}
        lay_battlefield(g, battlefield)
        own = {"Long Front": "South", "Corners": "South East"}[deployment]
        lay_territories(g, deployment, {name: "A" if name == own else "B" for name in _TERRITORIES})

    def area(self, name: str) -> Area:
        """Return an area by name."""
        return self.g.areas[name]

    def relic(self, name: str, x: float, y: float) -> Terrain:
        """Put a relic on the battlefield."""
        return set_down(self.g, name, Circle(x, y, 0.75))

    def held_by(self, name: str) -> str:
        """Return who controls an objective or relic by name."""
        relic = next((piece for piece in self.g.terrain if piece.feature == name), None)
        return controller_of(self.g, relic or self.g.areas[name])

    def gives(self, thing: str, player: str) -> None:
        """Let a player control an objective or relic from now on."""
        relic = next((piece for piece in self.g.terrain if piece.feature == thing), None)
        (relic or self.g.areas[thing]).memory["controller"] = player

    def card(self, player: str, name: str) -> None:
        """Put a battle tactic card into a player's hand."""
        hand_of(self.g.players[player]).append(name)
        self.g.players[player].memory.setdefault("decks", {})["Battle Tactics"] = {"pile": [], "discards": []}
        take(self.g, self.g.players[player], name)

    def twist(self, name: str) -> None:
        """Bring a twist into force without following it."""
        take(self.g, self.g.battle, name)

    def as_general(self, unit: Unit) -> Unit:
        """Make a unit the general of its army."""
        unit.marks[GENERAL] = 0
        return unit

    def points(self, player: str = "A") -> int:
        """Return the victory points of a player."""
        return points_of(self.g, player)


_TERRITORIES = ("South", "North", "South East", "North West")
