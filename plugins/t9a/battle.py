"""A new battle: players, armies, battlefield, objective and core rules, before the first step of the
sequence.

Options (all may be left out): `map`, the name of a map of the packs, or `seeded` for terrain set by rolls,
or `open` for none; `deployment`, the name of a Deployment Type or `rolled`; `objective`, the name of a
Primary Objective or `rolled`; `events`, whether to record what happens. What the set-up decides is plain
data in the game's memory under `set-up`. Source: T9A rulebook, Battle Preparations 2.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tercio.kernel.decl import Objective, Table
from tercio.kernel.decl.expr import Bundle
from tercio.kernel.dice import DiceSource, roll
from tercio.kernel.errors import Diagnostic, RulesError, did_you_mean
from tercio.kernel.opening import PLAYERS, bare_battle, check_lists, check_options, enlist
from tercio.kernel.roster import Roster
from tercio.kernel.ruleset import Ruleset, hold
from tercio.kernel.state import Game, touch

from .battlefield import build_battlefield
from .muster import muster_army
from .originals import enrol

SET_UP = "set-up"
DEPLOYMENTS, OBJECTIVES = "deployment-types", "primary-objectives"
FIRST_DEPLOYMENT, FIRST_OBJECTIVE = "Frontline Clash", "Spoils of War"
ROLLED = "rolled"
_OPTIONS = ("map", "deployment", "objective", "events")


def new_battle(
    ruleset: Ruleset, lists: Sequence[Roster], options: Mapping[str, Any], dice: DiceSource
) -> Game:
    """Return a battle of two legal lists before its first step; the first list is player A's.

    Raises RulesError for options that cannot be, and for lists that are not two.
    """
    check_options(options, _OPTIONS)
    check_lists(lists)
    g = bare_battle(ruleset, dice)
    g.events = [] if options.get("events", True) else None
    for name, roster in zip(PLAYERS, lists, strict=True):
        g.players[name].size = roster.size
        enlist(g, g.players[name], roster.army)
        muster_army(g, roster, name)
    enrol(g)
    build_battlefield(g, str(options.get("map", "")))
    _victory_conditions(g, options)
    touch(g)
    return g


def _victory_conditions(g: Game, options: Mapping[str, Any]) -> None:
    objective = _named(
        g, options, "objective", OBJECTIVES, FIRST_OBJECTIVE, list(g.ruleset.of_kind(Objective))
    )
    types = [str(row[0]) for _, row in g.ruleset.table(DEPLOYMENTS).rows] if _has(g, DEPLOYMENTS) else []
    deployment = _named(g, options, "deployment", DEPLOYMENTS, FIRST_DEPLOYMENT, types or [FIRST_DEPLOYMENT])
    declared = g.ruleset.of_kind(Objective).get(objective)
    if declared is not None and declared.clauses:
        hold(g, g.battle, Bundle(declared.clauses, objective), objective)
    g.memory[SET_UP] = {"objective": objective, "deployment": deployment}
    g.emit("victory-conditions", objective=objective, deployment=deployment)


def _has(g: Game, table: str) -> bool:
    return table in g.ruleset.of_kind(Table)


def _rolled(g: Game, what: str, table: str, known: Sequence[str]) -> str:
    """Roll on a table until it names something that the packs declare."""
    rows = g.ruleset.table(table)
    if not any(str(row[0]) in known for _, row in rows.rows):
        raise RulesError(f"the table {table} names no {what} that the packs declare")
    while True:
        name = str(rows.look(roll(g.dice, f"set-up/{what}", g.ruleset.constant("set-up-die")).total))
        if name in known:
            return name


def _named(
    g: Game, options: Mapping[str, Any], what: str, table: str, default: str, known: Sequence[str]
) -> str:
    """Return what an option names, or what a roll on its table gives. Raises RulesError for an unknown
    name.
    """
    name = str(options.get(what, default))
    if name == ROLLED and _has(g, table):
        return _rolled(g, what, table, known)
    if known and name not in known:
        message = f'no {what} "{name}"; known: {", ".join(known)}, {ROLLED}'
        raise RulesError(Diagnostic(message, hint=did_you_mean(name, [*known, ROLLED])))
    return name
