"""Rulings on attacks: hit, wound and save rolls with their limits, critical hits, weapon abilities, averages
(Core Rules, 16.0, 17.0, 20.0).
"""

from __future__ import annotations

from typing import Any

import pytest

from tercio.kernel.attack import needed as number_needed
from tercio.kernel.attack import stage_of
from tercio.kernel.decl import DiceAmount
from tercio.kernel.modifiers import explain
from tercio.kernel.state import Unit
from tercio.plugins.spearhead.attacks import attack_with, expected, saves_shown
from tercio.plugins.spearhead.targets import COMBAT, SHOOTING, arms_of, attack_at

from .board import Board, block

RULES = """
rule "Aimed"
  cite "Tests"
  modify hit-roll by +1

rule "Guided"
  cite "Tests"
  modify hit-roll by +1

rule "Shaken"
  cite "Tests"
  modify hit-roll by -1
  modify wound-roll by -1

rule "Feeble"
  cite "Tests"
  modify wound-roll by -1

rule "Shielded"
  cite "Tests"
  modify save-roll by +1

rule "Blessed"
  cite "Tests"
  modify save-roll by +1

rule "Cursed"
  cite "Tests"
  modify save-roll by -1

rule "Elusive"
  cite "Tests"
  hold hit-roll at least 5+
    when target-unit has this rule

rule "Frenzy"
  cite "Tests"
  multiply attacks by 2

rule "Fury"
  cite "Tests"
  modify attacks by +1

rule "Blunting"
  cite "Tests"
  modify rend by -1

rule "Sharp"
  cite "Tests"
  modify rend by +1

rule "Dire"
  cite "Tests"
  modify damage by +1
"""


def duel(dice: dict[str, list[int]] | None = None, text: str = "", **how: Any) -> tuple[Board, Unit, Unit]:
    """One swordsman of A an inch from one enemy of B."""
    board = Board(RULES + text, dice)
    unit = board.unit(
        how.pop("unit", "Swords"), "A", (10, 10), models=how.pop("models", 1), rules=how.pop("rules", ())
    )
    foe = board.unit(how.pop("foe", "Beast"), "B", (10, 12), rules=how.pop("foe_rules", ()), **how)
    return board, unit, foe


def needed(board: Board, roll: str, unit: Unit, foe: Unit) -> int:
    """What an attack with the first melee weapon of a unit needs for a roll."""
    part = unit.pools[0].parts[0]
    attack = attack_at(unit, part, arms_of(part, COMBAT)[0], foe, COMBAT)
    return int(number_needed(board.g, stage_of(board.g, attack, roll), attack))


# -- the rolls -------------------------------------------------------------------------------------


def test_an_attack_hits_wounds_and_fails_to_be_saved_before_it_does_damage():
    board, unit, foe = duel({"hit-roll": [3, 2], "wound-roll": [3]})
    board.play(attack_with(board.g, unit, COMBAT))
    assert foe.pools[0].lost == 1


def test_a_save_roll_of_the_save_value_stops_the_attack():
    board, unit, foe = duel({"hit-roll": [6, 6], "wound-roll": [6, 6], "save-roll": [4, 3]}, foe="Hero")
    board.tell(ward_roll=[1])
    board.play(attack_with(board.g, unit, COMBAT))
    assert foe.pools[0].lost == 1


def test_an_unmodified_one_fails_every_roll():
    board, unit, foe = duel({"hit-roll": [1, 2], "wound-roll": [1]}, rules=("Aimed",))
    board.play(attack_with(board.g, unit, COMBAT))
    assert foe.pools[0].lost == 0


def test_an_unmodified_six_does_not_save_by_itself():
    board, unit, foe = duel({"hit-roll": [6], "wound-roll": [6]}, unit="Mixed", models=1, save=6)
    board.play(attack_with(board.g, unit, COMBAT))
    assert foe.pools[0].lost == 2  # the axe has Rend 1: a save of 6+ cannot be made


def test_two_bonuses_to_hit_come_to_one():
    board, unit, foe = duel(rules=("Aimed", "Guided"))
    assert needed(board, "hit-roll", unit, foe) == 2


def test_hit_modifiers_are_summed_before_they_are_limited():
    board, unit, foe = duel(rules=("Aimed", "Guided", "Shaken"))
    assert needed(board, "hit-roll", unit, foe) == 2


def test_two_penalties_to_wound_come_to_one():
    board, unit, foe = duel(rules=("Shaken", "Feeble"))
    assert needed(board, "wound-roll", unit, foe) == 4


def test_save_bonuses_come_to_one():
    board, unit, foe = duel(foe="Hero", foe_rules=("Shielded", "Blessed"))
    assert needed(board, "save-roll", unit, foe) == 3


def test_rend_is_one_of_the_summed_modifiers_of_a_save():
    board, unit, foe = duel(unit="Mixed", models=1, foe="Hero", foe_rules=("Shielded", "Blessed"))
    assert needed(board, "save-roll", unit, foe) == 3  # +2 - 1 = +1, not +1 - 1


def test_penalties_to_a_save_have_no_limit():
    board, unit, foe = duel(unit="Mixed", models=1, rules=("Sharp",), foe="Hero", foe_rules=("Cursed",))
    assert needed(board, "save-roll", unit, foe) == 7


def test_rend_never_falls_below_nothing():
    board, unit, foe = duel(rules=("Blunting",), foe="Hero")
    assert needed(board, "save-roll", unit, foe) == 4


def test_attacks_are_doubled_before_one_is_added():
    board, unit, _ = duel({"hit-roll": [1] * 5}, rules=("Fury", "Frenzy"))
    board.play(attack_with(board.g, unit, COMBAT))
    assert board.facts("attacks")[0]["count"] == 5


def test_unmodified_hit_rolls_of_one_to_four_fail_whatever_helps():
    dice = {"hit-roll": [4, 5], "wound-roll": [6]}
    board, unit, _ = duel(dice, rules=("Aimed",), foe_rules=("Elusive",))
    board.play(attack_with(board.g, unit, COMBAT))
    assert board.facts("attacks")[0]["passed"]["hit-roll"] == 1


# -- critical hits ---------------------------------------------------------------------------------


def test_a_critical_hit_has_no_effect_of_its_own():
    board, unit, foe = duel({"hit-roll": [6, 1], "wound-roll": [2]})
    board.play(attack_with(board.g, unit, COMBAT))
    assert foe.pools[0].lost == 0


def test_crit_two_hits_rolls_to_wound_for_each():
    board, unit, foe = duel({"hit-roll": [6, 1], "wound-roll": [3, 3]}, rules=("Crit (2 Hits)",))
    board.play(attack_with(board.g, unit, COMBAT))
    assert foe.pools[0].lost == 2


def test_crit_auto_wound_skips_the_wound_roll_only():
    board, unit, foe = duel({"hit-roll": [6, 1], "save-roll": [4]}, rules=("Crit (Auto-wound)",), foe="Hero")
    board.play(attack_with(board.g, unit, COMBAT))
    assert foe.pools[0].lost == 0
    assert board.facts("attacks")[0]["passed"]["wound-roll"] == 1


def test_crit_mortal_ends_the_attack_without_wound_or_save():
    board, unit, foe = duel({"hit-roll": [6, 1]}, rules=("Crit (Mortal)",), foe="Swords", models=1)
    board.play(attack_with(board.g, unit, COMBAT))
    assert board.facts("damage") == [{"unit": foe.id, "points": 1, "warded": 0, "by": unit.id}]


def test_crit_mortal_damage_can_be_warded_and_goes_into_the_same_pool():
    dice = {"hit-roll": [6, 3], "wound-roll": [6], "save-roll": [1], "ward-roll": [6, 5]}
    board, unit, foe = duel(dice, rules=("Crit (Mortal)",), foe="Hero")
    board.play(attack_with(board.g, unit, COMBAT))
    assert board.facts("damage") == [{"unit": foe.id, "points": 2, "warded": 1, "by": unit.id}]


def test_random_damage_of_a_mortal_hit_is_rolled():
    dice = {"attacks": [1], "hit-roll": [6], "damage": [3]}
    board, unit, foe = duel(dice, unit="Beast", rules=("Crit (Mortal)",))
    unit.pools[0].parts[0].arms.pop(0)
    board.play(attack_with(board.g, unit, COMBAT))
    assert foe.pools[0].lost == 3


def test_of_several_crit_abilities_the_attacker_picks_one_before_rolling():
    rules = ("Crit (Mortal)", "Crit (2 Hits)")
    board, unit, foe = duel({"hit-roll": [6, 1], "wound-roll": [6, 6]}, rules=rules)
    board.play(attack_with(board.g, unit, COMBAT), "Crit (2 Hits)")
    assert [one.kind for one in board.asked] == ["attack.critical"]
    assert foe.pools[0].lost == 2


# -- weapon abilities ------------------------------------------------------------------------------

ANTI = """
rule "Bane"
  cite "Tests"
  has "Anti-X" ("MONSTER")
  has "Anti-X" ("WIZARD")
  has "Anti-charge"
"""


def test_anti_abilities_add_up():
    board, unit, foe = duel(text=ANTI, rules=("Bane",), save=3)
    assert needed(board, "save-roll", unit, foe) == 4
    foe.marks["charged"] = 0
    assert needed(board, "save-roll", unit, foe) == 5


def test_two_of_one_anti_ability_add_up_too():
    board, unit, foe = duel(text=ANTI, rules=("Anti-charge", "Anti-charge"), save=3)
    foe.marks["charged"] = 0
    assert needed(board, "save-roll", unit, foe) == 5


def test_anti_does_nothing_to_others():
    board, unit, foe = duel(text=ANTI, rules=("Bane",), foe="Hero")
    assert needed(board, "save-roll", unit, foe) == 4


def test_charge_adds_damage_in_the_turn_of_a_charge():
    board, unit, foe = duel({"hit-roll": [6, 6], "wound-roll": [6, 6]}, rules=("Charge (+1 Damage)",))
    unit.marks["charged"] = 0
    board.play(attack_with(board.g, unit, COMBAT))
    assert foe.pools[0].lost == 4


def test_companion_weapons_take_no_help_but_suffer_harm():
    board, unit, foe = duel(unit="Beast", rules=("Aimed", "Frenzy", "Dire"))
    part = unit.pools[0].parts[0]
    fangs = attack_at(unit, part, part.arms[1], foe, COMBAT)
    axe = attack_at(unit, part, part.arms[0], foe, COMBAT)
    ledger = explain(board.g, "hit-roll", fangs.context(), 4)
    assert (ledger.result, explain(board.g, "hit-roll", axe.context(), 4).result) == (4, 3)
    board.give(unit, "Shaken")
    assert explain(board.g, "hit-roll", fangs.context(), 4).result == 5
    doubled = [
        explain(board.g, "attacks", attack.context(), attack.number("attacks")).result
        for attack in (axe, fangs)
    ]
    assert doubled == [2, DiceAmount(1, 3)]
    assert explain(board.g, "damage", fangs.context(), 1).result == 1
    assert explain(board.g, "damage", axe.context(), 1).result == 2


# -- natural saves ---------------------------------------------------------------------------------

LAST_STAND = """
rule "Last Stand"
  cite "Tests"
  before attacks-resolved
    when enemy has this rule and attack is combat
    inflict natural save rolls of 5+ mortal damage on unit after the attacks
"""


def test_unmodified_save_rolls_count_whether_they_save_or_not():
    dice = {"hit-roll": [6, 6], "wound-roll": [6, 6], "save-roll": [5, 4]}
    board, unit, foe = duel(dice, LAST_STAND, foe="Horde", models=1, foe_rules=("Last Stand",))
    board.place(foe, block(10, 12, 10))
    board.play(attack_with(board.g, unit, COMBAT))
    assert foe.models == 8
    assert unit.destroyed  # after the attacks, not in their midst
    assert board.kinds().index("unit-destroyed") > board.kinds().index("damage")


def test_saves_that_cannot_be_made_are_rolled_where_somebody_counts_them():
    dice = {"hit-roll": [6, 6], "wound-roll": [6, 6], "save-roll": [6, 5]}
    board, unit, foe = duel(dice, LAST_STAND, foe="Beast", foe_rules=("Last Stand",), models=1)
    board.play(attack_with(board.g, unit, COMBAT))
    assert foe.pools[0].lost == 2
    assert unit.destroyed


def test_nobody_counts_saves_that_were_not_rolled():
    assert saves_shown([], 5) == 0


# -- averages --------------------------------------------------------------------------------------


def test_expected_damage_is_that_of_all_models_against_saves():
    board, unit, foe = duel(models=3, foe="Swords")
    assert expected(board.g, unit, foe, COMBAT) == pytest.approx(3 * 2 * (4 / 6) * (4 / 6) * (3 / 6))


def test_expected_damage_counts_mortal_hits_random_numbers_and_wards():
    board, unit, foe = duel(unit="Beast", rules=("Crit (Mortal)",), foe="Hero")
    axe = 1 / 6 * 2 + 2 / 6 * (4 / 6) * (4 / 6) * 2
    fangs = 2 * (1 / 6 * 2 + 2 / 6 * (3 / 6) * (3 / 6) * 2)
    assert expected(board.g, unit, foe, COMBAT) == pytest.approx((axe + fangs) * 5 / 6)


def test_expected_damage_agrees_with_the_dice():
    board, unit, foe = duel(models=5, rules=("Crit (Mortal)",), foe="Hero", health_points=10**9)
    board.chance(7)
    mean = expected(board.g, unit, foe, COMBAT)
    for _ in range(400):
        unit.memory.pop("aims", None)
        board.play(attack_with(board.g, unit, COMBAT))
    assert foe.pools[0].lost / 400 == pytest.approx(mean * 4 / 5, rel=0.1)  # one of five is out of reach


def test_a_unit_without_weapons_of_a_kind_expects_nothing():
    board, unit, foe = duel()
    assert expected(board.g, unit, foe, SHOOTING) == 0.0
