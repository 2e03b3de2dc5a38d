"""Scenarios of The 9th Age: its units on the table, its numbers in their situation, and its own words."""

from __future__ import annotations

from pathlib import Path

import pytest

from tercio.dsl.desk import Desk
from tercio.kernel.errors import RulesError
from tercio.plugins.t9a.steps import STEPS

DESK = Desk()
MEN = 'unit "Swordsmen" as men of A at 36", 12" facing north, files 5, models 20'
FOES = 'unit "Swordsmen" as foes of B at 36", 24" facing south, files 5, models 20'
BOWS = 'unit "Bowmen" as bows of A at 36", 10" facing north, files 5, models 10'


def message(tmp_path: Path, *lines: str) -> str:
    """Run one scenario on a table and return what is not as it says; "" if it holds."""
    file = tmp_path / "lone.rules"
    body = "\n".join(f"  {line}" for line in ('cite "Tests"', 'battlefield 72"x48"', *lines))
    file.write_text(f'use "t9a"\n\nscenario "it"\n{body}\n', "utf-8")
    (found,) = DESK.scenarios([file])
    if found.error is not None:
        raise found.error
    return found.message


def holds(tmp_path: Path, *lines: str) -> None:
    assert message(tmp_path, *lines) == ""


# -- steps -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("step", STEPS)
def test_each_step_is_played_or_tells_which_step_it_needs(tmp_path, step):
    told = message(tmp_path, MEN, FOES, f"do play {step}", "expect files of men is 5")
    assert told == "" or "the sequence needs the step" in told


def test_after_the_roll_off_the_steps_before_the_battle_are_played(tmp_path):
    """Battle Preparations 3.A, 3.B and 3.F."""
    steps = [f"do play {step}" for step in ("roll-off", "choose-deployment-zone", "vanguard-moves")]
    holds(tmp_path, MEN, FOES, *steps, "expect event roles")


# -- units -----------------------------------------------------------------------------------------


def test_a_unit_stands_with_its_middle_at_its_place(tmp_path):
    holds(tmp_path, MEN, FOES, 'expect distance from men to foes is 8.9"', "expect files of men is 5")


def test_without_files_a_unit_is_as_wide_as_a_proper_rank_needs(tmp_path):
    holds(
        tmp_path,
        'unit "Swordsmen" as men of A at 36", 12", models 20',
        'unit "Trolls" as trolls of A at 50", 12", models 6',
        "expect files of men is 5",
        "expect files of trolls is 3",
        "expect proper-ranks of trolls is 2",
    )


def test_a_setting_that_no_unit_has_is_told_with_the_nearest_one(tmp_path):
    text = message(tmp_path, 'unit "Swordsmen" as men of A at 36", 12", file 5')
    assert 'a unit has no "file"\n   did you mean "files"?' in text


def test_a_unit_off_the_table_is_asked_all_the_same(tmp_path):
    holds(tmp_path, 'unit "Captain" as captain of A', "expect discipline of captain is 8")


def test_models_in_ranks_have_no_places_of_their_own(tmp_path):
    alone = 'unit "Captain" as captain of A, models at (36", 12")'
    assert "models in ranks have no places of their own" in message(tmp_path, alone)


def test_terrain_needs_a_size(tmp_path):
    assert "this piece of terrain has no size" in message(tmp_path, 'terrain "Forest" as wood at 10", 30"')


def test_a_third_player_is_no_player(tmp_path):
    assert "there is no C" in message(tmp_path, 'unit "Captain" as captain of C')


def test_units_are_brought_into_contact_and_are_engaged(tmp_path):
    holds(
        tmp_path,
        MEN,
        FOES,
        "given foes is in contact with men",
        'expect distance from men to foes is 0"',
        "expect foes is engaged with men",
        "expect men is in first round",
        "given men has fought 1 rounds of combat",
        "expect not men is in first round",
    )


def test_a_unit_that_goes_past_the_other_is_never_in_contact_with_it(tmp_path):
    aside = 'unit "Swordsmen" as foes of B at 10", 24" facing south'
    assert "goes straight on and never meets" in message(
        tmp_path, MEN, aside, "given foes is in contact with men"
    )


def test_a_model_that_joined_a_unit_keeps_its_name_and_its_own_numbers(tmp_path):
    holds(
        tmp_path,
        MEN,
        'unit "Captain" as captain of A at 36", 20"',
        "given captain is joined to men",
        "expect captain is joined to men",
        "expect resilience of captain is 4",
        "expect resilience of men is 3",
        "expect models of men is 21",
        "expect discipline of men is 8",
        "expect discipline of captain is 8",
    )


# -- numbers ---------------------------------------------------------------------------------------


def test_a_shot_is_judged_by_range_and_cover_on_the_table(tmp_path):
    wall = 'terrain "Wall" as wall at 36", 22.2" size 6"x1"'
    holds(
        tmp_path,
        BOWS.replace('10" facing', '8" facing'),
        FOES,
        wall,
        'expect to-hit of bows against foes with "Bow" is 7+',
        '  because "Long Range" -1, "Hard Cover" -2',
    )


def test_a_number_of_the_defender_is_asked_against_the_attacker(tmp_path):
    holds(
        tmp_path,
        BOWS,
        FOES,
        'expect armour-save of foes against bows with "Bow" is 3+',
        "expect armour of foes is 4",
        '  because "Shield" +1',
    )


def test_a_blow_is_judged_by_the_weapon_in_hand_and_leaves_it_as_it_was(tmp_path):
    holds(
        tmp_path,
        'unit "Knights" as knights of A at 36", 12" facing north, files 5',
        FOES,
        "given knights is charging",
        "given knights is in contact with foes",
        'expect strength of "Knight" of knights against foes with "Lance" is 6',
        'expect strength of "Knight" of knights against foes is 4',
        'given knights is wielding "Lance"',
        'expect strength of "Knight" of knights against foes is 6',
        'expect to-wound of "Knight" of knights against foes is 2+',
    )


def test_a_weapon_or_part_that_is_not_there_is_told_with_those_that_are(tmp_path):
    assert 'Swordsman has no "Lance"\n   it has Hand Weapon' in message(
        tmp_path, MEN, 'expect strength of men with "Lance" is 3'
    )
    assert 'no part "Swordman" here' in message(tmp_path, MEN, 'expect strength of "Swordman" of men is 3')


def test_a_save_without_an_attacker_asks_for_one(tmp_path):
    assert "against whom?" in message(tmp_path, MEN, "expect armour-save of men is 3+")


def test_numbers_of_procedures_are_those_that_are_played(tmp_path):
    holds(
        tmp_path,
        MEN,
        FOES,
        'expect reform-distance of men is 2"',
        "expect dangerous-dice of men is 10",
        "expect fighting-ranks of men is 2",
        "expect shooting-ranks of men is 2",
        "expect height of men is 1",
        "expect chance of charge-range of men against foes >= 9 is 1",
        "expect chance of flee-distance of men >= 12 is 1/36",
    )


def test_a_casting_value_is_asked_of_a_spell(tmp_path):
    mage = 'unit "Sorcerer" as mage of A at 36", 12"'
    holds(tmp_path, mage, 'expect casting-value of mage with "Fireball" is 6')
    assert "casting-value of which spell?" in message(tmp_path, mage, "expect casting-value of mage is 6")


# -- deeds -----------------------------------------------------------------------------------------


def test_advances_wheel_and_pivot_as_far_as_the_rules_allow(tmp_path):
    holds(
        tmp_path,
        MEN,
        'do men advances 2" wheeling 10',
        "expect event unit-moved of men",
        "expect men is advanced",
    )
    holds(tmp_path, MEN, 'do men advances 5"', 'expect refusal "move.too_far"')
    holds(tmp_path, MEN, 'do men marches 4" wheeling -20', "expect men is marched")


def test_a_reform_may_face_another_way(tmp_path):
    holds(tmp_path, MEN, "do men reforms into 5 files facing 90", "expect men is reformed")


def test_a_round_of_combat_needs_a_combat(tmp_path):
    text = message(tmp_path, MEN, "do men fights a round of combat")
    assert "Swordsmen is in no combat\n   write before it: given men is in contact with foes" in text


def test_a_break_test_is_taken_at_a_modifier(tmp_path):
    holds(
        tmp_path,
        MEN,
        "dice break-test 3 3",
        "do men takes a break test at -2",
        'expect event tested of men with test "break-test", needed 5, passed no',
    )


def test_a_unit_that_is_shaken_rallies_by_its_test(tmp_path):
    holds(
        tmp_path,
        MEN,
        FOES,
        "given men is shaken",
        "dice rally-test 1 1",
        "do men takes a rally test",
        "expect event unit-rallied of men",
        "expect men is not shaken",
    )


def test_a_spell_that_is_not_known_or_has_no_target_in_range_is_refused(tmp_path):
    mage = ('unit "Sorcerer" as mage of A at 36", 2" facing north', '  take "Ember Stone"')
    far = 'unit "Swordsmen" as foes of B at 36", 44" facing south'
    cast = 'do mage casts bound "Fireball" with 2 dice at foes'
    holds(
        tmp_path,
        *mage,
        FOES,
        'do mage casts "Fireball" with 2 dice at foes',
        'expect refusal "magic.cannot_cast"',
    )
    assert "refused: magic" in message(tmp_path, *mage, far, cast)


def test_dispelling_is_answered_with_a_number_of_dice(tmp_path):
    holds(
        tmp_path,
        'unit "Sorcerer" as mage of A at 36", 12" facing north',
        '  take "Ember Stone"',
        FOES,
        "given B has 2 magic dice",
        'answer "magic.dispel" with 2',
        "dice casting-roll 3 3",
        "dice dispelling-roll 6 6",
        'do mage casts bound "Fireball" with 2 dice at foes',
        "expect event dispelling-roll with success yes",
        "expect no event spell-cast",
    )


def test_points_of_the_battle_are_counted_as_things_stand(tmp_path):
    holds(
        tmp_path,
        MEN,
        FOES,
        "given army-size is 4000",
        "do remove foes as a casualty",
        "expect victory-points of A is 160",
        "expect battle-points of A is 10",
        "expect allowed copies of rare is 2",
    )


def test_words_of_scenarios_are_no_words_of_packs(tmp_path):
    file = tmp_path / "lone.rules"
    rule = 'rule "Restless"\n  cite "-"\n  after unit-moved\n    unit fights a round of combat\n'
    file.write_text(f'use "t9a"\n\n{rule}', "utf-8")
    with pytest.raises(RulesError, match="fights"):
        DESK.scenarios([file])
