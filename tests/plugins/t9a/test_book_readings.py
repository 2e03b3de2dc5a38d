"""Readings of the two army books, one test each: `rulings.md` of their packs names them."""

from __future__ import annotations

from typing import Any

import pytest

from tercio.kernel.attack import Attack
from tercio.kernel.context import Context
from tercio.kernel.decl import Bundle, RuleRef
from tercio.kernel.modifiers import value
from tercio.kernel.permissions import may
from tercio.kernel.query import contains, has, value_of
from tercio.kernel.rolls import shape
from tercio.kernel.roster import check
from tercio.kernel.state import touch
from tercio.kernel.windows import open_window
from tercio.plugins.regiments.listing import read
from tercio.plugins.t9a import marks
from tercio.plugins.t9a.casualties import remove_pool
from tercio.plugins.t9a.characters import may_join
from tercio.plugins.t9a.magical_effects import come_back
from tercio.plugins.t9a.originals import health_left, originals

from .books import shelf
from .ranges import ELVES, EMPIRE, Range, both_books, run


@pytest.fixture
def range_():
    return Range({"*": [4] * 300}, "charge")


def faults(army: str, *lines: str, size: int = 4000) -> list[str]:
    """What is wrong with a list, its total and its shares left aside."""
    text = "\n".join([f"{army}, {size} points", *(f"1 - {line}" for line in lines)])
    roster, told = read(both_books(), text + "\n")
    assert told == []
    return [fault.message for fault in check(both_books(), roster)]


def blow(range_: Range, unit: Any, target: Any) -> Attack:
    part = next(unit.parts())
    melee = [arm for arm in part.arms if "melee" in arm.kinds]
    arm = next((arm for arm in melee if arm.name != "Hand Weapon"), melee[0])
    kinds = frozenset({"melee", "standard", *arm.kinds})
    return Attack("melee", kinds, target.pools[0], unit=unit, attacker=part, arm=arm)


# -- Empire of Sonnstahl: Orders and Support Units ---------------------------------------------------------


def test_a_copied_order_does_not_reach_who_is_under_an_order(range_):
    """Banner of Unity: a copy is an Order, and a unit has one at a time."""
    line = "20 State Infantry, Standard Bearer (Banner of Unity)"
    parent = range_.entry("A", EMPIRE, line, 36, 10)
    free = range_.entry("A", EMPIRE, "15 State Detachment", 30, 10)
    busy = range_.entry("A", EMPIRE, "15 State Detachment", 42, 10)
    marks.put(range_.g, busy, "ordered")
    c = Context(unit=parent, order=Bundle((), "test"))
    _, asked = run(open_window(range_.g, "after order-given", c), rule_choose=[free.id, "pass"])
    offered = {option for decision in asked for option in decision.options}
    assert free.id in offered
    assert busy.id not in offered


def test_a_support_unit_answers_once_in_a_phase(range_):
    """Support Unit: who fired at one charger answers no other charge in this Phase."""
    parent = range_.entry("B", EMPIRE, "20 State Infantry", 36, 30, 180)
    spears = range_.entry("A", ELVES, "20 Citizen Spears", 36, 20)
    range_.against(spears, parent, charging=True)
    guns = range_.entry("B", EMPIRE, "15 State Marksmen, Handgun", 36, 34.5, 180)
    for asks in (1, 0):
        window = open_window(range_.g, "after charge-completed", Context(unit=spears, enemy=parent))
        _, asked = run(window, action_use="Supporting Fire")
        assert [d.facts["bearer"] for d in asked if d.kind == "action.use"] == [guns.pools[0].id] * asks


def test_the_order_to_stand_steadies_the_unit(range_):
    """Steady, Men!: Command and Courage Tests are Minimised."""
    infantry = range_.entry("A", EMPIRE, "20 State Infantry", 36, 10)
    c = Context(unit=infantry)
    before = [shape(range_.g, test, c) for test in ("command-test", "panic-test")]
    range_.give(infantry, "Steady, Men!")
    after = [shape(range_.g, test, Context(unit=infantry)) for test in ("command-test", "panic-test")]
    assert (before, after) == ([0, 0], [-1, -1])


# -- Empire of Sonnstahl: items and rules ------------------------------------------------------------------


def test_the_light_of_sonnstahl_strikes_no_magical_blows(range_):
    """The Light of Sonnstahl: only an older table says that it does."""
    line = "Marshal, Light Troops, Hand Weapon (The Light of Sonnstahl)"
    hero = range_.entry("A", EMPIRE, line, 36, 10, 0, 1)
    foes = range_.entry("B", EMPIRE, "20 State Infantry", 36, 22, 180)
    attack = blow(range_, hero, foes)
    assert may(range_.g, "wound-automatically", attack.context(), False)
    assert not has(range_.g, attack.context(), attack, "Magical Attacks")


def test_an_imperial_prince_carries_the_only_light_of_sonnstahl(range_):
    """Imperial Prince: the effects of the blade, and no second copy in the army."""
    prince = "Marshal, General, Imperial Authority, and +1 Cou (Imperial Prince), Light Troops"
    hero = range_.entry("A", EMPIRE, prince, 36, 10, 0, 1)
    foes = range_.entry("B", EMPIRE, "20 State Infantry", 36, 22, 180)
    context = blow(range_, hero, foes).context()
    assert may(range_.g, "wound-automatically", context, False)
    assert value(range_.g, "ap", context, 1) == 10
    second = "Marshal, Light Troops, Hand Weapon (The Light of Sonnstahl)"
    assert any("Light of Sonnstahl" in fault for fault in faults(EMPIRE, prince, second))
    assert not any("Light of Sonnstahl" in fault for fault in faults(EMPIRE, second))


def test_who_has_a_brace_of_pistols_fights_with_paired_weapons(range_):
    """Brace of Pistols: counts as Paired Weapons while Engaged."""
    hero = range_.entry("A", EMPIRE, "Inquisitor, Light Troops, Brace of Pistols", 36, 10, 0, 1)
    names = {arm.name for arm in next(hero.parts()).arms}
    assert {"Brace of Pistols", "Paired Weapons"} <= names


def test_no_inquisitor_joins_another(range_):
    """Inquisitor: joins no unit in which another one is."""
    infantry = range_.entry("A", EMPIRE, "20 State Infantry", 36, 10)
    one, other = (range_.entry("A", EMPIRE, "Inquisitor, Light Troops", x, 20, 0, 1) for x in (30, 40))
    assert may_join(range_.g, one.pools[0], infantry)
    infantry.pools.append(other.pools[0])
    touch(range_.g)
    assert not may_join(range_.g, one.pools[0], infantry)


# -- both books --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("army", [EMPIRE, ELVES])
def test_skills_of_the_season_have_the_prices_of_published_lists(army):
    """Specialist Skills: 25 and 40 points; what has no price cannot be bought."""
    wares = shelf(army).wares
    assert wares["Trusted Adviser"].option.cost == 25
    assert wares["Curse of Lycanthropy"].option.cost == 40
    assert "Glory Hunter" not in wares


def test_fresh_meat_makes_a_unit_solitary(range_):
    """Unit Upgrades, Fresh Meat."""
    infantry = range_.entry("A", EMPIRE, "30 State Infantry, Fresh Meat", 36, 10)
    marshal = range_.entry("A", EMPIRE, "Marshal, Light Troops", 30, 20, 0, 1)
    assert contains(range_.g, Context(unit=infantry), infantry, "Solitary")
    assert not may_join(range_.g, marshal.pools[0], infantry)


# -- Highborn Elves: lists ---------------------------------------------------------------------------------


def test_queens_bows_of_a_character_count_by_the_largest_source():
    """Queen's Bows: a companion's five and a bow of five make five, not ten."""
    line = "Commander, Solitary, Queen's Companion (Moonlight Arrows), Light Troops, Longbow{}"
    for more in ("", " (Cadaron's Heartwood)"):
        told = faults(ELVES, *[line.format(more)] * 2, size=500)
        assert [fault for fault in told if "queens-bows" in fault or "Queen's Bows" in fault] == []


def test_sky_sloops_share_one_limit_whoever_rides_them():
    """Sky Sloop: a unit and a mount of that name are copies of one another."""
    sloop, rider = "Sky Sloop", "High Prince, General, Sky Sloop"
    lists = ([sloop] * 2, [sloop, rider], [sloop] * 3, [sloop, sloop, rider])
    many = [any("sky-sloops" in one for one in faults(ELVES, *lines)) for lines in lists]
    assert many == [False, False, True, True]


@pytest.mark.parametrize(
    ("line", "needs"),
    [
        ("Mage, Regal Dragon, Wizard Adept, Order of the Fiery Heart", "Wizard Master"),
        ("Mage, Regal Dragon, Wizard Master", "Order of the Fiery Heart"),
        ("Commander, Solitary, Regal Dragon", "Queen's Cavalier"),
        ("Commander, Solitary, Light Troops, Royal Huntsman", "Great Weapon and Elven Finesse"),
        ("Commander, Solitary, Lion Chariot, Royal Huntsman", "Great Weapon and Elven Finesse"),
    ],
)
def test_what_the_book_asks_for_is_asked_of_every_list(line, needs):
    """Regal Dragon and Royal Huntsman: what a list tool only warns of is a fault."""
    assert any(needs in fault for fault in faults(ELVES, line))


def test_a_royal_huntsman_has_no_shield():
    """Royal Huntsman."""
    line = "Commander, Solitary, Light Troops, Royal Huntsman, Great Weapon and Elven Finesse{}"
    told = [[f for f in faults(ELVES, line.format(more)) if "Shield" in f] for more in ("", ", Shield")]
    assert told[0] == []
    assert told[1] != []


def test_a_master_of_canreig_tower_may_know_the_hereditary_spell():
    """Master of Canreig Tower: one of its three may be the army's own."""
    line = "Commander, Solitary, Light Troops, Master of Canreig Tower ({}, Living Steel, Evil Eye)"
    for spell, wrong in (("Favour of Meladys", False), ("Fireball", True)):
        text = f"{ELVES}\n1 - {line.format(spell)}\n"
        roster, told = read(both_books(), text)
        told += check(both_books(), roster)
        assert any(spell in fault.message for fault in told) is wrong


def test_nobody_has_the_rule_honour():
    """Honour: nothing refers to it, so nothing holds it."""
    book = shelf(ELVES)
    assert RuleRef("Honour") not in [ref for unit in book.units.values() for ref in unit.rules]


# -- Highborn Elves: the Phoenix ---------------------------------------------------------------------------


def fallen(range_, lines="Phoenix, Fire Phoenix, Warden's Bond"):
    range_.g.dice.script = {"*": [6] * 20}
    phoenix = range_.entry("A", ELVES, lines, 36, 20, 0, 1)
    originals(range_.g)
    run(remove_pool(range_.g, phoenix.pools[0], "test"))
    return phoenix


def test_a_phoenix_without_room_does_not_rise(range_):
    """Rebirth: as for Summoned units."""
    phoenix = fallen(range_)
    for x in range(20, 53, 4):
        for y in range(4, 37, 4):
            range_.terrain("Impassable Terrain", x, y)
    run(come_back(range_.g))
    assert range_.facts("unit-returned") == []
    assert len(range_.facts("return-failed")) == 1
    assert phoenix.destroyed


def test_a_reborn_phoenix_yields_no_victory_points_and_the_fallen_one_does(range_):
    """Rebirth: the reborn one is Summoned and no entry of the list."""
    phoenix = fallen(range_)
    run(come_back(range_.g))
    (risen,) = [unit for unit in range_.g.units.values() if "summoned" in unit.marks]
    entries = originals(range_.g)
    assert [one.name for one in entries] == [phoenix.name]
    assert health_left(range_.g, entries[0].id) == 0
    assert risen.pools[0].models == 1


def test_a_highborn_giant_has_the_numbers_of_other_giants(range_):
    """Highborn Giant: the book prints no profile."""
    giant = range_.entry("A", ELVES, "Highborn Giant", 36, 20, 0, 1)
    numbers = {name: value_of(range_.g, name, giant.pools[0]) for name in ("health-points", "resilience")}
    assert (numbers, giant.pools[0].height) == ({"health-points": 8, "resilience": 5}, 5)
