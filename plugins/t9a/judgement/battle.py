"""Judgement of charges, moves, shots and combats. Options are judged one by one; the score is in points of
the army list.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import hypot
from typing import Any

from tercio.kernel.decisions import PASS, Decision
from tercio.kernel.geometry import Facing, Rect, arc_of, distance
from tercio.kernel.geometry.vector import direction_from_degrees
from tercio.kernel.state import Game, Unit

from .. import marks
from ..engaging import is_engaged
from ..moves import read_move
from ..speeds import charge_speed
from .estimate import Estimates, health, nearest, sides, worth
from .magic import Magic

Scores = Sequence[float]
_FAR = 999.0
_NEAR = 5
"""How many of the nearest enemies a move is judged by."""
_FLANK = 1.6
"""How much more a clash is worth on a flank or rear."""


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
        if Facing.FRONT not in arc_of(foe.rect, unit.rect.front_centre):
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
        flee = -0.45 * worth(unit)
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
        return [self._place(g, unit, foes, option) for option in decision.options]

    def _place(self, g: Game, unit: Unit, foes: Sequence[Unit], option: Any) -> float:
        rect = end_of(unit, option)
        if rect is None:
            return -1e6
        marched = option.get("manoeuvre") == "march"
        moved = option.get("manoeuvre") != "stay"
        score = 0.0
        best_clash = 0.0
        for foe in foes:
            assert foe.rect is not None
            score += self._against(g, unit, rect, foe)
            best_clash = max(best_clash, self._threat(g, unit, rect, foe))
        score += best_clash
        return score + self._fire(g, unit, rect, foes, marched=marched, moved=moved)

    def _threat(self, g: Game, unit: Unit, rect: Rect, foe: Unit) -> float:
        """What a charge from there is worth next turn; far away a little for being nearer."""
        clash = self.estimates.clash(g, unit, foe, charging=True)
        if clash <= 0 or foe.rect is None or is_engaged(g, foe):
            return 0.0
        if Facing.FRONT not in arc_of(foe.rect, rect.front_centre):
            clash *= _FLANK
        apart = distance(rect, foe.rect)
        seen = Facing.FRONT in arc_of(rect, (foe.rect.x, foe.rect.y))
        chance = reaching(apart - charge_speed(g, unit)) if seen else 0.0
        return clash * (0.6 * chance + 0.3 * max(0.0, 1.0 - apart / 48.0) + (0.1 if seen else 0.0))

    def _against(self, g: Game, unit: Unit, rect: Rect, foe: Unit) -> float:
        """What an enemy's charge at that place would cost."""
        assert foe.rect is not None
        if is_engaged(g, foe) or marks.SHAKEN in foe.marks:
            return 0.0
        chance = reaching(distance(foe.rect, rect) - charge_speed(g, foe))
        if not chance or Facing.FRONT not in arc_of(foe.rect, (rect.x, rect.y)):
            return 0.0
        clash = self.estimates.clash(g, foe, unit, charging=True)
        if Facing.FRONT not in arc_of(rect, foe.rect.front_centre):
            clash = clash * _FLANK if clash > 0 else 0.1 * worth(unit)
        return -0.5 * chance * max(0.0, clash)

    def _fire(
        self, g: Game, unit: Unit, rect: Rect, foes: Sequence[Unit], *, marched: bool, moved: bool
    ) -> float:
        """What shooting from there is worth, this turn and next."""
        reach = self.estimates.longest_reach(g, unit)
        if not reach:
            return 0.0
        best = 0.0
        for foe in foes:
            assert foe.rect is not None
            apart = distance(rect, foe.rect)
            if (
                apart <= reach
                and Facing.FRONT in arc_of(rect, (foe.rect.x, foe.rect.y))
                and not is_engaged(g, foe)
            ):
                best = max(best, self.estimates.volley(g, unit, foe, apart) / health(foe) * worth(foe))
        return best * (0.3 if marched else 0.8 if moved else 1.2)

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
    from tercio.plugins.regiments.manoeuvre import walk

    if unit.rect is None:
        return None
    move = read_move(option)
    kind = option.get("manoeuvre")
    if kind == "stay":
        return unit.rect
    if kind == "reform":
        ux, uy = direction_from_degrees(option["facing"])
        return Rect(option["x"], option["y"], ux, uy, unit.rect.width, unit.rect.depth)
    from math import radians

    rect = unit.rect.pivoted(-radians(option.get("pivot", 0.0)))
    return walk(rect, move.legs)[0]  # type: ignore[union-attr]


def _facing_score(rect: Rect, option: Any, wanted: tuple[float, float]) -> float:
    from math import radians

    turned = rect if isinstance(option, str) else rect.pivoted(-radians(float(option)))
    return (turned.ux * wanted[0] + turned.uy * wanted[1]) / max(1e-9, hypot(*wanted))
