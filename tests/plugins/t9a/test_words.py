"""What the words of the packs mean on the table: states, places, objectives, markers, items."""

from __future__ import annotations

import pytest

from tercio.kernel.context import Context
from tercio.kernel.decl import Bundle, Objective
from tercio.kernel.geometry import Facing
from tercio.kernel.ruleset import hold
from tercio.kernel.state import touch
from tercio.kernel.windows import open_window
from tercio.plugins.t9a import marks
from tercio.plugins.t9a.magical_effects import items_of, suppress_item, tidy
from tercio.plugins.t9a.objectives import marker_spots, set_out
from tercio.plugins.t9a.words import relations, table, terms, verbs
from tercio.plugins.t9a.zones import give_zones, zone_choices

from .ranges import ELVES, EMPIRE, Range, run


@pytest.fixture
def range_():
    return Range({"*": [4] * 200}, "magic")


def infantry(range_, owner="A", x=36.0, y=10.0, line="20 State Infantry, Standard Bearer"):
    return range_.entry(owner, EMPIRE, line, x, y, 0 if owner == "A" else 180, 5)


def under(range_, objective):
    """Let an objective hold for the battle."""
    declared = range_.g.ruleset.get(Objective, objective)
    hold(range_.g, range_.g.battle, Bundle(declared.clauses, objective), objective)
    touch(range_.g)


# -- relations ---------------------------------------------------------------------------------------------


def test_a_unit_is_in_its_first_round_until_one_is_fought(range_):
    """Melee Phase: First Round of Combat."""
    one, foe = infantry(range_), infantry(range_, "B", y=30)
    assert not relations.first_round(range_.g, one)
    range_.against(one, foe)
    assert relations.first_round(range_.g, one)
    one.memory["rounds-fought"] = 1
    assert not relations.first_round(range_.g, one)


def test_contact_of_a_joined_model_is_its_own(range_):
    """Model Rules, Afflict: an Attachable Model touches whom its own base touches."""
    one, foe = infantry(range_), infantry(range_, "B", y=30)
    hero = range_.joined(one, base=(20, 20))
    range_.against(one, foe, Facing.FRONT)
    assert relations.in_contact(range_.g, foe, hero)
    assert relations.in_contact(range_.g, foe, one)
    assert not relations.in_contact(range_.g, infantry(range_, "B", x=60, y=30), one)


def test_units_of_one_combined_combat_fight_beside_each_other(range_):
    """Melee Phase, Combat."""
    one, two, foe = infantry(range_), infantry(range_, x=60), infantry(range_, "B", y=30)
    range_.against(one, foe)
    assert not relations.same_combat(range_.g, one, two)
    range_.against(two, foe, Facing.LEFT)
    assert relations.same_combat(range_.g, one, two)


def test_roles_of_models_are_told_apart(range_):
    """Definitions 3, Characters."""
    one = infantry(range_)
    leader = range_.entry(
        "A", EMPIRE, "Marshal, General, Imperial Authority, and +1 Cou, Horse", 50, 10, 0, 1
    )
    pool, other = one.pools[0], leader.pools[0]
    assert relations.rank_and_file(range_.g, pool)
    assert not relations.rank_and_file(range_.g, other)
    assert relations.character(range_.g, other)
    assert relations.general(range_.g, other)
    assert relations.mounted(range_.g, other)
    assert not relations.mounted(range_.g, pool)
    assert relations.all_attachable(range_.g, leader)


def test_a_player_or_a_thing_of_its_is_active(range_):
    """The Flow of the Game."""
    one, foe = infantry(range_), infantry(range_, "B", y=30)
    assert relations.is_active(range_.g, one.pools[0])
    assert not relations.is_active(range_.g, foe)
    assert relations.is_active(range_.g, range_.g.players["A"])


# -- terms -------------------------------------------------------------------------------------------------


def test_player_turns_are_counted_over_the_battle(range_):
    """Model Rules, Scout: the first Player Turn of the battle is 1."""
    assert (terms.game_turn(range_.g), terms.player_turn(range_.g)) == (1, 1)
    range_.g.active = "B"
    assert terms.player_turn(range_.g) == 2
    range_.g.clock.stack[1].turn = 3
    assert terms.player_turn(range_.g) == 6


def test_own_discipline_is_without_what_others_lend(range_):
    """Model Rules, Commanding Presence: the General's own, its +1 counted; militia by themselves."""
    leader = range_.entry(
        "A", EMPIRE, "Marshal, General, Imperial Authority, and +1 Cou, Light Troops", 30, 10, 0, 1
    )
    militia = infantry(range_, line="15 Local Militia")
    assert terms.own_discipline_of(range_.g, leader.pools[0]) == 9
    assert terms.own_discipline_of(range_.g, militia.pools[0]) == 6
    assert terms.general_discipline_of(range_.g, militia) == 9


def test_ranks_and_files_count_all_models(range_):
    """Definitions 3."""
    one = infantry(range_, line="23 Imperial Guard")
    assert (terms.ranks_of(range_.g, one), terms.files_of(range_.g, one)) == (5, 5)
    assert terms.own_ranks_of(range_.g, one) == 4


# -- objectives --------------------------------------------------------------------------------------------


def test_markers_lie_a_sixth_of_the_long_edge_from_the_short_edges(range_):
    """Season Pack, Secure Target: 12 inches in on a table of 72."""
    assert marker_spots(range_.g) == [(12.0, 24.0), (60.0, 24.0)]
    choices = zone_choices(range_.g, "Refused Flank")
    give_zones(range_.g, "A", *choices["south-east"])
    assert [(round(x, 3), round(y, 3)) for x, y in marker_spots(range_.g)] == [(12.0, 8.0), (60.0, 40.0)]


def test_a_marker_is_controlled_by_scoring_units_of_one_side_only(range_):
    """Season Pack, Secure Target."""
    run(set_out(range_.g, "Secure Target"))
    one = infantry(range_, x=12, y=20)
    controls = relations.controls_marker
    assert controls(range_.g, range_.g.players["A"], 6)
    assert not controls(range_.g, range_.g.players["B"], 6)
    infantry(range_, "B", x=14, y=28)
    assert not controls(range_.g, range_.g.players["A"], 6)
    marks.put(range_.g, one, marks.SHAKEN)
    assert controls(range_.g, range_.g.players["B"], 6)


def test_the_centre_is_held_by_more_scoring_units_from_the_third_turn_on(range_):
    """Season Pack, Hold the Centre."""
    under(range_, "Hold the Centre")
    infantry(range_, x=36, y=20)
    c = Context(player=range_.g.players["A"])
    run(open_window(range_.g, "end game-turn", c))
    assert range_.g.players["A"].tokens.get("centre", 0) == 0
    range_.g.clock.stack[1].turn = 3
    run(open_window(range_.g, "end game-turn", c))
    assert range_.g.players["A"].tokens["centre"] == 1
    infantry(range_, "B", x=36, y=28)
    run(open_window(range_.g, "end game-turn", c))
    assert range_.g.players["A"].tokens["centre"] == 1
    run(open_window(range_.g, "end battle", c))
    assert range_.facts("primary-objective") == [{"player": "A"}]


def test_marked_features_are_plundered_by_scoring_units_from_the_third_turn_on(range_):
    """Season Pack, Forage and Plunder."""
    under(range_, "Forage and Plunder")
    give_zones(range_.g, "A", *zone_choices(range_.g, "Frontline Clash")["south"])
    middle, far = range_.terrain("Forest", 36, 24), range_.terrain("Ruins", 36, 40)
    range_.terrain("Wall", 36, 22)
    _, asked = run(set_out(range_.g, "Forage and Plunder"))
    assert [d.kind for d in asked] == []
    assert [("objective-marked" in piece.marks) for piece in range_.g.terrain] == [True, True, False]
    infantry(range_, x=36, y=22)
    range_.g.clock.stack[1].turn = 3
    run(open_window(range_.g, "start player-turn", Context(player=range_.g.players["A"])))
    assert "plundered" in middle.marks
    assert "plundered" not in far.marks
    assert range_.g.players["A"].tokens["plunder"] == 1


def test_spoils_go_to_a_unit_that_destroyed_a_scoring_unit_and_are_lost_when_it_is_shaken(range_):
    """Battle Preparations 2.C."""
    from tercio.plugins.t9a.casualties import remove_unit
    from tercio.plugins.t9a.psychology import become_shaken

    under(range_, "Spoils of War")
    one, foe = infantry(range_), infantry(range_, "B", y=30)
    range_.against(one, foe)
    run(remove_unit(range_.g, foe, "test", one))
    assert one.tokens["spoils"] == 1
    assert table.tokens_of_side(range_.g, "A", "spoils") == 1
    run(become_shaken(range_.g, one, "test"))
    assert one.tokens["spoils"] == 0


# -- verbs -------------------------------------------------------------------------------------------------


def test_health_points_are_lost_without_saves_rank_and_file_first(range_):
    """Reference Handbook: losing X Health Points."""
    one = infantry(range_)
    hero = range_.joined(one, base=(20, 20), health_points=3)
    run(verbs.lose(range_.g, Context(label="test"), one, 5))
    assert (one.pools[0].models, hero.lost) == (15, 0)


def test_an_item_in_contact_can_be_put_to_sleep_for_a_turn(range_):
    """Highborn Elves, Scroll of the Pearl Throne."""
    from tercio.kernel.query import contains

    knights = range_.entry("B", EMPIRE, "5 Knightly Orders, Standard Bearer (Aether Icon)", 40, 26, 180, 5)
    assert items_of(range_.g, knights) == ["Aether Icon"]
    turn = range_.g.ruleset.duration("End of Turn")
    run(suppress_item(range_.g, "A", knights, turn, "test"), item_suppress="Aether Icon")
    assert not contains(range_.g, Context(unit=knights), knights, "Magic Resistance")
    range_.g.schedule.cross(range_.g, "end", ("turn", "player-turn"))
    tidy(range_.g)
    assert contains(range_.g, Context(unit=knights), knights, "Magic Resistance")


def test_a_marker_can_be_moved_by_the_opponent_within_its_reach(range_):
    """Arcane Compendium, Wrath of God: an admonition lets the opponent move it up to 3 inches."""
    c = Context(label="Wrath of God", player=range_.g.players["A"])
    table.place_marker(range_.g, c, "Wrath of God", (30.0, 20.0))
    (piece,) = range_.g.terrain
    run(table.move_marker(range_.g, c, range_.g.players["B"], piece, 3), marker_move=[[2.0, 1.0]])
    assert (piece.shape.x, piece.shape.y) == (32.0, 21.0)
    table.remove_marker(range_.g, c, piece)
    assert range_.g.terrain == []


def test_the_elves_bring_a_banner_that_wards_in_the_first_round(range_):
    """Highborn Elves, Navigator's Banner: Aegis 5+ in the First Round of Combat only."""
    from tercio.kernel.attack import Attack
    from tercio.kernel.modifiers import value

    spears = range_.entry("A", ELVES, "40 Citizen Spears, Standard Bearer (Navigator's Banner)", 36, 10, 0, 8)
    foe = infantry(range_, "B", y=30)
    attack = Attack("melee", frozenset(("melee",)), spears.pools[0], unit=foe, attacker=next(foe.parts()))
    assert value(range_.g, "aegis", attack.context(), 7) == 7
    range_.against(spears, foe)
    assert value(range_.g, "aegis", attack.context(), 7) == 5
    spears.memory["rounds-fought"] = 1
    assert value(range_.g, "aegis", attack.context(), 7) == 7
