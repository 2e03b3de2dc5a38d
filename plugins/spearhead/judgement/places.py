"""Judgement of places: where a unit moves, charges, piles in, is set up or deployed.

A place is worth what the unit holds there, for objectives and for cards, what clashes and shots it offers,
less what it invites, and, where it falls short of something that is wished for, how near it comes to it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from tercio.kernel.actions import times_used
from tercio.kernel.decisions import PASS, Decision
from tercio.kernel.geometry import Shape
from tercio.kernel.geometry.distance import point_distance
from tercio.kernel.state import Game, Unit

from ..battle import TWIST
from ..cards import hand_of
from ..combats import combat_range, foes_of
from .aims import aims_of
from .estimate import Estimates, control, speed
from .outlook import Outlook, close, discs, distances, middle
from .stakes import Bases, Stakes, Standing

Scores = Sequence[float]
Judgement = Callable[[Decision, Game], Scores]

_AHEAD = 0.75
"""How much of what is wished for is left when it is a turn's move away; of that so much for the next turn."""
_LATER = 0.6
_CLOSE = 0.02
"""What it is worth for each model to be in combat."""
_STANDS_STILL = 0.02
"""What it is worth not to move for nothing."""
_NEVER = -1e6


class Places:
    """The places of one player's units in one game."""

    def __init__(self, estimates: Estimates) -> None:
        self.estimates = estimates
        self._stakes: dict[str, tuple[int, tuple[Any, ...], Stakes]] = {}

    def judgements(self) -> Mapping[str, Judgement]:
        """Return a function for each kind of decision about places."""
        return {
            "unit.move": self.move,
            "unit.charge": self.charge,
            "unit.pile-in": self.pile_in,
            "unit.set-up": self.set_up,
            "unit.deploy": self.set_up,
            "return.place": self.return_place,
            "relic.place": self.relic,
            "control.contest": self.contest,
        }

    def stakes(self, g: Game, player: str) -> Stakes:
        """Return what a player can hold this turn; worked out anew as time goes on or cards change hands.

        Nothing has changed as long as nothing has been told.
        """
        known = self._stakes.get(player)
        if known is not None and known[0] == g.sequence_number:
            return known[2]
        key = _state(g, player)
        stakes = known[2] if known is not None and known[1] == key else Stakes(g, player, aims_of(g, player))
        stakes.look(g)
        self._stakes[player] = g.sequence_number, key, stakes
        return stakes

    def standing(self, g: Game, unit: Unit) -> Standing:
        """Return how things stand for the owner of a unit, without it."""
        return self.stakes(g, unit.owner).without(unit)

    # -- where to go -------------------------------------------------------------------------------

    def move(self, decision: Decision, g: Game) -> Scores:
        """Where to move."""
        view = View(self, g, g.units[decision.facts["unit"]])
        scores = [view.place(option) for option in decision.options]
        goals: Sequence[Any] = decision.facts.get("goals", ())
        stays = [goal[0] == "stay" for goal in goals] or [False] * len(scores)
        return [score + _STANDS_STILL * still for score, still in zip(scores, stays, strict=True)]

    def set_up(self, decision: Decision, g: Game) -> Scores:
        """Where to arrive."""
        view = View(self, g, g.units[decision.facts["unit"]], decision.options[0])
        return [view.place(option) for option in decision.options]

    def charge(self, decision: Decision, g: Game) -> Scores:
        """Whom to charge, if anybody."""
        unit = g.units[decision.facts["unit"]]
        view = View(self, g, unit)
        return [view.fight(view.here if option == PASS else option) for option in decision.options]

    def pile_in(self, decision: Decision, g: Game) -> Scores:
        """Where to pile in: as many models into combat as may be, without giving up what is held."""
        view = View(self, g, g.units[decision.facts["unit"]])
        return [view.press(option) for option in decision.options]

    # -- other places ------------------------------------------------------------------------------

    def return_place(self, decision: Decision, g: Game) -> Scores:
        """Where a model returns: on what it helps to hold, near to what the unit fights."""
        unit = g.units[decision.facts["unit"]]
        view = View(self, g, unit)
        return [_NEVER if option == PASS else view.press([option]) for option in decision.options]

    def relic(self, decision: Decision, g: Game) -> Scores:
        """Where a relic lies: nearer to friends than to enemies."""
        near = [distances(g, decision.player, x, y) for x, y in decision.options]
        return [theirs - mine for mine, theirs in near]

    def contest(self, decision: Decision, g: Game) -> Scores:
        """What a unit counts for: where it makes the most of it."""
        unit = g.units[decision.facts["unit"]]
        standing = self.standing(g, unit)
        stakes = standing.stakes
        counts = stakes.of_unit(unit)[0]
        number = {stake.thing.id: n for n, stake in enumerate(stakes.stakes)}
        return [
            standing.gain({number[option]: counts.get(number[option], 0)}) if option in number else 0.0
            for option in decision.options
        ]


def _state(g: Game, player: str) -> tuple[Any, ...]:
    """Return what stakes depend on beside where units stand."""
    return (
        g.clock.number("round"),
        g.clock.stamp("turn"),
        *hand_of(g.players[player]),
        g.memory.get(TWIST),
        *[piece.shape for piece in g.terrain],
    )


class View:
    """What a unit sees before it goes somewhere."""

    def __init__(self, places: Places, g: Game, unit: Unit, near: Any = None) -> None:
        self.g, self.unit, self.places = g, unit, places
        self.standing = places.standing(g, unit)
        self.stakes = self.standing.stakes
        self.each = control(unit)
        self.here: Any = near or [[m.shape.x, m.shape.y] for m in unit.pools[0].loose if m.shape is not None]
        self.speed = max(1.0, speed(unit))
        self._wishes: list[tuple[Shape, float]] | None = None

    @cached_property
    def outlook(self) -> Outlook:
        """The enemies that matter."""
        at = middle(discs(self.unit, self.here))
        aims = self.stakes.aims
        return Outlook(self.g, self.stakes.field, self.places.estimates, aims, self.unit, at)

    @cached_property
    def is_free(self) -> bool:
        """Whether the unit may still charge and shoot this turn."""
        g, unit = self.g, self.unit
        return not (times_used(g, unit, "run", "turn") or times_used(g, unit, "retreat", "turn"))

    def held(self, bases: Bases) -> float:
        """What the unit holds there."""
        stakes = self.stakes
        worth = self.standing.gain(stakes.counts(bases, self.each))
        return worth + self.standing.met(stakes.spots(bases)) if stakes.shapes else worth

    def best_wish(self, bases: Bases) -> tuple[float, float]:
        """Return what the best of what is wished for is worth from there, and how far away it is."""
        if self._wishes is None:
            self._wishes = self.standing.wishes()
        here = middle(bases)
        best, away = 0.0, 0.0
        for shape, worth in self._wishes:
            if worth * _AHEAD > best:
                far = point_distance(here, shape)
                ahead = worth * _AHEAD * _LATER ** (far / self.speed)
                if ahead > best:
                    best, away = ahead, far
        return best, away

    def place(self, option: Any) -> float:
        """What a place is worth after a move."""
        bases = discs(self.unit, option)
        future = self.outlook.future(bases, is_free=self.is_free)
        return self.held(bases) + self.best_wish(bases)[0] + future

    def fight(self, option: Any) -> float:
        """What a place is worth after a charge."""
        bases = discs(self.unit, option)
        return self.held(bases) + self.outlook.clash(bases)

    def press(self, option: Any) -> float:
        """What a place is worth in a fight."""
        bases = discs(self.unit, option)
        others = [self.stakes.field.bases(foe) for foe in foes_of(self.g, self.unit)]
        return self.held(bases) + _CLOSE * close(bases, others, combat_range(self.g))
