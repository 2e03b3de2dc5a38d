"""Fields of declarations by the words of the language: read and changed by overlays."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from tercio.kernel.decl import Declaration, UnitEntry, Weapon
from tercio.kernel.decl import Literal as LiteralAmount
from tercio.kernel.errors import did_you_mean
from tercio.kernel.source import NOWHERE, Span


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a declaration with a value: `cost 240`, `strength 4` of a part, a row of a table."""

    name: str
    value: Any
    of: str = ""
    span: Span = NOWHERE


class Drift(Exception):
    """The base is not what the overlay expects."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


def shown(value: Any) -> str:
    """Return a value as authors write it."""
    match value:
        case LiteralAmount(number, unit):
            return f"{number}{unit}"
        case tuple():
            return " to ".join(map(shown, value)) if value else "nothing"
        case None:
            return "nothing"
        case _ if hasattr(value, "sides"):
            plus = f"{value.plus:+d}" if value.plus else ""
            return f"{value.count if value.count > 1 else ''}D{value.sides}{plus}"
        case _:
            return str(getattr(value, "text", getattr(value, "name", value)))


def field_title(one: Field) -> str:
    """Return a field as authors name it: `strength of "Part"`."""
    return f'{one.name} of "{one.of}"' if one.of else one.name


def same(left: Any, right: Any) -> bool:
    """Return whether two values mean the same number, however they are kept."""
    return bool(plain_value(left) == plain_value(right))


def plain_value(value: Any) -> Any:
    """Return the number of a literal without a unit, any other value as it is."""
    return value.value if isinstance(value, LiteralAmount) and value.unit == "" else value


def get_field(declaration: Declaration, wanted: Field) -> Any:
    """Return a field's present value: an attribute, a characteristic or a number of a weapon."""
    attribute = wanted.name.replace("-", "_")
    if not wanted.of and attribute in _attributes(declaration):
        return getattr(declaration, attribute)
    for numbers in _number_lists(declaration, wanted.of):
        if wanted.name in dict(numbers):
            return dict(numbers)[wanted.name]
    raise Drift(
        f'{declaration.kind} "{declaration.name}" has no {field_title(wanted)}',
        _known_fields(declaration, wanted),
    )


def _known_fields(declaration: Declaration, wanted: Field) -> str:
    names = {name.replace("_", "-") for name in _attributes(declaration)}
    for numbers in _number_lists(declaration, wanted.of):
        names |= dict(numbers).keys()
    return did_you_mean(wanted.name, names) or f"it has: {', '.join(sorted(names))}"


def _attributes(declaration: Declaration) -> tuple[str, ...]:
    plain = (int, str, tuple, type(None), bool)
    fields = declaration.__dataclass_fields__
    skipped = {
        "name",
        "span",
        "cite",
        "pack",
        "clauses",
        "rules",
        "grants",
        "groups",
        "profile",
        "parameters",
        "rows",
        "numbers",
    }
    return tuple(
        name for name in fields if name not in skipped and isinstance(getattr(declaration, name), plain)
    )


def _number_lists(declaration: Declaration, of: str) -> Iterable[tuple[tuple[str, Any], ...]]:
    if isinstance(declaration, Weapon):
        yield declaration.numbers
    elif isinstance(declaration, UnitEntry):
        profile = declaration.profile
        if not of:
            yield profile.global_
            yield profile.defence
        yield from (part.characteristics for part in profile.parts if not of or part.name == of)


def set_field(declaration: Declaration, change: Field) -> Declaration:
    """Return the declaration with a field changed; drift if it has no such field."""
    get_field(declaration, change)
    attribute = change.name.replace("-", "_")
    if not change.of and attribute in _attributes(declaration):
        return replace(declaration, **{attribute: plain_value(change.value)})
    if isinstance(declaration, Weapon):
        return replace(declaration, numbers=_changed(declaration.numbers, change))
    assert isinstance(declaration, UnitEntry)
    profile = declaration.profile
    parts = tuple(
        replace(part, characteristics=_changed(part.characteristics, change))
        if change.of in ("", part.name)
        else part
        for part in profile.parts
    )
    if not change.of:
        profile = replace(
            profile, global_=_changed(profile.global_, change), defence=_changed(profile.defence, change)
        )
    return replace(declaration, profile=replace(profile, parts=parts))


def _changed(numbers: tuple[tuple[str, Any], ...], change: Field) -> tuple[tuple[str, Any], ...]:
    return tuple((name, change.value if name == change.name else value) for name, value in numbers)
