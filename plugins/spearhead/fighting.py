"""Fights: in which order units use their FIGHT abilities, and what such an ability does.

All other combat abilities have been used by now. Who has STRIKE-FIRST and is in combat at this moment is
written down, in `g.memory["strikes-first"]`; until all of those have fought nobody else may. Then the active
player picks, and players go on in turn. Units with STRIKE-LAST wait until no unit in combat without it is
left to fight; the turn just goes on when they begin. Who has both has neither. Whoever is in combat and can
fight must; who has only charged may. Source: core rules, 13.1 and 19.0; rulings 28 to 30.
"""

from __future__ import annotations

from typing import Final

from tercio.kernel import scheduler
from tercio.kernel.actions import Use, in_turn, usable, use_action
from tercio.kernel.context import Context
from tercio.kernel.decisions import PASS, Decision, Procedure, ask
from tercio.kernel.decl.clauses import Action
from tercio.kernel.query import has
from tercio.kernel.state import Game, Unit
from tercio.kernel.windows import listens, open_window

from .attacks import attack_with
from .combats import is_in_combat
from .damage import is_there
from .targets import COMBAT

STRIKE_FIRST, STRIKE_LAST = "STRIKE-FIRST", "STRIKE-LAST"
SNAPSHOT, NEXT = "strikes-first", "fights-next"
FIGHT: Final = "fight"
FOUGHT: Final = "fought"
PHASE: Final = "combat"


Able = dict[str, list[Use]]
"""By player the FIGHT abilities that they could use now, whatever the order of fights says."""


def fights(g: Game) -> Procedure[None]:
    """Step fights: players pick units to fight in turn until nobody is left (core rules, 13.1)."""
    g.memory[SNAPSHOT] = [
        unit.id for unit in g.units.values() if is_in_combat(g, unit) and strikes(g, unit) > 0
    ]
    g.memory[NEXT] = []
    order = in_turn(g)
    turn, first_stage, idle = 0, True, 0
    while idle < len(order):
        able = _able(g)
        if first_stage and not _strikers_first(g, able):
            turn, first_stage = 0, False
        player = order[turn % len(order)]
        turn += 1
        use = yield from _pick(g, player, _candidates(g, player, able))
        idle = idle + 1 if use is None else 0
        if use is not None:
            yield from _let_fight(g, use)
    del g.memory[SNAPSHOT], g.memory[NEXT]


def _able(g: Game) -> Able:
    able = {player: usable(g, PHASE, player, _is_fight) for player in g.players}
    return {player: [use for use in uses if use.context.unit is not None] for player, uses in able.items()}


def _is_fight(clause: Action) -> bool:
    return FIGHT in clause.kinds


def _strikers_first(g: Game, able: Able) -> list[int]:
    """Return the units that still have to fight before all others, by id."""
    those = {use.context.unit.id for uses in able.values() for use in uses}
    return [number for number in g.memory[SNAPSHOT] if number in those]


def _candidates(g: Game, player: str, able: Able) -> list[Use]:
    """Return what a player may pick now."""
    first = _strikers_first(g, able)
    if first:
        return [use for use in able[player] if use.context.unit.id in first]
    units = [use.context.unit for uses in able.values() for use in uses]
    if any(strikes(g, unit) >= 0 and is_in_combat(g, unit) for unit in units):
        return [use for use in able[player] if strikes(g, use.context.unit) >= 0]
    return able[player]


def _pick(g: Game, player: str, uses: list[Use]) -> Procedure[Use | None]:
    units = list({use.context.unit.id: use.context.unit for use in uses}.values())
    if not units:
        return None
    options: list[int | str] = [unit.id for unit in units]
    if not any(is_in_combat(g, unit) for unit in units):
        options.append(PASS)
    question = Decision("fight.pick", player, "Which unit fights?", options, "Core Rules, 13.1")
    answer = yield from ask(question)
    return (yield from _ability(player, [use for use in uses if use.context.unit.id == answer]))


def _ability(player: str, uses: list[Use]) -> Procedure[Use | None]:
    """Let a player choose among the FIGHT abilities of one unit; None without any."""
    if not uses:
        return None
    names = [use.answer for use in uses]
    answer = yield from ask(
        Decision("action.use", player, "Which ability is used?", names, "Core Rules, 13.1")
    )
    return uses[names.index(answer)]


def _let_fight(g: Game, use: Use) -> Procedure[None]:
    """Let a unit fight, and then those that it lets fight right after it, if the order of fights allows."""
    g.memory[SNAPSHOT] = [number for number in g.memory[SNAPSHOT] if number != use.context.unit.id]
    yield from use_action(g, use)
    while g.memory[NEXT]:
        unit = g.units[g.memory[NEXT].pop(0)]
        uses = [one for one in _candidates(g, unit.owner, _able(g)) if one.context.unit is unit]
        if uses:
            question = f"{unit.name}: fight right now?"
            wanted = yield Decision("fight.next", unit.owner, question, [unit.id, PASS], "Core Rules, 19.0")
            chosen = (yield from _ability(unit.owner, uses)) if wanted != PASS else None
            if chosen is not None:
                yield from _let_fight(g, chosen)


def fight_next(g: Game, unit: Unit) -> None:
    """Let a unit fight right after the present one, but never before those that the order of fights puts
    before it. Does nothing outside of the step.
    """
    if NEXT in g.memory:
        g.memory[NEXT].append(unit.id)


def strikes(g: Game, unit: Unit) -> int:
    """Return 1 for a unit that strikes first, -1 for one that strikes last, 0 for others and for who has
    both.
    """
    c = Context(unit=unit)
    return int(has(g, c, unit, STRIKE_FIRST)) - int(has(g, c, unit, STRIKE_LAST))


def fight(g: Game, unit: Unit) -> Procedure[None]:
    """Resolve the combat attacks of a unit at the targets that were picked for it, or are picked now; then
    all that waits for the end of its fight.
    """
    if not is_there(unit):
        return
    if FOUGHT not in unit.marks:
        scheduler.mark(g, unit, FOUGHT, scheduler.boundary("end", "turn"))
    g.emit("fights", unit=unit.id)
    yield from attack_with(g, unit, COMBAT)
    if listens(g, "after unit-fought"):
        yield from open_window(g, "after unit-fought", Context(unit=unit))
