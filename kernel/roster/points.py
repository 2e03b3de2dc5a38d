"""What an entry of a list costs, in points, with all that was chosen for it."""

from __future__ import annotations

import re

from ..decl import Group
from .choices import Bound, Choice
from .counting import Tally, overridden


def cost_of(bound: Bound, counted: Tally, number: int) -> int:
    """Return the points of an entry: its models, its options (each model's where they cost so) and its
    items.
    """
    models = bound.entry.models
    least, _ = size_of(bound, counted, number)
    base, each = _cost(bound, counted, number)
    return base + each * (models - least) + sum(choice_cost(c, bound, counted, number) for c in bound.all())


def _cost(bound: Bound, counted: Tally, number: int) -> tuple[int, int]:
    """Return the points of the fewest models, and of each further one; an override may give one or both."""
    unit = bound.unit
    numbers = numbers_in(overridden(unit.overrides, "cost", "", counted, number))
    each = numbers[1] if len(numbers) > 1 else unit.cost_each
    return (numbers[0] if numbers else unit.cost), each


def numbers_in(value: int | str) -> tuple[int, ...]:
    """Return the whole numbers of an override's value in order: of `150, then 30 each` 150 and 30."""
    return tuple(int(word) for word in re.findall(r"\d+", str(value)))


def choice_cost(choice: Choice, bound: Bound, counted: Tally, number: int) -> int:
    """Return the points of one choice without what is below it."""
    option = choice.option
    cost = int(overridden(option.overrides, "cost", option.cost, counted, number))
    times = choice.pick.count * (choice.slot.times if choice.slot is not None else 1)
    return cost * times * (bound.entry.models if option.each else 1)


def size_of(bound: Bound, counted: Tally, number: int) -> tuple[int, int]:
    """Return the fewest and most models that an entry may have."""
    least, most = bound.unit.size
    size = overridden(bound.unit.overrides, "size", f"{least} to {most}", counted, number)
    numbers = numbers_in(size)
    return (numbers[0], numbers[-1]) if numbers else (least, most)


def item_points(bound: Bound, group: Group, counted: Tally, number: int) -> int:
    """Return what counts against the item points of a group: items and options below it, but for those that
    are free of them and options that open a further choice (a weapon to enchant).
    """
    return sum(
        choice_cost(choice, bound, counted, number)
        for choice in bound.all()
        if any(one is group for one in choice.groups) and _counts(choice)
    )


def _counts(choice: Choice) -> bool:
    option = choice.option
    return not option.free_of_item_points and (choice.ware is not None or not option.groups)
