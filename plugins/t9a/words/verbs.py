"""What statements of The 9th Age's packs do to units and models: hits, wounds, healing, moves, tests,
shots, charges.

Each verb hands over to the module that owns the rule; things may be one or several, a model or part stands
for its unit where a unit is meant.
"""

from __future__ import annotations

from typing import Any

from tercio.kernel.context import Context
from tercio.kernel.decisions import Procedure
from tercio.kernel.decl import Bundle
from tercio.kernel.decl.clauses import Outcome
from tercio.kernel.errors import Refusal
from tercio.kernel.geometry import Point
from tercio.kernel.geometry.vector import unit as direction
from tercio.kernel.places import shapes_of
from tercio.kernel.query import things_in, units_in
from tercio.kernel.rolls import amount
from tercio.kernel.state import Game, Pool, Unit, pool_of, unit_of
from tercio.kernel.terms import pools_in
from tercio.kernel.verbs import give_to_attack, label_of, pass_roll
from tercio.kernel.vocabulary import Vocabulary

from .. import hits, magical_effects
from ..casualties import lose_health, remove_pool, remove_unit
from ..psychology import become_shaken, command_test, is_immune_to_panic, panic
from ..rally import rally
from ..scoring import RANK_AND_FILE
from ..terrain import Danger, face_danger

WORDS = Vocabulary()


# -- harm ------------------------------------------------------------------------------------------


@WORDS.verb("deal-hits", "deal {n:amount} hits to {x:any} [with {what:bundle}]")
def deal_hits(g: Game, c: Context, n: Any, x: Any, what: Bundle | None = None) -> Procedure[None]:
    """Automatic hits on each unit or model, allocated as a Ranged Attack (Attacks 2.A)."""
    yield from hits.deal_hits(g, c, n, x, what)


@WORDS.verb("deal-wounds", "deal {n:amount} wounds to {x:any} [with {what:bundle}]")
def deal_wounds(g: Game, c: Context, n: Any, x: Any, what: Bundle | None = None) -> Procedure[None]:
    """Hits that wound without a roll; saves are taken (Attacks 2)."""
    yield from hits.deal_hits(g, c, n, x, what, hits.WOUNDS)


@WORDS.verb("lose-health", "{x:any} loses {n:amount} health-points [with no {word:word}]")
def lose(g: Game, c: Context, x: Any, n: Any, word: str = "") -> Procedure[None]:  # noqa: ARG001
    """Health Points lost without saves, Rank-and-File models first (Reference Handbook, Health Pools)."""
    for thing in list(things_in(x)):
        left = amount(g, n, label_of(c), thing.id, "losses")
        pools = sorted(pools_in(thing), key=lambda pool: (pool.role != RANK_AND_FILE, pool.id))
        for pool in pools:
            if left > 0:
                by = hits.source_unit(g, c)
                left -= yield from lose_health(g, pool, left, by=by, why=label_of(c))


@WORDS.verb("remove-casualty", "remove {x:any} as a casualty")
def remove_as_casualty(g: Game, c: Context, x: Any) -> Procedure[None]:
    """Models or whole units are removed as casualties (Attacks 4.B)."""
    by = hits.source_unit(g, c)
    for thing in list(things_in(x)):
        if isinstance(thing, Unit):
            yield from remove_unit(g, thing, label_of(c), by)
        else:
            pool = pool_of(thing)
            if pool is not None:
                yield from remove_pool(g, pool, label_of(c), by)


@WORDS.verb("recover", "recover {n:amount} health-points of {x:any}")
def recover(g: Game, c: Context, n: Any, x: Any) -> None:
    """Models that stand get back lost Health Points (Magical Effects 2)."""
    for thing in things_in(x):
        magical_effects.recover(g, thing, amount(g, n, label_of(c), thing.id, "recover"))


@WORDS.verb("raise", "raise {n:amount} health-points of {x:any}")
def raise_up(g: Game, c: Context, n: Any, x: Any) -> None:
    """Models get back lost Health Points, and fallen ones come back (Magical Effects 3)."""
    for thing in things_in(x):
        magical_effects.raise_up(g, thing, amount(g, n, label_of(c), thing.id, "raise"))


@WORDS.verb("attack-costs", "lose {n:amount} health-points")
def cost_of_attack(g: Game, c: Context, n: Any) -> Procedure[None]:
    """The target of an attack that got through loses Health Points: what an attack-sequence comes to
    (Attacks 4).
    """
    yield from lose_health(g, c.target, amount(g, n, label_of(c), "lose"), by=c.unit, why=label_of(c))


@WORDS.verb("wound-automatically", "wound automatically")
def wound_automatically(g: Game, c: Context) -> None:
    """The hit wounds without a roll."""
    pass_roll(g, c, "to-wound")


@WORDS.verb("pass-no-saves", "pass no saves")
def pass_no_saves(g: Game, c: Context) -> None:
    """No save stops the attack."""
    never = Bundle((Outcome("armour-save", False), Outcome("special-save", False)))
    give_to_attack(g, c.attack, never, c.held)


@WORDS.verb("cancel-wounds", "cancel {n:amount} wounds")
def cancel_wounds(g: Game, c: Context, n: Any) -> None:
    """So many of the wounds at hand are not suffered; who opens the window reads them off `wounds`."""
    if c.wounds is not None:
        c.wounds["cancelled"] = c.wounds.get("cancelled", 0) + amount(g, n, label_of(c), "cancel")


# -- states and tests ------------------------------------------------------------------------------


@WORDS.verb("become-shaken", "{u:any} becomes shaken")
def becomes_shaken(g: Game, c: Context, u: Any) -> Procedure[None]:
    """The unit becomes Shaken (Psychology 3.B)."""
    for unit in units_in(u):
        yield from become_shaken(g, unit, label_of(c))


@WORDS.verb("rally", "{u:any} rallies")
def rallies(g: Game, _c: Context, u: Any) -> Procedure[None]:
    """The unit is no longer Shaken (Rally Phase 1)."""
    for unit in units_in(u):
        yield from rally(g, unit)


@WORDS.verb("panic-test", "{u:any} takes a panic test")
def takes_panic_test(g: Game, c: Context, u: Any) -> Procedure[Refusal | None]:
    """A Panic Test; who fails becomes Shaken. The Engaged, the Shaken and those that have passed one in this
    Phase take none (Psychology 2.A).
    """
    refused = None
    for unit in units_in(u):
        if is_immune_to_panic(g, unit):
            refused = Refusal("panic.takes_none", {"unit": unit.name})
        yield from panic(g, unit, hits.source_unit(g, c))
    return refused


@WORDS.verb("command-test", "{u:any} takes a command test")
def takes_command_test(g: Game, _c: Context, u: Any) -> None:
    """A Command Test; rules that come later ask whether it was passed (`passed`)."""
    for unit in units_in(u):
        unit.memory["passed-command"] = command_test(g, unit, "command-test")


@WORDS.verb("dangerous-test", "{u:any} takes a dangerous test of {n:amount}")
def takes_dangerous_test(g: Game, _c: Context, u: Any, n: Any) -> Procedure[None]:
    """A Dangerous Terrain Test with that roll, for all Health Pools (Terrain 1.C)."""
    for unit in units_in(u):
        yield from face_danger(g, unit, Danger(int(n)))


# -- moves -----------------------------------------------------------------------------------------


@WORDS.verb("magical-move", "move {u:any} by a magical move of {d:amount}")
def magical_move(g: Game, c: Context, u: Any, d: Any) -> Procedure[None]:
    """A Magical Move with that Mobility (Magical Effects 1)."""
    for unit in units_in(u):
        yield from magical_effects.magical_move(g, unit, amount(g, d, label_of(c), unit.id, "move"))


@WORDS.verb("flee-from", "{u:any} flees from {x:any}")
def flees_from(g: Game, c: Context, u: Any, x: Any) -> Procedure[None]:
    """A Flee Move straight away from a thing (Psychology 4)."""
    from ..flee import flee

    for unit in units_in(u):
        yield from flee(g, unit, _away(unit, x), why=label_of(c))


def _away(unit: Unit, x: Any) -> Point:
    shape = next(iter(shapes_of(x)), None)
    if unit.rect is None or shape is None:
        return (0.0, 1.0)
    x0, y0 = shape if isinstance(shape, tuple) else (shape.x, shape.y)
    dx, dy = unit.rect.x - x0, unit.rect.y - y0
    return direction((dx, dy)) if dx or dy else (-unit.rect.ux, -unit.rect.uy)


@WORDS.verb("vanish", "vanish {u:any} returning within {d:amount}")
def vanish(g: Game, _c: Context, u: Any, d: Any) -> None:
    """The unit leaves the table, to come back near its place in its owner's next Movement Phase."""
    for unit in units_in(u):
        magical_effects.vanish(g, unit, float(d))


@WORDS.verb("rise-again", "{u:any} rises again within {d:amount} with {n:amount} health-points lost")
def rises_again(g: Game, c: Context, u: Any, d: Any, n: Any) -> None:
    """The fallen model comes back near its place in its owner's next Movement Phase, hurt (Rebirth)."""
    for thing in things_in(u):
        unit = unit_of(thing)
        pool = c.model if isinstance(c.model, Pool) else pool_of(thing)
        if unit is not None and pool is not None:
            magical_effects.note_rebirth(g, unit, pool, float(d), int(n))


# -- shots and charges -----------------------------------------------------------------------------


@WORDS.verb("shoot-at", "{u:any} shoots at {v:any} [with {w:name}] [ignoring {x:any}]")
def shoots_at(g: Game, _c: Context, u: Any, v: Any, w: str = "", x: Any = None) -> Procedure[None]:
    """An out-of-sequence Shooting Attack; units ignored neither hide nor cover the target."""
    from ..shooting import may_shoot_at, shoot_at

    for unit in units_in(u):
        target = unit_of(v)
        ignoring = units_in(x)
        if target is not None and may_shoot_at(g, unit, target, ignoring, engaged_too=True):
            yield from shoot_at(g, unit, target, weapon=w or "", ignoring=ignoring, why="out-of-sequence")


@WORDS.verb("declare-charge", "{u:any} declares a charge at {v:any}")
def declares_charge(g: Game, _c: Context, u: Any, v: Any) -> Procedure[None]:
    """A charge out of sequence, with sight, arc and Charge Range as any other, made at once (Charge Phase
    1-2).
    """
    from ..charge import declare
    from ..charge_moves import move_charges
    from ..charge_options import ChargeBook, chargers_of, may_declare

    for unit in units_in(u):
        target = unit_of(v)
        if target is None or not may_declare(g, unit) or not ChargeBook(g).is_legal(unit, target):
            continue
        yield from declare(g, unit, target)
        if unit in chargers_of(g, target):
            yield from move_charges(g)


@WORDS.verb("strike-with", "{m:any} strikes with {what:bundle}")
def strikes_with(g: Game, c: Context, m: Any, what: Bundle) -> Procedure[None]:
    """The model's enemies in contact take one hit with these numbers."""
    for unit in units_in(m):
        for foe in g.engagement.foes(unit.id):
            yield from hits.deal_hits(g, c, 1, g.units[foe], what)
