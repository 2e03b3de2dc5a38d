"""Words of attacks and damage: sentences, amounts and statements for the rules of units, cards and terrain.

Statements that inflict or allocate damage do so for the unit that their ability names as `unit`.
"""

from __future__ import annotations

from typing import Any

from tercio.kernel.context import Context
from tercio.kernel.decisions import Procedure
from tercio.kernel.query import unit_of_bearer, units_in
from tercio.kernel.rolls import amount, purpose
from tercio.kernel.state import Game, Held, Unit, unit_of
from tercio.kernel.verbs import label_of
from tercio.kernel.vocabulary import Vocabulary

from .. import damage, fighting, healing, shooting
from ..aiming import aim, aimed_only_at
from ..attacks import saves_shown
from ..targets import COMBAT, SHOOTING

WORDS = Vocabulary()


def _speaker(g: Game, c: Context) -> Unit | None:
    """Return the unit whose ability speaks: that which holds the rule, else the one it names."""
    return unit_of_bearer(g, c.held) or unit_of(c.unit)


# -- sentences -------------------------------------------------------------------------------------


@WORDS.relation("can-shoot", "{u:unit} can shoot")
def can_shoot(g: Game, u: Any) -> bool:
    """Some model has a target for a ranged weapon (16.0)."""
    return u is not None and shooting.can_shoot(g, u)


@WORDS.relation("damaged", "{u:unit} is damaged")
def is_damaged(_g: Game, u: Any) -> bool:
    """Damage points are allocated to it that have not slain a model yet (18.2)."""
    return u is not None and u.pools[0].lost > 0


@WORDS.relation("was-destroyed", "{u:unit} was destroyed this {period:turn|round|battle}")
def was_destroyed(g: Game, u: Any, period: str) -> bool:
    """It was destroyed in the present turn, round or battle (18.4)."""
    return u is not None and damage.was_destroyed(g, u, period)


@WORDS.relation("destroyed-by", "{u:unit} was destroyed by {by:unit}")
def was_destroyed_by(g: Game, u: Any, by: Any) -> bool:
    """It was destroyed by an ability of that unit (18.4)."""
    return u is not None and by is not None and damage.destroyer_of(g, u) is by


@WORDS.relation("aimed-only-at", "{u:unit} made all combat attacks of this turn at {e:unit}")
def made_all_attacks_at(g: Game, u: Any, e: Any) -> bool:
    """It picked targets for combat attacks this turn, and that unit was the only one (16.0)."""
    return u is not None and e is not None and aimed_only_at(g, u, e)


@WORDS.relation("strikes-first", "{u:unit} strikes first")
def does_strike_first(g: Game, u: Any) -> bool:
    """It has STRIKE-FIRST and not STRIKE-LAST (19.0)."""
    return u is not None and fighting.strikes(g, u) > 0


@WORDS.relation("strikes-last", "{u:unit} strikes last")
def does_strike_last(g: Game, u: Any) -> bool:
    """It has STRIKE-LAST and not STRIKE-FIRST (19.0)."""
    return u is not None and fighting.strikes(g, u) < 0


# -- amounts ---------------------------------------------------------------------------------------


@WORDS.term("damage-points", "damage points of {u:unit}")
def damage_points_of(_g: Game, u: Any) -> int:
    """Damage points allocated to a unit that have not slain a model yet (18.2)."""
    return int(u.pools[0].lost) if u is not None else 0


@WORDS.term("slain-models", "slain models of {u:unit}")
def slain_models_of(_g: Game, u: Any) -> int:
    """Models of a unit that were slain and have not returned."""
    return len(damage.slain_of(u.pools[0])) if u is not None else 0


@WORDS.term("saves-shown", "natural save rolls of {n:amount}", situated=True)
def saves_of(_g: Game, c: Context, _h: Held | None, n: Any) -> int:
    """How many unmodified save rolls against the attacks just rolled came to so much (before attacks-
    resolved, 17.0).
    """
    return saves_shown(c.attacks or (), int(n))


# -- damage ----------------------------------------------------------------------------------------


@WORDS.verb("inflict", "inflict {n:amount} mortal damage on {x:any}")
def inflict_on(g: Game, c: Context, n: Any, x: Any) -> Procedure[None]:
    """Inflict mortal damage on units, rolled anew for each if it is dice (17.2)."""
    for unit in units_in(x):
        points = amount(g, n, label_of(c), unit.id, "damage")
        yield from damage.inflict(g, unit, points, _speaker(g, c))


@WORDS.verb("inflict-later", "inflict {n:amount} mortal damage on {x:any} after the attacks")
def inflict_later(g: Game, c: Context, n: Any, x: Any) -> Procedure[None]:
    """Inflict mortal damage when the ability that makes the attacks has been resolved; at once outside of
    attacks.
    """
    for unit in units_in(x):
        points = amount(g, n, label_of(c), unit.id, "damage")
        if c.afterwards is not None:
            c.afterwards.append((unit, points, _speaker(g, c)))
        else:
            yield from damage.inflict(g, unit, points, _speaker(g, c))


@WORDS.verb(
    "inflict-for-dice",
    "inflict {n:amount} mortal damage on {x:any} for each {least:amount} on {d:amount} dice",
)
def inflict_for_dice(g: Game, c: Context, n: Any, x: Any, least: Any, d: Any) -> Procedure[None]:
    """Roll so many dice for each unit; those that show so much make up the mortal damage of one pool."""
    for unit in units_in(x):
        why, number = purpose(g, label_of(c), unit.id, "dice"), amount(g, d, label_of(c))
        faces = g.dice.faces(why, number, damage.die_sides(g))
        hits = sum(face >= least for face in faces)
        g.emit("rolled", rule=label_of(c), faces=faces, hits=hits)
        points = sum(amount(g, n, label_of(c), unit.id, "damage") for _ in range(hits))
        yield from damage.inflict(g, unit, points, _speaker(g, c))


@WORDS.verb("allocate", "allocate {n:amount} damage points to {x:any}")
def allocate_to(g: Game, c: Context, n: Any, x: Any) -> Procedure[None]:
    """Allocate damage points to units past their wards (18.2). Where one is handed on, it is still a point of
    whoever inflicted it.
    """
    by = _speaker(g, c) if c.spared is None else c.by
    for unit in units_in(x):
        points = amount(g, n, label_of(c), unit.id, "damage")
        yield from damage.allocate(g, unit, points, by, c.spared or frozenset())


@WORDS.verb("destroy", "destroy {x:any}")
def destroy_units(g: Game, c: Context, x: Any) -> Procedure[None]:
    """Destroy units: all their models are slain (18.4)."""
    for unit in units_in(x):
        yield from damage.destroy(g, unit, _speaker(g, c))


# -- healing ---------------------------------------------------------------------------------------


@WORDS.verb("heal", "heal {n:amount} damage points of {x:any}")
def heal_units(g: Game, c: Context, n: Any, x: Any) -> None:
    """Take damage points off units; slain models stay slain (21.0)."""
    for unit in units_in(x):
        healing.heal(g, unit, amount(g, n, label_of(c), unit.id, "heal"))


@WORDS.verb("return-models", "return {n:amount} [slain] models to {x:any}")
def return_models_to(g: Game, c: Context, n: Any, x: Any) -> Procedure[None]:
    """The owner may return slain models to units, one after the other (22.0)."""
    for unit in units_in(x):
        yield from healing.return_models(g, unit, amount(g, n, label_of(c), unit.id, "return"))


# -- attacks ---------------------------------------------------------------------------------------


@WORDS.verb("aim", "aim {kind:combat|shooting} attacks of {u:unit}")
def aim_attacks(g: Game, _c: Context, kind: str, u: Any) -> Procedure[None]:
    """The owner picks the targets of a unit's combat or shooting attacks: a step of a declaration (16.0)."""
    if u is not None:
        yield from aim(g, u, {"combat": COMBAT, "shooting": SHOOTING}[kind])


@WORDS.verb("fight", "fight with {u:unit}")
def fight_with(g: Game, _c: Context, u: Any) -> Procedure[None]:
    """Resolve the combat attacks of a unit at what was aimed at (FIGHT abilities)."""
    if u is not None:
        yield from fighting.fight(g, u)


@WORDS.verb("fight-next", "{u:unit} fights next")
def fights_next(g: Game, _c: Context, u: Any) -> None:
    """A unit may fight right after the present one, if the order of fights allows (19.0)."""
    if u is not None:
        fighting.fight_next(g, u)


@WORDS.verb("shoot", "shoot with {u:unit}")
def shoot_with(g: Game, _c: Context, u: Any) -> Procedure[None]:
    """Resolve the shooting attacks of a unit at what was aimed at (SHOOT abilities)."""
    if u is not None:
        yield from shooting.shoot(g, u)
