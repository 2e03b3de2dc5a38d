"""Packs that know nothing of each other and use one name for two things.

Two army books may each have a rule `"Old Pact"`. On one table both are needed, so each is told apart by its
pack: `Old Pact (fen)`, wherever its own pack speaks of it. Whichever pack is read first makes no
difference. Names of the same meaning stay one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from tercio.kernel.decl import Declaration, Name, RuleRef
from tercio.kernel.errors import Diagnostic, RulesError
from tercio.kernel.source import Span

SHARED = ("rule", "weapon", "property", "item")
"""Kinds whose names are told apart; entries are told apart by their army, other kinds may not clash."""
ENTRIES = ("unit", "mount")
Key = tuple[str, str]
Parted = tuple[tuple[Declaration, ...], ...]


def parted(packs: Iterable[tuple[str, tuple[Declaration, ...]]]) -> Parted:
    """Return the declarations of each pack (name, declarations) with clashing names told apart.

    Raises RulesError where two packs declare one name of another kind with different meanings.
    """
    packs = tuple(packs)
    clashing = _clashing(packs)
    faults = [_fault(key, found) for key, found in clashing.items() if key[0] not in SHARED]
    if faults:
        raise RulesError(faults)
    return tuple(
        _renamed(declarations, {key: f"{key[1]} ({pack})" for key in clashing}) if clashing else declarations
        for pack, declarations in packs
    )


def _clashing(packs: Iterable[tuple[str, tuple[Declaration, ...]]]) -> dict[Key, list[Declaration]]:
    """Return what several packs declare with different meanings."""
    seen: dict[Key, list[Declaration]] = {}
    for _, declarations in packs:
        for one in declarations:
            seen.setdefault((one.kind, one.name), []).append(one)
    return {
        key: found
        for key, found in seen.items()
        if len(found) > 1 and key[0] not in ENTRIES and len({repr(meaning(one)) for one in found}) > 1
    }


def meaning(value: Any) -> Any:
    """Return a declaration without its places, what it cites, its text and its pack."""
    if isinstance(value, tuple):
        return tuple(map(meaning, value))
    if not is_dataclass(value):
        return value
    skipped = ("cite", "text", "pack") if isinstance(value, Declaration) else ()
    kept = (getattr(value, one.name) for one in fields(value) if one.name not in skipped)
    return type(value).__name__, *(meaning(part) for part in kept if not isinstance(part, Span))


def _fault(key: Key, found: list[Declaration]) -> Diagnostic:
    kind, name = key
    others = ", ".join(f"{one.pack} at {one.span}" for one in found[:-1])
    return Diagnostic(f'{kind} "{name}" means something else in {others}', found[-1].span, hint="rename one")


def _renamed(declarations: tuple[Declaration, ...], names: Mapping[Key, str]) -> tuple[Declaration, ...]:
    own = {key: names[key] for key in ((one.kind, one.name) for one in declarations) if key in names}
    if not own:
        return declarations
    references = {name: new for (_, name), new in own.items()}
    return tuple(_refer(_call(one, own.get((one.kind, one.name))), references) for one in declarations)


def _call(declaration: Declaration, name: str | None) -> Declaration:
    return declaration if name is None else replace(declaration, name=name)


def _refer(value: Any, names: Mapping[str, str]) -> Any:
    """Return a tree whose references use the new names."""
    if isinstance(value, tuple):
        return tuple(_refer(item, names) for item in value)
    if not is_dataclass(value) or isinstance(value, type):
        return value
    changes = {}
    for one in fields(value):
        old = getattr(value, one.name)
        new = _refer(old, names) if isinstance(old, tuple) or is_dataclass(old) else old
        if new is not old and new != old:
            changes[one.name] = new
    if isinstance(value, RuleRef) and value.name in names:
        changes["name"] = names[value.name]
    if isinstance(value, Name) and value.text in names:
        changes["text"] = names[value.text]
    return replace(value, **changes) if changes else value
