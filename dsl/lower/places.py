"""Terrain."""

from __future__ import annotations

from typing import Any

from tercio.kernel.decl import Expr, Name, TerrainFeature, Word

from ..syntax import Line
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


def system_word(scope: Scope, kind: str, reading: Reading) -> tuple[str, tuple[Expr, ...]]:
    """Return a word that the system gives to declarations of a kind, with its arguments as data; raises
    Fault.
    """
    word = reading.word
    if f"{kind} {word}" not in scope.signatures.words:
        own = [key.partition(" ")[2] for key in scope.signatures.words if key.startswith(f"{kind} ")]
        hint = suggest(word, {*own, *CLAUSES})
        raise wrong(
            reading.head[0] if reading.head else reading.span, f'"{word}" says nothing of {kind}', hint
        )
    return word, tuple(_argument(scope, item) for item in reading.head[1:] if not is_kind(item, "COMMA"))


def _argument(scope: Scope, item: Any) -> Expr:
    if is_kind(item, "STRING"):
        return Name(item.text)
    if is_kind(item, "WORD") and not scope.names.get("constant", item.text):
        return Word(item.text)
    return amount(scope, (item,))
