"""What an army of Spearhead has to say so that it can be played: found when its pack is checked, not when the
first battle begins. Source: battlepack, 1.1 to 1.5; core rules, 16.0 and 17.0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tercio.kernel.decl import Army, Declaration, Item, UnitEntry, Weapon
from tercio.kernel.decl.expr import Literal
from tercio.kernel.errors import Diagnostic, did_you_mean

from .listing import ENHANCEMENT, REGIMENT_ABILITY, is_general, models_in, words_of

LISTS = (REGIMENT_ABILITY, ENHANCEMENT)
_NEEDED = ("attacks", "hit", "wound", "damage")
_TARGETS = ("hit", "wound", "save", "ward")


def faults_of(declarations: Sequence[Declaration]) -> list[Diagnostic]:
    """Return every fault of the armies, warscrolls, weapons and items of one pack."""
    found: list[Diagnostic] = []
    for one in declarations:
        match one:
            case Army():
                found += _army(one, [unit for unit in declarations if isinstance(unit, UnitEntry)])
            case UnitEntry():
                found += _unit(one)
            case Weapon():
                found += _weapon(one)
            case Item():
                found += _item(one)
            case _:
                pass
    return found


def _army(army: Army, units: Iterable[UnitEntry]) -> Iterator[Diagnostic]:
    generals = [unit for unit in units if unit.army == army.name and is_general(unit)]
    if not generals:
        yield Diagnostic(f"{army.name} has no general", army.span, hint="write `general` below one unit")
    for unit in generals[1:]:
        yield Diagnostic(f"{army.name} has a general already: {generals[0].name}", unit.span)


def _unit(unit: UnitEntry) -> Iterator[Diagnostic]:
    if unit.profile.base is None:
        yield Diagnostic(f"{unit.name} has no base", unit.span, hint="write: base 32mm")
    for text in words_of(unit, "copies"):
        if not text.isdigit() or not int(text):
            yield Diagnostic(f"{unit.name}: `copies {text}` is no number", unit.span, hint="write: copies 2")
    told = [part.models for part in unit.profile.parts]
    counted = sum(models or 0 for models in told)
    if counted > models_in(unit) or (told and None not in told and counted != models_in(unit)):
        yield Diagnostic(f"{unit.name} has {models_in(unit)} models, its parts say {counted}", unit.span)
    numbers = (*unit.profile.global_, *unit.profile.defence)
    health = dict(numbers).get("health-points")
    if not isinstance(health, Literal) or health.value < 1:
        hint = "write: defence health-points 1, save 4+"
        yield Diagnostic(f"{unit.name} has no Health", unit.span, hint=hint)
    yield from _targets(unit, numbers)


def _weapon(weapon: Weapon) -> Iterator[Diagnostic]:
    numbers = dict(weapon.numbers)
    needed = (*_NEEDED, *(("range",) if "shooting" in weapon.kinds else ()))
    for word in needed:
        if word not in numbers:
            yield Diagnostic(
                f"{weapon.name} has no {word}", weapon.span, hint=f"every such weapon has `{word}`"
            )
    yield from _targets(weapon, weapon.numbers)


def _targets(one: Declaration, numbers: Iterable[tuple[str, object]]) -> Iterator[Diagnostic]:
    for word, number in numbers:
        if word in _TARGETS and isinstance(number, Literal) and number.unit != "+":
            hint = f"write: {word} {number.value}+"
            yield Diagnostic(f"{one.name}: {word} is a roll to reach", one.span, hint=hint)


def _item(item: Item) -> Iterator[Diagnostic]:
    for name in item.lists:
        if name not in LISTS:
            hint = did_you_mean(name, LISTS) or f"one of {', '.join(LISTS)}"
            yield Diagnostic(
                f'{item.name} stands on the list "{name}", which nobody picks from', item.span, hint=hint
            )
    if not item.lists:
        yield Diagnostic(f"{item.name} stands on no list", item.span, hint=f"one of {', '.join(LISTS)}")
