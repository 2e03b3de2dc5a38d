"""Reinforcements and replacement units (core rules, 24.2; battlepack, 7.0)."""

from __future__ import annotations

import pytest

from tercio.kernel.actions import offer_in_turn, usable
from tercio.plugins.spearhead.damage import destroy
from tercio.plugins.warbands.bodies import bases_of, is_set_up

from .match import OpenField

CALL, EFFORT = "Call for Reinforcements", "Last-ditch Effort"


def after_loss(warscroll="Horde", node="movement-abilities", **more):
    """A field on which A has lost a unit; returns it too."""
    field = OpenField(node=node, **more)
    lost = field.unit(warscroll, "A", None, name=warscroll)
    field.play(destroy(field.g, lost))
    return field, lost


def called(field, *answers):
    field.play(offer_in_turn(field.g, "movement"), [CALL, 0], *answers)
    return field


def replacements(field):
    return [unit for unit in field.g.units.values() if "replacement" in unit.marks]


# -- call for reinforcements -------------------------------------------------------------------------------


def test_a_destroyed_unit_with_the_keyword_comes_back_identical():
    field, lost = after_loss()
    called(field)
    (new,) = replacements(field)
    assert (new.name, new.models, new.id != lost.id) == ("Horde", 10, True)
    assert "replaced" in lost.marks


def test_reinforcements_stand_in_their_territory_near_an_edge_and_out_of_combat():
    field, _ = after_loss()
    enemy = field.unit("Beast", "B", (3, 3))
    called(field)
    (asked,) = [one for one in field.asked if one.kind == "unit.set-up"]
    assert all(asked.judge(option) is None for option in asked.options)
    (new,) = replacements(field)
    for base in bases_of(new):
        assert base.y + base.radius <= 11
        assert min(base.x, base.y, 30 - base.x) + base.radius <= 6 + 1e-6
    assert not list(field.g.engagement.contacts())
    assert is_set_up(enemy)


def test_three_inches_from_an_enemy_is_near_enough_for_reinforcements():
    field, _ = after_loss("Swords", text=KEYWORD)
    field.unit("Beast", "B", (10, 1))
    decision = _asked_where(field)
    y = 1.0
    assert decision.judge([[14.0 + i * 1.05, y] for i in range(5)]) is None
    assert decision.judge([[13.9 + i * 1.05, y] for i in range(5)]).code == "set_up.not_there"


KEYWORD = """
rule "Ready" of unit
  cite "Tests"
  has "REINFORCEMENTS"
"""


def _asked_where(field):
    procedure = offer_in_turn(field.g, "movement")
    next(procedure)
    return procedure.send([CALL, 0])


@pytest.mark.parametrize("x", [7.0, 23.0])
def test_any_edge_will_do_for_reinforcements_the_short_ones_too(x):
    field, _ = after_loss("Hero", text=KEYWORD)
    decision = _asked_where(field)
    assert decision.judge([[5.5, 9]]) is None
    assert decision.judge([[x, 9]]).code == "set_up.not_there"


def test_a_unit_without_the_keyword_is_not_replaced():
    field, _ = after_loss("Mixed")
    assert usable(field.g, "movement", "A") == []


def test_one_unit_is_called_in_each_turn():
    field, _ = after_loss()
    other = field.unit("Horde", "A", None, name="Horde")
    field.play(destroy(field.g, other))
    called(field)
    assert CALL not in [use.name for use in usable(field.g, "movement", "A")]
    field.at("movement-abilities", battle_round=2)
    assert CALL in [use.name for use in usable(field.g, "movement", "A")]


def test_each_unit_is_replaced_once_and_a_replacement_never():
    field, _ = after_loss()
    called(field)
    (new,) = replacements(field)
    field.play(destroy(field.g, new))
    field.at("movement-abilities", battle_round=2)
    assert usable(field.g, "movement", "A") == []


def test_the_enemys_losses_are_not_replaced_in_ones_own_turn():
    field, _ = after_loss()
    assert usable(field.g, "movement", "B") == []


def test_a_replacement_is_a_new_unit_that_kept_nothing_but_its_warscroll():
    field, lost = after_loss()
    lost.tokens["Flag"] = 1
    called(field)
    (new,) = replacements(field)
    assert new.tokens == {}
    assert "actions" not in new.memory


def test_a_replacement_does_not_move_in_the_phase_in_which_it_is_set_up():
    field, _ = after_loss()
    called(field)
    (new,) = replacements(field)
    assert [use for use in usable(field.g, "movement", "A") if use.context.unit is new] == []


def test_where_there_is_no_room_nothing_is_used_up_but_the_ability():
    field, lost = after_loss()
    for i in range(10):
        field.unit("Beast", "B", (1.5 + 3 * i, 4), base=2.9)
        field.unit("Beast", "B", (1.5 + 3 * i, 8), base=2.9)
    before = sorted(field.g.things)
    called(field)
    assert "replaced" not in lost.marks
    assert replacements(field) == []
    assert sorted(field.g.things) == before


# -- last-ditch effort -------------------------------------------------------------------------------------


def effort(field, lost, *answers):
    field.at("hero-abilities")
    field.card("A", "Protect the Loot")
    use = [EFFORT, field.g.players["A"].id]
    field.play(offer_in_turn(field.g, "hero"), use, *answers)
    return replacements(field)


@pytest.mark.parametrize(
    ("warscroll", "models", "damage"), [("Horde", 4, 0), ("Mixed", 2, 0), ("Hero", 1, 1), ("Beast", 1, 8)]
)
def test_last_ditch_effort_brings_four_health_back(warscroll, models, damage):
    field, lost = after_loss(warscroll)
    lost.name = warscroll
    (new,) = effort(field, lost)
    assert (new.models, new.pools[0].lost) == (models, damage)
    assert new.pools[0].starting == models


def test_the_owner_picks_which_models_come_back():
    field, lost = after_loss("Mixed")
    (new,) = effort(field, lost, ["Axe Bearer", "Sword Bearer"])
    parts = {part.id: part.name for part in new.pools[0].parts}
    assert [parts[model.part] for model in new.pools[0].loose] == ["Axe Bearer", "Sword Bearer"]
    (asked,) = [one for one in field.asked if one.kind == "replacement.models"]
    assert asked.options == [["Axe Bearer", "Sword Bearer"], ["Sword Bearer", "Sword Bearer"]]


def test_last_ditch_effort_needs_no_territory_but_six_inches_from_enemies():
    field, _ = after_loss("Hero")
    field.unit("Beast", "B", (10, 15))
    field.at("hero-abilities")
    field.card("A", "Protect the Loot")
    procedure = offer_in_turn(field.g, "hero")
    next(procedure)
    decision = procedure.send([EFFORT, field.g.players["A"].id])
    assert decision.judge([[17.0, 15]]) is None
    assert decision.judge([[16.99, 15]]).code == "set_up.not_there"


def test_last_ditch_effort_uses_up_the_one_replacement_of_a_unit():
    field, lost = after_loss()
    effort(field, lost)
    field.at("movement-abilities", battle_round=2)
    assert CALL not in [use.name for use in usable(field.g, "movement", "A")]


def test_the_card_of_last_ditch_effort_is_discarded():
    field, lost = after_loss()
    effort(field, lost)
    assert field.g.players["A"].memory["hand"] == []


def test_a_replacement_of_the_general_is_not_the_general():
    field, lost = after_loss("Hero")
    field.as_general(lost)
    (new,) = effort(field, lost)
    assert "general" not in new.marks
