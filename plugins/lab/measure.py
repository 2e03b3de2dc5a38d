"""What is measured of a battle that is over, whatever its game: numbers by player, who won, how long it took,
what fired.

Metrics are told from the first list's side: `battle-points` are its own, `battle-points-of-foe` those of the
other list.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from tercio.dsl.desk import Battle
from tercio.kernel.events import Event
from tercio.kernel.state import Game

WIN, DRAW, TURNS, DECISIONS, LOST = "win", "draw", "turns", "decisions", "units-lost"
OF_FOE = "-of-foe"
SHARES = frozenset({WIN, DRAW, WIN + OF_FOE})
"""Metrics that are 0 or 1 in each game."""

_NAMED = {"rule-acted": "rule", "action-declared": "action"}
"""Events that say what fired, and the fact that names it."""

_THINGS = ("unit", "target", "target_unit", "by", "bearer")
"""Facts that are ids of things on the table."""


def metrics_of(battle: Battle, result: Mapping[str, Any], first: str) -> dict[str, float]:
    """Return the metrics of a battle for the player who has the first list."""
    game = battle.session.game
    other = next(name for name in game.players if name != first)
    winner = result["winner"]
    found: dict[str, float] = {
        WIN: int(winner == first),
        WIN + OF_FOE: int(winner == other),
        DRAW: int(winner not in (first, other)),
        TURNS: _rounds(game),
        DECISIONS: result["decisions"],
    }
    for name, by_player in {LOST: units_lost(game), **_by_player(result, game)}.items():
        found[name] = by_player[first]
        found[name + OF_FOE] = by_player[other]
    return found


def _by_player(result: Mapping[str, Any], game: Game) -> dict[str, Mapping[str, float]]:
    """Return the numbers of a result that are told for every player."""
    return {
        key.replace("_", "-"): value
        for key, value in result.items()
        if isinstance(value, Mapping)
        and value.keys() >= game.players.keys()
        and all(type(value[name]) in (int, float) for name in game.players)
    }


def units_lost(game: Game) -> dict[str, int]:
    """Return how many units each player lost."""
    lost = Counter(unit.owner for unit in game.units.values() if unit.destroyed)
    return {name: lost[name] for name in game.players}


def _rounds(game: Game) -> int:
    """Return how many rounds were begun."""
    events = game.events or []
    return sum(event.kind == "begins" and event.facts.get("level") == "round" for event in events)


def shown_by_default(columns: Iterable[str]) -> list[str]:
    """Return the metrics that are told unless others are asked for; `columns` are those of the system."""
    own = [column.replace("_", "-") for column in columns]
    return list(dict.fromkeys([WIN, DRAW, *own, TURNS, LOST, LOST + OF_FOE]))


def fired_of(events: Iterable[Event]) -> dict[str, int]:
    """Return how often what happened: rules that acted and actions that were used by name, all other events
    by kind.
    """
    counted = Counter(_label(event) for event in events if event.kind != "begins")
    return dict(sorted(counted.items()))


def _label(event: Event) -> str:
    fact = _NAMED.get(event.kind)
    return f"{fact} {event.facts.get(fact, '')}" if fact is not None else event.kind


def attacks_of(game: Game) -> list[dict[str, Any]]:
    """Return a flat row for each event `attacks`: ids of things stand beside their names, lists are joined,
    what is told by stage has a column for each.
    """
    return [_flat(event, game) for event in game.events or () if event.kind == "attacks"]


def _flat(event: Event, game: Game) -> dict[str, Any]:
    row: dict[str, Any] = {"event": event.number, "at": event.path}
    for name, value in event.facts.items():
        match value:
            case dict():
                row |= {f"{name}-{key}": item for key, item in value.items()}
            case list() | tuple() | set() | frozenset():
                row[name] = " ".join(sorted(map(str, value)))
            case _:
                row[name] = value
        if name in _THINGS and value in game.things:
            row[f"{name}-name"] = game.things[value].name
    return row
