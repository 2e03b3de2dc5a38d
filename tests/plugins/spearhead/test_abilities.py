"""The abilities that every unit has, and what limits them (Core Rules, 5.0, 14.0, 24.0; rulings 6 to 13)."""

from __future__ import annotations

from tercio.kernel.actions import offer_out_of_turn, usable, use_action
from tercio.kernel.context import Context
from tercio.kernel.modifiers import value
from tercio.kernel.state import Unit
from tercio.plugins.spearhead import setting_up
from tercio.plugins.spearhead.combats import is_in_combat

from .board import Board, centres

RULES = """
rule "Borne by Wind"
  cite "Tests"
  may use-action despite "Run"
    when action is charge

rule "Slippery"
  cite "Tests"
  fix retreat-damage at 0
  may use-action despite "Retreat"
    when action is charge

rule "Swift"
  cite "Tests"
  modify charge-roll-dice by D6

rule "Eager"
  cite "Tests"
  modify charge-roll by +1

rule "Second Wind"
  cite "Tests"
  may use-action despite "Core Abilities"
    when action is fight and fight actions used by unit this phase = 1
"""


def names(board: Board, unit, phase: str) -> list[str]:
    """The abilities that a unit can use now in its own turn's phase, by name."""
    return [use.name for use in usable(board.g, phase, unit.owner) if use.context.unit is unit]


def using(board: Board, unit, name: str, phase: str, *answers):
    """Let a unit use an ability by name."""
    use = next(u for u in usable(board.g, phase, unit.owner) if u.name == name and u.context.unit is unit)
    return board.play(use_action(board.g, use), *answers)


# -- who may use what ------------------------------------------------------------------------------


def test_a_unit_out_of_combat_moves_or_runs_and_one_in_combat_retreats():
    board = Board(node="movement-abilities")
    free = board.unit("Swords", "A", (5, 15))
    fighting = board.unit("Swords", "A", (5, 5))
    board.unit("Hero", "B", (5, 7))
    assert names(board, free, "movement") == ["Normal Move", "Run"]
    assert names(board, fighting, "movement") == ["Retreat"]


def test_moves_are_for_the_own_movement_phase():
    board = Board(node="movement-abilities", player="B")
    unit = board.unit("Swords", "A", (5, 15))
    assert names(board, unit, "movement") == []


def test_units_in_reserve_and_destroyed_ones_use_nothing():
    """Ruling 47."""
    board = Board(node="movement-abilities")
    waiting = board.unit("Swords", "A", None)
    assert names(board, waiting, "movement") == []


def test_one_core_ability_for_each_unit_and_phase():
    board = Board(node="movement-abilities")
    unit, other = board.unit("Swords", "A", (5, 15)), board.unit("Hero", "A", (5, 5))
    using(board, unit, "Normal Move", "movement")
    assert names(board, unit, "movement") == []
    assert names(board, other, "movement") == ["Normal Move", "Run"]
    board.at("movement-abilities", "A", 2)
    assert names(board, unit, "movement") == ["Normal Move", "Run"]


def test_a_unit_that_was_set_up_makes_no_move_but_may_charge():
    """Rulings 12 and 13."""
    board = Board(node="movement-abilities")
    unit = board.unit("Swords", "A", None)
    board.unit("Hero", "B", (25, 20))
    board.play(setting_up.set_up(board.g, Context(), unit, lambda it: True))
    assert names(board, unit, "movement") == []
    board.at("charge-abilities")
    assert names(board, unit, "charge") == ["Charge"]


def test_a_unit_may_be_set_up_again_after_its_move():
    board = Board(node="movement-abilities")
    unit = board.unit("Swords", "A", (5, 15))
    using(board, unit, "Normal Move", "movement")
    assert board.play(setting_up.set_up(board.g, Context(), unit, lambda it: True))


# -- moving ----------------------------------------------------------------------------------------


def test_a_normal_move_goes_as_far_as_the_move_of_the_unit():
    board = Board(node="movement-abilities")
    unit = board.unit("Hero", "A", (5, 5), move=7)
    using(board, unit, "Normal Move", "movement", [[5, 12]])
    assert centres(unit) == [(5, 12)]
    assert board.asked[0].facts["purpose"] == "Normal Move"


def test_a_run_adds_its_roll_to_the_move():
    board = Board(node="movement-abilities", dice={"run-roll": [4]})
    unit = board.unit("Hero", "A", (5, 5))
    using(board, unit, "Run", "movement", [[5, 15]])
    assert centres(unit) == [(5, 15)]


def test_who_ran_neither_shoots_nor_charges_this_turn():
    board = Board(node="movement-abilities", dice={"run-roll": [4]})
    unit = board.unit("Archers", "A", (5, 5))
    board.unit("Hero", "B", (5, 14))
    using(board, unit, "Run", "movement", lambda decision: decision.options[-1])
    board.at("shooting-abilities")
    assert names(board, unit, "shooting") == []
    board.at("charge-abilities")
    assert names(board, unit, "charge") == []
    board.at("charge-abilities", "A", 2)
    assert names(board, unit, "charge") == ["Charge"]


def test_who_stood_still_shoots_and_charges():
    board = Board(node="shooting-abilities")
    unit = board.unit("Archers", "A", (5, 5))
    board.unit("Hero", "B", (5, 14))
    assert names(board, unit, "shooting") == ["Shoot"]
    board.at("charge-abilities")
    assert names(board, unit, "charge") == ["Charge"]


def test_a_rule_may_let_a_unit_charge_after_running():
    board = Board(RULES, node="movement-abilities", dice={"run-roll": [1]})
    unit = board.unit("Archers", "A", (5, 5), rules=["Borne by Wind"])
    using(board, unit, "Run", "movement")
    board.at("charge-abilities")
    assert names(board, unit, "charge") == ["Charge"]


# -- retreating ------------------------------------------------------------------------------------


def melee(text: str = "", dice=None) -> tuple[Board, Unit]:
    board = Board(text, node="movement-abilities", dice=dice)
    unit = board.unit("Swords", "A", (5, 5))
    board.unit("Hero", "B", (5, 6.5))
    return board, unit


def test_a_retreat_hurts_first_and_leads_out_of_combat():
    """Ruling 8."""
    board, unit = melee(dice={"damage": [3]})
    using(board, unit, "Retreat", "movement")
    assert unit.models == 2
    assert not is_in_combat(board.g, unit)
    kinds = board.kinds()
    assert kinds.index("model-slain") < kinds.index("unit-moved")


def test_a_unit_may_be_wiped_out_before_it_gets_away():
    board = Board(node="movement-abilities", dice={"damage": [2]})
    unit = board.unit("Swords", "A", (5, 5), models=2)
    board.unit("Hero", "B", (5, 6.5))
    using(board, unit, "Retreat", "movement")
    assert unit.destroyed
    assert board.asked == []


def test_who_retreated_neither_shoots_nor_charges_even_if_it_stayed():
    board, unit = melee(dice={"damage": [1]})
    using(board, unit, "Retreat", "movement", lambda decision: decision.options[-1])
    assert is_in_combat(board.g, unit)
    board.place(unit, [(20 + 1.1 * i, 5) for i in range(4)])
    board.at("charge-abilities")
    assert names(board, unit, "charge") == []


def test_a_rule_may_take_the_harm_out_of_a_retreat_and_let_it_be_followed_by_a_charge():
    board, unit = melee(RULES)
    board.give(unit, "Slippery")
    using(board, unit, "Retreat", "movement")
    assert unit.models == 5
    board.at("charge-abilities")
    assert names(board, unit, "charge") == ["Charge"]


def test_a_retreat_out_of_its_phase_hurts_and_bars_charging_all_the_same():
    """Ruling 9."""
    board, unit = melee(dice={"damage": [2]})
    board.at("charge-abilities")
    board.play(offer_out_of_turn(board.g, unit, "retreat"))
    assert unit.models == 3
    assert not is_in_combat(board.g, unit)
    assert names(board, unit, "charge") == []


# -- charging --------------------------------------------------------------------------------------


def charging(text: str = "", *rules: str, dice) -> tuple[Board, Unit]:
    board = Board(text, node="charge-abilities", dice={"charge-roll": dice})
    unit = board.unit("Hero", "A", (10, 5), rules=rules)
    board.unit("Hero", "B", (10, 12))
    return board, unit


def test_the_charge_roll_is_made_as_the_charge_is_declared():
    """Ruling 6."""
    board, unit = charging(dice=[3, 3])
    using(board, unit, "Charge", "charge")
    kinds = board.kinds()
    assert kinds.index("rolled") < kinds.index("action-declared") < kinds.index("unit-charged")
    assert "charged" in unit.marks


def test_a_failed_charge_is_used_all_the_same():
    """Ruling 7."""
    board, unit = charging(dice=[2, 3])
    using(board, unit, "Charge", "charge")
    assert centres(unit) == [(10, 5)]
    assert "charged" not in unit.marks
    assert names(board, unit, "charge") == []


def test_a_further_die_is_no_modifier_of_the_roll():
    """Ruling 6: the unmodified roll counts all three dice."""
    board, unit = charging(RULES, "Swift", "Eager", dice=[1, 2, 4])
    using(board, unit, "Charge", "charge")
    assert board.asked[0].facts["inches"] == 8
    assert unit.memory["charge-roll"]["roll"] == 7


def test_who_is_in_combat_does_not_charge():
    board, unit = charging(dice=[])
    board.place(unit, [(10, 10)])
    assert names(board, unit, "charge") == []


def test_a_unit_may_be_let_charge_in_the_enemy_turn():
    board, unit = charging(dice=[6, 6])
    board.at("charge-abilities", "B")
    assert names(board, unit, "charge") == []
    assert board.play(offer_out_of_turn(board.g, unit, "charge"))
    assert "charged" in unit.marks


# -- fighting --------------------------------------------------------------------------------------


def fighting(board: Board, unit) -> list[str]:
    return [use.name for use in usable(board.g, "combat", unit.owner) if use.context.unit is unit]


def test_who_is_in_combat_or_has_charged_fights():
    board = Board()
    unit, idle = board.unit("Swords", "A", (5, 5)), board.unit("Hero", "A", (25, 20))
    foe = board.unit("Hero", "B", (5, 7))
    assert fighting(board, unit) == fighting(board, foe) == ["Fight"]
    assert fighting(board, idle) == []
    idle.marks["charged"] = 0
    assert fighting(board, idle) == ["Fight"]


def test_a_fight_begins_with_a_pile_in():
    board = Board(dice={"*": [1] * 40})
    unit = board.unit("Swords", "A", [(5, 5), (6.1, 5), (7.2, 5)], models=3)
    board.unit("Hero", "B", (5, 7.9))
    using(board, unit, "Fight", "combat")
    assert board.asked[0].kind == "unit.pile-in"
    kinds = board.kinds()
    assert kinds.index("unit-moved") < kinds.index("action-declared") < kinds.index("fights")
    assert "fought" in unit.marks


def test_only_a_rule_lets_a_unit_fight_twice_in_a_phase():
    board = Board(RULES, dice={"*": [1] * 40})
    unit = board.unit("Hero", "A", (5, 5))
    board.unit("Hero", "B", (5, 7))
    using(board, unit, "Fight", "combat")
    assert fighting(board, unit) == []
    board.give(unit, "Second Wind")
    assert fighting(board, unit) == ["Fight"]
    using(board, unit, "Fight", "combat")
    assert fighting(board, unit) == []


# -- keywords --------------------------------------------------------------------------------------


def test_a_beast_counts_for_one_at_most():
    board = Board()
    tame, wild = board.unit("Swords", "A", (5, 5)), board.unit("Swords", "A", (5, 15), rules=["BEAST"])
    scores = [value(board.g, "control-score", Context(unit=unit), 5) for unit in (tame, wild)]
    assert scores == [5, 1]
