"""Activations: one unit after the other does what its actions allow.

Steps: `alternate-activations` (players activate a unit each in turn; who has none left is passed over),
`activations` (the active player activates units, one after the other, until there are none or the player
passes) and `alternate-actions` (players use one action each in turn until each has passed; passing is final).
Who goes first begins. While a player is on the go it is that player's turn. A unit is activated once in each
opening of the phase, if the permission `activate` lets it.

What a unit may do in its activation are the actions of the phase that is under way (`in own strategic`) that
this unit uses; it goes on until it declines. One that came to nothing is not offered again until something
has happened, so that nobody goes on for ever.

Decisions: `unit.activate` (the id of a unit, or pass) and those of actions (`kernel/actions`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from tercio.kernel.actions import usable, use_action
from tercio.kernel.context import Context
from tercio.kernel.decisions import PASS, Answer, Decision, Procedure
from tercio.kernel.permissions import may
from tercio.kernel.state import Game, Unit
from tercio.kernel.uses import Use
from tercio.kernel.windows import choose_use, count_use, open_window

from .battle import FIRST
from .places import on_table

ACTIVATED: Final = "activated"
_DECLARED: Final = 1
"""Events of an action that comes to nothing: that it was declared."""


def phase_of(g: Game) -> str:
    """Return the name of the innermost phase that is under way, of the innermost node outside of one."""
    names = [frame.node.name for frame in g.clock.stack if frame.node.level == "phase"]
    return names[-1] if names else g.clock.stack[-1].node.name


def in_order(g: Game) -> list[str]:
    """Return the players, who goes first first."""
    first = g.memory[FIRST] or g.active
    return [first, g.opponent(first)]


# -- activations -----------------------------------------------------------------------------------


def alternate_activations(g: Game) -> Procedure[None]:
    """Step alternate-activations: a unit each in turn, until nobody has one left."""
    active = g.active
    while any(_ready(g, player) for player in in_order(g)):
        for player in in_order(g):
            ready = _ready(g, player)
            if ready:
                g.active = player
                answer = yield from _asked(g, player, ready, [])
                yield from activate(g, g.units[answer])
    g.active = active


def activations(g: Game) -> Procedure[None]:
    """Step activations: the active player's units one after the other, until the player passes."""
    while True:
        ready = _ready(g, g.active)
        if not ready:
            return
        answer = yield from _asked(g, g.active, ready, [PASS])
        if answer == PASS:
            return
        yield from activate(g, g.units[answer])


def _asked(g: Game, player: str, ready: Sequence[Unit], also: list[Answer]) -> Procedure[Answer]:
    options = [*(unit.id for unit in ready), *also]
    if len(options) == 1:
        return options[0]
    return (yield Decision("unit.activate", player, "Which unit is activated?", options, phase_of(g)))


def _ready(g: Game, player: str) -> list[Unit]:
    stamp = g.clock.stamp(phase_of(g))
    return [
        unit
        for unit in on_table(g)
        if unit.owner == player
        and unit.memory.get(ACTIVATED) != stamp
        and may(g, "activate", Context(unit=unit))
    ]


def activate(g: Game, unit: Unit) -> Procedure[None]:
    """Activate a unit: it uses actions of the phase until it declines, or there are none left."""
    unit.memory[ACTIVATED] = g.clock.stamp(phase_of(g))
    g.emit("activated", unit=unit.id)
    yield from open_window(g, "after unit-activated", Context(unit=unit))
    idle: list[Answer] = []
    used: Counter[str] = Counter()
    while not unit.destroyed:
        uses = [use for use in uses_of(g, unit) if use.answer not in idle]
        facts = {"node": phase_of(g), "unit": unit.id}
        question = f"{unit.name}: which action is used?"
        chosen = yield from choose_use("action.use", unit.owner, question, uses, phase_of(g), facts)
        if chosen is None:
            break
        told = g.sequence_number
        count_use(used, chosen)
        yield from use_action(g, chosen)
        idle = [*idle, chosen.answer] if g.sequence_number <= told + _DECLARED else []
    if not unit.destroyed:
        yield from open_window(g, "after activation-ended", Context(unit=unit))


def uses_of(g: Game, unit: Unit) -> list[Use]:
    """Return the actions of the phase that a unit may use now."""
    return usable(g, phase_of(g), unit.owner, of=unit)


# -- actions in turn -------------------------------------------------------------------------------


def alternate_actions(g: Game) -> Procedure[None]:
    """Step alternate-actions: an action each in turn; who passes or has none is out for the rest of it."""
    active = g.active
    waiting = in_order(g)
    used: Counter[str] = Counter()
    while waiting:
        for player in list(waiting):
            g.active = player
            uses = usable(g, phase_of(g), player)
            facts = {"node": phase_of(g)}
            question = "Which action is used?"
            chosen = yield from choose_use("action.use", player, question, uses, phase_of(g), facts)
            if chosen is None:
                waiting.remove(player)
            else:
                count_use(used, chosen)
                yield from use_action(g, chosen)
    g.active = active
