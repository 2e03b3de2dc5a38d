"""What has been used, and what may not be used again yet.

`once per turn` of a trigger or an action is a stamp of the clock that is kept until the next turn. It is kept
by whoever holds the rule, for a weapon by the part that carries it; of an action by the player, if it is for
all of the army together or nobody owns what holds it (a piece of terrain). An action without `once per ...`
is used once in each opening of the node it belongs to, unless it may be repeated; at a window it is offered
whenever that opens.

What a unit has used is remembered by keyword and name, so that rules can ask for it (`unit has used run
action this turn`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .decl.clauses import Action, Trigger
from .query import thing_of
from .state import Game, Held, Player, Thing, Unit, carrier_of

if TYPE_CHECKING:
    from .instances import Compiled

PERIODS = ("phase", "turn", "round", "battle")
STAMPS, MEMORY = "uses", "actions"


def owner_of_bearer(bearer: Thing) -> str:
    """Return the name of the player that a thing that holds rules belongs to, a player to itself; "" for
    none.
    """
    return bearer.name if isinstance(bearer, Player) else bearer.owner


def is_spent(g: Game, rule: Compiled, held: Held, player: str) -> bool:
    """Whether a trigger or an action that speaks for a player has been used as often as it may be by now."""
    period = _period(rule.clause)
    if not period:
        return False
    holder, key = _kept_at(g, rule, held, player)
    return bool(holder.memory.get(STAMPS, {}).get(key) == g.clock.stamp(period))


def spend(g: Game, rule: Compiled, held: Held, player: str) -> None:
    """Take down that a trigger or an action that speaks for a player is used now."""
    period = _period(rule.clause)
    if period:
        holder, key = _kept_at(g, rule, held, player)
        holder.memory.setdefault(STAMPS, {})[key] = g.clock.stamp(period)


def _period(clause: Trigger | Action) -> str:
    """The period in which a clause is used once; "" for as often as one likes."""
    if clause.once or isinstance(clause, Trigger) or clause.repeatable:
        return clause.once
    return clause.window if clause.timing == "in" else ""


def _kept_at(g: Game, rule: Compiled, held: Held, player: str) -> tuple[Thing, str]:
    """Who remembers that a clause was used, and under which name."""
    bearer = thing_of(g, held)
    assert bearer is not None
    key = f"{held.instance.label}/{rule.rule_name}/{rule.number}"
    if isinstance(rule.clause, Action) and not owner_of_bearer(bearer):
        return g.players[player], f"{key}/{bearer.id}"
    if isinstance(rule.clause, Action) and rule.clause.per_army:
        return g.players[player], key
    holder = carrier_of(g, bearer)
    return holder, key if holder is bearer else f"{key}/{bearer.id}"


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
