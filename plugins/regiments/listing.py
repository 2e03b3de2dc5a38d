"""Army lists with points as text, read and printed: a header with the army's name, one line a unit, the
total at the end.

Empire of Sonnstahl
    335 - Marshal, Battle Standard Bearer and Imperial Authority, Great Griffon, Halberd, Winter Cloak
    386 - 23 Imperial Guard, Great Weapon, Standard Bearer (Stalker's Standard)
    721

    50 - with War Chief, Ember Ward

A line that begins with `with` is somebody who joins the unit of the line before from the start, in games
that have such. The army's size is the next round number of points (a multiple of the constant
`army-size-step`), unless the header says otherwise (`Empire of Sonnstahl, 3800 points`). Blank lines and
lines that start with `#` are passed over. Every fault of a text is reported with its line; none of them is a
Python error. Source: T9A rulebook, Battle Preparations 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tercio.kernel.decl import Group, UnitEntry
from tercio.kernel.errors import Diagnostic, RulesError, did_you_mean
from tercio.kernel.roster import ITEM, Entry, Pick, Roster, Shelf, check, fit, phrases, shelf_of
from tercio.kernel.roster.choices import options_in
from tercio.kernel.roster.shelf import MARGIN
from tercio.kernel.ruleset import Ruleset
from tercio.kernel.source import Span

SIZE_STEP = "army-size-step"
"""Armies are agreed on in round sizes; a list that names none is taken to be for the next of them."""

JOINS = "joins"
"""The word of an entry whose model may join a unit from the start."""

_ENTRY = re.compile(r"\s*(\d{1,6})\s*[-\u2013\u2014]\s*(with\s+)?(?:(\d{1,4})\s+)?(?=\S)", re.ASCII)
_TOTAL = re.compile(r"\s*(\d{1,6})\s*(?:points|pts)?\s*", re.ASCII)
_HEADER = re.compile(r"(.*?)\s*(?:,\s*(\d{1,6})\s*(?:points|pts)\s*)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    text: str

    def span(self, file: str, start: int = 0, end: int = 0) -> Span:
        return Span(file, self.number, start + 1, end + 1 if end else 0)


def _lines(text: str) -> list[_Line]:
    rows = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    numbered = (_Line(number, row.rstrip()) for number, row in enumerate(rows, 1))
    return [line for line in numbered if line.text.strip() and not line.text.lstrip().startswith("#")]


def header_of(text: str, file: str) -> tuple[str, int | None, Span]:
    """Return the army's name, the size if the header gives one, and its place. Raises RulesError for an
    empty text.
    """
    lines = _lines(text)
    if not lines:
        hint = "the first line is the army's name, then one line a unit: 335 - Marshal, General"
        raise RulesError(Diagnostic("the list is empty", Span(file, 1), hint=hint))
    match = _HEADER.fullmatch(lines[0].text.strip())
    name, size = (match[1], match[2]) if match else (lines[0].text.strip(), None)
    return name, int(size) if size else None, lines[0].span(file)


def read(ruleset: Ruleset, text: str, file: str = "<list>") -> tuple[Roster, list[Diagnostic]]:
    """Return a list as far as it can be understood, with the faults of its text (not yet those of `check`).

    Raises RulesError if it names no army of the packs in use.
    """
    name, size, place = header_of(text, file)
    lines = _lines(text)
    try:
        shelf = shelf_of(ruleset, name)
    except RulesError as error:
        raise RulesError(
            [replace(d, span=place, line_text=lines[0].text) for d in error.diagnostics]
        ) from error
    faults: list[Diagnostic] = []
    total, rows = _total_of(lines[1:])
    entries = [entry for line in rows if (entry := _entry(shelf, line, file, faults)) is not None]
    if not rows:
        faults.append(
            Diagnostic("the list has no units", place, hint="write one line a unit: 335 - Marshal, General")
        )
    points = total if total is not None else sum(entry.cost or 0 for entry in entries)
    where = replace(place, line=lines[-1].number) if total is not None else place
    return Roster(name, size or _size_for(shelf, points), tuple(entries), total, where), faults


def read_list(ruleset: Ruleset, text: str, file: str = "<list>") -> Roster:
    """Return a legal list. Raises RulesError with every fault of its text and against its army book."""
    roster, faults = read(ruleset, text, file)
    lines = text.split("\n")
    faults += [_with_line(fault, lines) for fault in check(ruleset, roster)]
    if faults:
        raise RulesError(sorted(faults, key=lambda one: one.span.line if one.span else 0))
    return roster


def _with_line(fault: Diagnostic, lines: list[str]) -> Diagnostic:
    if fault.span is None or fault.line_text or not 0 < fault.span.line <= len(lines):
        return fault
    return replace(fault, line_text=lines[fault.span.line - 1].rstrip())


def _total_of(lines: list[_Line]) -> tuple[int | None, list[_Line]]:
    match = _TOTAL.fullmatch(lines[-1].text) if lines else None
    return (int(match[1]), lines[:-1]) if match else (None, lines)


def _size_for(shelf: Shelf, points: int) -> int:
    step = shelf.constant(SIZE_STEP) or 1
    size = max(step, -(-points // step) * step)
    margin = shelf.constant(MARGIN)
    return size if margin is None or points >= size - margin else max(points, 1)


def _entry(shelf: Shelf, line: _Line, file: str, faults: list[Diagnostic]) -> Entry | None:
    match = _ENTRY.match(line.text)
    if match is None:
        hint = "write points, a dash, models if more than one, and the unit: 386 - 23 Imperial Guard"
        faults.append(Diagnostic("this is no unit of a list", line.span(file), line.text, hint))
        return None
    faults += _parentheses(line, file)
    start = match.end()
    unit, after = _unit(shelf, line, start)
    if unit is None:
        end = next((p.end for p in phrases(line.text, start, len(line.text))), len(line.text))
        name = line.text[start:end]
        hint = did_you_mean(name.partition(" (")[0], shelf.units)
        faults.append(
            Diagnostic(
                f'{shelf.army.name} has no unit "{name}"', line.span(file, start, end), line.text, hint
            )
        )
        return None
    models = int(match[3]) if match[3] else unit.size[0]
    place = line.span(file, start, start + len(unit.name))
    if match[2] and not any(word == JOINS for word, _ in unit.words):
        faults.append(Diagnostic(f"{unit.name} joins no unit from the start", place, line.text))
    entry = Entry(unit.name, models, (), int(match[1]), place, line.text, bool(match[2]))
    return replace(
        entry,
        picks=fit(shelf, unit, entry, after, faults)
        if after < len(line.text)
        else _silent(shelf, unit, entry),
    )


def _silent(shelf: Shelf, unit: UnitEntry, entry: Entry) -> tuple[Pick, ...]:
    return fit(shelf, unit, replace(entry, text=""), 0, [])


def _parentheses(line: _Line, file: str) -> Iterator[Diagnostic]:
    opened: list[int] = []
    for column, letter in enumerate(line.text):
        if letter == "(":
            opened.append(column)
        elif letter == ")" and opened:
            opened.pop()
        elif letter == ")":
            yield Diagnostic(
                "nothing is opened that this closes", line.span(file, column, column + 1), line.text
            )
    for column in opened:
        yield Diagnostic(
            "this is never closed", line.span(file, column, column + 1), line.text, "a `)` is missing"
        )


def _unit(shelf: Shelf, line: _Line, start: int) -> tuple[UnitEntry | None, int]:
    """Return the entry that a line begins with and where its options begin; the longest name that fits
    counts.
    """
    row = phrases(line.text, start, len(line.text))
    for last in reversed(row[:4]):
        name = line.text[start : last.end]
        if name in shelf.units:
            rest = line.text.find(",", last.end)
            return shelf.units[name], len(line.text) if rest < 0 else rest + 1
    return None, start


# -- printing --------------------------------------------------------------------------------------


def show(ruleset: Ruleset, roster: Roster) -> str:
    """Return a list as text; reading it gives the same roster again."""
    shelf = shelf_of(ruleset, roster.army)
    points = roster.total if roster.total is not None else sum(entry.cost or 0 for entry in roster.entries)
    header = (
        roster.army if roster.size == _size_for(shelf, points) else f"{roster.army}, {roster.size} points"
    )
    rows = [_shown_entry(shelf, entry) for entry in roster.entries]
    return "\n".join([header, *rows, *([str(roster.total)] if roster.total is not None else [])]) + "\n"


def _shown_entry(shelf: Shelf, entry: Entry) -> str:
    unit = shelf.units[entry.name]
    models = f"{entry.models} " if unit.size != (1, 1) else ""
    names = _shown(shelf, unit.groups, entry.picks, top=True)
    joins = "with " if entry.joins else ""
    return f"{entry.cost or 0} - {joins}{models}{', '.join([entry.name, *names])}"


def _shown(shelf: Shelf, groups: tuple[Group, ...], picks: tuple[Pick, ...], top: bool = False) -> list[str]:
    """Return the phrases of a level in the order in which things were chosen; what an item enchants is
    named at the top.
    """
    silent = {option.name for _, option in options_in(groups) if option.silent}
    found: list[str] = []
    enchanted: dict[str, int] = {}
    for pick in picks:
        if pick.name in silent:
            continue
        text = _phrase(shelf, groups, pick)
        if not top or pick.kind != ITEM or pick.on not in shelf.weapons:
            found.append(text)
        elif pick.on in enchanted:
            at = enchanted[pick.on]
            found[at] = f"{found[at][:-1]}, {text})"
        else:
            enchanted[pick.on] = len(found)
            found.append(f"{pick.on} ({text})")
    return found


def _phrase(shelf: Shelf, groups: tuple[Group, ...], pick: Pick) -> str:
    below: list[str] = []
    if pick.kind == ITEM:
        ware = shelf.wares.get(pick.name)
        below = [*(ware.aims if ware else ()), *_shown(shelf, ware.option.groups if ware else (), pick.below)]
    else:
        for _, option in options_in(groups):
            if option.name == pick.name:
                mount = shelf.mount_of(option)
                below = _shown(shelf, (*option.groups, *(mount.groups if mount else ())), pick.below)
                break
    times = f"{pick.count}x " if pick.count > 1 else ""
    return f"{times}{pick.name} ({', '.join(below)})" if below else f"{times}{pick.name}"
