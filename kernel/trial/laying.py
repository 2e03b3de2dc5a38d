"""The battlefield of a scenario: its size, a map of the packs, areas and terrain.

What lies on it has a name in the scenario: terrain the one it is given there, an area the word that its own
name makes (`"Twin-Tailed Comet"`: `twin-tailed-comet`).
"""

from __future__ import annotations

from ..decl.expr import Literal
from ..decl.maps import PlacedArea, TableMap
from ..decl.scenario import Field, Ground, Layout, Plot
from ..errors import Diagnostic, RulesError
from ..ground import lay_areas
from ..naming import slug
from ..source import Span
from .table import Table

_OPEN = Literal(0, '"')


def lay_field(table: Table, line: Field) -> None:
    """Give the table its size."""
    _size(table, float(line.width.value), float(line.depth.value), "")


def lay_map(table: Table, line: Layout) -> None:
    """Lay a map on the table: its size, if it has one, its terrain and its areas. Raises RulesError for one
    without a size where the table has none yet.
    """
    declared = table.game.ruleset.get(TableMap, line.table)
    if declared.width.value:
        _size(table, float(declared.width.value), float(declared.depth.value), line.table)
    elif not table.game.width:
        raise no_table(line.span)
    for piece in declared.pieces:
        table.trials.ground(table.game, Ground(piece, "", line.span))
    _lay(table, declared, dict(line.owners))


def lay_plot(table: Table, line: Plot) -> None:
    """Put an area on the table. Raises RulesError if one of its name is there already."""
    alone = TableMap(name="this scenario", width=_OPEN, depth=_OPEN, areas=(line.area,))
    _lay(table, alone, {slug(line.area.name): line.owner})


def lay_ground(table: Table, line: Ground) -> None:
    """Put a piece of terrain on the table."""
    piece = table.trials.ground(table.game, line)
    if line.name:
        table.name(line.name, piece)


def no_table(span: Span) -> RulesError:
    """Return the fault of what cannot be placed since the table has no size."""
    return RulesError(Diagnostic("there is no table yet", span, hint='write before it: battlefield 72"x48"'))


def _size(table: Table, width: float, depth: float, name: str) -> None:
    table.game.width, table.game.depth = width, depth
    table.trials.field(table.game, name)


def _lay(table: Table, areas: TableMap, owners: dict[str, str]) -> None:
    def owner_of(placed: PlacedArea) -> str:
        return owners.get(slug(placed.name), "")

    lay_areas(table.game, areas, owner_of)
    for placed in areas.areas:
        table.name(slug(placed.name), table.game.areas[placed.name])
