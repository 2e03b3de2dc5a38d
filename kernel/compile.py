"""Conditions and amounts of a pack become Python functions, built as syntax trees with `ast`, never from
strings.

A compiled function takes `(g, c, h)`: the game, the context, and the held rule (for `bearer`; None where no
rule is held). It is made on first use and kept by the ruleset. Compiled, a condition costs about as much as
the same Python written by hand.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from .context import attribute
from .decl.expr import (
    And,
    Arith,
    Bundle,
    Compare,
    ConstantRef,
    DiceAmount,
    Holds,
    Literal,
    Lookup,
    Name,
    Not,
    Or,
    Param,
    Quantifier,
    Relation,
    Role,
    RuleRef,
    SetExpr,
    Term,
    Word,
)
from .errors import RulesError
from .query import bearer_of, belongs, contains, entirely, has, matching, select, stat, value_of
from .signatures import Slot, parse_pattern
from .state import pool_of, unit_of

if TYPE_CHECKING:
    from .ruleset import Ruleset

Function = Callable[[Any, Any, Any], Any]

_COMPARE: dict[str, ast.cmpop] = {
    "=": ast.Eq(),
    "!=": ast.NotEq(),
    "<": ast.Lt(),
    "<=": ast.LtE(),
    ">": ast.Gt(),
    ">=": ast.GtE(),
}
_ARITH: dict[str, ast.operator] = {"+": ast.Add(), "-": ast.Sub(), "*": ast.Mult()}
_COERCE: dict[str, Callable[[Any], Any]] = {"unit": unit_of, "pool": pool_of}


def _divide(left: Any, right: Any) -> Any:
    if not right:
        raise RulesError("a rule divides by a number that is 0 here")
    quotient = Fraction(left) / right
    return quotient.numerator if quotient.denominator == 1 else quotient


_FUNCTIONS: dict[str, Callable[..., Any]] = {"/": _divide, "min": min, "max": max}


class _Builder:
    """Builds one function; `space` holds what it refers to by name."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.space: dict[str, Any] = {}
        self.local_it = 0

    def constant(self, value: Any) -> ast.expr:
        if isinstance(value, (int, str, bool)) or value is None:
            return ast.Constant(value)
        name = f"k{len(self.space)}"
        self.space[name] = value
        return ast.Name(name, ast.Load())

    def call(self, function: Callable[..., Any], *args: ast.expr) -> ast.expr:
        name = f"f{len(self.space)}"
        self.space[name] = function
        return ast.Call(ast.Name(name, ast.Load()), list(args), [])

    def expr(self, node: Any) -> ast.expr:
        """Return the syntax tree of an amount, a condition or an argument."""
        match node:
            case Literal():
                return self.constant(_number(node.value))
            case DiceAmount() | RuleRef() | Bundle():
                return self.constant(node)
            case Word() | Name():
                return ast.Constant(node.text)
            case ConstantRef():
                return self.declared(node.name)
            case Role():
                return self.role(node.name)
            case Term():
                return self.term(node)
            case Lookup():
                table = self.constant(self.ruleset.table(node.table))
                look = ast.Attribute(table, "look", ast.Load())
                return ast.Call(look, [self.expr(node.index), ast.Constant(node.column)], [])
            case Arith():
                return self.arith(node)
            case SetExpr():
                return self.set(node)
            case Param():
                raise ValueError(f"parameter {node.name} was never given a value")
            case _:
                return self.condition(node)

    def declared(self, name: str) -> ast.expr:
        """A constant: its number, worked out once, unless that hangs on the situation."""
        value = self.ruleset.constant_decl(name).value
        return self.constant(self.ruleset.constant(name)) if _is_settled(value) else self.expr(value)

    def role(self, name: str) -> ast.expr:
        if name == "it" and self.local_it:
            return ast.Name("it", ast.Load())
        if name == "bearer":
            return self.call(bearer_of, _G, _C, _H)
        return ast.Attribute(_C, attribute(name), ast.Load())

    def arith(self, node: Arith) -> ast.expr:
        left, right = self.expr(node.left), self.expr(node.right)
        if node.op in _ARITH:
            return ast.BinOp(left, _ARITH[node.op], right)
        return self.call(_FUNCTIONS[node.op], left, right)

    def term(self, node: Term) -> ast.expr:
        signatures = self.ruleset.signatures
        if node.name in signatures.values or node.name in self.ruleset.characteristics:
            name = ast.Constant(node.name)
            if not node.args:
                return self.call(stat, _G, name, _C)
            return self.call(value_of, _G, name, self.expr(node.args[0]), _C)
        return self.sentence(signatures.terms[node.name], node.args)

    def sentence(self, signature: Any, args: tuple[Any, ...]) -> ast.expr:
        given = (_G, _C, _H) if signature.situated else (_G,)
        return self.call(signature.function, *given, *self.arguments(signature.pattern, args))

    def arguments(self, pattern: str, args: tuple[Any, ...]) -> list[ast.expr]:
        slots = [piece.item for piece in parse_pattern(pattern) if isinstance(piece.item, Slot)]
        built = []
        for slot, arg in zip(slots, args, strict=False):
            tree = self.slot(slot, arg)
            known = isinstance(arg, Role) and self.ruleset.signatures.role_type(arg.name) == slot.type
            coerce = None if known else _COERCE.get(slot.type)
            built.append(self.call(coerce, tree) if coerce else tree)
        return built

    def slot(self, slot: Slot, arg: Any) -> ast.expr:
        if arg is None:
            return ast.Constant(None)
        return self.test(arg) if slot.type == "test" else self.expr(arg)

    def test(self, node: Any) -> ast.expr:
        """Return a function of `it`."""
        self.local_it += 1
        asked = ast.Lambda(_arguments("it"), self.expr(node))
        self.local_it -= 1
        return asked

    def condition(self, node: Any) -> ast.expr:
        match node:
            case And(items):
                return self.all_of(ast.And(), items)
            case Or(items):
                return self.all_of(ast.Or(), items)
            case Not(item):
                return ast.UnaryOp(ast.Not(), self.expr(item))
            case Compare(op, left, right):
                return ast.Compare(self.expr(left), [_COMPARE[op]], [self.expr(right)])
            case Relation():
                return self.sentence(self.ruleset.signatures.relations[node.name], node.args)
            case Holds():
                return self.holds(node)
            case _:
                raise TypeError(f"cannot compile {node!r}")

    def all_of(self, op: ast.boolop, items: tuple[Any, ...]) -> ast.expr:
        trees = [self.expr(item) for item in items]
        return trees[0] if len(trees) == 1 else ast.BoolOp(op, trees)

    def holds(self, node: Holds) -> ast.expr:
        question = {Quantifier.HAS: has, Quantifier.CONTAINS: contains, Quantifier.ENTIRELY: entirely}[
            node.quantifier
        ]
        # A name given for a parameter asks for the rule or property of that name.
        rule: Any = node.rule
        name = rule.text if isinstance(rule, Name) else rule.name if isinstance(rule, RuleRef) else ""
        if not name:
            raise ValueError("`this rule` outside the rule that it speaks of")
        return self.call(question, _G, _C, self.expr(node.subject), ast.Constant(name))

    def set(self, node: SetExpr) -> ast.expr:
        return self.call(select, *self.described(node))

    def described(self, node: SetExpr) -> tuple[ast.expr, ...]:
        """What `select` and `belongs` take: the game, context and rule at hand, kind, side and test of a
        set.
        """
        where: ast.expr = ast.Constant(None)
        if node.where is not None:
            where = self.test(node.where)
        return _G, _C, _H, ast.Constant(node.kind), ast.Constant(node.side), where


_G, _C, _H = (ast.Name(name, ast.Load()) for name in "gch")


def _arguments(*names: str) -> ast.arguments:
    return ast.arguments([], [ast.arg(name) for name in names], None, [], [], None, [])


def _is_settled(node: Any) -> bool:
    """Whether an amount is the same in every situation."""
    match node:
        case Arith():
            return _is_settled(node.left) and _is_settled(node.right)
        case Lookup():
            return _is_settled(node.index)
        case _:
            return isinstance(node, (Literal, DiceAmount, ConstantRef))


def _number(value: int | Fraction) -> int | Fraction:
    return value.numerator if isinstance(value, Fraction) and value.denominator == 1 else value


def compile_membership(ruleset: Ruleset, node: SetExpr) -> Callable[..., bool]:
    """Return the function `(g, c, h, it)` that says whether a thing is in a set, without making the set."""
    builder = _Builder(ruleset)
    body = builder.call(belongs, *builder.described(node), ast.Name("it", ast.Load()))
    member: Callable[..., bool] = _function(ast.Lambda(_arguments("g", "c", "h", "it"), body), builder)
    return member


def compile_search(ruleset: Ruleset, node: SetExpr) -> Callable[..., Iterator[Any]]:
    """Return the function `(g, c, h)` that yields the things of a set one by one."""
    builder = _Builder(ruleset)
    body = builder.call(matching, *builder.described(node))
    search: Callable[..., Iterator[Any]] = _function(ast.Lambda(_arguments("g", "c", "h"), body), builder)
    return search


def compile_expression(ruleset: Ruleset, node: Any) -> Function:
    """Return the function of an amount or condition. Raises ValueError for a parameter that has no value."""
    builder = _Builder(ruleset)
    function: Function = _function(ast.Lambda(_arguments("g", "c", "h"), builder.expr(node)), builder)
    return function


def compile_test(ruleset: Ruleset, node: Any) -> Callable[..., Callable[[Any], bool]]:
    """Return the function `(g, c, h)` that gives a test of `it` under these circumstances."""
    builder = _Builder(ruleset)
    asking: Callable[..., Callable[[Any], bool]] = _function(
        ast.Lambda(_arguments("g", "c", "h"), builder.test(node)), builder
    )
    return asking


def _function(tree: ast.Lambda, builder: _Builder) -> Any:
    whole = ast.fix_missing_locations(ast.Expression(tree))
    return eval(compile(whole, "<rule>", "eval"), builder.space)
