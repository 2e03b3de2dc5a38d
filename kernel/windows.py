"""Timing windows: moments at which rules act, and the order of what acts in them; and how an action is used.

A procedure opens a window with its context. Triggers held by anything on the table run, actions are offered
to the players that may use them. Order: the active player's first, then attach order (ids of bearers), then
order within the rule; a pack may leave it to the active player (`CHOSEN`). A window that nobody listens to
costs one dictionary lookup (`listens`).

A clause takes part if its bearer fills the role that it names (else the first role); clauses that speak of
`bearer` themselves take part as bystanders. A weapon's rules speak for the unit that carries it.

An action, whatever its timing, is used in steps: what it declares is picked and rolled, then others may
react (and react to reactions), then its effect follows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from .context import Context
from .decisions import PASS, Decision, Procedure
from .decl.clauses import Action
from .decl.statements import Pick, RollAs
from .decl.things import Constant
from .effects import bind, run
from .errors import Diagnostic, RulesError
from .hearing import listeners, listens
from .limits import is_spent, note_use, spend
from .modifiers import is_ignored
from .query import owner_of, thing_of
from .state import Game, Held, Hit, Thing, carrier_of, unit_of
from .upkeep import keep_up
from .uses import DECLARED, REACT, USED, Use, able, announced, bar_of, usable, use_at

if TYPE_CHECKING:
    from .instances import Compiled
    from .ruleset import Ruleset

CHOSEN: Final = "order-is-chosen"
"""A constant: where it is not 0 the active player orders rules that act at one moment, whoever holds them."""
_MOST_USES: Final = 500
"""So often in one go an action is used by rules alone that never end."""

__all__ = ["CHOSEN", "choose_use", "count_use", "in_turn", "listens", "open_window", "replaced", "use_action"]


def open_window(g: Game, window: str, c: Context) -> Procedure[None]:
    """Run what acts in a window (`after unit-moved`). Use `if listens(...)` before it in hot places."""
    if not listens(g, window):
        return
    hits = _taking_part(g, window, c)
    if len(hits) > 1 and g.ruleset.derived(_order_is_chosen):
        hits = yield from _in_chosen_order(g, window, hits, c)
    for rule, held in hits:
        if _still_there(g, held) and not is_ignored(g, rule.rule_name, c):
            act = _offer if isinstance(rule.clause, Action) else _act
            yield from act(g, rule, _spoken_for(g, c, held), held)


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
            keep_up(g)
            return True
    return False


def _taking_part(g: Game, window: str, c: Context) -> list[Hit]:
    first = g.ruleset.roles(window)[:1]
    hits = [hit for hit in listeners(g)[window] if _fits(g, hit, c, first)]
    hits.sort(key=lambda hit: owner_of(g, hit[1], c) != g.active)
    return hits


def _order_is_chosen(ruleset: Ruleset) -> bool:
    return CHOSEN in ruleset.of_kind(Constant) and bool(ruleset.constant(CHOSEN))


def _in_chosen_order(
    g: Game, window: str, hits: list[Hit], c: Context
) -> Generator[Decision, Any, list[Hit]]:
    """Let the active player order the rules that things on the table hold and that will act; what the core
    rules do goes before them, what is offered to players behind.
    """
    acting: dict[tuple[str, int], list[Hit]] = {}
    before: list[Hit] = []
    offered: list[Hit] = []
    for hit in hits:
        rule, held = hit
        if _acts(g, rule, c, held):
            acting.setdefault((rule.rule_name or held.instance.label, held.bearer), []).append(hit)
        else:
            (offered if isinstance(rule.clause, Action) else before).append(hit)
    chosen: list[Hit] = []
    while len(acting) > 1:
        question = f"{window}: which rule acts first?"
        options = [list(key) for key in acting]
        name, bearer = yield Decision("window.order", g.active, question, options, window)
        chosen += acting.pop((name, bearer))
    return [*before, *chosen, *(hit for group in acting.values() for hit in group), *offered]


def _acts(g: Game, rule: Compiled, c: Context, held: Held) -> bool:
    """Whether a rule of a thing on the table acts in a window without asking."""
    if isinstance(rule.clause, Action) or thing_of(g, held) in (None, g.battle):
        return False
    spoken = _spoken_for(g, c, held)
    spent = is_spent(g, rule, held, owner_of(g, held, c))
    return not spent and (rule.guard is None or rule.guard(g, spoken, held))


def _fits(g: Game, hit: Hit, c: Context, first: tuple[str, ...]) -> bool:
    rule, held = hit
    if rule.free or not held.bearer:
        return True
    role = rule.role or (first[0] if first else "")
    return not role or _kin(g, thing_of(g, held), getattr(c, role))


def _kin(g: Game, bearer: Thing | None, thing: Any) -> bool:
    if bearer is None or thing is None:
        return False
    if bearer is thing:
        return True
    unit = unit_of(carrier_of(g, bearer))
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
    player = owner_of(g, held, c)
    if is_spent(g, rule, held, player) or (rule.guard is not None and not rule.guard(g, c, held)):
        return
    spend(g, rule, held, player)
    g.emit("rule-acted", rule=held.instance.label, bearer=held.bearer)
    yield from run(g, rule.clause.body, c, held)
    keep_up(g)


def _offer(g: Game, rule: Compiled, c: Context, held: Held) -> Procedure[None]:
    """Let the owner of an action use it now, again and again if it may be repeated."""
    use = use_at(g, rule, held, c)
    used: Counter[str] = Counter()
    again = True
    while again and _still_there(g, held) and not bar_of(g, use):
        facts = {"action": use.name, "bearer": held.bearer}
        question = f"Use {use.name}?"
        chosen = yield from choose_use("action.use", use.player, question, [use], held.instance.label, facts)
        if chosen is not None:
            count_use(used, use)
            yield from use_action(g, use)
        again = chosen is not None and use.clause.repeatable


# -- using -----------------------------------------------------------------------------------------


def count_use(used: Counter[str], use: Use) -> None:
    """Take down that an action is used. Raises RulesError for one that goes on for ever."""
    key = f"{use.name} {use.held.bearer}"
    used[key] += 1
    if used[key] > _MOST_USES:
        hint = "give it a condition that ends it, or leave `repeatable` out"
        message = f"{use.name} is used over and over: {_MOST_USES} times without an end"
        raise RulesError(Diagnostic(message, use.clause.span, hint=hint))


@dataclass(frozen=True, slots=True)
class Chain:
    """What an action answers: the uses that it has come of, outermost first, as they were answered; and how
    often each was used since the outermost was declared.
    """

    uses: tuple[list[Any], ...] = ()
    used: Counter[str] = field(default_factory=Counter)

    def grown(self, use: Use) -> Chain:
        """Return the chain of what answers `use`."""
        return Chain((*self.uses, use.answer), self.used)


def use_action(g: Game, use: Use, chain: Chain | None = None) -> Procedure[None]:
    """Use an action: declare, react, resolve. A reaction is an action that is declared, answered and used
    like any other, before what it answers goes on.
    """
    c = yield from _declare(g, use)
    told = announced(g, use, c)
    _tell(g, use, told, c)
    if listens(g, f"after {DECLARED}"):
        yield from open_window(g, f"after {DECLARED}", told)
    yield from _react(g, told, (chain or Chain()).grown(use))
    yield from run(g, use.clause.body, c, use.held)
    keep_up(g)
    if listens(g, f"after {USED}"):
        yield from open_window(g, f"after {USED}", told)


def _declare(g: Game, use: Use) -> Procedure[Context]:
    c, held = use.context, use.held
    spend(g, use.rule, held, use.player)
    for statement in use.clause.declare:
        if isinstance(statement, (Pick, RollAs)):
            c = yield from bind(g, statement, c, held, able(g, use))
        else:
            yield from run(g, (statement,), c, held)
    return c


def _tell(g: Game, use: Use, told: Context, c: Context) -> None:
    """Take down who has declared an action; what no unit uses is told of the unit it speaks of."""
    user = unit_of(told.unit)
    if user is not None:
        note_use(g, user, use.clause)
    about = user if user is not None else unit_of(c.unit)
    unit = about.id if about is not None else 0
    g.emit(DECLARED, action=use.name, player=use.player, unit=unit, targets=_targets(told))


def _targets(c: Context) -> list[int]:
    return [thing.id for thing in _aimed_at(c)]


def _aimed_at(c: Context) -> Iterator[Thing]:
    for one in (c.target, c.targets):
        yield from (thing for thing in (one if isinstance(one, list) else [one]) if isinstance(thing, Thing))


def _react(g: Game, c: Context, chain: Chain) -> Procedure[None]:
    """Let players react in turn, the active one first, until none wants to any more: each reaction once, and
    none of those that what is declared has come of.
    """
    if not listens(g, f"{REACT} {DECLARED}"):
        return
    order = in_turn(g)
    used = list(chain.uses)
    passed, turn = 0, 0
    while passed < len(order):
        player = order[turn % len(order)]
        turn += 1
        uses = usable(g, DECLARED, player, timing=REACT, around=c)
        chosen = yield from _reaction(g, player, [use for use in uses if use.answer not in used], c)
        passed = passed + 1 if chosen is None else 0
        if chosen is not None:
            used.append(chosen.answer)
            count_use(chain.used, chosen)
            yield from use_action(g, chosen, chain)


def _reaction(g: Game, player: str, uses: Sequence[Use], c: Context) -> Procedure[Use | None]:
    user = unit_of(c.unit)
    told = {"action": c.action.name, "unit": user.id if user is not None else 0, "targets": _targets(c)}
    node = node_of(g)
    return (yield from choose_use("action.react", player, "React?", uses, node, {"node": node, **told}))


def choose_use(
    kind: str, player: str, question: str, uses: Sequence[Use], rule: str, facts: dict[str, Any]
) -> Procedure[Use | None]:
    """Let a player choose one of some actions; None for none of them. What is forced may not be passed by,
    and is not asked for where there is nothing else.
    """
    if not uses:
        return None
    forced = any(use.clause.forced for use in uses)
    options: list[Any] = [*(use.answer for use in uses), *([] if forced else [PASS])]
    answer = options[0]
    if len(options) > 1:
        answer = yield Decision(kind, player, question, options, rule, facts)
    return next((use for use in uses if use.answer == answer), None)


def node_of(g: Game) -> str:
    """Return the name of the innermost open node, "" for none."""
    return g.clock.stack[-1].node.name if g.clock.stack else ""


def in_turn(g: Game) -> list[str]:
    """Return the players, the active one first."""
    return [g.active, *(name for name in g.players if name != g.active)]
