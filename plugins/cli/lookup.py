"""Finding what a name means: declarations of packs with their text, and the words that plugins registered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING, Any

from tercio.dsl.fmt import format_text
from tercio.kernel.decl import Declaration, Node, SequenceDecl
from tercio.kernel.errors import RulesError, did_you_mean
from tercio.kernel.source import Span

if TYPE_CHECKING:
    from tercio.dsl.desk import Desk
    from tercio.dsl.loader import Pack

_WORDS = {
    "values": "value",
    "rolls": "roll",
    "permissions": "permission",
    "windows": "window",
    "relations": "relation",
    "terms": "property",
    "verbs": "verb",
    "words": "clause word",
}


@dataclass(frozen=True, slots=True)
class Meaning:
    """One thing that a name means: a heading (`rule "Fearless"`) and the lines below it."""

    heading: str
    lines: tuple[str, ...]


class Shelf:
    """Everything that has a name in a system: its pack, overlays laid on, and all army books that belong to
    it.
    """

    def __init__(self, desk: Desk, system: str, over: Sequence[str]) -> None:
        self._rules = desk.rules(system, over=over)
        self._packs = {pack.name: pack for pack in (*desk.packs(), *desk.loader.load(over))}
        self._signatures = desk.host.signatures
        self._laid_on = tuple(over)
        self._declared = [*self._rules.declarations, *self._books(system)]

    def _books(self, system: str) -> Iterator[Declaration]:
        mine = {name for name, _, _ in self._rules.packs}
        for pack in self._packs.values():
            belongs = pack.manifest.system in ("", system) and not pack.manifest.over
            if pack.name not in mine and belongs:
                yield from pack.declarations

    def meanings(self, name: str) -> list[Meaning]:
        """Return everything that a name means, words in capitals or not."""
        exact = [*self._declarations(name), *self._words(name)]
        if exact:
            return exact
        other = {known for known in self._names() if known.casefold() == name.casefold()}
        return [
            meaning
            for known in sorted(other)
            for meaning in (*self._declarations(known), *self._words(known))
        ]

    def hint(self, name: str) -> str:
        """Return a did-you-mean, or ""."""
        return did_you_mean(name, self._names())

    def _names(self) -> set[str]:
        words = (word for shelf in _WORDS for word in getattr(self._signatures, shelf))
        return {*(one.name for one in self._declared), *words}

    # -- declarations ------------------------------------------------------------------------------

    def _declarations(self, name: str) -> Iterator[Meaning]:
        for one in self._declared:
            if one.name == name:
                yield Meaning(f'{one.kind} "{one.name}"', tuple(self._told(one)))

    def _told(self, one: Declaration) -> Iterator[str]:
        yield f"  {one.span}, pack {one.pack}" if one.pack else f"  {one.span}"
        if one.cite is not None:
            yield f"  {one.cite}"
        yield from (f"    {line}" for line in self._text(one.pack, one.span) or [one.text])
        for overlay in self._rules.changes.get((one.kind, one.name), ()):
            yield f"  changed by the overlay {overlay}:"
            for change in self._changes(overlay, one):
                if (change.span.file, change.span.line) != (one.span.file, one.span.line):
                    yield from (f"    {line}" for line in self._text(overlay, change.span))

    def _changes(self, overlay: str, one: Declaration) -> Iterator[Any]:
        pack = self._pack(overlay)
        for change in pack.changes if pack is not None else ():
            if _concerns(change, one):
                yield change

    def _pack(self, name: str) -> Pack | None:
        return self._packs.get(name)

    def _text(self, pack_name: str, span: Span) -> list[str]:
        """Return the canonical text of what stands at a place in a pack; nothing if the file cannot be
        read.
        """
        pack = self._pack(pack_name)
        if pack is None or pack.folder is None:
            return []
        path = pack.folder / span.file.partition("/")[2]
        try:
            block = block_at(path, span.line)
        except (OSError, UnicodeDecodeError):
            return []
        try:
            return format_text(block, span.file).splitlines()
        except RulesError:
            return block.splitlines()

    # -- words of plugins --------------------------------------------------------------------------

    def _words(self, name: str) -> Iterator[Meaning]:
        for shelf, kind in _WORDS.items():
            signature = getattr(self._signatures, shelf).get(name)
            if signature is not None:
                yield Meaning(f"{kind} {name}", tuple(_signature_lines(signature)))


def _concerns(change: Any, one: Declaration) -> bool:
    """Whether a change of an overlay is a change of this declaration."""
    node = getattr(change, "node", None)
    if isinstance(one, SequenceDecl):
        return node is not None and node.name in _node_names(one.nodes)
    declaration = getattr(change, "declaration", change)
    return bool(getattr(declaration, "name", None) == one.name)


def _node_names(nodes: Iterable[Node]) -> set[str]:
    found = {node.name for node in nodes}
    return found.union(*(_node_names(node.children) for node in nodes))


def _signature_lines(signature: Any) -> Iterable[str]:
    yield f"  {signature.doc}"
    for label, field in (("written", "pattern"), ("kind", "kind"), ("answers to", "also")):
        value = getattr(signature, field, None)
        if value:
            yield f"  {label}: {value if isinstance(value, str) else ', '.join(value)}"
    roles = getattr(signature, "roles", ())
    if roles:
        yield "  roles: " + ", ".join(f"{name} ({type_})" for name, type_ in roles)


def block_at(path: Path, line: int) -> str:
    """Return the text that begins at a line, to the next line that stands as far left, moved to the left."""
    lines = path.read_text(encoding="utf-8-sig").splitlines()[line - 1 :]
    depth = _depth(lines[0]) if lines else 0
    block = lines[:1]
    for one in lines[1:]:
        if one.strip() and _depth(one) <= depth:
            break
        block.append(one)
    return dedent("\n".join(block)).rstrip() + "\n"


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())
