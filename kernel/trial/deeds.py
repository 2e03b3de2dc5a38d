"""Deeds of scenarios: actions of free choice, used by their names, and what is chosen while they are done.

    do guard uses "Bomb Rats" at foe
    do A uses "Call for Muster" at lost
    expect guard can use "Charge"

An action is used in its own node and turn alone; else, and where a rule bars it, it is refused and nothing
changes. What stands behind `at` is picked wherever it can be, what stands behind `with` as the unit that
acts; all other choices are answered as ever.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..actions import Use, all_uses, bar_of, is_turn, note_use, use_action
from ..context import Context, attribute
from ..decisions import Decision, Procedure
from ..decl.clauses import Action
from ..decl.statements import Pick
from ..effects import candidates
from ..errors import Diagnostic, Refusal, RulesError, did_you_mean
from ..query import things_in, unit_of_bearer
from ..state import Game, Player, Thing, Unit, unit_of
from ..vocabulary import Vocabulary
from .system import Refused

WORDS = Vocabulary()

Wanted = Callable[[Action], bool]
Chooser = Callable[[Decision], Any]
"""Answers a decision, or not: None."""

PICKS = ("rule.pick", "rule.choose")


@WORDS.verb("uses", "{x:any} uses {token:name} [at {t:any}] [with {u:unit}]")
def uses(g: Game, c: Context, x: Any, token: str, t: Any = None, u: Any = None) -> Procedure[None]:
    """A player or a unit uses an action by its name: it is declared, answered and resolved."""
    wanted = [*([u] if u is not None else []), *things_in(t)]
    use = use_of(g, x, lambda action: action.name == token, f'"{token}"')
    refusal = _unpicked(g, use, wanted)
    if refusal is not None:
        raise Refused(refusal)
    picker = Picker([thing.id for thing in wanted])
    yield from choosing(c, use_action(g, use), picker)
    if picker.passed_over and picker.left:
        name = next(thing.name for thing in wanted if thing.id in picker.left)
        raise Refused(Refusal("action.no_target", {"action": use.name, "target": name}))


@WORDS.relation("can-use", "{x:any} can use {token:name}")
def can_use(g: Game, x: Any, token: str) -> bool:
    """A player or a unit could use the action of that name now."""
    found = _known(g, x, lambda action: action.name == token, f'"{token}"')
    return any(node in _open(g) and not _bar(g, use) for node, use in found)


@WORDS.given("has-used", "{u:unit} has used {token:name} this {period:phase|turn|round|battle}")
def has_used(g: Game, _c: Context, u: Unit, token: str, period: str) -> None:
    """A unit has used an action of that name, or of that keyword, just now."""
    del period  # what was used in this phase was used in this turn, round and battle as well
    found = _known(g, u, lambda action: token in (action.name, *action.kinds), f'"{token}"')
    note_use(g, u, found[0][1].clause)


# -- finding ---------------------------------------------------------------------------------------


def use_of(g: Game, x: Any, wanted: Wanted, said: str) -> Use:
    """Return the action that a player or a unit can use now. Raises Refused if it cannot be used, and
    RulesError if there is none or several could be meant; `said` is how the scenario calls it.
    """
    found = _known(g, x, wanted, said)
    here = [use for node, use in found if node in _open(g)]
    if not here:
        node, use = found[0]
        raise Refused(Refusal("action.not_now", {"action": use.name, "node": node}))
    able = [use for use in here if not _bar(g, use)]
    if not able:
        facts = {"action": here[0].name, "user": getattr(x, "name", x)}
        raise Refused(Refusal(_bar(g, here[0]), facts))
    names = sorted({use.name for use in able})
    if len(names) > 1:
        shown = " or ".join(f'"{name}"' for name in names)
        raise RulesError(Diagnostic(f"{said} could be {shown}", hint=f'write: uses "{names[0]}"'))
    return able[0]


def _bar(g: Game, use: Use) -> str:
    return bar_of(g, use) if is_turn(g, use) else "action.not_this_turn"


def _open(g: Game) -> set[str]:
    return {frame.node.name for frame in g.clock.stack}


def _known(g: Game, x: Any, wanted: Wanted, said: str) -> list[tuple[str, Use]]:
    """Return the actions that a player or a unit has, with their nodes. Raises RulesError without any."""
    everything = list(_uses(g, x))
    found = [(node, use) for node, use in everything if wanted(use.clause)]
    if not found:
        hint = did_you_mean(said.strip('"'), {use.name for _, use in everything})
        raise RulesError(Diagnostic(f"{getattr(x, 'name', x)} has no action {said}", hint=hint))
    return found


def _uses(g: Game, x: Any) -> Iterator[tuple[str, Use]]:
    if isinstance(x, Player):
        yield from all_uses(g, x.name, _any)
        return
    unit = unit_of(x)
    if unit is not None:
        held = all_uses(g, unit.owner, _any)
        yield from ((node, use) for node, use in held if unit_of_bearer(g, use.held) is unit)


def _any(_action: Action) -> bool:
    return True


# -- choosing --------------------------------------------------------------------------------------


def choosing(c: Context, procedure: Procedure[Any], chooser: Chooser) -> Procedure[Any]:
    """Run a procedure in which a chooser answers what it knows and the scenario has not told otherwise."""
    answer: Any = None
    while True:
        try:
            decision = procedure.send(answer)
        except StopIteration as end:
            return end.value
        answer = None if c.trial.answers.knows(decision.kind) else chooser(decision)
        if answer is None or decision.judge(answer) is not None:
            answer = yield decision


def _unpicked(g: Game, use: Use, wanted: Sequence[Thing]) -> Refusal | None:
    """Return the refusal of the first wanted thing that no pick of a declaration could take; what is chosen
    in the effect is not looked at.
    """
    picks = [one for one in use.clause.declare if isinstance(one, Pick)]
    left, c = list(wanted), use.context
    for pick in picks:
        there = candidates(g, pick, c, use.held)
        taken = [thing for thing in left if thing in there]
        taken = taken if pick.many else taken[:1]
        left = [thing for thing in left if thing not in taken]
        some: Any = taken or there[:1]
        c = c.but(**{attribute(pick.name): some if pick.many else some[0] if some else None})
    if not picks or not left:
        return None
    return Refusal("action.no_target", {"action": use.name, "target": left[0].name})


@dataclass(slots=True)
class Picker:
    """Picks the ids that are wanted wherever they can be. `passed_over` tells that something was picked when
    none of those that are `left` could be.
    """

    left: list[int]
    passed_over: bool = False

    def __call__(self, decision: Decision) -> Any:
        """Answer a pick, None for any other decision and where nothing wanted can be picked."""
        if decision.kind not in PICKS:
            return None
        answer = next((one for one in self.left if one in decision.options), None)
        if answer is not None:
            self.left.remove(answer)
        else:
            self.passed_over = self.passed_over or bool(self.left)
        return answer
