"""Numbers of units that a scenario asks as play works them out: they begin at what the engine says, not at a
profile.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from tercio.kernel.modifiers import Ledger
from tercio.kernel.state import Game, Unit
from tercio.kernel.trial.ask import worked_out
from tercio.kernel.trial.system import Query

from ..deployment import deployment_depth
from ..standing import files_allowed

_OF_UNIT: Final[Mapping[str, Callable[[Game, Unit], Any]]] = {
    "least-files": lambda g, unit: files_allowed(g, unit).start,
    "most-files": lambda g, unit: files_allowed(g, unit).stop - 1,
    "deployment-depth": deployment_depth,
}


def number_asked(g: Game, query: Query) -> Ledger | None:
    """Return such a number of a unit with its ledger; None for all others."""
    unit, asker = query.of, _OF_UNIT.get(query.value)
    if asker is None or not isinstance(unit, Unit):
        return None
    return worked_out(g, query.value, lambda: asker(g, unit))
