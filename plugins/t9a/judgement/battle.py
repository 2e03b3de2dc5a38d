"""Judgement of charges, moves, shots and combats. Options are judged one by one; the score is in points of
the army list.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import hypot, radians
from typing import Any

from tercio.kernel.decisions import PASS, Decision
from tercio.kernel.errors import Refusal
from tercio.kernel.geometry import Facing, Rect, arc_of, distance
from tercio.kernel.geometry.vector import direction_from_degrees
from tercio.kernel.state import Game, Unit
from tercio.plugins.regiments.manoeuvre import walk

from .. import marks
from ..engaging import is_engaged
from ..moves import read_move
from ..sight import arc_angle
from ..speeds import charge_speed
from .estimate import Estimates, health, nearest, sides, worth
from .magic import Magic

Scores = Sequence[float]
_FAR = 999.0
_OUT_OF_REACH = 22.0
"""Inches beyond its Charge Speed at which an enemy is no danger next turn, wherever a unit goes."""
_NEAR = 4
"""How many of the nearest enemies a move is judged by."""
_FLANK = 1.6
"""How much more a clash is worth on a flank or rear."""
_FLIGHT = 0.7
"""The share of its worth that a unit is likely to lose if it flees."""


_SHOOTING = {"march": 0.3, "stay": 1.2}
"""What shooting is worth after a move: marched units mostly do not, those that stay shoot better."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """One enemy as a unit sees it before it moves: what charging it offers, what its charge would cost
    (None: it will not charge), how fast it charges, whether it is busy fighting, where arcs end in degrees.
    """

    foe: Unit
    rect: Rect
    offer: float
    danger: float | None
    speed: float
    busy: bool
    arc: float

    def offered(self, rect: Rect, away: float, speed: float, *, seen: bool) -> float:
        """What a charge from there is worth next turn; from far away a little for being nearer."""
        if not self.offer:
            return 0.0
        flank = 1.0 if Facing.FRONT in arc_of(self.rect, rect.front_centre, self.arc) else _FLANK
        chance = reaching(away - speed) if seen else 0.0
        return (
            self.offer * flank * (0.6 * chance + 0.3 * max(0.0, 1.0 - away / 48.0) + (0.1 if seen else 0.0))
        )

    def invited(self, rect: Rect, away: float, own: float) -> float:
        """What an enemy's charge at that place would cost, by its chance."""
        if self.danger is None:
            return 0.0
        chance = reaching(away - self.speed)
        if not chance or Facing.FRONT not in arc_of(self.rect, (rect.x, rect.y), self.arc):
            return 0.0
        if Facing.FRONT in arc_of(rect, self.rect.front_centre, self.arc):
            return 0.5 * chance * max(0.0, self.danger)
        return 0.5 * chance * (self.danger * _FLANK if self.danger > 0 else 0.1 * own)


class Staff:
    """The judgement of one player in one game; `judgements` are its functions by kind of decision."""

    def __init__(self) -> None:
        self.estimates = Estimates()
        self.magic = Magic(self.estimates)

    def judgements(self) -> Mapping[str, Callable[[Decision, Game], Scores]]:
        """Return a function for each kind of decision that there is a view on."""
        return {
            "charge.declare": self.charge,
            "charge.react": self.react,
            "move.unit": self.mover,
            "move.manoeuvre": self.manoeuvre,
            "shoot.unit": self.shot,
            "shoot.stand": lambda d, g: [1.0 if option != PASS else 0.0 for option in d.options],
            "combat.pursue": lambda d, g: [0.0 if option in (PASS, "stay") else 1.0 for option in d.options],
            "combat.overrun": lambda d, g: [0.0 if option in (PASS, "stay") else 1.0 for option in d.options],
            "rally.pivot": self.turn,
            "combat.pivot": self.turn,
            **self.magic.judgements(),
        }

    # -- charges -----------------------------------------------------------------------------------

    def charge(self, decision: Decision, g: Game) -> Scores:
        """A charge is worth the clash by its chance, less what a failed charge costs."""
        return [0.0 if option == PASS else self._charge(g, *option) for option in decision.options]

    def _charge(self, g: Game, number: int, target: int) -> float:
        unit, foe = g.units[number], g.units[target]
        assert unit.rect is not None
        assert foe.rect is not None
        chance = reaching(distance(unit.rect, foe.rect) - charge_speed(g, unit))
        clash = self.estimates.clash(g, unit, foe, charging=True)
        if Facing.FRONT not in arc_of(foe.rect, unit.rect.front_centre, arc_angle(g)):
            clash = clash * _FLANK if clash > 0 else clash / _FLANK + 0.2 * worth(foe)
        if marks.SHAKEN in foe.marks:
            clash = worth(foe)
        if shoots(self.estimates, g, unit):
            clash -= 0.15 * worth(unit)
        return chance * clash - (1.0 - chance) * 0.12 * worth(unit)

    def react(self, decision: Decision, g: Game) -> Scores:
        """Fleeing is right where standing would be a slaughter."""
        unit, charger = g.units[decision.facts["unit"]], g.units[decision.facts["charger"]]
        stand = self.estimates.clash(g, unit, charger, charging=False)
        flee = -_FLIGHT * worth(unit)
        return [flee if option == "flee" else stand for option in decision.options]

    # -- moves -------------------------------------------------------------------------------------

    def mover(self, decision: Decision, g: Game) -> Scores:
        """Those nearest to the enemy move first, so that nobody stands in the way."""
        return [-1e6 if option == PASS else -self._gap(g, g.units[option]) for option in decision.options]

    @staticmethod
    def _gap(g: Game, unit: Unit) -> float:
        foe = nearest(unit, sides(g, unit.owner)[1])
        return (
            distance(unit.rect, foe.rect)
            if foe is not None and foe.rect is not None and unit.rect is not None
            else 99.0
        )

    def manoeuvre(self, decision: Decision, g: Game) -> Scores:
        """A place is worth the clashes and shots that it offers next, less those that it invites."""
        unit = g.units[decision.facts["unit"]]
        foes = sorted(sides(g, unit.owner)[1], key=lambda foe: (apart(unit, foe), foe.id))[:_NEAR]
        prospects = [self._prospect(g, unit, foe) for foe in foes]
        own = charge_speed(g, unit)
        reach = self.estimates.longest_reach(g, unit)
        return [self._place(g, unit, prospects, option, own, reach) for option in decision.options]

    def _prospect(self, g: Game, unit: Unit, foe: Unit) -> Prospect:
        assert foe.rect is not None
        busy = is_engaged(g, foe)
        offer = 0.0 if busy else max(0.0, self.estimates.clash(g, unit, foe, charging=True))
        speed = charge_speed(g, foe)
        idle = busy or marks.SHAKEN in foe.marks or apart(unit, foe) > speed + _OUT_OF_REACH
        danger = None if idle else self.estimates.clash(g, foe, unit, charging=True)
        return Prospect(foe, foe.rect, offer, danger, speed, busy, arc_angle(g))

    def _place(
        self, g: Game, unit: Unit, prospects: Sequence[Prospect], option: Any, speed: float, reach: float
    ) -> float:
        rect = end_of(unit, option)
        if rect is None:
            return -1e6
        kind = option.get("manoeuvre")
        eager = _SHOOTING.get(kind, 0.8)
        threats, invited, fire = [0.0], 0.0, 0.0
        for prospect in prospects:
            away = distance(rect, prospect.rect)
            seen = Facing.FRONT in arc_of(rect, (prospect.rect.x, prospect.rect.y), prospect.arc)
            threats.append(prospect.offered(rect, away, speed, seen=seen))
            invited += prospect.invited(rect, away, worth(unit))
            if reach and seen and away <= reach and not prospect.busy:
                dealt = self.estimates.volley(g, unit, prospect.foe, away)
                fire = max(fire, dealt / health(prospect.foe) * worth(prospect.foe))
        return max(threats) + fire * eager - invited

    def turn(self, decision: Decision, g: Game) -> Scores:
        """Turn to face the nearest enemy."""
        unit = g.units[decision.facts["unit"]]
        foe = nearest(unit, sides(g, unit.owner)[1])
        if unit.rect is None or foe is None or foe.rect is None:
            return [0.0 for _ in decision.options]
        wanted = (foe.rect.x - unit.rect.x, foe.rect.y - unit.rect.y)
        return [_facing_score(unit.rect, option, wanted) for option in decision.options]

    # -- shooting ----------------------------------------------------------------------------------

    def shot(self, decision: Decision, g: Game) -> Scores:
        """A shot is worth the points that it takes on average."""
        return [-1.0 if option == PASS else self._shot(g, option) for option in decision.options]

    def _shot(self, g: Game, option: Mapping[str, int]) -> float:
        unit, foe = g.units[option["unit"]], g.units[option["target"]]
        assert unit.rect is not None
        assert foe.rect is not None
        dealt = self.estimates.volley(g, unit, foe, distance(unit.rect, foe.rect))
        panic = 1.15 if 4 * dealt >= health(foe) else 1.0
        return dealt / health(foe) * worth(foe) * panic


def apart(unit: Unit, other: Unit) -> float:
    """Return the distance between two units, very far for one that is not on the table."""
    return distance(unit.rect, other.rect) if unit.rect is not None and other.rect is not None else _FAR


def reaching(missing: float) -> float:
    """Return the chance that D6 + 4 reach `missing` inches (Charge Phase 2.A)."""
    face = missing - 4.0
    if face <= 1.0:
        return 1.0
    return 0.0 if face > 6.0 else (7 - -(-face // 1)) / 6


def shoots(estimates: Estimates, g: Game, unit: Unit) -> bool:
    """Return whether a unit lives by shooting: from afar with more than a few models."""
    return unit.models > 4 and estimates.longest_reach(g, unit) > 12.0


def end_of(unit: Unit, option: Mapping[str, Any]) -> Rect | None:
    """Return the boundary where a manoeuvre ends (a reform's new width is left out)."""
    if unit.rect is None:
        return None
    move = read_move(option)
    if isinstance(move, Refusal):
        return None
    kind = option.get("manoeuvre")
    if kind == "stay":
        return unit.rect
    if kind == "reform":
        ux, uy = direction_from_degrees(option["facing"])
        return Rect(option["x"], option["y"], ux, uy, unit.rect.width, unit.rect.depth)
    rect = unit.rect.pivoted(-radians(option.get("pivot", 0.0)))
    return walk(rect, move.legs)[0]


def _facing_score(rect: Rect, option: Any, wanted: tuple[float, float]) -> float:
    turned = rect if isinstance(option, str) else rect.pivoted(-radians(float(option)))
    return (turned.ux * wanted[0] + turned.uy * wanted[1]) / max(1e-9, hypot(*wanted))
