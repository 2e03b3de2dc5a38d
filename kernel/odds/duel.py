"""What a game brings so that two of its units can be set against each other, and single rolls be asked.

A `Duel` is two units in a round of a fight, or one that shoots at another, as far as it has come. `step` says
who strikes now and what that may cost; `suffer` lets one outcome come about by the game's own procedures, and
the duel stands at its next step. `strike` plays the step instead, with the dice of the game.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from ..attack import Attack
from .distribution import Distribution

if TYPE_CHECKING:
    from ..ruleset import Ruleset
    from ..state import Game, Unit

LOST, SLAIN, SCORE = "health_lost", "models_slain", "combat_score"
"""Counts that every duel has: health and models that a unit lost, what the round counts for its side."""

BROKEN, DESTROYED = "broken", "destroyed"
"""Chances that a duel may have: a unit breaks, a unit is no more."""

Asked = tuple[int, str]
"""Of whom something is told, by unit id, and what."""


class Meeting(Enum):
    """How two units meet: the first shoots at the other, or they fight, the first having charged or not."""

    FIGHT = "fight"
    CHARGE = "charge"
    SHOT = "shot"


@dataclass(frozen=True, slots=True)
class Blow:
    """Equal attacks of one step: with what they are made, by the unit of which id, and how many there are."""

    name: str
    unit: int
    attack: Attack
    number: Distribution


@dataclass(frozen=True, slots=True)
class Step:
    """Attacks that happen at the same time. `falls` are the points that they cost whom, each independent of
    the others, by keys that `suffer` understands; `name` says when it is.
    """

    name: str
    blows: Sequence[Blow]
    falls: Mapping[Hashable, Distribution] = field(default_factory=dict)


class Duel(Protocol):
    """Two units that have met. `unforeseen` says why the outcomes of its steps cannot be told beforehand, so
    that they have to be played; "" where they can.
    """

    game: Game
    unforeseen: str

    def clone(self) -> Duel:
        """Return an independent copy at the same place."""
        ...

    def step(self) -> Step | None:
        """Return who strikes now, None if all have. Asks only."""
        ...

    def suffer(self, points: Mapping[Any, int]) -> None:
        """Let the present step cost these points and go on to the next."""
        ...

    def strike(self) -> str | None:
        """Play the present step with the dice of the game and go on to the next; returns its name, None if
        all have struck.
        """
        ...

    def key(self) -> Hashable:
        """Return all that the further course hangs on: duels of the same key are one."""
        ...

    def counts(self) -> Mapping[Asked, int]:
        """Return what the round has come to, when all have struck."""
        ...

    def chances(self) -> Mapping[Asked, Fraction]:
        """Return how likely is what follows, when all have struck. Changes nothing."""
        ...


@runtime_checkable
class Duels(Protocol):
    """What a game's trials may offer besides: units that are set against each other."""

    def duel(self, g: Game, unit: Unit, foe: Unit, meeting: Meeting, apart: float = 0.0) -> Duel:
        """Return two units that are on the table in the moment before their first blow; who shoots stands so
        many inches before the other. Raises RulesError if they cannot meet so.
        """
        ...


@dataclass(frozen=True, slots=True)
class Throw:
    """One roll of a game: what it comes to, the least that is enough, and what it is made of, in words.
    `against` is a roll of the other side that it has to beat besides, if any; `also` is what else may come of
    it, with its chance.
    """

    name: str
    total: Distribution
    needed: int
    made_of: str
    against: Distribution | None = None
    also: Mapping[str, Fraction] = field(default_factory=dict)

    @property
    def chance(self) -> Fraction:
        """How likely it is that the roll is enough, and not beaten or equalled."""
        if self.against is None:
            return self.total.at_least(self.needed)
        return sum(
            (
                chance * (1 - self.against.at_least(number))
                for number, chance in self.total.items()
                if number >= self.needed
            ),
            Fraction(0),
        )


@dataclass(frozen=True, slots=True)
class Casting:
    """A spell to be cast: the value to reach, dice, and the dice with which the other side tries to stop
    it.
    """

    needed: int
    dice: int
    bound: bool = False
    stopping: int = 0


@runtime_checkable
class Charges(Protocol):
    """What a game's trials may offer besides: whether a charge arrives. `charges_by_speed` says whether that
    hangs on a number of the unit.
    """

    charges_by_speed: bool

    def charge_odds(self, ruleset: Ruleset, distance: float, speed: int, extra: int) -> Throw:
        """Return the roll of a charge over so many inches, Maximised `extra` times (negative: Minimised)."""
        ...


@runtime_checkable
class Castings(Protocol):
    """What a game's trials may offer besides: whether a spell is cast."""

    def casting_odds(self, ruleset: Ruleset, casting: Casting) -> Throw:
        """Return the roll of a spell. Raises RulesError for dice that may not be used so."""
        ...
