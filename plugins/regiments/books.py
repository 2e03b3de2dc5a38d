"""What packs and lists of a ranked game have to say so that it can be played: found when they are checked,
not when the first battle begins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from tercio.kernel.decl import (
    AttackSequence,
    Constant,
    Declaration,
    Option,
    SequenceDecl,
    UnitEntry,
    Weapon,
)
from tercio.kernel.decl.expr import Literal
from tercio.kernel.errors import Diagnostic
from tercio.kernel.roster import Roster
from tercio.kernel.sequence import BATTLE

from .volley import SHOOTING
from .weapons import MELEE

CONSTANTS: Final = {
    "table-width": '60"',
    "table-depth": '40"',
    "unit-gap": '1"',
    "deployment-depth": '10"',
    "side-distance": '0"',
    "roll-off-die": "D6",
    "winner-chooses": "1",
    "victory-margin": "1",
}
"""Numbers that the engine asks of the pack of a game, with an example."""
KINDS: Final = (MELEE, SHOOTING)


def faults_of(declarations: Sequence[Declaration]) -> list[Diagnostic]:
    """Return every fault of the declarations of one pack: of the game itself, or of an army book."""
    found = list(_game(declarations))
    for one in declarations:
        match one:
            case UnitEntry():
                found += _unit(one)
            case Weapon():
                found += weapon_faults(one, {"range": '24"'})
            case _:
                pass
    return found


def _game(declarations: Sequence[Declaration]) -> Iterator[Diagnostic]:
    """Yield what the pack lacks that has the sequence of the battle."""
    battle = next((one for one in declarations if isinstance(one, SequenceDecl) and one.name == BATTLE), None)
    if battle is None:
        return
    constants = {one.name for one in declarations if isinstance(one, Constant)}
    for name, example in CONSTANTS.items():
        if name not in constants:
            hint = f"write: constant {name} {example}"
            yield Diagnostic(f"the game has no constant {name}", battle.span, hint=hint)
    sequences = {one.name for one in declarations if isinstance(one, AttackSequence)}
    for kind in KINDS:
        if kind not in sequences:
            hint = f"write: attack-sequence {kind}"
            yield Diagnostic(f"the game says not how attacks of {kind} are rolled", battle.span, hint=hint)


def _unit(unit: UnitEntry) -> Iterator[Diagnostic]:
    yield from bought_faults(unit)
    if unit.profile.base is None:
        yield Diagnostic(f"{unit.name} has no base", unit.span, hint="write: base 20x20mm")
    numbers = dict((*unit.profile.global_, *unit.profile.defence))
    health = numbers.get("health-points")
    hint = "write: defence health-points 1"
    if health is None or (isinstance(health, Literal) and health.value < 1):
        yield Diagnostic(f"{unit.name} has no health-points", unit.span, hint=hint)
    elif not isinstance(health, Literal):
        message = f"{unit.name}: of its health-points something stands where a plain number is needed"
        yield Diagnostic(message, unit.span, hint=hint)
    if "move" not in numbers:
        yield Diagnostic(f"{unit.name} has no move", unit.span, hint='write: global move 8"')
    yield from part_faults(unit, {}, {})


def bought_faults(unit: UnitEntry) -> Iterator[Diagnostic]:
    """Yield what an entry lacks to be taken: one of an army that is no mount has a category and a cost."""
    if unit.is_mount or not unit.army:
        return
    if not unit.categories:
        yield Diagnostic(f"{unit.name} has no category", unit.span, hint='write: category "Core Units"')
    if not unit.cost:
        yield Diagnostic(f"{unit.name} has no cost", unit.span, hint="write: cost 100, then 8 each")


def must_ride(unit: UnitEntry) -> bool:
    """Whether whoever takes an entry has to choose a mount for it, whose base and moves it then has."""
    return any(
        group.at_least > 0 and group.options and all(_mounts(one) for one in group.options)
        for group in unit.groups
    ) or any(_mounts(one) for group in unit.groups for one in group.options if one.mandatory)


def _mounts(option: Option) -> bool:
    return any(grant.what == "mount" for grant in option.grants)


def lacking(
    unit: UnitEntry, clause: str, numbers: Iterable[tuple[str, object]], asked: Mapping[str, str]
) -> Iterator[Diagnostic]:
    """Yield a fault for each number that a clause of an entry leaves out; `asked` has an example of each."""
    told = dict(numbers)
    for word, example in asked.items():
        if word not in told:
            yield Diagnostic(
                f"{unit.name} has no {word}", unit.span, hint=f"write: {clause} {word} {example}"
            )


def part_faults(
    unit: UnitEntry, always: Mapping[str, str], fights: Mapping[str, str]
) -> Iterator[Diagnostic]:
    """Yield a fault for an entry without parts, and for each number that a part leaves out.

    `always` has an example of each number that every part has, `fights` of those that a part has together or,
    as a chassis, not at all.
    """
    if not unit.profile.parts:
        numbers = ", ".join(f"{word} {example}" for word, example in {**fights, **always}.items())
        yield Diagnostic(
            f"{unit.name} has no part", unit.span, hint=f'write: part "{unit.name}" {numbers}'.rstrip()
        )
    for part in unit.profile.parts:
        told = dict(part.characteristics)
        asked = {**fights, **always} if set(told) & {*fights} else always
        for word, example in asked.items():
            if word not in told:
                message = f'the part "{part.name}" of {unit.name} has no {word}'
                yield Diagnostic(message, unit.span, hint=f'write: part "{part.name}" {word} {example}')


def weapon_faults(weapon: Weapon, volley: Mapping[str, str]) -> Iterator[Diagnostic]:
    """Yield a fault for a weapon that is for no kind of attack, and for each number that one for shooting
    leaves out; `volley` has an example of each.
    """
    if not set(weapon.kinds) & set(KINDS):
        yield Diagnostic(
            f"{weapon.name} is of no kind", weapon.span, hint=f"write: kind {' or '.join(KINDS)}"
        )
    for word, example in volley.items() if SHOOTING in weapon.kinds else ():
        if word not in dict(weapon.numbers):
            yield Diagnostic(f"{weapon.name} has no {word}", weapon.span, hint=f"write: {word} {example}")


def join_faults(roster: Roster) -> Iterable[Diagnostic]:
    """Yield a fault for everybody in a list who joins nobody: the first line, and who stands behind another
    that joins.
    """
    before = None
    for entry in roster.entries:
        if entry.joins and before is None:
            message = f"{entry.name} has no unit to join: write it below the unit that it joins"
            yield Diagnostic(message, entry.span, entry.text)
        elif entry.joins and before is not None and before.joins:
            message = f"{before.name} has joined that unit already; {entry.name} needs another"
            yield Diagnostic(message, entry.span, entry.text)
        before = entry
