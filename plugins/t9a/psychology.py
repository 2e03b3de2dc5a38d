"""Discipline, Command and Courage Tests, Panic, Shaken and Decimated units.

Tests are under a unit's Discipline, the best of its models, with all that rules change. Outcomes are events
(`tested`). Source: T9A rulebook, Psychology 1-3; rulings 48-51.
"""

from __future__ import annotations

from tercio.kernel.context import Context
from tercio.kernel.decisions import Procedure
from tercio.kernel.permissions import may
from tercio.kernel.query import value_of
from tercio.kernel.rolls import Tested, test_under
from tercio.kernel.state import Game, Pool, Unit
from tercio.kernel.windows import listens, open_window

from . import marks
from .engaging import is_engaged
from .originals import is_decimated, origin_of


def discipline(g: Game, unit: Unit) -> int:
    """Return the unit's Discipline: the best of its models, with Commanding Presence and the like. 0 for a
    unit without models.
    """
    return max((int(value_of(g, "discipline", pool)) for pool in unit.pools if pool.models > 0), default=0)


def command_test(g: Game, unit: Unit, name: str = "command-test") -> bool:
    """Take a Command Test under its own name (`rally-test`, `redirect-test`, `reform-test`); return whether
    it is passed.
    """
    return _test(g, unit, name, Context(unit=unit), discipline(g, unit))


def courage_test(
    g: Game, unit: Unit, name: str = "courage-test", modifier: int = 0, enemy: Unit | None = None
) -> bool:
    """Take a Courage Test (`break-test`, `panic-test`, `terror-test`), its Discipline changed by `modifier`;
    return whether it is passed.
    """
    return _test(g, unit, name, Context(unit=unit, enemy=enemy), discipline(g, unit) + modifier)


def _test(g: Game, unit: Unit, name: str, c: Context, needed: int) -> bool:
    tested = test_under(g, name, c, g.ruleset.constant("test-dice"), needed, unit.id)
    g.emit("tested", test=name, unit=unit.id, needed=needed, rolled=_total(tested), passed=tested.passed)
    return tested.passed


def _total(tested: Tested) -> int | None:
    return tested.rolled.total if tested.rolled is not None else None


def is_immune_to_panic(g: Game, unit: Unit) -> bool:
    """Return whether a unit takes no Panic Test now: Engaged, Shaken, gone, or it has passed one in this
    Phase.
    """
    off = unit.destroyed or unit.rect is None or not unit.models
    return off or is_engaged(g, unit) or marks.SHAKEN in unit.marks or marks.PASSED_PANIC in unit.marks


def panic(
    g: Game,
    unit: Unit,
    enemy: Unit | None = None,
    name: str = "panic-test",
    may_flee_from: Unit | None = None,
) -> Procedure[bool]:
    """Take a Panic Test if the unit has to; return whether it stands firm. Who fails becomes Shaken.

    `may_flee_from` (Terror): who fails flees from that enemy at once, against its will, if it may choose
    Flee! at all. Source: T9A rulebook, Psychology 2.A.
    """
    if is_immune_to_panic(g, unit):
        return True
    if courage_test(g, unit, name, enemy=enemy):
        marks.put(g, unit, marks.PASSED_PANIC)
        return True
    yield from become_shaken(g, unit, name)
    if may_flee_from is not None and may_choose_flee(g, unit, may_flee_from):
        yield from _flee_in_terror(g, unit, may_flee_from)
    return False


def _flee_in_terror(g: Game, unit: Unit, enemy: Unit) -> Procedure[None]:
    from .flee import away_from, flee

    marks.put(g, unit, marks.CHOSE_FLEE)
    yield from flee(g, unit, away_from(unit, enemy), why="terror", enemy=enemy)


def may_choose_flee(g: Game, unit: Unit, charger: Unit) -> bool:
    """Return whether a charged unit may choose Flee!: not Engaged, not twice in a Phase, and no rule forbids
    it (Charge Phase 1.A).
    """
    if is_engaged(g, unit) or marks.CHOSE_FLEE in unit.marks:
        return False
    return may(g, "choose-flee", Context(unit=unit, enemy=charger))


def become_shaken(g: Game, unit: Unit, why: str) -> Procedure[None]:
    """The unit becomes Shaken, until it rallies; a unit that is Shaken already stays so (Psychology 3.B)."""
    if marks.SHAKEN in unit.marks:
        return
    marks.put(g, unit, marks.SHAKEN)
    g.emit("unit-becomes-shaken", unit=unit.id, why=why)
    if listens(g, "after unit-becomes-shaken"):
        yield from open_window(g, "after unit-becomes-shaken", Context(unit=unit))


def becomes_steady_again(unit: Unit) -> None:
    """The unit is no longer Shaken."""
    marks.take(unit, marks.SHAKEN, marks.FLED_VOLUNTARILY)


# -- Decimated -----------------------------------------------------------------------------------------------


def decimated(g: Game, thing: Pool | Unit) -> bool:
    """Return whether a pool's original unit is down to a quarter of its Health Points; of a unit, whether all
    its pools are.

    The original unit is all that was bought with one army list entry, wherever it stands now and whichever
    of its pools are gone (Psychology 3.A).
    """
    if isinstance(thing, Unit):
        return bool(thing.pools) and all(decimated(g, pool) for pool in thing.pools)
    return is_decimated(g, origin_of(thing))


def decimated_pools(g: Game, unit: Unit) -> list[Pool]:
    """Return the pools of a unit that are Decimated."""
    return [pool for pool in unit.pools if pool.models > 0 and decimated(g, pool)]
