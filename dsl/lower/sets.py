"""Sets of things on the table: `friendly units within 8" of bearer where it is engaged`.

The tail of a set (`within 8" of bearer`) is a relation whose subject is left out: it is read as `it is
within 8" of bearer`. Nouns beside the kinds of things are registered, each for things of one kind. Any other
word is read as a relation of models: `characters` are the models of which `it is character` holds.
"""

from __future__ import annotations

from tercio.kernel.decl import Condition, Relation, Role, SetExpr

from ..syntax import Atom, Group
from .conditions import condition_of, joined, relation, sentence_condition
from .fault import Fault
from .reading import Item, Items, find_word, is_word, items_of
from .scope import Scope, suggest, wrong

SIDES = ("friendly", "enemy", "own", "other")
KINDS = {
    "unit": "unit",
    "units": "unit",
    "pool": "pool",
    "pools": "pool",
    "model": "model",
    "models": "model",
    "part": "part",
    "parts": "part",
    "player": "player",
    "players": "player",
    "terrain": "terrain",
    "area": "area",
    "areas": "area",
    "destroyed-unit": "destroyed",
    "destroyed-units": "destroyed",
}
PLURALS = tuple(noun for noun in KINDS if noun.endswith("s"))


def begins_set(scope: Scope, item: Item) -> bool:
    """Return whether a set may begin with this word: a side, a kind of thing or a registered noun."""
    return is_word(item, *SIDES, *KINDS, *scope.words.nouns)


def begins_several(scope: Scope, item: Item) -> bool:
    """Return whether this word begins a set where one thing might stand: a side or a plural, but no role. A
    set may stand in parentheses.
    """
    if isinstance(item, Group):
        return begins_several(scope, items_of(item.sentence)[0])
    if is_word(item, *SIDES):
        return True
    if item.kind != "WORD" or item.text in scope.roles:
        return False
    noun = scope.words.nouns.get(item.text)
    return item.text in PLURALS or (noun is not None and noun.words[1] == item.text)


def thing_set(scope: Scope, items: Items) -> SetExpr:
    """Return the set that the items describe; raises Fault."""
    if len(items) == 1 and isinstance(items[0], Group):
        items = items_of(items[0].sentence)
    rest = items
    side = ""
    if is_word(rest[0], *SIDES):
        side = rest[0].text
        rest = rest[1:]
    if rest and is_word(rest[0], *SIDES):
        raise wrong(rest[0], f'"{side}" already says whose they are', f"leave one out: {side} units")
    if not rest or not isinstance(rest[0], Atom) or rest[0].kind != "WORD":
        raise wrong(items, "a set of things is missing here", "write e.g. friendly units")
    noun, rest = rest[0], rest[1:]
    registered = scope.words.nouns.get(noun.text)
    kind = KINDS.get(noun.text, registered.kind if registered is not None else "model")
    inner = scope.also(it=type_of(kind))
    conditions = [] if noun.text in KINDS else [_noun(inner, noun)]
    where = find_word(rest, "where")
    tail = rest if where is None else rest[:where]
    conditions += _tails(inner, tail)
    if where is not None:
        group = rest[where + 1]
        assert isinstance(group, Group)
        conditions.append(condition_of(inner, group.sentence.parts[0]))
    return SetExpr(kind, side, joined(conditions))


def type_of(kind: str) -> str:
    """Return the type of the things of a kind."""
    return {"model": "pool", "destroyed": "unit"}.get(kind, kind)


def _noun(scope: Scope, noun: Atom) -> Condition:
    registered = scope.words.nouns.get(noun.text)
    if registered is not None:
        return Relation(registered.name, (Role("it"),))
    singular = Atom("WORD", noun.text.removesuffix("s"), noun.span)
    try:
        return relation(scope, (*_it(noun), singular))
    except Fault:
        raise wrong(
            noun,
            f'"{noun.text}" is no kind of thing',
            suggest(noun.text, {*KINDS, *SIDES, *scope.words.nouns}, "units, models, parts ..."),
        ) from None


def _tails(scope: Scope, items: Items) -> list[Condition]:
    """Read `within 8" of bearer in contact with target` as one relation or as several in a row."""
    if not items:
        return []
    own = find_word(items, "it")
    if own is not None:
        hint = "a set's `it` is each of its own things; give the other one a name: pick NAME from ..."
        raise wrong(items[own], "`it` cannot mean something outside this set", hint)
    try:
        return [sentence_condition(scope, (*_it(items[0]), *items))]
    except Fault as fault:
        found = _in_a_row(scope, items, {})
        if found is None:
            raise fault from None
        return found


def _in_a_row(scope: Scope, items: Items, tried: dict[int, list[Condition] | None]) -> list[Condition] | None:
    """Return the relations that the items say one after the other, None if they say none; `tried` by what
    is left.
    """
    if not items:
        return []
    if len(items) not in tried:
        tried[len(items)] = None
        for cut in range(len(items), 0, -1):
            try:
                first = sentence_condition(scope, (*_it(items[0]), *items[:cut]))
            except Fault:
                continue
            rest = _in_a_row(scope, items[cut:], tried)
            if rest is not None:
                tried[len(items)] = [first, *rest]
                break
    return tried[len(items)]


def _it(beside: Item) -> tuple[Atom, Atom]:
    return Atom("WORD", "it", beside.span), Atom("WORD", "is", beside.span)
