"""Rulings on what spells do: every spell of the packs, and those of the demo armies in detail."""

from __future__ import annotations

import pytest

from tercio.kernel.attack import Attack, needed, stage_of
from tercio.kernel.context import Context
from tercio.kernel.decl import Spell
from tercio.kernel.dice import SeededDice
from tercio.kernel.modifiers import value
from tercio.kernel.scheduler import Schedule
from tercio.plugins.t9a.magic.casting import attempts_for
from tercio.plugins.t9a.magic.effects import apply_effects
from tercio.plugins.t9a.magic.known import Known
from tercio.plugins.t9a.magic.targets import GROUND, outlook_of, targets_of
from tercio.plugins.t9a.shooters import shooting_arms
from tercio.plugins.t9a.shooting import shoot_at

from .ranges import ELVES, EMPIRE, Range, both_books, run


class Ritual(Range):
    """A wizard of A behind infantry, and infantry of B before them; spells take effect without a roll."""

    def __init__(self, dice=None):
        super().__init__(dice or {}, "magic")
        self.wizard = self.entry("A", EMPIRE, "Battlefield Wizard, Light Troops, Wizard Master", 36, 10, 0, 1)
        self.friends = self.entry("A", EMPIRE, "20 State Infantry", 28, 10, 0, 5)
        self.foes = self.entry("B", EMPIRE, "20 Imperial Guard", 36, 22, 180, 5)
        self.others = self.entry("B", EMPIRE, "20 State Infantry", 43, 22, 180, 5)

    def attempt(self, spell, way=0, caster=None):
        pool = caster or self.wizard.pools[0]
        return attempts_for(self.g, Known(pool.id, spell), pool)[way]

    def effect(self, spell, target=None, way=0, caster=None, **answers):
        """Let a spell take effect on a target (None: those it has by itself)."""
        attempt = self.attempt(spell, way, caster)
        offered = targets_of(self.g, attempt, outlook_of(self.g, attempt.caster))
        attempt.targets = offered if target is None else [target]
        attempt.dice, attempt.total = 3, 12
        return run(apply_effects(self.g, attempt), **answers)[1]


def needs(ritual, roll, attacker, target, *kinds):
    """What a roll needs when a unit's first part strikes another unit's first pool."""
    part = next(attacker.parts())
    arm = next((a for a in part.arms if kinds[0] in a.kinds), None)
    sequence = "melee" if "melee" in kinds else "shooting"
    attack = Attack(sequence, frozenset(kinds), target.pools[0], unit=attacker, attacker=part, arm=arm)
    return needed(ritual.g, stage_of(ritual.g, attack, roll), attack)


ALL = sorted(both_books().of_kind(Spell))


@pytest.mark.parametrize("name", ALL)
def test_every_spell_takes_effect_in_every_version(name):
    """Arcane Compendium: no spell of the packs asks for something that is not there."""
    for way in range(len(both_books().get(Spell, name).casts)):
        ritual = Ritual()
        ritual.g.dice = SeededDice(name)
        for unit in ritual.g.units.values():
            unit.pools[0].profile["resurrect"] = 2
            unit.pools[0].models = -(-unit.models // 2)
        attempt = ritual.attempt(name, way)
        targets = targets_of(ritual.g, attempt, outlook_of(ritual.g, attempt.caster))
        assert targets
        attempt.targets = targets if attempt.kinds & {"aura", "caster"} else targets[-1:]
        attempt.dice, attempt.total = 3, 12
        run(apply_effects(ritual.g, attempt))
        assert ritual.g.events
        for effect in list(ritual.g.schedule.lasting):
            ritual.g.schedule.end(ritual.g, effect, "test")
        assert ritual.g.schedule.lasting == Schedule().lasting


@pytest.mark.parametrize("name", ALL)
def test_every_target_of_a_ground_spell_is_a_point_and_of_others_a_thing(name):
    """Arcane Compendium, Spell Types."""
    ritual = Ritual()
    attempt = ritual.attempt(name)
    targets = targets_of(ritual.g, attempt, outlook_of(ritual.g, attempt.caster))
    assert all(isinstance(one, tuple) is (GROUND in attempt.kinds) for one in targets)


# -- Pyromancy ---------------------------------------------------------------------------------------------


def test_dragons_roar_lasts_one_turn():
    """Arcane Compendium, Pyromancy 3; ruling 72: the breath is gone with the spell."""
    ritual = Ritual()
    part = next(ritual.friends.parts())
    ritual.effect("Dragon's Roar", ritual.friends)
    assert "Dragon's Roar Breath" in [arm.name for arm in shooting_arms(ritual.g, part)]
    assert value(ritual.g, "grind-attacks", Context(attacker=part, unit=ritual.friends), 0) != 0
    for effect in list(ritual.g.schedule.lasting):
        ritual.g.schedule.end(ritual.g, effect, "start of magic")
    assert shooting_arms(ritual.g, part) == []
    assert value(ritual.g, "grind-attacks", Context(attacker=part, unit=ritual.friends), 0) == 0


def test_spells_are_not_moved_by_what_their_caster_is_under():
    """Arcane Compendium: effects on the Caster do not change its spells."""
    ritual = Ritual({"hits": [1, 2, 3, 1, 2], "*": [1] * 50})
    ritual.effect("Awaken the Beast", ritual.wizard)
    ritual.effect("Pyroclastic Flow", ritual.foes)
    assert ritual.facts("attacks")[0]["needed"]["to-wound"] == 3


# -- Cosmology and Divination: the Arcane Engine -----------------------------------------------------------


# -- Blessings: the Prelate --------------------------------------------------------------------------------


def test_a_blessing_reaches_the_casters_whole_unit():
    """Empire of Sonnstahl, Blessings: Ullor's save in melee."""
    ritual = Ritual()
    prelate = ritual.entry("A", EMPIRE, "Prelate, Light Troops", 50, 10, 0, 1)
    ritual.effect("Ullor's Blessing", caster=prelate.pools[0])
    pool = prelate.pools[0]
    part = next(ritual.foes.parts())
    for kinds, save in ((("melee",), 5), (("shooting", "ranged"), 7)):
        attack = Attack("melee", frozenset(kinds), pool, attacker=part, unit=ritual.foes)
        assert value(ritual.g, "aegis", attack.context(), 7) == save


def test_sunnas_blessing_burns_the_enemies_in_contact():
    """Empire of Sonnstahl, Blessings: D6 hits on each."""
    ritual = Ritual({"hits": [5], "*": [1] * 50})
    prelate = ritual.entry("A", EMPIRE, "Prelate, Light Troops", 50, 10, 0, 1)
    ritual.against(prelate, ritual.foes)
    ritual.effect("Sunna's Blessing", caster=prelate.pools[0])
    (facts,) = ritual.facts("attacks")
    assert (facts["target_unit"], facts["count"]) == (ritual.foes.id, 5)


# -- other Paths -------------------------------------------------------------------------------------------


def test_an_aura_reaches_all_in_range_and_its_price_is_paid_once():
    """Arcane Compendium, Occultism 4; ruling 71: The Sacrifice is paid when the spell takes effect."""
    ritual = Ritual({"*": [1] * 300})
    ritual.effect("Pentagram of Pain", way=1, rule_choose=ritual.friends.id)
    struck = [facts["target_unit"] for facts in ritual.facts("attacks")]
    assert struck.count(ritual.friends.id) == 2
    assert {ritual.wizard.id, ritual.foes.id, ritual.others.id} <= set(struck)


def test_a_totemic_beast_is_summoned_at_a_point():
    """Arcane Compendium, Shamanism 6; Magical Effects 4."""
    ritual = Ritual()
    before = set(ritual.g.units)
    ritual.effect("Totemic Summon", (36.0, 33.0))
    (number,) = set(ritual.g.units) - before
    beast = ritual.g.units[number]
    assert (beast.name, beast.owner) == ("Totemic Beast", "A")
    assert "summoned" in beast.marks
    assert beast.rect is not None


def test_favour_of_meladys_protects_the_casters_unit():
    """Highborn Elves, Favour of Meladys; ruling 80: a token cancels up to two wounds of Height 1
    Rank-and-File models.
    """
    ritual = Ritual({"*": [4] * 200, "armour-save": [1] * 60})
    mage = ritual.entry("B", ELVES, "Mage, Light Troops, Wizard Master", 40, 26, 180, 1)
    ritual.effect("Favour of Meladys", caster=mage.pools[0])
    assert mage.pools[0].tokens["protection"] == 2
    archers = ritual.entry("A", EMPIRE, "15 State Marksmen, Crossbow", 44, 10, 0, 5)
    _, asked = run(shoot_at(ritual.g, archers, ritual.others), action_use=["Protection Token"])
    assert [d.kind for d in asked] == ["action.use"]
    assert ritual.facts("wounds-cancelled") == [{"target": ritual.others.pools[0].id, "wounds": 2}]
    assert mage.pools[0].tokens["protection"] == 1


def test_fae_miasma_beguiles_whom_it_wounds_saves_or_no_saves():
    """Highborn Elves, Fae Miasma: the wound counts ahead of saves."""
    ritual = Ritual({"*": [4] * 200, "armour-save": [6] * 60})
    watchers = ritual.entry("B", ELVES, "10 Grey Watchers", 44, 26, 180, 5)
    before = needs(ritual, "to-hit", ritual.friends, ritual.foes, "melee", "standard")
    run(shoot_at(ritual.g, watchers, ritual.friends))
    assert ritual.friends.models == 20
    assert needs(ritual, "to-hit", ritual.friends, ritual.foes, "melee", "standard") == before + 1
