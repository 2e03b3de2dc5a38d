"""References to rules with their arguments, and bundles: lists of changes and rules.

`"First Strike" ("Hatred", strength +1)`: the argument of a parameter that takes a bundle is all that is
left in the parentheses.
"""

from __future__ import annotations

from tercio.kernel.decl import Bundle, Clause, Expr, Has, Modify, Name, Op, Param, Parameter, RuleRef, Word
from tercio.kernel.source import Span

from ..names import Header
from ..syntax import Atom, Group, Line, Phrase, Sentence
from .amounts import amount
from .phrases import parameter
from .reading import Items, is_kind, items_of, plain, span_over, split, text_of
from .scope import Scope, suggest, wrong

RULES = ("rule", "property")
_TITLES = {"rule": "model rule"}


def rule_named(scope: Scope, items: Items, *kinds: str) -> RuleRef | Param:
    """Return a reference to something declared of one of these kinds; arguments may be left out. Raises
    Fault.
    """
    first = items[0]
    if is_kind(first, "PARAM") and len(items) == 1:
        return parameter(scope, first)
    if (
        not is_kind(first, "STRING")
        or len(items) > 2
        or (len(items) == 2 and not isinstance(items[1], Group))
    ):
        raise wrong(items, f"`{text_of(items)}` is not a rule", 'write "Rule" or "Rule" (arguments)')
    name = first.text
    header = scope.names.find(name, *kinds)
    if header is None:
        title = _TITLES.get(kinds[0], kinds[0])
        raise wrong(
            first,
            f'no {title} "{name}" in this pack or the packs it uses',
            suggest(name, scope.names.of_kinds(*kinds)),
        )
    group = items[1] if len(items) == 2 else None
    return RuleRef(name, arguments(scope, header, group) if isinstance(group, Group) else ())


def rule_ref(scope: Scope, items: Items, *kinds: str) -> RuleRef | Param:
    """Return a reference with all its arguments; raises Fault when some are missing."""
    reference = rule_named(scope, items, *(kinds or RULES))
    if isinstance(reference, RuleRef):
        header = scope.names.find(reference.name, *(kinds or RULES))
        missing = header.parameters[len(reference.args) :] if header else ()
        if missing:
            wanted = ", ".join(f"{p.takes} {p.name}" for p in missing)
            raise wrong(
                items, f'"{reference.name}" needs an argument: {wanted}', f'write "{reference.name}" (...)'
            )
    return reference


def arguments(scope: Scope, header: Header, group: Group) -> tuple[Expr, ...]:
    """Return the arguments in parentheses, each as its parameter takes it; raises Fault when there are too
    many.
    """
    runs = split(items_of(group.sentence))
    if header.broken:
        return ()
    args: list[Expr] = []
    for index, parameter_ in enumerate(header.parameters):
        if index >= len(runs):
            break
        if parameter_.takes == "bundle":
            return (*args, bundle_of_runs(scope, runs[index:]))
        args.append(_argument(scope, parameter_, runs[index]))
    if len(runs) > len(header.parameters):
        expected = ", ".join(f"{p.takes} {p.name}" for p in header.parameters) or "none"
        raise wrong(
            group,
            f'"{header.name}" takes {len(header.parameters)} argument(s), not {len(runs)}',
            f"it takes: {expected}",
        )
    return tuple(args)


def _argument(scope: Scope, parameter_: Parameter, items: Items) -> Expr:
    if parameter_.takes == "amount":
        # It is worked out wherever the rule is looked at, so any role may stand in it.
        return amount(scope.anywhere(), items)
    if len(items) == 1 and is_kind(items[0], "STRING"):
        return Name(items[0].text)
    if len(items) == 1 and is_kind(items[0], "PARAM"):
        return parameter(scope, items[0])
    if all(is_kind(item, "WORD") for item in items):
        return Word("-".join(map(plain, items)))
    raise wrong(items, f"`{text_of(items)}` is not a name", 'names stand in double quotes: "..."')


def bundle(scope: Scope, items: Items) -> Expr:
    """Return a bundle from a slot: a lone parameter, a comma list, or one in parentheses."""
    if len(items) == 1 and is_kind(items[0], "PARAM"):
        return parameter(scope, items[0])
    if len(items) == 1 and isinstance(items[0], Group):
        items = items_of(items[0].sentence)
    return bundle_of_runs(scope, split(items))


def bundle_of_runs(scope: Scope, runs: list[Items]) -> Bundle:
    """Return the bundle of comma-separated changes and rules."""
    return Bundle(tuple(change(scope.anywhere(), run) for run in runs))


def change(scope: Scope, items: Items) -> Clause:
    """Return one change of a bundle: a rule, `strength +1` (adds), `ap 2` (sets), or any one-line clause."""
    if not items:
        raise ValueError("an empty change")
    span = span_over(items)
    if is_kind(items[0], "STRING", "PARAM"):
        return Has(rule_ref(scope, items), span=span)
    if isinstance(items[0], Atom) and items[0].text in scope.words.values and len(items) > 1:
        return _value_change(scope, items[0].text, items[1:], span)
    if is_kind(items[0], "WORD") and len(items) == 2 and is_kind(items[1], "NUMBER", "SIGNED", "TARGET"):
        word = text_of(items[:1])
        raise wrong(items[0], f'no value "{word}" is known', suggest(word, scope.words.values))
    found = scope.words.readers.clause(scope, Line(_sentence(items), (), span))
    return found[0]


def _value_change(scope: Scope, value: str, items: Items, span: Span) -> Clause:
    if is_kind(items[0], "SIGNED"):
        return Modify(value, Op.ADD, amount(scope, items), span=span)
    return Modify(value, Op.SET, amount(scope, items), span=span)


def _sentence(items: Items) -> Sentence:
    return Sentence((Phrase(items),), ("",))
