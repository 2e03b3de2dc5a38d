"""The slots of registered sentences: each type with what may stand in it.

Some slots say more by their name: a word slot called `mark` takes a declared mark, one called `value` a
value, one called `roll` a roll, one called `kind` a kind of attack (or spell type) that the system registers,
one called `keyword` a keyword of actions; a name slot called `token` takes any name, one called `deck` a deck
of which cards are declared, one called `action` the name of an action.
"""

from __future__ import annotations

from typing import cast

from tercio.kernel.decl import Expr, Name, Word
from tercio.kernel.signatures import Slot

from ..syntax import Atom
from .amounts import amount
from .bundles import bundle, rule_ref
from .conditions import condition_of_items
from .fault import Fault
from .phrases import parameter, thing, word_of
from .reading import Items, is_kind, text_of
from .scope import Scope, suggest, wrong
from .sets import begins_several, thing_set


def fill_slot(scope: Scope, slot: Slot, items: Items) -> Expr:
    """Return what the items mean in a slot; raises Fault if they cannot stand there."""
    match slot.type:
        case "amount":
            return amount(scope, items)
        case "word":
            return _word(scope, slot, items)
        case "name":
            return _name(scope, slot, items)
        case "duration":
            return _declared(scope, "duration", items)
        case "table":
            return _table(scope, items)
        case "rule":
            return cast(Expr, rule_ref(scope, items))
        case "bundle":
            return bundle(scope, items)
        case "set":
            return thing_set(scope, items)
        case "condition":
            return cast(Expr, condition_of_items(scope, items))
        case "test":
            return cast(Expr, condition_of_items(scope.also(it="unit"), items))
        case _:
            return _things(scope, items, slot.type)


def _things(scope: Scope, items: Items, wanted: str) -> Expr:
    """Return one thing, or a set where the items begin as one: `grant "Fly" to friendly units within 6" of
    bearer`.
    """
    if begins_several(scope, items[0]):
        try:
            return thing(scope, items, wanted)
        except Fault:
            return thing_set(scope, items)
    return thing(scope, items, wanted)


def _word(scope: Scope, slot: Slot, items: Items) -> Word:
    word = word_of(items)
    if slot.name == "mark" and not scope.names.get("mark", word.text):
        raise wrong(
            items, f'no mark "{word.text}" is declared', suggest(word.text, scope.names.of_kinds("mark"))
        )
    if slot.name == "roll" and word.text not in scope.words.rolls:
        raise wrong(items, f'no roll "{word.text}" is known', suggest(word.text, scope.words.rolls))
    known = slot.choices or _kinds(scope, slot)
    if known and word.text not in known:
        message = f'"{word.text}" is none of {", ".join(known)}'
        raise wrong(items, message, suggest(word.text, known), weight=int(slot.name == "keyword"))
    if slot.name == "node" and word.text not in scope.names.nodes:
        hint = suggest(word.text, scope.names.nodes)
        raise wrong(items, f'no sequence has a "{word.text}"', hint)
    if slot.name == "value" and word.text not in scope.words.values:
        raise wrong(items, f'no value "{word.text}" is known', suggest(word.text, scope.words.values))
    return word


def _kinds(scope: Scope, slot: Slot) -> tuple[str, ...]:
    if slot.name == "keyword":
        return scope.action_kinds()
    if slot.name == "trait":
        return scope.terrain_traits()
    return scope.attack_kinds() if slot.name == "kind" else ()


def _name(scope: Scope, slot: Slot, items: Items) -> Expr:
    item = items[0]
    if len(items) == 1 and is_kind(item, "PARAM"):
        return parameter(scope, item)
    if len(items) != 1 or not is_kind(item, "STRING"):
        if slot.name == "token" and len(items) == 1 and is_kind(item, "WORD"):
            return Name(item.text)
        raise wrong(items, f"`{text_of(items)}` is not a name", 'names stand in double quotes: "..."')
    name = item.text
    if slot.name == "deck":
        return _deck(scope, item)
    if slot.name == "action":
        return _action(scope, item)
    kinds = tuple(scope.names.headers)
    if slot.name != "token" and not scope.names.find(name, *kinds):
        raise wrong(
            items,
            f'nothing is called "{name}" in this pack or the packs it uses',
            suggest(name, scope.names.of_kinds(*kinds)),
        )
    return Name(name)


def _deck(scope: Scope, item: Atom) -> Name:
    decks = {card.of for card in scope.names.headers.get("card", {}).values()}
    if item.text not in decks:
        raise wrong(item, f'no card is of a deck "{item.text}"', suggest(item.text, decks))
    return Name(item.text)


def _action(scope: Scope, item: Atom) -> Name:
    if item.text not in scope.names.actions | scope.names.unread:
        message = f'no action is called "{item.text}"'
        raise wrong(item, message, suggest(item.text, scope.names.actions), weight=1)
    return Name(item.text)


def _declared(scope: Scope, kind: str, items: Items) -> Expr:
    item = items[0]
    if len(items) == 1 and is_kind(item, "STRING"):
        name = item.text
        if scope.names.get(kind, name):
            return Name(name)
        raise wrong(items, f'no {kind} "{name}" is declared', suggest(name, scope.names.of_kinds(kind)))
    raise wrong(items, f"`{text_of(items)}` is not a {kind}", f'name it in double quotes: {kind} "..."')


def _table(scope: Scope, items: Items) -> Word:
    word = word_of(items)
    if not scope.names.get("table", word.text):
        raise wrong(items, f"no table {word.text} here", suggest(word.text, scope.names.of_kinds("table")))
    return word
