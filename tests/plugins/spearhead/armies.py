"""A table with units of an army book: abilities used by name, numbers asked for, objectives laid.

    table = ArmyTable("vigilant-brotherhood", node="combat-abilities")
    lord = table.unit("Lord-Vigilant on Gryph-stalker", "A", (10, 10))
    table.choose("Quicksilver Draught")
    table.use("Quicksilver Draught")

Player A holds the battle traits of the army. Besides its units there are those of `board.WARSCROLLS`.
"""

from __future__ import annotations

from typing import Any

from tercio.kernel.actions import Use, usable, use_action
from tercio.kernel.attack import Attack
from tercio.kernel.context import Context
from tercio.kernel.decl import Army, Item, Rule, RuleRef
from tercio.kernel.dice import ScriptedDice
from tercio.kernel.geometry import Circle, Rect
from tercio.kernel.modifiers import gather, live, value
from tercio.kernel.permissions import may
from tercio.kernel.query import stat
from tercio.kernel.ruleset import hold
from tercio.kernel.state import Area, Unit, touch
from tercio.kernel.trial.time import pass_until
from tercio.plugins.spearhead.battle import empty_battle
from tercio.plugins.spearhead.battlefield import CONTROLLER, OBJECTIVE, TERRITORY
from tercio.plugins.spearhead.combats import settle
from tercio.plugins.spearhead.control import control_score
from tercio.plugins.spearhead.damage import inflict, ward_of
from tercio.plugins.spearhead.muster import GENERAL, choose
from tercio.plugins.spearhead.targets import attack_at

from .board import Board, ruleset_with


class ArmyTable(Board):
    """A table between an army of a pack (player A, active) and anybody (B), at a step of a turn."""

    def __init__(
        self,
        pack: str,
        *,
        node: str = "combat-abilities",
        player: str = "A",
        battle_round: int = 1,
        dice: dict[str, list[int]] | None = None,
    ) -> None:
        self.dice = ScriptedDice(dice or {})
        self.g = empty_battle(ruleset_with(pack=pack), self.dice)
        self.g.events = []
        self.at(node, player, battle_round)
        army = next(one for one in self.g.ruleset.of_kind(Army).values() if one.pack == pack)
        for rule in self.g.ruleset.of_kind(Rule).values():
            if rule.of == army.name:
                hold(self.g, self.g.players["A"], RuleRef(rule.name), army.name)
        touch(self.g)

    # -- the army ----------------------------------------------------------------------------------

    def general(self, warscroll: str, at: Any, **more: Any) -> Unit:
        """Put the general of player A on the table."""
        return self.unit(warscroll, "A", at, marks=(GENERAL,), **more)

    def choose(self, name: str) -> None:
        """Give player A a regiment ability, or the general of A an enhancement."""
        (kind,) = self.g.ruleset.get(Item, name).lists
        choose(self.g, self.g.players["A"], kind, name)

    # -- the battlefield ---------------------------------------------------------------------------

    def objective(self, x: float, y: float, radius: float = 2.0, held_by: str = "") -> Area:
        """Lay a round objective, and say who controls it."""
        area = Area(self.g.new_id(), f"{x}, {y}", kinds=(OBJECTIVE,), shape=Circle(x, y, radius))
        area.memory[CONTROLLER] = held_by
        return self._lay(area)

    def territories(self) -> None:
        """Split the table along y = 11: the south is A's."""
        for owner, y in (("A", 5.5), ("B", 16.5)):
            shape = Rect(15.0, y, 0.0, 1.0, 30.0, 11.0)
            self._lay(Area(self.g.new_id(), f"Land of {owner}", owner, kinds=(TERRITORY,), shape=shape))

    def _lay(self, area: Area) -> Area:
        self.g.areas[area.name] = self.g.things[area.id] = area
        touch(self.g)
        return area

    # -- what happens ------------------------------------------------------------------------------

    def able(self, name: str, player: str = "A") -> Use | None:
        """Return an ability that a player may use in the present phase, by name."""
        phase = self.g.clock.frame("phase")
        assert phase is not None
        return next((use for use in usable(self.g, phase.node.name, player) if use.name == name), None)

    def use(self, name: str, *answers: Any, player: str = "A") -> None:
        """Use an ability of the present phase."""
        found = self.able(name, player)
        assert found is not None, f"{name} cannot be used"
        self.play(use_action(self.g, found), *answers)

    def hurt(self, unit: Unit, points: int, by: Unit | None = None) -> int:
        """Inflict mortal damage on a unit; returns the points that no ward undid."""
        return int(self.play(inflict(self.g, unit, points, by)))

    def later(self, node: str, player: str = "") -> None:
        """Let time go by until a node opens (in a player's turn)."""
        self.play(pass_until(self.g, node, player))
        self.g.active = player or self.g.active
        settle(self.g)

    # -- what is so --------------------------------------------------------------------------------

    def attack(self, unit: Unit, weapon: str, foe: Unit) -> Attack:
        """Return the attack of a unit with one of its weapons at another."""
        parts = unit.pools[0].parts
        part, arm = next((part, arm) for part in parts for arm in part.arms if arm.name == weapon)
        return attack_at(unit, part, arm, foe, "combat" if "melee" in arm.kinds else "shooting")

    def number(self, name: str, unit: Unit, weapon: str, foe: Unit) -> Any:
        """Return a number of an attack with all its changes; of a roll (`hit-roll`) what is needed."""
        c = self.attack(unit, weapon, foe).context()
        base = name.removesuffix("-roll")
        return value(self.g, name, c, stat(self.g, base, c)) if base != name else stat(self.g, name, c)

    def has_critical(self, rule: str, unit: Unit, weapon: str, foe: Unit) -> bool:
        """Whether a critical hit of a weapon does what a weapon ability says."""
        c = self.attack(unit, weapon, foe).context()
        return any(
            found.rule_name == rule for found, _ in live(self.g, c, gather(self.g, "natural hit-roll", c))
        )

    def ward(self, unit: Unit) -> int:
        """Return the ward value of a unit, 7 for none."""
        return ward_of(self.g, unit)

    def score(self, unit: Unit, thing: Any) -> int:
        """Return the control score of a unit at something."""
        return control_score(self.g, unit, thing)

    def names(self, unit: Unit, player: str = "A") -> set[str]:
        """Return the names of all that a unit may use in the present phase."""
        phase = self.g.clock.frame("phase")
        assert phase is not None
        return {use.name for use in usable(self.g, phase.node.name, player) if use.context.unit is unit}

    def allows(self, permission: str, default: bool = True, **roles: Any) -> bool:
        """Return whether something is allowed to the things in these roles."""
        return may(self.g, permission, Context(**roles), default)
