"""Statements: what a trigger, an action, a spell or a natural die does, one verb a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tercio.kernel.decl import Choose, Do, Each, Expr, If, RollOn, RollRow, Statement
from tercio.kernel.decl.statements import Options

from ..syntax import Line
from .amounts import amount
from .conditions import condition_of, condition_of_items, guard_of
from .fault import Fault
from .lexicon import Variant
from .phrases import matched, thing
from .reading import Items, Reading, find_word, is_kind, is_word, span_over, text_of
from .scope import Scope, suggest, wrong
from .sets import KINDS, SIDES, thing_set
from .subjects import HIGHEST, natural_range

Body = tuple[Statement, ...]
CONTROL = ("if", "otherwise", "each", "choose", "roll", "ask")


def block(scope: Scope, reading: Reading, skip: str = "") -> Body:
    """Return the statements behind a line's colon and below it; raises Fault when there are none."""
    inline = () if not reading.tail else (statement(scope, reading.tail),)
    below = statements(scope, (line for line in reading.body if not skip or Reading(line).word != skip))
    if not inline and not below and not scope.faults:
        raise wrong(reading.span, "nothing happens here", "write statements below, indented")
    return (*inline, *below)


def statements(scope: Scope, lines: Iterable[Line]) -> Body:
    """Return the statements of some lines; the faults of each are taken down."""
    found: list[Statement | None] = []
    for line in lines:
        reading = Reading(line)
        if reading.word == "otherwise":
            scope.attempt(_otherwise, scope, reading, found)
        else:
            found.append(scope.attempt(_one, scope, reading))
    return tuple(one for one in found if one is not None)


def _one(scope: Scope, reading: Reading) -> Statement:
    if reading.lead in ("when", "unless"):
        hint = "begin with `if`, or write it behind or below a statement"
        raise wrong(reading.span, f"this `{reading.lead}` has no statement", hint)
    guard = guard_of(scope, reading.guards)
    found = _led(scope, reading) if reading.lead == "if" else _plain(scope, reading)
    return found if guard is None else If(guard, (found,), span=reading.span)


def _led(scope: Scope, reading: Reading) -> Statement:
    return If(condition_of(scope, reading.condition), block(scope, reading), span=reading.span)


def _otherwise(scope: Scope, reading: Reading, found: list[Statement | None]) -> None:
    """Join an `otherwise` to the `if` that stands before it on the same level."""
    if found and found[-1] is None:
        return  # the `if` itself is faulty, and has said so
    last = found[-1] if found else None
    if not isinstance(last, If) or _is_closed(last):
        raise wrong(
            reading.span, "this `otherwise` has no `if` above it", "write it right below the block of an `if`"
        )
    at = find_word(reading.head, "if")
    body = block(scope, reading)
    if at is not None:
        condition = condition_of_items(scope, reading.head[at + 1 : at + 2])
        body = (If(condition, body, span=reading.span),)
    found[-1] = _with_otherwise(last, body)


def _is_closed(statement_: If) -> bool:
    """Return whether an `if` with its `otherwise if`s already has a last `otherwise`."""
    match statement_.otherwise:
        case ():
            return False
        case (If() as inner,):
            return _is_closed(inner)
        case _:
            return True


def _with_otherwise(statement_: If, body: Body) -> If:
    match statement_.otherwise:
        case (If() as inner,):
            body = (_with_otherwise(inner, body),)
        case _:
            pass
    return If(statement_.condition, statement_.then, body, statement_.span)


def _plain(scope: Scope, reading: Reading) -> Statement:
    items = reading.head
    choosing = find_word(items, "choose", "chooses")
    match reading.word:
        case "each":
            return _each(scope, reading)
        case "roll" if reading.body:
            return _roll(scope, reading)
        case "ask":
            return _ask(scope, reading)
        case _ if choosing is not None and choosing <= 3 and reading.body:
            return _choose(scope, reading, choosing)
    if reading.tail or reading.body:
        beside = reading.body[0].span if reading.body else span_over(reading.tail)
        if _verb_variant(scope, items) is not None:
            raise wrong(beside, "nothing stands below this statement", "indent it less")
    return statement(scope, items)


def _each(scope: Scope, reading: Reading) -> Statement:
    if len(reading.head) < 2:
        raise wrong(reading.span, "each of what?", 'write: each enemy unit within 6" of bearer')
    among = thing_set(scope, reading.head[1:])
    return Each(among, block(scope.also(it=_kind(among.kind)), reading), span=reading.span)


def _kind(kind: str) -> str:
    return "pool" if kind == "model" else kind


def _choose(scope: Scope, reading: Reading, at: int) -> Statement:
    items = reading.head
    who = thing(scope, items[:at], "player") if at else None
    name = getattr(who, "name", "player")
    rest = items[at + 1 :]
    optional = len(rest) > 1 and is_word(rest[0], "up") and is_word(rest[1], "to")
    rest = rest[2:] if optional else rest
    if len(rest) > 1 and is_word(rest[0], "one") and is_word(rest[1], "of"):
        return _options(scope, reading, name, optional)
    start = next((i for i, item in enumerate(rest) if is_word(item, *SIDES, *KINDS)), len(rest) - 1)
    if start < 0:
        raise wrong(items, "choose what?", 'write: choose 1 friendly unit within 8" of bearer')
    count = _count(scope, rest[:start])
    among = thing_set(scope, rest[start:])
    body = block(scope.also(it=_kind(among.kind)), reading)
    return Choose(among, body, count, optional, name, span=reading.span)


def _count(scope: Scope, items: Items) -> Expr | None:
    if not items or (len(items) == 1 and is_word(items[0], "a", "an", "one")):
        return None
    return amount(scope, items)


def _options(scope: Scope, reading: Reading, who: str, optional: bool) -> Statement:
    rows = []
    for line in reading.body:
        row = Reading(line)
        if (
            len(row.head) != 1
            or not is_kind(row.head[0], "STRING")
            or (row.colon is None and not line.sentence.opens)
        ):
            raise wrong(row.span, "a course to choose is a name and a colon", 'write: "Name": ...')
        rows.append((row.head[0].text, block(scope, row)))
    return Options(tuple(rows), who, optional, reading.span)


def _ask(scope: Scope, reading: Reading) -> Statement:
    """`ask PLAYER "question"`: what stands below happens if the player says yes."""
    items = reading.head
    if len(items) != 3 or not is_kind(items[2], "STRING"):
        raise wrong(items, "whom is what asked?", 'write: ask player "Use it?"')
    who = getattr(thing(scope, items[1:2], "player"), "name", "player")
    return Options(((items[2].text, block(scope, reading)),), who, True, reading.span)


def _roll(scope: Scope, reading: Reading) -> Statement:
    if len(reading.head) < 2:
        raise wrong(reading.span, "roll what?", "write: roll D6")
    dice = amount(scope, reading.head[1:])
    inner = scope.also(result="amount")
    return RollOn(dice, tuple(_roll_rows(inner, reading.body)), reading.span)


def _roll_rows(scope: Scope, lines: Iterable[Line]) -> Iterator[RollRow]:
    for line in lines:
        row = Reading(line)
        if not row.head:
            raise wrong(row.span, "results are missing", "write: 5 or more:")
        low, high = natural_range(row.head)
        lowest = None if is_word(row.head[-1], "or less") else low
        yield RollRow(lowest, high if high < HIGHEST else None, block(scope, row))


def statement(scope: Scope, items: Items) -> Statement:
    """Return the registered verb that the items say, with its arguments; raises Fault."""
    best: Fault | None = None
    for variant in scope.words.verbs.candidates(items):
        try:
            args = matched(scope, variant, items)
        except Fault as fault:
            best = best if best is not None and best.weight >= fault.weight else fault
            continue
        if args is not None:
            return Do(variant.name, _named(variant, args), span_over(items))
    if best is not None:
        raise best
    raise _unknown(scope, items)


def _named(variant: Variant, args: tuple[Expr | None, ...]) -> tuple[tuple[str, Expr], ...]:
    pairs = zip(variant.slots, args, strict=True)
    return tuple((slot.name, arg) for slot, arg in pairs if arg is not None)


def _verb_variant(scope: Scope, items: Items) -> Variant | None:
    return next(iter(scope.words.verbs.candidates(items)), None)


def _unknown(scope: Scope, items: Items) -> Fault:
    lexicon = scope.words.verbs
    known = {
        *lexicon.words,
        *scope.roles,
        *CONTROL,
        *scope.words.terms.words,
        *scope.words.values,
        "of",
        "with",
        "where",
    }
    known |= set(scope.names.of_kinds("mark", "constant")) | scope.words.relations.words | {*KINDS, *SIDES}
    for item in items:
        if is_kind(item, "WORD") and item.text not in known:
            word = item.text
            return wrong(item, f'"{word}" is not known in a statement', suggest(word, known - {"of", "with"}))
    nearest = lexicon.nearest(items)
    return wrong(
        items, f"no statement reads `{text_of(items)}`", f"known: {nearest.pattern}" if nearest else ""
    )
