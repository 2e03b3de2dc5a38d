"""What a move of a unit has to keep to, as the rules say for this unit and this move.

`Going` is one move that is about to be made: it knows its terms, and reads the table once for all goals that
are weighed and answers that are judged. Rules are asked whether the unit may `fly` (over models, terrain
features and combat ranges) and `pass-through-enemies`. Source: Core Rules, 14.0 to 15.3.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from functools import cached_property
from typing import Any

from tercio.kernel.context import Context
from tercio.kernel.decisions import Answer
from tercio.kernel.errors import Refusal
from tercio.kernel.geometry import Shape
from tercio.kernel.permissions import may
from tercio.kernel.state import Game, Unit
from tercio.kernel.verbs import label_of
from tercio.plugins.warbands.bodies import bases_from, bases_of, places_of
from tercio.plugins.warbands.moving import Ground, ModelPass, MoveTerms, Passing

from .casualties import coherency_of
from .combats import combat_range
from .picture import field_of, ghost_of
from .terrain import NO_ENDING, shapes
from .visibility import is_shown

FLY, PASS_THROUGH_ENEMIES = "fly", "pass-through-enemies"

MALFORMED = "move.malformed"

Places = list[list[float]]
"""Where the models of a unit are to stand, in order: `[x, y]`, or `[x, y, facing]` for oval bases."""


class Avoiding(Enum):
    """What a move that keeps out keeps out of: combat with units that would see it, or every combat range."""

    COMBAT = "combat"
    COMBAT_RANGES = "combat ranges"


class Going:
    """A move of a unit by the words of a context: at most `inches` for each model.

    `goals` says of each option what it makes for, once the options have been asked for: `[what, id]`.
    """

    def __init__(
        self,
        g: Game,
        c: Context,
        unit: Unit,
        inches: float,
        passing: Passing,
        avoiding: Avoiding = Avoiding.COMBAT,
    ) -> None:
        self.g = g
        self.unit = unit
        self.inches = inches
        self.action = c.action
        self.purpose = purpose_of(c)
        self.terms = _terms(g, c, unit, inches, passing, avoiding)
        self.goals: list[list[Any]] = []

    @cached_property
    def ground(self) -> Ground:
        """The table as the unit finds it."""
        return Ground(self.g, self.unit, self.terms)

    @property
    def here(self) -> Places:
        """The places where the unit stands: the answer that does not move it."""
        return places_of(bases_of(self.unit))

    def offer(self, options: list[Places], places: Places, what: str, number: int) -> None:
        """Add places to options that do not have them yet, with what they make for."""
        if places not in options:
            options.append(places)
            self.goals.append([what, number])

    def is_here(self, bases: Sequence[Shape]) -> bool:
        """Whether these are the places where the unit stands."""
        return places_of(bases) == self.here

    @property
    def facts(self) -> dict[str, Any]:
        """What a decision about the move tells of it."""
        return {
            "unit": self.unit.id,
            "inches": round(self.inches, 3),
            "purpose": self.purpose,
            "goals": self.goals,
        }

    def bases(self, answer: Answer) -> list[Shape] | Refusal:
        """Return the bases that an answer names, or why it names none."""
        bases = bases_from(self.unit, answer)
        return Refusal(MALFORMED, {"unit": self.unit.id}) if bases is None else bases


def purpose_of(c: Context) -> str:
    """Return what lets a unit go: the name of the ability, else of the rule that speaks."""
    return str(c.action.name) if c.action is not None else label_of(c)


def _terms(g: Game, c: Context, unit: Unit, inches: float, passing: Passing, avoiding: Avoiding) -> MoveTerms:
    roles = Context(unit=unit, action=c.action)
    enemies = may(g, PASS_THROUGH_ENEMIES, roles, default=False)
    return MoveTerms(
        inches,
        passing,
        combat_range(g),
        coherency_of(g, unit),
        flies=may(g, FLY, roles, default=False),
        through=ModelPass.ENEMIES if enemies else ModelPass.NONE,
        no_end=shapes(g, NO_ENDING),
        sees=_Sight(g, unit) if avoiding is Avoiding.COMBAT else None,
    )


class _Sight:
    """Whether a unit that stood on other bases and an enemy unit would see each other."""

    __slots__ = ("field", "g", "unit")

    def __init__(self, g: Game, unit: Unit) -> None:
        self.g, self.unit, self.field = g, unit, field_of(g)

    def __call__(self, bases: Sequence[Shape], foe: Unit) -> bool:
        field, there = self.field, self.unit
        if bases != field.bases(there):
            field, there = field.moved(there, list(bases)), ghost_of(there, bases)
        g = self.g
        return field.sees(there, foe) and is_shown(g, field, there, foe) and is_shown(g, field, foe, there)
