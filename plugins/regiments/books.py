"""What packs and lists of a ranked game have to say so that it can be played: found when they are checked,
not when the first battle begins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from tercio.kernel.decl import AttackSequence, Constant, Declaration, SequenceDecl, UnitEntry, Weapon
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
                found += _weapon(one)
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
    if unit.profile.base is None:
        yield Diagnostic(f"{unit.name} has no base", unit.span, hint="write: base 20x20mm")
    numbers = dict((*unit.profile.global_, *unit.profile.defence))
    health = numbers.get("health-points")
    if not isinstance(health, Literal) or health.value < 1:
        hint = "write: defence health-points 1"
        yield Diagnostic(f"{unit.name} has no health-points", unit.span, hint=hint)
    if "move" not in numbers:
        yield Diagnostic(f"{unit.name} has no move", unit.span, hint='write: global move 8"')


def _weapon(weapon: Weapon) -> Iterator[Diagnostic]:
    if not set(weapon.kinds) & set(KINDS):
        yield Diagnostic(
            f"{weapon.name} is of no kind", weapon.span, hint=f"write: kind {' or '.join(KINDS)}"
        )
    if SHOOTING in weapon.kinds and "range" not in dict(weapon.numbers):
        yield Diagnostic(f"{weapon.name} has no range", weapon.span, hint='write: range 24"')


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
