"""Words of moves, combat and sight: sentences, amounts and statements for the rules of units, cards and
terrain.

    when unit is in combat with target
    pick target from enemy units visible within 12" of unit
    move unit up to move of unit + run through combat ranges
    set up target again where it is wholly within 6" of bearer and it is more than 6" from all enemy units

Things may be one or several (`enemy units`, `a battlefield edge`): near to several is near to any of them. A
test asks of `it`, the unit where it might stand. Sections are those of the Core Rules.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import inf
from typing import Any

from tercio.kernel.context import Context
from tercio.kernel.decisions import Procedure
from tercio.kernel.geometry import EPSILON, Shape
from tercio.kernel.geometry.discs import disc_about, share_a_point
from tercio.kernel.places import fully_within, shapes_of, things_within
from tercio.kernel.query import things_in, units_in
from tercio.kernel.rolls import amount
from tercio.kernel.state import Game, Held, Model, Unit, unit_of
from tercio.kernel.verbs import label_of
from tercio.kernel.vocabulary import Vocabulary
from tercio.plugins.warbands.bodies import bases_of
from tercio.plugins.warbands.combat import close
from tercio.plugins.warbands.moving import Passing

from .. import charging, moves, setting_up
from ..behind import features_before
from ..combats import combat_range, foes_of, in_combat, is_in_combat
from ..going import Avoiding
from ..picture import field_with
from ..targets import BEHIND
from ..visibility import is_visible, is_visible_within

Inches = int | Fraction | float
WORDS = Vocabulary()


# -- combat ----------------------------------------------------------------------------------------


@WORDS.relation("in-combat", "{u:unit} is in combat")
def stands_in_combat(g: Game, u: Any) -> bool:
    """An enemy unit is within its combat range, and each is visible to the other (7.0)."""
    return u is not None and is_in_combat(g, u)


@WORDS.relation("in-combat-with", "{u:unit} is in combat with {x:any}")
def stands_in_combat_with(g: Game, u: Any, x: Any) -> bool:
    """It is in combat with that unit, or with any of several (7.0)."""
    return u is not None and any(in_combat(g, u, foe) for foe in units_in(x))


@WORDS.relation("in-combat-range", "{a:any} is within combat range of {x:any}")
def is_within_combat_range(g: Game, a: Any, x: Any) -> bool:
    """It is within the combat range of a unit, or of any of several; just as far away is not (7.0)."""
    mine, reach = _bases(a), combat_range(g)
    return any(close(mine, _bases(thing), reach) for thing in things_in(x))


@WORDS.relation("wholly-in-combat-range", "{a:any} is wholly within combat range of {x:any}")
def is_wholly_within_combat_range(g: Game, a: Any, x: Any) -> bool:
    """Every part of it is within the combat range of a unit, or of any of several (7.0)."""
    reach = combat_range(g) - 2 * EPSILON
    return any(fully_within(a, thing, reach) for thing in things_in(x))


@WORDS.relation("joins", "{u:unit} joins only combats under way")
def joins_only_combats(g: Game, u: Any) -> bool:
    """Each enemy unit that it is in combat with is in combat with another unit as well; it may be in none."""
    return u is not None and all(
        any(other != u.id for other in g.engagement.foes(foe.id)) for foe in foes_of(g, u)
    )


def _bases(thing: Any) -> list[Shape]:
    return [shape for shape in shapes_of(thing) if not isinstance(shape, tuple)]


# -- sight -----------------------------------------------------------------------------------------


@WORDS.relation("visible", "{a:unit} is visible to {x:any}")
def is_visible_to(g: Game, a: Any, x: Any) -> bool:
    """Some model of a unit is visible to some model of another, or of any of several (6.0)."""
    return a is not None and any(is_visible(g, field_with(g, unit, a), unit, a) for unit in units_in(x))


@WORDS.relation("visible-within", "{a:unit} is visible within {d:amount} of {x:any}")
def is_visible_within_of(g: Game, a: Any, d: Inches, x: Any) -> bool:
    """One and the same model of it is that near to, and visible to, some model of a unit (6.0)."""
    if a is None:
        return False
    return any(is_visible_within(g, field_with(g, unit, a), unit, a, float(d)) for unit in units_in(x))


@WORDS.relation("behind", "{u:unit} is behind {f:terrain}", situated=True)
def is_behind(g: Game, c: Context, _h: Held | None, u: Any, f: Any) -> bool:
    """Every line from the model that attacks to the models in its reach runs over a terrain feature (Advanced
    Rules 1.1).
    """
    if c.attack is not None:
        return f.id in c.attack.facts.get(BEHIND, ())
    model, unit = c.shooter, unit_of(c.unit)
    if u is None or unit is None or not isinstance(model, Model):
        return False
    inches = inf if c.inches is None else c.inches
    return f in features_before(g, model, unit, u, inches)


# -- near and far ----------------------------------------------------------------------------------


@WORDS.relation("each-model-within", "each model of {u:unit} is within {d:amount} of {x:any}")
def is_each_model_within(_g: Game, u: Any, d: Inches, x: Any) -> bool:
    """The closest point of each base is at most that far from something, or from any of several."""
    bases = bases_of(u) if u is not None else []
    near = list(things_in(x))
    return bool(bases) and all(any(things_within(base, thing, d) for thing in near) for base in bases)


@WORDS.relation(
    "gathered",
    "each model of {u:unit} is within {d:amount} of one point within {r:amount} of {t:unit}",
)
def is_gathered(_g: Game, u: Any, d: Inches, r: Inches, t: Any) -> bool:
    """Some point is at most that near to each base, and to some base of another unit."""
    if u is None or t is None or not bases_of(u):
        return False
    discs = [disc_about(base, float(d)) for base in bases_of(u)]
    return any(share_a_point([*discs, disc_about(base, float(r))]) for base in bases_of(t))


# -- time and memory -------------------------------------------------------------------------------


@WORDS.term("charge-roll-of", "charge roll of {u:unit}")
def charge_roll_of(g: Game, u: Any) -> int:
    """The unmodified roll of the charge that a unit completed this turn, 0 if it has not (14.3)."""
    return charging.charge_roll(g, u) if u is not None else 0


# -- moves -----------------------------------------------------------------------------------------


@WORDS.verb("move", "move {u:unit} up to {n:amount}")
def move_unit(g: Game, c: Context, u: Any, n: Any) -> Procedure[None]:
    """Each model of a unit may move so far; it keeps out of combat all the way (14.2)."""
    yield from _move(g, c, u, n, Passing.KEEP_OUT)


@WORDS.verb("move-clear", "move {u:unit} up to {n:amount} clear of combat ranges")
def move_clear(g: Game, c: Context, u: Any, n: Any) -> Procedure[None]:
    """Each model of a unit may move so far; it keeps out of all enemy combat ranges, in sight or not."""
    yield from _move(g, c, u, n, Passing.KEEP_OUT, Avoiding.COMBAT_RANGES)


@WORDS.verb("move-through", "move {u:unit} up to {n:amount} through combat ranges")
def move_through(g: Game, c: Context, u: Any, n: Any) -> Procedure[None]:
    """Each model of a unit may move so far, through combat ranges, but it ends within none (14.2)."""
    yield from _move(g, c, u, n, Passing.THROUGH, Avoiding.COMBAT_RANGES)


@WORDS.verb("move-out", "move {u:unit} up to {n:amount} out of combat")
def move_out(g: Game, c: Context, u: Any, n: Any) -> Procedure[None]:
    """Each model of a unit may move so far, through combat ranges, but it does not end in combat."""
    yield from _move(g, c, u, n, Passing.THROUGH)


@WORDS.verb("move-into", "move {u:unit} up to {n:amount} into combat")
def move_into(g: Game, c: Context, u: Any, n: Any) -> Procedure[None]:
    """Each model of a unit may move so far, through combat ranges, and it may end in combat."""
    yield from _move(g, c, u, n, Passing.INTO)


def _move(
    g: Game, c: Context, u: Unit | None, n: Any, passing: Passing, avoiding: Avoiding = Avoiding.COMBAT
) -> Procedure[None]:
    if u is not None:
        inches = float(n) if isinstance(n, Fraction) else amount(g, n, label_of(c), u.id, "move")
        yield from moves.move(g, c, u, inches, passing, avoiding)


@WORDS.verb("charge", "charge with {u:unit} up to {n:amount} [on a roll of {roll:amount}]")
def charge_with(g: Game, c: Context, u: Any, n: Any, roll: Any = None) -> Procedure[None]:
    """A unit may move so far into combat, and has to end next to a visible enemy unit; then it has charged
    (14.3).
    """
    if u is not None:
        yield from charging.charge(g, c, u, float(n), int(n if roll is None else roll))


@WORDS.verb("pile-in", "pile in with {u:unit}")
def pile_in_with(g: Game, c: Context, u: Any) -> Procedure[None]:
    """A unit may make a pile-in move (15.3)."""
    if u is not None:
        yield from moves.pile_in(g, c, u)


# -- set-up ----------------------------------------------------------------------------------------


@WORDS.verb("set-up", "set up {u:unit} [again] where {place:test}")
def set_up_where(g: Game, c: Context, u: Any, place: Callable[[Any], bool]) -> Procedure[None]:
    """All models of a unit are set up where the test holds, wherever they were before; if they cannot be,
    nothing changes (24.0).
    """
    if u is not None:
        yield from setting_up.set_up(g, c, u, place)


@WORDS.verb("remove-unit", "remove {x:any} from the battlefield")
def remove_units(g: Game, _c: Context, x: Any) -> None:
    """Units are taken from the battlefield; they are not destroyed."""
    for unit in units_in(x):
        setting_up.remove(g, unit)
