"""Units of scenarios, bound to their army books: the entry by name, and what is taken as a list would write
it.

A scenario's unit need not be legal: it may leave out what a list must have. What the book does not know is a
fault with the line that names it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from ..decl import Army, UnitEntry
from ..decl.scenario import Placing, Taken
from ..errors import Diagnostic, RulesError, did_you_mean
from ..roster import Bound, Entry, Shelf, fit, shelf_of
from ..roster.choices import bind
from ..roster.counting import tally
from ..roster.points import cost_of
from ..ruleset import Ruleset
from ..source import Span
from .system import Enlisted

MODELS = "models"
Spans = list[tuple[int, int, Span]]


def enlist(ruleset: Ruleset, placing: Placing) -> Enlisted:
    """Return a scenario's unit with its choices and points. Raises RulesError with every fault."""
    shelf = shelf_of(ruleset, _army_of(ruleset, placing))
    unit = shelf.units[placing.entry]
    bound, faults = bind_entry(shelf, unit, _models(placing, unit), placing.takes, placing.span)
    if faults:
        raise RulesError(faults)
    counted = tally([bound])
    return Enlisted(placing, shelf, bound, cost_of(bound, counted, 0))


def _models(placing: Placing, unit: UnitEntry) -> int:
    told = dict(placing.settings).get(MODELS)
    return int(told.value) if told is not None else len(placing.spots) or unit.size[0]


def settings_of(placing: Placing, known: Sequence[str]) -> dict[str, int]:
    """Return the numbers that stand behind a scenario's unit, by word. Raises RulesError for a word that is
    not known, and for a number that is not whole or below 1.
    """
    found: dict[str, int] = {}
    for word, number in placing.settings:
        if word not in known:
            hint = did_you_mean(word, known) or f"known: {', '.join(known)}"
            raise RulesError(Diagnostic(f'a unit has no "{word}"', placing.span, hint=hint))
        if number.value < 1 or number.unit or number.value != int(number.value):
            raise RulesError(Diagnostic(f"{word} is a whole number of at least 1", placing.span))
        found[word] = int(number.value)
    return found


def _army_of(ruleset: Ruleset, placing: Placing) -> str:
    """Return the army whose entry is meant. Raises RulesError if none or several have one of that name."""
    entries = [d for d in ruleset.declarations if isinstance(d, UnitEntry) and not d.is_mount]
    armies = [one.army for one in entries if one.name == placing.entry]
    if placing.army:
        if placing.army in armies:
            return placing.army
        hint = did_you_mean(placing.army, [d.name for d in ruleset.declarations if isinstance(d, Army)])
        raise RulesError(
            Diagnostic(f'"{placing.army}" has no unit "{placing.entry}"', placing.span, hint=hint)
        )
    if len(armies) == 1:
        return armies[0]
    if not armies:
        hint = did_you_mean(placing.entry, [one.name for one in entries])
        raise RulesError(Diagnostic(f'no army has a unit "{placing.entry}"', placing.span, hint=hint))
    hint = f'write: unit "{placing.entry}" from "{armies[0]}" as ...'
    raise RulesError(Diagnostic(f"{' and '.join(armies)} have a unit of that name", placing.span, hint=hint))


def bind_entry(
    shelf: Shelf, unit: UnitEntry, models: int, takes: Iterable[Taken], place: Span
) -> tuple[Bound, list[Diagnostic]]:
    """Return an entry with what is taken for it, and the faults of what is taken."""
    spans: Spans = []
    text = f"{unit.name}, "
    text += _row(takes, len(text), spans)
    faults: list[Diagnostic] = []
    entry = Entry(unit.name, models, text=text, span=place)
    picks = fit(shelf, unit, entry, len(unit.name) + 2, faults) if spans else ()
    bound = bind(shelf, Entry(unit.name, models, picks, span=place), unit, faults)
    return bound, [_placed(fault, spans, place) for fault in faults]


def _row(takes: Iterable[Taken], start: int, spans: Spans) -> str:
    """Return what is taken as a written list has it, noting which columns (from 0) belong to which line."""
    text = ""
    for taken in takes:
        begin = start + len(text) + (2 if text else 0)
        times = f"{taken.count}x " if taken.count > 1 else ""
        text += f"{', ' if text else ''}{times}{taken.name}"
        spans.append((begin, begin + len(times) + len(taken.name), taken.span))
        if taken.below:
            text += f" ({_row(taken.below, start + len(text) + 2, spans)})"
    return text


def _placed(fault: Diagnostic, spans: Spans, place: Span) -> Diagnostic:
    column = fault.span.column - 1 if fault.span is not None else -1
    found = next(_over(spans, column), place)
    return replace(fault, span=found, line_text="")


def _over(spans: Spans, column: int) -> Iterator[Span]:
    yield from (span for start, end, span in spans if start <= column < end)
