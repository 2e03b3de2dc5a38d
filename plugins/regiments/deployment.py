"""Deployment of ranked games that are wholly text: who begins, and where units are placed.

Steps: `roll-off` (both throw the constant `roll-off-die`, the higher one wins; who is chosen goes first),
`deploy-armies` (one whole army after the other) and `deploy-by-turns` (unit by unit in turn). Player A comes
from the south edge of the table (y = 0), B from the north; a unit stands wholly within the value
`deployment-depth` of its own edge, `side-distance` (constant) from the others, and `unit-gap` from everybody.

Decisions: `setup.first` (the winner of the roll-off names who goes first, where the constant
`winner-chooses` says so), `deploy.unit` ([unit, x, y, bearing, files]). Of the countless answers some for the
first unit that waits are offered; any other unit of those that wait (`units` of the facts) may be placed too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import Any, Final

from tercio.kernel import rolls
from tercio.kernel.context import Context
from tercio.kernel.decisions import Answer, Decision, Procedure, ask, is_number
from tercio.kernel.decl.expr import DiceAmount
from tercio.kernel.dice import roll
from tercio.kernel.errors import Diagnostic, Refusal, RulesError
from tercio.kernel.geometry import EPSILON, Rect, first_overlap, inside_table
from tercio.kernel.geometry.distance import rect_distance
from tercio.kernel.geometry.vector import direction_from_degrees
from tercio.kernel.modifiers import value
from tercio.kernel.rolls import purpose
from tercio.kernel.state import Game, Pool, Unit, touch
from tercio.kernel.windows import open_window

from .battle import FIRST
from .formation import form_up
from .muster import COMMANDER, RANK_AND_FILE
from .places import closed_ground, others_on_table
from .standing import files_allowed

DEPLOYED: Final = "deployed"
DIE: Final = "roll-off-die"
SOUTH, NORTH = 0, 180
_WIDE_STEP, _STEP = 5.0, 2.0
_MOST = 12
_ROWS = 3


def roll_off(g: Game) -> Procedure[None]:
    """Step roll-off: the higher die wins, ties are thrown again; the winner goes first, or says who does."""
    _check_die(g)
    winner, faces = rolls.roll_off(partial(_throw, g))
    first = winner
    if g.ruleset.constant("winner-chooses"):
        question = "Who goes first?"
        options = [winner, g.opponent(winner)]
        first = yield from ask(
            Decision("setup.first", winner, question, options, "roll-off", {"rolled": faces})
        )
    go_first(g, first)
    g.emit("rolled-off", winner=winner, first=first, rolled=faces)


def _check_die(g: Game) -> None:
    """Raises RulesError for a die that would never decide who has won."""
    die = g.ruleset.constant(DIE)
    if not isinstance(die, DiceAmount) or die.sides < 2:
        decl = g.ruleset.constant_decl(DIE)
        raise RulesError(Diagnostic(f"nobody can win a roll-off with {die}", decl.span, hint="write: D6"))


def _throw(g: Game, number: int) -> dict[str, int]:
    die = g.ruleset.constant(DIE)
    return {name: roll(g.dice, purpose(g, "roll-off", name, number), die).total for name in g.players}


def go_first(g: Game, player: str) -> None:
    """Let a player go first from now on."""
    g.memory[FIRST] = player
    g.clock.order = (player, g.opponent(player))
    g.active = player


# -- placing ---------------------------------------------------------------------------------------


def deploy_armies(g: Game) -> Procedure[None]:
    """Step deploy-armies: one player places a whole army, then the other."""
    for player in g.clock.order or tuple(g.players):
        while _waiting(g, player):
            yield from _place_one(g, player)


def deploy_by_turns(g: Game) -> Procedure[None]:
    """Step deploy-by-turns: players place a unit each in turn; who has none left is passed over."""
    order = g.clock.order or tuple(g.players)
    while any(_waiting(g, player) for player in order):
        for player in order:
            if _waiting(g, player):
                yield from _place_one(g, player)


def _waiting(g: Game, player: str) -> list[Unit]:
    return [
        unit
        for unit in g.units.values()
        if unit.owner == player and unit.rect is None and not unit.destroyed and DEPLOYED not in unit.memory
    ]


def _place_one(g: Game, player: str) -> Procedure[None]:
    waiting = _waiting(g, player)
    options = next((places for unit in waiting if (places := places_for(g, unit))), None)
    if options is None:
        for unit in waiting:
            unit.memory[DEPLOYED] = "no room"
            g.emit("not-deployed", unit=unit.id)
        return
    answer = yield Decision(
        "deploy.unit",
        player,
        "Which unit is placed, and where?",
        options,
        "deployment",
        {"units": [unit.id for unit in waiting]},
        lambda told: judge(g, player, told),
    )
    number, x, y, bearing, files = answer
    unit = g.units[number]
    stand(g, unit, Place(x, y, bearing, files))
    unit.memory[DEPLOYED] = "table"
    g.emit("deployed", unit=unit.id, x=x, y=y, bearing=bearing, files=files)
    yield from open_window(g, "after unit-deployed", Context(unit=unit))


@dataclass(frozen=True, slots=True)
class Place:
    """Where a unit is to stand: the middle of its boundary in inches, its bearing in degrees clockwise from
    north, its files.
    """

    x: float
    y: float
    bearing: float
    files: int


def stand(g: Game, unit: Unit, place: Place) -> Rect:
    """Form a unit up at a place and return its boundary."""
    rect = form_up(
        unit,
        place.x,
        place.y,
        *direction_from_degrees(float(place.bearing)),
        place.files,
        attached=_apart(unit),
    )
    touch(g, unit)
    return rect


def _apart(unit: Unit) -> list[Pool]:
    """Return who stands in the front rank on a place of his own: a commander among others."""
    mass = any(pool.role == RANK_AND_FILE and pool.models for pool in unit.pools)
    return [pool for pool in unit.pools if mass and pool.role == COMMANDER]


def judge(g: Game, player: str, answer: Answer) -> Refusal | None:
    """Return why a unit may not be placed so, or None if it may."""
    if not (isinstance(answer, (list, tuple)) and len(answer) == 5 and all(map(is_number, answer))):
        return Refusal("deploy.malformed", {"wanted": "[unit, x, y, bearing, files]"})
    number, x, y, bearing, files = answer
    unit = next((one for one in _waiting(g, player) if one.id == number), None)
    if unit is None:
        return Refusal("deploy.no_unit_of_yours", {"unit": number})
    allowed = files_allowed(g, unit)
    if type(files) is not int or files not in allowed:
        return Refusal("deploy.files", {"unit": unit.id, "least": allowed[0], "most": allowed[-1]})
    return _fault_of(g, unit, outline(unit, Place(x, y, bearing, files)))


def outline(unit: Unit, place: Place) -> Rect:
    """Return the boundary that a unit would have at a place."""
    files = place.files
    ranks = -(-unit.models // files)
    base = unit.pools[0].base
    ux, uy = direction_from_degrees(float(place.bearing))
    return Rect(place.x, place.y, ux, uy, base[0] * files, base[1] * ranks)


def _fault_of(g: Game, unit: Unit, rect: Rect) -> Refusal | None:
    if not (inside_table(rect, g.width, g.depth) and _is_within(rect, *_zone(g, unit))):
        return Refusal("deploy.outside_zone", {"unit": unit.id})
    if first_overlap(rect, closed_ground(g)) is not None:
        return Refusal("deploy.on_impassable", {"unit": unit.id})
    gap = float(g.ruleset.constant("unit-gap"))
    if _is_crowded(rect, others_on_table(g, unit), gap):
        return Refusal("deploy.too_near", {"unit": unit.id, "gap": gap})
    return None


def _is_crowded(rect: Rect, others: Sequence[Rect], gap: float) -> bool:
    """Whether a place is nearer to any of others than the gap."""
    x, y, far = rect.x, rect.y, rect.radius + gap
    for other in others:
        dx, dy, reach = other.x - x, other.y - y, other.radius + far
        if dx * dx + dy * dy < reach * reach and rect_distance(rect, other) < gap - EPSILON:
            return True
    return False


Span = tuple[float, float]
"""From and to, in inches."""


def _zone(g: Game, unit: Unit) -> tuple[Span, Span]:
    """Return where a unit may be placed, across and up the table."""
    depth = float(deployment_depth(g, unit))
    aside = float(g.ruleset.constant("side-distance"))
    across = (aside, g.width - aside)
    return across, ((0.0, depth) if _is_south(g, unit) else (g.depth - depth, g.depth))


def deployment_depth(g: Game, unit: Unit) -> Any:
    """Return how far from its own edge a unit may be deployed, in inches."""
    return value(g, "deployment-depth", Context(unit=unit), g.ruleset.constant("deployment-depth"))


def _is_south(g: Game, unit: Unit) -> bool:
    return unit.owner == next(iter(g.players))


def _is_within(rect: Rect, across: Span, along: Span) -> bool:
    return all(
        across[0] - EPSILON <= x <= across[1] + EPSILON and along[0] - EPSILON <= y <= along[1] + EPSILON
        for x, y in rect.corners
    )


# -- places worth thinking of ----------------------------------------------------------------------


def places_for(g: Game, unit: Unit) -> list[list[Any]]:
    """Return some legal places for a unit, spread along the front and in a few rows; [] if there is none."""
    others, closed, gap = others_on_table(g, unit), closed_ground(g), float(g.ruleset.constant("unit-gap"))
    found: list[list[Any]] = []
    for place in _tries(g, unit):
        rect = outline(unit, place)
        if not _is_crowded(rect, others, gap) and first_overlap(rect, closed) is None:
            found.append([unit.id, place.x, place.y, place.bearing, place.files])
            if len(found) == _MOST:
                break
    return found


def _tries(g: Game, unit: Unit) -> Iterator[Place]:
    """Yield places in a unit's zone: row by row from the front, from the middle outwards, at first with wide
    steps.
    """
    allowed = files_allowed(g, unit)
    (left, right), (low, high) = _zone(g, unit)
    is_south = _is_south(g, unit)
    bearing = SOUTH if is_south else NORTH
    for step in (_WIDE_STEP, _STEP):
        for files in dict.fromkeys((allowed[len(allowed) // 2], allowed[-1])):
            shape = outline(unit, Place(0.0, 0.0, 0, files))
            half, spare = shape.depth * 0.5, high - low - shape.depth
            for row in range(_ROWS):
                back = half + row * spare / _ROWS
                y = -_up(back - high) if is_south else _up(low + back)
                if low + half - EPSILON <= y <= high - half + EPSILON:
                    for x in _outwards(left + shape.width * 0.5, right - shape.width * 0.5, step):
                        yield Place(x, y, bearing, files)


def _up(inches: float) -> float:
    """Return inches as they are kept, rounded up."""
    return ceil(inches * 1000.0) / 1000.0


def _outwards(low: float, high: float, step: float) -> Iterator[float]:
    """Yield what lies between two numbers in steps, from the middle outwards, rounded."""
    middle, away = (low + high) * 0.5, 0.0
    while away <= (high - low) * 0.5:
        for x in (middle - away, middle + away) if away else (middle,):
            x = round(x, 3)
            if low - EPSILON <= x <= high + EPSILON:
                yield x
        away += step
