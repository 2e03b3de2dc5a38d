"""What can only be checked once all declarations of a pack are known: that books speak of lists, categories
and names that exist.

Each check yields faults; none changes anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from tercio.kernel.decl import Army, Declaration, Group, Item, Need, Option, UnitEntry
from tercio.kernel.errors import Diagnostic, did_you_mean
from tercio.kernel.source import Span

from .names import Names
from .syntax import SourceText

Sources = Mapping[str, SourceText]


def checked(declarations: Iterable[Declaration], names: Names, sources: Sources) -> Iterator[Diagnostic]:
    """Yield the faults of a pack's declarations taken together; `names` hold its own and those it may use."""
    declarations = tuple(declarations)
    lists = {one for header in names.headers.get("item", {}).values() for one in header.columns}
    armies = {one.name: one for one in declarations if isinstance(one, Army)}
    known = _countable(declarations, names)
    for one in declarations:
        if isinstance(one, UnitEntry):
            yield from _categories(one, armies, sources)
            yield from _needs(one.needs, one.span, known, sources)
            yield from _groups(one.groups, lists, known, sources)
        elif isinstance(one, Item) and isinstance(one.option, Option):
            yield from _option(one.option, lists, known, sources)


def _fault(span: Span, message: str, hint: str, sources: Sources) -> Diagnostic:
    source = sources.get(span.file)
    return source.fault(span, message, hint) if source is not None else Diagnostic(message, span, hint=hint)


def _categories(unit: UnitEntry, armies: Mapping[str, Army], sources: Sources) -> Iterator[Diagnostic]:
    army = armies.get(unit.army)
    if army is None:
        return
    declared = [category.name for category in army.categories]
    for name in unit.categories:
        if name not in declared:
            message = f'the army "{army.name}" has no category "{name}"'
            yield _fault(unit.span, message, did_you_mean(name, declared), sources)


def _countable(declarations: Iterable[Declaration], names: Names) -> set[str]:
    """Return the names that count themselves: entries, options, items, rules, weapons, and all that is
    counted.
    """
    known = set(names.of_kinds(*names.headers))
    for one in declarations:
        if isinstance(one, UnitEntry):
            known |= {count.name for count in one.counts}
            for group in one.groups:
                known |= _option_names(group)
        elif isinstance(one, Item) and isinstance(one.option, Option):
            known |= _names_below(one.option)
    return known


def _option_names(group: Group) -> set[str]:
    found = {name for option in group.options for name in _names_below(option)}
    return found.union(*map(_option_names, group.groups))


def _names_below(option: Option) -> set[str]:
    found = {option.name, *(count.name for count in option.counts)}
    return found.union(*map(_option_names, option.groups))


def _needs(needs: Iterable[Need], span: Span, known: set[str], sources: Sources) -> Iterator[Diagnostic]:
    """Yield a fault for each needed name that nothing has; bare words may be counted by the system."""
    for need in needs:
        for counter in need.counters:
            name = counter.partition(":")[2] or counter
            if name not in known and not name.islower():
                message = f'"{name}" is asked for here, but nothing is called so'
                yield _fault(span, message, did_you_mean(name, known), sources)


def _groups(
    groups: Iterable[Group], lists: set[str], known: set[str], sources: Sources
) -> Iterator[Diagnostic]:
    for group in groups:
        yield from _needs(group.needs, group.span, known, sources)
        for slot in group.items:
            yield from _needs(slot.needs, group.span, known, sources)
            for name in slot.lists:
                if name not in lists:
                    message = f'no item stands on a list "{name}"'
                    yield _fault(group.span, message, did_you_mean(name, lists), sources)
        for option in group.options:
            yield from _option(option, lists, known, sources)
        yield from _groups(group.groups, lists, known, sources)


def _option(option: Option, lists: set[str], known: set[str], sources: Sources) -> Iterator[Diagnostic]:
    yield from _needs(option.needs, option.span, known, sources)
    for override in option.overrides:
        yield from _needs(override.needs, option.span, known, sources)
    yield from _groups(option.groups, lists, known, sources)
