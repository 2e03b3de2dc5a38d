"""A table with test warscrolls, for rulings: units at coordinates, dice told, answers given.

    board = Board(dice={"hit-roll": [6, 1], "*": [4, 4]})
    swords = board.unit("Swords", "A", (10, 10), models=3)
    foes = board.unit("Brutes", "B", (10, 12))
    board.play(fight(board.g, swords))

All bases are an inch wide unless `base` says otherwise, so that distances are read off coordinates. Rules
beyond the pack are text: `Board(text=...)` adds declarations to those of `WARSCROLLS`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from tercio.dsl.loader import Loader, combine, load_text
from tercio.kernel.decl import UnitEntry
from tercio.kernel.dice import ScriptedDice
from tercio.kernel.geometry import Circle, Rect
from tercio.kernel.ground import put_feature
from tercio.kernel.host import Host
from tercio.kernel.ruleset import Ruleset
from tercio.kernel.state import Game, Model, Terrain, Unit
from tercio.kernel.trial.time import set_clock
from tercio.plugins.spearhead import plugin
from tercio.plugins.spearhead.battle import empty_battle
from tercio.plugins.spearhead.combats import settle
from tercio.plugins.spearhead.muster import unit_of_entry
from tercio.plugins.warbands.bodies import base_at, bases_of, models_of, stand
from tests.plugins.driven import Driven

WARSCROLLS = """
army "Testers"
  cite "Tests"

weapon "Sword"
  cite "Tests"
  kind melee
  attacks 2, hit 3+, wound 3+, rend 0, damage 1

weapon "Axe"
  cite "Tests"
  kind melee
  attacks 1, hit 4+, wound 3+, rend 1, damage 2

weapon "Fangs"
  cite "Tests"
  kind melee
  attacks D3, hit 4+, wound 4+, rend 0, damage D3
  has "Companion"

weapon "Bow"
  cite "Tests"
  kind shooting
  range 12"
  attacks 1, hit 4+, wound 4+, rend 0, damage 1

weapon "Pistol"
  cite "Tests"
  kind shooting
  range 10"
  attacks 2, hit 3+, wound 3+, rend 1, damage 1
  has "Shoot in Combat"

unit "Swords" of "Testers"
  cite "Tests"
  text "Five soldiers with one wound each."
  size 5
  base 25mm
  global move 5", control 1
  defence health-points 1, save 4+
  part "Sword Bearer"
    armed "Sword"
  property "INFANTRY"

unit "Horde" of "Testers"
  cite "Tests"
  text "Ten soldiers who have to keep close."
  size 10
  base 25mm
  global move 5", control 1
  defence health-points 1, save 6+
  part "Sword Bearer"
    armed "Sword"
  property "INFANTRY", "REINFORCEMENTS"

unit "Mixed" of "Testers"
  cite "Tests"
  text "Four with swords and one with an axe, two wounds each."
  size 5
  base 25mm
  global move 5", control 1
  defence health-points 2, save 3+
  part "Axe Bearer", models 1
    armed "Axe"
  part "Sword Bearer"
    armed "Sword"
  property "INFANTRY"

unit "Archers" of "Testers"
  cite "Tests"
  text "Five with bows and swords."
  size 5
  base 25mm
  global move 5", control 1
  defence health-points 1, save 6+
  part "Archer"
    armed "Bow", "Sword"
  property "INFANTRY"

unit "Hero" of "Testers"
  cite "Tests"
  text "A captain on foot."
  general
  size 1
  base 25mm
  global move 6", control 2
  defence health-points 5, save 4+, ward 6+
  part "Hero"
    armed "Pistol", "Axe"
  property "HERO", "INFANTRY"

unit "Beast" of "Testers"
  cite "Tests"
  text "A large monster that nothing saves."
  size 1
  base 25mm
  global move 8", control 2
  defence health-points 12, save 7+
  part "Beast"
    armed "Axe", "Fangs"
  property "MONSTER"
"""


@cache
def _packs(pack: str) -> tuple[Host, tuple[Any, ...]]:
    host = Host(entry_points=False)
    host.register(plugin, "spearhead")
    return host, Loader(host).load((pack,))


@cache
def ruleset_with(text: str = "", pack: str = "spearhead") -> Ruleset:
    """Return the rules of a pack with the test warscrolls, and more rules as text."""
    host, packs = _packs(pack)
    signatures = host.signatures("spearhead")
    tests = load_text(WARSCROLLS + text, "testers", signatures=signatures, bases=packs)
    declarations = combine([*packs, tests]).declarations
    return Ruleset(tuple(declarations.values()), signatures)


class Board(Driven):
    """The table, between players A (active) and B, in the combat phase of round 1 unless told otherwise."""

    def __init__(
        self,
        text: str = "",
        dice: dict[str, list[int]] | None = None,
        *,
        node: str = "fights",
        player: str = "A",
        battle_round: int = 1,
    ) -> None:
        self.dice = ScriptedDice(dice or {})
        self.g: Game = empty_battle(ruleset_with(text), self.dice)
        self.g.events = []
        self.at(node, player, battle_round)

    def at(self, node: str, player: str = "A", battle_round: int = 1) -> None:
        """Set the clock to a node of a player's turn; nothing happens on the way."""
        set_clock(self.g, node, player, {"battle-round": battle_round})
        self.g.active = player

    # -- what stands on it -------------------------------------------------------------------------

    def unit(
        self,
        warscroll: str,
        owner: str,
        at: tuple[float, float] | Sequence[tuple[float, float]] | None,
        *,
        models: int | None = None,
        base: float = 1.0,
        rules: Sequence[str] = (),
        marks: Sequence[str] = (),
        name: str = "",
        **numbers: int,
    ) -> Unit:
        """Put a unit of a warscroll on the table: at the places of its models, or in a row to the east of one
        place with a tenth of an inch between bases; at None off the table. `numbers` change its profile.
        """
        g = self.g
        unit = unit_of_entry(g, g.ruleset.get(UnitEntry, warscroll), owner, models)
        unit.name = name or f"{warscroll} of {owner}"
        unit.pools[0].base = (base, base)
        unit.pools[0].profile |= {word.replace("_", "-"): number for word, number in numbers.items()}
        unit.marks |= dict.fromkeys(marks, 0)
        g.add_unit(unit)
        self.give(unit, *rules)
        if at is not None:
            places = at if isinstance(at[0], (tuple, list)) else self._row(at, len(models_of(unit)), base)
            self.place(unit, places)
        return unit

    @staticmethod
    def _row(at: Any, models: int, base: float) -> list[tuple[float, float]]:
        return [(at[0] + i * (base + 0.1), at[1]) for i in range(models)]

    def place(self, unit: Unit, places: Any) -> None:
        """Put the models of a unit elsewhere."""
        base = unit.pools[0].base
        stand(unit, [base_at(*base, float(x), float(y)) for x, y in places])
        settle(self.g)

    def wall(self, x: float, y: float, width: float, depth: float, feature: str = "Test Wall") -> Terrain:
        """Put a rectangle of terrain about a point, with the rules of its feature (`WALL` declares one)."""
        g = self.g
        piece = put_feature(g, feature, Rect(x, y, 0.0, 1.0, width, depth))
        settle(g)
        return piece

    # -- what happens ------------------------------------------------------------------------------

    def kinds(self) -> list[str]:
        """Return the kinds of all events so far."""
        return [event.kind for event in self.g.events or ()]


WALL = """
terrain "Test Wall"
  cite "Tests"
  blocks-sight
  no-ending
"""


def block(x: float, y: float, models: int, columns: int = 5) -> list[tuple[float, float]]:
    """Return places in rows to the north of one place, so close that diagonal neighbours are in coherency."""
    return [(x + i % columns * 1.05, y + i // columns * 1.05) for i in range(models)]


def model(unit: Unit, index: int) -> Model:
    """Return a model of a unit by its place in the order."""
    return models_of(unit)[index]


def centres(unit: Unit) -> list[tuple[float, float]]:
    """Return where the models of a unit stand."""
    return [(base.x, base.y) for base in bases_of(unit)]


def disc(x: float, y: float, radius: float = 0.5) -> Circle:
    """Return a round base."""
    return Circle(x, y, radius)
