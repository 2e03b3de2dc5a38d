"""Scenarios of Spearhead: its units on the table, its numbers in their situation, and its own words.

What scenarios say of the rules stands in the packs; here is how they are said, and what is told of mistakes.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tercio.dsl.desk import Desk
from tercio.kernel.geometry import Circle
from tercio.kernel.state import Model, Pool, Unit
from tercio.plugins.spearhead.trial.places import in_rows, middle_of, moved_to

DESK = Desk()
GUARD = 'unit "Guards" as guard of A at 10", 6"'
HERO = 'unit "Captain" as hero of A at 10", 6"'
FOE = 'unit "Captain" as foe of B at 10", 8"'


def message(tmp_path: Path, *lines: str) -> str:
    """Run one scenario on a table and return what is not as it says; "" if it holds."""
    file = tmp_path / "lone.rules"
    body = "\n".join(f"  {line}" for line in ('cite "Tests"', 'battlefield 30"x22"', *lines))
    file.write_text(f'use "spearhead"\n\nscenario "it"\n{body}\n', "utf-8")
    (found,) = DESK.scenarios([file])
    if found.error is not None:
        raise found.error
    return found.message


def holds(tmp_path: Path, *lines: str) -> None:
    assert message(tmp_path, *lines) == ""


# -- rows ------------------------------------------------------------------------------------------


def band(models: int, base: tuple[float, float] = (1.0, 1.0)) -> Unit:
    unit = Unit(1, "Band")
    unit.pools.append(Pool(2, "Band", unit=unit, base=base, models=models))
    unit.pools[0].loose = [Model(3 + i, 0) for i in range(models)]
    return unit


def centres(bases):
    return [(base.x, base.y) for base in bases]


def test_five_models_stand_side_by_side_and_touch():
    assert centres(in_rows(band(5), 10.0, 6.0, 0.0, 5)) == [(x, 6.0) for x in (8.0, 9.0, 10.0, 11.0, 12.0)]


def test_rows_are_as_even_as_can_be_and_the_middle_of_all_is_the_place():
    bases = in_rows(band(7), 10.0, 6.0, 0.0, 5)
    assert [y for _, y in centres(bases)] == [6.5] * 4 + [5.5] * 3
    assert middle_of(bases) == (10.0, 6.0)


def test_a_unit_that_faces_east_has_its_front_there():
    assert centres(in_rows(band(2), 10.0, 6.0, 90.0, 1)) == [(10.5, 6.0), (9.5, 6.0)]


@pytest.mark.parametrize("millimetres", [25.0, 28.5, 32.0, 40.0])
@pytest.mark.parametrize("facing", [0.0, 30.0, 90.0])
def test_bases_of_any_width_never_overlap_and_stand_close(millimetres, facing):
    wide = millimetres / 25.4
    places = centres(in_rows(band(10, (wide, wide)), 10.0, 6.0, facing, 5))
    apart = [((a - x) ** 2 + (b - y) ** 2) ** 0.5 for i, (x, y) in enumerate(places) for a, b in places[:i]]
    assert wide <= min(apart) < wide + 0.01


def test_a_unit_moves_as_it_stands():
    unit = band(2)
    for model, x in zip(unit.pools[0].loose, (3.0, 5.0), strict=True):
        model.shape = Circle(x, 4.0, 0.5)
    assert centres(moved_to(unit, 10.0, 6.0)) == [(9.0, 6.0), (11.0, 6.0)]


# -- units -----------------------------------------------------------------------------------------


def test_a_unit_stands_in_rows_with_its_middle_at_its_place(tmp_path):
    holds(tmp_path, GUARD, FOE, 'expect distance from guard to foe is 1"', "expect models of guard is 5")


def test_models_stand_where_they_are_told(tmp_path):
    spots = 'unit "Wardens" as wardens of A, models at (10", 5"), (11", 5"), (12", 5")'
    holds(tmp_path, spots, FOE, 'expect distance from wardens to foe is 2"')


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('unit "Guards" as g of A at 10", 6", file 3', 'a unit has no "file"\n   did you mean "files"?'),
        ('unit "Guards" as g of A at 10", 6", models 6', "Guards has 5 models, not 6"),
        ('unit "Guards" as g of A at 10", 6", files 0', "files is a whole number of at least 1"),
        ('unit "Guards" as g of A at 1", 6"', 'model 1 of Guards at (-1", 6") stands off the table'),
        ('unit "Guards" as g of A at 10", 8"', 'at (10", 8") stands on another model'),
        ('unit "Guards" as g of A, models 2, models at (1", 6")', "Guards has 2 models, 1 places are told"),
        ('unit "Guards" as g of C at 10", 6"', "there is no C"),
        ('terrain "Barrel of Emberstone" as b at 5", 5" size 4"x4"', "relics are of one size"),
        ('terrain "Training Wall" as w at 5", 5"', "Training Wall has no size"),
    ],
)
def test_what_cannot_be_is_told(tmp_path, line, told):
    assert told in message(tmp_path, FOE, line)


def test_the_general_is_the_general_and_the_second_one_is_not(tmp_path):
    other = 'unit "Captain" as other of A at 20", 6"'
    holds(tmp_path, HERO, other, "expect hero is general", "expect other is not general")


def test_models_that_are_left_leave_slain_ones_behind_who_may_return(tmp_path):
    holds(
        tmp_path,
        GUARD,
        "given guard has 3 models left",
        "expect models of guard is 3",
        "expect slain models of guard is 2",
    )


def test_marks_of_a_turn_end_with_it(tmp_path):
    holds(
        tmp_path,
        HERO,
        "given hero is charged",
        "do wait until player-turn of B",
        "expect hero is not charged",
        "expect hero is general",
    )


def test_damage_that_slays_is_written_as_models(tmp_path):
    text = message(tmp_path, GUARD, "given guard has 2 damage points")
    assert "2 damage points slay a model of Guards: write how many models are left" in text


# -- numbers ---------------------------------------------------------------------------------------


def test_a_number_of_an_attack_is_asked_of_the_weapon(tmp_path):
    holds(
        tmp_path,
        HERO,
        FOE,
        'expect hit-roll of hero against foe with "Training Axe" is 4+',
        'expect save-roll of foe against hero with "Training Axe" is 4+',
        'expect range of hero with "Training Pistol" is 10"',
        "expect move of hero is 6",
    )


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("expect hit-roll of hero is 4+", "Captain attacks with which weapon?"),
        ('expect hit-roll of hero with "Training Sword" is 4+', 'Captain has no "Training Sword"'),
        ('expect save-roll of hero with "Training Axe" is 4+', "save-roll of Captain against whom?"),
        ("expect control-score of hero is 2", "control-score of Captain at which place?"),
        ("expect charge-roll of A is 7", "charge-roll is asked of a unit, not of A"),
    ],
)
def test_a_number_that_cannot_be_asked_so_says_what_is_missing(tmp_path, line, told):
    assert told in message(tmp_path, HERO, line)


def test_rolls_are_rolled(tmp_path):
    holds(
        tmp_path,
        HERO,
        "dice charge-roll 3 4",
        "expect charge-roll of hero is 7",
        "expect chance of charge-roll of hero >= 10 is 1/6",
        "expect chance of run-roll of hero >= 5 is 1/3",
    )


# -- deeds -----------------------------------------------------------------------------------------


def test_an_attack_at_one_of_several_enemies_goes_there(tmp_path):
    holds(
        tmp_path,
        'unit "Ogre" as ogre of A at 10", 5"',
        FOE,
        'unit "Captain" as other of B at 12", 7"',
        "at combat of A",
        "dice hit-roll every 1",
        "do ogre fights other",
        "expect event attacks of other",
        "expect no event attacks of foe",
    )


def test_a_move_to_a_place_that_is_refused_leaves_the_unit_where_it_is(tmp_path):
    holds(
        tmp_path,
        HERO,
        "at movement of A",
        'do hero moves to 20", 6"',
        'expect refusal "move.too_far"',
        "expect no event unit-moved",
    )


def test_an_answer_goes_before_what_a_deed_would_choose(tmp_path):
    holds(
        tmp_path,
        HERO,
        'unit "Captain" as foe of B at 10", 14"',
        "at movement of A",
        'answer "unit.move" with (10", 3")',
        'do hero moves to 10", 8"',
        'expect distance from hero to foe is 10"',
    )


def test_a_card_that_is_in_hand_already_is_not_drawn(tmp_path):
    text = message(tmp_path, 'given A holds "Raid"', 'do A draws "Raid"')
    assert '"Raid" is not in the pile of A' in text


def test_a_drawn_card_is_in_hand(tmp_path):
    holds(tmp_path, 'do A draws "Raid"', 'expect A holds "Raid"', "expect cards of A is 1")


def test_the_player_whose_turn_it_is_not_scores_nothing(tmp_path):
    holds(tmp_path, "at end-of-turn of A", "do B scores the turn", 'expect refusal "score.not_this_turn"')
