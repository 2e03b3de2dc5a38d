"""What a laid-out table must satisfy: every unit lies on the table, and no two stand on each other.

It is looked at when something is first done or expected, so that what is given before (a model joined to a
unit that stands in the same place, a unit moved into contact) has come about.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ..errors import Diagnostic
from ..geometry import Rect, Shape, inside, overlaps
from ..places import shapes_of
from ..source import Span
from ..state import Unit
from .table import Table


def faults_of(table: Table, places: dict[str, Span]) -> Iterator[Diagnostic]:
    """Yield what is impossible in how units stand; `places` says by name where each was put."""
    game = table.game
    things = {name: table.thing(name) for name in places}
    standing = {name: unit for name, unit in things.items() if isinstance(unit, Unit) and _shapes(unit)}
    ground = Rect(game.width / 2, game.depth / 2, 0.0, 1.0, game.width, game.depth)
    for name, unit in standing.items():
        if not all(inside(shape, ground) for shape in _shapes(unit)):
            hint = f'the table is {game.width:g}" by {game.depth:g}"; a place is that of a unit\'s middle'
            yield Diagnostic(f"{name} does not stand on the table", places[name], hint=hint)
    for one, other in combinations(standing, 2):
        a, b = standing[one], standing[other]
        if any(overlaps(x, y) for x in _shapes(a) for y in _shapes(b)):
            hint = "say in a `given` that one has joined the other, or move it"
            yield Diagnostic(f"{other} stands where {one} stands", places[other], hint=hint)


def _shapes(unit: Unit) -> list[Shape]:
    return [shape for shape in shapes_of(unit) if not isinstance(shape, tuple)]
