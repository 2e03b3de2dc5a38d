"""What lines mention before anything is lowered: the actions that they name, and the counters of army books
that they add to or ask for; so that these may be used before, and in other files than, they are named.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..names import Names
from ..syntax import Line
from .reading import Item, Reading, flatten, is_kind, is_word

_ASKING = ("needs", "forbids", "limit", "at")
_NO_COUNTERS = [
    "at",
    "least",
    "most",
    "in",
    "army",
    "unit",
    "model",
    "per",
    "points",
    "highest",
    "of",
    "each",
    "needs",
    "forbids",
    "limit",
]
"""Words that say how much is counted where, and nothing that is counted."""


def take_down(lines: Iterable[Line], names: Names) -> None:
    """Add to some names what lines and those below them mention."""
    for line in lines:
        reading = Reading(line)
        match reading.word:
            case "action" | "take" as word if len(reading.head) > 1:
                known = names.actions if word == "action" else names.counted
                known.update(_counters(reading.head[1:2]))
            case "counts":
                names.counted.update(_counters(reading.head[1:]))
            case word if word in _ASKING:
                names.asked.update(_counters(reading.head))
            case "" if reading.lead == "when" and reading.tail:
                names.asked.update(_counters(flatten(reading.condition)))
                if is_word(reading.tail[0], "counts"):
                    names.counted.update(_counters(reading.tail[1:]))
            case _:
                pass
        take_down(line.children, names)


def _counters(items: Iterable[Item]) -> Iterator[str]:
    for item in items:
        if is_kind(item, "WORD", "STRING") and item.text not in _NO_COUNTERS:
            yield item.text
