"""Charges: the move, how it has to end, and what is remembered of it.

A charge ends within reach of a visible enemy unit, or of something else at which rules let the unit
`finish-charge`; visible from where it ends, not from where it begins. Who cannot does not move, and has used
the ability all the same. Source: Core Rules, 14.3; battlepack, Race for the Loot.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tercio.kernel import scheduler
from tercio.kernel.context import Context
from tercio.kernel.decisions import PASS, Answer, Decision, Procedure
from tercio.kernel.errors import Refusal
from tercio.kernel.geometry import EPSILON, Shape
from tercio.kernel.permissions import may
from tercio.kernel.state import Game, Terrain, Unit
from tercio.kernel.windows import listens, open_window
from tercio.plugins.warbands.bodies import gap, is_set_up, places_of
from tercio.plugins.warbands.charging import charge_to, judge_charge
from tercio.plugins.warbands.judging import judge_move
from tercio.plugins.warbands.moving import Passing, move_toward
from tercio.plugins.warbands.sight import sees

from .goals import enemies_by_distance
from .going import Going, Places
from .moves import go_to
from .picture import field_of
from .terrain import standing
from .visibility import is_visible

CHARGED, CHARGES = "charged", "unit-charged"
CHARGE_ROLL = "charge-roll"
FINISH_CHARGE = "finish-charge"


def charge(g: Game, c: Context, unit: Unit, inches: float, roll: int) -> Procedure[bool]:
    """Let a unit charge at most so many inches, for which it rolled `roll` before modifiers; returns whether
    it has charged.
    """
    if not is_set_up(unit):
        return False
    going = Going(g, c, unit, inches, Passing.INTO)
    answer: Answer = PASS
    if _is_any_near(going):
        answer = yield Decision(
            "unit.charge",
            unit.owner,
            f'{unit.name}: where does it charge, up to {inches:g}"?',
            lambda: _options(going),
            "Core Rules, 14.3",
            going.facts,
            lambda answer: judge(going, answer),
        )
    bases = None if answer == PASS else going.bases(answer)
    if bases is None or isinstance(bases, Refusal):
        g.emit("charge-failed", unit=unit.id, inches=inches)
        return False
    yield from _charged(going, bases, roll)
    return True


def charge_roll(g: Game, unit: Unit) -> int:
    """Return the unmodified roll of the charge that a unit completed this turn, 0 if it has not."""
    noted = unit.memory.get(CHARGE_ROLL)
    return int(noted["roll"]) if noted is not None and noted["turn"] == g.clock.stamp("turn") else 0


def _charged(going: Going, bases: Sequence[Shape], roll: int) -> Procedure[None]:
    g, unit = going.g, going.unit
    yield from go_to(g, unit, bases, going.purpose)
    if CHARGED not in unit.marks:
        scheduler.mark(g, unit, CHARGED, scheduler.boundary("end", "turn"))
    unit.memory[CHARGE_ROLL] = {"turn": g.clock.stamp("turn"), "roll": roll}
    met = _met(going, bases)
    g.emit(CHARGES, unit=unit.id, enemies=[foe.id for foe in met])
    if listens(g, f"after {CHARGES}"):
        yield from open_window(g, f"after {CHARGES}", Context(unit=unit, enemy=met[0] if met else None))


def _met(going: Going, bases: Sequence[Shape]) -> list[Unit]:
    """Return the visible enemies within reach of where a charge ended, the nearest first."""
    field, reach = field_of(going.g), _reach(going.g)
    near = [(gap(bases, others), foe.id, foe) for foe, others in going.ground.foes]
    return [
        foe
        for apart, _, foe in sorted(near, key=lambda one: one[:2])
        if apart <= reach + EPSILON and is_visible(going.g, field, going.unit, foe)
    ]


# -- where it may end ------------------------------------------------------------------------------


def _reach(g: Game) -> float:
    return float(g.ruleset.constant("charge-reach"))


def _is_any_near(going: Going) -> bool:
    """Whether anything is near enough for a charge to end at it, but for what is in the way."""
    bases, far = going.ground.body.bases, going.inches + _reach(going.g) + EPSILON
    ends = [*(others for _, others in going.ground.foes), *([goal.shape] for goal in _goals(going))]
    return any(gap(bases, others) <= far for others in ends)


def _goals(going: Going) -> list[Terrain]:
    """Return what the unit may finish a charge at as if it were an enemy unit."""
    roles = Context(unit=going.unit, action=going.action)
    return [
        piece
        for piece in standing(going.g)
        if may(going.g, FINISH_CHARGE, roles.but(goal=piece), default=False)
    ]


def judge(going: Going, answer: Answer) -> Refusal | None:
    """Return why a unit may not charge to the places of an answer, or None if it may; it need not charge."""
    if answer == PASS:
        return None
    bases = going.bases(answer)
    if isinstance(bases, Refusal):
        return bases
    g, unit, terms, ground = going.g, going.unit, going.terms, going.ground
    foes = [foe for foe, _ in ground.foes]
    refusal = judge_charge(g, unit, bases, terms, foes, _reach(g), ground)
    if refusal is None or not any(_ends_at(going, bases, goal) for goal in _goals(going)):
        return refusal
    return judge_move(g, unit, bases, terms, ground)


def _ends_at(going: Going, bases: Sequence[Shape], goal: Terrain) -> bool:
    """Whether a charge to these bases ends within reach of something that it then sees."""
    if gap(bases, (goal.shape,)) > _reach(going.g) + EPSILON:
        return False
    blockers = [one for one in field_of(going.g).others(going.unit) if one is not goal.shape]
    return any(sees(base, goal.shape, blockers) for base in bases)


def _options(going: Going) -> list[Places | str]:
    """Return a charge at each enemy and at each other goal in reach; not to charge is the last."""
    g, unit, reach = going.g, going.unit, _reach(going.g)
    found: list[Any] = []
    for foe, apart in enemies_by_distance(going):
        if apart > going.inches + reach:
            break
        bases = charge_to(g, unit, foe, going.terms, reach, going.ground)
        if bases is not None:
            going.offer(found, places_of(bases), "enemy", foe.id)
    for goal in _goals(going):
        bases = move_toward(g, unit, goal.shape, going.terms, reach * 0.5, going.ground)
        if bases is not None and _ends_at(going, bases, goal):
            going.offer(found, places_of(bases), "relic", goal.id)
    going.goals.append(["pass", 0])
    return [*found, PASS]
