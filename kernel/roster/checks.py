"""The rules of one entry: size, groups, needs, items, spells, and points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..decl import Group, Need, Option
from ..errors import Diagnostic
from ..source import Span
from .choices import Bound, Choice, diagnostic, groups_in, options_in
from .counting import Tally, height_of, holds, overridden
from .points import cost_of, item_points, size_of
from .shelf import UNIT_POINTS, Shelf
from .spells import faults_of, known_of


def check_entry(shelf: Shelf, bound: Bound, counted: Tally, number: int) -> Iterator[Diagnostic]:
    """Yield every fault of one entry; `number` is its place in the list."""
    found = (
        *_size(bound, counted, number),
        *_unit_needs(bound, counted, number),
        *_choices(bound, counted, number),
        *_levels(bound, counted, number),
        *((text, place, hint) for known in known_of(shelf, bound) for text, place, hint in faults_of(known)),
        *_points(shelf, bound, counted, number),
    )
    for message, span, hint in found:
        yield diagnostic(message, bound.entry, span, hint)


Fault = tuple[str, Span | None, str]


def _size(bound: Bound, counted: Tally, number: int) -> Iterator[Fault]:
    least, most = size_of(bound, counted, number)
    models = bound.entry.models
    if not least <= models <= most:
        allowed = f"{least}" if least == most else f"{least} to {most}"
        yield f"{bound.unit.name} has {models} models; {allowed} are allowed", None, ""


def _unit_needs(bound: Bound, counted: Tally, number: int) -> Iterator[Fault]:
    units = [bound.unit, *([bound.mount] if bound.mount else [])]
    for unit in units:
        yield from ((text, None, "") for text in _unmet(unit.name, unit.needs, counted, number))


def _choices(bound: Bound, counted: Tally, number: int) -> Iterator[Fault]:
    for choice in bound.all():
        option, span = choice.option, choice.pick.span
        needs = [*option.needs, *(need for group in choice.groups[-1:] for need in group.needs)]
        needs += choice.slot.needs if choice.slot is not None else ()
        yield from ((text, span, "") for text in _unmet(option.name, needs, counted, number))
        yield from _bounds(bound, choice)
        if option.at_most is not None and choice.pick.count > option.at_most:
            yield f"{option.name} is taken {choice.pick.count} times, at most {option.at_most}", span, ""


def _unmet(name: str, needs: Iterable[Need], counted: Tally, number: int) -> Iterator[str]:
    for need in needs:
        if not holds(need, counted, number):
            yield f"{name} {need_text(need)}"


def need_text(need: Need) -> str:
    """Return a need as a sentence about who has it: `needs mount in the unit`."""
    what = " or ".join(name.partition(":")[2] or name for name in need.counters)
    if need.at_least is None and need.at_most == 0:
        return f"is not allowed with {what} in the {need.scope}"
    least = "" if need.at_least in (None, 1) else f"at least {need.at_least} "
    most = "" if need.at_most is None else f"at most {need.at_most} "
    return f"needs {least}{most}{what} in the {need.scope}"


def _bounds(bound: Bound, choice: Choice) -> Iterator[Fault]:
    """A bound on the height of who takes it: `height at most 4`."""
    height = height_of(bound)
    for grant in choice.grants:
        if grant.what == "height" and len(grant.words) == 4 and height is not None:
            limit = int(grant.words[3])
            broken = height > limit if "most" in grant.words else height < limit
            if broken:
                needed = " ".join(grant.words[1:])
                text = f"{choice.option.name} needs height {needed}; {bound.unit.name} has {height}"
                yield text, choice.pick.span, ""


def _levels(bound: Bound, counted: Tally, number: int) -> Iterator[Fault]:
    yield from _groups(bound, bound.unit.groups, bound.choices, None, counted, number)
    for choice in bound.all():
        yield from _groups(bound, choice.level, choice.below, choice.pick.span, counted, number)


def _groups(
    bound: Bound,
    groups: tuple[Group, ...],
    choices: list[Choice],
    span: Span | None,
    counted: Tally,
    number: int,
) -> Iterator[Fault]:
    for path in groups_in(groups):
        group = path[-1]
        if not all(holds(need, counted, number) for need in group.needs):
            continue
        taken = [choice for choice in choices if choice.groups[-1] is group]
        yield from _group_size(bound, group, taken, span, counted, number)
        yield from _slots(group, taken)
        yield from _allowance(bound, group, counted, number)
        yield from _mandatory(group, taken, span)


def _group_size(
    bound: Bound, group: Group, taken: list[Choice], span: Span | None, counted: Tally, number: int
) -> Iterator[Fault]:
    count = sum(choice.pick.count for choice in taken)
    least = int(overridden(group.overrides, "at least", group.at_least, counted, number))
    most = overridden(group.overrides, "at most", group.at_most, counted, number)
    name = group.name or ", ".join(option.name for option in group.options)
    if count < least:
        known = ", ".join(option.name for _, option in options_in((group,)))
        yield (
            f"{bound.unit.name}: {least} of {name} must be chosen, {count} is",
            span,
            f"choose from: {known}",
        )
    if most is not None and count > int(most):
        names = " and ".join(choice.option.name for choice in taken)
        yield (
            f"{bound.unit.name}: at most {most} of {name} may be chosen, here {names}",
            taken[-1].pick.span,
            "",
        )


def _slots(group: Group, taken: list[Choice]) -> Iterator[Fault]:
    for slot in group.items:
        here = [choice for choice in taken if choice.slot is slot]
        count = sum(choice.pick.count for choice in here)
        if slot.at_most is not None and count > slot.at_most:
            names = " and ".join(choice.option.name for choice in here)
            where = f" on {slot.on}" if slot.on else ""
            yield (
                f"at most {slot.at_most} such item may be taken{where}, here {names}",
                here[-1].pick.span,
                "",
            )


def _allowance(bound: Bound, group: Group, counted: Tally, number: int) -> Iterator[Fault]:
    if group.item_points is None:
        return
    most = int(overridden(group.overrides, "item points", group.item_points, counted, number))
    spent = item_points(bound, group, counted, number)
    if spent > most:
        yield f"{bound.unit.name} spends {spent} points on special items; {most} are allowed", None, ""


def _mandatory(group: Group, taken: list[Choice], span: Span | None) -> Iterator[Fault]:
    for option in group.options:
        if option.mandatory and not any(choice.option is option for choice in taken):
            yield f"{option.name} must be taken", span, ""


def _points(shelf: Shelf, bound: Bound, counted: Tally, number: int) -> Iterator[Fault]:
    cost = cost_of(bound, counted, number)
    most = bound.unit.at_most_points or shelf.constant(UNIT_POINTS)
    raised = [most, *(limit for choice in bound.all() for limit in _raised(choice.option))]
    allowed = [limit for limit in raised if limit is not None]
    if allowed and cost > max(allowed):
        yield f"{bound.unit.name} costs {cost} points; at most {max(allowed)} are allowed", None, ""
    written = bound.entry.cost
    if written is not None and written != cost:
        yield f"{bound.unit.name} costs {cost} points, the list says {written}", None, ""


def _raised(option: Option) -> Iterator[int]:
    for grant in option.grants:
        if grant.what == "points" and grant.words and grant.words[-1].isdigit():
            yield int(grant.words[-1])
