"""Break Tests: who stands, who is Broken, and who loses Health Points instead.

Units entirely with Feigned Flight may leave before any test. Unstable units take no test and lose Health
Points, Supernal ones do when they fail. Source: T9A rulebook, Melee Phase 4.C, Model Rules (Feigned Flight,
Unstable, Supernal, Stubborn, Bodyguard); rulings 14, 16, 19-22.
"""

from __future__ import annotations

from collections.abc import Sequence

from tercio.kernel.context import Context
from tercio.kernel.decisions import PASS, Decision, Procedure, ask
from tercio.kernel.modifiers import value
from tercio.kernel.permissions import may
from tercio.kernel.state import Game, Pool, Unit

from .. import marks
from ..casualties import lose_health, note_foes
from ..engaging import in_turn
from ..psychology import courage_test
from ..scoring import RANK_AND_FILE
from .fight import Fight

DISENGAGE = "disengage"


def break_tests(g: Game, fight: Fight) -> Procedure[list[Unit]]:
    """Let units disengage, then let every unit of the losing side that is still in contact take its Break
    Test; returns the Broken.
    """
    broken = yield from _feigned_flights(g, fight)
    best = max(fight.scores.values(), default=0)
    for side, score in fight.scores.items():
        for unit in fight.sides[side] if score < best else ():
            if unit.id not in g.engagement or unit in broken:
                continue
            if (yield from breaks(g, unit, best - score)):
                broken.append(unit)
                _break(g, unit)
    return broken


def _break(g: Game, unit: Unit) -> None:
    note_foes(g, unit)
    marks.put(g, unit, marks.BROKEN)
    g.emit("broken", unit=unit.id)


def _feigned_flights(g: Game, fight: Fight) -> Procedure[list[Unit]]:
    """Units that may leave as if they had failed a test; nobody pursues those of a side that did not lose."""
    left: list[Unit] = []
    best = max(fight.scores.values(), default=0)
    for unit in in_turn(g, fight.standing()):
        if unit.id not in g.engagement or not may(g, DISENGAGE, Context(unit=unit), False):
            continue
        facts = {"unit": unit.id, "scores": dict(fight.scores)}
        question = f"{unit.name}: leave the combat?"
        options = [PASS, DISENGAGE]
        answer = yield from ask(
            Decision("combat.disengage", unit.owner, question, options, "Model Rules, Feigned Flight", facts)
        )
        if answer == DISENGAGE:
            left.append(unit)
            _break(g, unit)
            fight.feigned.add(unit.id)
            if fight.scores[unit.owner] == best:
                fight.unpursued.add(unit.id)
    return left


def break_penalty(g: Game, unit: Unit, deficit: int) -> int:
    """Return the Discipline modifier of a Break Test, 0 or less, for a combat lost by `deficit`."""
    return min(0, int(value(g, "break-penalty", Context(unit=unit), -deficit)))


def breaks(g: Game, unit: Unit, deficit: int) -> Procedure[bool]:
    """Return whether a unit on the losing side is Broken; it may lose Health Points instead."""
    c = Context(unit=unit)
    if not may(g, "break-test", c):
        yield from _crumble(g, unit, unstable_losses(g, unit, deficit), "unstable")
        return False
    if courage_test(g, unit, "break-test", break_penalty(g, unit, deficit)):
        return False
    if not may(g, "break", c):
        yield from _crumble(g, unit, deficit, "supernal")
        return False
    return True


def unstable_losses(g: Game, unit: Unit, deficit: int) -> int:
    """Return the Health Points that an Unstable unit loses for a combat lost by `deficit`."""
    return max(0, int(value(g, "unstable-losses", Context(unit=unit), deficit)))


def _crumble(g: Game, unit: Unit, amount: int, why: str) -> Procedure[None]:
    """Lose Health Points without saves: Rank-and-File models first, then Attachable Models as evenly as can
    be.
    """
    for pool, losses in spread(unit, amount):
        yield from lose_health(g, pool, losses, why=why)


def spread(unit: Unit, amount: int) -> list[tuple[Pool, int]]:
    """Return how losses that concern a whole unit fall on its pools."""
    losses: list[tuple[Pool, int]] = []
    for pool in [p for p in unit.pools if p.role == RANK_AND_FILE]:
        taken = min(pool.health, amount)
        amount -= taken
        losses.append((pool, taken))
    return [
        (pool, taken)
        for pool, taken in losses + _evenly([p for p in unit.pools if p.role != RANK_AND_FILE], amount)
        if taken
    ]


def _evenly(pools: Sequence[Pool], amount: int) -> list[tuple[Pool, int]]:
    taken = dict.fromkeys((pool.id for pool in pools), 0)
    while amount > 0:
        able = [pool for pool in pools if pool.health > taken[pool.id]]
        if not able:
            break
        for pool in able[:amount]:
            taken[pool.id] += 1
        amount -= len(able[:amount])
    return [(pool, taken[pool.id]) for pool in pools]
