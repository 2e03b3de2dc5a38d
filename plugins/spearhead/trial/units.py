"""Units, terrain and relics of scenarios on the table.

A unit stands in rows with its middle where the scenario says, or each model where it says; off the table if
it says no place. The first unit of a player decides which army the player has: its battle traits hold, and
the unit that is its general is that.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Final

from tercio.kernel.decl import PlacedTerrain, Rule, RuleRef, TerrainFeature
from tercio.kernel.decl.scenario import Ground, Placing
from tercio.kernel.errors import Diagnostic, RulesError
from tercio.kernel.geometry import Circle, Shape, inside_table, overlaps
from tercio.kernel.ground import put_feature, shape_of
from tercio.kernel.ruleset import hold
from tercio.kernel.state import Game, Pool, Terrain, Unit, touch
from tercio.kernel.trial.entry import MODELS, settings_of
from tercio.kernel.trial.system import Enlisted
from tercio.plugins.warbands.bodies import base_at, bases_of, gap, models_of, stand
from tercio.plugins.warbands.losses import slay

from ..combats import settle
from ..damage import SLAIN
from ..listing import is_general
from ..muster import GENERAL, general_of, unit_of_entry
from ..relics import set_down
from ..setup import large_feature_at
from ..terrain import LARGE, RELIC
from .places import FILES, in_rows, middle_of, moved_to

FILE_WORD = "files"
SETTINGS = (FILE_WORD, MODELS)

_HAIR: Final = 0.01
"""Inches between units that stand as close as they may."""


def put(g: Game, enlisted: Enlisted) -> Unit:
    """Add a scenario's unit to the game and set it up. Raises RulesError for settings and places that it
    cannot have.
    """
    placing, entry = enlisted.placing, enlisted.bound.unit
    settings = settings_of(placing, SETTINGS)
    size = entry.size[0]
    models = enlisted.bound.entry.models
    if models > size:
        raise RulesError(Diagnostic(f"{entry.name} has {size} models, not {models}", placing.span))
    unit = unit_of_entry(g, entry, placing.owner, models)
    g.add_unit(unit)
    _join(g, placing.owner, enlisted.shelf.army.name)
    if is_general(entry) and general_of(g, placing.owner) is None:
        unit.marks[GENERAL] = 0
    bases = _bases(unit, placing, settings.get(FILE_WORD, FILES))
    if bases:
        set_up(g, unit, bases, placing)
    return unit


def _join(g: Game, owner: str, army: str) -> None:
    """Let a player have an army with its battle traits, unless one is there already."""
    player = g.players[owner]
    if player.army:
        return
    player.army = army
    for rule in g.ruleset.of_kind(Rule).values():
        if rule.of == army:
            hold(g, player, RuleRef(rule.name), army)
    touch(g)


# -- places ----------------------------------------------------------------------------------------


def _bases(unit: Unit, placing: Placing, files: int) -> list[Shape]:
    """Return the bases that a scenario tells; [] for a unit off the table. Raises RulesError unless each
    model has one.
    """
    if placing.at is not None:
        x, y = (float(one.value) for one in placing.at)
        return in_rows(unit, x, y, float(placing.facing), files)
    models = len(models_of(unit))
    if placing.spots and len(placing.spots) != models:
        message = f"{unit.name} has {models} models, {len(placing.spots)} places are told"
        raise RulesError(Diagnostic(message, placing.span))
    return [
        base_at(
            *unit.pools[0].base,
            float(spot.x.value),
            float(spot.y.value),
            float(placing.facing if spot.facing is None else spot.facing),
        )
        for spot in placing.spots
    ]


def set_up(g: Game, unit: Unit, bases: Sequence[Shape], placing: Placing | None = None) -> None:
    """Set a unit up on bases. Raises RulesError where there is no room: off the table, on other models."""
    others = [base for other in g.units.values() if other is not unit for base in bases_of(other)]
    for i, base in enumerate(bases):
        on = next((one for one in (*others, *bases[:i]) if overlaps(base, one)), None)
        if on is not None or not inside_table(base, g.width, g.depth):
            where = f'({base.x:g}", {base.y:g}")'
            what = "stands on another model" if on is not None else "stands off the table"
            message = f"model {i + 1} of {unit.name} at {where} {what}"
            raise RulesError(Diagnostic(message, placing.span if placing is not None else None))
    stand(unit, bases)
    settle(g)


def close(g: Game, unit: Unit, foe: Unit, inches: float = _HAIR) -> None:
    """Let a unit go straight towards another, as it stands, until so much is between them."""
    x, y = middle_of(bases_of(unit))
    there = middle_of(bases_of(foe))
    apart = gap(bases_of(unit), bases_of(foe)) - inches
    far = hypot(there[0] - x, there[1] - y)
    stand(unit, moved_to(unit, x + (there[0] - x) * apart / far, y + (there[1] - y) * apart / far))
    settle(g)


def leave(g: Game, pool: Pool, models: int) -> None:
    """Let only the first models of a unit be left; the others have been slain."""
    while pool.models > models:
        gone = slay(pool.unit, pool.models - 1)
        pool.memory.setdefault(SLAIN, []).append(gone.part)
    settle(g)


# -- terrain and relics ----------------------------------------------------------------------------


def lay(g: Game, ground: Ground) -> Terrain:
    """Put a scenario's piece of terrain or relic on the table. Raises RulesError for one without a size, and
    for a relic with one.
    """
    piece = ground.piece
    feature = g.ruleset.get(TerrainFeature, piece.feature)
    words = {word for word, _ in feature.traits}
    if RELIC in words:
        if piece.width.value:
            raise RulesError(Diagnostic("relics are of one size, which the rules say", ground.span))
        r = float(g.ruleset.constant("relic-diameter")) * 0.5
        return set_down(g, feature.name, Circle(float(piece.x.value), float(piece.y.value), r))
    made = put_feature(g, feature.name, _shape(g, piece, words, ground))
    settle(g)
    return made


def _shape(g: Game, piece: PlacedTerrain, words: set[str], ground: Ground) -> Shape:
    if piece.width.value:
        return shape_of(piece)
    if LARGE not in words:
        message = f"{piece.feature} has no size"
        raise RulesError(Diagnostic(message, ground.span, hint='write: size 5"x3"'))
    return large_feature_at(g, float(piece.x.value), float(piece.y.value), 0)
