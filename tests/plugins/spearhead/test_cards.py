"""Battle tactic cards and twist cards (battlepack, 2.1 and 2.2)."""

from __future__ import annotations

import pytest

from tercio.kernel.actions import usable
from tercio.kernel.context import Context
from tercio.kernel.decl import Card
from tercio.kernel.permissions import may
from tercio.kernel.windows import open_window
from tercio.plugins.spearhead import damage, scoring
from tercio.plugins.spearhead.aiming import AIMED
from tercio.plugins.spearhead.cards import hand_of
from tercio.plugins.spearhead.damage import destroy
from tercio.plugins.spearhead.fighting import fights, strikes
from tercio.plugins.spearhead.rounds import abilities

from .board import centres, ruleset_with
from .match import OpenField

BASTION, CROSSROADS = "Ashen Bastion", "Shattered Crossroads"


def cards_of(deck):
    return [card for card in ruleset_with().of_kind(Card).values() if card.deck == deck]


def completes(field, card, player="A"):
    """Whether a player could complete the battle tactic of a card now."""
    field.card(player, card)
    return card in [use.name for use in usable(field.g, "score-turn", player)]


def commanded(field, card, name, *answers):
    """Use the command of a card in A's hand in the present phase."""
    field.card("A", card)
    field.use(name, *answers)
    return field


def could(field, card, name, player="A"):
    field.card(player, card)
    return field.able(name, player) is not None


def scored(field, player="A"):
    """Return what a player scores at the end of a turn by the twist alone."""
    before = field.points(player)
    field.play(open_window(field.g, "after score-turn", scoring.sides(field.g, player)))
    return field.points(player) - before


def revealed(field, twist, *answers, otherwise=None):
    """Bring a twist into force and follow it."""
    field.twist(twist)
    field.play(
        open_window(field.g, "after twist-drawn", scoring.sides(field.g, "A")), *answers, otherwise=otherwise
    )
    return field


# -- the decks ---------------------------------------------------------------------------------------------


def test_a_deck_of_battle_tactics_has_twelve_cards_each_with_a_tactic_and_a_command():
    cards = cards_of("Battle Tactics")
    assert len(cards) == 12
    for card in cards:
        kinds = [clause.kinds for clause in card.clauses if hasattr(clause, "kinds")]
        assert kinds == [("tactic",), ("command",)], card.name


@pytest.mark.parametrize("side", [BASTION, CROSSROADS])
def test_each_side_of_the_battlefield_has_six_twists(side):
    assert len(cards_of(side)) == 6


def test_each_relic_that_does_not_begin_in_play_is_placed_by_one_twist():
    placed = {
        side: {
            arg.text
            for card in cards_of(side)
            for clause in card.clauses
            for one in getattr(clause, "body", ())
            for _, arg in getattr(one, "args", ())
            if getattr(one, "verb", "") == "underdog-places"
        }
        for side in (BASTION, CROSSROADS)
    }
    assert placed == {
        BASTION: {"Ulguan Steel Caltrops", "Barrel of Emberstone", "Crate of Aqua Ghyranis"},
        CROSSROADS: {"Inconspicuous Manhole", "Battered Barricade", "Ulguan Steel Caltrops"},
    }


# -- battle tactics ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("y", "done"), [(16, True), (11, True), (10, False)])
def test_take_whats_theirs_needs_a_relic_held_in_enemy_territory_if_only_in_part(y, done):
    field = OpenField()
    field.relic("Barrel of Emberstone", 10, y)
    field.unit("Hero", "A", (12, y))
    field.gives("Barrel of Emberstone", "A")
    assert completes(field, "Take What's Theirs") == done


def test_pitless_murder_needs_two_units_with_all_their_attacks_at_one_enemy():
    field = OpenField()
    foe, other = field.unit("Beast", "B", (10, 10)), field.unit("Hero", "B", (20, 10))
    first, second = field.unit("Hero", "A", (11.5, 10)), field.unit("Swords", "A", (10, 12))
    _aimed(field, first, foe)
    assert not completes(field, "Pitless Murder")
    _aimed(field, second, foe, other)
    assert not completes(field, "Pitless Murder")
    field = OpenField()
    foe = field.unit("Beast", "B", (10, 10))
    for y in (11.5, 8.5):
        _aimed(field, field.unit("Hero", "A", (10, y)), foe)
    field.play(destroy(field.g, foe))
    assert completes(field, "Pitless Murder")


def _aimed(field, unit, *foes):
    """Let a unit have picked these targets for its combat attacks this turn."""
    stamp = field.g.clock.stamp("turn")
    unit.memory[AIMED] = {"combat": {"turn": stamp, "targets": [foe.id for foe in foes]}}


def test_take_the_flanks_needs_friends_within_three_inches_of_both_short_edges():
    field = OpenField()
    field.unit("Hero", "A", (3.5, 10))
    east = field.unit("Beast", "A", (26.49, 10))
    field.unit("Hero", "B", (28, 5))
    assert not completes(field, "Take the Flanks")
    field.place(east, [(26.5, 10)])
    assert completes(field, "Take the Flanks")


def test_cut_off_the_head_is_done_when_the_enemy_general_falls_this_turn():
    field = OpenField()
    general = field.as_general(field.unit("Hero", "B", (10, 10)))
    field.play(destroy(field.g, general))
    assert completes(field, "Cut Off the Head")


def test_once_the_general_has_fallen_any_unit_destroyed_this_turn_will_do():
    field = OpenField()
    general = field.as_general(field.unit("Hero", "B", (10, 10)))
    field.play(destroy(field.g, general))
    field.at("score-turn", battle_round=2)
    assert not completes(field, "Cut Off the Head")
    field.play(destroy(field.g, field.unit("Swords", "B", (10, 10))))
    assert completes(field, "Cut Off the Head")


def test_while_the_general_lives_other_units_do_not_count():
    field = OpenField()
    field.as_general(field.unit("Hero", "B", (10, 10)))
    field.play(destroy(field.g, field.unit("Swords", "B", (20, 10))))
    assert not completes(field, "Cut Off the Head")


def test_raid_needs_a_unit_wholly_in_enemy_territory_and_not_in_combat():
    field = OpenField()
    raider = field.unit("Hero", "A", (10, 11.49))
    assert not completes(field, "Raid")
    field.place(raider, [(10, 11.5)])
    assert completes(field, "Raid")
    field.unit("Hero", "B", (11.5, 11.5))
    assert "Raid" not in [use.name for use in usable(field.g, "score-turn", "A")]


@pytest.mark.parametrize(("x", "done"), [(14.25, True), (14.26, False)])
def test_protect_the_loot_needs_a_kill_by_a_unit_within_three_inches_of_a_relic(x, done):
    field = OpenField()
    field.card("A", "Protect the Loot")
    field.relic("Barrel of Emberstone", 10, 10)
    hero, foe = field.unit("Hero", "A", (x, 10)), field.unit("Swords", "B", (20, 10))
    field.play(damage.inflict(field.g, foe, 5, hero))
    assert foe.destroyed
    assert ("Protect the Loot" in [use.name for use in usable(field.g, "score-turn", "A")]) == done


def test_protect_the_loot_does_not_count_friends_that_the_enemy_destroyed():
    field = OpenField()
    field.card("A", "Protect the Loot")
    field.relic("Barrel of Emberstone", 10, 10)
    foe, hero = field.unit("Hero", "B", (12, 10)), field.unit("Swords", "A", (20, 10))
    field.play(damage.inflict(field.g, hero, 5, foe))
    assert usable(field.g, "score-turn", "A") == []


def test_hold_the_centre_needs_two_units_within_three_inches_of_the_centre():
    field = OpenField()
    field.unit("Hero", "A", (15, 14.5))
    second = field.unit("Beast", "A", (18.51, 11))
    assert not completes(field, "Hold the Centre")
    field.place(second, [(18.5, 11)])
    assert "Hold the Centre" in [use.name for use in usable(field.g, "score-turn", "A")]


@pytest.mark.parametrize(
    ("deployment", "place", "done"),
    [
        ("Long Front", (10, 18.5), True),
        ("Long Front", (10, 18.49), False),
        ("Long Front", (10, 1), False),
        ("Corners", (28, 20), True),
        ("Corners", (10, 1), False),
    ],
)
def test_raze_needs_a_unit_at_the_long_edge_of_enemy_territory(deployment, place, done):
    field = OpenField(deployment=deployment)
    field.unit("Hero", "A", place)
    assert completes(field, "Raze") == done


@pytest.mark.parametrize(
    ("card", "objective"), [("Dais of the Comet", "Twin-Tailed Comet"), ("Dais of the Hammer", "Ghal Maraz")]
)
def test_a_dais_is_an_objective_to_be_held(card, objective):
    field = OpenField()
    field.gives("Great Wheel", "A")
    field.gives(objective, "B")
    assert not completes(field, card)
    field.gives(objective, "A")
    assert card in [use.name for use in usable(field.g, "score-turn", "A")]


def test_comb_the_area_needs_all_friendly_units_near_to_relics():
    field = OpenField()
    assert not completes(field, "Comb the Area")
    field.relic("Barrel of Emberstone", 5, 5)
    field.relic("Crate of Aqua Ghyranis", 20, 5)
    field.unit("Hero", "A", (7, 5))
    field.unit("Beast", "A", (22, 5))
    field.unit("Swords", "A", None)
    assert "Comb the Area" in [use.name for use in usable(field.g, "score-turn", "A")]
    field.unit("Hero", "A", (7, 15))
    assert usable(field.g, "score-turn", "A") == []


def test_material_gains_needs_more_relics_than_the_opponent_has():
    field = OpenField()
    for name, x, owner in (("Barrel of Emberstone", 5, "A"), ("Crate of Aqua Ghyranis", 20, "B")):
        field.relic(name, x, 5)
        field.unit("Hero", owner, (x + 2, 5))
        field.gives(name, owner)
    assert not completes(field, "Material Gains")
    field.gives("Crate of Aqua Ghyranis", "")
    assert "Material Gains" in [use.name for use in usable(field.g, "score-turn", "A")]


# -- commands ----------------------------------------------------------------------------------------------


def test_a_command_discards_its_card_and_may_be_used_on_a_unit_that_had_one_before():
    field = OpenField(node="hero-abilities", dice={"*": [4, 3]})
    field.relic("Barrel of Emberstone", 10, 10)
    hero = field.unit("Hero", "A", (12, 10))
    commanded(field, "Pitless Murder", "Motivated by Greed")
    commanded(field, "Dais of the Comet", "Go Down Fighting")
    assert hand_of(field.g.players["A"]) == []
    assert not hero.destroyed


def test_commands_of_the_enemys_phases_are_not_ones_own():
    field = OpenField(node="movement-abilities")
    field.unit("Hero", "A", (12, 10))
    field.unit("Hero", "B", (22, 10))
    assert not could(field, "Take What's Theirs", "Prepared Riposte")
    assert could(field, "Take What's Theirs", "Prepared Riposte", "B")


def test_prepared_riposte_strikes_first_while_fighting_who_charged():
    field = OpenField(node="movement-abilities")
    unit = field.unit("Hero", "B", (12, 10))
    field.card("B", "Take What's Theirs")
    field.use("Prepared Riposte", player="B")
    enemy = field.unit("Hero", "A", (14, 10))
    assert strikes(field.g, unit) == 0
    enemy.marks["charged"] = 0
    assert strikes(field.g, unit) == 1
    field.place(enemy, [(20, 10)])
    assert strikes(field.g, unit) == 0


def test_motivated_by_greed_adds_a_die_to_a_control_score_until_the_players_next_turn():
    field = OpenField(node="hero-abilities", dice={"*": [4]})
    field.relic("Barrel of Emberstone", 10, 15)
    hero = field.unit("Hero", "A", (8, 15))
    commanded(field, "Pitless Murder", "Motivated by Greed")
    star = field.area("High Star")
    assert field.score(hero, star) == 2 + 4
    field.later("player-turn", "B")
    assert field.score(hero, star) == 6
    field.g.clock.order = ("A", "B")
    field.later("player-turn", "A")
    assert field.score(hero, star) == 2


def test_rigged_explosions_hurt_all_around_a_relic():
    field = OpenField(node="end-of-turn-abilities", dice={"*": [3, 1]})
    field.relic("Barrel of Emberstone", 10, 10)
    ours, theirs = field.unit("Beast", "A", (12, 10)), field.unit("Beast", "B", (8, 10))
    far = field.unit("Beast", "B", (20, 10))
    commanded(field, "Take the Flanks", "Rigged Explosions")
    assert [unit.pools[0].lost for unit in (ours, theirs, far)] == [3, 1, 0]


def test_counter_charge_charges_in_the_enemys_charge_phase():
    field = OpenField(node="charge-abilities", dice={"charge-roll": [4, 4]})
    unit = field.unit("Hero", "B", (10, 10))
    field.unit("Hero", "A", (16, 10))
    field.card("B", "Cut Off the Head")
    field.use("Counter-charge", player="B")
    assert "charged" in unit.marks


def test_a_unit_in_combat_does_not_counter_charge():
    field = OpenField(node="charge-abilities")
    field.unit("Hero", "B", (10, 10))
    field.unit("Hero", "A", (12, 10))
    assert not could(field, "Cut Off the Head", "Counter-charge", "B")


def test_race_for_the_loot_lets_units_of_one_side_finish_charges_at_a_relic():
    field = OpenField(node="charge-abilities")
    relic, other = field.relic("Barrel of Emberstone", 10, 10), field.relic("Crate of Aqua Ghyranis", 20, 10)
    ours, theirs = field.unit("Hero", "A", (5, 10)), field.unit("Hero", "B", (5, 18))
    commanded(field, "Raid", "Race for the Loot", relic.id)

    def goes(unit, goal):
        return may(field.g, "finish-charge", Context(unit=unit, goal=goal), default=False)

    assert (goes(ours, relic), goes(ours, other), goes(theirs, relic)) == (True, False, False)
    field.at("charge-abilities", "B")
    assert not goes(ours, relic)


def test_slip_away_moves_out_of_combat_through_combat_ranges():
    field = OpenField(node="combat-abilities")
    hero = field.unit("Hero", "A", (10, 10))
    field.unit("Hero", "B", (11.5, 10))
    commanded(field, "Hold the Centre", "Slip Away", [[6, 10]])
    assert centres(hero) == [(6.0, 10.0)]


def test_slip_away_may_not_end_in_combat():
    field = OpenField(node="combat-abilities")
    field.unit("Hero", "A", (10, 10))
    field.unit("Hero", "B", (11.5, 10))
    with pytest.raises(AssertionError, match="into_combat"):
        commanded(field, "Hold the Centre", "Slip Away", [[9, 10]])


def test_covetous_frenzy_makes_friends_near_to_the_relic_hit_better_this_turn():
    field = OpenField(node="combat-abilities")
    relic = field.relic("Barrel of Emberstone", 10, 10)
    field.relic("Crate of Aqua Ghyranis", 20, 10)
    near, far = field.unit("Hero", "A", (12, 10)), field.unit("Hero", "A", (22, 10))
    foe = field.unit("Beast", "B", (8, 10))
    commanded(field, "Raze", "Covetous Frenzy", relic.id)
    needed = [field.number("hit-roll", unit, "Axe", foe) for unit in (near, far)]
    assert needed == [3, 4]
    assert field.number("hit-roll", foe, "Axe", near) == 4


def test_go_down_fighting_hurts_the_attacker_for_each_save_of_five_or_six():
    field = OpenField(node="hero-abilities")
    target = field.unit("Mixed", "A", (10, 10), save=6)
    commanded(field, "Dais of the Comet", "Go Down Fighting")
    attacker = field.unit("Swords", "B", (10, 11.2), models=3)
    field.at("fights", "A")
    # A strikes first: all miss; of five blows that come back, saves show 5, 6, 4, 5 and 1.
    field.tell(hit_roll=[1] * 9 + [6] * 6, wound_roll=[6] * 6, save_roll=[5, 6, 4, 5, 1, 2])
    field.play(fights(field.g), otherwise=_staying)
    assert attacker.destroyed
    assert target.models < 5


def _staying(decision):
    return decision.options[-1] if decision.kind == "unit.pile-in" else decision.options[0]


def test_go_down_fighting_does_not_answer_shooting():
    field = OpenField(node="hero-abilities")
    field.unit("Hero", "A", (10, 10))
    commanded(field, "Dais of the Comet", "Go Down Fighting")
    archers = field.unit("Archers", "B", (10, 18))
    field.at("shooting-abilities", "B")
    field.tell(hit_roll=[6] * 5, wound_roll=[6] * 5, save_roll=[6] * 5)
    field.play(abilities(field.g))
    assert archers.models == 5


def test_fools_gold_moves_a_relic():
    field = OpenField(node="end-of-turn-abilities")
    relic = field.relic("Barrel of Emberstone", 10, 10)
    commanded(field, "Dais of the Hammer", "Fool's Gold", [20, 15])
    assert (relic.shape.x, relic.shape.y) == (20, 15)


def test_redeploy_moves_up_to_a_die_and_keeps_out_of_combat_ranges():
    field = OpenField(node="movement-abilities", dice={"*": [4]})
    unit = field.unit("Hero", "B", (10, 10))
    field.unit("Hero", "A", (16, 10))
    field.card("B", "Comb the Area")
    field.use("Redeploy", [[6, 10]], player="B")
    assert centres(unit) == [(6.0, 10.0)]


def test_redeploy_does_not_go_farther_than_the_die_shows():
    field = OpenField(node="movement-abilities", dice={"*": [4]})
    field.unit("Hero", "B", (10, 10))
    field.card("B", "Comb the Area")
    with pytest.raises(AssertionError, match="too_far"):
        field.use("Redeploy", [[5.9, 10]], player="B")


def test_grind_them_to_dust_lets_a_unit_fight_twice_hurt_and_last():
    field = OpenField(node="combat-abilities")
    ours, theirs = field.unit("Beast", "A", (10, 10)), field.unit("Beast", "B", (11.5, 10))
    commanded(field, "Material Gains", "Grind Them to Dust")
    field.chance(1)
    field.at("fights")
    field.play(fights(field.g), otherwise=_staying)
    assert [fact["unit"] for fact in field.facts("fights")] == [ours.id, theirs.id, ours.id]
    hurt = [fact for fact in field.facts("damage") if fact["unit"] == ours.id and fact["by"] == ours.id]
    assert len(hurt) == 1
    assert 1 <= hurt[0]["points"] <= 3
    assert strikes(field.g, ours) == -1


# -- twists of the Ashen Bastion ---------------------------------------------------------------------------


def ids(field, *names):
    return [field.area(name).id for name in names]


def test_staging_posts_score_for_each_post_held_in_ones_own_turn():
    field = OpenField(BASTION)
    star, wheel = ids(field, "High Star", "Great Wheel")
    revealed(field, "Staging Posts", star, wheel)
    assert [one.player for one in field.asked] == ["A", "B"]
    field.gives("High Star", "A")
    assert scored(field) == 1 + 2
    field.gives("Great Wheel", "A")
    assert scored(field) == 2 + 3


def test_both_may_pick_the_same_staging_post_and_it_counts_once():
    field = OpenField(BASTION)
    (star,) = ids(field, "High Star")
    revealed(field, "Staging Posts", star, star)
    field.gives("High Star", "A")
    assert scored(field) == 1 + 2


@pytest.mark.parametrize(("face", "moved"), [(2, False), (3, True)])
def test_the_underdog_may_make_the_opponent_pick_another_post(face, moved):
    field = OpenField(BASTION, underdog="B", dice={"*": [face]})
    star, wheel, comet = ids(field, "High Star", "Great Wheel", "Twin-Tailed Comet")
    question = "Roll so that the opponent has to pick another objective?"
    revealed(field, "Staging Posts", star, wheel, question, *([comet] if moved else []))
    posts = [area.name for area in field.g.areas.values() if "staging-post" in area.marks]
    assert posts == (["Twin-Tailed Comet", "Great Wheel"] if moved else ["High Star", "Great Wheel"])


def test_staging_posts_last_for_their_round():
    field = OpenField(BASTION)
    revealed(field, "Staging Posts", *ids(field, "High Star", "Great Wheel"))
    field.later("start-of-round")
    assert not [area for area in field.g.areas.values() if "staging-post" in area.marks]


def test_cursed_treasure_holds_the_control_score_of_units_near_to_relics_at_one():
    field = OpenField(BASTION, underdog="B")
    field.relic("Battered Barricade", 10.5, 15)
    ours, theirs = field.unit("Hero", "A", (8, 15)), field.unit("Beast", "B", (8, 17), control=5)
    field.unit("Hero", "B", (20, 17))
    revealed(field, "Cursed Treasure")
    star = field.area("High Star")
    assert (field.score(ours, star), field.score(theirs, star)) == (1, 1)
    assert field.held_by("Ulguan Steel Caltrops") == ""
    assert [one.player for one in field.asked] == ["B"]


def test_without_an_underdog_the_winner_of_a_roll_off_places_the_relic():
    field = OpenField(BASTION, dice={"roll-off": [2, 6]})
    revealed(field, "Cursed Treasure")
    (asked,) = field.asked
    assert (asked.kind, asked.player) == ("relic.place", "B")


def test_equivalent_escalades_score_for_the_large_terrain_feature_in_enemy_territory():
    field = OpenField(BASTION, underdog="A")
    own, theirs = field.wall(11, 5, 5, 3.5, "Ruined Manor"), field.wall(19, 16, 5, 3.5, "Ruined Manor")
    revealed(field, "Equivalent Escalades")
    for place, manor in (((11, 8), own), ((19, 19), theirs)):
        field.unit("Hero", "A", place)
        manor.memory["controller"] = "A"
    assert scored(field) == 1
    theirs.memory["controller"] = ""
    assert scored(field) == 0


def test_a_timely_exit_scores_for_each_edge_without_enemies_that_is_not_obstructed():
    field = OpenField(BASTION, underdog="B")
    north = field.area("North Edge").id
    revealed(field, "A Timely Exit", north)
    assert field.asked[0].player == "B"
    assert scored(field) == 3
    field.unit("Hero", "B", (3.5, 10))
    assert scored(field) == 2


def test_without_an_underdog_no_edge_is_obstructed():
    field = revealed(OpenField(BASTION), "A Timely Exit")
    assert field.asked == []
    assert scored(field) == 4


def test_got_your_back_saves_better_beside_friends_of_ones_own_side():
    field = OpenField(BASTION, underdog="A")
    revealed(field, "Got Your Back", [3, 3])
    alone, foe = field.unit("Hero", "A", (10, 10)), field.unit("Hero", "B", (11.5, 10))
    assert field.number("save-roll", foe, "Pistol", alone) == 5
    field.unit("Swords", "A", [(10, 7 - i) for i in range(5)])
    assert field.number("save-roll", foe, "Pistol", alone) == 4


def test_well_have_that_is_incomplete_and_changes_nothing():
    field = revealed(OpenField(BASTION), "We'll Have That!")
    (card,) = [card for card in cards_of(BASTION) if card.name == "We'll Have That!"]
    assert card.clauses == ()
    assert card.text.startswith("Incomplete")
    assert (field.asked, scored(field)) == ([], 0)


# -- twists of the Shattered Crossroads --------------------------------------------------------------------


def round_score(field, player):
    field.play(open_window(field.g, "after score-round", scoring.sides(field.g, player)))
    return field.points(player)


def test_assassinate_scores_at_the_end_of_the_round_for_a_mark_destroyed_in_it():
    field = OpenField(CROSSROADS, underdog="A")
    mark, other = field.unit("Swords", "B", (5, 15)), field.unit("Hero", "B", (15, 15))
    field.unit("Hero", "A", (25, 15))
    revealed(field, "Assassinate", mark.id)
    field.play(destroy(field.g, other))
    assert round_score(field, "A") == 0
    field.play(destroy(field.g, mark))
    assert (round_score(field, "A"), round_score(field, "B")) == (1, 0)


def test_a_mark_that_falls_in_a_later_round_scores_nothing():
    field = OpenField(CROSSROADS, underdog="A")
    mark = field.unit("Swords", "B", (5, 15))
    revealed(field, "Assassinate", otherwise=lambda one: one.options[0])
    field.later("start-of-round")
    field.play(destroy(field.g, mark))
    assert round_score(field, "A") == 0


def test_aggressive_valuation_scores_for_the_enemy_guard():
    field = OpenField(CROSSROADS)
    ours, theirs = field.unit("Hero", "A", (5, 5)), field.unit("Hero", "B", (5, 15))
    revealed(field, "Aggressive Valuation")
    assert "guard" in ours.marks
    assert "guard" in theirs.marks
    field.play(destroy(field.g, theirs))
    assert (round_score(field, "A"), round_score(field, "B")) == (1, 0)


def test_the_underdog_may_make_the_opponent_pick_another_guard():
    field = OpenField(CROSSROADS, underdog="A", dice={"*": [3]})
    field.unit("Hero", "A", (5, 5))
    first, second = field.unit("Hero", "B", (5, 15)), field.unit("Beast", "B", (15, 15))
    revealed(field, "Aggressive Valuation", first.id)
    assert "guard" not in first.marks
    assert "guard" in second.marks


def test_stockpiling_drive_scores_for_relics_gained_since_the_turn_began():
    field = OpenField(CROSSROADS, underdog="A")
    for name, x in (("Barrel of Emberstone", 5), ("Crate of Aqua Ghyranis", 20)):
        field.relic(name, x, 5)
        field.unit("Hero", "A", (x + 2, 5))
    field.gives("Barrel of Emberstone", "A")
    revealed(field, "Stockpiling Drive")
    field.play(open_window(field.g, "start player-turn", scoring.sides(field.g, "A")))
    field.gives("Crate of Aqua Ghyranis", "A")
    assert scored(field) == 1


def test_crux_point_scores_for_the_junction():
    field = OpenField(CROSSROADS, underdog="A")
    revealed(field, "Crux Point")
    field.gives("Junction", "A")
    assert scored(field) == 1 + 2


def test_adrenaline_rush_moves_up_to_two_units_the_underdogs_first_and_into_combat():
    field = OpenField(CROSSROADS, underdog="B")
    ours = field.unit("Hero", "A", (10, 10))
    theirs = field.unit("Hero", "B", (15.5, 10))
    revealed(field, "Adrenaline Rush", theirs.id, [[13, 10]])
    assert field.asked[0].player == "B"
    assert centres(theirs) == [(13.0, 10.0)]
    assert [one.kind for one in field.asked if one.player == "A"] == []
    assert centres(ours) == [(10.0, 10.0)]


def test_in_an_adrenaline_rush_others_than_the_underdog_keep_out_of_combat():
    field = OpenField(CROSSROADS, underdog="B")
    ours = field.unit("Hero", "A", (10, 10))
    field.unit("Hero", "B", (15.5, 10))
    with pytest.raises(AssertionError, match="combat"):
        revealed(field, "Adrenaline Rush", "pass", ours.id, [[12, 10]])


def test_rapid_manoeuvres_let_who_runs_on_the_roads_charge():
    field = OpenField(CROSSROADS, node="charge-abilities")
    field.twist("Rapid Manoeuvres")
    on, off = field.unit("Hero", "A", (5, 11)), field.unit("Hero", "A", (5, 5))
    field.unit("Hero", "B", (9.5, 8))
    for unit in (on, off):
        unit.memory["actions"] = {"run": {"turn": [field.g.clock.stamp("turn"), 1]}}
    assert "Charge" in field.names(on)
    assert "Charge" not in field.names(off)
    field.place(on, [(5, 12.01)])
    assert "Charge" not in field.names(on)


def test_the_junction_is_part_of_the_roads():
    field = OpenField(CROSSROADS, node="charge-abilities")
    field.twist("Rapid Manoeuvres")
    unit = field.unit("Hero", "A", (17, 12))
    unit.memory["actions"] = {"run": {"turn": [field.g.clock.stamp("turn"), 1]}}
    field.unit("Hero", "B", (22, 15))
    assert "Charge" in field.names(unit)


def test_a_unit_of_the_underdog_is_braced_for_charges_with_its_melee_weapons():
    field = OpenField(CROSSROADS, underdog="A")
    unit, foe = field.unit("Hero", "A", (10, 10)), field.unit("Beast", "B", (12, 10), marks=["charged"])
    revealed(field, "Rapid Manoeuvres", unit.id)
    assert field.number("rend", unit, "Axe", foe) == 2
    assert field.number("rend", unit, "Pistol", foe) == 1
