"""Armies: the composition of an army book."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from tercio.kernel.decl import Army, Category, Limit, Offer, RuleRef

from ..syntax import Line
from .bundles import rule_ref
from .heads import Head, name_list, whole
from .needs import counters_of, need_of
from .reading import Items, Reading, find_word, is_kind, is_word, span_over, text_of
from .scope import Scope, suggest, wrong

Common = dict[str, Any]


def army(scope: Scope, head: Head, common: Common) -> Army:
    """`army "Name"`: `category`, `limit`, `offers`, `hereditary`, `needs`, and words of the system."""
    made = Army(**common)
    for line in head.lines:
        made = scope.attempt(_army_line, scope, made, line) or made
    return made


def _army_line(scope: Scope, made: Army, line: Line) -> Army:
    reading = Reading(line)
    items = reading.head[1:]
    match reading.word:
        case "category":
            return replace(made, categories=(*made.categories, _category(reading.rest)))
        case "limit":
            return replace(made, limits=(*made.limits, _limit(scope, reading.rest)))
        case "offers":
            return replace(made, offers=(*made.offers, _offer(scope, reading.rest)))
        case "needs":
            return replace(made, needs=(*made.needs, need_of(scope, items)))
        case "hereditary":
            return replace(made, hereditary=(*made.hereditary, *name_list(reading.rest, "spells")))
        case word if f"army {word}" in scope.signatures.words:
            return replace(made, words=(*made.words, (word, text_of(items))))
        case _:
            pass
    known = ("category", "limit", "offers", "hereditary", "needs")
    raise wrong(reading.span, f'"{reading.word}" says nothing of an army', suggest(reading.word, known))


def _category(items: Items) -> Category:
    """`"Name" [at least N%] [at most N%]`."""
    if not is_kind(items[0], "STRING"):
        raise wrong(items, "a category has a name", 'write: category "Core Units" at least 25%')
    made = Category(items[0].text)
    rest = items[1:]
    while rest:
        if len(rest) < 3 or not is_word(rest[0], "at") or not is_kind(rest[2], "PERCENT"):
            raise wrong(
                rest, f"`{text_of(rest)}` is no share of the army", "write: at least 25%, at most 40%"
            )
        share = whole(rest[2:3], "a share", span_over(rest))
        made = replace(made, at_least=share) if is_word(rest[1], "least") else replace(made, at_most=share)
        rest = rest[3:]
    return made


def _limit(scope: Scope, items: Items) -> Limit:
    """`NAME[, NAME] N [per M points] [, highest of each unit]`."""
    highest = text_of(items[-4:]) == "highest of each unit"
    items = items[:-5] if highest else items
    number = next((i for i, item in enumerate(items) if is_kind(item, "NUMBER")), None)
    if not number:
        raise wrong(
            items, "a limit names what is counted and how many", "write: limit auxiliaries 20 per 1000 points"
        )
    counters = counters_of(scope, items[:number], items)
    most = whole(items[number : number + 1], "a limit", span_over(items))
    rest = items[number + 1 :]
    points: int | None = None
    if rest:
        if len(rest) != 3 or not is_word(rest[0], "per") or not is_word(rest[2], "points"):
            raise wrong(
                rest,
                f"`{text_of(rest)}` is not understood here",
                "write: limit auxiliaries 20 per 1000 points",
            )
        points = whole(rest[1:2], "points", span_over(rest))
    return Limit(counters, most, "army", points, per_unit_highest=highest)


def _offer(scope: Scope, items: Items) -> Offer:
    """`"Item" [(arguments)] for COST`: an item of the packs in use that this army may take, at its own
    price.
    """
    at = find_word(items, "for")
    if at is None or at < 1:
        raise wrong(items, "what is offered for how much?", 'write: offers "Potion of Haste" for 20')
    reference = cast(RuleRef, rule_ref(scope, items[:at], "item"))
    return Offer(reference, whole(items[at + 1 :], "a cost", span_over(items)))
