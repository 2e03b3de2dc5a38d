"""Finding what a name means: declarations of packs with their text, and the words that plugins registered."""

from __future__ import annotations

import re
from collections import Counter
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
    "nouns": "noun",
    "relations": "relation",
    "terms": "property",
    "verbs": "verb",
    "words": "clause word",
}
_LABELS = (("written", "pattern"), ("in sets", "words"), ("kind", "kind"), ("answers to", "also"))
_MOST_NAMED = 6
"""The most names that a hint lists."""


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
        self.system = system
        self._rules = desk.rules(system, over=over)
        self._packs = {pack.name: pack for pack in (*desk.packs(), *desk.loader.load(over))}
        self._signatures = desk.host.signatures(system)
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
        exact = self._exactly(name)
        if exact:
            return exact
        other = {known for known in self.names() if known.casefold() == name.casefold()}
        return [meaning for known in sorted(other) for meaning in self._exactly(known)]

    def _exactly(self, name: str) -> list[Meaning]:
        found = [*self._declarations(name), *self._words(name), *self._manifests(name)]
        return found or list(self._nodes(name))

    def names(self) -> set[str]:
        """Return all names that mean something."""
        words = (word for shelf in _WORDS for word in getattr(self._signatures, shelf))
        nodes = (one for made in self._sequences() for one in _node_names(made.nodes))
        return {*(one.name for one in self._declared), *words, *nodes, *self._packs}

    # -- packs -------------------------------------------------------------------------------------

    def _manifests(self, name: str) -> Iterator[Meaning]:
        pack = self._packs.get(name)
        if pack is not None:
            yield Meaning(f'pack "{name}"', tuple(self._contents(pack)))

    def _contents(self, pack: Pack) -> Iterator[str]:
        said = pack.manifest
        yield "  " + ", ".join(filter(None, (said.title, said.edition, f"version {said.version}")))
        for label, value in (("over", said.over), ("uses", ", ".join(said.uses))):
            if value:
                yield f"  {label} {value}"
        kinds = Counter(one.kind for one in pack.declarations)
        if kinds:
            yield "  declares " + ", ".join(f"{kind} ({number})" for kind, number in sorted(kinds.items()))
        if pack.changes:
            yield f"  changes in {said.over}:"
        for change in pack.changes:
            yield from (f"    {line}" for line in self._text(pack.name, change.span))

    # -- declarations ------------------------------------------------------------------------------

    def _declarations(self, name: str) -> Iterator[Meaning]:
        for one in self._declared:
            if one.name == name:
                yield Meaning(f'{one.kind} "{one.name}"', tuple(self._told(one)))

    def _sequences(self) -> Iterator[SequenceDecl]:
        return (one for one in self._declared if isinstance(one, SequenceDecl))

    def _nodes(self, name: str) -> Iterator[Meaning]:
        """Yield the sequences that a step, phase, turn or round stands in."""
        for one in self._sequences():
            if name in _node_names(one.nodes):
                yield Meaning(f'{name} of sequence "{one.name}"', tuple(self._told(one)))

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
                else:
                    yield from self._replaced(one, overlay)

    def _changes(self, overlay: str, one: Declaration) -> Iterator[Any]:
        pack = self._pack(overlay)
        for change in pack.changes if pack is not None else ():
            if _concerns(change, one):
                yield change

    def _replaced(self, one: Declaration, overlay: str) -> Iterator[str]:
        """Yield what stands in the base where an overlay puts a declaration anew."""
        pack = self._pack(overlay)
        base = self._pack(pack.manifest.over) if pack is not None else None
        for old in base.declarations if base is not None else ():
            if (old.kind, old.name) == (one.kind, one.name):
                yield f"    replaced; before, in {old.span}:"
                yield from (f"      {line}" for line in self._text(old.pack, old.span))

    def _pack(self, name: str) -> Pack | None:
        return self._packs.get(name)

    def _text(self, pack_name: str, span: Span) -> list[str]:
        """Return the canonical text of what stands at a place in a pack; nothing if the file cannot be
        read.
        """
        pack = self._pack(pack_name)
        if pack is None or pack.folder is None:
            return []
        path = pack.folder / (span.file.partition("/")[2] or span.file)
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


def hint(name: str, names: Iterable[str]) -> str:
    """Return a did-you-mean, or "": the names that have these words in them, else the nearest one."""
    known = sorted(set(names))
    words = _words_of(name)
    holding = [one for one in known if words and words <= _words_of(one)]
    if not holding or len(holding) > _MOST_NAMED:
        return did_you_mean(name, known)
    return "did you mean " + " or ".join(f'"{one}"' for one in holding) + "?"


def _words_of(name: str) -> set[str]:
    return {*re.split(r"[\s-]+", name.casefold().strip())} - {""}


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
    for label, field in _LABELS:
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
