"""Names for what has come about in play: a unit that returned, was summoned or replaces another, the model of
a unit that left it, a piece of terrain that a spell made.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..decl.scenario import Christening
from ..errors import Diagnostic, RulesError, did_you_mean
from ..state import Pool, Terrain, Thing, Unit
from .table import Table


def christen(table: Table, line: Christening) -> None:
    """Let the first thing of a name (and owner) that the scenario has no name for yet be known by one, in the
    order in which they came about. Raises RulesError if there is none.
    """
    nameless = [thing for thing in _nameless(table) if line.owner in ("", thing.owner)]
    found = next((thing for thing in nameless if thing.name == line.thing), None)
    if found is None:
        known = sorted({thing.name for thing in nameless})
        hint = did_you_mean(line.thing, known) or f"without a name so far: {', '.join(known) or 'nothing'}"
        of = f" of {line.owner}" if line.owner else ""
        message = f'no "{line.thing}"{of} is there that has no name in this scenario'
        raise RulesError(Diagnostic(message, line.span, hint=hint))
    table.name(line.name, found)


def _nameless(table: Table) -> Iterator[Thing]:
    """Yield units, then the models of units, then terrain: what is not destroyed and has no name."""
    named = {number for numbers in table.names.values() for number in numbers}
    there = [thing for thing in table.game.things.values() if thing.id not in named]
    units = [one for one in there if isinstance(one, Unit) and one.pools and not one.destroyed]
    yield from (unit for unit in units if not named.issuperset(pool.id for pool in unit.pools))
    yield from (one for one in there if isinstance(one, Pool) and one.models)
    yield from (one for one in there if isinstance(one, Terrain))
