"""The picks of an entry bound to what the book says of them: a tree of choices, each with its option and
its groups.

A *level* is a set of groups: those of an entry; those below an option, with those of the mount it brings;
those below an item. A pick is sought among the options of its level, an item in the slots that take its
lists, a spell among the spells that the level lets one know. What cannot be bound is a fault; everything
else is bound all the same, so that one fault does not hide others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ..decl import Grant, Group, ItemSlot, Option, UnitEntry
from ..errors import Diagnostic, did_you_mean
from ..source import NOWHERE, Span
from .model import ITEM, SPELL, Entry, Pick
from .shelf import Shelf, Ware


@dataclass(slots=True, eq=False)
class Choice:
    """A bound pick: its option (an item counts as one), the groups it is in (outermost first), and what is
    below it.
    """

    pick: Pick
    option: Option
    groups: tuple[Group, ...] = ()
    ware: Ware | None = None
    slot: ItemSlot | None = None
    mount: UnitEntry | None = None
    below: list[Choice] = field(default_factory=list)
    spells: list[Pick] = field(default_factory=list)

    @property
    def level(self) -> tuple[Group, ...]:
        """The groups that open below it."""
        return (*self.option.groups, *(self.mount.groups if self.mount else ()))

    @property
    def grants(self) -> tuple[Grant, ...]:
        """What it gives, the mount's own gifts left aside."""
        return self.option.grants


@dataclass(slots=True, eq=False)
class Bound:
    """An entry of a list with its entry in the book and all its choices."""

    entry: Entry
    unit: UnitEntry
    choices: list[Choice] = field(default_factory=list)
    spells: list[Pick] = field(default_factory=list)

    def all(self) -> Iterator[Choice]:
        """Yield every choice, those above before those below."""
        yield from _all(self.choices)

    @property
    def mount(self) -> UnitEntry | None:
        """The mount that was chosen, if any."""
        return next((choice.mount for choice in self.all() if choice.mount is not None), None)

    def grants(self) -> Iterator[tuple[Grant, Choice | None]]:
        """Yield everything given by the entry, its mount and its choices, each with the choice that gives
        it.
        """
        yield from ((grant, None) for grant in self.unit.grants)
        for choice in self.all():
            yield from ((grant, choice) for grant in choice.grants)
            if choice.mount is not None:
                yield from ((grant, choice) for grant in choice.mount.grants)


def _all(choices: list[Choice]) -> Iterator[Choice]:
    for choice in choices:
        yield choice
        yield from _all(choice.below)


def bind(shelf: Shelf, entry: Entry, unit: UnitEntry, faults: list[Diagnostic]) -> Bound:
    """Return an entry's choices; picks that the book does not know are added to `faults` and left out."""
    binder = _Binder(shelf, entry, faults)
    bound = Bound(entry, unit)
    bound.choices, bound.spells = binder.level(entry.picks, unit.groups, (), unit.grants)
    return bound


@dataclass(slots=True)
class _Binder:
    shelf: Shelf
    entry: Entry
    faults: list[Diagnostic]

    def level(
        self,
        picks: tuple[Pick, ...],
        groups: tuple[Group, ...],
        above: tuple[Group, ...],
        grants: tuple[Grant, ...],
    ) -> tuple[list[Choice], list[Pick]]:
        choices: list[Choice] = []
        spells: list[Pick] = []
        used: dict[int, int] = {}
        for pick in picks:
            if pick.kind == SPELL:
                spells.append(pick)
                continue
            choice = (
                self.item(pick, groups, above, used)
                if pick.kind == ITEM
                else self.option(pick, groups, above)
            )
            if choice is not None:
                level = (*choice.groups,)
                given = (*choice.grants, *(choice.mount.grants if choice.mount else ()))
                choice.below, choice.spells = self.level(pick.below, choice.level, level, given)
                choices.append(choice)
        return choices, spells

    def option(self, pick: Pick, groups: tuple[Group, ...], above: tuple[Group, ...]) -> Choice | None:
        for path, option in options_in(groups):
            if option.name == pick.name:
                return Choice(pick, option, (*above, *path), mount=self.shelf.mount_of(option))
        known = [option.name for _, option in options_in(groups)]
        self.fault(
            f'{self.entry.name} has no option "{pick.name}" here', pick, did_you_mean(pick.name, known)
        )
        return None

    def item(
        self, pick: Pick, groups: tuple[Group, ...], above: tuple[Group, ...], used: dict[int, int]
    ) -> Choice | None:
        ware = self.shelf.wares.get(pick.name)
        if ware is None:
            hint = did_you_mean(pick.name, self.shelf.wares)
            self.fault(f'{self.shelf.army.name} has no item "{pick.name}"', pick, hint)
            return None
        fitting = [
            (path, slot)
            for path, slot in slots_in(groups)
            if slot.on == pick.on and any(name in slot.lists for name in ware.item.lists)
        ]
        if not fitting:
            where = f" on {pick.on}" if pick.on else ""
            self.fault(f'{self.entry.name} cannot take "{pick.name}"{where} here', pick, "")
            return None
        path, slot = next((one for one in fitting if _has_room(one[1], used)), fitting[0])
        used[id(slot)] = used.get(id(slot), 0) + pick.count
        return Choice(pick, ware.option, (*above, *path), ware, slot)

    def fault(self, message: str, pick: Pick, hint: str) -> None:
        self.faults.append(diagnostic(message, self.entry, pick.span, hint))


def _has_room(slot: ItemSlot, used: dict[int, int]) -> bool:
    return not slot.at_most or used.get(id(slot), 0) < slot.at_most


def diagnostic(message: str, entry: Entry | None, span: Span | None, hint: str = "") -> Diagnostic:
    """Return a fault of an entry, with its line."""
    place = span if span is not None and span != NOWHERE else entry.span if entry is not None else span
    if place == NOWHERE:
        place = None
    return Diagnostic(message, place, entry.text if entry is not None else "", hint)


def options_in(groups: tuple[Group, ...]) -> Iterator[tuple[tuple[Group, ...], Option]]:
    """Yield the options of a level, each with the groups that lead to it, in order of the book."""
    for group in groups:
        yield from (((group,), option) for option in group.options)
        yield from (((group, *path), option) for path, option in options_in(group.groups))


def slots_in(groups: tuple[Group, ...]) -> Iterator[tuple[tuple[Group, ...], ItemSlot]]:
    """Yield the item slots of a level, each with the groups that lead to it, in order of the book."""
    for group in groups:
        yield from (((group,), slot) for slot in group.items)
        yield from (((group, *path), slot) for path, slot in slots_in(group.groups))


def groups_in(groups: tuple[Group, ...]) -> Iterator[tuple[Group, ...]]:
    """Yield every group of a level as the path that leads to it."""
    for group in groups:
        yield (group,)
        yield from ((group, *path) for path in groups_in(group.groups))
