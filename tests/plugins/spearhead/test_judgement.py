"""Rulings on choices: what the judgement of Spearhead thinks of options, each seen on a table of its own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from math import hypot
from pathlib import Path
from typing import Any

import pytest

from tercio.dsl.desk import Desk
from tercio.dsl.loader import BUILT_IN
from tercio.kernel.actions import offer
from tercio.kernel.context import Context
from tercio.kernel.decisions import Decision
from tercio.kernel.decl import Card, RuleRef
from tercio.kernel.decl.expr import Literal
from tercio.kernel.ruleset import hold
from tercio.kernel.state import Game, touch
from tercio.plugins.spearhead import aiming, attacks, cards, fighting, moves, rounds
from tercio.plugins.spearhead.control import determine_control
from tercio.plugins.spearhead.damage import inflict
from tercio.plugins.spearhead.judgement import asks, estimate, meaning, reading, staff
from tercio.plugins.spearhead.judgement.staff import judgements
from tercio.plugins.spearhead.targets import COMBAT
from tercio.plugins.warbands.moving import Passing

from .board import Board, block
from .match import OpenField

CUNNING = """
card "Cunning Plan" of "Battle Tactics"
  cite "Tests"
  action "Cunning Plan" in own score-turn, tactic
    when number of friendly units within 4" of long edge of friendly territory >= 1
    score tactic-points for player
  action "Stab in the Back" in any combat, command
    declare
      pick target from enemy units on the battlefield
    effect
      inflict 1 mortal damage on target

rule "War Cry"
  cite "Tests"
  modify attacks by +1

rule "Roar" of "Testers"
  cite "Tests"
  action "Roar" in own combat
    declare
      pick target from friendly units on the battlefield
    effect
      grant "War Cry" to target for "Phase"

rule "Bolt" of "Testers"
  cite "Tests"
  action "Bolt" in own combat
    declare
      pick target from units on the battlefield
    effect
      roll D6
        4 or more: inflict 2 mortal damage on target

rule "Last Breath" of "Testers"
  cite "Tests"
  action "Last Breath" in own combat, once per battle
    declare
      pick target from enemy units on the battlefield
    effect
      inflict 1 mortal damage on target
"""


def asked(procedure: Any) -> Decision:
    """Return the first question of a procedure."""
    decision: Decision = next(procedure)
    return decision


def chosen(g: Game, decision: Decision) -> Any:
    """Return what a fresh captain would answer."""
    scores = judgements()[decision.kind](decision, g)
    assert len(scores) == len(decision.options)
    return decision.options[max(range(len(scores)), key=lambda i: (scores[i], -i))]


def goal(g: Game, decision: Decision) -> str:
    """Return what the chosen place makes for."""
    return str(decision.facts["goals"][decision.options.index(chosen(g, decision))][0])


def moving(table: Board, unit: Any, inches: float = 5.0) -> Decision:
    return asked(moves.move(table.g, Context(unit=unit), unit, inches, Passing.KEEP_OUT))


# -- what it knows -------------------------------------------------------------------------------------


def test_no_army_and_no_card_is_known_by_name():
    """New packs are judged by the words of the language alone."""
    texts = [file.read_text("utf-8") for file in sorted(BUILT_IN.rglob("*.rules"))]
    declared = re.compile(r'^(?:army|unit|card|item|weapon|terrain|rule) "([^"]+)"', re.MULTILINE)
    names = {name for text in texts for name in declared.findall(text)}
    sources = [file.read_text("utf-8") for file in sorted(Path(staff.__file__).parent.glob("*.py"))]
    assert len(sources) > 1
    assert [name for name in sorted(names) if any(f'"{name}"' in source for source in sources)] == []


# -- averages --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("need", "ways"), [(2, 36), (7, 21), (12, 1), (13, 0)])
def test_a_charge_of_2d6_comes_to_so_much_in_so_many_of_36_ways(need, ways):
    """Core Rules, 14.3."""
    assert Fraction(estimate.at_least(2, 6, need)).limit_denominator(36) == Fraction(ways, 36)


def test_what_is_dealt_on_average_is_what_the_attack_sequence_says(board):
    """Core Rules, 17.0: five swords, 2 attacks each, 3+ and 3+ against a save of 4+."""
    swords = board.unit("Swords", "A", (10, 10))
    foes = board.unit("Swords", "B", (10, 12))
    dealt = estimate.Estimates().dealt(board.g, swords, foes)
    assert dealt == pytest.approx(10 * 4 / 6 * 4 / 6 * 3 / 6)
    assert dealt == pytest.approx(attacks.expected(board.g, swords, foes, COMBAT))


def test_a_ward_and_dice_count_in_averages(board):
    """Core Rules, 18.1: a ward of 6+ undoes one point of six; D3 attacks are two."""
    beast = board.unit("Beast", "A", (10, 10))
    warded = board.unit("Swords", "B", (10, 12))
    dealt = estimate.Estimates().dealt(board.g, beast, warded)
    hold(board.g, warded, RuleRef("WARD", (Literal(6, "+"),)), "tests")
    touch(board.g)
    assert estimate.Estimates().dealt(board.g, beast, warded) == pytest.approx(dealt * 5 / 6)
    assert dealt * 5 / 6 == pytest.approx(attacks.expected(board.g, beast, warded, COMBAT))


# -- moves -----------------------------------------------------------------------------------------


def test_a_unit_steps_onto_an_objective_that_nobody_holds():
    """Battlepack, Victory Points: holding the first objective scores."""
    field = OpenField(node="movement-abilities")
    swords = field.unit("Swords", "A", (2, 1))
    assert goal(field.g, moving(field, swords)) == "objective"


def test_a_unit_stays_where_it_alone_keeps_an_objective_from_the_enemy():
    """Core Rules, 32.2: who leaves lets the enemy's control score take it."""
    field = OpenField(node="movement-abilities")
    for name in ("Ghal Maraz", "High Star", "Great Wheel"):
        field.gives(name, "A")
    swords = field.unit("Horde", "A", block(5.6, 4.0, 10))
    field.unit("Hero", "B", (10.5, 7.9))
    field.place(swords, chosen(field.g, moving(field, swords)))
    field.play(determine_control(field.g))
    assert field.held_by("Ghal Maraz") == "A"


def test_a_unit_goes_on_from_an_objective_that_stays_held_without_it():
    """Core Rules, 32.2: control of an objective lasts until somebody else gains it."""
    field = OpenField(node="movement-abilities")
    field.gives("Ghal Maraz", "A")
    swords = field.unit("Swords", "A", (5.5, 5.5))
    assert goal(field.g, moving(field, swords)) != "stay"


def test_a_unit_makes_for_the_place_that_a_card_asks_for():
    """City of Ash, Battle Tactic Cards: Raze asks for a unit near to the long edge in enemy territory."""
    field = OpenField(node="movement-abilities")
    for area in field.g.areas.values():
        area.memory["controller"] = "A"
    runner = field.unit("Hero", "A", (15, 15.5))
    assert goal(field.g, moving(field, runner)) == "stay"
    field.card("A", "Raze")
    assert goal(field.g, moving(field, runner)) == "edge"


def test_archers_go_where_they_can_shoot():
    """Core Rules, 16.0: shots need targets within Range."""
    field = OpenField(node="movement-abilities")
    for area in field.g.areas.values():
        area.memory["controller"] = "A"
    archers = field.unit("Archers", "A", (2, 2))
    field.unit("Beast", "B", (2, 18))
    places = chosen(field.g, moving(field, archers))
    assert min(hypot(x - 2, y - 18) - 1.0 for x, y in places) <= 12.0


# -- abilities of the core -------------------------------------------------------------------------


def used(table: Board, node: str, player: str = "A") -> Any:
    """Return the name of the ability that is used first in a phase, or pass."""
    answer = chosen(table.g, asked(offer(table.g, node, player)))
    return answer if isinstance(answer, str) else answer[0]


def test_a_unit_far_from_everything_runs():
    """Core Rules, 14.2: who runs neither shoots nor charges, which is no loss to who reaches nobody."""
    field = OpenField(node="movement-abilities")
    field.unit("Swords", "A", (1, 21))
    for name in ("High Star", "Ghal Maraz"):
        field.gives(name, "A")
    field.unit("Swords", "B", (24, 2))
    assert used(field, "movement") == "Run"


def test_a_unit_next_to_a_weak_enemy_charges_and_one_next_to_a_strong_one_does_not():
    """Core Rules, 14.3: a charge is a choice."""
    weak, strong = Board(node="charge-abilities"), Board(node="charge-abilities")
    weak.unit("Beast", "A", (10, 10))
    weak.unit("Archers", "B", (10, 15))
    strong.unit("Archers", "A", (10, 10))
    strong.unit("Horde", "B", block(10, 15, 10))
    assert used(weak, "charge") == "Charge"
    assert used(strong, "charge") == "pass"


def test_who_can_shoot_shoots():
    """Core Rules, 16.0."""
    table = Board(node="shooting-abilities")
    table.unit("Archers", "A", (10, 10))
    table.unit("Swords", "B", (10, 18))
    assert used(table, "shooting") == "Shoot"


# -- fights ----------------------------------------------------------------------------------------


def test_the_unit_with_most_to_win_and_to_lose_fights_first(board):
    """Core Rules, 13.1: players pick in turn, so who waits may be struck first."""
    board.unit("Hero", "A", (2, 10))
    horde = board.unit("Horde", "A", block(10, 10, 10))
    board.unit("Archers", "B", (2, 11.6))
    board.unit("Horde", "B", block(10, 12.6, 10))
    board.g.active = "A"
    assert chosen(board.g, asked(fighting.fights(board.g))) == horde.id


def test_attacks_go_at_the_enemy_that_they_can_finish(board):
    """Core Rules, 16.0: targets are picked before any die is rolled."""
    swords = board.unit("Swords", "A", (10, 10))
    board.unit("Beast", "B", (9, 12))
    hurt = board.unit("Beast", "B", (14, 12), name="Hurt")
    hurt.pools[0].lost = 11
    decision = asked(aiming.aim(board.g, swords, COMBAT))
    targets = {target for lot in chosen(board.g, decision) for target, _ in lot}
    assert hurt.id in targets


def test_the_model_falls_whose_weapon_is_worth_least(board):
    """Core Rules, 18.2: the owner chooses among models of several kinds."""
    mixed = board.unit("Mixed", "B", (10, 10))
    decision = asked(inflict(board.g, mixed, 2))
    model = next(one for one in mixed.pools[0].loose if one.id == chosen(board.g, decision))
    powers = [estimate.Estimates().power(board.g, mixed, part.id) for part in mixed.pools[0].parts]
    parts = [part.id for part in mixed.pools[0].parts]
    assert model.part == parts[powers.index(min(powers))]


# -- abilities that are read -----------------------------------------------------------------------


def with_rule(rule: str, node: str = "combat-abilities") -> Board:
    table = Board(CUNNING, node=node)
    table.give(table.g.players["A"], rule)
    return table


def picked(table: Board, name: str) -> Any:
    """Return whom an ability befalls, by the name of the unit."""
    steps = offer(table.g, "combat", "A")
    decision = asked(steps)
    answer = next(option for option in decision.options if option[0] == name)
    return table.g.units[chosen(table.g, steps.send(answer))].name


def test_help_goes_to_the_unit_that_fights():
    """Help of attacks is worth most to who is in combat."""
    table = with_rule("Roar")
    table.unit("Swords", "A", (2, 2), name="Idle")
    table.unit("Swords", "A", (10, 10), name="Fighting")
    table.unit("Swords", "B", (10, 12))
    assert picked(table, "Roar") == "Fighting"


def test_harm_goes_to_the_enemy_even_if_friends_may_be_picked():
    """Nothing says whom a bolt should hit but what it does."""
    table = with_rule("Bolt")
    table.unit("Hero", "A", (2, 2), name="Friend")
    table.unit("Hero", "B", (20, 20), name="Enemy")
    assert picked(table, "Bolt") == "Enemy"


def test_what_can_be_used_once_is_kept_for_more_than_a_scratch():
    """One point on a great beast is not worth the only use in the first round, but in the last."""
    for battle_round, answer in ((1, "pass"), (4, "Last Breath")):
        table = Board(CUNNING, node="combat-abilities", battle_round=battle_round)
        table.give(table.g.players["A"], "Last Breath")
        table.unit("Swords", "A", (2, 2))
        table.unit("Beast", "B", (20, 20))
        assert used(table, "combat") == answer


# -- cards -----------------------------------------------------------------------------------------


def test_it_is_known_what_nearly_all_battle_tactics_ask_for():
    """City of Ash, Battle Tactic Cards: but for one that is about how attacks were made."""
    g = Board().g
    tactics = [card.name for card in g.ruleset.of_kind(Card).values() if card.deck == cards.TACTICS]
    assert [name for name in tactics if not asks.asks_of(g, name)] == ["Pitless Murder"]


def test_a_card_that_nobody_has_seen_before_is_read_as_well():
    """Cards are known by what they say, not by name."""
    g = Board(CUNNING).g
    (ask,) = asks.asks_of(g, "Cunning Plan")
    assert isinstance(ask, asks.Being)
    assert (ask.reach, ask.needed, ask.each) == (4.0, 1, False)


def test_an_ability_comes_to_what_its_statements_do():
    """A bolt of 2 points on a 4+ is 1 point on average."""
    g = Board(CUNNING).g
    (sense,) = reading.reader_of(g.ruleset).named("Bolt")
    assert sense.deeds == (meaning.Deed(meaning.What.DAMAGE, "target", -1.0),)
    assert sense.picks == {"target": ("unit", "")}


def discarded(field: OpenField) -> Sequence[str]:
    answer: Sequence[str] = chosen(field.g, asked(cards.offer_discards(field.g, field.g.players["A"])))
    return answer


def test_a_card_out_of_reach_is_given_back_and_one_within_reach_is_kept():
    """City of Ash, Battle Tactic Cards: before drawing any number may be discarded."""
    field = OpenField(node="draw-battle-tactics")
    field.card("A", "Raze")
    field.card("A", "Hold the Centre")
    field.g.players["A"].memory["decks"]["Battle Tactics"]["pile"] = ["Raid", "Comb the Area"]
    for x in (11, 18):
        field.unit("Hero", "A", (x, 8))
    assert discarded(field) == ["Raze"]


def test_nothing_is_given_back_when_there_is_nothing_to_draw():
    """The deck is not shuffled again."""
    field = OpenField(node="draw-battle-tactics")
    field.card("A", "Raze")
    field.unit("Hero", "A", (11, 2))
    assert discarded(field) == []


def test_a_completed_tactic_is_scored_and_not_spent_on_its_command():
    """City of Ash, 2.2: a card is discarded for either."""
    field = OpenField(node="combat-abilities", text=CUNNING)
    field.card("A", "Cunning Plan")
    field.unit("Hero", "A", (15, 2))
    field.unit("Hero", "B", (15, 20))
    assert used(field, "combat") == "pass"
    field.at("score-turn")
    assert used(field, "score-turn") == "Cunning Plan"


def test_in_the_last_turn_a_card_is_as_good_as_its_command():
    """There is nothing to keep it for."""
    field = OpenField(node="combat-abilities", text=CUNNING)
    field.card("A", "Cunning Plan")
    field.unit("Hero", "A", (15, 2))
    field.unit("Hero", "B", (15, 20))
    field.at("combat-abilities", "B", 4)
    field.g.clock.order = ("A", "B")
    assert used(field, "combat") == "Stab in the Back"


# -- the battle ------------------------------------------------------------------------------------


def test_who_may_choose_goes_first():
    """Core Rules, 12.0: objectives are there to be taken."""
    field = OpenField(node="choose-first-turn", dice={"priority-roll": [6, 1]})
    field.g.memory["first"] = ""
    assert chosen(field.g, asked(rounds.choose_first_turn(field.g))) == "A"


def test_judgement_changes_nothing_of_what_it_looks_at():
    """The same question gets the same answer from everybody who is asked."""
    field = OpenField(node="movement-abilities")
    swords = field.unit("Swords", "A", (2, 1))
    decision = moving(field, swords)
    before = field.g.sequence_number, [model.shape for model in swords.pools[0].loose]
    judged = judgements()
    first = list(judged["unit.move"](decision, field.g))
    assert first == list(judged["unit.move"](decision, field.g))
    assert first == list(judgements()["unit.move"](decision, field.g))
    assert before == (field.g.sequence_number, [model.shape for model in swords.pools[0].loose])


ARMIES = ("Sentinels of Embergard", "Crixxit's Kill-Pack")


def test_a_captain_beats_chance_from_most_of_the_four_seats():
    """Four battles: either army in either seat; a hundred are played in the soak tests."""
    desk = Desk()
    won = 0
    for lists in (ARMIES, ARMIES[::-1]):
        for player, agents in (("A", ["captain", "random"]), ("B", ["random", "captain"])):
            won += desk.begin("spearhead", list(lists), seed=5).play(agents)["winner"] == player
    assert won >= 3
