"""Syntax to declarations: what a pack's text means, checked word by word.

`lower` takes the parsed files of one pack, the names of the packs it uses and the registered signatures,
and returns its declarations in order, or raises RulesError with the faults of all of them. Names may be
used before they are declared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from tercio.kernel.decl import Clause, Declaration, Expr
from tercio.kernel.errors import Diagnostic, RulesError
from tercio.kernel.signatures import Signatures, Slot

from ..names import Header, Names
from ..overlay import Change
from ..syntax import File, Line
from . import (
    army,
    book,
    campaigns,
    clauses,
    durations,
    equipment,
    maps,
    places,
    slots,
    tables,
    things,
    timing,
    trial,
)
from .fault import Fault
from .heads import PACK_LINES, Head, common, heads
from .mentions import take_down
from .overlays import changes_of
from .reading import Items, Reading, is_kind, plain
from .scope import Scope, Words

__all__ = ["Lowered", "lower", "pack_line", "words_for"]

Lowerer = Callable[[Scope, Head, dict[str, Any]], Declaration]
LOWERERS: dict[str, Lowerer] = {
    "constant": things.constant,
    "table": tables.table,
    "characteristic": things.characteristic,
    "roll": things.roll,
    "keyword": things.keyword,
    "stages": things.stages,
    "duration": durations.duration,
    "property": things.property_,
    "mark": things.mark,
    "rule": things.rule,
    "attack-sequence": timing.attack_sequence,
    "weapon": equipment.weapon,
    "spell": equipment.spell,
    "path": things.path,
    "terrain": places.terrain,
    "objective": things.objective,
    "card": things.card,
    "item": equipment.item,
    "army": army.army,
    "unit": book.unit,
    "mount": book.mount,
    "sequence": timing.sequence,
    "map": maps.battle_map,
    "campaign": campaigns.campaign,
    "scenario": trial.scenario,
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


def words_for(names: Names, signatures: Signatures, trials: Signatures | None = None) -> Words:
    """Return the words of a pack: its names and the registered signatures, those of its scenarios apart."""
    return Words(names, signatures, _Readers(), trials)


@dataclass(frozen=True, slots=True)
class Lowered:
    """What a pack says: its declarations in order, and what it changes in the pack it lies over."""

    declarations: tuple[Declaration, ...]
    changes: tuple[Change, ...] = ()


def lower(
    files: Iterable[File],
    pack: str,
    names: Names,
    signatures: Signatures,
    faults: Iterable[Diagnostic] = (),
    trials: Signatures | None = None,
) -> Lowered:
    """Return what a pack says; `names` are those of the packs it stands on and gain its own. `trials` are the
    words of its scenarios (the kernel's alone are added where none are given).

    Raises RulesError with every fault, in order of place, those found by the parser (`faults`) among them.
    """
    files = tuple(files)
    unparsed = tuple(faults)
    faults = list(unparsed)
    words = words_for(names, signatures, trials)
    found = [one for file in files for one in _collect(file, words, faults)]
    changes = tuple(change for file in files for change in _changes(file, words, pack, faults))
    made = [_lowered(one.head, one.scope, pack, faults) for one in found]
    declarations = tuple(one for one in made if one is not None)
    excused = {(file.source.name, *place) for file in files for place in file.excused}
    if faults:
        told = (one for one in faults if one in unparsed or _place(one) not in excused)
        raise RulesError(sorted(dict.fromkeys(told), key=_place))
    return Lowered(declarations, changes)


def pack_line(file: File) -> tuple[str, str, tuple[str, ...]]:
    """Return name, base (`over`) and uses that `pack` and `use` lines of a file name; raises RulesError."""
    name = over = ""
    uses: list[str] = []
    for line in file.lines:
        items = Reading(line).head
        texts = [plain(item) for item in items] or [""]
        if texts[0] in PACK_LINES and (len(items) < 2 or not is_kind(items[1], "STRING")):
            raise RulesError(
                file.source.fault(line.span, f'"{texts[0]}" needs a name', f'write: {texts[0]} "name"')
            )
        if texts[0] == "pack":
            name = texts[1]
            over = texts[texts.index("over") + 1] if "over" in texts[2:-1] else over
        elif texts[0] == "over":
            over = texts[1]
        elif texts[0] == "use":
            uses += [text for item, text in zip(items, texts, strict=True) if is_kind(item, "STRING")]
    return name, over, tuple(uses)


def _changes(file: File, words: Words, pack: str, faults: list[Diagnostic]) -> tuple[Change, ...]:
    """Return what the blocks below `pack ... over ...` change."""
    scope = Scope(words, file.source, faults)

    def lower_head(outer: Scope, head: Head) -> Declaration | None:
        return _lowered(head, outer, pack, faults, cited=False)

    blocks = (line.children for line in file.lines if Reading(line).word == "pack")
    return tuple(change for block in blocks for change in changes_of(scope, block, lower_head))


def _place(fault: Diagnostic) -> tuple[str, int, int]:
    span = fault.span
    return (span.file, span.line, span.column) if span is not None else ("", 0, 0)


def _collect(file: File, words: Words, faults: list[Diagnostic]) -> list[Found]:
    """Read the heads of a file and take their names down."""
    scope = Scope(words, file.source, faults)
    found: list[Found] = []
    words.names.unread |= file.unread
    for kind, name in file.broken:
        words.names.add(Header(kind, name, broken=True))
    take_down(file.lines, words.names)
    for line in file.lines:
        if Reading(line).word in PACK_LINES:
            continue
        for head in scope.attempt(heads, line) or ():
            header = scope.attempt(head.header)
            if header is None:
                continue
            earlier = words.names.add(header)
            if earlier is not None:
                scope.report(
                    Fault(
                        head.span,
                        f'a second {head.kind} "{head.name}"',
                        f"the first stands at {earlier.span}",
                    )
                )
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


def _lowered(
    head: Head, outer: Scope, pack: str, faults: list[Diagnostic], *, cited: bool = True
) -> Declaration | None:
    params = {parameter.name: parameter.takes for parameter in head.parameters}
    scope = Scope(outer.words, outer.source, [], params=params)
    try:
        fields = common(scope, head, pack, cited=cited)
        declaration = scope.attempt(LOWERERS[head.kind], scope, head, fields)
    except RecursionError:
        scope.report(Fault(head.span, f'{head.kind} "{head.name}" is nested too deeply', "write it flatter"))
        declaration = None
    faults += scope.faults
    return declaration
