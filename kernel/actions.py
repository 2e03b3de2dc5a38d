"""Actions that players use of free choice: in a part of the sequence, or in reaction to what is declared.

An action (`decl.clauses.Action` with timing `in` or `react`) is used in steps: what it declares is picked
and rolled, then others may react, then its effect follows. Who may use it: the owner of whatever holds it; of
what nobody owns (a piece of terrain) every player. The unit that holds it is the one that uses it, unless the
action picks another as `unit`. An action without `once per ...` is used once in each opening of its node by
each thing that holds it.

What a unit has used is remembered by keyword and name, so that rules can ask for it (`unit has used run
action this turn`). Rules may forbid uses: `cannot use-action when action is charge and ...`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .context import Context, attribute
from .decisions import PASS, Decision, Procedure
from .decl.clauses import Action
from .decl.statements import Pick, RollAs, Statement
from .effects import Allowed, bind, candidates, most_picked, run
from .permissions import may
from .query import thing_of
from .signatures import PermissionSignature, Roles, RollSignature, Signature, WindowSignature
from .state import Game, Held, Player, Thing, Unit, unit_of
from .windows import listens, open_window

if TYPE_CHECKING:
    from .ruleset import Compiled

CHOOSABLE: Roles = (("unit", "unit"), ("action", "attack"))
DECLARED, USED, PERMISSION, ROLL = "action-declared", "action-used", "use-action", "action-roll"
PERIODS = ("phase", "turn", "round", "battle")
USER = "unit"
MEMORY, STAMPS = "actions", "uses"

SIGNATURES: tuple[Signature, ...] = (
    PermissionSignature(PERMISSION, CHOOSABLE, "A unit uses an action of free choice."),
    RollSignature(ROLL, CHOOSABLE, "A roll that an action tells its user to make."),
    WindowSignature(
        DECLARED, (*CHOOSABLE, ("target", "any")), "An action has been declared; its effect is to come."
    ),
    WindowSignature(USED, (*CHOOSABLE, ("target", "any")), "The effect of an action has been resolved."),
)

Wanted = Callable[[Action], bool]


@dataclass(slots=True)
class Use:
    """An action that a player may use now. In rules it is the role `action`."""

    rule: Compiled
    held: Held
    player: str
    context: Context = field(repr=False)

    @property
    def clause(self) -> Action:
        """The action as declared."""
        clause: Action = self.rule.clause
        return clause

    @property
    def name(self) -> str:
        """Its name."""
        return self.clause.name

    @property
    def kinds(self) -> tuple[str, ...]:
        """Its keywords."""
        return self.clause.kinds

    @property
    def answer(self) -> list[Any]:
        """The answer that chooses it: its name and the id of what holds it."""
        return [self.name, self.held.bearer]


# -- who may use what ------------------------------------------------------------------------------


def usable(
    g: Game,
    window: str,
    player: str,
    wanted: Wanted | None = None,
    *,
    timing: str = "in",
    around: Context | None = None,
) -> list[Use]:
    """Return the actions that a player may use in a node now, or in reaction to what `around` tells of, in
    the order in which they came onto the table.
    """
    key = f"{timing} {window}"
    if not listens(g, key):
        return []
    assert g.heard is not None
    found = []
    for rule, held in g.heard[key]:
        if wanted is None or wanted(rule.clause):
            use = _use_of(g, rule, held, player, around)
            if use is not None and is_turn(g, use, around) and not bar_of(g, use):
                found.append(use)
    return found


def _use_of(g: Game, rule: Compiled, held: Held, player: str, around: Context | None) -> Use | None:
    bearer = thing_of(g, held)
    if bearer is None or _owner(bearer) not in ("", player):
        return None
    mine, other = g.players[player], g.players.get(g.opponent(player))
    if around is not None:
        return Use(rule, held, player, around.but(player=mine, opponent=other))
    use = Use(rule, held, player, Context(unit=unit_of(bearer), player=mine, opponent=other))
    use.context.__dict__["action"] = use
    return use


def _owner(bearer: Thing) -> str:
    return bearer.name if isinstance(bearer, Player) else bearer.owner


def is_turn(g: Game, use: Use, around: Context | None = None) -> bool:
    """Whether an action may be used in the present turn, or in reaction to what `around` tells of."""
    whose = use.clause.whose
    if whose == "any":
        return True
    mine = around.action.player if around is not None else g.active
    return bool((mine == use.player) == (whose == "own"))


def bar_of(g: Game, use: Use) -> str:
    """Return what bars the use of an action, whatever node and turn it is, as the code of a refusal; "" for
    nothing.
    """
    if _is_spent(g, use):
        return "action.spent"
    c, rule, held = use.context, use.rule, use.held
    if c.unit is not None and use.clause.timing == "in" and not may(g, PERMISSION, c):
        return "action.not_allowed"
    if rule.guard is not None and not rule.guard(g, c, held):
        return "action.not_met"
    return "" if feasible(g, use.clause.declare, c, held) else "action.no_target"


def feasible(g: Game, declare: Sequence[Statement], c: Context, h: Held) -> bool:
    """Return whether everything that has to be picked in a declaration can be: some choice of the first picks
    leaves a choice for the later ones.
    """
    for number, statement in enumerate(declare):
        if isinstance(statement, Pick) and not statement.optional:
            there = candidates(g, statement, c, h, _allowed(g))
            if not there:
                return False
            later = [one for one in declare[number + 1 :] if isinstance(one, Pick) and not one.optional]
            if not later:
                return most_picked(g, statement, c, h, len(there)) <= len(there)
            name = attribute(statement.name)
            return any(
                feasible(g, later, c.but(**{name: [thing] if statement.many else thing}), h)
                for thing in there
            )
    return True


def _allowed(g: Game) -> Allowed:
    """What a player, the battle or terrain holds may only be used by a unit that may use it."""
    return lambda statement, c, thing: statement.name != USER or may(g, PERMISSION, c.but(unit=thing))


# -- limits ----------------------------------------------------------------------------------------


def _is_spent(g: Game, use: Use) -> bool:
    period = _period(use.clause)
    if not period:
        return False
    holder, key = _stamp_at(g, use)
    return bool(holder.memory.get(STAMPS, {}).get(key) == g.clock.stamp(period))


def _period(clause: Action) -> str:
    """The period in which an action is used once; "" for as often as one likes."""
    if clause.once or clause.repeatable:
        return clause.once
    return clause.window if clause.timing == "in" else ""


def _stamp_at(g: Game, use: Use) -> tuple[Thing, str]:
    """Who remembers that an action was used, and under which name."""
    bearer = thing_of(g, use.held)
    assert bearer is not None
    key = f"{use.held.instance.label}/{use.rule.rule_name}/{use.rule.number}"
    if not _owner(bearer):
        return g.players[use.player], f"{key}/{bearer.id}"
    return (g.players[use.player], key) if use.clause.per_army else (bearer, key)


def _spend(g: Game, use: Use) -> None:
    period = _period(use.clause)
    if period:
        holder, key = _stamp_at(g, use)
        holder.memory.setdefault(STAMPS, {})[key] = g.clock.stamp(period)


def note_use(g: Game, unit: Unit, clause: Action) -> None:
    """Remember that a unit used an action, by its name and keywords."""
    kept = unit.memory.setdefault(MEMORY, {})
    for word in (*clause.kinds, clause.name):
        counts = kept.setdefault(word, {})
        for period in PERIODS:
            stamp = g.clock.stamp(period)
            before = counts.get(period)
            counts[period] = [stamp, before[1] + 1 if before is not None and before[0] == stamp else 1]


def times_used(g: Game, unit: Unit, word: str, period: str) -> int:
    """Return how often a unit has used actions of a keyword or name in the present phase, turn, round or
    battle.
    """
    counted = unit.memory.get(MEMORY, {}).get(word, {}).get(period)
    return counted[1] if counted is not None and counted[0] == g.clock.stamp(period) else 0


# -- using -----------------------------------------------------------------------------------------


def use_action(g: Game, use: Use) -> Procedure[None]:
    """Use an action: declare, react, resolve."""
    c = yield from _declare(g, use)
    if use.clause.timing != "react":
        yield from _react(g, c)
    yield from run(g, use.clause.body, c, use.held)
    if use.clause.timing != "react" and listens(g, f"after {USED}"):
        yield from open_window(g, f"after {USED}", c)


def _declare(g: Game, use: Use) -> Procedure[Context]:
    c, held = use.context, use.held
    _spend(g, use)
    for statement in use.clause.declare:
        if isinstance(statement, (Pick, RollAs)):
            c = yield from bind(g, statement, c, held, _allowed(g))
        else:
            yield from run(g, (statement,), c, held)
    user = unit_of(c.unit)
    if user is not None and use.clause.timing != "react":
        note_use(g, user, use.clause)
    told = _told(c)
    g.emit(DECLARED, action=use.name, player=use.player, unit=told["unit"], targets=told["targets"])
    return c


def _targets(c: Context) -> Iterator[Thing]:
    for one in (c.target, c.targets):
        yield from (thing for thing in (one if isinstance(one, list) else [one]) if isinstance(thing, Thing))


def _react(g: Game, c: Context) -> Procedure[None]:
    """Let players react in turn, the active one first, until none wants to any more."""
    if not listens(g, f"react {DECLARED}"):
        return
    order = in_turn(g)
    used: list[list[Any]] = []
    passed, turn = 0, 0
    while passed < len(order):
        player = order[turn % len(order)]
        turn += 1
        uses = usable(g, DECLARED, player, timing="react", around=c)
        left = [use for use in uses if use.answer not in used]
        chosen = yield from _chosen(g, "action.react", player, left, _told(c))
        passed = passed + 1 if chosen is None else 0
        if chosen is not None:
            used.append(chosen.answer)
            yield from use_action(g, chosen)


def _told(c: Context) -> dict[str, Any]:
    """Return what players know of an action that they may react to: its name, who uses it, at whom."""
    user = unit_of(c.unit)
    return {
        "action": c.action.name,
        "unit": user.id if user is not None else 0,
        "targets": [thing.id for thing in _targets(c)],
    }


def _chosen(
    g: Game, kind: str, player: str, uses: Sequence[Use], told: dict[str, Any] | None = None
) -> Procedure[Use | None]:
    if not uses:
        return None
    forced = any(use.clause.forced for use in uses)
    options: list[Any] = [*(use.answer for use in uses), *([] if forced else [PASS])]
    node = g.clock.stack[-1].node.name if g.clock.stack else ""
    question = "Which ability is used?" if kind != "action.react" else "React?"
    answer = options[0]
    if len(options) > 1:
        answer = yield Decision(kind, player, question, options, node, {"node": node, **(told or {})})
    return next((use for use in uses if use.answer == answer), None)


def in_turn(g: Game) -> list[str]:
    """Return the players, the active one first."""
    return [g.active, *(name for name in g.players if name != g.active)]


def offer(g: Game, window: str, player: str, wanted: Wanted | None = None) -> Procedure[None]:
    """Let a player use any number of actions of a node, in any order."""
    while True:
        chosen = yield from _chosen(g, "action.use", player, usable(g, window, player, wanted))
        if chosen is None:
            return
        yield from use_action(g, chosen)


def offer_in_turn(g: Game, window: str, wanted: Wanted | None = None) -> Procedure[None]:
    """Let every player use actions of a node, the active one first."""
    for player in in_turn(g):
        yield from offer(g, window, player, wanted)


def offer_out_of_turn(g: Game, unit: Unit, kind: str) -> Procedure[bool]:
    """Let a unit use an action of a keyword now, whatever node and turn it belongs to; returns whether it
    did.
    """
    uses = [
        use
        for _, use in all_uses(g, unit.owner, lambda clause: kind in clause.kinds)
        if unit_of(thing_of(g, use.held)) is unit and not bar_of(g, use)
    ]
    chosen = yield from _chosen(g, "action.use", unit.owner, uses)
    if chosen is not None:
        yield from use_action(g, chosen)
    return chosen is not None


def all_uses(g: Game, player: str, wanted: Wanted) -> Iterator[tuple[str, Use]]:
    """Yield the actions of a player's turn or another's, barred or not, each with its node."""
    listens(g, "")
    for key, heard in list((g.heard or {}).items()):
        timing, _, node = key.partition(" ")
        for rule, held in heard if timing == "in" else ():
            use = _use_of(g, rule, held, player, None) if wanted(rule.clause) else None
            if use is not None:
                yield node, use
