"""Terrain, and the words that systems give to declarations."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tercio.kernel.decl import Expr, Name, TerrainFeature, Word
from tercio.kernel.signatures import ClauseWord

from ..syntax import Atom, Line
from .amounts import amount
from .clauses import CLAUSES, clauses_of, is_clause
from .heads import Head
from .reading import Reading, is_kind
from .scope import Scope, suggest, wrong

Common = dict[str, Any]


def terrain(scope: Scope, head: Head, common: Common) -> TerrainFeature:
    """`terrain "Name"`: clauses, and words that the system gives to terrain."""
    traits: list[tuple[str, tuple[Expr, ...]]] = []
    lines: list[Line] = []
    for line in head.lines:
        if is_clause(line):
            lines.append(line)
        else:
            trait = scope.attempt(system_word, scope, "terrain", Reading(line))
            traits += [trait] if trait is not None else []
    return TerrainFeature(**common, traits=tuple(traits), clauses=clauses_of(scope, lines))


def system_word(
    scope: Scope, kind: str, reading: Reading, also: Iterable[str] = ()
) -> tuple[str, tuple[Expr, ...]]:
    """Return a word that the system gives to declarations of a kind, with its arguments as data; `also` are
    the rows of such a declaration that are no words of the system. Raises Fault.
    """
    word = reading.word
    signature = scope.signatures.words.get(f"{kind} {word}") or _keyword(scope, kind, word)
    if signature is None:
        own = [key.partition(" ")[2] for key in scope.signatures.words if key.startswith(f"{kind} ")]
        hint = suggest(word, {*own, *also, *CLAUSES})
        what = kind if kind == "terrain" else f"a {kind}"
        raise wrong(
            reading.head[0] if reading.head else reading.span, f'"{word}" says nothing of {what}', hint
        )
    items = (item for item in reading.head[1:] if not is_kind(item, "COMMA"))
    return word, tuple(_argument(scope, signature, item) for item in items)


def _keyword(scope: Scope, kind: str, word: str) -> ClauseWord | None:
    header = scope.names.get("keyword", word)
    return ClauseWord(kind, word, "") if header is not None and header.of == kind else None


def _argument(scope: Scope, signature: ClauseWord, item: Any) -> Expr:
    if is_kind(item, "STRING"):
        _known(scope, signature.names, item)
        return Name(item.text)
    if is_kind(item, "WORD") and not scope.names.get("constant", item.text):
        if signature.words and item.text not in signature.words:
            hint = suggest(item.text, signature.words)
            raise wrong(item, f'"{item.text}" cannot stand behind "{signature.word}"', hint)
        return Word(item.text)
    return amount(scope, (item,))


def _known(scope: Scope, kind: str, item: Atom) -> None:
    if kind and not scope.names.get(kind, item.text):
        hint = suggest(item.text, scope.names.of_kinds(kind))
        raise wrong(item, f'no {kind} "{item.text}" in this pack or the packs it uses', hint)
