"""Syntax to declarations: what a pack's text means, checked word by word.

`lower` takes the parsed files of one pack, the names of the packs it uses and the registered signatures, and returns its declarations
in order, or raises RulesError with the faults of all of them. Names may be used before they are declared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from tercio.kernel.decl import Clause, Declaration, Expr
from tercio.kernel.errors import Diagnostic, RulesError
from tercio.kernel.signatures import Signatures, Slot

from ..names import Names
from ..syntax import File, Line
from . import book, clauses, equipment, scenario, slots, things, timing
from .heads import PACK_LINES, Head, common, heads
from .reading import Items, Reading
from .scope import Fault, Scope, Words

__all__ = ["lower", "words_for"]

Lowerer = Callable[[Scope, Head, dict[str, Any]], Declaration]
LOWERERS: dict[str, Lowerer] = {
    "constant": things.constant,
    "table": things.table,
    "characteristic": things.characteristic,
    "stages": things.stages,
    "duration": things.duration,
    "property": things.property_,
    "mark": things.mark,
    "rule": things.rule,
    "attack-sequence": timing.attack_sequence,
    "weapon": equipment.weapon,
    "spell": equipment.spell,
    "path": things.path,
    "terrain": things.terrain,
    "objective": things.objective,
    "item": equipment.item,
    "army": book.army,
    "unit": book.unit,
    "mount": book.mount,
    "sequence": timing.sequence,
    "map": things.battle_map,
    "scenario": scenario.scenario,
}


class _Readers:
    """The readers that lower modules call back into."""

    def slot(self, scope: Scope, slot: Slot, items: Items) -> Expr:
        return slots.fill_slot(scope, slot, items)

    def clauses(self, scope: Scope, lines: Iterable[Line]) -> tuple[Clause, ...]:
        return clauses.clauses_of(scope, lines)

    def clause(self, scope: Scope, line: Line) -> tuple[Clause, ...]:
        return clauses.clauses_of_line(scope, line)


@dataclass(frozen=True, slots=True)
class Found:
    """A head with the file it stands in."""

    head: Head
    scope: Scope


def words_for(names: Names, signatures: Signatures) -> Words:
    """Return the words of a pack: its names and the registered signatures."""
    return Words(names, signatures, _Readers())


def lower(files: Iterable[File], pack: str, names: Names, signatures: Signatures) -> tuple[Declaration, ...]:
    """Return the declarations of a pack; `names` are those of the packs it uses and gain its own.

    Raises RulesError with every fault, in order of place.
    """
    faults: list[Diagnostic] = []
    words = words_for(names, signatures)
    found = [one for file in files for one in _collect(file, words, faults)]
    made: list[Declaration] = []
    for one in found:
        declaration = _lowered(one, pack, faults)
        made += [declaration] if declaration is not None else []
    if faults:
        raise RulesError(sorted(faults, key=_place))
    return tuple(made)


def _place(fault: Diagnostic) -> tuple[str, int, int]:
    span = fault.span
    return (span.file, span.line, span.column) if span is not None else ("", 0, 0)


def _collect(file: File, words: Words, faults: list[Diagnostic]) -> list[Found]:
    """Read the heads of a file and take their names down."""
    scope = Scope(words, file.source, faults)
    found: list[Found] = []
    for line in file.lines:
        if Reading(line).word in PACK_LINES:
            continue
        for head in scope.attempt(heads, line) or ():
            header = scope.attempt(head.header)
            if header is None:
                continue
            earlier = words.names.add(header)
            if earlier is not None:
                scope.report(Fault(head.span, f'a second {head.kind} "{head.name}"', f"the first stands at {earlier.span}"))
            else:
                found.append(Found(head, scope))
            if head.kind == "sequence":
                words.names.nodes.update(_node_words(head.reading.body))
                words.names.nodes.add(head.name)
    return found


def _node_words(lines: Iterable[Line]) -> Iterable[str]:
    for line in lines:
        reading = Reading(line)
        if reading.word in timing.LEVELS and len(reading.head) > 1:
            yield getattr(reading.head[1], "text", "")
            yield from _node_words(line.children)


def _lowered(one: Found, pack: str, faults: list[Diagnostic]) -> Declaration | None:
    head = one.head
    params = {parameter.name: parameter.takes for parameter in head.parameters}
    scope = Scope(one.scope.words, one.scope.source, [], params=params)
    try:
        fields = common(scope, head, pack)
        declaration = scope.attempt(LOWERERS[head.kind], scope, head, fields)
    except RecursionError:
        scope.report(Fault(head.span, f'{head.kind} "{head.name}" is nested too deeply', "write it flatter"))
        declaration = None
    faults += scope.faults
    return declaration
