"""What an entry or an option of an army book gives: rules, arms, properties, changed numbers, mounts,
spells, further parts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import cast

from tercio.kernel.decl import Expr, Grant, Literal, PartProfile, RuleRef

from ..syntax import Line
from .amounts import amount
from .bundles import rule_ref
from .clauses import CLAUSES
from .heads import name_list, whole
from .needs import categories
from .reading import Items, Reading, find_word, is_kind, is_word, plain, span_over, split, text_of
from .scope import Scope, suggest, wrong

Given = list[Grant]


def grants_of(scope: Scope, line: Line) -> tuple[Grant, ...]:
    """Return what one line gives; raises Fault for a line that gives nothing."""
    reading = Reading(line)
    reader = GRANTS.get(reading.word)
    if reader is not None:
        return tuple(reader(scope, reading))
    if reading.word in CLAUSES:
        return (Grant("rule", clauses=scope.words.readers.clause(scope, line), span=reading.span),)
    if f"unit {reading.word}" in scope.signatures.words:
        words = tuple(text_of((item,)).strip('"') for item in reading.head if not is_kind(item, "COMMA"))
        return (Grant(reading.word, words=words[1:], span=reading.span),)
    raise wrong(reading.span, f'"{reading.word}" gives nothing', suggest(reading.word, {*GRANTS, *CLAUSES}))


def _to(reading: Reading) -> tuple[Items, str]:
    """Split off `to "Part"` or `of "Part"` at the end of a line."""
    items = reading.head
    if len(items) > 2 and is_word(items[-2], "to", "of") and is_kind(items[-1], "STRING"):
        return items[:-2], items[-1].text
    return items, ""


def references(scope: Scope, items: Items, *kinds: str) -> list[RuleRef]:
    """Return the references of a comma list, each with its arguments; all its faults are taken down."""
    return [cast(RuleRef, one) for one in scope.attempt_each(rule_ref, split(items), *kinds)]


def _rules(scope: Scope, reading: Reading) -> Given:
    """`has "A" (1), "B" [to "Part"]`; with a condition it is a clause."""
    items, to = _to(reading)
    if reading.guards:
        return [
            Grant("rule", clauses=scope.words.readers.clause(scope, reading.line), to=to, span=reading.span)
        ]
    return [Grant("rule", ref, to=to, span=reading.span) for ref in references(scope, _rest(items, reading))]


def _rest(items: Items, reading: Reading) -> Items:
    if len(items) < 2:
        raise wrong(reading.span, f'"{reading.word}" needs something after it', "")
    return items[1:]


def _arms(scope: Scope, reading: Reading) -> Given:
    items, to = _to(reading)
    arms = references(scope, _rest(items, reading), "weapon")
    return [Grant("arm", ref, to=to, span=reading.span) for ref in arms]


def _properties(scope: Scope, reading: Reading) -> Given:
    items, to = _to(reading)
    names = tuple(ref.name for ref in references(scope, _rest(items, reading), "property"))
    return [Grant("property", words=names, to=to, span=reading.span)]


def _without(scope: Scope, reading: Reading) -> Given:
    items, to = _to(reading)
    kinds = ("rule", "property", "weapon")
    named = scope.attempt_each(rule_ref_named, split(_rest(items, reading)), *kinds)
    return [Grant("without", one, to=to, span=reading.span) for one in named]


def rule_ref_named(scope: Scope, items: Items, *kinds: str) -> RuleRef:
    """Return a reference by name alone; raises Fault."""
    name = name_list(items, "rules")[0]
    if not scope.names.find(name, *kinds):
        raise wrong(
            items,
            f'no model rule "{name}" in this pack or the packs it uses',
            suggest(name, scope.names.of_kinds(*kinds)),
        )
    return RuleRef(name)


def _changed(scope: Scope, reading: Reading) -> Given:
    """`set strength to 4`, `modify discipline by +1 [of "Part"]`."""
    items, to = _to(reading)
    word = "to" if reading.word == "set" else "by"
    at = find_word(items, word)
    if at != 2 or len(items) < 4:
        raise wrong(items, f"which number changes `{word}` what?", f"write: {reading.word} strength {word} 4")
    value = text_of(items[1:2])
    if value not in scope.words.values:
        raise wrong(items[1], f'no characteristic "{value}" is known', suggest(value, scope.words.values))
    return [Grant(reading.word, words=(value,), amount=amount(scope, items[3:]), to=to, span=reading.span)]


def _mount(scope: Scope, reading: Reading) -> Given:
    name = name_list(_rest(reading.head, reading), "mounts")[0]
    if not scope.names.get("mount", name):
        raise wrong(
            reading.head[1],
            f'no mount "{name}" in this pack or the packs it uses',
            suggest(name, scope.names.of_kinds("mount")),
        )
    return [Grant("mount", words=(name,), span=reading.span)]


def _path(scope: Scope, reading: Reading) -> Given:
    names = name_list(_rest(reading.head, reading), "paths")
    for name in names:
        if not scope.names.get("path", name):
            raise wrong(
                reading.head[1],
                f'no path "{name}" in this pack or the packs it uses',
                suggest(name, scope.names.of_kinds("path")),
            )
    return [Grant("path", words=names, span=reading.span)]


def _caster(_scope: Scope, reading: Reading) -> Given:
    """`caster LEVEL [knows "Spell"]`: levels are rows of the table `caster-levels`."""
    words = tuple(
        text_of((item,)).strip('"') for item in _rest(reading.head, reading) if not is_kind(item, "COMMA")
    )
    return [Grant("caster", words=words, span=reading.span)]


def _spell(scope: Scope, item: Items) -> str:
    name = name_list(item, "spells")[0]
    if not scope.names.get("spell", name):
        raise wrong(
            item,
            f'no spell "{name}" in this pack or the packs it uses',
            suggest(name, scope.names.of_kinds("spell")),
        )
    return name


def _spells(scope: Scope, reading: Reading) -> Given:
    """`spells 2 of "A", "B", "C"` (chosen) or `spells "A", "B"` (all)."""
    items = _rest(reading.head, reading)
    chosen: Expr | None = None
    if len(items) > 2 and is_word(items[1], "of"):
        chosen, items = Literal(whole(items[:1], "how many spells", reading.span)), items[2:]
    names = tuple(scope.attempt_each(_spell, split(items)))
    return [Grant("spells", words=names, amount=chosen, span=reading.span)]


def _bound_spell(scope: Scope, reading: Reading) -> Given:
    """`bound-spell "Name" cast 5+`."""
    items = reading.head
    if len(items) != 4 or not is_word(items[2], "cast"):
        raise wrong(
            items, "a bound spell has a name and a casting value", 'write: bound-spell "Name" cast 4+'
        )
    name = _spell(scope, items[1:2])
    return [Grant("bound-spell", words=(name,), amount=amount(scope, items[3:]), span=reading.span)]


def _part(scope: Scope, reading: Reading) -> Given:
    return [Grant("part", part=part_profile(scope, reading), span=reading.span)]


def _category(scope: Scope, reading: Reading) -> Given:
    """`also category "Name"`."""
    if len(reading.head) < 3 or not is_word(reading.head[1], "category"):
        raise wrong(reading.head, "`also` adds a category", 'write: also category "Name"')
    return [Grant("category", words=categories(scope, reading.head[2:]), span=reading.span)]


def _size(_scope: Scope, reading: Reading) -> Given:
    return [Grant(reading.word, words=tuple(text_of((item,)) for item in reading.rest), span=reading.span)]


GRANTS: dict[str, Callable[[Scope, Reading], Given]] = {
    "has": _rules,
    "armed": _arms,
    "property": _properties,
    "without": _without,
    "set": _changed,
    "modify": _changed,
    "mount": _mount,
    "path": _path,
    "caster": _caster,
    "spells": _spells,
    "bound-spell": _bound_spell,
    "part": _part,
    "also": _category,
    "base": _size,
    "height": _size,
}


def numbers(scope: Scope, items: Items, what: str) -> tuple[tuple[str, Expr | str | None], ...]:
    """Return `NAME VALUE, NAME VALUE`: characteristics with amounts, or `C` and `C+2` as they are written;
    raises Fault.
    """
    found: list[tuple[str, Expr | str | None]] = []
    for run in split(items):
        name = text_of(run[:1])
        if name not in scope.words.values:
            raise wrong(
                run or items, f'no characteristic "{name}" is known', suggest(name, scope.words.values)
            )
        if len(run) < 2:
            raise wrong(run, f"{name} has no number", f"write: {what} {name} 4")
        found.append((name, _profile_value(scope, run[1:])))
    return tuple(found)


def _profile_value(scope: Scope, items: Items) -> Expr | str | None:
    if len(items) == 1 and is_kind(items[0], "PARAM", "OFFSET"):
        return items[0].text
    if len(items) == 1 and is_word(items[0], "none"):
        return None
    return amount(scope, items)


def part_profile(scope: Scope, reading: Reading) -> PartProfile:
    """Return `part "Name" NUMBERS[, count N|, models N]` with the rules, arms and properties below it; raises
    Fault.
    """
    items = reading.head
    if len(items) < 2 or not is_kind(items[1], "STRING"):
        raise wrong(items, "a part has a name", 'write: part "Rider" agility 3, attacks 1')
    many = {"count": 1, "models": None}
    runs = split(items[2:])
    if runs and runs[-1] and is_word(runs[-1][0], *many):
        many[text_of(runs[-1][:1])] = whole(runs[-1][1:], "a count", span_over(runs[-1]))
        runs = runs[:-1]
    flat = _rejoined(items[2:], runs)
    profile = numbers(scope, flat, "part") if flat else ()
    made = PartProfile(plain(items[1]), profile, count=many["count"] or 1, models=many["models"])
    for line in reading.body:
        made = scope.attempt(_part_line, scope, made, line) or made
    return made


def _rejoined(items: Items, runs: list[Items]) -> Items:
    length = sum(map(len, runs)) + max(len(runs) - 1, 0)
    return items[:length]


def _part_line(scope: Scope, made: PartProfile, line: Line) -> PartProfile:
    reading = Reading(line)
    match reading.word:
        case "property":
            names = (ref.name for ref in references(scope, reading.rest, "property"))
            return replace(made, properties=(*made.properties, *names))
        case "armed":
            return replace(made, arms=(*made.arms, *references(scope, reading.rest, "weapon")))
        case "has" if not reading.guards:
            return replace(made, rules=(*made.rules, *references(scope, reading.rest)))
        case _:
            return replace(made, clauses=(*made.clauses, *scope.words.readers.clause(scope, line)))
