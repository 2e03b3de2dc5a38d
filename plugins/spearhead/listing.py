"""An army of Spearhead as players name it: by its name, or in a few lines.

    Sentinels of Embergard
    Regiment ability: Close-Quarters Drill
    Enhancement: Throwing Knives

The first line is the army; the other two may be left out and are then picked as the battle begins. Case does
not matter. Lines that begin with # are notes. Source: battlepack, 1.1 to 1.4.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from tercio.kernel.decl import Army, Item, UnitEntry
from tercio.kernel.errors import Diagnostic, RulesError, did_you_mean
from tercio.kernel.naming import slug
from tercio.kernel.roster import Entry, Pick, Roster
from tercio.kernel.ruleset import Ruleset
from tercio.kernel.source import Span

REGIMENT_ABILITY, ENHANCEMENT = "regiment-ability", "enhancement"
_CHOICES = {"regiment ability": REGIMENT_ABILITY, "enhancement": ENHANCEMENT}
_HINT = "the first line is the army's name; then perhaps `Regiment ability: ...` and `Enhancement: ...`"
_CHOICE = re.compile(r"\s*([\w -]+?)\s*:\s*(.*?)\s*")


@dataclass(frozen=True, slots=True)
class Line:
    """What a line of a list says: the text, where it stands, and the line as it is written."""

    text: str
    span: Span
    whole: str


@dataclass(slots=True)
class Written:
    """A list as it is written: the army, and by kind (`regiment-ability`, `enhancement`) what is chosen."""

    army: str
    line: Line
    choices: dict[str, Line] = field(default_factory=dict)
    faults: list[Diagnostic] = field(default_factory=list)


def written_in(text: str, file: str) -> Written:
    """Return a list as it is written. Raises RulesError for an empty one."""
    lines = [
        Line(row.strip(), Span(file, number, len(row) - len(row.lstrip()) + 1), row.rstrip())
        for number, row in enumerate(text.removeprefix("\ufeff").splitlines(), 1)
        if row.strip() and not row.lstrip().startswith("#")
    ]
    if not lines:
        raise RulesError(Diagnostic("the list is empty", Span(file, 1), hint=_HINT))
    written = Written(lines[0].text.strip("\"'"), lines[0])
    for line in lines[1:]:
        _read(written, line)
    return written


def _read(written: Written, line: Line) -> None:
    match = _CHOICE.fullmatch(line.text)
    word = match[1].lower().replace("-", " ") if match else line.text
    kind = _CHOICES.get(word)
    if match is None or kind is None:
        hint = did_you_mean(word, _CHOICES) or _HINT
        written.faults.append(Diagnostic("this says nothing of an army", line.span, line.whole, hint))
    elif kind in written.choices:
        written.faults.append(Diagnostic(f"the {word} stands here twice", line.span, line.whole))
    else:
        start = line.whole.index(match[2], line.whole.index(":")) if match[2] else len(line.whole)
        span = Span(line.span.file, line.span.line, start + 1)
        written.choices[kind] = Line(match[2].strip("\"'"), span, line.whole)


def read_list(ruleset: Ruleset, text: str, file: str) -> Roster:
    """Return a list, checked against its army. Raises RulesError with every fault.

    The units are those of the army, as often as it has them; what is chosen hangs on the general.
    """
    written = written_in(text, file)
    army = _army_of(ruleset, written)
    picks = [pick for kind in _CHOICES.values() if (pick := _pick(ruleset, army, kind, written)) is not None]
    if written.faults:
        raise RulesError(written.faults)
    entries = [
        Entry(unit.name, models_in(unit), tuple(picks) if is_general(unit) else (), 0)
        for unit in units_of(ruleset, army.name)
        for _ in range(copies_of(unit))
    ]
    return Roster(army.name, 0, tuple(entries), span=written.line.span)


def _army_of(ruleset: Ruleset, written: Written) -> Army:
    armies = {slug(name): army for name, army in ruleset.of_kind(Army).items()}
    army = armies.get(slug(written.army))
    if army is None:
        known = [one.name for one in armies.values()]
        message = f'no army "{written.army}"; known: {", ".join(known) or "none"}'
        hint = did_you_mean(written.army, known)
        raise RulesError(Diagnostic(message, written.line.span, written.line.whole, hint))
    return army


def _pick(ruleset: Ruleset, army: Army, kind: str, written: Written) -> Pick | None:
    line = written.choices.get(kind)
    if line is None:
        return None
    known = {item.name.lower(): item.name for item in choices_of(ruleset, army.name, kind)}
    name = known.get(line.text.lower())
    if name is None:
        words = kind.replace("-", " ")
        hint = did_you_mean(line.text, known.values()) or f"known: {', '.join(known.values())}"
        message = f'{army.name} has no {words} "{line.text}"'
        written.faults.append(Diagnostic(message, line.span, line.whole, hint))
        return None
    return Pick(name, kind, span=line.span)


# -- what an army has ------------------------------------------------------------------------------


def units_of(ruleset: Ruleset, army: str) -> list[UnitEntry]:
    """Return the warscrolls of an army in order."""
    return _of(ruleset, lambda one: isinstance(one, UnitEntry) and one.army == army)


def choices_of(ruleset: Ruleset, army: str, kind: str) -> list[Item]:
    """Return the regiment abilities or enhancements of an army, in order."""
    pack = ruleset.get(Army, army).pack
    return _of(ruleset, lambda one: isinstance(one, Item) and kind in one.lists and one.pack == pack)


def _of(ruleset: Ruleset, wanted: Callable[[object], bool]) -> list:  # type: ignore[type-arg]
    return [one for one in ruleset.declarations if wanted(one)]


def words_of(unit: UnitEntry, word: str) -> Iterable[str]:
    """Yield what a warscroll says behind a word of the system, as it is written."""
    return (text for known, text in unit.words if known == word)


def copies_of(unit: UnitEntry) -> int:
    """Return how many units of a warscroll its army has."""
    return next((int(text) for text in words_of(unit, "copies")), 1)


def is_general(unit: UnitEntry) -> bool:
    """Whether a warscroll is that of the general."""
    return any(True for _ in words_of(unit, "general"))


def models_in(unit: UnitEntry) -> int:
    """Return how many models a unit of a warscroll begins with."""
    return unit.size[0]
