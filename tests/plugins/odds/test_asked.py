"""What is asked for and how it is told: charges, spells, rolls, data, text, pictures."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from xml.etree import ElementTree

import pytest

from tercio.dsl.desk import Desk
from tercio.kernel.errors import RulesError
from tercio.kernel.hooks import Hooks
from tercio.kernel.odds.distribution import Distribution
from tercio.kernel.odds.duel import Casting, Meeting
from tercio.plugins.odds import casting, charge, roll, versus
from tercio.plugins.odds.asked import read_dice
from tercio.plugins.odds.forces import Force, read
from tercio.plugins.odds.plugin import ODDS, tercio_commands
from tercio.plugins.odds.report import Chance, Group, Quantity, Report, interval
from tercio.plugins.odds.text import bar_of, percent


@cache
def desk() -> Desk:
    return Desk()


# -- charges and spells ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("inches", "speed", "extra", "chance"),
    [
        (9, 5, 0, Fraction(1)),
        (10, 5, 0, Fraction(1)),
        (12, 5, 0, Fraction(4, 6)),
        (12, 5, 1, Fraction(32, 36)),
        (12, 5, -1, Fraction(16, 36)),
        (12.5, 5, 0, Fraction(3, 6)),
        (16, 5, 0, Fraction(0)),
    ],
)
def test_a_charge_reaches_d6_and_4_and_charge_speed_charge_phase_2a(inches, speed, extra, chance):
    assert charge(desk(), inches, speed, extra=extra).plain()["charge_succeeds"]["chance"] == float(chance)


@pytest.mark.parametrize(
    ("inches", "chance"),
    [(2, Fraction(1)), (7, Fraction(21, 36)), (7.5, Fraction(21, 36)), (7.6, Fraction(15, 36))],
)
def test_a_charge_ends_within_half_an_inch_core_rules_14_3(inches, chance):
    plain = charge(desk(), inches, system="spearhead").plain()
    assert plain["charge_succeeds"]["fractions"]["chance"] == str(chance)


def test_charges_hang_on_speed_or_not():
    with pytest.raises(RulesError, match="charges of t9a hang on the speed"):
        charge(desk(), 7, system="t9a")
    with pytest.raises(RulesError, match="charges of spearhead do not hang"):
        charge(desk(), 7, 5, system="spearhead")


@pytest.mark.parametrize(
    ("asked", "chance"),
    [
        (Casting(8, 3), Fraction(181, 216)),
        (Casting(7, 2), Fraction(21, 36)),
        (Casting(6, 2, bound=True), Fraction(15, 18)),
    ],
)
def test_a_spell_is_cast_with_its_dice_magic_phase_5(asked, chance):
    if asked.bound:
        chance = Fraction(sum(a + b >= 6 for a in range(1, 7) for b in range(1, 4)), 18)
    assert casting(desk(), asked).plain()["spell_is_cast"]["fractions"]["chance"] == str(chance)


def test_an_equal_total_dispels_magic_phase_5a():
    dice = range(1, 7)
    wins = sum(a + b >= 7 and a + b > c + d for a in dice for b in dice for c in dice for d in dice)
    found = casting(desk(), Casting(7, 2, stopping=2)).plain()
    assert found["spell_is_cast"]["fractions"]["chance"] == str(Fraction(wins, 6**4))


def test_a_spell_takes_two_to_five_dice_magic_phase_5a():
    with pytest.raises(RulesError, match="2 to 5 dice"):
        casting(desk(), Casting(8, 6))


def test_a_game_without_spells_says_so():
    with pytest.raises(RulesError, match="odds of spells are not worked out for sovl"):
        casting(desk(), Casting(8, 2), system="sovl")


# -- rolls -----------------------------------------------------------------------------------------


def test_a_roll_is_told_with_at_least_mean_and_fractions():
    plain = roll("2D6 maximised").plain()
    assert plain["distribution"]["12"] == pytest.approx(16 / 216, abs=1e-15)
    assert plain["at_least"]["2"] == 1.0
    assert plain["mean"] == pytest.approx(1827 / 216)
    assert plain["exact"] is True
    assert plain["fractions"]["distribution"]["2"] == "1/216"


@pytest.mark.parametrize(
    "text", ["D6", "d6", "1d6+0", "2D6 maximised", "maximised minimised D3-1", "3 D 6 + 2"]
)
def test_dice_are_read_as_people_write_them(text):
    assert read_dice(text).sides in (3, 6)


@pytest.mark.parametrize("text", ["", "six", "D0", "2D", "99999D6", "2D6 maximal"])
def test_what_is_no_roll_is_refused(text):
    with pytest.raises(RulesError, match="is no roll"):
        read_dice(text)


# -- units -----------------------------------------------------------------------------------------


def test_a_unit_is_read_with_its_models_options_and_numbers():
    assert read("24 Imperial Guard, Great Weapon, Banner (Red, Blue), files 6") == Force(
        "Imperial Guard", 24, ("Great Weapon", "Banner (Red, Blue)"), (("files", 6),)
    )
    assert read("Imperial Guard") == Force("Imperial Guard", 0, (), ())


def test_a_name_may_have_commas_of_its_own():
    found = versus(desk(), "Yndrasta, the Celestial Spear", "Deathmaster Crixxit").plain()
    assert {"hits", "unsaved", "health_lost"} <= set(found["Yndrasta, the Celestial Spear"]) | {"hits"}


def test_everything_is_told_of_both_sides():
    found = versus(desk(), "10 Imperial Guard, Great Weapon", "10 queens guard", meeting=Meeting.CHARGE)
    plain = found.plain()
    assert json.loads(json.dumps(plain)) == plain
    one = plain["Imperial Guard"]
    names = {"attacks", "hits", "wounds", "unsaved", "health_lost", "models_slain", "combat_score"}
    assert names <= set(one)
    assert {"chance", "exact", "fractions"} == set(one["broken"])
    assert sum(one["hits"]["distribution"].values()) == pytest.approx(1, abs=1e-12)
    assert {"rule": "Strikes Last", "changed": ["agility fix 0"], "pack": "t9a",
            "cite": "Model Rules, Great Weapon"} in plain["rules"]  # fmt: skip


def test_house_rules_change_the_odds():
    plain, house = (
        charge(desk(), 12, 5, over=over).plain()["charge_succeeds"]["chance"]
        for over in ((), ("charge-dice=D6+5",))
    )
    assert (plain, house) == (pytest.approx(4 / 6), pytest.approx(5 / 6))


@pytest.mark.parametrize(
    ("one", "other", "message"),
    [
        ("10 Imperial Gard", "10 Queen's Guard", 'did you mean "Imperial Guard"'),
        ("10 Imperial Guard", "10 Dyke Spears", "different games"),
        ("10 Imperial Guard, Jetpack", "10 Queen's Guard", "Jetpack"),
    ],
)
def test_what_no_book_has_is_refused(one, other, message):
    with pytest.raises(RulesError, match=message):
        versus(desk(), one, other)


def test_twins_are_told_apart():
    assert {"Imperial Guard", "Imperial Guard (2)"} <= set(
        versus(desk(), "10 Imperial Guard", "10 Imperial Guard").plain()
    )


# -- telling ---------------------------------------------------------------------------------------


def report() -> Report:
    return Report(
        "two & more",
        [
            Group("Pikes", [Chance("broken", Fraction(1, 3)), Quantity("hits", Distribution.die(6), 100)]),
            Group("Knights", [Quantity("hits", Distribution.certain(3))]),
        ],
    )


def test_text_tells_chances_first_then_bars_then_the_average():
    lines = str(report()).splitlines()
    assert lines[0] == "two & more"
    assert "  broken: 33.3%" in lines
    assert lines.index("  broken: 33.3%") < next(i for i, line in enumerate(lines) if "at least" in line)
    assert "  mean 3.50" in lines
    assert "  hits: 3" in lines


def test_what_was_sampled_says_within_what_it_lies():
    plain = report().plain()["Pikes"]["hits"]
    assert (plain["exact"], plain["samples"]) == (False, 100)
    low, high = plain["interval"]["4"]
    assert low < 0.5 < high
    assert "fractions" not in plain


def test_an_interval_holds_the_truth_and_narrows():
    assert interval(0.0, 1000)[0] == 0.0
    wide, narrow = interval(0.5, 100), interval(0.5, 10_000)
    assert wide[0] < narrow[0] < 0.5 < narrow[1] < wide[1]


@pytest.mark.parametrize(
    ("chance", "text"),
    [(0.0, "0.0%"), (1e-9, "<0.1%"), (0.5, "50.0%"), (1 - 1e-9, ">99.9%"), (1.0, "100.0%")],
)
def test_what_is_not_sure_never_shows_as_sure(chance, text):
    assert percent(chance) == text


def test_bars_grow_by_eighths():
    assert (bar_of(0), bar_of(1), bar_of(1 / 60)) == ("", "█" * 30, "▌")


def test_a_picture_is_well_formed_and_shows_every_number():
    root = ElementTree.fromstring(report().svg())
    titles = [one.text for one in root.iter("{http://www.w3.org/2000/svg}title")]
    assert "exactly 6: 16.7%; at least 6: 16.7%" in titles
    assert report()._repr_html_().count("<svg") == 1


def test_a_picture_holds_chances_that_are_next_to_nothing():
    text = roll("12D6").svg()
    ElementTree.fromstring(text)
    assert "&lt;0.1%" in text


def test_the_command_is_brought_by_the_hook():
    assert ODDS in tercio_commands()
    assert hasattr(Hooks, "tercio_commands")
