"""Rulings on fights: whom models reach in combat, who strikes when, who must fight, what waits for the end of
a fight (Core Rules, 7.0, 13.1, 16.0, 19.0).
"""

from __future__ import annotations

from typing import Any

import pytest

from tercio.kernel.decisions import PASS, Decision
from tercio.kernel.state import Unit
from tercio.plugins.spearhead.aiming import aim, aimed_only_at, targets_this_turn
from tercio.plugins.spearhead.attacks import attack_with
from tercio.plugins.spearhead.combats import in_combat
from tercio.plugins.spearhead.damage import allocate, destroy
from tercio.plugins.spearhead.fighting import STRIKE_FIRST, STRIKE_LAST, fight, fights, strikes
from tercio.plugins.spearhead.targets import COMBAT, lots_of

from .board import WALL, Board, centres, model

# -- whom a model reaches --------------------------------------------------------------------------


def reaching(board: Board, unit: Unit) -> int:
    """How many models of a unit can make combat attacks."""
    return sum(lot.models for lot in lots_of(board.g, unit, COMBAT))


def test_exactly_three_inches_apart_is_out_of_combat(board):
    unit, foe = board.unit("Hero", "A", (10, 10)), board.unit("Hero", "B", (10, 14))
    assert not in_combat(board.g, unit, foe)
    assert reaching(board, unit) == 0
    board.place(foe, [(10, 13.99)])
    assert reaching(board, unit) == 1


SLAYER = """
rule "Slayer"
  cite "Tests"
  modify attacks by +2
    when target-unit has "MONSTER"
"""


def slayers(models: int = 1) -> tuple[Board, Unit, Unit, Unit]:
    """A board with models that make 2 attacks at a hero and 4 at a beast, all in combat; all dice show 1."""
    board = Board(SLAYER, {"*": [1] * 99})
    unit = board.unit("Swords", "A", (10, 10), models=models, rules=("Slayer",))
    return board, unit, board.unit("Hero", "B", (10, 12)), board.unit("Beast", "B", (11.5, 11))


def test_how_many_attacks_a_model_makes_is_asked_for_each_target():
    board, unit, hero, beast = slayers()
    for foe, number in ((hero, 2), (beast, 4)):
        board.play(attack_with(board.g, unit, COMBAT), [[[foe.id, 1]]])
        assert board.facts("attacks")[-1]["count"] == number
        assert board.asked[0].facts["lots"][0]["of"] == "models"


def test_a_model_with_more_attacks_at_one_target_than_another_makes_all_at_one():
    board, unit, hero, beast = slayers(models=3)
    board.play(attack_with(board.g, unit, COMBAT), [[[hero.id, 2], [beast.id, 1]]])
    assert [(facts["target"], facts["count"]) for facts in board.facts("attacks")] == [
        (hero.id, 4),
        (beast.id, 4),
    ]


def test_models_that_were_slain_make_none_of_the_attacks_they_had_at_any_target():
    board, unit, hero, beast = slayers(models=3)
    board.play(aim(board.g, unit, COMBAT), [[[hero.id, 2], [beast.id, 1]]])
    board.play(allocate(board.g, unit, 1, None))
    board.play(attack_with(board.g, unit, COMBAT))
    assert [(facts["target"], facts["count"]) for facts in board.facts("attacks")] == [(hero.id, 4)]


def test_only_models_within_their_own_combat_range_attack(board):
    unit = board.unit("Swords", "A", [(10, 10), (11.1, 10), (12.2, 10), (13.3, 10), (14.4, 10)])
    board.unit("Hero", "B", (10, 12))
    assert reaching(board, unit) == 4


def test_models_of_other_units_hide_a_target_from_a_model():
    board = Board(WALL)
    unit = board.unit("Swords", "A", [(10, 10), (13, 10)], models=2)
    foe = board.unit("Hero", "B", (10, 12.4))
    board.wall(12.2, 11.3, 0.2, 2.6)
    assert in_combat(board.g, unit, foe)
    assert reaching(board, unit) == 1


def test_a_wall_keeps_units_an_inch_apart_out_of_combat():
    board = Board(WALL)
    unit = board.unit("Hero", "A", (10, 10))
    foe = board.unit("Hero", "B", (10, 12))
    assert in_combat(board.g, unit, foe)
    board.wall(10, 11, 8, 0.2)
    assert not in_combat(board.g, unit, foe)


def test_a_model_attacks_with_all_its_melee_weapons(board):
    unit = board.unit("Beast", "A", (10, 10))
    board.unit("Hero", "B", (10, 12))
    assert [lot.arm.name for lot in lots_of(board.g, unit, COMBAT)] == ["Axe", "Fangs"]


# -- sharing attacks among targets -----------------------------------------------------------------


def between_two(**how: Any) -> tuple[Board, Unit, Unit, Unit]:
    """Two swordsmen between two enemies: the first reaches both, the second only the one to the east."""
    board = Board(**how)
    unit = board.unit("Swords", "A", [(10, 10), (11.1, 10)], models=2)
    return board, unit, board.unit("Beast", "B", (7.5, 10)), board.unit("Beast", "B", (13, 10))


def test_each_model_attacks_a_unit_that_it_reaches_itself():
    board, unit, west, east = between_two()
    board.place(unit, [(10, 10), (12, 10)])
    lots = lots_of(board.g, unit, COMBAT)
    assert sorted([target for target, _ in lot.targets] for lot in lots) == [[west.id, east.id], [east.id]]


def test_attacks_are_split_as_the_owner_likes():
    board, unit, west, east = between_two(dice={"hit-roll": [3] * 4, "wound-roll": [3] * 4})
    board.play(attack_with(board.g, unit, COMBAT), [[[west.id, 3], [east.id, 1]]])
    assert (west.pools[0].lost, east.pools[0].lost) == (3, 1)


def test_all_attacks_have_to_be_shared_out_among_targets_in_reach():
    board, unit, west, east = between_two()
    far = board.unit("Beast", "B", (25, 20))
    decision = next(aim(board.g, unit, COMBAT))
    assert decision.kind == "attack.targets"
    assert decision.options == [[[[west.id, 4]]], [[[east.id, 4]]]]
    assert decision.judge([[[west.id, 3]]]).code == "attack.not_all"
    assert decision.judge([[[far.id, 4]]]).code == "attack.no_target"
    assert decision.judge([[[west.id, 2], [west.id, 2]]]).code == "attack.no_target"
    for malformed in (None, [], [[[west.id]]], [[west.id, 4]], [[[west.id, True]]], "all"):
        assert decision.judge(malformed).code == "attack.malformed"


def test_with_one_possible_target_nothing_is_asked():
    board, unit, west, _east = between_two(dice={"hit-roll": [1] * 4})
    board.place(unit, [(10, 10), (9, 12)])
    board.play(attack_with(board.g, unit, COMBAT), [[[west.id, 2]], [[west.id, 2]]])
    board.place(west, [(1, 20)])
    board.tell(hit_roll=[1, 1])
    board.play(attack_with(board.g, unit, COMBAT))
    assert board.asked == []


def test_all_attacks_at_one_unit_are_resolved_before_those_at_the_next():
    board, unit, west, east = between_two(dice={"hit-roll": [3] * 4, "wound-roll": [3] * 4})
    board.play(attack_with(board.g, unit, COMBAT), [[[east.id, 2], [west.id, 2]]])
    order = [(event.kind, event.facts.get("target", event.facts.get("unit"))) for event in board.g.events]
    assert [one for one in order if one[0] in ("attacks", "damage")] == [
        ("attacks", east.id),
        ("damage", east.id),
        ("attacks", west.id),
        ("damage", west.id),
    ]


def test_no_model_falls_before_all_attacks_on_its_unit_are_made(board):
    unit = board.unit("Beast", "A", (10, 10))
    foe = board.unit("Swords", "B", (10, 12), models=2)
    board.tell(attacks=[1], hit_roll=[4, 4], wound_roll=[4, 4], damage=[1], save_roll=[1, 1])
    board.play(attack_with(board.g, unit, COMBAT))
    assert [one["points"] for one in board.facts("damage")] == [3]
    assert foe.destroyed


def test_rules_can_ask_whether_all_combat_attacks_of_a_turn_went_at_one_unit():
    board, unit, west, east = between_two(dice={"hit-roll": [1] * 8})
    board.play(attack_with(board.g, unit, COMBAT), [[[west.id, 4]]])
    assert aimed_only_at(board.g, unit, west)
    board.play(attack_with(board.g, unit, COMBAT), [[[west.id, 3], [east.id, 1]]])
    assert not aimed_only_at(board.g, unit, west)
    assert targets_this_turn(board.g, unit, COMBAT) == [west.id, east.id]
    board.at("fights", "B")
    assert targets_this_turn(board.g, unit, COMBAT) == []


# -- the order of fights ---------------------------------------------------------------------------


def melee(*rules: tuple[str, ...], text: str = "") -> tuple[Board, list[Unit]]:
    """Pairs of heroes in combat, A's and B's in turn, each apart from the other pairs; units hold `rules`."""
    board = Board(text)
    units = []
    for number, held in enumerate(rules):
        pair, side = divmod(number, 2)
        owner = "AB"[side]
        units.append(
            board.unit("Hero", owner, (4 + pair * 8, 10 + side * 2), rules=held, name=f"{owner}{pair + 1}")
        )
    board.chance(3)
    return board, units


def order_of(board: Board, *picks: Any) -> list[str]:
    """Play the fights, with these answers to who fights; return the units by name in the order of fights."""
    for unit in board.g.units.values():
        unit.pools[0].profile["health-points"] = 99
    queue = list(picks)

    def answer(decision: Decision) -> Any:
        return queue.pop(0) if queue and decision.kind == "fight.pick" else decision.options[0]

    board.play(fights(board.g), otherwise=answer)
    assert not queue
    return [board.g.units[one["unit"]].name for one in board.facts("fights")]


FIRST, LAST, NEITHER = (STRIKE_FIRST,), (STRIKE_LAST,), ()
BOTH = (STRIKE_FIRST, STRIKE_LAST)


def test_players_pick_in_turn_from_the_active_one():
    board, _ = melee(NEITHER, NEITHER, NEITHER, NEITHER)
    assert order_of(board) == ["A1", "B1", "A2", "B2"]


def test_the_player_picks_whom_he_wants():
    board, units = melee(NEITHER, NEITHER, NEITHER, NEITHER)
    assert order_of(board, units[2].id, units[3].id) == ["A2", "B2", "A1", "B1"]


def test_units_that_strike_first_fight_before_all_others():
    board, _ = melee(NEITHER, NEITHER, NEITHER, FIRST)
    assert order_of(board) == ["B2", "A1", "B1", "A2"]


def test_after_those_who_strike_first_the_active_player_picks():
    board, _ = melee(FIRST, NEITHER, NEITHER, NEITHER)
    assert order_of(board) == ["A1", "A2", "B1", "B2"]


def test_both_sides_units_that_strike_first_alternate():
    board, _ = melee(FIRST, FIRST, FIRST, NEITHER)
    assert order_of(board) == ["A1", "B1", "A2", "B2"]


def test_units_that_strike_last_wait_until_nobody_else_is_left():
    board, _ = melee(LAST, NEITHER, NEITHER, NEITHER)
    assert order_of(board) == ["A2", "B1", "B2", "A1"]


def test_the_turn_goes_on_when_those_who_strike_last_begin():
    board, _ = melee(LAST, LAST, NEITHER, NEITHER, NEITHER, NEITHER)
    assert order_of(board) == ["A2", "B2", "A3", "B3", "A1", "B1"]
    board, _ = melee(LAST, LAST, NEITHER, LAST)
    assert order_of(board) == ["A2", "B1", "A1", "B2"]


def test_first_and_last_together_are_neither():
    board, units = melee(BOTH, NEITHER, NEITHER, FIRST)
    assert strikes(board.g, units[0]) == 0
    assert order_of(board) == ["B2", "A1", "B1", "A2"]


def test_when_one_player_runs_out_the_other_goes_on():
    board, _ = melee(NEITHER, NEITHER, NEITHER, NEITHER)
    extra = board.unit("Hero", "B", (4, 13), name="B3")
    assert extra.id in board.g.engagement
    assert order_of(board) == ["A1", "B1", "A2", "B2", "B3"]


RIPOSTE = """
rule "Riposte"
  cite "Tests"
  has "STRIKE-FIRST"
    when number of (units in combat with unit where it is charged) >= 1
"""


def test_strike_first_may_depend_on_whom_the_unit_is_in_combat_with():
    board, units = melee(NEITHER, NEITHER, NEITHER, ("Riposte",), text=RIPOSTE)
    units[2].marks["charged"] = 0
    assert order_of(board) == ["B2", "A1", "B1", "A2"]


DRAG = """
rule "Dragging Hook"
  cite "Tests"
  after unit-fought
    grant "STRIKE-FIRST" to other units
"""


def test_who_strikes_first_is_settled_when_fights_begin():
    board, _ = melee(("Dragging Hook",), NEITHER, NEITHER, NEITHER, NEITHER, NEITHER, text=DRAG)
    assert order_of(board)[:2] == ["A1", "B1"]


def test_whoever_is_in_combat_must_fight_and_who_only_charged_may():
    board, _ = melee(NEITHER, NEITHER)
    lone = board.unit("Hero", "A", (25, 20), marks=["charged"], name="A3")
    assert order_of(board, lone.id) == ["A3", "B1", "A1"]
    board, _ = melee(NEITHER, NEITHER)
    board.unit("Hero", "A", (25, 20), marks=["charged"], name="A3")
    first = next(unit.id for unit in board.g.units.values() if unit.name == "A1")
    assert order_of(board, first, PASS) == ["A1", "B1"]


def test_a_unit_out_of_combat_that_did_not_charge_does_not_fight():
    board, _ = melee(NEITHER, NEITHER)
    board.unit("Hero", "A", (25, 20), name="A3")
    assert order_of(board) == ["A1", "B1"]


def test_the_fight_step_leaves_nothing_in_the_memory_of_the_game():
    board, _ = melee(FIRST, NEITHER)
    before = set(board.g.memory)
    order_of(board)
    assert set(board.g.memory) == before


NEXT = """
rule "War Cry"
  cite "Tests"
  after unit-fought
    each other units: it fights next
"""


def test_a_unit_that_may_fight_next_fights_out_of_turn():
    board, _ = melee(("War Cry",), NEITHER, NEITHER, NEITHER, text=NEXT)
    assert order_of(board) == ["A1", "A2", "B1", "B2"]


def test_fighting_next_never_goes_before_strike_first_or_strike_last():
    board, _ = melee((*FIRST, "War Cry"), FIRST, NEITHER, NEITHER, text=NEXT)
    assert order_of(board) == ["A1", "B1", "A2", "B2"]
    board, _ = melee(("War Cry",), NEITHER, LAST, NEITHER, text=NEXT)
    assert order_of(board) == ["A1", "B1", "B2", "A2"]


# -- the end of a fight ----------------------------------------------------------------------------

AFTER = """
rule "Afterglow"
  cite "Tests"
  after unit-fought
    inflict 1 mortal damage on unit
"""


def test_what_waits_for_the_end_of_a_fight_comes_after_its_damage():
    board = Board(AFTER, {"hit-roll": [3, 3], "wound-roll": [3, 3]})
    unit = board.unit("Swords", "A", (10, 10), models=1, rules=("Afterglow",))
    foe = board.unit("Beast", "B", (10, 12))
    board.play(fight(board.g, unit))
    assert foe.pools[0].lost == 2
    assert unit.destroyed


def test_a_unit_that_fought_is_known_to_have_fought_until_the_turn_ends(board):
    unit = board.unit("Swords", "A", (10, 10), models=1)
    board.play(fight(board.g, unit))
    assert "fought" in unit.marks
    board.g.schedule.cross(board.g, "end", ("turn",))
    assert "fought" not in unit.marks


@pytest.mark.parametrize("gone", ["destroyed", "away"])
def test_attacks_at_a_unit_that_is_gone_are_lost(gone):
    board, unit, west, _east = between_two()
    board.play(aim(board.g, unit, COMBAT), [[[west.id, 4]]])
    if gone == "destroyed":
        west.destroyed = True
    else:
        model(west, 0).shape = None
    board.play(attack_with(board.g, unit, COMBAT))
    assert board.facts("attacks") == []
    assert centres(unit) == [(10, 10), (11.1, 10)]


def test_models_slain_after_targets_were_picked_make_no_attacks():
    board, unit, west, _east = between_two(dice={"hit-roll": [1, 1]})
    board.play(aim(board.g, unit, COMBAT), [[[west.id, 4]]])
    board.play(allocate(board.g, unit, 1))
    board.play(attack_with(board.g, unit, COMBAT))
    assert [one["count"] for one in board.facts("attacks")] == [2]


def test_a_unit_destroyed_after_it_declared_makes_no_attacks():
    board, unit, west, _east = between_two()
    board.play(aim(board.g, unit, COMBAT), [[[west.id, 4]]])
    board.play(destroy(board.g, unit))
    board.play(fight(board.g, unit))
    assert board.facts("attacks") == []


# -- fighting twice --------------------------------------------------------------------------------

TWICE = """
rule "Grim Resolve"
  cite "Tests"
  may use-action despite "Core Abilities"
    when action is fight and fight actions used by unit this phase < 2
  after unit-fought
    inflict 1 mortal damage on unit when fight actions used by unit this phase < 2
    grant "STRIKE-LAST" to unit
"""


def test_a_second_fight_is_allowed_by_a_rule_and_waits_like_all_who_strike_last():
    board, units = melee(("Grim Resolve",), NEITHER, LAST, NEITHER, text=TWICE)
    assert order_of(board) == ["A1", "B1", "B2", "A1", "A2"]
    assert [one["points"] for one in board.facts("damage") if one["by"] == one["unit"]] == [1]
    assert units[0].pools[0].lost > 0
