"""Conditions: sentences that are true or false, joined by `and`, `or`, `not`.

`X has "Rule"`, `X contains this rule` and `X is entirely "Rule"` are part of the language; all other
sentences are registered relations. `not` inside a sentence (`unit is not engaged`) negates it. After `or`
and `and` a lone word or name stands for the whole sentence before it with its last word changed: `target
has "Wood" or "Stone"`.
"""

from __future__ import annotations

from collections.abc import Iterable

from tercio.kernel.decl import And, Compare, Condition, Holds, Not, Or, Param, Quantifier, Relation, RuleRef

from .. import syntax
from ..syntax import Atom, Group, Infix, Part, Phrase, span_of
from .amounts import amount
from .bundles import rule_named
from .fault import Fault
from .lexicon import Variant
from .phrases import matched, thing
from .reading import Guard, Items, find_word, find_words, flatten, is_kind, is_word, text_of
from .scope import Scope, suggest, wrong

_HOLDS = (("is entirely", Quantifier.ENTIRELY), ("contains", Quantifier.CONTAINS), ("has", Quantifier.HAS))


def guard_of(scope: Scope, guards: Iterable[Guard]) -> Condition | None:
    """Return the conjunction of `when` and `unless` conditions; None without any."""
    found: list[Condition] = []
    for lead, part in guards:
        condition = condition_of(scope, part)
        if lead == "unless":
            found.append(negated(condition))
        elif isinstance(condition, And):
            found += condition.items
        else:
            found.append(condition)
    return joined(found)


def joined(conditions: list[Condition]) -> Condition | None:
    """Return the conjunction of conditions; None without any."""
    if len(conditions) < 2:
        return conditions[0] if conditions else None
    return And(tuple(conditions))


def negated(condition: Condition) -> Condition:
    """Return the opposite of a condition."""
    return condition.item if isinstance(condition, Not) else Not(condition)


def condition_of(scope: Scope, part: Part) -> Condition:
    """Return the condition that a part says; raises Fault."""
    match part:
        case Infix("or", operands, _):
            return Or(tuple(_operands(scope, operands)))
        case Infix("and", operands, _):
            return And(tuple(_operands(scope, operands)))
        case Infix("compare", (left, right), (operator,)):
            return Compare(
                operator, amount(scope, tuple(flatten(left))), amount(scope, tuple(flatten(right)))
            )
        case syntax.Not(operand, _):
            return negated(condition_of(scope, operand))
        case Phrase((Group(sentence),)):
            return _grouped(scope, sentence)
        case _:
            return sentence_condition(scope, tuple(flatten(part)))


def _grouped(scope: Scope, sentence: syntax.Sentence) -> Condition:
    if len(sentence.parts) != 1:
        raise wrong(
            span_of(sentence), "a condition in parentheses is one sentence", "join several by `and` or `or`"
        )
    return condition_of(scope, sentence.parts[0])


def _operands(scope: Scope, operands: tuple[Part, ...]) -> Iterable[Condition]:
    before: Items = ()
    for operand in operands:
        items = tuple(flatten(operand)) if isinstance(operand, Phrase) else ()
        if _is_short(items):
            if not before:
                hint = "repeat the whole sentence: a lone word stands for the plain sentence right before it"
                raise wrong(items, f"`{text_of(items)}` is no condition of its own", hint)
            items = _start_of(before) + items
            yield sentence_condition(scope, items)
        else:
            yield condition_of(scope, operand)
        before = items


def _is_short(items: Items) -> bool:
    """Return whether a run is a lone name or a lone word."""
    return len(items) == 1 and is_kind(items[0], "STRING", "WORD")


def _start_of(items: Items) -> Items:
    """Return a sentence without its last word or name, and without the arguments of that."""
    return items[:-2] if isinstance(items[-1], Group) else items[:-1]


def condition_of_items(scope: Scope, items: Items) -> Condition:
    """Return the condition in a slot of a sentence: one sentence, or anything in parentheses."""
    if len(items) == 1 and isinstance(items[0], Group):
        return _grouped(scope, items[0].sentence)
    return sentence_condition(scope, items)


def sentence_condition(scope: Scope, items: Items) -> Condition:
    """Return the condition of one sentence without `and` and `or`; raises Fault."""
    at = find_word(items, "not")
    if at is not None:
        return negated(sentence_condition(scope, items[:at] + items[at + 1 :]))
    held = _holds(scope, items)
    return held if held is not None else relation(scope, items)


def _holds(scope: Scope, items: Items) -> Condition | None:
    for verb, quantifier in _HOLDS:
        at = find_words(items, verb)
        if not at:
            continue
        after = items[at + len(verb.split()) :]
        if after and is_word(after[0], "no"):
            return Not(Holds(thing(scope, items[:at]), quantifier, _held_rule(scope, after[1:] or after)))
        if after and (is_kind(after[0], "STRING", "PARAM") or find_words(after, "this rule") == 0):
            return Holds(thing(scope, items[:at]), quantifier, _held_rule(scope, after))
    return None


def _held_rule(scope: Scope, items: Items) -> RuleRef | Param | None:
    if find_words(items, "this rule") == 0 and len(items) == 2:
        return None
    return rule_named(scope, items, *HOLDABLE)


HOLDABLE = ("rule", "property", "weapon", "item", "spell", "terrain")


def relation(scope: Scope, items: Items) -> Condition:
    """Return the registered relation that the items say; raises Fault when none or several do."""
    best: Fault | None = None
    found: list[tuple[tuple[int, int, int], Relation, str]] = []
    for variant in scope.words.relations.candidates(items):
        try:
            args = matched(scope, variant, items)
        except Fault as fault:
            best = best if best is not None and best.weight >= fault.weight else fault
            continue
        if args is not None:
            found.append((_rank(variant), Relation(variant.name, args), variant.pattern))
    if found:
        return _most_specific(items, found)
    raise _unknown(scope, items, best)


def _rank(variant: Variant) -> tuple[int, int, int]:
    """How specific a match is: more literal words, then a checked word, then fewer slots that take
    anything.
    """
    checked = sum(slot.type == "word" and slot.name in ("mark", "value") for slot in variant.slots)
    loose = sum(slot.type in ("any", "word") for slot in variant.slots)
    return len(variant.literals), checked, -loose


def _most_specific(items: Items, found: list[tuple[tuple[int, int, int], Relation, str]]) -> Relation:
    top = max(rank for rank, _, _ in found)
    best = [(relation, pattern) for rank, relation, pattern in found if rank == top]
    if len({relation for relation, _ in best}) > 1:
        patterns = " or ".join(f"`{pattern}`" for _, pattern in best)
        raise wrong(items, f"`{text_of(items)}` can be read in two ways", f"as {patterns}")
    return best[0][0]


def _unknown(scope: Scope, items: Items, best: Fault | None) -> Fault:
    lexicon = scope.words.relations
    known = {
        *lexicon.words,
        *scope.roles,
        *scope.names.of_kinds("mark", "constant"),
        *scope.words.values,
        "of",
        "has",
    }
    known |= scope.words.terms.words | {"contains", "entirely", "this", "rule"}
    if best is not None and best.weight > 1:
        return best
    for item in items:
        if isinstance(item, Atom) and item.kind == "WORD" and item.text not in known:
            word = item.text
            return wrong(item, f'"{word}" is not known in a condition', suggest(word, known - {"of"}), 1)
    last = items[-1]
    if is_kind(last, "WORD") and len(items) < 5:
        word = last.text
        hint = suggest(word, {*scope.names.of_kinds("mark"), *lexicon.words} - {word, "is"})
        return wrong(
            items,
            f"no condition reads `{text_of(items)}`",
            hint or "declare a mark, or write it in known words",
        )
    nearest = lexicon.nearest(items)
    return wrong(
        items, f"no condition reads `{text_of(items)}`", f"known: {nearest.pattern}" if nearest else ""
    )
