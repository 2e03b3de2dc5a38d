"""The numbers of a model: a rider's profile, what options change in it, and the mount's on top.

Of a mounted Character Height and base are the mount's; Global and Defence Characteristics are the mount's
too, but for those that it writes as `C` (the rider's own) or `C+X`. Each part keeps its own Offence
Characteristics. Source: T9A rulebook, Characters 4.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from tercio.kernel.context import Context
from tercio.kernel.decl import Characteristic, DiceAmount, Expr, Grant, PartProfile, UnitEntry
from tercio.kernel.errors import RulesError
from tercio.kernel.roster import Bound
from tercio.kernel.ruleset import Ruleset

Base = tuple[int | Fraction, int | Fraction]
_RIDERS = re.compile(r"C([+-]\d+)?")


@dataclass(slots=True)
class Body:
    """The profile of a model: its own numbers, its parts with theirs, base in mm, Height.

    `own_to_mount` are the characteristics in which the mount does not look to its rider: what changes the
    rider's leaves them alone. `riders` says how many of the parts are the rider's.
    """

    numbers: dict[str, Any] = field(default_factory=dict)
    parts: list[tuple[PartProfile, dict[str, Any]]] = field(default_factory=list)
    base: Base = (20, 20)
    height: int = 1
    own_to_mount: frozenset[str] = frozenset()
    riders: int = 0


def number(ruleset: Ruleset, value: Expr | str | None) -> Any:
    """Return a profile value as int or dice, None for none. Raises RulesError for a rider's value without a
    rider.
    """
    if value is None:
        return None
    if isinstance(value, str):
        raise RulesError(f"{value} is a mount's value: it needs a rider's")
    return ruleset.function(value)(None, Context(), None)


def body_of(ruleset: Ruleset, bound: Bound) -> Body:
    """Return the profile of an entry's models with everything that was chosen for them."""
    unit, mount = bound.unit, bound.mount
    body = Body()
    for name, value in (*unit.profile.global_, *unit.profile.defence):
        body.numbers[name] = number(ruleset, value)
    body.parts = [_part(ruleset, part) for part in unit.profile.parts]
    grants = [grant for grant, _ in bound.grants()]
    body.parts += [_part(ruleset, grant.part) for grant in grants if grant.part is not None]
    _sized(body, unit)
    _change(ruleset, body, grants)
    body.riders = len(body.parts)
    if mount is not None:
        _mounted(ruleset, body, mount)
    for grant in grants:
        if grant.what == "base" and grant.words:
            body.base = _base(grant.words[0], body.base)
        if grant.what == "height" and len(grant.words) == 1 and grant.words[0].isdigit():
            body.height = int(grant.words[0])
    return body


def _part(ruleset: Ruleset, part: PartProfile) -> tuple[PartProfile, dict[str, Any]]:
    return part, {name: number(ruleset, value) for name, value in part.characteristics}


def _sized(body: Body, unit: UnitEntry) -> None:
    if unit.profile.base is not None:
        body.base = unit.profile.base
    if isinstance(unit.profile.height, int):
        body.height = unit.profile.height


def _base(text: str, old: Base) -> Base:
    sizes = [int(word) for word in re.findall(r"\d+", text)]
    return (sizes[0], sizes[-1]) if sizes else old


def _change(ruleset: Ruleset, body: Body, grants: Iterable[Grant]) -> None:
    """Apply `set` and `modify` of characteristics: to the part that they name, else to the model or to its
    own parts.
    """
    for grant in grants:
        if grant.what not in ("set", "modify") or not is_characteristic(ruleset, grant.words[0]):
            continue
        name, amount = grant.words[0], number(ruleset, grant.amount)
        targets = [numbers for part, numbers in body.parts if part.name == grant.to]
        if not grant.to:
            of_part = ruleset.of_kind(Characteristic)[name].of == "part"
            targets = [numbers for _, numbers in body.parts] if of_part else [body.numbers]
        for numbers in targets:
            numbers[name] = amount if grant.what == "set" else _sum(numbers.get(name), amount)


def _sum(value: Any, more: int) -> Any:
    return replace(value, plus=value.plus + more) if isinstance(value, DiceAmount) else (value or 0) + more


def is_characteristic(ruleset: Ruleset, name: str) -> bool:
    """Return whether a value stands on profiles."""
    return name in ruleset.of_kind(Characteristic)


def _mounted(ruleset: Ruleset, body: Body, mount: UnitEntry) -> None:
    own: set[str] = set()
    for name, value in (*mount.profile.global_, *mount.profile.defence):
        match = _RIDERS.fullmatch(value) if isinstance(value, str) else None
        if match is not None:
            body.numbers[name] = _sum(body.numbers.get(name), int(match[1] or 0))
        else:
            body.numbers[name] = number(ruleset, value)
            own.add(name)
    body.own_to_mount = frozenset(own)
    body.parts += [_part(ruleset, part) for part in mount.profile.parts]
    _sized(body, mount)
