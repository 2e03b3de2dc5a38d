"""Reactions are declared, answered and used like all actions: order, and that it ends (language, Actions)."""

from __future__ import annotations

from typing import Any

import pytest

from tercio.dsl.loader import load_text
from tercio.kernel.actions import usable, use_action
from tercio.kernel.decisions import PASS
from tercio.kernel.errors import RulesError
from tercio.kernel.sequence import advance
from tercio.kernel.signatures import ClauseWord, Signatures
from tercio.kernel.words import KERNEL_SIGNATURES

from .toy import SIGNATURES, drive, give, new_game, new_unit

WORDS = (ClauseWord("action", "core", "A core action."), ClauseWord("attack", "melee", "Close by."))
PACK = """
sequence battle
  cite "Toy"
  phase move
    step dash

rule "March"
  cite "Toy"
  action "March" in own move, core
    declare
      pick target from enemy units
    effect
      cheer unit

rule "Jeer"
  cite "Toy"
  action "Jeer" as reaction to enemy action-declared
    when action is "March" or "Hush"
    cheer bearer

rule "Hush"
  cite "Toy"
  action "Hush" as reaction to enemy action-declared
    when action is "Jeer"
    cheer bearer

rule "Echo"
  cite "Toy"
  action "Echo" as reaction to action-declared
    when action is "Jeer" or "March"
    cheer bearer

rule "Boast"
  cite "Toy"
  action "Boast" as reaction to action-declared, forced
    cheer bearer

rule "Hears Declared" of battle
  cite "Toy"
  after action-declared
    when action is "Jeer" or "March"
    cheer unit

rule "Hears Used" of battle
  cite "Toy"
  after action-used
    when action is "Jeer" or "March"
    cheer unit

rule "Aimed At"
  cite "Toy"
  after action-used
    when target is bearer
    cheer bearer
"""


def table(*foes: str, mine: tuple[str, ...] = ()) -> tuple[Any, Any, Any]:
    """A game in the phase of A, whose unit marches; the rules `foes` are those of the unit of B."""
    signatures = Signatures().add([*KERNEL_SIGNATURES, *SIGNATURES, *WORDS])
    declared = load_text(PACK, "toy", signatures=signatures).declarations
    game = new_game(*(one for one in declared if one.kind != "sequence"), record=True, extra=WORDS)
    for _ in advance(game):
        raise AssertionError("nothing is asked on the way to the first step")
    unit, foe = new_unit(game), new_unit(game, "B")
    give(game, unit, "March", *mine)
    give(game, foe, *foes)
    return game, unit, foe


def march_of(game: Any) -> Any:
    (use,) = usable(game, "move", "A")
    return use_action(game, use)


def march(game: Any, *answers: Any) -> list[Any]:
    return drive(march_of(game), *answers)[1]


def always_first(procedure: Any) -> None:
    """Run a procedure with the first option for each answer."""
    decision = next(procedure)
    while True:
        decision = procedure.send(decision.options[0])


def told(game: Any) -> list[Any]:
    """What was declared and who was cheered, in order."""
    return [one.facts.get("action") or one.facts["thing"] for one in game.events if one.kind in KINDS]


KINDS = ("action-declared", "cheered")


@pytest.mark.parametrize(("rule", "cheers"), [("Hears Declared", [1, 2]), ("Hears Used", [1, 2])])
def test_rules_hear_that_a_reaction_was_declared_and_used_as_they_hear_of_other_actions(rule, cheers):
    game, unit, foe = table("Jeer")
    give(game, game.battle, rule)
    march(game, ["Jeer", foe.id])
    assert (unit.tokens["cheers"], foe.tokens["cheers"]) == (2, 2), "by the effect, and by who heard of it"


def test_what_answers_is_resolved_before_what_it_answers_goes_on():
    game, unit, foe = table("Jeer", mine=("Hush",))
    asked = march(game, ["Jeer", foe.id], ["Hush", unit.id])
    assert told(game) == ["March", "Jeer", "Hush", unit.id, foe.id, unit.id]
    assert [(one.player, one.facts["action"]) for one in asked] == [("B", "March"), ("A", "Jeer")]


def test_a_reaction_does_not_answer_what_came_of_its_own_use():
    game, unit, foe = table("Jeer", mine=("Hush",))
    asked = march(game, ["Jeer", foe.id], ["Hush", unit.id])
    assert len(asked) == 2, "Jeer could answer Hush, but this Hush answers that very Jeer"


def test_who_answered_a_reaction_may_answer_what_was_declared_first():
    game, unit, foe = table("Jeer", mine=("Echo",))
    march(game, PASS, ["Jeer", foe.id], ["Echo", unit.id], ["Echo", unit.id])
    assert told(game).count("Echo") == 2, "once for Jeer and once for March"


def test_what_a_reaction_is_aimed_at_is_what_it_picks_itself():
    game, _, foe = table("Jeer", "Aimed At")
    march(game, ["Jeer", foe.id])
    assert foe.tokens["cheers"] == 2, "by Jeer, and by March that was aimed at it; Jeer is aimed at nobody"
    targets = {one.facts["action"]: one.facts["targets"] for one in game.events if "targets" in one.facts}
    assert targets == {"March": [foe.id], "Jeer": []}


def test_reactions_to_reactions_come_to_an_end_of_themselves():
    game, *_ = table("Boast", mine=("Boast",))
    march(game)
    # each Boast answers March, and each of those two is answered by the other one
    assert told(game).count("Boast") == 4


def test_forced_reactions_without_measure_are_a_fault_that_names_one():
    game, _, _ = table("Boast")
    for _ in range(7):
        give(game, new_unit(game, "B"), "Boast")
    with pytest.raises(RulesError, match="Boast is used over and over"):
        always_first(march_of(game))
