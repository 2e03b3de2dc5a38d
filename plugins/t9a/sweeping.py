"""Sweeping Attacks: automatic hits on one Unengaged enemy that a unit passes closely in a Move Manoeuvre.

Once in each own Player Turn, resolved after the move; all parts that sweep strike the same enemy. Source:
Model Rules, Sweeping Attack.
"""

from __future__ import annotations

from collections.abc import Sequence

from tercio.kernel.attack import Attack
from tercio.kernel.decisions import PASS, Decision, Procedure, ask
from tercio.kernel.geometry import Shape, within
from tercio.kernel.modifiers import value
from tercio.kernel.state import Game, Part, Pool, Unit

from .allocation import choose_target
from .engaging import is_engaged
from .spacing import enemies
from .terrain import settle
from .wounds import Batch, is_none, rolled_sum, strike

SWEPT = "swept"
KINDS = frozenset(("ranged", "special", "sweeping"))


def sweepers(g: Game, unit: Unit) -> list[Part]:
    """Return the parts of a unit that have a Sweeping Attack."""
    return [part for part in unit.parts() if not is_none(_hits(g, part, part.pool))]


def _hits(g: Game, part: Part, target: Pool) -> object:
    return value(g, "sweeping-attacks", _attack(part, target).context(), 0)


def _attack(part: Part, target: Pool) -> Attack:
    label = f"sweep/{part.id}/{target.id}"
    return Attack("automatic", KINDS, target, unit=part.pool.unit, attacker=part, label=label)


def passed(g: Game, unit: Unit, covered: Sequence[Shape]) -> list[Unit]:
    """Return the Unengaged enemies that some of the covered ground comes close enough to, in order of id."""
    reach = float(g.ruleset.constant("sweeping-distance"))
    return [
        foe
        for foe in enemies(g, unit.owner)
        if foe.rect is not None
        and not is_engaged(g, foe)
        and any(within(shape, foe.rect, reach) for shape in covered)
    ]


def sweep(g: Game, unit: Unit, covered: Sequence[Shape]) -> Procedure[None]:
    """Let a unit make its Sweeping Attacks after a Move Manoeuvre that led over some ground."""
    turn = g.clock.stamp("turn")
    if unit.destroyed or unit.memory.get(SWEPT) == turn:
        return
    parts = sweepers(g, unit)
    foes = passed(g, unit, covered) if parts else []
    if not foes:
        return
    facts = {"unit": unit.id, "targets": [foe.id for foe in foes]}
    options = [*(foe.id for foe in foes), PASS]
    question = f"Whom does {unit.name} sweep?"
    answer = yield from ask(Decision("sweep.target", unit.owner, question, options, "Sweeping Attack", facts))
    if answer == PASS:
        return
    unit.memory[SWEPT] = turn
    target = g.units[answer]
    settle(g, unit, target)
    pool = yield from choose_target(g, unit.owner, target, "Sweeping Attack")
    if pool is not None:
        yield from strike(g, [_batch(g, part, pool) for part in parts], "sweeping-attack")


def _batch(g: Game, part: Part, pool: Pool) -> Batch:
    attack = _attack(part, pool)
    times = part.pool.models * part.count
    return attack, rolled_sum(g, _hits(g, part, pool), times, attack.label, "hits")
