"""Hits that nobody rolls for: spells, items, miscasts, auras deal them to units or models; and wounds
without a roll.

A bundle (`strength 4, ap 1, "Flaming Attacks"`) becomes the numbers and rules of the attack by itself:
nothing that its bearer or caster is under changes it. Source: T9A rulebook, Attacks 2.A-2.B; Arcane
Compendium, Spell Types.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from tercio.kernel.attack import Attack
from tercio.kernel.context import Context
from tercio.kernel.decisions import Procedure
from tercio.kernel.decl import Bundle, Literal, Modify, Op
from tercio.kernel.decl.expr import DiceAmount
from tercio.kernel.modifiers import value
from tercio.kernel.query import things_in
from tercio.kernel.relations import owner_name
from tercio.kernel.rolls import amount
from tercio.kernel.ruleset import hold
from tercio.kernel.state import Game, Pool, Thing, Unit, unit_of
from tercio.kernel.verbs import label_of

from .allocation import choose_target
from .artillery import area_hits, has_area
from .terrain import settle
from .wounds import Batch, strike

HITS, WOUNDS = "automatic", "wounding"


def blow_of(g: Game, c: Context, what: Bundle | None) -> tuple[dict[str, Any], Thing | None]:
    """Return the numbers that a bundle fixes and a thing that holds its rules (None for none).

    Amounts are worked out at once, in the context in which the bundle is written.
    """
    fixed: dict[str, Any] = {}
    rest: list[Any] = []
    for clause in what.clauses if what is not None else ():
        if isinstance(clause, Modify) and clause.guard is None:
            number = g.ruleset.function(clause.amount)(g, c, c.held)
            if clause.op is Op.SET and clause.value in g.ruleset.characteristics:
                fixed[clause.value] = number
                continue
            rest.append(replace(clause, amount=_written(number)))
        else:
            rest.append(clause)
    if not rest:
        return fixed, None
    given = Thing(0, label_of(c))
    hold(g, given, Bundle(tuple(rest)), label_of(c), by_weapon=True)
    return fixed, given


def _written(number: Any) -> Any:
    return (
        number
        if isinstance(number, DiceAmount)
        else Literal(Fraction(number) if isinstance(number, Fraction) else int(number))
    )


def source_unit(g: Game, c: Context) -> Unit | None:
    """Return the unit that hits come from: the caster's, else that of the rule's bearer."""
    caster = unit_of(c.caster)
    if caster is not None:
        return caster
    bearer = g.things.get(c.held.bearer) if c.held is not None else None
    return unit_of(bearer)


def kinds_of(c: Context) -> frozenset[str]:
    """Return the kinds of an attack made by what speaks: of a spell, or of another effect. All of them are
    Ranged Attacks.
    """
    return frozenset(("spell", "ranged")) if c.spell is not None else frozenset(("ranged", "effect"))


def make_attack(g: Game, c: Context, target: Pool, what: Bundle | None, sequence: str = HITS) -> Attack:
    """Return the attack by which an effect strikes a Health Pool."""
    fixed, given = blow_of(g, c, what)
    label = f"{label_of(c)}/{target.id}"
    facts = {"facing": c.facing} if c.facing is not None else {}
    return Attack(
        sequence,
        kinds_of(c),
        target,
        unit=source_unit(g, c),
        given=given,
        fixed=fixed,
        facts=facts,
        label=label,
    )


def deal_hits(
    g: Game, c: Context, n: Any, x: Any, what: Bundle | None = None, sequence: str = HITS
) -> Procedure[int]:
    """Deal `n` hits to each of some units or models and return the Health Points lost. Dice are rolled for
    each.
    """
    lost = 0
    for thing in list(things_in(x)):
        unit = unit_of(thing)
        if unit is None or unit.destroyed or unit.rect is None:
            continue
        lost += yield from _deal_to(g, c, n, thing, unit, what, sequence)
    return lost


def _deal_to(
    g: Game, c: Context, n: Any, thing: Any, unit: Unit, what: Bundle | None, sequence: str
) -> Procedure[int]:
    label = label_of(c)
    count = amount(g, n, label, unit.id, "hits")
    target: Pool | None = thing if isinstance(thing, Pool) else None
    if target is None:
        target = yield from choose_target(g, attacker_of(g, c), unit, label)
    count = _softened(g, c, unit, count)
    if target is None or count <= 0:
        return 0
    settle(g, unit)
    attack = make_attack(g, c, target, what, sequence)
    before = sum(pool.health for pool in unit.pools)
    batches: list[Batch] = [(attack, count)]
    if has_area(g, attack):
        batches = area_hits(g, attack, count)
    yield from strike(g, batches, label)
    lost = before - sum(pool.health for pool in unit.pools)
    if c.losses is not None:
        c.losses[unit.id] = c.losses.get(unit.id, 0) + lost
    return lost


def _softened(g: Game, c: Context, unit: Unit, count: int) -> int:
    """The hits that a Caster's own Miscast deals to its unit, as rules change them (Gleaming Robe)."""
    if not getattr(c.spell, "miscast", "") or c.caster is None or unit is not c.caster.unit:
        return count
    return int(value(g, "miscast-hits", Context(unit=unit), count))


def attacker_of(g: Game, c: Context) -> str:
    """Return the name of the player who allocates the hits of an effect."""
    unit = source_unit(g, c)
    if unit is not None:
        return unit.owner
    return owner_name(c.player) or g.active
