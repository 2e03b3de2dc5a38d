"""Amounts and things that packs of The 9th Age use beside those of every game: ranks, turns, magic,
Discipline.

They ask the modules that own the rules and never change anything.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tercio.kernel.context import Context
from tercio.kernel.decl.expr import DiceAmount
from tercio.kernel.geometry import Point
from tercio.kernel.modifiers import hits_of, live
from tercio.kernel.query import context_for
from tercio.kernel.relations import owner_name
from tercio.kernel.state import Game, Held, Player, Pool, Unit
from tercio.kernel.terms import pools_in
from tercio.kernel.vocabulary import Vocabulary
from tercio.plugins.regiments.formation import formation_of, rank_lengths

from ..magic.flux import FLUX
from ..magic.pool import dice_of
from ..melee.formations import effective_ranks, own_ranks
from .relations import general

WORDS = Vocabulary()
GAME_TURN = "game-turn"


# -- formation -------------------------------------------------------------------------------------


@WORDS.term("ranks", "ranks of {u:unit}")
def ranks_of(_g: Game, u: Unit | None) -> int:
    """Ranks of a unit, an incomplete last one counted (Definitions 3)."""
    return len(rank_lengths(u)) if u is not None and u.formation is not None else 0


@WORDS.term("files", "files of {u:unit}")
def files_of(_g: Game, u: Unit | None) -> int:
    """Files of a unit (Definitions 3)."""
    return formation_of(u).files if u is not None and u.formation is not None else 0


@WORDS.term("own-ranks", "own-ranks of {u:unit}")
def own_ranks_of(g: Game, u: Unit | None) -> int:
    """Proper Ranks by formation alone, before any rule (Definitions 3)."""
    return own_ranks(g, u) if u is not None and u.models else 0


@WORDS.term("combat-ranks", "combat-ranks of {u:unit}")
def combat_ranks_of(g: Game, u: Unit | None) -> int:
    """Proper Ranks as they count now, but for those that being Surrounded takes (Melee Phase 2.A)."""
    return effective_ranks(g, u) if u is not None and u.models else 0


@WORDS.term("for-each-rank", "{n:amount} for each rank of {u:unit}")
def for_each_rank(g: Game, n: Any, u: Unit | None) -> Any:
    """An amount as often as a unit has ranks, dice rolled together (Fire Phoenix)."""
    times = ranks_of(g, u)
    if isinstance(n, DiceAmount):
        return replace(n, count=n.count * times, plus=n.plus * times)
    return n * times


# -- Discipline ------------------------------------------------------------------------------------


@WORDS.term("own-discipline", "own-discipline of {x:any}")
def own_discipline_of(g: Game, x: Any) -> int:
    """Discipline of a model with its own modifiers, without what other units lend it (Model Rules,
    Commanding Presence).
    """
    return max((_own_discipline(g, pool) for pool in pools_in(x)), default=0)


def _own_discipline(g: Game, pool: Pool) -> int:
    c = context_for(pool)
    total = int(pool.profile.get("discipline") or 0)
    hits = hits_of(g, pool).get("discipline@model", ())
    for rule, held in live(g, c, hits):
        if rule.op.value == "add":
            total += int(rule.amount(g, c, held))
    declared = g.ruleset.characteristics.get("discipline")
    high = declared.high if declared is not None else None
    return total if high is None else min(total, high)


@WORDS.term("general-discipline", "general-discipline of {u:unit}")
def general_discipline_of(g: Game, u: Unit | None) -> int:
    """Discipline of the General on a unit's side, 0 without one on the table (Model Rules, Captain)."""
    if u is None:
        return 0
    mine = [unit for unit in g.units.values() if unit.owner == u.owner and not unit.destroyed]
    generals = [pool for unit in mine for pool in unit.pools if general(g, pool)]
    return max((_own_discipline(g, pool) for pool in generals), default=0)


# -- time ------------------------------------------------------------------------------------------


@WORDS.term("game-turn", "game-turn")
def game_turn(g: Game) -> int:
    """Which Game Turn it is, 0 before the first (The Flow of the Game)."""
    return g.clock.number(GAME_TURN)


@WORDS.term("player-turn", "player-turn")
def player_turn(g: Game) -> int:
    """Which Player Turn of the Game Turn it is, 1 or 2; later ones of the battle count on, 0 before the
    first.
    """
    turn, order = g.clock.number(GAME_TURN), g.clock.order
    if not turn or g.active not in order:
        return 0
    return (turn - 1) * len(order) + order.index(g.active) + 1


# -- magic -----------------------------------------------------------------------------------------


@WORDS.term("magic-dice", "magic-dice of {p:player}")
def magic_dice_of(_g: Game, p: Player | None) -> int:
    """Magic Dice in a player's pool (Magic Phase 1)."""
    return dice_of(p) if p is not None else 0


@WORDS.term("card", "card")
def card(g: Game) -> int:
    """Magic Dice that the Flux Card of this phase gives, 0 before it is drawn (Magic Phase 1)."""
    return int(g.memory.get(FLUX, {}).get("dice", 0))


@WORDS.term("casting-total", "casting-total", situated=True)
def casting_total(_g: Game, c: Context, _h: Held | None) -> int:
    """Total of the Casting Roll of the attempt at hand (Magic Phase 5.A)."""
    return int(getattr(c.spell, "total", 0) or 0)


@WORDS.term("casting-dice", "casting-dice", situated=True)
def casting_dice(_g: Game, c: Context, _h: Held | None) -> int:
    """Magic Dice of the Casting Roll of the attempt at hand (Magic Phase 5.A)."""
    return int(getattr(c.spell, "dice", 0) or 0)


@WORDS.term("miscast", "miscast", "any", situated=True)
def miscast(_g: Game, c: Context, _h: Held | None) -> str:
    """Name of what the Miscast at hand does, by the table (Magic Phase 6)."""
    return str(getattr(c.spell, "miscast", "") or "")


@WORDS.term("other-channel", "other-channel of {x:any}", situated=True)
def other_channel(g: Game, c: Context, h: Held | None, x: Any) -> int:
    """Channel of the army but for what the speaking rule gives (Talisman of the Void)."""
    owner = owner_name(x)
    pools = [pool for unit in g.units.values() if unit.owner == owner for pool in unit.pools]
    return sum(
        int(rule.amount(g, c, held))
        for pool in pools
        for rule, held in hits_of(g, pool).get("channel@model", ())
        if held != h
    )


@WORDS.term("spells-cast", "spells-cast")
def spells_cast(g: Game) -> int:
    """Other spells that the active player has cast in this Magic Phase."""
    return int(g.memory.get(FLUX, {}).get("cast", 0))


# -- places ----------------------------------------------------------------------------------------


@WORDS.term("centre", "centre", "any")
def centre(g: Game) -> Point:
    """The middle of the table."""
    return (g.width * 0.5, g.depth * 0.5)
