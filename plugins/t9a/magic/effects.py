"""What a successful spell does: its statements for each target, then its clauses on each target for its
duration.

All that one casting gives is one lasting effect, so it ends together. Of several targets, statements that
do not speak of the target run once. Source: T9A rulebook, Magic Phase 5.A (Resolving the spell effect),
Definitions 9; Arcane Compendium; rulings 61, 62.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

from tercio.kernel.context import Context
from tercio.kernel.decisions import Procedure
from tercio.kernel.decl import Bundle, Duration, Role, Statement
from tercio.kernel.effects import run
from tercio.kernel.state import Game, Thing, Unit, touch, unit_of
from tercio.kernel.verbs import grant_to

from ..sight import target_facing
from ..terrain import settle
from .attempts import REPLICABLE, Attempt

TARGETS = ("target", "target-unit")


def apply_effects(g: Game, attempt: Attempt) -> Procedure[None]:
    """Apply a spell to its targets; those that are gone by their turn are left out."""
    duration = length_of(g, attempt)
    shared: list[Any] = []
    losses: dict[int, int] = {}
    for place, target in enumerate(list(attempt.targets)):
        unit = unit_of(target)
        if unit is not None and unit.destroyed:
            continue
        if unit is not None:
            settle(g, unit)
        c = effect_context(g, attempt, target, duration, shared, losses)
        body = attempt.decl.effects if place == 0 else _about_targets(attempt.decl.effects)
        yield from run(g, body, c, None)
        _give_clauses(g, attempt, target, c)


def length_of(g: Game, attempt: Attempt) -> Duration | None:
    """Return how long a spell lasts, None if it is instant."""
    if not attempt.decl.duration:
        return None
    duration = g.ruleset.duration(attempt.decl.duration)
    return None if duration.instant else duration


def effect_context(
    g: Game,
    attempt: Attempt,
    target: Any,
    duration: Duration | None,
    shared: list[Any],
    losses: dict[int, int],
) -> Context:
    """Return the context in which a spell's statements run for one target."""
    unit = unit_of(target)
    return attempt.context(
        target=target,
        target_unit=unit,
        opponent=g.players[g.opponent(attempt.player.name)],
        duration=duration,
        lasting=shared,
        losses=losses,
        label=attempt.name,
        facing=_facing(g, attempt, unit),
    )


def _facing(g: Game, attempt: Attempt, unit: Unit | None) -> str | None:
    """The facing of the target that the Caster's unit is on, for spells that strike an area."""
    caster = attempt.caster.unit
    if unit is None or unit is caster or unit.rect is None or caster.rect is None:
        return None
    return target_facing(g, caster, unit).value


def _give_clauses(g: Game, attempt: Attempt, target: Any, c: Context) -> None:
    if not attempt.decl.clauses or not isinstance(target, Thing):
        return
    if REPLICABLE in attempt.kinds:
        _drop_earlier(g, attempt.name, target)
    grant_to(g, c, Bundle(attempt.decl.clauses, attempt.name), target)


def _drop_earlier(g: Game, name: str, target: Thing) -> None:
    """A replicable spell counts once on a target: a later casting takes the place of an earlier one."""
    kept = [held for held in target.held if held.source != name or not held.effect]
    if len(kept) != len(target.held):
        target.held = kept
        touch(g, target)


def _about_targets(body: tuple[Statement, ...]) -> tuple[Statement, ...]:
    return tuple(statement for statement in body if speaks_of_target(statement))


def speaks_of_target(node: Any) -> bool:
    """Return whether a statement names the target."""
    if isinstance(node, Role):
        return node.name in TARGETS
    if isinstance(node, tuple):
        return any(speaks_of_target(item) for item in node)
    if is_dataclass(node) and not isinstance(node, type):
        return any(speaks_of_target(getattr(node, field.name)) for field in fields(node))
    return False
