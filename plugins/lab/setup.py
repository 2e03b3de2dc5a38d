"""From what is asked for to a plan that can be played: lists and rules are read once, so that every fault is
told before the first game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tercio.dsl.desk import Desk
from tercio.kernel.errors import Diagnostic, RulesError

from .games import seat
from .plan import BASE, Maker, Plan, Rules
from .sweep import rulesets


@dataclass(frozen=True, slots=True)
class Ready:
    """A plan whose lists and rules are sound: the digests of its rulesets, and variants left out as they
    change nothing.
    """

    plan: Plan
    digests: tuple[str, ...]
    idle: tuple[str, ...]
    columns: tuple[str, ...]


def prepared(
    desk: Desk,
    lists: Sequence[str],
    *,
    system: str = "",
    variants: Sequence[str] = (),
    sweeps: Sequence[str] = (),
    games: int,
    seed: int,
    agents: Sequence[str] = ("captain",),
    options: Mapping[str, Any] | None = None,
    attacks: bool = False,
    maker: Maker,
) -> Ready:
    """Return the plan of an experiment. Raises RulesError with what is wrong with lists, rules or agents."""
    if len(lists) < 2:
        raise RulesError(Diagnostic("an experiment needs two lists", hint="name a list twice to mirror it"))
    named = system or desk.system_for(list(lists))
    plan = Plan(
        named,
        tuple(map(str, lists)),
        tuple(desk.listed(named, one) for one in lists),
        tuple(rulesets(variants, sweeps)),
        games,
        seed,
        tuple(agents),
        tuple((options or {}).items()),
        attacks,
        maker,
    )
    return checked(desk, plan)


def checked(desk: Desk, plan: Plan) -> Ready:
    """Return a plan without the variants that are the base over again, with the desk that it is played at in
    this process. Raises RulesError for what cannot be played.
    """
    if len(plan.agents) not in (1, len(plan.texts)):
        raise RulesError(f"{len(plan.texts)} lists need one agent for all, or {len(plan.texts)}")
    if plan.pairs < 1:
        raise RulesError("at least one game has to be played")
    for agent in plan.agents:
        desk.host.agent(agent, 0, plan.system)
    everybody = range(len(plan.texts))
    digests = [_digest(desk, plan, rules, everybody) for rules in plan.rulesets]
    kept = [at for at, digest in enumerate(digests) if at == BASE or digest != digests[BASE]]
    rulesets = tuple(plan.rulesets[at] for at in kept)
    seatings = [seats for match in plan.matches for seats in (match, match[::-1])]
    each = tuple(tuple(_digest(desk, plan, rules, seats) for rules in rulesets) for seats in seatings)
    ready = replace(plan, rulesets=rulesets, digests=each)
    seat(ready, desk)
    return Ready(
        ready,
        tuple(digests[at] for at in kept),
        tuple(rules.name for at, rules in enumerate(plan.rulesets) if at not in kept),
        tuple(column.replace("_", "-") for column in desk.host.system(plan.system).columns),
    )


def _digest(desk: Desk, plan: Plan, rules: Rules, lists: Iterable[int]) -> str:
    """Return the digest of a ruleset with the books of some lists, each of which is held against it."""
    named = [(plan.texts[one].file, plan.texts[one].text) for one in lists]
    ruleset = desk.rules(plan.system, named, rules.over)
    for file, text in named:
        desk.host.system(plan.system).read_list(ruleset, text, file)
    return ruleset.digest
