"""Rulings on casting and dispelling: attempts, totals, Fizzle, repeats, Bound Spells, Miscasts, targets."""

from __future__ import annotations

import pytest

from tercio.kernel.dice import ScriptedDice
from tercio.kernel.geometry import Facing
from tercio.plugins.t9a import marks
from tercio.plugins.t9a.magic.casting import Offers, cast_and_dispel
from tercio.plugins.t9a.magic.flux import state_of
from tercio.plugins.t9a.magic.known import casters, spells_of
from tercio.plugins.t9a.magic.pool import dice_of, gain

from .ranges import ELVES, EMPIRE, Range, run

ALCHEMY = "Alchemy (Living Steel, Corruption of Tin, Wall of Lead, Molten Copper, Quicksilver Lash)"
FIRE = "Pyromancy (Fireball, Flaming Swords, Dragon's Roar)"


class Circle(Range):
    """Two players with dice to spare; player A has a wizard with fire magic, B infantry before it."""

    def __init__(self, dice=None, wizard=f"Battlefield Wizard, Light Troops, Wizard Adept, {FIRE}"):
        super().__init__({"hits": [2] * 80, "*": [4] * 300, **(dice or {})}, "magic")
        self.wizard = self.entry("A", EMPIRE, wizard, 36, 10, 0, 1)
        self.friends = self.entry("A", EMPIRE, "20 State Infantry", 30, 10, 0, 5)
        self.foes = self.entry("B", EMPIRE, "20 State Infantry", 36, 26, 180, 5)
        self.dice(8, 0)

    @property
    def caster(self):
        return self.wizard.pools[0]

    def dice(self, mine, theirs):
        for name, number in (("A", mine), ("B", theirs)):
            self.g.players[name].tokens["magic-dice"] = number

    def options(self, spell=None):
        found = [one for one in Offers(self.g).options() if one != "pass"]
        return [one for one in found if spell is None or one["spell"] == spell]

    def cast(self, spell, dice=2, target=None, dispel=0, caster=None, **answers):
        """Cast a spell once; returns the decisions that were asked."""
        pool = caster or self.caster
        known = next(k for k in spells_of(self.g, pool) if k.spell == spell)
        aim = [] if target is None else list(target) if isinstance(target, tuple) else [target.id]
        told = {"caster": pool.id, "spell": spell, "cast": 0, "targets": aim, "dice": dice}
        if known.bound:
            told["number"] = known.number
        return run(cast_and_dispel(self.g), magic_cast=[told], magic_dispel=[dispel], **answers)[1]

    def last(self, kind="casting-roll"):
        return self.facts(kind)[-1]


def rolled(*faces, **more):
    return Circle({"casting-roll": list(faces), **more})


def code(refusal):
    assert refusal is not None
    return refusal.code


# -- the Casting Roll --------------------------------------------------------------------------------------


def test_a_total_equal_to_the_casting_value_is_enough():
    """Magic Phase 5.A: Fireball 6+."""
    circle = rolled(2, 4)
    circle.cast("Fireball", 2, circle.foes)
    assert circle.last()["success"]
    assert dice_of(circle.g.players["A"]) == 6


def test_a_failed_casting_roll_gives_back_its_ones():
    """Magic Phase 5.A, Fizzle; ruling 56."""
    circle = rolled(1, 1, 3)
    circle.cast("Fireball", 3, circle.foes)
    assert not circle.last()["success"]
    assert dice_of(circle.g.players["A"]) == 8 - 3 + 2


def test_a_successful_casting_roll_gives_nothing_back():
    """Magic Phase 5.A, Fizzle."""
    circle = rolled(1, 1, 6)
    circle.cast("Fireball", 3, circle.foes)
    assert dice_of(circle.g.players["A"]) == 5


def test_two_to_five_dice_are_spent_on_a_casting_roll():
    """Magic Phase 5.A."""
    circle = rolled(3, 4)
    assert sorted({one["dice"] for one in circle.options("Fireball")}) == [2, 3, 4, 5]
    circle.dice(3, 0)
    assert sorted({one["dice"] for one in circle.options("Fireball")}) == [2, 3]
    offers = Offers(circle.g)
    answer = {**circle.options("Fireball")[0], "dice": 6}
    assert code(offers.judge(answer)) == "magic.dice"


def test_with_one_die_nothing_can_be_cast():
    """Magic Phase 5.A."""
    circle = rolled()
    circle.dice(1, 0)
    assert run(cast_and_dispel(circle.g))[1] == []


def test_shaken_casters_cast_nothing():
    """Psychology 3.B."""
    circle = rolled()
    assert casters(circle.g, "A") == [circle.caster]
    marks.put(circle.g, circle.wizard, marks.SHAKEN)
    assert casters(circle.g, "A") == []


def test_a_learned_spell_is_tried_once_a_phase_by_each_caster():
    """Magic Phase 5.B."""
    circle = rolled(1, 2)
    circle.cast("Fireball", 2, circle.foes)
    assert circle.options("Fireball") == []
    assert circle.options("Flaming Swords")


# -- dispelling --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("faces", "dispelled"), [([3, 4], True), ([3, 3], False)])
def test_an_equal_dispelling_roll_dispels(faces, dispelled):
    """Magic Phase 5.A; ruling 55."""
    circle = rolled(3, 4, **{"dispelling-roll": faces})
    circle.dice(8, 4)
    circle.cast("Fireball", 2, circle.foes, dispel=2)
    assert circle.last("dispelling-roll")["success"] is dispelled
    assert bool(circle.facts("spell-cast")) is not dispelled


def test_a_failed_dispelling_roll_gives_back_its_ones():
    """Magic Phase 5.A; ruling 56."""
    circle = rolled(6, 6, **{"dispelling-roll": [1, 1, 2]})
    circle.dice(8, 3)
    circle.cast("Fireball", 2, circle.foes, dispel=3)
    assert dice_of(circle.g.players["B"]) == 2


def test_any_number_of_dice_may_dispel():
    """Magic Phase 5.A: no limits."""
    circle = rolled(3, 4)
    circle.dice(8, 7)
    asked = circle.cast("Fireball", 2, circle.foes)
    assert next(d for d in asked if d.kind == "magic.dispel").options == list(range(8))


def test_without_dice_nobody_is_asked_to_dispel():
    """Magic Phase 5.A."""
    circle = rolled(3, 4)
    assert "magic.dispel" not in [d.kind for d in circle.cast("Fireball", 2, circle.foes)]


# -- repeats and Bound Spells ------------------------------------------------------------------------------


def test_repeating_a_learned_spell_costs_three():
    """Magic Phase 5.B: by another Caster, whether the first attempt succeeded or not."""
    circle = Circle({"casting-roll": [6, 3, 6, 3]})
    other = circle.entry("A", EMPIRE, f"Battlefield Wizard, Light Troops, Wizard Adept, {FIRE}", 40, 10, 0, 1)
    circle.cast("Flaming Swords", 2, circle.friends)
    circle.cast("Flaming Swords", 2, circle.friends, caster=other.pools[0])
    assert [facts["total"] for facts in circle.facts("casting-roll")] == [9, 6]
    assert [facts["success"] for facts in circle.facts("casting-roll")] == [True, False]


def test_a_replicable_spell_is_repeated_without_penalty():
    """Magic Phase 5.B: Fireball."""
    circle = Circle({"casting-roll": [2, 4, 2, 4]})
    other = circle.entry("A", EMPIRE, f"Battlefield Wizard, Light Troops, Wizard Adept, {FIRE}", 40, 10, 0, 1)
    circle.cast("Fireball", 2, circle.foes)
    circle.cast("Fireball", 2, circle.foes, caster=other.pools[0])
    assert [facts["total"] for facts in circle.facts("casting-roll")] == [6, 6]


def test_the_first_die_of_a_bound_spell_is_a_d6_the_others_are_d3():
    """Magic Phase 5.C; ruling 57."""
    circle = Circle({"casting-roll": [6, 3, 3]})
    prelate = circle.entry("A", EMPIRE, "Prelate, Light Troops", 33, 20, 0, 1).pools[0]
    circle.cast("Volund's Blessing", 3, caster=prelate)
    facts = circle.last()
    assert (facts["faces"], facts["total"], facts["bound"], facts["needed"]) == ([6, 3, 3], 12, True, 3)


def test_bound_spells_never_miscast_and_their_d3_never_fizzle():
    """Magic Phase 5.C."""
    circle = Circle({"casting-roll": [3, 3, 3]})
    prelate = circle.entry("A", EMPIRE, "Prelate, Light Troops", 33, 20, 0, 1).pools[0]
    circle.cast("Volund's Blessing", 3, caster=prelate)
    assert circle.facts("miscast") == []
    circle.g.dice = ScriptedDice({"casting-roll": [1, 1]})
    state_of(circle.g)["tried"].clear()
    circle.dice(8, 0)
    circle.cast("Volund's Blessing", 2, caster=prelate)
    assert not circle.last()["success"]
    assert dice_of(circle.g.players["A"]) == 8 - 2 + 1


def test_repeating_a_bound_version_costs_one():
    """Magic Phase 5.C: Corruption of Tin, first learned, then from Exemplar's Flame."""
    circle = Circle(
        {"casting-roll": [5, 4, 5, 2]}, wizard=f"Battlefield Wizard, Light Troops, Wizard Master, {FIRE}"
    )
    circle.caster.memory["bound"] = [{"spell": "Flaming Swords", "cast": 5}]
    circle.cast("Flaming Swords", 2, circle.friends)
    bound = next(known for known in spells_of(circle.g, circle.caster) if known.bound)
    told = {
        "caster": circle.caster.id,
        "spell": bound.spell,
        "cast": 0,
        "targets": [circle.friends.id],
        "dice": 2,
        "number": 0,
    }
    run(cast_and_dispel(circle.g), magic_cast=[told])
    assert circle.last()["total"] == 5 + 2 - 1


# -- resistance and items ----------------------------------------------------------------------------------


def test_magic_resistance_lowers_the_casting_roll():
    """Model Rules, Magic Resistance; ruling 55: the Aether Icon."""
    circle = rolled(2, 4)
    knights = circle.entry(
        "B", EMPIRE, "5 Knightly Orders, Shield, Lance, Standard Bearer (Aether Icon)", 40, 26, 180, 5
    )
    circle.cast("Fireball", 2, knights)
    assert (circle.last()["total"], circle.last()["success"]) == (5, False)


def test_magic_resistance_does_not_hinder_friends():
    """Model Rules, Magic Resistance: enemy spells."""
    circle = rolled(4, 4)
    knights = circle.entry(
        "A", EMPIRE, "5 Knightly Orders, Shield, Lance, Standard Bearer (Aether Icon)", 40, 10, 0, 5
    )
    circle.cast("Flaming Swords", 2, knights)
    assert circle.last()["total"] == 8


@pytest.mark.parametrize(("x", "bonus"), [(40, 2), (64, 1)])
def test_the_amethyst_crystal_helps_to_dispel_more_so_near_its_bearer(x, bonus):
    """Highborn Elves, Amethyst Crystal: +1, +2 with a target within 18 inches."""
    circle = rolled(6, 4, **{"dispelling-roll": [4, 4]})
    circle.entry("B", ELVES, "Mage, Light Troops, Wizard Master, Amethyst Crystal", x, 26, 180, 1)
    circle.dice(8, 2)
    circle.cast("Fireball", 2, circle.foes, dispel=2)
    assert circle.last("dispelling-roll")["total"] == 8 + bonus


def test_master_of_spellcrafting_lowers_casting_values_but_not_below_six():
    """Highborn Elves, Master of Spellcrafting."""
    circle = rolled()
    mage = circle.entry("A", ELVES, f"Mage, Light Troops, Wizard Master, {ALCHEMY}", 40, 10, 0, 1).pools[0]
    values = Offers(circle.g).facts()["values"]
    assert values[f"{mage.id}/Quicksilver Lash/0"] == 10
    assert values[f"{mage.id}/Corruption of Tin/0"] == 6


# -- Miscasts ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("faces", "miscast"),
    [([4, 4], True), ([3, 4], False), ([3, 3, 5], False), ([2, 2, 2], True), ([2, 2, 2, 2], True)],
)
def test_three_equal_dice_or_two_of_two_miscast(faces, miscast):
    """Magic Phase 6.A; ruling 58."""
    circle = rolled(*faces)
    circle.cast("Fireball", len(faces), circle.foes)
    assert bool(circle.facts("miscast")) is miscast


def test_failed_and_dispelled_spells_do_not_miscast():
    """Magic Phase 6.B."""
    circle = rolled(2, 2)
    circle.cast("Fireball", 2, circle.foes)
    assert circle.facts("miscast") == []
    circle = rolled(4, 4, **{"dispelling-roll": [6, 6]})
    circle.dice(8, 2)
    circle.cast("Fireball", 2, circle.foes, dispel=2)
    assert circle.facts("miscast") == []


def test_drained_gives_the_opponent_two_dice():
    """Magic Phase 6: 9 or less."""
    circle = rolled(4, 4)
    circle.cast("Fireball", 2, circle.foes)
    assert circle.last("miscast")["effect"] == "Drained"
    assert dice_of(circle.g.players["B"]) == 2


def test_witchfire_burns_the_casters_unit_twice_for_each_die():
    """Magic Phase 6: 10 to 19; Strength 3, AP 2, Magical Attacks."""
    circle = rolled(4, 4, 4, **{"to-wound": [1] * 100})
    circle.cast("Fireball", 3, circle.foes)
    assert circle.last("miscast")["effect"] == "Witchfire"
    facts = circle.last("attacks")
    assert (facts["target_unit"], facts["count"]) == (circle.wizard.id, 6)


def test_amnesia_takes_the_spell_for_good():
    """Magic Phase 6: 20 to 24."""
    circle = rolled(5, 5, 5, 5)
    circle.cast("Fireball", 4, circle.foes)
    assert circle.last("miscast")["effect"] == "Amnesia"
    assert "Fireball" not in [known.spell for known in spells_of(circle.g, circle.caster)]


def test_a_breach_in_the_veil_burns_all_around_and_takes_the_caster():
    """Magic Phase 6: 25 or more."""
    circle = rolled(6, 6, 6, 6, 6, **{"to-wound": [1] * 300})
    near = circle.entry("A", EMPIRE, "20 State Infantry", 36.0, 7.0, 0, 5)
    circle.cast("Fireball", 5, circle.foes)
    assert circle.last("miscast")["effect"] == "Breach in the Veil"
    burnt = {
        facts["target_unit"]: facts["count"]
        for facts in circle.facts("attacks")
        if facts["why"] != "Fireball"
    }
    assert burnt[circle.wizard.id] == 10
    assert burnt[near.id] == 10
    assert circle.foes.id not in burnt
    assert circle.wizard.destroyed


# -- targets -----------------------------------------------------------------------------------------------


def aimed(circle, spell):
    return sorted({one["targets"][0] for one in circle.options(spell)})


def test_missiles_need_sight_and_damage_spares_engaged_units():
    """Arcane Compendium, Spell Types."""
    circle = rolled()
    behind = circle.entry("B", EMPIRE, "20 State Infantry", 36, 3, 0, 5)
    assert aimed(circle, "Fireball") == [circle.foes.id]
    circle.against(circle.friends, circle.foes)
    assert aimed(circle, "Fireball") == []
    assert behind.id not in aimed(circle, "Fireball")


def test_an_engaged_caster_throws_no_missiles():
    """Arcane Compendium, Spell Types."""
    circle = rolled()
    other = circle.entry("B", EMPIRE, "20 State Infantry", 60, 26, 180, 5)
    circle.against(other, circle.wizard, Facing.REAR)
    assert aimed(circle, "Fireball") == []
    assert circle.options("Flaming Swords")


def test_a_mage_of_the_fiery_heart_burns_the_enemies_around():
    """Highborn Elves, Order of the Fiery Heart: Missile and Damage are ignored against a unit Engaged with
    it.
    """
    circle = rolled()
    line = f"Mage, Order of the Fiery Heart, Elven Horse, Wizard Master, {ALCHEMY}"
    mage = circle.entry("A", ELVES, line, 50, 10, 0, 1)
    circle.against(mage, circle.foes)
    assert aimed(circle, "Molten Copper") == [circle.foes.id]


def test_augments_are_for_friends_and_hexes_for_enemies_in_range():
    """Arcane Compendium, Spell Types."""
    circle = rolled()
    far = circle.entry("A", EMPIRE, "20 State Infantry", 70, 10, 0, 5)
    assert aimed(circle, "Flaming Swords") == sorted([circle.wizard.id, circle.friends.id])
    assert far.id not in aimed(circle, "Flaming Swords")


def test_a_ground_spell_takes_any_point_in_range():
    """Arcane Compendium, Spell Types: Wall of Lead 24 inches."""
    circle = rolled()
    mage = circle.entry("A", ELVES, f"Mage, Light Troops, Wizard Master, {ALCHEMY}", 40, 10, 0, 1).pools[0]
    offers = Offers(circle.g)
    told = {"caster": mage.id, "spell": "Wall of Lead", "cast": 0, "dice": 2}
    assert offers.judge({**told, "targets": [41.3, 25.0]}) is None
    assert code(offers.judge({**told, "targets": [41.3, 45.0]})) == "magic.target"
    assert code(offers.judge({**told, "targets": ["here", 1]})) == "magic.target"


@pytest.mark.parametrize("answer", [None, 3, {}, {"caster": 1}, {"spell": "Fireball"}, "cast"])
def test_nonsense_is_refused_not_raised(answer):
    """House rule: bad input gives a Refusal."""
    assert code(Offers(rolled().g).judge(answer)) == "magic.cannot_cast"


def test_dice_left_over_are_there_for_further_spells():
    """Magic Phase 5.A, step 7."""
    circle = Circle({"casting-roll": [3, 4, 4, 5]})
    gain(circle.g, circle.g.players["A"], 0, "none")
    circle.cast("Fireball", 2, circle.foes)
    circle.cast("Flaming Swords", 2, circle.friends)
    assert dice_of(circle.g.players["A"]) == 4


# -- scrolls and potions -----------------------------------------------------------------------------------


def test_the_book_of_meladys_rolls_a_failed_spell_again():
    """Highborn Elves, Book of Meladys: once a phase, a Learned Spell of two or three dice; then Fizzle
    counts.
    """
    circle = Circle({"casting-roll": [1, 2, 5, 4]})
    line = f"Mage, Light Troops, Wizard Master, {ALCHEMY}, Book of Meladys"
    mage = circle.entry("A", ELVES, line, 40, 10, 0, 1).pools[0]
    asked = circle.cast("Corruption of Tin", 2, circle.foes, caster=mage, action_use=["Book of Meladys"])
    assert "action.use" in [d.kind for d in asked]
    assert (circle.last()["total"], circle.last()["success"]) == (9, True)
    assert dice_of(circle.g.players["A"]) == 6


def test_a_scroll_of_power_adds_a_die_once():
    """Arcane Compendium, Scroll of Power: never beyond the most dice of an attempt."""
    circle = Circle(
        {"casting-roll": [1, 2, 5, 1, 1]},
        f"Battlefield Wizard, Light Troops, Wizard Adept, {FIRE}, Scroll of Power",
    )
    circle.cast("Fireball", 2, circle.foes, action_use=["Scroll of Power"])
    assert (circle.last()["faces"], circle.last()["success"]) == ([1, 2, 5], True)
    asked = circle.cast("Flaming Swords", 2, circle.friends)
    assert "action.use" not in [d.kind for d in asked]


def test_power_preservation_keeps_the_dice_of_a_failed_roll():
    """Arcane Compendium, Potion of Power Preservation: all of them, not the ones twice."""
    line = f"Battlefield Wizard, Light Troops, Wizard Adept, {FIRE}, Potion of Power Preservation"
    circle = Circle({"casting-roll": [1, 2, 1]}, line)
    circle.cast("Fireball", 3, circle.foes, action_use=["Potion of Power Preservation"])
    assert not circle.last()["success"]
    assert dice_of(circle.g.players["A"]) == 8


def test_a_binding_scroll_closes_one_spell_for_the_phase():
    """Arcane Compendium, Binding Scroll."""
    from tercio.kernel.context import Context
    from tercio.kernel.windows import open_window

    circle = rolled()
    circle.entry(
        "B", EMPIRE, "Battlefield Wizard, Light Troops, Wizard Adept, Binding Scroll", 50, 26, 180, 1
    )
    closed = {"caster": circle.caster.id, "spell": "Fireball"}
    c = Context(player=circle.g.players["A"])
    answers = {"action_use": "Binding Scroll", "magic_forbid": closed}
    run(open_window(circle.g, "end siphon-the-veil", c), **answers)
    assert "Fireball" not in [known.spell for known in spells_of(circle.g, circle.caster)]
    circle.g.schedule.cross(circle.g, "end", ("phase", "magic"))
    assert "Fireball" in [known.spell for known in spells_of(circle.g, circle.caster)]


def test_a_spell_scroll_lends_a_spell_for_one_magic_phase():
    """Arcane Compendium, Spell Scroll: Flaming Swords, once."""
    from tercio.kernel.context import Context
    from tercio.kernel.windows import open_window

    line = "Battlefield Wizard, Light Troops, Wizard Apprentice, Pyromancy (Fireball), Spell Scroll"
    circle = Circle({}, line)
    c = Context(player=circle.g.players["A"])
    run(open_window(circle.g, "start magic", c), action_use=lambda d: d.options[0])
    assert [known.spell for known in spells_of(circle.g, circle.caster)] == ["Fireball", "Flaming Swords"]
    circle.g.schedule.cross(circle.g, "end", ("phase", "magic"))
    assert [known.spell for known in spells_of(circle.g, circle.caster)] == ["Fireball"]
