"""Actions: what a player may do, when, what is declared first, and what comes of it.

    action "Bomb Rats" in own charge, core, once per turn by army
      when unit is not in combat
      declare
        pick target from enemy units within 9" of unit
        roll D6 as fuse
      effect
        if fuse >= 3: ...

`at WINDOW` and `at start of NODE` offer an action at that moment; `in own|enemy|any NODE` leaves its moment
in that part of the sequence to the player; `as reaction to [own|enemy|any] WINDOW` answers what has been
declared. What stands below without `declare` and `effect` is the effect.
"""

from __future__ import annotations

from tercio.kernel.decl import Action, Clause
from tercio.kernel.signatures import Roles
from tercio.kernel.uses import CHOOSABLE

from .conditions import guard_of
from .reading import Items, Reading, is_kind, is_word, plain, split, text_of
from .scope import Scope, suggest, wrong
from .statements import Body, block, naming
from .triggers import moment, node, once_of, window_of

WHOSE = ("own", "enemy", "any")
FORCED, REPEATABLE = "forced", "repeatable"
When = tuple[str, str, str, Roles]


def action(scope: Scope, reading: Reading) -> tuple[Clause, ...]:
    """Read `action "Name"` with its moment, keywords, `once per ...`, `declare` and `effect`."""
    items, once, per_army = once_of(reading)
    head, *words = split(items)
    if len(head) < 4 or not is_kind(head[1], "STRING"):
        raise wrong(items, "an action has a name and a moment", 'write: action "Name" in own magic')
    timing, window, whose, roles = _when(scope, head[2:])
    inner = scope.with_roles(roles, window)
    declare, body = _steps(inner, reading)
    kinds = tuple(_keyword(scope, run) for run in words)
    if FORCED in kinds and REPEATABLE in kinds:
        raise wrong(items, "what is forced and repeatable would never end", f"leave {REPEATABLE} out")
    made = Action(
        head[1].text,
        window,
        timing,
        body,
        once,
        whose,
        tuple(kind for kind in kinds if kind not in (FORCED, REPEATABLE)),
        declare,
        per_army,
        FORCED in kinds,
        REPEATABLE in kinds,
        guard=guard_of(inner, reading.guards),
        span=reading.span,
    )
    return (made,)


def _keyword(scope: Scope, run: Items) -> str:
    known = (*scope.action_kinds(), FORCED, REPEATABLE)
    if len(run) != 1 or not is_word(run[0], *known):
        hint = suggest(text_of(run), known)
        raise wrong(run, f"`{text_of(run)}` is no keyword of actions", hint)
    return plain(run[0])


def _when(scope: Scope, items: Items) -> When:
    if is_word(items[0], "in"):
        return _in(scope, items)
    if is_word(items[0], "as"):
        return _reaction(scope, items)
    if is_word(items[0], "at"):
        timing, window, roles = moment(scope, items)
        return timing, window, "any", roles
    hint = "write: in own magic, as reaction to action-declared, at start of magic, at some-window"
    raise wrong(items, "when is that?", hint)


def _in(scope: Scope, items: Items) -> When:
    if len(items) < 3 or not is_word(items[1], *WHOSE):
        word = text_of(items[1:2])
        raise wrong(items[1:2] or items, f'whose is "{word}"?', suggest(word, WHOSE, "write: in own magic"))
    return "in", node(scope, items[2:]), items[1].text, CHOOSABLE


def _reaction(scope: Scope, items: Items) -> When:
    if len(items) < 4 or not is_word(items[1], "reaction") or not is_word(items[2], "to"):
        raise wrong(items, "an action is a reaction to what?", "write: as reaction to own action-declared")
    owned = is_word(items[3], *WHOSE)
    window, roles = window_of(scope, items[4 if owned else 3 :] or items[3:])
    return "react", window, text_of(items[3:4]) if owned else "any", roles


def _steps(scope: Scope, reading: Reading) -> tuple[Body, Body]:
    """Return what is declared and what comes of it."""
    parts = {Reading(line).word: line for line in reading.body}
    if not {"declare", "effect"} & parts.keys():
        return (), block(scope, reading, skip="once")
    declare: Body = ()
    for word, line in parts.items():
        if word not in ("declare", "effect", "once"):
            raise wrong(
                line.span, f'"{word}" stands beside `declare` and `effect`', "indent it below one of them"
            )
    if "declare" in parts:
        declare, scope = naming(scope, parts["declare"].children)
    if "effect" not in parts:
        raise wrong(
            reading.span, "this action has no effect", "write below it: effect, with statements below that"
        )
    return declare, block(scope, Reading(parts["effect"]))
