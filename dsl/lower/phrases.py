"""Phrases matched against registered terms, and the things that take part."""

from __future__ import annotations

import re

from tercio.kernel.decl import Expr, Name, Param, Role, Term, Word
from tercio.kernel.signatures import Slot

from ..syntax import Atom, Group
from .fault import Fault, Hint
from .lexicon import Bindings, Variant, bindings
from .reading import Items, is_kind, is_word, items_of, text_of
from .scope import Scope, suggest, wrong

HINT_AMOUNT = "an amount is a number, dice, a constant, a parameter or a value such as `strength of attacker`"


def term(scope: Scope, items: Items, wanted: str = "amount") -> Expr:
    """Return a value of a thing (`strength of attacker`) or a registered term; raises Fault."""
    first = items[0]
    if (
        len(items) > 2
        and is_word(items[1], "of")
        and isinstance(first, Atom)
        and first.text in scope.words.values
    ):
        return Term(first.text, (thing(scope, items[2:]),))
    best: Fault | None = None
    for variant in scope.words.terms.candidates(items):
        if fits(variant.signature.type, wanted):
            try:
                args = matched(scope, variant, items)
            except Fault as fault:
                best = best if best is not None and best.weight >= fault.weight else fault
                continue
            if args is not None:
                return Term(variant.name, args)
    if best is not None:
        raise best
    raise unknown(scope, items, wanted)


def matched(scope: Scope, variant: Variant, items: Items) -> tuple[Expr, ...] | None:
    """Return the arguments of a variant that covers the items, in order of its slots; None if it does not.

    Raises the Fault of the slot that went wrong when the words fit but a slot does not.
    """
    best: Fault | None = None
    for found in bindings(variant.elements, items):
        try:
            return tuple(_bound(scope, slot, found) for slot in variant.slots)
        except Fault as fault:
            fault.weight += len(variant.literals)
            best = best if best is not None and best.weight >= fault.weight else fault
    if best is not None:
        raise best
    return None


def _bound(scope: Scope, slot: Slot, found: Bindings) -> Expr:
    if slot.name not in found:
        return None  # type: ignore[return-value]
    return scope.words.readers.slot(scope, slot, found[slot.name])


_COERCIBLE = {
    ("pool", "unit"),
    ("part", "unit"),
    ("part", "pool"),
    ("attack", "part"),
    ("attack", "pool"),
    ("attack", "unit"),
}


def fits(given: str, wanted: str) -> bool:
    """Return whether a thing of type `given` may stand where `wanted` is expected; an action is no thing."""
    if "action" in (given, wanted):
        return given == wanted
    if given == wanted or "any" in (given, wanted):
        return given == wanted or "amount" not in (given, wanted)
    return (given, wanted) in _COERCIBLE or (
        wanted == "thing" and given in ("unit", "pool", "part", "terrain", "area")
    )


def thing(scope: Scope, items: Items, wanted: str = "any") -> Expr:
    """Return the thing that the items name: a role or a term that yields one; raises Fault."""
    first = items[0]
    if len(items) == 1 and isinstance(first, Group):
        return thing(scope, items_of(first.sentence), wanted)
    if len(items) == 1 and isinstance(first, Atom) and first.kind == "WORD" and first.text in scope.roles:
        if fits(scope.roles[first.text], wanted):
            return Role(first.text)
        given = scope.roles[first.text]
        raise wrong(first, f"{first.text} is {_one(given)}, not {_one(wanted)}", _roles_hint(scope, wanted))
    if len(items) == 1 and isinstance(first, Atom) and first.kind == "PARAM":
        return parameter(scope, first)
    if len(items) == 1 and wanted == "any" and is_kind(first, "STRING"):
        return Name(first.text)
    return term(scope, items, wanted)


def _one(type_: str) -> str:
    return f"an {type_}" if type_[0] in "aeio" else f"a {type_}"


def _roles_hint(scope: Scope, wanted: str) -> str:
    fitting = sorted(role for role, type_ in scope.roles.items() if fits(type_, wanted) and type_ != "any")
    return f"one of {', '.join(fitting)}" if fitting else ""


def unknown(scope: Scope, items: Items, wanted: str) -> Fault:
    """Return the fault for items that are no term: the first word that nobody knows, else the whole."""
    roles = set(scope.roles)
    constants = set(scope.names.of_kinds("constant"))
    known = roles | constants | scope.words.values | scope.words.terms.words | {"of", "table"}
    for item in items:
        if is_kind(item, "WORD") and (item.text not in known or len(items) == 1):
            return wrong(item, *_unknown_word(scope, item, known, wanted))
    nearest = scope.words.terms.nearest(items)
    hint = f"known: {nearest.pattern}" if nearest else HINT_AMOUNT
    return wrong(items, f"no {'amount' if wanted == 'amount' else 'thing'} reads `{text_of(items)}`", hint)


def _unknown_word(scope: Scope, item: Atom, known: set[str], wanted: str) -> tuple[str, Hint]:
    word = item.text
    pieces = re.split(r"-", word)
    if len(pieces) > 1 and all(piece in known or piece.isdigit() for piece in pieces):
        return f'"{word}" is one word', f"a minus has a space on both sides: {' - '.join(pieces)}"
    if wanted == "amount":
        return f'no value, constant or term "{word}" is known', suggest(word, known, HINT_AMOUNT)
    where = f" in {scope.context}" if scope.context else ""
    things = sorted(scope.roles)
    return f'nothing called "{word}" takes part{where}', suggest(
        word, things, f"it may be {', '.join(things)}"
    )


def word_of(items: Items) -> Word:
    """Return a single bare word as an argument; raises Fault."""
    if len(items) != 1 or not is_kind(items[0], "WORD"):
        raise wrong(items, f"`{text_of(items)}` is not one word", "")
    return Word(items[0].text)


def parameter(scope: Scope, item: Atom) -> Param:
    """Return a parameter of the rule at hand; raises Fault if the rule has none of that letter."""
    if item.text not in scope.params:
        hint = f'declare it: rule "..." ({item.text})'
        raise wrong(item, f"this declaration has no parameter {item.text}", hint)
    return Param(item.text)
