"""Which rules listen to which moments, asked by everything that opens a window or offers an action.

A moment is named with its timing: `after unit-moved`, `start magic`, `in movement`, `react action-declared`.
"""

from __future__ import annotations

from typing import Any

from .query import unit_of_bearer
from .state import Game, Hit, Unit, is_gone


def listens(g: Game, window: str) -> bool:
    """Return whether anything on the table listens to a window, named with its timing: `after unit-moved`,
    `start magic`.
    """
    heard = g.heard
    if heard is None:
        heard = listeners(g)
    return window in heard


def listeners(g: Game) -> dict[str, tuple[Hit, ...]]:
    """Return what listens, by moment, in the order in which it came onto the table; not what destroyed units
    hold.
    """
    if g.heard is not None:
        return g.heard
    heard: dict[str, list[Hit]] = {}
    for thing in (g.battle, *g.things.values()):
        waiting = [held for held in thing.held if held.instance.listening]
        if waiting and not is_gone(g, thing):
            for held in waiting:
                for rule in held.instance.listening:
                    heard.setdefault(rule.keys[0], []).append((rule, held))
    g.heard = {key: tuple(hits) for key, hits in heard.items()}
    return g.heard


def listening_of(g: Game, window: str, unit: Unit) -> tuple[Hit, ...]:
    """Return what listens of all that a unit, its models and their weapons hold; the window has listeners."""
    heard = listeners(g)[window]
    key = ("listening", window)
    known: tuple[Any, int, dict[int, tuple[Hit, ...]]] | None = g.reached.get(key)
    if known is None or known[0] is not heard or known[1] != g.touched:
        by_unit: dict[int, list[Hit]] = {}
        for hit in heard:
            holder = unit_of_bearer(g, hit[1])
            if holder is not None:
                by_unit.setdefault(holder.id, []).append(hit)
        known = heard, g.touched, {number: tuple(hits) for number, hits in by_unit.items()}
        g.reached[key] = known
    return known[2].get(unit.id, ())
