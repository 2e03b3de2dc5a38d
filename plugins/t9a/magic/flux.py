"""The first four steps of the Magic Phase: Flux Card, Siphon the Veil, Storing Magic, Excess Magic.

Each player's deck is kept in the game's memory as the cards that are left, in the order in which they will
be drawn: it is shuffled once by a roll of its own. Source: T9A rulebook, Magic Phase 1-4; rulings 59, 60.
"""

from __future__ import annotations

from typing import Any

from tercio.kernel.context import Context
from tercio.kernel.decisions import Decision, Procedure, ask
from tercio.kernel.errors import RulesError
from tercio.kernel.modifiers import value
from tercio.kernel.state import Game, Player, Pool
from tercio.kernel.windows import listens, open_window

from .. import marks
from ..magical_effects import tidy
from .pool import STORED, dice_of, gain, lose, set_dice

FLUX, DECKS = "flux", "flux-decks"


# -- 1. Draw Flux Card -----------------------------------------------------------------------------


def draw_flux_card(g: Game) -> Procedure[None]:
    """Step draw-flux-card: a card of the Active Player's deck says what both players get; what was left is
    lost.
    """
    tidy(g)
    deck = deck_of(g, g.active)
    card = deck.pop(0) if deck else 0
    dice = int(g.ruleset.table("flux").look(card)) if card else 0
    g.memory[FLUX] = {"card": card, "dice": dice, "attempts": {}, "tried": [], "cast": 0}
    g.emit("flux-card", player=g.active, card=card, dice=dice, left=len(deck))
    for player in g.players.values():
        set_dice(g, player, dice, "flux-card")
    yield from ()


def deck_of(g: Game, player: str) -> list[int]:
    """Return the cards that are left in a player's deck, the next one first; a deck is shuffled when it is
    first used.
    """
    decks: dict[str, list[int]] = g.memory.setdefault(DECKS, {})
    if player not in decks:
        low, high = g.ruleset.table("flux-decks").row(g.players[player].size)
        decks[player] = shuffled(g, list(range(int(low), int(high) + 1)), f"flux-deck/{player}")
    return decks[player]


def shuffled(g: Game, cards: list[int], purpose: str) -> list[int]:
    """Return cards in an order that one roll for each place decides."""
    left, order = list(cards), []
    while len(left) > 1:
        (face,) = g.dice.faces(purpose, 1, len(left))
        order.append(left.pop(face - 1))
    return order + left


# -- 2. Siphon the Veil ----------------------------------------------------------------------------


def siphon_the_veil(g: Game) -> Procedure[None]:
    """Step siphon-the-veil: the Active Player gains the free die, Channel, and what it stored."""
    player = g.players[g.active]
    gain(g, player, int(g.ruleset.constant("free-siphon-dice")), "free")
    gain(g, player, channel_of(g, player), "channel")
    gain(g, player, player.tokens.pop(STORED, 0), "stored")
    yield from ()


def channel_of(g: Game, player: Player) -> int:
    """Return the Magic Dice that a player's models with Channel add; Shaken ones and those off the table
    add none.
    """
    return sum(
        channel_of_pool(g, pool)
        for unit in g.units.values()
        if unit.owner == player.name and not unit.destroyed and unit.rect is not None
        for pool in unit.pools
    )


def channel_of_pool(g: Game, pool: Pool) -> int:
    """Return the Channel of a model, of a Wizard Conclave as a whole, not below 0."""
    if pool.models <= 0 or marks.SHAKEN in pool.unit.marks:
        return 0
    return max(0, int(value(g, "channel", Context(model=pool, unit=pool.unit), 0)))


# -- 3. Storing Magic ------------------------------------------------------------------------------


def store_magic(g: Game) -> Procedure[None]:
    """Step store-magic: the Active Player may give up a die and have it in its next Magic Phase."""
    player = g.players[g.active]
    most = min(int(g.ruleset.constant("store-limit")), dice_of(player))
    if most <= 0:
        return
    facts = {"dice": dice_of(player), "limit": limit(g)}
    answer = yield from ask(
        Decision(
            "magic.store", player.name, "Store a Magic Die?", [0, *range(1, most + 1)], "Magic Phase 3", facts
        )
    )
    if answer:
        lose(g, player, answer, "stored")
        player.tokens[STORED] = answer


# -- 4. Excess Magic -------------------------------------------------------------------------------


def excess_magic(g: Game) -> Procedure[None]:
    """Step excess-magic: no player keeps more dice than twice those of the Flux Card."""
    for player in g.players.values():
        lose(g, player, dice_of(player) - limit(g), "excess")
    if listens(g, "after excess-applied"):
        active = g.players[g.active]
        opponent = g.players[g.opponent(g.active)]
        yield from open_window(g, "after excess-applied", Context(player=active, opponent=opponent))


def limit(g: Game) -> int:
    """Return the most Magic Dice that a player may have in this phase. Raises RulesError without a card."""
    if FLUX not in g.memory:
        raise RulesError("no Flux Card is drawn: the sequence needs the step draw-flux-card before this one")
    return int(g.memory[FLUX]["dice"]) * int(g.ruleset.constant("excess-factor"))


def state_of(g: Game) -> dict[str, Any]:
    """Return what is known of this Magic Phase: card, dice, attempts by spell, who has tried what, spells
    cast.
    """
    flux: dict[str, Any] = g.memory.setdefault(
        FLUX, {"card": 0, "dice": 0, "attempts": {}, "tried": [], "cast": 0}
    )
    return flux
