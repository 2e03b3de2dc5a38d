"""Units and terrain of scenarios on the table.

A unit stands with the middle of its boundary where the scenario says, in so many `files` (as many as a Proper
Rank needs, if it says nothing), off the table if it says no place.
"""

from __future__ import annotations

from typing import Any

from tercio.kernel.decl.scenario import Ground
from tercio.kernel.errors import Diagnostic, RulesError
from tercio.kernel.geometry import EPSILON, Rect, touches
from tercio.kernel.geometry.vector import direction_from_degrees, dot
from tercio.kernel.ground import shape_of
from tercio.kernel.opening import enlist
from tercio.kernel.state import Game, Terrain, Unit, unit_of
from tercio.kernel.trial.entry import MODELS, settings_of
from tercio.kernel.trial.system import Enlisted
from tercio.plugins.regiments.formation import form_up

from ..characters import attached
from ..engaging import engage
from ..melee.formations import unit_height
from ..muster import unit_of_entry
from ..originals import enrol
from ..terrain import place

FILES = "files"
SETTINGS = (FILES, MODELS)


def the_unit(x: Any) -> Unit:
    """Return the unit of a thing. Raises RulesError if it has none."""
    unit = unit_of(x)
    if unit is None:
        raise RulesError(f"{getattr(x, 'name', x)} is no unit")
    return unit


def put(g: Game, enlisted: Enlisted) -> Unit:
    """Add a scenario's unit to the game and form it up. Raises RulesError for an unknown setting."""
    placing = enlisted.placing
    settings = settings_of(placing, SETTINGS)
    if placing.spots:
        raise RulesError(Diagnostic("models in ranks have no places of their own", placing.span))
    unit = unit_of_entry(g, enlisted.shelf, enlisted.bound, placing.owner, enlisted.cost)
    g.add_unit(unit)
    player = g.players[placing.owner]
    enlist(g, player, enlisted.shelf.army.name)
    enrol(g)
    if placing.at is not None:
        x, y = (float(one.value) for one in placing.at)
        ux, uy = direction_from_degrees(float(placing.facing))
        files = settings.get(FILES) or int(g.ruleset.table("proper-rank-width").look(unit_height(g, unit)))
        form_up(unit, x, y, ux, uy, min(files, unit.models), attached=attached(unit))
    return unit


def lay(g: Game, ground: Ground) -> Terrain:
    """Put a scenario's piece of terrain on the table. Raises RulesError if it has no size."""
    if not ground.piece.width.value:
        raise RulesError(
            Diagnostic("this piece of terrain has no size", ground.span, hint='write: size 8"x6"')
        )
    return place(g, ground.piece.feature, shape_of(ground.piece), ground.name)


# -- contact ---------------------------------------------------------------------------------------


def bring_into_contact(g: Game, unit: Unit, other: Unit) -> None:
    """Slide a unit forwards or back until its front touches another; enemies are Engaged from then on.

    Raises RulesError if its front cannot touch the other so.
    """
    here, there = unit.rect, other.rect
    if here is None or there is None:
        raise RulesError(f"{unit.name} and {other.name} are not both on the table")
    unit.rect = _slid(here, there)
    if not touches(unit.rect, there):
        raise RulesError(
            Diagnostic(
                f"{unit.name} goes straight on and never meets {other.name}",
                hint="place the one in front of the other",
            )
        )
    if unit.owner != other.owner:
        engage(g, unit, other)


def stand_before(unit: Unit, other: Unit, inches: float) -> None:
    """Slide a unit forwards or back until its front is so far from another. Raises RulesError unless both are
    on the table.
    """
    here, there = unit.rect, other.rect
    if here is None or there is None:
        raise RulesError(f"{unit.name} and {other.name} are not both on the table")
    unit.rect = _slid(here, there).forward(-inches)


def _slid(rect: Rect, other: Rect) -> Rect:
    """The rectangle moved along its facing until its front stands at the nearest point of the other that lies
    in its way.
    """
    ahead = [dot(corner, rect.facing) for corner in other.corners]
    front = dot(rect.front_centre, rect.facing)
    moved = rect.forward(min(ahead) - front)
    return moved if abs(min(ahead) - front) > EPSILON else rect
