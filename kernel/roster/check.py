"""An army list against its book: every fault, in the order of the list, then those of the whole army."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..errors import Diagnostic, RulesError, did_you_mean
from .checks import check_entry
from .choices import Bound, bind, diagnostic
from .counting import Tally, tally
from .limits import check_army
from .model import Roster
from .points import cost_of
from .shelf import Shelf, shelf_of

if TYPE_CHECKING:
    from ..ruleset import Ruleset


@dataclass(slots=True)
class Muster:
    """A list bound to its book: the entries that the book knows with their choices, their counters, and
    their points.
    """

    roster: Roster
    shelf: Shelf
    bounds: list[Bound] = field(default_factory=list)
    counted: Tally = field(default_factory=Tally)
    faults: list[Diagnostic] = field(default_factory=list)

    def costs(self) -> list[int]:
        """Return the points of each entry, in list order."""
        return [cost_of(bound, self.counted, number) for number, bound in enumerate(self.bounds)]


def muster(ruleset: Ruleset, roster: Roster) -> Muster:
    """Bind a list to its book. Raises RulesError for an army that the packs do not have; other faults are
    collected.
    """
    shelf = shelf_of(ruleset, roster.army)
    made = Muster(roster, shelf)
    for entry in roster.entries:
        unit = shelf.units.get(entry.name)
        if unit is None:
            hint = did_you_mean(entry.name, shelf.units)
            made.faults.append(
                diagnostic(f'{roster.army} has no unit "{entry.name}"', entry, entry.span, hint)
            )
            continue
        made.bounds.append(bind(shelf, entry, unit, made.faults))
    made.counted = tally(made.bounds)
    return made


def check(ruleset: Ruleset, roster: Roster) -> list[Diagnostic]:
    """Return every fault of a list; an empty list means that it is legal."""
    try:
        made = muster(ruleset, roster)
    except RulesError as error:
        return list(error.diagnostics)
    found = list(made.faults)
    for number, bound in enumerate(made.bounds):
        found += check_entry(made.shelf, bound, made.counted, number)
    found += check_army(made.shelf, roster, made.bounds, made.counted)
    return sorted(found, key=lambda one: (one.span is None, one.span.line if one.span else 0))
