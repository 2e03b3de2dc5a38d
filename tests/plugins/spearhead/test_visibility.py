"""Who sees whom, who can be shot, and what gives cover (Core Rules, 6.0; Terrain Abilities; rulings 2, 3, 4,
39 and 40).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tercio.kernel.decl import Constant, Literal
from tercio.kernel.geometry import Rect
from tercio.kernel.modifiers import value
from tercio.kernel.ruleset import Ruleset
from tercio.kernel.state import Area, Unit
from tercio.plugins.spearhead.battlefield import FORTIFIED, OBJECTIVE
from tercio.plugins.spearhead.picture import field_of
from tercio.plugins.spearhead.targets import COMBAT, SHOOTING, attack_at, lots_of
from tercio.plugins.spearhead.visibility import can_be_shot, is_visible, is_visible_within, model_sees_within

from .board import WALL, Board, model

RUIN = """
terrain "Cover Ruin"
  cite "Tests"
  has "Cover"

terrain "Obscuring Ruin"
  cite "Tests"
  has "Obscuring"

terrain "Both"
  cite "Tests"
  has "Cover", "Obscuring"

rule "Mud"
  cite "Tests"
  cannot be-seen
    when observer is farther than 12" from target-unit and unit is not of same side as target-unit
"""


def sees(board: Board, unit, foe) -> bool:
    return is_visible(board.g, field_of(board.g), unit, foe)


# -- lines of sight --------------------------------------------------------------------------------


def test_models_of_every_other_unit_block_lines_of_sight():
    for owner in ("A", "B"):
        board = Board()
        one = board.unit("Hero", "A", (10, 10))
        other = board.unit("Hero", "B", (10, 16))
        assert sees(board, one, other)
        board.unit("Swords", owner, [(8.85, 13), (10, 13), (11.15, 13)], models=3, base=1.15)
        assert not sees(board, one, other)
        assert not sees(board, other, one)


def test_models_see_through_those_of_their_own_unit():
    board = Board()
    row = board.unit("Swords", "A", [(8.9, 12), (10, 12), (11.1, 12), (10, 10.8)], models=4, base=1.1)
    other = board.unit("Hero", "B", (10, 16))
    assert model_sees_within(board.g, field_of(board.g), model(row, 3), row, other, 12.0)


def test_a_unit_sees_itself():
    board = Board()
    one = board.unit("Swords", "A", (10, 10))
    assert sees(board, one, one)


def test_near_and_visible_has_to_be_the_same_model():
    """The near model of the target is hidden, the visible one is too far (ruling 4)."""
    board = Board(WALL)
    one = board.unit("Hero", "A", (10, 10))
    pair = board.unit("Swords", "B", [(10, 14), (18, 14)], models=2)
    board.wall(10, 12, 4, 0.4)
    field = field_of(board.g)
    assert is_visible(board.g, field, one, pair)
    assert not is_visible_within(board.g, field, one, pair, 6.0)
    assert is_visible_within(board.g, field, one, pair, 9.0)


# -- rules about sight -----------------------------------------------------------------------------


def test_who_is_covered_in_mud_is_seen_by_near_models_alone():
    board = Board(RUIN)
    muddy = board.unit("Swords", "B", (10, 10), rules=["Mud"])
    near = board.unit("Hero", "A", (12, 22.9))
    far = board.unit("Hero", "A", (12, 23.1))
    friend = board.unit("Hero", "B", (25, 10))
    assert sees(board, near, muddy)
    assert not sees(board, far, muddy)
    assert sees(board, friend, muddy)
    assert sees(board, muddy, far)


def test_distance_and_sight_through_mud_are_those_of_one_model():
    """One model is near and hidden, the other sees and is too far (ruling 4)."""
    board = Board(RUIN + WALL)
    muddy = board.unit("Hero", "B", (15, 5), rules=["Mud"])
    two = board.unit("Swords", "A", [(15, 12), (15, 20)], models=2)
    assert sees(board, two, muddy)
    board.wall(15, 9, 2, 0.4)
    board.unit("Hero", "B", (18, 20))
    assert not model_sees_within(board.g, field_of(board.g), model(two, 0), two, muddy, 20.0)
    assert not sees(board, two, muddy)


def test_an_obscured_unit_is_seen_only_within_its_combat_range():
    board = Board(RUIN)
    board.wall(10, 10, 8, 2, "Obscuring Ruin")
    hidden = board.unit("Swords", "B", [(8, 12), (9.2, 12), (10.4, 12)], models=3)
    far = board.unit("Hero", "A", (10, 18))
    near = board.unit("Hero", "A", (6, 14))
    assert not sees(board, far, hidden)
    assert sees(board, near, hidden)
    assert sees(board, hidden, far)


def test_one_model_outside_of_an_inch_shows_the_whole_unit():
    board = Board(RUIN)
    board.wall(10, 10, 8, 2, "Obscuring Ruin")
    seen = board.unit("Swords", "B", [(8, 12), (9.2, 12), (9.2, 13.2)], models=3)
    far = board.unit("Hero", "A", (10, 20))
    assert sees(board, far, seen)


@pytest.mark.parametrize("keyword", ["MONSTER", "WAR MACHINE", "FLY"])
def test_monsters_war_machines_and_flyers_are_not_obscured(keyword):
    board = Board(RUIN)
    board.wall(10, 10, 8, 2, "Obscuring Ruin")
    big = board.unit("Hero", "B", (10, 12), rules=[keyword])
    far = board.unit("Hero", "A", (10, 20))
    assert sees(board, far, big)


def test_weapons_of_an_obscured_unit_reach_half_as_far():
    board = Board(RUIN, node="shooting-abilities")
    hidden = board.unit("Archers", "A", (10, 10))
    foe = board.unit("Hero", "B", (12, 17.5))
    assert lots_of(board.g, hidden, SHOOTING)
    board.wall(12, 8.5, 8, 1, "Obscuring Ruin")
    assert not lots_of(board.g, hidden, SHOOTING)
    board.place(foe, [(12, 16.4)])
    assert lots_of(board.g, hidden, SHOOTING)


def test_ranges_are_halved_once_however_many_features_obscure():
    board = Board(RUIN, node="shooting-abilities")
    hidden = board.unit("Archers", "A", (10, 10))
    foe = board.unit("Hero", "B", (12, 16.4))
    board.wall(12, 8.5, 8, 1, "Obscuring Ruin")
    board.wall(12, 11.5, 8, 1, "Obscuring Ruin")
    assert any(lot.reaches(foe.id) for lot in lots_of(board.g, hidden, SHOOTING))


def test_a_ruined_manor_does_not_stand_in_the_way_of_sight():
    """It is a ruin to look through: who is behind it is in cover (ruling 84)."""
    board = Board()
    archers, foe = board.unit("Archers", "A", (15, 5)), board.unit("Hero", "B", (15, 14.5))
    board.wall(15, 10, 5, 3.5, "Ruined Manor")
    assert sees(board, archers, foe)


def of_2024(rules: Ruleset) -> Ruleset:
    """Return rules in which Obscuring is that of 2024."""
    declared = [
        replace(one, value=Literal(2024))
        if isinstance(one, Constant) and one.name == "obscuring-printing"
        else one
        for one in rules.declarations
    ]
    return Ruleset(tuple(declared), rules.signatures)


def test_in_the_words_of_2024_who_is_behind_is_seen_but_not_shot():
    board = Board(RUIN, node="shooting-abilities")
    board.g.ruleset = of_2024(board.g.ruleset)
    archers = board.unit("Archers", "A", (10, 5), models=1)
    hidden = board.unit("Swords", "B", (10, 15), models=1)
    flyer = board.unit("Swords", "B", (12, 15), models=1, rules=["FLY"])
    board.wall(12, 12, 20, 1, "Obscuring Ruin")
    assert sees(board, archers, hidden)
    assert not can_be_shot(board.g, model(archers, 0), archers, hidden, 12.0)
    assert can_be_shot(board.g, model(archers, 0), archers, flyer, 12.0)


# -- cover -----------------------------------------------------------------------------------------


def needed(board: Board, unit, foe, kind: str) -> int:
    """The hit roll that the first lot of attacks at a unit needs."""
    lot = next(lot for lot in lots_of(board.g, unit, kind) if any(foe.id == one for one, _ in lot.targets))
    attack = attack_at(unit, lot.part, lot.arm, foe, kind, lot.behind(foe.id))
    return int(value(board.g, "hit-roll", attack.context(), attack.number("hit")))


def covered(feature: str = "Cover Ruin", **more: Any) -> tuple[Board, Unit, Unit]:
    board = Board(RUIN, node="shooting-abilities")
    archers = board.unit("Archers", "A", (10, 5))
    foe = board.unit("Swords", "B", (10, 15), **more)
    board.wall(12, 12, 20, 1, feature)
    return board, archers, foe


def test_who_stands_behind_a_feature_with_cover_is_harder_to_hit():
    board, archers, foe = covered()
    assert needed(board, archers, foe, SHOOTING) == 5


def test_cover_does_not_help_who_charged_or_flies():
    for board, archers, foe in (covered(marks=["charged"]), covered(rules=["FLY"])):
        assert needed(board, archers, foe, SHOOTING) == 4


def test_cover_helps_against_combat_attacks_too():
    """A unit wholly on a feature is in cover from everybody (ruling 40)."""
    board = Board(RUIN)
    attacker = board.unit("Hero", "A", (10, 10))
    foe = board.unit("Hero", "B", (10, 12.5))
    board.wall(10, 12.5, 3, 2, "Cover Ruin")
    assert needed(board, attacker, foe, COMBAT) == 5


def test_what_lies_within_the_attackers_combat_range_gives_no_cover():
    board = Board(RUIN)
    attacker = board.unit("Hero", "A", (10, 10))
    foe = board.unit("Hero", "B", (10, 12.5))
    board.wall(10, 11.2, 8, 0.5, "Cover Ruin")
    assert needed(board, attacker, foe, COMBAT) == 4


def test_several_features_cover_no_better_than_one():
    board, archers, foe = covered()
    board.wall(12, 10, 20, 1, "Cover Ruin")
    assert needed(board, archers, foe, SHOOTING) == 5


def test_who_wholly_contests_a_fortified_objective_is_in_cover():
    board = Board(node="shooting-abilities")
    archers, foe = board.unit("Archers", "A", (10, 5)), board.unit("Swords", "B", (10, 15))
    ruin = Area(board.g.new_id(), "Ruin", kinds=(OBJECTIVE,), shape=Rect(12, 15, 0.0, 1.0, 6.0, 4.0))
    board.g.areas[ruin.name] = board.g.things[ruin.id] = ruin
    assert needed(board, archers, foe, SHOOTING) == 4
    ruin.memory[FORTIFIED] = True
    assert needed(board, archers, foe, SHOOTING) == 5
    board.place(foe, [(16, 15), (12, 15), (13.1, 15), (14.2, 15), (14.9, 13.9)])
    assert needed(board, archers, foe, SHOOTING) == 4


# -- heroes ----------------------------------------------------------------------------------------


def guarded(apart: float, *keywords: str) -> tuple[Board, Unit, Unit]:
    board = Board(node="shooting-abilities")
    hero = board.unit("Hero", "B", (10, 15))
    for keyword in keywords:
        board.give(hero, keyword)
    board.unit("Swords", "B", (10 + 1 + apart, 15), models=1)
    return board, hero, board.unit("Archers", "A", (10, 5))


def test_a_hero_near_to_friends_is_harder_to_shoot():
    board, hero, archers = guarded(1.0)
    assert needed(board, archers, hero, SHOOTING) == 5
    board, hero, archers = guarded(3.0)
    assert needed(board, archers, hero, SHOOTING) == 4


def test_other_heroes_guard_nobody():
    board = Board(node="shooting-abilities")
    hero = board.unit("Hero", "B", (10, 15))
    board.unit("Hero", "B", (12, 15))
    archers = board.unit("Archers", "A", (10, 5))
    assert needed(board, archers, hero, SHOOTING) == 4


def test_a_guarded_hero_on_foot_is_no_target_for_models_far_away():
    """It goes by the single shooting model (ruling 39)."""
    board, hero, _ = guarded(1.0)
    pair = board.unit("Archers", "A", [(10, 2), (10, 1.9)], models=2)
    assert can_be_shot(board.g, model(pair, 0), pair, hero, 24.0)
    assert not can_be_shot(board.g, model(pair, 1), pair, hero, 24.0)


def test_a_guarded_hero_in_the_saddle_can_be_shot_from_afar():
    board = Board(node="shooting-abilities")
    rider = board.unit("Beast", "B", (10, 15), rules=["HERO"])
    board.unit("Swords", "B", (12, 15), models=1)
    far = board.unit("Archers", "A", (10, 1))
    assert can_be_shot(board.g, model(far, 0), far, rider, 24.0)
