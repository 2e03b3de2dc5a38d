"""Timing windows: moments at which rules act, and the order of what acts in them.

A procedure opens a window with its context. Triggers held by anything on the table run, actions are offered
to the players that may use them. Order: the active player's first, then attach order (ids of bearers), then
order within the rule. A window that nobody listens to costs one dictionary lookup (`listens`).

A clause takes part if its bearer fills the role that it names (else the first role); clauses that speak of
`bearer` themselves take part as bystanders.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from .context import Context
from .decisions import PASS, Decision, Procedure
from .decl.clauses import Action, Instead, Trigger
from .effects import run
from .query import owner_of, thing_of
from .state import Game, Held, Hit, Thing, unit_of

if TYPE_CHECKING:
    from .ruleset import Compiled


def listens(g: Game, window: str) -> bool:
    """Return whether anything on the table listens to a window, named with its timing: `after unit-moved`,
    `start magic`.
    """
    heard = g.heard
    if heard is None:
        heard = _listen(g)
    return window in heard


def _listen(g: Game) -> dict[str, tuple[Hit, ...]]:
    heard: dict[str, list[Hit]] = {}
    for thing in (g.battle, *g.things.values()):
        unit = unit_of(thing)
        if unit is not None and unit.destroyed:
            continue
        for held in thing.held:
            for rule in held.instance.clauses:
                if isinstance(rule.clause, (Trigger, Action, Instead)):
                    heard.setdefault(rule.keys[0], []).append((rule, held))
    g.heard = {key: tuple(hits) for key, hits in heard.items()}
    return g.heard


def open_window(g: Game, window: str, c: Context) -> Procedure[None]:
    """Run what acts in a window (`after unit-moved`). Use `if listens(...)` before it in hot places."""
    if not listens(g, window):
        return
    for rule, held in _taking_part(g, window, c):
        if not _still_there(g, held):
            continue
        if rule.guard is not None and not rule.guard(g, _spoken_for(g, c, held), held):
            continue
        yield from _act(g, rule, _spoken_for(g, c, held), held)


def replaced(g: Game, window: str, c: Context) -> Generator[Decision, Any, bool]:
    """Return whether a replacement takes the place of the event of `window`; runs its body. Each applies at
    most once an event.
    """
    key = f"instead {window}"
    if not listens(g, key):
        return False
    for rule, held in _taking_part(g, key, c):
        spoken = _spoken_for(g, c, held)
        if rule.guard is None or rule.guard(g, spoken, held):
            yield from run(g, rule.clause.body, spoken, held)
            return True
    return False


def _taking_part(g: Game, window: str, c: Context) -> list[Hit]:
    assert g.heard is not None
    first = g.ruleset.roles(window)[:1]
    hits = [hit for hit in g.heard[window] if _fits(g, hit, c, first)]
    hits.sort(key=lambda hit: owner_of(g, hit[1], c) != g.active)
    return hits


def _fits(g: Game, hit: Hit, c: Context, first: tuple[str, ...]) -> bool:
    rule, held = hit
    if rule.free or not held.bearer:
        return True
    role = rule.role or (first[0] if first else "")
    return not role or _kin(thing_of(g, held), getattr(c, role))


def _kin(bearer: Thing | None, thing: Any) -> bool:
    if bearer is None or thing is None:
        return False
    if bearer is thing:
        return True
    unit = unit_of(bearer)
    if unit is not None and unit_of(thing) is not None:
        return unit is unit_of(thing)
    return unit is not None and unit.owner == getattr(thing, "name", None)


def _still_there(g: Game, held: Held) -> bool:
    bearer = thing_of(g, held)
    return bearer is not None and held in bearer.held


def _spoken_for(g: Game, c: Context, held: Held) -> Context:
    player = g.players.get(owner_of(g, held, c), c.player)
    if player is None or len(g.players) < 2:
        return c.but(player=player)
    return c.but(player=player, opponent=g.players[g.opponent(player.name)])


def _act(g: Game, rule: Compiled, c: Context, held: Held) -> Procedure[None]:
    clause = rule.clause
    if clause.once and _used(g, rule, held):
        return
    if isinstance(clause, Action):
        answer = yield Decision(
            "action.use",
            owner_of(g, held, c),
            f"Use {clause.name}?",
            [clause.name, PASS],
            held.instance.label,
            {"action": clause.name, "bearer": held.bearer},
        )
        if answer == PASS:
            return
    if clause.once:
        _stamp(g, rule, held)
    g.emit("rule-acted", rule=held.instance.label, bearer=held.bearer)
    yield from run(g, clause.body, c, held)


def _use_key(rule: Compiled, held: Held) -> str:
    return f"{held.instance.label}/{rule.rule_name}/{rule.number}"


def _used(g: Game, rule: Compiled, held: Held) -> bool:
    bearer = thing_of(g, held)
    uses = bearer.memory.get("uses", {}) if bearer else {}
    return bool(uses.get(_use_key(rule, held)) == g.clock.stamp(rule.clause.once))


def _stamp(g: Game, rule: Compiled, held: Held) -> None:
    bearer = thing_of(g, held)
    assert bearer is not None
    bearer.memory.setdefault("uses", {})[_use_key(rule, held)] = g.clock.stamp(rule.clause.once)
