"""Judgement of the Magic Phase: which spell at whom with how many dice, how many dice to dispel, whether to
store one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from tercio.kernel.context import Context
from tercio.kernel.decisions import PASS, Decision
from tercio.kernel.decl import Spell
from tercio.kernel.geometry import distance
from tercio.kernel.state import Game, Unit, unit_of

from ..engaging import is_engaged
from .estimate import Estimates, sides, worth

_DAMAGE, _CHANGE = 0.16, 0.12
"""The share of its target's worth that a spell is taken to be worth: one that deals hits, one that lends or
takes strength.
"""
_DIE = 4.0
"""What a Magic Die is worth in points while others could use it."""


@lru_cache(maxsize=512)
def reach_chance(dice: int, total: int, sides_: int = 6) -> float:
    """Return the chance that `dice` dice come to at least `total`."""
    if total <= dice:
        return 1.0
    if dice <= 0:
        return 0.0
    return sum(reach_chance(dice - 1, total - face, sides_) for face in range(1, sides_ + 1)) / sides_


class Magic:
    """The Magic Phase of one player."""

    def __init__(self, estimates: Estimates) -> None:
        self.estimates = estimates

    def judgements(self) -> Mapping[str, Callable[[Decision, Game], Sequence[float]]]:
        """Return a function for each kind of decision of the phase."""
        return {
            "magic.cast": self.cast,
            "magic.dispel": self.dispel,
            "magic.store": lambda d, g: [-float(o) for o in d.options],
        }

    def cast(self, decision: Decision, g: Game) -> Sequence[float]:
        """A spell is worth what it does by the chance of casting it, less its dice."""
        return [0.0 if option == PASS else self._cast(g, option) for option in decision.options]

    def _cast(self, g: Game, option: Mapping[str, Any]) -> float:
        spell = g.ruleset.get(Spell, option["spell"])
        needed = int(option.get("value") or g.ruleset.function(spell.casts[0].value)(g, Context(), None))
        chance = reach_chance(int(option["dice"]), needed)
        return chance * self._worth(g, spell, option) - _DIE * int(option["dice"])

    def _worth(self, g: Game, spell: Spell, option: Mapping[str, Any]) -> float:
        targets = [unit_of(g.things.get(number)) for number in option.get("targets", ())]
        found = [unit for unit in targets if unit is not None and unit.rect is not None]
        if not found:
            return 25.0
        if "damage" in spell.types:
            return max(_DAMAGE * worth(unit) for unit in found)
        return max(_CHANGE * worth(unit) * self._matters(g, unit) for unit in found)

    @staticmethod
    def _matters(g: Game, unit: Unit) -> float:
        """A unit in combat needs help most, one near the enemy may soon."""
        if is_engaged(g, unit):
            return 2.0
        foes = sides(g, unit.owner)[1]
        assert unit.rect is not None
        near = any(distance(unit.rect, foe.rect) < 14.0 for foe in foes if foe.rect is not None)
        return 0.8 if near else 0.2

    def dispel(self, decision: Decision, g: Game) -> Sequence[float]:
        """Enough dice to have a fair chance, none for a hopeless one."""
        total = int(decision.facts.get("total", 0))
        return [self._dispel(int(option), total) for option in decision.options]

    @staticmethod
    def _dispel(dice: int, total: int) -> float:
        chance = reach_chance(dice, total)
        return 0.0 if not dice or chance < 0.35 else chance * 10.0 - dice
