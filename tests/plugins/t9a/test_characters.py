"""Characters in units: joining, leaving, charging out, effects that split, who leads (Attachable Models)."""

from __future__ import annotations

import pytest

from tercio.kernel.context import Context
from tercio.kernel.decl import RuleRef
from tercio.kernel.decl.things import Boundary, Duration
from tercio.kernel.geometry import Rect
from tercio.kernel.query import contains
from tercio.kernel.scheduler import grant
from tercio.plugins.regiments.formation import formation_of, rank_lengths, refit, stand_of
from tercio.plugins.t9a import marks
from tercio.plugins.t9a.characters import (
    attached,
    charge_out,
    charging_out_of,
    general_of,
    join,
    leave,
    matches,
    may_charge_out,
    may_join,
    may_leave,
    rejoin,
    standard_bearer_of,
)
from tercio.plugins.t9a.engaging import engage
from tercio.plugins.t9a.originals import enrol, originals
from tercio.plugins.t9a.psychology import discipline

from .ranges import ELVES, EMPIRE, Range
from .tiny import MM, Board


@pytest.fixture
def board():
    return Board(phase="movement")


def hero(board, x, y, base=(25, 25), owner="A"):
    unit = board.unit(owner, x, y, models=1, files=1, base=base)
    unit.pools[0].role = "character"
    return unit


# -- joining (2.A, 2.C) --------------------------------------------------------------------------


def test_a_model_that_joins_is_part_of_the_unit_and_stands_in_its_front_rank(board):
    host, lone = board.unit("A", 36, 20), hero(board, 36, 30)
    front = host.rect.front_centre
    join(board.g, lone, host)
    pool = lone.pools[0]
    assert (pool.unit, host.models) == (host, 11)
    assert lone.id not in board.g.units
    assert formation_of(host).places[pool.id].rank == 0
    assert rank_lengths(host) == [5, 5, 1]
    assert host.rect.front_centre == pytest.approx(front)


def test_a_unit_that_was_joined_does_not_move_on_in_this_phase(board):
    host, lone = board.unit("A", 36, 20), hero(board, 36, 30)
    join(board.g, lone, host)
    assert marks.JOINED in host.marks


def test_shaken_and_engaged_units_and_those_of_the_enemy_are_not_joined(board):
    host, lone, foe = board.unit("A", 36, 20), hero(board, 36, 30), board.unit("B", 60, 20, facing=180)
    pool = lone.pools[0]
    assert may_join(board.g, pool, host)
    assert not may_join(board.g, pool, foe)
    host.marks[marks.SHAKEN] = 0
    assert not may_join(board.g, pool, host)
    host.marks.clear()
    foe.rect = Rect(36, host.rect.y + host.rect.depth, 0.0, -1.0, host.rect.width, host.rect.depth)
    engage(board.g, host, foe)
    assert not may_join(board.g, pool, host)


def test_rank_and_file_models_join_nobody(board):
    host, other = board.unit("A", 36, 20), board.unit("A", 50, 20, models=1, files=1)
    assert not may_join(board.g, other.pools[0], host)


def test_a_base_that_is_a_multiple_matches_and_one_that_is_none_stands_at_the_side(board):
    host = board.unit("A", 36, 20, models=20)
    big, odd = hero(board, 10, 30, (50, 50)), hero(board, 15, 30, (40, 40))
    assert matches(big.pools[0], host)
    assert not matches(odd.pools[0], host)
    join(board.g, big, host)
    assert rank_lengths(host) == [5, 5, 5, 5, 4]
    width = host.rect.width
    join(board.g, odd, host)
    assert formation_of(host).places[odd.pools[0].id].side != ""
    assert host.rect.width == pytest.approx(width + 40 * MM)
    assert rank_lengths(host) == [5, 5, 5, 5, 4]


def test_two_mismatching_bases_stand_one_on_each_side_and_a_third_finds_no_room(board):
    host = board.unit("A", 36, 20)
    odd = [hero(board, 10 + 5 * i, 30, (40, 40)) for i in range(3)]
    join(board.g, odd[0], host)
    join(board.g, odd[1], host)
    sides = {formation_of(host).places[one.pools[0].id].side for one in odd[:2]}
    assert sides == {"left", "right"}
    with pytest.raises(ValueError, match="no room"):
        join(board.g, odd[2], host)


def test_when_all_rank_and_file_models_are_gone_the_attached_ones_are_the_same_unit(board):
    host = board.unit("A", 36, 20)
    for x in (10, 15):
        join(board.g, hero(board, x, 30), host)
    host.pools[0].models = 0
    refit(host)
    assert host.id in board.g.units
    assert [pool.models for pool in attached(host)] == [1, 1]
    assert rank_lengths(host) == [2]


# -- leaving (2.D) -------------------------------------------------------------------------------


def joined(board, x=36, y=20):
    host, lone = board.unit("A", x, y), hero(board, x, y + 15)
    join(board.g, lone, host)
    marks.take(host, marks.JOINED)
    return host, lone.pools[0]


def test_a_model_that_leaves_is_a_unit_of_its_own_where_it_stood(board):
    host, pool = joined(board)
    stand = stand_of(host, pool)
    assert stand is not None
    lone = leave(board.g, pool)
    assert lone.rect is not None
    assert lone.rect.centre == pytest.approx(stand.rect.centre)
    assert (pool.unit, host.models, lone.models) == (lone, 10, 1)
    assert marks.MOVED not in host.marks


def test_nobody_leaves_a_unit_that_is_engaged_shaken_or_has_moved_nor_one_of_its_own(board):
    host, pool = joined(board)
    assert may_leave(board.g, pool)
    for mark in (marks.SHAKEN, marks.MOVED):
        host.marks[mark] = 0
        assert not may_leave(board.g, pool)
        host.marks.clear()
    foe = board.unit("B", 36, 20 + host.rect.depth, facing=180)
    foe.rect = Rect(
        36, host.rect.front_centre[1] + foe.rect.half_depth, 0.0, -1.0, foe.rect.width, foe.rect.depth
    )
    engage(board.g, host, foe)
    assert not may_leave(board.g, pool)
    assert not may_leave(board.g, hero(board, 10, 10).pools[0])


def test_points_stay_with_the_entry_that_a_model_was_bought_with(board):
    host, lone = board.unit("A", 36, 20), hero(board, 36, 30)
    host.pools[0].cost, lone.pools[0].cost = 200, 90
    enrol(board.g)
    join(board.g, lone, host)
    leave(board.g, lone.pools[0])
    assert sorted(one.cost for one in originals(board.g)) == [90, 200]


# -- effects that split (Reference Handbook; rulings 62) --------------------------------------------


TURN = Duration(name="One Turn", until=Boundary("end", "turn"))


def test_an_effect_on_the_unit_goes_on_for_who_leaves_it_and_ends_for_both(board):
    host, pool = joined(board)
    effect = grant(board.g, host, RuleRef("Fly"), TURN, "a spell")
    lone = leave(board.g, pool)
    for unit in (host, lone):
        assert contains(board.g, Context(), unit, "Fly")
    board.g.schedule.end(board.g, effect, "over")
    for unit in (host, lone):
        assert not contains(board.g, Context(), unit, "Fly")


# -- charging out (2.D.b) ---------------------------------------------------------------------------


def test_a_unit_that_a_model_charges_out_of_declares_no_charge_this_turn(board):
    host, pool = joined(board)
    assert may_charge_out(board.g, pool)
    lone = charge_out(board.g, pool)
    assert charging_out_of(board.g, lone) == host
    assert marks.LEFT_BEHIND in host.marks
    assert marks.LEFT_BEHIND not in lone.marks


def test_a_model_whose_failed_charge_is_too_short_is_back_in_its_unit(board):
    host, pool = joined(board)
    lone = charge_out(board.g, pool)
    assert rejoin(board.g, lone) == host
    assert (pool.unit, host.models) == (host, 11)
    assert lone.id not in board.g.units


def test_an_effect_is_not_kept_twice_by_a_model_that_left_and_is_back(board):
    host, pool = joined(board)
    grant(board.g, host, RuleRef("Fly"), TURN, "a spell")
    rejoin(board.g, charge_out(board.g, pool))
    assert pool.held == []


# -- General and Battle Standard Bearer (Characters 2 and 3) ----------------------------------------


def test_units_near_the_general_use_its_discipline_and_those_near_the_flag_reroll():
    table = Range()
    marshal = table.entry(
        "B", EMPIRE, "Marshal, General, Imperial Authority, and +1 Cou, Light Troops", 20, 20, files=1
    )
    near, far = (table.entry("B", EMPIRE, "15 Local Militia", x, 20) for x in (30, 60))
    assert general_of(table.g, "B") is marshal.pools[0]
    assert (discipline(table.g, near), discipline(table.g, far)) == (9, 6)
    marshal.marks[marks.SHAKEN] = 0
    assert discipline(table.g, near) == 6


def test_the_presence_of_a_commander_ends_12_inches_away():
    table = Range()
    table.entry(
        "B", EMPIRE, "Marshal, General, Imperial Authority, and +1 Cou, Light Troops", 20, 20, files=1
    )
    base, half = 20 * MM, 2.5 * 20 * MM
    within = table.entry("B", EMPIRE, "15 Local Militia", 20 + base / 2 + 12 + half - 0.001, 20)
    beyond = table.entry("B", EMPIRE, "15 Local Militia", 20 - base / 2 - 12 - half - 0.001, 20)
    assert (discipline(table.g, within), discipline(table.g, beyond)) == (9, 6)


def test_the_bearer_of_the_battle_standard_is_known_while_it_stands():
    table = Range()
    bearer = table.entry("A", ELVES, "Commander, Battle Standard Bearer, Light Troops", 20, 20, files=1)
    assert standard_bearer_of(table.g, "A") is bearer.pools[0]
    assert general_of(table.g, "A") is None
    bearer.destroyed = True
    assert standard_bearer_of(table.g, "A") is None


def test_a_general_in_a_unit_lends_its_discipline_to_it_and_to_units_near_that_unit():
    table = Range()
    marshal = table.entry(
        "B", EMPIRE, "Marshal, General, Imperial Authority, and +1 Cou, Light Troops", 20, 40, files=1
    )
    host = table.entry("B", EMPIRE, "15 Local Militia", 20, 20)
    other = table.entry("B", EMPIRE, "15 Local Militia", 30, 20)
    join(table.g, marshal, host)
    assert (discipline(table.g, host), discipline(table.g, other)) == (9, 9)
