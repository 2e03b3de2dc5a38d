"""The clauses of rules, weapons, spells, items, terrain and objectives.

Each clause starts with a word that says what it does; `CLAUSES` maps the word to its reader. One line may
give several clauses (`has "A", "B"`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tercio.kernel.decl import (
    Clause,
    Condition,
    Expr,
    Has,
    Ignore,
    IgnoreBonuses,
    Modify,
    Mood,
    Op,
    Outcome,
    Permit,
    Reroll,
    Shape,
    Which,
)
from tercio.kernel.signatures import Roles

from ..syntax import Line
from .actions import action
from .amounts import amount
from .bundles import rule_named, rule_ref
from .conditions import HOLDABLE, guard_of
from .literals import whole
from .reading import Items, Reading, find_word, find_words, is_kind, is_word, split, text_of
from .scope import Scope, suggest, wrong
from .subjects import role_of, roll_subject, subject
from .triggers import aura, instead, on_natural, triggered


def clauses_of(scope: Scope, lines: Iterable[Line]) -> tuple[Clause, ...]:
    """Return the clauses of a block; the faults of each line are taken down."""
    found: list[Clause] = []
    for line in lines:
        found += scope.attempt(clauses_of_line, scope, line) or ()
    return tuple(found)


def clauses_of_line(scope: Scope, line: Line) -> tuple[Clause, ...]:
    """Return the clauses of one line; raises Fault."""
    reading = Reading(line)
    reader = CLAUSES.get(reading.word)
    if reader is not None:
        return reader(scope, reading)
    outcome = _outcome(scope, reading)
    if outcome is not None:
        return outcome
    if reading.lead in ("when", "unless"):
        raise wrong(
            reading.span,
            f"this `{reading.lead}` has no clause above it",
            "write it below the clause, indented",
        )
    start = reading.head[0]
    word = reading.word or text_of(reading.head[:1])
    raise wrong(start, f'no clause starts with "{word}"', suggest(word, CLAUSES))


def is_clause(line: Line) -> bool:
    """Return whether a line begins as a clause of a rule does."""
    reading = Reading(line)
    if reading.word == "at":
        return len(reading.head) > 1 and not is_word(reading.head[1], "most", "least")
    return reading.word in CLAUSES or _outcome_at(reading.head) is not None


def _until(reading: Reading, items: Items, word: str, example: str) -> tuple[Items, Items]:
    """Split a clause behind its first word at `word`; raises Fault with an example when either side is
    empty.
    """
    at = find_word(items, word, start=1)
    if at is None or at < 2 or at + 1 >= len(items):
        raise wrong(items, f'"{reading.word}" needs `{word}` and an amount', f"write e.g. {example}")
    return items[1:at], items[at + 1 :]


def _finish(scope: Scope, reading: Reading, roles: Roles, context: str) -> tuple[Scope, Condition | None]:
    inner = scope.with_roles(roles, context)
    _no_body(reading)
    return inner, guard_of(inner, reading.guards)


def _no_body(reading: Reading) -> None:
    if reading.body:
        raise wrong(
            reading.body[0].span,
            f'nothing stands below "{reading.word}" but `when` and `unless`',
            "indent it less",
        )
    if reading.tail:
        raise wrong(
            reading.tail, f'nothing follows a colon in "{reading.word}"', "write it on a line of its own"
        )


def _modify(scope: Scope, reading: Reading) -> tuple[Clause, ...]:
    main, *limits = split(reading.head)
    left, right = _until(reading, main, "by", "modify to-hit by -1")
    name, role, roles = subject(scope, left)
    inner, guard = _finish(scope, reading, roles, name)
    limit = _limit(inner, limits)
    op = Op.ADD if limit is None else Op.ADD_LIMITED
    return (Modify(name, op, amount(inner, right), limit, guard=guard, role=role, span=reading.span),)


def _limit(scope: Scope, limits: list[Items]) -> Expr | None:
    if not limits:
        return None
    first = limits[0]
    if len(limits) > 1 or not first or not is_word(first[0], "max", "min") or len(first) < 2:
        raise wrong(
            first or limits[-1], "a modifier has one limit at most", "write: modify to-hit by +1, max 3+"
        )
    return amount(scope, first[1:])


def _set(scope: Scope, reading: Reading) -> tuple[Clause, ...]:
    left, right = _until(reading, reading.head, "to", "set ap to 10")
    return _changed(scope, reading, left, right, Op.SET)


def _multiply(scope: Scope, reading: Reading) -> tuple[Clause, ...]:
    left, right = _until(reading, reading.head, "by", "multiply shots by 2")
    return _changed(scope, reading, left, right, Op.MULTIPLY)


def _changed(scope: Scope, reading: Reading, left: Items, right: Items, op: Op) -> tuple[Clause, ...]:
    name, role, roles = subject(scope, left)
    inner, guard = _finish(scope, reading, roles, name)
    return (Modify(name, op, amount(inner, right), guard=guard, role=role, span=reading.span),)


_BOUNDS = {
    ("keep", "least"): Op.KEEP_AT_LEAST,
    ("keep", "most"): Op.KEEP_AT_MOST,
    ("hold", "least"): Op.HOLD_AT_LEAST,
    ("hold", "most"): Op.HOLD_AT_MOST,
}


def _bounded(scope: Scope, reading: Reading) -> tuple[Clause, ...]:
    word = reading.word
    left, right = _until(reading, reading.head, "at", f"{word} discipline at least 4")
    bound = _BOUNDS.get((word, text_of(right[:1])))
    if bound is None or len(right) < 2:
        raise wrong(
            right, f'"{word}" needs `at least` or `at most`', f"write e.g. {word} discipline at least 4"
        )
    return _changed(scope, reading, left, right[1:], bound)


def _fix(scope: Scope, reading: Reading) -> tuple[Clause, ...]:
    left, right = _until(reading, reading.head, "at", "fix agility at 0")
    return _changed(scope, reading, left, right, Op.FIX)


def _shape(scope: Scope, reading: Reading) -> tuple[Clause, ...]:
    name, role, roles = roll_subject(scope, _rest(reading, "maximise flee-distance"))
    _, guard = _finish(scope, reading, roles, name)
    return (Shape(name, 1 if reading.word == "maximise" else -1, guard=guard, role=role, span=reading.span),)


def _rest(reading: Reading, example: str) -> Items:
    if len(reading.head) < 2:
        raise wrong(reading.span, f'"{reading.word}" needs something after it', f"write e.g. {example}")
    return reading.head[1:]


def _reroll(scope: Scope, reading: Reading) -> tuple[Clause, ...]:
    items = _rest(reading, "reroll failed to-hit")
    natural = 0
    if (
        is_word(items[0], "natural")
        and len(items) > 3
        and is_kind(items[1], "NUMBER")
        and is_word(items[2], "of")
    ):
        which, natural, items = Which.NATURAL, whole(items[1]), items[3:]
    elif is_word(items[0], "failed", "successful") and len(items) > 1:
        which, items = Which(items[0].text), items[1:]
    else:
        raise wrong(
            items[0],
            "which dice are rerolled?",
            "write `failed`, `successful` or `natural 1 of` before the roll",
        )
    name, role, roles = roll_subject(scope, items)
    _, guard = _finish(scope, reading, roles, name)
    return (Reroll(name, which, natural, guard=guard, role=role, span=reading.span),)


def _outcome_at(items: Items) -> int | None:
    at = find_words(items, "always passes")
    return at if at is not None else find_words(items, "always fails")


def _outcome(scope: Scope, reading: Reading) -> tuple[Clause, ...] | None:
    at = _outcome_at(reading.head)
    if not at:
        return None
    name, role, roles = roll_subject(scope, reading.head[:at])
    _, guard = _finish(scope, reading, roles, name)
    return (
        Outcome(name, is_word(reading.head[at + 1], "passes"), guard=guard, role=role, span=reading.span),
    )


def _permit(scope: Scope, reading: Reading) -> tuple[Clause, ...]:
    items = _rest(reading, f"{reading.word} march")
    at = find_word(items, "despite")
    doing = items if at is None else items[:at]
    despite = ""
    if at is not None:
        despite = getattr(rule_named(scope, items[at + 1 :] or items[at:], *HOLDABLE), "name", "")
    name, role = _doing(scope, doing or items)
    roles = scope.signatures.permissions[name].roles
    _, guard = _finish(scope, reading, roles, name)
    return (Permit(name, Mood(reading.word), despite, guard=guard, role=role, span=reading.span),)


def _doing(scope: Scope, items: Items) -> tuple[str, str]:
    """Read what may be done: `march`, `declare charge` or `declare-charge`, with `of ROLE` where needed."""
    of = find_word(items, "of")
    named = items if of is None else items[:of]
    name = "-".join(item.text for item in named if is_kind(item, "WORD"))
    signature = scope.signatures.permissions.get(name)
    if signature is None or any(not is_kind(item, "WORD") for item in named):
        raise wrong(
            named or items,
            f"nothing called `{text_of(items)}` may be allowed or forbidden",
            suggest(name, scope.signatures.permissions),
        )
    return name, "" if of is None else role_of((named[0], *items[of:]), signature.roles)


def _ignore(scope: Scope, reading: Reading) -> tuple[Clause, ...]:
    inner = scope.anywhere()
    _no_body(reading)
    guard = guard_of(inner, reading.guards)
    named = _rest(reading, 'ignore "Hard Target"')
    if len(named) == 1 and is_word(named[0], "bonuses"):
        return (IgnoreBonuses(guard=guard, span=reading.span),)
    runs = split(named)
    ignored = scope.attempt_each(rule_named, _filled(runs), *HOLDABLE)
    return tuple(Ignore(one, guard=guard, span=reading.span) for one in ignored)


def _has(scope: Scope, reading: Reading) -> tuple[Clause, ...]:
    inner = scope.anywhere()
    _no_body(reading)
    guard = guard_of(inner, reading.guards)
    runs = _filled(split(_rest(reading, 'has "Fly"')))
    held = scope.attempt_each(rule_ref, runs)
    return tuple(Has(one, guard=guard, span=reading.span) for one in held)


def _filled(runs: list[Items]) -> list[Items]:
    return [run for run in runs if run]


Reader = Callable[[Scope, Reading], tuple[Clause, ...]]
CLAUSES: dict[str, Reader] = {
    "modify": _modify,
    "set": _set,
    "multiply": _multiply,
    "keep": _bounded,
    "hold": _bounded,
    "fix": _fix,
    "maximise": _shape,
    "minimise": _shape,
    "reroll": _reroll,
    "may": _permit,
    "cannot": _permit,
    "must": _permit,
    "ignore": _ignore,
    "has": _has,
    "property": _has,
    "on": on_natural,
    "within": aura,
    "everywhere": aura,
    "after": triggered,
    "before": triggered,
    "at": triggered,
    "instead": instead,
    "action": action,
}
