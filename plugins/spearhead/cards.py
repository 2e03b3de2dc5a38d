"""Cards: twists that hold for a round, battle tactics that players hold in hand.

A player's hand is `memory["hand"]`, names in the order in which they were drawn; the card's clauses are held
by the player meanwhile. The twist is held by the battle; its name is `g.memory["twist"]`. Source: battlepack,
2.1, 2.2, Twist Cards and Battle Tactic Cards.
"""

from __future__ import annotations

from itertools import combinations

from tercio.kernel import decks
from tercio.kernel.decisions import Decision, Procedure
from tercio.kernel.state import Game, Player

from .battle import HAND, TWIST

TACTICS, TWISTS = "Battle Tactics", "Twists"


def hand_of(player: Player) -> list[str]:
    """Return the cards in a player's hand."""
    hand: list[str] = player.memory[HAND]
    return hand


def fill_hand(g: Game, player: Player) -> None:
    """Let a player draw until the hand is full or the deck is empty."""
    while len(hand_of(player)) < g.ruleset.constant("hand-size") and draw_tactic(g, player):
        pass


def draw_tactic(g: Game, player: Player) -> bool:
    """Let a player draw a card; returns whether the deck had one."""
    card = decks.draw(g, player, TACTICS)
    if card is None:
        return False
    hand_of(player).append(card)
    decks.take(g, player, card)
    return True


def discard(g: Game, player: Player, card: str) -> None:
    """Lay a card of a player's hand on the discards, face up. Nothing happens if it is not in the hand."""
    hand = hand_of(player)
    if card in hand:
        hand.remove(card)
        decks.put_down(g, player, card)
        decks.discard(g, player, TACTICS, card)


def offer_discards(g: Game, player: Player) -> Procedure[None]:
    """Let a player discard any number of cards before drawing."""
    hand = hand_of(player)
    if not hand:
        return
    options = [list(some) for count in range(len(hand) + 1) for some in combinations(hand, count)]
    facts = {"hand": list(hand), "left": decks.count(player, TACTICS)}
    answer = yield Decision(
        "cards.discard",
        player.name,
        "Which cards are discarded?",
        options,
        "City of Ash, Battle Tactic Cards",
        facts,
    )
    for card in answer:
        discard(g, player, card)


def reveal_twist(g: Game) -> str:
    """Draw the next twist and bring it into force; returns its name, "" if the deck is empty."""
    card = decks.draw(g, g.battle, TWISTS) or ""
    g.memory[TWIST] = card
    if card:
        decks.take(g, g.battle, card)
    return card


def end_twist(g: Game) -> None:
    """End the twist of this round."""
    card = g.memory[TWIST]
    if card:
        decks.put_down(g, g.battle, card)
        decks.discard(g, g.battle, TWISTS, card)
        g.memory[TWIST] = ""
