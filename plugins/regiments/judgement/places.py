"""Judgement of places: where units are put at first and where they move.

A place is good where a charge of next turn is worth it, or where a unit comes nearer to one; where it shoots
well; and where it is not charged by what beats it. Of the enemy only the nearest few are looked at.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot, radians
from typing import Any, NamedTuple

from tercio.kernel.decisions import PASS, Decision
from tercio.kernel.geometry import Facing, Rect
from tercio.kernel.geometry.vector import degrees_of
from tercio.kernel.state import Game, Unit

from ..move_options import nearest
from ..places import FLEEING, on_table
from ..strides import ADVANCE, BACK, LEFT
from ..turning import PIVOT, WHEEL, turned_by
from .estimate import Estimates, speed

Scores = Sequence[float]
_FOES = 4
_AHEAD = 0.7
"""The cosine within which a unit looks at another."""
_ABEAM = 0.5
"""The cosine from which on one stands ahead of a unit."""
_FAR, _FEAR, _NEARER = 0.5, 0.3, 0.2
"""What a charge counts that comes later; what one of the enemy counts; what it is to come an inch nearer."""
_LOOK = 0.4
"""How much a charge that comes later hangs on looking at the enemy."""
_SHOOT = 0.8


class Foe(NamedTuple):
    """An enemy as a place is judged by it: where it stands, how far it goes, what charges at its front and
    its side are worth, what its own charge costs, what it is worth to shoot at it.
    """

    rect: Rect
    reach: float
    front: float
    side: float
    danger: float
    volley: float


class Places:
    """Where the units of one player stand."""

    def __init__(self, estimates: Estimates) -> None:
        self.estimates = estimates

    def judgements(self) -> Mapping[str, Any]:
        """Return a function for each kind of decision."""
        return {"deploy.unit": self.deploy, "unit.move": self.move, "unit.reform": self.reform}

    # -- set-up ------------------------------------------------------------------------------------

    def deploy(self, decision: Decision, g: Game) -> Scores:
        """In front and towards the enemies that stand there already; shooters behind, near the middle."""
        self.estimates.table(g)
        foes = [unit.rect for unit in on_table(g) if unit.owner != decision.player and unit.rect]
        first = decision.options[0]
        unit = g.units[first[0]]
        ranged = bool(self.estimates.arms(unit))
        middle = g.width * 0.5 if not foes else sum(rect.x for rect in foes) / len(foes)
        return [self._put(g, option, middle, 1.0 if ranged else -1.0) for option in decision.options]

    @staticmethod
    def _put(g: Game, option: Any, middle: float, back: float) -> float:
        _, x, y, _, files = option
        from_middle_line = abs(y - g.depth * 0.5)
        return float(back * from_middle_line - 0.2 * abs(x - middle) + 0.01 * files)

    # -- moves -------------------------------------------------------------------------------------

    def move(self, decision: Decision, g: Game) -> Scores:
        """Each way by the place to which it leads."""
        unit = g.units[decision.facts["unit"]]
        rect = unit.rect
        assert rect is not None
        foes = self.foes(g, unit)
        reach, shoots = speed(unit), self.estimates.reach(g, unit)
        return [
            self.place(rect if option == PASS else end_of(rect, option), foes, reach, shoots)
            for option in decision.options
        ]

    def foes(self, g: Game, unit: Unit) -> list[Foe]:
        """Return the enemies nearest to a unit, as places are judged by them."""
        rect, e = unit.rect, self.estimates
        assert rect is not None
        x, y = rect.x, rect.y
        there = [
            ((other.rect.x - x) ** 2 + (other.rect.y - y) ** 2, other.id, other)
            for other in g.units.values()
            if other.rect is not None and other.owner != unit.owner and FLEEING not in other.marks
        ]
        there.sort()
        return [self._foe(g, unit, other, e) for _, _, other in there[:_FOES]]

    @staticmethod
    def _foe(g: Game, unit: Unit, other: Unit, e: Estimates) -> Foe:
        rect = other.rect
        assert rect is not None
        return Foe(
            rect,
            speed(other),
            e.clash(g, unit, other, Facing.FRONT, charged=True),
            e.clash(g, unit, other, Facing.LEFT, charged=True),
            max(0.0, e.clash(g, other, unit, Facing.FRONT, charged=True)),
            e.volley(g, unit, other),
        )

    @staticmethod
    def place(rect: Rect, foes: Sequence[Foe], reach: float, shoots: float) -> float:
        """Return how good a place is for a unit that goes and shoots so many inches."""
        x, y, ux, uy, half = rect.x, rect.y, rect.ux, rect.uy, rect.half_depth
        prize = shot = fear = 0.0
        nearest = 1e9
        for foe, goes, front, side, danger, volley in foes:
            dx, dy = foe.x - x, foe.y - y
            apart = hypot(dx, dy) or 1.0
            gap = apart - half - foe.half_depth
            ahead = (dx * ux + dy * uy) / apart
            faced = -(dx * foe.ux + dy * foe.uy) / apart
            worth = front if faced > _ABEAM else side
            if gap <= reach and ahead > _AHEAD:
                prize = max(prize, worth)
            elif worth > 0.0:
                later = _FAR * reach / max(gap, reach, 1.0) * (1.0 - _LOOK + _LOOK * ahead)
                prize = max(prize, worth * later)
            if gap <= goes and faced > _AHEAD:
                fear += danger * (1.0 if ahead > _ABEAM else 1.5)
            if gap <= shoots and ahead > _AHEAD and volley > shot:
                shot = volley
            nearest = min(nearest, gap)
        return prize + _SHOOT * shot - _FEAR * fear - (_NEARER * nearest if not shot else 0.0)

    def reform(self, decision: Decision, g: Game) -> Scores:
        """A formation that looks at the nearest enemy."""
        rect = g.units[decision.facts["unit"]].rect
        assert rect is not None
        now = degrees_of(rect.facing)
        goals = nearest(g, g.units[decision.facts["unit"]], 1)
        if not goals:
            return [float(option == PASS) for option in decision.options]
        wanted = degrees_of((goals[0][0] - rect.x, goals[0][1] - rect.y))
        return [
            -_apart(wanted, now) + 30.0 if option == PASS else -_apart(wanted, option[1])
            for option in decision.options
        ]


def _apart(one: float, other: float) -> float:
    """Return the degrees between two bearings, at most 180."""
    return abs((one - other + 180.0) % 360.0 - 180.0)


def end_of(rect: Rect, steps: Sequence[Sequence[Any]]) -> Rect:
    """Return where steps lead; whether they may be taken is not asked."""
    for kind, far in steps:
        if kind == PIVOT:
            rect = rect.turned_to(*turned_by(rect.facing, far))
        elif kind == WHEEL:
            rect = rect.wheeled(Facing.RIGHT if far > 0 else Facing.LEFT, radians(abs(far)))
        elif kind in (ADVANCE, BACK):
            rect = rect.forward(far if kind == ADVANCE else -far)
        else:
            way = -far if kind == LEFT else far
            rect = rect.moved(rect.uy * way, -rect.ux * way)
    return rect
