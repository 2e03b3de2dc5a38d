"""What packs say of charges and contact, and what scenarios do with them in one sentence."""

from __future__ import annotations

from typing import Any

import pytest

from tercio.dsl.loader import load_text
from tercio.kernel.decl import Scenario
from tercio.kernel.events import Telling
from tercio.kernel.ruleset import Ruleset
from tercio.kernel.trial.run import Outcome, run_scenario
from tercio.plugins.regiments import contact
from tercio.plugins.regiments.charge_moves import resolve_charges
from tercio.plugins.regiments.charges import charge_of
from tercio.plugins.regiments.orders import alternate_actions
from tercio.plugins.regiments.steps import STEPS
from tercio.plugins.regiments.trial.system import RegimentalTrials

from .board import GAME, SYSTEM, Board, host

CHARGES = """
rule "Charges" of unit
  cite "Tests"
  cannot charge when unit is fleeing or unit is charged
  may charge-other-side
  action "Charge" in own charges, charge
    declare
      pick foe from enemy units where unit can charge it
    effect
      declare a charge of unit at foe
  action "Charge Back" in own charges, charge
    when chargers of unit = 1 and unit can counter-charge charger of unit
    effect
      declare a counter-charge of unit at charger of unit
  action "Cut Off" in own charges, charge
    declare
      pick foe from enemy units where it is charging and unit would charge the flank of it
    effect
      cancel the charge of foe
      declare a charge of unit at foe
"""


def passes(_decision: Any) -> str:
    return "pass"


def table(text: str = CHARGES) -> Board:
    return Board(text, phase="charges")


def test_a_charge_is_an_action_of_the_pack_and_resolved_by_its_step():
    board = table()
    ours, foe = board.unit("Spears", "A", (20, 10)), board.unit("Spears", "B", (20, 18))
    board.play(alternate_actions(board.g), ["Charge", ours.id], otherwise=passes)
    assert (charge_of(ours) or {})["target"] == foe.id
    board.play(resolve_charges(board.g))
    assert contact.foes_of(board.g, ours) == [foe]


def test_who_is_charged_charges_back():
    board = table()
    ours, foe = board.unit("Spears", "A", (20, 10)), board.unit("Spears", "B", (20, 18))
    board.play(alternate_actions(board.g), ["Charge", ours.id], ["Charge Back", foe.id], otherwise=passes)
    board.play(resolve_charges(board.g))
    assert contact.noted_now(board.g, foe, contact.HAS_CHARGED)
    assert ours.rect is not None
    assert ours.rect.front_centre == (20, 14)


def test_a_charger_is_cut_off_by_one_into_its_flank():
    board = table()
    ours, foe = board.unit("Spears", "A", (20, 10)), board.unit("Spears", "B", (20, 18))
    thief = board.unit("Spears", "B", (12, 10), facing=90)
    board.play(alternate_actions(board.g), ["Charge", ours.id], ["Cut Off", thief.id], otherwise=passes)
    assert charge_of(ours) is None
    board.play(resolve_charges(board.g))
    assert contact.foes_on(board.g, ours, "left") == [thief]
    assert not contact.is_engaged(board.g, foe)


# -- scenarios -------------------------------------------------------------------------------------

OURS = 'unit "Spears" as ours of A at 20", 10" facing north, files 5, models 10'
FOE = 'unit "Spears" as foe of B at 20", 18" facing south, files 5, models 10'


def run(*lines: str, text: str = CHARGES) -> Outcome:
    trials = RegimentalTrials(SYSTEM)
    known, more = host().signatures(SYSTEM), host().trial_signatures(SYSTEM)
    body = "\n".join(f"  {line}" for line in ('cite "Tests"', 'battlefield 60"x40"', *lines))
    pack = load_text(f'{GAME}{text}\nscenario "it"\n{body}\n', SYSTEM, signatures=known, trials=more)
    scenario = next(one for one in pack.declarations if isinstance(one, Scenario))
    found = run_scenario(scenario, Ruleset(tuple(pack.declarations), more), trials, STEPS, Telling())
    if found.error is not None:
        raise found.error
    return found


def holds(*lines: Any) -> None:
    found = run(*lines)
    assert found.ok, found.message


def test_a_scenario_charges_in_one_sentence():
    holds(
        OURS,
        FOE,
        "expect ours can charge foe",
        "expect ours would charge the front of foe",
        'expect charge distance from ours to foe < 6.5"',
        'expect charge range from ours to foe is 8"',
        "expect centre distance from ours to foe = charge distance from ours to foe",
        "do ours charges foe",
        "expect ours is engaged on its front by foe",
        "expect foe is in contact with ours",
        "expect ours has charged",
        "expect foe was charged",
        "expect enemies on the front of foe is 1",
        "expect ours is not charging",
    )


def test_a_declaration_waits_until_it_is_resolved():
    holds(
        OURS,
        FOE,
        "do ours declares a charge at foe",
        "expect ours is charging foe",
        "expect ours is charging the front",
        "expect foe is charged by ours",
        "expect foe is charged",
        "expect chargers of foe is 1",
        "expect charger of foe is ours",
        "expect charge target of ours is foe",
        "expect ours is not engaged",
        "do cancel the charge of ours",
        "expect foe is not charged",
    )


def test_a_charge_that_cannot_be_is_refused():
    holds(
        OURS,
        'unit "Spears" as foe of B at 20", 30" facing south, files 5, models 10',
        "do ours charges foe",
        'expect refusal "charge.out_of_range"',
        "expect no event charge-declared",
    )


def test_contact_is_taken_for_granted_and_given_up():
    holds(
        OURS,
        FOE,
        "given ours is in contact with foe",
        "expect ours is engaged on its front",
        "expect ours has not charged",
        "do part ours",
        "expect foe is not engaged",
    )


def test_a_charge_into_a_flank_is_taken_for_granted_and_answered_by_turning():
    holds(
        OURS,
        'unit "Spears" as foe of B at 20", 18" facing east, files 5, models 10',
        "given ours has charged foe",
        "expect foe is engaged on its flank by ours",
        "expect foe is engaged on its right",
        "expect ours has charged",
        "do turn foe to face ours",
        "expect foe is engaged on its front by ours",
        "expect foe is not engaged on its flank",
    )


def test_who_never_meets_the_other_cannot_be_in_contact():
    found = run(OURS, 'unit "Spears" as foe of B at 40", 18"', "given ours is in contact with foe")
    assert "never meets" in found.message


@pytest.mark.parametrize(("by", "side"), [("centre", "front"), ("front-rank", "flank")])
def test_the_pack_says_what_of_a_charger_decides_on_the_side(by, side):
    holds(
        'unit "Riders" as ours of A at 10", 11.1" facing 20, files 5, models 10',
        'unit "Spears" as foe of B at 20", 20" facing south, files 5, models 10',
        f"expect ours would charge the {side} of foe by its {by}",
    )
