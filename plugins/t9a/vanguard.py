"""After deployment: the Defender's Advantage and Vanguard Moves.

Steps: `defenders_advantage`, `vanguard_moves`. Decisions: deploy.advantage (unit id), deploy.vanguard (unit
id or pass), then move.manoeuvre. The players move their vanguard by turns, beginning with the unit of the
Defender's Advantage; a player who passes moves no more. Source: T9A rulebook, Battle Preparations 3.E-3.F;
Model Rules, Vanguard; rulings 66.
"""

from __future__ import annotations

from collections.abc import Callable
from math import hypot

from tercio.kernel.context import Context
from tercio.kernel.decisions import PASS, Decision, Procedure, ask
from tercio.kernel.errors import Refusal
from tercio.kernel.geometry import EPSILON, Rect, within
from tercio.kernel.modifiers import value
from tercio.kernel.permissions import may
from tercio.kernel.state import Game, Thing, Unit
from tercio.kernel.windows import listens, open_window

from .battle import SET_UP
from .deployment_types import MEASURED_VANGUARD, give_spearheads, give_vanguard
from .movement import manoeuvre
from .muster import CHARACTER
from .scoring import scoring
from .setup import defender
from .spacing import enemies, friends
from .zones import inside_zone

ADVANTAGE, VANGUARD = "advantage", "Vanguard"
SCOUTED, VANGUARDED, BEGAN_SCORING = "scouted", "vanguarded", "began-scoring"


def defenders_advantage(g: Game) -> Procedure[None]:
    """Step defenders-advantage: one of the Defender's units without Characters gains Vanguard (Battle
    Preparations 3.E).
    """
    give_spearheads(g)
    player = defender(g)
    options = [
        unit.id for unit in friends(g, player) if not any(pool.role == CHARACTER for pool in unit.pools)
    ]
    if not options:
        return
    answer = yield from ask(
        Decision("deploy.advantage", player, "Which unit gains Vanguard?", options, "Battle Preparations 3.E")
    )
    give_vanguard(g, g.units[answer], "Defender's Advantage")
    g.memory[SET_UP][ADVANTAGE] = answer
    g.emit("defenders-advantage", unit=answer)


def vanguard_moves(g: Game) -> Procedure[None]:
    """Step vanguard-moves, then note what the battle begins with (Battle Preparations 3.F)."""
    player = defender(g)
    for name in (player, g.opponent(player)):
        if listens(g, "after vanguard-begins"):
            yield from open_window(g, "after vanguard-begins", Context(player=g.players[name]))
    favoured = g.units.get(g.memory[SET_UP].get(ADVANTAGE, 0))
    if favoured is not None and may_vanguard(g, favoured):
        yield from _move(g, favoured)
        player = g.opponent(player)
    yield from _by_turns(g, player)
    _begin(g)


def _by_turns(g: Game, player: str) -> Procedure[None]:
    waiting = dict.fromkeys(g.players, True)
    while any(waiting.values()):
        options = [unit.id for unit in friends(g, player) if may_vanguard(g, unit)]
        if not waiting[player] or not options:
            waiting[player] = False
        else:
            answer = yield from ask(
                Decision(
                    "deploy.vanguard",
                    player,
                    "Which unit makes a Vanguard Move?",
                    [*options, PASS],
                    "Battle Preparations 3.F",
                    {"units": options},
                )
            )
            if answer == PASS:
                waiting[player] = False
            else:
                yield from _move(g, g.units[answer])
        player = g.opponent(player)


def may_vanguard(g: Game, unit: Unit) -> bool:
    """Return whether a unit on the table may make a Vanguard Move and has not."""
    if unit.rect is None or unit.destroyed or VANGUARDED in unit.marks:
        return False
    return may(g, "vanguard", Context(unit=unit), False)


def vanguard_mobility(g: Game, unit: Unit) -> int | None:
    """Return the Mobility of a Vanguard Move in inches; None for the unit's own, of those that have
    Vanguard without a measure.
    """
    measured = int(value(g, "vanguard-distance", Context(unit=unit), 0))
    return None if not measured or _has_plain(unit) else measured


def _has_plain(unit: Unit) -> bool:
    return _holds(unit, VANGUARD) or all(_holds(pool, VANGUARD) for pool in unit.pools)


def _holds(thing: Thing, name: str) -> bool:
    return any(held.instance.ref.name == name for held in thing.held)


def _move(g: Game, unit: Unit) -> Procedure[None]:
    unit.marks[VANGUARDED] = 0
    yield from manoeuvre(
        g, unit, vanguard_mobility(g, unit), also=_limits(g, unit), why="Battle Preparations 3.F"
    )


def _limits(g: Game, unit: Unit) -> Callable[[Rect], Refusal | None]:
    """No model farther than the Vanguard's limit, none near an enemy at the end; corners stand for the
    models.
    """
    start = unit.rect
    assert start is not None
    most = float(g.ruleset.constant("vanguard-max-move"))
    near = float(g.ruleset.constant("vanguard-enemy-distance"))
    foes = [foe.rect for foe in enemies(g, unit.owner) if foe.rect is not None]

    def judge(end: Rect) -> Refusal | None:
        far = farthest_corner(start, end)
        if far > most + EPSILON:
            return Refusal("vanguard.too_far", {"inches": round(far, 4), "most": most})
        if any(within(end, foe, near) for foe in foes):
            return Refusal("vanguard.too_near_enemy", {"inches": near})
        return None

    return judge


def farthest_corner(start: Rect, end: Rect) -> float:
    """Return how far the corner that moves most is carried, in inches."""
    pairs = zip(start.corners, end.corners, strict=True)
    return max(hypot(a[0] - b[0], a[1] - b[1]) for a, b in pairs)


def _begin(g: Game) -> None:
    """Note who stands outside its own zone, and who is Scoring, as the battle begins."""
    for unit in g.units.values():
        if unit.rect is None or unit.destroyed:
            continue
        if not inside_zone(g, unit.rect, unit.owner):
            unit.marks[SCOUTED] = 0
        if scoring(g, unit):
            unit.marks[BEGAN_SCORING] = 0


__all__ = ["MEASURED_VANGUARD", "defenders_advantage", "may_vanguard", "vanguard_mobility", "vanguard_moves"]
