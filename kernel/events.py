"""What happened, as data: numbered events with a kind, where in time, and plain facts.

Events are appended while a game records (`game.events` is a list); a game that does not record loses nothing
but its story.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

ROLES = frozenset(
    (
        *("unit", "units", "host", "joined", "enemy", "enemies"),
        *("target", "target_unit", "targets", "by", "to", "thing", "bearer", "like"),
        *("pool", "pools", "model", "part", "terrain", "marker"),
    )
)
"""The facts that are ids of things, or lists of them, in the events of every game; a system marks further
ones in its sentences (`{rider:thing}`). A number under any other name is a number.
"""

KINDS = frozenset(
    (
        *("begins", "cut-short", "rolled", "rule-acted", "rules-given", "rule-removed", "effect-ended"),
        *("marked", "unmarked", "tokens", "action-declared", "card-drawn", "card-discarded"),
    )
)
"""The kinds of events that the kernel tells of; a system names its own by its sentences."""

_MARKED = re.compile(r"\{(\w+):thing\}")


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

    def things(self, roles: Collection[str] = ROLES) -> frozenset[int]:
        """Return the ids of the things that it tells of in some of these roles."""
        told = (value for role, value in self.facts.items() if role in roles)
        listed = (value if isinstance(value, (list, tuple)) else [value] for value in told)
        return frozenset(one for some in listed for one in some if isinstance(one, int))


@dataclass(frozen=True, slots=True)
class Telling:
    """What the events of a system can be: their kinds (none: not known), and the roles of things in them."""

    kinds: frozenset[str] = frozenset()
    roles: frozenset[str] = ROLES

    @staticmethod
    def by(sentences: Mapping[str, str]) -> Telling:
        """Return what the events of a system can be by its sentences, be they empty ones."""
        kinds = KINDS.union(kind.split()[0] for kind in sentences)
        return Telling(kinds, roles_in(sentences.values()))


def roles_in(sentences: Iterable[str]) -> frozenset[str]:
    """Return the roles of things: those of every game, and those that sentences mark."""
    return ROLES.union(*map(_MARKED.findall, sentences))
