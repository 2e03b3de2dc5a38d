"""A game as a row of numbers from 0 to 1, for agents that learn: the same for every system.

First the clock: the share of the battle that is over (round of rounds), whether the player who looks is
active, and which kind of decision is asked (one of `KINDS` places, by the digest of its name). Then `UNITS`
units of the player who looks, then as many of the opponent, in order of birth, each as six numbers: whether
it stands on the table, the share of its models that is left, the share of health, where its middle lies
across and along the table (turned for the second player, so that each looks from its own edge), and whether
it touches an enemy. Units beyond are left out; places without one are 0.
"""

from __future__ import annotations

from hashlib import blake2b
from itertools import islice

from tercio.kernel.decisions import Decision
from tercio.kernel.state import Game, Pool, Unit

KINDS, UNITS, EACH = 64, 24, 6
SIZE = 2 + KINDS + 2 * UNITS * EACH


def numbers(game: Game, player: str, decision: Decision | None) -> list[float]:
    """Return what a player sees of a game, `SIZE` numbers from 0 to 1."""
    seen = [_clock(game), float(game.active == player), *_kind(decision)]
    for owner in (player, game.opponent(player)):
        units = [unit for unit in game.units.values() if unit.owner == owner]
        rows = [number for unit in islice(units, UNITS) for number in _unit(game, unit, player)]
        seen += rows + [0.0] * (UNITS * EACH - len(rows))
    return [min(1.0, max(0.0, number)) for number in seen]


def _clock(game: Game) -> float:
    if game.clock.over:
        return 1.0
    frame = game.clock.frame("round")
    return frame.turn / max(1, frame.node.times) if frame is not None else 0.0


def _kind(decision: Decision | None) -> list[float]:
    places = [0.0] * KINDS
    if decision is not None:
        places[blake2b(decision.kind.encode(), digest_size=1).digest()[0] % KINDS] = 1.0
    return places


def _unit(game: Game, unit: Unit, player: str) -> list[float]:
    if unit.destroyed:
        return [0.0] * EACH
    middle = _middle(unit)
    starting = sum(pool.starting for pool in unit.pools)
    health = sum(_full(pool) for pool in unit.pools)
    across, along = _turned(game, middle, player) if middle is not None else (0.0, 0.0)
    return [
        float(middle is not None),
        unit.models / max(1, starting),
        sum(pool.health for pool in unit.pools) / max(1, health),
        across,
        along,
        float(bool(game.engagement.foes(unit.id))) if middle is not None else 0.0,
    ]


def _full(pool: Pool) -> float:
    each = pool.profile.get("health-points") or 1
    return pool.starting * each if isinstance(each, int) else pool.starting


def _middle(unit: Unit) -> tuple[float, float] | None:
    if unit.rect is not None:
        return unit.rect.x, unit.rect.y
    shapes = [model.shape for pool in unit.pools for model in pool.loose if model.shape is not None]
    if not shapes:
        return None
    return _mean([shape.x for shape in shapes]), _mean([shape.y for shape in shapes])


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)


def _turned(game: Game, middle: tuple[float, float], player: str) -> tuple[float, float]:
    across = middle[0] / game.width if game.width else 0.0
    along = middle[1] / game.depth if game.depth else 0.0
    first = player == next(iter(game.players))
    return (across, along) if first else (1 - across, 1 - along)
