"""What may be asked: two units against each other, a charge, a spell, a roll."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from tercio.kernel.decl.expr import DiceAmount
from tercio.kernel.errors import Diagnostic, RulesError
from tercio.kernel.ledger import Step as Line
from tercio.kernel.ledger import show_dice
from tercio.kernel.odds.amounts import of_dice
from tercio.kernel.odds.course import ATTACKS, BUDGET, SAMPLES, UNSAVED, Course, course
from tercio.kernel.odds.duel import Casting, Castings, Charges, Duels, Meeting, Throw
from tercio.kernel.odds.sources import Sources, open_ledgers, sources

from .forces import field_of, read
from .report import Chance, Entry, Group, Quantity, Report, Source

if TYPE_CHECKING:
    from tercio.dsl.desk import Desk
    from tercio.kernel.ruleset import Ruleset
    from tercio.kernel.state import Unit

Overlays = Sequence[Any]
APART: Final = 12.0
"""Inches between one who shoots and the other, if nothing is said."""

# -- two units -------------------------------------------------------------------------------------


def versus(
    desk: Desk,
    one: str,
    other: str,
    *,
    meeting: Meeting = Meeting.FIGHT,
    apart: float = APART,
    system: str = "",
    over: Overlays = (),
    budget: int = BUDGET,
    samples: int = SAMPLES,
) -> Report:
    """Return the odds of two units that meet, each named as a list would (`24 Pikes, Shields`); who shoots
    stands so many inches `apart`. Beyond `budget` outcomes they are played `samples` times. Raises RulesError
    for units or options that no book has.
    """
    field = field_of(desk, [read(one), read(other)], system, over)
    if not isinstance(field.trials, Duels):
        raise RulesError(f"the game {field.trials.system!r} cannot set two units against each other yet")
    open_ledgers(field.game)
    duel = field.trials.duel(field.game, *field.units, meeting, apart)
    behind = sources(duel)
    duel.game.events = duel.game.ledgers = None
    found = course(duel, budget, samples)
    names = _names(field.units)
    groups = [Group(names[unit.id], list(_of_unit(found, unit.id, _stops(behind)))) for unit in field.units]
    told = {Meeting.FIGHT: "against", Meeting.CHARGE: "charge", Meeting.SHOT: "shoot at"}[meeting]
    title = f"{one} {told} {other}" + (f' from {apart:g}"' if meeting is Meeting.SHOT else ", one round")
    notes = [f"played {found.samples} times, since {found.why}"] if found.samples else []
    return Report(title, groups, [*notes, *_needed(behind)], list(_sources(behind, field.game.ruleset)))


def _names(units: Sequence[Unit]) -> dict[int, str]:
    first, second = units
    again = " (2)" if first.name == second.name else ""
    return {first.id: first.name, second.id: second.name + again}


def _of_unit(found: Course, unit: int, stops: frozenset[str]) -> Iterator[Entry]:
    for (whose, what), chance in found.chances.items():
        if whose == unit:
            yield Chance(what, chance, found.samples)
    steps = [step for whose, step in found.totals if whose == unit]
    for step in steps:
        when = f" at {step}" if len(steps) > 1 else ""
        for name, number in found.totals[unit, step].items():
            yield Quantity(f"{_told(name, stops)}{when}", number, found.samples)
    for (whose, what), number in found.counts.items():
        if whose == unit:
            yield Quantity(what.replace("_", " "), number, found.samples)


def _told(roll: str, stops: frozenset[str]) -> str:
    """Return what passes a roll, in the plural: `to-hit` -> `hits`; of a save what is left behind it."""
    if roll in stops:
        return f"left after {roll}"
    noun = roll.removeprefix("to-").removesuffix("-roll").replace("-", " ")
    return noun if noun in (ATTACKS, UNSAVED) else f"{noun}s"


def _stops(behind: Sources) -> frozenset[str]:
    """Return the rolls that stop an attack when they pass."""
    sequences = [sequence for sequence, _ in behind.needed.values()]
    return frozenset(stage.roll for sequence in sequences for stage in sequence.stages if stage.stops)


def _needed(behind: Sources) -> Iterator[str]:
    """Yield what the attacks of each kind need, and where their sequence is declared."""
    for blow, (sequence, needed) in behind.needed.items():
        numbers = ", ".join(f"{roll} {number}+" for roll, number in needed.items())
        where = ", ".join(filter(None, (sequence.pack, str(sequence.cite or ""))))
        yield f"{blow}: {numbers} ({where})" if where else f"{blow}: {numbers}"


def _sources(behind: Sources, ruleset: Ruleset) -> Iterator[Source]:
    by_rule: dict[str, list[tuple[str, Line]]] = {}
    for (name, rule), line in behind.rules.items():
        by_rule.setdefault(rule, []).append((name, line))
    for rule, lines in by_rule.items():
        changed = tuple(f"{name} {line.did}" if line.did not in name else name for name, line in lines)
        yield Source(rule, changed, *_where(rule, lines[0][1], ruleset))


def _where(rule: str, line: Line, ruleset: Ruleset) -> tuple[str, str]:
    """Return where a rule is declared and printed: what a weapon does by itself where the weapon is."""
    if line.pack:
        return line.pack, line.cite
    found = next((one for one in ruleset.declarations if one.name == rule), None)
    return (found.pack, str(found.cite or "")) if found is not None else ("", "")


# -- single rolls ----------------------------------------------------------------------------------


def charge(
    desk: Desk,
    distance: float,
    speed: int | None = None,
    *,
    extra: int = 0,
    system: str = "",
    over: Overlays = (),
) -> Report:
    """Return the odds of a charge over so many inches, Maximised `extra` times (negative: Minimised). Without
    a game named it is one in which charges hang on speed, if that is told, else one in which they do not.
    Raises RulesError if a game needs to know it, or knows none.
    """

    def suits(trials: Any) -> bool:
        return isinstance(trials, Charges) and trials.charges_by_speed == (speed is not None)

    named: Any = desk.host.trials.get(system)
    if isinstance(named, Charges) and not suits(named):
        hint = "write: --speed 5" if named.charges_by_speed else "leave --speed out"
        hang = "hang" if named.charges_by_speed else "do not hang"
        raise RulesError(Diagnostic(f"charges of {system} {hang} on the speed of a unit", hint=hint))
    name = _offering(desk, suits, system, over, "charges")
    trials: Any = desk.host.trials[name]
    throw = trials.charge_odds(desk.rules(name, over=over), distance, speed or 0, extra)
    return _of_throw(f'a charge of {distance:g}"', "charge succeeds", throw, name)


def casting(desk: Desk, asked: Casting, *, system: str = "", over: Overlays = ()) -> Report:
    """Return the odds of a spell that is cast and not stopped."""
    name = _offering(desk, lambda trials: isinstance(trials, Castings), system, over, "spells")
    trials: Any = desk.host.trials[name]
    throw = trials.casting_odds(desk.rules(name, over=over), asked)
    bound = "bound " if asked.bound else ""
    title = f"a {bound}spell of {asked.needed}+ with {asked.dice} dice"
    if asked.stopping:
        title += f", against {asked.stopping}"
    return _of_throw(title, "spell is cast", throw, name)


def _offering(desk: Desk, suits: Callable[[Any], bool], system: str, over: Overlays, what: str) -> str:
    """Return the game that is asked: the one named or of the overlays, else the first that can answer."""
    named = system or _system_of(desk, over)
    if named:
        desk.host.system(named)
    for name in [named] if named else list(desk.host.systems):
        if suits(desk.host.trials.get(name)):
            return name
    raise RulesError(f"odds of {what} are not worked out for {named or 'any game'}")


def _system_of(desk: Desk, over: Overlays) -> str:
    """Return the game that overlays are of; "" for what says none by itself, as a constant with its value."""
    from tercio.dsl.loader import system_of

    for one in over:
        with suppress(RulesError):
            return system_of(desk.loader.load([one]))
    return ""


def _of_throw(title: str, success: str, throw: Throw, system: str) -> Report:
    entries: list[Entry] = [Chance(success, throw.chance)]
    entries += [Chance(name, chance) for name, chance in throw.also.items()]
    entries.append(Quantity(throw.name, throw.total))
    if throw.against is not None:
        entries.append(Quantity(f"roll against the {throw.name}", throw.against))
    return Report(title, [Group("", entries)], [f"{throw.made_of}, by the rules of {system}"])


# -- dice ------------------------------------------------------------------------------------------

_DICE: Final = re.compile(r"(\d*)\s*d\s*(\d+)\s*([+-]\s*\d+)?", re.IGNORECASE)
_SHAPES: Final = {"maximised": 1, "minimised": -1, "maximized": 1, "minimized": -1}
MOST: Final = 10_000
"""The most dice, and the most sides, of a roll that is asked."""


def roll(text: str) -> Report:
    """Return the odds of dice as rules write them: `2D6+1`, `maximised D6`, `2D6 maximised`. Raises
    RulesError for anything else.
    """
    dice = read_dice(text)
    return Report(show_dice(dice), [Group("", [Quantity("total", of_dice(dice))])])


def read_dice(text: str) -> DiceAmount:
    """Return the dice that a text writes. Raises RulesError if it does not write any."""
    extra, left = 0, []
    for word in text.split():
        if word.lower() in _SHAPES:
            extra += _SHAPES[word.lower()]
        else:
            left.append(word)
    found = _DICE.fullmatch(" ".join(left))
    count, sides = (int(found[1] or 1), int(found[2])) if found else (0, 0)
    if found is None or not (1 <= sides <= MOST and 1 <= count <= MOST):
        raise RulesError(Diagnostic(f'"{text}" is no roll', hint="write: 2D6+1, D3, maximised 2D6"))
    return DiceAmount(count, sides, int((found[3] or "0").replace(" ", "")), extra)
