"""Moves: a unit's owner says where its models go, and they go there.

The answer of `unit.move` and `unit.pile-in` is a list of places, one for each model in order: `[x, y]`, or
`[x, y, facing]` for oval bases. Offered are a few good ones (`goals`), standing still among them; any other
that the rules allow is accepted. Source: Core Rules, 14.2 and 15.3.
"""

from __future__ import annotations

from collections.abc import Sequence

from tercio.kernel.context import Context
from tercio.kernel.decisions import Answer, Decision, Procedure
from tercio.kernel.errors import Refusal
from tercio.kernel.geometry import Shape
from tercio.kernel.state import Game, Unit
from tercio.kernel.windows import listens, open_window
from tercio.plugins.warbands.bodies import is_set_up, stand
from tercio.plugins.warbands.moving import Passing, judge_move
from tercio.plugins.warbands.piling import judge_pile_in

from .combats import foes_of, settle
from .goals import move_options, pile_in_options
from .going import Avoiding, Going

MOVED, PILED_IN = "unit-moved", "unit-piled-in"


def move(
    g: Game, c: Context, unit: Unit, inches: float, passing: Passing, avoiding: Avoiding = Avoiding.COMBAT
) -> Procedure[bool]:
    """Let a unit move at most so many inches; returns whether it did."""
    if not is_set_up(unit) or inches <= 0.0:
        return False
    going = Going(g, c, unit, inches, passing, avoiding)
    answer: Answer = yield Decision(
        "unit.move",
        unit.owner,
        f'{unit.name}: where does it move, up to {inches:g}"?',
        lambda: move_options(going),
        going.purpose,
        going.facts,
        lambda answer: judge(going, answer),
    )
    return (yield from _go(going, answer))


def judge(going: Going, answer: Answer) -> Refusal | None:
    """Return why a unit may not move to the places of an answer, or None if it may; it may always stay."""
    bases = going.bases(answer)
    if isinstance(bases, Refusal):
        return bases
    if going.is_here(bases):
        return None
    return judge_move(going.g, going.unit, bases, going.terms, going.ground)


def pile_in(g: Game, c: Context, unit: Unit) -> Procedure[bool]:
    """Let a unit pile in; returns whether any of its models moved (15.3)."""
    if not is_set_up(unit):
        return False
    going = Going(g, c, unit, float(g.ruleset.constant("pile-in-distance")), Passing.INTO)
    answer: Answer = yield Decision(
        "unit.pile-in",
        unit.owner,
        f"{unit.name}: where does it pile in?",
        lambda: pile_in_options(going),
        "Core Rules, 15.3",
        going.facts,
        lambda answer: judge_pile(going, answer),
    )
    moved = yield from _go(going, answer)
    if listens(g, f"after {PILED_IN}"):
        yield from open_window(g, f"after {PILED_IN}", Context(unit=unit))
    return moved


def judge_pile(going: Going, answer: Answer) -> Refusal | None:
    """Return why a unit may not pile in to the places of an answer towards any unit, or None if it may."""
    bases = going.bases(answer)
    if isinstance(bases, Refusal):
        return bases
    if going.is_here(bases):
        return None
    foes: list[Unit | None] = [*foes_of(going.g, going.unit)]
    refusals = [
        judge_pile_in(going.g, going.unit, bases, target, going.terms, going.ground)
        for target in foes or [None]
    ]
    return None if None in refusals else refusals[0]


def _go(going: Going, answer: Answer) -> Procedure[bool]:
    bases = going.bases(answer)
    assert not isinstance(bases, Refusal)
    if going.is_here(bases):
        return False
    yield from go_to(going.g, going.unit, bases, going.purpose)
    return True


def go_to(g: Game, unit: Unit, bases: Sequence[Shape], purpose: str) -> Procedure[None]:
    """Move a unit to bases that have been judged."""
    stand(unit, bases)
    g.emit(MOVED, unit=unit.id, purpose=purpose)
    settle(g)
    if listens(g, f"after {MOVED}"):
        yield from open_window(g, f"after {MOVED}", Context(unit=unit))
