"""Registered sentences made ready for matching.

A pattern such as `deal {n:amount} hits to {x:any} [with {what:bundle}]` becomes one variant for each choice
of its optional parts. Variants are found by their rarest literal word, so that a phrase is tried against a
few of them only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from tercio.kernel.signatures import Piece, Slot, parse_pattern

from .reading import Item, Items, is_kind

Bindings = dict[str, Items]
COMMA = ","


@dataclass(frozen=True, slots=True)
class Variant:
    """A pattern with its optional parts decided: literal words and slots in a row."""

    name: str
    elements: tuple[str | Slot, ...]
    slots: tuple[Slot, ...]
    literals: frozenset[str]
    pattern: str
    signature: Any


def stem(word: str) -> str:
    """Return a word without its plural or verbal `s`, so that `1 hit` and `2 hits` are the same words."""
    return word[:-1] if len(word) > 3 and word.endswith("s") else word


def _stems(items: Items) -> set[str]:
    return {stem(item.text) for item in items if is_kind(item, "WORD")}


class Lexicon:
    """All variants of one kind of signature (relations, terms or verbs)."""

    def __init__(self, signatures: Iterable[Any]) -> None:
        self.variants = [variant for signature in signatures for variant in _variants(signature)]
        spread = Counter(word for variant in self.variants for word in variant.literals)
        self._by_anchor: dict[str, list[Variant]] = {}
        self._bare: list[Variant] = []
        for variant in self.variants:
            if variant.literals:
                anchor = min(variant.literals, key=lambda word: (spread[word], word))
                self._by_anchor.setdefault(anchor, []).append(variant)
            else:
                self._bare.append(variant)
        pieces = (element for variant in self.variants for element in variant.elements)
        self.words = frozenset(element for element in pieces if isinstance(element, str))

    def candidates(self, items: Items) -> Iterator[Variant]:
        """Yield the variants whose literal words all stand among the items, those with more words first."""
        words = _stems(items)
        found = [
            variant
            for word in sorted(words & self._by_anchor.keys())
            for variant in self._by_anchor[word]
            if variant.literals <= words
        ]
        found.sort(key=lambda variant: (-len(variant.literals), len(variant.slots), variant.name))
        yield from found

    def nearest(self, items: Items) -> Variant | None:
        """Return the variant that shares most words with the items, or None."""
        words = _stems(items)
        best = max(
            self.variants,
            key=lambda v: (len(v.literals & words), -len(v.literals - words), v.name),
            default=None,
        )
        return best if best is not None and best.literals & words else None


def _variants(signature: Any) -> Iterator[Variant]:
    pieces = parse_pattern(signature.pattern)
    slots = tuple(piece.item for piece in pieces if isinstance(piece.item, Slot))
    groups = sorted({piece.group for piece in pieces if piece.group})
    for chosen in product((True, False), repeat=len(groups)):
        kept = {group for group, keep in zip(groups, chosen, strict=True) if keep} | {0}
        elements = tuple(_elements(pieces, kept))
        words = (element for element in elements if isinstance(element, str) and element != COMMA)
        literals = frozenset(map(stem, words))
        yield Variant(signature.name, elements, slots, literals, signature.pattern, signature)


def _elements(pieces: Iterable[Piece], kept: set[int]) -> Iterator[str | Slot]:
    for piece in pieces:
        if piece.group in kept:
            yield piece.item


def bindings(elements: tuple[str | Slot, ...], items: Items, start: int = 0) -> Iterator[Bindings]:
    """Yield each way in which the elements cover all items from `start` on: the items of every slot by its
    name.
    """
    if not elements:
        if start == len(items):
            yield {}
        return
    first, rest = elements[0], elements[1:]
    if isinstance(first, str):
        if start < len(items) and _is_literal(items[start], first):
            yield from bindings(rest, items, start + 1)
        return
    for end in _ends(rest, items, start):
        for found in bindings(rest, items, end):
            yield {first.name: items[start:end], **found}


def _is_literal(item: Item, literal: str) -> bool:
    if literal == COMMA:
        return is_kind(item, "COMMA")
    return is_kind(item, "WORD") and stem(item.text) == stem(literal)


def _ends(rest: tuple[str | Slot, ...], items: Items, start: int) -> Iterator[int]:
    if not rest:
        if start < len(items):
            yield len(items)
    elif isinstance(rest[0], str):
        yield from (i for i in range(start + 1, len(items)) if _is_literal(items[i], rest[0]))
    else:
        yield from range(start + 1, len(items))
