"""Who controls what: objectives, terrain features and relics.

A model contests an objective that it stands on, if only in part, and a terrain feature or relic within its
combat range. For control each unit counts for one objective, and for one terrain feature or relic beside it;
whoever contests several of a sort picks one, the active player first. The higher control score gains
control; objectives stay with whoever gained them, terrain features and relics only while they are contested.

`thing.memory["controller"]` is the player's name. Source: Core Rules, 32.1 to 32.3; battlepack, 5.0 and 6.1;
rulings 24 to 26.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tercio.kernel.actions import in_turn
from tercio.kernel.context import Context
from tercio.kernel.decisions import Decision, Procedure
from tercio.kernel.geometry import touches
from tercio.kernel.modifiers import value
from tercio.kernel.permissions import may
from tercio.kernel.query import value_of
from tercio.kernel.state import Area, Game, Terrain, Thing, Unit
from tercio.plugins.warbands.bodies import bases_of
from tercio.plugins.warbands.combat import close

from .battlefield import CONTROLLER, objectives
from .combats import combat_range
from .terrain import standing

CONTEST = "contest"
Holdable = Area | Terrain
"""What can be controlled."""


# -- contesting ------------------------------------------------------------------------------------


def contesting(g: Game, unit: Unit, thing: Thing) -> int:
    """Return how many models of a unit contest something."""
    count = sum(_at(g, unit, thing))
    return count if count and _may_contest(g, unit, thing) else 0


def contests(g: Game, unit: Unit, thing: Thing) -> bool:
    """Whether any model of a unit contests something."""
    return any(_at(g, unit, thing)) and _may_contest(g, unit, thing)


def _at(g: Game, unit: Unit, thing: Thing) -> Iterator[bool]:
    """Yield of each model of a unit whether it is where it would contest something."""
    if unit.destroyed or not isinstance(thing, Area | Terrain) or thing.shape is None:
        return
    place, is_area, reach = thing.shape, isinstance(thing, Area), combat_range(g)
    for base in bases_of(unit):
        yield touches(base, place) if is_area else close((base,), (place,), reach)


def _may_contest(g: Game, unit: Unit, thing: Thing) -> bool:
    return may(g, CONTEST, Context(unit=unit, objective=thing))


def all_contest(g: Game, unit: Unit, thing: Thing) -> bool:
    """Whether every model of a unit contests something."""
    count = contesting(g, unit, thing)
    return count > 0 and count == unit.models


def control_score(g: Game, unit: Unit, thing: Thing) -> int:
    """Return what a unit counts for at something, 0 if it does not contest it (core rules, 32.2)."""
    models = contesting(g, unit, thing)
    if not models:
        return 0
    base = models * int(value_of(g, "control", unit))
    return max(1, int(value(g, "control-score", Context(unit=unit, objective=thing), base)))


# -- control ---------------------------------------------------------------------------------------


def controller_of(g: Game, thing: Thing) -> str:
    """Return the name of the player who controls something, "" for nobody."""
    name = str(thing.memory.get(CONTROLLER, ""))
    if name and isinstance(thing, Terrain) and not _is_contested_by(g, thing, name):
        return ""
    return name


def _is_contested_by(g: Game, thing: Thing, player: str) -> bool:
    return any(unit.owner == player and contests(g, unit, thing) for unit in g.units.values())


def determine_control(g: Game) -> Procedure[None]:
    """Determine control of everything that can be controlled (core rules, 32.2)."""
    for things in (objectives(g), standing(g)):
        counted = yield from _assigned(g, things)
        for thing in things:
            _compare(g, thing, counted)


def _assigned(g: Game, things: Sequence[Holdable]) -> Procedure[dict[int, int]]:
    """Return for which thing each unit that contests any counts, by ids."""
    counted = {}
    for player in in_turn(g):
        for unit in g.units.values():
            if unit.owner == player:
                chosen = yield from _pick(g, unit, [thing.id for thing in things if contests(g, unit, thing)])
                if chosen:
                    counted[unit.id] = chosen
    return counted


def _pick(g: Game, unit: Unit, options: list[int]) -> Procedure[int]:
    if len(options) < 2:
        return options[0] if options else 0
    names = {number: g.things[number].name for number in options}
    answer: int = yield Decision(
        "control.contest",
        unit.owner,
        f"What does {unit.name} contest?",
        options,
        "Core Rules, 32.1",
        {"unit": unit.id, "names": list(names.values())},
    )
    return answer


def _compare(g: Game, thing: Holdable, counted: dict[int, int]) -> None:
    scores = dict.fromkeys(g.players, 0)
    for number, at in counted.items():
        unit = g.units[number]
        if at == thing.id:
            scores[unit.owner] += control_score(g, unit, thing)
    best = max(scores.values())
    leaders = [name for name, score in scores.items() if score == best]
    before = controller_of(g, thing)
    after = leaders[0] if best and len(leaders) == 1 else before
    thing.memory[CONTROLLER] = after
    if after != before:
        kind = "control-gained" if after else "control-lost"
        g.emit(kind, thing=thing.id, player=after or before, scores=scores)
