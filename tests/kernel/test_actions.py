"""Actions of free choice: who may use them, when, how often; declaring, reacting, resolving (language,
Rules).
"""

from __future__ import annotations

from typing import Any

import pytest

from tercio.dsl.loader import load_text
from tercio.kernel.actions import offer, offer_in_turn, times_used, usable, use_action
from tercio.kernel.decl import RuleRef
from tercio.kernel.dice import ScriptedDice
from tercio.kernel.geometry import Rect
from tercio.kernel.ruleset import hold
from tercio.kernel.sequence import advance
from tercio.kernel.signatures import ClauseWord, Signatures
from tercio.kernel.words import KERNEL_SIGNATURES

from .toy import SIGNATURES, give, new_game, new_unit

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
