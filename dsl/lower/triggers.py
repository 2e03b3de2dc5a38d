"""Clauses that run statements or hold for others: natural dice, triggers, replacements and auras."""

from __future__ import annotations

from tercio.kernel.decl import Aura, Clause, Instead, OnNatural, Trigger
from tercio.kernel.signatures import Roles

from ..syntax import Atom
from .conditions import guard_of, joined, relation
from .reading import Items, Reading, find_word, find_words, is_kind, is_word, plain, text_of
from .scope import Scope, suggest, wrong
from .sets import thing_set
from .statements import block
from .subjects import natural_range, roll_subject

ONCE = ("phase", "turn", "round", "battle", "game-turn")
Clauses = tuple[Clause, ...]


def on_natural(scope: Scope, reading: Reading) -> Clauses:
    """Read `on natural 6 of ROLL` with statements below or behind a colon."""
    items = reading.head
    of = find_word(items, "of")
    if len(items) < 3 or not is_word(items[1], "natural") or of is None or of + 1 >= len(items):
        raise wrong(items, "which natural roll is meant?", "write: on natural 6 of to-hit")
    low, high = natural_range(items[2:of])
    name, role, roles = roll_subject(scope, items[of + 1 :])
    inner = scope.with_roles(roles, name)
    guard = guard_of(inner, reading.guards)
    return (OnNatural(name, low, high, block(inner, reading), guard=guard, role=role, span=reading.span),)


def triggered(scope: Scope, reading: Reading) -> Clauses:
    """Read `after WINDOW`, `before WINDOW`, `at start of NODE` or `at end of NODE` with statements."""
    items, once, per_army = once_of(reading)
    if per_army:
        raise wrong(reading.span, "only an action is used by an army", "leave `by army` out")
    timing, window, roles = moment(scope, items)
    inner = scope.with_roles(roles, window)
    guard = guard_of(inner, reading.guards)
    body = block(inner, reading, skip="once")
    return (Trigger(window, timing, body, guard=guard, once=once, span=reading.span),)


def once_of(reading: Reading) -> tuple[Items, str, bool]:
    """Return the head without `once per PERIOD [by army]`, the period, which may also stand on a line below,
    and whether the army as a whole has it once.
    """
    items = reading.head
    at = find_word(items, "once")
    period = items[at:] if at is not None else ()
    rest = items if at is None else items[:at]
    while rest and is_kind(rest[-1], "COMMA"):
        rest = rest[:-1]
    for line in reading.body:
        if Reading(line).word == "once":
            period = Reading(line).head
    if not period:
        return rest, "", False
    by_army = len(period) == 5 and is_word(period[3], "by") and is_word(period[4], "army")
    known = len(period) >= 3 and is_word(period[1], "per") and is_word(period[2], *ONCE)
    if not known or not (by_army or len(period) == 3):
        hint = f"write: once per {', '.join(ONCE[:-1])} or {ONCE[-1]}; `by army`: for the whole army together"
        raise wrong(period, "how often is that?", hint)
    return rest, text_of(period[2:3]), by_army


def moment(scope: Scope, items: Items) -> tuple[str, str, Roles]:
    """Read when something acts: its timing, its window or node, and the roles of that."""
    if is_word(items[0], "at"):
        if len(items) > 3 and is_word(items[1], "start", "end") and is_word(items[2], "of"):
            return items[1].text, node(scope, items[3:]), ()
        if len(items) == 2:
            return "after", *window_of(scope, items[1:])
        raise wrong(items, "which moment is that?", "write: at start of melee, at end of turn")
    if len(items) < 2:
        raise wrong(items, f'"{text_of(items)}" needs a window after it', "write e.g. after unit-destroyed")
    timing, (window, roles) = plain(items[0]), window_of(scope, items[1:])
    if timing == "before" and not scope.signatures.windows[window].early:
        early = [name for name, signature in scope.signatures.windows.items() if signature.early]
        known = f"; before its event opens: {', '.join(early)}" if early else ""
        raise wrong(items, f"nothing acts before {window}", f"write: after {window}{known}")
    return timing, window, roles


def node(scope: Scope, items: Items) -> str:
    """Return the part of the sequence that the items name; raises Fault."""
    name = _joined(items)
    if name not in scope.names.nodes:
        raise wrong(
            items, f'no part of the sequence is called "{text_of(items)}"', suggest(name, scope.names.nodes)
        )
    return name


def window_of(scope: Scope, items: Items) -> tuple[str, Roles]:
    """Return the window that the items name, with its roles; raises Fault."""
    name = _joined(items)
    signature = scope.signatures.windows.get(name)
    if signature is None:
        raise wrong(items, f'no window "{text_of(items)}" is known', suggest(name, scope.signatures.windows))
    return name, signature.roles


def _joined(items: Items) -> str:
    return "-".join(item.text for item in items if is_kind(item, "WORD"))


def instead(scope: Scope, reading: Reading) -> Clauses:
    """Read `instead of WINDOW` with statements."""
    items = reading.head
    if len(items) < 3 or not is_word(items[1], "of"):
        raise wrong(items, "instead of what?", "write: instead of unit-destroyed")
    window, roles = window_of(scope, items[2:])
    if not scope.signatures.windows[window].replaceable:
        able = [name for name, signature in scope.signatures.windows.items() if signature.replaceable]
        raise wrong(
            items[2:],
            f"{window} cannot be replaced: it opens after the event",
            f"replaceable: {', '.join(able)}",
        )
    inner = scope.with_roles(roles, window)
    return (Instead(window, block(inner, reading), guard=guard_of(inner, reading.guards), span=reading.span),)


def aura(scope: Scope, reading: Reading) -> Clauses:
    """Read `within 8", friendly units` or `everywhere, friendly units`, and the clauses that hold for
    those.
    """
    items = reading.head
    comma = next((i for i, item in enumerate(items) if is_kind(item, "COMMA")), None)
    everywhere = is_word(items[0], "everywhere")
    if comma is None or comma < (1 if everywhere else 2) or comma + 1 >= len(items):
        raise wrong(items, "an aura names a distance and who is meant", 'write: within 8", friendly units')
    inner = scope.anywhere()
    reach = thing_set(inner, items[comma + 1 :])
    near = [] if everywhere else [relation(inner.also(it="unit"), _near(items[:comma]))]
    among = type(reach)(reach.kind, reach.side, joined([*near, *([reach.where] if reach.where else [])]))

    if not reading.body:
        raise wrong(reading.span, "this aura does nothing", "write its clauses below, indented")
    return (
        Aura(
            among,
            scope.words.readers.clauses(scope, reading.body),
            guard=guard_of(inner, reading.guards),
            span=reading.span,
        ),
    )


def _near(items: Items) -> Items:
    beside = items[0].span
    tail: Items = (
        ()
        if find_words(items, "of") is not None
        else (Atom("WORD", "of", beside), Atom("WORD", "bearer", beside))
    )
    return (Atom("WORD", "it", beside), Atom("WORD", "is", beside), *items, *tail)
