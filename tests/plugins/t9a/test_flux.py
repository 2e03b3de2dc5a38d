"""Rulings on Magic Dice: Flux Cards, Channel, stored dice, excess."""

from __future__ import annotations

import pytest

from tercio.kernel.dice import SeededDice
from tercio.kernel.errors import RulesError
from tercio.plugins.t9a import marks
from tercio.plugins.t9a.magic.flux import (
    channel_of,
    deck_of,
    draw_flux_card,
    excess_magic,
    limit,
    siphon_the_veil,
    store_magic,
)
from tercio.plugins.t9a.magic.pool import dice_of, gain

from .ranges import ELVES, EMPIRE, Range, run


@pytest.fixture
def circle():
    range_ = Range(phase="magic")
    range_.g.dice = SeededDice("flux")
    return range_


def player(circle, name="A"):
    return circle.g.players[name]


def wizard(circle, line="Battlefield Wizard, Light Troops, Wizard Master", owner="A"):
    return circle.entry(owner, EMPIRE, line, 36, 10, 0, 1)


@pytest.mark.parametrize(("size", "cards"), [(3000, range(1, 9)), (4000, range(5, 13)), (8000, range(9, 17))])
def test_the_deck_of_an_army_size_holds_its_eight_cards_once(circle, size, cards):
    """Magic Phase 1; ruling 6."""
    player(circle).size = size
    assert sorted(deck_of(circle.g, "A")) == list(cards)


def test_cards_are_drawn_without_replacement(circle):
    """Magic Phase 1: six own phases use six different cards."""
    drawn = []
    for _ in range(6):
        run(draw_flux_card(circle.g))
        drawn.append(circle.g.memory["flux"]["card"])
    assert len(set(drawn)) == 6
    assert len(deck_of(circle.g, "A")) == 2


def test_the_shuffle_follows_the_seed(circle):
    """Architecture: chance comes from named streams only."""
    other = Range(phase="magic")
    other.g.dice = SeededDice("flux")
    assert deck_of(circle.g, "A") == deck_of(other.g, "A")
    assert deck_of(circle.g, "A") != deck_of(circle.g, "B")


@pytest.mark.parametrize(("card", "dice"), [(1, 4), (8, 6), (9, 5), (11, 6), (12, 7), (15, 8), (16, 8)])
def test_both_players_gain_what_the_card_says_and_lose_what_they_had(circle, card, dice):
    """Magic Phase 1; rulings 6, 59."""
    circle.g.memory["flux-decks"] = {"A": [card]}
    gain(circle.g, player(circle), 9, "left over")
    run(draw_flux_card(circle.g))
    assert [dice_of(p) for p in circle.g.players.values()] == [dice, dice]


def test_the_active_player_gains_a_free_die_channel_and_the_stored_die(circle):
    """Magic Phase 2: a Master has Channel (2)."""
    wizard(circle)
    wizard(circle, owner="B")
    player(circle).tokens["stored-dice"] = 1
    run(siphon_the_veil(circle.g))
    assert (dice_of(player(circle)), dice_of(player(circle, "B"))) == (4, 0)


@pytest.mark.parametrize(("line", "dice"), [("Wizard Adept", 1), ("Wizard Master", 2)])
def test_adepts_channel_one_and_masters_two(circle, line, dice):
    """Magic Phase 2."""
    wizard(circle, f"Battlefield Wizard, Light Troops, {line}")
    assert channel_of(circle.g, player(circle)) == dice


def test_shaken_wizards_channel_nothing(circle):
    """Magic Phase 2, Psychology 3.B."""
    unit = wizard(circle)
    marks.put(circle.g, unit, marks.SHAKEN)
    assert channel_of(circle.g, player(circle)) == 0


def test_two_wizards_channel_for_themselves(circle):
    """Model Rules, Channel: it is cumulative between models."""
    wizard(circle)
    wizard(circle, "Battlefield Wizard, Light Troops, Wizard Adept")
    assert channel_of(circle.g, player(circle)) == 3


def test_a_die_can_be_stored_for_the_next_own_phase(circle):
    """Magic Phase 3."""
    circle.g.memory["flux-decks"] = {"A": [5, 5]}
    run(draw_flux_card(circle.g))
    run(store_magic(circle.g), magic_store=1)
    assert dice_of(player(circle)) == 3
    run(draw_flux_card(circle.g))
    run(siphon_the_veil(circle.g))
    assert dice_of(player(circle)) == 4 + 1 + 1


def test_flux_card_xi_limits_each_pool_to_twelve_dice(circle):
    """Magic Phase 4; ruling 60: the Reactive Player's pool too."""
    circle.g.memory["flux-decks"] = {"A": [11]}
    run(draw_flux_card(circle.g))
    assert limit(circle.g) == 12
    for one in circle.g.players.values():
        gain(circle.g, one, 9, "riches")
    run(excess_magic(circle.g))
    assert [dice_of(p) for p in circle.g.players.values()] == [12, 12]


def test_the_banner_of_becalming_takes_a_die_after_excess_magic(circle):
    """Highborn Elves, Banner of Becalming: in each enemy Magic Phase."""
    circle.entry(
        "B", ELVES, "20 Queen's Guard, Shield, Standard Bearer (Banner of Becalming)", 36, 30, 180, 10
    )
    circle.g.memory["flux-decks"] = {"A": [5], "B": [5]}
    run(draw_flux_card(circle.g))
    run(excess_magic(circle.g))
    assert [dice_of(p) for p in circle.g.players.values()] == [3, 4]
    circle.g.active = "B"
    run(draw_flux_card(circle.g))
    run(excess_magic(circle.g))
    assert [dice_of(p) for p in circle.g.players.values()] == [4, 4]


def test_a_sequence_without_a_flux_card_is_told_what_it_lacks(circle):
    gain(circle.g, player(circle), 3, "free")
    for step in (store_magic, excess_magic):
        with pytest.raises(RulesError, match="needs the step draw-flux-card before this one"):
            run(step(circle.g))
