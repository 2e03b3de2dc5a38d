"""One game of an experiment: played, and measured. What runs in the workers.

A game that raises is a row too, with its error; the others go on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from tercio.dsl.desk import Battle, Desk
from tercio.kernel.errors import RulesError

from .measure import attacks_of, fired_of, metrics_of
from .pace import now
from .plan import Maker, Plan

_AT_A_TIME = Lock()
"""Threads of one worker share a desk, which is no place for two games at once."""


@dataclass(slots=True)
class Row:
    """One game: its number, who won, its metrics from the first list's side, how often what fired, rows of
    its attacks; or the error that ended it.
    """

    number: int
    winner: str = ""
    metrics: dict[str, float] = field(default_factory=dict)
    fired: dict[str, int] = field(default_factory=dict)
    state: str = ""
    error: str = ""
    attacks: list[dict[str, Any]] = field(default_factory=list)


@dataclass(slots=True)
class Batch:
    """Rows of a batch, and how many seconds it took."""

    rows: list[Row]
    seconds: float


_DESKS: dict[tuple[Maker, tuple[tuple[str, ...], ...]], Desk] = {}
"""The desks of this process by maker and rules. A process that is forked from the first one has its desks."""


def desk_of(plan: Plan) -> Desk:
    """Return the desk of this process for a plan, made when it is first asked for."""
    key = plan.maker, plan.digests
    if key not in _DESKS:
        _DESKS.clear()
        _DESKS[key] = plan.maker()
    return _DESKS[key]


def seat(plan: Plan, desk: Desk) -> None:
    """Let a desk that is there already be the one of a plan."""
    _DESKS.clear()
    _DESKS[plan.maker, plan.digests] = desk


def play_batch(plan: Plan, numbers: Sequence[int]) -> Batch:
    """Play some games of a plan."""
    start = now()
    with _AT_A_TIME:
        rows = [play_game(plan, number) for number in numbers]
    return Batch(rows, now() - start)


def play_game(plan: Plan, number: int) -> Row:
    """Play one game of a plan; a game that raises returns what it raised."""
    try:
        return _row(plan, number)
    except Exception as error:
        return Row(number, error=f"{type(error).__name__}: {error}")


def _row(plan: Plan, number: int) -> Row:
    place = plan.place(number)
    seats = plan.seats(place)
    battle = _begun(plan, number)
    result = battle.play([plan.agent_of(one) for one in seats])
    players = list(battle.session.game.players)
    first = players[seats.index(plan.matches[place.match][0])]
    winner = result["winner"]
    won = "first" if winner == first else "second" if winner in players else "draw"
    return Row(
        number,
        won,
        metrics_of(battle, result, first),
        fired_of(battle.session.game.events or ()),
        result["state_hash"],
        attacks=attacks_of(battle.session.game) if plan.attacks else [],
    )


def _begun(plan: Plan, number: int) -> Battle:
    place = plan.place(number)
    battle = desk_of(plan).begin(
        plan.system,
        [plan.texts[one] for one in plan.seats(place)],
        seed=plan.seed_of(place),
        over=plan.rulesets[place.rules].over,
        options=dict(plan.options),
        record=True,
    )
    if battle.ruleset.digest != plan.digest(place):
        raise RulesError("the rules of this worker are others: lay the same packs at the same paths")
    return battle


def crashed(number: int) -> Row:
    """Return the row of a game that took its worker with it."""
    return Row(number, error="the worker died")
