"""Rulings of the Swampskulka Gang: each ability does what its text says, and nothing else."""

from __future__ import annotations

import pytest

from tercio.kernel.decl.expr import DiceAmount
from tercio.plugins.spearhead.damage import destroyer_of
from tercio.plugins.spearhead.fighting import strikes
from tercio.plugins.spearhead.picture import field_with
from tercio.plugins.spearhead.visibility import is_visible, is_visible_within

from .armies import ArmyTable

PACK = "swampskulka-gang"
BOSS, MURKNOB = "Killaboss on Great Gnashtoof", "Murknob with Belcha-banna"
BOLTBOYZ, KILLBOW = "Man-skewer Boltboyz", "Beast-skewer Killbow"


def table(node: str = "combat-abilities", **more) -> ArmyTable:
    return ArmyTable(PACK, node=node, **more)


# -- battle trait ------------------------------------------------------------------------------------------


def test_a_waaagh_makes_the_boss_and_another_unit_strike_first():
    t = table()
    boss = t.general(BOSS, (10, 10))
    gutrippaz, others = t.unit("Gutrippaz", "A", (10, 12)), t.unit("Gutrippaz", "A", (10, 14))
    t.use("Kruleboyz Waaagh!", gutrippaz.id)
    assert [strikes(t.g, unit) for unit in (boss, gutrippaz, others)] == [1, 1, 0]
    t.later("combat-abilities", "B")
    assert strikes(t.g, boss) == 0
    assert t.able("Kruleboyz Waaagh!") is None


def test_a_waaagh_needs_somebody_within_twelve_inches():
    t = table()
    t.general(BOSS, (2, 10))
    t.unit("Gutrippaz", "A", (12, 10))
    assert t.able("Kruleboyz Waaagh!") is None


def test_no_waaagh_without_the_boss():
    t = table()
    boss = t.general(BOSS, (10, 10))
    t.unit("Gutrippaz", "A", (10, 12))
    t.unit("Gutrippaz", "A", (10, 14))
    t.hurt(boss, 10)
    assert t.able("Kruleboyz Waaagh!") is None


# -- regiment abilities ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("battle_round", "needed"), [(1, 4), (2, 3)])
def test_a_noisy_racket_unnerves_the_enemy_in_the_first_round(battle_round, needed):
    t = table(battle_round=battle_round)
    t.choose("Noisy Racket")
    foes, boyz = t.unit("Swords", "B", (10, 10)), t.unit("Gutrippaz", "A", (10, 12))
    assert t.number("wound-roll", foes, "Sword", boyz) == needed
    assert t.number("wound-roll", boyz, "Wicked Hacka", foes) == 3


def test_a_noisy_racket_puts_beasts_off_too():
    t = table()
    t.choose("Noisy Racket")
    beast, boyz = t.unit("Beast", "B", (10, 10)), t.unit("Gutrippaz", "A", (10, 12))
    assert t.number("wound-roll", beast, "Fangs", boyz) == 5


def test_mud_hides_from_those_farther_than_twelve_inches():
    t = table("start-of-round-abilities")
    t.choose("Covered in Mud")
    boyz = t.unit(BOLTBOYZ, "A", (10, 3))
    friend = t.unit("Gutrippaz", "A", (20, 20))
    near, far = t.unit("Beast", "B", (10, 16)), t.unit("Beast", "B", (10.5, 17.5))
    t.use("Covered in Mud", boyz.id)

    def sees(unit) -> bool:
        return is_visible(t.g, field_with(t.g, unit, boyz), unit, boyz)

    assert sees(near)
    assert not sees(far)
    assert sees(friend)
    assert not is_visible_within(t.g, field_with(t.g, far, boyz), far, boyz, 24.0)
    t.later("hero-abilities", "B")
    assert not sees(far)


def test_mud_is_put_on_in_the_first_round():
    t = table("start-of-round-abilities", battle_round=2)
    t.choose("Covered in Mud")
    t.unit(BOLTBOYZ, "A", (10, 3))
    assert t.able("Covered in Mud") is None


# -- enhancements ------------------------------------------------------------------------------------------


def test_the_boss_lets_others_take_his_damage():
    t = table()
    boss = t.general(BOSS, (10, 10))
    t.choose("Egomaniak")
    boyz = t.unit("Gutrippaz", "A", [(10 + 1.1 * i, 12) for i in range(5)])
    t.tell(other=[4, 3, 6])
    t.hurt(boss, 3)
    assert boss.pools[0].lost == 1
    assert boyz.models == 4
    assert boyz.pools[0].lost == 0


def test_the_boss_takes_his_damage_where_nobody_is_near():
    t = table()
    boss = t.general(BOSS, (10, 10))
    t.choose("Egomaniak")
    t.unit("Gutrippaz", "A", (10, 14))
    t.hurt(boss, 3)
    assert boss.pools[0].lost == 3


def test_whoever_falls_for_the_boss_fell_to_the_enemy():
    t = table()
    boss = t.general(BOSS, (10, 10))
    t.choose("Egomaniak")
    boyz = t.unit("Gutrippaz", "A", (10, 12), models=1)
    foe = t.unit("Beast", "B", (12, 10))
    t.tell(other=[4, 4])
    t.hurt(boss, 2, foe)
    assert boyz.destroyed
    assert destroyer_of(t.g, boyz) is foe


def test_the_pebble_wards_in_the_shooting_phase_that_follows():
    t = table("movement-abilities", player="B")
    boss = t.general(BOSS, (10, 10))
    t.choose("Mork's Eye Pebble")
    near, far = t.unit("Gutrippaz", "A", (10, 12)), t.unit("Gutrippaz", "A", (20, 10))
    t.use("Mork's Eye Pebble")
    assert t.ward(boss) == 7
    t.later("shooting-abilities", "B")
    assert [t.ward(unit) for unit in (boss, near, far)] == [5, 5, 7]
    t.later("charge-abilities", "B")
    assert t.ward(boss) == 7
    t.later("shooting-abilities", "A")
    assert t.ward(boss) == 7
    t.later("movement-abilities", "B")
    assert t.able("Mork's Eye Pebble") is None


def test_a_kunnin_retreat_is_free_and_leaves_all_open():
    t = table("hero-abilities")
    t.general(BOSS, (14, 4))
    t.choose("Kunnin' Plan")
    boyz = t.unit(BOLTBOYZ, "A", (10, 8))
    t.unit("Swords", "B", (10, 9.5))
    t.unit("Beast", "B", (10, 18))
    t.use("Kunnin' Plan", boyz.id)
    t.later("movement-abilities", "A")
    t.use("Retreat")
    assert boyz.models == 3
    assert t.facts("damage") == []
    t.later("shooting-abilities", "A")
    assert "Shoot" in t.names(boyz)
    t.later("charge-abilities", "A")
    assert "Charge" in t.names(boyz)


@pytest.mark.parametrize(("face", "afterwards"), [(4, 3), (5, 4)])
def test_ash_blinds_for_the_phase_or_for_good(face, afterwards):
    t = table()
    boss = t.general(BOSS, (10, 10))
    t.choose("Eye-biter Ash")
    foes = t.unit("Swords", "B", (10, 11.5))
    t.tell(sting=[face])
    t.use("Eye-biter Ash")
    assert t.number("hit-roll", foes, "Sword", boss) == 4
    t.later("combat-abilities", "B")
    assert t.number("hit-roll", foes, "Sword", boss) == afterwards


# -- abilities ---------------------------------------------------------------------------------------------


def test_part_of_the_plan_is_another_unit():
    t = table("hero-abilities")
    t.general(BOSS, (10, 10))
    assert t.able("All Part of da Plan") is None
    boyz = t.unit("Gutrippaz", "A", (8, 12))
    here = t.objective(10, 12, 6)
    t.use("All Part of da Plan")
    assert t.score(boyz, here) == 8
    t.later("hero-abilities", "A")
    assert t.score(boyz, here) == 5


def test_the_belcha_banna_chokes_everybody_around():
    t = table()
    t.unit(MURKNOB, "A", (10, 10))
    assert t.able("Breath of the Mire-drakes") is None
    first, second, third = (t.unit("Beast", "B", at) for at in ((8.5, 10), (11.5, 10), (10, 11.5)))
    away = t.unit("Beast", "B", (10, 20))
    t.tell(damage=[3], other=[1, 2, 6])
    t.use("Breath of the Mire-drakes")
    assert [unit.pools[0].lost for unit in (first, second, third, away)] == [0, 1, 3, 0]


def test_boltboyz_aim_better_from_where_they_stand():
    t = table("movement-abilities")
    boyz = t.unit(BOLTBOYZ, "A", (10, 4))
    foe = t.unit("Beast", "B", (10, 15))
    assert t.number("hit-roll", boyz, "Man-skewer Crossbow", foe) == 3
    assert t.number("hit-roll", boyz, "Jaggedy Blade", foe) == 4
    t.use("Normal Move")
    assert t.number("hit-roll", boyz, "Man-skewer Crossbow", foe) == 4
    t.later("shooting-abilities", "B")
    assert t.number("hit-roll", boyz, "Man-skewer Crossbow", foe) == 3


@pytest.mark.parametrize(("face", "needed"), [(2, 3), (3, 4)])
def test_scary_masks_do_not_frighten_heroes(face, needed):
    t = table()
    boyz, others = t.unit("Gutrippaz", "A", (10, 10)), t.unit("Gutrippaz", "A", (10, 14))
    foes, hero = t.unit("Swords", "B", (10, 12)), t.unit("Hero", "B", (4, 12))
    t.tell(fright=[face])
    t.use("Scare Taktikz")
    assert t.number("hit-roll", foes, "Sword", boyz) == needed
    assert t.number("hit-roll", foes, "Sword", others) == 3
    assert t.number("hit-roll", hero, "Axe", boyz) == 4
    t.later("combat-abilities", "B")
    assert t.number("hit-roll", foes, "Sword", boyz) == 3


def test_a_killbow_skewers_monsters():
    t = table()
    killbow = t.unit(KILLBOW, "A", (10, 4))
    beast, men = t.unit("Beast", "B", (10, 14)), t.unit("Swords", "B", (14, 14))
    assert t.number("damage", killbow, "Beast-skewer Bolts", beast) == 6
    assert t.number("damage", killbow, "Beast-skewer Bolts", men) == DiceAmount(1, 6)
