"""Which actions players may use, and what bars one.

An action (`decl.clauses.Action`) is of free choice in a part of the sequence (timing `in`), answers what is
declared (`react`), or is offered at a window. Who may use it: the owner of whatever holds it; of what nobody
owns (a piece of terrain) every player. The unit that holds it is the one that uses it, unless the action
picks another as `unit`.

Rules may forbid uses, of any timing: `cannot use-action when action is charge and ...`; there `unit` is who
would use the action. All here are questions; `windows.use_action` uses one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .context import Context, attribute
from .decl.clauses import Action
from .decl.statements import Pick, Statement
from .effects import Allowed, candidates, is_any, most_picked
from .hearing import listeners, listening_of, listens
from .limits import is_spent, owner_of_bearer
from .permissions import may
from .query import owner_of, thing_of, unit_of_bearer
from .signatures import PermissionSignature, Roles, RollSignature, Signature, WindowSignature
from .state import Game, Held, Player, Unit, carrier_of, unit_of

if TYPE_CHECKING:
    from .instances import Compiled

CHOOSABLE: Roles = (("unit", "unit"), ("action", "action"))
DECLARED, USED, PERMISSION, ROLL = "action-declared", "action-used", "use-action", "action-roll"
USER, TARGETS = "unit", ("target", "targets")
IN, REACT = "in", "react"

SIGNATURES: tuple[Signature, ...] = (
    PermissionSignature(PERMISSION, CHOOSABLE, "A unit uses an action."),
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
    timing: str = IN,
    around: Context | None = None,
    of: Unit | None = None,
) -> list[Use]:
    """Return the actions that a player may use in a node now, or in reaction to what `around` tells of, in
    the order in which they came onto the table; with `of` only those that this unit holds.
    """
    key = f"{timing} {window}"
    if not listens(g, key):
        return []
    own = player == (g.active if around is None else around.action.player)
    sides = _sides(g, player)
    found = []
    for rule, held in listeners(g)[key] if of is None else listening_of(g, key, of):
        clause = rule.clause
        if not _fits_turn(clause, own) or (wanted is not None and not wanted(clause)):
            continue
        if _speaks_for(g, held, player) and not is_spent(g, rule, held, player):
            use = _use_of(g, rule, held, sides, around)
            if use is not None and _is_open(g, use):
                found.append(use)
    return found


def all_uses(g: Game, player: str, wanted: Wanted) -> Iterator[tuple[str, Use]]:
    """Yield the actions of a player's turn or another's, barred or not, each with its node."""
    sides = _sides(g, player)
    for key, heard in list(listeners(g).items()):
        timing, _, node = key.partition(" ")
        for rule, held in heard if timing == IN else ():
            use = _use_of(g, rule, held, sides, None) if wanted(rule.clause) else None
            if use is not None:
                yield node, use


Sides = tuple[Player, Player | None]
"""A player and the opponent."""


def _sides(g: Game, player: str) -> Sides:
    return g.players[player], g.players.get(g.opponent(player))


def _speaks_for(g: Game, held: Held, player: str) -> bool:
    bearer = thing_of(g, held)
    return bearer is not None and owner_of_bearer(bearer) in ("", player)


def _use_of(g: Game, rule: Compiled, held: Held, sides: Sides, around: Context | None) -> Use | None:
    bearer = thing_of(g, held)
    mine, other = sides
    if bearer is None or owner_of_bearer(bearer) not in ("", mine.name):
        return None
    if around is not None:
        return Use(rule, held, mine.name, around.but(player=mine, opponent=other))
    unit = unit_of(carrier_of(g, bearer))
    use = Use(rule, held, mine.name, Context(unit=unit, player=mine, opponent=other))
    use.context.action = use
    return use


def use_at(g: Game, rule: Compiled, held: Held, c: Context) -> Use:
    """Return the action that a window offers, in the context of that window."""
    use = Use(rule, held, owner_of(g, held, c), c.but())
    use.context.__dict__.setdefault("action", use)
    return use


def is_turn(g: Game, use: Use) -> bool:
    """Whether an action may be used in the present turn."""
    return _fits_turn(use.clause, g.active == use.player)


def _fits_turn(clause: Action, own: bool) -> bool:
    return clause.whose == "any" or own == (clause.whose == "own")


def _is_open(g: Game, use: Use) -> bool:
    """Whether nothing bars the use of an action that is not spent: `bar_of`, with what is quick to ask asked
    first.
    """
    return _is_met(g, use) and _is_allowed(g, use) and _is_feasible(g, use, use.clause.declare, use.context)


def bar_of(g: Game, use: Use) -> str:
    """Return what bars the use of an action, whatever node and turn it is, as the code of a refusal; "" for
    nothing.
    """
    if is_spent(g, use.rule, use.held, use.player):
        return "action.spent"
    if not _is_allowed(g, use):
        return "action.not_allowed"
    if not _is_met(g, use):
        return "action.not_met"
    return "" if _is_feasible(g, use, use.clause.declare, use.context) else "action.no_target"


def _is_allowed(g: Game, use: Use) -> bool:
    c = use.context
    asked = c if use.clause.timing == IN else c.but(unit=unit_of_bearer(g, use.held), action=use)
    return asked.unit is None or may(g, PERMISSION, asked)


def _is_met(g: Game, use: Use) -> bool:
    guard = use.rule.guard
    return guard is None or guard(g, use.context, use.held)


def _is_feasible(g: Game, use: Use, declare: Sequence[Statement], c: Context) -> bool:
    """Whether everything that has to be picked in a declaration can be: some choice of the first picks leaves
    a choice for the later ones.
    """
    h = use.held
    for number, statement in enumerate(declare):
        if isinstance(statement, Pick) and not statement.optional:
            later = [one for one in declare[number + 1 :] if isinstance(one, Pick) and not one.optional]
            if not later and statement.count is None:
                return is_any(g, statement, c, h, able(g, use))
            there = candidates(g, statement, c, h, able(g, use))
            if not there:
                return False
            if not later:
                return most_picked(g, statement, c, h, len(there)) <= len(there)
            name = attribute(statement.name)
            return any(
                _is_feasible(g, use, later, c.but(**{name: [thing] if statement.many else thing}))
                for thing in there
            )
    return True


def able(g: Game, use: Use) -> Allowed:
    """Return what may be picked in a declaration: as the unit that uses the action, one that may."""
    return lambda statement, c, thing: (
        statement.name != USER or may(g, PERMISSION, c.but(unit=thing, action=use))
    )


def announced(g: Game, use: Use, c: Context) -> Context:
    """Return the context in which others hear of an action that has been declared in `c`: `unit` is who uses
    it, `action` the action itself, `target` and `targets` what it has picked; in `c` they may be those of a
    window or of what is reacted to.
    """
    if use.clause.timing == IN:
        return c
    picked = {one.name for one in use.clause.declare if isinstance(one, Pick)}
    unit = c.unit if USER in picked else unit_of_bearer(g, use.held)
    return c.but(unit=unit, action=use, **{name: None for name in TARGETS if name not in picked})
