"""Setting units up in play, and taking them off: arrivals, teleports, replacement units.

A unit is set up with all its models, coherent, where a test of its rule holds, or not at all: where there is
no such place, nothing changes. A unit on the battlefield that is set up again leaves first, so that its own
models are not in the way. The answer of `unit.set-up` is a list of places like that of `unit.move`. Source:
Core Rules, 24.0.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tercio.kernel.agents import reading
from tercio.kernel.context import Context
from tercio.kernel.decisions import Answer, Decision, Procedure
from tercio.kernel.errors import Refusal
from tercio.kernel.geometry import Shape, first_overlap
from tercio.kernel.modifiers import hits_of
from tercio.kernel.state import Game, Unit
from tercio.kernel.windows import listens, open_window
from tercio.plugins.warbands.bodies import base_at, bases_from, is_set_up, places_of, stand, take_off
from tercio.plugins.warbands.judging import judge_places, room_for
from tercio.plugins.warbands.placing import set_up_places

from .casualties import coherency_of
from .combats import settle
from .going import MALFORMED, Places, purpose_of
from .picture import ghost_of
from .terrain import NO_ENDING, shapes

UNIT_SET_UP = "unit-set-up"
_MOST = 8
"""The most places that a decision lists."""

Test = Callable[[Unit], bool]
"""Whether a unit may stand where it, or a ghost of it, stands."""


def set_up(g: Game, c: Context, unit: Unit, test: Test) -> Procedure[bool]:
    """Let a unit be set up where a test holds; returns whether it was. A destroyed unit cannot be."""
    if unit.destroyed:
        return False
    options = places_for(g, unit, test)
    purpose = purpose_of(c)
    if not options:
        g.emit("set-up-failed", unit=unit.id, purpose=purpose)
        return False
    answer: Answer = yield Decision(
        "unit.set-up",
        unit.owner,
        f"{unit.name}: where is it set up?",
        options,
        purpose,
        {"unit": unit.id, "purpose": purpose},
        lambda answer: judge(g, unit, answer, test),
    )
    bases = bases_from(unit, answer)
    assert bases is not None
    yield from put(g, unit, bases, purpose)
    return True


def put(g: Game, unit: Unit, bases: Sequence[Shape], purpose: str) -> Procedure[None]:
    """Set a unit up on bases that have been judged."""
    stand(unit, bases)
    g.emit(UNIT_SET_UP, unit=unit.id, purpose=purpose)
    settle(g)
    if listens(g, f"after {UNIT_SET_UP}"):
        yield from open_window(g, f"after {UNIT_SET_UP}", Context(unit=unit))


def remove(g: Game, unit: Unit) -> None:
    """Take a unit off the battlefield; its models are alive."""
    if is_set_up(unit):
        take_off(unit)
        g.emit("unit-removed", unit=unit.id)
        settle(g)


def places_for(g: Game, unit: Unit, test: Test) -> list[Places]:
    """Return some places where a unit may be set up, spread over the battlefield; [] if none is found."""
    rule = coherency_of(g, unit)
    barred = shapes(g, NO_ENDING)
    hits_of(g, unit)  # What the unit holds its ghosts hold: it is looked up once.
    single = ghost_of(unit, (base_at(*unit.pools[0].base, 0.0, 0.0),))

    def is_free(base: Shape) -> bool:
        return first_overlap(base, barred) is None

    def fits(base: Shape) -> bool:
        single.pools[0].loose[0].shape = base
        return is_free(base) and test(single)

    def legal(bases: list[Shape]) -> bool:
        return test(ghost_of(unit, bases))

    with reading(g):
        found = set_up_places(g, unit, fits, legal, _MOST, rule=rule, sieve=is_free)
    return [places_of(bases) for bases in found]


def judge(g: Game, unit: Unit, answer: Answer, test: Test) -> Refusal | None:
    """Return why a unit may not be set up on the places of an answer, or None if it may."""
    bases = bases_from(unit, answer)
    if bases is None:
        return Refusal(MALFORMED, {"unit": unit.id})
    room = room_for(g, unit, shapes(g, NO_ENDING))
    refusal = judge_places(room, bases, coherency_of(g, unit), "set_up")
    if refusal is not None:
        return refusal
    return None if test(ghost_of(unit, bases)) else Refusal("set_up.not_there", {"unit": unit.id})
