"""One attempt to cast a spell: what it is, its dice, its total, and what rules may still change about it.

An `Attempt` fills the role `spell`; its kinds are the spell's types and `learned` or `bound`. Dice that are
used are spent at once; a failed roll gives back its full dice that show the Fizzle face. Source: T9A
rulebook, Magic Phase 5.A-5.C; rulings 55-58.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tercio.kernel.context import Context
from tercio.kernel.decl import Cast, DiceAmount, Spell
from tercio.kernel.modifiers import value
from tercio.kernel.rolls import purpose
from tercio.kernel.state import Game, Player, Pool, Unit, unit_of

from .flux import state_of
from .known import Known
from .pool import dice_of, gain, lose

LEARNED, BOUND, REPLICABLE = "learned", "bound", "replicable"
ROLL, VALUE, DISPEL = "casting-roll", "casting-value", "dispelling-roll"


@dataclass(slots=True)
class Attempt:
    """A casting attempt. `targets` are units, models or one point; `faces` the dice as rolled, full dice
    (D6) first.
    """

    decl: Spell
    cast: Cast
    known: Known
    caster: Pool
    player: Player
    kinds: frozenset[str]
    targets: list[Any] = field(default_factory=list)
    dice: int = 0
    faces: list[int] = field(default_factory=list)
    spent: int = 0
    fizzled: int = 0
    total: int = 0
    earlier: int = 0
    miscast: str = ""

    @property
    def name(self) -> str:
        """The spell's name."""
        return self.decl.name

    @property
    def version(self) -> str:
        """The version that was named when casting ("" for spells of one)."""
        return self.cast.label

    def full_dice(self, g: Game) -> int:
        """Return how many of the dice are full dice: all of a Learned Spell, the first of a Bound one."""
        return min(self.dice, int(g.ruleset.constant("bound-full-dice"))) if self.known.bound else self.dice

    def spend(self, g: Game, number: int) -> None:
        """Take dice from the Caster's pool for this attempt."""
        lose(g, self.player, number, self.name)
        self.spent += number
        self.dice += number

    def roll(self, g: Game) -> None:
        """Roll all dice of the attempt and work out the total."""
        full = self.full_dice(g)
        small = g.ruleset.constant("bound-die")
        self.faces = _rolled(g, self, full, g.ruleset.constant("learned-die"), "")
        self.faces += _rolled(g, self, self.dice - full, small, "bound")
        self.reckon(g)

    def reroll(self, g: Game) -> None:
        """Roll all dice again."""
        g.emit("casting-rerolled", spell=self.name, faces=list(self.faces))
        self.roll(g)

    def add_dice(self, g: Game, number: int) -> None:
        """Roll so many dice more, which cost nothing, up to the most of an attempt."""
        more = min(number, int(g.ruleset.constant("casting-dice-max")) - self.dice)
        if more > 0:
            die = g.ruleset.constant("bound-die" if self.known.bound else "learned-die")
            self.faces += _rolled(g, self, more, die, "more")
            self.dice += more
            self.reckon(g)

    def reckon(self, g: Game) -> None:
        """Work out the total: the dice, what an earlier attempt costs, Magic Resistance, and what else
        rules change.
        """
        c = self.context()
        total = sum(self.faces) + penalty(g, self) - resistance(g, self)
        self.total = int(value(g, ROLL, c, total))

    def needed(self, g: Game) -> int:
        """Return the Casting Value that the total must reach."""
        base = (
            self.known.cast
            if self.known.cast is not None
            else g.ruleset.function(self.cast.value)(g, self.context(), None)
        )
        return int(value(g, VALUE, self.context(), int(base)))

    def context(self, **more: Any) -> Context:
        """Return the context in which rules are asked about this attempt."""
        units = self.target_units()
        roles: dict[str, Any] = {
            "caster": self.caster,
            "unit": self.caster.unit,
            "spell": self,
            "target_unit": units[0] if units else None,
            "player": self.player,
        }
        return Context(**{**roles, **more})

    def target_units(self) -> list[Unit]:
        """Return the units that the spell is aimed at, each once."""
        units = [unit for unit in map(unit_of, self.targets) if unit is not None]
        return list({unit.id: unit for unit in units}.values())

    def fizzle(self, g: Game) -> None:
        """Give back the full dice that show the Fizzle face; called for a failed roll only."""
        face = g.ruleset.constant("fizzle-face")
        ones = self.faces[: self.full_dice(g)].count(face) - self.fizzled
        if ones > 0:
            self.fizzled += ones
            gain(g, self.player, ones, "fizzle")

    def is_miscast(self, g: Game) -> bool:
        """Return whether so many dice are equal that a success is a Miscast; Bound Spells never are."""
        if self.known.bound:
            return False
        few = self.dice <= int(g.ruleset.constant("casting-dice-min"))
        equal = int(g.ruleset.constant("miscast-equal-of-two" if few else "miscast-equal-dice"))
        return max(Counter(self.faces).values(), default=0) >= equal

    def plain(self) -> dict[str, Any]:
        """Return the attempt as plain data for events."""
        ids = [
            getattr(target, "id", list(target) if isinstance(target, tuple) else target)
            for target in self.targets
        ]
        return {
            "caster": self.caster.id,
            "spell": self.name,
            "version": self.version,
            "bound": self.known.bound,
            "targets": ids,
            "dice": self.dice,
            "faces": list(self.faces),
            "total": self.total,
        }


def _rolled(g: Game, attempt: Attempt, number: int, die: DiceAmount, what: str) -> list[int]:
    if number <= 0:
        return []
    name = purpose(g, attempt.caster.id, attempt.name, *([what] if what else []), ROLL)
    return g.dice.faces(name, number, die.sides)


def penalty(g: Game, attempt: Attempt) -> int:
    """Return what earlier attempts at the same spell in this phase cost the Casting Roll, 0 or less."""
    each = 0
    if REPLICABLE not in attempt.kinds:
        each = int(
            g.ruleset.constant("repeat-penalty-bound" if attempt.known.bound else "repeat-penalty-learned")
        )
    return min(0, int(value(g, "repeat-penalty", attempt.context(), each * attempt.earlier)))


def resistance(g: Game, attempt: Attempt) -> int:
    """Return the highest Magic Resistance among the enemy units that the spell is aimed at."""
    enemies = [unit for unit in attempt.target_units() if unit.owner != attempt.player.name]
    caster = attempt.caster.unit
    return max(
        (int(value(g, "magic-resistance", Context(unit=unit, enemy=caster), 0)) for unit in enemies),
        default=0,
    )


def note(g: Game, attempt: Attempt) -> None:
    """Note that an attempt is made, and how many were made at the same spell before it; it counts against
    later ones whether it succeeds or not.
    """
    flux = state_of(g)
    attempt.earlier = int(flux["attempts"].get(attempt.name, 0))
    flux["attempts"][attempt.name] = attempt.earlier + 1
    flux["tried"].append(attempt.known.key)


def times_tried(g: Game, known: Known) -> int:
    """Return how often this instance of a spell has been tried in this phase."""
    tried: list[list[Any]] = state_of(g)["tried"]
    return tried.count(known.key)


def affordable(g: Game, player: Player) -> range:
    """Return the numbers of dice that a player can spend on an attempt."""
    low, high = int(g.ruleset.constant("casting-dice-min")), int(g.ruleset.constant("casting-dice-max"))
    return range(low, min(high, dice_of(player)) + 1)
