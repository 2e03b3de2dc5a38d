"""`expect` lines: numbers with their reasons, conditions, chances, events, refusals."""

from __future__ import annotations

from tercio.kernel.decl import Arith, Compare, Condition, Expr, Name
from tercio.kernel.decl.scenario import (
    Act,
    Asked,
    Because,
    ExpectChance,
    Expected,
    ExpectEvent,
    ExpectNumber,
    ExpectRefusal,
    ExpectThat,
    Mean,
)

from ...syntax import Atom, Group, Infix
from ..amounts import amount
from ..conditions import condition_of, condition_of_items
from ..literals import literal
from ..phrases import thing
from ..reading import Items, Reading, find_word, flatten, is_kind, is_word, items_of, plain, split, text_of
from ..scope import Scope, suggest, wrong
from .setting import pairs
from .walk import behead, items_of_line

NUMBERS = ("NUMBER", "SIGNED", "MEASURE", "PERCENT", "TARGET", "DICE", "STRING")
COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")
LEVELS = (("+", "-"), ("*", "/"))
CHANCE_SHAPE = "write: expect chance of 2D6 >= 7 is 58%"
EVENT_SHAPE = "write: expect event charge-failed of knights"
QUESTION = "question"
QUESTION_SHAPE = 'write: expect no question "charge.react" of knights'
TELLING = ("event", QUESTION)


def expectation(scope: Scope, reading: Reading, acts: tuple[Act, ...]) -> Expected:
    """Return what an `expect` line says; `acts` are the `do` lines below it."""
    items = items_of_line(reading.line)[1:]
    if not items:
        raise wrong(reading.span, "what is expected?", "write: expect ranks of men is 4")
    first = plain(items[0])
    found: Expected | None = None
    if first == "chance":
        return _chance(scope, reading, items, acts)
    if acts:
        raise wrong(reading.span, "only a chance has `do` below it", CHANCE_SHAPE)
    if first == "refusal":
        found = _refusal(reading, items)
    elif first in TELLING or (first == "no" and len(items) > 1 and is_word(items[1], *TELLING)):
        found = _event(scope, reading, items)
    else:
        found = _number(scope, reading, items) or _that(scope, reading, items)
    if not isinstance(found, ExpectNumber) and reading.line.children:
        raise wrong(reading.line.children[0].span, "only a number has reasons", 'write: because "Rule" -1')
    return found


# -- numbers ---------------------------------------------------------------------------------------


def _number(scope: Scope, reading: Reading, items: Items) -> ExpectNumber | None:
    """`NUMBER is AMOUNT` with `because` below; None if the line says something else."""
    at = _last_is(items)
    if at is None or not _is_amount(scope, items, at):
        return None
    wanted = items[at + 1 :]
    value = Name(wanted[0].text) if is_kind(wanted[0], "STRING") else amount(scope, wanted)
    return ExpectNumber(
        number(scope, items[:at]), value, _because(scope, reading), text_of(items), reading.span
    )


def _last_is(items: Items) -> int | None:
    found = [i for i, item in enumerate(items) if is_word(item, "is") and 0 < i < len(items) - 1]
    return found[-1] if found else None


def _is_amount(scope: Scope, items: Items, at: int) -> bool:
    """Whether what stands behind `is` is an amount: no state of a thing, no other thing."""
    after = items[at + 1]
    if at == 1 and isinstance(items[0], Atom) and items[0].text in scope.roles:
        return False
    if (
        is_kind(after, *NUMBERS)
        or isinstance(after, Group)
        or is_word(after, "maximised", "minimised", "table")
    ):
        return not (is_kind(after, "STRING") and len(items) > at + 2)
    word = after.text
    known = scope.names.get("constant", word) is not None or word in scope.words.values
    return known and not any(is_word(item, "not") for item in items)


def number(scope: Scope, items: Items) -> Expr | Asked | Mean:
    """Return an amount in which numbers may be asked of things in their situation; raises Fault."""
    if not items:
        raise ValueError("no items")
    if is_word(items[0], "mean"):
        return _mean(scope, items)
    if is_word(items[0], "table"):
        return amount(scope, items)
    for operators in LEVELS:
        found = [
            i for i in range(1, len(items) - 1) if is_kind(items[i], "OP") and plain(items[i]) in operators
        ]
        if found:
            at = found[-1]
            left, right = number(scope, items[:at]), number(scope, items[at + 1 :])
            return Arith(plain(items[at]), left, right)  # type: ignore[arg-type]
    if len(items) == 1 and isinstance(items[0], Group):
        return number(scope, items_of(items[0].sentence))
    return asked(scope, items) if _is_asked(scope, items) else amount(scope, items)


def _is_asked(scope: Scope, items: Items) -> bool:
    known = scope.words.values | scope.words.rolls.keys()
    first = items[0]
    return len(items) > 2 and is_kind(first, "WORD") and is_word(items[1], "of") and first.text in known


def asked(scope: Scope, items: Items) -> Asked:
    """`VALUE of ["Part" of] THING [against|at THING] [with ["bound"] "Name"]`; raises Fault."""
    using, bound, rest = _using(scope, items)
    against = find_word(rest, "against", "at")
    whom = rest[2:against]
    part = ""
    if len(whom) > 2 and is_kind(whom[0], "STRING") and is_word(whom[1], "of"):
        part, whom = whom[0].text, whom[2:]
    if not whom:
        raise wrong(items, f"of whom is {plain(items[0])} asked?", f"write: {plain(items[0])} of men")
    foe = thing(scope, rest[against + 1 :]) if against is not None and against + 1 < len(rest) else None
    return Asked(plain(items[0]), thing(scope, whom), part, foe, using, bound)


def _using(scope: Scope, items: Items) -> tuple[str, bool, Items]:
    at = find_word(items, "with")
    if at is None:
        return "", False, items
    rest = items[at + 1 :]
    bound = bool(rest) and is_word(rest[0], "bound")
    named = rest[1:] if bound else rest
    if len(named) != 1 or not is_kind(named[0], "STRING"):
        raise wrong(rest or items, "a weapon or spell is named in double quotes", 'write: with "Bow"')
    name = named[0].text
    if not scope.names.find(name, "weapon", "spell"):
        known = scope.names.of_kinds("weapon", "spell")
        raise wrong(named[0], f'no weapon or spell "{name}" in these packs', suggest(name, known))
    return name, bound, items[:at]


def _mean(scope: Scope, items: Items) -> Mean:
    """`mean STAGE of N attacks of ...`; raises Fault."""
    shape = 'write: mean wounds of 10 attacks of archers against targets with "Bow"'
    words = [plain(item) for item in items]
    of = (
        len(items) > 6
        and is_word(items[2], "of")
        and is_word(items[4], "attacks")
        and is_word(items[5], "of")
    )
    if not of or not words[3].isdigit():
        raise wrong(items, "a mean is of so many attacks", shape)
    return Mean(words[1], int(words[3]), asked(scope, (Atom("WORD", "to-hit", items[1].span), *items[5:])))


def _because(scope: Scope, reading: Reading) -> tuple[Because, ...] | None:
    """Read `because "Rule" -1, "Rule" = 4, "Rule"` below an expectation; None where no reasons stand."""
    steps: list[Because] = []
    for line in reading.line.children:
        row = Reading(line)
        if row.word != "because":
            raise wrong(row.span, "only `because` stands below a number", 'write: because "Rule" -1')
        steps += [_reason(scope, run) for run in split(items_of_line(line)[1:])]
    return tuple(steps) if reading.line.children else None


def _reason(scope: Scope, run: Items) -> Because:
    if not run or not is_kind(run[0], "STRING"):
        raise wrong(run, f"`{text_of(run)}` is no step", 'write: because "Rule" -1, "Other" = 4')
    if len(run) == 1:
        return Because(run[0].text)
    sets = is_kind(run[1], "OP") and plain(run[1]) == "="
    rest = run[2:] if sets else run[1:]
    if not rest or (not sets and not is_kind(rest[0], "SIGNED")):
        raise wrong(run, f"`{text_of(run)}` is no step", 'write: because "Rule" -1, "Other" = 4')
    return Because(run[0].text, "=" if sets else "+", amount(scope, rest))


# -- conditions and chances ------------------------------------------------------------------------


def _that(scope: Scope, reading: Reading, items: Items) -> ExpectThat:
    part = behead(reading.line).sentence.parts[0]
    if isinstance(part, Infix) and part.kind == "compare":
        condition: Condition = _comparison(scope, tuple(flatten(part)))
    else:
        condition = condition_of(scope, part)
    return ExpectThat(condition, text_of(items), reading.span)


def _comparison(scope: Scope, items: Items) -> Compare:
    at = next(i for i, item in enumerate(items) if is_kind(item, "OP") and plain(item) in COMPARISONS)
    left, right = items[:at], items[at + 1 :]
    if not left or not right:
        raise wrong(items, "two numbers are compared", CHANCE_SHAPE)
    return Compare(plain(items[at]), number(scope, left), number(scope, right))  # type: ignore[arg-type]


def _chance(scope: Scope, reading: Reading, items: Items, acts: tuple[Act, ...]) -> ExpectChance:
    at = _last_is(items)
    if at is None or at < 3 or not is_word(items[1], "of"):
        raise wrong(items, "a chance is of something and has a number", CHANCE_SHAPE)
    wanted, what = items[at + 1 :], items[2:at]
    if len(wanted) != 1 or not is_kind(wanted[0], "PERCENT", "NUMBER"):
        raise wrong(wanted, f"`{text_of(wanted)}` is no chance", "write it as 58% or 7/12")
    compared = any(is_kind(item, "OP") and plain(item) in COMPARISONS for item in what)
    condition = _comparison(scope, what) if compared else condition_of_items(scope, what)
    return ExpectChance(condition, literal(wanted[0]), acts, text_of(items), reading.span)


# -- events and refusals ---------------------------------------------------------------------------


def _event(scope: Scope, reading: Reading, items: Items) -> ExpectEvent:
    """`[no] event KIND [of THING] [with KEY VALUE, ...]`, `[no] question "KIND" ...`; raises Fault."""
    happened = not is_word(items[0], "no")
    rest = items if happened else items[1:]
    asked = is_word(rest[0], QUESTION)
    if len(rest) < 2 or not is_kind(rest[1], "STRING" if asked else "WORD"):
        raise wrong(items, f"which {plain(rest[0])}?", QUESTION_SHAPE if asked else EVENT_SHAPE)
    at = find_word(rest, "with")
    whose = rest[2:at]
    if whose and (not is_word(whose[0], "of") or len(whose) < 2):
        raise wrong(whose, f"`{text_of(whose)}` is not understood here", EVENT_SHAPE)
    of = thing(scope, whose[1:]) if whose else None
    facts = pairs(scope, rest[at + 1 :]) if at is not None else ()
    return ExpectEvent(rest[1].text, happened, asked, of, facts, text_of(items), reading.span)


def _refusal(reading: Reading, items: Items) -> ExpectRefusal:
    code = items[1] if len(items) == 2 else None
    if len(items) > 2 or (code is not None and not is_kind(code, "STRING")):
        raise wrong(items, "a refusal is named by its code", 'write: expect refusal "march.no_pivot"')
    return ExpectRefusal("" if code is None else text_of((code,)).strip('"'), text_of(items), reading.span)
