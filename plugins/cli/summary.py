"""How a battle ended: the result completed with what every system owes, and the table at the end of a
story.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tercio.kernel.errors import RulesError

from .common import table

if TYPE_CHECKING:
    from rich.console import Console

    from tercio.dsl.desk import Battle

OWED = (
    "winner",
    "turns",
    "decisions",
    "events",
    "state_hash",
    "ruleset_hash",
    "seed",
)
DRAW = "draw"


def complete(result: Mapping[str, Any], battle: Battle) -> dict[str, Any]:
    """Return the result with the keys that every battle has first; words of keys are joined by `_`.

    `winner` is a player's name or `draw`. Raises RulesError if the system does not tell one of them.
    """
    told = {key.replace("-", "_"): value for key, value in result.items()}
    told.setdefault("turns", _rounds(battle))
    told["winner"] = told.get("winner") or DRAW
    missing = [key for key in OWED if key not in told]
    if missing:
        raise RulesError(f"the system {battle.header.system} does not tell {', '.join(missing)}")
    return {key: told[key] for key in OWED} | {key: value for key, value in told.items() if key not in OWED}


def _rounds(battle: Battle) -> int:
    """How many rounds were begun."""
    events = battle.session.game.events or []
    return sum(event.kind == "begins" and event.facts.get("level") == "round" for event in events)


def units_lost(battle: Battle) -> dict[str, int]:
    """Return how many units each player lost."""
    game = battle.session.game
    lost = dict.fromkeys(game.players, 0)
    for unit in game.units.values():
        if unit.destroyed and unit.owner in lost:
            lost[unit.owner] += 1
    return lost


def print_summary(result: Mapping[str, Any], battle: Battle, out: Console) -> None:
    """Print the table of both sides, the winner and what is needed to play the same battle again."""
    lost = units_lost(battle)
    players = battle.session.game.players
    columns = [key for key in battle.system.columns if key in result]
    rows = [
        (
            f"{name} ({player.army})" if player.army else name,
            lost[name],
            *(share(result[key], name) for key in columns),
        )
        for name, player in players.items()
    ]
    headings = ("player", "units lost", *(key.replace("_", " ") for key in columns))
    numbers = [key for key in columns if all(isinstance(share(result[key], name), int) for name in players)]
    right = ",".join(("units lost", *(key.replace("_", " ") for key in numbers)))
    out.print(table(headings, rows, right=right))
    winner = result["winner"]
    verdict = "a draw" if winner == DRAW else f"{winner} wins"
    out.print(f"{verdict} after {result['turns']} rounds, {result['decisions']} decisions")
    out.print(f"seed {result['seed']}, state {result['state_hash']}")


def share(points: Any, player: str) -> Any:
    """Return a player's share of points told by player."""
    return points.get(player, 0) if isinstance(points, Mapping) else points
