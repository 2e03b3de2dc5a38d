"""Amounts and things: what stands in the slots of a sentence.

An amount is arithmetic over literals, parameters, constants, tables, values and registered terms. A thing
is a role of the present context (`target`, `bearer`, `it`) or a term that yields one.
"""

from __future__ import annotations

from functools import reduce

from tercio.kernel.decl import (
    Arith,
    ConstantRef,
    Expr,
    Literal,
    Lookup,
    Role,
    Term,
)

from ..syntax import Atom, Group
from .literals import dice, literal
from .phrases import HINT_AMOUNT, parameter, term
from .reading import Item, Items, find_word, is_kind, is_word, items_of, plain, split, text_of
from .scope import Scope, suggest, wrong

_SHAPES = {"maximised": 1, "minimised": -1}
_LEVELS = (("+", "-"), ("*", "/"))


def amount(scope: Scope, items: Items) -> Expr:
    """Return the amount that the items say; raises Fault."""
    if not items:
        raise ValueError("no items")
    if is_word(items[0], "table"):
        return _lookup(scope, items)
    for operators in _LEVELS:
        at = next(
            (
                i
                for i in range(len(items) - 1, 0, -1)
                if is_kind(items[i], "OP") and plain(items[i]) in operators
            ),
            0,
        )
        if at:
            operator = plain(items[at])
            if at + 1 == len(items):
                raise wrong(
                    items[at], f'nothing follows "{operator}" here', "an operator stands between two values"
                )
            return Arith(operator, amount(scope, items[:at]), amount(scope, items[at + 1 :]))
    return _simple(scope, items)


def _simple(scope: Scope, items: Items) -> Expr:
    if len(items) == 1:
        return _single(scope, items[0])
    if is_word(items[0], *_SHAPES):
        return _shaped(items)
    if len(items) == 2 and is_word(items[0], "min", "max") and isinstance(items[1], Group):
        return _extreme(scope, items[0].text, items[1])
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
            raise wrong(item, f"{text_of((item,))} is no amount", HINT_AMOUNT)


def _signed(scope: Scope, item: Atom) -> Expr:
    sign, rest = item.text[0], item.text[1:]
    if not rest.isalpha():
        return literal(Atom(item.kind, item.text.removeprefix("+"), item.span))
    param = parameter(scope, Atom("PARAM", rest, item.span))
    return param if sign == "+" else Arith("*", Literal(-1), param)


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
        extra += _SHAPES[plain(items[at])]
        at += 1
    rest = items[at:]
    if len(rest) != 1 or not is_kind(rest[0], "DICE"):
        raise wrong(items, "only dice are maximised or minimised", "write maximised 2D6")
    return dice(rest[0], extra)


def _extreme(scope: Scope, operator: str, group: Group) -> Expr:
    values = [amount(scope, run) for run in split(items_of(group.sentence))]
    if len(values) < 2:
        raise wrong(group, f"{operator} takes two amounts or more", f"write {operator}(a, b)")
    return reduce(lambda left, right: Arith(operator, left, right), values)


def _lookup(scope: Scope, items: Items) -> Expr:
    """`table NAME [column WORD] of AMOUNT`: the index reaches to the end of the amount."""
    of = find_word(items, "of")
    if of is None or of < 2 or of + 1 >= len(items):
        raise wrong(items, "this table is read at nothing", "write: table to-wound of strength - resilience")
    name = items[1]
    header = scope.names.get("table", getattr(name, "text", ""))
    if header is None:
        raise wrong(
            name,
            f"no table {text_of((name,))} here",
            suggest(text_of((name,)), scope.names.of_kinds("table")),
        )
    column = ""
    if of > 2:
        column = text_of(items[3:of])
        if not is_word(items[2], "column") or column not in header.columns:
            raise wrong(
                items[2:of], f"table {header.name} has no column {column}", suggest(column, header.columns)
            )
    return Lookup(header.name, amount(scope, items[of + 1 :]), column)
