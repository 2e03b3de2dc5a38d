"""Amounts and things: what stands in the slots of a sentence.

An amount is arithmetic over literals, parameters, constants, tables, values and registered terms. A thing is a role of the present
context (`target`, `bearer`, `it`) or a term that yields one.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import reduce

from tercio.kernel.decl import Arith, ConstantRef, DiceAmount, Expr, Literal, Lookup, Name, Param, Role, Term, Word
from tercio.kernel.signatures import Slot

from ..syntax import Atom, Group
from .lexicon import Bindings, Variant, bindings
from .reading import Item, Items, find_word, is_kind, is_word, items_of, split, text_of
from .scope import Fault, Scope, fail, suggest

_DICE = re.compile(r"(\d*|[A-Z])D(\d+)(?:([+-])(\d+|[A-Z]))?$")
_SHAPES = {"maximised": 1, "minimised": -1}
_UNITS = {'"': '"', "%": "%", "+": "+"}
_LEVELS = (("+", "-"), ("*", "/"))
_HINT_AMOUNT = "an amount is a number, dice, a constant, a parameter or a value such as `strength of attacker`"


def number(text: str) -> int | Fraction:
    """Return the number a literal's digits stand for: whole, decimal or a fraction."""
    value = Fraction(text)
    return value.numerator if value.denominator == 1 else value


def literal(atom: Atom) -> Literal:
    """Return the literal of a NUMBER, SIGNED, TARGET, MEASURE or PERCENT atom."""
    text = atom.text
    unit = _UNITS.get(text[-1], "")
    return Literal(number(text[:-1] if unit else text), unit)


def dice(atom: Atom, extra: int = 0) -> Expr:
    """Return the dice of a DICE atom."""
    found = _DICE.match(atom.text)
    assert found is not None
    count, sides, sign, plus = found.groups()
    if count.isalpha():
        fail(atom, "the number of dice is a number", "write the dice as the argument, e.g. (2D6)")
    letter = plus is not None and plus.isalpha()
    fixed = 0 if plus is None or letter else int(sign + plus)
    rolled = DiceAmount(int(count or 1), int(sides), fixed, extra)
    return Arith(sign, rolled, Param(plus)) if letter else rolled


def amount(scope: Scope, items: Items) -> Expr:
    """Return the amount that the items say; raises Fault."""
    if not items:
        raise ValueError("no items")
    if is_word(items[0], "table"):
        return _lookup(scope, items)
    for operators in _LEVELS:
        at = next((i for i in range(len(items) - 1, 0, -1) if is_kind(items[i], "OP") and items[i].text in operators), 0)  # type: ignore[union-attr]
        if at:
            operator = items[at].text  # type: ignore[union-attr]
            return Arith(operator, amount(scope, items[:at]), amount(scope, items[at + 1 :]))
    return _simple(scope, items)


def _simple(scope: Scope, items: Items) -> Expr:
    if len(items) == 1:
        return _single(scope, items[0])
    if is_word(items[0], *_SHAPES):
        return _shaped(items)
    if len(items) == 2 and is_word(items[0], "min", "max") and isinstance(items[1], Group):
        return _extreme(scope, items[0].text, items[1])  # type: ignore[union-attr]
    return term(scope, items)


def _single(scope: Scope, item: Item) -> Expr:
    if isinstance(item, Group):
        return amount(scope, items_of(item.sentence))
    match item.kind:
        case "NUMBER" | "TARGET" | "MEASURE" | "PERCENT":
            return literal(item)
        case "SIGNED":
            return _signed(scope, item)
        case "DICE":
            return dice(item)
        case "PARAM":
            return parameter(scope, item)
        case "OFFSET":
            plus = Literal(int(item.text[2:]))
            return Arith(item.text[1], parameter(scope, Atom("PARAM", item.text[0], item.span)), plus)
        case "WORD":
            return _word_amount(scope, item)
        case _:
            fail(item, f"{text_of((item,))} is no amount", _HINT_AMOUNT)


def _signed(scope: Scope, item: Atom) -> Expr:
    sign, rest = item.text[0], item.text[1:]
    if not rest.isalpha():
        return literal(Atom(item.kind, item.text.removeprefix("+"), item.span))
    param = parameter(scope, Atom("PARAM", rest, item.span))
    return param if sign == "+" else Arith("*", Literal(-1), param)


def parameter(scope: Scope, item: Atom) -> Param:
    """Return a parameter of the rule at hand; raises Fault if the rule has none of that letter."""
    if item.text not in scope.params:
        hint = suggest(item.text, scope.params) or f'declare it: rule "..." ({item.text})'
        fail(item, f"this declaration has no parameter {item.text}", hint)
    return Param(item.text)


def _word_amount(scope: Scope, item: Atom) -> Expr:
    word = item.text
    if scope.names.get("constant", word):
        return ConstantRef(word)
    if word in scope.words.values:
        return Term(word)
    if scope.roles.get(word) == "amount":
        return Role(word)
    return term(scope, (item,))


def _shaped(items: Items) -> Expr:
    extra = 0
    at = 0
    while at < len(items) and is_word(items[at], *_SHAPES):
        extra += _SHAPES[items[at].text]  # type: ignore[union-attr]
        at += 1
    rest = items[at:]
    if len(rest) != 1 or not is_kind(rest[0], "DICE"):
        fail(items, "only dice are maximised or minimised", "write maximised 2D6")
    return dice(rest[0], extra)  # type: ignore[arg-type]


def _extreme(scope: Scope, operator: str, group: Group) -> Expr:
    values = [amount(scope, run) for run in split(items_of(group.sentence))]
    if len(values) < 2:
        fail(group, f"{operator} takes two amounts or more", f"write {operator}(a, b)")
    return reduce(lambda left, right: Arith(operator, left, right), values)


def _lookup(scope: Scope, items: Items) -> Expr:
    """`table NAME [column WORD] of AMOUNT`: the index reaches to the end of the amount."""
    of = find_word(items, "of")
    if of is None or of < 2 or of + 1 >= len(items):
        fail(items, "this table is read at nothing", "write: table to-wound of strength - resilience")
    name = items[1]
    header = scope.names.get("table", getattr(name, "text", ""))
    if header is None:
        fail(name, f"no table {text_of((name,))} here", suggest(text_of((name,)), scope.names.of_kinds("table")))
    column = ""
    if of > 2:
        column = text_of(items[3:of])
        if not is_word(items[2], "column") or column not in header.columns:
            fail(items[2:of], f"table {header.name} has no column {column}", suggest(column, header.columns))
    return Lookup(header.name, amount(scope, items[of + 1 :]), column)


def term(scope: Scope, items: Items, wanted: str = "amount") -> Expr:
    """Return a value of a thing (`strength of attacker`) or a registered term; raises Fault."""
    first = items[0]
    if len(items) > 2 and is_word(items[1], "of") and isinstance(first, Atom) and first.text in scope.words.values:
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
    unknown(scope, items, wanted)


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
    """Return whether a thing of type `given` may stand where `wanted` is expected."""
    if given == wanted or "any" in (given, wanted):
        return given == wanted or "amount" not in (given, wanted)
    return (given, wanted) in _COERCIBLE or (wanted == "thing" and given in ("unit", "pool", "part", "terrain"))


def thing(scope: Scope, items: Items, wanted: str = "any") -> Expr:
    """Return the thing that the items name: a role or a term that yields one; raises Fault."""
    first = items[0]
    if len(items) == 1 and isinstance(first, Group):
        return thing(scope, items_of(first.sentence), wanted)
    if len(items) == 1 and isinstance(first, Atom) and first.kind == "WORD" and first.text in scope.roles:
        if fits(scope.roles[first.text], wanted):
            return Role(first.text)
        fail(first, f"{first.text} is a {scope.roles[first.text]}, not a {wanted}", _roles_hint(scope, wanted), 1)
    if len(items) == 1 and isinstance(first, Atom) and first.kind == "PARAM":
        return parameter(scope, first)
    if len(items) == 1 and wanted == "any" and is_kind(first, "STRING"):
        return Name(first.text)  # type: ignore[union-attr]
    return term(scope, items, wanted)


def _roles_hint(scope: Scope, wanted: str) -> str:
    fitting = sorted(role for role, type_ in scope.roles.items() if fits(type_, wanted) and type_ != "any")
    return f"one of {', '.join(fitting)}" if fitting else ""


def unknown(scope: Scope, items: Items, wanted: str) -> None:
    """Raise the fault for items that are no term: the first word that nobody knows, else the whole."""
    roles = set(scope.roles)
    constants = set(scope.names.of_kinds("constant"))
    known = roles | constants | scope.words.values | scope.words.terms.words | {"of", "table"}
    for item in items:
        if is_kind(item, "WORD") and item.text not in known:  # type: ignore[union-attr]
            fail(item, *_unknown_word(scope, item, known, wanted))  # type: ignore[arg-type]
    nearest = scope.words.terms.nearest(items)
    hint = f"known: {nearest.pattern}" if nearest else _HINT_AMOUNT
    fail(items, f"no {'amount' if wanted == 'amount' else 'thing'} reads `{text_of(items)}`", hint)


def _unknown_word(scope: Scope, item: Atom, known: set[str], wanted: str) -> tuple[str, str]:
    word = item.text
    pieces = re.split(r"-", word)
    if len(pieces) > 1 and all(piece in known or piece.isdigit() for piece in pieces):
        return f'"{word}" is one word', f"a minus has a space on both sides: {' - '.join(pieces)}"
    if wanted == "amount":
        return f'no value, constant or term "{word}" is known', suggest(word, known, _HINT_AMOUNT)
    where = f" in {scope.context}" if scope.context else ""
    things = sorted(scope.roles)
    return f'nothing called "{word}" takes part{where}', suggest(word, things, f"it may be {', '.join(things)}")


def word_of(items: Items) -> Word:
    """Return a single bare word as an argument; raises Fault."""
    if len(items) != 1 or not is_kind(items[0], "WORD"):
        fail(items, f"`{text_of(items)}` is not one word", "")
    return Word(items[0].text)  # type: ignore[union-attr]
