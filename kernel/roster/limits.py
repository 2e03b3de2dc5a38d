"""The rules of a whole list: categories, rarity, copies of items, counted limits, and the army's points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING

from ..decl import Limit, Option, Override, Table, UnitEntry
from ..errors import Diagnostic
from ..source import NOWHERE, Span
from .checks import need_text
from .choices import Bound, diagnostic
from .counting import Tally, categories_of, holds, overridden
from .model import Roster
from .points import cost_of
from .shelf import MARGIN, RARITY, Shelf

if TYPE_CHECKING:
    from ..ruleset import Ruleset


def check_army(shelf: Shelf, roster: Roster, bounds: list[Bound], counted: Tally) -> Iterator[Diagnostic]:
    """Yield every fault that concerns several entries or the whole list."""
    costs = [cost_of(bound, counted, number) for number, bound in enumerate(bounds)]
    yield from _total(shelf, roster, sum(costs))
    yield from _categories(shelf, roster, bounds, costs, counted)
    yield from _rarities(shelf, roster, bounds, counted)
    yield from _copies(bounds)
    yield from _limits(shelf, roster, bounds, counted)
    for need in shelf.army.needs:
        if not holds(need, counted, 0):
            yield diagnostic(f"{roster.army} {need_text(need)}", None, _place(roster.span))


def _place(span: Span) -> Span | None:
    return None if span == NOWHERE else span


def _total(shelf: Shelf, roster: Roster, total: int) -> Iterator[Diagnostic]:
    margin = shelf.constant(MARGIN)
    if total > roster.size:
        yield Diagnostic(
            f"the list costs {total} points, more than the army size of {roster.size}", _place(roster.span)
        )
    elif margin is not None and total < roster.size - margin:
        text = f"the list costs {total} points; an army of {roster.size} has at least {roster.size - margin}"
        yield Diagnostic(text, _place(roster.span))
    if roster.total is not None and roster.total != total:
        yield Diagnostic(
            f"the entries cost {total} points, the list says {roster.total}", _place(roster.span)
        )


def _categories(
    shelf: Shelf, roster: Roster, bounds: list[Bound], costs: list[int], counted: Tally
) -> Iterator[Diagnostic]:
    """Shares are of the army's size, compared exactly; a unit counts fully in each of its categories."""
    spent = {category.name: 0 for category in shelf.army.categories}
    for number, bound in enumerate(bounds):
        for name in _categories_now(bound, counted, number):
            spent[name] = spent.get(name, 0) + costs[number]
    for category in shelf.army.categories:
        share = spent[category.name]
        text = f"{category.name}: {share} points of {roster.size} are {_percent(share, roster.size)}"
        if category.at_most is not None and share * 100 > category.at_most * roster.size:
            yield Diagnostic(f"{text}; at most {category.at_most}% are allowed", _place(roster.span))
        if category.at_least is not None and share * 100 < category.at_least * roster.size:
            yield Diagnostic(f"{text}; at least {category.at_least}% are needed", _place(roster.span))


def _categories_now(bound: Bound, counted: Tally, number: int) -> list[str]:
    other = overridden(bound.unit.overrides, "category", "", counted, number)
    own = categories_of(bound)
    return (
        [name for name in own if name not in bound.unit.categories] + [str(other).strip('"')]
        if other
        else own
    )


def _percent(part: int, whole: int) -> str:
    return f"{float(round(Fraction(part * 100, max(whole, 1)), 2)):g}%"


def _rarities(shelf: Shelf, roster: Roster, bounds: list[Bound], counted: Tally) -> Iterator[Diagnostic]:
    if RARITY not in shelf.ruleset.of_kind(Table):
        return
    copies: dict[tuple[str, str], list[tuple[Bound, Span, str]]] = {}
    for number, bound in enumerate(bounds):
        for kind, name, rarity, span in _rare(bound, counted, number):
            copies.setdefault((kind, name), []).append((bound, span, rarity))
    for (_, name), taken in copies.items():
        rarity = taken[-1][2]
        allowed = allowed_copies(shelf.ruleset, rarity, roster.size)
        if len(taken) > allowed:
            bound, span, _ = taken[allowed]
            text = (
                f"{name} is {rarity}: at most {allowed} in an army of {roster.size} points, here {len(taken)}"
            )
            yield diagnostic(text, bound.entry, span)


def allowed_copies(ruleset: Ruleset, rarity: str, size: int) -> int:
    """Return how many copies of a rarity an army of so many points may have: one for each started so many
    points, or one in all. Raises RulesError for an unknown rarity.
    """
    points = int(ruleset.table(RARITY).look(rarity))
    return ceil(Fraction(size, points)) if points else 1


def _rare(bound: Bound, counted: Tally, number: int) -> Iterator[tuple[str, str, str, Span]]:
    unit, mount = bound.unit, bound.mount
    rarity = str(overridden(unit.overrides, "rarity", unit.rarity, counted, number))
    if rarity:
        yield "unit", unit.name, rarity, bound.entry.span
    if mount is not None and mount.rarity:
        yield "mount", mount.name, mount.rarity, bound.entry.span
    for choice in bound.all():
        if choice.option.rarity:
            yield "option", choice.option.name, choice.option.rarity, choice.pick.span


def _copies(bounds: list[Bound]) -> Iterator[Diagnostic]:
    taken: dict[str, int] = {}
    for bound in bounds:
        for choice in bound.all():
            if choice.ware is None or choice.ware.item.per_army is None:
                continue
            name, allowed = choice.option.name, choice.ware.item.per_army
            taken[name] = taken.get(name, 0) + choice.pick.count
            if taken[name] > allowed >= taken[name] - choice.pick.count:
                text = f"{name} may be taken at most {_times(allowed)} in an army"
                yield diagnostic(text, bound.entry, choice.pick.span)


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _limits(shelf: Shelf, roster: Roster, bounds: list[Bound], counted: Tally) -> Iterator[Diagnostic]:
    said: set[Limit] = set()
    for limit, number, name, span in _all_limits(shelf, bounds, counted):
        allowed = _allowed(limit, roster.size)
        found = counted.total(limit.counters, limit.scope, number, limit.per_unit_highest)
        if found <= allowed or (limit.scope == "army" and limit in said):
            continue
        said.add(limit)
        what = ", ".join(one.partition(":")[2] or one for one in limit.counters)
        text = f"{name}: at most {allowed} {what} in the {limit.scope}, here {found}"
        yield diagnostic(
            text, bounds[number].entry if span is not None else None, span or _place(roster.span)
        )


def _allowed(limit: Limit, size: int) -> int:
    started = ceil(Fraction(size, limit.per_points)) if limit.per_points else 1
    return limit.at_most * started + limit.plus


def _all_limits(
    shelf: Shelf, bounds: list[Bound], counted: Tally
) -> Iterator[tuple[Limit, int, str, Span | None]]:
    if bounds:
        yield from ((limit, 0, shelf.army.name, None) for limit in shelf.army.limits)
    for number, bound in enumerate(bounds):
        span = bound.entry.span
        holders: list[tuple[UnitEntry | Option, Span]] = [
            (unit, span) for unit in (bound.unit, bound.mount) if unit
        ]
        holders += [(choice.option, choice.pick.span) for choice in bound.all()]
        for holder, place in holders:
            for limit in holder.limits:
                yield _now(limit, holder.overrides, counted, number), number, holder.name, place


def _now(limit: Limit, overrides: tuple[Override, ...], counted: Tally, number: int) -> Limit:
    """Return a limit as overrides leave it: `when darrmu in army: at most 6 netters in army`."""
    for one in overrides:
        if one.field == "at most" and all(holds(need, counted, number) for need in one.needs):
            most, _, rest = str(one.value).partition(" ")
            names = rest.rpartition(" in ")[0].replace('"', "").split(", ")
            if tuple(names) == limit.counters and most.isdigit():
                limit = replace(limit, at_most=int(most))
    return limit
