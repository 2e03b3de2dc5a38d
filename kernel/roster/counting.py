"""Counters of a whole list: what every entry, mount, option and item adds to, and whether needs hold.

Everything counts its own name once (an item also `item:NAME`); `counts` adds to further words. Properties,
rules, arms and categories of a unit count once a unit as `property:NAME`, `rule:NAME`, `weapon:NAME`,
`category:NAME`. Overrides may change what is counted, and their needs look at counters in turn: counting is
repeated until nothing changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from ..decl import Count, Has, Need, Override, PartProfile, RuleRef, UnitEntry
from .choices import Bound, Choice

_PASSES = 4


@dataclass(slots=True)
class Tally:
    """Contributions by unit (in list order), then by counter: amounts of single sources."""

    units: list[dict[str, list[int]]] = field(default_factory=list)

    def total(self, counters: Iterable[str], scope: str, unit: int, highest: bool = False) -> int:
        """Return the sum of some counters over one unit or the army; `highest`: of each unit its largest
        source only.
        """
        units = self.units if scope == "army" else self.units[unit : unit + 1]
        found = 0
        for counted in units:
            amounts = [amount for name in counters for amount in counted.get(name, ())]
            found += max(amounts, default=0) if highest else sum(amounts)
        return found


def tally(bounds: list[Bound]) -> Tally:
    """Return the counters of all units of a list."""
    counted = Tally([_counted(bound, None, 0) for bound in bounds])
    for _ in range(_PASSES):
        again = Tally([_counted(bound, counted, number) for number, bound in enumerate(bounds)])
        if again == counted:
            break
        counted = again
    return counted


def holds(need: Need, counted: Tally, unit: int) -> bool:
    """Return whether a need holds for a unit of the list."""
    total = counted.total(need.counters, need.scope, unit)
    return (need.at_least is None or total >= need.at_least) and (
        need.at_most is None or total <= need.at_most
    )


def overridden(overrides: Iterable[Override], field_: str, base: Any, counted: Tally, unit: int) -> Any:
    """Return a field's value for a unit: `base`, or that of the last override whose needs hold."""
    for one in overrides:
        if one.field == field_ and all(holds(need, counted, unit) for need in one.needs):
            base = one.value
    return base


def _counted(bound: Bound, counted: Tally | None, number: int) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for name, amount in _sources(bound, counted, number):
        found.setdefault(name, []).append(amount)
    return found


def _sources(bound: Bound, counted: Tally | None, number: int) -> Iterator[tuple[str, int]]:
    models, unit = bound.entry.models, bound.unit
    yield unit.name, 1
    yield from _counts(unit.counts, unit.overrides, models, 1, counted, number)
    for choice in bound.all():
        yield from _chosen(choice, models, counted, number)
    yield from ((name, 1) for name in sorted(set(_traits(bound))))


def _chosen(choice: Choice, models: int, counted: Tally | None, number: int) -> Iterator[tuple[str, int]]:
    option, times = choice.option, choice.pick.count
    yield option.name, times
    if choice.ware is not None:
        yield f"item:{option.name}", times
    yield from _counts(option.counts, option.overrides, models, times, counted, number)
    mount = choice.mount
    if mount is not None:
        if mount.name != option.name:
            yield mount.name, 1
        yield from _counts(mount.counts, mount.overrides, models, 1, counted, number)


def _counts(
    counts: tuple[Count, ...],
    overrides: tuple[Override, ...],
    models: int,
    times: int,
    counted: Tally | None,
    number: int,
) -> Iterator[tuple[str, int]]:
    amounts = {one.name: one.amount * (models if one.each else times) for one in counts}
    if counted is not None:
        for one in overrides:
            if one.field == "counts" and all(holds(need, counted, number) for need in one.needs):
                name, _, amount = str(one.value).rpartition(" ")
                amounts[name] = int(amount) * times
    yield from amounts.items()


def _traits(bound: Bound) -> Iterator[str]:
    yield from (f"category:{name}" for name in categories_of(bound))
    yield from _traits_of(bound.unit)
    if bound.mount is not None:
        yield from _traits_of(bound.mount)
    for grant, _ in bound.grants():
        if grant.what == "property":
            yield from (f"property:{name}" for name in grant.words)
        if grant.rule is not None and grant.what in ("rule", "arm"):
            yield f"{'rule' if grant.what == 'rule' else 'weapon'}:{grant.rule.name}"


def _traits_of(unit: UnitEntry) -> Iterator[str]:
    holders: tuple[UnitEntry | PartProfile, ...] = (unit, *unit.profile.parts)
    for one in holders:
        yield from (f"property:{name}" for name in one.properties)
        yield from (f"rule:{ref.name}" for ref in one.rules)
        yield from (f"weapon:{ref.name}" for ref in one.arms)
        yield from (
            f"rule:{c.rule.name}" for c in one.clauses if isinstance(c, Has) and isinstance(c.rule, RuleRef)
        )


def categories_of(bound: Bound) -> list[str]:
    """Return the categories that a unit counts in, those of its mount and its choices included, overrides
    left aside.
    """
    found = [*bound.unit.categories, *(bound.mount.categories if bound.mount else ())]
    for grant, _ in bound.grants():
        if grant.what == "category":
            found += grant.words
    return list(dict.fromkeys(found))


def height_of(bound: Bound) -> int | None:
    """Return the Height of a unit's models: the mount's, else the entry's; None if it is no number."""
    for unit in (bound.mount, bound.unit):
        if unit is not None and isinstance(unit.profile.height, int):
            return unit.profile.height
    return None
