"""Decks of cards: plain data in the memory of whoever has them, shuffled by the dice of the game.

A deck is a `pile`, its next card first, and the `discards`, the latest last, each by the names of cards. A
card that was drawn is in neither; where it is kept is the caller's concern. `take` and `put_down` bring its
clauses into force and end that.
"""

from __future__ import annotations

from .decl.expr import Bundle
from .decl.things import Card
from .errors import RulesError, did_you_mean
from .relations import owner_name
from .rolls import purpose
from .ruleset import hold
from .state import Game, Held, Thing, touch

DECKS, PILE, DISCARDS = "decks", "pile", "discards"
SHUFFLE = "shuffle"
"""The roll by which a pile is shuffled."""

Deck = dict[str, list[str]]


def cards_of(g: Game, deck: str) -> list[str]:
    """Return the cards declared for a deck, with their copies, in order of declaration. Raises RulesError if
    there are none.
    """
    cards = g.ruleset.of_kind(Card).values()
    found = [card.name for card in cards if card.deck == deck for _ in range(card.copies)]
    if not found:
        hint = did_you_mean(deck, {card.deck for card in cards})
        raise RulesError(f'no card is of a deck "{deck}" in these packs; {hint}'.rstrip("; "))
    return found


def new_deck(g: Game, holder: Thing, deck: str, *, of: str | None = None) -> None:
    """Give a thing a deck of all cards declared for it, not shuffled. It is known as `deck` and made of the
    cards of the deck `of`, the one of the same name by default. Raises RulesError if there are none.
    """
    cards = cards_of(g, deck if of is None else of)
    holder.memory.setdefault(DECKS, {})[deck] = {PILE: cards, DISCARDS: []}


def shuffle(g: Game, holder: Thing, deck: str) -> None:
    """Put the pile of a deck in an order that one die for each swap decides (Fisher and Yates)."""
    pile = _deck(holder, deck)[PILE]
    rolled = purpose(g, holder.name, deck, SHUFFLE)
    for left in range(len(pile), 1, -1):
        (face,) = g.dice.faces(rolled, 1, left)
        pile[left - 1], pile[face - 1] = pile[face - 1], pile[left - 1]


def draw(g: Game, holder: Thing, deck: str) -> str | None:
    """Take the next card of a pile and return it, None if there is none left."""
    pile = _deck(holder, deck)[PILE]
    if not pile:
        return None
    card = pile.pop(0)
    g.emit("card-drawn", player=owner_name(holder), card=card, deck=deck)
    return card


def discard(g: Game, holder: Thing, deck: str, card: str) -> None:
    """Lay a card that was drawn on the discards of its deck."""
    _deck(holder, deck)[DISCARDS].append(card)
    g.emit("card-discarded", player=owner_name(holder), card=card, deck=deck)


def count(holder: Thing, deck: str) -> int:
    """Return how many cards are left in the pile of a deck."""
    return len(_deck(holder, deck)[PILE])


def _deck(holder: Thing, deck: str) -> Deck:
    """Return a deck of a thing. Raises KeyError if it has none of that name."""
    decks: dict[str, Deck] = holder.memory.get(DECKS, {})
    if deck not in decks:
        raise KeyError(f"{holder.name} has no deck {deck!r}")
    return decks[deck]


# -- cards in force --------------------------------------------------------------------------------


def take(g: Game, thing: Thing, card_name: str) -> Held:
    """Let a thing hold the clauses of a card, as a rule of its name. Raises RulesError for no such card."""
    card = g.ruleset.get(Card, card_name)
    held = hold(g, thing, Bundle(card.clauses, card.name), card.name)
    touch(g, thing, held.instance)
    return held


def put_down(g: Game, thing: Thing, card_name: str) -> None:
    """Let a thing hold the clauses of a card no longer; of several copies the one that it took first. Raises
    KeyError if it holds none.
    """
    for place, held in enumerate(thing.held):
        given = held.instance.given
        if isinstance(given, Bundle) and given.name == card_name == held.source:
            del thing.held[place]
            touch(g, thing, held.instance)
            return
    raise KeyError(f"{thing.name} holds no card {card_name!r}")
