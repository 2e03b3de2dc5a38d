"""What a unit that is about to move finds round it (core rules 5, 7.0)."""

from __future__ import annotations

import pytest

from tercio.kernel.geometry import Circle, Oval, Rect
from tercio.plugins.warbands.bodies import take_off
from tercio.plugins.warbands.ground import Body, Ground, ModelPass, Passing
from tests.plugins.warbands.muster import muster, row, table, terms

WALL = Rect(8.0, 8.0, 0.0, 1.0, 4.0, 1.0)


@pytest.fixture
def game():
    return table()


def radii(discs):
    return sorted(round(r, 3) for _, _, r in discs)


def test_a_body_knows_its_box_and_a_disc_about_it():
    body = Body([*row(3, 5, 2), Circle(3.6, 7.0, 0.5)])
    assert (body.west, body.south, body.east, body.north) == (2.5, 4.5, 4.7, 7.5)
    assert body.is_round
    assert all(((b.x - body.x) ** 2 + (b.y - body.y) ** 2) ** 0.5 + 0.5 <= body.radius for b in body.bases)


def test_a_body_with_an_oval_is_not_round_and_its_box_goes_by_the_facing():
    body = Body([Oval(5.0, 5.0, 1.0, 0.0, 0.8, 1.5)])
    assert not body.is_round
    assert (body.west, body.south, body.east, body.north) == (3.5, 4.2, 6.5, 5.8)


@pytest.mark.parametrize(
    ("passing", "bars", "ends"),
    [
        (Passing.KEEP_OUT, [3.5], []),
        (Passing.THROUGH, [0.5], [3.5]),
        (Passing.INTO, [0.5], []),
    ],
)
def test_an_enemy_bars_the_way_with_his_base_or_his_combat_range(game, passing, bars, ends):
    unit = muster(game, "A", row(3, 5, 1))
    muster(game, "B", row(3, 9, 1))
    ground = Ground(game, unit, terms(6, passing))
    assert (radii(ground.round_bars), radii(ground.round_ends)) == (bars, ends)


def test_an_enemy_who_is_unseen_has_no_combat_range(game):
    unit = muster(game, "A", row(3, 5, 1))
    foe = muster(game, "B", row(3, 9, 1))
    assert radii(Ground(game, unit, terms(6), [foe.id]).round_bars) == [0.5]


def test_who_flies_or_passes_has_nothing_in_his_way_but_at_the_end(game):
    unit = muster(game, "A", row(3, 5, 1))
    muster(game, "B", row(3, 9, 1))
    for more in ({"flies": True}, {"through": ModelPass.ENEMIES, "passing": Passing.THROUGH}):
        ground = Ground(game, unit, terms(6, **more))
        assert (ground.round_bars, radii(ground.round_ends)) == ([], [3.5])


def test_what_is_out_of_reach_is_left_out(game):
    unit = muster(game, "A", row(3, 5, 1))
    muster(game, "A", [Circle(3.0, 15.0, 0.5)])
    assert Ground(game, unit, terms(8.9), ()).round_bars == []
    assert len(Ground(game, unit, terms(9.1), ()).round_bars) == 1


def test_a_unit_off_the_table_is_in_nobodys_way(game):
    unit, gone = muster(game, "A", row(3, 5, 1)), muster(game, "B", row(3, 9))
    take_off(gone)
    ground = Ground(game, unit, terms(6))
    assert (ground.round_bars, ground.foes) == ([], [])


def test_a_base_may_stand_where_it_is_free_of_all_but_its_own_unit(game):
    unit = muster(game, "A", row(3, 5, 2))
    muster(game, "B", row(10, 5, 1))
    ground = Ground(game, unit, terms(12, no_end=[WALL]))
    assert ground.may_stand(Circle(4.0, 5.0, 0.5), 0.01)
    assert not ground.may_stand(Circle(6.4, 5.0, 0.5), 0.01 + 3.0)
    assert ground.may_stand(Circle(5.9, 5.0, 0.5), 0.01)
    assert not ground.may_stand(Circle(6.1, 5.0, 0.5), 0.01)
    assert not ground.may_stand(Circle(5.6, 8.0, 0.5), 0.01)
    assert ground.may_stand(Circle(5.4, 8.0, 0.5), 0.01)
    assert not ground.may_stand(Circle(0.4, 5.0, 0.5), 0.01)


def test_an_oval_stands_by_its_true_outline(game):
    unit = muster(game, "A", [Oval(5.0, 5.0, 1.0, 0.0, 0.8, 1.5)])
    muster(game, "A", row(5, 8, 1))
    ground = Ground(game, unit, terms(6))
    assert ground.may_stand(Oval(5.0, 6.6, 1.0, 0.0, 0.8, 1.5), 0.01)
    assert not ground.may_stand(Oval(5.0, 6.6, 0.0, 1.0, 0.8, 1.5), 0.01)
