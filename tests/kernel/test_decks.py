"""Decks as plain data, shuffled by the dice of the game, and cards in force (language: cards)."""

from __future__ import annotations

from collections import Counter

import pytest

from tercio.kernel.clone import clone
from tercio.kernel.context import Context
from tercio.kernel.decks import DECKS, cards_of, count, discard, draw, new_deck, put_down, shuffle, take
from tercio.kernel.decl import Bundle, Card, Modify, Op
from tercio.kernel.dice import AskedDice, ScriptedDice
from tercio.kernel.errors import RulesError
from tercio.kernel.hashing import state_hash
from tercio.kernel.modifiers import value
from tercio.kernel.query import has
from tercio.kernel.ruleset import hold

from .toy import new_game, new_unit, number

ORDERS = "Orders"
RAID = Card(name="Raid", deck=ORDERS, copies=2, clauses=(Modify("pace", Op.ADD, number(1)),))
HALT = Card(name="Halt", deck=ORDERS)
STORM = Card(name="Storm", deck="Weather")
RALLY = Card(name="Rally", deck=ORDERS)


def table(*faces: int):
    """Return a game with an unshuffled deck in the hands of A, and A."""
    dice = ScriptedDice({"shuffle": faces}) if faces else None
    game = new_game(RAID, STORM, HALT, RALLY, dice=dice, record=True)
    player = game.players["A"]
    new_deck(game, player, ORDERS)
    return game, player


def drawn(game, player, deck=ORDERS):
    """Draw all that is left."""
    return [draw(game, player, deck) for _ in range(count(player, deck))]


# -- decks -------------------------------------------------------------------------------------------------


def test_a_new_deck_holds_its_cards_with_their_copies_in_order_of_declaration():
    game, player = table()
    assert cards_of(game, ORDERS) == ["Raid", "Raid", "Halt", "Rally"]
    assert drawn(game, player) == ["Raid", "Raid", "Halt", "Rally"]


def test_a_deck_may_be_known_by_another_name_than_that_of_its_cards():
    game, player = table()
    new_deck(game, player, "sky", of="Weather")
    assert drawn(game, player, "sky") == ["Storm"]
    assert count(player, ORDERS) == 4


def test_a_deck_of_which_no_card_is_declared_is_told_with_the_nearest_name():
    game, player = table()
    with pytest.raises(
        RulesError, match='no card is of a deck "Order" in these packs; did you mean "Orders"'
    ):
        new_deck(game, player, "Order")


def test_asking_for_a_deck_that_nobody_gave_is_a_broken_contract():
    game, _ = table()
    with pytest.raises(KeyError, match="B has no deck 'Orders'"):
        count(game.players["B"], ORDERS)


def test_one_die_for_each_swap_decides_the_order_from_the_last_place_to_the_second():
    game, player = table(1, 1, 1)
    new_deck(game, player, ORDERS)
    shuffle(game, player, ORDERS)
    # 4 places: the first goes to the fourth, what came there to the third, and so on.
    assert drawn(game, player) == ["Raid", "Halt", "Rally", "Raid"]


def test_dice_that_show_the_last_place_each_time_change_nothing():
    game, player = table(4, 3, 2)
    shuffle(game, player, ORDERS)
    assert drawn(game, player) == ["Raid", "Raid", "Halt", "Rally"]


def test_shuffling_keeps_the_cards_and_is_the_same_for_the_same_seed():
    (game, player), (other, rival) = table(), table()
    shuffle(game, player, ORDERS)
    shuffle(other, rival, ORDERS)
    assert state_hash(game) == state_hash(other)
    assert Counter(drawn(game, player)) == Counter(["Raid", "Raid", "Halt", "Rally"])


def test_two_players_shuffle_decks_of_one_name_apart():
    game, _ = table()
    asked: list[str] = []

    def answer(purpose: str, count: int, sides: int) -> list[int]:
        asked.append(purpose)
        return [1]

    game.dice = AskedDice(answer)
    for holder in game.players.values():
        new_deck(game, holder, ORDERS)
        shuffle(game, holder, ORDERS)
    assert list(dict.fromkeys(asked)) == [
        f"{game.clock.path}/{holder}/Orders/shuffle" for holder in game.players
    ]


def test_an_empty_pile_gives_no_card_and_tells_nothing():
    game, player = table()
    drawn(game, player)
    told = len(game.events)
    assert draw(game, player, ORDERS) is None
    assert len(game.events) == told


def test_drawing_and_discarding_are_told_with_player_card_and_deck():
    game, player = table()
    discard(game, player, ORDERS, draw(game, player, ORDERS) or "")
    facts = {"player": "A", "card": "Raid", "deck": ORDERS}
    assert [(event.kind, event.facts) for event in game.events] == [
        ("card-drawn", facts),
        ("card-discarded", facts),
    ]
    assert player.memory[DECKS][ORDERS] == {"pile": ["Raid", "Halt", "Rally"], "discards": ["Raid"]}


def test_the_battle_itself_may_have_a_deck_that_is_nobodys():
    game, _ = table()
    new_deck(game, game.battle, "Weather")
    assert draw(game, game.battle, "Weather") == "Storm"
    assert game.events[-1].facts["player"] == ""


def test_a_clone_draws_from_a_deck_of_its_own():
    game, player = table()
    twin = clone(game)
    draw(twin, twin.players["A"], ORDERS)
    assert (count(player, ORDERS), count(twin.players["A"], ORDERS)) == (4, 3)


def test_a_drawn_card_and_a_discarded_one_change_the_hash():
    game, player = table()
    hashes = [state_hash(game)]
    card = draw(game, player, ORDERS) or ""
    hashes.append(state_hash(game))
    discard(game, player, ORDERS, card)
    hashes.append(state_hash(game))
    assert len(set(hashes)) == 3


# -- cards in force ------------------------------------------------------------------------------------------


def test_a_card_that_is_taken_is_in_force_until_it_is_put_down():
    game, _ = table()
    pikes = new_unit(game)

    def pace():
        return value(game, "pace", Context(model=pikes.pools[0], unit=pikes), 4)

    held = take(game, pikes.pools[0], "Raid")
    assert (held.source, held.instance.label) == ("Raid", "Raid")
    assert pace() == 5
    assert has(game, Context(), pikes, "Raid")
    put_down(game, pikes.pools[0], "Raid")
    assert pace() == 4
    assert not has(game, Context(), pikes, "Raid")


def test_of_two_copies_one_is_put_down():
    game, _ = table()
    pool = new_unit(game).pools[0]
    take(game, pool, "Raid")
    second = take(game, pool, "Raid")
    put_down(game, pool, "Raid")
    assert pool.held == [second]


def test_an_unknown_card_cannot_be_taken_and_one_that_is_not_held_not_put_down():
    game, player = table()
    with pytest.raises(RulesError, match='no card "Riad" in these packs; did you mean "Raid"'):
        take(game, player, "Riad")
    with pytest.raises(KeyError, match="A holds no card 'Raid'"):
        put_down(game, player, "Raid")
    assert player.held == []


def test_what_else_carries_the_name_of_a_card_is_not_put_down_with_it():
    game, player = table()
    hold(game, player, Bundle(RAID.clauses, "Raid"), "a scroll")
    with pytest.raises(KeyError):
        put_down(game, player, "Raid")
