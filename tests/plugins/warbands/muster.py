"""Small games with units of loose models, and tables drawn at random, for the tests of warbands."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, radians, sin
from random import Random
from typing import Any

from tercio.kernel.engagement import Engagement
from tercio.kernel.geometry import Circle, Oval, Rect, Shape, distance, inside_table, overlaps
from tercio.kernel.state import Game, Model, Player, Pool, Unit
from tercio.plugins.warbands.bodies import base_at, bases_of
from tercio.plugins.warbands.coherency import Coherency, is_coherent
from tercio.plugins.warbands.ground import MoveTerms, Passing

COHERENCY = Coherency(0.5, 1, 7, 2)
COMBAT = 3.0


def table(width: float = 30.0, depth: float = 22.0) -> Game:
    """Return a game of A against B with an empty table and no rules."""
    nothing: Any = None
    game = Game(nothing, nothing, nothing, nothing, Engagement(), width=width, depth=depth, active="A")
    for name in ("A", "B"):
        game.players[name] = Player(game.new_id(), name, name)
    return game


def muster(game: Game, owner: str, bases: Sequence[Shape]) -> Unit:
    """Put a unit on the table with these bases, all of one size."""
    first = bases[0]
    size = (2 * first.a, 2 * first.b) if isinstance(first, Oval) else (2 * first.radius, 2 * first.radius)
    unit = Unit(game.new_id(), f"unit {len(game.units)}", owner)
    pool = Pool(game.new_id(), unit.name, owner, unit=unit, models=len(bases), starting=len(bases), base=size)
    pool.loose = [Model(game.new_id(), 0, base) for base in bases]
    unit.pools.append(pool)
    game.units[unit.id] = unit
    return unit


def row(x: float, y: float, count: int = 5, r: float = 0.5, apart: float = 0.2) -> list[Shape]:
    """Return a row of round bases from west to east, with so many inches between them."""
    return [Circle(round(x + i * (2 * r + apart), 3), y, r) for i in range(count)]


def block(x: float, y: float, files: int, ranks: int, r: float = 0.5, apart: float = 0.2) -> list[Shape]:
    """Return ranks behind each other, from north to south."""
    return [b for i in range(ranks) for b in row(x, round(y - i * (2 * r + apart), 3), files, r, apart)]


def terms(inches: float, passing: Passing = Passing.KEEP_OUT, **more: Any) -> MoveTerms:
    """Return the terms of a move."""
    return MoveTerms(inches, passing, COMBAT, COHERENCY, **more)


def scatter(random: Random, units: int, walls: int, foes_away: float = 0.0) -> tuple[Game, list[Shape]]:
    """Return a table with units of both sides strewn over it, and walls; the first unit is of A.

    Everybody is coherent and stands free; enemies are `foes_away` from the first unit.
    """
    game = table()
    shapes: list[Shape] = []
    blocks: list[Shape] = []
    for _ in range(walls):
        angle = radians(random.choice([0, 0, 30, 45, 70]))
        at = random.uniform(4, 26), random.uniform(4, 18)
        shapes.append(Rect(*at, sin(angle), cos(angle), random.uniform(1, 6), random.uniform(0.5, 3)))
    blocks += shapes
    first: list[Shape] = []
    for i in range(units):
        owner = "A" if i == 0 or random.random() < 0.4 else "B"
        for _ in range(20):
            bases = cluster(random)
            free = all(inside_table(b, 30.0, 22.0) and not any(overlaps(b, o) for o in blocks) for b in bases)
            away = (
                owner == "A" or min((distance(b, o) for b in bases for o in first), default=99) >= foes_away
            )
            if free and away and is_coherent(bases, COHERENCY):
                first = first or bases
                blocks += bases
                muster(game, owner, bases)
                break
    return game, shapes


def cluster(random: Random) -> list[Shape]:
    """Return a handful of bases close together, or one large one, somewhere on the table."""
    x, y = random.uniform(2, 28), random.uniform(2, 20)
    if random.random() < 0.2:
        width, depth = random.choice([(1.65, 2.95), (2.05, 3.54), (3.62, 4.72)])
        return [base_at(width, depth, round(x, 3), round(y, 3), round(random.uniform(0, 360), 3))]
    r = random.choice([0.492, 0.561, 0.63, 0.787, 0.984])
    count = random.choice([1, 3, 5, 5, 10])
    bases: list[Shape] = [Circle(round(x, 3), round(y, 3), r)]
    while len(bases) < count:
        beside = random.choice(bases)
        far, angle = 2 * r + random.uniform(0.01, 0.45), random.uniform(0, 6.283)
        new = Circle(round(beside.x + far * cos(angle), 3), round(beside.y + far * sin(angle), 3), r)
        if all(hypot(new.x - b.x, new.y - b.y) > 2 * r for b in bases):
            bases.append(new)
    return bases


def first_unit(game: Game) -> Unit:
    """Return the unit that was mustered first."""
    return next(iter(game.units.values()))


def places(unit: Unit) -> list[tuple[float, float]]:
    """Return the centres of the bases of a unit."""
    return [(base.x, base.y) for base in bases_of(unit)]
