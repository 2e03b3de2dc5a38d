"""Statements: what a trigger, an action, a spell or a natural die does, one verb a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tercio.kernel.context import TAKEN
from tercio.kernel.decl import Choose, Do, Each, Expr, If, Pick, Role, RollAs, RollOn, RollRow, Statement
from tercio.kernel.decl.statements import Options

from ..syntax import Atom, Line
from .amounts import amount
from .conditions import condition_of, condition_of_items, guard_of
from .fault import Fault
from .lexicon import Variant
from .phrases import matched, thing
from .reading import Item, Items, Reading, find_word, is_kind, is_word, span_over, text_of
from .scope import Scope, suggest, wrong
from .sets import KINDS, SIDES, begins_set, thing_set, type_of
from .subjects import HIGHEST, natural_range

Body = tuple[Statement, ...]
CONTROL = ("if", "otherwise", "each", "choose", "pick", "roll", "ask")


def block(scope: Scope, reading: Reading, skip: str = "") -> Body:
    """Return the statements behind a line's colon and below it; raises Fault when there are none."""
    inline = () if not reading.tail else (statement(scope, reading.tail),)
    below = statements(scope, (line for line in reading.body if not skip or Reading(line).word != skip))
    if not inline and not below and not scope.faults:
        raise wrong(reading.span, "nothing happens here", "write statements below, indented")
    return (*inline, *below)


def statements(scope: Scope, lines: Iterable[Line]) -> Body:
    """Return the statements of some lines; the faults of each are taken down."""
    return naming(scope, lines)[0]


def naming(scope: Scope, lines: Iterable[Line]) -> tuple[Body, Scope]:
    """Return the statements of some lines, and the scope in which what they picked and rolled has a name."""
    found: list[Statement | None] = []
    for line in lines:
        reading = Reading(line)
        if reading.word == "otherwise":
            scope.attempt(_otherwise, scope, reading, found)
        else:
            found.append(scope.attempt(_one, scope, reading))
        scope = _known(scope, found[-1]) if found else scope
    return tuple(one for one in found if one is not None), scope


def _known(scope: Scope, last: Statement | None) -> Scope:
    match last:
        case Pick():
            return scope.also(**{last.name: "set" if last.many else type_of(last.among.kind)})
        case RollAs():
            return scope.also(**{last.name: "amount", f"natural-{last.name}": "amount"})
        case _:
            return scope


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
        case "roll" if find_word(items, "as") is not None:
            return _roll_as(scope, items)
        case "ask":
            return _ask(scope, reading)
        case _ if choosing is not None and choosing <= 3 and reading.body:
            return _choose(scope, reading, choosing)
        case _ if (picking := find_word(items, "pick", "picks")) is not None and picking <= 3:
            return _pick(scope, items, picking)
    if reading.tail or reading.body:
        beside = reading.body[0].span if reading.body else span_over(reading.tail)
        if _verb_variant(scope, items) is not None:
            raise wrong(beside, "nothing stands below this statement", "indent it less")
    return statement(scope, items)


def _each(scope: Scope, reading: Reading) -> Statement:
    if len(reading.head) < 2:
        raise wrong(reading.span, "each of what?", 'write: each enemy unit within 6" of bearer')
    first = reading.head[1]
    if len(reading.head) == 2 and isinstance(first, Atom) and scope.roles.get(first.text) == "set":
        return Each(Role(first.text), block(scope.also(it="any"), reading), span=reading.span)
    among = thing_set(scope, reading.head[1:])
    return Each(among, block(scope.also(it=type_of(among.kind)), reading), span=reading.span)


def _pick(scope: Scope, items: Items, at: int) -> Statement:
    """`pick NAME from SET`, `pick up to 2 NAME from SET`, `pick any NAME from SET`, `opponent picks ...`."""
    who = getattr(thing(scope, items[:at], "player"), "name", "player") if at else "player"
    start = find_word(items, "from")
    if start is None or start < at + 2 or start + 1 >= len(items) or not is_kind(items[start - 1], "WORD"):
        raise wrong(
            items, "a pick has a name and a set", 'write: pick target from enemy units within 9" of unit'
        )
    name, number = text_of(items[start - 1 : start]), items[at + 1 : start - 1]
    any_number = len(number) == 1 and is_word(number[0], "any")
    up_to = len(number) > 2 and is_word(number[0], "up") and is_word(number[1], "to")
    _is_free(items[start - 1])
    count = None if any_number else _count(scope, number[2:] if up_to else number)
    among = thing_set(scope, items[start + 1 :])
    return Pick(
        among, name, count, up_to or any_number, any_number or count is not None, who, span_over(items)
    )


def _roll_as(scope: Scope, items: Items) -> Statement:
    """`roll D6 as NAME [for ROLL]`."""
    at = find_word(items, "as")
    assert at is not None
    name, rest = items[at + 1 : at + 2], items[at + 2 :]
    if (
        at < 2
        or not name
        or not is_kind(name[0], "WORD")
        or (rest and (len(rest) != 2 or not is_word(rest[0], "for")))
    ):
        raise wrong(items, "a roll has dice and a name", "write: roll D6 as omen")
    _is_free(name[0])
    roll = text_of(rest[1:])
    if roll and roll not in scope.words.rolls:
        raise wrong(rest[1:], f'no roll "{roll}" is known', suggest(roll, scope.words.rolls))
    return RollAs(amount(scope, items[1:at]), text_of(name), roll, span_over(items))


def _is_free(name: Item) -> None:
    """Raises Fault for the name of a pick or a roll that means something already wherever it stands."""
    if text_of((name,)) in TAKEN:
        raise wrong(name, f"`{text_of((name,))}` is taken: it cannot name this", "choose another name")


def _choose(scope: Scope, reading: Reading, at: int) -> Statement:
    items = reading.head
    who = thing(scope, items[:at], "player") if at else None
    name = getattr(who, "name", "player")
    rest = items[at + 1 :]
    optional = len(rest) > 1 and is_word(rest[0], "up") and is_word(rest[1], "to")
    rest = rest[2:] if optional else rest
    if len(rest) > 1 and is_word(rest[0], "one") and is_word(rest[1], "of"):
        return _options(scope, reading, name, optional)
    start = next((i for i, item in enumerate(rest) if begins_set(scope, item)), len(rest) - 1)
    if start < 0:
        raise wrong(items, "choose what?", 'write: choose 1 friendly unit within 8" of bearer')
    count = _count(scope, rest[:start])
    among = thing_set(scope, rest[start:])
    body = block(scope.also(it=type_of(among.kind)), reading)
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
    known |= set(scope.names.of_kinds("mark", "constant")) | scope.words.relations.words
    known |= {*KINDS, *SIDES, *scope.words.nouns}
    for item in items:
        if is_kind(item, "WORD") and item.text not in known:
            word = item.text
            return wrong(item, f'"{word}" is not known in a statement', suggest(word, known - {"of", "with"}))
    nearest = lexicon.nearest(items)
    return wrong(
        items, f"no statement reads `{text_of(items)}`", f"known: {nearest.pattern}" if nearest else ""
    )
