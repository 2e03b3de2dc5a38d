"""An army list as data: which entries of an army book, how many models, and what was chosen for each.

A `Pick` names an option, an item or a spell; what was chosen below it hangs on it. Nothing here knows
whether a list is legal (see `check`) or how it is written down (the concern of a plugin). Points that the
list claims are kept beside it, so that they can be compared with what the book says.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..source import NOWHERE, Span

OPTION, ITEM, SPELL = "option", "item", "spell"


@dataclass(frozen=True, slots=True)
class Pick:
    """One thing chosen, `count` times. `kind` is option, item, spell or a word of the system; `on` is what an
    item enchants.
    """

    name: str
    kind: str = OPTION
    count: int = 1
    on: str = ""
    below: tuple[Pick, ...] = ()
    span: Span = NOWHERE

    def plain(self) -> dict[str, object]:
        """Return the pick as JSON data, without places."""
        below = [pick.plain() for pick in self.below]
        return {"name": self.name, "kind": self.kind, "count": self.count, "on": self.on, "below": below}


@dataclass(frozen=True, slots=True)
class Entry:
    """One unit of the list: the name of its entry in the book, its models, its picks and the points it
    claims; whether it `joins` the unit before it from the start.
    """

    name: str
    models: int = 1
    picks: tuple[Pick, ...] = ()
    cost: int | None = None
    span: Span = NOWHERE
    text: str = ""
    joins: bool = False

    def plain(self) -> dict[str, object]:
        """Return the entry as JSON data, without places."""
        return {
            **({"joins": True} if self.joins else {}),
            "name": self.name,
            "models": self.models,
            "cost": self.cost,
            "picks": [pick.plain() for pick in self.picks],
        }


@dataclass(frozen=True, slots=True)
class Roster:
    """A whole list: `army` by name, `size` in points that it is built for, and the `total` it claims (None:
    none).
    """

    army: str
    size: int
    entries: tuple[Entry, ...] = ()
    total: int | None = None
    span: Span = NOWHERE

    def picks(self) -> Iterator[tuple[Entry, Pick]]:
        """Yield every pick of every entry, those above before those below."""
        for entry in self.entries:
            yield from ((entry, pick) for pick in _all(entry.picks))

    def plain(self) -> dict[str, object]:
        """Return the roster as JSON data, without places: equal for lists that say the same."""
        entries = [entry.plain() for entry in self.entries]
        return {"army": self.army, "size": self.size, "total": self.total, "entries": entries}


def _all(picks: tuple[Pick, ...]) -> Iterator[Pick]:
    for pick in picks:
        yield pick
        yield from _all(pick.below)
