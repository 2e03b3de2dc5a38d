"""Words that only scenarios of ranked games use: charges in one sentence, and contact taken for granted."""

from __future__ import annotations

from tercio.kernel.context import Context
from tercio.kernel.decisions import Procedure
from tercio.kernel.errors import Diagnostic, RulesError
from tercio.kernel.geometry import EPSILON, Rect, touches
from tercio.kernel.geometry.vector import dot
from tercio.kernel.state import Game, Unit
from tercio.kernel.trial.system import Refused
from tercio.kernel.vocabulary import Vocabulary

from .. import contact
from ..charge_moves import resolve_charges
from ..charge_ways import By
from ..charges import declare

WORDS = Vocabulary()


@WORDS.verb("charges", "{u:unit} charges {t:unit} [by its {by:centre|front-rank}]")
def charges(g: Game, _c: Context, u: Unit, t: Unit, by: str | None = None) -> Procedure[None]:
    """A charge is declared, and all that are declared are resolved."""
    yield from declares(g, _c, u, t, by)
    yield from resolve_charges(g)


@WORDS.verb("declares", "{u:unit} declares a charge at {t:unit} [by its {by:centre|front-rank}]")
def declares(g: Game, _c: Context, u: Unit, t: Unit, by: str | None = None) -> Procedure[None]:
    """A charge is declared; it is resolved with the others."""
    refusal = yield from declare(g, u, t, By(by) if by else By.CENTRE)
    if refusal is not None:
        raise Refused(refusal)


@WORDS.given("in-contact", "{u:unit} is in contact with {t:unit}")
def is_in_contact(g: Game, _c: Context, u: Unit, t: Unit) -> None:
    """A unit is moved straight on, or back, until its front touches another; enemies are engaged."""
    here, there = u.rect, t.rect
    if here is None or there is None:
        raise RulesError(f"{u.name} and {t.name} are not both on the table")
    u.rect = _slid(here, there)
    if not touches(u.rect, there):
        hint = "place the one in front of the other"
        raise RulesError(Diagnostic(f"{u.name} goes straight on and never meets {t.name}", hint=hint))
    if u.owner != t.owner:
        contact.engage(g, u, t)


def stand_before(unit: Unit, other: Unit, inches: float) -> None:
    """Move a unit straight on, or back, until its front is so far from another. Raises RulesError unless both
    are on the table.
    """
    here, there = unit.rect, other.rect
    if here is None or there is None:
        raise RulesError(f"{unit.name} and {other.name} are not both on the table")
    unit.rect = _slid(here, there).forward(-inches)


def _slid(rect: Rect, other: Rect) -> Rect:
    """Return a rectangle moved on or back until its front is level with the nearest corner of another."""
    gap = min(dot(corner, rect.facing) for corner in other.corners) - dot(rect.front_centre, rect.facing)
    return rect.forward(gap) if abs(gap) > EPSILON else rect


@WORDS.given("has-charged", "{u:unit} has charged {t:unit}")
def has_charged(g: Game, c: Context, u: Unit, t: Unit) -> None:
    """A charge at that unit has ended in contact in this turn, straight on from where the charger is."""
    is_in_contact(g, c, u, t)
    contact.note_charge(g, u, t)
