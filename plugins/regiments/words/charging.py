"""Words of ranked games: charges, and contact with enemies."""

from __future__ import annotations

from typing import Any

from tercio.kernel.context import Context
from tercio.kernel.decisions import Procedure
from tercio.kernel.signatures import PermissionSignature as May
from tercio.kernel.signatures import RollSignature as Roll
from tercio.kernel.signatures import Signature
from tercio.kernel.signatures import ValueSignature as Value
from tercio.kernel.signatures import WindowSignature as Window
from tercio.kernel.state import Game, Unit
from tercio.kernel.vocabulary import Vocabulary

from .. import charges, contact
from ..charge_moves import CHASED, chase
from ..charge_ways import By, centre_distance
from .catalogue import ON, UNIT

WORDS = Vocabulary()

SIGNATURES: tuple[Signature, ...] = (
    Value("charge-range", "inches", ON, "How far away a unit may charge another: its move, at first."),
    Value(
        "charge-distance", "inches", ON, "How far a charge has to go: from the front to the nearest point."
    ),
    Value("charge-wheel", "number", ON, "The most degrees that a charger wheels on its way: 90 at first."),
    Roll(
        "charge-side", UNIT, "Which side is charged where a front rank stands in equal parts in several arcs."
    ),
    May("charge", ON, "A unit declares a charge at another."),
    May("be-charged", (("target-unit", "unit"), ("unit", "unit")), "A unit is charged by another."),
    May("counter-charge", ON, "A charged unit charges back; `charge` and `be-charged` are not asked then."),
    May("share-side", ON, "A side may be charged that is charged already, or is in contact. Default no."),
    May("charge-other-side", ON, "Where its side is taken a charge goes for the one beside it. Default no."),
    Window("charge-declared", ON, "A charge has been declared: reactions."),
    Window("charge-begun", ON, "A charge is about to move; it may be cancelled, its range rolled."),
    Window("charge-completed", ON, "A charge has ended in contact."),
    Window("charge-failed", ON, "A charge did not reach its target; the unit stands where it stood."),
    Window("charge-cancelled", ON, "A declared charge has been taken back."),
)


# -- who may charge whom ---------------------------------------------------------------------------


@WORDS.relation("can-charge", "{u:unit} can charge {t:unit} [by its {by:centre|front-rank}]")
def can_charge(g: Game, u: Any, t: Any, by: str | None = None) -> bool:
    """A unit may declare a charge at another now, and there are room and a way."""
    return u is not None and t is not None and charges.can_charge(g, u, t, _by(by))


@WORDS.relation("can-counter-charge", "{u:unit} can counter-charge {t:unit}")
def can_counter_charge(g: Game, u: Any, t: Any) -> bool:
    """A unit that another charges may answer by a charge of its own."""
    return u is not None and t is not None and charges.can_counter_charge(g, u, t)


@WORDS.relation(
    "would-charge",
    "{u:unit} would charge the {side:front|flank|rear} of {t:unit} [by its {by:centre|front-rank}]",
)
def would_charge(g: Game, u: Any, side: str, t: Any, by: str | None = None) -> bool:
    """The side for which a unit's charge at another would go, or goes, is such a one."""
    if u is None or t is None:
        return False
    return charges.side_charged(g, u, t, _by(by)) in contact.SIDES[side]


def _by(word: str | None) -> By:
    return By(word) if word else By.CENTRE


# -- what has been declared ------------------------------------------------------------------------


@WORDS.relation("charging", "{u:unit} is charging [{t:unit}]")
def is_charging(g: Game, u: Any, t: Any = None) -> bool:
    """It has declared a charge, at that unit, that is not resolved yet."""
    target = charges.target_of(g, u) if u is not None else None
    return target is not None and (t is None or target is t)


@WORDS.relation("charging-side", "{u:unit} is charging the {side:front|flank|rear}")
def is_charging_side(_g: Game, u: Any, side: str) -> bool:
    """It has declared a charge, not resolved yet, at such a side of its target."""
    charge = charges.charge_of(u) if u is not None else None
    return charge is not None and charge["side"] in {facing.value for facing in contact.SIDES[side]}


@WORDS.relation("counter-charging", "{u:unit} is counter-charging")
def is_counter_charging(_g: Game, u: Any) -> bool:
    """It answers a charge by one of its own that is not resolved yet."""
    charge = charges.charge_of(u) if u is not None else None
    return charge is not None and bool(charge["counter"])


@WORDS.relation("charged", "{u:unit} is charged [by {t:unit}]")
def is_charged(g: Game, u: Any, t: Any = None) -> bool:
    """Somebody, or that unit, has declared a charge at it that is not resolved yet."""
    if u is None:
        return False
    return charges.target_of(g, t) is u if t is not None else bool(charges.chargers_of(g, u))


@WORDS.relation("has-charged", "{u:unit} has charged")
def has_charged(g: Game, u: Any) -> bool:
    """A charge of it has ended in contact in this turn."""
    return u is not None and contact.noted_now(g, u, contact.HAS_CHARGED)


@WORDS.relation("was-charged", "{u:unit} was charged")
def was_charged(g: Game, u: Any) -> bool:
    """A charge at it has ended in contact in this turn."""
    return u is not None and contact.noted_now(g, u, contact.WAS_CHARGED)


@WORDS.relation("chased", "{u:unit} chased this turn")
def has_chased(g: Game, u: Any) -> bool:
    """It went after a target that fled from its charge in this turn."""
    return u is not None and contact.noted_now(g, u, CHASED)


@WORDS.term("chargers", "chargers of {u:unit}")
def chargers(g: Game, u: Any) -> int:
    """How many units have declared a charge at a unit that is not resolved yet."""
    return len(charges.chargers_of(g, u)) if u is not None else 0


@WORDS.term("charger", "charger of {u:unit}", "unit")
def charger(g: Game, u: Any) -> Any:
    """The first unit that has declared a charge at a unit; nobody if none has."""
    return next(iter(charges.chargers_of(g, u)), None) if u is not None else None


@WORDS.term("charge-target", "charge target of {u:unit}", "unit")
def charge_target(g: Game, u: Any) -> Any:
    """Whom a unit has declared to charge; nobody if it charges none."""
    return charges.target_of(g, u) if u is not None else None


@WORDS.term("distance-to-charge", "charge distance from {u:unit} to {t:unit}")
def charge_distance(g: Game, u: Any, t: Any) -> float:
    """How far a charge of a unit at another has to go (`charge-distance`)."""
    return charges.charge_distance(g, u, t) if u is not None and t is not None else 0.0


@WORDS.term("centre-distance", "centre distance from {u:unit} to {t:unit}")
def distance_of_centres(g: Game, u: Any, t: Any) -> float:
    """From the middle of a unit's front to the middle of the side of another in whose arc its centre is."""
    return centre_distance(g, u, t) if u is not None and t is not None else 0.0


@WORDS.term("range-to-charge", "charge range from {u:unit} to {t:unit}")
def charge_range(g: Game, u: Any, t: Any) -> float:
    """How far away a unit may charge another: what was rolled, else `charge-range`."""
    return charges.charge_range(g, u, t) if u is not None and t is not None else 0.0


# -- charges ---------------------------------------------------------------------------------------


@WORDS.verb("declare-charge", "declare a charge of {u:unit} at {t:unit} [by its {by:centre|front-rank}]")
def declare(g: Game, _c: Context, u: Any, t: Any, by: str | None = None) -> Procedure[None]:
    """A unit declares a charge: at the side in whose arc its centre, or most of its front rank, stands."""
    if isinstance(u, Unit) and isinstance(t, Unit):
        yield from charges.declare(g, u, t, _by(by))


@WORDS.verb("declare-counter-charge", "declare a counter-charge of {u:unit} at {t:unit}")
def declare_counter(g: Game, _c: Context, u: Any, t: Any) -> Procedure[None]:
    """A unit that another charges charges it as well: they meet half-way."""
    if isinstance(u, Unit) and isinstance(t, Unit):
        yield from charges.declare_counter(g, u, t)


@WORDS.verb("cancel-charge", "cancel the charge of {u:unit}")
def cancel(g: Game, _c: Context, u: Any) -> Procedure[None]:
    """What a unit has declared is taken back."""
    if isinstance(u, Unit):
        yield from charges.cancel(g, u)


@WORDS.verb("charge-reaches", "let the charge of {u:unit} reach {d:amount}")
def reaches(_g: Game, _c: Context, u: Any, d: Any) -> None:
    """The charge that a unit has declared reaches so far, whatever its charge range was."""
    charge = charges.charge_of(u) if isinstance(u, Unit) else None
    if charge is not None:
        charge["reach"] = float(d)


@WORDS.verb("chase", "let {u:unit} chase {t:unit} {d:amount}")
def chases(g: Game, _c: Context, u: Any, t: Any, d: Any) -> Procedure[None]:
    """A charger turns after a target that fled and goes so far straight on; its charge is over."""
    if isinstance(u, Unit) and isinstance(t, Unit):
        yield from chase(g, u, t, float(d))


# -- contact ---------------------------------------------------------------------------------------


@WORDS.relation("engaged", "{u:unit} is engaged")
def is_engaged(g: Game, u: Any) -> bool:
    """It is in contact with an enemy."""
    return u is not None and contact.is_engaged(g, u)


@WORDS.relation("engaged-on", "{u:unit} is engaged on its {side:front|flank|rear|left|right} [by {t:unit}]")
def is_engaged_on(g: Game, u: Any, side: str, t: Any = None) -> bool:
    """An enemy, or that one, is in contact with such a side of it."""
    foes = contact.foes_on(g, u, side) if u is not None else []
    return t in foes if t is not None else bool(foes)


@WORDS.relation("in-contact", "{u:unit} is in contact with {t:unit}")
def is_in_contact(g: Game, u: Any, t: Any) -> bool:
    """Two enemies are in contact with each other."""
    return u is not None and t is not None and contact.are_in_contact(g, u, t)


@WORDS.term("enemies-on", "enemies on the {side:front|flank|rear|left|right} of {u:unit}")
def enemies_on(g: Game, side: str, u: Any) -> int:
    """How many enemies are in contact with such a side of a unit."""
    return len(contact.foes_on(g, u, side)) if u is not None else 0


@WORDS.verb("turn-to-face", "turn {u:unit} to face {t:unit}")
def turn_to_face(g: Game, _c: Context, u: Any, t: Any) -> None:
    """A unit in contact on another side brings its front against that enemy, if there is room."""
    if isinstance(u, Unit) and isinstance(t, Unit):
        contact.turn_to_face(g, u, t)


@WORDS.verb("part", "part {u:unit} [from {t:unit}]")
def part(g: Game, _c: Context, u: Any, t: Any = None) -> None:
    """A unit is no longer in contact with an enemy, or with any; nobody moves."""
    if isinstance(u, Unit) and isinstance(t, Unit):
        contact.part(g, u, t)
    elif isinstance(u, Unit):
        contact.disengage(g, u)
