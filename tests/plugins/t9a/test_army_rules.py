"""Rulings on what the demo armies bring: Orders, Support Units, items of the bow and the banner, the
Phoenix.
"""

from __future__ import annotations

import pytest

from tercio.kernel.context import Context
from tercio.kernel.query import contains, has, value_of
from tercio.kernel.windows import open_window
from tercio.plugins.t9a import marks
from tercio.plugins.t9a.melee.formations import is_solid, is_steady
from tercio.plugins.t9a.shooters import shooters, view_of
from tercio.plugins.t9a.words.relations import benefits, hears

from .ranges import ELVES, EMPIRE, Range, run


@pytest.fixture
def range_():
    return Range({"*": [4] * 300}, "charge")


def marshal(range_, x=30.0, line="Marshal, General, Imperial Authority, and +1 Cou, Light Troops", owner="A"):
    return range_.entry(owner, EMPIRE, line, x, 10, 0, 1)


def start_turn(range_, **answers):
    """Open the start of the active player's turn."""
    player = range_.g.players[range_.g.active]
    return run(open_window(range_.g, "start player-turn", Context(player=player)), **answers)[1]


# -- Orders ------------------------------------------------------------------------------------------------


def test_a_general_orders_a_unit_in_reach_of_the_commanding_presence(range_):
    """Empire of Sonnstahl, Imperial Authority: Ready! Aim! Fire! makes it Accurate for one turn."""
    marshal(range_)
    marksmen = range_.entry("A", EMPIRE, "15 State Marksmen, Crossbow", 36, 10)
    start_turn(range_, action_use="Order", rule_choose=marksmen.id, rule_option="Ready! Aim! Fire!")
    assert range_.facts("order-given") == [{"unit": marksmen.id, "rule": "Imperial Authority"}]
    assert contains(range_.g, Context(unit=marksmen), marksmen, "Accurate")
    assert "ordered" in marksmen.marks


@pytest.mark.parametrize(("x", "hears_it"), [(41.0, True), (60.0, False)])
def test_units_out_of_reach_hear_no_orders(range_, x, hears_it):
    """Empire of Sonnstahl, Imperial Authority."""
    leader = marshal(range_)
    infantry = range_.entry("A", EMPIRE, "20 State Infantry", x, 10)
    assert hears(range_.g, infantry, leader.pools[0]) is hears_it


def test_a_shaken_general_lends_no_presence(range_):
    """Model Rules, Commanding Presence."""
    leader = marshal(range_)
    infantry = range_.entry("A", EMPIRE, "20 State Infantry", 36, 10)
    assert benefits(range_.g, infantry, "Commanding Presence")
    marks.put(range_.g, leader, marks.SHAKEN)
    assert not benefits(range_.g, infantry, "Commanding Presence")


def test_units_near_the_general_use_its_discipline(range_):
    """Model Rules, Commanding Presence: where it is better, the bearer's own with its modifiers."""
    leader = marshal(range_)
    militia = range_.entry("A", EMPIRE, "15 Local Militia", 36, 10)
    own = value_of(range_.g, "discipline", leader.pools[0])
    assert value_of(range_.g, "discipline", militia.pools[0]) == own


# -- Support Units -----------------------------------------------------------------------------------------


def line_of_battle(range_):
    """A Parent Unit charged by spears, its detachment with handguns beside it."""
    parent = range_.entry("B", EMPIRE, "20 State Infantry", 36, 30, 180)
    spears = range_.entry("A", ELVES, "20 Citizen Spears", 36, 20, 0)
    range_.against(spears, parent, charging=True)
    return parent, spears


def test_supporting_fire_ignores_the_parent_unit_and_shoots_into_its_front(range_):
    """Empire of Sonnstahl, Support Unit: an out-of-sequence volley at an enemy whose charge reached a
    Parent Unit.
    """
    parent, spears = line_of_battle(range_)
    detachment = range_.entry("B", EMPIRE, "15 State Marksmen, Handgun", 36, 34.5, 180)
    c = Context(unit=spears, enemy=parent)
    _, asked = run(open_window(range_.g, "after charge-completed", c), action_use="Supporting Fire")
    assert [d.facts["bearer"] for d in asked] == [detachment.pools[0].id]
    assert [facts["target_unit"] for facts in range_.facts("attacks")] == [spears.id]
    assert range_.facts("shooting-declared")[0]["why"] == "out-of-sequence"


def test_a_support_unit_leans_on_a_steady_parent_unit_beside_it(range_):
    """Empire of Sonnstahl, Support Unit: with a Proper Rank it counts as Steady and Solid as the Parent
    Unit is.
    """
    parent = range_.entry("B", EMPIRE, "40 State Infantry", 36, 30, 180)
    detachment = range_.entry("B", EMPIRE, "15 State Detachment", 60, 30, 180)
    knights = range_.soldiers("A", 36, 15, models=40, files=5)
    few = range_.soldiers("A", 60, 5, models=5, files=5)
    range_.against(few, parent)
    assert is_steady(range_.g, parent)
    assert is_solid(range_.g, parent)
    range_.against(knights, detachment)
    assert not is_steady(range_.g, detachment)


# -- bows, banners, items ----------------------------------------------------------------------------------


def test_a_queens_companion_makes_the_unit_it_joins_accurate(range_):
    """Highborn Elves, Queen's Companion: the unit has Accurate, its own Longbow three shots."""
    line = (
        "Commander, Captain and Attached, Queen's Companion (Moonlight Arrows), Light Troops, Longbow, Spear"
    )
    archers = range_.entry("A", ELVES, "20 Citizen Archers", 36, 10, 0, 10)
    commander = range_.entry("A", ELVES, line, 36, 4, 0, 1)
    hero = commander.pools[0]
    commander.pools.clear()
    hero.unit = archers
    archers.pools.append(hero)
    from tercio.kernel.state import touch

    touch(range_.g)
    foe = range_.entry("B", EMPIRE, "20 State Infantry", 36, 32, 180)
    assert contains(range_.g, Context(unit=archers), archers, "Accurate")
    assert all(group.count for group in shooters(range_.g, view_of(range_.g, archers, foe)))


def test_the_stalkers_standard_makes_its_unit_striders(range_):
    """Arcane Compendium, Stalker's Standard."""
    guard = range_.entry(
        "B", EMPIRE, "23 Imperial Guard, Great Weapon, Standard Bearer (Stalker's Standard)", 36, 30, 180
    )
    assert has(range_.g, Context(unit=guard, model=guard.pools[0]), guard.pools[0], "Strider")
