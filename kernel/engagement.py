"""Who touches whom, and on which facing where units have such: a networkx graph. A combat is a connected
component with an id of its own.

Edges join units in contact with an enemy, whatever contact is in a game; each edge knows the facing of either
side, None in games without facings. Ids of combats are stable: a component keeps the smallest id among its
units' former combats; a part that splits off gets a new one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import networkx as nx

from .geometry import Facing


@dataclass(slots=True)
class Change:
    """What became of combats: ids that merged into another (gone -> kept), and ids that ended."""

    merged: dict[int, int] = field(default_factory=dict)
    ended: list[int] = field(default_factory=list)


Contact = tuple[int, Facing | None, int, Facing | None]
"""Two units by id, each with the facing on which it touches the other (None: on none in particular)."""


class Engagement:
    """The graph of contacts. Unit ids are nodes; only engaged units are in it.

    `picture` is what a plugin worked out from where everything stands; `read` what it read the contacts from,
    and `touched` how often the rules of the game had changed by then (-1: as if never). None of them is part
    of the state: they spare work, and a clone begins without the first two.
    """

    __slots__ = ("_combat", "_graph", "_next", "picture", "read", "touched")

    def __init__(self) -> None:
        self._graph: nx.Graph[int] = nx.Graph()
        self._combat: dict[int, int] = {}
        self._next = 1
        self.picture: Any = None
        self.read: Any = None
        self.touched = -1

    def __contains__(self, unit: int) -> bool:
        return unit in self._combat

    def clone(self) -> Engagement:
        """Return an independent copy."""
        copy = Engagement.__new__(Engagement)
        copy._graph = nx.Graph()
        copy._graph.add_edges_from(
            (u, v, {"facing": dict(d["facing"])}) for u, v, d in self._graph.edges(data=True)
        )
        copy._combat = dict(self._combat)
        copy._next = self._next
        copy.picture = copy.read = None
        copy.touched = self.touched
        return copy

    def engage(self, unit: int, facing: Facing | None, other: int, other_facing: Facing | None) -> Change:
        """Two units are in contact from now on, each on a facing or on none."""
        self._graph.add_edge(unit, other, facing={unit: facing, other: other_facing})
        return self._renumber()

    def part(self, unit: int, other: int) -> Change:
        """Two units are no longer in contact."""
        if self._graph.has_edge(unit, other):
            self._graph.remove_edge(unit, other)
        return self._renumber()

    def leave(self, unit: int) -> Change:
        """A unit left all its combats."""
        if unit in self._graph:
            self._graph.remove_node(unit)
        return self._renumber()

    def replace(self, edges: Iterable[Contact]) -> Change:
        """Set all contacts anew (after units were moved by hand)."""
        self._graph.clear()
        for unit, facing, other, other_facing in edges:
            self._graph.add_edge(unit, other, facing={unit: facing, other: other_facing})
        return self._renumber()

    def foes(self, unit: int) -> list[int]:
        """Return the units in contact with one, in order of id."""
        return sorted(self._graph[unit]) if unit in self._combat else []

    def facing(self, unit: int, other: int) -> Facing:
        """Return on which facing of `unit` it touches `other`. Raises KeyError if they touch on none."""
        facing: Facing | None = self._graph.edges[unit, other]["facing"][unit]
        if facing is None:
            raise KeyError((unit, other))
        return facing

    def foes_on(self, unit: int, *facings: Facing) -> list[int]:
        """Return the units in contact with `unit` on one of its facings, in order of id."""
        edges = self._graph.edges
        return [foe for foe in self.foes(unit) if edges[unit, foe]["facing"][unit] in facings]

    def combat_of(self, unit: int) -> int:
        """Return the id of the combat a unit is in, 0 for none."""
        return self._combat.get(unit, 0)

    def combats(self) -> dict[int, list[int]]:
        """Return the units of every combat, both in order of id."""
        found: dict[int, list[int]] = {}
        for unit in sorted(self._combat):
            found.setdefault(self._combat[unit], []).append(unit)
        return dict(sorted(found.items()))

    def contacts(self) -> Iterator[Contact]:
        """Yield every contact once, smaller id first, in order."""
        for u, v in sorted(tuple(sorted(edge)) for edge in self._graph.edges):
            facing = self._graph.edges[u, v]["facing"]
            yield u, facing[u], v, facing[v]

    def _renumber(self) -> Change:
        self._graph.remove_nodes_from([n for n in list(self._graph) if not self._graph[n]])
        former, self._combat = self._combat, {}
        change = Change()
        taken: set[int] = set()
        for component in sorted(map(sorted, nx.connected_components(self._graph))):
            ids = sorted({former[unit] for unit in component if unit in former} - taken)
            combat = ids[0] if ids else self._fresh()
            taken.add(combat)
            change.merged.update(dict.fromkeys(ids[1:], combat))
            self._combat.update(dict.fromkeys(component, combat))
        alive = set(self._combat.values()) | set(change.merged)
        change.ended = sorted(set(former.values()) - alive)
        return change

    def _fresh(self) -> int:
        number = self._next
        self._next += 1
        return number
