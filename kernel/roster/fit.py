"""Names behind a unit in a written list, found in its book: options, items, what items go on, spells.

A written list is a row of phrases, parted by commas, each of which may have a row of its own in
parentheses. Names may hold commas and parentheses themselves (`Fae Miasma, Scout, Exclusive (Grey
Watchers)`), so the longest run of phrases that the book knows is taken. What stands in parentheses is
sought below what stands before them; what the level does not know is sought below options already taken, as
some lists print it flat.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from ..decl import Group, UnitEntry
from ..errors import Diagnostic, did_you_mean
from ..source import Span
from .choices import groups_in, options_in, slots_in
from .model import ITEM, SPELL, Entry, Pick
from .shelf import Shelf

_TIMES = re.compile(r"(\d{1,3})x\s+(?=\S)", re.ASCII)
_LONGEST = 8
"""Phrases that one name may be made of."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A stretch of a line from `start` to `end` (columns from 0), as written."""

    text: str
    start: int
    end: int


@dataclass(slots=True)
class Level:
    """What may be named in one place: groups, spells, and the picks found so far, each with its level
    below.
    """

    groups: tuple[Group, ...]
    spells: tuple[str, ...] = ()
    picks: list[Pick] = field(default_factory=list)
    below: list[Level | None] = field(default_factory=list)

    def add(self, pick: Pick, level: Level | None = None) -> None:
        """Take a pick with the level that opens below it."""
        self.picks.append(pick)
        self.below.append(level)

    def finished(self) -> tuple[Pick, ...]:
        """Return the picks with what was found below each."""
        pairs = zip(self.picks, self.below, strict=True)
        return tuple(replace(pick, below=level.finished()) if level else pick for pick, level in pairs)


def phrases(line: str, start: int, end: int) -> list[Phrase]:
    """Return the phrases of a stretch of a line, parted by commas outside parentheses, trimmed."""
    found, depth, begin = [], 0, start
    for i in range(start, end + 1):
        letter = line[i] if i < end else ","
        if letter == "," and (depth <= 0 or i == end):
            found.append(_trimmed(line, begin, i))
            begin = i + 1
        depth += (letter == "(") - (letter == ")")
    return found


def _trimmed(line: str, start: int, end: int) -> Phrase:
    while start < end and line[start].isspace():
        start += 1
    while end > start and line[end - 1].isspace():
        end -= 1
    return Phrase(line[start:end], start, end)


def fit(
    shelf: Shelf, unit: UnitEntry, entry: Entry, start: int, faults: list[Diagnostic]
) -> tuple[Pick, ...]:
    """Return the picks that `entry.text` names from column `start` (from 0) on; faults are added to
    `faults`.
    """
    top = Level(unit.groups, _spells_of(unit))
    fitter = _Fitter(shelf, entry, faults)
    fitter.row(top, phrases(entry.text, start, len(entry.text)))
    return _with_silent(top).finished()


def _spells_of(unit: UnitEntry) -> tuple[str, ...]:
    return tuple(name for grant in unit.grants if grant.what == "spells" for name in grant.words)


def _with_silent(top: Level) -> Level:
    """Take options that lists never print where their group has to be chosen from and nothing of it is."""
    for *_, group in groups_in(top.groups):
        silent = next((option for option in group.options if option.silent), None)
        taken = any(pick.name == option.name for pick in top.picks for option in group.options)
        if silent is not None and group.at_least and not taken:
            top.add(Pick(silent.name))
    return top


@dataclass(slots=True)
class _Fitter:
    shelf: Shelf
    entry: Entry
    faults: list[Diagnostic]

    def row(self, level: Level, row: list[Phrase]) -> None:
        """Take a row of phrases into a level, longest known run first."""
        i = 0
        while i < len(row):
            if not row[i].text:
                self.fault("a name is missing here", row[i], "a comma too many?")
                i += 1
                continue
            for j in range(min(len(row), i + _LONGEST), i, -1):
                if self.phrase(level, self.joined(row[i], row[j - 1])):
                    i = j
                    break
            else:
                self.unknown(level, row[i])
                i += 1

    def joined(self, first: Phrase, last: Phrase) -> Phrase:
        return Phrase(self.entry.text[first.start : last.end], first.start, last.end)

    def phrase(self, level: Level, phrase: Phrase) -> bool:
        """Take one phrase into a level or below it; returns False if nothing of that name is known there."""
        times = _TIMES.match(phrase.text)
        count = int(times[1]) if times else 1
        start = phrase.start + (times.end() if times else 0)
        whole = Phrase(self.entry.text[start : phrase.end], start, phrase.end)
        if self.take(level, whole, None, count):
            return True
        inner = self.inner(whole)
        if inner is None:
            return False
        head = _trimmed(self.entry.text, start, inner.start - 1)
        return self.take(level, head, inner, count)

    def inner(self, phrase: Phrase) -> Phrase | None:
        """Return what stands in the parentheses that end a phrase, None if none do."""
        if not phrase.text.endswith(")"):
            return None
        depth = 0
        for i in range(phrase.end - 1, phrase.start - 1, -1):
            depth += (self.entry.text[i] == ")") - (self.entry.text[i] == "(")
            if not depth:
                return Phrase(self.entry.text[i + 1 : phrase.end - 1], i + 1, phrase.end - 1)
        return None

    def take(self, level: Level, name: Phrase, inner: Phrase | None, count: int) -> bool:
        if self.here(level, name, inner, count):
            return True
        return any(
            self.take(below, name, inner, count) for below in reversed(level.below) if below is not None
        )

    def here(self, level: Level, name: Phrase, inner: Phrase | None, count: int) -> bool:
        span = self.span(name)
        for _, option in options_in(level.groups):
            if option.name == name.text:
                mount = self.shelf.mount_of(option)
                below = Level((*option.groups, *(mount.groups if mount else ())), self.spells(option.grants))
                level.add(Pick(option.name, count=count, span=span), below)
                self.inside(below, inner)
                return True
        if inner is None and name.text in level.spells:
            level.add(Pick(name.text, SPELL, count, span=span))
            return True
        return self.item(level, name, inner, count) or self.on(level, name, inner)

    def spells(self, grants: tuple[object, ...]) -> tuple[str, ...]:
        found: list[str] = []
        for grant in grants:
            what, words = getattr(grant, "what", ""), getattr(grant, "words", ())
            if what == "spells":
                found += words
            elif what == "path":
                found += [spell.name for path in words for spell in self.shelf.of_path(path)]
        return tuple(found)

    def inside(self, level: Level, inner: Phrase | None) -> None:
        if inner is not None:
            self.row(level, phrases(self.entry.text, inner.start, inner.end))

    def item(
        self, level: Level, name: Phrase, inner: Phrase | None, count: int, on: str | None = None
    ) -> bool:
        ware = self.shelf.wares.get(name.text)
        if ware is None:
            return False
        slots = [
            slot
            for _, slot in slots_in(level.groups)
            if on in (None, slot.on) and any(one in slot.lists for one in ware.item.lists)
        ]
        if not slots:
            return False
        filled = [sum(pick.count for pick in level.picks if pick.on == slot.on) for slot in slots]
        free = [s for s, n in zip(slots, filled, strict=True) if s.at_most is None or n < s.at_most]
        slot = (free or slots)[0]
        below = Level(ware.option.groups, self.spells(ware.option.grants))
        level.add(Pick(ware.option.name, ITEM, count, slot.on, span=self.span(name)), below)
        row = phrases(self.entry.text, inner.start, inner.end) if inner is not None else []
        self.row(below, [one for one in row if one.text not in ware.aims])
        return True

    def on(self, level: Level, name: Phrase, inner: Phrase | None) -> bool:
        """A thing that is no option but may be enchanted: `Hand Weapon (Giant Slayer)`."""
        if inner is None or not any(slot.on == name.text for _, slot in slots_in(level.groups)):
            return False
        for one in phrases(self.entry.text, inner.start, inner.end):
            times = _TIMES.match(one.text)
            start = one.start + (times.end() if times else 0)
            item = Phrase(self.entry.text[start : one.end], start, one.end)
            if not self.item(level, item, None, int(times[1]) if times else 1, name.text):
                hint = did_you_mean(item.text, self.shelf.wares)
                self.fault(f'no item "{item.text}" can be put on {name.text} here', item, hint)
        return True

    def span(self, phrase: Phrase) -> Span:
        place = self.entry.span
        return Span(place.file, place.line, phrase.start + 1, phrase.end + 1)

    def fault(self, message: str, phrase: Phrase, hint: str = "") -> None:
        self.faults.append(Diagnostic(message, self.span(phrase), self.entry.text, hint))

    def unknown(self, level: Level, phrase: Phrase) -> None:
        head = phrase.text.partition(" (")[0]
        known = dict.fromkeys(self.names(level))
        self.fault(f'{self.entry.name} has no "{head}"', phrase, did_you_mean(head, known))

    def names(self, level: Level) -> Iterator[str]:
        yield from (option.name for _, option in options_in(level.groups))
        yield from level.spells
        for _, slot in slots_in(level.groups):
            yield from (ware.option.name for ware in self.shelf.on_lists(slot.lists))
            yield slot.on
        for below in level.below:
            if below is not None:
                yield from self.names(below)


__all__ = ["Phrase", "fit", "phrases"]
