"""Deeds of scenarios: one step of a move.

    do guard advances 4"
    do guard pivots 90

A unit that has an action with the keyword `move` uses it, in its own phase, and takes that step in it; any
other takes it within what is left of its `move`. What the rules do not allow is refused.
"""

from __future__ import annotations

from typing import Any

from tercio.kernel.actions import all_uses, use_action
from tercio.kernel.context import Context
from tercio.kernel.decisions import Decision, Procedure
from tercio.kernel.decl.clauses import Action
from tercio.kernel.errors import Refusal
from tercio.kernel.query import unit_of_bearer, value_of
from tercio.kernel.state import Game, Unit
from tercio.kernel.trial.deeds import choosing, use_of
from tercio.kernel.trial.system import Refused
from tercio.kernel.vocabulary import Vocabulary

from ..moves import go, movement_used
from ..strides import ADVANCE, BACK, walk
from ..turning import PIVOT, WHEEL

WORDS = Vocabulary()
MOVE = "move"


@WORDS.verb("advances", "{u:unit} advances {n:amount}")
def advances(g: Game, c: Context, u: Unit, n: Any) -> Procedure[None]:
    """A unit goes so far straight on."""
    yield from step(g, c, u, ADVANCE, n)


@WORDS.verb("pivots", "{u:unit} pivots {n:amount}")
def pivots(g: Game, c: Context, u: Unit, n: Any) -> Procedure[None]:
    """A unit turns about its middle by so many degrees clockwise."""
    yield from step(g, c, u, PIVOT, n)


@WORDS.verb("wheels", "{u:unit} wheels {n:amount}")
def wheels(g: Game, c: Context, u: Unit, n: Any) -> Procedure[None]:
    """A unit wheels by so many degrees clockwise, about its right front corner; about the left one if fewer
    than 0.
    """
    yield from step(g, c, u, WHEEL, n)


@WORDS.verb("goes-back", "{u:unit} goes back {n:amount}")
def goes_back(g: Game, c: Context, u: Unit, n: Any) -> Procedure[None]:
    """A unit goes so far backward as it stands."""
    yield from step(g, c, u, BACK, n)


@WORDS.verb("sidesteps", "{u:unit} sidesteps {n:amount} [to the {side:left|right}]")
def sidesteps(g: Game, c: Context, u: Unit, n: Any, side: str | None = None) -> Procedure[None]:
    """A unit goes so far to a side as it stands, to the right unless told."""
    yield from step(g, c, u, side or "right", n)


def step(g: Game, c: Context, unit: Unit, kind: str, how_far: Any) -> Procedure[None]:
    """Take one step with a unit. Raises Refused for one that is not allowed, and then nobody moves."""
    steps = [[kind, float(how_far)]]
    held = all_uses(g, unit.owner, _is_move)
    if any(unit_of_bearer(g, use.held) is unit for _, use in held):
        yield from choosing(c, use_action(g, use_of(g, unit, _is_move, "to move")), _taking(steps))
        return
    left = float(value_of(g, "move", unit)) - movement_used(g, unit)
    found = walk(g, unit, steps, left)
    if isinstance(found, Refusal):
        raise Refused(found)
    yield from go(g, unit, steps, left)


def _is_move(action: Action) -> bool:
    return MOVE in action.kinds


def _taking(steps: list[list[Any]]) -> Any:
    """Answer how a unit moves. What is refused is told, once the unit has been asked."""

    def choose(decision: Decision) -> Any:
        if decision.kind != "unit.move":
            return None
        refusal = decision.judge(steps)
        if refusal is not None:
            raise Refused(refusal)
        return steps

    return choose
