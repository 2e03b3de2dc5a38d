"""One scenario from its first line to its last.

A line that cannot be done ends the scenario; an expectation that is not met does not. Dice and answers that
were told and never asked for are faults: they would hide a name that is misspelt.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, assert_never

from ..circles import circle_of
from ..decl.scenario import (
    Act,
    AnswerTold,
    Christening,
    DiceTold,
    ExpectChance,
    ExpectEvent,
    ExpectNumber,
    ExpectRefusal,
    ExpectThat,
    Field,
    Given,
    Ground,
    Layout,
    Moment,
    Placing,
    Plot,
    Scenario,
    ScriptLine,
    Seed,
)
from ..dice import SeededDice
from ..errors import Diagnostic, RulesError, did_you_mean
from ..events import Telling
from ..opening import PLAYERS
from ..ruleset import Ruleset
from ..source import Span
from ..state import Unit
from .christening import christen
from .dice import ToldDice
from .entry import enlist
from .expect import check
from .laying import lay_field, lay_ground, lay_map, lay_plot, no_table
from .layout import faults_of
from .system import Trials
from .table import Table
from .time import begin_clock, set_clock

_SEED = 1
_EXPECTATIONS = (ExpectNumber, ExpectThat, ExpectChance, ExpectEvent, ExpectRefusal)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a scenario: its name and place, whether all was as expected, and if not what was not.

    `error` is the fault in the engine that ended it, if it was none of the scenario's own.
    """

    name: str
    pack: str
    span: Span
    ok: bool
    message: str = ""
    error: Exception | None = None


@dataclass(slots=True)
class _Run:
    """A scenario under way: its table and what has gone wrong so far, with its place."""

    table: Table
    faults: list[Diagnostic] = field(default_factory=list)
    places: dict[str, Span] = field(default_factory=dict)
    acted: bool = False
    laid: bool = False


def run_scenario(
    scenario: Scenario,
    ruleset: Ruleset,
    trials: Trials,
    procedures: Mapping[str, Callable[..., Any]],
    telling: Telling,
) -> Outcome:
    """Run a scenario by rules in which its words are known, and say what became of it; `telling` is
    what the events of its system can be. Never raises.
    """
    error: Exception | None = None
    faults: list[Diagnostic] = []
    place: Span = scenario.span
    try:
        run = _Run(_table(scenario, ruleset, trials, procedures), faults)
        run.table.telling = telling
        for line in scenario.lines:
            place = line.span
            _one(run, line)
        _refused(run, place)
        faults += _left_over(run.table, scenario)
    except RulesError as fault:
        faults += [one if one.span is not None else replace(one, span=place) for one in fault.diagnostics]
    except RecursionError as fault:
        faults += circle_of(fault).diagnostics
    except Exception as fault:
        error = fault
        faults.append(Diagnostic(f"the engine failed: {type(fault).__name__}: {fault}", place))
    head = f'{scenario.span}: scenario "{scenario.name}" does not hold'
    message = "\n".join((head, *map(str, faults))) if faults else ""
    return Outcome(scenario.name, scenario.pack, scenario.span, not faults, message, error)


def _table(
    scenario: Scenario, ruleset: Ruleset, trials: Trials, procedures: Mapping[str, Callable[..., Any]]
) -> Table:
    placed = [line.owner for line in scenario.lines if isinstance(line, Placing)]
    players = sorted({*PLAYERS, *placed})
    dice = ToldDice(SeededDice(_SEED))
    game = trials.table(ruleset, dice, players)
    game.events = []
    begin_clock(game)
    dice.owners.update({name: name for name in game.players})
    return Table(game, trials, procedures, dice)


# -- lines -----------------------------------------------------------------------------------------


def _one(run: _Run, line: ScriptLine) -> None:
    if isinstance(line, (*_EXPECTATIONS, Act)) and not run.laid:
        run.faults += faults_of(run.table, run.places)
        run.laid = True
    if isinstance(line, _EXPECTATIONS):
        _expect(run, line)
    elif isinstance(line, Act):
        _act(run, line)
    else:
        _refused(run, line.span)
        if isinstance(line, Placing):
            run.places[line.name] = line.span
        _set(run.table, line)


def _act(run: _Run, line: Act) -> None:
    _refused(run, line.span)
    if not run.acted:
        run.table.begin()
    run.acted = True
    run.table.act(line)


def _expect(run: _Run, line: ExpectNumber | ExpectThat | ExpectChance | ExpectEvent | ExpectRefusal) -> None:
    if not isinstance(line, ExpectRefusal):
        _refused(run, line.span)
    run.acted = False
    wrong = check(run.table, line)
    if wrong:
        text = "\n".join(f"   {one}" for one in wrong)
        run.faults.append(Diagnostic(f"expect {line.said}\n{text}", line.span))


def _refused(run: _Run, place: Span) -> None:
    """What was refused and not expected is a fault."""
    for refusal in run.table.refusals:
        run.faults.append(Diagnostic(f"what is done above is refused: {refusal}", place))
    run.table.refusals.clear()


Setting = (
    Field | Layout | Plot | Placing | Ground | Seed | Moment | DiceTold | AnswerTold | Christening | Given
)


def _set(table: Table, line: Setting) -> None:
    match line:
        case Field():
            lay_field(table, line)
        case Layout():
            lay_map(table, line)
        case Plot():
            lay_plot(table, line)
        case Ground():
            lay_ground(table, line)
        case Placing():
            _place(table, line)
        case Seed():
            table.dice.beyond = SeededDice(line.number)
        case Moment():
            set_clock(table.game, line.node, line.player, dict(line.counts))
        case DiceTold():
            table.dice.tell(line.roll, line.of, line.faces, every=line.every)
        case AnswerTold():
            table.answers.told.append(line)
        case Christening():
            christen(table, line)
        case Given():
            table.take_for_granted(line)
        case _:
            assert_never(line)


def _place(table: Table, line: Placing) -> None:
    game = table.game
    if (line.at is not None or line.spots) and not game.width:
        raise no_table(line.span)
    unit: Unit = table.trials.put(game, enlist(game.ruleset, line))
    table.name(line.name, unit)


# -- what is left over -----------------------------------------------------------------------------


def _left_over(table: Table, scenario: Scenario) -> list[Diagnostic]:
    dice = {line.roll: line.span for line in scenario.lines if isinstance(line, DiceTold)}
    faults = []
    for key, faces in table.dice.left().items():
        roll = key.rpartition(":")[2]
        if key in table.dice.every and _is_roll(table, roll.partition("/")[0]):
            continue
        hint = did_you_mean(roll, table.dice.rolled) or _known("rolled", table.dice.rolled)
        shown = " ".join(map(str, faces))
        faults.append(Diagnostic(f"dice {roll} {shown} were never rolled", dice.get(roll), hint=hint))
    for line in table.answers.told:
        asked = [one.kind for one in table.answers.asked]
        hint = did_you_mean(line.kind, asked) or _known("asked", asked)
        of = f" of {line.of}" if line.of else ""
        faults.append(Diagnostic(f'answer "{line.kind}"{of} was never asked for', line.span, hint=hint))
    return faults


def _is_roll(table: Table, name: str) -> bool:
    """Whether the game knows a roll of that name: what all its dice show does not say that it is made."""
    rules = table.game.ruleset
    return name in rules.rolls or name in rules.signatures.rolls


def _known(done: str, names: list[str]) -> str:
    return f"{done}: {', '.join(sorted(set(names))) or 'nothing'}"
