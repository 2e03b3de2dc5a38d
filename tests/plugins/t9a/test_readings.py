"""Readings that the pack has decided on, one test each: `rulepacks/t9a/rulings.md` names them."""

from __future__ import annotations

from dataclasses import replace
from math import factorial
from typing import Any

import pytest

from tercio.kernel.attack import Attack
from tercio.kernel.context import Context
from tercio.kernel.decl import DiceAmount, Group, Option, Spell, Table
from tercio.kernel.geometry import Facing, Rect
from tercio.kernel.modifiers import value
from tercio.kernel.query import has, value_of
from tercio.kernel.roster import Entry, Pick
from tercio.kernel.roster.checks import check_entry
from tercio.kernel.roster.choices import bind
from tercio.kernel.roster.counting import tally
from tercio.plugins.t9a import charge_combined, charge_plan
from tercio.plugins.t9a.charge_combined import plan_together
from tercio.plugins.t9a.magic.casting import attempts_for
from tercio.plugins.t9a.magic.known import Known
from tercio.plugins.t9a.magic.targets import outlook_of, targets_of
from tercio.plugins.t9a.melee.formations import ranks_in_combat
from tercio.plugins.t9a.sight import target_facing
from tercio.plugins.t9a.zones import zone_choices

from .armies import battle, until
from .books import shelf
from .field import Field, rect_of
from .ranges import ELVES, EMPIRE, both_books
from .test_casting import rolled
from .test_spells import Ritual
from .tiny import Board

# -- one edition -------------------------------------------------------------------------------------------


def test_the_pack_keeps_to_one_edition():
    """Ruling 7: 2D6 to flee, two files in a Reform, a Miscast Table of four lines."""
    rules = both_books()
    assert rules.constant("flee-dice") == rules.constant("pursue-dice") == DiceAmount(2, 6)
    assert rules.constant("reform-files") == 2
    assert len(rules.of_kind(Table)["miscast"].rows) == 4


# -- how long and how far spells reach ---------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Cauldron's Curse", "Predator's Instinct", "Dragon's Roar"])
def test_spells_printed_without_a_length_last_one_turn(name):
    """Rulings 72, 73 and 74."""
    assert both_books().get(Spell, name).duration == "One Turn"


def test_predators_instinct_ends_with_its_turn():
    """Ruling 74: two inches of Charge Speed until the effect ends, none after it."""
    ritual = Ritual()
    before = value_of(ritual.g, "charge-speed", ritual.friends)
    ritual.effect("Predator's Instinct", ritual.friends)
    assert value_of(ritual.g, "charge-speed", ritual.friends) == before + 2
    for effect in list(ritual.g.schedule.lasting):
        ritual.g.schedule.end(ritual.g, effect, "start of magic")
    assert value_of(ritual.g, "charge-speed", ritual.friends) == before


def test_druidism_uses_the_printed_ranges():
    """Ruling 75: 24 inches for all six, whatever the mark beside them meant."""
    rules = both_books()
    spells = [spell for spell in rules.of_kind(Spell).values() if spell.path == "Druidism"]
    reach = {rules.function(cast.range)(None, None, None) for spell in spells for cast in spell.casts}
    assert (len(spells), reach) == (6, {24})


def test_blessings_are_cast_at_three():
    """Ruling 78: as the model's rule prints it."""
    rules = both_books()
    spells = [spell for spell in rules.of_kind(Spell).values() if spell.path == "Blessings"]
    values = {rules.function(cast.value)(None, None, None) for spell in spells for cast in spell.casts}
    assert (len(spells), values) == (6, {3})


def test_holy_relic_blesses_all_around():
    """Ruling 79: friendly units within 8 inches, the Caster's own among them, no enemy and nobody beyond."""
    ritual = Ritual()
    prelate = ritual.entry("A", EMPIRE, "Prelate, Altar of Battle", 36, 5, 0, 1)
    far = ritual.entry("A", EMPIRE, "20 State Infantry", 60, 10, 0, 5)
    attempt = ritual.attempt("Ullor's Greater Blessing", caster=prelate.pools[0])
    reached = targets_of(ritual.g, attempt, outlook_of(ritual.g, attempt.caster))
    assert {prelate, ritual.friends, ritual.wizard} <= set(reached)
    assert not {far, ritual.foes, ritual.others} & set(reached)


# -- castings of one spell ---------------------------------------------------------------------------------


def test_spell_effects_stack_rules_do_not():
    """Ruling 61: numbers of two castings add up, a rule given twice is held once."""
    ritual = Ritual()
    pool = ritual.foes.pools[0]
    armour = value_of(ritual.g, "armour", pool)
    for _ in range(2):
        ritual.effect("Corruption of Tin", ritual.foes)
        ritual.effect("Flaming Swords", ritual.friends)
    assert value_of(ritual.g, "armour", pool) == armour - 2
    part = next(ritual.friends.parts())
    attack = Attack("melee", frozenset(("melee",)), pool, attacker=part, unit=ritual.friends)
    assert has(ritual.g, attack.context(), attack, "Flaming Attacks")


def test_a_replicable_spell_replaces_its_own_earlier_casting():
    """Ruling 81: two castings on one target count once, for as long as the later lasts."""
    ritual = Ritual()
    before = value_of(ritual.g, "charge-speed", ritual.friends)
    for _ in range(2):
        ritual.effect("Predator's Instinct", ritual.friends)
    assert value_of(ritual.g, "charge-speed", ritual.friends) == before + 2


def test_a_spell_takes_effect_before_its_miscast():
    """Ruling 82: Magic Phase 5.A goes before Magic Phase 6."""
    circle = rolled(5, 5, 5)
    circle.cast("Fireball", dice=3, target=circle.foes)
    kinds = circle.kinds()
    assert kinds.index("attacks") < kinds.index("miscast")
    assert circle.facts("attacks")[0]["target_unit"] == circle.foes.id


def test_caster_type_spells_affect_only_the_casters_pool():
    """Ruling 83: a Caster that joined a unit shares nothing with those around it."""
    ritual = Ritual()
    names = [
        name
        for name, spell in both_books().of_kind(Spell).items()
        if "caster" in spell.types and "own-unit" not in spell.types
    ]
    assert names
    for name in names:
        caster = ritual.wizard.pools[0]
        (attempt, *_) = attempts_for(ritual.g, Known(caster.id, name), caster)
        assert targets_of(ritual.g, attempt, outlook_of(ritual.g, caster)) == [caster]


# -- formations and facings --------------------------------------------------------------------------------


@pytest.mark.parametrize("facing", [Facing.FRONT, Facing.REAR])
def test_on_the_border_of_two_arcs_shots_are_judged_by_front_or_rear(facing):
    """Ruling 84: the line at a corner belongs to front and rear, what lies beside it to the flank."""
    field = Field()
    target = field.soldiers("B", 36, 24, facing=180)
    shooter = field.soldiers("A", 36, 8)
    rect, mine = rect_of(target), rect_of(shooter)
    (nx, ny), (x, y) = rect.normal(facing), rect.edge_centre(facing)
    # From a corner outwards at 45 degrees: the line on which two arcs meet.
    corner = (x - ny * rect.half_width, y + nx * rect.half_width)
    for aside, on_the_border in ((0.0, True), (0.01, False)):
        x, y = corner[0] + 6.0 * nx - (6.0 + aside) * ny, corner[1] + 6.0 * ny + (6.0 + aside) * nx
        middle = (x + nx * mine.half_depth, y + ny * mine.half_depth)
        shooter.rect = Rect(*middle, -nx, -ny, mine.width, mine.depth)
        assert (target_facing(field.g, shooter, target) is facing) is on_the_border


def test_surrounded_units_are_reduced_in_a_fixed_order_the_enemys_first():
    """Ruling 85: of two units on each other's flank the Active Player's keeps more ranks."""
    field = Field()
    one = field.soldiers("A", 36, 10, models=20)
    two = field.soldiers("B", 36, 24, models=20)
    field.g.engagement.engage(one.id, Facing.LEFT, two.id, Facing.LEFT)
    ranks = ranks_in_combat(field.g, [one, two])
    assert ranks == ranks_in_combat(field.g, [two, one])
    assert (ranks[one.id], ranks[two.id]) == (4, 0)
    field.g.active = "B"
    ranks = ranks_in_combat(field.g, [one, two])
    assert (ranks[one.id], ranks[two.id]) == (0, 4)


# -- combined charges --------------------------------------------------------------------------------------


def test_combined_charges_try_a_bounded_number_of_orders(monkeypatch):
    """Ruling 86: with four chargers not all orders are tried, and the search ends all the same."""
    board = Board()
    target = board.unit("B", 36, 30, facing=180, models=40, files=10)
    chargers = [board.unit("A", 21 + 10 * n, 22, models=10, files=5) for n in range(4)]
    tried, plan = [], charge_plan.plan_charge

    def counted(g, unit, *rest, **more):
        tried.append(unit.id)
        return plan(g, unit, *rest, **more)

    monkeypatch.setattr(charge_combined, "plan_charge", counted)
    assert plan_together(board.g, chargers, target, {})
    most = charge_combined._MOST_ATTEMPTS
    assert most < 3 * factorial(len(chargers))
    assert len(tried) <= (most + 2) * len(chargers)


# -- shooting ----------------------------------------------------------------------------------------------


# -- set-up ------------------------------------------------------------------------------------------------


def test_refused_flank_offers_both_diagonals():
    """Ruling 88: the chooser takes one of four corners, two for each diagonal."""
    choices = zone_choices(battle(deployment="Refused Flank", map="open"), "Refused Flank")
    assert set(choices) == {"north-east", "north-west", "south-east", "south-west"}


# -- army lists --------------------------------------------------------------------------------------------


def test_picks_in_a_sub_group_do_not_count_for_the_group_above():
    """Ruling 90: a group that allows one pick of its own allows those of its sub-group besides."""
    book = shelf(ELVES)
    inner = Group("Weapons", at_most=1, options=(Option("Axe"),))
    outer = Group("Gear", at_most=1, options=(Option("Cloak"), Option("Ring")), groups=(inner,))
    unit = replace(book.units["Citizen Spears"], groups=(outer,), size=(1, 1))
    assert group_faults(book, unit, "Cloak", "Axe") == []
    assert len(group_faults(book, unit, "Cloak", "Ring")) == 1


def group_faults(book, unit, *names):
    faults: list[Any] = []
    entry = Entry(unit.name, 1, tuple(Pick(name) for name in names))
    bound = bind(book, entry, unit, faults)
    found = [*faults, *check_entry(book, bound, tally([bound]), 0)]
    return [fault.message for fault in found if "Gear" in fault.message or "Weapons" in fault.message]


# -- army books --------------------------------------------------------------------------------------------


def test_both_books_have_the_casting_value_that_rules_ask_for():
    """Ruling 78, asked in play: a Prelate's Blessing needs 3."""
    ritual = Ritual()
    prelate = ritual.entry("A", EMPIRE, "Prelate, Light Troops", 50, 10, 0, 1)
    (row, *_) = prelate.pools[0].memory["bound"]
    known = Known(prelate.pools[0].id, row["spell"], True, row["cast"])
    (attempt, *_) = attempts_for(ritual.g, known, prelate.pools[0])
    assert attempt.needed(ritual.g) == 3


def test_spearhead_gives_the_distance_of_the_defenders_advantage():
    """Ruling 91: the same short move, whatever the unit's own Mobility."""
    g = battle({"A": [6], "B": [1]}, deployment="Spearhead", map="open")
    until(g, "defenders-advantage", setup_role="defender", deploy_zone="south", deploy_third=[1, 0])
    short = g.ruleset.constant("defenders-advantage-distance")
    given = [unit for unit in g.units.values() if any(held.source == "Spearhead" for held in unit.held)]
    assert given
    assert {value(g, "vanguard-distance", Context(unit=unit), 0) for unit in given} == {short}
