"""Actions of free choice: who may use them, when, how often; declaring, reacting, resolving (language,
Rules).
"""

from __future__ import annotations

from typing import Any

import pytest

from tercio.dsl.loader import load_text
from tercio.kernel.actions import offer, offer_in_turn, times_used, usable, use_action
from tercio.kernel.clone import clone
from tercio.kernel.context import Context
from tercio.kernel.decisions import PASS
from tercio.kernel.decl import Bundle, RuleRef, Weapon
from tercio.kernel.dice import ScriptedDice
from tercio.kernel.geometry import Rect
from tercio.kernel.hashing import state_hash
from tercio.kernel.ruleset import hold
from tercio.kernel.sequence import advance
from tercio.kernel.signatures import ClauseWord, Signatures
from tercio.kernel.state import Arm, touch
from tercio.kernel.windows import open_window
from tercio.kernel.words import KERNEL_SIGNATURES

from .toy import SIGNATURES, drive, give, new_game, new_unit

CORE = ClauseWord("action", "core", "A core action.")
PACK = """
sequence battle
  cite "Toy"
  phase move
    step dash
  phase shout
    step shouting

rule "March"
  cite "Toy"
  action "March" in own move, core
    cheer unit

rule "Dig In"
  cite "Toy"
  action "Dig In" in own move, core
    cheer unit

rule "Orderly"
  cite "Toy"
  cannot use-action when action is core and unit has used core action this phase

rule "Haste"
  cite "Toy"
  may use-action despite "Orderly" when core actions used by unit this phase < 2

rule "Jeer"
  cite "Toy"
  action "Jeer" in enemy move, repeatable
    declare
      pick target from enemy units within 6" of unit
      roll D6 as pitch for action-roll
    effect
      if pitch >= 4
        cheer target

rule "Whistle"
  cite "Toy"
  action "Whistle" in own move
    declare
      pick target from enemy units
      roll D6 as pitch for action-roll
    effect
      if natural-pitch = 4 and pitch = 5
        cheer target

rule "Shrill"
  cite "Toy"
  modify action-roll by +1 when action is "Whistle"

rule "Loud"
  cite "Toy"
  modify action-roll by +1 when action is "Jeer"

rule "Drill"
  cite "Toy"
  action "Drill" in any move, once per battle by army
    cheer unit

rule "Echo"
  cite "Toy"
  action "Echo" as reaction to action-declared
    when action is core
    cheer unit

rule "Retort"
  cite "Toy"
  action "Retort" as reaction to enemy action-declared
    when action is core
    cheer bearer

rule "Salute"
  cite "Toy"
  action "Salute" in own move, forced
    declare
      pick up to 2 targets from friendly units
    effect
      each targets
        cheer it

rule "Trap"
  cite "Toy"
  action "Trap" at dashed, core, once per battle by army
    declare
      pick target from enemy units within 6" of bearer
      roll D6 as pitch for action-roll
    effect
      if pitch >= 4
        cheer target

rule "Springy"
  cite "Toy"
  modify action-roll by +1 when action is "Trap"

rule "Roar"
  cite "Toy"
  action "Roar" at dashed, forced
    cheer bearer

rule "Drum"
  cite "Toy"
  action "Drum" at dashed, repeatable
    cheer bearer

rule "No Core"
  cite "Toy"
  cannot use-action when action is core

rule "No Echo"
  cite "Toy"
  cannot use-action when action is "Echo"

weapon "Lyre"
  cite "Toy"
  kind melee
  action "Play" in own move, once per battle
    cheer unit
  after dashed, once per battle
    cheer bearer

rule "Silent"
  cite "Toy"
  cannot use-action when action is "Herald"

rule "Herald" of battle
  cite "Toy"
  action "Herald" in own move
    declare
      pick unit from friendly units
      pick rival from enemy units within 6" of unit
    effect
      cheer rival
"""


def table(*rules: str, dice: dict[str, Any] | None = None):
    """A game in the movement phase of A, whose unit stands 4" from that of B; the rules are the unit's."""
    signatures = Signatures().add([*KERNEL_SIGNATURES, *SIGNATURES, CORE])
    declared = load_text(PACK, "toy", signatures=signatures).declarations
    game = new_game(*(one for one in declared if one.kind != "sequence"), record=True, extra=[CORE])
    game.dice = ScriptedDice(dice or {})
    for _ in advance(game):
        raise AssertionError("nothing is asked on the way to the first step")
    mine, foe = new_unit(game), new_unit(game, "B")
    mine.rect, foe.rect = Rect(0.0, 0.0, 0.0, 1.0, 2.0, 2.0), Rect(0.0, 6.0, 0.0, -1.0, 2.0, 2.0)
    for rule in rules:
        hold(game, mine, RuleRef(rule))
    return game, mine, foe


def names(game: Any, player: str = "A", window: str = "move") -> list[str]:
    return [use.name for use in usable(game, window, player)]


def use(game: Any, name: str, *answers: Any, player: str = "A") -> list[Any]:
    """Use an action, giving these answers; returns the decisions that were asked."""
    chosen = next(one for one in usable(game, "move", player) if one.name == name)
    return answered(use_action(game, chosen), *answers)


def answered(procedure: Any, *answers: Any) -> list[Any]:
    asked: list[Any] = []
    try:
        asked.append(next(procedure))
        for answer in answers:
            assert asked[-1].judge(answer) is None
            asked.append(procedure.send(answer))
    except StopIteration:
        return asked
    return asked


def cheers(unit: Any) -> int:
    return int(unit.tokens.get("cheers", 0))


def test_an_action_is_used_once_in_each_opening_of_its_node():
    game, mine, _ = table("March")
    assert names(game) == ["March"]
    use(game, "March")
    assert cheers(mine) == 1
    assert names(game) == []
    game.clock.frame("round").turn += 1
    game.clock.stamps.clear()
    assert names(game) == ["March"]


def test_own_actions_are_for_the_active_player_and_enemy_actions_for_the_other():
    game, _, _ = table("March", "Jeer")
    assert names(game) == ["March"]
    game.active = "B"
    assert names(game) == ["Jeer"]


def test_an_action_in_another_node_is_not_offered():
    game, _, _ = table("March")
    assert names(game, window="shout") == []


def test_a_rule_may_limit_actions_by_keyword_and_another_may_except_from_it():
    game, mine, _ = table("March", "Dig In", "Orderly")
    use(game, "March")
    assert names(game) == []
    assert times_used(game, mine, "core", "phase") == times_used(game, mine, "March", "battle") == 1
    give(game, mine, "Haste")
    assert names(game) == ["Dig In"]
    use(game, "Dig In")
    assert times_used(game, mine, "core", "turn") == 2


def test_what_has_to_be_picked_must_be_there():
    game, _, foe = table("Jeer")
    game.active = "B"
    assert names(game) == ["Jeer"]
    foe.rect = Rect(0.0, 20.0, 0.0, -1.0, 2.0, 2.0)
    assert names(game) == []


@pytest.mark.parametrize(("rules", "cheered"), [(("Jeer",), 0), (("Jeer", "Loud"), 1)])
def test_a_roll_that_is_declared_is_modified_by_rules_that_speak_of_it(rules, cheered):
    game, _, foe = table(*rules, dice={"action-roll": [3]})
    game.active = "B"
    use(game, "Jeer")
    assert cheers(foe) == cheered
    assert names(game) == ["Jeer"], "it may be repeated"


def test_the_natural_total_of_a_roll_is_known_beside_the_modified_one():
    game, _, foe = table("Whistle", "Shrill", dice={"action-roll": [4]})
    use(game, "Whistle")
    assert cheers(foe) == 1


def test_once_for_the_army_is_once_for_all_that_hold_it():
    game, mine, _ = table("Drill")
    other = new_unit(game)
    hold(game, other, RuleRef("Drill"))
    assert names(game) == ["Drill", "Drill"]
    use(game, "Drill")
    assert names(game) == []
    assert cheers(mine) == 1


def test_players_react_in_turn_beginning_with_the_active_one_whoever_declared():
    game, mine, foe = table("March", "Echo")
    hold(game, foe, RuleRef("Retort"))
    asked = use(game, "March", ["Echo", mine.id], ["Retort", foe.id])
    assert [(one.kind, one.player) for one in asked] == [("action.react", "A"), ("action.react", "B")]
    assert (cheers(mine), cheers(foe)) == (2, 1)


def test_a_reaction_is_offered_once_for_each_declaration_and_may_be_declined():
    game, mine, _ = table("March", "Dig In", "Echo")
    assert len(use(game, "March", "pass")) == 1
    assert cheers(mine) == 1
    assert len(use(game, "Dig In", ["Echo", mine.id])) == 1
    assert cheers(mine) == 3


def test_a_forced_action_has_to_be_used_before_its_player_may_pass():
    game, mine, _ = table("Salute", "March")
    asked = answered(offer(game, "move", "A"), ["Salute", mine.id], mine.id, ["March", mine.id])
    assert [one.kind for one in asked] == ["action.use", "rule.pick", "action.use"]
    assert "pass" not in asked[0].options
    assert "pass" in asked[2].options


def test_other_actions_may_come_before_a_forced_one():
    game, mine, _ = table("Salute", "March")
    asked = answered(offer(game, "move", "A"), ["March", mine.id], mine.id)
    assert [one.kind for one in asked] == ["action.use", "rule.pick"], "only the forced one is left"


def test_several_things_picked_are_a_list_of_different_things():
    game, mine, _ = table("Salute")
    other = new_unit(game)
    asked = use(game, "Salute", mine.id, other.id)
    assert asked[1].options == [other.id, "pass"]
    assert (cheers(mine), cheers(other)) == (1, 1)


def test_what_nobody_owns_may_be_used_by_every_player_with_a_unit_picked_for_it():
    game, mine, foe = table()
    hold(game, game.battle, RuleRef("Herald"))
    new_unit(game).rect = Rect(60.0, 60.0, 0.0, 1.0, 2.0, 2.0)
    assert names(game) == ["Herald"]
    asked = use(game, "Herald", mine.id)
    assert asked[0].facts["pick"] == "unit"
    assert cheers(foe) == 1
    assert names(game) == []
    game.active = "B"
    assert names(game, "B") == ["Herald"]


def test_a_unit_that_may_not_use_an_action_is_not_picked_for_it():
    game, mine, foe = table()
    hold(game, game.battle, RuleRef("Herald"))
    other = new_unit(game)
    other.rect = mine.rect
    give(game, mine, "Silent")
    use(game, "Herald")
    assert (cheers(foe), times_used(game, other, "Herald", "turn")) == (1, 1)
    game, mine, _ = table("Silent")
    hold(game, game.battle, RuleRef("Herald"))
    assert names(game) == []


def test_the_active_player_finishes_before_the_other_begins():
    game, mine, foe = table("March", "Dig In")
    hold(game, foe, RuleRef("Jeer"))
    asked = answered(offer_in_turn(game, "move"), ["March", mine.id], "pass", "pass")
    assert [one.player for one in asked] == ["A", "A", "B"]


# -- offered at a window ---------------------------------------------------------------------------


def at_window(game: Any, unit: Any, *answers: Any) -> list[Any]:
    """Open a window about a unit and give these answers; returns the decisions that were asked."""
    return drive(open_window(game, "after dashed", Context(unit=unit)), *answers)[1]


def test_what_an_action_at_a_window_declares_is_picked_and_rolled_before_its_effect():
    game, mine, foe = table("Trap", "Springy", dice={"action-roll": [3]})
    asked = at_window(game, mine, ["Trap", mine.id])
    assert [(one.kind, one.options) for one in asked] == [("action.use", [["Trap", mine.id], PASS])]
    assert cheers(foe) == 1


def test_an_action_at_a_window_whose_target_is_not_there_is_not_offered():
    game, mine, foe = table("Trap")
    foe.rect = Rect(0.0, 20.0, 0.0, -1.0, 2.0, 2.0)
    assert at_window(game, mine) == []


def test_once_for_the_army_is_once_for_all_that_hold_it_at_a_window_as_well():
    game, mine, _ = table("Trap", dice={"action-roll": [6]})
    other = new_unit(game)
    other.rect = mine.rect
    give(game, other, "Trap")
    at_window(game, mine, ["Trap", mine.id])
    assert at_window(game, other) == []


def test_an_action_at_a_window_counts_among_those_that_its_unit_used():
    game, mine, _ = table("Trap", "March", "Orderly", dice={"action-roll": [1]})
    at_window(game, mine, ["Trap", mine.id])
    assert times_used(game, mine, "core", "phase") == times_used(game, mine, "Trap", "battle") == 1
    assert names(game) == [], "no more than one core action in a phase"


def test_an_action_at_a_window_may_be_forbidden_by_its_keyword():
    game, mine, _ = table("Trap", "No Core")
    assert at_window(game, mine) == []


def test_others_react_to_what_is_declared_at_a_window():
    game, mine, foe = table("Trap", dice={"action-roll": [1]})
    give(game, foe, "Retort")
    asked = at_window(game, mine, ["Trap", mine.id], ["Retort", foe.id])
    assert [(one.kind, one.facts.get("unit")) for one in asked] == [
        ("action.use", None),
        ("action.react", mine.id),
    ]
    assert cheers(foe) == 1


def test_a_forced_action_at_a_window_is_not_asked_for():
    game, mine, _ = table("Roar")
    assert at_window(game, mine) == []
    assert cheers(mine) == 1


def test_an_action_that_may_be_repeated_is_offered_again_until_it_is_declined():
    game, mine, _ = table("Drum")
    assert len(at_window(game, mine, ["Drum", mine.id], ["Drum", mine.id], PASS)) == 3
    assert cheers(mine) == 2


def test_a_reaction_may_be_forbidden_to_the_unit_that_would_react():
    game, mine, foe = table("March", "Echo", "No Echo")
    give(game, foe, "Retort")
    asked = use(game, "March", ["Retort", foe.id])
    assert [one.player for one in asked] == ["B"]
    assert cheers(mine) == 1


def test_a_reaction_counts_among_the_actions_of_the_unit_that_reacts():
    game, mine, foe = table("March")
    give(game, foe, "Retort")
    use(game, "March", ["Retort", foe.id])
    assert times_used(game, foe, "Retort", "phase") == 1
    assert times_used(game, mine, "Retort", "phase") == 0


# -- weapons ---------------------------------------------------------------------------------------


def armed(game: Any, unit: Any) -> Arm:
    """Put a Lyre in the hands of a unit's first part."""
    arm = Arm(game.new_id(), "Lyre", unit.owner)
    hold(game, arm, Bundle(game.ruleset.get(Weapon, "Lyre").clauses), by_weapon=True)
    part = next(unit.parts())
    part.arms.append(arm)
    game.add_arm(part, arm)
    touch(game)
    return arm


def test_an_action_of_a_weapon_is_used_by_the_unit_that_carries_it():
    game, mine, _ = table()
    armed(game, mine)
    use(game, "Play")
    assert (cheers(mine), times_used(game, mine, "Play", "turn")) == (1, 1)
    assert [one.facts["unit"] for one in game.events if one.kind == "action-declared"] == [mine.id]


@pytest.mark.parametrize("used", ["action", "trigger"])
def test_a_copy_of_the_game_knows_nothing_of_what_a_weapon_did_since(used):
    game, mine, _ = table()
    armed(game, mine)
    copy = clone(game)
    before = state_hash(game)
    if used == "action":
        use(game, "Play")
    else:
        at_window(game, mine)
    mine.tokens.clear()
    mine.memory.clear()
    next(mine.parts()).tokens.clear()
    assert state_hash(game) != before, "that it is spent is part of the state"
    assert names(copy) == ["Play"]
    at_window(copy, copy.units[mine.id])
    assert cheers(next(copy.units[mine.id].parts())) == 1
    assert state_hash(clone(game)) == state_hash(game)


def test_an_action_of_a_weapon_is_gone_with_its_unit():
    game, mine, _ = table()
    armed(game, mine)
    mine.destroyed = True
    touch(game)
    assert names(game) == []
