"""Rulings on shooting: which models shoot, at whom, and in combat (Core Rules, 6.0, 16.0, 20.0)."""

from __future__ import annotations

from tercio.kernel.state import Unit
from tercio.plugins.spearhead.aiming import aim
from tercio.plugins.spearhead.attacks import attack_with
from tercio.plugins.spearhead.shooting import can_shoot, shoot
from tercio.plugins.spearhead.targets import COMBAT, SHOOTING, lots_of

from .board import WALL, Board


def shooters(board: Board, unit: Unit) -> int:
    """How many models of a unit can make shooting attacks."""
    return sum(lot.models for lot in lots_of(board.g, unit, SHOOTING))


def range_to(board: Board, foe_at: tuple[float, float], models: int = 1) -> tuple[Unit, Unit]:
    """Archers of A with a Range of 12 inches, and a beast of B."""
    return board.unit("Archers", "A", (2, 10), models=models), board.unit("Beast", "B", foe_at)


# -- range and sight -------------------------------------------------------------------------------


def test_a_weapon_reaches_to_its_range_and_no_farther(board):
    unit, foe = range_to(board, (15, 10))
    assert can_shoot(board.g, unit)  # exactly 12 inches
    board.place(foe, [(15.01, 10)])
    assert not can_shoot(board.g, unit)


def test_only_models_in_range_shoot(board):
    unit, foe = range_to(board, (16.1, 10), models=5)
    board.tell(hit_roll=[4] * 4, wound_roll=[4] * 4)
    board.play(shoot(board.g, unit))
    assert foe.pools[0].lost == 4


def test_models_that_do_not_see_the_target_do_not_shoot():
    board = Board(WALL)
    unit = board.unit("Archers", "A", [(2, 10), (2, 11.1)], models=2)
    foe = board.unit("Beast", "B", (10, 10))
    assert shooters(board, unit) == 2
    board.wall(9, 8.5, 0.2, 4.1)
    assert shooters(board, unit) == 1
    board.wall(4, 10.5, 0.2, 8)
    assert not can_shoot(board.g, unit)
    board.place(foe, [(3, 20)])
    assert can_shoot(board.g, unit)


def test_friendly_units_block_the_line_but_the_own_unit_does_not(board):
    unit = board.unit("Archers", "A", [(2, 10), (3.1, 10)], models=2)
    board.unit("Beast", "B", (10, 10))
    assert shooters(board, unit) == 2
    board.unit("Beast", "A", (6, 10), base=2.0)
    assert shooters(board, unit) == 0


def test_one_target_model_has_to_be_in_range_and_in_sight():
    board = Board(WALL)
    unit = board.unit("Archers", "A", (2, 10), models=1)
    foe = board.unit("Swords", "B", [(10, 10), (18, 15)], models=2)
    assert can_shoot(board.g, unit)
    board.wall(8, 10, 0.2, 3)  # hides the near model, the other is out of range
    assert not can_shoot(board.g, unit)
    board.place(foe, [(10, 10), (12, 16)])
    assert can_shoot(board.g, unit)


def test_enemies_in_combat_with_others_may_be_shot(board):
    unit, foe = range_to(board, (10, 10))
    board.unit("Swords", "A", (10, 12))
    assert foe.id in board.g.engagement
    assert can_shoot(board.g, unit)


SHARP = """
rule "Sharp Eyes"
  cite "Tests"
  modify range by +6
    when target-unit has "MONSTER"
"""


def test_how_far_a_weapon_reaches_is_asked_for_each_target():
    board = Board(SHARP)
    unit = board.unit("Archers", "A", (2, 10), models=1, rules=("Sharp Eyes",))
    hero, beast = board.unit("Hero", "B", (2, 24)), board.unit("Beast", "B", (20, 10))
    other = board.unit("Hero", "B", (2, 22))
    (lot,) = lots_of(board.g, unit, SHOOTING)
    assert [target for target, _ in lot.targets] == [beast.id, other.id]
    assert not lot.reaches(hero.id)


# -- in combat -------------------------------------------------------------------------------------


def test_a_unit_in_combat_does_not_shoot(board):
    unit, _ = range_to(board, (4, 10))
    assert not can_shoot(board.g, unit)


def test_shoot_in_combat_weapons_shoot_only_at_units_in_combat_with_theirs(board):
    unit = board.unit("Hero", "A", (10, 10))
    near, far = board.unit("Beast", "B", (10, 12)), board.unit("Beast", "B", (18, 10))
    lots = lots_of(board.g, unit, SHOOTING)
    assert [[target for target, _ in lot.targets] for lot in lots] == [[near.id]]
    board.place(near, [(1, 20)])
    assert [[target for target, _ in lot.targets] for lot in lots_of(board.g, unit, SHOOTING)] == [[far.id]]


DRILL = """
rule "Drill"
  cite "Tests"
  everywhere, friendly units
    may shoot-in-combat
"""


def test_rules_may_let_other_weapons_shoot_in_combat():
    board = Board(DRILL)
    unit, foe = range_to(board, (4, 10))
    board.give(board.g.players["A"], "Drill")
    assert can_shoot(board.g, unit)
    board.give(board.g.players["B"], "Drill")
    assert not can_shoot(board.g, foe)  # it has no bow


# -- who cannot be shot ----------------------------------------------------------------------------

SHY = """
rule "Shy"
  cite "Tests"
  cannot be-shot
    when shooter is farther than 6" from target-unit
"""


def test_whether_a_unit_can_be_shot_is_asked_of_each_shooting_model():
    board = Board(SHY)
    unit = board.unit("Archers", "A", [(2, 10), (3.1, 10), (4.2, 10)], models=3)
    board.unit("Hero", "B", (10, 10), rules=("Shy",))
    assert shooters(board, unit) == 2


# -- what is shot ----------------------------------------------------------------------------------


def test_all_ranged_weapons_are_used_and_no_melee_weapon(board):
    unit = board.unit("Archers", "A", (2, 10), models=1)
    board.unit("Beast", "B", (10, 10))
    assert [lot.arm.name for lot in lots_of(board.g, unit, SHOOTING)] == ["Bow"]
    assert lots_of(board.g, unit, COMBAT) == []


def test_targets_are_picked_before_anything_is_rolled(board):
    unit = board.unit("Archers", "A", (2, 10), models=2)
    one, other = board.unit("Beast", "B", (10, 10)), board.unit("Beast", "B", (10, 12))
    board.play(aim(board.g, unit, SHOOTING), [[[one.id, 1], [other.id, 1]]])
    assert board.facts("targets-picked") == [
        {"unit": unit.id, "attacks": "shooting", "targets": [one.id, other.id]}
    ]
    board.tell(hit_roll=[4, 1], wound_roll=[4])
    board.play(shoot(board.g, unit))
    assert (one.pools[0].lost, other.pools[0].lost) == (1, 0)


SCATTER = """
weapon "Scatter Gun"
  cite "Tests"
  kind shooting
  range 12"
  attacks D6, hit 4+, wound 4+, rend 0, damage 1

unit "Gunners" of "Testers"
  cite "Tests"
  size 3
  base 25mm
  global move 5", control 1
  defence health-points 1, save 5+
  part "Gunner"
    armed "Scatter Gun"
"""


def test_random_attacks_are_rolled_for_each_model():
    board = Board(SCATTER, {"attacks": [2, 5, 1], "hit-roll": [1] * 8})
    unit = board.unit("Gunners", "A", (2, 10))
    board.unit("Beast", "B", (10, 10))
    board.play(shoot(board.g, unit))
    assert board.facts("attacks")[0]["count"] == 8


def test_models_with_random_attacks_are_shared_whole():
    board = Board(SCATTER, {"attacks": [2, 5, 1], "hit-roll": [1] * 8})
    unit = board.unit("Gunners", "A", (2, 10))
    one, other = board.unit("Beast", "B", (10, 10)), board.unit("Beast", "B", (10, 12))
    decision = next(aim(board.g, unit, SHOOTING))
    assert decision.judge([[[one.id, 8]]]).code == "attack.not_all"
    board.play(attack_with(board.g, unit, SHOOTING), [[[one.id, 2], [other.id, 1]]])
    assert [one["count"] for one in board.facts("attacks")] == [7, 1]


HEDGE = """
terrain "Hedge"
  cite "Tests"
  modify hit-roll of target-unit by -1
    when target-unit is behind bearer
"""


def test_only_models_whose_target_is_behind_terrain_shoot_worse():
    board = Board(HEDGE, {"hit-roll": [4, 4], "wound-roll": [4]})
    unit = board.unit("Archers", "A", [(2, 10), (2, 14)], models=2)
    foe = board.unit("Beast", "B", (10, 10))
    hedge = board.wall(6.5, 9.9, 0.5, 1.2, "Hedge")
    assert sorted(lot.behind(foe.id) for lot in lots_of(board.g, unit, SHOOTING)) == [(), (hedge.id,)]
