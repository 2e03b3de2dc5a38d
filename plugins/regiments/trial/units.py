"""Units and terrain of scenarios on the table of a ranked game.

A unit stands with the middle of its boundary where the scenario says, in so many `files` (as many as it may
at most, if it says nothing); it is off the table if the scenario says no place.
"""

from __future__ import annotations

from tercio.kernel.decl.scenario import Ground
from tercio.kernel.errors import Diagnostic, RulesError
from tercio.kernel.ground import put_feature, shape_of
from tercio.kernel.opening import enlist
from tercio.kernel.state import Game, Terrain, Unit
from tercio.kernel.trial.entry import MODELS, settings_of
from tercio.kernel.trial.system import Enlisted

from ..deployment import Place, stand
from ..muster import unit_of_entry
from ..standing import files_allowed

FILES = "files"
SETTINGS = (FILES, MODELS)


def put(g: Game, enlisted: Enlisted) -> Unit:
    """Add a scenario's unit to the game and form it up. Raises RulesError for an unknown setting."""
    placing = enlisted.placing
    settings = settings_of(placing, SETTINGS)
    if placing.spots:
        raise RulesError(Diagnostic("models in ranks have no places of their own", placing.span))
    unit = unit_of_entry(g, enlisted.bound, placing.owner, enlisted.cost)
    g.add_unit(unit)
    player = g.players[placing.owner]
    enlist(g, player, enlisted.shelf.army.name)
    if placing.at is not None:
        x, y = (float(one.value) for one in placing.at)
        files = settings.get(FILES) or files_allowed(g, unit)[-1]
        stand(g, unit, Place(x, y, float(placing.facing), min(files, unit.models)))
    return unit


def lay(g: Game, ground: Ground) -> Terrain:
    """Put a scenario's piece of terrain on the table. Raises RulesError if it has no size."""
    if not ground.piece.width.value:
        hint = 'write: size 8"x6"'
        raise RulesError(Diagnostic("this piece of terrain has no size", ground.span, hint=hint))
    return put_feature(g, ground.piece.feature, shape_of(ground.piece), ground.name)
