"""What happened, as data: numbered events with a kind, where in time, and plain facts.

Events are appended while a game records (`game.events` is a list); a game that does not record loses nothing
but its story.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Event:
    """Event `number` of a game, of a kind (`charge-declared`), at a `path` of the clock, with plain facts
    and the ledgers behind its numbers.
    """

    number: int
    kind: str
    path: str
    facts: dict[str, Any]
    why: tuple[Any, ...] = field(default=(), compare=False)

    def plain(self) -> dict[str, Any]:
        """Return the event as JSON data."""
        return {"event": self.number, "kind": self.kind, "at": self.path, **self.facts}
